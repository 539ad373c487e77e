//! Calls of few elements, of all kinds of types, around the sizes at which the engine goes another way.

mod common;

use std::ops::Add;

use bcast::ndarray::{Array1, Array2, Ix1, Ix2, Ix3, ShapeBuilder};
use bcast::{bcast, try_bcast};
use common::drawn::{Shaped, few, logical, operands, settings, target};
use common::layouts::Stored;
use common::naive::{Naive, Placed, placed};
use common::samples::{Point, Sample};
use num_complex::Complex64;
use proptest::prelude::*;

/// Elements of a multiple of two bytes: 128 are the most that go through the kernel's buffer.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shorts<const N: usize>([u16; N]);

/// No bytes at all.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Nothing;

/// As far apart as elements can be.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
struct Apart(u8);

impl<const N: usize> Add for Shorts<N> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Shorts(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }
}
impl Add for Nothing {
    type Output = Self;
    fn add(self, _: Self) -> Self {
        Nothing
    }
}
impl Add for Apart {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Apart(self.0 + other.0)
    }
}
impl<const N: usize> Sample for Shorts<N> {
    const CANARY: Self = Shorts([54321; N]);
    fn sample(position: usize) -> Self {
        Shorts(std::array::from_fn(|i| u16::sample(position + i)))
    }
}
impl Sample for Nothing {
    const CANARY: Self = Nothing;
    fn sample(_: usize) -> Self {
        Nothing
    }
}
impl Sample for Apart {
    const CANARY: Self = Apart(111);
    fn sample(position: usize) -> Self {
        Apart(u8::sample(position))
    }
}
impl Sample for Complex64 {
    const CANARY: Self = Complex64::new(1e30, 1e31);
    fn sample(position: usize) -> Self {
        Complex64::new(f64::sample(position), f64::sample(position + 1))
    }
}

/// Around 16 columns, 64 lanes, and 64 elements or rows; nothing, and one.
fn size() -> impl Strategy<Value = usize> {
    let border = prop::sample::select(&[15_usize, 16, 17, 31, 32, 33, 63, 64, 65, 128, 130]);
    prop_oneof![1 => Just(0), 4 => Just(1), 8 => 2_usize..10, 5 => border]
}

fn sizes(rank: usize) -> impl Strategy<Value = Vec<usize>> {
    few(size(), rank..=rank, 2500)
}

fn naive(rank: usize, parts: &[&Shaped], maps: &[&[usize]]) -> Naive {
    let places: Vec<Placed> = parts.iter().zip(maps).map(|(part, axes)| placed(&part.sizes, axes)).collect();
    Naive::new(rank, &places).expect("the sizes fit")
}

fn all<T: Sample>(parts: &[Shaped]) -> Vec<Stored<T>> {
    parts.iter().enumerate().map(|(which, part)| part.samples(40 * which)).collect()
}

macro_rules! view {
    ($stored:expr, $dimension:ty) => {
        $stored.view().into_dimensionality::<$dimension>().expect("an array of this rank")
    };
}
macro_rules! view_mut {
    ($stored:expr, $dimension:ty) => {
        $stored.view_mut().into_dimensionality::<$dimension>().expect("an array of this rank")
    };
}

fn is_same<T: PartialEq>(a: T, b: T) -> bool {
    a == b
}

/// Several results of different sizes.
fn vectors<T: Sample + Add<Output = T>>(parts: &[Shaped]) {
    let stored = all::<T>(parts);
    let naive = naive(1, &[&parts[0], &parts[1]], &[&[0], &[0]]);
    let (xs, ys) = (stored[0].values(), stored[1].values());
    let (x, y) = (view!(stored[0], Ix1), view!(stored[1], Ix1));
    let (sum, same, second) = bcast!((x .+ y, is_same.(x, y), y));
    assert_eq!(sum.to_vec(), naive.map(|at| xs[at[0]] + ys[at[1]]));
    assert_eq!(same.to_vec(), naive.map(|at| xs[at[0]] == ys[at[1]]));
    assert_eq!(second.to_vec(), ys);
}

const MATRICES: &[&[usize]] = &[&[0, 1], &[1], &[0], &[0, 1]];

