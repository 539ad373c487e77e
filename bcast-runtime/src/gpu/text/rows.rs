//! The text of a kernel that does all passes of a call which reduces rows: each task, a group of threads, has a row.
//!
//! ```text
//! for columns: join into accumulators          a pass that reduces; its elements may stay in workgroup memory
//! the tree of joins, which all threads read: r0
//! r1 = element1(r0, ..)                        a pass that maps what is left of rows
//! for columns: store                           the last pass
//! ```
//! A thread has the same columns in every pass, so it alone reads and writes the elements of a target.

use super::assembly::{Arrays, main_of};
use super::fold::Folding;
use super::function::{Argument, Function};
use super::pieces::{Parameters, indented, line, loaded, stored, word};
use super::reduce::{folded, joined, shared, started};
use super::spec::{Kind, Spec};
use super::storage::Storage;
use super::walk::{Four, Lanes, Source, Stream, Walk, kept_first};
use crate::gpu::device::kernel::Text;
use crate::gpu::device::types::Type;
use crate::gpu::tuning::{EACH, THREADS};
use std::fmt::Write;

/// Words before the sizes of axes: 0 the code of the call, 1 workgroups side by side, 2 rows, 3 threads of a row, 4
/// columns or vectors, 5 zero, 6 the elements of a row.
pub(super) const HEAD: usize = 7;
const PARAMETERS: &str = "the code of the call, workgroups side by side, rows, threads of a row; \
     columns or vectors, 0, elements of a row, then sizes of axes, digits of a step, numbers, the start and the \
     strides of each array";

/// All passes of such a call.
pub(crate) struct Rows<'a> {
    /// Arrays on the device, each once.
    pub(crate) arrays: Vec<Array>,
    pub(crate) steps: Vec<Step<'a>>,
    pub(crate) kept: usize,
    pub(crate) reduced: usize,
    /// Elements of workgroup memory for each value that is kept there.
    pub(crate) room: usize,
}

/// An array of the kernel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Array {
    pub(crate) element: Type,
    pub(crate) wide: bool,
    pub(crate) written: bool,
}

/// A pass.
pub(crate) struct Step<'a> {
    /// What is kept of the elements counts as fresh.
    pub(crate) spec: Spec<'a>,
    pub(crate) foldings: Vec<Folding>,
    /// It has an element for each row, not for each column of it.
    pub(crate) is_of_rows: bool,
    /// Where each operand comes from.
    pub(crate) from: Vec<From>,
    /// The arrays of targets and results; none but the last pass has any.
    pub(crate) into: Vec<usize>,
}

/// Where an operand comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum From {
    Array(usize),
    /// What a pass leaves of each row: the pass, and which of its values.
    Row(usize, usize),
    /// An element that a pass keeps.
    Kept(usize, usize),
    Elsewhere,
}

impl Rows<'_> {
    /// What tells kernels apart.
    pub(crate) fn key(&self) -> Vec<usize> {
        let mut key = vec![usize::MAX, self.kept, self.reduced, self.room];
        key.extend(
            self.arrays
                .iter()
                .map(|array| array.element.code() * 4 + usize::from(array.wide) * 2 + usize::from(array.written)),
        );
        for step in &self.steps {
            key.extend(step.spec.key());
            key.push(step.is_of_rows.into());
            key.extend(step.into.iter().copied());
            key.extend(step.from.iter().flat_map(|from| match *from {
                From::Array(array) => [1, array, 0],
                From::Row(pass, value) => [2, pass, value],
                From::Kept(pass, value) => [3, pass, value],
                From::Elsewhere => [0; 3],
            }));
        }
        key
    }

    /// Where the parameters are.
    pub(crate) fn parameters(&self) -> Parameters {
        let own = self.steps.iter().map(|step| step.spec.parameters(HEAD, self.reduced));
        let (axes, walked) = (self.kept + self.reduced, self.reduced);
        let streams = self.steps.iter().map(|step| step.streams().len()).sum();
        Parameters { head: HEAD, axes, walked, numbers: own.map(|own| own.numbers).sum(), streams }
    }

    /// Bytes of workgroup memory for joining accumulators.
    pub(crate) fn joining(&self) -> usize {
        self.parts().iter().map(|part| part.bytes() * THREADS as usize).sum()
    }

    fn parts(&self) -> Vec<Type> {
        self.steps.iter().flat_map(|step| &step.foldings).flat_map(Folding::parts).collect()
    }

    fn is_wide(&self) -> bool {
        self.steps.iter().any(|step| step.spec.wide)
    }

    /// Writes the kernel.
    pub(crate) fn text(&self) -> Text {
        let parameters = self.parameters();
        let mut arrays = Arrays::default();
        for (at, array) in self.arrays.iter().enumerate() {
            arrays.declare(&format!("array{at}"), array.element, array.wide, array.written);
        }
        let mut streams = self.streams(&parameters);
        let mut functions = shared(&self.parts());
        let mut main = own_row() + &kept_first("row", self.kept, &parameters, &mut streams);
        let (mut numbers, mut parts, mut streams) = (0, 0, streams.into_iter());
        for (at, step) in self.steps.iter().enumerate() {
            let number = |number: usize| parameters.number(numbers + number);
            let function = Function::of(format!("element{at}"), &step.spec, &step.spec.values(), number);
            functions.push_str(&function.text);
            arrays.of(&function);
            numbers += step.spec.parameters(HEAD, 0).numbers;
            let streams = streams.by_ref().take(step.streams().len()).collect();
            let (sizes, steps) = (parameters.sizes() + self.kept, parameters.steps());
            let walk = Walk { digit: 'y', axes: self.reduced, sizes, steps, streams };
            let writer = Writer { rows: self, at, step, function: &function, walk: &walk };
            let lines = if step.is_of_rows { writer.row() } else { writer.columns(&mut parts) };
            main.push_str(&lines);
            functions.push_str(&self.memory(at, step));
        }
        arrays.text(PARAMETERS, &parameters, &functions, &main_of(&main))
    }

    /// The streams of all passes.
    fn streams(&self, parameters: &Parameters) -> Vec<Stream> {
        let mut streams = Vec::new();
        for (at, step) in self.steps.iter().enumerate() {
            for (place, kind) in step.streams() {
                let start = parameters.stream(streams.len());
                streams.push(Stream::at(format!("{place}_{at}"), start, step.spec.each(kind)));
            }
        }
        streams
    }

    /// Workgroup memory for what a pass keeps of its elements.
    fn memory(&self, at: usize, step: &Step) -> String {
        let count = if step.is_of_rows { 0 } else { step.kept() };
        let memory = |(index, element): (usize, &Type)| {
            let of = Storage::of_workgroup("").items(*element, self.is_wide());
            let room = if self.is_wide() { self.room / EACH as usize } else { self.room };
            format!("var<workgroup> kept{at}_{index}: array<{of}, {room}>;\n")
        };
        step.spec.fresh[..count].iter().enumerate().map(memory).collect()
    }
}

