//! Contractions against `dot` and `general_mat_mul` of `ndarray`, which multiply with the same library, and against the
//! loop that they would be otherwise.
//!
//! `cargo bench --bench contractions` prints the best time of a call, and its medians as multiples of both others, in
//! turns. `RAYON_NUM_THREADS=1` is the comparison with `dot`, which has one thread.

#[path = "../core/paired.rs"]
#[allow(dead_code)]
mod paired;

use bcast::bcast;
use bcast::ndarray::{Array2, Array3, Axis, linalg::general_mat_mul};
use std::hint::black_box;

fn main() {
    println!("SIMD level {}, {} threads", bcast::simd_level(), rayon::current_num_threads());
    for size in [4, 8, 16, 32, 64, 128, 256, 512, 1024] {
        square(size, size, size);
    }
    for (rows, summed, columns) in [(4096, 64, 64), (64, 4096, 64), (300, 1, 300), (1000, 100, 3), (1000, 1000, 1)] {
        square(rows, summed, columns);
    }
    for (count, rows, summed, columns) in
        [(100_000, 3, 3, 3), (100_000, 4, 4, 4), (20_000, 8, 8, 8), (96, 64, 64, 64), (96, 512, 64, 512)]
    {
        batch(count, rows, summed, columns);
    }
}

macro_rules! square {
    ($t:ty, $rows:ident $summed:ident $columns:ident) => {
        let a = Array2::<$t>::from_shape_fn(($rows, $summed), |(i, j)| ((i * 7 + j * 3) % 11) as $t);
        let b = Array2::<$t>::from_shape_fn(($summed, $columns), |(i, j)| ((i * 5 + j * 2) % 13) as $t);
        report(
            &format!("{} {}x{}x{}", stringify!($t), $rows, $summed, $columns),
            &mut || drop(black_box(bcast!(sum[k](black_box(&a) @ (i, k) .* black_box(&b) @ (k, j))))),
            &mut || drop(black_box(black_box(&a).dot(black_box(&b)))),
            // Something beside the product, which leaves the loop as it is.
            &mut || drop(black_box(bcast!(sum[k](black_box(&a) @ (i, k) .* black_box(&b) @ (k, j) .+ 0)))),
        );
    };
}

fn square(rows: usize, summed: usize, columns: usize) {
    square!(f32, rows summed columns);
    square!(f64, rows summed columns);
}

fn batch(count: usize, rows: usize, summed: usize, columns: usize) {
    let a = Array3::from_shape_fn((count, rows, summed), |(b, i, j)| ((b + i * 7 + j * 3) % 11) as f64);
    let b = Array3::from_shape_fn((count, summed, columns), |(b, i, j)| ((b + i * 5 + j * 2) % 13) as f64);
    report(
        &format!("f64 {count} x {rows}x{summed}x{columns}"),
        &mut || drop(black_box(bcast!(sum[k](&a @ (b, i, k) .* &b @ (b, k, j))))),
        &mut || {
            let mut c = Array3::<f64>::zeros((count, rows, columns));
            for index in 0..count {
                let (a, b) = (a.index_axis(Axis(0), index), b.index_axis(Axis(0), index));
                general_mat_mul(1.0, &a, &b, 0.0, &mut c.index_axis_mut(Axis(0), index));
            }
            black_box(c);
        },
        &mut || drop(black_box(bcast!(sum[k](&a @ (b, i, k) .* &b @ (b, k, j) .+ 0)))),
    );
}

fn report(name: &str, ours: &mut dyn FnMut(), dot: &mut dyn FnMut(), by_loop: &mut dyn FnMut()) {
    let (beside_dot, beside_loop) = (paired::measure(&mut *ours, dot), paired::measure(ours, by_loop));
    println!(
        "{name:28} {:10.2} us   of ndarray {:5.2}   of the loop {:5.2}",
        beside_dot.ours * 1e6,
        beside_dot.ratios[1],
        beside_loop.ratios[1]
    );
}
