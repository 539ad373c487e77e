//! The dependency has another name here, and the macros are handed on under other names too.
#![forbid(unsafe_code)]
#![deny(warnings)]

use numbers::bcast as dotted;
use numbers::ndarray::{Array1, Array2};

pub use numbers;
pub use numbers::try_bcast as try_dotted;

/// A type of this crate's own, under the other name.
#[derive(Clone, Copy, Debug, PartialEq, numbers::Element)]
#[bcast(crate = numbers)]
pub struct Own(pub i32);

/// The same by a path through this crate.
#[derive(Clone, Copy, Debug, PartialEq, numbers::Element)]
#[bcast(crate = crate::numbers)]
pub enum Side {
    /// One.
    Left,
    /// The other.
    Right,
}

/// The columns of `x`, centred and scaled.
pub fn standardised(x: &Array2<f64>, mu: &Array1<f64>, sigma: &Array1<f64>) -> Array2<f64> {
    dotted!((x .- mu @ (1)) ./ sigma @ (1))
}

/// A macro of this crate that others call without knowing `bcast`.
#[macro_export]
macro_rules! doubled {
    ($x:expr) => {
        $crate::numbers::bcast!($x .* 2)
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use numbers::ndarray::array;

    #[test]
    fn functions() {
        let x = array![[1.0, 2.0], [3.0, 4.0]];
        let expected = array![[-2.0, -0.5], [2.0, 0.5]];
        assert_eq!(standardised(&x, &array![2.0, 3.0], &array![0.5, 2.0]), expected);
        assert_eq!(doubled!(array![1, 2]), array![2, 4]);
        assert!(try_dotted!(x .+ array![1.0] @ (1)).is_ok());
        let mut y = array![1, 2];
        dotted!(y .+= 1; y .*= y);
        assert_eq!(y, array![4, 9]);
    }

    #[test]
    fn own_types() {
        let (own, side) = (Own(3), Side::Left);
        assert_eq!(dotted!((|own: Own, x: i32| own.0 + x).(own, array![1, 2])), array![4, 5]);
        assert_eq!(dotted!(array![Side::Left, Side::Right] .== side), array![true, false]);
    }
}
