//! `BroadcastError` as data: "the facts as fields", and a real error.

use bcast::ndarray::{Array1, Array2, ArrayD, IxDyn, array};
use bcast::{BroadcastError, bcast, try_bcast};

fn sizes_of(shapes: &[bcast::OperandShape]) -> Vec<(&str, &[Option<usize>])> {
    shapes.iter().map(|shape| (shape.operand, &shape.sizes[..])).collect()
}

#[test]
fn sizes() {
    let (x, v, scalar) = (Array2::<f64>::zeros((4, 3)), Array1::<f64>::zeros(5), 2.0);
    let error = try_bcast!(x .- v @ (1) .* scalar).expect_err("5 is not 3");
    let BroadcastError::Sizes { call, axis, operand, size, expected, shapes, .. } = &error else {
        panic!("another error: {error:?}");
    };
    assert_eq!((*call, *axis, *operand, *size, *expected), ("try_bcast!", 1, "v @ (1)", 5, 3));
    assert_eq!(sizes_of(shapes), [("x", &[Some(4), Some(3)][..]), ("v @ (1)", &[None, Some(5)])]);
}

#[test]
fn targets() {
    let (mut y, x) = (array![1, 2], array![1, 2, 3]);
    let error = try_bcast!(y .*= x).expect_err("3 is not 2");
    let BroadcastError::Target { call, axis, operand, size, expected, shapes, .. } = &error else {
        panic!("another error: {error:?}");
    };
    assert_eq!((*call, *axis, *operand, *size, *expected), ("try_bcast!", 0, "x", 3, 2));
    assert_eq!(sizes_of(shapes), [("y", &[Some(2)][..]), ("x", &[Some(3)])]);
}

#[test]
fn ranks() {
    let (x, v) = (ArrayD::<f64>::zeros(IxDyn(&[4, 3])), ArrayD::<f64>::zeros(IxDyn(&[3])));
    let error = try_bcast!(x .- v).expect_err("1 axis beside 2");
    let BroadcastError::Rank { call, operand, rank, expected, .. } = &error else {
        panic!("another error: {error:?}");
    };
    assert_eq!((*call, *operand, *rank, *expected), ("try_bcast!", "v", 1, 2));
    // More axes than its map has, and no other operand that tells how many there are.
    let (deep, one) = (ArrayD::<f64>::zeros(IxDyn(&[1; 8])), ArrayD::<f64>::zeros(IxDyn(&[1])));
    let error = try_bcast!(deep @ (0, 1, 2, 3, 4, 5, 6) .+ one @ (7)).expect_err("8 axes, and a map of 7");
    let BroadcastError::Rank { operand, rank, expected, .. } = &error else {
        panic!("another error: {error:?}");
    };
    assert_eq!((*operand, *rank, *expected), ("deep @ (0, 1, 2, 3, 4, 5, 6)", 8, 7));
}

/// It can be boxed, sent, compared, cloned and found again behind `dyn Error`.
#[test]
fn a_real_error() {
    fn real<T: std::error::Error + Send + Sync + Clone + PartialEq + 'static>(error: T) -> Box<dyn std::error::Error> {
        assert_eq!(error, error.clone());
        assert!(error.source().is_none());
        error.into()
    }
    let (x, y) = (array![1, 2], array![1, 2, 3]);
    let error = try_bcast!(x .+ y).expect_err("3 is not 2");
    let text = error.to_string();
    let boxed = real(error);
    assert_eq!(boxed.to_string(), text);
    assert!(boxed.is::<BroadcastError>());
}

/// "before any write": no target of a failing call is touched, and no element function is called.
#[test]
fn nothing_is_written_before_an_error() {
    let (mut y, mut z) = (array![[1, 2], [3, 4]], array![[5, 6], [7, 8]]);
    let (fits, too_long) = (array![10, 20], array![1, 2, 3]);
    let called = |_: i32| -> i32 { panic!("an element was computed") };
    assert!(try_bcast!(y .= called.(fits @ (0)) .+ too_long @ (1)).is_err());
    assert!(try_bcast!(y .= fits @ (0); z .= too_long @ (1)).is_err());
    assert!(try_bcast!(y .+= 1; y .-= too_long @ (0)).is_err());
    let dynamic = fits.clone().into_dyn();
    assert!(try_bcast!(y .= dynamic).is_err());
    let row = &mut array![[0, 0]];
    assert!(try_bcast!(row .+= y).is_err());
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| bcast!(z .*= too_long @ (0))));
    assert!(panicked.is_err());
    assert_eq!((y, z), (array![[1, 2], [3, 4]], array![[5, 6], [7, 8]]));
    assert_eq!(row, &array![[0, 0]]);
}
