//! Small calls of several passes that come again from the same place, with arrays that lie as before or otherwise: what
//! was found of the last one must not show.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use std::ops::{Mul, Sub};

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, ArrayView2, ArrayViewMut2, Axis, ShapeBuilder, array, s};
use bcast::ops::reduce::{Max, Reducer};

/// Numbers that are another time other ones, all exact.
fn numbers(rows: usize, columns: usize, time: usize) -> Array2<f64> {
    Array2::from_shape_fn((rows, columns), |(i, j)| ((i * 7 + j * 5 + time * 3) % 11) as f64 - time as f64)
}

/// Rows without their maxima, by loops.
fn lowered(x: ArrayView2<f64>) -> Array2<f64> {
    let mut lowered = x.to_owned();
    for mut row in lowered.rows_mut() {
        let most = row.iter().fold(f64::MIN, |most, &x| most.max(x));
        row.iter_mut().for_each(|x| *x -= most);
    }
    lowered
}

fn lowers(x: ArrayView2<f64>) -> Array2<f64> {
    bcast!(x .- max[1](x))
}

fn lowers_to(mut out: ArrayViewMut2<f64>, x: ArrayView2<f64>) {
    bcast!(out .= x .- max[1](x));
}

#[test]
fn with_other_arrays() {
    for time in 0..5 {
        let x = numbers(3, 4, time);
        assert_eq!(lowers(x.view()), lowered(x.view()), "{time}");
        let mut out = Array2::zeros((3, 4));
        lowers_to(out.view_mut(), x.view());
        assert_eq!(out, lowered(x.view()), "{time}");
    }
}

#[test]
fn with_other_sizes_and_strides() {
    let large = numbers(40, 50, 1);
    let fortran = Array2::from_shape_vec((3, 4).f(), (0..12).map(f64::from).collect()).expect("12 elements");
    let views = [
        large.slice(s![..3, ..4]),
        large.slice(s![..4, ..3]),
        large.slice(s![..3, ..8;2]),
        large.slice(s![..3, 5..9]),
        large.slice(s![..3;-1, ..4]),
        large.slice(s![..4, ..3]).reversed_axes(),
        large.slice(s![..1, ..4]),
        large.slice(s![..3, ..1]),
        large.slice(s![..20, ..20]),
        large.slice(s![.., ..]),
        fortran.view(),
    ];
    for first in &views {
        for second in &views {
            // The second call of each pair, and the third, recall the one before, if it was alike.
            for view in [first, first, second, second, first] {
                assert_eq!(lowers(view.view()), lowered(view.view()));
                let mut out = Array2::zeros(view.raw_dim());
                lowers_to(out.view_mut(), view.view());
                assert_eq!(out, lowered(view.view()));
                let mut wide = Array2::zeros((view.nrows(), 2 * view.ncols()));
                lowers_to(wide.slice_mut(s![.., ..;2]), view.view());
                assert_eq!(wide.slice(s![.., ..;2]), lowered(view.view()));
                assert!(wide.slice(s![.., 1..;2]).iter().all(|&between| between == 0.0));
            }
        }
    }
}

/// Columns without their sums, and rows without theirs.
#[test]
fn where_what_is_reduced_has_many_rows() {
    for (rows, columns) in [(100, 10), (64, 20), (333, 3), (100, 10), (1000, 3), (130, 70), (2000, 2)] {
        for time in 0..3 {
            let x = numbers(rows, columns, time);
            let (down, right) = (x.sum_axis(Axis(0)), x.sum_axis(Axis(1)).insert_axis(Axis(1)));
            assert_eq!(bcast!(x .- sum[0](x)), &x - &down, "{rows}x{columns}");
            assert_eq!(bcast!(x .- sum[1](x)), &x - &right, "{rows}x{columns}");
            // Of functions, which lift each element of short rows by itself.
            assert_eq!(bcast!(x .- sum[0](x .* exp.(x .* 0))), &x - &down, "{rows}x{columns}");
            assert_eq!(bcast!(x .- sum[1](x .* exp.(x .* 0))), &x - &right, "{rows}x{columns}");
        }
    }
}

