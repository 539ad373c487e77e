//! The bits of a sum depend on its shape and nothing else: not on threads, not on memory order, not on the SIMD level.
//!
//! All are compared with one tree in plain loops, so the levels agree when each of them passes.

use std::sync::LazyLock;

use bcast::bcast;
use bcast::ndarray::{ArrayView, ArrayViewD, Dimension, Ix2, Ix3, IxDyn};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::common::layouts::{Named, Stored};
use crate::common::pieces::Pieces;
use crate::common::samples::Sample;
use crate::outcome::Gives;
use crate::shapes::every_choice;
use crate::tree::{Float, sums};

static POOLS: LazyLock<Vec<ThreadPool>> = LazyLock::new(|| {
    let pool = |threads| ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool of threads");
    [1, 2, 3, 8].into_iter().map(pool).collect()
});

/// The layouts in which every element has a place of its own: all of the same values.
const LAYOUTS: [Named; 6] = Named::TARGETS;

#[rustfmt::skip]
fn shapes(rank: usize) -> Vec<Vec<usize>> {
    match rank {
        1 => [1, 2, 3, 4, 5, 7, 11, 16, 17, 63, 64, 65, 127, 1000, 16_383, 16_384, 16_385, 16_500, 50_001, 200_000]
            .map(|n| vec![n]).into(),
        2 => vec![
            vec![1, 1], vec![3, 5], vec![40, 65], vec![65, 40], vec![8, 1000], vec![33, 257], vec![257, 33], vec![3, 17_000],
            vec![17_000, 3], vec![2, 40_000], vec![40_000, 2], vec![1, 50_001], vec![50_001, 1], vec![200, 300], vec![700, 64],
            vec![17, 17_000], vec![50, 1500], vec![40, 2500], vec![64, 100], vec![16, 1024], vec![17, 1024], vec![64, 1024],
            vec![3, 16_385], vec![1024, 64], vec![700, 128], vec![500, 192], vec![20, 20], vec![8, 8], vec![8, 9],
            vec![7, 7], vec![16, 60], vec![15, 15], vec![63, 2], vec![12, 5], vec![65, 66], vec![300, 79], vec![70, 80],
            vec![16, 65], vec![15, 127], vec![300, 128], vec![3, 3], vec![4, 4], vec![2, 7], vec![7, 2], vec![4, 16],
            vec![16, 4], vec![6, 6], vec![13, 1], vec![1, 13], vec![5, 11], vec![3, 21], vec![9, 7], vec![2, 32],
            vec![85, 3], vec![220, 2], vec![500, 5], vec![2500, 3], vec![2731, 3], vec![4, 63], vec![400, 20],
            vec![130, 63], vec![3, 16_600], vec![600, 45], vec![3000, 31], vec![2100, 20], vec![64, 2], vec![63, 2],
            vec![32, 4], vec![31, 5], vec![45, 3], vec![33, 33], vec![150, 64], vec![9000, 2],
        ],
        _ => vec![
            vec![3, 4, 5], vec![5, 3, 300], vec![5, 300, 3], vec![300, 5, 3], vec![2, 70, 700], vec![70, 2, 70], vec![70, 70, 2],
            vec![1, 300, 70], vec![300, 1, 70], vec![300, 70, 1], vec![6, 5, 1500], vec![3, 3, 20_000], vec![3, 5000, 4],
            vec![3, 20, 700], vec![7, 30, 64], vec![7, 300, 128], vec![5, 200, 192], vec![300, 7, 64], vec![2, 9, 16_384],
            vec![100, 3, 3], vec![3000, 2, 4], vec![70, 4, 16], vec![64, 8, 8], vec![64, 8, 9], vec![63, 4, 4],
            vec![70, 2, 79], vec![2, 70, 80], vec![1, 20, 20], vec![20, 1, 20], vec![5000, 9, 3], vec![90, 30, 2],
            vec![3, 70, 12], vec![200, 3, 16], vec![130, 2, 31], vec![70, 16, 4],
        ],
    }
}

/// What an unoptimised build goes through: the largest arrays are left to the optimised ones.
fn is_quick(shape: &[usize]) -> bool {
    !cfg!(debug_assertions) || shape.iter().product::<usize>() < 20_000
}

/// A sum over some axes in the forms of a call. Each form is expanded once, for all shapes.
struct Forms<T> {
    plain: fn(ArrayViewD<T>, &[usize]) -> Vec<T>,
    serial: fn(ArrayViewD<T>, &[usize]) -> Vec<T>,
    on: fn(&Pieces, ArrayViewD<T>, &[usize]) -> Vec<T>,
    /// The same elements, computed: two operands that are read.
    computed: fn([ArrayViewD<T>; 2], &[usize]) -> Vec<T>,
    /// The same elements, of a function that is 1.
    of_functions: fn(ArrayViewD<T>, &[usize]) -> Vec<T>,
}

