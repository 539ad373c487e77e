//! Stages that reduce all they read, alone and before others, before single values and before a map: few elements and
//! many, in memory's order and in others. Numbers are small integers, so sums are exact in any order.

use bcast::ndarray::{Array1, Array2, Array3, ArrayView1, ArrayView2, Axis, ShapeBuilder, s};
use bcast::{bcast, try_bcast};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Around the sizes at which the engine goes another way.
const LENGTHS: [usize; 16] = [1, 2, 3, 16, 63, 64, 65, 100, 255, 256, 1000, 1023, 1024, 1025, 5000, 70_000];

fn number(at: usize) -> f64 {
    ((at * 7 + at / 13) % 11) as f64 - 3.0
}

fn numbers(len: usize) -> Array1<f64> {
    Array1::from_shape_fn(len, number)
}

/// The same numbers as they lie, backwards, and each second one of others.
fn in_each_order(x: &Array1<f64>, f: impl Fn(ArrayView1<f64>)) {
    f(x.view());
    let backwards = x.slice(s![..;-1]).to_owned();
    f(backwards.slice(s![..;-1]));
    let apart = Array1::from_shape_fn(2 * x.len(), |at| if at % 2 == 0 { x[at / 2] } else { f64::NAN });
    f(apart.slice(s![..;2]));
}

/// The same matrix by rows, by columns, and turned round.
fn in_each_layout(m: &Array2<f64>, f: impl Fn(ArrayView2<f64>)) {
    f(m.view());
    let mut columns = Array2::zeros(m.raw_dim().f());
    columns.assign(m);
    f(columns.view());
    let turned = m.t().to_owned();
    f(turned.t());
}

#[test]
fn the_largest_is_found_wherever_it_stands() {
    for len in LENGTHS {
        for at in [0, len / 2, len - 1] {
            let (mut x, ones) = (numbers(len), Array1::<f64>::ones(len));
            x[at] = 99.0;
            in_each_order(&x, |x| {
                assert_eq!(bcast!(argmax(x)), at, "{len}");
                assert_eq!(bcast!(argmin(-x)), at, "{len}");
                assert_eq!(bcast!(argmax(x .* ones .+ 1)), at, "{len}");
                assert_eq!(bcast!((argmax(x), max(x))), (at, 99.0), "{len}");
            });
        }
    }
    for (rows, columns) in [(1, 1), (2, 3), (1, 1024), (32, 32), (41, 25), (100, 3)] {
        for at in [(0, 0), (rows / 2, columns - 1), (rows - 1, columns / 2)] {
            let mut m = Array2::from_shape_fn((rows, columns), |(i, j)| number(i * columns + j));
            m[at] = 99.0;
            in_each_layout(&m, |m| assert_eq!(bcast!(argmax(m)), at.0 * columns + at.1, "{rows}x{columns}"));
        }
    }
}

/// The first element that decides stands anywhere, or nowhere.
#[test]
fn what_is_decided_early_or_late() {
    for len in LENGTHS.into_iter().chain([600_000]) {
        let places = [0, 31, 32, 63, 64, 127, 1023, 1024, 2047, 2048, 4095, 4096, 8191, len / 32, len - 1];
        for at in places.into_iter().filter(|&at| at < len).map(Some).chain([None]) {
            let x = Array1::from_shape_fn(len, |other| if Some(other) == at { 5_i32 } else { 1 });
            let is_there = at.is_some();
            assert_eq!(bcast!((any(x .> 4))), is_there, "{len}, {at:?}");
            assert_eq!(bcast!((all(x .< 4))), !is_there, "{len}, {at:?}");
            let five = x.mapv(|x| x == 5);
            assert_eq!((bcast!(any(five)), bcast!(all(five))), (is_there, is_there && len == 1), "{len}, {at:?}");
        }
    }
}

