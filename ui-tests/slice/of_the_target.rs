//! A part of what is written, in another order.

use bcast::bcast;

pub fn case(v: &mut Vec<f64>) {
    bcast!(v .= v[..;-1] .* 2)
    //~         ^^^^^^^^ bcast!: `v[..; -1]` overlaps the target `v`
    //~ help: its own old elements are read as `v`; for others take a copy before the macro: `let copy = v.to_owned();`
}

fn main() {}
