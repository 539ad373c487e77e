//! What `explain!` refuses is what `bcast!` refuses.

use bcast::ndarray::Array1;
use bcast::{explain, try_explain};

pub fn a_gpu_without_the_feature(x: &Array1<f32>, gpu: &str) -> usize {
    try_explain!(#[gpu(gpu)] x .* 2).unwrap().kernels().count()
    //~          ^^^^^^^^^^^ bcast!: `#[gpu(..)]` needs the feature `gpu`
    //~ help: write `bcast = {
}
pub fn nothing_dotted(x: &Array1<f32>) -> usize {
    explain!(x).allocates()
    //~      ^ bcast!: no dotted operation in here
    //~ help: put a dot before each operator
}

fn main() {}
