//! Two operators that do not fit are two errors.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f32>, y: &Array1<f64>, n: &Array1<i32>) -> Array1<bool> {
    bcast!(x .+ y .> 0 .&& n .* y .> 0)
    //~       ^ bcast!: there is no `f32 .+ f64`
    //~                       ^ bcast!: there is no `i32 .* f64`
}

fn main() {}
