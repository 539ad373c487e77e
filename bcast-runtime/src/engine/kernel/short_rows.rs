//! Kernels that go along [short rows](super::super::short_row), all of which have the same element function.

use super::is_buffered;
use super::lanes::{OfLane, of_v3};
use crate::engine::cursor::{Accs, Cursor, DOWN, LANES, RIGHT, SHORT_ROW};
use crate::engine::short_row::{ShortRow, of_row};
use crate::engine::streams::{Reads, Variant, Within, Writes};
use crate::simd::SimdToken;
use std::marker::PhantomData;

/// The element function over a row.
struct Computed<'f, F: ?Sized, L: Reads, W: Writes, V> {
    t: SimdToken,
    f: &'f F,
    inputs: *const Cursor,
    input: L::Pointers,
    output: W::Pointers,
    variant: PhantomData<V>,
}

impl<V: Variant, L: Reads, W: Writes, F: OfLane<V, L, W> + ?Sized> ShortRow<W> for Computed<'_, F, L, W, V> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn take<const N: usize>(&mut self, few: &mut W::Few<N>, first: usize) {
        let mut buffer = W::buffer::<N>();
        // SAFETY: kernel 2 to 4: so many lanes are left; the buffer is filled.
        unsafe {
            // What is one value in a row may have no more than the lanes of a run.
            let run = L::advance::<V>(self.input, self.inputs, RIGHT, first / LANES);
            let from = L::lanes_from::<V>(run, first % LANES);
            (0..N).for_each(|lane| W::put::<N>(&mut buffer, lane, self.f.of_lane(self.t, from, lane)));
            W::take::<N>(&buffer, few, self.output, first);
        }
    }
}

/// Whether rows of so many columns are those of this module: each has an accumulator, which gains by it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn are<W: Writes>(columns: usize, accs: Accs) -> bool {
    let gains = const { W::ALONG && !W::SELDOM && is_buffered(W::BYTES) };
    gains && columns < SHORT_ROW && accs == Accs::Rows
}

/// Whether the levels that go along them have a fused multiply-add.
const FMA: bool = cfg!(any(target_arch = "aarch64", all(target_arch = "x86_64", not(debug_assertions))));

/// Kernels along such rows: methods, as kernels are ([`Compiled`](super::Compiled)).
pub(super) trait AlongShortRows<V: Variant, L: Reads, W: Writes>: OfLane<V, L, W> {
    of_v3! {
        /// One row after the other. All levels share it, with the instructions of x86-64-v3: with AVX-512 it takes as
        /// long.
        ///
        /// # Safety
        /// As for [`Kernel`](super::Kernel), of short rows.
        #[inline(never)]
        unsafe fn along_short_rows(
            &self,
            room: Option<*mut L::Room>,
            (inputs, outputs): (*const Cursor, *const Cursor),
            columns: usize,
            rows: usize,
        ) {
            let t = SimdToken::new(FMA);
            // SAFETY: kernel 2 to 4: a cursor for each item; rows and lanes are those of the kernel.
            unsafe {
                let (mut first, out) = (L::start(inputs), W::start(outputs));
                if let Some(room) = room {
                    first = L::settle::<V>(first, room, Within::Call);
                }
                for row in 0..rows {
                    let mut input = L::advance::<V>(first, inputs, DOWN, row);
                    if let Some(room) = room {
                        input = L::settle::<V>(input, room, Within::Row);
                    }
                    let output = W::advance(out, outputs, DOWN, row);
                    let computed = Computed { t, f: self, inputs, input, output, variant: PhantomData::<V> };
                    W::close_few(of_row::<W, _>(computed, columns), output);
                }
            }
        }
    }
}
impl<V: Variant, L: Reads, W: Writes, F: OfLane<V, L, W> + ?Sized> AlongShortRows<V, L, W> for F {}
