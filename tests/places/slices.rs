//! Slices of arrays that are cut: along the other axes they are taken, along that one they are refused.

use bcast::ndarray::{Array1, Array3};
use bcast::{bcast, try_bcast};

use crate::apart::RANKS;
use crate::ranks::{gathered, on_ranks};
use crate::same::{matrix, uneven};

/// Entries take what they take of the whole, whichever axis is cut, as long as they leave that one as it is.
#[test]
fn slices_beside_what_is_cut() {
    let x = Array3::from_shape_fn((9, 8, 7), |(i, j, k)| uneven(i * 56 + j * 7 + k));
    let v = Array1::from_shape_fn(9, uneven);
    macro_rules! slices {
        ($x:ident, $v:ident, $axis:literal: $({$($formula:tt)+}),+) => {$(
            let want = bcast!($($formula)+);
            for count in RANKS {
                let have = on_ranks(count, |rank| {
                    let ($x, $v) = (rank.block(&$x, $axis), rank.block(&$v, 0));
                    let _ = &$v;
                    bcast!(#[on(rank)] $($formula)+)
                });
                assert!(count == 1 || have[0].cut.is_some(), "it is cut");
                assert_eq!(gathered(&have), want, "{count} ranks, {}", stringify!($($formula)+));
            }
        )+};
    }
    slices!(x, v, 0: {x[.., 1..-1, ..;2] .* 2.0}, {x[.., 3, ..;-1] .- x[.., 3, ..]}, {v @ (0) .+ x[.., 2..4, -2]});
    slices!(x, v, 1: {x[2..;3, .., 5..] .+ 1.0}, {x[0, .., 1] .+ x[1, 0..8, 2]});
    slices!(x, v, 2: {x[4, .., ..] .- x[-1, .., ..]}, {x[4, 4, ..] .+ 0.0}, {x[4..5, 4, ..][.., ..] .* 1.0});
}

#[test]
fn slices_are_written() {
    let x = matrix(9, 7);
    let mut want = x.clone();
    bcast!(want[.., 2..4] .*= 2.0);
    bcast!(want[.., 6] .= x[.., 0]);
    for count in RANKS {
        let all = on_ranks(count, |rank| {
            let (x, mut have) = (rank.block(&x, 0), rank.block(&x, 0));
            bcast!(#[on(rank)] have[.., 2..4] .*= 2.0);
            bcast!(#[on(rank)] have[.., 6] .= x[.., 0]);
            have
        });
        assert_eq!(gathered(&all), want, "{count} ranks");
    }
}

#[test]
fn slices_across_what_is_cut() {
    let s = Array1::from_shape_fn(6, uneven);
    for count in RANKS {
        let said = on_ranks(count, |rank| {
            let (mut s, x) = (rank.block(&s, 0), rank.block(&matrix(4, 5), 1));
            let texts = [
                try_bcast!(#[on(rank)] s[1..] .+ s[..-1]).map(|_| ()),
                try_bcast!(#[on(rank)] x[.., 2] .* 2.0).map(|_| ()),
                try_bcast!(#[on(rank)] x[1.., ..;-1] .* 2.0).map(|_| ()),
                try_bcast!(#[on(rank)] sum(x[.., 1..][.., 1])).map(|_| ()),
                try_bcast!(#[on(rank)] s[2..4] .= 0.0),
            ];
            texts.map(|error| error.expect_err("it lies across").to_string())
        });
        let text = |slice: &str, axis: usize| {
            format!(
                "try_bcast!: `{slice}` takes some of the indices along axis {axis}, along which the array is cut into \
                 pieces, so elements would have to move between processes: cut the array along another axis"
            )
        };
        let slices = [("s[1..]", 0), ("x[.., 2]", 1), ("x[1.., ..; -1]", 1), ("x[.., 1..][.., 1]", 1), ("s[2..4]", 0)];
        let want = slices.map(|(slice, axis)| text(slice, axis));
        said.iter().for_each(|said| assert_eq!(*said, want));
    }
}

#[test]
#[should_panic(expected = "the others say why")]
fn slices_out_of_range() {
    let x = matrix(6, 4);
    on_ranks(2, |rank| {
        let x = rank.block(&x, 0);
        bcast!(#[on(rank)] x[.., 5] .* 2.0).block
    });
}
