//! The text of a kernel: what it is made of, its parameters, its arrays.
//!
//! ```text
//! fn element(a0: f32, a1: f32) -> f32 { .. }    one element (`function`)
//! fn main(..) {                                 which elements a thread has, and where they are (`map`, `reduce`, `rows`)
//!     ..
//!     let a0_0 = in0[i0_0];                     four of them at a time (`walk`)
//!     ..
//! }
//! ```
//! Shapes and strides are parameters: the text depends on types, on the number of merged axes, and on whether arrays are read
//! as vectors.

use super::element::Type;
use super::formula::{Formula, Value};
use super::function::Argument;
use super::walk::{EACH, Source, Stream};

/// Threads of a workgroup.
pub(super) const THREADS: u32 = 256;

/// What a kernel does, but for shapes.
#[derive(Clone)]
pub(crate) struct Spec<'a> {
    pub(super) formula: &'static Formula,
    /// The types of the steps.
    pub(super) types: &'a [Type],
    pub(super) reads: Vec<Read>,
    /// Element types of targets.
    pub(super) targets: &'a [Type],
    /// Element types of fresh results.
    pub(super) fresh: &'a [Type],
    /// Axes left when they are merged.
    pub(super) axes: usize,
    /// Threads take four neighbours, a vector of each array.
    pub(super) wide: bool,
    /// In a wide kernel: vectors that a thread takes at a time.
    pub(super) vectors: u32,
    /// Workgroups have squares of this axis and the last one.
    pub(super) across: Option<usize>,
}

/// An operand of a kernel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Read {
    pub(super) kind: Kind,
    pub(super) element: Type,
    /// In a wide kernel: it has one element for all four neighbours.
    pub(super) splat: bool,
    /// In a kernel of squares: it lies across.
    pub(super) turned: bool,
}

/// Where the elements of an operand come from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// An array on the device.
    Array,
    /// A parameter.
    Number,
    /// Counted from a parameter.
    Range,
    /// Nowhere: it only has a shape.
    Shape,
}

impl Read {
    /// Whether it has a place for each element.
    pub(super) fn walks(&self) -> bool {
        matches!(self.kind, Kind::Array | Kind::Range)
    }
}

/// A kernel's text.
#[derive(Debug)]
pub(crate) struct Text {
    pub(crate) wgsl: String,
    /// Which of the arrays are written.
    pub(super) writes: Vec<bool>,
    pub(super) raises: bool,
}

/// Where the parameters are, in words: those of the kind of kernel, of which the first is the code of the call, the second
/// how many workgroups lie side by side, and the sixth zero; the sizes of all axes and the digits of a step along
/// the last of them; two words for each number; the start and the strides of each stream.
#[derive(Clone, Copy)]
pub(super) struct Parameters {
    /// Words of the kind of kernel.
    pub(super) head: usize,
    pub(super) axes: usize,
    /// How many axes have a digit of a step.
    pub(super) walked: usize,
    pub(super) numbers: usize,
    pub(super) streams: usize,
}

impl Parameters {
    pub(super) fn sizes(&self) -> usize {
        self.head
    }

    pub(super) fn steps(&self) -> usize {
        self.head + self.axes
    }

    pub(super) fn number(&self, number: usize) -> usize {
        self.steps() + self.walked + 2 * number
    }

    pub(super) fn stream(&self, stream: usize) -> usize {
        self.number(self.numbers) + stream * (1 + self.axes)
    }

    /// Words, a multiple of four.
    pub(super) fn words(&self) -> usize {
        self.stream(self.streams).next_multiple_of(4)
    }
}

/// A parameter in WGSL.
pub(super) fn word(at: usize) -> String {
    format!("p[{}].{}", at / 4, ["x", "y", "z", "w"][at % 4])
}

