//! What `at.(table, i, j)` finds elements in: an array that no loop goes over.

#[cfg(feature = "gpu")]
use super::OperandAxes;
use super::RawOperand;
use crate::neighbours::LooksUp;
use crate::simd::SimdToken;
use std::any::TypeId;
use std::marker::PhantomData;

/// An array of `N` axes, to be looked up in.
///
/// Invariants:
/// 1. The pointer, moved on by any index below the sizes times the strides, is at an initialised `E`, lent for `'a`.
/// 2. If there is no element, it is at readable zeros all the same, as large as a double.
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
    /// Whether look-ups may find any element instead of what is out of range, if they report it: floats cannot make a
    /// call fail in another way before.
    pub(crate) fn finds_early() -> bool {
        let id = typeid::of::<E>();
        id == TypeId::of::<f32>() || id == TypeId::of::<f64>()
    }

    /// # Safety
    /// Invariant 1.
    #[inline]
    pub(crate) unsafe fn new(ptr: *const E, sizes: [usize; N], strides: [isize; N], written: &'static str) -> Self {
        static ZEROS: [u64; 1] = [0];
        let ptr = if sizes.contains(&0) { ZEROS.as_ptr().cast() } else { ptr };
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

    /// The element with these indices; where lanes are computed again, any element if there is none. The number is that
    /// of the look-up in its element function.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn find(self, look_up: usize, indices: [Found; N], t: SimdToken) -> E {
        if !Self::finds_early() {
            return self.look_up(indices);
        }
        if let Some(address) = t.neighbour(look_up, size_of::<E>()) {
            // SAFETY: whoever made the token has compared the lane: this look-up is in range, and leads there.
            return unsafe { self.ptr.with_addr(address).read() };
        }
        if t.is_exact() {
            return self.look_up(indices);
        }
        let (mut place, mut is_there) = (0_isize, true);
        for (axis, &Found { place: index, .. }) in indices.iter().enumerate() {
            is_there &= index < self.sizes[axis];
            place = place.wrapping_add((index as isize).wrapping_mul(self.strides[axis]));
        }
        let leads = LooksUp {
            number: look_up,
            indices: indices.map(Found::place),
            address: self.ptr.wrapping_offset(place).addr(),
            bytes: size_of::<E>(),
            sizes: &self.sizes,
            strides: &self.strides,
        };
        t.leads(leads, is_there);
        let found = self.ptr.wrapping_offset(if is_there { place } else { 0 });
        // SAFETY: by invariant 1 if each index is below its size, or if all are 0; by invariant 2 without any element.
        unsafe { found.read() }
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
