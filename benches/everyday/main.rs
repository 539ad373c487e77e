//! Everyday work against the plain index loops that a user would write, in one run.
//!
//! `cargo bench -p bcast-benches --bench everyday` prints a table, the worst ratio first: points, pictures, small
//! matrices, columns, positions, views and small calls, in several element types and sizes. `-- NAME` takes the rows
//! whose text has the name in it.
//!
//! The loops are built as the whole program is: with `RUSTFLAGS="-C target-cpu=native"` they use the same instructions
//! as bcast; without, they are what cargo builds for any machine. They run on one thread; bcast runs on one and on all.

#![allow(clippy::needless_range_loop)] // loops by index are the peer

#[path = "../core/paired.rs"]
#[allow(dead_code)]
mod paired;
#[macro_use]
mod table;

mod batches;
mod columns;
mod look_ups;
mod pictures;
mod points;
mod positions;
mod small;
mod stencils;
mod views;

use table::Table;

fn main() {
    let wanted = std::env::args().skip(1).find(|arg| !arg.starts_with("--")).unwrap_or_default();
    println!("SIMD level {}, loops built for {}", bcast::simd_level(), built_for());
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    let mut table = Table::new(wanted);
    for threads in if all > 1 { vec![1, all] } else { vec![1] } {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| measure(&mut table));
    }
    table.print();
}

fn measure(table: &mut Table) {
    table.set_threads(rayon::current_num_threads());
    points::measure(table);
    batches::measure(table);
    look_ups::measure(table);
    pictures::measure(table);
    columns::measure(table);
    positions::measure(table);
    views::measure(table);
    small::measure(table);
    stencils::measure(table);
}

/// The widest vectors that the loops may use.
fn built_for() -> &'static str {
    match () {
        () if cfg!(target_feature = "avx512f") => "AVX-512",
        () if cfg!(target_feature = "avx2") => "AVX2",
        () => "the baseline",
    }
}
