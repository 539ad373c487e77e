//! Containers that say where they are zero, or pack their elements: read as the dense arrays that they stand for.

use bcast::ndarray::{Array, Array1, Array2, Array3, Dimension, arr1, arr2, s};
use bcast::structure::{Bidiagonal, Bits, Diagonal, Lower, LowerBidiagonal, SymTridiagonal, Tridiagonal, Upper};
use bcast::{Broadcast, bcast};

const SIZES: [usize; 6] = [0, 1, 2, 3, 17, 70];

fn line(n: usize, of: f64) -> Array1<f64> {
    Array1::from_shape_fn(n, |i| of + i as f64)
}

/// By the definition of each: `element` gives those within `below` and `above`.
fn dense(n: usize, (below, above): (usize, usize), element: impl Fn(usize, usize) -> f64) -> Array2<f64> {
    Array2::from_shape_fn((n, n), |(i, j)| if i <= j + below && j <= i + above { element(i, j) } else { 0.0 })
}

/// In formulas of all kinds, in both orders of memory, as parts of larger shapes.
fn is<X: Broadcast<bcast::ndarray::Ix2, Elem = f64>>(name: &str, of: &X, want: &Array2<f64>) {
    let n = want.nrows();
    assert_eq!(bcast!(of .+ 0), want, "{name} of {n}");
    let x = Array2::from_shape_fn((n, n), |(i, j)| (i * 3 + j) as f64 - 5.0);
    assert_eq!(bcast!(x .- of .* x), bcast!(x .- want .* x), "{name} of {n}");
    assert_eq!(bcast!(x.t() .+ of), bcast!(x.t() .+ want), "{name} of {n}");
    assert_eq!(bcast!(sum[1](of)), bcast!(sum[1](want)), "{name} of {n}");
    assert_eq!(bcast!(sum[0](of .* x)), bcast!(sum[0](want .* x)), "{name} of {n}");
    let (a, b) = (bcast!(of @ (1, 2) .+ x @ (0, 1)), bcast!(want @ (1, 2) .+ x @ (0, 1)));
    assert_eq!(a, b, "{name} of {n}");
    let mut target = Array2::<f64>::ones((n, n)).reversed_axes();
    bcast!(target .+= of);
    assert_eq!(target, want + 1.0, "{name} of {n}");
    let product = bcast!(sum[k](of @ (i, k) .* x @ (k, j)));
    assert_eq!(product, want.dot(&x), "{name} of {n}");
}

#[test]
fn bands() {
    for n in SIZES {
        let (d, e) = (line(n, 1.0), line(n.saturating_sub(1), -50.0));
        let f = line(n.saturating_sub(1), 300.0);
        is("Diagonal", &Diagonal::new(&d), &dense(n, (0, 0), |i, _| d[i]));
        let beside = |i: usize, j: usize| if i == j { d[i] } else { e[i.min(j)] };
        is("Bidiagonal", &Bidiagonal::new(&d, &e), &dense(n, (0, 1), beside));
        is("LowerBidiagonal", &LowerBidiagonal::new(&e, &d), &dense(n, (1, 0), beside));
        let both = |i: usize, j: usize| if i < j { f[i] } else { beside(i, j) };
        is("Tridiagonal", &Tridiagonal::new(e.to_vec(), d.to_vec(), f.to_vec()), &dense(n, (1, 1), both));
        is("SymTridiagonal", &SymTridiagonal::new(&d, &e), &dense(n, (1, 1), beside));
    }
    let stepped = line(9, 0.0);
    let every = stepped.slice(s![..;-2]);
    is("Diagonal of a view", &Diagonal::new(every), &dense(5, (0, 0), |i, _| 8.0 - 2.0 * i as f64));
}

#[test]
fn triangles() {
    for n in SIZES {
        let m = Array2::from_shape_fn((n, n), |(i, j)| (10 * i + j) as f64 + 1.0);
        is("Lower", &Lower::new(&m), &dense(n, (n, 0), |i, j| m[[i, j]]));
        is("Upper", &Upper::new(m.t()), &dense(n, (0, n), |i, j| m[[j, i]]));
    }
}

/// Whatever is not looked at need not be a number.
#[test]
fn what_is_zero_is_not_read() {
    let m = arr2(&[[1.0, f64::NAN], [2.0, 3.0]]);
    assert_eq!(bcast!(Lower::new(&m) .* 2), arr2(&[[2.0, 0.0], [4.0, 6.0]]));
    let own = arr1(&[Some(1), None]);
    assert_eq!(bcast!((|v: Option<i32>| v.is_some()).(Diagonal::new(&own))), arr2(&[[true, false], [false, false]]));
}

#[test]
#[should_panic(expected = "bcast: a diagonal of 3 beside one of 3, where 2 fit")]
fn diagonals_that_do_not_fit() {
    let v = arr1(&[1, 2, 3]);
    Bidiagonal::new(&v, &v);
}

#[test]
#[should_panic(expected = "bcast: a triangle of a matrix of 2x3, which is not square")]
fn triangles_that_are_not_square() {
    Lower::new(&Array2::<f64>::zeros((2, 3)));
}

fn truth<D: Dimension>(shape: D) -> Array<bool, D> {
    let mut at = 0_u64;
    Array::from_shape_simple_fn(shape, || {
        at = at.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        at >> 62 == 0
    })
}

#[test]
fn bits() {
    for (rows, columns) in [(0, 0), (0, 5), (1, 1), (2, 3), (1, 64), (64, 1), (3, 65), (13, 129), (70, 70)] {
        let dense = truth(bcast::ndarray::Ix2(rows, columns));
        let bits = Bits::from(&dense);
        assert_eq!(bits.to_array(), dense);
        assert_eq!(bits.shape(), [rows, columns]);
        assert_eq!(bits.words().len(), (rows * columns).div_ceil(64));
        assert_eq!(bits.words().iter().map(|word| word.count_ones()).sum::<u32>() as usize, bcast!(count(dense)));
        assert_eq!((bits.count(), bits.any(), bits.all()), bcast!((count(dense), any(dense), all(dense))));
        assert_eq!(bcast!(!bits), bcast!(!dense));
        assert_eq!(bcast!(count[1](bits)), bcast!(count[1](dense)));
        assert_eq!(bcast!(count[0](bits .& !bits)), Array1::<usize>::zeros(columns));
        let x = Array2::from_shape_fn((columns, rows), |(j, i)| (10 * i + j) as f64);
        assert_eq!(bcast!(if bits { x.t() } else { -1 }), bcast!(if dense { x.t() } else { -1 }));
        let turned = Bits::from(&dense.t());
        assert_eq!(bcast!(turned .&& turned), dense.t());
    }
    let cube = truth(bcast::ndarray::Ix3(5, 7, 11));
    let bits = Bits::from(&cube);
    assert_eq!(bcast!(all[1](bits)), bcast!(all[1](cube)));
    assert_eq!(Bits::new((2, 3, 4)).to_array(), Array3::from_elem((2, 3, 4), false));
    assert_eq!(Bits::from(&Array1::from_elem(70, true)).words(), [u64::MAX, 0b11_1111]);
}
