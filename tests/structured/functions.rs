//! Functions that give zero for zero keep a structure, all others do not.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, array};
use bcast::structure::Diagonal;

trait KeepsZeros {
    const DOES: bool;
}
impl KeepsZeros for Diagonal<Array1<f64>> {
    const DOES: bool = true;
}
impl KeepsZeros for Array2<f64> {
    const DOES: bool = false;
}
fn does<X: KeepsZeros>(_: &X) -> bool {
    X::DOES
}

macro_rules! functions {
    ($($name:ident)*) => {$(
        let d = Diagonal::new(array![0.25, 0.75]);
        let zero = bcast!($name.(0.0_f64));
        // The sign of a zero is not part of the structure; `signum` of integers alone gives 0 for 0.
        assert_eq!(does(&bcast!(#[structured] $name.(d))), zero == 0.0, "{}(0) is {zero}", stringify!($name));
    )*};
}

#[test]
fn of_one_float() {
    functions! {
        abs signum floor ceil round trunc fract sqrt cbrt recip exp exp2 exp_m1 ln ln_1p log2 log10 sin cos tan asin
        acos atan sinh cosh tanh asinh acosh atanh erf erfc ln_gamma sigmoid to_degrees to_radians
    }
}
