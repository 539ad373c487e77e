//! The loops of a kernel, and the parts into which they fall where arrays are larger than what it can bind.
//!
//! A part is a range of indices along each axis. It binds of each array the window that it goes over, which begins at a
//! place that the device can bind; starts are counted from there. Parts have the same axes and strides as the whole, so
//! they need no kernel of their own.

use crate::gpu::device::room::Room;
use crate::gpu::device::types::Type;
use crate::gpu::tuning::EACH;
use crate::loop_plan::LoopPlan;

/// Elements of one pass: places and numbers of elements are `u32`s, also a little beyond the end.
pub(super) const MOST: u64 = (1 << 32) - (1 << 27);

/// The axes, merged, and where each array and range is along them.
#[derive(Clone, Debug)]
pub(super) struct Nest {
    pub(crate) sizes: Vec<usize>,
    /// The first index along each axis.
    pub(crate) first: Vec<usize>,
    /// In the order of the kernel's parameters.
    pub(crate) streams: Vec<Places>,
}

/// Where the elements of an array or of a range are along the axes.
#[derive(Clone, Debug)]
pub(super) struct Places {
    /// That of the first element.
    pub(crate) start: isize,
    pub(crate) strides: Vec<isize>,
    /// The bytes of an element; none of a range.
    pub(crate) bytes: usize,
    /// Whether an element is one number, of which there are vectors.
    pub(super) is_number: bool,
    pub(super) is_written: bool,
}

impl Places {
    /// Those of a stream of a plan, whose array has such elements and begins at one; of a range without any.
    pub(crate) fn of(plan: &LoopPlan, stream: usize, start: usize, element: Option<Type>, is_written: bool) -> Self {
        let strides = (0..plan.sizes().len()).map(|axis| plan.stride(stream, axis)).collect();
        let start = start as isize + plan.streams()[stream].start;
        let (bytes, is_number) = (element.map_or(0, Type::bytes), element.is_none_or(Type::is_scalar));
        Places { start, strides, bytes, is_number, is_written }
    }

    /// The first and the last place.
    fn ends(&self, sizes: &[usize]) -> (isize, isize) {
        let (mut first, mut last) = (self.start, self.start);
        for (&stride, &size) in self.strides.iter().zip(sizes) {
            let way = stride * (size as isize - 1);
            (first, last) = (first + way.min(0), last + way.max(0));
        }
        (first, last)
    }

    /// Where the window begins, in bytes; at 0 where the whole fits.
    pub(super) fn window(&self, sizes: &[usize], room: Room) -> u64 {
        let first = self.ends(sizes).0.max(0) as u64 * self.bytes as u64;
        // Whole elements come before it.
        let unit = (1..).map(|times| times * room.align).find(|unit| unit.is_multiple_of(self.bytes.max(1) as u64));
        let unit = unit.unwrap_or(room.align);
        if self.end(sizes) <= room.bytes { 0 } else { first / unit * unit }
    }

    /// Where it ends, in bytes.
    fn end(&self, sizes: &[usize]) -> u64 {
        (self.ends(sizes).1.max(0) as u64 + 1) * self.bytes as u64
    }

    fn fits(&self, sizes: &[usize], room: Room) -> bool {
        self.bytes == 0 || self.end(sizes) - self.window(sizes, room) <= room.bytes
    }

    /// Whether it fits wherever it begins.
    fn fits_anywhere(&self, sizes: &[usize], room: Room) -> bool {
        self.bytes == 0 || self.bytes_over(sizes) + room.align <= room.bytes
    }

    /// The bytes that it goes over.
    fn bytes_over(&self, sizes: &[usize]) -> u64 {
        let (first, last) = self.ends(sizes);
        (last - first + 1) as u64 * self.bytes as u64
    }

    /// With so many axes that are kept, before those that are reduced: whether elements are nearer along what is kept,
    /// if that tells.
    pub(super) fn lies_across(&self, kept: usize) -> Option<bool> {
        let step = |axis: usize| self.strides[axis].abs();
        let (outer, inner) = (step(kept.checked_sub(1)?), step(self.strides.len() - 1));
        (outer != 0 && inner != 0 && outer != inner).then_some(inner > outer)
    }

