//! A literal that takes its type from the other branch.

use bcast::bcast;
use bcast::ndarray::Array1;

//~ build
pub fn case(x: &Array1<u8>) -> Array1<u8> {
    bcast!(if x .> 9 { x } else { 256 })
    //~                         ^^^^^^^ bcast!: an integer literal does not fit the type beside it, u8
}
