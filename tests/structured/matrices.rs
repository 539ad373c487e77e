//! Which matrix a formula gives, and that it is the dense one: each two containers under each operator.

use bcast::ndarray::{Array1, Array2, Ix2, array};
use bcast::structure::{Bidiagonal, Diagonal, Lower, LowerBidiagonal, SymTridiagonal, Tridiagonal, Upper};
use bcast::{Broadcast, bcast};

/// How far a container reaches below its diagonal and above it; 9 is everywhere.
trait Reach {
    const BELOW: usize;
    const ABOVE: usize;
    const IS_SYMMETRIC: bool = false;
}
macro_rules! reaches {
    ($($container:ty: $below:literal $above:literal;)*) => {$(
        impl<T> Reach for $container {
            const BELOW: usize = $below;
            const ABOVE: usize = $above;
        }
    )*};
}
reaches! {
    Diagonal<Array1<T>>: 0 0;
    Bidiagonal<Array1<T>>: 0 1;
    LowerBidiagonal<Array1<T>>: 1 0;
    Tridiagonal<Array1<T>>: 1 1;
    Lower<Array2<T>>: 9 0;
    Upper<Array2<T>>: 0 9;
    Array2<T>: 9 9;
}
impl<T> Reach for SymTridiagonal<Array1<T>> {
    const BELOW: usize = 1;
    const ABOVE: usize = 1;
    const IS_SYMMETRIC: bool = true;
}

/// The container that has room for so much, and for nothing else if there is one.
fn narrowest(below: usize, above: usize) -> (usize, usize) {
    if below < 2 && above < 2 || below.min(above) == 0 { (below, above) } else { (9, 9) }
}

/// Asserts that a result is of the container that is proved, and equal to the dense one.
#[track_caller]
fn check<X: Reach + Broadcast<Ix2, Elem = f64>>(have: &X, want: &Array2<f64>, reach: (usize, usize, bool), what: &str) {
    assert_eq!((X::BELOW, X::ABOVE, X::IS_SYMMETRIC), reach, "{what}");
    assert_eq!(dense(have), want, "{what}");
}

/// All elements of a container.
fn dense<X: Broadcast<Ix2, Elem = f64>>(container: &X) -> Array2<f64> {
    bcast!(container .* 1)
}

fn matrix(n: usize, seed: usize) -> Array2<f64> {
    Array2::from_shape_fn((n, n), |(i, j)| ((i * 7 + j * 5 + seed) % 11) as f64 - 4.5)
}

fn line(len: usize, seed: usize) -> Array1<f64> {
    Array1::from_shape_fn(len, |at| ((at * 3 + seed) % 7) as f64 + 0.5)
}

macro_rules! containers {
    ($check:ident $(($($before:tt)*))?) => {
        $check! { $($($before)*,)? diagonal }
        $check! { $($($before)*,)? bidiagonal }
        $check! { $($($before)*,)? lower_bidiagonal }
        $check! { $($($before)*,)? tridiagonal }
        $check! { $($($before)*,)? symmetric }
        $check! { $($($before)*,)? lower }
        $check! { $($($before)*,)? upper }
        $check! { $($($before)*,)? dense }
    };
}

/// All containers of one size.
struct All {
    diagonal: Diagonal<Array1<f64>>,
    bidiagonal: Bidiagonal<Array1<f64>>,
    lower_bidiagonal: LowerBidiagonal<Array1<f64>>,
    tridiagonal: Tridiagonal<Array1<f64>>,
    symmetric: SymTridiagonal<Array1<f64>>,
    lower: Lower<Array2<f64>>,
    upper: Upper<Array2<f64>>,
    dense: Array2<f64>,
}

fn all(n: usize, seed: usize) -> All {
    let short = n.saturating_sub(1);
    All {
        diagonal: Diagonal::new(line(n, seed)),
        bidiagonal: Bidiagonal::new(line(n, seed + 1), line(short, seed + 2)),
        lower_bidiagonal: LowerBidiagonal::new(line(short, seed + 3), line(n, seed + 4)),
        tridiagonal: Tridiagonal::new(line(short, seed + 5), line(n, seed + 6), line(short, seed + 7)),
        symmetric: SymTridiagonal::new(line(n, seed + 8), line(short, seed + 9)),
        lower: Lower::new(matrix(n, seed + 10)),
        upper: Upper::new(matrix(n, seed + 11)),
        dense: matrix(n, seed + 12),
    }
}

fn reach<X: Reach>(_: &X) -> (usize, usize, bool) {
    (X::BELOW, X::ABOVE, X::IS_SYMMETRIC)
}

