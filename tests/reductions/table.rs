//! Every reduction over every choice of axes, for every shape and layout, against index arithmetic.

use bcast::ndarray::{ArrayView, Dimension, Ix2, Ix3, IxDyn};
use bcast::{BroadcastError, bcast, try_bcast};

use crate::common::layouts::Stored;
use crate::outcome::{Gives, Outcome, best, groups, place};
use crate::shapes::{every_choice, layouts, shapes};

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

/// All reductions over some axes, which are literals or values.
macro_rules! each_reduction {
    ($name:ident: $dim:ident, $axes:ident [$($axis:tt)*]) => {
        fn $name(rank: usize, $axes: &[usize]) {
            for shape in shapes(rank) {
                for layout in layouts(&shape) {
                    let stored = Stored::<i64>::sampled(&shape, &layout.of_rank(rank), 11);
                    let case = format!("{shape:?} over {:?} in {layout:?}", $axes);
                    let groups = groups(&shape, &stored.values(), $axes);
                    let x: ArrayView<i64, $dim> = stored.view().into_dimensionality().expect("the rank of the row");
                    let total = |group: &Vec<i64>| group.iter().sum::<i64>();
                    agree("sum", &case, tried(try_bcast!(sum[$($axis)*](x))), Some(groups.each(total)));
                    let serial = bcast!(#[serial] sum[$($axis)*](x)).outcome();
                    agree("serial sum", &case, Some(serial), Some(groups.each(total)));
                    let mut want = groups.each(total);
                    want.shape = (0..rank).map(|axis| if $axes.contains(&axis) { 1 } else { shape[axis] }).collect();
                    agree("keep", &case, Some(bcast!(sum[$($axis)*; keep](x)).outcome()), Some(want));

                    let product = groups.each(|g| g.iter().map(|&x| factor(x)).product::<f64>());
                    agree("prod", &case, floats(tried(try_bcast!(prod[$($axis)*](factor.(x))))), floats(Some(product)));
                    let mean = groups.some(|g| total(g) as f64 / g.len() as f64);
                    agree("mean", &case, floats(tried(try_bcast!(mean[$($axis)*](f64.(x))))), floats(mean));

                    let mixed = Some(groups.each(|g| g.iter().fold(7, |a, b| a ^ b)));
                    agree("fold", &case, tried(try_bcast!(fold[$($axis)*](x, 7, |a, b| a ^ b))), mixed);
                    let least = groups.some(|g| best(g, |a, b| a < b));
                    agree("min", &case, tried(try_bcast!(min[$($axis)*](x))), least.clone());
                    agree("minimum", &case, tried(try_bcast!(minimum[$($axis)*](x))), least);
                    let most = groups.some(|g| best(g, |a, b| a > b));
                    agree("max", &case, tried(try_bcast!(max[$($axis)*](x))), most.clone());
                    agree("maximum", &case, tried(try_bcast!(maximum[$($axis)*](x))), most);
                    let at = groups.some(|g| place(g, |a, b| a < b));
                    agree("argmin", &case, tried(try_bcast!(argmin[$($axis)*](x))), at);
                    let at = groups.some(|g| place(g, |a, b| a > b));
                    agree("argmax", &case, tried(try_bcast!(argmax[$($axis)*](x))), at);

                    let gaps = |g: &Vec<i64>| g.iter().map(|&x| gappy(x)).collect::<Vec<f64>>();
                    let want = groups.some(|g| best(&gaps(g), |a, b| a > b));
                    agree("max with NaN", &case, floats(tried(try_bcast!(max[$($axis)*](gappy.(x))))), floats(want));
                    let want = groups.some(|g| gaps(g).into_iter().reduce(|a, b| if a < b || a.is_nan() { a } else { b }).unwrap());
                    agree("minimum with NaN", &case, floats(tried(try_bcast!(minimum[$($axis)*](gappy.(x))))), floats(want));
                    let want = groups.some(|g| place(&gaps(g), |a, b| a < b));
                    agree("argmin with NaN", &case, tried(try_bcast!(argmin[$($axis)*](gappy.(x)))), want);

                    // Few or no elements are so large: both ways of stopping early.
                    let want = groups.each(|g| g.iter().any(|&x| x > 995));
                    agree("any", &case, tried(try_bcast!(any[$($axis)*](x .> 995))), Some(want));
                    let want = groups.each(|g| g.iter().all(|&x| x < 990));
                    agree("all", &case, tried(try_bcast!(all[$($axis)*](x .< 990))), Some(want));
                    let want = groups.each(|g| g.iter().filter(|&&x| x > 500).count());
                    agree("count", &case, tried(try_bcast!(count[$($axis)*](x .> 500))), Some(want));
                }
            }
        }
    };
}

/// `row!(name: Ix2 [0, 1])`: all reductions over these axes.
macro_rules! row {
    ($name:ident: $dim:ident [$($axis:literal),*]) => {
        #[test]
        fn $name() {
            each_reduction!(over: $dim, axes [$($axis),*]);
            over(<$dim as Dimension>::NDIM.expect("a static rank"), &[$($axis),*]);
        }
    };
}

row!(of_2_axis_1: Ix2 [1]);
row!(of_3_axes_0_2: Ix3 [0, 2]);

// Every choice of axes. To the engine values are the same as literals, which it gets in the same form: so all of them
// take one expansion, and what is left for literals is their ranks.
each_reduction!(over_given: IxDyn, axes [{axes}]);

/// Tests of their own run side by side.
fn over_every_choice(rank: usize) {
    every_choice(rank..rank + 1).for_each(|(rank, axes)| over_given(rank, &axes));
}
#[test]
fn of_1_and_2_over_given_axes() {
    over_every_choice(1);
    over_every_choice(2);
}
#[test]
fn of_3_over_given_axes() {
    over_every_choice(3);
}
#[test]
fn of_4_over_given_axes() {
    over_every_choice(4);
}

/// What literals leave to the compiler, the rank of what comes out. Optimised builds have no other kernels for them.
#[cfg(debug_assertions)]
mod ranks {
    use super::*;
    use crate::common::layouts::Named;
    use bcast::ndarray::{Ix1, Ix4};

    macro_rules! rows {
        ($($name:ident: $dim:ident [$($axis:literal),*];)*) => {$(
            #[test]
            fn $name() {
                let rank = <$dim as Dimension>::NDIM.expect("a static rank");
                for shape in shapes(rank) {
                    let stored = Stored::<i64>::sampled(&shape, &Named::Mixed.of_rank(rank), 11);
                    let groups = groups(&shape, &stored.values(), &[$($axis),*]);
                    let x: ArrayView<i64, $dim> = stored.view().into_dimensionality().expect("the rank of the row");
                    let case = format!("{shape:?}");
                    let mut want = groups.each(|group| group.iter().sum::<i64>());
                    agree("sum", &case, tried(try_bcast!(sum[$($axis),*](x))), Some(want.clone()));
                    [$($axis),*].into_iter().for_each(|axis| want.shape.insert(axis, 1));
                    agree("keep", &case, Some(bcast!(sum[$($axis),*; keep](x)).outcome()), Some(want));
                    let at = groups.some(|g| place(g, |a, b| a > b));
                    agree("argmax", &case, tried(try_bcast!(argmax[$($axis),*](x))), at);
                }
            }
        )*};
    }
    rows! {
        of_1_axis_0: Ix1 [0];
        of_2_axis_0: Ix2 [0];
        of_2_axes_0_1: Ix2 [0, 1];
        of_3_axis_0: Ix3 [0];
        of_3_axis_1: Ix3 [1];
        of_3_axis_2: Ix3 [2];
        of_3_axes_0_1: Ix3 [0, 1];
        of_3_axes_1_2: Ix3 [1, 2];
        of_3_axes_0_1_2: Ix3 [0, 1, 2];
        of_4_axis_0: Ix4 [0];
        of_4_axis_1: Ix4 [1];
        of_4_axis_2: Ix4 [2];
        of_4_axis_3: Ix4 [3];
        of_4_axes_0_1: Ix4 [0, 1];
        of_4_axes_0_2: Ix4 [0, 2];
        of_4_axes_0_3: Ix4 [0, 3];
        of_4_axes_1_2: Ix4 [1, 2];
        of_4_axes_1_3: Ix4 [1, 3];
        of_4_axes_2_3: Ix4 [2, 3];
        of_4_axes_0_1_2: Ix4 [0, 1, 2];
        of_4_axes_0_1_3: Ix4 [0, 1, 3];
        of_4_axes_0_2_3: Ix4 [0, 2, 3];
        of_4_axes_1_2_3: Ix4 [1, 2, 3];
        of_4_axes_0_1_2_3: Ix4 [0, 1, 2, 3];
    }
}
