//! Mistakes in three statements are shown at once.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(y: &mut Array1<f64>, a: &Array1<f64>, b: &Array1<f64>) {
    bcast!(y .= a + b; y .*= atan2.(a,, b); y = b);
    //~           ^ bcast!: `+` without a dot between broadcast parts
    //~                               ^ bcast!: an operand is missing after `,`
    //~                                       ^ bcast!: `=` without a dot
}

fn main() {}
