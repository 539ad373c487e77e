//! Runs the random cases, prints how often everything occurred, and fails when one differs from its loops.

use std::process::ExitCode;

/// What the cases name.
mod prelude {
    pub(crate) use bcast::ndarray::{Array, Array1, ArrayD, CowArray, Ix0, Ix1, Ix2, Ix3, Ix4, IxDyn, arr0};
    pub(crate) use bcast::{One, bcast, try_bcast};
    pub(crate) use bcast_random::{Fill, Guarded, dense, is, line, part, plain, same, single, stored, user};
    pub(crate) use std::hint::black_box;
}

#[allow(clippy::all, unused, unconditional_panic, arithmetic_overflow)]
mod cases {
    include!(concat!(env!("OUT_DIR"), "/cases.rs"));
}

/// From so many cases on, everything must occur at least `OFTEN` times.
const MANY: usize = 1000;
const OFTEN: usize = 20;

fn main() -> ExitCode {
    let often = if cases::ALL.cases.len() >= MANY { OFTEN } else { 0 };
    bcast_random::run(&cases::ALL, often, &format!("SIMD level {}", bcast::simd_level()))
}
