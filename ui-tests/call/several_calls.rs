//! Mistakes in one expression are shown at once.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: &Array1<f64>) -> Array1<f64> {
    bcast!(log.(x) .+ exp.(x, y) .* sum[0, 0](y) .+ y @ (1, 0))
    //~    ^^^ bcast!: there is no built-in `log.`
    //~               ^^^^^^^^^^ bcast!: `exp.` takes 1 value, not 2 values
    //~                                ^^^^^^ bcast!: axis 0 stands twice in `sum[..]`
    //~                                                 ^^^^^^ bcast!: the axes of `@` must increase
}

fn main() {}
