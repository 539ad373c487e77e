//! Ranks, each of which goes over its part of arrays that are in no memory: the bits of the call in memory, whole
//! results on every rank, and errors that all of them have.

use bcast::ndarray::{Array1, Array2, Array3};
use bcast::place::Both;
use bcast::{BroadcastError, bcast, explain, try_bcast};

use crate::apart::RANKS;
use crate::out_of_core::{Distant, Lender};
use crate::ranks::on_ranks;
use crate::same::{bits, matrix, uneven};

const SHAPES: [(usize, usize); 5] = [(3, 5), (301, 57), (1500, 9), (40, 1300), (2, 9000)];
/// So many ranks, and the extent of their blocks.
const WAYS: [(usize, usize); 7] = [(1, 100), (2, 3), (2, 1_000_000), (3, 100), (4, 3), (7, 100), (7, 1_000_000)];

/// `both!(x; formula)`: a target that a formula makes of `x`, on all numbers of ranks, with blocks of several extents.
macro_rules! both {
    ($x:ident; $($formula:tt)+) => {
        let want = bcast!($($formula)+);
        for (count, extent) in WAYS {
            let out = Distant::of(&want.mapv(|_| f32::NAN));
            let far = Distant::of(&$x);
            let same = on_ranks(count, |rank| {
                let ($x, mut out, lender) = (far.same(), out.same(), Lender::new(extent, None));
                let plan = explain!(#[on(&Both(rank, &lender))] out .= $($formula)+);
                bcast!(#[on(&Both(rank, &lender))] out .= $($formula)+);
                assert_eq!(*lender.noted.borrow(), [plan.len()], "as explained");
                lender.noted.take()
            });
            let what = || format!("{} on {count} ranks by {extent}, {:?}", stringify!($($formula)+), $x.shape());
            assert!(out.bits() == bits(&want), "other bits: {}", what());
            assert!(same.iter().all(|sweeps| *sweeps == same[0]), "as many sweeps: {}", what());
        }
    };
}

#[test]
fn maps_and_reductions() {
    for (rows, columns) in SHAPES {
        let x = matrix(rows, columns);
        let v = Array1::from_shape_fn(columns, uneven);
        both!(x; x .* 2.0 .+ v @ (1));
        both!(x; exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))));
        both!(x; exp.(x .- max[0](x)) ./ sum[0](exp.(x .- max[0](x))));
        both!(x; (x .- mean[0](x)) ./ std[0](x) .* v @ (1));
        both!(x; x .- mean[1](x) .- mean[0](x) @ (1) .+ mean(x));
    }
}

#[test]
fn of_three_axes() {
    for sizes in [(7, 30, 70), (90, 11, 3), (2, 3, 4), (70, 2, 2)] {
        let x = Array3::from_shape_fn(sizes, |(i, j, k)| uneven(i * 9100 + j * 70 + k));
        both!(x; x .- mean[0, 1](x));
        both!(x; x .- mean[0, 2](x) .* mean[1](x));
        both!(x; cumsum[2](x) ./ (sum[2](x .* x) .+ 1.0));
    }
}

/// Results and targets in memory: each rank computes its part of those that keep the axis, and has all of them.
#[test]
fn in_memory_everything_is_whole() {
    for (rows, columns) in SHAPES {
        let x = matrix(rows, columns);
        let turned = Array2::from_shape_fn((columns, rows), |(j, i)| uneven(i * columns + j)).reversed_axes();
        let want = bcast!((sum(x), argmax(x), norm(x), argmin[0](x), sum[1](x .* x), x .* 2.0 .- turned));
        let mut old = turned.clone();
        bcast!(old .+= x);
        for (count, extent) in WAYS {
            let far = Distant::of(&x);
            on_ranks(count, |rank| {
                let (x, lender, mut host) = (far.same(), Lender::new(extent, Some(0)), turned.clone());
                let place = Both(rank, &lender);
                let have = bcast!(#[on(&place)] (
                    sum(x), argmax(x), norm(x), argmin[0](x), sum[1](x .* x), x .* 2.0 .- turned
                ));
                assert_eq!(have, want, "{count} ranks by {extent} of {rows}, {columns}");
                bcast!(#[on(&place)] host .+= x);
                assert!(bits(&host) == bits(&old), "{count} ranks by {extent} of {rows}, {columns}");
            });
        }
    }
}

