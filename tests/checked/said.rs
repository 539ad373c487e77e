//! What an error says, of which operation, and of which elements there are none.

use crate::overflows;
use bcast::ndarray::{Array1, array};
use bcast::{BroadcastError, bcast, explain, try_bcast};

#[test]
fn what_is_said() {
    let (x, y) = (array![[1_u8, 2], [200, 4]], array![100_u8, 0]);
    let error = try_bcast!(#[checked] x .+ y @ (1)).unwrap_err();
    assert_eq!(error.to_string(), "try_bcast!: `x .+ y @ (1)` overflows at the index [1, 0]");
    let error = try_bcast!(#[checked] x ./ y @ (1)).unwrap_err();
    assert_eq!(error.to_string(), "try_bcast!: `x ./ y @ (1)` divides by 0 at the index [0, 1]");
    let (a, b) = (200_u8, 100_u8);
    assert_eq!(try_bcast!(#[checked] a .+ b).unwrap_err().to_string(), "try_bcast!: `a .+ b` overflows");
    assert_eq!(try_bcast!(#[checked] 200_u8 .+ 100).unwrap_err().to_string(), "try_bcast!: `200_u8 .+ 100` overflows");
    // Names stand for what they are, and parentheses only where they are needed.
    let error = try_bcast!(#[checked] let t = (x ./ 2); (t .+ t) .* (y @ (1) .+ 1)).unwrap_err();
    assert_eq!(error.to_string(), "try_bcast!: `(x ./ 2 .+ x ./ 2) .* (y @ (1) .+ 1)` overflows at the index [1, 0]");
}

#[test]
#[should_panic(expected = "bcast!: `sum[1](x .* 2)` overflows at the index [1]")]
fn a_panic_says_the_same() {
    let x = array![[1_i8, 2, 3], [50, 10, 4]];
    let _ = bcast!(#[checked] sum[1](x .* 2) .+ 1);
}

#[test]
#[should_panic(expected = "bcast!: `x .+ y` overflows at the index [2]")]
fn targets_panic_too() {
    let (mut x, y) = (array![1_i16, 2, i16::MAX], array![3_i16, 4, 5]);
    bcast!(#[checked] x .+= y);
}

#[test]
fn the_first_operation_of_the_first_element() {
    let (x, y) = (array![1_i8, 100, 100], array![1_i8, 100, 2]);
    // At index 1 both fail: operands come before what reads them, and from left to right.
    overflows(try_bcast!(#[checked] (x .+ y) .* (x .- -y)), "x .+ y", &[1]);
    overflows(try_bcast!(#[checked] x .* (x .- -y)), "x .- -y", &[1]);
    // Index 1 comes before index 2, whichever operation fails there.
    overflows(try_bcast!(#[checked] (y ./ 2 .+ 100) .- (x .+ 28)), "y ./ 2 .+ 100", &[1]);
    overflows(try_bcast!(#[checked] (x .+ 27) .+ y), "x .+ 27 .+ y", &[1]);
    // One value after the other, then.
    overflows(try_bcast!(#[checked] (y .* 60, x .+ y)), "y .* 60", &[1]);
    overflows(try_bcast!(#[checked] (x ./ 100, x .+ y, x .* 2)), "x .+ y", &[1]);
    let (m, v) = (array![[1_i8, 2], [3, 127]], array![100_i8, 28]);
    overflows(try_bcast!(#[checked] (m .+ 1, v .+ 100)), "m .+ 1", &[1, 1]);
    overflows(try_bcast!(#[checked] (v .+ 100, m .+ 1)), "v .+ 100", &[0]);
}

#[test]
fn other_elements_are_as_ever() {
    let x = array![1e308, -1.0];
    assert_eq!(
        bcast!(#[checked] (x .* 10 .+ x ./ 0, sum(x .* 10))),
        (array![f64::INFINITY, f64::NEG_INFINITY], f64::INFINITY)
    );
    let waits = array![std::time::Duration::from_secs(1), std::time::Duration::from_secs(2)];
    assert_eq!(bcast!(#[checked] sum(waits .+ waits)), std::time::Duration::from_secs(6));
    let n = array![200_u8, 100];
    assert_eq!(bcast!(#[checked] f64.(n) .* 2 .+ exp.(0 .* f64.(n))), array![401.0, 201.0]);
    overflows(try_bcast!(#[checked] exp.(f64.(n .* 2))), "n .* 2", &[0]);
    // Functions see what wrapped before the error is found, and are called again to find it.
    let double = |x: u8| x.wrapping_mul(2);
    assert_eq!(bcast!(#[checked] double.(n .+ 1)), array![146, 202]);
    overflows(try_bcast!(#[checked] double.(n .+ 60)), "n .+ 60", &[0]);
    overflows(try_bcast!(#[checked] double.(n) .+ 60), "double.(n) .+ 60", &[1]);
    assert_eq!(bcast!(#[checked] max(n) .- min(n)), 100);
    let table = array![1_u8, 100, 200];
    // An index that does not fit is none that is out of range.
    let i = array![3_usize, 2, 0, 1];
    assert_eq!(bcast!(#[checked] at.(table, i[..2] .- 1)), array![200, 100]);
    overflows(try_bcast!(#[checked] at.(table, i .- 1)), "i .- 1", &[2]);
    let mut out = Array1::<u8>::zeros(4);
    overflows(try_bcast!(#[checked] out .= at.(table, i .- 1)), "i .- 1", &[2]);
    assert_eq!(bcast!(#[checked] at.(table, i[1..])), array![200, 1, 100]);
    overflows(try_bcast!(#[checked] at.(table, n ./ 100) .+ n), "at.(table, n ./ 100) .+ n", &[0]);
}

#[test]
fn names_and_generic_code() {
    let (v, w) = (array![1_u8, 2, 200], array![10_u8, 56]);
    overflows(try_bcast!(#[checked] v @ (i) .+ w @ (j)), "v @ (i) .+ w @ (j)", &[2, 1]);
    fn add<T: Copy + Send + Sync + bcast::ops::checked::Plus<T, T>>(
        x: &Array1<T>,
        y: &[T; 3],
    ) -> Result<Array1<T>, BroadcastError> {
        try_bcast!(#[checked] x .+ y)
    }
    overflows(add(&v, &[0, 9, 100]), "x .+ y", &[2]);
    assert_eq!(add(&v, &[1, 1, 1]).unwrap(), array![2, 3, 201]);
}

#[test]
fn what_is_explained_are_the_passes_that_write() {
    let (x, mut y) = (array![[1_u8, 2], [3, 4]], array![[5_u8, 6], [7, 8]]);
    let plan = explain!(#[checked] y .+= x .* sum[1](x)).to_string();
    assert_eq!(plan, explain!(#[wrapping] y .+= x .* sum[1](x)).to_string());
    assert_eq!(y, array![[5, 6], [7, 8]]);
    y[[0, 0]] = u8::MAX;
    let plan = explain!(#[checked] x .+ y .- min(x .+ y)).to_string();
    assert!(plan.contains("min(x .+ y)") && !plan.contains("fit"), "{plan}");
}
