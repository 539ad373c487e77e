//! Elements of the target in another order.

use bcast::bcast;
use bcast::ndarray::Array1;

pub fn case(y: &mut Array1<f64>, i: &Array1<usize>) {
    bcast!(y .= at.(y, i))
    //~             ^ bcast!: `y` overlaps the target `y`
    //~ help: for others take a copy before the macro: `let copy = y.to_owned();`
}

fn main() {}
