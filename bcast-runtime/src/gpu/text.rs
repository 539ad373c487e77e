//! The text of a kernel: operands, parameters, the loop around the element function.
//!
//! ```text
//! fn element(i0: u32, i1: u32, o0: u32) {       one element, at these places of the arrays
//!     let a0 = in0[i0];
//!     ..
//!     out0[o0] = v1;
//! }
//! fn main(..) {                                 which elements a thread has, and where they are
//! ```
//! Shapes and strides are parameters: the text depends on types and on the number of merged axes alone. A workgroup of
//! 256 threads does 1,024 elements, four a thread, 256 apart, so that neighbours read neighbours. Where rows are long,
//! a workgroup stays in one row, and no thread divides.

use super::element::Type;
use super::formula::Formula;
use super::spell::Body;
use std::fmt::Write;

/// Threads of a workgroup.
pub(super) const THREADS: u32 = 256;
/// Elements of a thread.
pub(super) const EACH: u32 = 4;

/// What a kernel does, but for shapes.
pub(crate) struct Spec<'a> {
    pub(super) formula: &'static Formula,
    /// The types of the steps.
    pub(super) types: &'a [Type],
    pub(super) reads: &'a [Read],
    /// Element types of targets.
    pub(super) targets: &'a [Type],
    /// Element types of fresh results.
    pub(super) fresh: &'a [Type],
    /// Axes left when they are merged.
    pub(super) axes: usize,
}

/// An operand of a kernel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Read {
    pub(super) kind: Kind,
    pub(super) element: Type,
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

/// Where the parameters are, in words.
///
/// 0 the code of the call, 1 workgroups side by side, 2 workgroups a row or 0, 3 columns, 4 elements, 5 zero, 6.. the sizes
/// of the axes before the last, then two words for each number, then the start and the strides of each stream.
pub(super) struct Parameters {
    axes: usize,
    numbers: usize,
    streams: usize,
}

impl Parameters {
    pub(super) const SIZES: usize = 6;

    pub(super) fn of(spec: &Spec) -> Self {
        let numbers = spec.reads.iter().filter(|read| matches!(read.kind, Kind::Number | Kind::Range)).count();
        let walking = spec.reads.iter().filter(|read| read.walks()).count();
        Parameters { axes: spec.axes, numbers, streams: walking + spec.targets.len() + spec.fresh.len() }
    }

    pub(super) fn number(&self, number: usize) -> usize {
        Self::SIZES + self.axes - 1 + 2 * number
    }

    pub(super) fn stream(&self, stream: usize) -> usize {
        self.number(self.numbers) + stream * (1 + self.axes)
    }

    /// Words, a multiple of four.
    pub(super) fn words(&self) -> usize {
        self.stream(self.streams).next_multiple_of(4)
    }
}

/// The same for who reads a kernel.
const PARAMETERS: &str = "the code of the call, workgroups side by side, workgroups a row or 0, columns; elements, 0, sizes of \
                          the axes before the last, numbers, then the start and the strides of each array";

/// A parameter in WGSL.
pub(super) fn word(at: usize) -> String {
    format!("p[{}].{}", at / 4, ["x", "y", "z", "w"][at % 4])
}

