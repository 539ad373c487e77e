//! `at.(table, i, j)`: elements found by their indices, beside index loops.

#![deny(warnings, unsafe_code)]

use std::collections::HashMap;
use std::ops::Mul;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use bcast::ndarray::{Array, Array1, Array2, Array3, ArrayD, Axis, array, s, stack};
use bcast::{One, bcast, try_bcast};

/// Different everywhere.
fn matrix(rows: usize, columns: usize) -> Array2<f64> {
    Array2::from_shape_fn((rows, columns), |(i, j)| (i * 100 + j) as f64)
}

#[test]
fn one_axis() {
    let (table, i) = (array![10., 20., 30.], array![[2, 0], [1, 1]]);
    assert_eq!(bcast!(at.(table, i)), array![[30., 10.], [20., 20.]]);
    assert_eq!(bcast!(at.(table, i .% 2) .+ 1), array![[11., 11.], [21., 21.]]);
    assert_eq!(bcast!(at.(table, i) .+ at.(table, 2 .- i)), array![[40., 40.], [40., 40.]]);
    let column: Array1<f64> = bcast!(f64.(at.(i, (0..2), 0)) .* table[..2]);
    assert_eq!(column, array![20., 20.]);
    assert_eq!(bcast!(at.(table, 1)), 20.);
    assert_eq!(bcast!(at.(table, (0..3))), table);
}

