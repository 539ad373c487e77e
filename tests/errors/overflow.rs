//! Arithmetic of integers panics at the line of the call, wherever it is computed, with the words of Rust.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::panics::panic_of;
#[cfg(feature = "rayon")]
use crate::panics::{PLACES, hook};
use bcast::ndarray::{Array1, Array2, array};
use bcast::{bcast, lazy, try_bcast};

const TOP: i32 = i32::MAX;

/// `work` stands on the line of the call.
#[track_caller]
fn check(text: &str, work: impl FnOnce()) {
    let (file, line, said) = panic_of(work);
    let here = std::panic::Location::caller();
    assert_eq!((said.as_str(), file.as_str(), line), (text, here.file(), here.line()));
}

#[test]
fn of_elements() {
    let (v, mut out) = (array![1, TOP], array![0, TOP]);
    let (least, by) = (array![i32::MIN], array![32_u8]);
    check("attempt to add with overflow", || _ = bcast!(v .+ 1));
    check("attempt to subtract with overflow", || _ = bcast!(-2 .- v));
    check("attempt to multiply with overflow", || _ = bcast!(v .* v));
    check("attempt to divide by zero", || _ = bcast!(v ./ (v .- 1)));
    check("attempt to divide with overflow", || _ = bcast!(least ./ -1));
    check("attempt to calculate the remainder with a divisor of zero", || _ = bcast!(v .% out));
    check("attempt to calculate the remainder with a divisor of zero", || _ = bcast!(rem_euclid.(v, out)));
    check("attempt to negate with overflow", || _ = bcast!(-least));
    check("attempt to negate with overflow", || _ = bcast!(abs.(least)));
    check("attempt to shift left with overflow", || _ = bcast!(least .<< by));
    check("attempt to shift right with overflow", || _ = bcast!(least .>> -1_i64));
    check("attempt to multiply with overflow", || _ = bcast!(v .^ 2));
    check("attempt to multiply with overflow", || _ = bcast!(v .^ 2_u32));
    check("attempt to add with overflow", || bcast!(out .+= v));
    check("attempt to add with overflow", || _ = try_bcast!(v .+ 1));
    check("attempt to add with overflow", || _ = bcast!(TOP .+ 1));
    check("attempt to add with overflow", || _ = bcast!(2147483647 .+ 1));
    check("attempt to add with overflow", || _ = bcast!(v .* (TOP .+ 1)));
    check("attempt to add with overflow", || _ = bcast!(@. v * 2 / 2 + TOP - v.abs() + v));
}

#[test]
fn what_just_fits() {
    let least = array![i32::MIN + 1, -1];
    assert_eq!(bcast!((-least, abs.(least))), (array![TOP, 1], array![TOP, 1]));
    assert_eq!(bcast!(((-1) .<< array![31_u8], array![1_u128] .>> 127_i8)), (array![i32::MIN], array![0]));
    assert_eq!(bcast!((-array![i128::MIN + 1], array![2_i64] .^ 62_u32)), (array![i128::MAX], array![1 << 62]));
    assert_eq!(bcast!((sum(array![TOP, 0, 0]), prod(array![TOP, 1, -1]))), (TOP, -TOP));
}

#[test]
fn of_reductions() {
    let (v, m, least) = (array![1, TOP], Array2::from_elem((40, 3), TOP / 30), array![0_u8, 200]);
    check("attempt to add with overflow", || _ = bcast!(sum(v)));
    check("attempt to multiply with overflow", || _ = bcast!(prod(v .- 3)));
    check("attempt to add with overflow", || _ = bcast!(sum[0](m)));
    check("attempt to add with overflow", || _ = bcast!(m .- sum[0](m) ./ 2));
    check("attempt to add with overflow", || _ = bcast!(max(m .- sum[0](m) ./ 2)));
    check("attempt to add with overflow", || _ = try_bcast!((sum(m), max(m))));
    check("attempt to add with overflow", || _ = lazy!(m .* sum(m)));
    // In the pass of a stage, before it is reduced.
    check("attempt to add with overflow", || _ = bcast!(max(v .+ 1)));
    check("attempt to add with overflow", || _ = bcast!(least ./ max(least .+ 56)));
    // What was written stays.
    let mut out = Array1::from_elem(3, 0);
    check("attempt to add with overflow", || bcast!(out .= sum[0](m)));
    assert!(out[0] < 0);
}

/// The call inside has its own line, and the one outside is none the worse.
#[test]
fn of_calls_in_calls() {
    let (v, small) = (array![1, TOP], array![1, 2]);
    let wrapped = |x: i32| catch_unwind(AssertUnwindSafe(|| bcast!(sum(v .- 1 .+ x)))).is_err();
    assert!(bcast!(any(wrapped.(small))));
    assert_eq!(bcast!((count(wrapped.(small)), sum(small))), (2, 3));
    check("attempt to add with overflow", || _ = bcast!((sum(v), count((|x: i32| bcast!(sum(small)) > x).(v)))));
}

/// On threads that share the work, the panic may be that of any of them.
#[test]
#[cfg(feature = "rayon")]
fn on_several_threads() {
    hook();
    let tops = Array2::from_elem((1000, 700), TOP);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().expect("a pool");
    let has_panicked = |line: u32, work: &(dyn Fn() + Sync)| {
        assert!(catch_unwind(AssertUnwindSafe(|| pool.install(work))).is_err());
        let places = PLACES.lock().expect("no test panics here");
        places.iter().any(|place| (place.0.as_str(), place.1) == (file!(), line))
    };
    assert!(has_panicked(line!(), &|| _ = bcast!(tops .+ 1)));
    assert!(has_panicked(line!(), &|| _ = bcast!(sum(tops))));
    assert!(has_panicked(line!(), &|| _ = bcast!(tops ./ 2 .- sum[1](tops) @ (0) ./ 4)));
    assert!(has_panicked(line!(), &|| _ = bcast!(sum[0](tops .* 2))));
    let places = PLACES.lock().expect("no test panics here");
    assert!(places.iter().all(|place| !place.0.contains("bcast-runtime") && !place.0.contains("/core/")), "{places:?}");
}
