//! A tour on real data: `cargo run --release --example tour`.
//!
//! A table of wines is standardised per column and a photograph is brightened and vignetted from bytes to bytes, each
//! beside the same formula in plain `ndarray` operators; moments of the columns and the softmax of scores show
//! reductions. With the feature `gpu` all of them run on a GPU as well. Every result is checked against figures
//! computed elsewhere, those of the GPU against the processor's; the program fails if one of them is off.

mod coffee;
#[cfg(feature = "gpu")]
mod gpu;
mod moments;
mod report;
mod scores;
mod wine;

use std::error::Error;
use std::process::ExitCode;

use report::Report;

fn main() -> ExitCode {
    let mut report = Report::default();
    match tour(&mut report) {
        Ok(()) => report.finish(),
        Err(error) => {
            eprintln!("tour: {error}");
            ExitCode::FAILURE
        }
    }
}

fn tour(report: &mut Report) -> Result<(), Box<dyn Error>> {
    let threads = if cfg!(feature = "rayon") { rayon::current_num_threads() } else { 1 };
    println!("SIMD level {}; threads: up to {threads} for bcast!, 1 for ndarray's operators", bcast::simd_level());
    wine::run(report)?;
    coffee::run(report)
}
