//! The text of a kernel that reduces, and its parameters.
//!
//! A group of `lanes` threads, a power of two, has one task: a chunk of the elements of one result. Each thread
//! accumulates elements that lie `lanes` apart; then the group joins its accumulators in a tree. Where there is more than
//! one chunk, accumulators are what is written, and the same kernel without an element function joins those in turn:
//! chunk by chunk, until there is one. All of these numbers follow from the shape, so sums have the same bits whenever they
//! are computed, and all of them are parameters: a new shape compiles nothing.
//!
//! If elements side by side are reduced, neighbouring threads share a task (`along`), else they have neighbouring tasks.

use super::element::Type;
use super::fold::Folding;
use super::spell::Body;
use super::text::{Kind, Read, Spec, THREADS, Text, array_of, line, loads, stored, word};
use std::fmt::Write;

/// The axes of a reduction when they are merged, and what it writes.
pub(super) struct Reducing {
    pub(super) foldings: Vec<Folding>,
    pub(super) kept: usize,
    pub(super) reduced: usize,
    /// Results, not accumulators.
    pub(super) finish: bool,
    /// It joins accumulators.
    pub(super) joins: bool,
}

/// How the work is divided; all follows from shape and strides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Division {
    pub(super) lanes: u32,
    pub(super) along: bool,
    /// Elements of a chunk.
    pub(super) chunk: u64,
    pub(super) chunks: u64,
}

impl Division {
    /// `outputs` results of `count` elements each.
    pub(super) fn of(outputs: u64, count: u64, along: bool) -> Self {
        let (lanes, each) = match along {
            true => (count.div_ceil(8).next_power_of_two().clamp(1, u64::from(THREADS)), 64),
            false if outputs >= 1 << 16 => (1, 256),
            false => (8, 64),
        };
        let chunk = lanes * each;
        Division { lanes: lanes as u32, along, chunk, chunks: count.div_ceil(chunk).max(1) }
    }
}

/// Where the parameters are, in words: 0 the code of the call, 1 workgroups side by side, 2 along or not, 3 lanes,
/// 4 results, 5 zero, 6 chunks, 7 the elements of a chunk, 8 the elements of a result, 9 those that were reduced to one,
/// 10 the position of the first element, 11.. sizes of axes but for the first kept and the first reduced one, numbers, streams.
pub(super) struct ReducingParameters {
    axes: usize,
    sizes: usize,
    numbers: usize,
    streams: usize,
}

/// The same for who reads a kernel.
const PARAMETERS: &str = "the code of the call, workgroups side by side, whether neighbours share a task, threads of a task; \
                          results, 0, chunks, elements of a chunk; elements of a result, of all its chunks, the position of the first one, sizes of axes, \
                          numbers, then the start and the strides of each array";

impl ReducingParameters {
    pub(super) const SIZES: usize = 11;

    pub(super) fn of(spec: &Spec, reducing: &Reducing) -> Self {
        let numbers = spec.reads.iter().filter(|read| matches!(read.kind, Kind::Number | Kind::Range)).count();
        let walking = spec.reads.iter().filter(|read| read.walks()).count();
        let sizes = reducing.kept.saturating_sub(1) + reducing.reduced - 1;
        ReducingParameters {
            axes: reducing.kept + reducing.reduced,
            sizes,
            numbers,
            streams: walking + spec.fresh.len(),
        }
    }

    pub(super) fn number(&self, number: usize) -> usize {
        Self::SIZES + self.sizes + 2 * number
    }

    pub(super) fn stream(&self, stream: usize) -> usize {
        self.number(self.numbers) + stream * (1 + self.axes)
    }

    pub(super) fn words(&self) -> usize {
        self.stream(self.streams).next_multiple_of(4)
    }
}

impl Reducing {
    /// What tells kernels apart, beside the specification.
    pub(super) fn key(&self) -> Vec<usize> {
        let folds = self
            .foldings
            .iter()
            .flat_map(|folding| [folding.name.as_ptr().addr(), folding.value as usize, folding.out as usize]);
        let flags = usize::from(self.finish) * 2 + usize::from(self.joins);
        [self.kept, self.reduced, flags].into_iter().chain(folds).collect()
    }

    /// The element types of what is written, before what is kept of the elements themselves.
    pub(super) fn outputs(&self) -> Vec<Type> {
        match self.finish {
            true => self.foldings.iter().map(|folding| folding.out).collect(),
            false => self.foldings.iter().flat_map(Folding::parts).collect(),
        }
    }

