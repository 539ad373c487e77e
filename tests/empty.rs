//! Reductions over nothing, of nothing, and into nothing.

use bcast::ndarray::{Array1, Array2, Array3, arr0, array};
use bcast::{BroadcastError, bcast, try_bcast};

/// The sizes that an error tells, and the macro.
fn sizes<T>(result: Result<T, BroadcastError>) -> (Vec<usize>, &'static str) {
    match result {
        Err(BroadcastError::Empty { sizes, call, .. }) => (sizes, call),
        Err(other) => panic!("another error: {other}"),
        Ok(_) => panic!("a value of nothing"),
    }
}

#[test]
fn values_of_nothing() {
    let x = Array2::<f64>::zeros((0, 3));
    let none = Array2::from_elem((0, 3), true);
    assert_eq!(bcast!(sum[0](x)), array![0.0, 0.0, 0.0]);
    assert_eq!(bcast!(prod[0](x)), array![1.0, 1.0, 1.0]);
    assert_eq!(bcast!(any[0](none)), array![false, false, false]);
    assert_eq!(bcast!(all[0](none)), array![true, true, true]);
    assert_eq!(bcast!(count[0](none)), array![0, 0, 0]);
    assert_eq!((bcast!(sum(x)), bcast!(prod(x))), (0.0, 1.0));
    assert_eq!((bcast!(any(none)), bcast!(all(none)), bcast!(count(none))), (false, true, 0));
    assert_eq!(bcast!(sum[0; keep](x)), array![[0.0, 0.0, 0.0]]);
    assert_eq!(bcast!(sum(x.t())), 0.0);
    assert_eq!(bcast!(sum[1](x.t())), array![0.0, 0.0, 0.0]);
    assert_eq!(bcast!(prod(Array1::<i32>::zeros(0))), 1);
}

#[test]
fn slices_of_nothing() {
    for shape in [(4, 0), (0, 4), (0, 0)] {
        let mut y = Array2::<f64>::zeros(shape);
        bcast!(y[.., ..] .= 1);
        bcast!(y[..;-1, ..] .+= 1);
        bcast!(y[0..0, ..] .= 1);
        assert_eq!(bcast!(sum(y[.., 0..0])), 0.0);
    }
    let mut y = Array2::<f64>::zeros((4, 3));
    bcast!(y[1..1, ..] .= 1);
    bcast!(y[2.., 3..] .= 1);
    assert_eq!(y, Array2::<f64>::zeros((4, 3)));
}

#[test]
fn every_place_of_the_empty_axis() {
    for shape in [(0, 2, 3), (2, 0, 3), (2, 3, 0), (0, 0, 3), (0, 3, 0), (3, 0, 0), (0, 0, 0), (1, 0, 1), (0, 1, 1)] {
        let x = Array3::<f32>::ones(shape);
        let reversed = (shape.2, shape.1, shape.0);
        let y = Array3::<f32>::ones(reversed).reversed_axes();
        let (a, b, c) = shape;
        for x in [x.view(), y.view(), x.slice(bcast::ndarray::s![..;-1, .., ..;-1])] {
            assert_eq!(bcast!(sum(x)), 0.0);
            assert_eq!(bcast!(sum[0, 1, 2](x)), 0.0);
            let full = |n: usize, m: usize| Array2::<f32>::zeros((n, m));
            assert_eq!(bcast!(sum[0](x)), full(b, c));
            assert_eq!(bcast!(sum[1](x)), full(a, c));
            assert_eq!(bcast!(sum[2](x)), full(a, b));
            assert_eq!(bcast!(sum[0, 1](x)), Array1::<f32>::zeros(c));
            assert_eq!(bcast!(sum[0, 2](x)), Array1::<f32>::zeros(b));
            assert_eq!(bcast!(sum[1, 2](x)), Array1::<f32>::zeros(a));
            assert_eq!(bcast!(x .- sum[0](x)).shape(), [a, b, c]);
            assert_eq!(bcast!(x .- sum[1, 2](x)).shape(), [a, b, c]);
            assert_eq!(bcast!(x .- sum(x)).shape(), [a, b, c]);
            // Some outputs over nothing are an error, no outputs are none.
            assert_eq!(try_bcast!(max[0](x)).is_ok(), a != 0 || b * c == 0);
            assert_eq!(try_bcast!(argmin[1](x)).is_ok(), b != 0 || a * c == 0);
            assert_eq!(try_bcast!(mean[2](x)).is_ok(), c != 0 || a * b == 0);
            assert_eq!(try_bcast!(minimum[0, 2](x)).is_ok(), a * c != 0 || b == 0);
            assert!(try_bcast!(min(x)).is_err());
        }
    }
}

