//! Look-ups that find neighbours: of a run of lanes, elements that lie one behind the other, as in
//! `at.(x, i @ (0), j @ (1) .+ 1)` where `j` counts.
//!
//! Each index of a look-up has to be in range, which is a branch for each lane, and no vector goes around it. So a
//! kernel first computes only where the look-ups of a run lead: it uses nothing else of what the element function
//! gives, and LLVM leaves out the rest. Where all of them are in range and find neighbours, the lanes are computed
//! again, by loads of vectors, and otherwise one by one, by look-ups that panic.

use std::cell::Cell;
use std::ptr::NonNull;

/// So many look-ups of an element function can find neighbours; where a lane gets to another one, none of its run do.
const PLACES: usize = 8;
/// The same of axes of a table.
const AXES: usize = 6;

/// Where the look-ups of a run lead.
pub(crate) struct Neighbours {
    starts: [Start; PLACES],
    /// Not 0 if a lane leads elsewhere.
    apart: Cell<usize>,
}

/// Where a look-up begins: what lane 0 would have.
struct Start {
    /// Not 0 until a lane has said so: that lane may have gone another way, around the look-up.
    is_missing: Cell<usize>,
    address: Cell<usize>,
    indices: [Cell<usize>; AXES],
}

impl Neighbours {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        let start =
            || Start { is_missing: Cell::new(1), address: Cell::new(0), indices: [const { Cell::new(0) }; AXES] };
        Neighbours { starts: std::array::from_fn(|_| start()), apart: Cell::new(0) }
    }

    /// Whether each look-up of the lanes that were compared leads to the neighbour of the lane before.
    #[inline(always)]
    pub(crate) fn are(&self) -> bool {
        self.apart.get() == 0
    }

    #[inline(always)]
    fn differ(&self, bits: usize) {
        self.apart.set(self.apart.get() | bits);
    }
}

/// What look-ups of a lane do.
#[derive(Clone, Copy)]
pub(crate) enum Use {
    /// They say where the others have to be.
    Begin,
    /// They say whether they are there.
    Compare,
    /// They read there.
    Read,
}

/// A lane of a run with neighbours.
#[derive(Clone, Copy)]
pub(crate) struct LaneOf {
    neighbours: NonNull<Neighbours>,
    lane: usize,
    what: Use,
}

/// A look-up, and the table in which it looks up.
pub(crate) struct LooksUp<'a, const N: usize> {
    /// The look-up's number in its element function.
    pub(crate) number: usize,
    pub(crate) indices: [usize; N],
    pub(crate) address: usize,
    pub(crate) bytes: usize,
    pub(crate) sizes: &'a [usize; N],
    pub(crate) strides: &'a [isize; N],
}

impl LaneOf {
    /// # Safety
    /// It, and whatever is copied from it, is used while `neighbours` is borrowed and no longer.
    #[inline(always)]
    pub(crate) unsafe fn new(neighbours: &Neighbours, lane: usize, what: Use) -> Self {
        LaneOf { neighbours: NonNull::from(neighbours), lane, what }
    }

    #[inline(always)]
    fn all(&self) -> &Neighbours {
        // SAFETY: whoever made the lane keeps it there.
        unsafe { self.neighbours.as_ref() }
    }

    /// Where a look-up of elements of so many bytes reads, if it does.
    #[inline(always)]
    pub(crate) fn reads(self, number: usize, bytes: usize) -> Option<usize> {
        let start = self.all().starts.get(number).filter(|_| matches!(self.what, Use::Read))?;
        Some(start.address.get().wrapping_add(self.lane.wrapping_mul(bytes)))
    }

    /// Takes where a look-up leads. Indices are compared, not addresses: to multiply takes longer.
    #[inline(always)]
    pub(crate) fn take<const N: usize>(self, look_up: LooksUp<N>) {
        let LooksUp { number, indices, address, bytes, sizes, strides } = look_up;
        let (all, last) = (self.all(), N - 1);
        let Some(start) = all.starts.get(number).filter(|_| N <= AXES) else { return all.differ(1) };
        let beyond = |axis: usize| usize::from(indices[axis] >= sizes[axis]);
        match self.what {
            Use::Begin => {
                all.differ(start.is_missing.replace(0) ^ 1);
                start.address.set(address.wrapping_sub(self.lane.wrapping_mul(bytes)));
                (0..last).for_each(|axis| start.indices[axis].set(indices[axis]));
                start.indices[last].set(indices[last].wrapping_sub(self.lane));
                (0..last).for_each(|axis| all.differ(beyond(axis)));
                all.differ(strides[last].cast_unsigned() ^ 1);
            }
            Use::Compare => {
                all.differ(start.is_missing.get());
                (0..last).for_each(|axis| all.differ(indices[axis] ^ start.indices[axis].get()));
                all.differ(indices[last] ^ start.indices[last].get().wrapping_add(self.lane));
                all.differ(beyond(last));
            }
            Use::Read => {}
        }
    }
}
