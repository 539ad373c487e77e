//! vulkpy, "Broadcasting": NumPy's rule by an attribute, copies, targets that never grow.

use bcast::ndarray::{Array1, Array5, Array6, array};
use bcast::{BroadcastError, bcast, try_bcast};

use crate::common::naive::{Naive, aligned, full};

/// "1. Simple Copy": `a.broadcast_to((2, 2))`.
#[test]
fn broadcast_to() {
    let a = array![1, 2];
    let expected = array![[1, 2], [1, 2]];
    assert_eq!(bcast!(#[shape([2, 2])] a @ (1)), expected);
    assert_eq!(bcast!(#[shape((2, 2))] a @ (1)), expected);
    assert_eq!(
        bcast!(
            #[numpy]
            #[shape([2, 2])]
            a
        ),
        expected
    );
}

/// "2. Special Implementation": `c = a + b` of (2) and (2, 2), which NumPy's rule aligns at the right.
#[test]
fn add_a_vector_to_a_matrix() {
    let a = array![1, 2];
    let b = array![[1, 2], [3, 4]];
    let expected = array![[2, 4], [4, 6]];
    assert_eq!(bcast!(#[numpy] a .+ b), expected);
    assert_eq!(bcast!(#[numpy] b .+ a), expected);
    assert_eq!(bcast!(a @ (1) .+ b), expected);
}

/// "For inplace operations, only other (non-inplaced) array can be broadcasted."
#[test]
fn in_place_the_other_is_broadcast() {
    let a = array![1, 2];
    let mut b = array![[1, 2], [3, 4]];
    bcast!(#[numpy] b .+= a);
    assert_eq!(b, array![[2, 4], [4, 6]]);
    bcast!(b .-= a @ (0));
    assert_eq!(b, array![[1, 3], [2, 4]]);
}

/// ".. because we cannot grow already allocated memory": a target of 1 with a source of 2.
#[test]
fn in_place_the_target_never_grows() {
    let mut row = array![[10, 20]];
    let b = array![[1, 2], [3, 4]];
    let error = try_bcast!(row .+= b).unwrap_err();
    assert!(matches!(error, BroadcastError::Target { .. }), "{error:?}");
    assert_eq!(row, array![[10, 20]]);
}

/// `clamp()`, for which vulkpy broadcasts by copying: the bounds are rows of the matrix here.
#[test]
fn clamp_with_broadcast_bounds() {
    let x = array![[-5.0, 0.5, 9.0], [2.0, -1.0, 4.0]];
    let low = array![0.0, 0.0, 5.0];
    let high = array![1.0, 1.0, 8.0];
    let expected = array![[0.0, 0.5, 8.0], [1.0, 0.0, 5.0]];
    assert_eq!(bcast!(clamp.(x, low @ (1), high @ (1))), expected);
    assert_eq!(bcast!(#[numpy] clamp.(x, low, high)), expected);
}

/// The note on three global indices, "not sufficient to point elements of N-dimensional array": five and six axes.
#[test]
fn more_than_three_axes() {
    let a = Array5::from_shape_fn((2, 3, 1, 4, 2), |(i, j, _, l, m)| 1000 * i + 100 * j + 10 * l + m);
    let b = Array5::from_shape_fn((1, 3, 5, 1, 2), |(_, j, k, _, m)| 10_000 * (j + 10 * k + 100 * m));
    let expected = Array5::from_shape_fn((2, 3, 5, 4, 2), |(i, j, k, l, m)| a[(i, j, 0, l, m)] + b[(0, j, k, 0, m)]);
    assert_eq!(bcast!(a .+ b), expected);

    let c = Array6::from_shape_fn((2, 2, 3, 1, 4, 2), |at| 100_000_000 * (at.0 + 1));
    let naive = Naive::new(6, &[aligned(&[2, 3, 1, 4, 2], 6), full(&[2, 2, 3, 1, 4, 2])]).expect("the sizes fit");
    let (a_values, c_values): (Vec<_>, Vec<_>) = (a.iter().collect(), c.iter().collect());
    let sum = bcast!(#[numpy] a .+ c);
    assert_eq!(sum.shape(), naive.shape);
    assert_eq!(sum.into_iter().collect::<Vec<_>>(), naive.map(|at| a_values[at[0]] + c_values[at[1]]));
}

/// The shader's own arithmetic, `d = min(i_tmp / sizeB, a_shape[dim] - 1)`: sizes 1 stay at index 0.
#[test]
fn index_arithmetic_of_the_shader() {
    fn broadcast_comp(a: &[i32], a_shape: &[usize], b_shape: &[usize]) -> Vec<i32> {
        let (mut size_a, mut size_b): (usize, usize) = (a_shape.iter().product(), b_shape.iter().product());
        let mut from = vec![0; size_b];
        let mut rest: Vec<usize> = (0..size_b).collect();
        for (&a_size, &b_size) in a_shape.iter().zip(b_shape) {
            size_a /= a_size;
            size_b /= b_size;
            for (j, i) in from.iter_mut().zip(&mut rest) {
                *j += (*i / size_b).min(a_size - 1) * size_a;
                *i %= size_b;
            }
        }
        from.into_iter().map(|j| a[j]).collect()
    }
    let a = Array1::from_iter(1..=12).into_shape_with_order((2, 1, 3, 2)).expect("12 elements");
    let shape = [2, 4, 3, 2];
    let copy = bcast!(#[shape(shape)] a .+ 0);
    let expected = broadcast_comp(a.as_slice().expect("row major"), &[2, 1, 3, 2], &shape);
    assert_eq!(copy.into_iter().collect::<Vec<_>>(), expected);
}
