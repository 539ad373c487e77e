//! The text of kernels in which elements run along lines, and its parameters.
//!
//! A group of `lanes` threads, a power of two, has one task: a chunk of one line, which it goes through in rounds. In
//! each, a thread has some elements in a row and joins them one after the other; then the group joins what its threads
//! have, by a tree, and hands on what they make together to the next round.
//!
//! ```text
//! elements      a b c d   e f g h   ..        each thread those of one group
//! own           a ab .. abcd   e ef .. efgh
//! before        what came before the thread's own: earlier rounds, then threads before it
//! stored        before a, before ab, ..
//! ```
//! Where a line has several chunks, a kernel first leaves what each makes, and a second one runs through these. All
//! numbers follow from shape and strides, and are parameters: a new shape compiles nothing.

use super::assembly::{Arrays, main_of};
use super::fold::Folding;
use super::pieces::{Parameters, indented, line, loaded, stored, word};
use super::reduce::shared;
use super::storage::Storage;
use crate::gpu::device::kernel::Text;
use crate::gpu::device::types::Type;

/// A kernel.
#[derive(Clone, Copy)]
pub(crate) struct Scan {
    pub(crate) folding: Folding,
    pub(crate) from_the_end: bool,
    /// Elements in a row that a thread has, a multiple of four.
    pub(crate) each: u32,
    /// Those are vectors.
    pub(crate) wide: bool,
    pub(crate) does: Does,
}

/// What it does.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Does {
    /// It leaves what chunks make.
    Totals,
    /// It runs through these, in place.
    OfTotals,
    /// It runs through elements, before the chunks of which there is something or nothing, and which it reads elsewhere
    /// or in place.
    Elements { before: bool, elsewhere: bool },
}

/// Words: 0 the code of the call, 1 workgroups side by side, 2 along or not, 3 lanes, 4 lines, 5 zero, 6 chunks of a
/// line, 7 the elements of a chunk, 8 of a line, 9 lines side by side, 10 and 11 the first place where elements are
/// read and where they are written, 12 the first chunk, 13 the first line and 14 all lines among what chunks make.
pub(crate) const WORDS: usize = 16;
const PARAMETERS: &str = "the code of the call, workgroups side by side, whether neighbours share a task, threads of a \
     task; lines, 0, chunks of a line, elements of a chunk; those of a line, lines side by side, the first place where \
     elements are read and where they are written; the first chunk, the first line and all lines among what chunks \
     make";

impl Scan {
    /// What tells kernels apart.
    pub(crate) fn key(&self) -> Vec<usize> {
        static KEY: u8 = 0;
        let does = match self.does {
            Does::Totals => 0,
            Does::OfTotals => 1,
            Does::Elements { before, elsewhere } => 2 + usize::from(before) + 2 * usize::from(elsewhere),
        };
        let flags = usize::from(self.from_the_end) + 2 * usize::from(self.wide);
        let own = [std::ptr::from_ref(&KEY).addr(), does, flags, self.each as usize];
        own.into_iter().chain(self.folding.key()).collect()
    }

    /// The types of what a chunk makes.
    pub(crate) fn parts(&self) -> Vec<Type> {
        self.folding.parts()
    }

    /// Writes the kernel.
    pub(crate) fn text(&self) -> Text {
        let parameters = Parameters { head: WORDS, axes: 0, walked: 0, numbers: 0, streams: 0 };
        let (parts, value) = (self.parts(), self.folding.value);
        let mut arrays = Arrays::default();
        let reads_totals = matches!(self.does, Does::Elements { before: true, .. });
        if self.does != Does::OfTotals {
            match self.is_in_place() {
                true => arrays.declare("out0", value, self.wide, true),
                false => arrays.declare("in0", value, self.wide, false),
            }
        }
        if let Does::Elements { elsewhere: true, .. } = self.does {
            arrays.declare("out0", value, self.wide, true);
        }
        for (at, &part) in parts.iter().enumerate() {
            match self.does {
                Does::Elements { .. } if reads_totals => arrays.declare(&format!("total{at}"), part, false, false),
                Does::Elements { .. } => {}
                Does::Totals | Does::OfTotals => arrays.declare(&format!("total{at}"), part, false, true),
            }
        }
        arrays.text(PARAMETERS, &parameters, &shared(&parts), &main_of(&self.main()))
    }

    fn is_in_place(&self) -> bool {
        matches!(self.does, Does::Elements { elsewhere: false, .. })
    }

    /// The parts of an accumulator.
    fn named(&self, name: &str) -> Vec<String> {
        (0..self.parts().len()).map(|part| format!("{name}_{part}")).collect()
    }

