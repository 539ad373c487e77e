//! A pointer of somebody else's, which is no array.

use std::sync::LazyLock;

use bcast::bcast;
use bcast::ndarray::Array1;

static TABLE: LazyLock<Vec<f64>> = LazyLock::new(|| vec![0.0; 4]);

pub fn case() -> Array1<f64> {
    bcast!(TABLE[1..3] .* 2)
    //~    ^^^^^^^^^^^ bcast!: `LazyLock<Vec<f64>>` cannot be sliced or looked up in
    //~ note: what a pointer or a guard of another type points to is read as `(*guard)[1..3]`
}

fn main() {}
