//! Rust's own message about a function.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(f64::atan2.(x))
    //~    ^^^^^^^^^^ this function takes 2 arguments but 1 argument was supplied
}
