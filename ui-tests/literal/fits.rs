//! The last literals that the elements beside them hold.

use bcast::bcast;
use bcast::ndarray::{Array1, arr1};

//~ pass
fn main() {
    let (bytes, signed): (Array1<u8>, Array1<i8>) = (arr1(&[0, 10]), arr1(&[0, 10]));
    assert_eq!(bcast!(bytes .+ 245), arr1(&[245, 255]));
    assert_eq!(bcast!(if signed .> 9 { signed } else { -128 }), arr1(&[-128, 10]));
    assert_eq!(bcast!(arr1(&[0_f32]) .+ 16_777_216), arr1(&[16_777_216.0]));
}
