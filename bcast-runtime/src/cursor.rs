//! Where kernels read and write: a cursor for each stream, and the lanes to which it leads.

/// The alignment of scratch memory, and the most that an element may need.
pub(crate) const ALIGN: usize = 64;

/// Lanes per run.
pub(crate) const LANES: usize = 64;

/// A short row has fewer elements than this, but a [group](GROUP) at least, and is all of an output: it has as many
/// accumulators as a group has lanes.
pub(crate) const SHORT_ROW: usize = 256;

/// Where a kernel reads or writes.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Cursor {
    /// The first lane of the first row.
    pub(crate) ptr: *mut u8,
    /// Bytes from one run of lanes to the next, `LANES` elements or 0 when every run reads the same lanes; and from one
    /// row to the next.
    pub(crate) steps: [isize; 2],
    /// Bytes from the lanes that a kernel would prefetch to those that it prefetches instead: 0, or for lanes that an
    /// earlier pass has brought into the cache, the way to the next block.
    pub(crate) further: isize,
}

impl Cursor {
    #[inline(always)]
    pub(crate) fn new(ptr: *mut u8, steps: [isize; 2]) -> Self {
        Cursor { ptr, steps, further: 0 }
    }
}

/// To the next run of lanes, as an index of [`Cursor::steps`].
pub(crate) const RIGHT: usize = 0;
/// To the next row.
pub(crate) const DOWN: usize = 1;

/// Whose the accumulators at a cursor are. Of one byte LLVM would load four, and these would wait until the byte has
/// left the processor: 5 ns of small calls.
#[derive(Clone, Copy, PartialEq)]
#[repr(u32)]
pub enum Accs {
    /// 64 take the lanes of every run; or of the only one, if it is shorter.
    Lanes,
    /// One of each column.
    Columns,
    /// One of each row, which starts from nothing. Rows have 64 columns at least; where the element function is not
    /// speculative a group of them, and else they are no [short rows](SHORT_ROW).
    Rows,
    /// One of each element of a row, which takes nothing else: what was there does not matter, and there is room for
    /// whole runs. Speculative element functions only.
    Each,
}

/// Lanes of a speculative element function that are computed together; accumulators that take the elements of a
/// [short row](SHORT_ROW) in turn.
pub(crate) const GROUP: usize = 16;

/// The first lanes of the groups that cover so many lanes, the last of which overlap.
#[inline(always)]
pub(crate) fn groups(lanes: usize) -> impl Iterator<Item = usize> {
    (0..lanes.div_ceil(GROUP)).map(move |group| (group * GROUP).min(lanes.saturating_sub(GROUP)))
}

/// What a kernel prefetches, run by run.
#[derive(Clone, Copy)]
pub enum Prefetch {
    /// The first cache, for lanes so many runs ahead; in another block if the cursor leads there.
    First(isize),
    /// The second cache, for the same lanes of another block.
    Second,
}
