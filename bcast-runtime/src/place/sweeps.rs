//! Arrays that are in no memory: a call goes over them block by block, once or several times.

use std::any::Any;
use std::ops::Range;

/// An array that is in no memory, as its [place](Sweeps) knows it: it lends
/// [`Leaf::out_of_core`](crate::Leaf::out_of_core) and [`Goal::out_of_core`](crate::Goal::out_of_core).
pub trait OutOfCore: Any + Sync {}

/// An array that a sweep reads or writes.
#[derive(Clone)]
pub struct Swept<'s> {
    /// The array.
    pub array: &'s dyn OutOfCore,
    /// As the call has it.
    pub name: &'static str,
    /// Its sizes, and the bytes of an element.
    pub sizes: Vec<usize>,
    /// The same.
    pub element: usize,
    /// The axis of its own along which it is cut into blocks. Without one, each block needs all of it.
    pub axis: Option<usize>,
    /// Whether the call needs what it has before.
    pub is_read: bool,
    /// Whether it is written.
    pub is_written: bool,
}

impl Swept<'_> {
    /// Its sizes where a block has so many indices.
    pub fn sizes_of_block(&self, extent: usize) -> Vec<usize> {
        let mut sizes = self.sizes.clone();
        if let Some(axis) = self.axis {
            sizes[axis] = extent;
        }
        sizes
    }

    /// Bytes of such a block.
    pub fn bytes(&self, extent: usize) -> usize {
        self.sizes_of_block(extent).iter().product::<usize>() * self.element
    }

    /// Strides of such a block in row-major order, in elements.
    pub fn strides(&self, extent: usize) -> Vec<isize> {
        let sizes = self.sizes_of_block(extent);
        let mut strides = vec![1; sizes.len()];
        for axis in (1..sizes.len()).rev() {
            strides[axis - 1] = strides[axis] * sizes[axis].max(1) as isize;
        }
        strides
    }
}

/// One time over arrays: what depends on each other's reductions along the axis that is cut takes several.
#[derive(Clone)]
pub struct Sweep<'s> {
    /// How many indices are cut into blocks; 1 where nothing is cut.
    pub size: usize,
    /// The arrays.
    pub arrays: Vec<Swept<'s>>,
    /// Bytes of memory that the call needs beside blocks of these arrays, as long as it runs.
    pub bytes: usize,
    /// Bytes that it needs besides for each index of a block.
    pub bytes_per_index: usize,
    /// Whether all that comes of it are arrays that are in no memory: then blocks of which these have everything
    /// already may be left out.
    pub only_writes: bool,
    /// What the call computes in it, as [`explain!`](super::Explains) has it; nothing where a call runs.
    pub lines: Vec<&'static str>,
}

/// Neighbouring indices that are in memory together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stretch {
    /// The indices.
    pub indices: Range<usize>,
    /// Whether what is computed there is written. Another process writes it, if not.
    pub is_written: bool,
}

impl Stretch {
    /// The indices of the longest one.
    pub fn longest(blocks: &[Stretch]) -> usize {
        blocks.iter().map(|block| block.indices.len()).max().unwrap_or(0)
    }
}

impl Sweep<'_> {
    /// Bytes that are read or written of these blocks.
    pub fn traffic(&self, blocks: &[Stretch]) -> usize {
        let indices = |written: bool| {
            let counted = blocks.iter().filter(|block| !written || block.is_written);
            counted.map(|block| block.indices.len()).sum::<usize>()
        };
        let of = |array: &Swept, written: bool| match array.axis {
            Some(_) => array.bytes(1) * indices(written),
            None => array.bytes(1) * usize::from(indices(written) > 0),
        };
        let read = |array: &Swept| if array.is_read { of(array, false) } else { 0 };
        let written = |array: &Swept| if array.is_written { of(array, true) } else { 0 };
        self.arrays.iter().map(|array| read(array) + written(array)).sum()
    }
}

/// Reads and writes arrays that are in no memory.
///
/// # Safety
/// The engine reads and writes memory by what `run` lends:
/// 1. `run` calls `block` with each number of a block once, in order, but for those that may be
///    [left out](Sweep::only_writes); and with memory of each array of the sweep, in their order: aligned for its
///    elements, with room for the indices of the longest block in row-major order ([`Swept::strides`]).
/// 2. What is read of an array has been read into it: all of it, or from the first index of the block on. The bytes are
///    those of elements of the type that the array lends.
/// 3. As long as `block` runs, nobody else reads or writes the memory.
pub unsafe trait Sweeps {
    /// Where the parts of so many processes end; the last one at the size. The same in every process.
    ///
    /// # Errors
    /// An array is not of this place.
    fn parts(&self, sweep: &Sweep, processes: usize) -> Result<Vec<usize>, String>;

    /// Where blocks of these indices end; the last one where they do. There may be none.
    ///
    /// # Errors
    /// There is no such cut, as too little memory is allowed, or an array is not of this place.
    fn blocks(&self, sweep: &Sweep, indices: Range<usize>) -> Result<Vec<usize>, String>;

    /// Hears of all sweeps of a call, and of their blocks in this process, before anything is read.
    ///
    /// # Errors
    /// The call ends with this, and nothing has been read or written.
    fn begin(&self, sweeps: &[(Sweep, Vec<Stretch>)]) -> Result<(), String>;

    /// Reads each block, has it computed, and writes it if it is one to be written.
    ///
    /// # Errors
    /// Reading or writing fails. Then no more blocks are computed.
    fn run(&self, sweep: &Sweep, blocks: &[Stretch], block: &mut dyn FnMut(usize, &[*mut u8])) -> Result<(), String>;

    /// Hears that all sweeps of a call have run.
    fn end(&self) {}
}
