//! Nothing to assign.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(y: &mut Array1<f64>) {
    bcast!(y .=);
    //~       ^ bcast!: an operand is missing after `.=`
    //~ help: write a value
}

fn main() {}
