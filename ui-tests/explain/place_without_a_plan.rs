//! A place says how calls run on it, or calls on it are not explained.

use bcast::explain;
use bcast::ndarray::Array1;
use bcast::place::{Holds, Place, Whole};

struct Here;
// SAFETY: there is one piece, which is here.
unsafe impl Place for Here {}
impl Holds for Here {
    type Arrays = Whole;
}

pub fn case(x: &Array1<f64>) {
    explain!(#[on(&Here)] x .+ 1);
    //~      ^^^^^^^^^^^^ explain!: `&Here` does not say how it runs calls
    //~ label: no call is explained on it
    //~ note: `#[on(&place)]` of `explain!` takes what implements `bcast::place::Explains`
}

fn main() {}
