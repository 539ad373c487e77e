//! Processes of which each goes over its part of arrays that are in no memory.

use super::{Bytes, Explains, Holds, Place, Stretch, Sweep, Sweeps};
use std::mem::MaybeUninit;
use std::ops::Range;

/// Two places together: arrays that are in no memory are those of the second one, and each process of the first one
/// goes over its part of them, `bcast!(#[on(&Both(&world, &zarr))] ..)`.
///
/// What a call reads and makes in memory is whole in every process, the same everywhere. Results have the bits that
/// they have without a place. The limit of memory is that of each process.
pub struct Both<'p, R, S>(
    /// The processes.
    pub &'p R,
    /// The arrays.
    pub &'p S,
);

// SAFETY: all answers and bytes are those of the first place; nothing that a call on a place with sweeps reads is cut.
unsafe impl<R: Place, S: Place> Place for Both<'_, R, S> {
    fn pieces(&self) -> usize {
        self.0.pieces()
    }
    fn here(&self) -> Vec<usize> {
        self.0.here()
    }
    fn part(&self, size: usize, piece: usize) -> Range<usize> {
        self.0.part(size, piece)
    }
    fn axis(&self, sizes: &[usize]) -> Option<usize> {
        self.0.axis(sizes)
    }
    fn hand_on(&self, from: usize, to: usize, state: &mut Bytes) {
        self.0.hand_on(from, to, state);
    }
    fn fails(&self, here: bool) -> bool {
        self.0.fails(here)
    }
    fn share(&self, lots: &mut [Vec<MaybeUninit<u8>>]) {
        self.0.share(lots);
    }
    fn sweeps(&self) -> Option<&dyn Sweeps> {
        Some(self.1.sweeps().expect("the second place of `Both` has arrays that are in no memory"))
    }
}

#[diagnostic::do_not_recommend]
impl<R: Place, S: Holds> Holds for Both<'_, R, S> {
    type Arrays = S::Arrays;
}

/// Each process says how it goes over its part.
#[diagnostic::do_not_recommend]
impl<R: Place, S: Explains> Explains for Both<'_, R, S> {
    type Plan = S::Plan;
    fn explain(&self, sweeps: &[(Sweep, Vec<Stretch>)]) -> Result<S::Plan, String> {
        self.1.explain(sweeps)
    }
}
