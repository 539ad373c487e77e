//! What plans say of memory is what calls ask of the allocator.

use bcast::ndarray::{Array1, Array2};
use bcast::{bcast, explain};

use super::common::counting::settled;

/// What calls of several passes and plans take for themselves.
const LISTS: usize = 24 << 10;

macro_rules! allocates {
    ($(at most $more:expr; { $($call:tt)* })*) => {$({
        let plan = explain!($($call)*);
        let asked = settled(|| {
            let _ = bcast!($($call)*);
        }).bytes;
        let said = plan.allocates();
        assert!((said..=said + $more).contains(&asked), "{asked} bytes for {} by\n{plan}", stringify!($($call)*));
    })*};
}

#[test]
fn one_pass_allocates_its_results() {
    let (x, v) = (Array2::<f64>::ones((70, 90)), Array1::<f64>::ones(90));
    let mut out = Array2::<f64>::zeros((70, 90));
    allocates! {
        at most 0; { x .+ x }
        at most 0; { (x .- v @ (1)) ./ 10 }
        at most 0; { x.t() .* 2 }
        at most 0; { x .> v @ (1) }
        at most 0; { v @ (0) .* v @ (1) }
        at most 0; { (x .+ 1, x .* 2) }
    }
    let plan = explain!(out .= x .* 2);
    assert_eq!((plan.allocates(), settled(|| bcast!(out .= x .* 2)).bytes), (0, 0));
}

#[test]
fn reductions_and_what_is_kept() {
    let x = Array2::<f64>::ones((300, 400));
    let (w, v) = (Array2::<f64>::ones((400, 200)), Array1::<f64>::ones(300));
    allocates! {
        at most LISTS; { #[serial] sum(x) }
        at most LISTS; { #[serial] sum[0](x) }
        at most LISTS; { #[serial] sqrt.(sum[1](x)) }
        at most LISTS; { #[serial] x .- mean[0](x) }
        at most LISTS; { #[serial] x ./ exp.(v @ (0)) }
        at most LISTS; { #[serial] exp.(x .- max(x)) ./ sum(exp.(x .- max(x))) }
        at most LISTS; { #[serial] exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))) }
        at most LISTS; { #[serial] (sum[0](x), sum[1](x .* 2)) }
    }
    // To multiply them, matrices are arranged anew, in memory of the library that does so.
    allocates! {
        at most 2 * (8 * 300 * 400 + 8 * 400 * 200); { #[serial] maximum.(sum[k](x @ (i, k) .* w @ (k, j)), 0) }
    }
    let small = Array2::<f64>::ones((5, 6));
    allocates! {
        at most LISTS; { small .- mean[1](small) }
        at most LISTS; { exp.(small) ./ sum(exp.(small)) }
        at most 0; { sum[1](small) }
        at most 0; { sum(small) }
    }
}
