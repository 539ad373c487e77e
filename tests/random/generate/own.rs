//! Functions that are not built in: paths, closures, values that are called.

use super::types::{Range, Type};

/// A function; `$T` stands for the element type in its texts.
pub(crate) struct Own {
    pub(crate) kind: &'static str,
    /// What stands before `.(`.
    pub(crate) callee: &'static str,
    /// The same in plain Rust.
    pub(crate) reference: &'static str,
    pub(crate) arguments: usize,
    pub(crate) takes: fn(Type) -> bool,
    /// Between which numbers its values lie.
    pub(crate) range: fn(Type, &[Range]) -> Range,
}

fn number(ty: Type) -> bool {
    ty != Type::Bool
}

fn inside(_: Type, of: &[Range]) -> Range {
    let zero = Range::new(0.0, 0.0);
    of.iter().fold(zero, |range, &argument| range.union(argument))
}

fn full(ty: Type, _: &[Range]) -> Range {
    ty.full()
}

fn near(_: Type, of: &[Range]) -> Range {
    inside(Type::F64, of).plus(Range::new(-4.0, 4.0))
}

fn sum(_: Type, of: &[Range]) -> Range {
    let size: f64 = of.iter().map(|range| range.size()).sum();
    Range::new(-size, size)
}

const fn same(kind: &'static str, callee: &'static str, arguments: usize, takes: fn(Type) -> bool) -> Own {
    Own { kind, callee, reference: callee, arguments, takes, range: inside }
}

pub(crate) static OWN: [Own; 15] = [
    same("path", "user::halved", 1, number),
    same("path", "user::inner::larger", 2, number),
    same("path with type arguments", "user::halved::<$T>", 1, number),
    same("path with type arguments", "user::inner::larger::<$T>", 2, number),
    same("path", "std::cmp::max", 2, Type::is_integer),
    Own { range: full, ..same("method path", "$T::wrapping_add", 2, Type::is_integer) },
    Own { range: sum, ..same("method path", "$T::hypot", 2, Type::is_float) },
    Own { range: sum, ..same("method path", "$T::atan2", 2, Type::is_float) },
    Own { reference: "(|v: $T| v / 3 as $T)", ..same("closure", "(|v| v / 3 as $T)", 1, number) },
    Own { range: sum, ..same("closure", "(|a: $T, b: $T| a * 0.5 - b)", 2, Type::is_float) },
    Own {
        reference: "(|a: $T, b: $T, c: $T| if a < b { b } else { c })",
        ..same("closure", "(move |a, b, c: $T| if a < b { b } else { c })", 3, number)
    },
    Own { range: near, ..same("local closure", "shifted_$T", 1, Type::is_float) },
    same("local closure", "lowered_$T", 1, Type::is_integer),
    Own { range: near, ..same("called value", "(user::at_most::<$T>(3 as $T))", 1, number) },
    Own { range: near, ..same("called value", "(&user::at_most::<$T>(2 as $T))", 1, number) },
];

/// The `let`s that the local closures need in front of a case.
pub(crate) fn local_closures(text: &str) -> String {
    let mut lines = String::new();
    for ty in ["f32", "f64"] {
        if text.contains(&format!("shifted_{ty}")) {
            lines += &format!("    let offset: {ty} = black_box(0.75);\n");
            lines += &format!("    let shifted_{ty} = |v: {ty}| v - offset;\n");
        }
    }
    for ty in ["i32", "i64", "u8", "u32"] {
        if text.contains(&format!("lowered_{ty}")) {
            lines += &format!("    let divisor: {ty} = black_box(3);\n");
            lines += &format!("    let lowered_{ty} = |v: {ty}| v / divisor;\n");
        }
    }
    lines
}
