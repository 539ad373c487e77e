//! `x[1..-1, 0]`: views by one entry for each axis, as operands and as targets, beside `ndarray`'s own and index loops.

#![deny(warnings, unsafe_code)]
#![allow(clippy::reversed_empty_ranges, reason = "`s![1..-1]` is no range of numbers")]

use std::cell::RefCell;
use std::panic::catch_unwind;
use std::rc::Rc;
use std::sync::{Arc, Mutex, RwLock};

use bcast::{bcast, try_bcast};

use bcast::ndarray::{
    Array, Array1, Array2, Array3, ArrayD, ArrayView2, ArrayViewMut2, Axis, Dimension, array, s, stack,
};

/// Different everywhere.
fn matrix(rows: usize, columns: usize) -> Array2<f64> {
    Array2::from_shape_fn((rows, columns), |(i, j)| (i * 100 + j) as f64)
}

fn cube() -> Array3<i64> {
    Array3::from_shape_fn((5, 6, 7), |(i, j, k)| (i * 100 + j * 10 + k) as i64)
}

/// The same array, whose axes run backwards in memory.
fn backwards<A: Clone, D: Dimension>(x: &Array<A, D>) -> Array<A, D> {
    let turned = |mut x: Array<A, D>| {
        (0..x.ndim()).for_each(|axis| x.invert_axis(Axis(axis)));
        x
    };
    turned(turned(x.clone()).as_standard_layout().into_owned())
}

/// The macro's entries beside those of `s!`, in four orders of memory and with a dynamic rank.
macro_rules! as_ndarray {
    ($x:expr; $($([$($entries:tt)*])*;)*) => {$($({
        let rows = $x;
        let columns = rows.t().as_standard_layout().into_owned().reversed_axes();
        let last = Axis(rows.ndim());
        let twice = stack(last, &[rows.view(), rows.view()]).unwrap();
        let holes = twice.index_axis(last, 0);
        let backwards = backwards(&rows);
        let dynamic = rows.clone().into_dyn();
        let want = rows.slice(s![$($entries)*]).mapv(|v| v + 1);
        assert_eq!(bcast!(rows[$($entries)*] .+ 1), want, "{}", stringify!($($entries)*));
        assert_eq!(bcast!(columns[$($entries)*] .+ 1), want, "{}", stringify!($($entries)*));
        assert_eq!(bcast!(holes[$($entries)*] .+ 1), want, "{}", stringify!($($entries)*));
        assert_eq!(bcast!(backwards[$($entries)*] .+ 1), want, "{}", stringify!($($entries)*));
        assert_eq!(bcast!(dynamic[$($entries)*] .+ 1), want.clone().into_dyn(), "{}", stringify!($($entries)*));
        let mut naive = rows.clone();
        naive.slice_mut(s![$($entries)*]).mapv_inplace(|v| v + 1);
        for mut target in [rows, columns, backwards] {
            bcast!(target[$($entries)*] .+= 1);
            assert_eq!(target, naive, "{}", stringify!($($entries)*));
        }
    })*)*};
}

#[test]
fn entries_mean_what_they_mean_to_ndarray() {
    as_ndarray! { cube();
        [.., .., ..] [1.., ..-1, 2..5] [..;2, 1..;3, ..;-1] [..;-2, ..;-1, ..;-3] [3, .., ..];
        [.., -1, ..] [-2, 4, ..;-2] [.., .., 6..] [2..2, .., ..] [5.., ..;-1, ..] [.., 3..=4, ..;4] [..=2, 1..=-2, 0];
        [-3..-1, ..=-3, -1] [4..1, .., ..] [1.., .., ..,] [5.., 6.., 7..] [4, 6.., 1..3] [.., 5, 7..];
    }
    as_ndarray! { matrix(4, 5).mapv(|v| v as i32); [1..-1, 2..] [.., 0] [0, ..] [1, ..;2]; }
    as_ndarray! { Array1::from_iter(0_i32..9); [1..-1] [..;2] [..] [-3..] [..=4] [2..7;3]; }
}

