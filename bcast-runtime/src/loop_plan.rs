//! The loop nest of a call: axes of size 1 dropped, the others ordered by strides and merged where they run on.
//!
//! ```text
//! x: 4 1 6 (strides 6 6 1)   out: 4 1 6 (6 6 1)     drop   4 6 (6 1), (6 1)     merge   24 (1), (1)
//! ```
//!
//! Every stream of elements, read or written, keeps one stride per remaining axis, outermost first. The engine needs
//! nothing else: it never sees a rank, a map or a type.

use crate::operand::{OperandAxes, Readable};
use crate::shape::{MAX_RANK, Shape, sort_axes};
use smallvec::SmallVec;

/// Streams, and axes, that a plan holds without allocating.
const STREAMS: usize = 6;
const AXES: usize = 4;

/// One stream of elements: an operand that is read, or an output that is written. Who runs the plan knows its place.
#[derive(Clone, Copy, Default)]
pub(crate) struct Stream {
    /// One plain value, which kernels read in place.
    pub(crate) single: bool,
    /// Constant along the last output axis by its map: kernels for rows read it once a row.
    pub(crate) row_constant: bool,
    /// The offset from its first element to position 0 of the plan, in the unit of the strides.
    pub(crate) start: isize,
}

impl Stream {
    fn read(axes: &OperandAxes, rank: usize) -> Self {
        Stream { single: axes.is_single(), row_constant: axes.constant_along_rows(rank), start: 0 }
    }
}

/// The loop nest and the streams through it.
///
/// Invariants, established by [`LoopPlan::build`] and [`LoopPlan::nest`], and relied upon by the engine:
/// 1. For every index below `sizes`, a stream's `start` plus the index times its strides is an element of it.
/// 2. The elements of one output at different indices are different places in memory.
/// 3. `sizes` has at least one axis.
pub(crate) struct LoopPlan {
    sizes: [usize; MAX_RANK],
    axes: usize,
    streams: SmallVec<[Stream; STREAMS]>,
    /// One row of strides per stream.
    strides: SmallVec<[isize; STREAMS * AXES]>,
    /// Length of a row of strides: the axes before they were merged.
    pitch: usize,
    reads: usize,
    last_axis: bool,
}

/// The part of a shape that a plan covers: the first `extent` indices along an axis. Shifted streams reach the others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) axis: usize,
    pub(crate) extent: usize,
}

impl LoopPlan {
    /// A plan to be built in place: it is large, and moving it would cost as much as a small call.
    #[inline(always)]
    pub(crate) fn empty() -> Self {
        let (streams, strides) = (SmallVec::new(), SmallVec::new());
        LoopPlan { sizes: [1; MAX_RANK], axes: 0, streams, strides, pitch: 0, reads: 0, last_axis: false }
    }

    /// Plans a reduction: axes in the given order, of which those in a group before the last may be merged. What is
    /// written has strides by axis.
    pub(crate) fn nest<S: Fn(usize) -> isize>(
        &mut self,
        shape: &Shape,
        window: Option<Window>,
        order: &[(usize, Group)],
        operands: &[impl Readable],
        outputs: &[S],
    ) {
        let rank = shape.sizes().len();
        self.axes = order.len().max(1);
        self.pitch = self.axes;
        for (size, &(axis, _)) in self.sizes.iter_mut().zip(order) {
            *size = window.filter(|w| w.axis == axis).map_or(shape.sizes()[axis], |w| w.extent);
        }
        self.reads = operands.len();
        for operand in operands {
            self.streams.push(Stream::read(operand.axes(), rank));
            self.strides
                .extend(order.iter().map(|&(axis, _)| operand.axes().output_stride(axis, rank) * operand.unit()));
            self.strides.resize(self.streams.len() * self.pitch, 0);
        }
        for output in outputs {
            self.streams.push(Stream::default());
            self.strides.extend(order.iter().map(|&(axis, _)| output(axis)));
            self.strides.resize(self.streams.len() * self.pitch, 0);
        }
        let group = |axis: usize| order.get(axis).map(|&(_, group)| group);
        self.merge(|outer, inner| group(outer) == group(inner));
        self.last_axis = order.last().is_some_and(|&(axis, _)| axis + 1 == rank);
    }