#[test]
fn with_arrays_that_do_not_fit() {
    let call = |x: &Array2<f64>, v: &Array1<f64>| bcast::try_bcast!(x .- max[1](x) .+ v @ (1));
    let x = numbers(3, 4, 0);
    for _ in 0..3 {
        assert!(call(&x, &Array1::zeros(4)).is_ok());
        assert!(call(&x, &Array1::zeros(5)).is_err());
    }
}

/// One place of all types.
fn lowered_times<T>(x: &Array2<T>) -> Array2<T>
where
    T: Copy + Send + Sync + Sub<Output = T> + Mul<Output = T> + Max<Reducer: Reducer<Out = T>>,
{
    bcast!((x .- max[0](x)) .* x)
}

#[test]
fn with_other_types() {
    for time in 0..4 {
        let x = numbers(4, 4, time);
        let want = {
            let most: Vec<f64> =
                x.columns().into_iter().map(|column| column.fold(f64::MIN, |a, &b| a.max(b))).collect();
            Array2::from_shape_fn((4, 4), |(i, j)| (x[[i, j]] - most[j]) * x[[i, j]])
        };
        assert_eq!(lowered_times(&x), want);
        assert_eq!(lowered_times(&x.mapv(|x| x as f32)), want.mapv(|x| x as f32));
    }
}

#[test]
fn with_axes_that_are_values() {
    let x = array![[1.0, 5.0], [4.0, 2.0]];
    for axis in [0, 1, 0, 0, 1, 1] {
        let want = if axis == 0 { array![[-3.0, 0.0], [0.0, -3.0]] } else { array![[-4.0, 0.0], [0.0, -2.0]] };
        assert_eq!(bcast!(x .- max[{axis}](x)), want);
    }
}

#[test]
fn within_itself() {
    thread_local!(static DEPTH: Cell<usize> = const { Cell::new(0) });
    fn deeper(x: f64) -> f64 {
        let depth = DEPTH.get();
        if depth < 3 {
            DEPTH.set(depth + 1);
            let inner = array![[x, x + 1.0], [x + 2.0, x]];
            let result = lower_deeper(&inner);
            DEPTH.set(depth);
            return x + 0.0 * result.sum();
        }
        x
    }
    fn lower_deeper(x: &Array2<f64>) -> Array2<f64> {
        bcast!(deeper.(x) .- max[1](x))
    }
    for time in 0..3 {
        let x = numbers(2, 2, time);
        assert_eq!(lower_deeper(&x), lowered(x.view()));
    }
}

#[test]
fn after_a_panic() {
    fn unless_13(x: f64) -> f64 {
        assert!(x != 13.0, "13");
        x
    }
    let call = |x: &Array2<f64>| bcast!(unless_13.(x) .- max[1](x));
    for time in 0..4 {
        let mut x = numbers(3, 3, time);
        assert_eq!(call(&x), lowered(x.view()));
        x[[1, 1]] = 13.0;
        assert!(catch_unwind(AssertUnwindSafe(|| call(&x))).is_err());
    }
}

#[test]
fn on_threads_of_their_own() {
    std::thread::scope(|scope| {
        for thread in 0..4 {
            scope.spawn(move || {
                for time in 0..200 {
                    let x = numbers(3, 5, thread * 7 + time);
                    assert_eq!(lowers(x.view()), lowered(x.view()));
                }
            });
        }
    });
}

#[test]
fn with_values_and_positions() {
    for time in 0..4 {
        let x = numbers(4, 3, time);
        let want = x.indexed_iter().fold(
            (0, f64::MIN),
            |(at, most), ((i, j), &x)| {
                if x > most { (i * 3 + j, x) } else { (at, most) }
            },
        );
        assert_eq!(bcast!((argmax(x), max(x) .- 1)), (want.0, want.1 - 1.0));
        let sum: f64 = x.iter().sum();
        assert_eq!(bcast!(sum(x .- mean(x)) .+ sum(x)), x.iter().map(|x| x - sum / 12.0).sum::<f64>() + sum);
    }
}
