//! How operations, literals and conversions of numbers are spelled in WGSL, with the meaning that they have on the CPU.

use crate::gpu::device::types::Type;
use bcast_shaders::Spelling;

/// A number that is to be an element of this type, rounded if it is computed with more digits.
pub(crate) fn rounded(value: &str, element: Type) -> String {
    match (element, element.packed()) {
        (Type::F16, _) => format!("half_from_f32({value})"),
        (Type::Bool, _) | (_, None) => value.to_owned(),
        (_, Some(bits)) => format!("extractBits({value}, 0u, {bits}u)"),
    }
}

/// An operator or a built-in function of numbers.
pub(crate) fn spell(operation: &str, values: &[String], types: &[Type]) -> String {
    let (own, last) = (types[0].computed(), types[types.len() - 1].computed());
    let (name, all) = (own.name(), values.join(", "));
    // Of a narrower type, where its limits count.
    let narrow = |function: &str| match types[0].word() {
        word if bcast_shaders::helper(&format!("{function}_{word}")).is_some() => word,
        _ => name.to_string(),
    };
    let infix = |sign: &str| format!("{} {sign} {}", values[0], values[1]);
    // The macro's table and that of spellings have the same operations, and rustc has checked the types.
    let spelling = bcast_shaders::spelling(operation, &name, &last.name());
    match spelling.unwrap_or_else(|| panic!("WGSL has no {operation} of {types:?}")) {
        // A driver makes of `a < b` and a choice of the same two numbers their minimum, which has other rules.
        Spelling::Infix(sign @ ("<" | "<=" | ">" | ">=")) if own.is_float() => {
            format!("{} {sign} {}", hidden(&values[0], own), values[1])
        }
        Spelling::Infix(sign) => infix(sign),
        Spelling::Unequal => format!("!({})", infix("==")),
        Spelling::OfBits(sign) => format!("u32({}) {sign} u32({})", values[0], values[1]),
        Spelling::Prefix(sign) => format!("{sign}{}", values[0]),
        // The square of a square root is not what it was the root of.
        Spelling::Own("sqrt") => hidden(&format!("sqrt({all})"), own),
        Spelling::Own(function) => format!("{function}({all})"),
        Spelling::Helper(function) => format!("{function}_{}({all})", narrow(function)),
        Spelling::Shift(function) => {
            format!("{function}_{}({}, {})", narrow(function), values[0], amount(&values[1], last))
        }
        Spelling::Masked(function) => {
            format!("{function}_{}({}, {})", narrow(function), values[0], low(&values[1], last))
        }
        Spelling::Scaled(function) => {
            format!("{function}_{}({}, {})", narrow(function), values[0], near(&values[1], last))
        }
        Spelling::Inverse => format!("{} / {}", literal("1", own), values[0]),
        Spelling::Degrees => format!("{} * {}", values[0], degrees(own)),
        Spelling::Radians => format!("{} * {}", values[0], radians(own)),
    }
}

/// A float of which a compiler does not see how it was computed: a parameter that is zero hides it. It is added, since
/// sums with it neither undo nor repeat each other: what is hidden twice is another number to a compiler.
pub(super) fn hidden(value: &str, own: Type) -> String {
    match own {
        Type::F64 => format!("bitcast<f64>(bitcast<u64>({value}) + u64(p[1].y))"),
        _ => format!("bitcast<f32>(bitcast<u32>({value}) + p[1].y)"),
    }
}

/// The bits to shift by as `u32`: too many stay too many.
fn amount(value: &str, own: Type) -> String {
    match own {
        Type::U32 => value.to_owned(),
        Type::I32 => format!("bitcast<u32>({value})"),
        Type::U64 => format!("u32(min({value}, 255lu))"),
        _ => format!("u32(min(bitcast<u64>({value}), 255lu))"),
    }
}

/// The low bits of a number as `u32`.
fn low(value: &str, own: Type) -> String {
    match own {
        Type::U64 => format!("u32({value} & 255lu)"),
        Type::I64 => format!("u32(bitcast<u64>({value}) & 255lu)"),
        _ => amount(value, own),
    }
}

/// The bits to shift by as `i32`, to either side: too many stay too many.
fn near(value: &str, own: Type) -> String {
    match own {
        Type::I32 => format!("clamp({value}, -255i, 255i)"),
        Type::U32 => format!("i32(min({value}, 255u))"),
        Type::U64 => format!("i32(u32(min({value}, 255lu)))"),
        _ => format!("i32(clamp({value}, -255li, 255li))"),
    }
}

/// The factors that Rust multiplies with.
fn degrees(own: Type) -> String {
    let number = if own == Type::F32 { 57.295_78_f64 } else { 180.0 / std::f64::consts::PI };
    literal(&format!("{number:?}"), own)
}

fn radians(own: Type) -> String {
    let pi = std::f64::consts::PI;
    let number = if own == Type::F32 { f64::from(std::f32::consts::PI / 180.0) } else { pi / 180.0 };
    literal(&format!("{number:?}"), own)
}

