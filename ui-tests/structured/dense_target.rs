//! A sum with a number has elements where the target has none.

use bcast::bcast;
use bcast::structure::Diagonal;

pub fn case(d: &mut Diagonal<Vec<f64>>, e: &Diagonal<Vec<f64>>) {
    bcast!(#[structured] d .= e .+ 1)
    //~                       ^^^^^^ bcast!: a formula of kind `Dense<DotPlus>` does not fit into
    //~ label: it has elements where the target has none
    //~ note: `Dense<..>` names the operation that leaves no structure
}

fn main() {}
