//! Types of one's own as numbers: operators, literals, built-in functions, reductions.

use bcast::ndarray::{Array1, Array2, Axis, array};
use bcast::{BroadcastError, bcast, own, try_bcast};
use std::cmp::Reverse;
use std::num::Wrapping;
use std::time::Duration;

#[path = "common/dual.rs"]
mod dual;
use dual::Dual;

impl PartialOrd for Dual {
    fn partial_cmp(&self, other: &Dual) -> Option<std::cmp::Ordering> {
        self.0.partial_cmp(&other.0)
    }
}
impl<const N: i128> bcast::ops::Adopt<N> for Dual {
    fn adopt() -> Dual {
        Dual(N as f64, 0.)
    }
}
impl own::Exp for Dual {
    fn exp(self) -> Dual {
        Dual(self.0.exp(), self.1 * self.0.exp())
    }
}
impl own::Sqrt for Dual {
    fn sqrt(self) -> Dual {
        Dual(self.0.sqrt(), self.1 / (2. * self.0.sqrt()))
    }
}
impl own::Hypot for Dual {
    fn hypot(self, other: Dual) -> Dual {
        let length = self.0.hypot(other.0);
        Dual(length, (self.0 * self.1 + other.0 * other.1) / length)
    }
}
impl own::MulAdd for Dual {
    fn mul_add(self, factor: Dual, term: Dual) -> Dual {
        self * factor + term
    }
}
impl own::Abs for Dual {
    fn abs(self) -> Dual {
        if self.0 < 0. { -self } else { self }
    }
}

/// Numbers, with 1 as the derivative of each.
fn line(numbers: &[f64]) -> Array1<Dual> {
    numbers.iter().map(|&x| Dual(x, 1.)).collect()
}

fn matrix(rows: usize, columns: usize) -> Array2<Dual> {
    Array2::from_shape_fn((rows, columns), |(i, j)| Dual(((i * 7 + j * 5) % 11) as f64 - 4., j as f64))
}

#[test]
fn operators_and_literals() {
    let x = line(&[1., 2., 4.]);
    assert_eq!(bcast!(x .* x .+ 2 .* x .- 3), array![Dual(0., 4.), Dual(5., 6.), Dual(21., 10.)]);
    assert_eq!(bcast!(-x ./ 2), array![Dual(-0.5, -0.5), Dual(-1., -0.5), Dual(-2., -0.5)]);
    assert_eq!(bcast!(x .^ 2), array![Dual(1., 2.), Dual(4., 4.), Dual(16., 8.)]);
    assert_eq!(bcast!(x .^ 3), array![Dual(1., 3.), Dual(8., 12.), Dual(64., 48.)]);
    assert_eq!(bcast!(1 ./ x), array![Dual(1., -1.), Dual(0.5, -0.25), Dual(0.25, -0.0625)]);
    assert_eq!(bcast!(if x .> 1 { x } else { 0 }), array![Dual(0., 0.), Dual(2., 1.), Dual(4., 1.)]);
    let (k, mut out) = (Dual(3., 0.), x.clone());
    bcast!(out .*= k; out .-= 1);
    assert_eq!(out, array![Dual(2., 3.), Dual(5., 3.), Dual(11., 3.)]);
}

#[test]
fn functions() {
    let x = line(&[0., 1., 4.]);
    let e = 1_f64.exp();
    assert_eq!(bcast!(exp.(x))[1], Dual(e, e));
    assert_eq!(bcast!(sqrt.(x .+ 5)), array![5_f64, 6., 9.].mapv(|x| Dual(x.sqrt(), 0.5 / x.sqrt())));
    assert_eq!(bcast!(exp.(-x) .* x)[2], Dual(4. * (-4_f64).exp(), -3. * (-4_f64).exp()));
    assert_eq!(bcast!(hypot.(x .- 1, 2 .* x))[2], Dual(73_f64.sqrt(), 19. / 73_f64.sqrt()));
    assert_eq!(bcast!(mul_add.(x, x, x))[2], Dual(20., 9.));
    assert_eq!(bcast!(abs.(x .- 2)), array![Dual(2., -1.), Dual(1., -1.), Dual(2., 1.)]);
    assert_eq!(bcast!(max.(x, 2)), array![Dual(2., 0.), Dual(2., 0.), Dual(4., 1.)]);
    assert_eq!(bcast!(min.(x, 2, 0 .* x .+ 1)), array![Dual(0., 1.), Dual(1., 1.), Dual(1., 0.)]);
}

