//! One pass of a plan.

use super::stream::Home;
use super::{Kernel, Route, Stream, Text};
use crate::engine::notes::{From, Note, Said, Scans, Together};

/// One pass: a loop over some axes, with what it reads and writes.
#[derive(Clone, Debug)]
pub struct Pass {
    text: Option<&'static Text>,
    route: Route,
    sizes: Vec<usize>,
    loops: Vec<usize>,
    reads: Vec<Stream>,
    writes: Vec<Stream>,
    traversal: Option<String>,
    scans: Option<Scans>,
    pieces: usize,
    threads: usize,
    scratch: usize,
    together: Option<Together>,
    once: Vec<&'static str>,
    kernels: Vec<Kernel>,
    rows: Option<usize>,
    portion: usize,
}

/// The blocks in which a pass runs together with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// The axis along which the pass is cut.
    pub axis: usize,
    /// How many indices along it a block has; the last one may have fewer.
    pub extent: usize,
    /// How many blocks there are.
    pub count: usize,
}

impl Pass {
    /// A pass that has been noted; `numbers` are those of passes, some of which are left out.
    pub(super) fn of(note: Note, text: Option<&'static Text>, (numbers, once): (&[Option<usize>], &[bool])) -> Pass {
        let stream = |noted, at| Stream::of(noted, text, at, numbers);
        let targets = note.writes.iter().filter(|written| matches!(written.said, Said::Target(_))).enumerate();
        let is_read = |at: usize| text.is_some_and(|text| text.olds.contains(&at));
        let olds = targets.filter(|&(at, _)| is_read(at)).map(|(_, target)| stream(target, 0));
        let reads = olds.chain(note.reads.iter().map(|(_, read)| stream(read, 0))).collect();
        let writes = note.writes.iter().enumerate().map(|(at, written)| stream(written, at)).collect();
        let Note { route, sizes, loops, traversal, scans, pieces, threads, scratch, together, kernels, rows, .. } =
            note;
        let parts = text.map_or(&[][..], |text| text.parts).iter();
        let once = parts.filter(|(_, part)| once.get(*part) == Some(&true)).map(|(text, _)| *text).collect();
        let route = route.unwrap_or(Route::Once);
        Pass {
            text,
            route,
            sizes,
            loops,
            reads,
            writes,
            traversal,
            scans,
            pieces,
            threads,
            scratch,
            together,
            once,
            kernels,
            rows,
            portion: 0,
        }
    }

    /// The same in a plan of several portions, before which so many passes stand.
    pub(super) fn of_portion(mut self, portion: usize, before: usize) -> Pass {
        self.portion = portion;
        self.together.iter_mut().for_each(|together| together.first += before);
        self.reads.iter_mut().for_each(|read| read.stand_behind(before));
        self
    }

    /// The number of the portion that it computes, of a container with structure: the first diagonal from below, or the
    /// first row, is 0.
    pub fn portion(&self) -> usize {
        self.portion
    }

