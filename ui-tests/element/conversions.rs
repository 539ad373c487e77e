//! Integers where floats, other integers or signs are asked for: each message says which conversion to write.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn fractions(k: &Array1<usize>) {
    let _ = bcast!(k .* 0.5);
    //~               ^ bcast!: there is no `usize .* {float}`
    //~ note: integers beside `0.5`: `f64.(n)`
    let _ = bcast!(k .> 2.5);
    //~               ^ bcast!: `usize` and `{float}` cannot be ordered
    //~ note: integers beside `0.5`: `f64.(n)`
}

pub fn powers(x: &Array1<f64>, k: &Array1<i64>, n: usize) {
    let _ = bcast!(x .^ n);
    //~            ^ bcast!: there is no `f64 .^ usize`
    //~ note: convert it with `i32.(n)` or `u32.(n)`
    let _ = bcast!(k .^ n);
    //~            ^ bcast!: there is no `i64 .^ usize`
    //~ note: convert it with `i32.(n)` or `u32.(n)`
}

pub fn signs(k: &Array1<usize>, x: &Array1<f64>) {
    let _ = bcast!(abs.(k));
    //~                 ^ bcast!: there is no `abs.(usize)`
    //~ note: a `usize` has none, and differences are `abs.(i64.(x) .- i64.(y))`
    let _ = bcast!(!x .> 1);
    //~             ^ bcast!: there is no `!f64`
    //~ note: `!` stands before a parenthesis: `!(x .> 1)`
}

pub fn norms(n: &Array1<i32>) {
    let _ = bcast!(norm(n));
    //~            ^^^^ bcast!: there is no `norm` of `i32`
    //~ note: convert the elements first: `norm(f64.(x))`
    let _ = bcast!(std(n));
    //~            ^^^ bcast!: there is no `mean` of `i32`
    //~ note: convert the elements first: `mean(f64.(x))`
}

/// As it is written instead.
pub fn right(x: &Array1<f64>, k: &Array1<usize>, n: usize) -> (Array1<f64>, Array1<f64>, Array1<i64>, f64) {
    bcast!((f64.(k) .* 0.5, x .^ i32.(n), abs.(i64.(k) .- 2), norm(f64.(k))))
}

fn main() {}
