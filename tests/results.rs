//! What comes out: the type and rank of results, their memory order, tuples.

use bcast::ndarray::{
    Array0, Array1, Array2, Array3, Array4, ArrayD, Dimension, Ix3, IxDyn, ShapeBuilder, arr0, array, s,
};
use bcast::{BroadcastError, bcast, try_bcast};

/// "`Array<T, D>` with `D` the static dimension": the annotations are the test.
#[test]
fn static_types() {
    let (x, v) = (array![[1.0, 2.0], [3.0, 4.0]], array![1.0, 2.0]);
    let sum: Array2<f64> = bcast!(x .+ v @ (1));
    let less: Array2<bool> = bcast!(x .< 2);
    let single: Array2<f32> = bcast!(f32.(x));
    let vector: Array1<f64> = bcast!(v .* 2);
    let outer: Array2<f64> = bcast!(v @ (0) .* v @ (1));
    let cube: Array3<f64> = bcast!(v @ (0) .* v @ (1) .* v @ (2));
    let reached: Array4<f64> = bcast!(x @ (0, 1) .+ x @ (2, 3));
    assert_eq!((sum.sum(), less[(0, 0)], single.sum()), (16.0, true, 10.0));
    assert_eq!((vector.sum(), outer.sum(), cube.sum(), reached.sum()), (6.0, 9.0, 27.0, 80.0));
}

/// "a plain scalar when only plain scalars took part".
#[test]
fn plain_scalars() {
    let (a, b) = (2.0_f32, 3.0_f32);
    let sum: f32 = bcast!(a .+ b);
    let less: bool = bcast!(a .< b);
    let byte: u8 = bcast!(u8.(a .* b));
    let copy: f32 = bcast!(.-a);
    let tuple: (f32, bool) = bcast!((a .* b, a .> b));
    assert_eq!((sum, less, byte, copy, tuple), (5.0, true, 6, -2.0, (6.0, false)));
    let tried: Result<f32, BroadcastError> = try_bcast!(a .+ b);
    assert_eq!(tried, Ok(5.0));
}

/// Rank-0 arrays are arrays: nothing decays.
#[test]
fn rank_zero() {
    let (zero, scalar) = (arr0(2), 3);
    let sum: Array0<i32> = bcast!(zero .+ zero);
    let beside: Array0<i32> = bcast!(zero .* scalar);
    assert_eq!((sum, beside), (arr0(4), arr0(6)));
    let up: Array1<i32> = bcast!(zero .+ array![1, 2]);
    assert_eq!(up, array![3, 4]);
    let empty_map: Array1<i32> = bcast!(zero @ () .+ array![1, 2] .* scalar @ ());
    assert_eq!(empty_map, array![5, 8]);
}

#[test]
fn dynamic_ranks() {
    let x = ArrayD::from_shape_fn(IxDyn(&[2, 3]), |at| (10 * at[0] + at[1]) as i32);
    let sum: ArrayD<i32> = bcast!(x .+ x);
    assert_eq!(sum, x.mapv(|x| 2 * x));
    let scaled: ArrayD<i32> = bcast!(x .* 3);
    assert_eq!(scaled[[1, 2]], 36);
    let zero = ArrayD::from_elem(IxDyn(&[]), 5);
    assert_eq!(bcast!(zero .+ zero), ArrayD::from_elem(IxDyn(&[]), 10));
    assert_eq!(bcast!(x .+ zero)[[1, 2]], 17);
    let map_beyond_six = ArrayD::<i32>::zeros(IxDyn(&[1; 8]));
    let long = array![1, 2, 3];
    let sum = bcast!(map_beyond_six .+ long @ (7));
    assert_eq!(sum.shape(), [1, 1, 1, 1, 1, 1, 1, 3]);
}

#[test]
fn tuples() {
    let (x, v) = (array![[1, 2], [3, 4]], array![10, 20]);
    let (sum, difference) = bcast!((x .+ v @ (1), x .- v @ (1)));
    assert_eq!(sum, array![[11, 22], [13, 24]]);
    assert_eq!(difference, array![[-9, -18], [-7, -16]]);
    let (a, b, c, d, e) = bcast!((x, x .* 2, x .> 2, f64.(x), 7 .+ x));
    assert_eq!((a, b), (x.clone(), &x * 2));
    assert_eq!((c, d, e), (x.mapv(|x| x > 2), x.mapv(f64::from), &x + 7));
    let tried: Result<(Array1<i32>, Array1<bool>), _> = try_bcast!((v .+ 1, v .> 15));
    assert_eq!(tried, Ok((array![11, 21], array![false, true])));
    let (shared, twice) = bcast!(let s = x .* x; (s .+ 1, s .* 2));
    assert_eq!((shared, twice), (array![[2, 5], [10, 17]], array![[2, 8], [18, 32]]));
}

