//! Who goes over which part of arrays, and which blocks this process has.
//!
//! ```text
//! process 0   blocks of rows 0 .. 3000, which it writes;   rows 3000 .. 3040, which end its last leaf
//! process 1                         blocks of rows 3000 .. 6000;   ..
//! ```
//! A leaf of a tree of joins belongs to the process that has its first element. That one goes on until its leaves end,
//! and writes nothing there; so nobody waits for what another one has accumulated before all of a sweep is done.

use crate::engine::dispatch::cuts::is_here;
use crate::engine::passes::Shaped;
use crate::engine::reduce::reach;
use crate::error::BroadcastError;
use crate::place::{Place, Stretch, Sweep, Sweeps};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem::MaybeUninit;
use std::ops::Range;

/// The processes that run a call, and who reads and writes arrays in this one.
#[derive(Clone, Copy)]
pub(super) struct Processes<'p> {
    pub(super) place: &'p dyn Place,
    pub(super) sweeps: &'p dyn Sweeps,
}

/// A sweep, and how this process goes over it.
pub(super) struct Planned<'a> {
    pub(super) sweep: Sweep<'a>,
    pub(super) blocks: Vec<Stretch>,
    /// Where the parts of processes end; one end where each of them goes over all.
    pub(super) ends: Vec<usize>,
    /// The indices that the process with the most has.
    most: usize,
}

impl Planned<'_> {
    /// Whether each process goes over its part.
    pub(super) fn is_shared(&self) -> bool {
        self.ends.len() > 1
    }

    /// Bytes that the process with most of them reads and writes.
    pub(super) fn most_traffic(&self) -> usize {
        self.sweep.traffic(&[Stretch { indices: 0..self.most, is_written: true }])
    }
}

impl Processes<'_> {
    /// How many pieces are in processes of their own.
    pub(super) fn count(self) -> usize {
        if is_here(self.place) { 1 } else { self.place.pieces() }
    }

    /// Plans a sweep in which these passes are reduced along the axis that is cut.
    pub(super) fn plan<'a>(
        self,
        sweep: Sweep<'a>,
        is_cut: bool,
        summed: &[(&Shaped, usize)],
    ) -> Result<Planned<'a>, String> {
        let size = sweep.size;
        if is_cut && self.count() > 1 && !sweep.arrays.is_empty() {
            return self.share(sweep, summed);
        }
        let is_first = self.count() == 1 || self.place.here().contains(&0);
        let all = if sweep.arrays.is_empty() { vec![size] } else { self.sweeps.blocks(&sweep, 0..size)? };
        if self.count() > 1 {
            not_in_place(&sweep)?;
        }
        Ok(Planned { blocks: stretches(0..size, all, is_first), ends: vec![size], most: size, sweep })
    }

    /// The same where each process goes over its part.
    fn share<'a>(self, sweep: Sweep<'a>, summed: &[(&Shaped, usize)]) -> Result<Planned<'a>, String> {
        let ends = self.sweeps.parts(&sweep, self.count())?;
        assert!(ends.len() == self.count() && ends.is_sorted() && ends.last() == Some(&sweep.size), "parts end there");
        let start = |piece: usize| if piece == 0 { 0 } else { ends[piece - 1] };
        let mut needed = ends.clone();
        for (pass, axis) in summed {
            needed.iter_mut().zip(reach(pass, *axis, &ends)).for_each(|(needed, reach)| *needed = reach.max(*needed));
        }
        if needed != ends {
            not_in_place(&sweep)?;
        }
        let here = self.place.here();
        let own = here.first().map_or(0, |&first| start(first))..here.last().map_or(0, |&last| ends[last]);
        let needed_here = here.iter().map(|&piece| needed[piece]).fold(own.end, usize::max);
        let most = (0..ends.len()).map(|piece| needed[piece] - start(piece)).max().unwrap_or(0);
        let mut blocks = stretches(own.clone(), self.sweeps.blocks(&sweep, own.clone())?, true);
        // Who has no index has no leaf.
        if needed_here > own.end {
            let longest = Stretch::longest(&blocks);
            let behind = (own.end..needed_here).step_by(longest).map(|at| needed_here.min(at + longest)).collect();
            blocks.extend(stretches(own.end..needed_here, behind, false));
        }
        Ok(Planned { sweep, blocks, ends, most })
    }

    /// What this process has found, if all have found something.
    pub(super) fn all<R>(
        self,
        found: Result<R, Box<BroadcastError>>,
        elsewhere: impl Fn() -> Box<BroadcastError>,
    ) -> Result<R, Box<BroadcastError>> {
        match self.place.fails(found.is_err()) {
            true => Err(found.err().unwrap_or_else(elsewhere)),
            false => found,
        }
    }

    /// Makes sure that all processes have the same: who differs would read what others do not send.
    pub(super) fn agree(self, what: impl Iterator<Item: Hash>) -> Result<(), String> {
        let pieces = self.place.pieces();
        if self.count() == 1 {
            return Ok(());
        }
        let mut hasher = DefaultHasher::new();
        what.for_each(|item| item.hash(&mut hasher));
        let own = hasher.finish().to_ne_bytes().map(MaybeUninit::new);
        let mut lots = vec![vec![MaybeUninit::new(0); own.len()]; pieces];
        self.place.here().into_iter().for_each(|piece| lots[piece].copy_from_slice(&own));
        self.place.share(&mut lots);
        // SAFETY: the bytes of a number have come from every process.
        let bytes = lots.iter().flatten().map(|byte| unsafe { byte.assume_init() });
        let theirs = bytes.collect::<Vec<u8>>();
        match theirs.chunks(own.len()).all(|other| other == &theirs[..own.len()]) {
            true => Ok(()),
            false => {
                Err("processes would go over the arrays in different ways: are arrays, memory limits and threads \
                          the same in all of them?"
                    .into())
            }
        }
    }
}

/// Neighbouring blocks.
fn stretches(all: Range<usize>, ends: Vec<usize>, is_written: bool) -> Vec<Stretch> {
    assert!(all.is_empty() || ends.last() == Some(&all.end), "the last block ends where all of them do");
    let starts = std::iter::once(all.start).chain(ends.clone());
    starts.zip(ends).map(|(start, end)| Stretch { indices: start..end, is_written }).collect()
}

/// Refuses what a process reads of an array that another one may have written meanwhile.
fn not_in_place(sweep: &Sweep) -> Result<(), String> {
    match sweep.arrays.iter().find(|array| array.is_read && array.is_written) {
        None => Ok(()),
        Some(array) => Err(format!(
            "`{}` is read and assigned, and processes read parts of each other's for it: assign to another array",
            array.name
        )),
    }
}
