//! What is computed how often: reductions, and what they share with the rest.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use bcast::bcast;
use bcast::ndarray::{Array2, array};

fn matrix() -> Array2<f64> {
    Array2::from_shape_fn((7, 9), |(i, j)| (i * 9 + j) as f64 * 0.125 - 3.0)
}

const COUNT: usize = 63;

/// `calls!(f in expression)`: how often the function `f` is called.
macro_rules! calls {
    ($f:ident in $($body:tt)*) => {{
        static CALLS: AtomicUsize = AtomicUsize::new(0);
        #[allow(unused)]
        fn $f(x: f64) -> f64 {
            CALLS.fetch_add(1, Relaxed);
            x.exp()
        }
        let _ = { $($body)* };
        CALLS.load(Relaxed)
    }};
}

#[test]
fn once_per_element() {
    let x = matrix();
    assert_eq!(calls!(f in bcast!(sum(f.(x)))), COUNT);
    assert_eq!(calls!(f in bcast!(sum[0](f.(x)))), COUNT);
    assert_eq!(calls!(f in bcast!(sum[1](f.(x)))), COUNT);
    assert_eq!(calls!(f in bcast!(argmax[1](f.(x)))), COUNT);
    assert_eq!(calls!(f in bcast!(f.(x) .* f.(x))), COUNT);
    assert_eq!(calls!(f in bcast!(x .- sum[1](f.(x)))), COUNT);
    assert_eq!(calls!(f in bcast!(f.(sum[1](x)))), 7);
    assert_eq!(calls!(f in bcast!(f.(sum(x)))), 1);
}

#[test]
fn equal_reductions_once() {
    let x = matrix();
    assert_eq!(calls!(f in bcast!(sum[1](f.(x)) .* sum[1](f.(x)))), COUNT);
    assert_eq!(calls!(f in bcast!((sum[1](f.(x)), sum[1](f.(x)) .+ 1))), COUNT);
    assert_eq!(calls!(f in bcast!(var[1](f.(x)))), COUNT);
    assert_eq!(calls!(f in bcast!(logsumexp[0](f.(x)) .+ ptp[0](f.(x)))), COUNT);
    assert_eq!(calls!(f in bcast!(let s = sum[1](f.(x)); (s, x .- s))), COUNT);
    assert_eq!(calls!(f in bcast!(let e = f.(x); let s = sum(e); s .+ s .* sum(e))), COUNT);
    assert_eq!(calls!(f in bcast!((sum[1](f.(x)), sum[1; keep](f.(x))))), COUNT);
    assert_eq!(calls!(f in bcast!((sum[1](f.(x)), max[1](f.(x))))), COUNT);
    assert_eq!(calls!(f in bcast!((sum[0](f.(x)), sum[1](f.(x)), sum(f.(x))))), COUNT);
}

#[test]
fn shared_with_what_is_reduced() {
    let x = matrix();
    assert_eq!(calls!(f in bcast!(sum[1](f.(x)) .* f.(x))), COUNT, "the reduction first");
    assert_eq!(calls!(f in bcast!(f.(x) ./ sum[1](f.(x)))), COUNT, "the reduction last");
}

#[test]
fn shared_by_name() {
    let x = matrix();
    assert_eq!(calls!(f in bcast!(let e = f.(x); e ./ sum[1](e))), COUNT);
    assert_eq!(calls!(f in bcast!(let e = f.(x .- max[1](x)); e ./ sum[1](e))), COUNT);
}

#[test]
fn shared_in_a_softmax() {
    let x = matrix();
    assert_eq!(calls!(f in bcast!(f.(x .- max[1](x)) ./ sum[1](f.(x .- max[1](x))))), COUNT);
    assert_eq!(calls!(f in bcast!((f.(x), sum[1](f.(x))))), COUNT);
}

#[test]
fn shared_with_a_target() {
    let x = matrix();
    let mut y = x.clone();
    assert_eq!(calls!(f in bcast!(y .= f.(x) ./ sum[1](f.(x)))), COUNT);
    let mut y = x.clone();
    assert_eq!(calls!(f in bcast!(y .= f.(y) ./ sum[1](f.(y)))), COUNT);
}

#[test]
fn operands_once() {
    static TAKEN: AtomicUsize = AtomicUsize::new(0);
    fn taken() -> Array2<f64> {
        TAKEN.fetch_add(1, Relaxed);
        matrix()
    }
    let _ = bcast!(sum[1](taken()));
    assert_eq!(TAKEN.swap(0, Relaxed), 1);
    let _ = bcast!(let t = taken() .* 1; t .- sum[1](t));
    assert_eq!(TAKEN.swap(0, Relaxed), 1);
}