    /// The names of all accumulators' parts after a letter.
    fn parts(&self, name: impl Fn(usize) -> String) -> Vec<Vec<String>> {
        let mut at = 0;
        let mut part = |_: Type| {
            at += 1;
            name(at - 1)
        };
        self.foldings.iter().map(|folding| folding.parts().into_iter().map(&mut part).collect()).collect()
    }

    /// Writes the kernel. `spec.fresh` are the elements that are kept as they are.
    pub(super) fn text(&self, spec: &Spec) -> Text {
        let parameters = ReducingParameters::of(spec, self);
        let part_types: Vec<Type> = self.foldings.iter().flat_map(Folding::parts).collect();
        let (mut head, mut writes) = (String::new(), Vec::new());
        if self.joins {
            for (at, &element) in part_types.iter().enumerate() {
                array_of(&mut head, &mut writes, &format!("part{at}"), element, false);
            }
        }
        for (index, read) in spec.reads.iter().enumerate().filter(|(_, read)| read.kind == Kind::Array) {
            array_of(&mut head, &mut writes, &format!("in{index}"), read.element, false);
        }
        for (at, &element) in self.outputs().iter().enumerate() {
            array_of(&mut head, &mut writes, &format!("folded{at}"), element, true);
        }
        for (index, &element) in spec.fresh.iter().enumerate() {
            array_of(&mut head, &mut writes, &format!("out{index}"), element, true);
        }
        for (at, element) in part_types.iter().enumerate() {
            let element = element.name();
            line(&mut head, format!("var<private> acc{at}: {element};"));
            line(&mut head, format!("var<workgroup> shared{at}: array<{element}, {THREADS}>;"));
        }
        let body = self.element(spec, &parameters);
        let main = self.main(spec, &parameters, &part_types);
        Text::assembled(PARAMETERS, parameters.words(), head, writes, &body, &main)
    }

    fn places(&self, spec: &Spec) -> Vec<String> {
        let reads =
            spec.reads.iter().enumerate().filter(|(_, read)| read.walks()).map(|(index, _)| format!("i{index}"));
        reads.chain((0..spec.fresh.len()).map(|index| format!("o{index}"))).collect()
    }

    /// One element, or one set of accumulators.
    fn element(&self, spec: &Spec, parameters: &ReducingParameters) -> String {
        let accumulators = self.parts(|at| format!("acc{at}"));
        if self.joins {
            let loaded = |at: usize| format!("part{at}[at]");
            let mut lines = String::new();
            let types: Vec<Type> = self.foldings.iter().flat_map(Folding::parts).collect();
            for (at, &element) in types.iter().enumerate() {
                line(&mut lines, format!("    let b{at} = {};", super::text::loaded(&loaded(at), element)));
            }
            for (folding, (a, b)) in
                self.foldings.iter().zip(accumulators.iter().zip(self.parts(|at| format!("b{at}"))))
            {
                line(&mut lines, format!("    {}", folding.join(a, &b)));
            }
            return format!("fn element(at: u32) {{\n{lines}}}\n");
        }
        let mut body = Body::new(spec.types, spec.reads, &[]);
        body.steps(spec.formula.steps);
        let mut ends = String::new();
        for ((folding, fold), own) in self.foldings.iter().zip(spec.formula.folds).zip(&accumulators) {
            let value = body.value_of(fold.value, folding.value);
            line(&mut ends, format!("    {}", folding.join(own, &folding.lifted(&value, "position"))));
        }
        for (index, (&value, &element)) in spec.formula.values.iter().zip(spec.fresh).enumerate() {
            line(&mut ends, format!("    out{index}[o{index}] = {};", stored(&body.value_of(value, element), element)));
        }
        let places: Vec<String> = self.places(spec).iter().map(|place| format!("{place}: u32, ")).collect();
        let loads = loads(spec.reads, &body, |number| parameters.number(number));
        format!("fn element({}position: u32) {{\n{loads}{}{ends}}}\n", places.concat(), body.lines)
    }