    /// Plans the part of a call: as [`LoopPlan::build`], but only the indices of the window. Fresh outputs have these
    /// strides in elements, if any, instead of the shape's.
    pub(crate) fn build_window(
        &mut self,
        shape: &Shape,
        operands: &[impl Readable],
        targets: usize,
        fresh: impl ExactSizeIterator<Item = isize>,
        window: Window,
        strides: Option<&[usize; MAX_RANK]>,
    ) {
        self.build(&shape.part(window.axis, window.extent, strides), operands, targets, fresh);
    }

    /// Plans a call: `operands` are read (the first `targets` of them also written), `fresh` are the memory of
    /// fresh outputs.
    pub(crate) fn build(
        &mut self,
        shape: &Shape,
        operands: &[impl Readable],
        targets: usize,
        fresh: impl ExactSizeIterator<Item = isize>,
    ) {
        let mut kept = [0; MAX_RANK];
        let kept = self.keep(shape, operands, targets > 0, &mut kept);
        self.reads = operands.len();
        self.pitch = kept.len().max(1);
        self.strides.resize((self.reads + targets + fresh.len()) * self.pitch, 0);
        let mut rows = self.strides.chunks_exact_mut(self.pitch);
        let rank = shape.sizes().len();
        // Where the axes are that are left. A window may have one index of an axis along which operands have more.
        let mut places = [usize::MAX; MAX_RANK];
        kept.iter().enumerate().for_each(|(place, &axis)| places[axis] = place);
        for operand in operands.iter().chain(&operands[..targets]) {
            if let Some(row) = rows.next() {
                operand.axes().each_stride(rank, |axis, stride| {
                    if let Some(place) = row.get_mut(places[axis]) {
                        *place = stride * operand.unit();
                    }
                });
            }
            self.streams.push(Stream::read(operand.axes(), rank));
        }
        for unit in fresh {
            for (stride, &axis) in rows.next().into_iter().flatten().zip(kept) {
                *stride = shape.fresh_stride(axis) * unit;
            }
            self.streams.push(Stream::default());
        }
        self.forward();
        self.merge(|_, _| true);
    }

