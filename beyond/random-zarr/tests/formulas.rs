//! Random formulas over arrays of Zarr, with little memory and with more: the bits of the call on arrays of `ndarray`.

use bcast::BroadcastError;
use bcast::ndarray::{Array, Dimension};
use bcast_zarr::zarrs::storage::store::MemoryStore;
use bcast_zarr::{Chunked, Element, Store, Zarr};
use std::cell::Cell;
use std::process::ExitCode;
use std::rc::Rc;

/// Bytes of memory: from blocks of a few elements to all at once.
const LIMITS: [usize; 6] = [600, 1_500, 4_000, 12_000, 60_000, 1_000_000];

thread_local! {
    /// The memory of the next call.
    static LIMIT: Cell<usize> = const { Cell::new(0) };
    /// Calls that have run, and those that were refused.
    static COUNTS: Cell<[usize; 2]> = const { Cell::new([0; 2]) };
}

fn world() -> Rc<Zarr> {
    Rc::new(Zarr::with_memory_limit(LIMIT.get()).with_threads(1).in_place())
}

/// An array in chunks of a few indices along each axis.
fn split<T: Element, D: Dimension>(place: usize, x: Array<T, D>, labels: &[Option<usize>]) -> Chunked<T, D> {
    LIMIT.set(LIMITS[place]);
    let mut chunks = x.raw_dim();
    for (axis, label) in labels.iter().enumerate() {
        let size = x.shape()[axis].max(1);
        chunks[axis] = size.div_ceil(1 + (place + label.unwrap_or(axis)) % 4);
    }
    let store = Store::of(MemoryStore::new());
    let mut stored = Chunked::create(&store, "/x", x.raw_dim(), chunks).expect("memory can be written");
    stored.write(&x).expect("memory can be written");
    stored
}

/// What a call gives, unless it is refused or needs more memory.
fn apart<T>(given: Result<T, BroadcastError>) -> Option<T> {
    let [ran, refused] = COUNTS.get();
    match given {
        Ok(given) => {
            COUNTS.set([ran + 1, refused]);
            Some(given)
        }
        Err(BroadcastError::OutOfCore { .. } | BroadcastError::CutDifferently { .. }) => {
            COUNTS.set([ran, refused + 1]);
            None
        }
        Err(other) => panic!("{other}"),
    }
}

/// What a call gives, in memory.
trait Everywhere {
    type Whole;
    fn everywhere(&self) -> Self::Whole;
}
impl<T: Element, D: Dimension> Everywhere for Chunked<T, D> {
    type Whole = Array<T, D>;
    fn everywhere(&self) -> Array<T, D> {
        self.read().expect("memory can be read")
    }
}
impl<T: Clone, D: Dimension> Everywhere for Array<T, D> {
    type Whole = Array<T, D>;
    fn everywhere(&self) -> Array<T, D> {
        self.clone()
    }
}
bcast_random::numbers_are_everywhere!(f32 f64);

/// What the programs name.
#[allow(unused_imports)] // there may be none
mod prelude {
    pub(crate) use bcast::ndarray::{Ix0, Ix1, Ix2, Ix3, Ix4, Ix5, Ix6, IxDyn};
    pub(crate) use bcast::{bcast, from_shape_fn, lazy, try_bcast};
    pub(crate) use bcast_random::{Args, Out};

    pub(crate) use super::{Everywhere as _, apart, split, world};
}

#[allow(clippy::all, unused)]
mod formulas {
    include!(concat!(env!("OUT_DIR"), "/formulas/all.rs"));
}

fn main() -> ExitCode {
    let code = bcast_random::run_programs(formulas::ALL);
    let [ran, refused] = COUNTS.get();
    println!("{ran} calls ran, {refused} were refused or needed more memory");
    assert!(ran > refused, "most calls run");
    code
}