/// Which row a thread has, and which of its columns.
fn own_row() -> String {
    let (side, rows, lanes, columns) = (word(1), word(2), word(3), word(4));
    format!(
        "let own = lane / {lanes};\n\
         let member = lane % {lanes};\n\
         let row = (group.y * {side} + group.x) * ({THREADS}u / {lanes}) + own;\n\
         let end = select(0u, {columns}, row < {rows});\n"
    )
}

impl Step<'_> {
    /// The names of places: of what is read or written in arrays, and of ranges.
    pub(crate) fn streams(&self) -> Vec<(String, Kind)> {
        let kind = |leaf: usize| self.spec.reads[leaf].kind;
        let walks = |leaf: &usize| matches!(self.from[*leaf], From::Array(_)) || kind(*leaf) == Kind::Range;
        let reads = (0..self.from.len()).filter(walks).map(|leaf| (format!("i{leaf}"), kind(leaf)));
        reads.chain((0..self.into.len()).map(|index| (format!("o{index}"), Kind::Array))).collect()
    }

    /// How many of its elements stay in workgroup memory.
    pub(crate) fn kept(&self) -> usize {
        if self.into.is_empty() { self.spec.fresh.len() } else { 0 }
    }
}

/// The column, or the vector, of the next elements of a thread.
fn further(k: u32) -> String {
    if k == 0 { "at".to_owned() } else { format!("at + {k}u * {}", word(3)) }
}

/// Writes one pass.
struct Writer<'w> {
    rows: &'w Rows<'w>,
    at: usize,
    step: &'w Step<'w>,
    function: &'w Function,
    walk: &'w Walk,
}

