//! Standardises the columns of a table that is far larger than the memory it may take, and checks their moments.
//!
//! ```text
//! cargo run --release --example table -- 8000 900 /tmp/table     # MB of the table, MB of memory, a folder
//! ```
//! The table is made by the program: column `c` has the mean `c` and the deviation `1 + c`.
//! The program says the time of each step, the bytes it moved in a second, and the most memory that the process had.

use bcast::bcast;
use bcast::ndarray::{Array2, Ix2};
use bcast_zarr::{Chunked, Store, Zarr};
use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

const COLUMNS: usize = 100;
/// Rows of a chunk: 6.4 MB.
const ROWS: usize = 8_000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, otherwise: usize| arguments.get(at).map_or(Ok(otherwise), |text| text.parse());
    let (table, memory) = (number(0, 200)?, number(1, 60)?);
    let folder = arguments.get(2).map_or_else(|| std::env::temp_dir().join("bcast-zarr-table"), PathBuf::from);
    let zarr = Zarr::with_memory_limit(memory * 1_000_000);
    let store = Store::files(&folder)?;
    if arguments.len() > 3 {
        return standardise(&zarr, &store);
    }
    let rows = table * 1_000_000 / (COLUMNS * 8);
    let mut x = Chunked::<f64, Ix2>::create(&store, "/x", (rows, COLUMNS), (ROWS, COLUMNS))?;
    timed("made", table, || x.write_chunks(|indices| made(indices[0].clone())))?;
    let z = Chunked::<f64, Ix2>::create(&store, "/z", (rows, COLUMNS), (ROWS, COLUMNS))?;
    // In a process of its own, whose memory nobody else has touched.
    let mut child = std::process::Command::new(std::env::current_exe()?);
    let status = child.args([&table.to_string(), &memory.to_string()]).arg(&folder).arg("standardise").status()?;
    assert!(status.success(), "the process says why");
    timed("checked", table * 4, || {
        check(&zarr, &x, &z);
        Ok(())
    })?;
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

/// The call, and what it took.
fn standardise(zarr: &Zarr, store: &Store) -> Result<(), Box<dyn Error>> {
    let x = Chunked::<f64, Ix2>::open(store, "/x")?;
    let mut z = Chunked::<f64, Ix2>::open(store, "/z")?;
    let plan = bcast::try_explain!(#[on(zarr)] z .= (x .- mean[0](x)) ./ std[0](x))?;
    print!("{plan}");
    let before = peak()?;
    timed("standardised", plan.traffic() / 1_000_000, || {
        bcast!(#[on(zarr)] z .= (x .- mean[0](x)) ./ std[0](x));
        Ok(())
    })?;
    println!("most memory of the process: {} MB, {} before the call", peak()? / 1000, before / 1000);
    Ok(())
}

/// Compares moments of both tables with those that are known.
fn check(zarr: &Zarr, x: &Chunked<f64, Ix2>, z: &Chunked<f64, Ix2>) {
    let (sums, squares) = bcast!(#[on(zarr)] (sum[0](z), sum[0](z .* z)));
    let (mean, deviation) = bcast!(
        #[on(zarr)]
        (mean[0](x), std[0](x))
    );
    let n = x.sizes()[0] as f64;
    for column in 0..COLUMNS {
        assert!((sums[column] / n).abs() < 1e-9, "column {column} of z has the mean 0");
        assert!((squares[column] / n - 1.0).abs() < 1e-9, "column {column} of z has the deviation 1");
        let (wanted, off) = (column as f64, 6.0 * (1.0 + column as f64) / n.sqrt());
        assert!((mean[column] - wanted).abs() < off, "column {column} has the mean {}", mean[column]);
        assert!((deviation[column] - wanted - 1.0).abs() < off, "column {column}: deviation {}", deviation[column]);
    }
}

/// Rows of the table.
fn made(rows: std::ops::Range<usize>) -> Array2<f64> {
    let first = rows.start;
    Array2::from_shape_fn((rows.len(), COLUMNS), |(row, column)| {
        column as f64 + (1.0 + column as f64) * spread((first + row) as u64, column as u64)
    })
}

/// A number with the mean 0 and the deviation 1, evenly spread: a hash of its place.
fn spread(row: u64, column: u64) -> f64 {
    let mut bits = row.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ column.wrapping_mul(0xd1b5_4a32_d192_ed03);
    bits = (bits ^ bits >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    bits = (bits ^ bits >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let unit = ((bits ^ bits >> 32) >> 11) as f64 / (1_u64 << 53) as f64;
    (unit - 0.5) * 12_f64.sqrt()
}

fn timed<R>(
    what: &str,
    megabytes: usize,
    run: impl FnOnce() -> Result<R, bcast_zarr::Error>,
) -> Result<R, Box<dyn Error>> {
    let start = Instant::now();
    let result = run()?;
    let seconds = start.elapsed().as_secs_f64();
    println!("{what} in {seconds:.2} s, {:.0} MB a second", megabytes as f64 / seconds);
    Ok(result)
}

/// The most memory that the process had so far, in kB.
fn peak() -> Result<usize, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with("VmHWM")).ok_or("Linux says it")?;
    Ok(line.split_whitespace().nth(1).ok_or("a number of kB")?.parse()?)
}
