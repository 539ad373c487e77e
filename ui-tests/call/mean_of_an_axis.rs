//! Reductions do not exist yet.

use bcast::bcast;
use bcast::ndarray::Array2;

pub fn case(x: &Array2<f64>) -> Array2<f64> {
    bcast!(x .- mean[0](x))
    //~         ^^^^^^^^^^ bcast!: the reduction `mean(..)` is not yet available
    //~ help: a function of yours is `self::mean(..)`
}
