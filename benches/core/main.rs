//! The fused loop against hand-written loops and against `ndarray`, in one run.
//!
//! `cargo bench --bench core` prints, for each formula, element type and size, the ratio of `bcast!`'s time to that of
//! the hand loop: the median of paired, interleaved runs, so that noise hits both sides. Below 1 `bcast!` is faster.
//! The hand loops are compiled for the same instruction sets, and run on one thread or split over the rayon pool,
//! whichever is faster at that size. With `-- --bench FILTER` criterion's own report of the same pairs follows.

#[macro_use]
mod leveled;

mod bounds;
mod hand;
mod layouts;
mod paired;
mod pauses;
mod small;
mod workloads;

use criterion::Criterion;

fn main() {
    println!("SIMD level {}, {} threads", bcast::simd_level(), rayon::current_num_threads());
    let mut criterion = Criterion::default().configure_from_args().sample_size(31);
    small::run(&mut criterion);
    workloads::run(&mut criterion);
    layouts::run(&mut criterion);
    bounds::run(&mut criterion);
    pauses::run();
    criterion.final_summary();
}
