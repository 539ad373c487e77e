//! A vector among matrices.

use bcast::bcast;
use bcast::ndarray::Array1;
use bcast::structure::Diagonal;

pub fn case(d: &Diagonal<Vec<f64>>, v: &Array1<f64>) {
    let _ = bcast!(#[structured] d .* v);
    //~                               ^ bcast!: `&ArrayBase<OwnedRepr<f64>, Dim<[usize; 1]>, f64>` cannot stand beside
    //~ label: neither a matrix nor a number
    //~ note: compute a matrix of it first
}

fn main() {}
