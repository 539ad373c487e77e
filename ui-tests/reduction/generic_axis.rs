//! Where the number of axes is not known, an axis is a value.

use bcast::bcast;
use bcast::ndarray::{Array, RemoveAxis};

pub fn case<D: RemoveAxis>(x: &Array<f64, D>) -> Array<f64, D::Smaller> {
    bcast!(mean[0](x))
    //~        ^^^ bcast!: an axis as a number, where `D` stands for any number of axes
    //~ note: write the axis in braces, `mean[{0}](x)`, or count from the end, `mean[-1](x)`
    //~ note: by the bound `D: RemoveAxis` of `ndarray`
}

/// As it is written instead.
pub fn right<D: RemoveAxis>(x: &Array<f64, D>) -> Array<f64, D::Smaller> {
    bcast!(mean[{0}](x))
}

fn main() {}
