//! Calls of `bcast!` over Zarr arrays that no memory holds: block by block, within a limit of memory.
//!
//! ```
//! use bcast::{bcast, ndarray::Ix2};
//! use bcast_zarr::{Chunked, Store, Zarr};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! let store = Store::files(folder.path())?;
//! // A table of 1,000 rows, 100 to a chunk; each chunk is made and written by itself.
//! let mut x = Chunked::<f64, Ix2>::create(&store, "/x", (1000, 8), (100, 8))?;
//! x.write_from(|(row, column)| (row * 31 + column * 7) as f64 % 97.0)?;
//! let mut z = Chunked::<f64, Ix2>::create(&store, "/z", (1000, 8), (100, 8))?;
//!
//! let zarr = Zarr::with_memory_limit(4 << 20);
//! bcast!(#[on(&zarr)] z .= (x .- mean[0](x)) ./ std[0](x));
//! let squares = bcast!(#[on(&zarr)] sum[0](z .* z));
//! assert!(squares.iter().all(|sum| (sum - 1000.0).abs() < 1e-9));
//! # Ok(())
//! # }
//! ```
//! Results have the bits that the call has in memory. Arrays of `ndarray` and numbers take part as everywhere; so do
//! they as targets and results, as far as they fit into the limit.
//!
//! # Sweeps
//! A call reads its arrays once for each level of reductions that depend on each other: three times above, for means,
//! deviations and quotients, unless all fits into memory; softmax of rows takes one, where blocks hold whole rows.
//! `explain!(#[on(&zarr)] ..)` says it before anything is read ([`Plan`]). What a later sweep needs again of what an
//! earlier one has computed, element by element, is computed again.
//!
//! Blocks follow the chunks of what is written, so no chunk is written by two of them. Arrays with other chunks are
//! read by as much as a block needs, and those that do not lie along the axis that is cut as a whole.
//!
//! Slices are operands, along any axis and in any steps: `x[1.., ..] .- x[..-1, ..]` reads each row for both. Slices as
//! targets and look-ups are refused.
//!
//! # On ranks of MPI
//! `bcast::place::Both(&world, &zarr)` has each rank of the package `bcast-mpi` go over its part of the arrays. The
//! limit is that of each rank.
//!
//! # What can go wrong
//! A chunk is written whole or not at all: [`Store::files`] writes to another name first. A run that died can be
//! repeated, and gives the right result, as a call whose target is one of its operands is refused unless it is
//! [allowed](Zarr::in_place). With a [name](Zarr::resuming) it goes on where it was, as far as blocks have been
//! written. A chunk that is missing is full of fill values, as Zarr has it, unless that is an
//! [error](Zarr::require_chunks); one that cannot be decoded always is. New arrays have a checksum in each chunk.
//!
//! # Measured
//! `benches/against_dask 1000` on two cores of a Zen 4, nothing else running: 1 GB of `f32` in chunks of 4 MB, the file
//! in the cache of the system; seconds, and the most memory of the process in MB. Dask is 2026.8, with `zarr` 3.1.
//!
//! | | bcast | MB | Dask | MB |
//! |---|--:|--:|--:|--:|
//! | standard columns | 3.7 | 88 | 10.1 | 1,101 |
//! | softmax of rows | 1.2 | 67 | 6.4 | 133 |
//! | sum of squares | 0.26 | 58 | 0.86 | 105 |
//! | `exp.(-x) .* sin.(x)` | 1.3 | 74 | 3.5 | 117 |
//!
//! Standard columns take 1.9 s where the files of the target are there before: the first one makes them. Allocators
//! keep some memory from one call to the next: three calls within 60 MB took a process to 78.
//!
//! `examples/table 8000 900` standardises 8 GB of `f64` in 33 s; of the 900 MB that it may take, it takes 133.
//!
//! `examples/overlap`, nothing else running, one thread that reads and one that computes: reading, computing and
//! writing at once take 0.92 to 1.16 of the slower of reading and computing alone (56 to 82 ms of reading beside 18 to
//! 138 of computing; each twice).
#![warn(missing_docs)]

#[cfg(feature = "indicatif")]
mod bar;
mod blocks;
mod buffer;
mod chunked;
mod copy;
mod element;
mod error;
mod events;
mod files;
mod inner;
mod resuming;
mod store;
mod sweep;
mod view;
mod zarr;

pub use chunked::Chunked;
pub use element::Element;
pub use error::Error;
pub use events::{Event, Plan, PlannedSweep};
pub use resuming::Resuming;
pub use store::Store;
pub use view::Part;
pub use zarr::Zarr;
pub use zarrs;
