//! Nothing at all.

use bcast::bcast;

pub fn case() {
    bcast!()
//~ ^^^^^^^^ bcast!: nothing to compute
    //~ help: write an expression with dots, such as `bcast!(x .+ y)`
}

fn main() {}