#[test]
fn through_the_last_is_to_the_end() {
    // `ndarray` has no such end.
    let v = array![1, 2, 3, 4];
    assert_eq!(bcast!(v[1..=-1] .+ 0), array![2, 3, 4]);
}

#[test]
fn a_plain_number_drops_its_axis() {
    let (x, v) = (matrix(3, 4), array![10., 20., 30.]);
    let column: Array1<f64> = bcast!(x[.., 1] .+ v);
    assert_eq!(column, array![11., 121., 231.]);
    assert_eq!(bcast!(x .- x[.., 0] @ (0))[[2, 3]], 3.);
    assert_eq!(bcast!(x[1, 2] .+ 0), Array::from_elem((), 102.));
    assert_eq!(bcast!(x[1, 2] .* v), array![1020., 2040., 3060.]);
    assert_eq!(bcast!(v[1,] .+ x)[[0, 0]], 20.);
}

#[test]
fn a_single_plain_index_stays_rusts() {
    let (v, x, rows) = (vec![1., 2., 3.], matrix(2, 2), vec![array![1., 2.], array![3., 4.]]);
    let by = std::collections::BTreeMap::from([("a", 5.)]);
    let i = 1;
    assert_eq!(bcast!(v[i] .+ x[[1, 1]]), 103.);
    assert_eq!(bcast!(rows[1] .+ by["a"]), array![8., 9.]);
    let pick = |list: Vec<usize>| list[0];
    assert_eq!(bcast!(v[pick(vec![2, 1])] .* 2), 6.);
    assert_eq!(bcast!(v[size_of::<(u8, u8)>()] .* 2), 6.);
}

#[test]
fn whatever_lends_elements_side_by_side_has_one_axis() {
    let (vec, list, slice): (Vec<i32>, [i32; 5], &[i32]) = (vec![1, 2, 3, 4, 5], [10, 20, 30, 40, 50], &[100; 5]);
    assert_eq!(bcast!(vec[1..-1] .+ list[2..] .+ slice[..3]), array![132, 143, 154]);
    assert_eq!(bcast!(vec[..;-2] .+ 0), array![5, 3, 1]);
    let (boxed, counted, shared) = (Box::new(vec.clone()), Rc::new(list), Arc::new(matrix(3, 3)));
    assert_eq!(bcast!(boxed[3..] .+ counted[3..]), array![44, 55]);
    assert_eq!(bcast!(shared[1.., 1] .* 2), array![202., 402.]);
    let (mut vec, mut list) = (vec, list);
    bcast!(vec[..2] .= list[3..]);
    bcast!(list[..;-1] .= vec);
    assert_eq!(vec, [40, 50, 3, 4, 5]);
    assert_eq!(list, [5, 4, 3, 50, 40]);
}

#[test]
fn operands_and_targets_are_borrowed_as_everywhere() {
    struct Field {
        u: Array2<f64>,
        parts: Vec<Array2<f64>>,
    }
    fn fill(y: &mut Array2<f64>, view: &mut ArrayViewMut2<f64>, slice: &mut [f64], x: &ArrayView2<f64>) {
        bcast!(y[1.., 0] .= x[.., 0] .+ 1);
        bcast!(view[.., -1] .= x[0, 1]);
        bcast!(slice[..2] .= x[.., 1]);
    }
    let (mut y, mut z, mut v, x) = (matrix(3, 2), matrix(2, 2), vec![0.; 3], matrix(2, 2));
    fill(&mut y, &mut z.view_mut(), &mut v, &x.view());
    assert_eq!(y, array![[0., 1.], [1., 101.], [101., 201.]]);
    assert_eq!(z, array![[0., 1.], [100., 1.]]);
    assert_eq!(v, [1., 101., 0.]);
    let mut field = Field { u: matrix(2, 3), parts: vec![matrix(2, 2), matrix(2, 2)] };
    bcast!(field.u[.., 1..] .= field.parts[1][.., ..] .* 2);
    bcast!(field.parts[0][0, ..] .= field.u[1, ..2]);
    assert_eq!(field.u, array![[0., 0., 2.], [100., 200., 202.]]);
    assert_eq!(field.parts[0], array![[100., 200.], [100., 101.]]);
    let cell = std::cell::RefCell::new(matrix(2, 2));
    bcast!((*cell.borrow_mut())[.., 0] .= 7);
    assert_eq!(bcast!((*cell.borrow())[.., 0] .+ 0), array![7., 7.]);
}

