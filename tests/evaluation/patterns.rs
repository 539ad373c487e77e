//! How often a function is called whose tuple a `let` takes apart.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

const COUNT: usize = 63;

fn matrix() -> Array2<f64> {
    Array2::from_shape_fn((7, 9), |(i, j)| (i * 9 + j) as f64 * 0.125 - 3.0)
}

/// `calls!(f in expression)`: how often the function `f` is called, which gives two values.
macro_rules! calls {
    ($f:ident in $($body:tt)*) => {{
        static CALLS: AtomicUsize = AtomicUsize::new(0);
        #[allow(unused)]
        fn $f(x: f64) -> (f64, f64) {
            CALLS.fetch_add(1, Relaxed);
            (x.exp(), x + 1.0)
        }
        let _ = { $($body)* };
        CALLS.load(Relaxed)
    }};
}

#[test]
fn once_per_element() {
    let x = matrix();
    assert_eq!(calls!(f in bcast!(let (a, b) = f.(x); a .* b)), COUNT);
    assert_eq!(calls!(f in bcast!(let (a, _) = f.(x); a .* a)), COUNT);
    assert_eq!(calls!(f in bcast!(let (_, b) = f.(x); b .* 2)), COUNT);
    assert_eq!(calls!(f in bcast!(let (a, b) = f.(x); (a, b, a .+ b))), COUNT);
    assert_eq!(calls!(f in bcast!(let t = f.(x); t.0 .* t.1)), COUNT);
    assert_eq!(calls!(f in bcast!(f.(x).0 .* f.(x).1)), COUNT);
    assert_eq!(calls!(f in bcast!(let (a, b) = f.(x); if x .> 0 { a } else { b })), COUNT);
    assert_eq!(calls!(f in bcast!(if x .> 0 { let (a, b) = f.(x); a .* b } else { 0 })), 38);
    let mut out = x.clone();
    assert_eq!(calls!(f in bcast!(let (a, b) = f.(out); out .= a; out .*= b)), COUNT);
}

/// What a reduction needs and what comes after it needs, too.
#[test]
fn once_in_several_passes() {
    let x = matrix();
    assert_eq!(calls!(f in bcast!(let (a, b) = f.(x); sum(a .* b))), COUNT);
    assert_eq!(calls!(f in bcast!(let (a, _) = f.(x); a ./ sum[1](a))), COUNT);
    assert_eq!(calls!(f in bcast!(let (a, b) = f.(x); a ./ sum[1](b))), COUNT);
    assert_eq!(calls!(f in bcast!(let (a, b) = f.(x); sum[1](a) .+ sum[1](b))), COUNT);
    assert_eq!(calls!(f in bcast!(let (a, b) = f.(x); (sum[1](a), sum[0](b), sum(a), a .* b))), COUNT);
    assert_eq!(calls!(f in bcast!(let (a, b) = f.(x .- max[1](x)); a ./ sum[1](b))), COUNT);
    assert_eq!(calls!(f in bcast!(let t = f.(x); t.0 ./ sum[1](t.1))), COUNT);
    let (mut first, mut second) = (x.clone(), x.clone());
    assert_eq!(calls!(f in bcast!(let (a, b) = f.(x); first .= a ./ sum[1](b); second .= b)), COUNT);
}

/// A part with fewer axes than the whole.
#[test]
fn once_per_element_of_its_own() {
    let (x, rows) = (matrix(), Array1::from_elem(7, 0.5));
    assert_eq!(calls!(f in bcast!(let (a, b) = f.(rows @ (0)); a .* x .+ b)), 7);
    assert_eq!(calls!(f in bcast!(let (a, _) = f.(rows @ (0)); a .* x)), 7);
    assert_eq!(calls!(f in bcast!(let (a, b) = f.(rows @ (0)); (a .+ 1) .* x .+ exp.(b))), 7);
    assert_eq!(calls!(f in bcast!(let (a, b) = f.(sum[1](x)); a .* x .+ b)), 7);
    assert_eq!(calls!(f in bcast!(let (a, b) = f.(rows); x .* a @ (0) .+ b @ (0))), COUNT);
    assert_eq!(calls!(f in bcast!(let (a, b) = f.(sum(x)); a .* x .+ b)), 1);
    let s = 2.0;
    assert_eq!(calls!(f in bcast!(let (a, b) = f.(s); a .* x .+ b)), 1);
    assert_eq!(calls!(f in bcast!(let (a, _) = f.(s); a .* x)), 1);
    assert_eq!(calls!(f in bcast!(let (a, b) = f.(s .* sum(x)); a .* x .+ sum(b .* x))), 1);
    assert_eq!(calls!(f in bcast!(let (a, b) = f.(s .* rows @ (0)); a .* x .+ b)), 7);
}
