//! Gradients of what is looked up in: against differences, and against loops.

use bcast::ndarray::{Array1, Array2, Array3, ArrayD, array, s};
use bcast::{bcast, try_bcast};

fn matrix() -> Array2<f64> {
    array![[0.3, -1.2, 0.8], [1.1, 0.4, -0.6]]
}

#[test]
fn against_differences() {
    let (table, x, v) = (array![0.5, -0.25, 1.5, 2.25], matrix(), array![2.0, -0.75]);
    let (i, j) = (array![[3, 0, 1], [1, 3, 3]], array![1_u8, 0]);
    check!([table] at.(table, i));
    check!([table] sum(at.(table, i).^2));
    check!([table, x] at.(table, i) .* x .+ at.(table, i).^2 .* at.(table, 3 .- i));
    check!([table] at.(table, 2));
    check!([table] sum(table.^2 .* at.(table, 1)) .+ at.(table, 0));
    check!([table, x] sum[1](at.(table, i) .* x).^2);
    check!([table, x] exp.(x .- at.(table, j @ (0))) .* at.(table, i));
    check!([table, x, v] sum((at.(table, j .+ 1) .* v) @ (0) .* x));
    check!([x] if x .> 0.5 { at.(x, 1, i .% 3) } else { x .* at.(x, 0, 2) });
    check!([x] sum(at.(x, j @ (0), i .% 3)) .* at.(x, 1, 2));
    check!([x, v] at.(x, (0..2), 1 .+ j) .* v);
    check!([x] x .- mean[0](at.(x, j @ (0), (0..3) @ (1))) .* at.(x, 0, 0));
    check!([table] let a = at.(table, i); a .* a .+ sin.(a) .* mean[1](a));
    check!([table, x] max[1](at.(table, i) .* x) .+ prod[1](at.(table, i)));
    check!([x, table] sum[k](x @ (i, k) .* at.(table, (0..3) @ (k))) .* at.(table, (0..2) @ (i)));
}