/// A number as Rust reads it, bit by bit.
pub(crate) fn literal(written: &str, element: Type) -> String {
    let digits: String = written.chars().filter(|&c| c != '_').collect();
    let suffixes = ["f16", "f32", "f64", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "isize", "usize"];
    let is_hex = digits.trim_start_matches('-').starts_with("0x");
    let is_suffix = |suffix: &&&str| digits.ends_with(**suffix) && !(is_hex && suffix.starts_with('f'));
    let digits = suffixes.iter().find(is_suffix).map_or(digits.as_str(), |suffix| digits.trim_end_matches(*suffix));
    match element {
        Type::Bool => digits.to_owned(),
        Type::F16 => single(crate::ops::half::nearest(digits.parse().unwrap_or(f64::NAN)).into()),
        Type::F32 => single(digits.parse().unwrap_or(f32::NAN)),
        Type::F64 => double(digits.parse().unwrap_or(f64::NAN)),
        Type::I8 | Type::I16 | Type::I32 => format!("bitcast<i32>({:#010x}u)", integer(digits) as u32),
        Type::U8 | Type::U16 | Type::U32 => format!("{}u", integer(digits) as u32),
        Type::I64 => format!("bitcast<i64>({:#018x}lu)", integer(digits) as u64),
        Type::U64 => format!("{}lu", integer(digits) as u64),
        // Of a vector, for each component.
        Type::Array(&(of, len)) => format!("{}({})", element.name(), vec![literal(written, of); len].join(", ")),
        Type::Struct(_) => unreachable!("a literal is a number"),
    }
}

/// Some compilers take `x * 0` for 0, and `x + 0` for `x`: zeros hide behind a parameter, and infinities, which WGSL
/// does not want among constants.
fn single(number: f32) -> String {
    let hidden = if number == 0.0 || !number.is_finite() { " ^ p[1].y" } else { "" };
    format!("bitcast<f32>({:#010x}u{hidden})", number.to_bits())
}

fn double(number: f64) -> String {
    let hidden = if number == 0.0 || !number.is_finite() { " ^ u64(p[1].y)" } else { "" };
    format!("bitcast<f64>({:#018x}lu{hidden})", number.to_bits())
}

/// The least and the largest of a narrow type.
fn ends(of: Type) -> [String; 2] {
    let [least, most] = match of {
        Type::I8 => [i128::from(i8::MIN), i8::MAX.into()],
        Type::U8 => [0, u8::MAX.into()],
        Type::I16 => [i16::MIN.into(), i16::MAX.into()],
        _ => [0, u16::MAX.into()],
    };
    [least, most].map(|end| literal(&end.to_string(), of))
}

fn integer(digits: &str) -> i128 {
    let (negative, digits) = digits.strip_prefix('-').map_or((false, digits), |rest| (true, rest));
    let (radix, digits) = match digits.get(..2) {
        Some("0x") => (16, &digits[2..]),
        Some("0o") => (8, &digits[2..]),
        Some("0b") => (2, &digits[2..]),
        _ => (10, digits),
    };
    let number = i128::from_str_radix(digits, radix).unwrap_or_default();
    if negative { -number } else { number }
}

/// Rust's `as`.
pub(crate) fn convert(value: &str, from: Type, to: Type) -> String {
    let name = to.name();
    match (from, to) {
        _ if from == to => value.to_owned(),
        (Type::F64, Type::F16) => rounded(&format!("odd_from_f64({value})"), to),
        // What is not exact as an `f32` is no finite `f16`.
        (_, Type::F16) => rounded(&convert(value, from, Type::F32), to),
        (Type::F16, _) => convert(value, Type::F32, to),
        _ if from.is_float() && to.computed() != to => {
            // As `as` does, to the nearest that there is.
            let (near, [least, most]) = (convert(value, from, to.computed()), ends(to));
            format!("clamp({near}, {least}, {most})")
        }
        _ if to.computed() != to => rounded(&convert(value, from, to.computed()), to),
        _ if from.computed() != from => convert(value, from.computed(), to),
        (Type::Bool, Type::F32 | Type::F64 | Type::I32 | Type::U32) => format!("{name}({value})"),
        // What `i64(..)` makes of 32 bits, Mesa's software Vulkan compares wrongly with constants.
        (Type::Bool, Type::I64) => format!("select(0li, 1li, {value})"),
        (Type::Bool, _) => format!("{name}(u32({value}))"),
        (Type::F32 | Type::F64, Type::F32 | Type::F64) => format!("{name}({value})"),
        (Type::F32 | Type::F64, _) => format!("{name}_from_{}({value})", from.name()),
        // Signed ones are widened with their sign.
        (Type::I32, Type::U64) => format!("bitcast<u64>({})", convert(value, from, Type::I64)),
        (Type::I32, Type::I64) => format!("(bitcast<i64>(u64(bitcast<u32>({value})) << 32u) >> 32u)"),
        (Type::U32, Type::I64) => format!("bitcast<i64>(u64({value}))"),
        (Type::I32, Type::U32) | (Type::U32, Type::I32) | (Type::I64, Type::U64) | (Type::U64, Type::I64) => {
            format!("bitcast<{name}>({value})")
        }
        (Type::I64, Type::U32) => format!("u32(bitcast<u64>({value}))"),
        (Type::U64, Type::I32) => format!("bitcast<i32>(u32({value}))"),
        (Type::I64, Type::I32) => format!("bitcast<i32>(u32(bitcast<u64>({value})))"),
        _ => format!("{name}({value})"),
    }
}
