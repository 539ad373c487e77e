//! Each operator, of each type of integers, against `std`.

use crate::failure;
use bcast::ndarray::Array1;
use bcast::try_bcast;

/// Pairs of numbers, more than fit into a few vectors.
fn pairs<A: Copy, B: Copy>(a: &[A], b: &[B]) -> Vec<(A, B)> {
    let all: Vec<(A, B)> = a.iter().flat_map(|&a| b.iter().map(move |&b| (a, b))).collect();
    all.iter().cycle().take(all.len().max(150)).copied().collect()
}

/// An expression of `a` and `b` against a function of `std` that gives nothing where the result does not fit: of all
/// pairs, of those that have a result, and of each pair behind these.
macro_rules! against {
    ($pairs:expr, $t:ty, |$a:ident, $b:ident| $text:literal, $std:expr, $($call:tt)*) => {{
        let pairs = $pairs;
        let std: fn(_, _) -> Option<$t> = $std;
        let check = |pairs: &[_]| {
            let expected: Option<Array1<$t>> = pairs.iter().map(|&(a, b)| std(a, b)).collect();
            let first = pairs.iter().position(|&(a, b)| std(a, b).is_none());
            let $a: Array1<_> = pairs.iter().map(|pair| pair.0).collect();
            let $b: Array1<_> = pairs.iter().map(|pair| pair.1).collect();
            let by_zero = first.is_some_and(|at| pairs[at].1 == 0 && $text.contains(['/', '%', '_']));
            let failed = first.map(|at| ($text.to_owned(), by_zero, vec![at]));
            match try_bcast!(#[checked] $($call)*) {
                Ok(result) => assert_eq!(Some(result), expected, "{} {}", stringify!($t), $text),
                error => assert_eq!(failure(error), failed, "{} {} of {pairs:?}", stringify!($t), $text),
            }
            let mut out = Array1::<$t>::from_elem(pairs.len(), 77);
            let result = try_bcast!(#[checked] out .= $($call)*);
            assert_eq!(failure(result), failed);
            assert_eq!(out, expected.unwrap_or_else(|| Array1::from_elem(pairs.len(), 77)));
        };
        check(&pairs);
        let fit: Vec<_> = pairs.iter().copied().filter(|&(a, b)| std(a, b).is_some()).collect();
        check(&fit);
        for &failing in pairs.iter().filter(|&&(a, b)| std(a, b).is_none()).take(40) {
            check(&fit.iter().copied().cycle().take(70).chain([failing]).collect::<Vec<_>>());
        }
    }};
}

macro_rules! edges {
    ($t:ident) => {
        [$t::MIN, $t::MIN + 1, $t::MIN / 2, $t::MAX, $t::MAX - 1, $t::MAX / 2, $t::MAX / 2 + 1, 0, 1, 2, 3, 5, 11, 100]
            .into_iter()
            .chain([(0 as $t).wrapping_sub(1), (0 as $t).wrapping_sub(2), (0 as $t).wrapping_sub(7)])
            .collect::<Vec<$t>>()
    };
}

fn amount(n: i32) -> Option<u32> {
    u32::try_from(n).ok()
}

macro_rules! integers {
    ($($t:ident)*) => {$(
        #[test]
        fn $t() {
            let edges = edges!($t);
            let all = || pairs(&edges, &edges);
            against!(all(), $t, |a, b| "a .+ b", |a, b| $t::checked_add(a, b), a .+ b);
            against!(all(), $t, |a, b| "a .- b", |a, b| $t::checked_sub(a, b), a .- b);
            against!(all(), $t, |a, b| "a .* b", |a, b| $t::checked_mul(a, b), a .* b);
            against!(all(), $t, |a, b| "a ./ b", |a, b| $t::checked_div(a, b), a ./ b);
            // The smallest number divided by -1 leaves 0.
            let left = |a: $t, b: $t| (b != 0).then(|| a.wrapping_rem(b));
            against!(all(), $t, |a, b| "a .% b", left, a .% b);
            let left = |a: $t, b: $t| (b != 0).then(|| a.wrapping_rem_euclid(b));
            against!(all(), $t, |a, b| "rem_euclid.(a, b)", left, rem_euclid.(a, b));
            let cube = |a: $t, _: $t| a.checked_pow(3);
            against!(all(), $t, |a, b| "a .^ 3", cube, a .^ 3 .+ 0 .* (b .% 2));
            let seventh = |a: $t, _: $t| a.checked_pow(7);
            against!(all(), $t, |a, b| "a .^ 7", seventh, a .^ 7 .+ 0 .* (b .% 2));
            let powers = pairs(&edges, &[0_u32, 1, 2, 5, 8, 41]);
            against!(powers, $t, |a, n| "a .^ n", |a, n| $t::checked_pow(a, n), a .^ n);
            let amounts = [0, 1, 3, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128, -1, i32::MIN, i32::MAX];
            let shifted = |a: $t, n: i32| a.checked_shl(amount(n)?);
            against!(pairs(&edges, &amounts), $t, |a, n| "a .<< n", shifted, a .<< n);
            let shifted = |a: $t, n: i32| a.checked_shr(amount(n)?);
            against!(pairs(&edges, &amounts), $t, |a, n| "a .>> n", shifted, a .>> n);
        }
    )*};
}
mod of {
    use super::*;
    integers! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }
}

macro_rules! signed {
    ($($t:ident)*) => {$({
        let edges = edges!($t);
        against!(pairs(&edges, &[0 as $t]), $t, |a, b| "-a", |a, _| $t::checked_neg(a), -a .+ b);
        against!(pairs(&edges, &[0 as $t]), $t, |a, b| "abs.(a)", |a, _| $t::checked_abs(a), abs.(a) .+ b);
    })*};
}

#[test]
fn signs() {
    signed! { i8 i16 i32 i64 i128 isize }
}
