//! Comparing results with values computed by hand; the same value alone, behind assignments and in tuples.

use bcast::ndarray::{Array, Dimension};

/// Numbers and arrays of them. A result of another rank than the value by hand does not compile.
pub(crate) trait Near {
    fn near(&self, by_hand: &Self) -> bool;
}

impl Near for f64 {
    fn near(&self, by_hand: &Self) -> bool {
        (self - by_hand).abs() <= 1e-12 * by_hand.abs().max(1.0)
    }
}

impl<D: Dimension> Near for Array<f64, D> {
    fn near(&self, by_hand: &Self) -> bool {
        self.shape() == by_hand.shape() && self.iter().zip(by_hand).all(|(have, want)| have.near(want))
    }
}

/// The axes of three that a reduction can be over.
pub(crate) const EVERY_CHOICE: [&[usize]; 7] = [&[0], &[1], &[2], &[0, 1], &[0, 2], &[1, 2], &[0, 1, 2]];

/// What `exp` takes to these numbers.
pub(crate) fn logs<D: Dimension>(of: Array<f64, D>) -> Array<f64, D> {
    of.mapv_into(f64::ln)
}

/// Asserts that a result is what was computed by hand, and has its type.
macro_rules! by_hand {
    ($have:expr, $want:expr) => {
        by_hand!($have, $want, "the result")
    };
    ($have:expr, $want:expr, $what:literal) => {{
        let (have, want) = (&$have, &$want);
        assert!($crate::support::Near::near(have, want), "{}: {have:?} by hand: {want:?}", $what);
    }};
}

/// Asserts that a value is what was computed by hand wherever it stands: alone, behind assignments to targets of two
/// shapes, first and last in tuples, in a tuple behind an assignment, and as a name. Where it stands is a matter of
/// ranks and passes, and each place compiles for a second optimised: those builds have the first place and the last.
macro_rules! everywhere {
    ($want:expr; $($value:tt)+) => {{
        let want = $want;
        let other = bcast::ndarray::array![[2.0, 3.0], [4.0, 6.0]];
        let mut matrix = bcast::ndarray::Array2::<f64>::zeros((2, 2));
        by_hand!(bcast::bcast!($($value)+), want, "alone");
        #[cfg(debug_assertions)]
        {
            let number = 7.0;
            let mut cube = bcast::ndarray::Array3::<f64>::zeros((2, 3, 4));
            by_hand!(bcast::bcast!(matrix .= other .* 2.0; $($value)+), want, "behind an assignment");
            by_hand!(bcast::bcast!(cube .= 0.75; $($value)+), want, "behind a literal");
            by_hand!(matrix, &other * 2.0, "the target");
            assert!(cube.iter().all(|&element| element == 0.75));
            by_hand!(bcast::bcast!(cube .= number; matrix .+= other; $($value)+), want, "behind two assignments");
            by_hand!(matrix, &other * 3.0, "the target");
            let (value, beside) = bcast::bcast!(($($value)+, other .+ 1.0));
            by_hand!(value, want, "first");
            by_hand!(beside, &other + 1.0, "beside it");
            let (beside, sum, value) = bcast::bcast!((number .* 2.0, sum(other), $($value)+));
            by_hand!(value, want, "last");
            by_hand!(beside, 14.0, "beside it");
            by_hand!(sum, 15.0, "beside it");
        }
        let (beside, value) = bcast::bcast!(matrix .= other; (sum[0](matrix), $($value)+));
        by_hand!(value, want, "in a tuple behind an assignment");
        by_hand!(beside, bcast::ndarray::array![6.0, 9.0], "beside it");
    }};
}
pub(crate) use {by_hand, everywhere};
