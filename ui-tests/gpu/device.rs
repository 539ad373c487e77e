//! Something else than a GPU.

use bcast::ndarray::Array1;
use bcast::bcast;

pub fn case(gpu: &str, x: &Array1<f32>) {
    let _ = bcast!(#[gpu(gpu)] x .+ 1);
    //~            ^^^^^^^^^^^ bcast!: `&str` is no GPU
    //~ note: open one, `let gpu = Gpu::new()?;`, and write `#[gpu(&gpu)]`
}

fn main() {}
