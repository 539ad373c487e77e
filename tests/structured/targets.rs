//! Containers with structure that formulas are assigned to.

use bcast::ndarray::{Array1, Array2, Axis, array};
use bcast::structure::{Bidiagonal, Bits, Diagonal, Lower, LowerBidiagonal, SymTridiagonal, Tridiagonal, Upper};
use bcast::{BroadcastError, bcast, try_bcast};

macro_rules! takes {
    ($([$target:expr] [$($formula:tt)+])*) => {$({
        let mut target = $target;
        bcast!(#[structured] target .= $($formula)+);
        assert_eq!(bcast!(target .+ 0), bcast!(($($formula)+) .+ 0), "{}", stringify!($($formula)+));
    })*};
}

#[test]
fn what_fits() {
    let (n, b) = (array![1., 2., 3.], array![4., 5.]);
    let d = Diagonal::new(&n);
    let (up, low) = (Bidiagonal::new(&n, &b), LowerBidiagonal::new(&b, &n));
    let (t, s) = (Tridiagonal::new(&b, &n, &b), SymTridiagonal::new(&n, &b));
    let m = Array2::from_shape_fn((3, 3), |(i, j)| (i * 3 + j) as f64);
    let (l, u) = (Lower::new(&m), Upper::new(&m));
    let (nines, nine) = (|| vec![9.; 3], || vec![9.; 2]);
    let tridiagonal = || Tridiagonal::new(nine(), nines(), nine());
    let symmetric = || SymTridiagonal::new(Array1::from(nines()), Array1::from(nine()));
    let square = || Array2::from_elem((3, 3), 9.);
    takes! {
        [Diagonal::new(nines())] [d .* m]
        [Bidiagonal::new(nines(), nine())] [up .- d]
        [Bidiagonal::new(nines(), nine())] [d .* 2]
        [LowerBidiagonal::new(nine(), nines())] [low ./ 4]
        [LowerBidiagonal::new(nine(), nines())] [-d]
        [tridiagonal()] [up .+ low]
        [tridiagonal()] [low .* 2]
        [tridiagonal()] [up]
        [tridiagonal()] [d .* s]
        [tridiagonal()] [s .+ s]
        [tridiagonal()] [t .* m]
        [symmetric()] [s .* 3 .- s]
        [symmetric()] [d .^ 2]
        [Lower::new(square())] [l .+ low]
        [Lower::new(square())] [low .* 2]
        [Lower::new(square())] [d]
        [Upper::new(square())] [u .* m .- up]
        [Upper::new(square())] [up]
    }
}

#[test]
fn compound_and_read() {
    let d = Diagonal::new(array![1, 2, 3]);
    let mut t = Tridiagonal::new(vec![1, 2], vec![3, 4, 5], vec![6, 7]);
    bcast!(#[structured] t .+= d);
    assert_eq!(t, Tridiagonal::new(vec![1, 2], vec![4, 6, 8], vec![6, 7]));
    bcast!(#[structured] t .*= 2);
    bcast!(#[structured] t .= t .- d .* t);
    assert_eq!(t, Tridiagonal::new(vec![2, 4], vec![0, -12, -32], vec![12, 14]));
}

/// The other part of a matrix stays as it is.
#[test]
fn triangles_of_what_is_there() {
    let mut m = Array2::from_elem((3, 3), 7);
    let d = Diagonal::new(vec![1, 2, 3]);
    let mut lower = Lower::new(&mut m);
    bcast!(#[structured] lower .= d .* 2);
    assert_eq!(m, array![[2, 7, 7], [0, 4, 7], [0, 0, 6]]);
    let mut upper = Upper::new(m.view_mut());
    bcast!(#[structured] upper .*= 10);
    assert_eq!(m, array![[20, 70, 70], [0, 40, 70], [0, 0, 60]]);
    let mut cube = bcast::ndarray::Array3::zeros((2, 3, 3));
    let mut slice = Lower::new(cube.index_axis_mut(Axis(0), 1));
    bcast!(#[structured] slice .= d);
    assert_eq!(cube.sum(), 6);
}

#[test]
fn truth_values() {
    let x = array![[1, 5, 7], [7, 2, 4]];
    let mut bits = Bits::new((2, 3));
    bcast!(#[structured] bits .= x .> 4);
    assert_eq!(bits.to_array(), bcast!(x .> 4));
    bcast!(#[structured] bits .&= x .> 6);
    assert_eq!(bits.to_array(), bcast!(x .> 6));
    let other = Bits::from(&bcast!(x .> 3));
    bcast!(#[structured] bits .= .!other);
    assert_eq!(bits.to_array(), bcast!(x .<= 3));
    assert_eq!(bits.words(), [0b010001]);
    let row = Bits::from(&array![[true, false, true]]);
    bcast!(#[structured] bits .= row .| row);
    assert_eq!(bits.to_array(), array![[true, false, true], [true, false, true]]);
}

/// Nothing is written before the sizes of all operands have been compared.
#[test]
fn errors_leave_targets_as_they_are() {
    let mut t = Tridiagonal::new(vec![1, 1], vec![1, 1, 1], vec![1, 1]);
    let (d, m) = (Diagonal::new(vec![5; 3]), Array2::from_elem((3, 4), 2));
    let error = try_bcast!(#[structured] t .= d .* m).unwrap_err();
    assert_eq!(error.to_string(), "try_bcast!: `m` has the sizes [3, 4] where structured operands are 3x3");
    assert!(matches!(error, BroadcastError::Structure { operand: "m", expected: 3, .. }));
    let small = Diagonal::new(vec![5; 2]);
    assert!(try_bcast!(#[structured] t .= small).is_err());
    assert_eq!(t, Tridiagonal::new(vec![1, 1], vec![1, 1, 1], vec![1, 1]));
    let mut bits = Bits::new(3);
    let other = Bits::new(4);
    assert!(try_bcast!(#[structured] bits .= .!other).is_err());
    assert_eq!(bits, Bits::new(3));
}