/// Sums and products of whole numbers are exact in any order.
#[test]
fn reductions() {
    for (rows, columns) in [(2, 3), (7, 70), (300, 5), (90, 700)] {
        let x = matrix(rows, columns);
        let total = x.iter().fold(Dual(0., 0.), |sum, &x| sum + x);
        assert_eq!(bcast!(sum(x)), total);
        let of_rows = x.map_axis(Axis(1), |row| row.iter().fold(Dual(0., 0.), |sum, &x| sum + x));
        assert_eq!(bcast!(sum[1](x)), of_rows);
        let of_columns = x.map_axis(Axis(0), |row| row.iter().fold(Dual(0., 0.), |sum, &x| sum + x));
        assert_eq!(bcast!(sum[0](x)), of_columns);
        assert_eq!(bcast!(max[1](x)).mapv(|x| x.0), most(&x));
        let (least, most) = (bcast!(min(x)), bcast!(maximum(x)));
        let numbers = || x.iter().map(|x| x.0);
        assert_eq!((least.0, most.0), (numbers().fold(9., f64::min), numbers().fold(-9., f64::max)));
        let first = |wanted: f64| numbers().position(|x| x == wanted).unwrap();
        assert_eq!((bcast!(argmin(x)), bcast!(argmax(x))), (first(least.0), first(most.0)));
    }
    assert_eq!(bcast!(prod(line(&[2., 3., 5.]))), Dual(30., 31.));
}

/// Of equal elements, which have different derivatives here, any may be chosen.
fn most(x: &Array2<Dual>) -> Array1<f64> {
    x.map_axis(Axis(1), |row| row.iter().map(|x| x.0).fold(-9., f64::max))
}

#[test]
fn what_has_no_order_loses() {
    let nan = Dual(f64::NAN, 0.);
    let x = array![[nan, Dual(1., 0.)], [Dual(2., 1.), nan], [Dual(3., 0.), Dual(3., 7.)]];
    assert_eq!(bcast!(max[1](x)), array![Dual(1., 0.), Dual(2., 1.), Dual(3., 0.)]);
    assert_eq!(bcast!(min[0](x)), array![Dual(2., 1.), Dual(1., 0.)]);
    assert!(bcast!(minimum[1](x)).iter().take(2).all(|x| x.0.is_nan()));
    assert_eq!(bcast!(argmax[1](x)), array![1, 0, 0]);
    let all = Array2::from_elem((3, 70), nan);
    assert!(
        bcast!(max[1](all)).iter().chain(&bcast!(min[0](all))).chain(&bcast!(maximum[0](all))).all(|x| x.0.is_nan())
    );
    assert_eq!((bcast!(argmin(all)), bcast!(argmax[0](all))), (0, Array1::zeros(70)));
    assert_eq!(bcast!(argmin[0](x)), array![1, 0]);
}

#[test]
fn of_nothing() {
    let x = Array2::<Dual>::from_elem((0, 3), Dual(0., 0.));
    assert!(matches!(try_bcast!(sum[0](x)), Err(BroadcastError::Empty { .. })));
    assert_eq!(bcast!(sum[1](x)).len(), 0);
}

#[test]
fn what_std_orders() {
    let words = array!['q', 'b', 'x'];
    assert_eq!((bcast!(max(words)), bcast!(min(words)), bcast!(argmax(words))), ('x', 'b', 2));
    let times = array![[3, 1], [2, 9]].mapv(Duration::from_secs);
    assert_eq!(bcast!(max[1](times)), array![Duration::from_secs(3), Duration::from_secs(9)]);
    assert_eq!(bcast!(sum[0](times)), array![Duration::from_secs(5), Duration::from_secs(10)]);
    let pairs = array![(1, 'b'), (1, 'a'), (0, 'z')];
    assert_eq!((bcast!(max(pairs)), bcast!(min(pairs))), ((1, 'b'), (0, 'z')));
    assert_eq!(bcast!(min(array![[3, 1], [2, 9]].mapv(Reverse))), Reverse(9));
    assert_eq!(bcast!(sum(array![200_u8, 100].mapv(Wrapping))), Wrapping(44));
    assert_eq!(bcast!(max(array![[1_u8, 2], [1, 3]].map_axis(Axis(1), |row| [row[0], row[1]]))), [1, 3]);
}
