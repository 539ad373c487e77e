//! Reductions do not exist yet.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> f64 {
    bcast!(sum(x .^ 2))
    //~    ^^^^^^^^^^^ bcast!: the reduction `sum(..)` is not yet available
    //~ help: a function of yours is `self::sum(..)` or `{ sum(..) }`
}
