//! Formulas at sizes from the second cache to memory.

use crate::hand::{self, Real};
use crate::paired::{compare, faster};
use bcast::bcast;
use bcast::ndarray::{Array1, Array2, Array3};
use criterion::Criterion;

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
fn against_best(criterion: &mut Criterion, name: &str, ours: &mut dyn FnMut(), theirs: &mut dyn FnMut(bool)) {
    // Two closures over one: `faster` runs them one after the other.
    let cell = std::cell::RefCell::new(theirs);
    let serial = faster(&mut || cell.borrow_mut()(false), &mut || cell.borrow_mut()(true));
    let theirs = cell.into_inner();
    compare(criterion, name, ours, || theirs(!serial));
}

fn floats<T: Formulas>(criterion: &mut Criterion, kind: &str) {
    for side in SIDES {
        let value = |i: usize, j: usize| T::from((i * 7 + j * 3) % 1000 + 1).unwrap_or(T::SCALE);
        let x = Array2::from_shape_fn((side, side), |(i, j)| value(i, j));
        let (y, z) = (x.mapv(|x| x + T::SCALE), x.mapv(|x| x * T::SCALE));
        let v = Array1::from_shape_fn(side, |i| value(i, 0));
        let w = Array1::from_shape_fn(side, |i| value(0, i));
        let (mut ours, mut theirs) = (x.clone(), x.clone());
        let flat = |a: &Array2<T>| a.as_slice().map(<[T]>::to_vec).unwrap_or_default();
        let (xs, ys, zs) = (flat(&x), flat(&y), flat(&z));
        let (vs, ws) = (v.to_vec(), w.to_vec());
        let label = |formula: &str| format!("{kind} {side:>4}^2  {formula}");

        T::axpy(&mut ours, &x, &y);
        hand::axpy(theirs.as_slice_mut().expect("contiguous"), &xs, &ys, false);
        assert_eq!(ours, theirs);
        against_best(criterion, &label("2.5 .* x .+ y"), &mut || T::axpy(&mut ours, &x, &y), &mut |parallel| {
            hand::axpy(theirs.as_slice_mut().expect("contiguous"), &xs, &ys, parallel)
        });

        T::normalise(&mut ours, &x, &v, &w);
        hand::normalise(theirs.as_slice_mut().expect("contiguous"), &xs, &vs, &ws, false);
        assert_eq!(ours, theirs);
        against_best(
            criterion,
            &label("(x .- v @ (1)) ./ w @ (0)"),
            &mut || T::normalise(&mut ours, &x, &v, &w),
            &mut |parallel| hand::normalise(theirs.as_slice_mut().expect("contiguous"), &xs, &vs, &ws, parallel),
        );

        T::length(&mut ours, &x, &y, &z);
        hand::length(theirs.as_slice_mut().expect("contiguous"), &xs, &ys, &zs, false);
        assert_eq!(ours, theirs);
        against_best(
            criterion,
            &label("sqrt.(x.^2 .+ y.^2 .+ z.^2)"),
            &mut || T::length(&mut ours, &x, &y, &z),
            &mut |parallel| hand::length(theirs.as_slice_mut().expect("contiguous"), &xs, &ys, &zs, parallel),
        );

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
    let (cs, ms, ss) = (c.iter().copied().collect::<Vec<_>>(), m.iter().copied().collect::<Vec<_>>(), s.to_vec());
    let (mut ours, mut theirs) = (c.clone(), c.clone());
    T::cuboid(&mut ours, &c, &m, &s);
    hand::cuboid(theirs.as_slice_mut().expect("contiguous"), &cs, &ms, &ss, columns, false);
    assert_eq!(ours, theirs);
    against_best(
        criterion,
        &format!("{kind} {side:>4}^2  (c .- m @ (0, 2)) .* s @ (1)"),
        &mut || T::cuboid(&mut ours, &c, &m, &s),
        &mut |parallel| hand::cuboid(theirs.as_slice_mut().expect("contiguous"), &cs, &ms, &ss, columns, parallel),
    );
}

fn images(criterion: &mut Criterion) {
    for side in [512, 1024, 2048, 4096] {
        let image = Array3::from_shape_fn((side, side, 3), |(i, j, k)| (i * 3 + j * 5 + k) as u8);
        let pixels: Vec<u8> = image.iter().copied().collect();
        let (mut ours, mut theirs) = (image.clone(), image.clone());
        bcast!(ours .= u8.(f32.(image) .* 1.2 .+ 10));
        hand::brighten(theirs.as_slice_mut().expect("contiguous"), &pixels, 1.2, false);
        assert_eq!(ours, theirs);
        against_best(
            criterion,
            &format!("u8  {side:>4}^2x3  u8.(f32.(image) .* 1.2 .+ 10)"),
            &mut || bcast!(ours .= u8.(f32.(image) .* 1.2 .+ 10)),
            &mut |parallel| hand::brighten(theirs.as_slice_mut().expect("contiguous"), &pixels, 1.2, parallel),
        );
    }
}
