//! Gradients through functions that are differentiated themselves.

use bcast::ndarray::{Array1, Array2, array};
use bcast::{bcast, elemental};

const LIMIT: f64 = 0.75;

/// Of `let`s that hide each other, assignments and constants.
#[elemental]
fn statements(x: f64, y: f64) -> f64 {
    const HALF: f64 = 0.5;
    let z = x * y - HALF;
    let x: f64 = z.sin() + x / (y * y + 1.0);
    let mut sum = x;
    sum += z * LIMIT;
    sum *= 2.0 - std::f64::consts::FRAC_1_PI;
    let (s, c) = sum.sin_cos();
    let n = 3;
    let (i, _) = (n + 1, n);
    s * c + sum.powi(n) / i as f64 - -x
}

/// Of branches, some of which do not change.
#[elemental]
fn branches(x: f64, n: i32) -> f64 {
    let a = if x < -1.0 {
        let y = x + 1.0;
        y * y
    } else if x > 1.0 && n > 0 {
        1.5
    } else {
        x.exp()
    };
    match n {
        0 => a,
        1 | 2 => a * x,
        3 => 2.0,
        _ => {
            let n = n as f64;
            a / n
        }
    }
}

/// Of each method.
#[elemental]
fn methods(x: f64, y: f64) -> f64 {
    let a = x.abs().sqrt() + x.cbrt() + (x * x + 1.0).recip() + x.exp2() + x.exp_m1() + x.to_radians();
    let b = (y * y).ln_1p() + (y.abs() + 1.0).log2() + (y.abs() + 2.0).log10() + y.tan() + y.fract() + y.floor();
    let c = (x / 4.0).asin() + (y / 4.0).acos() + x.atan() + y.sinh() + x.cosh() + y.tanh() + x.asinh();
    let d = (x.abs() + 2.0).acosh() + (y / 4.0).atanh() + x.atan2(y) + x.hypot(y) + x.mul_add(y, 2.0) + (x % y);
    let e = x.min(y) + f64::max(x, 0.25) + x.clamp(-0.5, y.abs() + 0.1) + x.copysign(-1.0) + y.rem_euclid(0.75);
    let f = (x.abs() + 0.5).powf(y) + f64::powf(2.0, x) + x.powi(3) + (y.abs() + 0.1).ln() + x.signum() * y.trunc();
    (a + b * c) * d.to_degrees().cos() + (e - f).sin()
}

/// Of calls of others.
#[elemental]
fn calls(x: f64, y: f64) -> f64 {
    let a = inner::twice(x) * self::inner::twice(y);
    inner::both(a, y) + inner::named(x)
}

mod inner {
    #[bcast::elemental]
    pub(crate) fn twice(x: f64) -> f64 {
        2.0 * x
    }
    #[bcast::elemental]
    pub(crate) fn both(x: f64, mut y: f64) -> f64 {
        y = y * y;
        x * y
    }
    #[bcast::elemental(derivative = |x: f64| 3.0 * x * x)]
    pub(crate) fn named(x: f64) -> f64 {
        x * x * x
    }
}

/// One that calls itself.
#[elemental]
fn raised(x: f64, n: i32) -> f64 {
    if n <= 0 { 1.0 } else { x * raised(x, n - 1) }
}

/// Without a derivative, as long as nobody asks.
#[elemental]
fn uses_loops(x: f64) -> f64 {
    loops(x) + 1.0
}
#[elemental]
fn loops(x: f64) -> f64 {
    let mut sum = 0.0;
    for n in 0..3 {
        sum += x * n as f64;
    }
    sum
}

#[elemental]
fn single(x: f32, n: u32) -> f32 {
    let wide = x as f64;
    (wide * wide) as f32 * n as f32 + (x as i32) as f32
}

fn matrix() -> Array2<f64> {
    array![[0.3, -1.2, 0.8], [1.1, 0.4, -0.6]]
}

#[test]
fn of_statements() {
    let (x, y) = (matrix(), array![0.5, -0.25, 1.5]);
    check!([x, y] statements.(x, y @ (1)));
    check!([x] sum(statements.(x.^2, 0.3) .* x));
}

#[test]
fn of_branches() {
    let (x, n) = (array![[-2.5, 0.3, 1.5], [-1.1, -0.4, 2.0]], array![0, 1, 3]);
    check!([x] branches.(x, n @ (1)));
    check!([x] branches.(x, 7));
}

#[test]
fn of_methods() {
    let (x, y) = (matrix(), array![0.57, -0.35, 1.45]);
    check!([x, y] methods.(x, y @ (1)));
}

#[test]
fn of_calls() {
    let (x, y) = (matrix(), array![0.5, -0.25, 1.5]);
    check!([x, y] calls.(x, y @ (1)));
    check!([x] raised.(x, 3));
    assert_eq!(bcast!(uses_loops.(x))[[0, 0]], uses_loops(0.3));
}

#[test]
fn of_single_precision() {
    let x: Array1<f32> = array![1.0, -2.0];
    assert_eq!(bcast!(#[grad(x)] single.(x, 3)).1, array![6.0, -12.0]);
}

/// At kinks and ties they are those of formulas.
#[test]
fn where_there_is_none() {
    #[elemental]
    fn kinks(x: f64, y: f64) -> f64 {
        x.abs() + x.max(y) + x.powf(0.0) + x.powi(0)
    }
    let (x, y) = (array![0.0, 0.0, 1.0], array![0.0, 1.0, 0.0]);
    let (_, of_function) = bcast!(#[grad(x, y)] kinks.(x, y));
    let (_, of_formula) = bcast!(#[grad(x, y)] abs.(x) .+ max.(x, y) .+ x.^0);
    assert_eq!(of_function, of_formula);
    // The branch that is not taken adds no NaN.
    #[elemental]
    fn guarded(x: f64) -> f64 {
        if x > 0.0 { x.sqrt() } else { 0.0 }
    }
    assert_eq!(bcast!(#[grad(x)] guarded.(x)).1, array![0.0, 0.0, 0.5]);
}
