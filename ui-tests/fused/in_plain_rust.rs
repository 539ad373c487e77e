//! Plain Rust runs before the loop, so it does not see what is computed there.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<i32>) -> Array1<i32> {
    bcast!(let n = count(x .> 2); (0..n) .* x)
    //~                           ^^^^^^ bcast!: `(0..n)` is plain Rust, which cannot read the fused value `n`
    //~ help: compute it before the call, `let n = bcast!(..);`
}

/// Also where it is used besides.
pub fn beside(x: &Array1<i32>) -> Array1<i32> {
    bcast!(let n = x .* 2; n .+ (0..n))
    //~                         ^^^^^^ bcast!: `(0..n)` is plain Rust, which cannot read the fused value `n`
    //~ help: or give the `let` in here another name
}

fn main() {}
