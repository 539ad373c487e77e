//! Results of a device beside those of the processor, of any number of values.

use bcast::ndarray::{Array, Dimension, Ix0};
use bcast::{GpuArray, GpuElement};

/// What a device gives, beside what the processor does.
pub(crate) trait Near<W> {
    /// Panics where they are further apart than this part of the largest number that is wanted, or of 1.
    fn near(self, want: W, part: f64, text: &str);
}
impl<T: GpuElement + Into<f64>, D: Dimension> Near<Array<T, D>> for GpuArray<T, D> {
    fn near(self, want: Array<T, D>, part: f64, text: &str) {
        let have = self.download().unwrap();
        assert_eq!(have.shape(), want.shape(), "{text}");
        let most = want.iter().fold(1.0_f64, |most, &own| most.max(own.into().abs()));
        for (have, want) in have.iter().zip(&want) {
            let (have, want): (f64, f64) = ((*have).into(), (*want).into());
            let is_near = (have - want).abs() <= part * most;
            assert!(is_near || have == want || have.is_nan() && want.is_nan(), "{text}: {have} instead of {want}");
        }
    }
}
macro_rules! numbers {
    ($($t:ident)*) => {$(
        impl Near<$t> for GpuArray<$t, Ix0> {
            fn near(self, want: $t, part: f64, text: &str) {
                self.near(Array::from_elem((), want), part, text);
            }
        }
    )*};
}
numbers! { f32 f64 }
macro_rules! tuples {
    ($($($have:ident $want:ident $at:tt),+;)*) => {$(
        impl<$($have: Near<$want>, $want),+> Near<($($want,)+)> for ($($have,)+) {
            fn near(self, want: ($($want,)+), part: f64, text: &str) {
                $(self.$at.near(want.$at, part, text);)+
            }
        }
    )*};
}
tuples! {
    A Z 0, B Y 1;
    A Z 0, B Y 1, C X 2;
    A Z 0, B Y 1, C X 2, D W 3;
    A Z 0, B Y 1, C X 2, D W 3, E V 4;
    A Z 0, B Y 1, C X 2, D W 3, E V 4, F U 5;
    A Z 0, B Y 1, C X 2, D W 3, E V 4, F U 5, G T 6;
    A Z 0, B Y 1, C X 2, D W 3, E V 4, F U 5, G T 6, H S 7;
}
