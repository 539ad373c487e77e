//! Reductions in WGSL: what is accumulated, how two accumulators join, what comes out.
//!
//! As on the processor (`ops::reduce`), accumulators start from the exact identity, and which of two equal elements wins
//! does not depend on their order. Those of `f16` are `f32`s.

use super::spell::{literal, rounded};
use crate::gpu::device::element::Type;

/// A reduction of elements of one type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Folding {
    pub(crate) name: &'static str,
    pub(crate) value: Type,
    /// The type of the result.
    pub(crate) out: Type,
}

impl Folding {
    pub(crate) fn of(name: &'static str, value: Type) -> Self {
        let out = match name {
            // As on the processor, `usize`.
            "count" | "argmin" | "argmax" => Type::U64,
            _ => value,
        };
        Folding { name, value, out }
    }

    /// Whether it says where.
    pub(crate) fn has_place(&self) -> bool {
        self.name.starts_with("arg")
    }

    /// The types of an accumulator's parts.
    pub(crate) fn parts(&self) -> Vec<Type> {
        let own = self.value.computed();
        match self.name {
            _ if self.has_place() => vec![own, Type::U32],
            "count" => vec![Type::U32],
            _ => vec![own],
        }
    }

    /// The neutral parts.
    pub(super) fn identity(&self) -> Vec<String> {
        let own = self.value.computed();
        let (nan, infinity) = (format!("nan_{}()", own.name()), format!("infinity_{}()", own.name()));
        let end = |largest: bool| match own {
            Type::U32 | Type::U64 if !largest => literal("0", own),
            Type::U32 => literal("4294967295", own),
            Type::I32 => literal(if largest { "2147483647" } else { "-2147483648" }, own),
            Type::U64 => literal("18446744073709551615", own),
            _ => literal(if largest { "9223372036854775807" } else { "-9223372036854775808" }, own),
        };
        let value = match self.name {
            // Nothing but -0 leaves every float as it is.
            "sum" | "mean" if own.is_float() => literal("-0.0", own),
            "sum" | "mean" => literal("0", own),
            "prod" if own.is_float() => literal("1.0", own),
            "prod" => literal("1", own),
            "any" => "false".to_owned(),
            "all" => "true".to_owned(),
            "count" => "0u".to_owned(),
            "minimum" if own.is_float() => infinity,
            "maximum" if own.is_float() => format!("-{infinity}"),
            // A NaN loses against everything.
            _ if own.is_float() => nan,
            "min" | "minimum" | "argmin" => end(true),
            _ => end(false),
        };
        let place = self.has_place().then(|| "0xffffffffu".to_owned());
        std::iter::once(value).chain(place).collect()
    }

    /// The parts of an element at a position.
    pub(super) fn lifted(&self, value: &str, position: &str) -> Vec<String> {
        match self.name {
            "count" => vec![format!("u32({value})")],
            _ if self.has_place() => vec![value.to_owned(), position.to_owned()],
            _ => vec![value.to_owned()],
        }
    }

    /// A statement that joins `b` into `a`.
    pub(crate) fn join(&self, a: &[String], b: &[String]) -> String {
        let (name, own) = (self.name, self.value.name());
        let (first, second) = (&a[0], &b[0]);
        match name {
            "sum" | "mean" | "count" => format!("{first} = {first} + {second};"),
            "prod" => format!("{first} = {first} * {second};"),
            "any" => format!("{first} = {first} | {second};"),
            "all" => format!("{first} = {first} & {second};"),
            _ if self.has_place() => format!(
                "if ({name}_{own}({first}, {}, {second}, {})) {{ {first} = {second}; {} = {}; }}",
                a[1], b[1], a[1], b[1]
            ),
            _ => format!("{first} = first_{name}_{own}({first}, {second});"),
        }
    }

    /// Whether as many elements are reduced as a `u32` counts at most.
    pub(crate) fn counts(&self) -> bool {
        self.has_place() || self.name == "count"
    }

    /// The result of parts, of so many elements: the lower and the upper 32 bits of their number.
    pub(crate) fn finish(&self, parts: &[String], [low, high]: [&str; 2]) -> String {
        let (value, own) = (&parts[0], self.value);
        let zero = literal(if own.is_float() { "0.0" } else { "0" }, own);
        let (name, billions) = (own.name(), literal("4294967296.0", own.computed()));
        match self.name {
            "sum" => rounded(&format!("select({value}, {zero}, ({low} | {high}) == 0u)"), own),
            "mean" => rounded(&format!("{value} / ({name}({low}) + {name}({high}) * {billions})"), own),
            "prod" => rounded(value, own),
            "count" => format!("{}({value})", self.out.name()),
            _ if self.has_place() => format!("{}({})", self.out.name(), parts[1]),
            _ => value.clone(),
        }
    }
}
