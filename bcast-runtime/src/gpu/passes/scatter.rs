//! Gradients of what is looked up in, on a GPU: what arrives at an element that was looked up is added to it.
//!
//! Three kernels (`text/scatter.rs`): where each element is added; sums of chunks of elements, in which a thread has
//! elements of its own of the table, so that it adds in the order of the formula; the sums of these. The chunks follow
//! from sizes alone: so do the bits.

use super::gradient::{Caller, Failed, Fitted, site};
use super::launch::{Work, dispatched};
use super::machine::Machine;
use super::operand::GpuLeaf;
use super::run::{filled, moved};
use crate::engine::notes::KernelWork;
use crate::error::{BroadcastError, GpuError};
use crate::gpu::device::array::{GpuArray, Place};
use crate::gpu::device::element::GpuElement;
use crate::gpu::device::kernel::Text;
use crate::gpu::device::layout::row_major;
use crate::gpu::device::memory::GpuMemory;
use crate::gpu::device::room::Room;
use crate::gpu::device::submit::Bound;
use crate::gpu::device::types::Type;
use crate::gpu::text::scatter::{HEAD, Scatter};
use crate::gpu::tuning::{CHUNKS, LEAST_CHUNK, ROUND, SUMMING, THREADS};
use crate::rank::Full;
use ndarray::Dimension;
use std::panic::Location;

/// What a call made, of any rank.
pub trait Made<T> {
    #[doc(hidden)]
    fn lying(&self) -> Lying<'_>;
}
impl<T: GpuElement, D: Dimension> Made<T> for GpuArray<T, D> {
    fn lying(&self) -> Lying<'_> {
        Lying { place: self.place(), sizes: self.shape(), strides: self.strides() }
    }
}

/// Where its elements lie.
#[derive(Clone, Copy)]
pub struct Lying<'a> {
    place: Place<'a>,
    sizes: &'a [usize],
    strides: &'a [isize],
}

/// Stands for a gradient to which nothing has been added.
pub struct Nothing;

/// Of an operand that is looked up in.
pub fn nothing<E, R>(_: &GpuLeaf<E, R>) -> Nothing {
    Nothing
}

/// A gradient so far.
pub trait SoFar<G> {
    #[doc(hidden)]
    fn with(self, machine: &Machine, caller: Caller, more: G) -> Result<G, Failed>;
}
impl<G> SoFar<G> for Nothing {
    fn with(self, _: &Machine, _: Caller, more: G) -> Result<G, Failed> {
        Ok(more)
    }
}
impl<T: GpuElement, D: Dimension> SoFar<GpuArray<T, D>> for GpuArray<T, D> {
    fn with(mut self, machine: &Machine, caller: Caller, more: Self) -> Result<Self, Failed> {
        <Full<D> as Fitted<Self>>::added(machine, caller, &mut self, more)?;
        Ok(self)
    }
}

/// Adds what a call made for elements of an operand to those that the indices find, or says why it cannot. These lie
/// along some axes of it, or along all, and are stretched.
#[track_caller]
pub fn try_scattered<T: GpuElement, D: Dimension, const N: usize>(
    machine: &Machine,
    of: &GpuLeaf<T, Full<D>>,
    gradient: impl SoFar<GpuArray<T, D>>,
    made: &impl Made<T>,
    indices: [(&dyn Made<u32>, &[usize]); N],
) -> Result<GpuArray<T, D>, BroadcastError> {
    let (caller, sizes) = (Location::caller(), of.axes.sizes());
    let indices = indices.map(|(index, axes)| (index.lying(), axes));
    let memory = Sums { machine, caller, element: T::TYPE, table: sizes, made: made.lying(), indices: &indices }.made();
    let memory = memory.map_err(|error| BroadcastError::Gpu(error.of_array("the gradient", sizes)))?;
    let more = GpuArray::new(memory, sizes, row_major(sizes));
    gradient.with(machine, caller, more).map_err(|error| *error)
}

/// [`try_scattered`], which panics at the caller's line.
#[track_caller]
pub fn scattered<T: GpuElement, D: Dimension, const N: usize>(
    machine: &Machine,
    of: &GpuLeaf<T, Full<D>>,
    gradient: impl SoFar<GpuArray<T, D>>,
    made: &impl Made<T>,
    indices: [(&dyn Made<u32>, &[usize]); N],
) -> GpuArray<T, D> {
    try_scattered(machine, of, gradient, made, indices).unwrap_or_else(|error| panic!("{error}"))
}

/// The sums of what arrives at each element of a table.
struct Sums<'a> {
    machine: &'a Machine<'a>,
    caller: Caller,
    element: Type,
    /// The sizes of the table.
    table: &'a [usize],
    made: Lying<'a>,
    /// Each with the axes along which it lies; without any they are all.
    indices: &'a [(Lying<'a>, &'a [usize])],
}

/// Chunks of elements, and how many each has.
struct Chunks {
    count: usize,
    len: usize,
}