/// What joins in any order, of arrays of more axes.
#[test]
fn all_of_many_axes() {
    for sizes in [[1, 1, 1], [2, 3, 4], [1, 64, 1], [5, 41, 5], [100, 120, 3], [90, 100, 80]] {
        let len: usize = sizes.iter().product();
        for at in [0, len / 2, len - 1] {
            let index = (at / (sizes[1] * sizes[2]), at / sizes[2] % sizes[1], at % sizes[2]);
            let number = |at: usize| (at * 7 % 11) as u8;
            let mut a = Array3::from_shape_fn(sizes, |(i, j, k)| number((i * sizes[1] + j) * sizes[2] + k));
            a[index] = 200;
            let mut columns = Array3::zeros(a.raw_dim().f());
            columns.assign(&a);
            let sum = a.iter().map(|&x| i64::from(x)).sum::<i64>();
            for a in [a.view(), columns.view(), a.slice(s![..;-1, .., ..]), a.slice(s![.., .., ..;-1])] {
                assert_eq!((bcast!(max(a)), bcast!(min(200 .- a))), (200, 0), "{sizes:?}");
                assert_eq!((bcast!(sum(i64.(a))), bcast!(count(a .== 200))), (sum, 1), "{sizes:?}");
                assert!(bcast!(any(a .> 199)) && !bcast!(all(a .> 199)) | (len == 1), "{sizes:?}");
                assert_eq!(bcast!((argmax(a), max(a) .- min(a))).1, 200 - a.iter().min().unwrap(), "{sizes:?}");
            }
            assert_eq!(bcast!(argmax(a)), at, "{sizes:?}");
        }
    }
    let (a, b) = (Array3::<i32>::zeros((2, 3, 4)), Array3::<i32>::zeros((4, 3, 2)));
    assert!(try_bcast!(max(a .+ b)).is_err());
    assert!(try_bcast!(max(a) .+ max(a .* b)).is_err());
    // As many rows and columns, along other axes.
    let (a, b) = (Array3::<f64>::zeros((2, 6, 3)), Array3::<f64>::zeros((4, 3, 3)));
    assert!(try_bcast!(sum(a .+ b)).is_err());
    assert!(try_bcast!(sum(a) .+ sum(a .* b)).is_err());
}

/// Floats of three axes to six, whose rows are short or long.
#[test]
fn sums_of_many_axes() {
    for sizes in
        [[1, 1, 1], [2, 2, 3], [3, 1, 5], [3, 5, 1], [4, 5, 6], [9, 8, 7], [90, 80, 3], [3, 40, 100], [70, 1, 64]]
    {
        let a = Array3::from_shape_fn(sizes, |(i, j, k)| number((i * sizes[1] + j) * sizes[2] + k));
        let ones = Array3::<f64>::ones(a.raw_dim());
        let mut columns = Array3::zeros(a.raw_dim().f());
        columns.assign(&a);
        let (sum, most) = (a.sum(), a.fold(-9.0, |most: f64, &x| most.max(x)));
        let squares = a.iter().map(|x| x * x).sum::<f64>();
        let of_rows = a.iter().enumerate().map(|(at, x)| x * (at % sizes[2]) as f64).sum::<f64>();
        let weights = Array1::from_shape_fn(sizes[2], |at| at as f64);
        for x in [a.view(), columns.view(), a.slice(s![..;-1, .., ..])] {
            assert_eq!((bcast!(sum(x)), bcast!(max(x)), bcast!(sum(x .* ones))), (sum, most, sum), "{sizes:?}");
            assert_eq!(bcast!(sum(x .* x) .- sum(x) .* max(x)), squares - sum * most, "{sizes:?}");
            assert_eq!(bcast!(x .* sum(x)), x.mapv(|x| x * sum), "{sizes:?}");
            assert_eq!(bcast!(sum(x .* weights @ (2))), of_rows, "{sizes:?}");
        }
        let four = a.view().insert_axis(Axis(1));
        assert_eq!(bcast!(sum(four)), sum, "{sizes:?}");
        let six = a.view().insert_axis(Axis(3)).insert_axis(Axis(0)).insert_axis(Axis(2));
        assert_eq!((bcast!(sum(six)), bcast!(argmax(six))), (sum, bcast!(argmax(a))), "{sizes:?}");
        assert_eq!(a.iter().nth(bcast!(argmax(a))), Some(&most), "{sizes:?}");
    }
}

#[test]
fn several_before_a_single_value() {
    for len in LENGTHS {
        // As many of each on both sides of 0: all means are 0.
        let half = numbers(len);
        let x = Array1::from_iter(half.iter().chain(&half).enumerate().map(|(at, x)| if at < len { *x } else { -x }));
        let (count, squares) = (2.0 * len as f64, x.iter().map(|x| x * x).sum::<f64>());
        let (sum, dot) = (half.sum(), half.iter().enumerate().map(|(at, x)| x * (at % 3) as f64).sum::<f64>());
        in_each_order(&x, |x| {
            assert_eq!(bcast!(var(x)), squares / count, "{len}");
            assert_eq!(bcast!(sum(x.^2) ./ (1 .+ abs.(sum(x)))), squares, "{len}");
            assert_eq!(
                bcast!((mean(x), sum((x .- mean(x)).^2), max(x))),
                (0.0, squares, x.fold(-9.0, |a, b| b.max(a)))
            );
        });
        in_each_order(&half, |x| {
            let weights = Array1::from_shape_fn(len, |at| (at % 3) as f64);
            assert_eq!(bcast!(sum(x .* weights) ./ (sum(x) .+ 1e6)), dot / (sum + 1e6), "{len}");
            // Operands of several sizes.
            let (own, other) = (numbers(5), numbers(3));
            let want = (own.sum() - sum) / (other.sum() + 100.0);
            assert_eq!(bcast!((sum(own) .- sum(x)) ./ (sum(other) .+ 100)), want, "{len}");
        });
    }
}

