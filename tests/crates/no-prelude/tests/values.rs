//! What the functions of the crate without a prelude give.

use bcast::ndarray::array;
use bcast_test_no_prelude::{Own, fit, forms, standardised};

#[test]
fn functions() {
    let x = array![[1.0, 2.0], [3.0, 4.0]];
    let expected = array![[-2.0, -0.5], [2.0, 0.5]];
    assert_eq!(standardised(&x, &array![2.0, 3.0], &[0.5, 2.0]), expected);
    assert!(fit(&array![1], &array![1, 2]));
    assert!(!fit(&array![1, 2, 3], &array![1, 2]));
}

#[test]
fn every_form() {
    let mut y = array![0.0, 1.0, 3.0];
    let (roots, squares) = forms(&array![2.5, 0.0, 1.0], &mut y, &array![true, true, false]);
    assert_eq!(y, array![4.0, 0.0, 4.0]);
    assert_eq!(roots, array![2.0, 0.5, 0.5]);
    assert_eq!(squares, array![7, 1, 2]);
}

#[test]
fn own_types() {
    let own = Own(3);
    assert_eq!(bcast::bcast!((|own: Own<i32>, x: i32| own.0 + x).(own, array![1, 2])), array![4, 5]);
}
