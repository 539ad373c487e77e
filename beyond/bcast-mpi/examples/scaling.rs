//! How much faster ranks are than one of them, and what stays of that as they and the arrays become more:
//!
//! ```text
//! cargo build --release --manifest-path beyond/Cargo.toml -p bcast-mpi --example scaling
//! RAYON_NUM_THREADS=1 mpirun -n 2 beyond/target/release/examples/scaling
//! ```
//! *strong*: the time of the call without ranks on all of the array, over that on ranks; so many ranks would be best.
//! *weak*: the time of the call without ranks on the share of one rank, over that of all shares on ranks; 1 would be.

use bcast::bcast;
use bcast::ndarray::Array2;
use bcast_mpi::{Split, World};
use std::hint::black_box;
use std::time::Instant;

const ROWS: usize = 8192;
const COLUMNS: usize = 2048;
/// Of so many runs the median counts.
const RUNS: usize = 15;

fn element((row, column): (usize, usize)) -> f32 {
    ((row * 2048 + column) * 7919 % 1013) as f32 / 97.0
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Seconds of a call without ranks, on one rank, while the others wait.
fn alone<R>(world: &World, mut call: impl FnMut() -> R) -> f64 {
    let mut times = Vec::new();
    if world.rank() == 0 {
        times.extend((0..=RUNS).map(|_| {
            let start = Instant::now();
            black_box(call());
            start.elapsed().as_secs_f64()
        }));
    }
    let own = world.from_shape_fn(world.size(), 0, |_| times.get(1..).map_or(0.0, |times| median(times.to_vec())));
    bcast!(
        #[on(world)]
        max(own)
    )
}

/// Seconds until the last rank is done.
fn together<R>(world: &World, mut call: impl FnMut() -> R) -> f64 {
    let mut times = Vec::new();
    for _ in 0..=RUNS {
        meet(world);
        let start = Instant::now();
        black_box(call());
        let own = start.elapsed().as_secs_f64();
        let own = world.from_shape_fn(world.size(), 0, |_| own);
        times.push(bcast!(
            #[on(world)]
            max(own)
        ));
    }
    median(times.split_off(1))
}

/// Waits for all.
fn meet(world: &World) {
    let ones = world.from_shape_fn(world.size(), 0, |_| 1_u32);
    assert_eq!(
        bcast!(
            #[on(world)]
            sum(ones)
        ) as usize,
        world.size()
    );
}

/// Prints one row: what a formula takes.
macro_rules! row {
    ($world:ident, $whole:ident, $share:ident, $split:ident, $name:literal, $x:ident => $($formula:tt)+) => {
        let plain = alone($world, || { let $x = &$whole; bcast!($($formula)+) });
        let share = alone($world, || { let $x = &$share; bcast!($($formula)+) });
        let ranks = together($world, || { let $x = &$split; bcast!(#[on($world)] $($formula)+) });
        if $world.rank() == 0 {
            let ms = [plain, share, ranks].map(|seconds| format!("{:8.2}", seconds * 1e3)).join(" ");
            println!("{:24} {ms} {:8.2} {:8.2}", $name, plain / ranks, share / ranks);
        }
    };
}

fn rows(world: &World) {
    let whole = match world.rank() {
        0 => Array2::from_shape_fn((ROWS, COLUMNS), element),
        _ => Array2::zeros((0, COLUMNS)),
    };
    let share = whole.slice(bcast::ndarray::s![..whole.nrows() / world.size(), ..]);
    let split: Split<f32, _> = world.from_shape_fn((ROWS, COLUMNS), 0, element);
    row!(world, whole, share, split, "column means", x => mean[0](x));
    row!(world, whole, share, split, "sum of squares", x => sum(x .* x));
    row!(world, whole, share, split, "exp", x => exp.(x));
    row!(world, whole, share, split, "softmax of rows", x => exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))));
    row!(world, whole, share, split, "standard columns", x => (x .- mean[0](x)) ./ std[0](x));
}

/// What messages take: a call that shares one number of each rank, and one that moves an array.
fn messages(world: &World) {
    let ones = world.from_shape_fn(world.size(), 0, |_| 1.0_f64);
    let sum = together(world, || {
        bcast!(
            #[on(world)]
            sum(ones)
        )
    });
    let x = world.from_shape_fn((world.size(), 1 << 20), 0, |_| 1.0_f32);
    let moved = together(world, || world.gathered(&x));
    if world.rank() == 0 {
        println!("a sum of one number on each rank: {:.1} us", sum * 1e6);
        println!("all of an array on all ranks: {:.2} GB/s each", (world.size() << 22) as f64 / moved / 1e9);
    }
}

fn main() {
    // SAFETY: all elements are numbers.
    let world = &unsafe { World::initialise() }.expect("the first one");
    if world.rank() == 0 {
        println!("{ROWS} rows of {COLUMNS}, f32, on {} ranks; medians of {RUNS}", world.size());
        println!("{:24} {:>8} {:>8} {:>8} {:>8} {:>8}", "ms", "plain", "share", "ranks", "strong", "weak");
    }
    rows(world);
    messages(world);
}
