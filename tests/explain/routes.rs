//! The routes that plans say are those that calls take. `tests/table`, `tests/routes.rs` and `tests/traversals.rs` ask
//! the same of theirs.

use bcast::__private::{routes, traversals};
use bcast::ndarray::{Array1, Array2, Array3, ArrayD, IxDyn, ShapeBuilder, s};
use bcast::{bcast, explain};
use rayon::ThreadPoolBuilder;

/// Calls, each explained and run.
macro_rules! agree {
    ($({ $($call:tt)* })*) => {$({
        let plan = explain!($($call)*);
        let taken = routes(|| { let _ = bcast!($($call)*); });
        assert_eq!(plan.routes(), taken, "{} is explained as\n{plan}", stringify!($($call)*));
        let mut seen = traversals(|| { let _ = bcast!($($call)*); });
        let mut said: Vec<&str> = plan.passes().iter().filter_map(|pass| pass.traversal()).collect();
        // Each thread goes over blocks, and the last of them is gone over by itself.
        (seen.sort(), seen.dedup(), said.sort(), said.dedup());
        // Other threads may have taken all blocks.
        let is_seen = |text: &&str| seen.iter().any(|seen| seen == text);
        assert!(plan.threads() > 1 || said.iter().all(is_seen), "{seen:?} and\n{plan}");
    })*};
}

fn formulas(rows: usize, columns: usize) {
    let x = Array2::from_shape_fn((rows, columns), |(i, j)| (i * 7 + j * 3) as f64 % 5.0 + 1.0);
    let (y, f) = (x.clone(), Array2::<f64>::ones((rows, columns).f()));
    let (v, w, k) = (Array1::<f64>::ones(columns), Array1::<f64>::ones(rows), 2.0);
    agree! {
        { x .+ y }
        { x .+ f }
        { x .* k .+ 1 }
        { (x .- v @ (1)) ./ w @ (0) }
        { x.t() .+ v @ (0) }
        { exp.(w @ (0)) .* x }
        { exp.(k .* w @ (0)) .* x }
        { sum(x) }
        { sqrt.(sum(x.^2)) }
        { sum[0](x) }
        { sum[1](x .* y) }
        { max[1](f) }
        { argmax[0](x) }
        { x .- mean[0](x) }
        { x .- mean[1; keep](x) }
        { exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))) }
        { exp.(x .- max[0](x)) ./ sum[0](exp.(x .- max[0](x))) }
        { exp.(x) ./ sum(exp.(x)) }
        { mean[0](x) .* mean[1](x) }
        { (sum[0](x), sum[1](x), x .+ 1) }
        { (x .* 2, v .* 3) }
        { let d = x .- 1; (sum(d), d .* d) }
        { cumsum[0](x) }
        { cumsum[1](x .+ 1) .* 2 }
        { sum[j](x @ (i, j) .* y @ (l, j)) }
        { exp.(sum[j](x @ (i, j) .* y @ (l, j)) .+ w @ (i)) }
        { any(x .> 5) }
        { fold[1](x, 0.0, |a, b| a + b) }
    }
}

fn assignments(rows: usize, columns: usize) {
    let x = Array2::from_shape_fn((rows, columns), |(i, j)| (i * 7 + j * 3) as f64 % 5.0 + 1.0);
    let (v, w) = (Array1::<f64>::ones(columns), Array1::<f64>::ones(rows));
    let (mut out, mut sums, mut last) = (x.clone(), Array1::<f64>::zeros(columns), Array1::<f64>::zeros(rows));
    agree! {
        { out .= x }
        { out .+= x .* v @ (1) }
        { sums .= sum[0](x) }
        { last .= sum[1](x) .+ 1 }
        { out .= x .- mean[0](x); out .*= 2 }
        { out .= x .* 2; sum(out) }
        { out[.., 0] .= w }
        { sums .+= sum[0](out) }
        { out .= exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))) }
    }
}

#[test]
fn small_calls() {
    for (rows, columns) in [(1, 1), (3, 4), (4, 1), (1, 7), (8, 8), (0, 3), (9, 70)] {
        if rows * columns > 0 {
            formulas(rows, columns);
            assignments(rows, columns);
        }
    }
}

#[test]
fn large_calls() {
    for threads in [1, 3] {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| {
            for (rows, columns) in [(100, 100), (300, 257), (3, 3000), (3000, 3)] {
                formulas(rows, columns);
                assignments(rows, columns);
            }
        });
    }
}

#[test]
fn more_axes() {
    let cube = Array3::<f32>::ones((20, 30, 40));
    let deep = ArrayD::<f32>::ones(IxDyn(&[2, 3, 2, 3, 2]));
    let pixels = Array3::<u8>::ones((40, 60, 3));
    let turned = cube.view().reversed_axes();
    agree! {
        { cube .+ 1 }
        { cube.slice(s![.., ..;2, ..]) .* 2 }
        { sum[0, 2](cube) }
        { cube .- max[1](cube) }
        { turned .* 2 }
        { sum[0](turned) }
        { deep .+ deep }
        { sum(deep) }
        { sum[1](deep) }
        { mean[0, 1](f32.(pixels)) }
        { max(pixels) }
    }
}