#[test]
fn any_and_all_stop_early() {
    let x = Array2::<f64>::ones((400, 1000));
    let calls = calls!(f in bcast!(#[serial] any(f.(x) .> 0)));
    assert!(calls < 100_000, "{calls} of 400000");
    let calls = calls!(f in bcast!(#[serial] all(f.(x) .< 0)));
    assert!(calls < 100_000, "{calls} of 400000");
    assert_eq!(calls!(f in bcast!(#[serial] any(f.(x) .< 0))), 400_000);
    assert_eq!(calls!(f in bcast!(#[serial] count(f.(x) .> 0))), 400_000);
    // What stays the same must be kept for all elements, though the answer is known early.
    let kept = bcast!(let e = exp.(x .* 0); if any(e .> 0) { e } else { 0 });
    assert!(kept.iter().all(|&v| v == 1.0));
    let kept = bcast!(if any(exp.(x) .> 0) { exp.(x) } else { 0 });
    assert!(kept.iter().all(|&v| v == 1.0_f64.exp()));
}

#[test]
fn functions_that_panic() {
    fn fails(x: f64) -> f64 {
        assert!(x < 4.0, "too large");
        x
    }
    let x = matrix();
    let mut y = array![1.0, 2.0];
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| bcast!(y .= y .+ sum(fails.(x)))));
    assert!(result.is_err());
    assert_eq!(y, array![1.0, 2.0]);
    let result = std::panic::catch_unwind(|| bcast!(x .- sum[1](fails.(x))));
    assert!(result.is_err());
}

#[test]
fn parts_with_fewer_axes() {
    use bcast::One;
    let (x, rows, columns) =
        (matrix(), array![1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0], bcast::ndarray::Array1::from_elem(9, 2.0));
    assert_eq!(calls!(f in bcast!(x ./ f.(rows @ (0)))), 7);
    assert_eq!(calls!(f in bcast!(x ./ f.(columns @ (1)))), 9);
    assert_eq!(calls!(f in bcast!(x ./ f.(rows) @ (0))), 7);
    assert_eq!(calls!(f in bcast!(f.(rows @ (0)) .* f.(columns @ (1)))), 16);
    assert_eq!(calls!(f in bcast!(x .* f.(rows @ (0) .+ 1) .- f.(columns @ (1)))), 16);
    // Axes that need two maps may be all there are.
    assert_eq!(calls!(f in bcast!(x .* f.(rows @ (0) .+ columns @ (1)))), COUNT);
    let mut out = matrix();
    assert_eq!(calls!(f in bcast!(out .= f.(rows @ (0) .+ f.(columns @ (1))))), COUNT + 9);
    assert_eq!(calls!(f in bcast!(x .* f.(sum[0](x)))), 9);
    assert_eq!(calls!(f in bcast!(x .* f.(sum(x) .+ 1))), 1);
    assert_eq!(calls!(f in bcast!(x .* f.(One(2.0)))), 1);
    assert_eq!(calls!(f in bcast!(x .* f.(sum(x) .* One(2.0)))), 1);
    assert_eq!(calls!(f in bcast!(x .* f.(rows @ (0) .* One(2.0)))), 7);
    assert_eq!(calls!(f in { let s = 2.0; bcast!(x .* { f(s) }) }), 1);
    let mut out = matrix();
    assert_eq!(calls!(f in bcast!(out .+= f.(rows @ (0)))), 7);
    // Not even one value is computed of a branch that is not taken.
    assert_eq!(calls!(f in bcast!(if x .> 100 { f.(rows @ (0)) } else { 0 })), 0);
}

#[test]
fn parts_of_single_values() {
    let (x, y, s) = (matrix(), matrix(), 2.0);
    assert_eq!(calls!(f in bcast!(sum(f.(s) .* x))), 1);
    assert_eq!(calls!(f in bcast!(sum[0](x .- f.(s)))), 1);
    assert_eq!(calls!(f in bcast!(argmax[1](x .* f.(s) .+ y))), 1);
    assert_eq!(calls!(f in bcast!(sum(f.(y) .* x))), COUNT);
    // The same part in several passes.
    assert_eq!(calls!(f in bcast!(f.(s) .* x .- mean[0](f.(s) .* x))), 1);
    assert_eq!(calls!(f in bcast!(x .* f.(s) .+ sum(f.(s)))), 1);
    assert_eq!(calls!(f in bcast!(let e = f.(s .+ 1); (sum(e .* x), max[1](x .- e), x .+ f.(e)))), 2);
    assert_eq!(calls!(f in bcast!((x .- sum[1](f.(s) .* y), f.(f.(s)) .* x))), 2);
    assert_eq!(calls!(f in bcast!((f.(f.(s)) .* x, x .- sum[1](f.(s) .* y)))), 2);
    let mut out = matrix();
    assert_eq!(calls!(f in bcast!(out .+= f.(s) ./ sum(x))), 1);
    assert_eq!(calls!(f in bcast!(if sum(x) .> 1e9 { f.(s) } else { x })), 0);
    assert_eq!(calls!(f in bcast!(#[serial] any(x .> f.(s)))), 1);
    // Of arrays as often as before.
    assert_eq!(calls!(f in bcast!(let e = f.(y); (sum(e .* x), x .+ f.(e)))), 3 * COUNT);
    assert_eq!(calls!(f in bcast!((f.(f.(y)) .* x, x .- sum[1](f.(y) .* x)))), 3 * COUNT);
}

#[test]
fn parts_with_fewer_axes_have_the_right_values() {
    let x = matrix();
    let d = array![1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];
    let plain = Array2::from_shape_fn((7, 9), |(i, j)| x[[i, j]] / (d[i] * 0.25_f64).exp());
    let close = |a: &Array2<f64>, b: &Array2<f64>| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-14 * b.abs());
    assert!(close(&bcast!(x ./ exp.(d @ (0) .* 0.25)), &plain));
    let transposed = x.t();
    let turned = plain.t().to_owned();
    assert!(close(&bcast!(transposed ./ exp.(d @ (1) .* 0.25)), &turned));
    let outer = Array2::from_shape_fn((7, 7), |(i, j)| d[i].sqrt() * d[j].ln());
    assert!(close(&bcast!(sqrt.(d @ (0)) .* ln.(d @ (1))), &outer));
}

#[test]
fn parts_of_blocks_cut_along_an_inner_axis() {
    use bcast::ndarray::Array3;
    let n = if cfg!(debug_assertions) { 20_000 } else { 100_000 };
    let y = Array2::from_shape_fn((3, n), |(i, j)| (i * 7 + j % 13) as f64);
    let z = Array3::from_shape_fn((3, n, 2), |(i, j, k)| (i + j % 5 + k) as f64);
    let result = bcast!(z .+ sqrt.(y @ (0, 1) .* 2));
    for ((i, j, k), &value) in result.indexed_iter() {
        assert_eq!(value, z[[i, j, k]] + (y[[i, j]] * 2.0).sqrt(), "at {i} {j} {k}");
    }
    let result = bcast!(z .+ sqrt.(sum[2](z) .* 2));
    for ((i, j, k), &value) in result.indexed_iter() {
        assert_eq!(value, z[[i, j, k]] + ((z[[i, j, 0]] + z[[i, j, 1]]) * 2.0).sqrt(), "at {i} {j} {k}");
    }
}

#[test]
fn once_for_values_that_lie_alike() {
    let x = matrix();
    assert_eq!(calls!(f in bcast!((f.(x) .- sum[1](x), f.(x) ./ max[1](x)))), COUNT);
    assert_eq!(calls!(f in bcast!((f.(x) .- sum(x), x .* max(x), f.(x) .+ f.(x)))), COUNT, "all have the shape of x");
    let (mut a, mut b) = (matrix(), matrix());
    assert_eq!(calls!(f in bcast!(a .= f.(x) .- sum[1](x); b .= f.(x) ./ max[1](x))), COUNT);
    assert_eq!(calls!(f in bcast!(a .= f.(x) .- sum[1](x); b .= f.(x) ./ max(x))), COUNT, "other axes");
}

/// Operands that are evaluated twice may differ in size.
#[test]
fn operands_in_braces_do_not_lie_alike() {
    use bcast::ndarray::Array1;
    let made = AtomicUsize::new(0);
    let longer = || Array1::<f64>::ones(made.fetch_add(1, Relaxed) + 1);
    let (a, b) = bcast!(({ longer() } .- sum({ longer() }), { longer() } ./ sum({ longer() })));
    // Of one element less the sum of two, and three over the sum of four.
    assert_eq!((a, b), (array![-1.0], array![0.25, 0.25, 0.25]));
    let (a, b) = bcast!((longer() .- 1, longer() ./ sum(longer())));
    assert_eq!((a, b), (Array1::zeros(5), Array1::from_elem(6, 1.0 / 7.0)));
}

/// What one value has computed for each row another reads, where that is possible.
#[test]
fn parts_shared_by_several_values() {
    let x = matrix();
    let d = array![1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];
    let mean = |i: usize| (0..9).map(|j| x[[i, j]]).sum::<f64>() / 9.0;
    let total = |j: usize| (0..7).map(|i| x[[i, j]]).sum::<f64>();
    let close = |a: f64, b: f64| (a - b).abs() <= 1e-12 * b.abs().max(1.0);
    assert_eq!(calls!(f in bcast!((f.(d @ (0)), x))), 7);
    assert_eq!(calls!(f in bcast!(let e = f.(d @ (0)); if e .> 2 { e } else { x })), 7);
    assert_eq!(calls!(f in bcast!(#[shape([7, 9])] f.(d @ (0)))), 7);
    let s = 2.0_f64;
    let (a, b) = bcast!((x .- exp.(s .* mean[1](x)), exp.(s .* mean[1](x)) .* sum[0](x)));
    for ((i, j), &value) in a.indexed_iter() {
        assert!(close(value, x[[i, j]] - (2.0 * mean(i)).exp()), "at {i} {j}");
        assert!(close(b[[i, j]], (2.0 * mean(i)).exp() * total(j)), "at {i} {j}");
    }
    let (a, b) = bcast!((x .- exp.(mean[1](x) .* 2), exp.(mean[1](x) .* 2) .* sum[0](x)));
    for ((i, j), &value) in a.indexed_iter() {
        assert!(close(value, x[[i, j]] - (2.0 * mean(i)).exp()), "at {i} {j}");
        assert!(close(b[[i, j]], (2.0 * mean(i)).exp() * total(j)), "at {i} {j}");
    }
}
