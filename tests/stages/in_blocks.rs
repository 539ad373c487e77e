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

/// What runs along one axis, and leaves of it that several blocks have; and columns, in lines and one by one.
#[test]
fn leaves_of_several_blocks() {
    for (n, columns) in [(100_001, 3), (70_000, 20), (34_816, 33), (40_000, 64), (3000, 200)] {
        let (x, w) = (points(n, columns), Array1::from_shape_fn(columns, |k| k as f64 * 0.1 - 0.4));
        let sums = bcast!(sum[1](x .* w @ (1)));
        let want = (
            bcast!(sum(sums.^2)),
            bcast!(sum[0](sums @ (0) .* x)),
            bcast!((mean(sums), max(sums), argmax(sums), count(sums .> 0.0))),
        );
        for threads in [1, 2, 3] {
            let found = on(threads, || {
                bcast!(
                    let sums = sum[1](x .* w @ (1));
                    (sum(sums.^2), sum[0](sums @ (0) .* x), mean(sums), max(sums), argmax(sums), count(sums .> 0.0))
                )
            });
            let found = (found.0, found.1, (found.2, found.3, found.4, found.5));
            assert_eq!(found, want, "{n}x{columns}, {threads} threads");
        }
    }
}

/// The same of rows that are reduced where memory runs along columns, of which each has many accumulators.
#[test]
fn leaves_of_several_blocks_across_memory() {
    for (n, rows) in [(70_001, 20), (33_000, 33), (40_000, 64), (20_000, 70)] {
        let x = points(n, rows);
        let x = x.t();
        let sums = bcast!(tanh.(sum[0](x)));
        let want = (bcast!(sum[1](sums @ (1) .* x)), bcast!(sum(sums)));
        for threads in [1, 2, 3] {
            let found = on(threads, || {
                bcast!(
                    let sums = tanh.(sum[0](x));
                    (sum[1](sums @ (1) .* x), sum(sums))
                )
            });
            assert_eq!(found, want, "{rows}x{n}, {threads} threads");
        }
    }
}

/// The first pass accumulates, and others read the same.
#[test]
fn what_accumulates_comes_first() {
    let (x, v) = (points(20_001, 64), points(100_001, 1));
    let v = v.column(0);
    let want = (bcast!(sum(tanh.(x))), bcast!(x .* 2.0), bcast!(sum[0](x)), bcast!(max[1](x)));
    let of_row = (bcast!(mean(v.^2)), bcast!(v .+ 1.0), bcast!(argmin(v)));
    for threads in [1, 2, 3] {
        let found = on(threads, || bcast!((sum(tanh.(x)), x .* 2.0, sum[0](x), max[1](x))));
        assert_eq!(found, want, "{threads} threads");
        let found = on(threads, || bcast!((mean(v.^2), v .+ 1.0, argmin(v))));
        assert_eq!(found, of_row, "{threads} threads");
    }
}

/// Leaves go on from one index of the axis that is cut to the next.
#[test]
fn columns_of_two_axes() {
    for (n, m, columns) in [(370, 5, 40), (300, 64, 33), (2000, 3, 20), (700, 70, 3)] {
        let x =
            Array3::from_shape_fn((n, m, columns), |(i, j, k)| ((i * 31 + j * 17 + k * 7) % 101) as f64 / 50.0 - 1.0);
        let sums = bcast!(tanh.(sum[2](x)));
        let want = (bcast!(sum[0, 1](sums @ (0, 1) .* x)), bcast!(sum[0](sums)), bcast!(max(sums)));
        for threads in [1, 2] {
            let found = on(threads, || {
                bcast!(
                    let sums = tanh.(sum[2](x));
                    (sum[0, 1](sums @ (0, 1) .* x), sum[0](sums), max(sums))
                )
            });
            assert_eq!(found, want, "{n}x{m}x{columns}, {threads} threads");
        }
    }
}

/// Who has run the last leaf goes on with others, before its last block, which is shorter.
#[test]
fn the_last_leaf_waits_for_its_last_block() {
    let (n, columns) = (140_001, 3);
    let mut x = points(n, columns);
    // The first thread waits, so the other one does all else.
    x[[0, 0]] = 7.0;
    let waits = |x: f64| {
        if x == 7.0 {
            std::thread::sleep(std::time::Duration::from_millis(200));
        }
        x
    };
    let sums = bcast!(sum[1](x));
    let found = on(2, || bcast!(let s = sum[1](waits.(x)); (sum(s .* s), sum[0](s @ (0) .* x))));
    assert_eq!(found, (bcast!(sum(sums .* sums)), bcast!(sum[0](sums @ (0) .* x))));
}

/// Least squares with its gradient: a block of rows is read once, and nothing is as long as these.
#[test]
fn a_fit_reads_its_rows_once() {
    let (x, w, y) = (points(70_000, 20), Array1::from_elem(20, 0.1), Array1::from_elem(70_000, 0.5));
    on(1, || {
        let text = bcast::explain!(#[grad(w)] mean((sum[1](x .* w @ (1)) .- y).^2)).to_string();
        assert!(text.contains(", which it has to; allocates 160 bytes"), "{text}");
        let (value, slopes) = bcast!(#[grad(w)] mean((sum[1](x .* w @ (1)) .- y).^2));
        let errors = bcast!(sum[1](x .* w @ (1)) .- y);
        assert_eq!(value, bcast!(mean(errors.^2)));
        assert_eq!(slopes, bcast!(sum[0](1.0 .* 2.0 .* errors @ (0) .* x) .* (1.0 / 70_000.0)));
    });
}
