//! Fused `let`, several statements, nested calls, `try_bcast!`.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use bcast::ndarray::{Array1, Array2, array};
use bcast::{BroadcastError, bcast, try_bcast};

/// "names a fused value: never an array".
#[test]
fn a_fused_value() {
    let (x, mu) = (array![[1.0, 2.0], [3.0, 4.0]], array![2.0, 3.0]);
    let squares = bcast!(let d = x .- mu @ (1); d .* d);
    assert_eq!(squares, array![[1.0, 1.0], [1.0, 1.0]]);
    let deviation: Array2<f64> = bcast!(
        let d = x .- mu @ (1);
        let s = d .^ 2;
        let half = 0.5;
        half .* s .+ d
    );
    assert_eq!(deviation, array![[-0.5, -0.5], [1.5, 1.5]]);
}

/// It is evaluated once per element, however often it is used.
#[test]
fn a_fused_value_is_computed_once() {
    let calls = AtomicUsize::new(0);
    let count = |x: i32| {
        calls.fetch_add(1, Relaxed);
        x + 1
    };
    let x = Array1::from_iter(0..100);
    let have = bcast!(let y = count.(x); let z = y .* y; (y .+ z, z .- y, y));
    assert_eq!(calls.load(Relaxed), 100);
    assert_eq!((have.0[3], have.1[3], have.2[3]), (20, 12, 4));
    let mut target = Array1::from_elem(100, 0);
    bcast!(let y = count.(x); target .= y .* y; target .-= y);
    assert_eq!(calls.into_inner(), 200);
    assert_eq!(target[3], 12);
}

/// Before an `if` for every element, in the braces of a branch only where they are taken.
#[test]
fn a_fused_value_in_a_branch_is_lazy() {
    let calls = AtomicUsize::new(0);
    let count = |x: i32| {
        calls.fetch_add(1, Relaxed);
        x + 1
    };
    let x = Array1::from_iter(0..100);
    let outside = bcast!(let y = count.(x); if x .< 10 { y .* y } else { 0 });
    assert_eq!(calls.swap(0, Relaxed), 100);
    let inside = bcast!(if x .< 10 { let y = count.(x); y .* y } else { 0 });
    assert_eq!(calls.swap(0, Relaxed), 10);
    assert_eq!(inside, outside);
}

/// Under a map it is computed anew for that map.
#[test]
fn a_fused_value_under_a_map() {
    let (x, v) = (array![[0, 0, 0], [0, 0, 0], [0, 0, 0]], array![1, 2, 3]);
    let along_1 = bcast!(let d = v .* 2; x .+ d @ (1));
    assert_eq!(along_1, array![[2, 4, 6], [2, 4, 6], [2, 4, 6]]);
    let both = bcast!(let d = v .* 2; d @ (0) .- d @ (1));
    assert_eq!(both, array![[0, -2, -4], [2, 0, -2], [4, 2, 0]]);
}

/// A literal behind a name still takes its neighbour's type, and a later `let` may use an earlier one.
#[test]
fn names_in_names() {
    let x = array![1.0_f32, 2.0];
    let have = bcast!(let two = x .* 2; let four = two .* 2; let c = x .> 1; if c { four } else { two });
    assert_eq!(have, array![2.0, 8.0]);
    let scalar: f32 = bcast!(let a = 2.0_f32; let b = a .* a; a .+ b);
    assert_eq!(scalar, 6.0);
}

/// "nest a `bcast!`": its result is an operand like any other.
#[test]
fn nested_calls() {
    let (x, v) = (array![[1, 2], [3, 4]], array![10, 20]);
    assert_eq!(bcast!(x .+ bcast!(v .* 2) @ (1)), array![[21, 42], [23, 44]]);
    assert_eq!(bcast!(bcast!(bcast!(x .+ 1) .* 2) .- bcast!(.-x)), array![[5, 8], [11, 14]]);
    let total = |a: &Array2<i32>| a.sum();
    assert_eq!(bcast!(x .- total(&bcast!(x .* 10))), array![[-99, -98], [-97, -96]]);
}

#[test]
fn results_instead_of_panics() {
    let (x, v, short) = (array![[1, 2], [3, 4]], array![10, 20], array![1, 2, 3]);
    assert_eq!(try_bcast!(x .+ v @ (1)), Ok(array![[11, 22], [13, 24]]));
    assert!(matches!(try_bcast!(x .+ short @ (1)), Err(BroadcastError::Sizes { axis: 1, .. })));
    let mut y = array![0, 0];
    let written: Result<(), BroadcastError> = try_bcast!(y .= v);
    assert_eq!(written, Ok(()));
    let both: Result<(Array1<i32>, Array1<i32>), BroadcastError> = try_bcast!((y .+ 1, y .- 1));
    assert_eq!(both, Ok((array![11, 21], array![9, 19])));
    let rest = try_bcast!(y .+= 1; y .* 2);
    assert_eq!(rest, Ok(array![22, 42]));
    fn pass(x: &Array1<i32>, y: &Array1<i32>) -> Result<i32, Box<dyn std::error::Error>> {
        Ok(try_bcast!(x .* y)?.sum())
    }
    assert_eq!(pass(&v, &v).ok(), Some(500));
    assert!(pass(&v, &short).is_err());
}

/// The macros as statements, in braces and brackets, and with everything on many lines.
#[test]
fn brackets_of_every_kind() {
    let x = array![1, 2];
    let mut y = array![0, 0];
    bcast! { y .= x .* 2 }
    bcast! {
        y .+= x;
        y .+= 1;
    }
    assert_eq!(y, array![4, 7]);
    let z = bcast![y .- x];
    assert_eq!(z, array![3, 5]);
    let many_lines = bcast! {
        x
            .+ y   // a comment
            .* z   /* another one */
            .- 1
    };
    assert_eq!(many_lines, array![12, 36]);
}