#[test]
fn the_table_joins_nothing() {
    // Its axes are not those of the result, whichever they are.
    let (cube, i) = (Array3::from_shape_fn((2, 3, 4), |(i, j, k)| i * 100 + j * 10 + k), array![3, 0, 2, 1, 1]);
    let taken = bcast!(at.(cube, i ./ 2, i .% 3, i));
    assert_eq!(taken, i.map(|&i| cube[[i / 2, i % 3, i]]));
    let x = matrix(5, 2);
    assert_eq!(bcast!(x .+ at.(x, i @ (0), 1) .* at.(x, 4, (0..2) @ (1)))[[2, 1]], 201. + 201. * 401.);
    // The same array may be read and looked up in.
    assert_eq!(bcast!(i .+ at.(i, i)), i.map(|&at| at + i[at]));
    assert_eq!(bcast!(#[numpy] x .+ at.(x, 0, (0..2)))[[4, 1]], 402.);
}

#[test]
fn every_layout_and_owner() {
    let x = matrix(4, 6);
    let columns = x.t().as_standard_layout().into_owned().reversed_axes();
    let twice = stack(Axis(2), &[x.view(), x.view()]).unwrap();
    let (holes, turned) = (twice.index_axis(Axis(2), 1), x.slice(s![..;-1, ..;-1]));
    let (rows, places) = (array![0, 3, 1, 2, 2], array![5_u8, 0, 2, 4, 4]);
    let want = Array1::from_iter((0..5).map(|at| x[[rows[at] as usize, places[at] as usize]]));
    assert_eq!(bcast!(at.(x, rows, places)), want);
    assert_eq!(bcast!(at.(columns, rows, places)), want);
    assert_eq!(bcast!(at.(holes, rows, places)), want);
    assert_eq!(bcast!(at.(turned, 3 .- rows, 5 .- places)), want);
    assert_eq!(bcast!(at.(x.clone().into_dyn(), rows, places)), want);
    assert_eq!(bcast!(at.(&x, rows, places)), want);
    assert_eq!(bcast!(at.(x[1..3, ..], 0, places)), places.map(|&at| x[[1, at as usize]]));
    let (list, plain, slice, shared) = (vec![7, 8, 9], [7, 8, 9], &[7, 8, 9][..], std::sync::Arc::new(array![7, 8, 9]));
    for found in [bcast!(at.(list, 2)), bcast!(at.(plain, 2)), bcast!(at.(slice, 2)), bcast!(at.(shared, 2))] {
        assert_eq!(found, 9);
    }
    let repeated = array![5.].broadcast(3).unwrap().to_owned();
    assert_eq!(bcast!(at.(repeated.broadcast((2, 3)).unwrap(), 1, 2)), 5.);
}

#[test]
fn indices_are_integers_of_any_type() {
    let table = Array1::from_iter(0..300);
    let x: Array1<i64> = array![0, 7, 100];
    let want = array![0, 7, 100];
    assert_eq!(bcast!(at.(table, i8.(x))), want);
    assert_eq!(bcast!(at.(table, u8.(x))), want);
    assert_eq!(bcast!(at.(table, i16.(x))), want);
    assert_eq!(bcast!(at.(table, u16.(x))), want);
    assert_eq!(bcast!(at.(table, i32.(x))), want);
    assert_eq!(bcast!(at.(table, u32.(x))), want);
    assert_eq!(bcast!(at.(table, x)), want);
    assert_eq!(bcast!(at.(table, u64.(x))), want);
    assert_eq!(bcast!(at.(table, isize.(x))), want);
    assert_eq!(bcast!(at.(table, usize.(x))), want);
    assert_eq!(bcast!(at.(table, usize.(floor.(f64.(x) .+ 0.5))) .+ 0), want);
}

#[test]
fn elements_are_whatever_is_copied() {
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Colour(u8, u8, u8);
    let palette = [Colour(0, 0, 0), Colour(255, 0, 0), Colour(255, 255, 255)];
    let picture = array![[0_u8, 1], [2, 1]];
    let coloured = bcast!(at.(palette, picture));
    assert_eq!(coloured, picture.map(|&at| palette[at as usize]));
    assert_eq!(bcast!(at.([true, false], picture .% 2)), array![[true, false], [true, false]]);
    assert_eq!(bcast!((|c: Colour| c.0).(at.(palette, picture)))[[1, 0]], 255);
    let functions: [fn(f64) -> f64; 2] = [f64::sqrt, f64::abs];
    assert_eq!(bcast!((|f: fn(f64) -> f64, x: f64| f(x)).(at.(functions, (0..2)), One(9.)))[0], 3.);
}

#[test]
fn many_elements() {
    let table = Array1::from_shape_fn(1000, |i| (i * 37 % 1000) as f32);
    for len in [0, 1, 15, 63, 64, 65, 1000, 100_003] {
        let i = Array1::from_shape_fn(len, |at| at * 7919 % 1000);
        let want = i.map(|&at| table[at] * 2. + 1.);
        assert_eq!(bcast!(at.(table, i) .* 2 .+ 1), want, "{len}");
        assert_eq!(bcast!(#[serial] at.(table, i) .* 2 .+ 1), want, "{len}");
        let mut out = Array1::zeros(len);
        bcast!(out .= exp.(at.(table, i) ./ 1000));
        assert_eq!(out, bcast!(let x = want .- 1; exp.(x ./ 2 ./ 1000)), "{len}");
    }
    let wide = Array2::from_shape_fn((300, 257), |(i, j)| (i * j) % 1000);
    assert_eq!(bcast!(at.(table, wide.t())), wide.t().map(|&at| table[at]));
}

#[test]
fn look_ups_take_part_in_formulas() {
    let (table, i, d) = (array![1., 2., 4., 8.], array![[0, 1, 2], [3, 3, 0]], array![3, 0]);
    assert_eq!(bcast!(sum(at.(table, i))), 24.);
    assert_eq!(bcast!(sum[1](at.(table, i))), array![7., 17.]);
    assert_eq!(bcast!(at.(table, argmax[1](i))), array![4., 1.]);
    assert_eq!(bcast!(at.(table, d @ (0)) .* f64.(i)), array![[0., 8., 16.], [3., 3., 0.]]);
    assert_eq!(bcast!(at.(table, i) .- mean[1](at.(table, i)))[[0, 1]], 2. - 7. / 3.);
    assert_eq!(bcast!(at.(table, max[1](i)) .- at.(table, i))[[0, 0]], 3.);
    let (first, second) = bcast!(let x = at.(table, i); (x .+ 1, sum(x)));
    assert_eq!((first[[1, 0]], second), (9., 24.));
    assert_eq!(bcast!(@. at(table, i) + at(table, 0))[[0, 2]], 5.);
    assert_eq!(bcast!(@. table.at(i) * 2)[[0, 2]], 8.);
    // Nested: an index that is looked up itself.
    let next = [1, 2, 3, 0];
    assert_eq!(bcast!(at.(table, at.(next, at.(next, i)))), i.map(|&i| table[(i + 2) % 4]));
    // A number among costly parts.
    let s = 2_u8;
    assert_eq!(bcast!((|x: f64| x.powi(20)).(at.(table, s)) .+ table)[0], 4_f64.powi(20) + 1.);
    let mut out = Array::zeros(3);
    bcast!(out .= at.(table, (0..3)); out .+= at.(table, 3));
    assert_eq!(out, array![9., 10., 12.]);
}

#[test]
fn nothing_is_read_where_a_branch_is_not_taken() {
    let (table, i) = (array![10., 20., 30.], array![-1, 0, 2, 3, 1_000_000]);
    let clipped = bcast!(if 0 .<= i .< 3 { at.(table, i) } else { -1 });
    assert_eq!(clipped, array![-1., 10., 30., -1., -1.]);
    assert_eq!(bcast!(0 .<= i .&& i .< 3 .&& at.(table, i) .> 10), array![false, false, true, false, false]);
    assert_eq!(bcast!(i .< 0 .|| i .> 2 .|| at.(table, i) .> 10), array![true, false, true, true, true]);
    assert_eq!(bcast!(if i .< 0 { 0 } else { if i .< 3 { let x = at.(table, i); x .* x } else { 1 } })[2], 900.);
    let nothing: [f64; 0] = [];
    assert_eq!(bcast!(if i .> 2_000_000 { at.(nothing, i) } else { 7 }), Array1::from_elem(5, 7.));
    let (none, empty) = (Array1::<usize>::zeros(0), Array2::<f64>::zeros((0, 3)));
    assert_eq!(bcast!(at.(nothing, none)).len(), 0);
    assert_eq!(bcast!(at.(empty, none, none)).len(), 0);
}

/// Runs of lanes whose look-ups find elements one behind the other have a way of their own in optimised builds.
#[test]
fn neighbours() {
    for columns in [1, 5, 63, 64, 65, 130, 200, 321] {
        let (rows, last) = (3, columns - 1);
        let x = Array2::from_shape_fn((rows, columns), |(i, j)| (i * 1000 + j * j) as f64);
        let right = Array2::from_shape_fn(x.dim(), |(i, j)| if j < last { x[[i, j + 1]] } else { -1. });
        let left = Array2::from_shape_fn(x.dim(), |(i, j)| if j > 0 { x[[i, j - 1]] } else { -2. });
        let (i, j) = (0..rows, 0..columns);
        let found = bcast!(if j @ (1) .< last { at.(x, i @ (0), j @ (1) .+ 1) } else { -1 });
        assert_eq!(found, right, "{columns}");
        let found = bcast!(if j @ (1) .> 0 { at.(x, i @ (0), max.(j @ (1), 1) .- 1) } else { -2 });
        assert_eq!(found, left, "{columns}");
        let both = bcast!(
            let r = if j @ (1) .< last { at.(x, i @ (0), j @ (1) .+ 1) } else { -1 };
            let l = if j @ (1) .> 0 { at.(x, i @ (0), max.(j @ (1), 1) .- 1) } else { -2 };
            sqrt.(r.^2) .+ 2 .* l .+ at.(x, i @ (0), j @ (1))
        );
        assert_eq!(both, right.mapv(f64::abs) + 2. * &left + &x, "{columns}");
        // Columns of a table that lies otherwise, backwards, every second one, and one element for all lanes.
        let turned = x.t().as_standard_layout().into_owned();
        assert_eq!(bcast!(at.(turned, j @ (1), i @ (0)) .+ 0), x, "{columns}");
        let backwards = x.slice(s![.., ..;-1]);
        assert_eq!(bcast!(at.(x, i @ (0), last .- j @ (1))), backwards, "{columns}");
        assert_eq!(bcast!(at.(backwards, i @ (0), j @ (1))), backwards, "{columns}");
        assert_eq!(bcast!(at.(x, i @ (0), j @ (1) ./ 2 .* 2)), bcast!(at.(x[.., ..;2], i @ (0), j @ (1) ./ 2)));
        let line = Array1::from_iter(0..columns);
        assert_eq!(bcast!(at.(x, 1, 0 .* line) .+ f64.(line)), line.mapv(|j| 1000. + j as f64), "{columns}");
        let singles = x.mapv(|x| x as f32);
        let sums = bcast!(sum[1](at.(singles, i @ (0), j @ (1)) .* at.(x[0, ..].mapv(|x| x as f32), j @ (1))));
        let want = bcast!(sum[1](singles .* singles[0, ..] @ (1)));
        assert_eq!(sums, want, "{columns}");
    }
}

#[test]
fn neighbours_among_others() {
    let table = Array1::from_shape_fn(2000, |i| (i * 37 % 1000) as f64);
    for (begin, end) in [(0, 0), (64, 65), (70, 71), (127, 129), (128, 192), (500, 900), (64, 1000)] {
        // In one part of the lanes the order is another one.
        let other = |at: usize| begin + (at - begin) * 7 % (end - begin).max(1);
        let i = Array1::from_shape_fn(1000, |at| if (begin..end).contains(&at) { other(at) } else { at + 900 });
        let want = i.map(|&at| table[at] * 2.);
        assert_eq!(bcast!(at.(table, i) .* 2), want, "{begin} {end}");
        assert_eq!(bcast!(sum(at.(table, i) .* 2)), bcast!(sum(want .+ 0)), "{begin} {end}");
        let clipped = bcast!(if i .< 1500 { at.(table, i .+ 500) } else { at.(table, i .- 1500) });
        assert_eq!(clipped, i.map(|&at| table[(at + 500) % 2000]), "{begin} {end}");
    }
    // The last index counts, and another one as well.
    let (square, line) = (matrix(200, 200), Array1::from_iter(0..200));
    assert_eq!(bcast!(at.(square, line, line)), square.diag());
    assert_eq!(bcast!(at.(square, 199 .- line, line) .+ 1)[150], square[[49, 150]] + 1.);
    // Of more look-ups than are compared, an index that is found itself, and an element that decides.
    let (t, i, next) = (&table, Array1::from_iter(0..300), Array1::from_iter((0..2000).map(|i| (i + 3) % 2000)));
    let ten = bcast!(
        at.(t, i) .+ at.(t, i .+ 1) .+ at.(t, i .+ 2) .+ at.(t, i .+ 3) .+ at.(t, i .+ 4)
            .+ at.(t, i .+ 5) .+ at.(t, i .+ 6) .+ at.(t, i .+ 7) .+ at.(t, i .+ 8) .+ at.(t, i .+ 9)
    );
    assert_eq!(ten, i.map(|&at| (0..10).map(|by| table[at + by]).sum::<f64>()));
    assert_eq!(bcast!(at.(t, at.(next, i)) .+ 1), i.map(|&at| table[at + 3] + 1.));
    let ones = bcast!(if at.(t, i) .> 500 { 600 ./ (i .+ 1) } else { 0 });
    assert_eq!(ones, i.map(|&at| if table[at] > 500. { 600 / (at + 1) } else { 0 }));
    assert_eq!(bcast!(at.(next, i64.(at.(t, i)))), i.map(|&at| next[table[at] as usize]));
}

/// The lane that says where the others have to be may be the one that looks nowhere.
#[test]
fn neighbours_around_a_branch() {
    let (table, i) = (Array1::from_shape_fn(300, |at| at as f64 + 0.5), Array1::from_iter(0..256));
    let lane = i.mapv(|at| at % 64);
    for away in 0..64 {
        let want = i.map(|&at| if at % 64 == away { -1. } else { table[at] });
        assert_eq!(bcast!(if lane .!= away { at.(table, i) } else { -1. }), want, "{away}");
        let want = i.map(|&at| if at % 64 == away { -1. } else { table[at % 64] });
        assert_eq!(bcast!(if lane .!= away { at.(table, lane) } else { -1. }), want, "{away}");
        let other = i.map(|&at| if at % 64 == away { 299. - at as f64 } else { table[at + 40] });
        let shown = bcast!(if lane .!= away { at.(table, i .+ 40) } else { at.(table, 299 .- i) .- 0.5 });
        assert_eq!(shown, other, "{away}");
    }
}

#[test]
fn neighbours_in_more_tables_than_are_compared() {
    let i = Array1::from_iter(0..200);
    let t: Vec<Array1<f64>> = (0..10).map(|of| Array1::from_shape_fn(200, |at| (at * (of + 3) % 101) as f64)).collect();
    let [a, b, c, d, e, f, g, h, k, l] = &t[..] else { unreachable!() };
    let sum = bcast!(
        at.(a, i) .+ 2 .* at.(b, i) .+ 3 .* at.(c, i) .+ 4 .* at.(d, i) .+ 5 .* at.(e, i)
            .+ 6 .* at.(f, i) .+ 7 .* at.(g, i) .+ 8 .* at.(h, i) .+ 9 .* at.(k, i) .+ 10 .* at.(l, i)
    );
    assert_eq!(sum, i.map(|&at| (0..10).map(|of| (of + 1) as f64 * t[of][at]).sum::<f64>()));
}

#[test]
fn neighbours_in_a_table_of_many_axes() {
    let table = ArrayD::from_shape_fn(vec![1, 1, 1, 1, 1, 1, 300], |at| at[6] as f64);
    let i = Array1::from_iter(0..256);
    assert_eq!(bcast!(at.(table, 0, 0, 0, 0, 0, 0, i) .+ 1), i.map(|&at| at as f64 + 1.));
}

#[test]
fn an_index_out_of_range_among_neighbours() {
    let i = Array1::from_iter(0..300_i64);
    let (v, row) = (Array1::from_iter(0..300).mapv(f64::from), matrix(1, 300));
    let said = [
        panic_of(|| bcast!(at.(v, i .+ 1))),
        panic_of(|| bcast!(at.(v, i .- 1))),
        panic_of(|| bcast!(sum(exp.(at.(v, i .+ 100))))),
        panic_of(|| bcast!(if at.(v, i .+ 200) .> 0 { 1 ./ (99 .- i) } else { i })),
        panic_of(|| bcast!(at.(row, 1, i[..128]))),
        panic_of(|| bcast!(sum(at.(v, i[..128] .+ 200)))),
        panic_of(|| bcast!(at.(row, 0 .* i, i .+ 1) .* 2)),
        panic_of(|| bcast!(7 ./ i64.(at.(v, i .+ 270)) .+ i)),
    ];
    assert_eq!(
        said,
        [
            "bcast!: index 300 is out of range in `v`: axis 0 has length 300",
            "bcast!: index -1 is out of range in `v`: axis 0 has length 300",
            "bcast!: index 300 is out of range in `v`: axis 0 has length 300",
            "attempt to divide by zero",
            "bcast!: index 1 is out of range in `row`: axis 0 has length 1",
            "bcast!: index 300 is out of range in `v`: axis 0 has length 300",
            "bcast!: index 300 is out of range in `row`: axis 1 has length 300",
            "bcast!: index 300 is out of range in `v`: axis 0 has length 300",
        ]
    );
    let nothing: [f64; 0] = [];
    assert_eq!(bcast!(if i .< 0 { at.(nothing, i) } else { f64.(i) }), v);
    let text = "bcast!: index 0 is out of range in `nothing`: axis 0 has length 0";
    assert_eq!(panic_of(|| bcast!(at.(nothing, i))), text);
}

/// A number that counts how often it is multiplied.
#[derive(Clone, Copy)]
struct Counting(f64);

static PRODUCTS: AtomicUsize = AtomicUsize::new(0);

impl Mul<f64> for Counting {
    type Output = f64;
    fn mul(self, other: f64) -> f64 {
        PRODUCTS.fetch_add(1, Relaxed);
        self.0 * other
    }
}

#[test]
fn functions_and_operators_of_yours_are_called_once() {
    let (table, i) = (Array1::from_iter(0..500).mapv(f64::from), Array1::from_iter(0..400));
    let (calls, counted) = (AtomicUsize::new(0), i.map(|&at| Counting(at as f64)));
    let noted = |x: f64| {
        calls.fetch_add(1, Relaxed);
        x + 1.
    };
    let want = i.map(|&at| table[at + 3] + 1.);
    assert_eq!(bcast!(noted.(at.(table, i .+ 3))), want);
    assert_eq!(calls.load(Relaxed), 400);
    assert_eq!(bcast!(counted .* at.(table, i .+ 3)), i.map(|&at| at as f64 * table[at + 3]));
    assert_eq!(PRODUCTS.load(Relaxed), 400);
}

/// What a call panics with.
fn panic_of<R>(call: impl FnOnce() -> R) -> String {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| ()));
    let payload = catch_unwind(AssertUnwindSafe(call)).err().expect("it panics");
    std::panic::set_hook(hook);
    payload.downcast_ref::<String>().cloned().unwrap_or_else(|| payload.downcast_ref::<&str>().unwrap().to_string())
}

#[test]
fn out_of_range() {
    let (table, m, i) = (array![1., 2., 3.], matrix(4, 5), array![0, 1, -1, 3]);
    let nothing: Vec<u8> = Vec::new();
    let dynamic = m.clone().into_dyn();
    let far = Array1::from_elem(100_000, 3_u64);
    let said = [
        panic_of(|| bcast!(at.(table, i))),
        panic_of(|| bcast!(at.(table, i .+ 1) .* 2)),
        panic_of(|| bcast!(at.(m, i .+ 1, 5))),
        panic_of(|| bcast!(sum(at.(m[1.., ..], 1, i)))),
        panic_of(|| bcast!(at.(nothing, 0_u8))),
        panic_of(|| bcast!(at.(dynamic, 4, 0))),
        panic_of(|| bcast!(at.(dynamic, 4))),
        panic_of(|| bcast!(at.(table, far))),
        panic_of(|| try_bcast!(at.(table, u64::MAX))),
    ];
    assert_eq!(
        said,
        [
            "bcast!: index -1 is out of range in `table`: axis 0 has length 3",
            "bcast!: index 4 is out of range in `table`: axis 0 has length 3",
            "bcast!: index 5 is out of range in `m`: axis 1 has length 5",
            "bcast!: index -1 is out of range in `m[1.., ..]`: axis 1 has length 5",
            "bcast!: index 0 is out of range in `nothing`: axis 0 has length 0",
            "bcast!: index 4 is out of range in `dynamic`: axis 0 has length 4",
            "bcast!: 1 index for the 2 axes of `dynamic`",
            "bcast!: index 3 is out of range in `table`: axis 0 has length 3",
            "bcast!: index 18446744073709551615 is out of range in `table`: axis 0 has length 3",
        ]
    );
}

#[test]
fn the_panic_is_at_the_line_of_the_call() {
    let (table, i) = ([1, 2], array![0, 5]);
    let place = std::sync::Arc::new(std::sync::Mutex::new(String::new()));
    let (hook, seen) = (std::panic::take_hook(), place.clone());
    std::panic::set_hook(Box::new(move |info| *seen.lock().unwrap() = info.location().unwrap().to_string()));
    let line = line!() + 1;
    let result = catch_unwind(|| bcast!(at.(table, i)));
    std::panic::set_hook(hook);
    assert!(result.is_err());
    assert!(place.lock().unwrap().starts_with(&format!("tests/look_ups.rs:{line}:")), "{}", place.lock().unwrap());
}

#[test]
fn the_table_is_evaluated_once_and_first() {
    let mut seen = Vec::new();
    let mut note = |name: &'static str| seen.push(name);
    let found = bcast!(at.({ note("table"); vec![1, 2] }, { note("index"); array![1, 0] }) .+ { note("last"); 1 });
    assert_eq!((found, seen), (array![3, 2], vec!["table", "index", "last"]));
}

#[test]
fn a_function_of_yours_is_called_by_other_names() {
    fn at(x: i32) -> i32 {
        x + 1
    }
    let by = HashMap::from([(1, 2)]);
    assert_eq!(bcast!((at).([1, 2]) .+ self::tests_of::at.([1, 2]) .+ by[&1]), array![14, 16]);
}

mod tests_of {
    pub(super) fn at(x: i32) -> i32 {
        x + 9
    }
}
