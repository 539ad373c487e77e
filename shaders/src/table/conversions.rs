//! Conversions that WGSL has not, or has with another meaning.

use super::{FLOATS, ONE, Topic, row};
use crate::Accuracy::Exact;

pub(super) static TOPICS: &[Topic] = &[
    Topic {
        path: "conversions/integers.wgsl",
        text: include_str!("../../wgsl/conversions/integers.wgsl"),
        types: FLOATS,
        rows: &[
            row("i32_from_$T", Exact, &["is_nan_$T"]),
            row("u32_from_$T", Exact, &["is_nan_$T"]),
            row("i64_from_$T", Exact, &["is_nan_$T"]),
            row("u64_from_$T", Exact, &["is_nan_$T"]),
        ],
    },
    Topic {
        path: "conversions/halves.wgsl",
        text: include_str!("../../wgsl/conversions/halves.wgsl"),
        types: ONE,
        rows: &[row("half_from_f32", Exact, &["copysign_f32", "infinity_f32", "is_nan_f32", "rounded"])],
    },
    Topic {
        path: "conversions/odd.wgsl",
        text: include_str!("../../wgsl/conversions/odd.wgsl"),
        types: ONE,
        rows: &[row("odd_from_f64", Exact, &[])],
    },
];