fn joined(a: (usize, usize, bool), b: (usize, usize, bool), by: fn(usize, usize) -> usize) -> (usize, usize, bool) {
    let (below, above) = narrowest(by(a.0, b.0), by(a.1, b.1));
    (below, above, a.2 && b.2)
}

macro_rules! beside {
    ($n:ident, $a:ident, $b:ident) => {
        let (x, y) = (all($n, 0).$a, all($n, 5).$b);
        let what = |sign| format!("{} {sign} {}, {}", stringify!($a), stringify!($b), $n);
        let (all_x, all_y) = (&dense(&x), &dense(&y));
        let (either, both) = (joined(reach(&x), reach(&y), usize::max), joined(reach(&x), reach(&y), usize::min));
        check(&bcast!(#[structured] x .+ y), &(all_x + all_y), either, &what(".+"));
        check(&bcast!(#[structured] x .- y), &(all_x - all_y), either, &what(".-"));
        check(&bcast!(#[structured] x .* y), &(all_x * all_y), both, &what(".*"));
    };
}
macro_rules! beside_all {
    ($n:ident, $a:ident) => {
        containers! { beside ($n, $a) }
    };
}

#[test]
fn each_beside_each() {
    for n in [0, 1, 2, 5] {
        containers! { beside_all (n) }
    }
}

macro_rules! three {
    ($($a:ident)*) => {$( three! { $a: bidiagonal symmetric lower dense } )*};
    ($a:ident: $($b:ident)*) => {$( three! { $a, $b: bidiagonal symmetric lower dense } )*};
    ($a:ident, $b:ident: $($c:ident)*) => {$({
        let (x, y, z) = (all(4, 0).$a, all(4, 5).$b, all(4, 2).$c);
        let what = concat!(stringify!($a), " ", stringify!($b), " ", stringify!($c));
        let (all_x, all_y, all_z) = (&dense(&x), &dense(&y), &dense(&z));
        let reaches = joined(joined(reach(&x), reach(&y), usize::min), reach(&z), usize::max);
        check(&bcast!(#[structured] x .* y .- z), &(all_x * all_y - all_z), reaches, what);
        let reaches = joined(joined(reach(&x), reach(&y), usize::max), reach(&z), usize::min);
        check(&bcast!(#[structured] (x .+ y) .* z), &((all_x + all_y) * all_z), reaches, what);
    })*};
}

#[test]
fn each_three() {
    three! { bidiagonal symmetric lower dense }
}

macro_rules! alone {
    ($n:ident, $a:ident) => {
        let (x, k, one) = (all($n, 3).$a, 2.5, &4.0);
        let (own, what) = (reach(&x), |sign| format!("{} {sign}, {}", stringify!($a), $n));
        check(&bcast!(#[structured] x .* k), &bcast!(x .* k), own, &what(".* k"));
        check(&bcast!(#[structured] 3 .* x ./ one .* k), &bcast!(3 .* x ./ one .* k), own, &what("./ k"));
        check(&bcast!(#[structured] -x ./ 2), &bcast!(-x ./ 2), own, &what("-"));
        check(&bcast!(#[structured] x .^ 2 .* 0.5), &bcast!(x .^ 2 .* 0.5), own, &what(".^ 2"));
        check(&bcast!(#[structured] f64.(f32.(x))), &bcast!(f64.(f32.(x))), own, &what("f32"));
        let (dense, beside_dense) = ((9, 9, false), (own.0, own.1, false));
        check(&bcast!(#[structured] x .+ 1), &bcast!(x .+ 1), dense, &what(".+ 1"));
        check(&bcast!(#[structured] k .- x), &bcast!(k .- x), dense, &what("k .-"));
        check(&bcast!(#[structured] k ./ (x .+ 20)), &bcast!(k ./ (x .+ 20)), dense, &what("k ./"));
        check(&bcast!(#[structured] cos.(x)), &bcast!(cos.(x)), dense, &what("cos"));
        check(&bcast!(#[structured] x .^ 0), &bcast!(x .^ 0), dense, &what(".^ 0"));
        check(&bcast!(#[structured] (|v: f64| v + 1.).(x)), &bcast!(x .+ 1), dense, &what("closure"));
        let want = bcast!(if x .> 1 { x } else { 0 });
        check(&bcast!(#[structured] if x .> 1 { x } else { 0 }), &want, dense, &what("if"));
        let want = bcast!(x .* (cos.(x) .+ k));
        check(&bcast!(#[structured] x .* (cos.(x) .+ k)), &want, beside_dense, &what(".* dense"));
        check(&bcast!(#[structured] (cos.(x) .+ k) .* x), &want, beside_dense, &what("dense .*"));
    };
}

#[test]
fn beside_single_values_and_under_functions() {
    for n in [1, 2, 5] {
        containers! { alone (n) }
    }
}

#[test]
fn several_steps() {
    let All { diagonal: d, tridiagonal: t, symmetric: s, lower: l, upper: u, dense: m, .. } = all(6, 1);
    let k = 0.5;
    check(&bcast!(#[structured] (d .+ t) .* m .- k .* s), &bcast!((d .+ t) .* m .- k .* s), (1, 1, false), "a");
    check(&bcast!(#[structured] l .* u .+ d ./ k), &bcast!(l .* u .+ d ./ k), (0, 0, false), "b");
    check(&bcast!(#[structured] (l .+ u) .* s), &bcast!((l .+ u) .* s), (1, 1, false), "c");
    check(&bcast!(#[structured] sin.(l .* 2) .- t .* l), &bcast!(sin.(l .* 2) .- t .* l), (9, 0, false), "d");
    check(&bcast!(#[structured] s .* s .- 2 .* s ./ 3), &bcast!(s .* s .- 2 .* s ./ 3), (1, 1, true), "e");
}

/// What is computed of numbers is one: whatever is multiplied with it or divided by it keeps its structure.
#[test]
fn what_is_made_of_numbers() {
    let (k, two) = (4_f64, |x: f64| 2. * x);
    let d = Diagonal::new(array![8., 16.]);
    let s = SymTridiagonal::new(array![8., 16.], array![24.]);
    let half: Diagonal<Array1<f64>> = bcast!(#[structured] d ./ (k ./ 2));
    assert_eq!(half, Diagonal::new(array![4., 8.]));
    let double: SymTridiagonal<Array1<f64>> = bcast!(#[structured] (-k .+ 6) .* s);
    assert_eq!(double, SymTridiagonal::new(array![16., 32.], array![48.]));
    let same: SymTridiagonal<Array1<f64>> = bcast!(#[structured] s ./ two.(k) .* (4 .* (k .- 2)));
    assert_eq!(same, s);
    let mut d = d;
    bcast!(#[structured] d ./= sqrt.(k) .* 1.5 .+ 1);
    assert_eq!(d, Diagonal::new(array![2., 4.]));
}

/// Zero times anything is zero, and what lies outside is not computed.
#[test]
fn outside_of_the_structure_nothing_is_computed() {
    let m = array![[1., f64::NAN, f64::INFINITY], [f64::NAN, 2., f64::NAN], [f64::INFINITY, f64::NAN, 3.]];
    let d = Diagonal::new(array![4., 5., 6.]);
    assert_eq!(bcast!(#[structured] d .* m), Diagonal::new(array![4., 10., 18.]));
    let l = Lower::new(array![[2, 0], [8, 4]]);
    let by = array![[2, 0], [2, 2]];
    let have = bcast!(#[structured] l .* (100 ./ by) ./ 10);
    assert_eq!(have.matrix(), array![[10, 0], [40, 20]]);
}

/// Maps, names and reductions read operands otherwise than element by element.
#[test]
fn what_is_read_otherwise_is_dense() {
    let d = Diagonal::new(array![1., 2.]);
    let v = array![3., 4.];
    let m: Array2<f64> = bcast!(#[structured] d .* v @ (1));
    assert_eq!(m, array![[3., 0.], [0., 8.]]);
    let m: Array2<f64> = bcast!(#[structured] d ./ sum(d));
    assert_eq!(m, array![[1. / 3., 0.], [0., 2. / 3.]]);
    let m: Array2<f64> = bcast!(#[structured] d @ (i, j) .* v @ (j));
    assert_eq!(m, array![[3., 0.], [0., 8.]]);
    let total: f64 = bcast!(#[structured] sum(d .* 2));
    assert_eq!(total, 6.);
}

/// Operands are evaluated once, whatever has the elements, and lines may be lent.
#[test]
fn operands_of_all_kinds() {
    let (diagonal, beside) = ([1_i64, 2, 3], vec![4, 5]);
    let t = Tridiagonal::new(&beside[..], &diagonal[..], &beside[..]);
    let mut calls = 0;
    let mut made = || {
        calls += 1;
        Array2::from_elem((3, 3), 2_i64)
    };
    let have = bcast!(#[structured] t .* made());
    assert_eq!(have, Tridiagonal::new(array![8, 10], array![2, 4, 6], array![8, 10]));
    assert_eq!(calls, 1);
    let turned = array![[1_i64, 2, 3], [4, 5, 6], [7, 8, 9]];
    assert_eq!(bcast!(#[structured] t .* turned.t()).above()[0], array![16, 40]);
    assert_eq!(bcast!(#[structured] t .* turned[..;-1, ..]).diagonal(), array![7, 10, 9]);
}