    /// What it computes, as far as the plan has the user's spelling: a line for each result, and before these one for
    /// each value that is needed several times. All of them read targets as they are before the pass.
    pub fn formula(&self) -> &'static [&'static str] {
        self.text.map_or(&[], |text| text.lines)
    }

    /// Whether it computes a part of an expression that has fewer axes than the whole: once for each element of these.
    pub fn is_hoisted(&self) -> bool {
        self.text.is_some_and(|text| text.is_hoisted)
    }

    /// Parts of it that are made of single values: each is computed once, before the loop.
    pub fn once(&self) -> &[&'static str] {
        &self.once
    }

    /// What it computes once for each element and needs several times.
    pub fn shared(&self) -> &'static [&'static str] {
        self.text.map_or(&[], |text| text.shared)
    }

    /// What it keeps for later passes, element by element.
    pub fn kept(&self) -> &'static [&'static str] {
        self.text.map_or(&[], |text| text.kept)
    }

    /// How the engine runs it.
    pub fn route(&self) -> Route {
        self.route
    }

    /// The sizes that it goes over.
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// The number of elements that it goes over.
    pub fn len(&self) -> usize {
        self.sizes.iter().product()
    }

    /// Whether it goes over no element.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The sizes of its loops, outermost first: axes of size 1 are left out, the others ordered by memory, and merged
    /// where all streams run on from one into the next. Of passes that run block by block, those of a block; of matrix
    /// products how many there are, and the rows, the columns and the length of the sums of each.
    pub fn loops(&self) -> &[usize] {
        &self.loops
    }

    /// What it reads.
    pub fn reads(&self) -> &[Stream] {
        &self.reads
    }

    /// What it writes: targets, fresh results, or what later passes read.
    pub fn writes(&self) -> &[Stream] {
        &self.writes
    }

    /// How often it reads each element of an operand: more than once where that is stretched.
    pub fn times(&self, operand: &Stream) -> usize {
        self.len().checked_div(operand.elements()).unwrap_or(0)
    }

    /// How a reduction by a plan goes over its elements: the axes from the outermost loop to the lanes, and what is
    /// joined first.
    pub fn traversal(&self) -> Option<&str> {
        self.traversal.as_deref()
    }

    /// The axis of a scan: when all elements are written, the pass goes over them once more, along this axis; over a
    /// long line chunk by chunk, as long as these are in the cache. On a GPU elements of an operand by itself are not
    /// written before, and long lines are read twice.
    pub fn scans(&self) -> Option<usize> {
        self.scans.map(|scans| scans.axis)
    }

    /// How often a scan goes over elements that have left the cache, once to read or to write them.
    pub(super) fn scans_again(&self) -> usize {
        self.scans.map_or(0, |scans| scans.again)
    }

    /// Into how many pieces it is cut.
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// How many threads take these pieces.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The blocks in which it runs together with its neighbours.
    pub fn blocks(&self) -> Option<Blocks> {
        self.together.as_ref().map(|&Together { axis, extent, count, .. }| Blocks { axis, extent, count })
    }

    /// Its kernels on a GPU, in order. Of passes that share one, the last pass has it.
    pub fn kernels(&self) -> &[Kernel] {
        &self.kernels
    }

    /// Whether one kernel on a GPU runs it with its neighbours.
    pub fn shares_kernel(&self) -> bool {
        self.rows.is_some()
    }

    /// Bytes of memory for a while, of each thread: copies of what is not adjacent, accumulators, and what is kept in a
    /// block.
    pub fn scratch(&self) -> usize {
        self.scratch + self.kept_in_blocks()
    }

    pub(super) fn kept_in_blocks(&self) -> usize {
        self.together.as_ref().map_or(0, |together| together.kept)
    }

    /// Whether it is a target that the pass writes.
    pub(super) fn is_target(&self, written: &Stream) -> bool {
        self.text.is_some_and(|text| text.call.targets.contains(&written.text()))
    }

    /// The first of the passes that run together with it.
    pub(super) fn group(&self) -> Option<usize> {
        self.together.as_ref().map(|together| together.first).or(self.rows)
    }

    /// Tells what it yields where that lies: in these places lie results of the call.
    pub(super) fn find_homes(&mut self, results: &[usize]) {
        let lives = self.together.as_ref().map_or(&[][..], |together| &together.lives);
        let is_in_kernel = self.rows.is_some();
        let Some(text) = self.text else { return };
        let yields = |(_, written): &(usize, &mut Stream)| text.yields.contains(&written.text);
        for (item, yielded) in self.writes.iter_mut().enumerate().filter(yields) {
            let is_lent = yielded.from.address().is_some_and(|address| results.contains(&address));
            yielded.home = match () {
                () if is_in_kernel => Home::Kernel,
                () if lives.get(item) == Some(&true) => Home::Block,
                () if is_lent => Home::Result,
                () => Home::Own,
            };
        }
    }

    /// Whether it reads what a pass yields that shares its kernel.
    pub(super) fn reads_in_kernel(&self, read: &Stream) -> bool {
        matches!((self.rows, read.from), (Some(first), From::Stage(stage, ..)) if stage >= first)
    }

    pub(super) fn reads_of(&self, operand: &str) -> impl Iterator<Item = &Stream> {
        self.reads.iter().filter(move |read| read.is(operand))
    }
}
