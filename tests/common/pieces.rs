//! A place in one process: each pass is cut into pieces along an axis, which run in an order of their own.

use std::mem::MaybeUninit;
use std::ops::Range;

use bcast::place::{Bytes, Holds, Place, Whole};

/// So many pieces along an axis of every pass that has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pieces {
    pub(crate) count: usize,
    pub(crate) axis: usize,
}

impl Pieces {
    /// Every number of pieces along every axis of a rank.
    pub(crate) fn all(rank: usize) -> impl Iterator<Item = Pieces> {
        (0..rank).flat_map(|axis| [1, 2, 3, 7].map(|count| Pieces { count, axis }))
    }
}

// SAFETY: 1 and 2: parts follow from the size alone, end where the next one begins, and the last one at the size; 3:
// all pieces are in this process, once; 4 and 5: so the bytes are there, 6: and mean the same.
unsafe impl Place for Pieces {
    fn pieces(&self) -> usize {
        self.count
    }
    /// The last piece first, and the first one in the middle.
    fn here(&self) -> Vec<usize> {
        let mut all: Vec<usize> = (0..self.count).rev().collect();
        all[self.count / 2..].reverse();
        all
    }
    fn part(&self, size: usize, piece: usize) -> Range<usize> {
        piece * size / self.count..(piece + 1) * size / self.count
    }
    fn axis(&self, sizes: &[usize]) -> Option<usize> {
        (self.axis < sizes.len()).then_some(self.axis)
    }
    fn hand_on(&self, from: usize, to: usize, _: &mut Bytes) {
        assert!(from != to && from < self.count && to < self.count, "from piece {from} to piece {to}");
    }
    fn fails(&self, here: bool) -> bool {
        here
    }
    fn share(&self, lots: &mut [Vec<MaybeUninit<u8>>]) {
        assert_eq!(lots.len(), self.count, "a lot of each piece");
    }
}

impl Holds for Pieces {
    type Arrays = Whole;
}
