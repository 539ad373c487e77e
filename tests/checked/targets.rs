//! What is not computed, and what is not written.

use crate::{divides_by_zero, overflows};
use bcast::ndarray::{Array1, array};
use bcast::{BroadcastError, bcast, try_bcast};

#[test]
fn what_is_not_computed_cannot_fail() {
    let (x, y) = (array![1_i32, 2, 0, 4], array![1_i32, i32::MAX, 0, 2]);
    assert_eq!(bcast!(#[checked] if y .< 100 { x .+ y } else { 0 }), array![2, 0, 0, 6]);
    overflows(try_bcast!(#[checked] if y .< 100 { x } else { x .+ y }), "x .+ y", &[1]);
    assert_eq!(bcast!(#[checked] x .!= 0 .&& 8 ./ x .> 2), array![true, true, false, false]);
    assert_eq!(bcast!(#[checked] x .== 0 .|| 8 ./ x .> 2), array![true, true, true, false]);
    divides_by_zero(try_bcast!(#[checked] x .< 3 .&& 8 ./ x .> 2), "8 ./ x", &[2]);
    // `select` computes both.
    overflows(try_bcast!(#[checked] select.(y .< 100, x .+ y, 0)), "x .+ y", &[1]);
    let mut out = Array1::zeros(4);
    bcast!(#[checked] out .= if x .== 0 { 0 } else { 8 ./ x });
    assert_eq!(out, array![8, 4, 0, 2]);
}

#[test]
fn no_target_is_written() {
    let (mut a, mut b, x) = (array![1_u8, 2, 3], array![[1_u8, 2, 3], [4, 5, 6]], array![100_u8, 200, 254]);
    overflows(try_bcast!(#[checked] a .+= x; b .= 0; x ./ 2), "a .+ x", &[2]);
    overflows(try_bcast!(#[checked] b .= 0; a .-= 2), "a .- 2", &[0]);
    overflows(try_bcast!(#[checked] b .= 0; a .= 9; sum(x)), "sum(x)", &[]);
    overflows(try_bcast!(#[checked] b .= 0; x .* 2), "x .* 2", &[1]);
    overflows(try_bcast!(#[checked] let t = sum[1](b) .* 20; a .= 0; t), "sum[1](b) .* 20", &[1]);
    assert_eq!((&a, &b), (&array![1, 2, 3], &array![[1, 2, 3], [4, 5, 6]]));
    assert_eq!(bcast!(#[checked] a .+= 1; b .*= 2; x ./ 2), array![50, 100, 127]);
    assert_eq!((&a, &b), (&array![2, 3, 4], &array![[2, 4, 6], [8, 10, 12]]));
    // Values read before what replaces them.
    bcast!(#[checked] let t = a .- 1; b .= 5; a .= t .+ 1);
    assert_eq!((&a, &b), (&array![2, 3, 4], &array![[5, 5, 5], [5, 5, 5]]));
    let mut total = 150_u8;
    overflows(try_bcast!(#[checked] total .+= 100 .+ sum(a)), "total .+ (100 .+ sum(a))", &[]);
    bcast!(#[checked] total .+= 100);
    assert_eq!(total, 250);
}

#[test]
fn shapes_are_wrong_first() {
    let (mut out, x) = (array![1_u8, 2, 3], array![200_u8, 200, 200, 200]);
    let unchecked = try_bcast!(out .= x .+ x).unwrap_err();
    assert_eq!(try_bcast!(#[checked] out .= x .+ x).unwrap_err(), unchecked);
    let mut one = array![1_u8];
    let unchecked = try_bcast!(one .= x .+ x).unwrap_err();
    assert_eq!(try_bcast!(#[checked] one .= x .+ x).unwrap_err(), unchecked);
    assert!(matches!(try_bcast!(#[checked] out .+ x).unwrap_err(), BroadcastError::Sizes { .. }));
}

/// What might be one value is computed by a function of its own, which is told as well.
#[test]
fn parts_of_a_call_fail() {
    let (x, a, b) = (array![1_i32, 2, i32::MAX], i32::MAX, 2);
    let mut out = array![7.0, 7.0, 7.0];
    overflows(try_bcast!(#[checked] out .= exp.(f64.(x .* x))), "x .* x", &[2]);
    overflows(try_bcast!(#[checked] out .= exp.(f64.(a .* b)) .* out), "a .* b", &[0]);
    overflows(try_bcast!(#[checked] exp.(f64.(a .* b)) .* out), "a .* b", &[0]);
    overflows(try_bcast!(#[checked] exp.(f64.(x @ (0) .* b)) .* out), "x @ (0) .* b", &[2]);
    assert_eq!(out, array![7.0, 7.0, 7.0]);
}