fn matrices<T: Sample + Add<Output = T>>(parts: &[Shaped]) {
    let stored = all::<T>(parts);
    let [xs, vs, ws, ys] = [0, 1, 2, 3].map(|which| stored[which].values());
    let (x, v, w, y) = (view!(stored[0], Ix2), view!(stored[1], Ix1), view!(stored[2], Ix1), view!(stored[3], Ix2));
    let mapped = naive(2, &[&parts[0], &parts[1], &parts[2]], MATRICES);
    let expected = mapped.map(|at| (xs[at[0]] + vs[at[1]]) + ws[at[2]]);
    let sum = bcast!((x .+ v @ (1)) .+ w @ (0));
    assert_eq!(logical(sum.into_dyn()), (mapped.shape.clone(), expected));
    let alike = naive(2, &[&parts[0], &parts[3]], &[&[0, 1], &[0, 1]]);
    let (sum, same) = bcast!((x .+ y, is_same.(x, y)));
    let expected = alike.map(|at| xs[at[0]] + ys[at[1]]);
    assert_eq!(logical(sum.into_dyn()), (alike.shape.clone(), expected));
    let expected = alike.map(|at| xs[at[0]] == ys[at[1]]);
    assert_eq!(logical(same.into_dyn()), (alike.shape.clone(), expected));
}

/// Two targets of different sizes, the first of which is read as well.
fn in_place<T: Sample + Add<Output = T>>(parts: &[Shaped], targets: &[Shaped; 2]) {
    let stored = all::<T>(parts);
    let (mut a, mut b) = (targets[0].samples::<T>(7), targets[1].samples::<bool>(9));
    let all = [&parts[0], &parts[1], &parts[2], &parts[3], &targets[0]];
    let naive = naive(2, &all, &[MATRICES[0], MATRICES[1], MATRICES[2], MATRICES[3], &[0, 1]]);
    let [xs, vs, ws, ys] = [0, 1, 2, 3].map(|which| stored[which].values());
    let olds = a.values();
    let expected = naive.map(|at| (olds[at[4]] + vs[at[1]]) + ws[at[2]]);
    let same = naive.map(|at| xs[at[0]] == ys[at[3]]);
    let (x, v, w, y) = (view!(stored[0], Ix2), view!(stored[1], Ix1), view!(stored[2], Ix1), view!(stored[3], Ix2));
    let (mut first, mut second) = (view_mut!(a, Ix2), view_mut!(b, Ix2));
    bcast!(first .= (first .+ v @ (1)) .+ w @ (0); second .= is_same.(x, y));
    assert_eq!((a.values(), b.values()), (expected, same));
    assert!(a.gaps_untouched() && b.gaps_untouched());
}

const CUBES: &[&[usize]] = &[&[0, 1, 2], &[0, 1, 2], &[1, 2]];

