//! Formulas at sizes from the second cache to memory.

use crate::hand::{self, Real};
use crate::paired::{faster, same_memory};
use bcast::bcast;
use bcast::ndarray::{Array, Array1, Array2, Array3, Dimension};
use criterion::Criterion;
use std::cell::RefCell;

/// Sides of square arrays: 256 KB to 64 MB of f32.
const SIDES: [usize; 5] = [256, 512, 1024, 2048, 4096];

pub fn run(criterion: &mut Criterion) {
    floats::<f32>(criterion, "f32");
    floats::<f64>(criterion, "f64");
    images(criterion);
}

/// The expressions for one element type: `bcast!` needs no bounds where the types are concrete.
trait Formulas: Real + std::fmt::Debug {
    fn axpy(out: &mut Array2<Self>, x: &Array2<Self>, y: &Array2<Self>);
    fn normalise(out: &mut Array2<Self>, x: &Array2<Self>, v: &Array1<Self>, w: &Array1<Self>);
    fn length(out: &mut Array2<Self>, x: &Array2<Self>, y: &Array2<Self>, z: &Array2<Self>);
    fn cuboid(out: &mut Array3<Self>, c: &Array3<Self>, m: &Array2<Self>, s: &Array1<Self>);
}
macro_rules! formulas {
    ($($t:ty)*) => {$(
        impl Formulas for $t {
            fn axpy(out: &mut Array2<$t>, x: &Array2<$t>, y: &Array2<$t>) {
                bcast!(out .= 2.5 .* x .+ y);
            }
            fn normalise(out: &mut Array2<$t>, x: &Array2<$t>, v: &Array1<$t>, w: &Array1<$t>) {
                bcast!(out .= (x .- v @ (1)) ./ w @ (0));
            }
            fn length(out: &mut Array2<$t>, x: &Array2<$t>, y: &Array2<$t>, z: &Array2<$t>) {
                bcast!(out .= sqrt.(x.^2 .+ y.^2 .+ z.^2));
            }
            fn cuboid(out: &mut Array3<$t>, c: &Array3<$t>, m: &Array2<$t>, s: &Array1<$t>) {
                bcast!(out .= (c .- m @ (0, 2)) .* s @ (1));
            }
        }
    )*};
}
formulas! { f32 f64 }

/// Compares with the hand loop on one thread or several, whichever is faster.
fn against_best<T: Copy + PartialEq + std::fmt::Debug, D: Dimension>(
    criterion: &mut Criterion,
    name: &str,
    out: &mut Array<T, D>,
    ours: &dyn Fn(&mut Array<T, D>),
    theirs: &dyn Fn(&mut [T], bool),
) {
    ours(out);
    let our_results = out.clone();
    theirs(flat_mut(out), false);
    assert_eq!(*out, our_results);
    let memory = RefCell::new(flat_mut(out));
    let serial =
        faster(&mut || theirs(&mut memory.borrow_mut(), false), &mut || theirs(&mut memory.borrow_mut(), true));
    same_memory(criterion, name, out, ours, &|out| theirs(out, !serial));
}

fn flat<T, D: Dimension>(array: &Array<T, D>) -> &[T] {
    array.as_slice().expect("contiguous")
}

fn flat_mut<T, D: Dimension>(array: &mut Array<T, D>) -> &mut [T] {
    array.as_slice_mut().expect("contiguous")
}

fn floats<T: Formulas>(criterion: &mut Criterion, kind: &str) {
    for side in SIDES {
        let value = |i: usize, j: usize| T::from((i * 7 + j * 3) % 1000 + 1).unwrap_or(T::SCALE);
        let x = Array2::from_shape_fn((side, side), |(i, j)| value(i, j));
        let (y, z) = (x.mapv(|x| x + T::SCALE), x.mapv(|x| x * T::SCALE));
        let v = Array1::from_shape_fn(side, |i| value(i, 0));
        let w = Array1::from_shape_fn(side, |i| value(0, i));
        let (xs, ys, zs, vs, ws) = (flat(&x), flat(&y), flat(&z), flat(&v), flat(&w));
        let mut out = x.clone();
        let mut pair = |formula: &str, ours: &dyn Fn(&mut Array2<T>), theirs: &dyn Fn(&mut [T], bool)| {
            against_best(criterion, &format!("{kind} {side:>4}^2  {formula}"), &mut out, ours, theirs)
        };
        pair("2.5 .* x .+ y", &|out| T::axpy(out, &x, &y), &|out, parallel| hand::axpy(out, xs, ys, parallel));
        pair("(x .- v @ (1)) ./ w @ (0)", &|out| T::normalise(out, &x, &v, &w), &|out, parallel| {
            hand::normalise(out, xs, vs, ws, parallel)
        });
        pair("sqrt.(x.^2 .+ y.^2 .+ z.^2)", &|out| T::length(out, &x, &y, &z), &|out, parallel| {
            hand::length(out, xs, ys, zs, parallel)
        });
        cuboid::<T>(criterion, kind, side);
    }
}

/// A cuboid with as many elements as the square arrays.
fn cuboid<T: Formulas>(criterion: &mut Criterion, kind: &str, side: usize) {
    let (planes, rows, columns) = (side / 32, 32, side);
    let value = |i: usize| T::from(i % 1000 + 1).unwrap_or(T::SCALE);
    let c = Array3::from_shape_fn((planes, rows, columns), |(i, j, k)| value(i * 5 + j * 3 + k));
    let m = Array2::from_shape_fn((planes, columns), |(i, k)| value(i + k));
    let s = Array1::from_shape_fn(rows, value);
    against_best(
        criterion,
        &format!("{kind} {side:>4}^2  (c .- m @ (0, 2)) .* s @ (1)"),
        &mut c.clone(),
        &|out| T::cuboid(out, &c, &m, &s),
        &|out, parallel| hand::cuboid(out, flat(&c), flat(&m), flat(&s), columns, parallel),
    );
}

fn images(criterion: &mut Criterion) {
    for side in [512, 1024, 2048, 4096] {
        let image = Array3::from_shape_fn((side, side, 3), |(i, j, k)| (i * 3 + j * 5 + k) as u8);
        against_best(
            criterion,
            &format!("u8  {side:>4}^2x3  u8.(f32.(image) .* 1.2 .+ 10)"),
            &mut image.clone(),
            &|out| bcast!(out .= u8.(f32.(image) .* 1.2 .+ 10)),
            &|out, parallel| hand::brighten(out, flat(&image), 1.2, parallel),
        );
    }
}
