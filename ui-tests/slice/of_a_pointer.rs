//! A pointer of somebody else's, which is no array.

use std::sync::LazyLock;

use bcast::bcast;
use bcast::ndarray::Array1;

static TABLE: LazyLock<Array1<f64>> = LazyLock::new(|| Array1::zeros(4));

pub fn case() -> Array1<f64> {
    bcast!(TABLE[1..3] .* 2)
    //~    ^^^^^^^^^^^ bcast!: `LazyLock<ArrayBase<OwnedRepr<f64>, Dim<[usize; 1]>, f64>>` cannot be sliced
    //~ note: what a pointer or a guard of another type points to is read as `(*guard)[1..3]`
}

fn main() {}
