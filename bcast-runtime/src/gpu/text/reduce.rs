//! The text of a kernel that reduces, and its parameters.
//!
//! A group of `lanes` threads, a power of two, has one task: a chunk of the elements of one result. Each thread
//! accumulates elements that lie `lanes` apart; then the group joins its accumulators in a tree. Where there is more
//! than one chunk, accumulators are what is written, and the same kernel without an element function joins those in
//! turn: chunk by chunk, until there is one. All of these numbers follow from the shape, so sums have the same bits
//! whenever they are computed, and all of them are parameters: a new shape compiles nothing.
//!
//! If elements side by side are reduced, neighbouring threads share a task (`along`), else they have neighbouring
//! tasks.

use super::assembly::{Arrays, main_of};
use super::fold::Folding;
use super::function::Function;
use super::pieces::{Parameters, indented, line, loaded, stored, word};
use super::spec::Spec;
use super::storage::Storage;
use super::tile::Tile;
use super::walk::{Four, Lanes, Stream, Walk, kept_first};
use crate::gpu::device::kernel::Text;
use crate::gpu::device::types::Type;
use crate::gpu::tuning::{EACH, THREADS};

/// The axes of a reduction when they are merged, and what it writes.
pub(crate) struct Reducing {
    pub(crate) foldings: Vec<Folding>,
    pub(crate) kept: usize,
    pub(crate) reduced: usize,
    /// Results, not accumulators.
    pub(crate) finish: bool,
    /// It joins accumulators.
    pub(crate) joins: bool,
    /// It goes by tiles.
    pub(crate) tile: Option<Tile>,
}

/// Words before the sizes of axes: 0 the code of the call, 1 workgroups side by side, 2 along or not, 3 lanes, 4
/// results, 5 zero, 6 chunks, 7 the elements (or vectors) of a chunk, 8 those of a result, 9 the elements that were
/// reduced to one, 10 the upper half of their number.
pub(super) const HEAD: usize = 11;
pub(super) const PARAMETERS: &str = "the code of the call, workgroups side by side, whether neighbours \
     share a task, threads of a task; results, 0, chunks, elements or vectors of a chunk; those of a result, \
     elements of all its chunks and the upper half of their number, then sizes of axes, digits of a step, numbers, \
     the start and the strides of each array, and of positions";

/// The name of positions.
const POSITION: &str = "position";

impl Reducing {
    /// What tells kernels apart, beside the specification.
    pub(crate) fn key(&self) -> Vec<usize> {
        let folds = self.foldings.iter().flat_map(Folding::key);
        let flags = usize::from(self.finish) * 2 + usize::from(self.joins);
        let tile = self.tile.iter().flat_map(Tile::key);
        [self.kept, self.reduced, flags].into_iter().chain(folds).chain(tile).collect()
    }

    /// Where the parameters are.
    pub(crate) fn parameters(&self, spec: &Spec) -> Parameters {
        let own = spec.parameters(HEAD, self.reduced);
        Parameters { streams: own.streams + usize::from(self.has_places()), ..own }
    }

    /// Whether there is a stream of positions, behind those of arrays.
    fn has_places(&self) -> bool {
        !self.joins && self.foldings.iter().any(Folding::has_place)
    }

    /// The element types of what is written, before what is kept of the elements themselves.
    pub(crate) fn outputs(&self) -> Vec<Type> {
        match self.finish {
            true => self.foldings.iter().map(|folding| folding.out).collect(),
            false => self.parts(),
        }
    }

    /// The element types of all accumulators' parts.
    fn parts(&self) -> Vec<Type> {
        self.foldings.iter().flat_map(Folding::parts).collect()
    }

    /// The names of all accumulators' parts.
    pub(super) fn named(&self, name: impl Fn(usize) -> String) -> Vec<Vec<String>> {
        let mut at = 0;
        let mut part = |_: Type| {
            at += 1;
            name(at - 1)
        };
        self.foldings.iter().map(|folding| folding.parts().into_iter().map(&mut part).collect()).collect()
    }

