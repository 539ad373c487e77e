//! Gradients on a device through functions of the user's, beside the processor's.

use bcast::ndarray::{Array1, array};
use bcast::{bcast, elemental, wgsl};

use crate::both::matrix;
use crate::near::Near;

const LIMIT: f32 = 0.75;

/// Of `let`s that hide each other, assignments and constants.
#[elemental]
fn statements(x: f32, y: f32) -> f32 {
    const HALF: f32 = 0.5;
    let z = x * y - HALF;
    let x: f32 = z.sin() + x / (y * y + 1.0);
    let mut sum = x;
    sum += z * LIMIT;
    sum *= 2.0 - std::f32::consts::FRAC_1_PI;
    let n = 3;
    let (i, _) = (n + 1, n);
    sum * z + sum.powi(n) / i as f32 - -x
}

/// Of branches, some of which do not change.
#[elemental]
fn branches(x: f32, n: i32) -> f32 {
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
        n if n < 5 => 0.25 * x,
        _ => {
            let n = n as f32;
            a / n
        }
    }
}

#[elemental]
fn methods(x: f32, y: f32) -> f32 {
    let a = x.abs().sqrt() + x.cbrt() + (x * x + 1.0).recip() + x.exp2() + x.exp_m1() + x.to_radians();
    let b = (y * y).ln_1p() + (y.abs() + 1.0).log2() + (y.abs() + 2.0).log10() + y.tan() + y.fract() + y.floor();
    let c = (x / 4.0).asin() + (y / 4.0).acos() + x.atan() + y.sinh() + x.cosh() + y.tanh() + x.asinh();
    let d = (x.abs() + 2.0).acosh() + (y / 4.0).atanh() + x.atan2(y) + x.hypot(y) + x.mul_add(y, 2.0) + (x % y);
    let e = x.min(y) + f32::max(x, 0.25) + x.clamp(-0.5, y.abs() + 0.1) + x.copysign(-1.0) + y.rem_euclid(0.75);
    let f = (x.abs() + 0.5).powf(y) + f32::powf(2.0, x) + x.powi(3) + (y.abs() + 0.1).ln() + x.signum() * y.trunc();
    (a + b * c) * d.to_degrees().cos() + (e - f).sin()
}

mod inner {
    #[bcast::elemental]
    pub(crate) fn twice(x: f32) -> f32 {
        2.0 * x
    }
    #[bcast::elemental]
    pub(crate) fn both(x: f32, mut y: f32) -> f32 {
        y = y * y;
        x * y
    }
    #[bcast::elemental(derivative = |x: f32| 3.0 * x * x)]
    pub(crate) fn cube(x: f32) -> f32 {
        x * x * x
    }
    /// Its derivative is one of two numbers, and of one that has none.
    #[bcast::elemental(derivative = self::slopes)]
    pub(crate) fn mixed(a: f32, b: f32, n: i32) -> f32 {
        let mut product = b.sin();
        for _ in 0..n {
            product *= a;
        }
        product
    }
    #[bcast::elemental]
    fn slopes(a: f32, b: f32, n: i32) -> (f32, f32, f32) {
        (n as f32 * a.powi(n - 1) * b.sin(), a.powi(n) * b.cos(), 0.0)
    }
}

/// Of calls of others.
#[elemental]
fn calls(x: f32, y: f32) -> f32 {
    let a = inner::twice(x) * self::inner::twice(y);
    inner::both(a, y) + inner::cube(x) * inner::mixed(x, y * y, 2)
}

/// In another type between.
#[elemental]
fn wide(x: f32, n: u32) -> f32 {
    let wide = x as f64;
    (wide * wide * wide) as f32 * n as f32 + (x as i32) as f32
}

#[elemental]
fn doubled(x: f64, y: f64) -> f64 {
    let a = if x > y { x.sqrt() } else { (x * y).abs() };
    a.powi(3) / (y * y + 1.5) - x.max(y).mul_add(y, x.clamp(0.2, y))
}

/// Without a derivative, as long as nobody asks.
#[elemental]
fn uses_loops(x: f32) -> f32 {
    let mut sum = 0.0;
    for n in 0..3 {
        sum += x * n as f32;
    }
    sum
}

