//! Calls whose arrays are apart: as if each process had its block of them, with the bits of the call on the whole.

use bcast::ndarray::{Array1, Array2, Array3};
use bcast::place::{Bytes, Holds, Place};
use bcast::{BroadcastError, bcast, try_bcast};
use std::cell::RefCell;
use std::mem::MaybeUninit;
use std::ops::Range;

use crate::ranks::{Apart, Aparts, Rank, gathered, on_ranks};
use crate::same::{bits, matrix, uneven};

pub(crate) const RANKS: [usize; 5] = [1, 2, 3, 4, 7];
const SHAPES: [(usize, usize); 7] = [(3, 5), (64, 100), (301, 257), (1500, 33), (40, 5000), (2, 40_000), (5, 1)];

/// `apart!(x; formula)`: an array that a formula makes of `x`, on all numbers of ranks, cut along every axis.
macro_rules! apart {
    ($rank:literal, $x:ident; $($formula:tt)+) => {
        let want = bcast!($($formula)+);
        for (axis, count) in (0..$rank).flat_map(|axis| RANKS.map(|count| (axis, count))) {
            let have = on_ranks(count, |rank| {
                let $x = rank.block(&$x, axis);
                bcast!(#[on(rank)] $($formula)+)
            });
            let what =
                || format!("{} on {count} ranks, {:?} cut along axis {axis}", stringify!($($formula)+), $x.shape());
            let all = gathered(&have);
            assert_eq!(all.shape(), want.shape(), "{}", what());
            assert!(bits(&all) == bits(&want), "other bits: {}", what());
        }
    };
}

#[test]
fn maps_and_reductions() {
    for (rows, columns) in SHAPES {
        let x = matrix(rows, columns);
        let v = Array1::from_shape_fn(columns, uneven);
        apart!(2, x; x .* 2.0 .+ v @ (1));
        apart!(2, x; sum[0](x .* x));
        apart!(2, x; sum[1](x));
        apart!(2, x; mean[0; keep](x));
        apart!(2, x; exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))));
        apart!(2, x; (x .- mean[0](x)) ./ std[0](x) .* v @ (1));
        apart!(2, x; f32.(argmax[1](x)) .- f32.(argmin[1](x)));
    }
}

/// So many results of so many ranks that nodes are joined on the way, wherever their leaves lie.
#[test]
fn many_columns() {
    for rows in [700, 448] {
        let x = matrix(rows, 2500);
        apart!(1, x; (sum[0](x) .* 2.0 .+ f32.(argmax[0](x))) .- mean[0](x));
    }
}

#[test]
fn of_three_axes() {
    for sizes in [(7, 30, 70), (90, 11, 3), (2, 3, 4), (70, 2, 2)] {
        let x = Array3::from_shape_fn(sizes, |(i, j, k)| uneven(i * 9100 + j * 70 + k));
        apart!(3, x; sum[0, 2](x));
        apart!(3, x; x .- mean[0, 1](x));
        apart!(3, x; max[2](x) .+ sum[2](x .* x));
        apart!(3, x; sqrt.(sum[0](x .* x)));
    }
}

