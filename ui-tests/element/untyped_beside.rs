//! Numbers of variables without a type, which are `f64`, where functions, comparisons and branches stand beside `f32`.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn compared(x: &Array1<f32>) {
    let half = 0.5;
    let _ = bcast!(x .> half);
    //~               ^ bcast!: `f32` and `f64` cannot be ordered
    //~ note: a variable is `f64` by `let k = 0.1;`, `f32` by `let k = 0.1_f32;`
    let zero = 0.0;
    let _ = bcast!(zero .== x);
    //~                   ^ bcast!: `f64` and `f32` cannot be compared for equality
    //~ note: a variable is `f64` by `let k = 0.1;`, `f32` by `let k = 0.1_f32;`
}

pub fn functions(x: &Array1<f32>) {
    let (low, high) = (0.0, 1.0);
    let _ = bcast!(clamp.(x, low, high));
    //~                   ^ bcast!: there is no `clamp.(f32, f64, f64)`
    //~ note: a variable is `f32` by `let k = 0.1_f32;`
    let y = 0.5;
    let _ = bcast!(hypot.(x, y));
    //~                   ^ bcast!: there is no `hypot.(f32, f64)`
    //~ note: a variable is `f32` by `let k = 0.1_f32;`
    let _ = bcast!(atan2.(x, y) .+ max.(x, y));
    //~                   ^ bcast!: there is no `atan2.(f32, f64)`
    //~ note: a variable is `f32` by `let k = 0.1_f32;`
    //~                                 ^ bcast!: there is no `max.(f32, f64)`
    //~ note: a variable is `f32` by `let k = 0.1_f32;`
}

pub fn branches(x: &Array1<f32>) {
    let half = 0.5;
    let _ = bcast!(select.(x .> 0, x, half));
    //~                               ^^^^ bcast!: a branch of `f64` beside one of `f32`
    //~ note: convert one of them, for example with `f32.(..)`
    //~ note: a variable is `f64` by `let k = 0.1;`, `f32` by `let k = 0.1_f32;`
    let least = 0.25;
    let _ = bcast!(if x .> 1 { least } else { x });
    //~                        ^^^^^ bcast!: a branch of `f64` beside one of `f32`
}

/// Beside `f64` such a number needs nothing, and `f32` is written.
pub fn right(x: &Array1<f32>, y: &Array1<f64>) -> (Array1<f32>, f64) {
    let (half, low, high) = (0.5_f32, 0.0, 1.0);
    let clamped: f64 = bcast!(sum(clamp.(if y .> low { y } else { high }, low, high))).sqrt();
    (bcast!(if x .> half { x } else { half }), clamped)
}

fn main() {}
