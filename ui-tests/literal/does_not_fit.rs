//! Literals that the elements beside them cannot hold.

use bcast::bcast;
use bcast::ndarray::Array1;

//~ build
fn too_large(x: &Array1<u8>) -> Array1<u8> {
    bcast!(x .+ 300)
    //~         ^^^ bcast!: an integer literal does not fit the type beside it, u8
}

/// It takes its type from the other branch.
fn in_a_branch(x: &Array1<i8>) -> Array1<i8> {
    bcast!(if x .> 9 { x } else { 128 })
    //~                         ^^^^^^^ bcast!: an integer literal does not fit the type beside it, i8
}

fn negative(x: &Array1<u32>) -> Array1<u32> {
    bcast!(x .* -1)
    //~         ^ bcast!: an integer literal does not fit the type beside it, u32
}

/// A float rounds it.
fn not_exact(x: &Array1<f32>) -> Array1<f32> {
    bcast!(x .+ 16_777_217)
    //~         ^^^^^^^^^^ bcast!: an integer literal is not exact in the type beside it, f32
}

/// Code is generated for what is called.
fn main() {
    too_large(&Array1::zeros(3));
    in_a_branch(&Array1::zeros(3));
    negative(&Array1::zeros(3));
    not_exact(&Array1::zeros(3));
}