#[test]
fn single_values_are_the_same_everywhere() {
    for (rows, columns) in SHAPES {
        let x = matrix(rows, columns);
        let halves = |a: f32, b: f32| a * 0.5 + b;
        let want = bcast!((sum(x), argmax(x), count(x .> 0), norm(x), fold[0, 1](x, 1.0, halves)));
        for (axis, count) in (0..2).flat_map(|axis| RANKS.map(|count| (axis, count))) {
            let all = on_ranks(count, |rank| {
                let x = rank.block(&x, axis);
                bcast!(#[on(rank)] (sum(x), argmax(x), count(x .> 0), norm(x), fold[0, 1](x, 1.0, halves)))
            });
            all.into_iter().for_each(|have| assert_eq!(have, want, "{count} ranks, axis {axis} of {rows}, {columns}"));
        }
    }
}

#[test]
fn in_place() {
    for (rows, columns) in SHAPES {
        let (x, old) = (matrix(rows, columns), matrix(rows, columns));
        let mut want = old.clone();
        let whole = bcast!(want .-= x .* 0.5; want .*= sum[0](want); (sum(want), want .+ 1.0));
        for (axis, count) in (0..2).flat_map(|axis| RANKS.map(|count| (axis, count))) {
            let all = on_ranks(count, |rank| {
                let (x, mut have) = (rank.block(&x, axis), rank.block(&old, axis));
                let on = bcast!(#[on(rank)] have .-= x .* 0.5; have .*= sum[0](have); (sum(have), have .+ 1.0));
                (have, on)
            });
            let (have, on): (Vec<Apart<_, _>>, Vec<_>) = all.into_iter().unzip();
            let (sums, more): (Vec<f32>, Vec<Apart<_, _>>) = on.into_iter().unzip();
            assert!(sums.iter().all(|sum| sum.to_bits() == whole.0.to_bits()), "{count} ranks");
            assert!(bits(&gathered(&have)) == bits(&want) && bits(&gathered(&more)) == bits(&whole.1), "{count} ranks");
        }
    }
}

/// Results may lie in the targets that they are assigned to.
#[test]
fn assigned_as_they_are() {
    for (rows, columns) in SHAPES {
        let x = matrix(rows, columns);
        let mut want = [Array1::zeros(rows), Array1::zeros(columns)];
        let [of_rows, of_columns] = &mut want;
        bcast!(of_rows .= sum[1](x); of_columns .= max[0](x));
        let mut sums = Array2::zeros((rows, columns));
        bcast!(sums .= cumsum[1](x));
        for (axis, count) in (0..2).flat_map(|axis| RANKS.map(|count| (axis, count))) {
            // Of these each has its part, though every rank has all of `x`.
            let parts = on_ranks(count, |rank| {
                let [mut of_rows, mut of_columns] = [rows, columns].map(|size| rank.block(&Array1::zeros(size), 0));
                bcast!(#[on(rank)] of_rows .= sum[1](x));
                bcast!(#[on(rank)] of_columns .= max[0](x));
                [of_rows, of_columns]
            });
            let own = on_ranks(count, |rank| {
                let (x, mut kept) = (rank.block(&x, axis), rank.block(&want[axis], 0));
                kept.block.fill(-1.0);
                match axis {
                    0 => bcast!(#[on(rank)] kept .= sum[1](x)),
                    _ => bcast!(#[on(rank)] kept .= max[0](x)),
                }
                kept
            });
            let run = on_ranks(count, |rank| {
                let (x, mut kept) = (rank.block(&x, 0), rank.block(&x, 0));
                bcast!(#[on(rank)] kept .= cumsum[1](x));
                kept
            });
            for at in 0..2 {
                let have: Vec<_> = parts.iter().map(|both| both[at].clone()).collect();
                assert!(bits(&gathered(&have)) == bits(&want[at]), "{at}: {count} ranks of {rows}, {columns}");
            }
            let what = || format!("axis {axis} of {rows}, {columns} on {count} ranks");
            assert!(bits(&gathered(&own)) == bits(&want[axis]), "{}", what());
            assert!(bits(&gathered(&run)) == bits(&sums), "{}", what());
        }
    }
}

#[test]
fn products_of_matrices() {
    let (a, b) = (matrix(60, 70), matrix(70, 80));
    apart!(1, a; sum[k](a @ (i, k) .* b @ (k, j)) .+ 1.0);
    let batch = Array3::from_shape_fn((9, 30, 40), |(i, j, k)| uneven(i * 1200 + j * 40 + k));
    let c = matrix(40, 20);
    apart!(2, batch; sum[k](batch @ (n, i, k) .* c @ (k, j)));
}

/// The tree sums over what is cut, in the same way on any number of ranks; matrices are multiplied on one.
#[test]
fn products_over_what_is_cut() {
    let (a, b) = (matrix(60, 70), matrix(70, 80));
    let exact = a.mapv(f64::from).dot(&b.mapv(f64::from));
    let of = |count| {
        let all = on_ranks(count, |rank| {
            let (a, b) = (rank.block(&a, 1), rank.block(&b, 0));
            bcast!(#[on(rank)] sum[k](a @ (i, k) .* b @ (k, j)))
        });
        assert!(all.iter().all(|apart| apart.cut.is_none() && bits(&apart.block) == bits(&all[0].block)));
        all.into_iter().next().expect("one rank at least").block
    };
    let first = of(1);
    assert!(first.iter().zip(&exact).all(|(have, want)| (f64::from(*have) - want).abs() < 1e-3));
    RANKS.into_iter().for_each(|count| assert!(bits(&of(count)) == bits(&first), "{count} ranks"));
}

/// A rank that notes what goes from one to another.
struct Noting<'r> {
    rank: &'r Rank<'r>,
    handed: RefCell<Vec<(usize, usize)>>,
}
// SAFETY: all that it answers is what the rank does.
unsafe impl Place for Noting<'_> {
    fn pieces(&self) -> usize {
        self.rank.pieces()
    }
    fn here(&self) -> Vec<usize> {
        self.rank.here()
    }
    fn part(&self, size: usize, piece: usize) -> Range<usize> {
        self.rank.part(size, piece)
    }
    fn axis(&self, sizes: &[usize]) -> Option<usize> {
        self.rank.axis(sizes)
    }
    fn hand_on(&self, from: usize, to: usize, state: &mut Bytes) {
        self.handed.borrow_mut().push((from, to));
        self.rank.hand_on(from, to, state);
    }
    fn fails(&self, here: bool) -> bool {
        self.rank.fails(here)
    }
    fn share(&self, lots: &mut [Vec<MaybeUninit<u8>>]) {
        self.rank.share(lots);
    }
}
impl Holds for Noting<'_> {
    type Arrays = Aparts;
}

/// Nobody waits for what comes from before, as long as others wait for what it has: else all would wait in a row.
#[test]
fn what_others_wait_for_goes_first() {
    let x = matrix(300, 70);
    let all = on_ranks(3, |rank| {
        let (x, place) = (rank.block(&x, 0), Noting { rank, handed: RefCell::default() });
        let _ = bcast!(
            #[on(&place)]
            sum[0](x)
        );
        place.handed.take()
    });
    // Rows 64 to 128 are a leaf, and 192 to 256: 100 and 200 are the first ones of a rank.
    assert_eq!(all, [vec![(0, 1)], vec![(1, 2), (0, 1)], vec![(1, 2)]]);
}

#[test]
fn a_target_of_every_process() {
    let x = Array2::<f32>::ones((6, 4));
    let all = on_ranks(2, |rank| {
        let (x, mut y) = (rank.block(&x, 0), Array2::<f32>::zeros((6, 4)));
        let said = try_bcast!(#[on(rank)] y .= x .+ 1).expect_err("ranks have a part of it").to_string();
        let mut total = 0.0_f32;
        bcast!(#[on(rank)] total .+= sum(x));
        assert_eq!((total, y.sum()), (24.0, 0.0));
        said
    });
    let said = "try_bcast!: `y` is an array of every process, and what it would be is cut into pieces along output \
                axis 0: assign it to an array that is cut";
    assert_eq!(all, [said, said]);
}

/// Chunks of 1,024 elements are gone through from their first one, wherever pieces begin; lines side by side, few long
/// lines, and more lines than are handed on together.
#[test]
fn what_runs_along_an_axis() {
    for (rows, columns) in [(30, 50), (5000, 3), (3, 5000), (9, 700), (1, 3000), (2, 1), (4, 2048)] {
        let x = matrix(rows, columns);
        apart!(2, x; cumsum[1](x .* 2.0) .+ 1.0);
        apart!(2, x; cumsum[0](x));
        apart!(2, x; cummax[1](x) .- cumprod[0](x .* 0.1));
    }
    let x = Array3::from_shape_fn((7, 30, 11), |(i, j, k)| uneven(i * 330 + j * 11 + k));
    apart!(3, x; cumsum[1](x));
}

#[test]
fn running_into_a_target() {
    let x = Array1::from_shape_fn(5000, uneven);
    let mut want = Array1::zeros(5000);
    bcast!(want .= cumsum[0](x));
    for count in RANKS {
        let all = on_ranks(count, |rank| {
            let (x, mut y) = (rank.block(&x, 0), rank.block(&Array1::zeros(5000), 0));
            bcast!(#[on(rank)] y .= cumsum[0](x));
            y
        });
        assert!(bits(&gathered(&all)) == bits(&want), "{count} ranks");
    }
}

#[test]
fn an_error_of_one_is_one_of_all() {
    let x = Array2::<f32>::ones((6, 4));
    let all = on_ranks(3, |rank| {
        let x = rank.block(&x, 0);
        let v = Array1::<f32>::ones(if rank.number == 1 { 3 } else { 4 });
        try_bcast!(#[on(rank)] sum(x .* v @ (1))).expect_err("one of them does not fit")
    });
    assert!(matches!(all[1], BroadcastError::Sizes { .. }), "{}", all[1]);
    for error in [&all[0], &all[2]] {
        assert!(matches!(error, BroadcastError::Elsewhere { .. }), "{error}");
    }
}

#[test]
fn arrays_that_are_cut_differently() {
    let x = Array2::<f32>::ones((6, 6));
    let all = on_ranks(2, |rank| {
        let (x, y) = (rank.block(&x, 0), rank.block(&x, 1));
        try_bcast!(#[on(rank)] x .+ y).map(|_| ()).expect_err("one of them would have to move").to_string()
    });
    let said = "try_bcast!: `y` is cut into pieces along output axis 1, but what stands beside it along axis 0: make \
                one of them by a call of its own";
    assert_eq!(all, [said, said]);
}
