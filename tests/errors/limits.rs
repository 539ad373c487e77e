//! "shapes whose product overflows `usize` (an error, not a wrap)".

use bcast::ndarray::{Array2, ArrayD, Axis, IxDyn, arr0, arr1};
use bcast::{BroadcastError, try_bcast};

const HUGE: usize = 1 << 40;

fn overflows<T>(result: Result<T, BroadcastError>) -> Vec<usize> {
    match result.err() {
        Some(BroadcastError::Overflow { sizes, call, .. }) => {
            assert_eq!(call, "try_bcast!");
            sizes
        }
        other => panic!("{other:?} instead of an overflow"),
    }
}

/// 2^40 x 2^40 elements: the product of the sizes does not fit.
#[test]
fn products_of_sizes() {
    let (one, cell) = (arr0(1_u8), arr0(1.0_f64));
    let bytes = one.broadcast(HUGE).expect("1 fits anything");
    let doubles = cell.broadcast(HUGE).expect("1 fits anything");
    assert_eq!(overflows(try_bcast!(bytes @ (0) .+ bytes @ (1))), [HUGE, HUGE]);
    assert_eq!(overflows(try_bcast!(doubles @ (0) .+ doubles @ (1) .* 2)), [HUGE, HUGE]);
    // Exactly 2^64, which wraps to 0.
    let quarter = one.broadcast(1 << 32).expect("1 fits anything");
    assert_eq!(overflows(try_bcast!(quarter @ (0) .+ quarter @ (1))), [1 << 32, 1 << 32]);
    let column = one.broadcast((HUGE, 1)).expect("1 fits anything");
    let row = one.broadcast((1, HUGE)).expect("1 fits anything");
    assert_eq!(overflows(try_bcast!(column .+ row)), [HUGE, HUGE]);
    let text = try_bcast!(column .+ row).map(drop).expect_err("too large").to_string();
    assert!(text.contains("1099511627776") && text.starts_with("try_bcast!: "), "{text}");
}

/// The elements can be counted, their bytes cannot.
#[test]
fn products_of_bytes() {
    let one = arr0(1_u8);
    let half = one.broadcast(1 << 31).expect("1 fits anything");
    assert_eq!(overflows(try_bcast!(f64.(half @ (0)) .+ f64.(half @ (1)))), [1 << 31, 1 << 31]);
    let two = overflows(try_bcast!((bool.(half @ (0) .== half @ (1)), f64.(half @ (0)) .* f64.(half @ (1)))));
    assert_eq!(two, [1 << 31, 1 << 31], "nothing is allocated for the first before the second is counted");
}

/// The same for what one pass leaves to the next, of which the call gives back one number.
#[test]
fn products_of_bytes_between_passes() {
    const MANY: usize = 1 << 61;
    let (cell, number, small) = (arr0(1.0_f64), 2.0_f64, Array2::<f64>::ones((1, 1)));
    let (row, column) = (cell.broadcast(MANY), cell.broadcast((MANY, 1)));
    let (row, column) = (row.expect("1 fits anything"), column.expect("1 fits anything"));
    assert_eq!(overflows(try_bcast!(sum(exp.(number .* row @ (0)) .* small))), [MANY]);
    assert_eq!(overflows(try_bcast!(max(sum[1](column)))), [MANY, 1]);
    assert_eq!(overflows(try_bcast!(sum(exp.(column) ./ max(exp.(column))))), [MANY, 1]);
}

/// The same after a pass that is small.
#[test]
fn products_of_bytes_after_a_pass() {
    let x = arr1(&[1_i64, 2, 3]);
    assert_eq!(overflows(try_bcast!((0..i64::MAX) .* sum(x))), [i64::MAX as usize]);
    assert_eq!(overflows(try_bcast!((0..i64::MAX) @ (1) .* x @ (0) .* sum(x))), [3, i64::MAX as usize]);
}

/// Sizes of 0 hide no overflow: `ndarray` cannot hold such a shape either.
#[test]
fn products_beside_a_size_of_zero() {
    let one = arr0(1_u8);
    let huge = one.broadcast(HUGE).expect("1 fits anything");
    let none = arr1(&[0_u8; 0]);
    assert_eq!(overflows(try_bcast!(none @ (0) .+ huge @ (1) .+ huge @ (2))), [0, HUGE, HUGE]);
    let fine = try_bcast!(none @ (0) .+ huge @ (1)).expect("no element at all");
    assert_eq!(fine.shape(), [0, HUGE]);
}

/// Large shapes that nobody has to hold: a huge operand that does not fit, a target of one element.
#[test]
fn huge_operands() {
    let one = arr0(1_u8);
    let huge = one.broadcast((HUGE, 1)).expect("1 fits anything");
    let mut out = Array2::<u8>::zeros((1, 1));
    assert!(matches!(try_bcast!(out .= huge), Err(BroadcastError::Target { size: HUGE, expected: 1, .. })));
    let part = huge.index_axis(Axis(0), 5);
    let mut out = [0_u8];
    assert_eq!(try_bcast!(out .= part .* 3), Ok(()));
    assert_eq!(out, [3]);
}

/// Ranks up to 16 work; beyond there is an error, in `try_bcast!` too.
#[test]
fn ranks() {
    for rank in [9, 15, 16] {
        let x = ArrayD::<i32>::ones(IxDyn(&vec![1; rank]));
        assert_eq!(try_bcast!(x .+ x).map(|sum| (sum.ndim(), sum.sum())), Ok((rank, 2)));
    }
    let deep = ArrayD::<i32>::ones(IxDyn(&[1; 17]));
    let error = try_bcast!(deep .+ 1).expect_err("17 axes");
    assert!(error.to_string().contains("17"), "{error}");
}
