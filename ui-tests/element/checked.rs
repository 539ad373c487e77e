//! Types that do not go together under `#[checked]`.

use bcast::bcast;
use bcast::ndarray::Array1;

#[derive(Clone, Copy)]
pub struct Seconds(i64);
impl std::ops::Add for Seconds {
    type Output = Seconds;
    fn add(self, other: Seconds) -> Seconds {
        Seconds(self.0 + other.0)
    }
}

pub fn two(x: &Array1<i32>, y: &Array1<i64>) -> Array1<i32> {
    bcast!(#[checked] x .+ y)
    //~                  ^ bcast!: there is no `i32 .+ i64`
    //~ label: `i32` beside `i64`
    //~ note: element types are never converted silently: write `i32.(..)` around the right
}

pub fn unsigned(y: &mut Array1<u8>, x: &Array1<u8>) {
    bcast!(#[checked] y .= .-x);
    //~                      ^ bcast!: there is no `-u8`
}

pub fn own(x: &Array1<Seconds>) -> Array1<Seconds> {
    bcast!(#[checked] x .+ x)
    //~                  ^ bcast!: there is no `Seconds .+ Seconds`
    //~ note: under an attribute for integers, types of your own need `#[derive(bcast::Element)]`
}

pub fn truth(x: &Array1<bool>) -> bool {
    bcast!(#[checked] sum(x .& true))
    //~               ^^^ bcast!: there is no `sum` of `bool`
}

pub fn shape(x: &bcast::ndarray::Array2<i32>, y: &Array1<i32>) -> bcast::ndarray::Array2<i32> {
    bcast!(#[checked] x .+ y)
    //~                    ^ bcast!: an operand with 1 axis in an expression with 2 axes
    //~ label: which of the 2 axes does it lie along?
}

fn main() {}
