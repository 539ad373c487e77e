//! What `explain!` does not go through.

use bcast::explain;
use bcast::ndarray::Array1;
use bcast::structure::Diagonal;

pub fn structured(d: &Diagonal<Vec<f64>>) {
    explain!(#[structured] d .* 2);
    //~      ^^^^^^^^^^^^^ bcast!: `explain!` does not go through the portions of a container with structure
    //~ help: remove `#[structured]` to see what the same formula of arrays does
}
pub fn on_a_gpu(x: &Array1<f32>, gpu: &str) {
    explain!(#[gpu(gpu)] x .* 2);
    //~      ^^^^^^^^^^^ bcast!: `explain!` says what the processor does: what a GPU does, its driver decides
    //~ help: remove `#[gpu(..)]`; the kernels of a call on a GPU are what `wgsl!` gives
}

fn main() {}
