//! A crate of edition 2021: no unsafe code and no warning may come out of an expansion.
#![forbid(unsafe_code)]
#![deny(warnings, future_incompatible, nonstandard_style, rust_2018_idioms, unused, let_underscore)]
#![deny(elided_lifetimes_in_paths, missing_docs, single_use_lifetimes, trivial_casts, trivial_numeric_casts)]
#![deny(unused_qualifications, unused_results, variant_size_differences, unreachable_pub)]
#![deny(clippy::all, clippy::pedantic, clippy::nursery)]

use bcast::ndarray::{Array1, Array2, ArrayD, ArrayView1};
use bcast::{bcast, try_bcast, BroadcastError, Element};

/// A type of this crate's own, usable beside arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Element)]
pub struct Price {
    /// In cents.
    pub cents: i64,
}

impl std::ops::Add for Price {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { cents: self.cents + other.cents }
    }
}

/// The columns of `x`, centred and scaled.
#[must_use]
pub fn standardised(x: &Array2<f64>, mu: &Array1<f64>, sigma: &ArrayView1<'_, f64>) -> Array2<f64> {
    bcast!((x .- mu @ (1)) ./ sigma @ (1))
}

/// A step in place.
pub fn step(y: &mut Array1<f32>, x: &[f32], rate: f32) {
    bcast!(y .-= rate .* x);
}

/// The sum of two arrays whose ranks nobody knows.
///
/// # Errors
/// When the shapes do not fit.
pub fn sum(x: &ArrayD<i32>, y: &ArrayD<i32>) -> Result<ArrayD<i32>, BroadcastError> {
    try_bcast!(x .+ y)
}

/// Most forms of the language in one place.
#[must_use]
pub fn forms(x: &Array1<f64>, n: &Array1<i32>) -> (Array1<f64>, Array1<bool>, Array1<f64>) {
    let limit = 2.0;
    let mut copy = x.clone();
    bcast!(
        let d = x .^ 2 .+ 1;
        copy .= d .* 3;
        (
            if d .> limit .&& n .!= 0 { sqrt.(d) } else { f64.(n) },
            0 .< n .<= 7,
            (|v: f64| v + limit).(copy) .- clamp.(x, 0, 1)
        )
    )
}

#[cfg(test)]
mod tests {
    use super::{forms, standardised, step, sum, Price};
    use bcast::bcast;
    use bcast::ndarray::{array, ArrayD, IxDyn};

    #[test]
    fn functions() {
        let x = array![[1.0, 2.0], [3.0, 4.0]];
        let mu = array![2.0, 3.0];
        let expected = array![[-2.0, -0.5], [2.0, 0.5]];
        assert_eq!(standardised(&x, &mu, &array![0.5, 2.0].view()), expected);
        let mut y = array![1.0, 2.0];
        step(&mut y, &[2.0, 4.0], 0.5);
        assert_eq!(y, array![0.0, 0.0]);
        let dynamic = ArrayD::from_elem(IxDyn(&[2]), 3);
        assert_eq!(sum(&dynamic, &dynamic), Ok(ArrayD::from_elem(IxDyn(&[2]), 6)));
        assert!(sum(&dynamic, &ArrayD::zeros(IxDyn(&[3]))).is_err());
    }

    #[test]
    fn all_forms() {
        let (roots, small, shifted) = forms(&array![0.0, -1.0, 3.0], &array![5, 8, 0]);
        assert_eq!(roots, array![5.0, 8.0, 0.0]);
        assert_eq!(small, array![true, false, false]);
        assert_eq!(shifted, array![5.0, 8.0, 31.0]);
    }

    #[test]
    fn own_types() {
        let prices = array![Price { cents: 100 }, Price { cents: 250 }];
        let fee = Price { cents: 5 };
        assert_eq!(bcast!(prices .+ fee), array![Price { cents: 105 }, Price { cents: 255 }]);
    }

    /// The futures of this edition hold operands over an `await` as those of 2024 do.
    #[test]
    fn futures_are_send() {
        fn sent<T: Send>(_: T) {}
        let x = array![1.0, 2.0];
        sent(async { bcast!(x .* std::future::ready(2.0).await .+ std::future::ready(1.0).await) });
    }
}