fn cubes<T: Sample + Add<Output = T>>(parts: &[Shaped]) {
    let stored = all::<T>(parts);
    let [xs, ys, ms] = [0, 1, 2].map(|which| stored[which].values());
    let (x, y) = (stored[0].view(), view!(stored[1], Ix3));
    let two = naive(3, &[&parts[0], &parts[1]], CUBES);
    let expected = (two.shape.clone(), two.map(|at| xs[at[0]] + ys[at[1]]));
    assert_eq!(logical(bcast!(x .+ y).into_dyn()), expected);
    let m = stored[2].view();
    let three = naive(3, &[&parts[0], &parts[1], &parts[2]], CUBES);
    let expected = (three.shape.clone(), three.map(|at| (xs[at[0]] + ms[at[2]]) + ys[at[1]]));
    assert_eq!(logical(bcast!(#[numpy] (x .+ m) .+ y).into_dyn()), expected);
}

macro_rules! types {
    ($($name:ident: $t:ty;)*) => {$(
        mod $name {
            use super::*;
            proptest! {
                #![proptest_config(settings())]

                #[test]
                fn vectors((_, parts) in operands(sizes(1), &[&[0], &[0]])) {
                    super::vectors::<$t>(&parts);
                }

                #[test]
                fn matrices((_, parts) in operands(sizes(2), MATRICES)) {
                    super::matrices::<$t>(&parts);
                }

                #[test]
                fn in_place((parts, targets) in operands(sizes(2), MATRICES).prop_flat_map(|(output, parts)| {
                    (Just(parts), [target(output.clone()), target(output)])
                })) {
                    super::in_place::<$t>(&parts, &targets);
                }

                #[test]
                fn cubes((_, parts) in operands(sizes(3), CUBES)) {
                    super::cubes::<$t>(&parts);
                }
            }
        }
    )*};
}
types! {
    bytes: u8;
    complex: Complex64;
    points: Point;
    buffered: Shorts<64>;
    unbuffered: Shorts<100>;
    nothing: Nothing;
    apart: Apart;
}

proptest! {
    #![proptest_config(settings())]

    /// Ranges are computed, also where others are read in place.
    #[test]
    fn ranges((output, parts) in operands(sizes(2), &[&[0, 1], &[0]]), first in 0_u8..9, by_one in prop::bool::ANY) {
        let stored = all::<u8>(&parts);
        let (rows, columns) = (output[0] as u8, if by_one { 1 } else { output[1] as u8 });
        let ranges = [Shaped { sizes: vec![rows.into()], ..parts[1].clone() }, Shaped { sizes: vec![columns.into()], ..parts[1].clone() }];
        let naive = naive(2, &[&parts[0], &parts[1], &ranges[0], &ranges[1]], &[&[0, 1], &[0], &[0], &[1]]);
        let (xs, ws) = (stored[0].values(), stored[1].values());
        let (x, w) = (view!(stored[0], Ix2), view!(stored[1], Ix1));
        let expected = naive.map(|at| (xs[at[0]] + (at[2] as u8 + first)).wrapping_sub((at[3] as u8).wrapping_mul(ws[at[1]])));
        let minus = |a: u8, b: u8, c: u8| a.wrapping_sub(b.wrapping_mul(c));
        let have = bcast!(minus.(x .+ (first..first + rows) @ (0), (0..columns) @ (1), w @ (0)));
        prop_assert_eq!(logical(have.into_dyn()), (naive.shape.clone(), expected));
    }

    /// `#[shape(..)]` stretches, and is obeyed.
    #[test]
    fn given_shapes((output, parts) in operands(sizes(2), &[&[1], &[0]]), other in size()) {
        let stored = all::<i64>(&parts);
        let (vs, ws) = (stored[0].values(), stored[1].values());
        let (v, w) = (view!(stored[0], Ix1), view!(stored[1], Ix1));
        for shape in [[output[0], output[1]], [output[0], other], [other, output[1]]] {
            let whole = Shaped { sizes: shape.to_vec(), ..parts[0].clone() };
            let places = [placed(&parts[0].sizes, &[1]), placed(&parts[1].sizes, &[0]), placed(&whole.sizes, &[0, 1])];
            let fits = Naive::new(2, &places).filter(|naive| naive.shape == shape);
            let have = try_bcast!(#[shape(shape)] v @ (1) .- w @ (0));
            let expected = fits.map(|naive| (naive.shape.clone(), naive.map(|at| vs[at[0]] - ws[at[1]])));
            prop_assert_eq!(have.ok().map(|array| logical(array.into_dyn())), expected);
        }
    }

    /// Reductions of one pass and of several, beside what they are taken from.
    #[test]
    fn reductions((_, parts) in operands(few(prop_oneof![3 => 1_usize..8, 2 => size()], 2..=2, 2500), &[&[0, 1], &[0], &[1]])) {
        let stored = all::<i64>(&parts);
        let naive = naive(2, &parts.iter().collect::<Vec<_>>(), &[&[0, 1], &[0], &[1]]);
        let (rows, columns) = (naive.shape[0], naive.shape[1]);
        let [xs, ds, es] = [0, 1, 2].map(|which| stored[which].values());
        let (x, d, e) = (view!(stored[0], Ix2), view!(stored[1], Ix1), view!(stored[2], Ix1));
        let values = naive.map(|at| xs[at[0]] - ds[at[1]] * es[at[2]]);
        let y = Array2::from_shape_vec((rows, columns), values).expect("as many as that");
        let by_rows = Array1::from_shape_fn(rows, |i| y.row(i).iter().sum::<i64>());
        let by_columns = Array1::from_shape_fn(columns, |j| y.column(j).iter().sum::<i64>());
        prop_assert_eq!(bcast!(sum[1](x .- d @ (0) .* e @ (1))), by_rows.clone());
        prop_assert_eq!(bcast!(sum[0](x .- d @ (0) .* e @ (1))), by_columns.clone());
        prop_assert_eq!(bcast!(sum(x .- d @ (0) .* e @ (1))), y.sum());
        let (left, right) = bcast!(let y = x .- d @ (0) .* e @ (1); (y .* sum[1](y), y .- sum[0](y)));
        prop_assert_eq!(left, Array2::from_shape_fn((rows, columns), |(i, j)| y[[i, j]] * by_rows[i]));
        prop_assert_eq!(right, Array2::from_shape_fn((rows, columns), |(i, j)| y[[i, j]] - by_columns[j]));
        if !y.is_empty() {
            let most = Array1::from_shape_fn(columns, |j| *y.column(j).iter().max().expect("some"));
            let first = Array1::from_shape_fn(columns, |j| y.column(j).iter().position(|&v| v == most[j]).expect("some"));
            let have = bcast!(let y = x .- d @ (0) .* e @ (1); (max[0](y), argmax[0](y), any[0](y .> 0)));
            let positive = most.map(|&v| v > 0);
            prop_assert_eq!(have, (most, first, positive));
        }
    }

    /// Parts with fewer axes, beside numbers and beside arrays.
    #[test]
    fn parts((_, parts) in operands(sizes(2), &[&[0, 1], &[0], &[1], &[0, 1]]), s in 1_i64..9) {
        let stored = all::<i64>(&parts);
        let naive = naive(2, &parts.iter().collect::<Vec<_>>(), &[&[0, 1], &[0], &[1], &[0, 1]]);
        let [xs, ds, es, ss] = [0, 1, 2, 3].map(|which| stored[which].values());
        let (x, d, e, many) = (view!(stored[0], Ix2), view!(stored[1], Ix1), view!(stored[2], Ix1), view!(stored[3], Ix2));
        let f = |v: i64| v * v % 1009;
        let alone = self::naive(2, &parts[..3].iter().collect::<Vec<_>>(), &[&[0, 1], &[0], &[1]]);
        let first = alone.map(|at| f(s * ds[at[1]]) * xs[at[0]] - f(s - es[at[2]]));
        let (a, b) = bcast!((f.(s .* d @ (0)) .* x .- f.(s .- e @ (1)), many));
        prop_assert_eq!(logical(a.into_dyn()), (alone.shape.clone(), first));
        prop_assert_eq!(logical(b.into_dyn()).1, ss.clone());
        let second = naive.map(|at| f(ss[at[3]] * ds[at[1]]) * xs[at[0]] - f(f(s - es[at[2]]) + ds[at[1]]));
        let have = bcast!(f.(many .* d @ (0)) .* x .- f.(f.(s .- e @ (1)) .+ d @ (0)));
        prop_assert_eq!(logical(have.into_dyn()), (naive.shape.clone(), second));
    }

    /// Nothing is written where sizes do not fit; what is said does not depend on how operands lie.
    #[test]
    fn refusals(sizes in prop::collection::vec(prop_oneof![1_usize..4, Just(70)], 6), s in 1_i64..9) {
        let [a, b, c, d, e, f] = sizes[..] else { unreachable!() };
        let mut out = Array2::from_elem((a, b), -1_i64);
        let (x, v) = (Array2::from_elem((c, d), 1_i64), Array1::from_elem(e, 2_i64));
        let (turned, apart) = (Array2::from_elem((d, c), 1_i64), Array2::from_elem((e, 2), 2_i64));
        let fits = |size: usize, target: usize| size == target || size == 1;
        let all = fits(c, a) && fits(d, b) && fits(e, b) && fits(f, a);
        let w = vec![3_i64; f];
        let expected = if all { 4 + 3 * s } else { -1 };
        let g = |v: i64| v + 1;
        let first = try_bcast!(out .= x .+ v @ (1) .+ g.(s .* w @ (0)));
        prop_assert_eq!(first.is_ok(), all);
        prop_assert!(out.iter().all(|&have| have == expected));
        out.fill(-1);
        let (x, v) = (turned.t(), apart.column(1));
        let second = try_bcast!(out .= x .+ v @ (1) .+ g.(s .* w @ (0)));
        prop_assert!(out.iter().all(|&have| have == expected));
        prop_assert_eq!(first.map_err(|error| error.to_string()), second.map_err(|error| error.to_string()));
    }
}

#[test]
fn results_have_the_order_of_what_is_kept_at_every_size() {
    for n in [2, 5, 8, 20, 100] {
        let x = Array2::from_shape_fn((n, n).f(), |(i, j)| (i * n + j) as f64 / 7.0);
        let p = bcast!(exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))));
        assert_eq!(p.strides(), x.strides(), "{n}");
    }
}
