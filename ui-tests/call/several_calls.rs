//! Mistakes in one expression are shown at once.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>, y: &Array1<f64>) -> Array1<f64> {
    bcast!(log.(x) .+ exp.(x, y) .* sum(y) .+ y @ (1, 0))
    //~    ^^^ bcast!: there is no built-in `log.`
    //~               ^^^^^^^^^^ bcast!: `exp.` takes 1 value, not 2 values
    //~                             ^^^^^^ bcast!: the reduction `sum(..)` is not yet available
    //~                                           ^^^^^^ bcast!: the axes of `@` must increase
}
