//! What reduces the axis along which the passes before it run block by block: leaves of blocks, joined when all are
//! there. What is reduced is an array first in the calls that these are compared with, and the bits are the same.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, Array3};

fn points(n: usize, axes: usize) -> Array2<f64> {
    Array2::from_shape_fn((n, axes), |(i, k)| ((i * 7919 + k * 1049) % 1013) as f64 / 506.0 - 1.0)
}

/// Blocks have whole leaves, and threads several of them: on one thread few are enough.
fn on<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool").install(work)
}

/// Rows in whole leaves and in parts of one, on one thread and two.
#[test]
fn sums_of_everything_have_the_same_bits() {
    for (n, columns) in [(70, 70), (300, 200), (301, 97), (513, 128), (900, 64), (40, 1500), (5, 20_000)] {
        let (p, q) = (points(n, 3), points(columns, 3));
        let kept = bcast!(sqrt.(sum[2]((p @ (0, 2) .- q @ (1, 2)).^2)));
        let want = bcast!(sum(kept .* 0.5));
        for threads in [1, 2, 3] {
            let sum = on(threads, || bcast!(sum(sqrt.(sum[2]((p @ (0, 2) .- q @ (1, 2)).^2)) .* 0.5)));
            assert_eq!(sum.to_bits(), want.to_bits(), "{n}x{columns}, {threads} threads");
        }
    }
}

/// Each kind of accumulator, several in one call, and a pass that goes on with the same block.
#[test]
fn all_reductions_of_what_is_kept() {
    on(1, || {
        for (n, columns) in [(310, 90), (129, 512)] {
            let (p, q) = (points(n, 4), points(columns, 4));
            let kept = bcast!(sum[2]((p @ (0, 2) .- q @ (1, 2)).^2));
            let found = bcast!(
                let d = exp.(-sum[2]((p @ (0, 2) .- q @ (1, 2)).^2));
                (sum(d), mean(d), max(d), argmax(d), norm(d), any(d .> 0.999), all(d .> 1e-9), count(d .> 0.5),
                    prod(d .+ 0.5))
            );
            let d = bcast!(exp.(-kept));
            let want = (
                bcast!(sum(d)),
                bcast!(mean(d)),
                bcast!(max(d)),
                bcast!(argmax(d)),
                bcast!(norm(d)),
                bcast!(any(d .> 0.999)),
                bcast!(all(d .> 1e-9)),
                bcast!(count(d .> 0.5)),
                bcast!(prod(d .+ 0.5)),
            );
            assert_eq!(found, want, "{n}x{columns}");
            let (rows, sum) = bcast!(
                let d = exp.(-sum[2]((p @ (0, 2) .- q @ (1, 2)).^2));
                (sum[1](d ./ (max[1](d) @ (0))), sum(d))
            );
            assert_eq!(sum.to_bits(), want.0.to_bits());
            assert_eq!(rows, bcast!(sum[1](d ./ (max[1](d) @ (0)))));
        }
    });
}

/// An axis inside of the one that is cut: leaves go on from one of its indices to the next.
#[test]
fn of_three_axes() {
    on(1, || {
        for (n, m, columns) in [(37, 5, 100), (8, 70, 64), (130, 3, 333)] {
            let of = |seed: usize| {
                Array3::from_shape_fn((n, m, columns), |(i, j, k)| {
                    ((i * 31 + j * 17 + k * 7 + seed) % 101) as f32 / 50.0
                })
            };
            let (x, w) = (of(1), Array1::from_shape_fn(4, |i| i as f32 * 0.25 + 0.1));
            let kept = bcast!(sum[3](tanh.(x @ (0, 1, 2) .* w @ (3))));
            let (sum, largest) = bcast!(
                let t = sum[3](tanh.(x @ (0, 1, 2) .* w @ (3)));
                (sum(t .* t), max(t))
            );
            assert_eq!(sum.to_bits(), bcast!(sum(kept .* kept)).to_bits(), "{n}x{m}x{columns}");
            assert_eq!(largest, bcast!(max(kept)));
        }
    });
}

/// What comes behind reads the result, and targets are written.
#[test]
fn results_are_read_behind_the_blocks() {
    on(1, || {
        let (p, q) = (points(260, 3), points(190, 3));
        let kept = bcast!(sum[2]((p @ (0, 2) .- q @ (1, 2)).^2));
        let mut out = Array2::zeros((260, 190));
        let whole = bcast!(
            let d = sqrt.(sum[2]((p @ (0, 2) .- q @ (1, 2)).^2));
            let all = sum(d);
            out .= d ./ all;
            max(d) ./ all
        );
        let d = bcast!(sqrt.(kept));
        let all = bcast!(sum(d));
        assert_eq!(out, bcast!(d ./ all));
        assert_eq!(whole, bcast!(max(d)) / all);
    });
}
