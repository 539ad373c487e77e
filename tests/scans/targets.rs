//! Scans into targets, that read them too.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, array};

#[test]
fn into_targets() {
    let x = array![[1., 2.], [3., 4.]];
    let mut y = Array2::zeros((2, 2));
    bcast!(y .= cumsum[0](x));
    assert_eq!(y, array![[1., 2.], [4., 6.]]);
    bcast!(y .+= cumsum[1](x));
    assert_eq!(y, array![[2., 5.], [7., 13.]]);
    bcast!(y .= cumsum[0](y));
    assert_eq!(y, array![[2., 5.], [9., 18.]]);
    let mut turned = Array2::zeros((2, 2));
    let mut columns = turned.view_mut().reversed_axes();
    bcast!(columns .= cumsum[0](x));
    assert_eq!(turned, array![[1., 4.], [2., 6.]]);
}

#[test]
fn later_statements_see_new_elements() {
    let x = array![1, 2, 3];
    let (mut a, mut b) = (array![0, 0, 0], array![0, 0, 0]);
    bcast! { a .= x .* 10; b .= cumsum[0](a) }
    assert_eq!((a, b), (array![10, 20, 30], array![10, 30, 60]));
}

#[test]
fn large_ones() {
    for n in [200_000_usize, 300_001] {
        let x = Array1::from_shape_fn(n, |i| (i % 7) as f64);
        // Sums of small integers are exact.
        let mut want = 0.;
        let want: Vec<f64> = x.iter().map(|x| (want += x, want).1).collect();
        let mut y = x.clone();
        bcast!(y .= cumsum[0](y));
        assert_eq!(y.to_vec(), want);
        let mut z = Array1::zeros(n);
        bcast!(z .= cumsum[0](x .* 2) ./ 2);
        assert_eq!(z.to_vec(), want);
    }
}

#[test]
fn a_target_is_old_or_new_after_a_panic() {
    let fails = |x: f64| if x > 2. { panic!("on purpose") } else { x };
    for len in [5, 500, 3000] {
        let before = Array1::from_elem(len, 7.);
        let (mut x, mut y) = (Array1::from_elem(len, 1.), before.clone());
        x[len - 2] = 3.;
        let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| bcast!(y .= cumsum[0]((fails).(x)))));
        assert!(caught.is_err());
        assert_eq!(y, before);
    }
}