impl Chunks {
    /// More of them for more elements, as long as their sums take no more than these.
    fn of(len: usize, table: usize) -> Self {
        let count = (len / table.max(LEAST_CHUNK)).clamp(1, CHUNKS);
        Chunks { count, len: len.div_ceil(count).next_multiple_of(SUMMING as usize) }
    }
}

impl Sums<'_> {
    fn made(&self) -> Result<GpuMemory, GpuError> {
        let gpu = self.machine.gpu.expect("a call that runs has a device");
        let (len, table) = (self.made.sizes.iter().product::<usize>(), self.table.iter().product::<usize>());
        let chunks = Chunks::of(len, table);
        let bytes = |count: usize, each: usize| (count * each) as u64;
        let allocate = |bytes: u64| self.fitting(bytes).and_then(|()| self.machine.allocate(gpu, bytes));
        let result = allocate(bytes(table, self.element.bytes()))?;
        if table == 0 {
            return Ok(result);
        }
        let places = allocate(bytes(len, 4))?;
        // A sum, and what is lost of it.
        let sums = allocate(bytes(chunks.count * table, 8))?;
        let rows = self.by_rows(&allocate)?;
        let gs = rows.as_ref().unwrap_or(self.made.place.memory);
        let mut words = self.words(len, table, &chunks);
        let parts = 8 / self.element.bytes() * chunks.count * table;
        filled(gpu, self.element, [0; 2], &sums, &[parts], &[1])?;
        if len > 0 {
            let indices = self.indices.iter().map(|(index, _)| index.place.memory);
            let arrays: Vec<&GpuMemory> = indices.chain([&places]).collect();
            self.run(Scatter::Places, len.div_ceil(THREADS as usize), &arrays, &words)?;
        }
        for first in (0..chunks.len).step_by(ROUND) {
            words[6] = first as u32;
            self.run(Scatter::Sums, chunks.count, &[&places, gs, &sums], &words)?;
        }
        self.run(Scatter::Joined, table.div_ceil(THREADS as usize), &[&sums, &result], &words)?;
        Ok(result)
    }

    /// Whether a kernel can bind so many bytes.
    fn fitting(&self, size: u64) -> Result<(), GpuError> {
        let most = Room::of(self.machine.gpu).bytes;
        if size > most { Err(GpuError::TooLarge { array: String::new(), size, most }) } else { Ok(()) }
    }

    /// What arrives, row by row, if it lies in another order.
    fn by_rows(&self, allocate: &impl Fn(u64) -> Result<GpuMemory, GpuError>) -> Result<Option<GpuMemory>, GpuError> {
        let Lying { place, sizes, strides } = self.made;
        let dense = row_major(sizes);
        let is_dense = |(axis, stride): (usize, &isize)| sizes[axis] == 1 || dense[axis] == *stride;
        if place.start == 0 && strides.iter().enumerate().all(is_dense) {
            return Ok(None);
        }
        let memory = allocate((sizes.iter().product::<usize>() * self.element.bytes()) as u64)?;
        let to = (Place { memory: &memory, start: 0 }, &dense[..]);
        moved(self.machine, site(self.caller), self.element, (place, strides), to, sizes)?;
        Ok(Some(memory))
    }

    /// The parameters of all three kernels.
    fn words(&self, len: usize, table: usize, chunks: &Chunks) -> Vec<u32> {
        let mut words = vec![0; HEAD];
        (words[0], words[2], words[3]) = (len as u32, table as u32, chunks.len as u32);
        words[4] = chunks.count as u32;
        for (axis, &size) in self.made.sizes.iter().enumerate() {
            words.push(size as u32);
            words.extend(self.indices.iter().map(|(index, axes)| index.stride(axes, axis) as u32));
        }
        words.extend(self.table.iter().map(|&size| size as u32));
        words.resize(words.len().next_multiple_of(4), 0);
        words
    }

    fn run(&self, scatter: Scatter, groups: usize, arrays: &[&GpuMemory], words: &[u32]) -> Result<(), GpuError> {
        static KEY: u8 = 0;
        let (axes, indices) = (self.made.sizes.len(), self.indices.len());
        let key = vec![std::ptr::from_ref(&KEY).addr(), scatter as usize, axes, indices, self.element.code()];
        let arrays: Vec<Bound> =
            arrays.iter().map(|memory| Bound { buffer: memory.buffer().clone(), offset: 0 }).collect();
        let (site, does) = (site(self.caller), KernelWork::PerElement);
        let work = Work { key, groups: groups as u64, site, does, accumulators: 0 };
        let text = || -> Text { scatter.text(self.element, axes, indices) };
        dispatched(self.machine, work, text, &arrays, &mut words.to_vec())
    }
}

impl Lying<'_> {
    /// How far its elements are from each other along an axis of what it is stretched to.
    fn stride(&self, axes: &[usize], axis: usize) -> isize {
        let own = if axes.is_empty() {
            (axis < self.sizes.len()).then_some(axis)
        } else {
            axes.iter().position(|&own| own == axis)
        };
        own.filter(|&own| self.sizes[own] != 1).map_or(0, |own| self.strides[own])
    }
}
