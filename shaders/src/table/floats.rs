//! Floats as IEEE 754 and Rust have them.

use super::{FLOATS, ONE, Topic, row};
use crate::Accuracy::{Exact, Part, Ulps};

pub(super) static TOPICS: &[Topic] = &[
    Topic {
        path: "floats/bits.wgsl",
        text: include_str!("../../wgsl/floats/bits.wgsl"),
        types: ONE,
        rows: &[
            row("is_nan_f32", Exact, &[]),
            row("is_finite_f32", Exact, &[]),
            row("is_negative_f32", Part, &[]),
            row("copysign_f32", Exact, &[]),
            row("infinity_f32", Part, &["p"]),
            row("nan_f32", Part, &["p"]),
            row("is_nan_f64", Exact, &[]),
            row("is_finite_f64", Exact, &[]),
            row("is_negative_f64", Part, &[]),
            row("copysign_f64", Exact, &[]),
            row("infinity_f64", Part, &["p"]),
            row("nan_f64", Part, &["p"]),
            row("trunc_f32", Exact, &["copysign_f32"]),
            row("trunc_f64", Exact, &[]),
        ],
    },
    Topic {
        path: "floats/rounding.wgsl",
        text: include_str!("../../wgsl/floats/rounding.wgsl"),
        types: FLOATS,
        rows: &[
            row("signum_$T", Exact, &["copysign_$T", "is_nan_$T"]),
            row("floor_$T", Exact, &["trunc_$T"]),
            row("ceil_$T", Exact, &["trunc_$T"]),
            row("fract_$T", Exact, &["is_finite_$T", "nan_$T", "trunc_$T"]),
            row("round_$T", Exact, &["copysign_$T", "trunc_$T"]),
        ],
    },
    Topic {
        path: "floats/order.wgsl",
        text: include_str!("../../wgsl/floats/order.wgsl"),
        types: FLOATS,
        rows: &[
            row("min_$T", Exact, &["is_nan_$T"]),
            row("max_$T", Exact, &["is_nan_$T"]),
            row("minimum_$T", Exact, &["is_nan_$T", "is_negative_$T"]),
            row("maximum_$T", Exact, &["is_nan_$T", "is_negative_$T"]),
            row("clamp_$T", Exact, &["max_$T", "min_$T"]),
        ],
    },
    Topic {
        path: "floats/remainder.wgsl",
        text: include_str!("../../wgsl/floats/remainder.wgsl"),
        types: FLOATS,
        rows: &[
            row("remainder_$T", Exact, &["copysign_$T", "is_finite_$T", "is_nan_$T", "nan_$T"]),
            row("rem_euclid_$T", Exact, &["remainder_$T"]),
        ],
    },
    Topic {
        path: "floats/powers.wgsl",
        text: include_str!("../../wgsl/floats/powers.wgsl"),
        types: FLOATS,
        rows: &[row("powi_$T", Ulps(8), &[]), row("slope_of_powi_$T", Ulps(9), &["powi_$T"])],
    },
    Topic {
        path: "floats/reductions.wgsl",
        text: include_str!("../../wgsl/floats/reductions.wgsl"),
        types: FLOATS,
        rows: &[
            row("first_min_$T", Exact, &["is_nan_$T"]),
            row("first_max_$T", Exact, &["is_nan_$T"]),
            row("first_minimum_$T", Exact, &["minimum_$T"]),
            row("first_maximum_$T", Exact, &["maximum_$T"]),
            row("argmin_$T", Exact, &["is_nan_$T"]),
            row("argmax_$T", Exact, &["is_nan_$T"]),
        ],
    },
];