    /// How far apart its first and its last element along an axis are, in elements.
    pub(crate) fn way(&self, sizes: &[usize], axis: usize) -> usize {
        self.strides[axis].unsigned_abs() * sizes[axis].saturating_sub(1)
    }
}

impl Nest {
    /// Loops from the first index on.
    pub(crate) fn new(sizes: &[usize], streams: Vec<Places>) -> Self {
        Nest { sizes: sizes.to_vec(), first: vec![0; sizes.len()], streams }
    }

    /// The innermost axis.
    pub(crate) fn inner(&self) -> usize {
        self.sizes.len() - 1
    }

    /// Its size.
    pub(crate) fn columns(&self) -> usize {
        self.sizes[self.inner()]
    }

    /// How many elements there are.
    pub(crate) fn len(&self) -> u64 {
        self.sizes.iter().map(|&size| size as u64).product()
    }

    /// A part that can be bound for each range of indices; in the order of the axes.
    pub(crate) fn parts(self, room: Room) -> Vec<Nest> {
        let along = |nest: &Nest| {
            let longest = || (0..nest.sizes.len()).max_by_key(|&axis| nest.sizes[axis]);
            nest.too_far(room).or_else(|| longest().filter(|_| nest.len() > MOST))
        };
        self.split(&along)
    }

    /// The arrays of which more is gone over than can be bound.
    pub(super) fn too_large(&self, room: Room) -> impl Iterator<Item = &Places> {
        self.streams.iter().filter(move |stream| !stream.fits(&self.sizes, room))
    }

    /// The axis along which an array that is too large goes furthest.
    pub(super) fn too_far(&self, room: Room) -> Option<usize> {
        self.furthest(|stream| stream.fits(&self.sizes, room))
    }

    /// The same, wherever in the arrays these sizes are.
    pub(super) fn too_far_anywhere(&self, room: Room) -> Option<usize> {
        self.furthest(|stream| stream.fits_anywhere(&self.sizes, room))
    }

    fn furthest(&self, fits: impl Fn(&Places) -> bool) -> Option<usize> {
        let stream = self.streams.iter().find(|stream| !fits(stream))?;
        (0..self.sizes.len()).max_by_key(|&axis| stream.way(&self.sizes, axis))
    }

    /// Whether it is bound as a whole, in one piece.
    pub(super) fn is_bound_whole(&self, room: Room) -> bool {
        self.len() <= MOST && self.streams.iter().all(|stream| stream.end(&self.sizes) <= room.bytes)
    }

    /// Halves it along the axis that is asked for, and each half again.
    pub(super) fn split(self, along: &impl Fn(&Nest) -> Option<usize>) -> Vec<Nest> {
        let Some(axis) = along(&self).filter(|&axis| self.sizes[axis] > 1) else {
            return vec![self];
        };
        let (mut left, mut right) = (self.clone(), self);
        let (size, half) = (right.sizes[axis], right.sizes[axis].div_ceil(2));
        // Whole vectors, so that both are wide if it is.
        let even = half.next_multiple_of(EACH as usize);
        left.sizes[axis] = if even < size { even } else { half };
        right.sizes[axis] -= left.sizes[axis];
        right.first[axis] += left.sizes[axis];
        for stream in &mut right.streams {
            stream.start += stream.strides[axis] * left.sizes[axis] as isize;
        }
        let mut parts = left.split(along);
        parts.extend(right.split(along));
        parts
    }

    /// Where the windows of its arrays begin, in bytes; starts are counted from there.
    pub(super) fn windows(&mut self, room: Room) -> Vec<u64> {
        let mut windows = Vec::new();
        for stream in self.streams.iter_mut().filter(|stream| stream.bytes > 0) {
            let window = stream.window(&self.sizes, room);
            stream.start -= (window / stream.bytes as u64) as isize;
            windows.push(window);
        }
        windows
    }
}