#[test]
fn ranks_that_are_stretched() {
    let (table, wide) = (array![0.5, -0.25, 1.5], array![[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]);
    let (i, row) = (array![[2], [0], [2]], array![[1, 0]]);
    check!([table] at.(table, i) .* wide);
    check!([table] sum(at.(table, row) .* wide.^2));
    check!([table, wide] (at.(table, i) .* at.(table, row)) .* wide);
    let cube = Array3::from_shape_fn((3, 4, 2), |(i, j, k)| (i + 2 * j + 5 * k) as f64 / 8.0);
    let thin = array![[1.5]];
    check!([table, thin] cube .* (at.(table, array![[0], [2], [1]]) .* thin) @ (0, 1));
}

#[test]
fn what_is_looked_up_in_a_branch() {
    let (table, i) = (array![1.0, 2.0, 4.0], array![2, 7, 0, 2]);
    // What is out of range is never looked up.
    let (value, gradient) = bcast!(#[grad(table)] sum(if i .< 3 { at.(table, i).^2 } else { 0 }));
    assert_eq!((value, gradient), (33.0, array![2.0, 0.0, 16.0]));
    let (value, gradient) = bcast!(#[grad(table)] if i .> 6 { 1 } else { let a = at.(table, i); a .* a });
    assert_eq!((value, gradient), (array![16.0, 1.0, 1.0, 16.0], array![2.0, 0.0, 16.0]));
    let nowhere: Array1<f64> = array![];
    let (value, gradient) = bcast!(#[grad(nowhere)] sum(if i .< 0 { at.(nowhere, i) } else { 0 }));
    assert_eq!((value, gradient), (0.0, array![]));
    assert!(std::panic::catch_unwind(|| bcast!(#[grad(table)] sum(at.(table, i)))).is_err());
}

/// An index that is moved by a number lies along its own axes, and overflows nowhere.
#[test]
fn what_is_looked_up_beside_an_element() {
    let (x, w) = (Array2::from_shape_fn((3, 70), |(i, j)| ((i * 70 + j) % 13) as f64 / 4.0), matrix());
    let (n, last, first) = (70, 69, 0);
    let (_, d) = bcast!(
        #[grad(x)]
        let right = if (0..n) @ (1) .< last { at.(x, (0..3) @ (0), (0..n) @ (1) .+ 1) } else { 0 };
        let left = if (0..n) @ (1) .> first { at.(x, (0..3) @ (0), max.((0..n) @ (1), 1) .- 1) } else { 0 };
        sum(x .* (right .- 3 .* left))
    );
    let at = |i: usize, j: Option<usize>| j.and_then(|j| x.get((i, j))).copied().unwrap_or(0.0);
    // What stands at both sides, and what those sides find here.
    let expected = Array2::from_shape_fn(x.dim(), |(i, j)| {
        let (left, right) = (at(i, j.checked_sub(1)), at(i, Some(j + 1)));
        right - 3.0 * left + left - 3.0 * right
    });
    assert_eq!(d, expected);
    let (table, low, high) = (array![1.0, 2.0, 4.0], i8::MIN + 1, 200_u8);
    let (narrow, signed) = (array![255_u8, 0, 1, 254], array![i8::MIN, 2, 3, 1]);
    let (value, d) = bcast!(#[grad(table)] sum(if narrow .< high { at.(table, narrow .+ 1).^2 } else { 0 }));
    assert_eq!((value, d), (20.0, array![0.0, 4.0, 8.0]));
    let (value, d) = bcast!(#[grad(table)] sum(if signed .> low { at.(table, signed .- 1).^2 } else { 0 }));
    assert_eq!((value, d), (21.0, array![2.0, 4.0, 8.0]));
    let (_, d) = bcast!(#[grad(w)] sum(if high .< 100 { at.(w, 5, narrow @ (0) .+ 7) } else { 0 }));
    assert_eq!(d, Array2::zeros((2, 3)));
}

#[test]
fn kinds_of_tables() {
    let x = matrix();
    let i = array![2, 0];
    let dynamic: ArrayD<f64> = x.clone().into_dyn();
    let expected = array![[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]];
    assert_eq!(bcast!(#[grad(dynamic)] at.(dynamic, (0..2), i)).1, expected.clone().into_dyn());
    let turned = x.t();
    assert_eq!(bcast!(#[grad(turned)] at.(turned, i, (0..2))).1, expected.t());
    let view = x.slice(s![.., ..;-1]);
    assert_eq!(bcast!(#[grad(view)] at.(view, (0..2), 2 .- i)).1, expected.slice(s![.., ..;-1]));
    let (list, fixed) = (vec![1.0, 2.0, 3.0], [1.0, 2.0, 3.0]);
    assert_eq!(
        bcast!(#[grad(list, fixed)] at.(list, i) .* at.(fixed, i)).1,
        (array![1.0, 0.0, 3.0], array![1.0, 0.0, 3.0])
    );
    let single = array![1.0_f32, 2.0, 3.0];
    assert_eq!(try_bcast!(#[grad(single)] f64.(at.(single, i)) .* 2).unwrap().1, array![2.0_f32, 0.0, 2.0]);
    struct Model {
        embedding: Array2<f64>,
    }
    let model = Model { embedding: x.clone() };
    let (_, d) = bcast!(#[grad(model.embedding)] sum(at.(model.embedding, i @ (0) ./ 2, (0..3) @ (1))));
    assert_eq!(d, array![[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]);
}

/// Many elements for few places: `f32` counts on where it has no more numbers.
#[test]
fn many_elements() {
    let table = Array1::from_shape_fn(7, |at| at as f64 / 8.0);
    let i = Array2::from_shape_fn((300, 700), |(i, j)| (i * 31 + j * j) % 7);
    let x = Array2::from_shape_fn((300, 700), |(i, j)| ((i * 13 + j * 7) % 32) as f64);
    let (_, (d, dx)) = bcast!(#[grad(table, x)] sum(at.(table, i) .* x));
    let mut expected = Array1::<f64>::zeros(7);
    i.iter().zip(&x).for_each(|(&i, &x)| expected[i] += x);
    assert_eq!((d, dx), (expected, i.map(|&i| table[i])));
    assert_eq!(
        bcast!(#[grad(table)] #[serial] sum(at.(table, i) .* x)).1,
        bcast!(#[grad(table)] sum(at.(table, i) .* x)).1
    );
    let (ones, all) = (array![1.0_f32], (1 << 24) + 12);
    let (_, count) = bcast!(#[grad(ones)] at.(ones, (0..all) .% 1));
    assert_eq!(count, array![16_777_228.0_f32]);
}

/// Against plain loops: rows of a table as they are and in part, with repeats, and larger than what a thread takes.
#[test]
fn rows_of_a_table() {
    let table = Array2::from_shape_fn((7, 5), |(i, j)| (i * 5 + j) as f64 / 16.0);
    let i = Array1::from_shape_fn(40, |at| at * at % 7);
    let g = Array2::from_shape_fn((40, 3), |(i, j)| ((i * 3 + j) % 11) as f64);
    let (_, d) = bcast!(#[grad(table)] sum(at.(table, i @ (0), (1..4) @ (1)) .* g));
    let mut expected = Array2::zeros((7, 5));
    for ((row, column), &g) in g.indexed_iter() {
        expected[[i[row], column + 1]] += g;
    }
    assert_eq!(d, expected);
    // Not neighbours, and backwards.
    let j = array![4, 0, 1];
    let (_, d) = bcast!(#[grad(table)] sum(at.(table, i @ (0), j @ (1)) .* g));
    let mut expected = Array2::zeros((7, 5));
    for ((row, column), &g) in g.indexed_iter() {
        expected[[i[row], j[column]]] += g;
    }
    assert_eq!(d, expected);
    let (_, d) = bcast!(#[grad(table)] sum(at.(table, (0..5).rev() @ (1), i[..5] @ (0)) .* g[..5, 0] @ (0)));
    let mut expected = Array2::zeros((7, 5));
    for (row, column) in (0..5).flat_map(|row| (0..5).map(move |column| (row, column))) {
        expected[[4 - column, i[row]]] += g[[row, 0]];
    }
    assert_eq!(d, expected);
}
