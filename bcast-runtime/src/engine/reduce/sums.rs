//! The accumulators of a tile while its leaves are joined.

use crate::engine::ALIGN;
use crate::engine::cursor::LANES;
use crate::engine::fold::Fold;

/// Accumulators: level 0 for the leaf at work, level `n + 1` for the join of 2^n leaves.
pub(super) struct Sums<'a> {
    pub(super) base: *mut u8,
    pub(super) levels: &'a [Level],
}

/// The accumulators of each of some subtrees of a tile.
pub(super) struct Rooms<'a> {
    first: *mut u8,
    /// Those of all others, one after the other.
    _memory: Vec<[u64; 8]>,
    others: *mut u8,
    room: usize,
    levels: &'a [Level],
}
// SAFETY: rooms only say where accumulators are, and these are `Send`.
unsafe impl Sync for Rooms<'_> {}

impl Rooms<'_> {
    /// Those of one subtree.
    pub(super) fn of(&self, subtree: usize) -> Sums<'_> {
        let base = match subtree {
            0 => self.first,
            _ => self.others.wrapping_add((subtree - 1) * self.room),
        };
        Sums { base, levels: self.levels }
    }
}

/// Where the accumulators of a fold are.
pub(super) struct Level {
    fold: &'static Fold,
    start: usize,
    /// Bytes of level 0, and of each of the others.
    first: usize,
    other: usize,
}

/// Lays out the accumulators of tiles of so many outputs, with `lanes` each at level 0; and all their bytes.
pub(super) fn levels(folds: &[&'static Fold], width: usize, lanes: usize, leaves: usize) -> (Vec<Level>, usize) {
    let count = (leaves.max(1).ilog2() + 2) as usize;
    let (mut levels, mut start) = (Vec::new(), 0);
    for &fold in folds {
        let bytes = |accs: usize| (accs * fold.acc).next_multiple_of(ALIGN);
        // Kernels may write whole runs of lanes.
        let (first, other) = (bytes((width * lanes).next_multiple_of(LANES)), bytes(width));
        levels.push(Level { fold, start, first, other });
        start += first + count * other;
    }
    (levels, start)
}

impl<'a> Sums<'a> {
    /// Accumulators for so many subtrees, with so many bytes each; the first one has these.
    pub(super) fn rooms(&mut self, subtrees: usize, room: usize) -> Rooms<'a> {
        let room = room.next_multiple_of(ALIGN);
        let mut memory: Vec<[u64; 8]> = Vec::with_capacity((subtrees * room).div_ceil(ALIGN));
        let start = memory.as_mut_ptr().cast::<u8>();
        let others = start.wrapping_add(start.align_offset(ALIGN));
        Rooms { first: self.base, _memory: memory, others, room, levels: self.levels }
    }

    /// The accumulators of a level.
    pub(super) fn at(&self, fold: usize, level: usize) -> *mut u8 {
        let Level { start, first, other, .. } = self.levels[fold];
        let inside = if level == 0 { 0 } else { first + (level - 1) * other };
        self.base.wrapping_add(start + inside)
    }

    /// Joins the accumulators at level 0 of which each of `width` outputs has so many, a row of them for each lane.
    pub(super) fn halve(&self, fold: usize, width: usize, lanes: usize) {
        // SAFETY: all are initialised.
        unsafe { halve_rows(self.levels[fold].fold, self.at(fold, 0), width, lanes) };
    }

    /// Moves those of a leaf to the front of level 0, which has those of several.
    pub(super) fn take(&mut self, leaf: usize, width: usize) {
        for (at, &Level { fold, .. }) in self.levels.iter().enumerate() {
            let front = self.at(at, 0);
            // SAFETY: level 0 has room for so many leaves, which do not overlap.
            unsafe {
                std::ptr::copy_nonoverlapping(front.wrapping_add(leaf * width * fold.acc), front, width * fold.acc);
            }
        }
    }

    /// Joins the newest, at level 0, behind a level.
    pub(super) fn carry(&mut self, level: usize, width: usize) {
        for (at, &Level { fold, .. }) in self.levels.iter().enumerate() {
            // SAFETY: both are initialised; the join is moved back to level 0.
            unsafe {
                (fold.join)(self.at(at, level), self.at(at, 0), width);
                std::ptr::copy_nonoverlapping(self.at(at, level), self.at(at, 0), width * fold.acc);
            }
        }
    }

    /// Moves the newest to a level.
    pub(super) fn keep(&mut self, level: usize, width: usize) {
        for (at, &Level { fold, .. }) in self.levels.iter().enumerate() {
            // SAFETY: both have room for `width` accumulators.
            unsafe { std::ptr::copy_nonoverlapping(self.at(at, 0), self.at(at, level), width * fold.acc) };
        }
    }

    /// Takes a level as the whole.
    pub(super) fn settle(&mut self, level: usize, width: usize) {
        for (at, &Level { fold, .. }) in self.levels.iter().enumerate() {
            // SAFETY: both levels have room for `width` accumulators, and do not overlap.
            unsafe { std::ptr::copy_nonoverlapping(self.at(at, level), self.at(at, 0), width * fold.acc) };
        }
    }

    /// Takes the newest, of which `done` came before, as a counter in binary does: level `n + 1` holds the join of 2^n
    /// leaves. Gives the level that has it.
    pub(super) fn push(&mut self, done: usize, width: usize) -> usize {
        let mut level = 0;
        while done >> level & 1 == 1 {
            self.carry(level + 1, width);
            level += 1;
        }
        self.keep(level + 1, width);
        level + 1
    }

    /// Joins what is left of `count` leaves, the smaller behind the larger, into level 0.
    pub(super) fn collapse(&mut self, count: usize, width: usize) {
        let mut found = false;
        for level in 0..usize::BITS - count.leading_zeros() {
            if count >> level & 1 == 0 {
                continue;
            }
            if found {
                self.carry(level as usize + 1, width)
            } else {
                self.settle(level as usize + 1, width)
            }
            found = true;
        }
    }
}

/// Joins so many rows of accumulators, each of which has one for each of `width` outputs, into the first row.
///
/// # Safety
/// All are there, and initialised.
pub(in crate::engine) unsafe fn halve_rows(fold: &Fold, first: *mut u8, width: usize, rows: usize) {
    // Others behind a power of two join what is left of that when it is as many.
    let mut left = 1 << rows.ilog2();
    let mut other = left;
    while left > 1 {
        left /= 2;
        let take = |from: usize| {
            // SAFETY: whoever calls says so; both sides do not overlap.
            unsafe { (fold.join)(first, first.wrapping_add(from * width * fold.acc), left * width) };
        };
        take(left);
        if rows & left != 0 {
            take(other);
            other += left;
        }
    }
}
