//! XLA, "Broadcasting": scalars, vectors, degenerate dimensions and their composition.

use bcast::ndarray::{Array1, Array2, Array3, array};
use bcast::{BroadcastError, bcast, try_bcast};

use crate::common::naive::{Naive, full};

/// A note on XLA's broadcast, section "numpy broadcast": `a * b` with `[1, 2, 3]` and `[2, 2, 2]`, then with 2.
#[test]
fn numpy_prelude() {
    let a = array![1.0, 2.0, 3.0];
    let twos = array![2.0, 2.0, 2.0];
    let two = 2.0;
    assert_eq!(bcast!(a .* twos), array![2.0, 4.0, 6.0]);
    assert_eq!(bcast!(a .* two), array![2.0, 4.0, 6.0]);
}

/// XLA, "What is broadcasting?": the vector `|7 8 9|` is replicated over the rows.
#[test]
fn matrix_and_vector_at_1() {
    let x = array![[1, 2, 3], [4, 5, 6]];
    let v = array![7, 8, 9];
    assert_eq!(bcast!(x .+ v @ (1)), array![[8, 10, 12], [11, 13, 15]]);
    assert_eq!(bcast!(#[shape([2, 3])] v @ (1)), array![[7, 8, 9], [7, 8, 9]]);
}

/// XLA, "Broadcasting a lower-rank array": a scalar needs no broadcasting dimensions.
#[test]
fn matrix_and_scalar() {
    let x = array![[1, 2, 3], [4, 5, 6]];
    let expected = array![[8, 9, 10], [11, 12, 13]];
    assert_eq!(bcast!(x .+ 7), expected);
    let seven = 7;
    assert_eq!(bcast!(x .+ seven), expected);
    assert_eq!(bcast!(seven .+ x), expected);
}

/// XLA, the 3-element vector and the 3x3 matrix, case (1): each vector element becomes a column.
#[test]
fn square_matrix_and_vector_at_1() {
    let zeros = Array2::<i32>::zeros((3, 3));
    let v = array![7, 8, 9];
    let expected = array![[7, 8, 9], [7, 8, 9], [7, 8, 9]];
    assert_eq!(bcast!(zeros .+ v @ (1)), expected);
    assert_eq!(bcast!(#[shape([3, 3])] v @ (1)), expected);
}

/// XLA, the same, case (2): a broadcasting dimension of 0 makes each vector element a row.
#[test]
fn square_matrix_and_vector_at_0() {
    let zeros = Array2::<i32>::zeros((3, 3));
    let v = array![7, 8, 9];
    let expected = array![[7, 7, 7], [8, 8, 8], [9, 9, 9]];
    assert_eq!(bcast!(zeros .+ v @ (0)), expected);
    assert_eq!(bcast!(#[shape([3, 3])] v @ (0)), expected);
}

/// XLA: a 2x3x4 cuboid and a 3x4 matrix with the broadcasting tuple (1, 2).
#[test]
fn cuboid_and_matrix() {
    let cuboid = Array3::from_shape_fn((2, 3, 4), |(i, j, k)| 100 * i + 10 * j + k);
    let matrix = Array2::from_shape_fn((3, 4), |(j, k)| 1000 * (4 * j + k));
    let expected = Array3::from_shape_fn((2, 3, 4), |(i, j, k)| 100 * i + 10 * j + k + 1000 * (4 * j + k));
    assert_eq!(bcast!(cuboid .+ matrix @ (1, 2)), expected);
}

/// XLA, "similar-rank arrays with degenerate dimensions", examples 1 to 3.
#[test]
fn compatible_sizes() {
    let column = array![[10], [20]];
    let x = array![[1, 2, 3], [4, 5, 6]];
    assert_eq!(bcast!(column .+ x), array![[11, 12, 13], [24, 25, 26]]);

    for (first, second) in [([1, 2, 5], [7, 2, 5]), ([7, 2, 5], [7, 1, 5])] {
        let a = Array3::from_shape_fn(first, |(i, j, k)| 100 * i + 10 * j + k);
        let b = Array3::from_shape_fn(second, |(i, j, k)| 7000 * i + 3000 * j + 1000 * k);
        let naive = Naive::new(3, &[full(&first), full(&second)]).expect("the sizes fit");
        let (a_values, b_values): (Vec<_>, Vec<_>) = (a.iter().collect(), b.iter().collect());
        let sum = bcast!(a .+ b);
        assert_eq!(sum.shape(), [7, 2, 5]);
        assert_eq!(sum.into_iter().collect::<Vec<_>>(), naive.map(|at| a_values[at[0]] + b_values[at[1]]));
    }
}

/// XLA, the same list, example 4: (7,2,5) and (7,2,6) are incompatible.
#[test]
fn incompatible_sizes() {
    let a = Array3::<i32>::zeros((7, 2, 5));
    let b = Array3::<i32>::zeros((7, 2, 6));
    let error = try_bcast!(a .+ b).unwrap_err();
    assert!(matches!(error, BroadcastError::Sizes { .. }), "{error:?}");
    let expected = "try_bcast!: sizes differ along output axis 2
  a    7 2 5
  b    7 2 6
           ^ 6 is neither 5 nor 1";
    assert_eq!(error.to_string(), expected);
}

/// XLA, the special case after it: (2,1) and (1,3) give the outer operation (2,3).
#[test]
fn outer_operation() {
    let column = array![[2], [3]];
    let row = array![[10, 20, 30]];
    assert_eq!(bcast!(column .* row), array![[20, 40, 60], [30, 60, 90]]);
}

/// XLA, "Broadcast composition": a vector of size 4 at (0) and a matrix of size 1x2.
#[test]
fn vector_at_0_and_one_row() {
    let v = array![1, 2, 3, 4];
    let row = array![[5, 6]];
    let expected = array![[6, 7], [7, 8], [8, 9], [9, 10]];
    assert_eq!(bcast!(v @ (0) .+ row), expected);
    assert_eq!(bcast!(row .+ v @ (0)), expected);
}

/// XLA, the last example: 1x2 at (1, 2) becomes Mx1x2, with a 4x3x1 array it gives 4x3x2.
#[test]
fn row_at_1_2_and_4x3x1() {
    let row = array![[10, 20]];
    let tall = Array3::from_shape_fn((4, 3, 1), |(i, j, _)| 100 * i + 1000 * j);
    let expected = Array3::from_shape_fn((4, 3, 2), |(i, j, k)| 100 * i + 1000 * j + [10, 20][k]);
    let sum = bcast!(row @ (1, 2) .+ tall);
    assert_eq!(sum.shape(), [4, 3, 2]);
    assert_eq!(sum, expected);
}

/// The note on XLA's broadcast, "Loop Fusion": `Mul` and `Add` with a scalar `alpha` over 1024 elements.
#[test]
fn multiply_add_with_a_scalar() {
    let alpha = 0.5_f32;
    let input0 = Array1::from_shape_fn(1024, |i| i as f32);
    let input1 = Array1::from_shape_fn(1024, |i| 3.0 * i as f32 + 1.0);
    let fused = bcast!(alpha .* input0 .+ input1);
    let mul_result = input0.mapv(|x| alpha * x);
    let add_result = Array1::from_shape_fn(1024, |i| mul_result[i] + input1[i]);
    assert_eq!(fused, add_result);
    assert_eq!(fused[1023], 3581.5);
}

/// The note's `Fusion` kernel itself: `output[i] = *input0 + input1[i]`.
#[test]
fn fused_kernel_of_the_note() {
    let input0 = 2.25_f32;
    let input1 = Array1::from_shape_fn(1024, |i| i as f32);
    let mut output = Array1::<f32>::zeros(1024);
    bcast!(output .= input0 .+ input1);
    assert_eq!((output[0], output[1], output[1023]), (2.25, 3.25, 1025.25));
}
