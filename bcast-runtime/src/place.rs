//! Places: where a call runs whose arrays are cut into pieces.

mod blocks;
mod both;
mod sweeps;

#[doc(hidden)]
pub use blocks::{Blocks, Made};
pub use both::Both;
use ndarray::{Array, Dimension};
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ops::Range;
pub use sweeps::{OutOfCore, Stretch, Sweep, Sweeps, Swept};

/// The indices of an array, along one of its axes, that are in this process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Here {
    /// The axis that is cut.
    pub axis: usize,
    /// The indices along it.
    pub indices: Range<usize>,
}

impl Here {
    /// Checks that a block of these sizes is the part of an array of those.
    #[track_caller]
    pub(crate) fn check(&self, block: &[usize], sizes: &[usize]) {
        let Here { axis, indices } = self;
        let fits = |(at, (&own, &all)): (usize, (&usize, &usize))| own == if at == *axis { indices.len() } else { all };
        let is_part = block.len() == sizes.len() && block.iter().zip(sizes).enumerate().all(fits);
        let is_cut = *axis < sizes.len() && sizes[*axis] > 1 && indices.end <= sizes[*axis];
        assert!(is_part && is_cut, "bcast: a block of the sizes {block:?} is no part {self:?} of {sizes:?}");
    }
}

/// Of what a block is a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartOf {
    /// The sizes of all of it.
    pub sizes: Vec<usize>,
    /// Which part the block is.
    pub cut: Here,
}

/// Bytes that belong to accumulators.
pub type Bytes = [MaybeUninit<u8>];

/// Where a call runs that is cut into pieces: `bcast!(#[on(&place)] ..)`.
///
/// Each pass of the call is cut along one of its axes, or along none. Its pieces have neighbouring indices of the axis,
/// piece 0 the first ones. What passes make along the axis stays in its piece; what a reduction over the axis makes is
/// the same in every piece, and is there before the next pass runs. It is computed by the tree of joins that the shape
/// of the whole determines, so it has the bits that it has without a place, however many pieces there are. For that,
/// accumulators go from piece to piece, and nothing else does. Pieces may be in one process or in several: then each
/// process has a block of every array that is cut ([`Leaf::from_block`](crate::Leaf::from_block)), and all of every
/// other operand.
///
/// ```text
/// rows 0 .. 30   piece 0   accumulates leaf 0 .. and begins leaf 1      [hand_on: 0 to 1]
/// rows 30 .. 60  piece 1   goes on with leaf 1, accumulates leaf 2 ..
///                all       have the joins of the leaves of each         [share]
/// ```
///
/// # Safety
/// The engine reads and writes memory by what these functions answer. Comments name these numbers, as "place 1":
/// 1. As long as a call runs, `pieces`, `part` and `axis` answer the same question in the same way, in every process
///    that takes part in the call, and `here` does in each of them. All of them run the same calls in the same order.
/// 2. The parts of an axis are neighbours: that of piece 0 begins at 0, each other one where the one before ends, the
///    last one ends at the size.
/// 3. Each piece is here in one process, once; those of a process are neighbours. What is cut already, of what a call
///    reads or writes, is here from the first index of these pieces to the last one.
/// 4. After `hand_on`, where the piece `to` is here, the bytes are those that the process with the piece `from` has
///    passed to it.
/// 5. After `share`, the bytes of each piece are those that the process with this piece has passed to it.
/// 6. A process in which bytes arrive gives them the meaning that they had where they come from: pieces are in one
///    process, or accumulators hold no addresses.
///
/// What a place does not say is as where all pieces are in one process: then nothing has to move.
pub unsafe trait Place {
    /// How many pieces there are, one at least.
    fn pieces(&self) -> usize {
        1
    }

    /// Those that run in this process, in the order in which they do so.
    fn here(&self) -> Vec<usize> {
        (0..self.pieces()).collect()
    }

    /// The indices of a piece along an axis of this size. There may be none.
    fn part(&self, size: usize, piece: usize) -> Range<usize> {
        let at = |piece: usize| (size as u128 * piece as u128 / self.pieces() as u128) as usize;
        at(piece)..at(piece + 1)
    }

    /// The axis along which a pass of these sizes is cut where nothing that it reads is.
    fn axis(&self, _: &[usize]) -> Option<usize> {
        None
    }

    /// Hands the accumulators of a leaf that is not complete on to the piece that has its next elements. The engine
    /// calls it where one of the two is here: for these two in the same order in each process, but not for others.
    fn hand_on(&self, _from: usize, _to: usize, _state: &mut Bytes) {}

