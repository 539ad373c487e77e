//! `bcast!` in generic functions: over ranks, element types and kinds of arrays.

use std::ops::{Add, Mul};

use bcast::ndarray::{Array, Array1, Array2, ArrayBase, ArrayView, Data, Dimension, Ix1, Ix2, IxDyn, array};
use bcast::{Broadcast, One, bcast};

fn doubled<D: Dimension>(x: &Array<f32, D>) -> Array<f32, D> {
    bcast!(x .* 2)
}

fn added<D: Dimension>(x: &Array<f64, D>, y: &Array<f64, D>) -> Array<f64, D> {
    bcast!(x .+ y .- 1)
}

fn halved_in_place<D: Dimension>(x: &mut Array<f64, D>) {
    bcast!(x ./= 2);
}

#[test]
fn over_ranks() {
    assert_eq!(doubled(&array![1.0, 2.0]), array![2.0, 4.0]);
    assert_eq!(doubled(&array![[1.0], [2.0]]), array![[2.0], [4.0]]);
    let dynamic = Array::from_elem(IxDyn(&[1, 2, 3]), 1.5);
    assert_eq!(doubled(&dynamic), Array::from_elem(IxDyn(&[1, 2, 3]), 3.0));
    assert_eq!(added(&array![[1.0], [2.0]], &array![[0.5], [0.5]]), array![[0.5], [1.5]]);
    let mut x = array![1.0, 2.0];
    halved_in_place(&mut x);
    assert_eq!(x, array![0.5, 1.0]);
}

/// Elements of any type with the operators that are used; a plain value of it is wrapped.
fn axpy<T>(a: T, x: &Array1<T>, y: &Array1<T>) -> Array1<T>
where
    T: Copy + Send + Sync + Mul<Output = T> + Add<Output = T>,
{
    bcast!(One(a) .* x .+ y)
}

#[test]
fn over_element_types() {
    assert_eq!(axpy(2, &array![1, 2], &array![10, 20]), array![12, 24]);
    assert_eq!(axpy(0.5, &array![1.0, 2.0], &array![10.0, 20.0]), array![10.5, 21.0]);
}

fn largest<T: Copy + Send + Sync + PartialOrd>(x: &Array2<T>, y: &Array1<T>) -> Array2<T> {
    bcast!(if x .> y @ (1) { x } else { y @ (1) })
}

fn mapped<T: Copy + Send + Sync, U: Copy + Send + Sync>(x: &[T], f: impl Fn(T) -> U + Sync) -> Array1<U> {
    bcast!(f.(x))
}

#[test]
fn over_any_copy_type() {
    assert_eq!(largest(&array![[1, 5], [7, 0]], &array![3, 3]), array![[3, 5], [7, 3]]);
    assert_eq!(largest(&array![['a', 'z']], &array!['m', 'm']), array![['m', 'z']]);
    assert_eq!(mapped(&[1, 2, 3], |x| x as f64 / 2.0), array![0.5, 1.0, 1.5]);
    let prefix = String::from("ab");
    assert_eq!(mapped(&["", "c"], |x| prefix.len() + x.len()), array![2, 3]);
}

fn of_any_ownership<S: Data<Elem = f64>>(x: &ArrayBase<S, Ix2>, v: ArrayView<f64, Ix1>) -> Array2<f64> {
    bcast!(x .- v @ (0))
}

/// The bound alias for whatever can be read with a given rank.
fn of_any_kind(x: &impl Broadcast<Ix2, Elem = f64>, v: &impl Broadcast<Ix1, Elem = f64>) -> Array2<f64> {
    bcast!(x .- v @ (0))
}

#[test]
fn over_kinds_of_arrays() {
    let (x, v) = (array![[1.0, 2.0], [3.0, 4.0]], array![1.0, 2.0]);
    let expected = array![[0.0, 1.0], [1.0, 2.0]];
    assert_eq!(of_any_ownership(&x, v.view()), expected);
    assert_eq!(of_any_ownership(&x.view(), v.view()), expected);
    assert_eq!(of_any_ownership(&x.to_shared(), v.view()), expected);
    assert_eq!(of_any_kind(&x, &v), expected);
    assert_eq!(of_any_kind(&x.view(), &vec![1.0, 2.0]), expected);
    assert_eq!(of_any_kind(&&x, &[1.0, 2.0]), expected);
}

/// Constant parameters as sizes, and methods of a generic type.
struct Window<const N: usize> {
    weights: [f64; N],
}

impl<const N: usize> Window<N> {
    fn apply(&self, x: &[f64; N]) -> Array1<f64> {
        bcast!(self.weights .* x .+ (N as f64))
    }
}

#[test]
fn over_constants() {
    assert_eq!(Window { weights: [0.5, 2.0] }.apply(&[4.0, 5.0]), array![4.0, 12.0]);
    assert_eq!(Window { weights: [1.0; 3] }.apply(&[1.0, 2.0, 3.0]), array![4.0, 5.0, 6.0]);
}
