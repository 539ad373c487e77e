//! Many rows, short ones, against index loops: points, pixels. Rows of each length up to more than a vector, in several
//! layouts, with elements of each size; as many rows as blocks have, and some more or fewer. Optimised builds copy them
//! by vectors, so these tests mean most with `--release`.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, ArrayView2, s};
use std::ops::{Add, Mul};

/// Lengths of rows, and how many there are of them.
const LENGTHS: [usize; 23] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 20, 31, 32, 33, 63, 65];
const ROWS: [usize; 10] = [1, 3, 8, 12, 20, 63, 64, 65, 131, 1100];

/// Rows and their lengths of which a cache near the core does not hold all.
const LARGE: [(usize, usize); 4] = [(280_000, 2), (180_000, 3), (110_000, 5), (27_000, 20)];

/// The same elements in memory of several orders, and a view of each.
fn in_each_layout<T: Copy + Default>(x: &Array2<T>, check: impl Fn(ArrayView2<T>, &str)) {
    let (n, d) = x.dim();
    check(x.view(), "row-major");
    let mut columns = Array2::default((d, n));
    columns.view_mut().reversed_axes().assign(x);
    check(columns.t(), "column-major");
    let mut wide = Array2::default((n, d + 2));
    wide.slice_mut(s![.., 1..=d]).assign(x);
    check(wide.slice(s![.., 1..=d]), "inside wider rows");
    let mut apart = Array2::default((2 * n, 3 * d));
    apart.slice_mut(s![..;2, ..;3]).assign(x);
    check(apart.slice(s![..;2, ..;3]), "elements apart");
    let mut backwards = x.clone();
    backwards.slice_mut(s![..;-1, ..;-1]).assign(x);
    check(backwards.slice(s![..;-1, ..;-1]), "backwards");
}

/// Every length and number of rows; few of the large ones where builds are not optimised.
fn in_each_shape<T: Copy + Default>(of: impl Fn(usize) -> T, check: impl Fn(&Array2<T>, ArrayView2<T>, &str)) {
    let some = LENGTHS.into_iter().flat_map(|d| ROWS.map(|n| (n, d))).chain(LARGE);
    for (n, d) in some.filter(|(n, d)| !cfg!(debug_assertions) || n * d < 2500) {
        let x = Array2::from_shape_fn((n, d), |(i, j)| of(i * 7 + j * 3 + i / 4));
        in_each_layout(&x, |p, layout| check(&x, p, &format!("{layout} {n}x{d}")));
    }
}

macro_rules! beside {
    ($name:ident: $t:ty, $of:expr) => {
        #[test]
        fn $name() {
            let of = |at: usize| -> $t { ($of)(at % 5) };
            in_each_shape(of, |x, p, what| {
                let (n, d) = x.dim();
                let w = Array1::from_shape_fn(2 * n, |i| of(i + 1));
                let (w, g) = (w.slice(s![..;2]), Array1::from_shape_fn(d, |j| of(j + 2)));
                let (product, sum) = (bcast!(p .* w @ (0)), bcast!(p .+ g @ (1)));
                let mut target = Array2::from_shape_fn((n, d + 1), |_| of(0));
                bcast!(target.slice_mut(s![.., ..d]) .= w @ (0) .+ p .* g @ (1));
                for ((i, j), &value) in x.indexed_iter() {
                    assert_eq!(product[[i, j]], value * w[i], "{what}, at {i} {j}");
                    assert_eq!(sum[[i, j]], value + g[j], "{what}, at {i} {j}");
                    assert_eq!(target[[i, j]], w[i] + value * g[j], "target, {what}, at {i} {j}");
                }
                assert!(target.column(d).iter().all(|&other| other == of(0)), "{what}");
            });
        }
    };
}
beside!(beside_of_1_byte: u8, |at| at as u8);
beside!(beside_of_2_bytes: u16, |at| at as u16);
beside!(beside_of_4_bytes: f32, |at| at as f32);
beside!(beside_of_8_bytes: f64, |at| at as f64);
beside!(beside_of_16_bytes: i128, |at| at as i128 - 2);
beside!(beside_of_12_bytes: Triple, |at| Triple([at as i32, 1, -(at as i32)]));

/// Of no size that copies know.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Triple([i32; 3]);
impl Add for Triple {
    type Output = Triple;
    fn add(self, other: Triple) -> Triple {
        Triple(std::array::from_fn(|at| self.0[at] + other.0[at]))
    }
}
impl Mul for Triple {
    type Output = Triple;
    fn mul(self, other: Triple) -> Triple {
        Triple(std::array::from_fn(|at| self.0[at] * other.0[at]))
    }
}