    /// Writes the kernel. `spec.fresh` are the elements that are kept as they are.
    pub(crate) fn text(&self, spec: &Spec) -> Text {
        if let Some(tile) = &self.tile {
            return self.text_of_tiles(spec, tile);
        }
        let parameters = self.parameters(spec);
        let mut arrays = Arrays::default();
        if self.joins {
            for (at, &element) in self.parts().iter().enumerate() {
                arrays.declare(&format!("part{at}"), element, false, false);
            }
        }
        arrays.operands(spec);
        arrays.written("folded", &self.outputs(), false);
        arrays.written("out", spec.fresh, spec.wide);
        let mut functions = shared(&self.parts());
        let walk = if self.joins {
            self.join_chunks()
        } else {
            let numbers = |number| parameters.number(number);
            let function = Function::of("element".to_owned(), spec, &spec.values(), numbers);
            functions.push_str(&function.text);
            arrays.of(&function);
            self.walk(spec, &parameters, &function)
        };
        arrays.text(PARAMETERS, &parameters, &functions, &main_of(&self.main(&walk)))
    }

    fn main(&self, walk: &str) -> String {
        let (side, along, lanes, results) = (word(1), word(2), word(3), word(4));
        let (chunks, chunk, elements) = (word(6), word(7), word(8));
        let accumulators = self.named(|at| format!("acc{at}"));
        let mut text = format!(
            "let tasks = {THREADS}u / {lanes};\n\
             let own = select(lane % tasks, lane / {lanes}, {along} != 0u);\n\
             let member = select(lane / tasks, lane % {lanes}, {along} != 0u);\n\
             let task = (group.y * {side} + group.x) * tasks + own;\n\
             let result = task % {results};\n\
             let first = (task / {results}) * {chunk};\n\
             let end = min(first + {chunk}, {elements});\n"
        );
        text.push_str(&started(&self.foldings, &accumulators));
        line(&mut text, format!("if (task < {results} * {chunks}) {{\n{}}}", indented(walk, 1)));
        text.push_str(&joined(&self.foldings, &accumulators, &lanes, 0));
        let stores = self.stores(&accumulators);
        line(&mut text, format!("if (member == 0u && task < {results} * {chunks}) {{\n{}}}", indented(&stores, 1)));
        text
    }

    /// Stores what a task has accumulated, or its results.
    pub(super) fn stores(&self, accumulators: &[Vec<String>]) -> String {
        let mut stores = String::new();
        let mut at = 0;
        for (folding, own) in self.foldings.iter().zip(accumulators) {
            let values = match self.finish {
                true => vec![(folding.finish(own, [&word(9), &word(10)]), folding.out)],
                false => own.iter().cloned().zip(folding.parts()).collect(),
            };
            for (value, element) in values {
                let folded = Storage::written(format!("folded{at}"));
                stores.push_str(&folded.store("task", &[stored(&value, element)], element));
                at += 1;
            }
        }
        stores
    }

    /// The loop of a thread over accumulators of chunks.
    fn join_chunks(&self) -> String {
        let (lanes, results) = (word(3), word(4));
        let mut lines = String::new();
        for (at, &element) in self.parts().iter().enumerate() {
            let part = loaded(&format!("part{at}[at * {results} + result]"), element);
            line(&mut lines, format!("let b{at} = {part};"));
        }
        let (own, others) = (self.named(|at| format!("acc{at}")), self.named(|at| format!("b{at}")));
        for (folding, (a, b)) in self.foldings.iter().zip(own.iter().zip(&others)) {
            line(&mut lines, folding.join(a, b));
        }
        format!("for (var at = first + member; at < end; at += {lanes}) {{\n{}}}\n", indented(&lines, 1))
    }

