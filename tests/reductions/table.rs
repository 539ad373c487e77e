//! Every reduction over every choice of axes, for every shape and layout, against index arithmetic.

use bcast::ndarray::{ArrayView, ArrayViewD, Dimension, Ix1, Ix2, Ix3};
use bcast::{BroadcastError, bcast, try_bcast};

use crate::common::layouts::Stored;
use crate::outcome::{Gives, Outcome, best, groups, place};
use crate::shapes::{layouts, shapes};

/// Signs, and now and then a power of two: products are exact, and stay between the ends of the exponents.
fn factor(x: i64) -> f64 {
    match x {
        _ if x % 97 == 0 => 2.0,
        _ if x % 89 == 0 => 0.5,
        _ if x % 2 == 0 => 1.0,
        _ => -1.0,
    }
}

/// A NaN now and then.
fn gappy(x: i64) -> f64 {
    if x % 7 == 0 { f64::NAN } else { (x / 9) as f64 }
}

fn agree<T: PartialEq + std::fmt::Debug>(what: &str, case: &str, have: Option<Outcome<T>>, want: Option<Outcome<T>>) {
    if have == want {
        return;
    }
    let (Some(have), Some(want)) = (&have, &want) else {
        panic!("{what} of {case}: a value: {}, expected: {}", have.is_some(), want.is_some());
    };
    assert_eq!(have.shape, want.shape, "the shape of {what} of {case}");
    let at = have.values.iter().zip(&want.values).position(|(have, want)| have != want);
    let at = at.expect("the numbers of elements are equal");
    panic!("{what} of {case}, element {at}: {:?} instead of {:?}", have.values[at], want.values[at]);
}

/// A NaN equals another.
fn floats(outcome: Option<Outcome<f64>>) -> Option<Outcome<u64>> {
    let bits = |value: f64| if value.is_nan() { 1 } else { (value + 0.0).to_bits() };
    outcome.map(|Outcome { shape, values }| Outcome { shape, values: values.into_iter().map(bits).collect() })
}

/// What the macro says; nothing when it says that there is no value of nothing.
fn tried<T, G: Gives<T>>(result: Result<G, BroadcastError>) -> Option<Outcome<T>> {
    match result {
        Ok(given) => Some(given.outcome()),
        Err(BroadcastError::Empty { .. }) => None,
        Err(other) => panic!("{other}"),
    }
}

/// The rank of a row.
fn of_rank<D: Dimension>(x: ArrayViewD<i64>) -> ArrayView<i64, D> {
    x.into_dimensionality::<D>().expect("the rank of the row")
}