#[test]
fn before_a_map() {
    for len in LENGTHS {
        let x = numbers(len);
        let (sum, largest) = (x.sum(), x.fold(-9.0, |a: f64, &b| a.max(b)));
        in_each_order(&x, |view| {
            assert_eq!(bcast!(view .- mean(view)), x.mapv(|x| x - sum / len as f64), "{len}");
            assert_eq!(bcast!((view .+ 1) ./ (sum(view) .+ 1e6)), x.mapv(|x| (x + 1.0) / (sum + 1e6)), "{len}");
            let want = x.mapv(|x| (x - largest) * (sum + 1.0));
            assert_eq!(bcast!((view .- max(view)) .* (sum(view) .+ 1)), want, "{len}");
            // One of two results has all elements.
            assert_eq!(bcast!((view .* sum(view), max(view))), (x.mapv(|x| x * sum), largest), "{len}");
            let mut target = Array1::from_elem(len, f64::NAN);
            bcast!(target .= view .* sum(view));
            assert_eq!(target, x.mapv(|x| x * sum), "{len}");
            bcast!(target.slice_mut(s![..;-1]) .= view .* sum(view));
            assert_eq!(target.slice(s![..;-1]), x.mapv(|x| x * sum), "{len}");
        });
        let mut own = x.clone();
        bcast!(own .-= mean(own));
        assert_eq!(own, x.mapv(|x| x - sum / len as f64), "{len}");
        let mut own = x.clone();
        bcast!(own .= own .* 2 .+ sum(own));
        assert_eq!(own, x.mapv(|x| x * 2.0 + sum), "{len}");
    }
    for (rows, columns) in [(1, 1), (2, 3), (3, 1), (8, 8), (33, 40)] {
        let m = Array2::from_shape_fn((rows, columns), |(i, j)| number(i * columns + j));
        let sum = m.sum();
        in_each_layout(&m, |view| {
            assert_eq!(bcast!(view .* sum(view)), m.mapv(|x| x * sum), "{rows}x{columns}");
            assert_eq!(bcast!(view .- mean(view)), m.mapv(|x| x - sum / m.len() as f64), "{rows}x{columns}");
        });
    }
}

/// Whatever comes behind them.
#[test]
fn functions_are_called_once() {
    for len in [3, 64, 100, 2000] {
        let (x, calls) = (numbers(len), AtomicUsize::new(0));
        let f = |x: f64| {
            calls.fetch_add(1, Ordering::Relaxed);
            x * 2.0
        };
        let backwards = x.slice(s![..;-1]);
        let sum = x.sum();
        assert_eq!(bcast!(sum(f.(x)) ./ (sum(x) .+ 1e6)), 2.0 * sum / (sum + 1e6));
        assert_eq!(calls.swap(0, Ordering::Relaxed), len);
        assert_eq!(bcast!(sum(f.(x)) ./ (sum(backwards .+ x) .+ 1e6)), 2.0 * sum / (2.0 * sum + 1e6));
        assert_eq!(calls.swap(0, Ordering::Relaxed), len);
        assert_eq!(bcast!(x .+ sum(f.(x))), x.mapv(|x| x + 2.0 * sum));
        assert_eq!(calls.swap(0, Ordering::Relaxed), len);
        assert_eq!(bcast!(f.(x) .+ sum(backwards)), x.mapv(|x| 2.0 * x + sum));
        assert_eq!(calls.swap(0, Ordering::Relaxed), len);
    }
}

#[test]
fn nothing_is_written_where_sizes_do_not_fit() {
    for len in [4, 100, 2000] {
        let (x, y) = (numbers(len), numbers(len + 1));
        let mut target = Array1::from_elem(len + 1, 7.0);
        let error = try_bcast!(target .= x .- mean(x)).unwrap_err();
        assert!(error.to_string().contains(&format!("{len}")), "{error}");
        assert_eq!(target, Array1::from_elem(len + 1, 7.0));
        assert!(try_bcast!((x .- mean(y)) .* y).is_err());
        assert!(try_bcast!(sum(x .* y) ./ sum(x)).is_err());
        assert!(try_bcast!(x .- sum(x .* y)).is_err());
    }
}
