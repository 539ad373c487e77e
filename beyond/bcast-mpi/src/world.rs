//! All ranks, as a place.

use crate::Split;
use crate::messages::MOST;
use bcast::ndarray::{Array, Dimension};
use bcast::place::{Arrays, Bytes, Holds, PartOf, Place};
use mpi::Threading;
use mpi::environment::Universe;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives};
use std::fmt;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ops::Range;

/// All ranks of MPI: `bcast!(#[on(&world)] ..)`.
///
/// Where the value is dropped by a panic, all ranks are aborted, as none of them would ever hear of it.
pub struct World {
    pub(crate) ranks: SimpleCommunicator,
    rank: usize,
    size: usize,
    /// Bytes of a message, at most.
    pub(crate) most: usize,
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
        Ok(World { ranks, rank, size, most: MOST, _universe: universe, thread: PhantomData })
    }

    /// The number of this rank.
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// How many ranks there are.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Waits until all ranks have come here.
    pub fn meet(&self) {
        self.ranks.barrier();
    }

    /// The indices of an axis of this size that a rank has.
    pub(crate) fn indices(&self, size: usize, rank: usize) -> Range<usize> {
        let at = |rank: usize| (size as u128 * rank as u128 / self.size as u128) as usize;
        at(rank)..at(rank + 1)
    }

    /// The same, with messages of at most so many bytes. Without, they have up to 8 MiB.
    ///
    /// # Panics
    /// There are none, or more than MPI counts.
    pub fn with_messages_of(mut self, most: usize) -> World {
        assert!((1..1 << 31).contains(&most), "MPI counts up to 2 GiB: messages of {most} bytes");
        self.most = most;
        self
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
            true => self.send(to, state),
            false => self.receive(from, state),
        }
    }
    fn fails(&self, here: bool) -> bool {
        self.any(here)
    }
    fn share(&self, lots: &mut [Vec<MaybeUninit<u8>>]) {
        self.gather(lots);
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
