//! `fold(x, init, f)`: reductions by functions of the user's.

use bcast::ndarray::{Array1, Array2, arr1, arr2};
use bcast::{bcast, try_bcast};

/// What one pass finds out about some numbers.
#[derive(Clone, Copy, Debug, PartialEq, bcast::Element)]
struct Summary {
    count: usize,
    least: u32,
    most: u32,
    product: u32,
}

impl Summary {
    fn of(x: u32) -> Self {
        Summary { count: 1, least: x, most: x, product: x }
    }
}

fn both(a: Summary, b: Summary) -> Summary {
    Summary {
        count: a.count + b.count,
        least: a.least.min(b.least),
        most: a.most.max(b.most),
        product: a.product.wrapping_mul(b.product),
    }
}

/// Each element once, and what it begins with once, whichever axis is reduced, whichever layout, however long.
#[test]
fn each_element_once() {
    let sizes =
        [(1, 1), (2, 3), (3, 7), (7, 3), (5, 64), (64, 5), (3, 200), (200, 3), (130, 130), (5000, 4), (0, 3), (3, 0)];
    for (rows, columns) in sizes {
        let c = Array2::from_shape_fn((rows, columns), |(i, j)| Summary::of((2 * (i * columns + j) + 3) as u32));
        let f = Array2::from_shape_fn((columns, rows), |(j, i)| c[[i, j]]).reversed_axes();
        let begin = Summary { count: 10, least: 8, most: 9, product: 5 };
        let down = Array1::from_shape_fn(columns, |j| c.column(j).iter().fold(begin, |a, &b| both(a, b)));
        let right = Array1::from_shape_fn(rows, |i| c.row(i).iter().fold(begin, |a, &b| both(a, b)));
        for x in [&c, &f] {
            assert_eq!(bcast!(fold(x, begin, both)), c.iter().fold(begin, |a, &b| both(a, b)));
            assert_eq!(bcast!(fold[0](x, begin, both)), down);
            assert_eq!(bcast!(fold[1](x, begin, both)), right);
            assert_eq!(bcast!(fold[-1](x, begin, both)), right);
            assert_eq!(bcast!(fold[1; keep](x, begin, both)).column(0), right);
        }
    }
}

/// A closure may capture; a number that it begins with takes the type of the elements.
#[test]
fn closures() {
    let x = arr2(&[[1_i64, 2, 3], [4, 5, 6]]);
    let modulus = 7;
    let product = |a: i64, b: i64| a * b % modulus;
    assert_eq!(bcast!(fold[1](x, 1, product)), arr1(&[6, 1]));
    assert_eq!(bcast!(fold[1](x, 1, |a, b| a * b % modulus)), arr1(&[6, 1]));
    assert_eq!(bcast!(fold[0](x .+ 1, 0, |a, b| a.max(b))), arr1(&[5, 6, 7]));
    assert_eq!(bcast!(fold(x .* 2, 0, |a, b| a + b)), 42);
    let y = bcast!(f32.(x));
    assert_eq!(bcast!(fold[1](y, 0, |a, b| a + b)), arr1(&[6.0, 15.0]));
    assert_eq!(bcast!(@. fold[1](y * 2, 0.5, |a, b| a + b) + 1), arr1(&[13.5, 31.5]));
    struct Holder<F> {
        join: F,
    }
    let holder = Holder { join: |a: f32, b: f32| if a > b { a } else { b } };
    assert_eq!(bcast!(fold[0](y, f32::MIN, (holder.join))), arr1(&[4.0, 5.0, 6.0]));
}

/// What it begins with may be an array, along the axes that are left.
#[test]
fn begins_with_arrays() {
    let x = arr2(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let begin = arr1(&[10.0, 20.0]);
    assert_eq!(bcast!(fold[1](x, begin, |a, b| a + b)), arr1(&[16.0, 35.0]));
    assert_eq!(bcast!(fold[1](x, begin .* 2, |a: f64, b: f64| a.min(b))), arr1(&[1.0, 4.0]));
    let wrong = arr1(&[1.0, 2.0, 3.0]);
    assert!(try_bcast!(fold[1](x, wrong, |a: f64, b: f64| a + b)).is_err());
}

/// Beside other reductions of the same, in `let`s, several times, in what is assigned.
#[test]
fn beside_others() {
    let x = arr2(&[[1.0_f64, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let (least, sum, again) = bcast! {
        let y = exp.(x);
        (fold[0](y, f64::INFINITY, |a, b| a.min(b)), sum[0](y), fold[0](y, f64::INFINITY, |a, b| a.min(b)))
    };
    assert_eq!(least, bcast!(exp.(x.row(0))));
    assert_eq!(again, least);
    assert_eq!(sum, bcast!(sum[0](exp.(x))));
    let mut out = arr2(&[[0.0; 3]; 2]);
    bcast!(out .= x .- fold[1](x, 0, |a, b| a + b) .* fold[0](x, 1, |a, b| a * b));
    assert_eq!(out, arr2(&[[1.0 - 24.0, 2.0 - 60.0, 3.0 - 108.0], [4.0 - 60.0, 5.0 - 150.0, 6.0 - 270.0]]));
    let n = 100;
    let z = Array1::from_shape_fn(n, |i| i as f64);
    assert_eq!(bcast!(sum(fold[1](z @ (0) .* z @ (1), 0, |a, b| a + b))), (4950.0 * 4950.0));
}