impl Spec<'_> {
    /// What tells kernels apart.
    pub(super) fn key(&self) -> Vec<usize> {
        let mut key = vec![std::ptr::from_ref(self.formula).addr(), self.axes, self.targets.len(), self.fresh.len()];
        key.extend(self.reads.iter().map(|read| read.kind as usize * 16 + read.element as usize));
        key.extend(self.types.iter().chain(self.targets).chain(self.fresh).map(|&element| element as usize));
        key
    }

    /// Writes the kernel.
    pub(crate) fn text(&self) -> Text {
        let parameters = Parameters::of(self);
        let body = self.element(&parameters);
        let (mut head, mut writes) = (String::new(), Vec::new());
        let mut array =
            |name: String, element: Type, written: bool| array_of(&mut head, &mut writes, &name, element, written);
        for (index, read) in self.reads.iter().enumerate().filter(|(_, read)| read.kind == Kind::Array) {
            array(format!("in{index}"), read.element, false);
        }
        self.targets.iter().enumerate().for_each(|(index, &element)| array(format!("target{index}"), element, true));
        self.fresh.iter().enumerate().for_each(|(index, &element)| array(format!("out{index}"), element, true));
        let main = self.main(&parameters);
        Text::assembled(PARAMETERS, parameters.words(), head, writes, &body, &main)
    }

    /// The names of the places in each array.
    fn places(&self) -> Vec<String> {
        let reads =
            self.reads.iter().enumerate().filter(|(_, read)| read.walks()).map(|(index, _)| format!("i{index}"));
        let targets = (0..self.targets.len()).map(|index| format!("t{index}"));
        let fresh = (0..self.fresh.len()).map(|index| format!("o{index}"));
        reads.chain(targets).chain(fresh).collect()
    }

    fn element(&self, parameters: &Parameters) -> String {
        let mut body = Body::new(self.types, self.reads, self.targets);
        body.steps(self.formula.steps);
        let mut stores = String::new();
        for (index, (&value, &element)) in self.formula.stored.iter().zip(self.targets).enumerate() {
            let value = stored(&body.value_of(value, element), element);
            line(&mut stores, format!("    target{index}[t{index}] = {value};"));
        }
        for (index, (&value, &element)) in self.formula.values.iter().zip(self.fresh).enumerate() {
            let value = stored(&body.value_of(value, element), element);
            line(&mut stores, format!("    out{index}[o{index}] = {value};"));
        }
        let places: Vec<String> = self.places().iter().map(|place| format!("{place}: u32")).collect();
        let mut loads = loads(self.reads, &body, |number| parameters.number(number));
        for (index, &element) in self.targets.iter().enumerate().filter(|(index, _)| body.reads_old(*index)) {
            let value = loaded(&format!("target{index}[t{index}]"), element);
            line(&mut loads, format!("    let b{index} = {value};"));
        }
        format!("fn element({}) {{\n{loads}{}{stores}}}\n", places.join(", "), body.lines)
    }

    fn main(&self, parameters: &Parameters) -> String {
        let (block, last) = (THREADS * EACH, self.axes - 1);
        let streams: Vec<(String, usize)> =
            self.places().into_iter().enumerate().map(|(at, place)| (place, parameters.stream(at))).collect();
        let (side, by_rows, columns, elements) = (word(1), word(2), word(3), word(4));
        // The place of a row's first element.
        let rows = |indent: &str| {
            let mut text = String::new();
            if last == 0 {
                return text;
            }
            line(&mut text, format!("{indent}var rest = row;"));
            for axis in (1..last).rev() {
                let size = word(Parameters::SIZES + axis);
                line(&mut text, format!("{indent}let x{axis} = rest % {size};\n{indent}rest = rest / {size};"));
            }
            for (place, at) in &streams {
                let mut sum = format!("{} + rest * {}", word(*at), word(at + 1));
                for axis in 1..last {
                    let _ = write!(sum, " + x{axis} * {}", word(at + 1 + axis));
                }
                line(&mut text, format!("{indent}let {place} = {sum};"));
            }
            text
        };
        let call = |column: &str| {
            let start = |place: &str, at: usize| if last == 0 { word(at) } else { place.to_owned() };
            let places =
                streams.iter().map(|(place, at)| format!("{} + {column} * {}", start(place, *at), word(at + 1 + last)));
            format!("element({});", places.collect::<Vec<_>>().join(", "))
        };
        let mut text = format!(
            "@compute @workgroup_size({THREADS})\n\
             fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {{\n    \
             let block = group.y * {side} + group.x;\n"
        );
        if last == 0 {
            let _ = write!(
                text,
                "    for (var k = 0u; k < {EACH}u; k += 1u) {{\n        \
                 let column = block * {block}u + k * {THREADS}u + lane;\n        \
                 if (column < {columns}) {{\n            {}\n        }}\n    }}\n}}\n",
                call("column")
            );
            return text;
        }
        let _ = write!(
            text,
            "    if ({by_rows} != 0u) {{\n        \
             let row = block / {by_rows};\n        \
             let first = (block % {by_rows}) * {block}u + lane;\n        \
             if (row >= {elements} / {columns}) {{\n            return;\n        }}\n\
             {}        \
             for (var k = 0u; k < {EACH}u; k += 1u) {{\n            \
             let column = first + k * {THREADS}u;\n            \
             if (column < {columns}) {{\n                {}\n            }}\n        }}\n        return;\n    }}\n    \
             for (var k = 0u; k < {EACH}u; k += 1u) {{\n        \
             let at = block * {block}u + k * {THREADS}u + lane;\n        \
             if (at < {elements}) {{\n            \
             let row = at / {columns};\n            \
             let column = at % {columns};\n\
             {}            {}\n        }}\n    }}\n}}\n",
            rows("        "),
            call("column"),
            rows("            "),
            call("column"),
        );
        text
    }
}