macro_rules! reduced {
    ($name:ident: $t:ty, $of:expr) => {
        #[test]
        fn $name() {
            let of = |at: usize| -> $t { ($of)(at % 5) };
            in_each_shape(of, |x, p, what| {
                let (n, d) = x.dim();
                let g = Array1::from_shape_fn(d, |j| of(j + 2));
                // Values of rows as far apart as rows are.
                let w = Array1::from_shape_fn(n * d, |i| of(i / d + 1));
                let w = w.slice(s![..;d as isize]);
                let weighed = bcast!(w @ (0) .* (p .+ sum[1](p)));
                let (rows, columns) = (bcast!(sum[1](p .* g @ (1))), bcast!(sum[0](p)));
                let (shares, places) = (bcast!(p .+ sum[1](p)), bcast!(argmax[1](p)));
                for i in 0..n {
                    let (mut products, mut all, mut first) = (of(0) * of(0), of(0) * of(0), 0);
                    for j in 0..d {
                        products += x[[i, j]] * g[j];
                        all += x[[i, j]];
                        first = if x[[i, j]] > x[[i, first]] { j } else { first };
                    }
                    assert_eq!(rows[i], products, "{what}, row {i}");
                    assert_eq!(places[i], first, "{what}, row {i}");
                    for j in 0..d {
                        assert_eq!(shares[[i, j]], x[[i, j]] + all, "{what}, at {i} {j}");
                        assert_eq!(weighed[[i, j]], w[i] * (x[[i, j]] + all), "weighed, {what}, at {i} {j}");
                    }
                }
                for j in 0..d {
                    let all = (0..n).fold(of(0) * of(0), |all, i| all + x[[i, j]]);
                    assert_eq!(columns[j], all, "{what}, column {j}");
                }
            });
        }
    };
}
reduced!(reduced_of_1_byte: u8, |at| (at == 4) as u8);
reduced!(reduced_of_2_bytes: u16, |at| at as u16);
reduced!(reduced_of_4_bytes: f32, |at| at as f32);
reduced!(reduced_of_8_bytes: f64, |at| at as f64);
reduced!(reduced_of_16_bytes: i128, |at| at as i128);

/// The sum of many elements, whose error grows with the logarithm of how many there are.
fn in_halves<T: Copy + Default + Add<Output = T>>(all: &[T]) -> T {
    match all.len() {
        0..8 => all.iter().fold(T::default(), |sum, &one| sum + one),
        len => in_halves(&all[..len / 2]) + in_halves(&all[len / 2..]),
    }
}

/// Stages that keep elements for later passes: for rows, for columns, and beside targets.
macro_rules! kept {
    ($name:ident: $t:ty, $off:literal) => {
        #[test]
        fn $name() {
            let near = |a: $t, b: $t| (a - b).abs() <= $off * (1.0 + b.abs());
            in_each_shape(
                |at| (at % 11) as $t / 4.0 - 1.0,
                |x, p, what| {
                    let (n, d) = x.dim();
                    let e = Array2::from_shape_fn((n, d), |at| x[at].exp());
                    let largest = |row: usize| (0..d).map(|j| x[[row, j]]).fold(<$t>::MIN, <$t>::max);
                    let soft = bcast!(exp.(p .- max[1](p)) ./ sum[1](exp.(p .- max[1](p))));
                    let (mut target, mut wide) = (Array2::zeros((n, d)), Array2::zeros((n, d + 1)));
                    bcast!(let k = exp.(p); target .= k ./ sum[1](k) .- sum[0](k); wide.slice_mut(s![.., ..d]) .= k);
                    let (shares, places) = bcast!(let k = exp.(p); (k .* k ./ max[1](k .* k), argmax[1](exp.(p))));
                    let columns: Vec<$t> = (0..d).map(|j| in_halves(&e.column(j).to_vec())).collect();
                    for i in 0..n {
                        let all = (0..d).map(|j| (x[[i, j]] - largest(i)).exp()).sum::<$t>();
                        let row = (0..d).map(|j| e[[i, j]]).sum::<$t>();
                        let most = largest(i).exp().powi(2);
                        assert_eq!(places[i], (0..d).find(|&j| x[[i, j]] == largest(i)).unwrap(), "{what}, row {i}");
                        for j in 0..d {
                            let want = (x[[i, j]] - largest(i)).exp() / all;
                            assert!(near(soft[[i, j]], want), "softmax, {what}, at {i} {j}");
                            let want = e[[i, j]] / row - columns[j];
                            assert!(near(target[[i, j]], want), "target, {what}, at {i} {j}");
                            assert!(near(wide[[i, j]], e[[i, j]]), "second target, {what}, at {i} {j}");
                            assert!(near(shares[[i, j]], e[[i, j]].powi(2) / most), "shares, {what}, at {i} {j}");
                        }
                    }
                    assert!(wide.column(d).iter().all(|&other| other == 0.0), "{what}");
                },
            );
        }
    };
}
kept!(kept_singles: f32, 1e-4);
kept!(kept_doubles: f64, 1e-12);