/// `row!(name: Ix2 [0, 1])`: all reductions over these axes.
macro_rules! row {
    ($name:ident: $dim:ident [$($axis:literal),*]) => {
        #[test]
        fn $name() {
            let rank = <$dim as Dimension>::NDIM.expect("a static rank");
            for shape in shapes(rank) {
                for layout in layouts(&shape) {
                    let stored = Stored::<i64>::sampled(&shape, &layout.of_rank(rank), 11);
                    let case = format!("{shape:?} over {:?} in {layout:?}", [$($axis),*]);
                    let groups = groups(&shape, &stored.values(), &[$($axis),*]);
                    let x = of_rank::<$dim>(stored.view());
                    let total = |group: &Vec<i64>| group.iter().sum::<i64>();
                    agree("sum", &case, tried(try_bcast!(sum[$($axis),*](x))), Some(groups.each(total)));
                    let serial = bcast!(#[serial] sum[$($axis),*](x)).outcome();
                    agree("serial sum", &case, Some(serial), Some(groups.each(total)));
                    let mut want = groups.each(total);
                    want.shape = (0..rank).map(|axis| if [$($axis),*].contains(&axis) { 1 } else { shape[axis] }).collect();
                    agree("keep", &case, Some(bcast!(sum[$($axis),*; keep](x)).outcome()), Some(want));

                    let product = groups.each(|g| g.iter().map(|&x| factor(x)).product::<f64>());
                    agree("prod", &case, floats(tried(try_bcast!(prod[$($axis),*](factor.(x))))), floats(Some(product)));
                    let mean = groups.some(|g| total(g) as f64 / g.len() as f64);
                    agree("mean", &case, floats(tried(try_bcast!(mean[$($axis),*](f64.(x))))), floats(mean));

                    let mixed = Some(groups.each(|g| g.iter().fold(7, |a, b| a ^ b)));
                    agree("fold", &case, tried(try_bcast!(fold[$($axis),*](x, 7, |a, b| a ^ b))), mixed);
                    let least = groups.some(|g| best(g, |a, b| a < b));
                    agree("min", &case, tried(try_bcast!(min[$($axis),*](x))), least.clone());
                    agree("minimum", &case, tried(try_bcast!(minimum[$($axis),*](x))), least);
                    let most = groups.some(|g| best(g, |a, b| a > b));
                    agree("max", &case, tried(try_bcast!(max[$($axis),*](x))), most.clone());
                    agree("maximum", &case, tried(try_bcast!(maximum[$($axis),*](x))), most);
                    let at = groups.some(|g| place(g, |a, b| a < b));
                    agree("argmin", &case, tried(try_bcast!(argmin[$($axis),*](x))), at);
                    let at = groups.some(|g| place(g, |a, b| a > b));
                    agree("argmax", &case, tried(try_bcast!(argmax[$($axis),*](x))), at);

                    let gaps = |g: &Vec<i64>| g.iter().map(|&x| gappy(x)).collect::<Vec<f64>>();
                    let want = groups.some(|g| best(&gaps(g), |a, b| a > b));
                    agree("max with NaN", &case, floats(tried(try_bcast!(max[$($axis),*](gappy.(x))))), floats(want));
                    let want = groups.some(|g| gaps(g).into_iter().reduce(|a, b| if a < b || a.is_nan() { a } else { b }).unwrap());
                    agree("minimum with NaN", &case, floats(tried(try_bcast!(minimum[$($axis),*](gappy.(x))))), floats(want));
                    let want = groups.some(|g| place(&gaps(g), |a, b| a < b));
                    agree("argmin with NaN", &case, tried(try_bcast!(argmin[$($axis),*](gappy.(x)))), want);

                    // Few or no elements are so large: both ways of stopping early.
                    let want = groups.each(|g| g.iter().any(|&x| x > 995));
                    agree("any", &case, tried(try_bcast!(any[$($axis),*](x .> 995))), Some(want));
                    let want = groups.each(|g| g.iter().all(|&x| x < 990));
                    agree("all", &case, tried(try_bcast!(all[$($axis),*](x .< 990))), Some(want));
                    let want = groups.each(|g| g.iter().filter(|&&x| x > 500).count());
                    agree("count", &case, tried(try_bcast!(count[$($axis),*](x .> 500))), Some(want));
                }
            }
        }
    };
}

row!(of_1_axis_0: Ix1 [0]);
row!(of_2_axis_0: Ix2 [0]);
row!(of_2_axis_1: Ix2 [1]);
row!(of_2_axes_0_1: Ix2 [0, 1]);
row!(of_3_axis_1: Ix3 [1]);
row!(of_3_axes_0_2: Ix3 [0, 2]);

/// In builds without levels only: optimised ones would compile for minutes more, and to a kernel these axes are some of
/// those above, merged.
#[cfg(debug_assertions)]
mod more_axes {
    use super::*;
    use bcast::ndarray::Ix4;

    row!(of_3_axis_0: Ix3 [0]);
    row!(of_3_axis_2: Ix3 [2]);
    row!(of_3_axes_0_1: Ix3 [0, 1]);
    row!(of_3_axes_1_2: Ix3 [1, 2]);
    row!(of_3_axes_0_1_2: Ix3 [0, 1, 2]);
    row!(of_4_axis_0: Ix4 [0]);
    row!(of_4_axis_1: Ix4 [1]);
    row!(of_4_axis_2: Ix4 [2]);
    row!(of_4_axis_3: Ix4 [3]);
    row!(of_4_axes_0_1: Ix4 [0, 1]);
    row!(of_4_axes_0_2: Ix4 [0, 2]);
    row!(of_4_axes_0_3: Ix4 [0, 3]);
    row!(of_4_axes_1_2: Ix4 [1, 2]);
    row!(of_4_axes_1_3: Ix4 [1, 3]);
    row!(of_4_axes_2_3: Ix4 [2, 3]);
    row!(of_4_axes_0_1_2: Ix4 [0, 1, 2]);
    row!(of_4_axes_0_1_3: Ix4 [0, 1, 3]);
    row!(of_4_axes_0_2_3: Ix4 [0, 2, 3]);
    row!(of_4_axes_1_2_3: Ix4 [1, 2, 3]);
    row!(of_4_axes_0_1_2_3: Ix4 [0, 1, 2, 3]);
}
