//! Gradients through functions whose derivative is named.

use bcast::ndarray::{Array2, array};
use bcast::{bcast, elemental};

/// x with the sign of x, squared.
#[elemental(derivative = bent_slope)]
fn bent(x: f64) -> f64 {
    x * x.abs()
}
fn bent_slope(x: f64) -> f64 {
    2.0 * x.abs()
}

mod inner {
    /// Of two numbers and one that has no derivative.
    #[bcast::elemental(derivative = self::slopes)]
    pub(crate) fn mixed(a: f64, b: f64, n: i32) -> f64 {
        a.powi(n) * b.sin()
    }
    fn slopes(a: f64, b: f64, n: i32) -> (f64, f64, f64) {
        (f64::from(n) * a.powi(n - 1) * b.sin(), a.powi(n) * b.cos(), 0.0)
    }

    #[bcast::elemental(derivative = |x: f32| 3.0 * x * x)]
    pub(crate) fn cube(x: f32) -> f32 {
        x * x * x
    }
}

fn matrix() -> Array2<f64> {
    array![[0.3, -1.2, 0.8], [1.1, 0.4, -0.6]]
}

#[test]
fn of_one_argument() {
    let (x, w, s) = (matrix(), array![0.5, -0.25, 1.5], 1.7);
    check!([x] bent.(x));
    check!([x, w] sum(bent.(x .* w @ (1)) .* x).^2);
    check!([s] bent.(bent.(s) .+ 1));
    check!([x] if x .> 0 { bent.(x) } else { bent.(x).^2 });
    check!([x, s] let a = bent.(x .- s); a .* mean[1](a));
    assert_eq!(bcast!(#[grad(x)] bent.(x)).1, x.mapv(bent_slope));
}

#[test]
fn of_several_arguments() {
    let (x, w, n) = (matrix(), array![0.5, -0.25, 1.5], array![[2], [3]]);
    check!([x, w] inner::mixed.(x, w @ (1), n));
    check!([x] sum[0](inner::mixed.(x, 0.5, 2)) .+ sum[1; keep](x));
    check!([w] inner::mixed.(w.^2, sin.(w), 3));
}

#[test]
fn of_single_precision() {
    let x = array![1.0_f32, -2.0];
    assert_eq!(bcast!(#[grad(x)] inner::cube.(x)).1, array![3.0, 12.0]);
}

#[test]
fn where_no_derivative_is_asked_for() {
    let (x, half) = (matrix(), |v: f64| v / 2.0);
    assert_eq!(bcast!(bent.(x))[[0, 1]], -1.44);
    assert_eq!(bcast!(#[grad(x)] x .* half.(3.0)).1, x.mapv(|_| 1.5));
}
