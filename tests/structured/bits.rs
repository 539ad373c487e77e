//! Truth values by words.

use bcast::ndarray::{Array1, Array2, ArrayD, Dimension, Ix1, IxDyn};
use bcast::structure::Bits;
use bcast::{BroadcastError, bcast, try_bcast};

fn truths(len: usize, seed: usize) -> Array1<bool> {
    Array1::from_shape_fn(len, |at| (at * 7 + at / 3 * seed + seed) % 5 < 2)
}

/// Bits that belong to no element are zero.
#[track_caller]
fn check<D: Dimension>(have: &Bits<D>, want: &bcast::ndarray::Array<bool, D>) {
    assert_eq!(have.to_array(), want);
    assert_eq!(have, &Bits::from(want));
    assert_eq!(have.count(), want.iter().filter(|truth| **truth).count());
}

#[test]
fn each_operation_at_each_length() {
    for len in [0, 1, 7, 8, 63, 64, 65, 127, 128, 130, 1000] {
        let (x, y) = (truths(len, 1), truths(len, 2));
        let (a, b) = (Bits::from(&x), Bits::from(&y));
        let (yes, no) = (true, false);
        check(&a, &x);
        check(&bcast!(#[structured] a .& b), &bcast!(x .& y));
        check(&bcast!(#[structured] a .| b), &bcast!(x .| y));
        check(&bcast!(#[structured] xor.(a, b)), &bcast!(xor.(x, y)));
        check(&bcast!(#[structured] .!a), &bcast!(.!x));
        check(&bcast!(#[structured] a .& .!b), &bcast!(x .& .!y));
        check(&bcast!(#[structured] a .&& b .|| .!a), &bcast!(x .&& y .|| .!x));
        check(&bcast!(#[structured] xor.(a, yes) .& (b .| no)), &bcast!(xor.(x, yes) .& (y .| no)));
        check(&bcast!(#[structured] yes .& a), &x);
    }
}

#[test]
fn comparisons_of_anything() {
    let m = Array2::from_shape_fn((9, 15), |(i, j)| ((i * 5 + j * 3) % 17) as f32);
    let v = Array1::from_shape_fn(15, |j| j as f32);
    let a = Bits::from(&bcast!(m .> 4));
    check(&bcast!(#[structured] m .> 4), &bcast!(m .> 4));
    check(&bcast!(#[structured] m.t() .<= 4), &bcast!(m.t() .<= 4));
    check(&bcast!(#[structured] 1 .< m .< v @ (1)), &bcast!(1 .< m .< v @ (1)));
    check(&bcast!(#[structured] m .> 4 .&& m .< 9), &bcast!(m .> 4 .&& m .< 9));
    check(&bcast!(#[structured] (m .> mean[1; keep](m)) .& (m .!= 0)), &bcast!((m .> mean[1; keep](m)) .& (m .!= 0)));
    check(&bcast!(#[structured] a .& (m .< 9)), &bcast!((m .> 4) .& (m .< 9)));
    check(&bcast!(#[structured] .!(m .> 4) .| a), &bcast!(.!(m .> 4) .| (m .> 4)));
    check(&bcast!(#[structured] is_nan.(m)), &bcast!(is_nan.(m)));
    let dynamic: Bits<IxDyn> = bcast!(#[structured] m.view().into_dyn() .> 4);
    assert_eq!(dynamic.to_array(), bcast!(m .> 4).into_dyn());
    let (two, three) = (2, 3);
    let truth: bool = bcast!(#[structured] two .< three);
    assert!(truth);
}

/// What is neither is an array of `bool`s, or of other elements.
#[test]
fn other_operations_are_dense() {
    let a = Bits::from(&truths(5, 1));
    let numbers: Array1<u8> = bcast!(#[structured] u8.(a));
    assert_eq!(numbers.sum() as usize, a.count());
    let truths: Array1<bool> = bcast!(#[structured] select.(a, a, .!a));
    assert!(truths.iter().all(|truth| *truth));
    let masks: ArrayD<i32> = bcast!(#[structured] ArrayD::<i32>::from_elem(vec![2], 6) .& 3);
    assert_eq!(masks.into_iter().collect::<Vec<_>>(), [2, 2]);
}

#[test]
fn sizes_that_differ() {
    let (row, all) = (Bits::from(&truths(6, 1).into_shape_with_order((1, 6)).unwrap()), Bits::new((4, 6)));
    let joined: Bits<_> = bcast!(#[structured] row .| all);
    assert_eq!(joined.to_array(), bcast!(row .| all));
    let (a, b) = (Bits::<Ix1>::new(3), Bits::<Ix1>::new(4));
    let error = try_bcast!(#[structured] a .& b).unwrap_err();
    assert!(matches!(error, BroadcastError::Sizes { operand: "b", size: 4, expected: 3, .. }), "{error}");
}
