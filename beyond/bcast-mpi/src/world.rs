//! All ranks, as a place.

use crate::Split;
use crate::bytes::{Received, Sent, count};
use bcast::ndarray::{Array, Dimension};
use bcast::place::{Arrays, Bytes, Holds, PartOf, Place};
use mpi::Threading;
use mpi::collective::SystemOperation;
use mpi::datatype::PartitionMut;
use mpi::environment::Universe;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives, Destination, Source};
use std::fmt;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ops::Range;

/// All ranks of MPI: `bcast!(#[on(&world)] ..)`.
///
/// Where the value is dropped by a panic, all ranks are aborted, as none of them would ever hear of it.
pub struct World {
    ranks: SimpleCommunicator,
    rank: usize,
    size: usize,
    // Dropped last: it ends MPI.
    _universe: Universe,
    /// MPI is called by the thread that has initialised it.
    thread: PhantomData<*const ()>,
}

/// MPI has been initialised before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Initialised;

impl fmt::Display for Initialised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MPI has been initialised before: there is one `World` in a program")
    }
}
impl std::error::Error for Initialised {}

impl World {
    /// Initialises MPI.
    ///
    /// # Errors
    /// MPI has been initialised before.
    ///
    /// # Safety
    /// What calls on this place accumulate holds no addresses: elements are numbers, or made of numbers.
    pub unsafe fn initialise() -> Result<World, Initialised> {
        // Threads of `bcast` compute, but call no MPI.
        let (universe, _) = mpi::initialize_with_threading(Threading::Funneled).ok_or(Initialised)?;
        let ranks = universe.world();
        let number = |number| usize::try_from(number).expect("MPI counts ranks from 0");
        let (rank, size) = (number(ranks.rank()), number(ranks.size()));
        Ok(World { ranks, rank, size, _universe: universe, thread: PhantomData })
    }

    /// The number of this rank.
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// How many ranks there are.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The indices of an axis of this size that a rank has.
    pub(crate) fn indices(&self, size: usize, rank: usize) -> Range<usize> {
        let at = |rank: usize| (size as u128 * rank as u128 / self.size as u128) as usize;
        at(rank)..at(rank + 1)
    }

    /// Sends bytes to a rank, and receives others from one meanwhile.
    pub(crate) fn exchange(&self, to: usize, sent: &Bytes, from: usize, received: &mut Bytes) {
        let (to, from) = (self.ranks.process_at_rank(count(to)), self.ranks.process_at_rank(count(from)));
        mpi::point_to_point::send_receive_into(&Sent(sent), &to, &mut Received(received), &from);
    }

    /// What all ranks have, of which each has so many bytes.
    pub(crate) fn gather(&self, own: &Bytes, all: &mut Bytes, bytes: &[usize]) {
        let counts: Vec<_> = bytes.iter().copied().map(count).collect();
        let starts: Vec<_> =
            bytes.iter().scan(0, |end, bytes| Some(count(std::mem::replace(end, *end + bytes)))).collect();
        let mut all = Received(all);
        self.ranks.all_gather_varcount_into(&Sent(own), &mut PartitionMut::new(&mut all, counts, starts));
    }
}

impl Drop for World {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.ranks.abort(101);
        }
    }
}

// SAFETY: 1 and 2: parts follow from the size and the number of ranks; 3: each rank has the piece of its number, and of
// a `Split` its indices; 4 and 5: MPI brings the bytes; 6: as `initialise` asks for.
unsafe impl Place for World {
    fn pieces(&self) -> usize {
        self.size
    }
    fn here(&self) -> Vec<usize> {
        vec![self.rank]
    }
    fn part(&self, size: usize, piece: usize) -> Range<usize> {
        self.indices(size, piece)
    }
    fn axis(&self, _: &[usize]) -> Option<usize> {
        None
    }
    fn hand_on(&self, from: usize, to: usize, state: &mut Bytes) {
        match from == self.rank {
            true => self.ranks.process_at_rank(count(to)).send(&Sent(state)),
            false => drop(self.ranks.process_at_rank(count(from)).receive_into(&mut Received(state))),
        }
    }
    fn fails(&self, here: bool) -> bool {
        let mut any = false;
        self.ranks.all_reduce_into(&here, &mut any, SystemOperation::logical_or());
        any
    }
    fn share(&self, lots: &mut [Vec<MaybeUninit<u8>>]) {
        let bytes: Vec<usize> = lots.iter().map(Vec::len).collect();
        let mut all = vec![MaybeUninit::uninit(); bytes.iter().sum()];
        self.gather(&lots[self.rank], &mut all, &bytes);
        let mut rest = &all[..];
        for lot in lots {
            let (own, others) = rest.split_at(lot.len());
            lot.copy_from_slice(own);
            rest = others;
        }
    }
}

impl Holds for World {
    type Arrays = Splits;
}

/// Makes the results of calls.
pub struct Splits;
impl Arrays for Splits {
    type Array<T, D: Dimension> = Split<T, D>;
    fn array<T, D: Dimension>(block: Array<T, D>, part: Option<PartOf>) -> Split<T, D> {
        Split::of(block, part)
    }
}