impl Spec<'_> {
    /// What tells kernels apart.
    pub(super) fn key(&self) -> Vec<usize> {
        let across = self.across.map_or(0, |axis| axis + 1);
        let sizes = [self.axes, self.wide.into(), across, self.targets.len(), self.fresh.len()];
        let mut key = vec![std::ptr::from_ref(self.formula).addr()];
        key.extend(sizes);
        let flags = |read: &Read| usize::from(read.splat) + 2 * usize::from(read.turned);
        let read = |read: &Read| (read.kind as usize * 16 + read.element as usize) * 4 + flags(read);
        key.extend(self.reads.iter().map(read));
        key.extend(self.types.iter().chain(self.targets).chain(self.fresh).map(|&element| element as usize));
        key
    }

    /// Elements, or vectors, that a thread takes at a time.
    pub(super) fn steps(&self) -> u32 {
        if self.wide { self.vectors } else { EACH }
    }

    /// Where the parameters of this kernel are, after `head` words of its kind.
    pub(super) fn parameters(&self, head: usize, walked: usize) -> Parameters {
        let numbers = self.reads.iter().filter(|read| matches!(read.kind, Kind::Number | Kind::Range)).count();
        let streams = self.places().len();
        Parameters { head, axes: self.axes, walked, numbers, streams }
    }

    /// The names of the places in each array and range.
    fn places(&self) -> Vec<String> {
        let reads =
            self.reads.iter().enumerate().filter(|(_, read)| read.walks()).map(|(index, _)| format!("i{index}"));
        let targets = (0..self.targets.len()).map(|index| format!("t{index}"));
        let fresh = (0..self.fresh.len()).map(|index| format!("o{index}"));
        reads.chain(targets).chain(fresh).collect()
    }

    /// The streams of this kernel.
    pub(super) fn streams(&self, parameters: &Parameters) -> Vec<Stream> {
        let kinds = self.reads.iter().filter(|read| read.walks()).map(|read| read.kind);
        let kinds = kinds.chain(std::iter::repeat(Kind::Array));
        let streams = self.places().into_iter().zip(kinds).enumerate();
        streams.map(|(at, (place, kind))| Stream::at(place, parameters.stream(at), self.each(kind))).collect()
    }

    /// How many elements count as one along the innermost axis: vectors are one of an array.
    pub(super) fn each(&self, kind: Kind) -> u32 {
        if self.wide && kind == Kind::Range { EACH } else { 1 }
    }

    /// What the element function returns: the elements of targets, what is reduced, the elements of results.
    pub(super) fn values(&self) -> Vec<(Value, Type)> {
        let stored = self.formula.stored.iter().copied().zip(self.targets.iter().copied());
        let folds = self.formula.folds.iter().map(|fold| (fold.value, self.type_of(fold.value)));
        let values = self.formula.values.iter().copied().zip(self.fresh.iter().copied());
        stored.chain(folds).chain(values).collect()
    }

    /// The type of a value.
    pub(super) fn type_of(&self, value: Value) -> Type {
        match value {
            Value::Leaf(leaf) => self.reads[leaf].element,
            Value::Old(target) => self.targets[target],
            Value::Step(step) => self.types[step],
            // Rust's own default.
            Value::Integer(_) => Type::I32,
        }
    }

    /// The arrays of operands and of targets in a kernel with bindings of its own for each.
    pub(super) fn source(&self, argument: Argument) -> Source {
        match argument {
            Argument::Leaf(leaf) if self.reads[leaf].kind == Kind::Range => Source::Place(format!("i{leaf}")),
            Argument::Leaf(leaf) => Source::Array(format!("in{leaf}"), format!("i{leaf}")),
            Argument::Old(target) => Source::Array(format!("target{target}"), format!("t{target}")),
        }
    }
}

/// The declarations of a kernel's arrays.
#[derive(Default)]
pub(super) struct Arrays {
    text: String,
    writes: Vec<bool>,
}

