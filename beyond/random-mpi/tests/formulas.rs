//! Random formulas over arrays of which each rank has a block: the bits of the call on the whole. Every rank runs this.

use bcast::ndarray::{Array, Dimension};
use bcast_mpi::{Split, World};
use mpi::traits::Equivalence;
use std::cell::RefCell;
use std::process::ExitCode;
use std::rc::Rc;

thread_local! {
    /// The ranks; taken out at the end, so that MPI ends.
    static WORLD: RefCell<Option<Rc<World>>> = const { RefCell::new(None) };
}

fn world() -> Rc<World> {
    WORLD.with_borrow(|world| world.clone().expect("`main` has initialised MPI"))
}

/// An array cut along the axis of a label, if it has one.
fn split<T: Clone, D: Dimension>(label: usize, x: Array<T, D>, labels: &[Option<usize>]) -> Split<T, D> {
    match labels.iter().position(|&other| other == Some(label)) {
        Some(axis) => world().split(&x, axis),
        None => Split::from(x),
    }
}

/// What a call gives, as far as it is cut, on all ranks.
trait Everywhere {
    type Whole;
    fn everywhere(&self) -> Self::Whole;
}
impl<T: Equivalence + Copy, D: Dimension> Everywhere for Split<T, D> {
    type Whole = Array<T, D>;
    fn everywhere(&self) -> Array<T, D> {
        world().gathered(self)
    }
}
bcast_random::numbers_are_everywhere!(f32 f64);

/// What the programs name.
#[allow(unused_imports)] // there may be none
mod prelude {
    pub(crate) use bcast::ndarray::{Ix0, Ix1, Ix2, Ix3, Ix4, Ix5, Ix6, IxDyn};
    pub(crate) use bcast::{bcast, from_shape_fn, lazy, try_bcast};
    pub(crate) use bcast_random::{Args, Out, apart};

    pub(crate) use super::{Everywhere as _, split, world};
}

#[allow(clippy::all, unused)]
mod formulas {
    include!(concat!(env!("OUT_DIR"), "/formulas/all.rs"));
}

fn main() -> ExitCode {
    // SAFETY: all elements are numbers.
    let world = unsafe { World::initialise() }.expect("the first one");
    println!("rank {} of {}", world.rank(), world.size());
    WORLD.set(Some(Rc::new(world)));
    let code = bcast_random::run_programs(formulas::ALL);
    WORLD.take();
    code
}
