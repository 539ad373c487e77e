//! "Panics in a user's function propagate". That nothing leaks is counted in `allocations.rs`.

use std::panic::{AssertUnwindSafe, catch_unwind, panic_any};

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, array};

/// The payload that comes out of `work`.
fn payload(work: impl FnOnce()) -> i32 {
    let caught = catch_unwind(AssertUnwindSafe(work)).expect_err("a panic");
    *caught.downcast::<i32>().expect("the payload of the user's panic")
}

fn refuse(x: i32) -> i32 {
    if x == 77 { panic_any(4711) } else { x }
}

#[test]
fn serial() {
    let x = Array1::from_iter(0..100);
    assert_eq!(payload(|| drop(bcast!(refuse.(x) .+ 1))), 4711);
    assert_eq!(payload(|| drop(bcast!(#[serial] refuse.(x)))), 4711);
    let (seventy_seven, zero) = (77, 0);
    assert_eq!(payload(|| assert_eq!(bcast!(refuse.(seventy_seven .+ zero)), 0)), 4711);
}

/// In the middle of work that is split over threads, in several pools.
#[test]
fn parallel() {
    let x = Array2::from_shape_fn((500, 700), |(i, j)| if (i, j) == (321, 45) { 77 } else { 0 });
    assert_eq!(payload(|| drop(bcast!(refuse.(x)))), 4711);
    for threads in [1, 2, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        assert_eq!(payload(|| pool.install(|| drop(bcast!(refuse.(x))))), 4711);
        // The pool still works.
        assert_eq!(pool.install(|| bcast!(x .+ 1)).sum(), 350_077);
    }
    let all = Array1::from_elem(400_000, 77);
    assert_eq!(payload(|| drop(bcast!(refuse.(all)))), 4711);
}

/// "a target keeps a mix of old and new, all initialised".
#[test]
fn targets_after_a_panic() {
    let x = Array1::from_iter(0..1000);
    let mut y = Array1::from_elem(1000, -1);
    assert_eq!(payload(|| bcast!(y .= refuse.(x) .+ 1)), 4711);
    for (i, &element) in y.iter().enumerate() {
        assert!(element == -1 || element == i as i32 + 1, "element {i} is {element}");
    }
    assert_eq!(y[999], -1);
    bcast!(y .= x);
    assert_eq!(y, x);
}

/// A target of several passes is old or new as well, and not what was kept for them on the way: of all elements, of
/// columns and of rows, and where a reduction goes to it directly.
#[test]
fn targets_of_several_passes_after_a_panic() {
    // More than is kept in caches, in optimised builds too; only the last pass sees 2.5.
    let x = Array2::from_shape_fn((300, 1024), |(i, j)| if (i, j) == (200, 700) { 2.5 } else { (i + j) as f64 / 1e3 });
    let refuse = |x: f64, y: f64| if y == 2.5 { panic_any(4711) } else { x };
    let old = Array2::from_elem(x.raw_dim(), -1.0);
    macro_rules! after {
        ($($formula:tt)*) => {{
            let mut out = old.clone();
            assert_eq!(payload(|| bcast!(out .= refuse.($($formula)*, x))), 4711);
            let new = bcast!($($formula)*);
            assert!(out.iter().zip(&new).all(|(out, new)| *out == -1.0 || out == new), stringify!($($formula)*));
        }};
    }
    after!(exp.(x) ./ sum(exp.(x)));
    after!(exp.(x) ./ sum[0](exp.(x)));
    after!(exp.(x) ./ sum[1](exp.(x)));
    after!(sqrt.(exp.(x) .+ max[0](exp.(x))));
    let mut rows = Array1::from_elem(300, -1.0);
    assert_eq!(payload(|| bcast!(rows .= sum[1](refuse.(x, x)))), 4711);
    let new = bcast!(sum[1](x));
    assert!(rows.iter().zip(&new).all(|(row, new)| *row == -1.0 || row == new));
}

/// Arithmetic panics are the user's too.
#[test]
fn of_operators() {
    let x = array![6, 5, 4];
    let y = array![2, 1, 0];
    let caught = catch_unwind(|| bcast!(x ./ y)).expect_err("a panic");
    let text = caught.downcast_ref::<&str>().copied().or(caught.downcast_ref::<String>().map(String::as_str));
    assert_eq!(text, Some("attempt to divide by zero"));
}

/// A panic while operands are evaluated: nothing has been written.
#[test]
fn of_operands() {
    let mut y = array![1, 2, 3];
    let fail = || -> i32 { panic_any(12) };
    assert_eq!(payload(|| bcast!(y .+= 1 .+ fail())), 12);
    assert_eq!(y, array![1, 2, 3]);
}
