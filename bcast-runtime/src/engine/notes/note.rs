//! What explaining notes of a pass.

use super::kernel::Kernel;
use super::stream::{Access, From, Said, Stream};
use crate::call::{Call, text_of};
use crate::engine::route::Route;
use crate::operand::{RawOperand, Yielded};

/// How a pass would run.
#[derive(Debug)]
pub struct Note {
    /// The address of its call, by which texts are found.
    pub(crate) call: usize,
    pub(crate) route: Option<Route>,
    /// The sizes that it goes over, and those of its loops after merging, outermost first.
    pub(crate) sizes: Vec<usize>,
    pub(crate) loops: Vec<usize>,
    /// The operands, with their places in the list.
    pub(crate) reads: Vec<(usize, Stream)>,
    pub(crate) writes: Vec<Stream>,
    /// How a reduction goes over its elements.
    pub(crate) traversal: Option<String>,
    /// How what it writes runs along an axis.
    pub(crate) scans: Option<Scans>,
    /// Its results have become part of others.
    pub(crate) joins: bool,
    /// Into how many pieces it is cut, and how many threads take them.
    pub(crate) pieces: usize,
    pub(crate) threads: usize,
    /// Bytes of memory for a while, of each thread.
    pub(crate) scratch: usize,
    pub(crate) together: Option<Together>,
    /// Its kernels on a GPU, and the first of the passes with which it shares one.
    pub(crate) kernels: Vec<Kernel>,
    pub(crate) rows: Option<usize>,
}

/// How what a pass writes runs along an axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scans {
    pub(crate) axis: usize,
    /// How often all of it is read or written once more.
    pub(crate) again: usize,
}

/// How a pass runs together with others, block by block.
#[derive(Clone, Debug)]
pub(crate) struct Together {
    /// The first of these passes, by its number.
    pub(crate) first: usize,
    /// The axis along which the pass is cut, how much of it a block has, and how many blocks there are.
    pub(crate) axis: usize,
    pub(crate) extent: usize,
    pub(crate) count: usize,
    /// Bytes that it keeps in a block, of each thread; and which of the items that it yields live there.
    pub(crate) kept: usize,
    pub(crate) lives: Vec<bool>,
}

/// Sizes of all matrices that are multiplied, and who does it.
pub(in crate::engine) struct Extent {
    pub(in crate::engine) outer: Vec<usize>,
    pub(in crate::engine) rows: usize,
    pub(in crate::engine) columns: usize,
    pub(in crate::engine) summed: Vec<usize>,
    pub(in crate::engine) threads: usize,
    pub(in crate::engine) parts: usize,
}

impl Note {
    /// A pass over these sizes, all of whose streams are in place. So many of the operands are targets.
    pub(in crate::engine) fn of(call: &Call, operands: &[RawOperand], targets: usize, sizes: &[usize]) -> Note {
        let said = |at: usize| Said::Operand(text_of(operands, at) - call.targets.len());
        let read = |(at, operand): (usize, &RawOperand)| Some((at, Stream::of(operand, said(at))?));
        let assigned = operands[..targets].iter().zip(call.targets);
        let assigned = assigned.filter_map(|(target, &text)| Stream::of(target, Said::Target(text)));
        let reads = operands.iter().enumerate().skip(targets).filter_map(read).collect();
        Note { reads, writes: assigned.collect(), ..Note::over(call, sizes) }
    }

    /// A pass over these sizes, of which no stream is noted yet.
    pub(crate) fn over(call: &Call, sizes: &[usize]) -> Note {
        Note {
            call: (&raw const *call).addr(),
            route: None,
            sizes: sizes.to_vec(),
            loops: long(sizes.iter().copied()),
            reads: Vec::new(),
            writes: Vec::new(),
            traversal: None,
            scans: None,
            joins: false,
            pieces: 1,
            threads: 1,
            scratch: 0,
            together: None,
            kernels: Vec::new(),
            rows: None,
        }
    }

