//! Elements of a type of the user.

use bcast::ndarray::Array1;
use bcast::{Element, Gpu, bcast};

#[derive(Clone, Copy, Element)]
pub struct Meters(pub f32);

impl std::ops::Add for Meters {
    type Output = Meters;
    fn add(self, other: Meters) -> Meters {
        Meters(self.0 + other.0)
    }
}

pub fn case(gpu: &Gpu, x: &Array1<Meters>) {
    let _ = bcast!(#[gpu(gpu)] x .+ x);
    //~                        ^ bcast!: `&ArrayBase<OwnedRepr<Meters>, Dim<[usize; 1]>, Meters>` cannot be an operand
    //~ note: an operand is a `GpuArray`, or on the host an array or a number with elements of type f32, i8 to i32
}

fn main() {}
