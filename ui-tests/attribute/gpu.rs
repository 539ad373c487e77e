//! The GPU does not exist yet.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, device: &str) -> Array1<f64> {
    bcast!(#[gpu(device)] x .+ 1)
    //~    ^^^^^^^^^^^^^^ bcast!: `#[gpu(..)]` is not yet available
    //~ help: remove the attribute to run on the CPU
}
