//! Arrays of the same sizes in row-major order, and those that differ from them in one thing, against plain index
//! arithmetic.

use bcast::ndarray::{Array, Array1, Array2, ArrayD, ArrayView2, Axis, Dimension, IxDyn, s};
use bcast::{bcast, try_bcast};

/// Around 16 columns and 64 lanes; one row, one column, one element; more than a small call has.
const SIZES: [(usize, usize); 10] =
    [(1, 1), (1, 5), (5, 1), (3, 4), (4, 4), (2, 8), (4, 16), (5, 13), (30, 30), (400, 400)];

/// Elements that tell their positions.
fn counted<D: Dimension>(start: i64, array: Array<i64, D>) -> Array<i64, D> {
    let mut next = start;
    array.mapv_into(|_| {
        next = (next * 31 + 7) % 100_003;
        next
    })
}

fn matrix(start: i64, (rows, columns): (usize, usize)) -> Array2<i64> {
    counted(start, Array2::zeros((rows, columns)))
}

/// `x + 2 y`, where axes of size 1 are stretched.
fn joined(x: ArrayView2<i64>, y: ArrayView2<i64>) -> Array2<i64> {
    let at = |y: &ArrayView2<i64>, i: usize, j: usize| y[[i.min(y.nrows() - 1), j.min(y.ncols() - 1)]];
    let sizes = (x.nrows().max(y.nrows()), x.ncols().max(y.ncols()));
    Array2::from_shape_fn(sizes, |(i, j)| at(&x, i, j) + 2 * at(&y, i, j))
}

#[test]
fn matrices() {
    for sizes in SIZES {
        let (x, y) = (matrix(1, sizes), matrix(2, sizes));
        let expected = joined(x.view(), y.view());
        assert_eq!(bcast!(x .+ 2 .* y), expected);
        let number = 5_i64;
        assert_eq!(bcast!(number .+ x .+ 2 .* y), expected.mapv(|sum| 5 + sum));
        assert_eq!(bcast!(#[shape(sizes)] x .+ 2 .* y), expected);
        assert_eq!(bcast!(number .- x), x.mapv(|x| 5 - x));
        let mut out = x.clone();
        bcast!(out .+= 2 .* y);
        assert_eq!(out, expected);
        // As matrices, as arrays of three axes, of any number.
        let cube = |x: &Array2<i64>| x.clone().insert_axis(Axis(1));
        assert_eq!(bcast!({ cube(&x) } .+ 2 .* { cube(&y) }), cube(&expected));
        let any = |x: &Array2<i64>| x.clone().into_dyn();
        assert_eq!(bcast!({ any(&x) } .+ 2 .* { any(&y) }), any(&expected));
        assert_eq!(bcast!({ any(&x) } .+ 2 .* y), any(&expected));
    }
}

#[test]
fn what_differs_in_one_thing() {
    for sizes @ (rows, columns) in SIZES {
        let (x, y) = (matrix(1, sizes), matrix(2, sizes));
        // Sizes, at the same strides.
        for row in [y.slice(s![..1, ..]), y.slice(s![.., ..1])] {
            assert_eq!(bcast!(x .+ 2 .* row), joined(x.view(), row));
            assert_eq!(bcast!(row .+ 2 .* x), joined(row, x.view()));
            let mut out = x.clone();
            bcast!(out .+= 2 .* row);
            assert_eq!(out, joined(x.view(), row));
            let taller = try_bcast!(#[shape((rows + 1, columns))] x .+ row);
            assert_eq!(taller.is_ok(), rows == 1);
        }
        // Strides, at the same sizes: in the first and in the second.
        let (wide, turned) = (matrix(3, (rows, columns + 1)), matrix(4, (columns, rows)));
        for other in [wide.slice(s![.., ..columns]), turned.t(), y.slice(s![..;-1, ..]), y.slice(s![.., ..;-1])] {
            assert_eq!(bcast!(x .+ 2 .* other), joined(x.view(), other));
            assert_eq!(bcast!(other .+ 2 .* x), joined(other, x.view()));
            let mut copy = wide.clone();
            let mut out = copy.slice_mut(s![.., ..columns]);
            bcast!(out .+= 2 .* other);
            assert_eq!(out, joined(wide.slice(s![.., ..columns]), other));
        }
    }
}

#[test]
fn arrays_without_axes() {
    let none = ArrayD::from_elem(IxDyn(&[]), 3);
    for sizes in SIZES {
        let (x, y) = (matrix(1, sizes).into_dyn(), matrix(2, sizes).into_dyn());
        assert_eq!(bcast!(none .+ x), x.mapv(|x| 3 + x));
        assert_eq!(bcast!(x .+ none), x.mapv(|x| x + 3));
        assert_eq!(bcast!(none .- x .* y), Array::from_shape_fn(x.raw_dim(), |at| 3 - x[&at] * y[&at]));
    }
    assert_eq!(bcast!(none .+ none), ArrayD::from_elem(IxDyn(&[]), 6));
}

#[test]
fn slices_beside_vectors() {
    for len in [1, 2, 15, 64, 65, 1000] {
        let (x, y) = (counted(1, Array1::zeros(len)), counted(2, Array1::zeros(2 * len)).to_vec());
        let expected: Vec<i64> = (0..len).map(|i| x[i] + 2 * y[i]).collect();
        let near = y[..len].to_vec();
        assert_eq!(bcast!(x .+ 2 .* near).to_vec(), expected);
        assert_eq!(bcast!(2 .* near .+ x).to_vec(), expected);
        let mut out = x.to_vec();
        bcast!(out .+= 2 .* { &y[..len] });
        assert_eq!(out, expected);
        let apart = Array1::from(y.clone());
        let apart = apart.slice(s![..;2]);
        let expected: Vec<i64> = (0..len).map(|i| x[i] + y[2 * i]).collect();
        assert_eq!(bcast!(x .+ apart).to_vec(), expected);
        assert_eq!(bcast!(apart .+ x).to_vec(), expected);
        // Computed, not read.
        let expected: Vec<i64> = (0..len).map(|i| x[i] - i as i64).collect();
        assert_eq!(bcast!(x .- (0..len as i64)).to_vec(), expected);
        assert_eq!(bcast!(-(0..len as i64) .+ x).to_vec(), expected);
        if len > 1 {
            assert!(try_bcast!(x .+ y).is_err());
        }
    }
}

#[test]
fn nothing() {
    for sizes in [(0, 4), (3, 0), (0, 0)] {
        let x = matrix(1, sizes);
        let sum = bcast!(x .+ x);
        assert_eq!((sum.dim(), sum.strides()), (sizes, Array2::<i64>::zeros(sizes).strides()));
        assert_eq!(bcast!({ x.clone().into_dyn() } .+ x).shape(), x.shape());
    }
}

#[test]
fn mapped_to_no_axes() {
    let x = matrix(1, (2, 3)).into_dyn();
    assert!(try_bcast!(x @ () .+ x @ ()).is_err());
}
