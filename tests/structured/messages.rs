//! What is said when sizes do not fit.

use bcast::ndarray::{Array2, array};
use bcast::structure::{Diagonal, Lower};
use bcast::{bcast, try_bcast};

#[test]
fn sizes() {
    let (d, other) = (Diagonal::new(array![1., 2., 3.]), Diagonal::new(array![1.]));
    let error = try_bcast!(#[structured] d .+ other).unwrap_err();
    assert_eq!(error.to_string(), "try_bcast!: `other` has the sizes [1, 1] where structured operands are 3x3");
    let l = Lower::new(Array2::<f64>::zeros((2, 2)));
    let error = try_bcast!(#[structured] l .* array![[1., 2.]]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "try_bcast!: `array![[1., 2.]]` has the sizes [1, 2] where structured operands are 2x2"
    );
}

#[test]
#[should_panic(expected = "bcast!: `m` has the sizes [3, 4] where structured operands are 3x3")]
fn of_what_panics() {
    let (d, m) = (Diagonal::new(array![1., 2., 3.]), Array2::<f64>::zeros((3, 4)));
    let _ = bcast!(#[structured] d .* m);
}