#[test]
fn errors_tell_sizes() {
    let x = Array2::<f64>::zeros((0, 3));
    assert_eq!(sizes(try_bcast!(mean[0](x))), (vec![0, 3], "try_bcast!"));
    assert_eq!(sizes(try_bcast!(min(x))), (vec![0, 3], "try_bcast!"));
    assert_eq!(sizes(try_bcast!(max[0](x .* 2))), (vec![0, 3], "try_bcast!"));
    assert_eq!(sizes(try_bcast!(minimum[0; keep](x))), (vec![0, 3], "try_bcast!"));
    assert_eq!(sizes(try_bcast!(maximum(x.t()))), (vec![3, 0], "try_bcast!"));
    assert_eq!(sizes(try_bcast!(argmin[0](x))), (vec![0, 3], "try_bcast!"));
    assert_eq!(sizes(try_bcast!(argmax(x))), (vec![0, 3], "try_bcast!"));
    assert_eq!(sizes(try_bcast!(x .- mean[0](x))), (vec![0, 3], "try_bcast!"));
    assert_eq!(sizes(try_bcast!(max(sum[1](x)))), (vec![0], "try_bcast!"));
    assert_eq!(sizes(try_bcast!(sum(x) .+ min(x))), (vec![0, 3], "try_bcast!"));
    assert_eq!(bcast!(max(sum[0](x))), 0.0);
    let message = try_bcast!(mean[0](x)).expect_err("of nothing").to_string();
    assert_eq!(message, "try_bcast!: a reduction of nothing has no value: the sizes are [0, 3]");
}

#[test]
#[should_panic(expected = "bcast!: a reduction of nothing has no value: the sizes are [0]")]
fn a_panic_tells_sizes() {
    let x = Array1::<f32>::zeros(0);
    let _ = bcast!(max(x));
}

#[test]
fn nothing_is_written_before_an_error() {
    let (x, v) = (Array1::<f64>::zeros(0), array![1.0, 2.0, 3.0]);
    let (mut y, mut z) = (array![5.0, 6.0, 7.0], 8.0);
    assert!(try_bcast!(y .= v .+ max(x)).is_err());
    assert!(try_bcast!(y .= v; z .= sum(v) .+ max(x)).is_err());
    assert!(try_bcast!(y .= v .* sum(v); z .= max(x)).is_err());
    assert!(try_bcast!(y .+= 1; v .+ mean(x)).is_err());
    let short = array![1.0, 2.0];
    assert!(try_bcast!(y .= v .- sum(v); short .+ v .+ sum(v)).is_err());
    assert!(try_bcast!(z .= sum(v); y .= short .* sum(v)).is_err());
    assert!(try_bcast!(z .= sum(v .+ short)).is_err());
    assert_eq!((y, z), (array![5.0, 6.0, 7.0], 8.0));
}

#[test]
fn single_values() {
    let (s, zero) = (3.0_f64, arr0(4.0));
    assert_eq!((bcast!(sum(s)), bcast!(mean(s)), bcast!(argmax(s)), bcast!(max(s))), (3.0, 3.0, 0, 3.0));
    assert_eq!((bcast!(sum(zero)), bcast!(prod(zero .* 2)), bcast!(argmin(zero))), (4.0, 8.0, 0));
    assert_eq!((bcast!(any(s .> 2)), bcast!(count(s .> 2)), bcast!(all(s .> 4))), (true, 1, false));
    assert_eq!(bcast!(sum(sum(s))), 3.0);
}
