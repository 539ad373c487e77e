//! Operators and choices of Python, Julia and C.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

pub fn words(x: &Array1<f64>) {
    let _ = bcast!(x .> 1 and x .< 2);
    //~                   ^^^ bcast!: `and` is no operator
    //~ help: write `.&&`
    let _ = bcast!(x .== 1 or x .== 2);
    //~                    ^^ bcast!: `or` is no operator
    let _ = bcast!(not (x .> 1));
    //~            ^^^ bcast!: `not` is no operator
    //~ help: write `!(..)`
    let _ = bcast!(~(x .> 1));
    //~            ^ bcast!: `~` is no operator
    let _ = bcast!(not x .> 1);
    //~            ^^^ bcast!: `not` is no operator
    //~ help: write `!(x .> 1)`
    let _ = bcast!((x .> 1) & (x .< 2));
    //~                     ^ bcast!: `&` without a dot between broadcast parts
    //~ help: `.&&` joins conditions: write `(x .> 1) .&& (x .< 2)`; `.&` joins bits
    let _ = bcast!(x .> 1 | x .< 0);
    //~                   ^ bcast!: `|` without a dot between broadcast parts
    //~ help: `.||` joins conditions: write `x .> 0 .|| y .> 0`; `.|` joins bits
}

pub fn choices(x: &Array1<f64>) {
    let _ = bcast!(x .> 0 ? x : -x);
    //~                   ^^^^^ bcast!: `?` with `:` chooses nothing here
    //~ help: write `if c { a } else { b }`
    let _ = bcast!(x if x .> 0 else -x);
    //~              ^^ bcast!: `if` behind a value
    //~ help: it stands before: write `if c { a } else { b }`
}

pub fn signs(x: &mut Array1<f64>, y: &Array1<f64>, m: &Array2<f64>) {
    bcast!(x .=. y);
    //~        ^ bcast!: a dot behind `.=`
    //~ help: one dot stands before the operator: `x .+ y`, `y .= x`
    let _ = bcast!(y .* .5);
    //~                 ^ bcast!: `.5` is no number
    //~ help: write `0.5`
    let _ = bcast!(y .|> exp);
    //~              ^^^ bcast!: `|>` is no operator
    //~ help: write the function before its argument: `f.(y)`
    let _ = bcast!(m .@ m);
    //~              ^^ bcast!: `.@` is no operator
    //~ help: a product of matrices is `m.dot(&m)`, or `sum[k](m @ (i, k) .* m @ (k, j))`
    let _ = bcast!(m @ m);
    //~                ^ bcast!: the axes after `@` stand in parentheses, not `m`
    //~ help: a product of matrices is `m.dot(&m)`
}

fn main() {}