#[test]
fn guards() {
    let (cell, lock) = (RefCell::new(matrix(2, 3)), RwLock::new(matrix(2, 3)));
    bcast!(cell.borrow_mut()[0, ..] .= lock.read().unwrap()[1, ..]);
    bcast!(lock.write().unwrap()[.., 1..] .-= cell.borrow()[.., ..2]);
    assert_eq!(*cell.borrow(), array![[100., 101., 102.], [100., 101., 102.]]);
    assert_eq!(*lock.read().unwrap(), array![[0., -99., -99.], [100., 1., 1.]]);
    let list = Mutex::new(vec![1., 2., 3.]);
    bcast!(list.lock().unwrap()[1..] .*= 2);
    let (guard, indices) = (list.lock().unwrap(), [2_usize, 0]);
    assert_eq!(bcast!(guard[..2] .+ at.(guard, indices)), array![7., 5.]);
    drop(guard);
    let mut guard = list.lock().unwrap();
    bcast!(guard[guard.len() - 1..] .= 0);
    assert_eq!(*guard, [1., 4., 0.]);
}

#[test]
fn what_follows_a_slice() {
    let x = matrix(4, 4);
    assert_eq!(bcast!(x[1..3, ..].t() .- x[.., 2..])[[0, 0]], 98.);
    assert_eq!(bcast!(x[1.., ..][.., 1..][0, ..] .+ 0), array![101., 102., 103.]);
    assert_eq!(bcast!(x[1.., 0][1] .+ 0), 200.);
    assert_eq!(bcast!(&x[.., 3] .+ (x[0, ..])), array![3., 104., 205., 306.]);
    assert_eq!(bcast!(x.t()[0, 1..] .+ 0), array![100., 200., 300.]);
    let mut y = matrix(4, 4);
    bcast!(y[1.., ..][.., 1..] .= 0);
    assert_eq!(y.sum(), 0. + 1. + 2. + 3. + 100. + 200. + 300.);
}

#[test]
fn bounds_of_a_target_read_it() {
    let mut y = array![1., 2., 3., 4.];
    bcast!(y[y.len() - 2..] .= 0);
    assert_eq!(y, array![1., 2., 0., 0.]);
    let (x, n) = (array![5., 6., 7., 8.], y.len());
    bcast!(y[1..n] .= x[..n - 1]);
    bcast!(y[1..y.len()] .+= x[..n - 1]);
    assert_eq!(y, array![1., 10., 12., 14.]);
    bcast!(y[y[0] as usize - 1..=y.len() - n] .+= x.sum());
    assert_eq!(y, array![27., 10., 12., 14.]);
    bcast!(y[y.len() - 3..] .-= x[..y.len() - 1] .* 2);
    assert_eq!(y, array![27., 0., 0., 0.]);
    let mut held = (array![[1., 2.], [3., 4.]], 0);
    bcast!(held.0[held.0.nrows() - 1, ..] .= 0);
    let inner = &mut held.0;
    bcast!(inner[.., 1..][0, 0] .*= 5; held.1 .+= 1);
    let inner = &mut held.0;
    bcast!(inner[inner.nrows() - 1, inner.dim().1 - 1] .= 3);
    assert_eq!(held, (array![[1., 10.], [0., 3.]], 1));
}

#[test]
fn bounds_are_integers_of_any_type_and_evaluated_once() {
    let (x, n, m, k) = (matrix(6, 6), 2_usize, -1_i32, 1_u8);
    let want = x.slice(s![2..-1, 1..5]);
    assert_eq!(bcast!(x[n..m, k..5_i64] .+ 0), want);
    assert_eq!(bcast!(x[n..-1, 1..n + 3] .+ 0), want);
    let mut calls = 0;
    let mut next = || {
        calls += 1;
        calls
    };
    assert_eq!(bcast!(x[next().., next()] .+ 0), x.slice(s![1.., 2]));
    let found = |value: Option<usize>| Some(bcast!(x[value?.., 0] .+ 0).len());
    assert_eq!((found(Some(4)), found(None)), (Some(2), None));
}