impl Arrays {
    /// The next array, of vectors of four or of single elements.
    pub(super) fn declare(&mut self, name: &str, element: Type, wide: bool, written: bool) {
        let of = if wide { format!("vec4<{}>", element.stored()) } else { element.stored().to_owned() };
        self.declare_as(name, &of, written);
    }

    fn declare_as(&mut self, name: &str, of: &str, written: bool) {
        self.writes.push(written);
        let access = if written { "read_write" } else { "read" };
        let binding = self.writes.len();
        line(&mut self.text, format!("@group(0) @binding({binding}) var<storage, {access}> {name}: array<{of}>;"));
    }

    /// The arrays that operands lie in.
    pub(super) fn operands(&mut self, spec: &Spec) {
        for (index, read) in spec.reads.iter().enumerate().filter(|(_, read)| read.kind == Kind::Array) {
            self.declare(&format!("in{index}"), read.element, spec.wide && !read.splat, false);
        }
    }

    /// Arrays that are written.
    pub(super) fn written(&mut self, name: &str, elements: &[Type], wide: bool) {
        for (index, &element) in elements.iter().enumerate() {
            self.declare(&format!("{name}{index}"), element, wide, true);
        }
    }

    /// A kernel from its parts; functions that they call are added.
    pub(super) fn text(mut self, comment: &str, parameters: &Parameters, functions: &str, main: &str) -> Text {
        let called = bcast_shaders::needed(&format!("{functions}{main}"));
        let helpers: String = called.map(|helper| helper.text.as_str()).collect();
        let raises = helpers.contains("raise(");
        if raises {
            self.declare_as("raised", "atomic<u32>", true);
        }
        let vectors = parameters.words() / 4;
        let all = format!("{}\n{helpers}{functions}\n{main}", self.text);
        let enable = if all.contains("f16") { "enable f16;\n" } else { "" };
        let mut wgsl =
            format!("// p: {comment}\n{enable}@group(0) @binding(0) var<uniform> p: array<vec4<u32>, {vectors}>;\n");
        wgsl.push_str(&all);
        Text { wgsl, writes: self.writes, raises }
    }
}

/// The head of a kernel's main function.
pub(super) fn main_of(lines: &str) -> String {
    format!(
        "@compute @workgroup_size({THREADS})\n\
         fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {{\n\
         {}}}\n",
        super::walk::indented(lines, 1)
    )
}

pub(super) fn line(text: &mut String, line: impl AsRef<str>) {
    text.push_str(line.as_ref());
    text.push('\n');
}

/// An element as it is computed with.
pub(super) fn loaded(place: &str, element: Type) -> String {
    match element {
        Type::Bool => format!("{place} != 0u"),
        Type::F16 => format!("f32({place})"),
        _ => place.to_owned(),
    }
}

/// An element as it lies in memory.
pub(super) fn stored(value: &str, element: Type) -> String {
    match element {
        Type::Bool | Type::F16 => format!("{}({value})", element.stored()),
        _ => value.to_owned(),
    }
}

/// A number from parameters.
pub(super) fn from_words(at: usize, element: Type) -> String {
    let (low, high) = (word(at), word(at + 1));
    match element {
        Type::U32 => low,
        Type::Bool => format!("({low} != 0u)"),
        Type::F16 | Type::F32 | Type::I32 => format!("bitcast<{}>({low})", element.name()),
        Type::U64 => format!("((u64({high}) << 32u) | u64({low}))"),
        Type::I64 | Type::F64 => format!("bitcast<{}>((u64({high}) << 32u) | u64({low}))", element.name()),
    }
}

/// A place, which may count from the end, as a number.
pub(super) fn counted(place: &str, element: Type) -> String {
    match element {
        Type::U32 => place.to_owned(),
        Type::I64 => format!("i64(bitcast<i32>({place}))"),
        Type::U64 => format!("bitcast<u64>(i64(bitcast<i32>({place})))"),
        _ => format!("bitcast<i32>({place})"),
    }
}