    /// Whether a call fails in any process, of which this one knows whether it does here. Each process asks before
    /// anything is written, and again after each [sweep](Sweeps), which no process leaves before all have come there.
    fn fails(&self, here: bool) -> bool {
        here
    }

    /// Lets every piece have what each has accumulated: lots by the numbers of pieces, of which those of pieces that
    /// are here have been written.
    fn share(&self, _lots: &mut [Vec<MaybeUninit<u8>>]) {}

    /// Who reads and writes arrays that are in no memory, if this place has such arrays. Then a call asks this one
    /// where pieces end, and hands nothing on.
    fn sweeps(&self) -> Option<&dyn Sweeps> {
        None
    }
}

// SAFETY: all answers and bytes are those of what is borrowed.
#[diagnostic::do_not_recommend]
unsafe impl<P: Place + ?Sized> Place for &P {
    fn pieces(&self) -> usize {
        (**self).pieces()
    }
    fn here(&self) -> Vec<usize> {
        (**self).here()
    }
    fn part(&self, size: usize, piece: usize) -> Range<usize> {
        (**self).part(size, piece)
    }
    fn axis(&self, sizes: &[usize]) -> Option<usize> {
        (**self).axis(sizes)
    }
    fn hand_on(&self, from: usize, to: usize, state: &mut Bytes) {
        (**self).hand_on(from, to, state);
    }
    fn fails(&self, here: bool) -> bool {
        (**self).fails(here)
    }
    fn share(&self, lots: &mut [Vec<MaybeUninit<u8>>]) {
        (**self).share(lots);
    }
    fn sweeps(&self) -> Option<&dyn Sweeps> {
        (**self).sweeps()
    }
}
#[diagnostic::do_not_recommend]
impl<P: Holds> Holds for &P {
    type Arrays = P::Arrays;
}

/// A place, and what its calls give.
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` is no place",
    label = "a call cannot run on it",
    note = "`#[on(&place)]` takes what implements `bcast::place::Place` and `Holds`"
)]
pub trait Holds: Place {
    /// Arrays of all processes.
    type Arrays: Arrays;

    #[doc(hidden)]
    fn on(&self) -> On<'_, Self::Arrays>
    where
        Self: Sized,
    {
        On { place: self, arrays: PhantomData }
    }
}

/// A place that says how it would run a call: `explain!(#[on(&place)] ..)`.
#[diagnostic::on_unimplemented(
    message = "explain!: `{Self}` does not say how it runs calls",
    label = "no call is explained on it",
    note = "`#[on(&place)]` of `explain!` takes what implements `bcast::place::Explains`"
)]
pub trait Explains: Place {
    /// What it says.
    type Plan;

    /// Says how it would go over arrays that are in no memory: in these sweeps, of which this process has these blocks.
    /// Nothing is read or written.
    ///
    /// # Errors
    /// The place would end the call before anything is read.
    fn explain(&self, sweeps: &[(Sweep, Vec<Stretch>)]) -> Result<Self::Plan, String>;

    #[doc(hidden)]
    fn explaining(&self) -> Explaining<'_, Self::Plan>
    where
        Self: Sized,
    {
        Explaining { place: self }
    }
}
#[diagnostic::do_not_recommend]
impl<P: Explains> Explains for &P {
    type Plan = P::Plan;
    fn explain(&self, sweeps: &[(Sweep, Vec<Stretch>)]) -> Result<P::Plan, String> {
        (**self).explain(sweeps)
    }
}

/// What stands for arrays of which each process has a block.
pub trait Arrays {
    /// Such an array.
    type Array<T, D: Dimension>;

    /// Makes it of the block that is here, and of what this is a part; nothing if it is all.
    fn array<T, D: Dimension>(block: Array<T, D>, part: Option<PartOf>) -> Self::Array<T, D>;
}

/// Arrays are those of `ndarray`: all pieces are in one process.
pub struct Whole;
impl Arrays for Whole {
    type Array<T, D: Dimension> = Array<T, D>;
    fn array<T, D: Dimension>(block: Array<T, D>, _: Option<PartOf>) -> Array<T, D> {
        block
    }
}

/// The place of a call.
#[doc(hidden)]
pub struct On<'p, A> {
    pub(crate) place: &'p dyn Place,
    arrays: PhantomData<A>,
}
impl<'p, A> On<'p, A> {
    /// The same place, with results of another kind.
    pub(crate) fn of<B>(self) -> On<'p, B> {
        On { place: self.place, arrays: PhantomData }
    }
}
impl<A> Clone for On<'_, A> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<A> Copy for On<'_, A> {}

/// The place of a call that is explained.
#[doc(hidden)]
pub struct Explaining<'p, R> {
    pub(crate) place: &'p dyn Explains<Plan = R>,
}
