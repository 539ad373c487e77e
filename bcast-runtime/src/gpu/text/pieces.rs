//! Small pieces of text: lines, parameters, elements as they lie in memory and as they are computed with.

use crate::gpu::device::types::Type;
use std::fmt::Write;

/// Where the parameters are, in words: those of the kind of kernel, of which the first is the code of the call, the
/// second how many workgroups lie side by side, and the sixth zero; the sizes of all axes and the digits of a step
/// along the last of them; two words for each number; the start and the strides of each stream.
#[derive(Clone, Copy)]
pub(crate) struct Parameters {
    /// Words of the kind of kernel.
    pub(super) head: usize,
    pub(crate) axes: usize,
    /// How many axes have a digit of a step.
    pub(super) walked: usize,
    pub(crate) numbers: usize,
    pub(crate) streams: usize,
}

impl Parameters {
    pub(crate) fn sizes(&self) -> usize {
        self.head
    }

    pub(crate) fn steps(&self) -> usize {
        self.head + self.axes
    }

    pub(crate) fn number(&self, number: usize) -> usize {
        self.steps() + self.walked + 2 * number
    }

    pub(crate) fn stream(&self, stream: usize) -> usize {
        self.number(self.numbers) + stream * (1 + self.axes)
    }

    /// Words, a multiple of four.
    pub(crate) fn words(&self) -> usize {
        self.stream(self.streams).next_multiple_of(4)
    }
}

/// A parameter in WGSL.
pub(crate) fn word(at: usize) -> String {
    format!("p[{}].{}", at / 4, ["x", "y", "z", "w"][at % 4])
}

pub(crate) fn line(text: &mut String, line: impl AsRef<str>) {
    text.push_str(line.as_ref());
    text.push('\n');
}

/// Lines further to the right.
pub(super) fn indented(lines: &str, depth: usize) -> String {
    lines.lines().fold(String::new(), |mut text, own| {
        let _ = writeln!(text, "{:width$}{own}", "", width = 4 * depth);
        text
    })
}

/// An element as it is computed with, of what lies in memory; of a packed one, in the lowest bits.
pub(super) fn loaded(place: &str, element: Type) -> String {
    match (element, element.packed()) {
        (Type::Bool, _) => format!("({place} & 1u) != 0u"),
        (Type::F16, _) => format!("f32({place})"),
        (Type::I8 | Type::I16, Some(bits)) => format!("extractBits(bitcast<i32>({place}), 0u, {bits}u)"),
        (_, Some(bits)) => format!("extractBits({place}, 0u, {bits}u)"),
        _ if !element.is_stored_so() => format!("load_{}({place})", element.word()),
        _ => place.to_owned(),
    }
}

/// An element as it lies in memory.
pub(crate) fn stored(value: &str, element: Type) -> String {
    match element {
        Type::Bool | Type::F16 => format!("{}({value})", element.stored()),
        Type::I8 | Type::I16 => format!("bitcast<u32>({value})"),
        Type::U8 | Type::U16 => value.to_owned(),
        _ if !element.is_stored_so() => format!("store_{}({value})", element.word()),
        _ => value.to_owned(),
    }
}

/// A number from parameters.
pub(crate) fn from_words(at: usize, element: Type) -> String {
    let (low, high) = (word(at), word(at + 1));
    match element {
        Type::U8 | Type::U16 | Type::U32 => low,
        Type::Bool => format!("({low} != 0u)"),
        Type::F16 | Type::F32 | Type::I8 | Type::I16 | Type::I32 => format!("bitcast<{}>({low})", element.name()),
        Type::U64 => format!("((u64({high}) << 32u) | u64({low}))"),
        Type::I64 | Type::F64 => format!("bitcast<{}>((u64({high}) << 32u) | u64({low}))", element.name()),
        Type::Array(_) | Type::Struct(_) => unreachable!("a parameter is a number"),
    }
}

/// A place, which may count from the end, as a number.
pub(super) fn counted(place: &str, element: Type) -> String {
    match element {
        Type::U8 | Type::U16 | Type::U32 => place.to_owned(),
        Type::I64 => format!("i64(bitcast<i32>({place}))"),
        Type::U64 => format!("bitcast<u64>(i64(bitcast<i32>({place})))"),
        _ => format!("bitcast<i32>({place})"),
    }
}
