//! Runs one row of the table through every path.

#[cfg(debug_assertions)]
use bcast::explain::{Plan, Route};
use bcast::ndarray::{ArrayBase, Data, Dimension};

use super::cases::Case;
use super::common::layouts::Stored;
use super::common::samples::Sample;

/// The shape and the elements that must come out, and what is being run when they do not.
pub(crate) struct Expected<'a, T> {
    pub(crate) shape: &'a [usize],
    pub(crate) values: &'a [T],
    pub(crate) case: &'a Case,
}

impl<T: Sample> Expected<'_, T> {
    pub(crate) fn check<S: Data<Elem = T>, D: Dimension>(&self, path: &str, result: &ArrayBase<S, D>) {
        assert_eq!(result.shape(), self.shape, "the shape by the path `{path}` in {:?}", self.case);
        let wrong = result.iter().zip(self.values).position(|(have, want)| have != want);
        if let Some(at) = wrong {
            let have = result.iter().nth(at).expect("found above");
            let want = &self.values[at];
            panic!("element {at} is {have:?} instead of {want:?} by the path `{path}` in {:?}", self.case);
        }
    }

    /// Checks that a call has taken the routes that its plan says.
    #[cfg(debug_assertions)]
    pub(crate) fn check_routes(&self, taken: &[Route], plan: &Plan) {
        assert_eq!(plan.routes(), taken, "the routes in {:?}, explained as\n{plan}", self.case);
    }

    /// Checks what was written to a target, and that nothing beside it was.
    pub(crate) fn check_target(&self, path: &str, target: &Stored<T>) {
        self.check(path, &target.view());
        assert!(target.gaps_untouched(), "memory beside the target was written by `{path}` in {:?}", self.case);
    }
}

