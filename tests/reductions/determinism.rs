//! The bits of a sum depend on its shape and nothing else: not on threads, not on memory order, not on the SIMD level.
//!
//! All are compared with one tree in plain loops, so the levels agree when each of them passes.

use std::sync::LazyLock;

use bcast::bcast;
use bcast::ndarray::{ArrayView, Ix1, Ix2, Ix3};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::common::layouts::{Named, Stored};
use crate::common::pieces::Pieces;
use crate::outcome::Gives;
use crate::tree::sums;

static POOLS: LazyLock<Vec<ThreadPool>> = LazyLock::new(|| {
    let pool = |threads| ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool of threads");
    [1, 2, 3, 8].into_iter().map(pool).collect()
});

/// The layouts in which every element has a place of its own: all of the same values.
const LAYOUTS: [Named; 6] = Named::TARGETS;

#[rustfmt::skip]
fn shapes(rank: usize) -> Vec<Vec<usize>> {
    match rank {
        1 => [1, 2, 3, 4, 5, 7, 11, 16, 17, 63, 64, 65, 127, 1000, 16_383, 16_384, 16_385, 50_001, 200_000]
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
            vec![130, 63],
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

macro_rules! row {
    ($name:ident: $t:ident $dim:ident [$($axis:literal),*]) => {
        mod $name {
            use super::*;

            fn plain(x: ArrayView<$t, $dim>) -> Vec<$t> {
                bcast!(sum[$($axis),*](x)).outcome().values
            }
            fn serial(x: ArrayView<$t, $dim>) -> Vec<$t> {
                bcast!(#[serial] sum[$($axis),*](x)).outcome().values
            }
            fn on(place: &Pieces, x: ArrayView<$t, $dim>) -> Vec<$t> {
                bcast!(#[on(place)] sum[$($axis),*](x)).outcome().values
            }
            /// The same elements, computed: two operands that are read.
            fn computed(x: ArrayView<$t, $dim>, y: ArrayView<$t, $dim>) -> Vec<$t> {
                bcast!(sum[$($axis),*](if y .== x { x } else { -x })).outcome().values
            }
            /// The same elements, of a function that is 1.
            fn of_functions(x: ArrayView<$t, $dim>) -> Vec<$t> {
                bcast!(sum[$($axis),*](x .* exp.(x .* 0))).outcome().values
            }
            #[test]
            fn the_tree() {
                let rank = <$dim as bcast::ndarray::Dimension>::NDIM.expect("a static rank");
                let mut wrong = Vec::new();
                for shape in shapes(rank).into_iter().filter(|shape| is_quick(shape)) {
                    let store = |layout: Named| Stored::<$t>::sampled(&shape, &layout.of_rank(rank), 3);
                    let first = store(Named::C);
                    let digest = |values: &[$t]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
                    let want = digest(&sums(&shape, &first.values(), &[$($axis),*]));
                    let c = first.view().into_dimensionality::<$dim>().expect("the rank of the row");
                    for layout in LAYOUTS {
                        let stored = store(layout);
                        let x = stored.view().into_dimensionality::<$dim>().expect("the rank of the row");
                        let mut note = |path: &str, have: Vec<$t>| {
                            if digest(&have) != want {
                                wrong.push(format!("{path}, {shape:?} in {layout:?}"));
                            }
                        };
                        note("plain", plain(x.view()));
                        note("serial", serial(x.view()));
                        // Each in some of the layouts: those with long ways around are slow.
                        let places = Pieces::all(rank).skip(layout as usize % 5).step_by(5);
                        places.for_each(|place| note(&format!("{place:?}"), on(&place, x.view())));
                        note("computed", computed(x.view(), c.view()));
                        note("of functions", of_functions(x.view()));
                        // Less work is not divided.
                        let large = shape.iter().product::<usize>() > 8000;
                        for pool in POOLS.iter().filter(|_| large) {
                            note(&format!("{} threads", pool.current_num_threads()), pool.install(|| plain(x.view())));
                        }
                    }
                }
                assert!(wrong.is_empty(), "other bits than those of the tree: {wrong:#?}");
            }
        }
    };
}

row!(f32_of_1_axis_0: f32 Ix1 [0]);
row!(f64_of_1_axis_0: f64 Ix1 [0]);
row!(f32_of_2_axis_0: f32 Ix2 [0]);
row!(f32_of_2_axis_1: f32 Ix2 [1]);
row!(f32_of_2_axes_0_1: f32 Ix2 [0, 1]);
row!(f64_of_2_axes_0_1: f64 Ix2 [0, 1]);
row!(f32_of_3_axis_0: f32 Ix3 [0]);
row!(f32_of_3_axis_1: f32 Ix3 [1]);
row!(f32_of_3_axis_2: f32 Ix3 [2]);
row!(f32_of_3_axes_0_1: f32 Ix3 [0, 1]);
row!(f32_of_3_axes_0_2: f32 Ix3 [0, 2]);
row!(f32_of_3_axes_1_2: f32 Ix3 [1, 2]);
row!(f64_of_3_axes_0_2: f64 Ix3 [0, 2]);
row!(f32_of_3_axes_0_1_2: f32 Ix3 [0, 1, 2]);

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
