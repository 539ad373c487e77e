//! What `at.(table, i, j)` finds elements in: an array that no loop goes over.

#[cfg(feature = "gpu")]
use super::OperandAxes;
use super::RawOperand;
use std::marker::PhantomData;

/// An array of `N` axes, to be looked up in.
///
/// Invariants:
/// 1. The pointer, moved on by any index below the sizes times the strides, is at an initialised `E`, lent for `'a`.
pub struct Table<'a, E, const N: usize> {
    ptr: *const E,
    sizes: [usize; N],
    strides: [isize; N],
    written: &'static str,
    elements: PhantomData<&'a E>,
}

impl<E, const N: usize> Clone for Table<'_, E, N> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<E, const N: usize> Copy for Table<'_, E, N> {}

/// An index, as it is compared with a size.
#[derive(Clone, Copy)]
pub struct Found {
    /// What is below 0 is larger than any size.
    place: usize,
    is_negative: bool,
}

impl Found {
    #[inline(always)]
    pub(crate) fn new(place: usize, is_negative: bool) -> Self {
        Found { place, is_negative }
    }

    /// As a number; what is below 0 is larger than any size.
    #[inline(always)]
    pub(crate) fn place(self) -> usize {
        self.place
    }
}

impl<'a, E, const N: usize> Table<'a, E, N> {
    /// # Safety
    /// Invariant 1.
    #[inline]
    pub(crate) unsafe fn new(ptr: *const E, sizes: [usize; N], strides: [isize; N], written: &'static str) -> Self {
        Table { ptr, sizes, strides, written, elements: PhantomData }
    }

    /// As an operand: one value for all elements.
    #[inline]
    pub(crate) fn raw(&'a self) -> RawOperand<'a> {
        RawOperand::value(self)
    }

    /// Its elements as an operand of their own.
    #[cfg(feature = "gpu")]
    pub(crate) fn memory(&self) -> RawOperand<'_> {
        // SAFETY: its own invariant is that of operands in memory.
        unsafe { RawOperand::memory(self.ptr, OperandAxes::array(&self.sizes, &self.strides)) }
    }
}

impl<E: Copy, const N: usize> Table<'_, E, N> {
    /// Whether there is an element with these indices.
    #[inline(always)]
    pub(crate) fn holds(&self, indices: &[Found; N]) -> bool {
        indices.iter().zip(&self.sizes).all(|(index, size)| index.place < *size)
    }

    /// The element with these indices.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn look_up(self, indices: [Found; N]) -> E {
        let mut place = 0;
        // An iterator that owns them would lie in memory, since its rest is there when an index is out of range:
        // elements of matrices took twice as long on a Zen 3.
        for (axis, &Found { place: index, is_negative }) in indices.iter().enumerate() {
            if index >= self.sizes[axis] {
                out_of_range(self.written, axis, self.sizes[axis], (index, is_negative));
            }
            place += index as isize * self.strides[axis];
        }
        // SAFETY: by invariant 1, as each index is below its size.
        unsafe { self.ptr.offset(place).read() }
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn out_of_range(written: &str, axis: usize, size: usize, (index, is_negative): (usize, bool)) -> ! {
    let what = format!("is out of range in `{written}`: axis {axis} has length {size}");
    match is_negative {
        true => panic!("bcast!: index {} {what}", index.cast_signed()),
        false => panic!("bcast!: index {index} {what}"),
    }
}