    /// Single values.
    pub(in crate::engine) fn single(call: &Call, operands: &[RawOperand], targets: usize, is_identity: bool) -> Note {
        Note::of(call, operands, targets, &[]).by(if is_identity { Route::LeftOut } else { Route::Once })
    }

    /// Adds outputs: bytes of an element of each, how many there are, and where the first one is.
    pub(in crate::engine) fn writing(mut self, outputs: impl Iterator<Item = (usize, usize, usize)>) -> Self {
        self.writes.extend(outputs.map(|(size, elements, address)| Stream::output(size, elements, address)));
        self
    }

    /// Its outputs lie here.
    pub(in crate::engine) fn lying_at(mut self, places: impl Iterator<Item = *mut u8>) -> Self {
        self.writes.iter_mut().zip(places).for_each(|(written, place)| written.lies_at(place.addr()));
        self
    }

    /// A stage yields an operand, as far as it is read.
    pub(in crate::engine) fn yielded(&mut self, at: usize, from: Yielded) {
        for (_, stream) in self.reads.iter_mut().filter(|(other, _)| *other == at) {
            if stream.from != From::Computed {
                let address = stream.from.address().unwrap_or(0);
                stream.from = From::Stage(from.stage, from.is_element(), address);
                stream.said = from.text.map_or(stream.said, |text| Said::Operand(text.into()));
            }
        }
    }

    pub(crate) fn by(mut self, route: Route) -> Self {
        self.route = Some(route);
        self
    }

    pub(super) fn by_default(mut self, route: Route) -> Self {
        self.route.get_or_insert(route);
        self
    }

    /// One kernel call goes over so many rows and columns.
    pub(in crate::engine) fn by_rows(mut self, sizes: [usize; 2]) -> Self {
        self.loops = long(sizes.into_iter());
        self
    }

    /// Its loops have these sizes.
    pub(in crate::engine) fn looping(mut self, sizes: &[usize]) -> Self {
        self.loops = sizes.to_vec();
        self
    }

    pub(in crate::engine) fn with_scratch(mut self, bytes: usize) -> Self {
        self.scratch = bytes;
        self
    }

    /// How operands, and outputs behind so many places, reach the kernel.
    pub(in crate::engine) fn reaching(mut self, access: impl Fn(usize) -> Access, outputs: usize) -> Self {
        self.reads.iter_mut().for_each(|(at, stream)| stream.access = access(*at));
        self.writes.iter_mut().enumerate().for_each(|(at, stream)| stream.access = access(outputs + at));
        self
    }

    /// These operands are copied.
    pub(in crate::engine) fn copied(mut self, is_copied: impl Fn(usize) -> bool) -> Self {
        self.reads.iter_mut().filter(|(at, _)| is_copied(*at)).for_each(|(_, stream)| stream.access = Access::Gathered);
        self
    }

    /// So many threads take so many pieces.
    pub(in crate::engine) fn shared(mut self, pieces: usize, threads: usize) -> Self {
        (self.pieces, self.threads) = (pieces, threads);
        self
    }

    pub(in crate::engine) fn together(mut self, together: Together) -> Self {
        self.together = Some(together);
        self
    }

    pub(in crate::engine) fn scanning(mut self, scans: Option<Scans>) -> Self {
        self.scans = scans;
        self
    }

    pub(in crate::engine) fn traversing(mut self, traversal: String) -> Self {
        self.traversal = Some(traversal);
        self
    }

    /// It is matrix products.
    pub(in crate::engine) fn multiplying(mut self, extent: Extent) -> Self {
        let Extent { outer, rows, columns, summed, threads, parts } = extent;
        self.loops = vec![outer.iter().product(), rows, columns, summed.iter().product()];
        if self.sizes.is_empty() {
            self.sizes = long(outer.into_iter().chain([rows, columns]).chain(summed));
        }
        self.by(Route::Contraction).shared(parts, threads)
    }
}

/// Sizes but those of 1.
fn long(sizes: impl Iterator<Item = usize>) -> Vec<usize> {
    sizes.filter(|&size| size != 1).collect()
}
