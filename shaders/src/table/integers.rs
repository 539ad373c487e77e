//! Integers as Rust has them: sums, differences and products wrap, a division by zero and its like are reported.

use super::{INTEGERS, NARROW_SIGNED, NARROW_UNSIGNED, OF_32_BITS, OF_64_BITS, ONE, SIGNED, Topic, UNSIGNED, row};
use crate::Accuracy::{Exact, Part};

pub(super) static TOPICS: &[Topic] = &[
    Topic {
        path: "integers/raise.wgsl",
        text: include_str!("../../wgsl/integers/raise.wgsl"),
        types: ONE,
        rows: &[row("raise", Part, &["p", "raised"])],
    },
    Topic {
        path: "integers/indices.wgsl",
        text: include_str!("../../wgsl/integers/indices.wgsl"),
        types: ONE,
        rows: &[row("index_in", Part, &["raise"])],
    },
    Topic {
        path: "integers/division_unsigned.wgsl",
        text: include_str!("../../wgsl/integers/division_unsigned.wgsl"),
        types: UNSIGNED,
        rows: &[
            row("divide_$T", Exact, &["raise"]),
            row("remainder_$T", Exact, &["raise"]),
            row("rem_euclid_$T", Exact, &["remainder_$T"]),
        ],
    },
    Topic {
        path: "integers/division_signed.wgsl",
        text: include_str!("../../wgsl/integers/division_signed.wgsl"),
        types: SIGNED,
        rows: &[
            row("divide_$T", Exact, &["raise"]),
            row("remainder_$T", Exact, &["raise"]),
            row("rem_euclid_$T", Exact, &["remainder_$T"]),
        ],
    },
    Topic {
        path: "integers/signs.wgsl",
        text: include_str!("../../wgsl/integers/signs.wgsl"),
        types: SIGNED,
        rows: &[row("signum_$T", Exact, &[]), row("abs_i64", Exact, &[])],
    },
    Topic {
        path: "integers/shifts_32.wgsl",
        text: include_str!("../../wgsl/integers/shifts_32.wgsl"),
        types: OF_32_BITS,
        rows: &[row("shift_left_$T", Exact, &["raise"]), row("shift_right_$T", Exact, &["raise"])],
    },
    Topic {
        path: "integers/shifts_64.wgsl",
        text: include_str!("../../wgsl/integers/shifts_64.wgsl"),
        types: OF_64_BITS,
        rows: &[row("shift_left_$T", Exact, &["raise"]), row("shift_right_$T", Exact, &["raise"])],
    },
    Topic {
        path: "integers/narrow_limits.wgsl",
        text: include_str!("../../wgsl/integers/narrow_limits.wgsl"),
        types: ONE,
        rows: &[
            row("bits_i8", Part, &[]),
            row("bits_u8", Part, &[]),
            row("bits_i16", Part, &[]),
            row("bits_u16", Part, &[]),
            row("least_i8", Part, &[]),
            row("least_i16", Part, &[]),
            row("most_i8", Part, &[]),
            row("most_u8", Part, &[]),
            row("most_i16", Part, &[]),
            row("most_u16", Part, &[]),
        ],
    },
    Topic {
        path: "integers/narrow_signed.wgsl",
        text: include_str!("../../wgsl/integers/narrow_signed.wgsl"),
        types: NARROW_SIGNED,
        rows: &[
            row("divide_$T", Exact, &["divide_i32", "least_$T", "raise"]),
            row("remainder_$T", Exact, &["least_$T", "raise", "remainder_i32"]),
            row("rem_euclid_$T", Exact, &["least_$T", "raise", "rem_euclid_i32"]),
            row("shift_left_$T", Exact, &["bits_$T", "raise"]),
            row("shift_right_$T", Exact, &["bits_$T", "raise"]),
        ],
    },
    Topic {
        path: "integers/narrow_unsigned.wgsl",
        text: include_str!("../../wgsl/integers/narrow_unsigned.wgsl"),
        types: NARROW_UNSIGNED,
        rows: &[
            row("shift_left_$T", Exact, &["bits_$T", "raise"]),
            row("shift_right_$T", Exact, &["bits_$T", "raise"]),
        ],
    },
    Topic {
        path: "integers/order.wgsl",
        text: include_str!("../../wgsl/integers/order.wgsl"),
        types: INTEGERS,
        rows: &[
            row("min_$T", Exact, &[]),
            row("max_$T", Exact, &[]),
            row("minimum_$T", Exact, &[]),
            row("maximum_$T", Exact, &[]),
            row("clamp_$T", Exact, &["max_$T", "min_$T"]),
        ],
    },
    Topic {
        path: "integers/reductions.wgsl",
        text: include_str!("../../wgsl/integers/reductions.wgsl"),
        types: INTEGERS,
        rows: &[
            row("first_min_$T", Exact, &[]),
            row("first_max_$T", Exact, &[]),
            row("first_minimum_$T", Exact, &[]),
            row("first_maximum_$T", Exact, &[]),
            row("argmin_$T", Exact, &[]),
            row("argmax_$T", Exact, &[]),
        ],
    },
    Topic {
        path: "integers/powers.wgsl",
        text: include_str!("../../wgsl/integers/powers.wgsl"),
        types: INTEGERS,
        rows: &[row("pow_$T", Exact, &[])],
    },
    Topic {
        path: "integers/booleans.wgsl",
        text: include_str!("../../wgsl/integers/booleans.wgsl"),
        types: ONE,
        rows: &[
            row("min_bool", Exact, &[]),
            row("max_bool", Exact, &[]),
            row("minimum_bool", Exact, &[]),
            row("maximum_bool", Exact, &[]),
        ],
    },
];