    fn main(&self, spec: &Spec, parameters: &ReducingParameters, part_types: &[Type]) -> String {
        let (side, along, lanes, results) = (word(1), word(2), word(3), word(4));
        let (chunks, chunk, elements, count) = (word(6), word(7), word(8), word(9));
        let accumulators = self.parts(|at| format!("acc{at}"));
        let mut text = format!(
            "@compute @workgroup_size({THREADS})\n\
             fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {{\n    \
             let tasks = {THREADS}u / {lanes};\n    \
             let own = select(lane % tasks, lane / {lanes}, {along} != 0u);\n    \
             let member = select(lane / tasks, lane % {lanes}, {along} != 0u);\n    \
             let task = (group.y * {side} + group.x) * tasks + own;\n    \
             let result = task % {results};\n    \
             let first = (task / {results}) * {chunk};\n"
        );
        for (folding, own) in self.foldings.iter().zip(&accumulators) {
            for (part, identity) in own.iter().zip(folding.identity()) {
                line(&mut text, format!("    {part} = {identity};"));
            }
        }
        let _ = writeln!(text, "    if (task < {results} * {chunks}) {{");
        self.walk(spec, parameters, &mut text, &chunk, &elements, &results);
        line(&mut text, "    }");
        // The tree of joins.
        line(&mut text, format!("    let slot = own * {lanes} + member;"));
        for at in 0..part_types.len() {
            line(&mut text, format!("    shared{at}[slot] = acc{at};"));
        }
        let shared_a = self.parts(|at| format!("acc{at}"));
        let shared_b = self.parts(|at| format!("shared{at}[slot + half]"));
        line(&mut text, format!("    for (var half = {lanes} / 2u; half > 0u; half = half / 2u) {{"));
        line(&mut text, "        workgroupBarrier();\n        if (member < half) {");
        for (folding, (a, b)) in self.foldings.iter().zip(shared_a.iter().zip(&shared_b)) {
            line(&mut text, format!("            {}", folding.join(a, b)));
        }
        for at in 0..part_types.len() {
            line(&mut text, format!("            shared{at}[slot] = acc{at};"));
        }
        line(&mut text, "        }\n    }");
        line(&mut text, format!("    if (member == 0u && task < {results} * {chunks}) {{"));
        let mut at = 0;
        for (folding, own) in self.foldings.iter().zip(&accumulators) {
            let values = match self.finish {
                true => vec![(folding.finish(own, &count), folding.out)],
                false => own.iter().cloned().zip(folding.parts()).collect(),
            };
            for (value, element) in values {
                line(&mut text, format!("        folded{at}[task] = {};", stored(&value, element)));
                at += 1;
            }
        }
        line(&mut text, "    }\n}");
        text
    }

    /// The loop of a thread over its elements.
    fn walk(
        &self,
        spec: &Spec,
        parameters: &ReducingParameters,
        text: &mut String,
        chunk: &str,
        elements: &str,
        results: &str,
    ) {
        let lanes = word(3);
        let streams: Vec<(String, usize)> =
            self.places(spec).into_iter().enumerate().map(|(at, place)| (place, parameters.stream(at))).collect();
        let mut size = ReducingParameters::SIZES;
        // The places of the first element that is reduced to this result.
        let mut sums: Vec<String> = streams.iter().map(|(_, at)| word(*at)).collect();
        if !self.joins && self.kept > 0 {
            line(text, "        var kept = result;");
            for axis in (1..self.kept).rev() {
                let own = word(size + axis - 1);
                line(text, format!("        let x{axis} = kept % {own};\n        kept = kept / {own};"));
            }
            for (sum, (_, at)) in sums.iter_mut().zip(&streams) {
                let _ = write!(sum, " + kept * {}", word(at + 1));
                for axis in 1..self.kept {
                    let _ = write!(sum, " + x{axis} * {}", word(at + 1 + axis));
                }
            }
            size += self.kept - 1;
        }
        for ((place, _), sum) in streams.iter().zip(&sums) {
            line(text, format!("        let s{place} = {sum};"));
        }
        line(text, format!("        let end = min(first + {chunk}, {elements});"));
        line(text, format!("        for (var at = first + member; at < end; at += {lanes}) {{"));
        if self.joins {
            line(text, format!("            element(at * {results} + result);"));
            return line(text, "        }");
        }
        line(text, "            var rest = at;");
        for axis in (1..self.reduced).rev() {
            let own = word(size + axis - 1);
            line(text, format!("            let y{axis} = rest % {own};\n            rest = rest / {own};"));
        }
        let places = streams.iter().map(|(place, at)| {
            let mut sum = format!("s{place} + rest * {}", word(at + 1 + self.kept));
            for axis in 1..self.reduced {
                let _ = write!(sum, " + y{axis} * {}", word(at + 1 + self.kept + axis));
            }
            sum + ", "
        });
        let places: String = places.collect();
        line(text, format!("            element({places}at + {});", word(10)));
        line(text, "        }");
    }
}

/// The reads of a kernel that joins accumulators: none but these.
pub(super) const NO_READS: &[Read] = &[];
