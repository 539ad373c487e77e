//! SlangPy, "Broadcasting": its examples and its tables of shapes, the refusals included.

use bcast::ndarray::{Array1, Array3, ArrayD, IxDyn, array};
use bcast::{BroadcastError, One, bcast, try_bcast};

use std::sync::atomic::{AtomicUsize, Ordering};

fn numbered(shape: [usize; 3], step: i64) -> Array3<i64> {
    let mut next = 0;
    Array3::from_shape_simple_fn(shape, || {
        next += step;
        next
    })
}

fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// The first examples: two buffers, a single value and a buffer, two 2x2 buffers.
#[test]
fn introduction() {
    let (a, b) = (array![1, 2, 3], array![4, 5, 6]);
    assert_eq!(bcast!(add.(a, b)), array![5, 7, 9]);
    assert_eq!(bcast!(add.(5, b)), array![9, 10, 11]);
    let (a, b) = (array![[1, 2], [3, 4]], array![[5, 6], [7, 8]]);
    assert_eq!(bcast!(add.(a, b)), array![[6, 8], [10, 12]]);
}

/// "All dimensions match".
#[test]
fn equal_shapes() {
    let (a, b) = (numbered([10, 3, 4], 1), numbered([10, 3, 4], 1000));
    let out = bcast!(a .+ b);
    assert_eq!(out, Array3::from_shape_fn((10, 3, 4), |at| a[at] + b[at]));
    assert_eq!((out[(0, 0, 0)], out[(9, 2, 3)]), (1001, 120_120));
}

/// "A's dimension is 1, so it is broadcast": `Out[x,y,z] = A[x,0,z] + B[x,y,z]`.
#[test]
fn a_dimension_of_one() {
    let (a, b) = (numbered([10, 1, 4], 1), numbered([10, 3, 4], 1000));
    let expected = Array3::from_shape_fn((10, 3, 4), |(x, y, z)| a[(x, 0, z)] + b[(x, y, z)]);
    assert_eq!(bcast!(a .+ b), expected);
}

/// "Error as A and B's first dimensions are different sizes and not 1".
#[test]
fn different_first_dimensions() {
    let (a, b) = (numbered([10, 3, 4], 1), numbered([5, 3, 4], 1));
    let error = try_bcast!(a .+ b).unwrap_err();
    assert!(matches!(error, BroadcastError::Sizes { .. }), "{error:?}");
    let expected = "try_bcast!: sizes differ along output axis 0
  a    10 3 4
  b     5 3 4
        ^ 5 is neither 10 nor 1";
    assert_eq!(error.to_string(), expected);
}

/// "A single value is broadcast to all dimensions", which is "conceptually the same" as (1, 1, 1).
#[test]
fn a_single_value() {
    let b = numbered([10, 3, 4], 1000);
    let expected = b.mapv(|b| 7 + b);
    let single = 7_i64;
    assert_eq!(bcast!(single .+ b), expected);
    let ones = Array3::from_elem((1, 1, 1), 7_i64);
    assert_eq!(bcast!(ones .+ b), expected);
}

/// "NumPy would automatically extend A to (1,3,4), SlangPy does not". With static ranks the
/// compiler refuses (`ui-tests`); with dynamic ones the same rule holds at run time.
#[test]
fn nothing_but_a_single_value_is_extended() {
    let a = ArrayD::<i64>::zeros(IxDyn(&[3, 4]));
    let b = ArrayD::<i64>::zeros(IxDyn(&[10, 3, 4]));
    let error = try_bcast!(a .+ b).unwrap_err();
    assert!(matches!(error, BroadcastError::Rank { .. }), "{error:?}");
    assert_eq!(bcast!(#[numpy] a .+ b).shape(), [10, 3, 4]);
    assert_eq!(bcast!(a @ (1, 2) .+ b).shape(), [10, 3, 4]);
}

type Float3 = [f32; 3];

/// `add_floats(float3, float3)`: "each argument is treated as having shape (3,)", three calls.
#[test]
fn vectors_of_floats() {
    let calls = AtomicUsize::new(0);
    let add_floats = |a: f32, b: f32| {
        calls.fetch_add(1, Ordering::Relaxed);
        a + b
    };
    let a: Float3 = [1.0, 2.0, 3.0];
    let b: Float3 = [4.0, 5.0, 6.0];
    assert_eq!(bcast!(add_floats.(a, b)), array![5.0, 7.0, 9.0]);
    assert_eq!(calls.into_inner(), 3);
}

fn add_vectors(a: Float3, b: Float3) -> Float3 {
    std::array::from_fn(|i| a[i] + b[i])
}

/// `add_vectors(float3, float3)`: "each argument is treated as having shape ()", one call.
#[test]
fn vectors_taken_whole() {
    let calls = AtomicUsize::new(0);
    let counted = |a: Float3, b: Float3| {
        calls.fetch_add(1, Ordering::Relaxed);
        add_vectors(a, b)
    };
    let a: Float3 = [1.0, 2.0, 3.0];
    let b: Float3 = [4.0, 5.0, 6.0];
    let sum: Float3 = bcast!(counted.(One(a), One(b)));
    assert_eq!(sum, [5.0, 7.0, 9.0]);
    assert_eq!(calls.into_inner(), 1);
}

/// "a is treated as having shape (), b as having shape (10,)": ten calls, a goes to each.
#[test]
fn one_vector_and_ten() {
    let calls = AtomicUsize::new(0);
    let counted = |a: Float3, b: Float3| {
        calls.fetch_add(1, Ordering::Relaxed);
        add_vectors(a, b)
    };
    let a: Float3 = [1.0, 2.0, 3.0];
    let b: Array1<Float3> = Array1::from_shape_fn(10, |i| [i as f32, 10.0 * i as f32, 100.0 * i as f32]);
    let sum = bcast!(counted.(One(a), b));
    assert_eq!(sum.shape(), [10]);
    assert_eq!((sum[0], sum[9]), ([1.0, 2.0, 3.0], [10.0, 92.0, 903.0]));
    assert_eq!(calls.into_inner(), 10);
}

/// "a has shape (3,), b has shape (10,3). As we don't auto-extend a, this is an error".
#[test]
fn a_vector_is_not_extended_to_a_matrix() {
    let a = ArrayD::<f32>::zeros(IxDyn(&[3]));
    let b = ArrayD::<f32>::zeros(IxDyn(&[10, 3]));
    let error = try_bcast!(a .+ b).unwrap_err();
    assert!(matches!(error, BroadcastError::Rank { .. }), "{error:?}");
}
