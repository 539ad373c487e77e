//! What gradients are of: element types, ranks, kinds of operands, forms of the call.

use bcast::ndarray::{Array, Array2, Array3, ArrayD, Axis, Ix2, IxDyn, array, s};
use bcast::{bcast, try_bcast};

#[test]
fn singles() {
    let (x, w) = (array![[1.0_f32, 2.0], [3.0, 4.0]], array![0.5_f32, -1.0]);
    let (value, (dx, dw)) = bcast!(#[grad(x, w)] mean((x .* w @ (1)).^2));
    assert_eq!((value, dx, dw), (5.625, array![[0.125, 1.0], [0.375, 2.0]], array![2.5, -10.0]));
}

#[test]
fn conversions_go_back() {
    let (x, y) = (array![1.0_f32, 2.0], array![3.0_f64, 4.0]);
    let (value, (dx, dy)) = bcast!(#[grad(x, y)] sum(f64.(x) .* y));
    assert_eq!((value, dx, dy), (11.0, array![3.0_f32, 4.0], array![1.0, 2.0]));
}

#[test]
fn numbers_and_arrays_without_axes() {
    let (a, b, c) = (2.0, Array::from_elem((), 3.0), array![1.0, 2.0]);
    let (_, (da, db, dc)) = bcast!(#[grad(a, b, c)] a .* b .* c);
    assert_eq!((da, db, dc), (9.0, Array::from_elem((), 6.0), array![6.0, 6.0]));
    assert_eq!(bcast!(#[grad(a)] a.^2), (4.0, 4.0));
}

#[test]
fn dynamic_ranks() {
    let matrix = array![[1.0, 2.0], [3.0, 4.0]];
    let (x, w): (ArrayD<f64>, _) = (matrix.clone().into_dyn(), array![0.5, -1.0]);
    let (_, (dx, dw)) = bcast!(#[grad(x, w)] sum((x .* w @ (1)).^2));
    assert_eq!(dx, array![[0.5, 4.0], [1.5, 8.0]].into_dyn());
    assert_eq!(dw, array![10.0, -40.0]);
    let (_, of_means) = bcast!(#[grad(x)] sum((x .- mean[1](x)).^2));
    assert_eq!(of_means, array![[-1.0, 1.0], [-1.0, 1.0]].into_dyn());
    let single = ArrayD::from_elem(IxDyn(&[]), 3.0);
    let (_, (dx, d)) = bcast!(#[grad(x, single)] x .* single);
    assert_eq!((dx, d), (ArrayD::from_elem(IxDyn(&[2, 2]), 3.0), ArrayD::from_elem(IxDyn(&[]), 10.0)));
}

#[test]
fn kinds_of_operands() {
    struct Model {
        weights: Vec<f64>,
        bias: f64,
    }
    let model = Model { weights: vec![1.0, -2.0], bias: 0.5 };
    let x = array![[1.0, 2.0], [3.0, 4.0]];
    let (value, (dw, db)) = bcast!(#[grad(model.weights, model.bias)] sum(x .* model.weights @ (1) .+ model.bias));
    assert_eq!((value, dw, db), (-6.0, array![4.0, 6.0], 4.0));
    let view = x.slice(s![.., 1]);
    assert_eq!(bcast!(#[grad(view)] sum(view.^2)), (20.0, array![4.0, 8.0]));
    let fixed = [1.0, 2.0, 3.0];
    assert_eq!(
        bcast!(
            #[grad(fixed)]
            prod(fixed)
        ),
        (6.0, array![6.0, 3.0, 2.0])
    );
    let turned = x.t();
    assert_eq!(bcast!(#[grad(turned)] sum(turned.^3)).1, array![[3.0, 27.0], [12.0, 48.0]]);
}

#[test]
fn forms_of_the_call() {
    let (x, y) = (array![1.0, 2.0], array![1.0, 2.0, 3.0]);
    assert_eq!(try_bcast!(#[grad(x)] #[serial] sum(x.^2)).unwrap(), (5.0, array![2.0, 4.0]));
    assert!(try_bcast!(#[grad(x)] sum(x .* y)).is_err());
    assert_eq!(bcast::explain!(#[grad(x)] sum(x.^2)).reads("x"), 1);
    assert_eq!(bcast!(#[grad(x)] @. x * x + 1.0), (array![2.0, 5.0], array![2.0, 4.0]));
    let of_both = bcast!(#[grad(x, y)] sum(x) .* 2 .+ f64.(count(y .> 1)));
    assert_eq!(of_both, (8.0, (array![2.0, 2.0], array![0.0, 0.0, 0.0])));
}

#[test]
fn names_in_another_order() {
    let (a, b) = (array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], array![[1.0, 0.5], [0.25, 2.0], [3.0, 1.0]]);
    let (value, (da, db)) = bcast!(#[grad(a, b)] sum(a @ (i, j) .* b @ (j, i)));
    assert_eq!((value, da, db), (bcast!(sum(a .* b.t())), b.t().to_owned(), a.t().to_owned()));
}

#[test]
fn products_of_matrices() {
    let a = Array2::from_shape_fn((17, 40), |(i, j)| ((i * 7 + j * 3) % 11) as f64 - 5.0);
    let b = Array2::from_shape_fn((40, 23), |(i, j)| ((i * 5 + j * 2) % 13) as f64 - 6.0);
    let (value, (da, db)) = bcast!(#[grad(a, b)] sum[k](a @ (i, k) .* b @ (k, j)));
    let ones: Array<f64, Ix2> = Array::ones((17, 23));
    assert_eq!((value, da, db), (a.dot(&b), ones.dot(&b.t()), a.t().dot(&ones)));
}

#[test]
fn large_arrays_and_layouts() {
    let x = Array2::from_shape_fn((600, 400), |(i, j)| ((i * 31 + j * 17) % 101) as f64 / 101.0);
    let w = bcast!(0.5 .+ f64.((0..400)) ./ 400);
    let (_, (dx, dw)) = bcast!(#[grad(x, w)] sum(x.^2 .* w @ (1)));
    let turned = x.t().as_standard_layout().to_owned();
    let turned = turned.t();
    let (_, (dt, dv)) = bcast!(#[grad(turned, w)] sum(turned.^2 .* w @ (1)));
    assert_eq!((&dx, &dw), (&dt, &dv));
    for (i, j) in [(0, 0), (599, 399), (300, 7)] {
        assert_eq!(dx[[i, j]], 2.0 * x[[i, j]] * w[j]);
        let column: f64 = x.column(j).iter().map(|x| x * x).sum();
        assert!((dw[j] - column).abs() < 1e-9);
    }
}

/// Whole numbers add up exactly in any order.
#[test]
fn axes_that_were_stretched() {
    let whole = |at: usize| (at % 11) as f64 - 5.0;
    for (rows, columns) in [(0, 3), (3, 0), (1, 1), (5, 7), (33, 1), (1000, 3), (3, 1000), (4097, 1), (1, 4097)] {
        let x = Array2::from_shape_fn((rows, columns), |(i, j)| whole(i * 7 + j * 3));
        let (row, column, one) =
            (Array2::<f64>::ones((1, columns)), Array2::<f64>::ones((rows, 1)), Array2::<f64>::ones((1, 1)));
        let (_, (of_row, of_column, of_one)) = bcast!(#[grad(row, column, one)] x .* row .* column .* one);
        assert_eq!(of_row, x.sum_axis(Axis(0)).insert_axis(Axis(0)));
        assert_eq!(of_column, x.sum_axis(Axis(1)).insert_axis(Axis(1)));
        assert_eq!(of_one, array![[x.sum()]]);
    }
    let x = Array3::from_shape_fn((4, 100, 6), |(i, j, k)| whole(i * 2 + j * 7 + k * 3));
    let middle = Array3::<f64>::ones((4, 1, 6));
    let (_, of_middle) = bcast!(#[grad(middle)] x .* middle);
    assert_eq!(of_middle, x.sum_axis(Axis(1)).insert_axis(Axis(1)));
}

/// A number beside maps says nothing of the axes: here nothing but `v` itself lies along its own.
#[test]
fn numbers_beside_maps() {
    let (x, w, v, s) = (array![1.0, 2.0, 3.0], array![0.5, 1.5, 2.0], array![1.0, -1.0], 0.5);
    let (value, (dv, ds)) = bcast!(#[grad(v, s)] x .* sum[0](w @ (1) .- s .* v @ (0)));
    assert_eq!((value, dv, ds), (array![1.0, 6.0, 12.0], array![-3.0, -3.0], 0.0));
    let single = Array::from_elem((), s);
    let (_, dv) = bcast!(#[grad(v)] x .* sum[0](w @ (1) .- single .* v @ (0)));
    assert_eq!(dv, array![-3.0, -3.0]);
    assert_eq!(bcast!(#[grad(v)] sum(w @ (1) .- s .* v @ (0))), (8.0, array![-1.5, -1.5]));
    let (value, dv) = bcast!(#[grad(v)] sum[0](w @ (1) .- s .* v @ (0)) .* s);
    assert_eq!((value, dv), (array![0.5, 1.5, 2.0], array![-0.75, -0.75]));
}
