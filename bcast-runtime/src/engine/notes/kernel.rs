//! What is noted of a kernel on a GPU.

/// A kernel that a pass on a GPU runs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Kernel {
    /// What it does.
    pub work: KernelWork,
    /// How many workgroups run it.
    pub workgroups: usize,
    /// Bytes of accumulators that it leaves for the next kernel; none if what it writes is the result.
    pub accumulators: usize,
    /// Whether the device has it already. Otherwise the call compiles it.
    pub is_compiled: bool,
}

/// What a kernel on a GPU does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KernelWork {
    /// It computes element by element, each thread some neighbours.
    PerElement,
    /// The same through squares of 32 rows and columns, which workgroups turn round in memory of their own: some
    /// operands lie across the others.
    PerSquare,
    /// It reduces: each result is shared by some threads.
    PerResult,
    /// It reduces, and each thread has several results, as in products of matrices.
    PerTile,
    /// It runs along lines: each is shared by some threads.
    PerLine,
    /// It joins the accumulators that another kernel has left.
    Accumulators,
    /// It runs all passes of the call: a group of threads reads a row, reduces it, and writes what is made of it.
    PerRow,
    /// The driver copies accumulators to where they lie side by side. It has no workgroups.
    ByDriver,
}
