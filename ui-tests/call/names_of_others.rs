//! Functions of other systems for which there is a formula, a method or a slice here.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn dotted(v: &Array1<f64>, n: &Array1<u64>, m: &Array2<f64>) {
    let _ = bcast!(diff.(v));
    //~            ^^^^ bcast!: there is no built-in `diff.`
    //~ help: write `x[1..] .- x[..-1]`
    let _ = bcast!(outer.(v, v));
    //~            ^^^^^ bcast!: there is no built-in `outer.`
    //~ help: write `a @ (0) .* b @ (1)`
    let _ = bcast!(argsort.(v));
    //~            ^^^^^^^ bcast!: there is no built-in `argsort.`
    //~ help: write `order.sort_by(|&i, &j| x[i].total_cmp(&x[j]))` before the call
    let _ = bcast!(count_ones.(n));
    //~            ^^^^^^^^^^ bcast!: there is no built-in `count_ones.`
    //~ help: write `(|v| v.count_ones()).(x)`
    let _ = bcast!(transpose.(m) .+ 1);
    //~            ^^^^^^^^^ bcast!: there is no built-in `transpose.`
    //~ help: write `x.t()`
}

pub fn alone(v: &Array1<f64>, m: &Array2<f64>) {
    let _ = bcast!(diff(v));
    //~            ^^^^^^^ bcast!: there is no built-in `diff`
    //~ help: write `x[1..] .- x[..-1]`
    let _ = bcast!(outer(v, v));
    //~            ^^^^^^^^^^^ bcast!: there is no built-in `outer`
    let _ = bcast!(argsort(v));
    //~            ^^^^^^^^^^ bcast!: there is no built-in `argsort`
    let _ = bcast!(transpose(m));
    //~            ^^^^^^^^^^^^ bcast!: there is no built-in `transpose`
    //~ help: write `x.t()`
}

/// As it is written instead.
pub fn right(v: &Array1<f64>, n: &Array1<u64>, m: &Array2<f64>) {
    let mut order: Vec<usize> = (0..v.len()).collect();
    order.sort_by(|&i, &j| v[i].total_cmp(&v[j]));
    let sorted = bcast!(at.(v, order));
    let _ = bcast!((sorted[1..] .- sorted[..-1], v @ (0) .* v @ (1), (|v| v.count_ones()).(n), m.t() .+ 1));
}

fn main() {}