    /// The axes that are left when those of size 1 are dropped, outermost first by the memory order of the first
    /// output: of the target, or else of a fresh one.
    fn keep<'k>(
        &mut self,
        shape: &Shape,
        operands: &[impl Readable],
        has_target: bool,
        kept: &'k mut [usize; MAX_RANK],
    ) -> &'k [usize] {
        let rank = shape.sizes().len();
        let target = operands.first().filter(|_| has_target);
        for axis in (0..rank).filter(|&axis| shape.sizes()[axis] != 1) {
            kept[self.axes] = axis;
            self.axes += 1;
        }
        let kept = &mut kept[..self.axes];
        if target.is_some() || shape.strides().is_some() {
            let stride = |axis| {
                let stride =
                    target.map_or_else(|| shape.fresh_stride(axis), |target| target.axes().output_stride(axis, rank));
                stride.unsigned_abs()
            };
            sort_axes(kept, |outer, inner| stride(outer) < stride(inner));
        }
        beside_innermost(kept, operands, rank);
        for (size, &axis) in self.sizes.iter_mut().zip(kept.iter()) {
            *size = shape.sizes()[axis];
        }
        self.axes = self.axes.max(1);
        self.last_axis = kept.last() == Some(&rank.wrapping_sub(1));

        kept
    }

    /// Turns axes around along which the first output runs backwards, if there is one.
    fn forward(&mut self) {
        if self.reads == self.streams.len() {
            return;
        }
        for axis in 0..self.axes {
            if self.strides[self.reads * self.pitch + axis] >= 0 {
                continue;
            }
            for (stream, strides) in self.streams.iter_mut().zip(self.strides.chunks_exact_mut(self.pitch)) {
                stream.start += strides[axis] * (self.sizes[axis] as isize - 1);
                strides[axis] = -strides[axis];
            }
        }
    }

    /// Merges each axis into the next outer one when every stream runs on from row to row, where that is allowed.
    fn merge(&mut self, allowed: impl Fn(usize, usize) -> bool) {
        let mut kept = 0;
        for axis in 1..self.axes {
            let size = self.sizes[axis];
            let mut rows = self.strides.chunks_exact(self.pitch);
            if allowed(axis - 1, axis) && rows.all(|strides| strides[kept] == strides[axis] * size as isize) {
                self.sizes[kept] *= size;
            } else {
                kept += 1;
                self.sizes[kept] = size;
            }
            for strides in self.strides.chunks_exact_mut(self.pitch) {
                strides[kept] = strides[axis];
            }
        }
        self.axes = kept + 1;
    }

    /// Moves each stream on by so much, in the unit of its strides: to a later part of a call.
    pub(crate) fn go_on(&mut self, by: &[isize]) {
        self.streams.iter_mut().zip(by).for_each(|(stream, by)| stream.start += by);
    }

    /// The sizes of the loop nest, outermost first.
    pub(crate) fn sizes(&self) -> &[usize] {
        &self.sizes[..self.axes]
    }

    /// The innermost axis, along which columns run; the others are rows.
    pub(crate) fn inner(&self) -> usize {
        self.axes - 1
    }

    /// The size of the innermost axis.
    pub(crate) fn columns(&self) -> usize {
        self.sizes[self.inner()]
    }

    /// The size of the axis around it: so many rows follow each other at even strides.
    pub(crate) fn run(&self) -> usize {
        if self.inner() == 0 { 1 } else { self.sizes[self.inner() - 1] }
    }

    /// What is read, then what is written.
    pub(crate) fn streams(&self) -> &[Stream] {
        &self.streams
    }

    /// Whether columns run along the last output axis.
    pub(crate) fn by_last_axis(&self) -> bool {
        self.last_axis
    }

    /// How many of the streams are read.
    pub(crate) fn reads(&self) -> usize {
        self.reads
    }

    /// The stride of a stream along an axis.
    pub(crate) fn stride(&self, stream: usize, axis: usize) -> isize {
        self.strides[stream * self.pitch + axis]
    }

    /// The strides of all streams along an axis.
    pub(crate) fn strides(&self, axis: usize) -> impl Iterator<Item = isize> {
        self.strides[axis..].iter().step_by(self.pitch).copied()
    }

    /// The stride of a stream from row to row of a run.
    pub(crate) fn row_stride(&self, stream: usize) -> isize {
        if self.inner() == 0 { 0 } else { self.stride(stream, self.inner() - 1) }
    }

    /// The stride of a stream from one run to the next.
    pub(crate) fn run_stride(&self, stream: usize) -> isize {
        if self.inner() < 2 { 0 } else { self.stride(stream, self.inner() - 2) }
    }

    /// How many elements of a stream, whose strides count `size`, lie one behind the other from each column on: those
    /// of all rows of a run, and of other axes of rows, if no other column is among them.
    pub(crate) fn between_columns(&self, stream: usize, size: isize) -> Option<usize> {
        let (step, mut len) = (self.column_stride(stream), size);
        let mut axes: SmallVec<[(isize, usize); AXES]> =
            (0..self.inner()).map(|axis| (self.stride(stream, axis), self.sizes[axis])).collect();
        axes.sort_unstable();
        for (stride, extent) in axes.into_iter().filter(|&(stride, _)| stride != 0) {
            if stride == len && stride < step {
                len *= extent as isize;
            } else if step <= 0 || stride < step || stride % step != 0 {
                return None;
            }
        }
        (len <= step && self.row_stride(stream) < step).then_some((len / size) as usize)
    }

    /// The stride of a stream from column to column.
    pub(crate) fn column_stride(&self, stream: usize) -> isize {
        self.stride(stream, self.inner())
    }
}

/// Where an operand strides along the innermost axis and is dense along another one, moves that one next to the
/// innermost: blocks of both axes then use up each cache line that they fetch.
fn beside_innermost<O: Readable>(kept: &mut [usize], operands: &[O], rank: usize) {
    let Some((&mut innermost, outer)) = kept.split_last_mut() else {
        return;
    };
    let step = |operand: &O, axis: usize| operand.axes().output_stride(axis, rank).unsigned_abs();
    let strided = operands.iter().filter(|operand| operand.is_stored() && step(operand, innermost) > 1);
    let mut dense = strided.filter_map(|operand| outer.iter().position(|&axis| step(operand, axis) == 1));
    if let Some(at) = dense.next() {
        outer[at..].rotate_left(1);
    }
}

/// Axes of a reduction that may be merged with each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Group {
    /// Outer axes that are kept.
    Kept,
    /// Axes that are reduced, but for the innermost.
    Reduced,
    /// The innermost ones.
    Columns,
}
