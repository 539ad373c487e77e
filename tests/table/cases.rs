//! The shapes and layouts that every row of the table meets.

use std::sync::LazyLock;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::common::layouts::{Layout, Named};
use crate::common::pieces::Pieces;

/// One run of a row: the shape and layout of each operand, and those of the target.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) operands: Vec<(Vec<usize>, Named)>,
    pub(crate) target: (Vec<usize>, Named),
    /// Whether it also runs inside of thread pools.
    pub(crate) pools: bool,
    /// Which of the places it runs on.
    turn: usize,
}

impl Case {
    /// The sizes of each operand, and the axes of the output along which it lies.
    pub(crate) fn placed<'a>(&'a self, maps: &'a [&'a [usize]]) -> impl Iterator<Item = (&'a [usize], &'a [usize])> {
        self.operands.iter().zip(maps).map(|((sizes, _), axes)| (&sizes[..], *axes))
    }

    /// Every fifth of the places: over five cases all of them.
    pub(crate) fn places(&self) -> impl Iterator<Item = Pieces> {
        Pieces::all(self.target.0.len()).skip(self.turn % 5).step_by(5)
    }

    pub(crate) fn target_layout(&self) -> Layout {
        self.target.1.of_rank(self.target.0.len())
    }
}

/// All cases of a row whose operands lie along these axes of an output of this rank.
pub(crate) fn cases(rank: usize, maps: &[&[usize]]) -> Vec<Case> {
    let small = shapes(rank).into_iter().flat_map(|shape| (0..ONES).map(move |ones| (shape.clone(), ones)));
    let mut cases = Vec::new();
    for (turn, (shape, ones)) in small.enumerate() {
        for layout in 0..Named::ALL.len() {
            cases.push(case(&shape, maps, ones, layout, turn));
        }
    }
    if let Some(shape) = large_shape(rank) {
        cases.push(case(&shape, maps, 0, 0, 0));
        cases.push(case(&shape, maps, 1, 5, 1));
    }
    cases
}

/// Each operand has the sizes of `shape` along its axes, but for the ones.
fn case(shape: &[usize], maps: &[&[usize]], ones: usize, layout: usize, turn: usize) -> Case {
    let operand = |(which, axes): (usize, &&[usize])| {
        let size = |&axis: &usize| if is_one(ones, which, axis) { 1 } else { shape[axis] };
        // Over nine turns any two operands meet in every pair of layouts.
        let named = Named::ALL[(layout + which * turn) % Named::ALL.len()];
        (axes.iter().map(size).collect(), named)
    };
    Case {
        operands: maps.iter().enumerate().map(operand).collect(),
        target: (shape.to_vec(), Named::TARGETS[(layout + turn) % Named::TARGETS.len()]),
        turn: turn + layout,
        pools: turn.is_multiple_of(16) || shape.iter().product::<usize>() > 10_000,
    }
}

/// The ways to put sizes 1: nowhere, on alternating axes that differ between neighbouring
/// operands, and everywhere in the first operand.
const ONES: usize = 4;

fn is_one(ones: usize, operand: usize, axis: usize) -> bool {
    match ones {
        1 => (axis + operand).is_multiple_of(2),
        2 => !(axis + operand).is_multiple_of(2),
        3 => operand == 0,
        _ => false,
    }
}

/// Rows of 1, 3, 15, 63, 64, 65, 127 and 1000, sizes 0 and 1 in every position.
#[rustfmt::skip]
fn shapes(rank: usize) -> Vec<Vec<usize>> {
    match rank {
        0 => vec![vec![]],
        1 => [0, 1, 3, 15, 63, 64, 65, 127, 1000].into_iter().map(|n| vec![n]).collect(),
        2 => vec![
            vec![0, 3], vec![3, 0], vec![0, 0], vec![1, 1], vec![1, 5], vec![5, 1], vec![65, 3], vec![7, 15],
            vec![5, 63], vec![3, 64], vec![4, 65], vec![2, 127], vec![2, 1000], vec![20, 16],
        ],
        3 => vec![
            vec![0, 2, 3], vec![2, 0, 3], vec![2, 3, 0], vec![1, 1, 1], vec![1, 3, 4], vec![2, 1, 4], vec![2, 3, 1],
            vec![2, 3, 4], vec![3, 2, 65], vec![2, 66, 3], vec![70, 2, 2],
        ],
        4 => vec![
            vec![0, 2, 1, 3], vec![2, 0, 2, 2], vec![1, 2, 0, 2], vec![2, 1, 2, 0], vec![2, 3, 4, 5], vec![1, 3, 1, 17],
            vec![3, 2, 2, 64],
        ],
        5 => vec![vec![2, 1, 0, 2, 3], vec![2, 3, 2, 3, 4], vec![1, 2, 1, 2, 65]],
        6 => vec![vec![2, 1, 2, 0, 2, 3], vec![2, 2, 3, 2, 2, 3], vec![2, 1, 1, 3, 1, 17]],
        7 => vec![vec![2, 1, 2, 1, 2, 0, 3], vec![2, 1, 2, 3, 1, 2, 5]],
        8 => vec![vec![2, 1, 2, 1, 0, 1, 2, 3], vec![2, 2, 1, 2, 2, 1, 2, 3], vec![1, 2, 1, 2, 1, 2, 1, 17]],
        _ => unreachable!("no row of the table has this rank"),
    }
}

/// A shape of enough elements to be split over threads, also for elements of one byte.
fn large_shape(rank: usize) -> Option<Vec<usize>> {
    // Builds with debug assertions split smaller work: there an element takes longer.
    let rows = if cfg!(debug_assertions) { 130 } else { 5500 };
    match rank {
        1 => Some(vec![rows * 257]),
        2 => Some(vec![rows, 257]),
        3 => Some(vec![rows / 10, 10, 257]),
        _ => None,
    }
}

/// Pools of 1, 2, 3 and 8 threads, built once.
pub(crate) static POOLS: LazyLock<Vec<ThreadPool>> = LazyLock::new(|| {
    let pool = |threads| ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool of threads");
    [1, 2, 3, 8].into_iter().map(pool).collect()
});
