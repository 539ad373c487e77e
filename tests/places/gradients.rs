//! Gradients on places: value and gradients have the bits of the call without one, and lie as their operands do.

use bcast::ndarray::{Array1, Array2};
use bcast::{BroadcastError, bcast, explain, try_bcast};

use crate::apart::RANKS;
use crate::common::pieces::Pieces;
use crate::out_of_core::{Distant, Lender};
use crate::ranks::{gathered, on_ranks};
use crate::same::{bits, matrix, uneven};

const SHAPES: [(usize, usize); 4] = [(3, 5), (301, 57), (1500, 9), (2, 9000)];

/// `gradients!(x, v, r; formula)`: a number that a formula makes of a matrix, of something for each column and of
/// something for each row, and its gradients with respect to all of them, on all places.
macro_rules! gradients {
    ($x:ident, $v:ident, $r:ident; $($formula:tt)+) => {
        let (value, (dx, dv, dr)) = bcast!(#[grad($x, $v, $r)] $($formula)+);
        let want = (value.to_bits(), bits(&dx), bits(&dv), bits(&dr));
        for place in Pieces::all(2) {
            let (value, (dx, dv, dr)) = bcast!(#[on(&place)] #[grad($x, $v, $r)] $($formula)+);
            let have = (value.to_bits(), bits(&dx), bits(&dv), bits(&dr));
            assert!(have == want, "{} on {place:?}", stringify!($($formula)+));
        }
        for (axis, count) in (0..2).flat_map(|axis| RANKS.map(|count| (axis, count))) {
            let all = on_ranks(count, |rank| {
                let $x = rank.block(&$x, axis);
                let (value, gradients) = try_bcast!(#[on(rank)] #[grad($x, $v, $r)] $($formula)+).expect("it fits");
                (value.to_bits(), gradients)
            });
            let what = || format!("{} on {count} ranks along {axis}", stringify!($($formula)+));
            assert!(all.iter().all(|(value, _)| *value == want.0), "{}", what());
            let (x, (v, r)): (Vec<_>, (Vec<_>, Vec<_>)) = all.into_iter().map(|(_, (x, v, r))| (x, (v, r))).unzip();
            assert!(bits(&gathered(&x)) == want.1, "{}", what());
            assert!(bits(&gathered(&v)) == want.2, "{}", what());
            assert!(bits(&gathered(&r)) == want.3, "{}", what());
        }
    };
}

#[test]
fn of_what_is_cut_and_of_what_is_not() {
    for (rows, columns) in SHAPES {
        let x = matrix(rows, columns);
        let (v, r) = (Array1::from_shape_fn(columns, uneven), Array1::from_shape_fn(rows, |at| uneven(at + 5)));
        gradients!(x, v, r; sum((x .* v @ (1) .- r @ (0)).^2));
        gradients!(x, v, r; mean(logsumexp[1](x .+ v @ (1)) .* r));
        gradients!(x, v, r; sum(tanh.(sum[0](x .* r @ (0))) .* v) .+ sum(x .* x));
        gradients!(x, v, r; max(x .- mean[0](x) .* v @ (1)) .+ sum(r));
    }
}

/// A formula that is an array itself, and operands whose axes lie otherwise.
#[test]
fn of_each_element() {
    for (rows, columns) in SHAPES {
        let x = matrix(rows, columns);
        let y = matrix(columns, rows);
        let (value, (dx, dy)) = bcast!(#[axes(i, j)] #[grad(x, y)] exp.(x @ (i, j) .* y @ (j, i)) ./ 2.0);
        for (axis, count) in (0..2).flat_map(|axis| RANKS.map(|count| (axis, count))) {
            let all = on_ranks(count, |rank| {
                // Each is cut where the other one is.
                let (x, y) = (rank.block(&x, axis), rank.block(&y, 1 - axis));
                bcast!(#[on(rank)] #[axes(i, j)] #[grad(x, y)] exp.(x @ (i, j) .* y @ (j, i)) ./ 2.0)
            });
            let (values, gradients): (Vec<_>, Vec<_>) = all.into_iter().unzip();
            let (of_x, of_y): (Vec<_>, Vec<_>) = gradients.into_iter().unzip();
            let have = (gathered(&values), gathered(&of_x), gathered(&of_y));
            assert!(have == (value.clone(), dx.clone(), dy.clone()), "{count} ranks along {axis}");
        }
    }
}

/// What several passes make for an operand is added, where some of them have all of it, and others their part.
#[test]
fn of_several_passes() {
    for (rows, columns) in SHAPES {
        let (x, w) = (matrix(rows, columns), Array1::from_shape_fn(rows, uneven));
        let want = bcast!(#[grad(w)] sum(x .* w @ (0)) .+ sum(cumsum[0](w)) .+ sum[0](w .* w));
        for count in RANKS {
            let all = on_ranks(count, |rank| {
                let x = rank.block(&x, 0);
                bcast!(#[on(rank)] #[grad(w)] sum(x .* w @ (0)) .+ sum(cumsum[0](w)) .+ sum[0](w .* w))
            });
            let (values, of_w): (Vec<f32>, Vec<_>) = all.into_iter().unzip();
            assert!(values.iter().all(|value| value.to_bits() == want.0.to_bits()), "{count} ranks");
            assert!(bits(&gathered(&of_w)) == bits(&want.1), "{count} ranks");
        }
    }
}

/// Axes of one index are stretched, and their gradients summed: not across what is cut.
#[test]
fn of_axes_that_are_stretched() {
    let (x, one) = (matrix(130, 40), matrix(1, 40));
    let want = bcast!(#[grad(x, one)] sum((x .- one).^2));
    for count in RANKS {
        let have = on_ranks(count, |rank| {
            let x = rank.block(&x, 1);
            let one = rank.block(&one, 1);
            bcast!(#[on(rank)] #[grad(x, one)] sum((x .- one).^2))
        });
        let (of_x, of_one): (Vec<_>, Vec<_>) = have.into_iter().map(|(_, gradients)| gradients).unzip();
        assert!(bits(&gathered(&of_x)) == bits(&want.1.0), "{count} ranks");
        // Blocks of other widths are summed along such an axis in another order.
        let near = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-5 * b.abs().max(1.0);
        assert!(gathered(&of_one).iter().zip(&want.1.1).all(near), "{count} ranks");
    }
    let errors = on_ranks(3, |rank| {
        let x = rank.block(&x, 0);
        try_bcast!(#[on(rank)] #[grad(one)] sum((x .- one).^2)).map(|(value, _)| value).expect_err("it is cut there")
    });
    for error in errors {
        assert!(matches!(&error, BroadcastError::StretchedAcross { operand: "one", axis: 0, .. }), "{error:?}");
        assert!(error.to_string().starts_with("try_bcast!: `one` is stretched along axis 0"), "{error}");
    }
    let panics = on_ranks(2, |rank| {
        let x = rank.block(&x, 0);
        let call = || bcast!(#[on(rank)] #[grad(one)] sum((x .- one).^2)).0;
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(call)).expect_err("it is cut there")
    });
    for panic in panics {
        let said = panic.downcast_ref::<String>().expect("a message");
        assert!(said.starts_with("bcast!: `one` is stretched along axis 0"), "{said}");
    }
}

/// Gradient descent over a table that is in no memory: weights are, and so are their gradients.
#[test]
fn of_weights_beside_arrays_that_are_in_no_memory() {
    for (rows, columns) in [(1500, 9), (300, 200)] {
        let x = matrix(rows, columns);
        let (w, y) = (Array1::from_shape_fn(columns, uneven), Array1::from_shape_fn(rows, uneven));
        let want = bcast!(#[grad(w)] mean(ln_1p.(exp.(-(y .* sum[1](x .* w @ (1)))))));
        let far = Distant::of(&x);
        for place in [1, 64, 1_000_000].map(|extent| Lender::new(extent, Some(0))) {
            let have = bcast!(#[on(&place)] #[grad(w)] mean(ln_1p.(exp.(-(y .* sum[1](far .* w @ (1)))))));
            assert_eq!(have.0.to_bits(), want.0.to_bits());
            assert!(bits(&have.1) == bits(&want.1), "by {}", place.extent);
            let plan = explain!(#[on(&place)] #[grad(w)] mean(ln_1p.(exp.(-(y .* sum[1](far .* w @ (1)))))));
            assert_eq!(plan.len(), place.noted.borrow()[0], "as many sweeps");
        }
    }
}

/// What a formula does not read has a gradient of zeros.
#[test]
fn of_what_changes_nothing() {
    let x = matrix(70, 30);
    let (_, want): (_, Array2<f32>) = bcast!(#[grad(x)] sum(floor.(x)));
    for count in RANKS {
        let have = on_ranks(count, |rank| {
            let x = rank.block(&x, 0);
            bcast!(#[on(rank)] #[grad(x)] sum(floor.(x))).1
        });
        assert_eq!(gathered(&have), want, "{count} ranks");
        assert!(count == 1 || have.iter().all(|part| part.cut.is_some()), "each has its part");
    }
}