impl Text {
    /// A kernel from its parts; functions that they call are added.
    pub(super) fn assembled(
        comment: &str,
        words: usize,
        mut head: String,
        mut writes: Vec<bool>,
        body: &str,
        main: &str,
    ) -> Text {
        let helpers = super::helpers::needed(&format!("{body}{main}"));
        let raises = helpers.contains("raise(");
        if raises {
            writes.push(true);
            let binding = writes.len();
            line(
                &mut head,
                format!("@group(0) @binding({binding}) var<storage, read_write> raised: array<atomic<u32>>;"),
            );
        }
        let vectors = words / 4;
        let wgsl = format!(
            "// p: {comment}\n@group(0) @binding(0) var<uniform> p: array<vec4<u32>, {vectors}>;\n{head}\n{helpers}{body}\n{main}"
        );
        Text { wgsl, writes, raises }
    }
}

/// Declares an array.
pub(super) fn array_of(head: &mut String, writes: &mut Vec<bool>, name: &str, element: Type, written: bool) {
    writes.push(written);
    let access = if written { "read_write" } else { "read" };
    let (binding, element) = (writes.len(), element.stored());
    line(head, format!("@group(0) @binding({binding}) var<storage, {access}> {name}: array<{element}>;"));
}

/// What an element function reads of its operands; `number` says where the parameters of a number are.
pub(super) fn loads(reads: &[Read], body: &Body, number: impl Fn(usize) -> usize) -> String {
    let mut loads = String::new();
    let mut numbers = 0;
    for (index, read) in reads.iter().enumerate() {
        let at = number(numbers);
        numbers += usize::from(matches!(read.kind, Kind::Number | Kind::Range));
        let element = read.element;
        let value = match read.kind {
            _ if !body.reads_leaf(index) => continue,
            Kind::Array => loaded(&format!("in{index}[i{index}]"), element),
            Kind::Number => from_words(at, element),
            Kind::Range => format!("{} + {}", from_words(at, element), counted(&format!("i{index}"), element)),
            Kind::Shape => continue,
        };
        line(&mut loads, format!("    let a{index} = {value};"));
    }
    loads
}

pub(super) fn line(text: &mut String, line: impl AsRef<str>) {
    text.push_str(line.as_ref());
    text.push('\n');
}

/// An element as it is computed with.
pub(super) fn loaded(place: &str, element: Type) -> String {
    if element == Type::Bool { format!("{place} != 0u") } else { place.to_owned() }
}

/// An element as it lies in memory.
pub(super) fn stored(value: &str, element: Type) -> String {
    if element == Type::Bool { format!("u32({value})") } else { value.to_owned() }
}

/// A number from parameters.
fn from_words(at: usize, element: Type) -> String {
    let (low, high) = (word(at), word(at + 1));
    match element {
        Type::U32 => low,
        Type::Bool => format!("({low} != 0u)"),
        Type::F32 | Type::I32 => format!("bitcast<{}>({low})", element.name()),
        Type::U64 => format!("((u64({high}) << 32u) | u64({low}))"),
        Type::I64 | Type::F64 => format!("bitcast<{}>((u64({high}) << 32u) | u64({low}))", element.name()),
    }
}

/// A place, which may count from the end, as a number.
fn counted(place: &str, element: Type) -> String {
    match element {
        Type::U32 => place.to_owned(),
        Type::I64 => format!("i64(bitcast<i32>({place}))"),
        Type::U64 => format!("bitcast<u64>(i64(bitcast<i32>({place})))"),
        _ => format!("bitcast<i32>({place})"),
    }
}