/// Where the chosen element of a row stands: the first of equal ones, and no NaN if there is a number.
macro_rules! places {
    ($name:ident: $t:ty) => {
        #[test]
        fn $name() {
            const ODD: [$t; 8] =
                [<$t>::NAN, -0.0, 0.0, <$t>::NEG_INFINITY, <$t>::INFINITY, <$t>::MIN_POSITIVE, -1.5, <$t>::MIN];
            for d in 1..=9 {
                let x = Array2::from_shape_fn((700, d), |(i, j)| {
                    let drawn = (i * 31 + j * 17 + (i / 8) * (j + 1)) * 2_654_435_761 >> 7;
                    // Rows of NaNs, too.
                    if i % 50 == 0 { <$t>::NAN } else { ODD[drawn % if i % 3 == 0 { 4 } else { 8 }] }
                });
                let (largest, smallest) = (bcast!(argmax[1](x)), bcast!(argmin[1](x)));
                for (i, row) in x.rows().into_iter().enumerate() {
                    let first = |better: fn($t, $t) -> bool| {
                        let wins = |a: usize, b: usize| better(row[b], row[a]) || (row[a].is_nan() && !row[b].is_nan());
                        (1..d).fold(0, |a, b| if wins(a, b) { b } else { a })
                    };
                    assert_eq!(largest[i], first(|b, a| b > a), "largest of {row}");
                    assert_eq!(smallest[i], first(|b, a| b < a), "smallest of {row}");
                }
            }
        }
    };
}
places!(places_of_singles: f32);
places!(places_of_doubles: f64);

/// What is chosen, counted or asked of functions, each reduction alone: their kernels have ways of their own.
macro_rules! functions {
    ($name:ident: $t:ty) => {
        #[test]
        fn $name() {
            in_each_shape(
                |at| (at * at % 23) as $t / 8.0 - 1.0,
                |x, p, what| {
                    let (n, d) = x.dim();
                    // Functions that rise choose as `x` does, the first of equal ones.
                    let first = |len: usize, better: &dyn Fn(usize, usize) -> bool| {
                        (1..len).fold(0, |best, at| if better(at, best) { at } else { best })
                    };
                    let along = [bcast!(argmax[1](exp.(p))), bcast!(argmin[1](exp.(p)))];
                    let across = [bcast!(argmax[0](exp.(p))), bcast!(argmin[0](exp.(p)))];
                    let chosen = (bcast!(argmax(exp.(p))), bcast!(max[1](exp.(p))), bcast!(min[0](exp.(p))));
                    let (any, all) = (bcast!(any[1](exp.(p) .> 5)), bcast!(all[0](exp.(p) .< 5)));
                    let (count, counts) = (bcast!(count(exp.(p) .> 1)), bcast!(count[1](exp.(p) .> 1)));
                    let (deviation, product) = (bcast!(var[1](exp.(p))), bcast!(prod[1](exp.(p))));
                    let near = |a: $t, b: $t| (a - b).abs() <= 1e-4 * (1.0 + b.abs());
                    for (i, row) in x.rows().into_iter().enumerate() {
                        assert_eq!(along[0][i], first(d, &|a, b| row[a] > row[b]), "argmax[1], {what}, at {i}");
                        assert_eq!(along[1][i], first(d, &|a, b| row[a] < row[b]), "argmin[1], {what}, at {i}");
                        assert!(near(chosen.1[i], row[along[0][i]].exp()), "max[1], {what}, at {i}");
                        assert_eq!(any[i], row.iter().any(|x| x.exp() > 5.0), "any[1], {what}, at {i}");
                        assert_eq!(counts[i], row.iter().filter(|&&x| x > 0.0).count(), "count[1], {what}, at {i}");
                        let mean = row.iter().map(|x| x.exp()).sum::<$t>() / d as $t;
                        let squares = row.iter().map(|x| (x.exp() - mean).powi(2)).sum::<$t>();
                        assert!(near(deviation[i], squares / d as $t), "var[1], {what}, at {i}");
                        let sum = row.iter().map(|&x| x as f64).sum::<f64>();
                        assert!((product[i] as f64 / sum.exp() - 1.0).abs() < 1e-4, "prod[1], {what}, at {i}");
                    }
                    for (j, column) in x.columns().into_iter().enumerate() {
                        assert_eq!(across[0][j], first(n, &|a, b| column[a] > column[b]), "argmax[0], {what}, at {j}");
                        assert_eq!(across[1][j], first(n, &|a, b| column[a] < column[b]), "argmin[0], {what}, at {j}");
                        assert!(near(chosen.2[j], column[across[1][j]].exp()), "min[0], {what}, at {j}");
                        assert_eq!(all[j], column.iter().all(|x| x.exp() < 5.0), "all[0], {what}, at {j}");
                    }
                    let whole: Vec<$t> = x.iter().copied().collect();
                    assert_eq!(chosen.0, first(n * d, &|a, b| whole[a] > whole[b]), "argmax, {what}");
                    assert_eq!(count, whole.iter().filter(|&&x| x > 0.0).count(), "count, {what}");
                },
            );
        }
    };
}
functions!(functions_of_singles: f32);
functions!(functions_of_doubles: f64);