/// The forms of a call in which a row stands, as functions; behind the types stand the names of the target's axes.
///
/// Each form compiles its kernels, for each level. They come in three kinds: of a result, of an assignment, of a
/// compound one. So optimised builds have each kind, and serial calls, dynamic ranks and places once or twice. What
/// else differs between forms is the same code of the engine, and left to unoptimised builds.
macro_rules! forms {
    ($returned:ty, $target:ty, $out:ty, [$($n:ident)*], [$($x:ident: $t:ty, $x_dim:ty);+], $compound:tt,
     $($body:tt)+) => {
        fn plain($($x: ArrayView<$t, $x_dim>),+) -> $returned { in_order!([$($n)*] [] bcast; $($body)+) }
        /// Routes are those that the plans say.
        #[cfg(debug_assertions)]
        fn explained(expected: &Expected<$out>, mut out: $target, $($x: ArrayView<$t, $x_dim>),+) {
            use bcast::{__private::routes, explain};
            let plan = in_order!([$($n)*] [] explain; $($body)+);
            expected.check_routes(&routes(|| drop(plain($($x.view()),+))), &plan);
            let plan = into!(explain; out [$($n)*] [] .= $($body)+);
            expected.check_routes(&routes(|| in_place(out, $($x.view()),+)), &plan);
        }
        #[cfg(not(debug_assertions))]
        fn explained(_: &Expected<$out>, out: $target, $($x: ArrayView<$t, $x_dim>),+) { in_place(out, $($x),+) }
        #[cfg(debug_assertions)]
        fn serial($($x: ArrayView<$t, $x_dim>),+) -> $returned { in_order!([$($n)*] [#[serial]] bcast; $($body)+) }
        fn on(place: &$crate::common::pieces::Pieces, $($x: ArrayView<$t, $x_dim>),+) -> $returned {
            in_order!([$($n)*] [#[on(place)]] bcast; $($body)+)
        }
        #[cfg(debug_assertions)]
        fn in_place_on(place: &$crate::common::pieces::Pieces, mut out: $target, $($x: ArrayView<$t, $x_dim>),+) {
            into!(bcast; out [$($n)*] [#[on(place)]] .= $($body)+)
        }
        fn compound_on(place: &$crate::common::pieces::Pieces, mut out: $target, $($x: ArrayView<$t, $x_dim>),+) {
            into!(bcast; out [$($n)*] [#[on(place)]] . $compound $($body)+)
        }
        /// The value, an assignment and a compound one on places: for each case on some of them.
        fn on_places(
            case: &$crate::cases::Case,
            (shape, values): (&[usize], &[$out]),
            targets: [(&Stored<$out>, &[$out]); 2],
            $($x: ArrayView<$t, $x_dim>),+
        ) {
            for place in case.places() {
                let path = format!("{place:?}");
                Expected { shape, values, case }.check(&path, &on(&place, $($x.view()),+));
                let into = |run: &dyn Fn($target), (from, values): (&Stored<$out>, &[$out])| {
                    let mut target = from.clone();
                    run(target.view_mut().into_dimensionality().expect("the rank of the row"));
                    Expected { shape: &case.target.0, values, case }.check_target(&path, &target);
                };
                #[cfg(debug_assertions)]
                into(&|out| in_place_on(&place, out, $($x.view()),+), targets[0]);
                into(&|out| compound_on(&place, out, $($x.view()),+), targets[1]);
            }
        }
        #[cfg(debug_assertions)]
        fn tried($($x: ArrayView<$t, $x_dim>),+) -> Result<$returned, bcast::BroadcastError> {
            use bcast::try_bcast;
            in_order!([$($n)*] [] try_bcast; $($body)+)
        }
        #[cfg(debug_assertions)]
        fn dynamic($($x: ArrayViewD<$t>),+) -> bcast::ndarray::ArrayD<$out> {
            in_order!([$($n)*] [] bcast; $($body)+).into_dyn()
        }
        /// The value in the forms that are left to unoptimised builds.
        #[cfg(debug_assertions)]
        fn in_other_forms(expected: &Expected<$out>, $($x: ArrayView<$t, $x_dim>),+) {
            expected.check("dynamic", &dynamic($($x.view().into_dyn()),+));
            expected.check("serial", &serial($($x.view()),+));
            expected.check("try_bcast!", &tried($($x.view()),+).expect("the sizes fit"));
        }
        #[cfg(not(debug_assertions))]
        fn in_other_forms(_: &Expected<$out>, $(_: ArrayView<$t, $x_dim>),+) {}
        fn in_place(mut out: $target, $($x: ArrayView<$t, $x_dim>),+) {
            into!(bcast; out [$($n)*] [] .= $($body)+)
        }
        fn in_place_serial(mut out: $target, $($x: ArrayView<$t, $x_dim>),+) {
            into!(bcast; out [$($n)*] [#[serial]] .= $($body)+)
        }
        fn in_place_dynamic(mut out: ArrayViewMutD<$out>, $($x: ArrayViewD<$t>),+) {
            into!(bcast; out [$($n)*] [] .= $($body)+)
        }
        fn compound(mut out: $target, $($x: ArrayView<$t, $x_dim>),+) {
            into!(bcast; out [$($n)*] [] . $compound $($body)+)
        }
    };
}

/// The value of a row: where axes have names, in their order.
macro_rules! in_order {
    ([] [$($attribute:tt)*] $call:ident; $($body:tt)+) => { $call!($($attribute)* $($body)+) };
    ([$($n:ident)+] [$($attribute:tt)*] $call:ident; $($body:tt)+) => {
        $call!($($attribute)* #[axes($($n),+)] $($body)+)
    };
}

/// The assignment of a row.
macro_rules! into {
    ($call:ident; $out:ident [] [$($attribute:tt)*] $($body:tt)+) => { $call!($($attribute)* $out $($body)+) };
    ($call:ident; $out:ident [$($n:ident)+] [$($attribute:tt)*] $($body:tt)+) => {
        $call!($($attribute)* $out @ ($($n),+) $($body)+)
    };
}

/// `row!(name: Ix2 (rank 2) -> f32 += ; x: f32 Ix2 [0 1], v: f32 Ix1 [1]; [x .- v @ (1)] = x - v)`:
/// a test that runs the dotted text over all cases and compares with the formula of one element. Where axes have names,
/// those of the target stand behind the rank: `(rank 2 @ i j)`.
macro_rules! row {
    ($name:ident: $dim:ident (rank $rank:literal $(@ $($n:ident)+)?) -> $out:ty, $compound:tt;
     $($x:ident: $t:ty, $x_dim:ident [$($axis:literal)*]);+; [$($body:tt)+] = $formula:expr) => {
        #[test]
        #[allow(clippy::too_many_arguments)]
        fn $name() {
            use bcast::ndarray::{Array, ArrayView, ArrayViewD, ArrayViewMut, ArrayViewMutD};
            use bcast::bcast;
            use $crate::cases::{POOLS, cases};
            use $crate::common::layouts::Stored;
            use $crate::common::naive::Outcome;
            use $crate::paths::Expected;

            type Out = Array<$out, $dim>;
            type Target<'a> = ArrayViewMut<'a, $out, $dim>;

            fn element($($x: $t),+) -> $out { $formula }
            forms!(Out, Target, $out, [$($($n)+)?], [$($x: $t, $x_dim);+], $compound, $($body)+);

            let maps: &[&[usize]] = &[$(&[$($axis),*]),+];
            for case in cases($rank, maps) {
                let mut operands = case.operands.iter().enumerate();
                $(let (which, (shape, layout)) = operands.next().expect("one for each name");
                let $x = Stored::<$t>::sampled(shape, &layout.of_rank(shape.len()), 37 * which);)+
                let old = Stored::<$out>::sampled(&case.target.0, &case.target_layout(), 5);
                let Outcome { shape, values, stored, compounded } = {
                    $(let $x = $x.values();)+
                    let element = |at: &[usize]| {
                        let mut at = at.iter();
                        element($($x[*at.next().expect("one for each name")]),+)
                    };
                    let compound = |value: &mut $out, new| *value $compound new;
                    Outcome::of($rank, case.placed(maps), (&case.target.0, &old.values()), element, compound)
                };

                let returned = Expected { shape: &shape, values: &values, case: &case };
                let written = Expected { shape: &case.target.0, values: &stored, case: &case };
                let mut target = Stored::<$out>::blank(&case.target.0, &case.target_layout());
                in_place_dynamic(target.view_mut(), $($x.view()),+);
                written.check_target("in place, dynamic", &target);

                $(let $x = $x.view().into_dimensionality::<$x_dim>().expect("the rank of the row");)+
                returned.check("plain", &plain($($x.view()),+));
                in_other_forms(&returned, $($x.view()),+);
                let into = |path: &str, run: &dyn Fn(Target), expected: &[$out], from: &Stored<$out>| {
                    let mut target = from.clone();
                    run(target.view_mut().into_dimensionality::<$dim>().expect("the rank of the row"));
                    Expected { shape: &case.target.0, values: expected, case: &case }.check_target(path, &target);
                };
                let blank = Stored::<$out>::blank(&case.target.0, &case.target_layout());
                into("in place", &|out| in_place(out, $($x.view()),+), &stored, &blank);
                into("explained", &|out| explained(&returned, out, $($x.view()),+), &stored, &blank);
                into("in place, serial", &|out| in_place_serial(out, $($x.view()),+), &stored, &blank);
                into("compound", &|out| compound(out, $($x.view()),+), &compounded, &old);
                on_places(&case, (&shape, &values), [(&blank, &stored), (&old, &compounded)], $($x.view()),+);
                for pool in POOLS.iter().filter(|_| case.pools) {
                    let path = format!("{} threads", pool.current_num_threads());
                    returned.check(&path, &pool.install(|| plain($($x.view()),+)));
                    into(&path, &|out| pool.install(|| in_place(out, $($x.view()),+)), &stored, &blank);
                }
            }
        }
    };
}
