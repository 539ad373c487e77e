//! Elementary functions of `f64`, which SPIR-V lacks, in functions without a derivative, which are for kernels alone.

use bcast::elemental;

#[elemental]
pub fn method(x: f64) -> f64 {
    return x.abs().sqrt() + x.sin();
    //~                     ^ bcast: a GPU has no such function of `f64`
}

#[elemental]
pub fn path(x: f64) -> f64 {
    return f64::sin(x);
//~        ^^^^^^^^ bcast: a GPU has no `sin` of `f64`
//~ help: convert: `x as f32`
}

fn main() {}
