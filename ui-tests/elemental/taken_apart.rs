//! Patterns that take structs and arrays apart.

use bcast::{GpuElement, elemental};

#[derive(Clone, Copy, GpuElement)]
pub struct Complex {
    re: f32,
    im: f32,
}

#[derive(Clone, Copy, GpuElement)]
pub struct Meters(f32);

#[elemental]
pub fn case(z: Complex, m: Meters, a: [f32; 2]) -> f32 {
    let Complex { re, im } = z;
    //~ ^^^^^^^^^^^^^^^^^^ bcast: a GPU knows names and tuples of names here
    //~ help: write `let (a, b) = ..`, or read the fields one by one
    let Meters(m) = m;
    //~ ^^^^^^^^^ bcast: a GPU knows names and tuples of names here
    //~ help: write `let (a, b) = ..`, or read the fields one by one
    let [first, _] = a;
    //~ ^^^^^^^^^^ bcast: a GPU knows names and tuples of names here
    //~ help: write `let (a, b) = ..`, or read the fields one by one
    let (ref b, _) = (m, im);
    //~  ^^^^^ bcast: a GPU knows names and tuples of names here
    //~ help: write `let (a, b) = ..`, or read the fields one by one
    let (c, d);
    //~ ^^^^^^ bcast: a GPU knows names and tuples of names here
    //~ help: write `let (a, b) = ..`, or read the fields one by one
    c = re;
    d = first;
    *b + c + d
//~ ^ bcast: elementals take and compute values: a GPU has no references
//~ help: write it without `&` and `*`
}

fn main() {}
