//! The index of an error: that of the view, of the result, on any number of threads.

use crate::{failure, overflows};
use bcast::ndarray::{Array1, Array2, ArrayView2, array, s};
use bcast::{bcast, try_bcast};

/// A matrix whose element at these indices is too large for the other.
fn matrix(rows: usize, columns: usize, at: &[[usize; 2]]) -> Array2<i32> {
    let mut matrix = Array2::from_shape_fn((rows, columns), |(i, j)| (i * columns + j) as i32 % 100);
    at.iter().for_each(|&at| matrix[at] = i32::MAX);
    matrix
}

#[test]
fn the_index_is_that_of_the_view() {
    for (rows, columns) in [(7, 9), (40, 70), (130, 67)] {
        let x = matrix(rows, columns, &[[5, 3], [2, 6]]);
        let first = |view: ArrayView2<i32>| {
            let found = view.indexed_iter().find(|(_, x)| **x == i32::MAX);
            found.map(|((i, j), _)| vec![i, j])
        };
        let mut views = vec![x.view(), x.t(), x.slice(s![1.., 2..]), x.slice(s![..;-1, ..]), x.slice(s![.., ..;-1])];
        views.extend([
            x.slice(s![..;-1, ..;-1]),
            x.slice(s![2..;3, ..;3]),
            x.slice(s![..6;2, ..4]),
            x.slice(s![3..5, ..]),
        ]);
        let turned: Vec<_> = views.iter().map(|view| view.t()).collect();
        for view in views.iter().chain(&turned) {
            let found = failure(try_bcast!(#[checked] view .+ 1)).map(|failure| failure.2);
            assert_eq!(found, first(view.view()));
            let mut out = Array2::<i32>::zeros(view.raw_dim());
            let found = failure(try_bcast!(#[checked] out .= view .+ 1)).map(|failure| failure.2);
            assert_eq!(found, first(view.view()));
            let mut out = Array2::<i32>::zeros(view.t().raw_dim());
            let mut turned = out.view_mut().reversed_axes();
            let found = failure(try_bcast!(#[checked] turned .= view .+ 1)).map(|failure| failure.2);
            assert_eq!(found, first(view.view()));
            assert!(found.is_none() || out.iter().all(|x| *x == 0));
        }
    }
}

#[test]
fn the_index_is_that_of_the_result() {
    let (v, w) = (array![1_u8, 2, 200], array![10_u8, 20, 30, 56, 60]);
    overflows(try_bcast!(#[checked] v @ (0) .+ w @ (1)), "v @ (0) .+ w @ (1)", &[2, 3]);
    overflows(try_bcast!(#[checked] v @ (1) .+ w @ (0)), "v @ (1) .+ w @ (0)", &[3, 2]);
    let row = array![[1_u8, 2, 200]];
    let column = array![[10_u8], [60]];
    overflows(try_bcast!(#[checked] row .+ column), "row .+ column", &[1, 2]);
    // What is the same for all elements fails at the first.
    let (x, a) = (Array2::<u8>::zeros((3, 4)), 200_u8);
    overflows(try_bcast!(#[checked] x .+ (a .+ a)), "a .+ a", &[0, 0]);
    overflows(try_bcast!(#[checked] x .+ (v .+ 100) @ (0)), "v @ (0) .+ 100", &[2, 0]);
    // A target has its own axes.
    let mut out = Array2::<u8>::zeros((2, 3));
    overflows(try_bcast!(#[checked] out .= v @ (1) .* 2), "v @ (1) .* 2", &[0, 2]);
    overflows(try_bcast!(#[checked] out .= a .* 2), "a .* 2", &[0, 0]);
    assert_eq!(out, Array2::<u8>::zeros((2, 3)));
}

#[test]
fn nothing_is_computed_of_no_elements() {
    let (none, a) = (Array2::<u8>::zeros((3, 0)), 200_u8);
    assert_eq!(bcast!(#[checked] none .+ (a .+ a)).dim(), (3, 0));
    let mut out = none.clone();
    bcast!(#[checked] out .= none .+ (a .* a));
    let v = array![200_u8, 1, 2];
    assert_eq!(bcast!(#[checked] none .+ u8.(exp.(f32.(v .* 2))) @ (0)).dim(), (3, 0));
    assert_eq!(
        bcast!(
            #[checked]
            (sum(none), prod[1](none))
        ),
        (0, array![1, 1, 1])
    );
}

/// As many threads as you like find the same.
#[test]
fn threads_agree() {
    let n = 1 << 19;
    let mut x = Array1::<i32>::from_shape_fn(n, |i| (i % 7) as i32);
    x[n / 3] = i32::MAX;
    x[n - 5] = i32::MAX;
    let square = x.to_shape((1 << 9, 1 << 10)).unwrap();
    let place = vec![n / 3 / (1 << 10), n / 3 % (1 << 10)];
    for threads in [1, 2, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut out = Array1::zeros(n);
            overflows(try_bcast!(#[checked] x .+ 1), "x .+ 1", &[n / 3]);
            overflows(try_bcast!(#[checked] out .= x .+ 1), "x .+ 1", &[n / 3]);
            assert!(out.iter().all(|x| *x == 0));
            overflows(try_bcast!(#[checked] square .+ 1), "square .+ 1", &place);
            overflows(try_bcast!(#[checked] sum[0](square .+ 1)), "square .+ 1", &place);
            overflows(
                try_bcast!(
                    #[checked]
                    sum[1](square)
                ),
                "sum[1](square)",
                &place[..1],
            );
            overflows(
                try_bcast!(
                    #[checked]
                    sum(x)
                ),
                "sum(x)",
                &[],
            );
            assert_eq!(bcast!(#[checked] sum(x .% 7)), x.iter().map(|x| x % 7).sum::<i32>());
        });
    }
}
