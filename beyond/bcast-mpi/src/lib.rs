//! Calls of `bcast!` over arrays that one memory does not hold: each rank of MPI has a block of them.
//!
//! ```no_run
//! use bcast::bcast;
//! use bcast_mpi::World;
//!
//! // SAFETY: all elements are numbers.
//! let world = unsafe { World::initialise() }.expect("MPI has not been initialised before");
//! // A million rows of ten, of which each rank computes its own.
//! let x = world.from_shape_fn((1_000_000, 10), 0, |(row, column)| (row * 31 + column * 7) as f64 % 97.0);
//! let z = bcast!(#[on(&world)] (x .- mean[0](x)) ./ std[0](x));
//! let total = bcast!(#[on(&world)] sum(z .* z));
//! if world.rank() == 0 {
//!     println!("{total}");
//! }
//! ```
//! Every rank runs the same calls in the same order. What a call reads beside arrays that are cut, numbers and arrays
//! of the host, is the same on every rank. A reduction over the axis that is cut gives the same bits on any number of
//! ranks, and as `bcast!` does without them; only products of matrices that are summed over that axis have others then.
//!
//! `bcast::place::Both(&world, &zarr)` has each rank go over its part of arrays of Zarr that no memory holds, with the
//! package `bcast-zarr`. A part that fits into memory can be read by its rank: [`World::try_from_blocks`].
//!
//! Slices take what they take along axes that are not cut, `x[.., 1..]` of an `x` that is cut along its rows. Refused
//! are those that take some of the indices along the axis that is cut: cut along another one, by [`World::resplit`].
//! Sums that go around the axis that is cut (`sum(x)` of an `x` cut along columns) are slow, and what runs along it, as
//! `cumsum` does, waits for the ranks before.

mod bytes;
mod messages;
mod split;
mod world;

pub use split::{Failed, Split};
pub use world::{Initialised, Splits, World};
