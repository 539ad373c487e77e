//! The GPU without its feature.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, device: &str) -> Array1<f64> {
    bcast!(#[gpu(device)] x .+ 1)
    //~    ^^^^^^^^^^^^^^ bcast!: `#[gpu(..)]` needs the feature `gpu`
    //~ help: write `bcast = { version = "..", features = ["gpu"] }`, or remove the attribute to run on the CPU
}

fn main() {}