/// Every output of a tuple has the shape that it has alone.
#[test]
fn values_have_shapes_of_their_own() {
    let (column, row) = (array![[1], [2]], array![[10, 20, 30]]);
    let (sum, alone) = bcast!((column .+ row, column .* 1));
    assert_eq!(sum, array![[11, 21, 31], [12, 22, 32]]);
    assert_eq!(alone, array![[1], [2]]);
    let (matrix, vector, number) = bcast!((column .+ row, array![7, 8] .* 2, 3 .+ 4));
    assert_eq!((matrix, vector, number), (sum, array![14, 16], 7));
}

/// The order of the axes in memory, the largest stride first, axes of length 1 left out.
fn order<T, D: Dimension>(array: &bcast::ndarray::Array<T, D>) -> Vec<usize> {
    let mut axes: Vec<usize> = (0..array.ndim()).filter(|&axis| array.shape()[axis] > 1).collect();
    assert!(array.strides().iter().all(|&stride| stride >= 0), "no stride of a result is negative");
    axes.sort_by_key(|&axis| std::cmp::Reverse(array.strides()[axis]));
    axes
}

/// "Memory order follows the full-rank operands (row major in doubt)".
#[test]
fn memory_order() {
    let c = Array3::<f64>::zeros((2, 3, 4));
    let f = Array3::<f64>::zeros((2, 3, 4).f());
    let turned = Array3::<f64>::zeros((3, 4, 2)).permuted_axes([2, 0, 1]);
    let v = Array1::<f64>::zeros(3);
    assert_eq!(order(&bcast!(c .+ 1)), [0, 1, 2]);
    assert_eq!(order(&bcast!(f .+ 1)), [2, 1, 0]);
    assert_eq!(order(&bcast!(f .+ f)), [2, 1, 0]);
    assert_eq!(order(&bcast!(f .+ v @ (1))), [2, 1, 0]);
    assert_eq!(order(&bcast!(v @ (1) .+ f)), [2, 1, 0]);
    assert_eq!(order(&bcast!(turned .* 2)), [1, 2, 0]);
    assert_eq!(order(&bcast!(turned .* 2 .- turned)), [1, 2, 0]);
    assert_eq!(order(&bcast!(c .+ f)), [0, 1, 2]);
    assert_eq!(order(&bcast!(v @ (0) .* v @ (1))), [0, 1]);
    let dynamic = f.clone().into_dyn();
    assert_eq!(order(&bcast!(dynamic .+ 1)), [2, 1, 0]);
}

/// Results own just their elements, in a block without gaps, whatever the operand looks like.
#[test]
fn results_have_no_gaps() {
    let x = Array3::from_shape_fn((6, 6, 6), |(i, j, k)| 100 * i + 10 * j + k);
    let view = x.slice(s![..;-2, 1..4, ..;3]);
    let out: bcast::ndarray::Array<usize, Ix3> = bcast!(view .+ 0);
    assert_eq!(out, view);
    assert!(out.as_slice_memory_order().is_some());
    let reversed = x.slice(s![..;-1, ..;-1, ..;-1]);
    let out = bcast!(reversed .* 1);
    assert_eq!(out[(0, 0, 1)], 554);
    assert!(out.is_standard_layout());
}

/// Sizes 0, and 1 against 0.
#[test]
fn empty_results() {
    let none = Array2::<f64>::zeros((0, 3));
    let row = array![[1.0, 2.0, 3.0]];
    assert_eq!(bcast!(none .+ row).shape(), [0, 3]);
    assert_eq!(bcast!(row .+ none).shape(), [0, 3]);
    assert_eq!(bcast!(none .+ array![1.0] @ (0)).shape(), [0, 3]);
    assert_eq!(bcast!(Array1::<i32>::zeros(0) .* 2).len(), 0);
    let (x, y) = (Array1::<i32>::zeros(0), Array1::<i32>::zeros(2));
    assert!(try_bcast!(x .+ y).is_err());
    assert_eq!(bcast!(x @ (0) .+ y @ (1)).shape(), [0, 2]);
}
