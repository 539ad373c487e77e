//! Reductions in WGSL: what is accumulated, how two accumulators join, what comes out.
//!
//! As on the processor (`ops::reduce`), accumulators start from the exact identity, and which of two equal elements
//! wins does not depend on their order. Those of `f16` are `f32`s.

use super::spell::{literal, rounded};
use crate::gpu::device::types::Type;
use bcast_shaders::Reduction::{
    All, Any, ArgMax, ArgMin, Count, Max, Maximum, Mean, Min, Minimum, Prod, Run, Sum, Weight,
};
use bcast_shaders::{Join, Reduction};

/// A reduction of elements of one type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Folding {
    pub(super) reduction: Reduction,
    pub(crate) value: Type,
    /// The type of the result.
    pub(crate) out: Type,
}

impl Folding {
    /// The reduction of this name, which the macro's table has, too.
    pub(crate) fn of(name: &str, value: Type) -> Self {
        // Sums of integers wrap, and no attribute is about others.
        let own = bcast_shaders::without_attribute(name);
        let reduction = Reduction::named(own).unwrap_or_else(|| panic!("WGSL has no reduction {name}"));
        let out = match reduction {
            // As on the processor, `usize`.
            Count | ArgMin | ArgMax => Type::U64,
            Sum | Prod | Mean | Min | Max | Minimum | Maximum | Any | All | Run | Weight => value,
        };
        Folding { reduction, value, out }
    }

    /// What the elements of the scan of this name join, and whether it runs from the last element to the first.
    pub(crate) fn scanned(name: &str, value: Type) -> (Self, bool) {
        let own = bcast_shaders::without_attribute(name);
        let scanned = Reduction::scanned(own).unwrap_or_else(|| panic!("WGSL has no scan {name}"));
        (Folding { reduction: scanned.0, value, out: value }, scanned.1)
    }

    /// What tells it from others.
    pub(super) fn key(&self) -> [usize; 3] {
        [self.reduction as usize, self.value.code(), self.out.code()]
    }

    /// Whether it says where.
    pub(crate) fn has_place(&self) -> bool {
        matches!(self.reduction, ArgMin | ArgMax)
    }

    /// The same of the components of vectors, which are reduced side by side; how many there are.
    fn components(&self) -> Option<(Self, usize)> {
        let Type::Array(&(value, len)) = self.value else { return None };
        Some((Folding { value, out: value, ..*self }, len))
    }

    /// The types of an accumulator's parts.
    pub(crate) fn parts(&self) -> Vec<Type> {
        if let Some((each, len)) = self.components() {
            return each.parts().repeat(len);
        }
        let own = self.value.computed();
        match self.reduction {
            ArgMin | ArgMax => vec![own, Type::U32],
            Run => own.fields().into_iter().map(|(_, of)| of).collect(),
            // `bool`s in the memory of a workgroup come out wrong on an H200, driver 580.159.
            Count | Any | All => vec![Type::U32],
            Sum | Prod | Mean | Min | Max | Minimum | Maximum | Weight => vec![own],
        }
    }

    /// The neutral parts.
    pub(super) fn identity(&self) -> Vec<String> {
        if let Some((each, len)) = self.components() {
            return (0..len).flat_map(|_| each.identity()).collect();
        }
        let own = self.value.computed();
        if let (Run, Type::Struct([(_, value), (_, sum)])) = (self.reduction, own) {
            let zero = if sum.is_float() { "0.0" } else { "0" };
            return vec![format!("nan_{}()", value.name()), literal(zero, *sum)];
        }
        let infinity = format!("infinity_{}()", own.name());
        let value = match self.reduction {
            // Nothing but -0 leaves every float as it is.
            Sum | Mean if own.is_float() => literal("-0.0", own),
            Sum | Mean | Weight => literal("0", own),
            Prod if own.is_float() => literal("1.0", own),
            Prod => literal("1", own),
            Run => unreachable!("what runs is a pair"),
            Any | Count => "0u".to_owned(),
            All => "1u".to_owned(),
            Minimum if own.is_float() => infinity,
            Maximum if own.is_float() => format!("-{infinity}"),
            // A NaN loses against everything.
            Min | Max | ArgMin | ArgMax if own.is_float() => format!("nan_{}()", own.name()),
            Min | Minimum | ArgMin => end(own, true),
            Max | Maximum | ArgMax => end(own, false),
        };
        let place = self.has_place().then(|| "0xffffffffu".to_owned());
        std::iter::once(value).chain(place).collect()
    }

