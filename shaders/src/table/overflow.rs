//! Integers under `#[wrapping]` and `#[saturating]`.

use super::{INTEGERS, NARROW_SIGNED, NARROW_UNSIGNED, ONE, SIGNED, Topic, UNSIGNED, row};
use crate::Accuracy::{Exact, Part};

pub(super) static TOPICS: &[Topic] = &[
    Topic {
        path: "integers/limits.wgsl",
        text: include_str!("../../wgsl/integers/limits.wgsl"),
        types: ONE,
        rows: &[
            row("bits_i32", Part, &[]),
            row("least_i32", Part, &[]),
            row("most_i32", Part, &[]),
            row("bits_u32", Part, &[]),
            row("least_u32", Part, &[]),
            row("most_u32", Part, &[]),
            row("bits_i64", Part, &[]),
            row("least_i64", Part, &[]),
            row("most_i64", Part, &[]),
            row("bits_u64", Part, &[]),
            row("least_u64", Part, &[]),
            row("most_u64", Part, &[]),
        ],
    },
    Topic {
        path: "integers/wrapping.wgsl",
        text: include_str!("../../wgsl/integers/wrapping.wgsl"),
        types: INTEGERS,
        rows: &[
            row("wrapping_shift_left_$T", Exact, &["bits_$T"]),
            row("wrapping_shift_right_$T", Exact, &["bits_$T"]),
        ],
    },
    Topic {
        path: "integers/wrapping_signed.wgsl",
        text: include_str!("../../wgsl/integers/wrapping_signed.wgsl"),
        types: SIGNED,
        rows: &[
            row("wrapping_divide_$T", Exact, &["raise"]),
            row("wrapping_remainder_$T", Exact, &["raise"]),
            row("wrapping_rem_euclid_$T", Exact, &["wrapping_remainder_$T"]),
        ],
    },
    Topic {
        path: "integers/wrapping_narrow_signed.wgsl",
        text: include_str!("../../wgsl/integers/wrapping_narrow_signed.wgsl"),
        types: NARROW_SIGNED,
        rows: &[
            row("wrapping_shift_left_$T", Exact, &["bits_$T"]),
            row("wrapping_shift_right_$T", Exact, &["bits_$T"]),
        ],
    },
    Topic {
        path: "integers/wrapping_narrow_unsigned.wgsl",
        text: include_str!("../../wgsl/integers/wrapping_narrow_unsigned.wgsl"),
        types: NARROW_UNSIGNED,
        rows: &[
            row("wrapping_shift_left_$T", Exact, &["bits_$T"]),
            row("wrapping_shift_right_$T", Exact, &["bits_$T"]),
        ],
    },
    Topic {
        path: "integers/saturating.wgsl",
        text: include_str!("../../wgsl/integers/saturating.wgsl"),
        types: INTEGERS,
        rows: &[
            row("saturating_shift_left_$T", Exact, &["bits_$T", "least_$T", "most_$T"]),
            row("saturating_shift_right_$T", Exact, &["saturating_shift_left_$T"]),
            row("saturating_power_$T", Exact, &["saturating_times_$T"]),
        ],
    },
    Topic {
        path: "integers/saturating_signed.wgsl",
        text: include_str!("../../wgsl/integers/saturating_signed.wgsl"),
        types: SIGNED,
        rows: &[
            row("saturating_plus_$T", Exact, &["least_$T", "most_$T"]),
            row("saturating_minus_$T", Exact, &["least_$T", "most_$T"]),
            row("saturating_negate_$T", Exact, &["least_$T", "most_$T"]),
            row("saturating_abs_$T", Exact, &["saturating_negate_$T"]),
            row("saturating_times_$T", Exact, &["least_$T", "most_$T", "saturating_negate_$T"]),
            row("saturating_divide_$T", Exact, &["raise", "saturating_negate_$T"]),
        ],
    },
    Topic {
        path: "integers/saturating_unsigned.wgsl",
        text: include_str!("../../wgsl/integers/saturating_unsigned.wgsl"),
        types: UNSIGNED,
        rows: &[
            row("saturating_plus_$T", Exact, &["most_$T"]),
            row("saturating_minus_$T", Exact, &[]),
            row("saturating_times_$T", Exact, &["most_$T"]),
        ],
    },
    Topic {
        path: "integers/saturating_narrow_signed.wgsl",
        text: include_str!("../../wgsl/integers/saturating_narrow_signed.wgsl"),
        types: NARROW_SIGNED,
        rows: &[
            row("saturating_plus_$T", Exact, &["least_$T", "most_$T"]),
            row("saturating_minus_$T", Exact, &["least_$T", "most_$T"]),
            row("saturating_times_$T", Exact, &["least_$T", "most_$T"]),
            row("saturating_negate_$T", Exact, &["most_$T"]),
            row("saturating_abs_$T", Exact, &["most_$T"]),
            row("saturating_divide_$T", Exact, &["most_$T", "wrapping_divide_i32"]),
            row("saturating_shift_left_$T", Exact, &["bits_$T", "least_$T", "most_$T"]),
            row("saturating_shift_right_$T", Exact, &["saturating_shift_left_$T"]),
            row("saturating_power_$T", Exact, &["saturating_times_$T"]),
        ],
    },
    Topic {
        path: "integers/saturating_narrow_unsigned.wgsl",
        text: include_str!("../../wgsl/integers/saturating_narrow_unsigned.wgsl"),
        types: NARROW_UNSIGNED,
        rows: &[
            row("saturating_plus_$T", Exact, &["most_$T"]),
            row("saturating_minus_$T", Exact, &[]),
            row("saturating_times_$T", Exact, &["most_$T"]),
            row("saturating_shift_left_$T", Exact, &["bits_$T", "most_$T"]),
            row("saturating_shift_right_$T", Exact, &["saturating_shift_left_$T"]),
            row("saturating_power_$T", Exact, &["saturating_times_$T"]),
        ],
    },
];
