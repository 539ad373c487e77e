//! `explain!` says what calls do: by hand, and beside calls that run.

#[path = "../common/mod.rs"]
mod common;

mod allocations;
mod nothing;
mod passes;
mod pictures;
#[cfg(debug_assertions)]
mod routes;
mod texts;

use common::counting::Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;
