//! A negative literal beside elements without a sign.

use bcast::bcast;
use bcast::ndarray::Array1;

//~ build
pub fn case(x: &Array1<u32>) -> Array1<u32> {
    bcast!(x .* -1)
    //~         ^ bcast!: an integer literal does not fit the type beside it, u32
}
