//! Shapes that do not fit: when an expression is made, and beside others.

use bcast::ndarray::{Array1, Array2, ArrayD, IxDyn};
use bcast::{BroadcastError, lazy, try_bcast, try_lazy};
use std::panic::catch_unwind;

fn text(run: impl FnOnce() + std::panic::UnwindSafe) -> String {
    *catch_unwind(run).unwrap_err().downcast::<String>().unwrap()
}

#[test]
fn when_made() {
    let (x, v) = (Array2::<f64>::zeros((4, 3)), Array1::<f64>::zeros(5));
    let expected = |call: &str| {
        format!(
            "{call}: sizes differ along output axis 1\n  x          4 3\n  v @ (1)    . 5\n{} 5 is neither 3 nor 1",
            "               ^"
        )
    };
    assert_eq!(try_lazy!(x .+ v @ (1)).err().unwrap().to_string(), expected("try_lazy!"));
    assert_eq!(text(|| _ = lazy!(x .+ v @ (1))), expected("lazy!"));
    let error = try_lazy!(sum[1](x .+ v @ (1)) .* 2).err().unwrap();
    assert_eq!(error.to_string(), expected("try_lazy!"));
    assert!(matches!(error, BroadcastError::Sizes { axis: 1, size: 5, expected: 3, .. }));
}

/// An expression is one operand, as it is written where it is read.
#[test]
fn beside_others() {
    let (x, v, y) = (Array2::<f64>::zeros((4, 1)), Array1::<f64>::zeros(3), Array2::<f64>::zeros((4, 5)));
    let (a, w) = (lazy!(x .+ v @ (1)), Array1::<f64>::zeros(7));
    let error = try_bcast!(y .* a).unwrap_err();
    assert_eq!(
        error.to_string(),
        "try_bcast!: sizes differ along output axis 1\n  y    4 5\n  a    4 3\n         ^ 3 is neither 5 nor 1"
    );
    let error = try_bcast!(a .* 2 .+ y .* w @ (0)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "try_bcast!: sizes differ along output axis 1\n  a          4 3\n  y          4 5\n               \
         ^ 5 is neither 3 nor 1\n  w @ (0)    7 ."
    );
    let error = try_bcast!(a @ (0, 2) .+ Array1::<f64>::zeros(2) @ (1) .+ w @ (2)).unwrap_err();
    assert!(error.to_string().contains("\n  a @ (0, 2)                       4 . 3"), "{error}");
    let mut target = Array2::<f64>::zeros((2, 3));
    let error = try_bcast!(target .= a).unwrap_err();
    assert!(error.to_string().starts_with("try_bcast!: `a` does not fit the target along output axis 0"), "{error}");
    let b = lazy!(a .* 2);
    let error = try_bcast!(sum[0](b .+ y)).unwrap_err();
    assert!(error.to_string().contains("\n  b    4 3\n  y    4 5"), "{error}");
}

#[test]
fn dynamic_ranks() {
    let (x, v) = (ArrayD::<f64>::zeros(IxDyn(&[4, 3])), ArrayD::<f64>::zeros(IxDyn(&[3])));
    let t = ArrayD::<f64>::zeros(IxDyn(&[2, 4, 3]));
    let error = try_lazy!(x .+ v).err().unwrap();
    assert!(error.to_string().starts_with("try_lazy!: `v` has 1 axis, but 2 are expected"), "{error}");
    let a = lazy!(x .+ v @ (1));
    let error = try_bcast!(a .+ t).unwrap_err();
    assert!(error.to_string().starts_with("try_bcast!: `a` has 2 axes, but 3 are expected"), "{error}");
    // Of maps alone, as of any array, the number of axes is known.
    let m = lazy!(v @ (1) .+ x @ (0, 1));
    let error = try_bcast!(m .+ t).unwrap_err();
    assert!(error.to_string().starts_with("try_bcast!: `m` has 2 axes, but 3 are expected"), "{error}");
    // Nor is what an expression makes of a reduction still one.
    let (y, u) = (Array2::<f64>::zeros((4, 3)), ArrayD::<f64>::zeros(IxDyn(&[4, 3])));
    let r = lazy!(mean[0](y) .* 2);
    assert!(try_bcast!(u .+ r).unwrap_err().to_string().contains("`r` has 1 axis, but 2 are expected"));
    assert!(try_bcast!(u .+ mean[0](y) .* 2).is_ok());
    let pair = lazy!(y @ (0, 1) .* 2);
    let s = try_bcast!(pair @ (0, 2) .+ ArrayD::<f64>::zeros(IxDyn(&[5])) @ (1)).unwrap();
    assert_eq!(s.shape(), [4, 5, 3]);
    let error = try_bcast!(a @ (1) .+ t).unwrap_err();
    assert!(error.to_string().contains("`a @ (1)` has 2 axes"), "{error}");
    let error = try_bcast!(a @ (0, 5) .+ t).unwrap_err();
    assert!(error.to_string().contains("names axis 5"), "{error}");
}

#[test]
fn given_shapes_and_values() {
    let v = Array1::<f64>::zeros(3);
    let error = try_lazy!(#[shape([4, 2])] v @ (1) .* 2).err().unwrap();
    assert!(matches!(error, BroadcastError::Shape { axis: 1, .. }));
    let a = lazy!(#[shape([4, 3])] v @ (1) .* 2);
    let y = Array2::<f64>::zeros((5, 3));
    let error = try_bcast!(a .+ y).unwrap_err();
    assert_eq!(
        error.to_string(),
        "try_bcast!: sizes differ along output axis 0\n  a    4 3\n  y    5 3\n       ^ 5 is neither 4 nor 1"
    );
    let dims = [0, 0];
    let t = bcast::ndarray::Array3::<f64>::zeros((4, 3, 2));
    assert!(try_bcast!(a @ {dims} .+ t).is_err());
}