/// Bounds are borrowed by nobody, so an operand may change what they are made of.
#[test]
fn bounds_that_change_are_evaluated_in_order() {
    let v = array![1., 2., 3., 4., 5.];
    let mut p = 0;
    assert_eq!(bcast!(v[p..p + 2] .+ { p += 1; 0. } .+ v[p..p + 2]), array![3., 5.]);
    fn next(p: &mut usize) -> f64 {
        *p += 1;
        0.
    }
    assert_eq!(bcast!(v[p..p + 2] .+ next(&mut p) .+ v[p..p + 2]), array![5., 7.]);
    assert_eq!(bcast!(at.(v[p..], 0) .+ { p = 0; 0. } .+ at.(v[p..], 0)), 4.);
    let (mut x, mut i) = (array![1., 10., 100., 1000.], 0);
    bcast!(x[i..i + 2] .= { i += 1; 5. } .+ 1);
    assert_eq!((x, i), (array![6., 6., 100., 1000.], 1));
}

#[test]
fn bounds_have_their_hygiene() {
    macro_rules! apart {
        ($v:ident, $i:ident) => {{
            let i = 1;
            bcast!($v[i..i + 2] .- $v[$i..$i + 2])
        }};
    }
    let (v, i) = (array![1, 20, 300, 4000], 0);
    assert_eq!(apart!(v, i), array![19, 280]);
}

#[test]
fn a_slice_read_where_it_is_written_is_the_same_element() {
    let mut u = array![1, 2, 3, 4, 5];
    let n = 3;
    bcast!(u[1..n + 1] .= u[1..n + 1] .* 10 .+ u[1..n + 1]);
    assert_eq!(u, array![1, 22, 33, 44, 5]);
    bcast!(u[..;2] .= 0; u[..;2] .+= 7);
    assert_eq!(u, array![7, 22, 7, 44, 7]);
    bcast!(u[1..-1] .= u[1..-1] .- max(u[1..-1]));
    assert_eq!(u, array![7, -22, -37, 0, 7]);
    let mut x = matrix(3, 3);
    // Borrowed only when the operands are there.
    bcast!(x[.., 0] .= x[.., 0] ./ { x[[2, 0]] });
    assert_eq!(x.column(0), array![0., 0.5, 1.]);
    bcast!(x[0, ..] .-= x.mean().unwrap());
}

