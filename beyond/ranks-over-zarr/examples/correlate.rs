//! Standardises and correlates the columns of a table that is far larger than the memory of all ranks together, and
//! checks means, deviations and correlations against those that the table was made with.
//!
//! ```text
//! cargo build --release --manifest-path beyond/Cargo.toml -p bcast-ranks-over-zarr --example correlate
//! RAYON_NUM_THREADS=1 mpirun -n 2 beyond/target/release/examples/correlate 4000 300 /tmp/table
//! ```
//! takes the MB of the table, the MB of memory of each rank, and a folder, which is emptied. The last line is a number
//! made of the bits of all results: it is the same on any number of ranks.

use bcast::ndarray::{Array1, Array2, Ix2};
use bcast::place::Both;
use bcast::{bcast, from_shape_fn};
use bcast_mpi::World;
use bcast_zarr::{Chunked, Store, Zarr};
use std::error::Error;
use std::time::Instant;

const COLUMNS: usize = 16;
/// Columns of a group have a part in common, others nothing.
const GROUP: usize = 4;
/// Rows of a chunk: 2.5 MB, and no whole number of leaves of the trees of joins.
const ROWS: usize = 20_000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [table, memory, folder] = arguments.as_slice() else {
        return Err("MB of a table, MB of memory, a folder".into());
    };
    let (table, memory): (usize, usize) = (table.parse()?, memory.parse()?);
    // SAFETY: all elements are numbers.
    let world = unsafe { World::initialise() }?;
    let zarr = Zarr::with_memory_limit(memory * 1_000_000);
    let place = Both(&world, &zarr);
    let store = Store::files(folder)?;
    let rows = table * 1_000_000 / (COLUMNS * 8);
    let (mut x, mut z) = (made(&world, &store, "/x", rows)?, made(&world, &store, "/z", rows)?);
    let before = peak()?;
    let results = computed(&world, &place, (&mut x, &mut z), (rows, table));
    check(rows as f64, &results);
    let took = (peak()? - before) / 1000;
    // Stacks of threads, messages, and what allocators keep from one call to the next.
    assert!(took <= memory + 30, "rank {} took {took} MB", world.rank());
    let most = world.from_shape_fn(world.size(), 0, |_| took as f64);
    let most = bcast!(
        #[on(&world)]
        max(most)
    );
    if world.rank() == 0 {
        println!("{rows} rows on {} ranks, at most {most} MB of {memory} on each", world.size());
        let Results { mean, deviation, correlations } = &results;
        let all = mean.iter().chain(deviation).chain(correlations);
        println!("bits {:016x}", all.fold(0, |hash: u64, x| (hash ^ x.to_bits()).wrapping_mul(0x0100_0000_01b3)));
        std::fs::remove_dir_all(folder)?;
    }
    Ok(())
}

/// What is known of the columns.
struct Results {
    mean: Array1<f64>,
    deviation: Array1<f64>,
    correlations: Array2<f64>,
}

type Table = Chunked<f64, Ix2>;

/// Makes the table, standardises and correlates it.
fn computed(
    world: &World,
    place: &Both<World, Zarr>,
    (x, z): (&mut Table, &mut Table),
    (rows, megabytes): (usize, usize),
) -> Results {
    timed(world, "made", megabytes, || {
        let elements = from_shape_fn((rows, COLUMNS), |(row, column)| element(row, column));
        bcast!(#[on(place)] x .= elements);
    });
    let (mean, deviation) = timed(world, "mean and deviation", megabytes * 2, || {
        bcast!(
            #[on(place)]
            (mean[0](x), std[0](x))
        )
    });
    timed(world, "standardised", megabytes * 2, || {
        bcast!(#[on(place)] z .= (x .- mean @ (1)) ./ deviation @ (1));
    });
    let products = timed(world, "correlated", megabytes, || bcast!(#[on(place)] sum[n](z @ (n, i) .* z @ (n, j))));
    let n = rows as f64;
    Results { mean, deviation, correlations: bcast!(products ./ n) }
}

/// An array that the first rank makes, and all of them open.
fn made(world: &World, store: &Store, path: &str, rows: usize) -> Result<Chunked<f64, Ix2>, bcast_zarr::Error> {
    if world.rank() == 0 {
        Chunked::<f64, Ix2>::create(store, path, (rows, COLUMNS), (ROWS, COLUMNS))?;
    }
    world.meet();
    Chunked::open(store, path)
}

/// The part of a column that its group has in common.
fn common(column: usize) -> f64 {
    0.5 + 0.4 * (column % GROUP) as f64 / GROUP as f64
}

/// Column `c` has the mean `c` and the deviation `1 + c`; in a group, the correlation of two is the product of what
/// they have in common.
fn element(row: usize, column: usize) -> f64 {
    let (shared, own) = (spread(row, COLUMNS + column / GROUP), spread(row, column));
    let part = common(column);
    let standard = part * shared + (1.0 - part * part).sqrt() * own;
    column as f64 + (1.0 + column as f64) * standard
}

/// A number with the mean 0 and the deviation 1, evenly spread: a hash of its place.
fn spread(row: usize, column: usize) -> f64 {
    let mut bits =
        (row as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (column as u64).wrapping_mul(0xd1b5_4a32_d192_ed03);
    bits = (bits ^ bits >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    bits = (bits ^ bits >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let unit = ((bits ^ bits >> 32) >> 11) as f64 / (1_u64 << 53) as f64;
    (unit - 0.5) * 12_f64.sqrt()
}

/// Compares what has been computed of so many rows with what is known.
fn check(n: f64, Results { mean, deviation, correlations }: &Results) {
    let off = 6.0 / n.sqrt();
    for i in 0..COLUMNS {
        let scale = 1.0 + i as f64;
        assert!((mean[i] - i as f64).abs() < off * scale, "column {i} has the mean {}", mean[i]);
        assert!((deviation[i] - scale).abs() < off * scale, "column {i} has the deviation {}", deviation[i]);
        for j in 0..COLUMNS {
            let (known, near) = match (i == j, i / GROUP == j / GROUP) {
                (true, _) => (1.0, 1e-9),
                (_, true) => (common(i) * common(j), off),
                _ => (0.0, off),
            };
            let found = correlations[[i, j]];
            assert!((found - known).abs() < near, "columns {i} and {j} have the correlation {found}, not {known}");
        }
    }
}

fn timed<R>(world: &World, what: &str, megabytes: usize, run: impl FnOnce() -> R) -> R {
    let start = Instant::now();
    let result = run();
    let seconds = start.elapsed().as_secs_f64();
    if world.rank() == 0 {
        println!("{what} in {seconds:.2} s, {:.0} MB a second", megabytes as f64 / seconds);
    }
    result
}

/// The most memory that the process had so far, in kB.
fn peak() -> Result<usize, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with("VmHWM")).ok_or("Linux says it")?;
    Ok(line.split_whitespace().nth(1).ok_or("a number of kB")?.parse()?)
}
