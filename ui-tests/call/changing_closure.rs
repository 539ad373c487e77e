//! Elements are computed in any order, on several threads.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    let mut count = 0;
    bcast!((|v| { count += 1; v * f64::from(count) }).(x))
    //~     ^^^ as it is a captured variable in a `Fn` closure
}

fn main() {}
