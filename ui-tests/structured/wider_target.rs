//! A triangle does not fit into a few diagonals.

use bcast::bcast;
use bcast::ndarray::Array2;
use bcast::structure::{Lower, Tridiagonal};

pub fn case(t: &mut Tridiagonal<Vec<f64>>, l: &Lower<Array2<f64>>) {
    bcast!(#[structured] t .= l .* 2)
    //~                       ^^^^^^ bcast!: a formula of kind `LowerTriangle` does not fit into
    //~ label: it has elements where the target has none
}

fn main() {}