    /// Variables with these values.
    fn variables(&self, name: &str, values: &[String]) -> String {
        self.named(name).iter().zip(values).fold(String::new(), |mut text, (name, value)| {
            line(&mut text, format!("var {name} = {value};"));
            text
        })
    }

    fn main(&self) -> String {
        let [side, along, lanes, lines] = [1, 2, 3, 4].map(word);
        let [chunks, chunk, size, inner] = [6, 7, 8, 9].map(word);
        let mut text = format!(
            "let tasks = {}u / {lanes};\n\
             let along = {along} != 0u;\n\
             let pace = select(tasks, 1u, along);\n\
             let member = select(lane / tasks, lane % {lanes}, along);\n\
             let task = (group.y * {side} + group.x) * tasks + select(lane % tasks, lane / {lanes}, along);\n\
             let is_there = task < {lines} * {chunks};\n\
             let own = task % {lines};\n\
             let chunk = task / {lines};\n\
             let base = (own / {inner}) * ({size} * {inner}) + own % {inner};\n\
             let first = min(chunk, {chunks}) * {chunk};\n\
             let end = select(0u, min(first + {chunk}, {size}), is_there);\n",
            crate::gpu::tuning::THREADS
        );
        text.push_str(&self.before());
        let step = format!("{lanes} * {}u", self.each);
        let round = indented(&self.round(&lanes, &size, &inner), 1);
        line(&mut text, format!("for (var round = 0u; round < {chunk}; round += {step}) {{\n{round}}}"));
        if self.does == Does::Totals {
            let place = format!("({} + chunk) * {} + {} + own", word(12), word(14), word(13));
            let stores = self.stores_total("before", &place);
            line(&mut text, format!("if (member == 0u && is_there) {{\n{}}}", indented(&stores, 1)));
        }
        text
    }

    /// What came before a chunk.
    fn before(&self) -> String {
        let mut text = self.variables("before", &self.folding.identity());
        if let Does::Elements { before: true, .. } = self.does {
            let [first, line_before, all] = [12, 13, 14].map(word);
            let mut lines = format!("let place = ({first} + chunk - 1u) * {all} + {line_before} + own;\n");
            for (part, name) in self.named("before").iter().enumerate() {
                line(&mut lines, format!("{name} = total{part}[place];"));
            }
            line(&mut text, format!("if (is_there && {first} + chunk > 0u) {{\n{}}}", indented(&lines, 1)));
        }
        text
    }

    /// Stores an accumulator among what chunks make.
    fn stores_total(&self, name: &str, place: &str) -> String {
        self.named(name).iter().enumerate().fold(String::new(), |mut stores, (part, name)| {
            line(&mut stores, format!("total{part}[{place}] = {name};"));
            stores
        })
    }

    /// One round of a task.
    fn round(&self, lanes: &str, size: &str, inner: &str) -> String {
        let mut text = format!("let at = first + round + member * {}u;\nlet last = {size} - 1u;\n", self.each);
        text.push_str(&self.loads(inner));
        for k in 0..self.each {
            let own = self.named(&format!("a{k}"));
            let so_far = if k == 0 { self.folding.identity() } else { self.named(&format!("a{}", k - 1)) };
            text.push_str(&self.variables(&format!("a{k}"), &so_far));
            let joined = self.folding.join(&own, &self.lifted(k));
            line(&mut text, format!("if ({} < end) {{ {joined} }}", further(k)));
        }
        text.push_str(&self.of_threads(lanes));
        if let Does::Elements { .. } | Does::OfTotals = self.does {
            text.push_str(&self.stores(inner));
        }
        let all = format!("lane + ({lanes} - 1u - member) * pace");
        line(&mut text, self.folding.join(&self.named("before"), &self.shared(&all)));
        line(&mut text, "workgroupBarrier();");
        text
    }

    /// What all threads before this one make, behind what was before the round.
    fn of_threads(&self, lanes: &str) -> String {
        let own = self.named("all");
        let share = |to: &[String]| -> String {
            to.iter().enumerate().map(|(part, name)| format!("shared{part}[lane] = {name};\n")).collect()
        };
        let mut text = self.variables("all", &self.named(&format!("a{}", self.each - 1)));
        text.push_str(&share(&own));
        let near = self.variables("near", &self.shared("select(lane, lane - near * pace, member >= near)"));
        let names = self.named("near");
        let taken: String = own.iter().zip(&names).map(|(own, near)| format!("{own} = {near};\n")).collect();
        let join = format!("{}\n{taken}{}", self.folding.join(&names, &own), share(&own));
        let steps = format!(
            "workgroupBarrier();\n{near}workgroupBarrier();\nif (member >= near) {{\n{}}}\n",
            indented(&join, 1)
        );
        line(&mut text, format!("for (var near = 1u; near < {lanes}; near = near * 2u) {{\n{}}}", indented(&steps, 1)));
        line(&mut text, "workgroupBarrier();");
        text.push_str(&self.variables("so_far", &self.named("before")));
        let joined = self.folding.join(&self.named("so_far"), &self.shared("lane - pace"));
        line(&mut text, format!("if (member > 0u) {{ {joined} }}"));
        text
    }

