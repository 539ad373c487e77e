//! Sums, products, and what runs along an axis: the exact results fit, or do not.

use crate::overflows;
use bcast::ndarray::{Array1, array};
use bcast::{bcast, try_bcast};

#[test]
fn sums_are_exact() {
    let x = array![[100_i8, 100, -100], [-100, -28, 0], [-100, -29, 0], [127, 127, -127]];
    overflows(
        try_bcast!(
            #[checked]
            sum[1](x)
        ),
        "sum[1](x)",
        &[2],
    );
    assert_eq!(bcast!(#[checked] sum[1](x[..2, ..])), array![100, -128]);
    assert_eq!(bcast!(#[checked] sum[1](x[3.., ..])), array![127]);
    overflows(
        try_bcast!(
            #[checked]
            sum[0](x)
        ),
        "sum[0](x)",
        &[1],
    );
    assert_eq!(
        bcast!(
            #[checked]
            sum(x)
        ),
        -30
    );
    overflows(try_bcast!(#[checked] x .- sum[1](x)), "sum[1](x)", &[2]);
    // What is reduced comes before what comes out.
    overflows(try_bcast!(#[checked] sum[1](x .* 2)), "x .* 2", &[0, 0]);
    overflows(try_bcast!(#[checked] sum[1](x .- sum(x))), "x .- sum(x)", &[0, 0]);
    // A sum that nothing else reads is one more operation.
    overflows(try_bcast!(#[checked] sum(x[3, ..]) .* sum(x)), "sum(x[3, ..]) .* sum(x)", &[]);
}

#[test]
fn products_are_exact() {
    let x = array![[100_i8, 100, 0], [16, 8, -1], [16, 8, 1], [-16, 1, 9], [i8::MIN, -1, 1], [i8::MIN, 1, 1]];
    assert_eq!(bcast!(#[checked] prod[1](x[..2, ..])), array![0, -128]);
    overflows(
        try_bcast!(
            #[checked]
            prod[1](x)
        ),
        "prod[1](x)",
        &[2],
    );
    overflows(try_bcast!(#[checked] prod[1](x[3.., ..])), "prod[1](x[3.., ..])", &[0]);
    overflows(try_bcast!(#[checked] prod[1](x[4.., ..])), "prod[1](x[4.., ..])", &[0]);
    assert_eq!(bcast!(#[checked] prod[1](x[5.., ..])), array![-128]);
    assert_eq!(
        bcast!(
            #[checked]
            prod(x)
        ),
        0
    );
}

#[test]
fn large_products() {
    // 2^64 is 0 in the low bits, and no factor is.
    overflows(
        try_bcast!(
            #[checked]
            prod(array![1_u64 << 32, 1 << 32, 1])
        ),
        "prod(array![1_u64 << 32, 1 << 32, 1])",
        &[],
    );
    assert_eq!(
        bcast!(
            #[checked]
            prod(array![u64::MAX, 1])
        ),
        u64::MAX
    );
    assert_eq!(
        bcast!(
            #[checked]
            prod(array![u64::MAX, 3, 0, 7])
        ),
        0
    );
}

macro_rules! wide_sums {
    ($($t:ident)*) => {$({
        let (max, min) = ($t::MAX, $t::MIN);
        let fits = [vec![max], vec![min], vec![max - 1, 1], vec![max, min], vec![min, max, 0], vec![]];
        for all in fits {
            let sum = all.iter().fold(0 as $t, |sum, x| sum.wrapping_add(*x));
            assert_eq!(bcast!(#[checked] sum(all)), sum, "{all:?}");
            let mut last = all.clone();
            last.extend([max, max, max]);
            overflows(try_bcast!(#[checked] sum(last)), "sum(last)", &[]);
        }
        // 1 more than fits, among more elements than a few vectors have.
        let mut many = Array1::from_elem(1000, 0 as $t);
        (many[3], many[700]) = (max - 1, 1);
        assert_eq!(bcast!(#[checked] sum(many)), max);
        many[990] = 1;
        overflows(try_bcast!(#[checked] sum(many)), "sum(many)", &[]);
    })*};
}

#[test]
fn sums_of_all_types() {
    wide_sums! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }
    assert_eq!(
        bcast!(
            #[checked]
            sum(array![i64::MAX, i64::MAX, i64::MIN, i64::MIN])
        ),
        -2
    );
    assert_eq!(
        bcast!(
            #[checked]
            sum(array![i128::MAX, i128::MAX, i128::MIN, i128::MIN])
        ),
        -2
    );
    overflows(
        try_bcast!(
            #[checked]
            sum(array![i128::MIN, -1])
        ),
        "sum(array![i128::MIN, -1])",
        &[],
    );
}

#[test]
fn what_runs_along_an_axis() {
    let x = array![[100_i8, 27, 1, -2], [1, 2, 3, 4], [-100, -28, 0, 1]];
    overflows(
        try_bcast!(
            #[checked]
            cumsum[1](x)
        ),
        "cumsum[1](x)",
        &[0, 2],
    );
    assert_eq!(bcast!(#[checked] cumsum[1](x[1.., ..])), array![[1, 3, 6, 10], [-100, -128, -128, -127]]);
    overflows(try_bcast!(#[checked] cumsum[1](x[1.., ..]) .- 1), "cumsum[1](x[1.., ..]) .- 1", &[1, 1]);
    overflows(try_bcast!(#[checked] cumprod[1](x[1.., ..])), "cumprod[1](x[1.., ..])", &[1, 1]);
    assert_eq!(bcast!(#[checked] cumprod[1](x[1..2, ..])), array![[1, 2, 6, 24]]);
    let mut out = array![7_i8, 7, 7];
    overflows(try_bcast!(#[checked] out .= cumprod[0](x[2, ..3])), "cumprod[0](x[2, ..3])", &[1]);
    assert_eq!(out, array![7, 7, 7]);
    bcast!(#[checked] out .= cumsum[0](x[2, ..3]));
    assert_eq!(out, array![-100, -128, -128]);
    // Long enough for chunks: the sum of 1 to n leaves `i32` at 65,536.
    let long = Array1::from_iter(1..=70_000_i32);
    overflows(
        try_bcast!(
            #[checked]
            cumsum[0](long)
        ),
        "cumsum[0](long)",
        &[65_535],
    );
}
