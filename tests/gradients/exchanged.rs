//! Places of one operand at which the same arrives with axes exchanged, and those at which it does not: each gradient
//! is that of the same formula with operands of their own at both places, added up.

use super::differences::{far, numbers};
use bcast::bcast;
use bcast::ndarray::{Array, Array1, Axis, Dimension};

fn row(n: usize, seed: usize) -> Array1<f64> {
    numbers(1, n, seed).remove_axis(Axis(0))
}

#[track_caller]
fn assert_near<D: Dimension>(found: &Array<f64, D>, expected: &Array<f64, D>) {
    let far = far(found, expected);
    assert!(far <= 1e-10, "{far}: {found} is not {expected}");
}

/// A formula whose places are one operand, and the same with two: a macro of the names at both places, and of those
/// that it is derived for.
macro_rules! same {
    ($operand:expr, $formula:ident) => {{
        let x = $operand;
        let (value, found): (f64, _) = $formula!(x, x; x);
        let u = x.clone();
        let (other, (dx, du)): (f64, _) = $formula!(x, u; x, u);
        assert!((value - other).abs() <= 1e-10 * (1.0 + other.abs()), "{value} is not {other}");
        assert_near(&found, &(dx + du));
    }};
}

#[test]
fn numbers_of_pairs() {
    let (m, s, pulls) = (row(7, 2), 0.3, numbers(7, 7, 3));
    macro_rules! even {
        ($a:ident, $b:ident; $($of:ident),*) => {
            bcast!(#[grad($($of),*)] sum(exp.(-($a @ (0) .- $b @ (1)).^2 .* s @ ()) .* m @ (1) .* m @ (0)) ./ 2)
        };
    }
    macro_rules! odd {
        ($a:ident, $b:ident; $($of:ident),*) => { bcast!(#[grad($($of),*)] sum(($a @ (0) .- $b @ (1)).^3)) };
    }
    macro_rules! weighted {
        ($a:ident, $b:ident; $($of:ident),*) => { bcast!(#[grad($($of),*)] sum(($a @ (0) .- $b @ (1)).^2 .* pulls)) };
    }
    macro_rules! by_rows {
        ($a:ident, $b:ident; $($of:ident),*) => {
            bcast!(#[grad($($of),*)] sum(sum[1](tanh.($a @ (0) .* $b @ (1))).^2))
        };
    }
    macro_rules! whole_inside {
        ($a:ident, $b:ident; $($of:ident),*) => {
            bcast!(#[grad($($of),*)] let d = ($a @ (0) .- $b @ (1)).^2; sum(d ./ (1 .+ max(d))))
        };
    }
    macro_rules! unlike {
        ($a:ident, $b:ident; $($of:ident),*) => {
            bcast!(#[grad($($of),*)] sum($a @ (0) .* sin.($b @ (1)) .+ m @ (0)))
        };
    }
    same!(row(7, 1), even);
    same!(row(7, 1), odd);
    same!(row(7, 1), weighted);
    same!(row(7, 1), by_rows);
    same!(row(7, 1), whole_inside);
    same!(row(7, 1), unlike);
    // One index is stretched beside others.
    same!(row(1, 1), even);
    same!(row(1, 1), unlike);
}

#[test]
fn points() {
    let m = row(6, 2);
    macro_rules! gravity {
        ($a:ident, $b:ident; $($of:ident),*) => {
            bcast!(
                #[grad($($of),*)]
                let square = sum[2](($a @ (0, 2) .- $b @ (1, 2)).^2) .+ 0.01;
                -sum(m @ (0) .* m @ (1) ./ sqrt.(square)) ./ 2
            )
        };
    }
    macro_rules! named {
        ($a:ident, $b:ident; $($of:ident),*) => {
            bcast!(#[grad($($of),*)] sum(m @ (j) .* m @ (i) ./ (1 .+ sum[k](($a @ (i, k) .- $b @ (j, k)).^2))))
        };
    }
    same!(numbers(6, 3, 1), gravity);
    same!(numbers(6, 3, 1), named);
}

#[test]
fn points_in_other_formulas() {
    let m = row(6, 2);
    macro_rules! centred {
        ($a:ident, $b:ident; $($of:ident),*) => {
            bcast!(
                #[grad($($of),*)]
                let d = $a @ (0, 2) .- $b @ (1, 2);
                sum((d .- mean[2](d)).^2 .* cumsum[2](d.^2))
            )
        };
    }
    macro_rules! other_order {
        ($a:ident, $b:ident; $($of:ident),*) => {
            bcast!(#[grad($($of),*)] sum(sum[0](($a @ (0, 1) .- $b @ (0, 2)).^2).^2))
        };
    }
    macro_rules! looked_at_apart {
        ($a:ident, $b:ident; $($of:ident),*) => {
            bcast!(#[grad($($of),*)] sum(sum[2]($a @ (0, 2) .* $b @ (1, 2)) .* (m @ (0) .- 0.5)))
        };
    }
    same!(numbers(6, 3, 1), centred);
    same!(numbers(6, 3, 1), other_order);
    same!(numbers(6, 3, 1), looked_at_apart);
}

#[test]
fn a_matrix_and_itself_turned_round() {
    macro_rules! turned {
        ($a:ident, $b:ident; $($of:ident),*) => {
            bcast!(#[grad($($of),*)] sum(($a @ (i, j) .- 2 .* $b @ (j, i)).^2 .+ $a @ (i, j) .* $b @ (j, i)))
        };
    }
    same!(numbers(5, 5, 1), turned);
}

/// Three places: what arrives at each is that at the first.
#[test]
fn triples() {
    let x = row(5, 1);
    let (value, found): (f64, _) = bcast!(#[grad(x)] sum(exp.(-(x @ (0) .+ x @ (1) .+ x @ (2)).^2 .* 0.1)));
    let (u, v) = (x.clone(), x.clone());
    let (other, (a, b, c)): (f64, _) = bcast!(#[grad(x, u, v)] sum(exp.(-(x @ (0) .+ u @ (1) .+ v @ (2)).^2 .* 0.1)));
    assert!((value - other).abs() <= 1e-10);
    assert_near(&found, &(a + b + c));
}

/// What another operand stretches is summed over all that it was stretched to, also where nothing else is read there.
#[test]
fn what_others_stretch() {
    let (x, u, m) = (row(1, 1), row(3, 2), row(7, 3));
    let (_, (dx, du)): (f64, _) = bcast!(#[grad(x, u)] sum(x @ (0) .* sin.(u @ (1)) .+ m @ (0)));
    assert_near(&dx, &Array1::from_elem(1, 7.0 * u.mapv(f64::sin).sum()));
    assert_near(&du, &(7.0 * x[0] * u.mapv(f64::cos)));
    let (_, (dx, du)): (f64, _) = bcast!(#[grad(x, u)] sum((x @ (0) .+ u @ (1)) .- m @ (0)));
    assert_near(&dx, &Array1::from_elem(1, 21.0));
    assert_near(&du, &Array1::from_elem(3, 7.0));
}
