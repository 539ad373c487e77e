//! The last axis of an array as the components of vectors.

use bcast::ndarray::{Array1, Array2, Array3, array, s};
use bcast::{bcast, vectors, vectors_mut};

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn points(rows: usize) -> Array2<f64> {
    Array2::from_shape_fn((rows, 3), |(i, j)| (i * i + 2 * j) as f64)
}

#[test]
fn are_elements() {
    let (a, b) = (points(4), points(2));
    let all = bcast!(cross.(vectors::<[_; 3], _>(&a) @ (0), vectors::<[_; 3], _>(&b) @ (1)));
    let want = Array2::from_shape_fn((4, 2), |(i, j)| {
        cross([a[[i, 0]], a[[i, 1]], a[[i, 2]]], [b[[j, 0]], b[[j, 1]], b[[j, 2]]])
    });
    assert_eq!(all, want);
}

#[test]
fn lie_in_any_order() {
    let x = Array3::from_shape_fn((4, 5, 2), |(i, j, k)| (100 * i + 10 * j + k) as i32);
    let pair = |i: usize, j: usize| [(100 * i + 10 * j) as i32, (100 * i + 10 * j + 1) as i32];
    assert_eq!(vectors::<[_; 2], _>(&x), Array2::from_shape_fn((4, 5), |(i, j)| pair(i, j)));
    let back = x.slice(s![..;-1, 1..;2, ..]);
    assert_eq!(vectors::<[_; 2], _>(&back), Array2::from_shape_fn((4, 2), |(i, j)| pair(3 - i, 2 * j + 1)));
    let both = x.slice(s![1..;-2, ..;-3, ..]);
    assert_eq!(vectors::<[_; 2], _>(&both), Array2::from_shape_fn((2, 2), |(i, j)| pair(3 - 2 * i, 4 - 3 * j)));
    let turned = x.view().permuted_axes([1, 0, 2]);
    assert_eq!(vectors::<[_; 2], _>(&turned), Array2::from_shape_fn((5, 4), |(i, j)| pair(j, i)));
    // Whole ones apart, though there is more between them.
    let wide = Array2::from_shape_fn((3, 6), |(i, j)| (10 * i + j) as i32);
    assert_eq!(vectors::<[_; 2], _>(&wide.slice(s![.., 3..5])).to_vec(), [[3, 4], [13, 14], [23, 24]]);
    assert_eq!(vectors::<[_; 1], _>(&wide.slice(s![.., 5..])).to_vec(), [[5], [15], [25]]);
}

#[test]
fn are_written() {
    let mut x = points(3);
    {
        let mut all = vectors_mut::<[_; 3], _>(&mut x);
        bcast!(all .= (|v: [f64; 3]| [v[2], v[0], v[1]]).(all));
    }
    assert_eq!(x, array![[4., 0., 2.], [5., 1., 3.], [8., 4., 6.]]);
    let mut part = x.slice_mut(s![..;-2, ..]);
    vectors_mut::<[_; 3], _>(&mut part)[0] = [7., 8., 9.];
    assert_eq!(x.row(2).to_vec(), [7., 8., 9.]);
}

#[test]
fn of_nothing() {
    assert_eq!(vectors::<[_; 3], _>(&Array2::<f32>::zeros((0, 3))).len(), 0);
    assert_eq!(vectors::<[_; 0], _>(&Array2::<f32>::zeros((4, 0))).shape(), [4]);
    assert_eq!(vectors::<[_; 2], _>(&array![1, 2])[()], [1, 2]);
    for shape in [(4, 0, 3), (0, 4, 3), (0, 0, 3)] {
        let mut y = Array3::<f32>::zeros(shape);
        assert_eq!(vectors_mut::<[_; 3], _>(&mut y).shape(), [shape.0, shape.1]);
    }
}

#[test]
#[should_panic(expected = "bcast: vectors of 3 components in an array whose last axis has 4")]
fn of_another_size() {
    vectors::<[_; 3], _>(&Array2::<f32>::zeros((2, 4)));
}

/// Vectors that do not lie as such are copied, and written back.
#[test]
fn lie_anywhere() {
    let mut x = Array3::from_shape_fn((4, 5, 3), |(i, j, k)| (100 * i + 10 * j + k) as i32);
    let across = x.view().permuted_axes([2, 1, 0]);
    let want = Array2::from_shape_fn((3, 5), |(k, j)| [0, 1, 2, 3].map(|i| (100 * i + 10 * j + k) as i32));
    assert_eq!(vectors::<[_; 4], _>(&across), want);
    let part = x.slice(s![.., ..;-2, 1..]);
    let want = Array2::from_shape_fn((4, 3), |(i, j)| [1, 2].map(|k| (100 * i + 10 * (4 - 2 * j) + k) as i32));
    assert_eq!(vectors::<[_; 2], _>(&part), want);
    {
        let mut part = x.slice_mut(s![1.., ..;-2, 1..]);
        let mut all = vectors_mut::<[_; 2], _>(&mut part);
        all[[0, 1]] = [7, 8];
        bcast!(all .= (|[a, b]: [i32; 2]| [b, -a]).(all));
    }
    let want = |i: usize, j: usize, k: usize| match (i, j, k) {
        (1, 2, 1) => 8,
        (1, 2, 2) => -7,
        (1.., _, 1) if j.is_multiple_of(2) => (100 * i + 10 * j + 2) as i32,
        (1.., _, 2) if j.is_multiple_of(2) => -((100 * i + 10 * j + 1) as i32),
        _ => (100 * i + 10 * j + k) as i32,
    };
    assert_eq!(x, Array3::from_shape_fn((4, 5, 3), |(i, j, k)| want(i, j, k)));
}

#[test]
#[should_panic(expected = "bcast: vectors of 2 components in an array whose last axis has 3")]
fn of_a_list() {
    vectors::<[_; 2], _>(&Array1::from(vec![1, 2, 3]));
}