    fn shared(&self, place: &str) -> Vec<String> {
        (0..self.parts().len()).map(|part| format!("shared{part}[{place}]")).collect()
    }

    /// Where the elements are that are read, or written.
    fn storage(&self, written: bool) -> Storage {
        if written || self.is_in_place() { Storage::written("out0") } else { Storage::read("in0") }
    }

    /// The place of an element of the line, of those beyond the end that of the last; of a vector, counted in vectors.
    fn place(&self, k: u32, inner: &str, start: usize) -> String {
        let (start, at) = (word(start), further(k));
        match (self.wide, self.from_the_end && self.does != Does::OfTotals) {
            (true, false) => format!("({start} + base + min({at}, last - 3u)) / 4u"),
            (true, true) => format!("({start} + base + (last - 3u - min({at}, last - 3u))) / 4u"),
            (false, false) => format!("{start} + base + min({at}, last) * {inner}"),
            (false, true) => format!("{start} + base + (last - min({at}, last)) * {inner}"),
        }
    }

    /// Loads elements, or what chunks make.
    fn loads(&self, inner: &str) -> String {
        let value = self.folding.value;
        let mut text = String::new();
        if self.does == Does::OfTotals {
            for k in 0..self.each {
                line(&mut text, format!("let i{k} = {};", self.place(k, inner, 10)));
                for part in 0..self.parts().len() {
                    line(&mut text, format!("let x{k}_{part} = total{part}[i{k}];"));
                }
            }
            return text;
        }
        let storage = self.storage(false);
        if !self.wide {
            for k in 0..self.each {
                line(&mut text, format!("let i{k} = {};", self.place(k, inner, 10)));
                let element = loaded(&storage.load(&format!("i{k}"), value, false), value);
                line(&mut text, format!("let x{k} = {element};"));
            }
            return text;
        }
        for first in (0..self.each).step_by(4) {
            let load = storage.load(&self.place(first, inner, 10), value, true);
            line(&mut text, format!("let v{first} = {load};"));
            for part in 0..4 {
                let element = storage.part(&format!("v{first}"), self.part(part), value);
                line(&mut text, format!("let x{} = {element};", first as usize + part));
            }
        }
        text
    }

    /// Which element of a vector is the next one.
    fn part(&self, part: usize) -> usize {
        if self.from_the_end { 3 - part } else { part }
    }

    /// An element as an accumulator.
    fn lifted(&self, k: u32) -> Vec<String> {
        match self.does {
            Does::OfTotals => self.named(&format!("x{k}")),
            _ => self.folding.lifted(&format!("x{k}"), "0u"),
        }
    }

    /// Stores what runs along.
    fn stores(&self, inner: &str) -> String {
        let value = self.folding.value;
        let mut text = String::new();
        for k in 0..self.each {
            let name = format!("r{k}");
            text.push_str(&self.variables(&name, &self.named("so_far")));
            line(&mut text, self.folding.join(&self.named(&name), &self.named(&format!("a{k}"))));
        }
        if self.does == Does::OfTotals {
            for k in 0..self.each {
                let stores = self.stores_total(&format!("r{k}"), &format!("i{k}"));
                line(&mut text, format!("if ({} < end) {{\n{}}}", further(k), indented(&stores, 1)));
            }
            return text;
        }
        let storage = self.storage(true);
        let result = |k: u32| stored(&self.folding.running(&self.named(&format!("r{k}"))), value);
        let together = if self.wide { 4 } else { 1 };
        for first in (0..self.each).step_by(together) {
            let parts = (0..together).map(|part| first + if self.wide { self.part(part) as u32 } else { 0 });
            let values: Vec<String> = parts.map(result).collect();
            let store = storage.store(&self.place(first, inner, 11), &values, value);
            line(&mut text, format!("if ({} < end) {{\n{}}}", further(first), indented(&store, 1)));
        }
        text
    }
}

/// The number of an element in its line.
fn further(k: u32) -> String {
    if k == 0 { "at".to_owned() } else { format!("at + {k}u") }
}
