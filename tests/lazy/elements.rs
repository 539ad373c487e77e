//! Every type of elements.

use bcast::ndarray::{Array1, Array2, array};
use bcast::{Element, One, bcast, lazy};
use std::ops::{Add, Mul};

#[test]
fn floats_integers_and_truth() {
    let x = Array1::from_shape_fn(300, |i| i as f32);
    let a = lazy!(sqrt.(x) .* 2);
    assert_eq!(bcast!(a .+ 0), x.mapv(|x| x.sqrt() * 2.));
    let n = Array1::from_shape_fn(300, |i| (i % 100) as u8);
    let b = lazy!(i64.(n) .* 1000 .- 1);
    assert_eq!(bcast!(sum(b)), n.iter().map(|&n| i64::from(n) * 1000 - 1).sum::<i64>());
    assert_eq!(bcast!(b .% 7), n.mapv(|n| (i64::from(n) * 1000 - 1) % 7));
    let c = lazy!(n .> 50 .&& x .< 200);
    assert_eq!(bcast!(count(c)), n.iter().zip(&x).filter(|(n, x)| **n > 50 && **x < 200.).count());
    assert_eq!(
        bcast!(if c { x } else { 0 }),
        Array1::from_shape_fn(300, |i| if n[i] > 50 && i < 200 { i as f32 } else { 0. })
    );
    let d = lazy!(n .<< 1 .+ 0);
    assert_eq!(bcast!(f64.(d) ./ 2), n.mapv(f64::from));
    let e = lazy!((0..300_i32) .* 2);
    assert_eq!(bcast!(sum(e)), 299 * 300);
}

#[derive(Clone, Copy, Debug, PartialEq, Element)]
struct Pair(i32, i32);
impl Add for Pair {
    type Output = Pair;
    fn add(self, other: Pair) -> Pair {
        Pair(self.0 + other.0, self.1 + other.1)
    }
}
impl Mul<i32> for Pair {
    type Output = Pair;
    fn mul(self, by: i32) -> Pair {
        Pair(self.0 * by, self.1 * by)
    }
}

#[test]
fn the_users() {
    let x = Array2::from_shape_fn((9, 80), |(i, j)| Pair(i as i32, j as i32));
    let p = Pair(1, 2);
    let a = lazy!(x .+ p);
    let b = lazy!(a .* 2_i32);
    assert_eq!(bcast!(b .+ p), x.mapv(|x| (x + p) * 2 + p));
    let first = |pair: Pair| pair.0;
    let c = lazy!(first.(b));
    assert_eq!(bcast!(sum(c)), x.iter().map(|x| (x.0 + 1) * 2).sum::<i32>());
    let m = lazy!(x .* 3_i32 .+ at.(x, 1, 2));
    assert_eq!(bcast!(m .+ p)[[1, 2]], Pair(3 + 1 + 1, 6 + 2 + 2));
    let weights = [1_i32, 10];
    let weighted = |pair: Pair, by: [i32; 2]| pair.0 * by[0] + pair.1 * by[1];
    let d = lazy!(weighted.(x, One(weights)));
    assert_eq!(bcast!(d .+ 0), x.mapv(|x| x.0 + 10 * x.1));
}

#[cfg(feature = "complex")]
#[test]
fn complex() {
    use num_complex::Complex;
    let z = Array1::from_shape_fn(100, |i| Complex::new(i as f64, 1.));
    let a = lazy!(z .* z .+ Complex::new(0., 1.));
    assert_eq!(bcast!(a .* 2.), z.mapv(|z| (z * z + Complex::new(0., 1.)) * 2.));
    assert_eq!(bcast!(sum(a)), bcast!(sum(z .* z .+ Complex::new(0., 1.))));
}

#[test]
fn aligned_and_large() {
    #[derive(Clone, Copy, Debug, PartialEq)]
    #[repr(align(64))]
    struct Wide([f64; 24]);
    let x = array![Wide([1.; 24]), Wide([2.; 24])];
    let doubled = |wide: Wide| Wide(wide.0.map(|x| x * 2.));
    let a = lazy!(doubled.(x));
    assert_eq!(bcast!(doubled.(a)), array![Wide([4.; 24]), Wide([8.; 24])]);
}
