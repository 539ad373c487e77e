//! `#[numpy]`, `#[serial]`, `#[shape(..)]`, alone and together.

use std::collections::HashSet;
use std::sync::Mutex;

use bcast::ndarray::{Array0, Array1, Array2, Array3, ArrayD, IxDyn, array};
use bcast::{bcast, try_bcast};

use crate::common::naive::{Naive, aligned};

/// "align ranks at the right as NumPy does".
#[test]
fn numpy() {
    let m = array![[1, 2, 3], [4, 5, 6]];
    let v = array![10, 20, 30];
    let expected = array![[11, 22, 33], [14, 25, 36]];
    let sum: Array2<i32> = bcast!(#[numpy] m .+ v);
    assert_eq!(sum, expected);
    assert_eq!(bcast!(#[numpy] v .+ m), expected);
    let c = Array3::from_shape_fn((2, 2, 3), |(i, _, _)| 100 * i as i32);
    let sum: Array3<i32> = bcast!(#[numpy] v .+ c .+ m .+ 1);
    assert_eq!(sum, Array3::from_shape_fn((2, 2, 3), |(i, j, k)| 100 * i as i32 + expected[(j, k)] + 1));
    let mut out = m.clone();
    bcast!(#[numpy] out .+= v);
    assert_eq!(out, expected);
    // A map keeps its meaning.
    let rows = array![100, 200];
    assert_eq!(bcast!(#[numpy] m .+ v .+ rows @ (0)), array![[111, 122, 133], [214, 225, 236]]);
}

/// Every pair of ranks from 0 to 5, with dynamic ranks.
#[test]
fn numpy_with_every_pair_of_ranks() {
    let sizes = [2, 1, 3, 1, 2];
    for (k, n) in (0..=5).flat_map(|k| (0..=5).map(move |n| (k, n))) {
        let a = ArrayD::from_shape_fn(IxDyn(&sizes[5 - k..]), |at| (0..k).fold(1, |sum, axis| 10 * sum + at[axis]));
        let b =
            ArrayD::from_shape_fn(IxDyn(&[4, 3, 1, 5, 2][5 - n..]), |at| (0..n).map(|axis| at[axis]).sum::<usize>());
        let naive = Naive::new(k.max(n), &[aligned(a.shape(), k.max(n)), aligned(b.shape(), k.max(n))]);
        let Some(naive) = naive else {
            assert!(try_bcast!(#[numpy] a .- b).is_err());
            continue;
        };
        let (xs, ys): (Vec<_>, Vec<_>) = (a.iter().collect(), b.iter().collect());
        let sum = bcast!(#[numpy] a .* 100 .+ b);
        assert_eq!(sum.shape(), naive.shape);
        assert_eq!(sum.iter().copied().collect::<Vec<_>>(), naive.map(|at| xs[at[0]] * 100 + ys[at[1]]));
    }
}

/// "`#[serial]` one thread": the caller's, however large the work is.
#[test]
fn serial() {
    let threads = Mutex::new(HashSet::new());
    let note = |x: f64| {
        threads.lock().expect("no panic").insert(std::thread::current().id());
        x.sin()
    };
    let x = Array2::<f64>::zeros((300, 700));
    let sines = bcast!(#[serial] note.(x));
    assert_eq!(sines, x);
    let mut out = x.clone();
    bcast!(#[serial] out .= note.(x));
    assert_eq!(threads.into_inner().expect("no panic"), HashSet::from([std::thread::current().id()]));
}

/// "small work stays on the caller's thread".
#[test]
fn small_work_stays_here() {
    let threads = Mutex::new(HashSet::new());
    let note = |x: f64| {
        threads.lock().expect("no panic").insert(std::thread::current().id());
        x + 1.0
    };
    let x = Array2::<f64>::zeros((10, 10));
    let _ = bcast!(note.(x));
    assert_eq!(threads.into_inner().expect("no panic"), HashSet::from([std::thread::current().id()]));
}

/// "`bcast!(#[shape([4, 3])] v @ (1))` is `broadcast_to`".
#[test]
fn shape() {
    let v = array![1, 2, 3];
    let expected = array![[1, 2, 3], [1, 2, 3], [1, 2, 3], [1, 2, 3]];
    let copy: Array2<i32> = bcast!(#[shape([4, 3])] v @ (1));
    assert_eq!(copy, expected);
    assert_eq!(bcast!(#[shape((4, 3))] v @ (1)), expected);
    let (rows, columns) = (4_usize, v.len());
    assert_eq!(bcast!(#[shape([rows, columns])] v @ (1)), expected);
    assert_eq!(bcast!(#[shape(expected.raw_dim())] v @ (1)), expected);
    assert_eq!(bcast!(#[shape([2, 2])] 5 .* 3), array![[15, 15], [15, 15]]);
    let one = 7.5;
    assert_eq!(bcast!(#[shape([3])] one .* 1), Array1::from_elem(3, 7.5));
    assert_eq!(bcast!(#[shape([2, 0, 3])] v @ (2)).shape(), [2, 0, 3]);
}

/// The shape given is the result's: an operand fits it or is an error, and it is never stretched.
#[test]
fn shape_is_exact() {
    let v = array![1, 2, 3];
    assert!(try_bcast!(#[shape([4, 2])] v @ (1)).is_err());
    assert!(try_bcast!(#[shape([1])] v .* 1).is_err());
    assert!(try_bcast!(#[shape([1, 3])] v @ (1)).is_ok());
    let dynamic: ArrayD<i32> = bcast!(#[shape(IxDyn(&[2, 3]))] v @ (1));
    assert_eq!(dynamic.shape(), [2, 3]);
    assert_eq!(bcast!(#[shape(&[2, 3][..])] v @ (1)).shape(), [2, 3]);
}

#[test]
fn together() {
    let v = array![1, 2, 3];
    let rows = array![[1, 2, 3], [1, 2, 3]];
    assert_eq!(
        bcast!(
            #[numpy]
            #[shape([2, 3])]
            v
        ),
        rows
    );
    assert_eq!(bcast!(#[serial] #[numpy] #[shape([2, 3])] v .* 1), rows);
    assert_eq!(try_bcast!(#[shape([2, 3])] #[serial] v @ (1)), Ok(rows.clone()));
    assert_eq!(bcast!(#[numpy] #[serial] @. v + rows), rows.mapv(|x| 2 * x));
    let zero: Array0<i32> = bcast!(#[shape([])] 4 .+ 1);
    assert_eq!(zero.into_scalar(), 5);
}