#[test]
fn slices_take_part_in_formulas() {
    let x = matrix(4, 6);
    let sums = bcast!(sum[1](x[1.., ..-1]) .+ x[1.., -1]);
    assert_eq!(sums, array![615., 1215., 1815.]);
    let (centred, top) = bcast!(let d = x[.., ..3] .- mean[0](x[.., ..3]); (d, max(x[0, ..])));
    assert_eq!((centred[[0, 0]], top), (-150., 5.));
    let y = bcast!(@. x[.., 1..] - x[.., ..-1]);
    assert_eq!(y, Array2::from_elem((4, 5), 1.));
    assert_eq!(bcast!(#[numpy] x .- x[0, ..])[[3, 0]], 300.);
    assert_eq!(bcast!(if x[.., 0] .> 150 { x[.., 1] } else { -1 }), array![-1., -1., 201., 301.]);
    assert_eq!(bcast!(x[.., 0] @ (0) .+ x[0, ..] @ (1)), x);
}

/// The five-point step of the heat equation.
fn heat(u: &Array2<f64>, next: &mut Array2<f64>, c: f64) {
    bcast!(let around = u[..-2, 1..-1] .+ u[2.., 1..-1] .+ u[1..-1, ..-2] .+ u[1..-1, 2..];
        next[1..-1, 1..-1] .= u[1..-1, 1..-1] .+ c .* (around .- 4 .* u[1..-1, 1..-1]));
}

#[test]
fn a_heat_step_is_the_loops() {
    for (rows, columns) in [(3, 3), (7, 4), (40, 130), (2, 9), (300, 301)] {
        let u = Array2::from_shape_fn((rows, columns), |(i, j)| ((i * 7 + j * 13) % 11) as f64);
        let (mut next, mut want) = (u.clone(), u.clone());
        heat(&u, &mut next, 0.125);
        for i in 1..rows - 1 {
            for j in 1..columns - 1 {
                let around = u[[i - 1, j]] + u[[i + 1, j]] + u[[i, j - 1]] + u[[i, j + 1]];
                want[[i, j]] = u[[i, j]] + 0.125 * (around - 4. * u[[i, j]]);
            }
        }
        assert_eq!(next, want, "{rows} {columns}");
    }
}

#[test]
fn errors_of_sizes_name_the_slice() {
    let x = matrix(4, 6);
    let error = try_bcast!(x[1.., ..;2] .+ x[.., 1] @ (0)).unwrap_err().to_string();
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let lines: Vec<Vec<String>> = error.lines().map(words).collect();
    assert!(lines.contains(&words("x[1.., ..; 2] 3 3")) && lines.contains(&words("x[.., 1] @ (0) 4 .")), "{error}");
}

#[test]
fn futures_with_slices_are_sent() {
    fn sent<T: Send>(future: T) -> T {
        future
    }
    drop(sent(async {
        let (x, mut y) = (matrix(2, 3), matrix(2, 3));
        bcast!(y[0, ..] .= x[.., 1..][1, 0] .+ std::future::ready(1.).await .* x[1, ..]);
        y
    }));
}

#[test]
fn generic_functions_slice() {
    fn ends<T: Copy + Send + Sync + std::ops::Sub<Output = T>>(x: &Array2<T>) -> Array1<T> {
        bcast!(x[.., -1] .- x[.., 0])
    }
    fn flat<D: Dimension>(x: &Array<f64, D>) -> f64 {
        let list: Vec<f64> = x.iter().copied().collect();
        bcast!(sum(list[1..]))
    }
    assert_eq!(ends(&matrix(2, 4)), array![3., 3.]);
    assert_eq!(flat(&cube().mapv(|v| v as f64)), cube().sum() as f64);
}

/// What a call panics with.
fn panic_of(call: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| ()));
    let payload = catch_unwind(call).expect_err("it panics");
    std::panic::set_hook(hook);
    payload.downcast_ref::<String>().cloned().unwrap_or_else(|| payload.downcast_ref::<&str>().unwrap().to_string())
}

#[test]
fn out_of_range() {
    let (x, v, n): (_, Vec<f64>, _) = (matrix(4, 5), vec![1., 2.], 9);
    let dynamic: ArrayD<f64> = x.clone().into_dyn();
    let said = [
        panic_of(|| drop(bcast!(x[1..n, ..] .+ 1))),
        panic_of(|| drop(bcast!(x[.., -6] .+ 1))),
        panic_of(|| drop(bcast!(v[3..] .+ 1))),
        panic_of(|| drop(bcast!(x[.., 0..=5] .+ 1))),
        panic_of(|| drop(bcast!(x[..;n - 9, 0] .+ 1))),
        panic_of(|| drop(bcast!(dynamic[0, .., 1] .+ 1))),
        panic_of(|| drop(bcast!(x[0, u64::MAX] .+ 1))),
        panic_of(|| bcast!({ x.clone() }[5.., ..] .= 1)),
    ];
    assert_eq!(
        said,
        [
            "bcast!: 9 is out of range in `x[1..n, ..]`: axis 0 has length 4",
            "bcast!: -6 is out of range in `x[.., -6]`: axis 1 has length 5",
            "bcast!: 3 is out of range in `v[3..]`: axis 0 has length 2",
            "bcast!: 5 is out of range in `x[.., 0..=5]`: axis 1 has length 5",
            "bcast!: a step of 0 in `x[..; n - 9, 0]`",
            "bcast!: `dynamic[0, .., 1]` has 3 entries for the 2 axes of the array",
            "bcast!: 9223372036854775807 is out of range in `x[0, u64::MAX]`: axis 1 has length 5",
            "bcast!: 5 is out of range in `{ x.clone() }[5.., ..]`: axis 0 has length 4",
        ]
    );
}
