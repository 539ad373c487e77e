//! Names are resolved beside a mistake, too.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(x: &Array1<f64>) -> Array1<f64> {
    bcast!(x + missing .* 2)
    //~      ^ bcast!: `+` without a dot between broadcast parts
    //~        ^^^^^^^ cannot find value `missing` in this scope
}

fn main() {}
