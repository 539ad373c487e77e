//! The worked examples of XLA, NumPy and `numpy.einsum`, with names for axes.
//!
//! NumPy: "Broadcasting" and `numpy.einsum` of its reference, <https://numpy.org/doc/stable/reference/>.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, Array3, Dim, IntoDimension, array};

/// `np.arange(n).reshape(shape)`
fn counted<D: IntoDimension>(shape: D) -> bcast::ndarray::Array<i64, D::Dim> {
    let dim = shape.into_dimension();
    let len = bcast::ndarray::Dimension::size(&dim) as i64;
    bcast::ndarray::Array::from_shape_vec(dim, (0..len).collect()).expect("as many numbers as elements")
}

#[test]
fn xla() {
    let x = array![[1, 2, 3], [4, 5, 6]];
    let v = array![7, 8, 9];
    assert_eq!(bcast!(x @ (i, j) .+ v @ (j)), array![[8, 10, 12], [11, 13, 15]]);
    let square = Array2::<i64>::zeros((3, 3));
    assert_eq!(bcast!(square @ (i, j) .+ v @ (j)), array![[7, 8, 9], [7, 8, 9], [7, 8, 9]]);
    assert_eq!(bcast!(square @ (i, j) .+ v @ (i)), array![[7, 7, 7], [8, 8, 8], [9, 9, 9]]);
    let (cuboid, matrix) = (counted((2, 3, 4)), counted((3, 4)));
    let sum = Array3::from_shape_fn((2, 3, 4), |(i, j, k)| cuboid[[i, j, k]] + matrix[[j, k]]);
    assert_eq!(bcast!(cuboid @ (i, j, k) .+ matrix @ (j, k)), sum);
}

#[test]
fn xla_composes_names_with_sizes_of_one() {
    let (v, m) = (array![1, 2, 3, 4], array![[5, 6]]);
    assert_eq!(bcast!(v @ (i) .+ m @ (i, j)), array![[6, 7], [7, 8], [8, 9], [9, 10]]);
    let wide = Array3::<i64>::ones((4, 3, 1));
    let sum = bcast!(wide @ (i, j, k) .+ m @ (j, k));
    assert_eq!(sum, Array3::from_shape_fn((4, 3, 2), |(_, _, k)| 6 + k as i64));
}

/// What XLA calls illegal, "to match V to N and T to P", is a transposed operand here.
#[test]
fn xla_in_the_other_order() {
    let x = counted((2, 3, 4, 5));
    let m = counted((4, 3));
    let sum = bcast!(x @ (m, n, p, q) .+ m @ (p, n));
    for ((i, j, k, l), &found) in sum.indexed_iter() {
        assert_eq!(found, x[[i, j, k, l]] + m[[k, j]]);
    }
    assert_eq!(sum.raw_dim(), Dim([2, 3, 4, 5]));
}

#[test]
fn numpy() {
    let (a, b) = (array![0., 10., 20., 30.], array![1., 2., 3.]);
    let sum = array![[1., 2., 3.], [11., 12., 13.], [21., 22., 23.], [31., 32., 33.]];
    assert_eq!(bcast!(a @ (i) .+ b @ (j)), sum);
    let matrix = array![[0., 0., 0.], [10., 10., 10.], [20., 20., 20.], [30., 30., 30.]];
    assert_eq!(bcast!(matrix @ (i, j) .+ b @ (j)), sum);
    let (image, scale) = (Array3::from_elem((256, 256, 3), 2.), array![1., 2., 3.]);
    assert_eq!(bcast!(image @ (x, y, c) .* scale @ (c))[[255, 0, 2]], 6.);
    // The nearest of four codes, "vector quantization".
    let observation = array![111., 188.];
    let codes = array![[102., 203.], [132., 193.], [45., 155.], [57., 173.]];
    assert_eq!(bcast!(argmin(sqrt.(sum[k]((codes @ (i, k) .- observation @ (k)) .^ 2)))), 0_usize);
}

#[test]
fn einsum_of_one_operand() {
    let (a, c) = (counted((5, 5)), counted((2, 3)));
    assert_eq!(bcast!(#[axes(j, i)] c @ (i, j)), array![[0, 3], [1, 4], [2, 5]]); // ij->ji
    assert_eq!(bcast!(sum[j](a @ (i, j))), array![10, 35, 60, 85, 110]); // ij->i
    assert_eq!(bcast!(sum[i](a @ (i, j))), array![50, 55, 60, 65, 70]); // ij->j
    assert_eq!(bcast!(sum[i](counted(5) @ (i))), 10); // i->
}

#[test]
fn einsum_of_two_operands() {
    let (a, b) = (counted((5, 5)), counted(5));
    assert_eq!(bcast!(sum[j](a @ (i, j) .* b @ (j))), array![30, 80, 130, 180, 230]); // ij,j->i
    assert_eq!(bcast!(sum(b @ (i) .* b)), 30); // i,i->
    let one_and_two = array![1, 2];
    assert_eq!(bcast!(one_and_two @ (i) .* b @ (j)), array![[0, 1, 2, 3, 4], [0, 2, 4, 6, 8]]); // i,j->ij
    let (a, b) = (counted((3, 2)), counted((4, 3)));
    let product = bcast!(sum[k](a @ (k, i) .* b @ (j, k))); // ki,jk->ij
    assert_eq!(product, array![[10, 28, 46, 64], [13, 40, 67, 94]]);
    let (a, b) = (counted((3, 4, 5)), counted((4, 3, 2)));
    let contracted = bcast!(sum[i, j](a @ (i, j, k) .* b @ (j, i, l))); // ijk,jil->kl
    assert_eq!(contracted, array![[4400, 4730], [4532, 4874], [4664, 5018], [4796, 5162], [4928, 5306]]);
}

#[test]
fn einsum_as_products_of_matrices() {
    let (a, b) = (counted((2, 3)), counted((3, 4)));
    assert_eq!(bcast!(sum[j](a @ (i, j) .* b @ (j, k))), a.dot(&b)); // ij,jk->ik
    let (a, b) = (counted((6, 2, 3)), counted((6, 3, 4)));
    let products = bcast!(sum[j](a @ (b, i, j) .* b @ (b, j, k))); // bij,bjk->bik
    for (at, product) in products.outer_iter().enumerate() {
        let single = |x: &Array3<i64>| x.index_axis(bcast::ndarray::Axis(0), at).to_owned();
        assert_eq!(product, single(&a).dot(&single(&b)));
    }
    let (u, v): (Array1<i64>, Array1<i64>) = (counted(3), counted(4));
    assert_eq!(bcast!(u @ (i) .* v @ (j)), bcast!(u @ (0) .* v @ (1)));
}