/// Its derivative is for the processor.
#[elemental(derivative = on_the_processor)]
fn half_known(x: f32) -> f32 {
    x * x
}
fn on_the_processor(x: f32) -> f32 {
    2.0 * x
}

/// The text of a kernel, beside those in `texts.rs`.
#[test]
fn a_text_to_read() {
    #[elemental]
    fn bump(x: f32, width: f32) -> f32 {
        let z = x / width;
        if z.abs() > 4.0 { 0.0 } else { (-z * z).exp() * inner::twice(x) }
    }
    let x = matrix();
    crate::texts::golden("slopes", &wgsl!(#[grad(x)] bump.(x, 2.5_f32)));
}

#[test]
fn of_statements() {
    let gpu = gpu!();
    let (x, y) = (matrix(), array![0.5_f32, -0.25, 1.5]);
    same_gradients!(gpu, 1e-5, [x, y] statements.(x, y @ (1)));
    same_gradients!(gpu, 1e-5, [x] sum(statements.(x.^2, 0.3_f32) .* x));
}

#[test]
fn of_branches() {
    let gpu = gpu!();
    let (x, n) = (array![[-2.5_f32, 0.3, 1.5, 0.7], [-1.1, -0.4, 2.0, 1.2]], array![0, 1, 3, 4]);
    same_gradients!(gpu, 1e-5, [x] branches.(x, n @ (1)));
    same_gradients!(gpu, 1e-5, [x] if x .> 0 { branches.(x, 7) } else { branches.(-x, 2).^2 });
}

#[test]
fn of_methods() {
    let gpu = gpu!();
    let (x, y) = (matrix(), array![0.57_f32, -0.35, 1.45]);
    same_gradients!(gpu, 1e-3, [x, y] methods.(x, y @ (1)));
}

#[test]
fn of_calls() {
    let gpu = gpu!();
    let (x, y, s) = (matrix(), array![0.5_f32, -0.25, 1.5], 1.7_f32);
    same_gradients!(gpu, 1e-5, [x, y] calls.(x, y @ (1)));
    same_gradients!(gpu, 1e-5, [x, s] let a = inner::cube.(x .- s); a .* mean[1](a));
    same_gradients!(gpu, 1e-5, [x] inner::twice.(inner::twice.(x)) .+ inner::twice.(x));
    same_gradients!(gpu, 1e-5, [x] x .* half_known.(0.5_f32) .+ uses_loops.(0.5_f32));
}

#[test]
fn with_named_derivatives() {
    let gpu = gpu!();
    let (x, w, n) = (matrix(), array![0.5_f32, -0.25, 1.5], array![[2], [3]]);
    same_gradients!(gpu, 1e-5, [x, w] inner::mixed.(x, w @ (1), n));
    same_gradients!(gpu, 1e-5, [w] sum(inner::mixed.(w.^2, sin.(w), 3)));
    same_gradients!(gpu, 1e-5, [x] inner::cube.(x) .- mean[0](inner::cube.(x)));
}

#[test]
fn of_double_precision() {
    let gpu = gpu!();
    let (x, y) = (array![0.5, -0.25, 1.5, 0.2], array![1.25, 0.5, 0.75, 0.3]);
    same_gradients!(gpu, 1e-12, [x, y] doubled.(x, y));
    let x: Array1<f32> = array![1.0, -2.0];
    same_gradients!(gpu, 1e-5, [x] wide.(x, 3_u32));
}

/// At kinks and ties they are those of formulas.
#[test]
fn where_there_is_none() {
    #[elemental]
    fn kinks(x: f32, y: f32) -> f32 {
        x.abs() + x.max(y) + x.powf(0.0) + x.powi(0) + y.powf(x)
    }
    #[elemental]
    fn clamped(x: f32, low: f32, high: f32) -> f32 {
        x.clamp(low, high)
    }
    let gpu = gpu!();
    let (x, y) = (array![0.0_f32, 0.0, 2.0, 0.0], array![0.0_f32, 1.0, 0.0, -1.0]);
    same_gradients!(gpu, 1e-6, [x, y] kinks.(x, y));
    let (x, low, high) = (array![-1.0_f32, 0.5, 2.0, 0.0, 1.0, 3.0], 0.0_f32, array![1.0_f32, 1.0, 1.0, 1.0, 1.0, 0.0]);
    same_gradients!(gpu, 1e-6, [x, low, high] clamped.(x, low, high));
}