    /// The loop of a thread over elements.
    fn walk(&self, spec: &Spec, parameters: &Parameters, function: &Function) -> String {
        let mut streams = spec.streams(parameters);
        if self.has_places() {
            let each = if spec.wide { EACH } else { 1 };
            streams.push(Stream::at(POSITION.to_owned(), parameters.stream(streams.len()), each));
        }
        let mut text = kept_first("result", self.kept, parameters, &mut streams);
        let (sizes, steps) = (parameters.sizes() + self.kept, parameters.steps());
        let walk = Walk { digit: 'y', axes: self.reduced, sizes, steps, streams };
        text.push_str(&walk.digits("first + member"));
        let source = |argument| spec.source(argument);
        let four = Four { spec, function, walk: &walk, source: &source, on: true };
        let lanes = word(3);
        let further = |k: u32| if k == 0 { "at".to_owned() } else { format!("at + {k}u * {lanes}") };
        let lines = four.text(
            |k| format!("{} < end", further(k)),
            |found| {
                let position = |part| walk.place(POSITION, found.number, part);
                let accumulators = self.named(|at| format!("acc{at}"));
                let kept = (0..spec.fresh.len()).map(|index| {
                    let out = Storage::written(format!("out{index}"));
                    four.store(&out, &format!("o{index}"), self.foldings.len() + index, found)
                });
                folded(&self.foldings, function, found, &accumulators, position) + &kept.collect::<String>()
            },
        );
        let step = format!("{}u * {lanes}", spec.steps());
        line(&mut text, format!("for (var at = first + member; at < end; at += {step}) {{\n{}}}", indented(&lines, 1)));
        text
    }
}

/// Memory in which the threads of a task join accumulators.
pub(crate) fn shared(parts: &[Type]) -> String {
    let part =
        |(at, element): (usize, &Type)| format!("var<workgroup> shared{at}: array<{}, {THREADS}>;\n", element.name());
    parts.iter().enumerate().map(part).collect()
}

/// Accumulators of nothing.
pub(super) fn started(foldings: &[Folding], accumulators: &[Vec<String>]) -> String {
    let mut text = String::new();
    for (folding, own) in foldings.iter().zip(accumulators) {
        for (part, identity) in own.iter().zip(folding.identity()) {
            line(&mut text, format!("var {part} = {identity};"));
        }
    }
    text
}

/// Joins elements into accumulators; the first values of the function are what is reduced.
pub(super) fn folded(
    foldings: &[Folding],
    function: &Function,
    lanes: &Lanes,
    accumulators: &[Vec<String>],
    position: impl Fn(u32) -> String,
) -> String {
    let mut text = String::new();
    for (part, returned) in lanes.returned.iter().enumerate() {
        for (at, (folding, own)) in foldings.iter().zip(accumulators).enumerate() {
            let lifted = folding.lifted(&function.value(returned, at), &position(part as u32));
            line(&mut text, folding.join(own, &lifted));
        }
    }
    text
}

/// The tree of joins over the threads of a task, in the shared memory from part `first` on; the first thread has the
/// result.
pub(crate) fn joined(foldings: &[Folding], accumulators: &[Vec<String>], lanes: &str, first: usize) -> String {
    let mut text = format!("let slot = own * {lanes} + member;\n");
    let names: Vec<&String> = accumulators.iter().flatten().collect();
    let share: String = names.iter().zip(first..).map(|(name, at)| format!("shared{at}[slot] = {name};\n")).collect();
    text.push_str(&share);
    let mut at = first;
    let mut join = String::new();
    for (folding, own) in foldings.iter().zip(accumulators) {
        let others: Vec<String> = (at..at + own.len()).map(|at| format!("shared{at}[slot + half]")).collect();
        at += own.len();
        line(&mut join, folding.join(own, &others));
    }
    join.push_str(&share);
    let steps = format!("workgroupBarrier();\nif (member < half) {{\n{}}}\n", indented(&join, 1));
    line(
        &mut text,
        format!("for (var half = {lanes} / 2u; half > 0u; half = half / 2u) {{\n{}}}", indented(&steps, 1)),
    );
    text
}
