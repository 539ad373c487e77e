//! A literal that is too large for the elements beside it.

use bcast::bcast;
use bcast::ndarray::Array1;

//~ build
pub fn case(x: &Array1<u8>) -> Array1<u8> {
    bcast!(x .+ 300)
    //~         ^^^ bcast!: an integer literal does not fit the type beside it, u8
}
