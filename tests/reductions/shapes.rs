//! The shapes that the tables meet: sizes 0 and 1 everywhere, around the lanes, and beyond a leaf.

use crate::common::layouts::Named;

#[rustfmt::skip]
pub(crate) fn shapes(rank: usize) -> Vec<Vec<usize>> {
    match rank {
        1 => [0, 1, 2, 3, 5, 17, 63, 64, 65, 130, 300, 3000, 16384, 16385, 40_000].into_iter().map(|n| vec![n]).collect(),
        2 => vec![
            vec![0, 3], vec![3, 0], vec![0, 0], vec![0, 1], vec![1, 0], vec![1, 1], vec![1, 5], vec![5, 1], vec![2, 3],
            vec![17, 63], vec![65, 5], vec![64, 64], vec![3, 130], vec![300, 3], vec![2, 3000], vec![3000, 2],
            vec![130, 65], vec![5, 300], vec![1, 3000], vec![3000, 1], vec![63, 17], vec![700, 3], vec![130, 300],
            vec![3000, 5],
        ],
        3 => vec![
            vec![0, 2, 3], vec![2, 0, 3], vec![2, 3, 0], vec![1, 1, 1], vec![1, 3, 4], vec![2, 1, 4], vec![2, 3, 1],
            vec![2, 3, 4], vec![3, 2, 65], vec![2, 66, 3], vec![70, 2, 2], vec![1, 130, 17], vec![130, 1, 17],
            vec![130, 17, 1], vec![5, 64, 63], vec![2, 130, 65], vec![17, 3, 300], vec![3, 3, 3000], vec![65, 65, 3],
        ],
        _ => vec![
            vec![0, 2, 1, 3], vec![2, 0, 2, 2], vec![1, 2, 0, 2], vec![2, 1, 2, 0], vec![2, 3, 4, 5], vec![1, 3, 1, 17],
            vec![3, 2, 2, 64], vec![2, 65, 1, 3], vec![65, 2, 3, 5], vec![2, 3, 130, 2], vec![3, 5, 2, 300],
        ],
    }
}

/// The layouts of a shape: all, or a few where it is large.
pub(crate) fn layouts(shape: &[usize]) -> Vec<Named> {
    let count: usize = shape.iter().product();
    match count > 10_000 {
        true => vec![Named::C, Named::Fortran, Named::Mixed, Named::RepeatFirst],
        false => Named::ALL.to_vec(),
    }
}

/// Every choice of axes to reduce, of every rank of these.
pub(crate) fn every_choice(ranks: std::ops::Range<usize>) -> impl Iterator<Item = (usize, Vec<usize>)> {
    ranks.flat_map(|rank| {
        (1..1 << rank).map(move |choice| (rank, (0..rank).filter(|axis| choice >> axis & 1 == 1).collect()))
    })
}