macro_rules! forms {
    ($t:ident $dim:ident $given:tt [$($axes:tt)*]) => {{
        fn fixed(x: ArrayViewD<'_, $t>) -> ArrayView<'_, $t, $dim> {
            x.into_dimensionality().expect("the rank of the row")
        }
        Forms::<$t> {
            plain: |x, $given| { let x = fixed(x); bcast!(sum[$($axes)*](x)).outcome().values },
            serial: |x, $given| { let x = fixed(x); bcast!(#[serial] sum[$($axes)*](x)).outcome().values },
            on: |place, x, $given| { let x = fixed(x); bcast!(#[on(place)] sum[$($axes)*](x)).outcome().values },
            computed: |both, $given| {
                let [x, y] = both.map(fixed);
                bcast!(sum[$($axes)*](if y .== x { x } else { -x })).outcome().values
            },
            of_functions: |x, $given| {
                let x = fixed(x);
                bcast!(sum[$($axes)*](x .* exp.(x .* 0))).outcome().values
            },
        }
    }};
}

fn has_the_bits_of_the_tree<T: Float + Sample>(rank: usize, axes: &[usize], forms: &Forms<T>) {
    let mut wrong = Vec::new();
    for shape in shapes(rank).into_iter().filter(|shape| is_quick(shape)) {
        let store = |layout: Named| Stored::<T>::sampled(&shape, &layout.of_rank(rank), 3);
        let c = store(Named::C);
        let digest = |values: &[T]| values.iter().map(|value| value.bits()).collect::<Vec<_>>();
        let want = digest(&sums(&shape, &c.values(), axes));
        for layout in LAYOUTS {
            let x = store(layout);
            let mut note = |path: &str, have: Vec<T>| {
                if digest(&have) != want {
                    wrong.push(format!("{path}, {shape:?} in {layout:?}"));
                }
            };
            note("plain", (forms.plain)(x.view(), axes));
            note("serial", (forms.serial)(x.view(), axes));
            // Each in some of the layouts: those with long ways around are slow.
            let places = Pieces::all(rank).skip(layout as usize % 5).step_by(5);
            places.for_each(|place| note(&format!("{place:?}"), (forms.on)(&place, x.view(), axes)));
            note("computed", (forms.computed)([x.view(), c.view()], axes));
            note("of functions", (forms.of_functions)(x.view(), axes));
            // Less work is not divided.
            let large = shape.iter().product::<usize>() > 8000;
            for pool in POOLS.iter().filter(|_| large) {
                let path = format!("{} threads", pool.current_num_threads());
                note(&path, pool.install(|| (forms.plain)(x.view(), axes)));
            }
        }
    }
    assert!(wrong.is_empty(), "other bits over {axes:?} than those of the tree: {wrong:#?}");
}

macro_rules! rows {
    ($($name:ident: $t:ident $dim:ident [$($axis:literal),*];)*) => {$(
        #[test]
        fn $name() {
            let rank = <$dim as Dimension>::NDIM.expect("a static rank");
            has_the_bits_of_the_tree(rank, &[$($axis),*], &forms!($t $dim _ [$($axis),*]));
        }
    )*};
}

rows! {
    f32_of_2_axis_1: f32 Ix2 [1];
    f64_of_2_axis_0: f64 Ix2 [0];
    f32_of_3_axes_0_2: f32 Ix3 [0, 2];
    f64_of_3_axes_0_2: f64 Ix3 [0, 2];
}

// Every other choice: axes that are values are the same to the engine as literals, which it gets in the same form. So
// each form is expanded once for all of them.
#[test]
fn f32_over_given_axes() {
    let forms = forms!(f32 IxDyn axes [{axes}]);
    every_choice(1..4).for_each(|(rank, axes)| has_the_bits_of_the_tree(rank, &axes, &forms));
}

#[test]
fn f64_over_given_axes() {
    let forms = forms!(f64 IxDyn axes [{axes}]);
    every_choice(1..4).for_each(|(rank, axes)| has_the_bits_of_the_tree(rank, &axes, &forms));
}

#[test]
fn without_axes_as_with_all_of_them() {
    for shape in shapes(3) {
        let stored = Stored::<f32>::sampled(&shape, &Named::Mixed.of_rank(3), 3);
        let x = stored.view().into_dimensionality::<Ix3>().expect("three axes");
        let (all, named) = (bcast!(sum(x)), bcast!(sum[0, 1, 2](x)));
        assert_eq!(all.to_bits(), named.to_bits(), "{shape:?}");
        let (mean, divided) = (bcast!(mean(x)), all / x.len() as f32);
        assert_eq!(mean.to_bits(), divided.to_bits(), "{shape:?}");
    }
}
