//! Calls as NumPy, Julia and `ndarray` write them.

use bcast::bcast;
use bcast::ndarray::Array2;

pub fn numpy(x: &Array2<f64>, y: &Array2<f64>) {
    let _ = bcast!(np.exp(x) .+ 1);
    //~            ^^^^^^ bcast!: `np.exp(..)` is NumPy's name
    //~ help: write `exp.(x)`; a method of yours stands in braces
    let _ = bcast!(np.where(x .> 0, x, y));
    //~            ^^^^^^^^ bcast!: `np.where(..)` is NumPy's name
    //~ help: write `if c { a } else { b }` or `select.(c, a, b)`
    let _ = bcast!(x.astype(np.float32) .+ 1);
    //~            ^^^^^^^^ bcast!: `x.astype(..)` is NumPy's name
    //~ help: write `f32.(x)`
    let _ = bcast!(float32.(x));
    //~            ^^^^^^^ bcast!: there is no built-in `float32.`
    //~ help: write `f32.(x)`
}

pub fn closures(x: &Array2<f64>) {
    let _ = bcast!(x.mapv(|v| v .+ 1));
    //~                  ^^^^^^^^^^^^ bcast!: dotted operations in a closure for `x.mapv(..)`, whose body is plain Rust
    //~ help: write the formula itself, `2 .* x .+ 1`
}

pub fn loops(x: &mut Array2<f64>, y: &Array2<f64>) {
    bcast!(azip!((x in x, &y in y) *x .+= y));
    //~    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ bcast!: `azip!` inside
    //~ help: write the formula that stands in it, with dots: `z .+= x .* y`
}

pub fn lists(x: &Array2<f64>, y: &Array2<f64>) {
    let _ = bcast!([x .+ y, x .- y]);
    //~            ^^^^^^^^^^^^^^^^ bcast!: dotted operations in an array's list
    //~ help: several results are a tuple at the end: `bcast!((a .+ b, a .- b))`
}

fn main() {}