    /// The parts of an element at a position.
    pub(super) fn lifted(&self, value: &str, position: &str) -> Vec<String> {
        if let Some((each, len)) = self.components() {
            return (0..len).flat_map(|at| each.lifted(&format!("{value}[{at}]"), position)).collect();
        }
        match self.reduction {
            Count | Any | All => vec![format!("u32({value})")],
            ArgMin | ArgMax => vec![value.to_owned(), position.to_owned()],
            Weight => vec![literal("0", self.value.computed())],
            Run => self.value.fields().iter().map(|(name, _)| format!("{value}.f_{name}")).collect(),
            Sum | Prod | Mean | Min | Max | Minimum | Maximum => vec![value.to_owned()],
        }
    }

    /// A statement that joins `b` into `a`.
    pub(super) fn join(&self, a: &[String], b: &[String]) -> String {
        if let Some((each, _)) = self.components() {
            let joins = a.chunks(1).zip(b.chunks(1)).map(|(a, b)| each.join(a, b));
            return joins.collect::<Vec<_>>().join(" ");
        }
        let own = self.value.name();
        let (first, second) = (&a[0], &b[0]);
        match self.reduction.join() {
            Join::Infix(sign) => format!("{first} = {first} {sign} {second};"),
            Join::First(name) => format!("{first} = {name}_{own}({first}, {second});"),
            Join::Place(name) => format!(
                "if ({name}_{own}({first}, {}, {second}, {})) {{ {first} = {second}; {} = {}; }}",
                a[1], b[1], a[1], b[1]
            ),
            Join::WhileEqual => {
                let [value, _] = self.parts()[..] else { unreachable!("what runs is a pair") };
                let (is_nan, more) = (format!("is_nan_{}({second})", value.name()), format!("{} + {}", a[1], b[1]));
                let chosen = format!("select({}, {more}, {first} == {second})", b[1]);
                format!("if (!{is_nan}) {{ {} = {chosen}; {first} = {second}; }}", a[1])
            }
        }
    }

    /// Whether as many elements are reduced as a `u32` counts at most.
    pub(crate) fn counts(&self) -> bool {
        self.has_place() || self.reduction == Count
    }

    /// The result of parts that some elements have made.
    pub(super) fn running(&self, parts: &[String]) -> String {
        if let Some((each, _)) = self.components() {
            let parts: Vec<String> = parts.chunks(1).map(|own| each.running(own)).collect();
            return format!("{}({})", self.out.name(), parts.join(", "));
        }
        match self.reduction {
            Run => format!("{}({})", self.value.name(), parts.join(", ")),
            Sum | Prod => rounded(&parts[0], self.value),
            _ => parts[0].clone(),
        }
    }

    /// The result of parts, of so many elements: the lower and the upper 32 bits of their number.
    pub(super) fn finish(&self, parts: &[String], [low, high]: [&str; 2]) -> String {
        if let Some((each, _)) = self.components() {
            let parts: Vec<String> = parts.chunks(1).map(|own| each.finish(own, [low, high])).collect();
            return format!("{}({})", self.out.name(), parts.join(", "));
        }
        let (value, own) = (&parts[0], self.value);
        let zero = literal(if own.is_float() { "0.0" } else { "0" }, own);
        let (name, billions) = (own.name(), literal("4294967296.0", own.computed()));
        let count = format!("({name}({low}) + {name}({high}) * {billions})");
        match self.reduction {
            Sum => rounded(&format!("select({value}, {zero}, ({low} | {high}) == 0u)"), own),
            Mean => rounded(&format!("{value} / {count}"), own),
            Weight => rounded(&format!("1.0 / {count}"), own),
            Prod => rounded(value, own),
            Count => format!("{}({value})", self.out.name()),
            ArgMin | ArgMax => format!("{}({})", self.out.name(), parts[1]),
            Any | All => format!("{value} != 0u"),
            Min | Max | Minimum | Maximum | Run => value.clone(),
        }
    }
}

/// The largest or the smallest integer.
fn end(own: Type, largest: bool) -> String {
    match own {
        Type::U32 | Type::U64 if !largest => literal("0", own),
        Type::U32 => literal("4294967295", own),
        Type::I32 => literal(if largest { "2147483647" } else { "-2147483648" }, own),
        Type::U64 => literal("18446744073709551615", own),
        _ => literal(if largest { "9223372036854775807" } else { "-9223372036854775808" }, own),
    }
}
