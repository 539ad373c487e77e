//! Runs of lanes whose look-ups find neighbours: see [`neighbours`](crate::neighbours).

use super::lanes::OfLane;
use crate::engine::cursor::LANES;
use crate::engine::streams::{Reads, Variant, Writes};
use crate::neighbours::{Neighbours, Use};
use crate::simd::SimdToken;
use std::cell::Cell;

/// After so many runs in a row that find no neighbours, a kernel call asks no more.
const PATIENCE: u8 = 2;

/// Whether it is still asked for neighbours.
pub(super) struct Asks(Cell<u8>);

impl Asks {
    pub(super) fn new() -> Self {
        Asks(Cell::new(PATIENCE))
    }

    /// Computes a run of lanes by loads of vectors, if all of its look-ups find neighbours. Says whether it did.
    ///
    /// # Safety
    /// As for [`Kernel`](super::Kernel): 64 lanes are left of a row, of an element function of numbers and tables of
    /// floats alone.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) unsafe fn run<V: Variant, L: Reads, W: Writes, F: OfLane<V, L, W> + ?Sized>(
        &self,
        t: SimdToken,
        f: &F,
        input: L::Pointers,
        row: &mut W::Row,
        output: W::Pointers,
    ) -> bool {
        if self.0.get() == 0 {
            return false;
        }
        let (found, mut buffer) = (Neighbours::new(), W::buffer::<LANES>());
        // SAFETY: kernel 3 and 4: 64 lanes are left; the buffer has been filled when it is taken. An element function
        // cannot keep its token, see `SimdToken`; of the same numbers look-ups read what they have compared.
        unsafe {
            // A lane in the middle begins, as a branch with a look-up is seldom taken at both ends.
            drop(f.of_lane(t.beside(&found, LANES / 2, Use::Begin), input, LANES / 2));
            // The next one tells at once of elements in any order.
            drop(f.of_lane(t.beside(&found, LANES / 2 + 1, Use::Compare), input, LANES / 2 + 1));
            if found.are() {
                for lane in 0..LANES {
                    drop(f.of_lane(t.beside(&found, lane, Use::Compare), input, lane));
                }
            }
            if !found.are() {
                self.0.set(self.0.get() - 1);
                return false;
            }
            for lane in 0..LANES {
                W::put::<LANES>(&mut buffer, lane, f.of_lane(t.beside(&found, lane, Use::Read), input, lane));
            }
            W::flush(&buffer, row, output, LANES);
        }
        self.0.set(PATIENCE);
        true
    }
}