impl Writer<'_> {
    fn source(&self, argument: Argument) -> Source {
        let at = self.at;
        let leaf = match argument {
            Argument::Leaf(leaf) => leaf,
            Argument::Old(target) => {
                return Source::Array(self.array(self.step.into[target]), format!("o{target}_{at}"));
            }
        };
        match self.step.from[leaf] {
            From::Array(array) => Source::Array(self.array(array), format!("i{leaf}_{at}")),
            From::Row(pass, value) => Source::Value(format!("r{pass}_{value}")),
            From::Kept(pass, value) => {
                Source::Array(Storage::of_workgroup(format!("kept{pass}_{value}")), "own_column".to_owned())
            }
            From::Elsewhere => Source::Place(format!("i{leaf}_{at}")),
        }
    }

    /// An array of the kernel.
    fn array(&self, at: usize) -> Storage {
        Storage::new(format!("array{at}"), self.rows.arrays[at].written)
    }

    /// A pass over columns, whose accumulators have the shared memory from part `parts` on.
    fn columns(&self, parts: &mut usize) -> String {
        let (step, first, lanes) = (self.step, *parts, word(3));
        let own = |folding: &Folding| {
            *parts += folding.parts().len();
            (*parts - folding.parts().len()..*parts).map(|at| format!("acc{at}")).collect()
        };
        let accumulators: Vec<Vec<String>> = step.foldings.iter().map(own).collect();
        let lines = self.own_columns() + &self.elements(&accumulators);
        let advance = format!("{}u * {lanes}", step.spec.steps());
        let mut walk = self.walk.digits("member");
        let _ = writeln!(walk, "for (var at = member; at < end; at += {advance}) {{\n{}}}", indented(&lines, 1));
        let mut text = started(&step.foldings, &accumulators);
        let _ = write!(text, "{{\n{}}}\n", indented(&walk, 1));
        if !step.foldings.is_empty() {
            text.push_str(&self.join(&accumulators, first));
        }
        text
    }

    /// The elements of a thread that come next: joined into accumulators, stored.
    fn elements(&self, accumulators: &[Vec<String>]) -> String {
        let (step, function) = (self.step, self.function);
        let source = |argument| self.source(argument);
        let four = Four { spec: &step.spec, function, walk: self.walk, source: &source, on: true };
        four.text(
            |k| format!("{} < end", further(k)),
            |found| {
                let position = |part: u32| {
                    let at = further(found.number);
                    if step.spec.wide { format!("{EACH}u * ({at}) + {part}u") } else { at }
                };
                folded(&step.foldings, function, found, accumulators, position) + &self.stores(&four, found)
            },
        )
    }

    /// The places of these elements in workgroup memory, if something is kept there.
    fn own_columns(&self) -> String {
        let step = self.step;
        let is_kept = step.kept() > 0 || step.from.iter().any(|from| matches!(from, From::Kept(..)));
        let columns = word(4);
        let column = |k| format!("let own_column_{k} = own * {columns} + min({}, {columns} - 1u);\n", further(k));
        if is_kept { (0..step.spec.steps()).map(column).collect() } else { String::new() }
    }

    fn stores(&self, four: &Four, found: &Lanes) -> String {
        let (at, step) = (self.at, self.step);
        if step.into.is_empty() {
            let kept = (0..step.kept()).map(|index| (format!("kept{at}_{index}"), step.foldings.len() + index));
            let store = |(array, value)| four.store(&Storage::of_workgroup(array), "own_column", value, found);
            return kept.map(store).collect();
        }
        let stores = step.into.iter().enumerate();
        stores.map(|(at, &array)| four.store(&self.array(array), &format!("o{at}_{}", self.at), at, found)).collect()
    }

    /// The tree of joins, and what every thread has of it.
    fn join(&self, accumulators: &[Vec<String>], parts: usize) -> String {
        let (lanes, foldings) = (word(3), &self.step.foldings);
        let tree = joined(foldings, accumulators, &lanes, parts);
        let mut text = format!("{{\n{}}}\nworkgroupBarrier();\n", indented(&tree, 1));
        let mut at = parts;
        for (value, (folding, own)) in foldings.iter().zip(accumulators).enumerate() {
            let shared: Vec<String> = (at..at + own.len()).map(|at| format!("shared{at}[own * {lanes}]")).collect();
            at += own.len();
            let result = folding.finish(&shared, [&word(6), "0u"]);
            line(&mut text, format!("let r{}_{value} = {result};", self.at));
        }
        text
    }

    /// A pass over what is left of rows: every thread computes it, and the first one of a row stores it.
    fn row(&self) -> String {
        let (at, step, function) = (self.at, self.step, self.function);
        let argument = |argument| {
            let element = match argument {
                Argument::Leaf(leaf) => step.spec.reads[leaf].element,
                Argument::Old(target) => step.spec.targets[target],
            };
            match self.source(argument) {
                Source::Array(array, place) => loaded(&array.load(&self.place(&place), element, false), element),
                Source::Place(place) => self.place(&place),
                Source::Value(value) => value,
            }
        };
        let (mut text, mut lines) = (String::new(), String::new());
        let values = step.spec.values();
        line(&mut lines, format!("let e = {};", function.call(argument)));
        for (value, (_, element)) in values.iter().enumerate() {
            let made = function.value("e", value);
            match step.into.get(value) {
                Some(&array) => {
                    let place = self.place(&format!("o{value}_{at}"));
                    lines.push_str(&self.array(array).store(&place, &[stored(&made, *element)], *element));
                }
                None => {
                    line(&mut text, format!("var r{at}_{value}: {};", element.name()));
                    line(&mut lines, format!("r{at}_{value} = {made};"));
                }
            }
        }
        let first = if step.into.is_empty() { "" } else { " && member == 0u" };
        let _ = write!(text, "if (row < {}{first}) {{\n{}}}\n", word(2), indented(&lines, 1));
        text
    }

    /// Where the element of this row is.
    fn place(&self, place: &str) -> String {
        if self.rows.kept > 0 {
            return format!("{place}_s");
        }
        let stream = self.walk.streams.iter().find(|stream| stream.place == place);
        stream.map_or_else(|| "0u".to_owned(), |stream| stream.start.clone())
    }
}
