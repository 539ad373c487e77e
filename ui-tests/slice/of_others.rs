//! Slices and masks as NumPy and Julia write them.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn colons(v: &Array1<f64>, x: &Array2<f64>) {
    let _ = bcast!(v[1:] .- v[:-1]);
    //~             ^^^^ bcast!: `[1:]` is no range
    //~ help: write `[1..]`; ranges are `a..b` or `a..b;step`
    //~                      ^^^^^ bcast!: `[:-1]` is no range
    //~ help: write `[..-1]`
    let _ = bcast!(x[::2, 0] .+ 1);
    //~             ^^^^^^^^ bcast!: `[::2, 0]` is no range
    //~ help: write `[..;2, 0]`
    let _ = bcast!(x[..., 0] .+ 1);
    //~             ^^^^^^^^ bcast!: `...` in a slice
    //~ help: write `..` for each axis that is taken whole: `x[.., .., 0]`
}

pub fn new_axes(v: &Array1<f64>, x: &Array2<f64>) {
    let _ = bcast!(x .+ v[:, None]);
    //~                  ^^^^^^^^^ bcast!: `None` in a slice makes no axis
    //~ help: say where the axes lie instead: `x @ (0)` behind the operand
}

pub fn masks(x: &mut Array2<f64>) {
    bcast!(x[x .> 1] .= 0);
    //~     ^^^^^^^^ bcast!: dotted operations in the index of `x[..]`
    //~ help: a mask chooses, `if c { x } else { 0 }`; places are looked up, `at.(x, i)`
}

pub fn indices(v: &Array1<f64>, n: usize) {
    let _ = bcast!(v[n .- 1] .+ 1);
    //~             ^^^^^^^^ bcast!: dotted operations in the index of `v[..]`
    //~ help: an index is plain Rust, `x[n - 1]`; the place of each element is looked up, `at.(x, i .+ 1)`
}

fn main() {}