/// What a sweep has written is there for all before the next one reads it, and small arrays are written once.
#[test]
fn one_call_after_another() {
    let x = matrix(333, 20);
    let (mut want, mut sums) = (x.clone(), Array1::<f32>::zeros(20));
    bcast!(want .= x .* 0.5; let s = sum[0](want); sums .= s; want .*= s);
    for (count, extent) in WAYS {
        let (far, out, totals) = (Distant::of(&x), Distant::of(&x), Distant::of(&Array1::zeros(20)));
        on_ranks(count, |rank| {
            let (x, mut out, mut totals) = (far.same(), out.same(), totals.same());
            let lender = Lender::new(extent, None);
            let place = Both(rank, &lender);
            bcast!(#[on(&place)] out .= x .* 0.5; let s = sum[0](out); totals .= s; out .*= s);
        });
        assert!(out.bits() == bits(&want), "{count} ranks by {extent}");
        assert!(totals.bits() == bits(&sums), "{count} ranks by {extent}");
    }
}

fn said<T>(
    count: usize,
    call: impl Fn(&crate::ranks::Rank) -> Result<T, BroadcastError> + Sync,
) -> Vec<BroadcastError> {
    on_ranks(count, |rank| call(rank).map(|_| ()).expect_err("it cannot run"))
}

#[test]
fn errors_are_those_of_all() {
    let far = Distant::of(&matrix(100, 8));
    let all = said(3, |rank| {
        let (x, lender) = (far.same(), Lender::new(10, None));
        let v = Array1::<f32>::ones(if rank.number == 1 { 7 } else { 8 });
        try_bcast!(#[on(&Both(rank, &lender))] x .* v @ (1))
    });
    assert!(matches!(all[1], BroadcastError::Sizes { .. }), "{}", all[1]);
    assert!([0, 2].iter().all(|&at| matches!(all[at], BroadcastError::Elsewhere { .. })));
    // Another array on one of them.
    let other = Distant::of(&matrix(90, 8));
    let all = said(3, |rank| {
        let (x, lender) = (if rank.number == 2 { other.same() } else { far.same() }, Lender::new(10, None));
        try_bcast!(
            #[on(&Both(rank, &lender))]
            sum[0](x)
        )
    });
    let wanted = "try_bcast!: processes would go over the arrays in different ways: are arrays, memory limits and \
                  threads the same in all of them?";
    all.iter().for_each(|said| assert_eq!(said.to_string(), wanted));
    // A leaf of 64 rows lies in the parts of two.
    let all = said(2, |rank| {
        let (mut x, lender) = (far.same(), Lender::new(10, Some(0)));
        try_bcast!(#[on(&Both(rank, &lender))] x .+= 1.0; sum[0](x))
    });
    let wanted = "try_bcast!: `x` is read and assigned, and processes read parts of each other's for it: assign to \
                  another array";
    all.iter().for_each(|said| assert_eq!(said.to_string(), wanted));
    // A block of a rank beside an array that is in no memory.
    let all = said(2, |rank| {
        let (x, lender, part) = (far.same(), Lender::new(10, None), rank.block(&matrix(100, 8), 0));
        try_bcast!(#[on(&Both(rank, &lender))] x .+ part)
    });
    let wanted = "try_bcast!: `part` is cut into pieces, and stands beside arrays that are in no memory";
    all.iter().for_each(|said| assert_eq!(said.to_string(), wanted));
}

/// Products over what is cut: the tree sums, in the same way on any number of ranks.
#[test]
fn products_over_what_is_cut() {
    let x = matrix(500, 12);
    let exact = x.mapv(f64::from).t().dot(&x.mapv(f64::from));
    let far = Distant::of(&x);
    let of = |count: usize, extent: usize| {
        let all = on_ranks(count, |rank| {
            let (x, lender) = (far.same(), Lender::new(extent, Some(0)));
            bcast!(#[on(&Both(rank, &lender))] sum[n](x @ (n, i) .* x @ (n, j)))
        });
        assert!(all.iter().all(|product| bits(product) == bits(&all[0])));
        bits(&all[0])
    };
    let first = of(1, 64);
    let close = |(bits, want): (&u32, &f64)| (f64::from(f32::from_bits(*bits)) - want).abs() < 1e-3;
    assert!(first.iter().zip(&exact).all(close) && exact.ndim() == 2);
    for (count, extent) in RANKS.into_iter().flat_map(|count| [10, 64, 100].map(|extent| (count, extent))) {
        assert!(of(count, extent) == first, "{count} ranks by {extent}");
    }
}
