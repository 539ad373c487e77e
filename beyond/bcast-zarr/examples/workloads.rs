//! Four formulas over one table of Zarr, each timed in a process of its own: what `benches/against_dask` runs beside
//! Dask.
//!
//! ```text
//! workloads make FOLDER MEGABYTES
//! workloads standardise|softmax|squares|exp_sin FOLDER      # seconds, and the most memory of the process in MB
//! ```

use bcast::bcast;
use bcast::ndarray::Ix2;
use bcast_zarr::zarrs::array::{ArrayBuilder, data_type};
use bcast_zarr::{Chunked, Store, Zarr};
use std::error::Error;
use std::time::Instant;

const COLUMNS: usize = 1_000;
/// Rows of a chunk: 4 MB.
const ROWS: usize = 1_000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, folder, ..] = arguments.as_slice() else { return Err("what, and in which folder".into()) };
    let store = Store::files(folder)?;
    if what == "make" {
        let megabytes: usize = arguments.get(2).ok_or("of how many megabytes")?.parse()?;
        let rows = megabytes * 1_000_000 / (COLUMNS * 4);
        let mut x = table(&store, "/x", rows)?;
        x.write_from(|(row, column)| ((row * 7919 + column * 31) % 1013) as f32 / 211.0 - 2.4)?;
        table(&store, "/z", rows)?;
        return Ok(());
    }
    let (x, mut z) = (Chunked::<f32, Ix2>::open(&store, "/x")?, Chunked::<f32, Ix2>::open(&store, "/z")?);
    let zarr = Zarr::with_memory_limit(400_000_000);
    let start = Instant::now();
    match what.as_str() {
        "standardise" => bcast!(#[on(&zarr)] z .= (x .- mean[0](x)) ./ std[0](x)),
        "softmax" => bcast!(#[on(&zarr)] z .= exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x)))),
        "squares" => drop(std::hint::black_box(bcast!(#[on(&zarr)] sum(x .* x)))),
        "exp_sin" => bcast!(#[on(&zarr)] z .= exp.(-x) .* sin.(x)),
        other => return Err(format!("`{other}` is none of the four").into()),
    }
    let seconds = start.elapsed().as_secs_f64();
    let status = std::fs::read_to_string("/proc/self/status")?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("Linux says it")?;
    println!("{seconds:.3} {}", peak.trim().trim_end_matches(" kB").parse::<usize>()? / 1000);
    Ok(())
}

/// Plain bytes, as every program of Zarr reads and writes them.
fn table(store: &Store, path: &str, rows: usize) -> Result<Chunked<f32, Ix2>, bcast_zarr::Error> {
    let sizes = vec![rows as u64, COLUMNS as u64];
    let builder = ArrayBuilder::new(sizes, vec![ROWS as u64, COLUMNS as u64], data_type::float32(), 0.0_f32);
    Chunked::build(store, path, &builder)
}
