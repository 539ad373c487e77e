//! Sums along axes that were stretched.

use super::elements::Summed;
use crate::engine::each_piece;
use crate::ops::reduce::Reducer;
use ndarray::{ArrayD, Axis};
use std::ops::Range;
use std::sync::Mutex;

/// Rows that are added one after the other.
const ROWS: usize = 32;
/// Shorter rows are added several at a time, as one; no more than can be added one after the other.
const WIDE: usize = 32;
/// Parts of the rows of one sum that threads may take: halves of halves.
const PARTS: usize = 8;
/// Numbers that a thread adds to others at a time.
const PIECE: usize = 1 << 16;
/// Sums that a thread takes at a time.
const BATCH: usize = 512;

/// The sum along an axis, which keeps it with size 1. Its tree follows from the shape alone.
pub(super) fn summed<T: Summed>(made: &ArrayD<T>, axis: usize, serial: bool) -> ArrayD<T> {
    let made = made.as_standard_layout();
    let (len, row) = (made.len_of(Axis(axis)), made.shape()[axis + 1..].iter().product::<usize>());
    let mut sizes = made.shape().to_vec();
    sizes[axis] = 1;
    let zero = T::Reducer::finish(T::Reducer::identity(), 0);
    let mut sums = ArrayD::from_elem(sizes, zero);
    if let (Some(made), Some(sums)) = (made.as_slice(), sums.as_slice_mut())
        && !made.is_empty()
    {
        match sums.len() == row {
            true => add_shared(made, sums, zero, serial),
            false => add_each(made, sums, (len * row, row), serial),
        }
    }
    sums
}

/// Adds up rows for several sums of a row, each by one thread.
fn add_each<T: Summed>(made: &[T], sums: &mut [T], (all, row): (usize, usize), serial: bool) {
    let batch = BATCH.div_ceil(row);
    let pieces: Vec<_> = made.chunks(batch * all).zip(sums.chunks_mut(batch * row)).map(Mutex::new).collect();
    each_piece(pieces.len(), made.len(), serial, |piece| {
        let mut piece = pieces[piece].lock().expect("nobody panicked with it");
        let (rows, sums) = &mut *piece;
        match row == 1 && all <= ROWS {
            true => add_short(rows, sums, all),
            false => rows.chunks(all).zip(sums.chunks_mut(row)).for_each(|(rows, sums)| add_rows(rows, sums)),
        }
    });
}

/// Adds up so many numbers for each sum, for several of these side by side.
fn add_short<T: Summed>(numbers: &[T], sums: &mut [T], count: usize) {
    const SUMS: usize = 8;
    let whole = sums.len() / SUMS * SUMS;
    let (first, rest) = sums.split_at_mut(whole);
    for (numbers, sums) in numbers.chunks(SUMS * count).zip(first.chunks_exact_mut(SUMS)) {
        let numbers = &numbers[..SUMS * count];
        for at in 0..count {
            (0..SUMS).for_each(|sum| sums[sum] = sums[sum] + numbers[sum * count + at]);
        }
    }
    numbers[whole * count..].chunks(count).zip(rest).for_each(|(numbers, sum)| {
        numbers.iter().for_each(|&number| *sum = *sum + number);
    });
}

/// Adds up rows to zeros by several threads, as [`add_rows`] does.
fn add_shared<T: Summed>(rows: &[T], sums: &mut [T], zero: T, serial: bool) {
    let row = sums.len();
    let count = rows.len() / row;
    if row < WIDE && count > ROWS {
        let side_by_side = WIDE.div_ceil(row);
        let whole = count / side_by_side * side_by_side * row;
        let mut wide = vec![zero; side_by_side * row];
        add_shared(&rows[..whole], &mut wide, zero, serial);
        join(&mut wide, sums);
        return add_rows(&rows[whole..], sums);
    }
    if count < PARTS * ROWS {
        return add_rows(rows, sums);
    }
    let parts = halves(0..count, PARTS);
    let pieces: Vec<_> = parts.iter().map(|_| Mutex::new(vec![zero; row])).collect();
    each_piece(parts.len(), rows.len(), serial, |piece| {
        let Range { start, end } = parts[piece];
        add_rows(&rows[start * row..end * row], &mut pieces[piece].lock().expect("nobody panicked with it"));
    });
    let mut all: Vec<Vec<T>> = pieces.into_iter().map(|piece| piece.into_inner().expect("nobody panicked")).collect();
    while all.len() > 1 {
        all = all.chunks(2).map(|pair| pair[0].iter().zip(&pair[1]).map(|(&a, &b)| a + b).collect()).collect();
    }
    sums.copy_from_slice(&all[0]);
}

/// Adds numbers to others, one by one; by several threads where there are many.
pub(super) fn add<T: Summed>(gradient: &mut [T], more: &[T], serial: bool) {
    let len = gradient.len();
    let pieces: Vec<_> = gradient.chunks_mut(PIECE).zip(more.chunks(PIECE)).map(Mutex::new).collect();
    each_piece(pieces.len(), len, serial, |piece| {
        let mut piece = pieces[piece].lock().expect("nobody panicked with it");
        let (gradient, more) = &mut *piece;
        gradient.iter_mut().zip(more.iter()).for_each(|(a, &b)| *a = *a + b);
    });
}

/// So many parts, as they come of halving.
fn halves(rows: Range<usize>, parts: usize) -> Vec<Range<usize>> {
    if parts == 1 {
        return vec![rows];
    }
    let middle = rows.start + rows.len() / 2;
    let mut first = halves(rows.start..middle, parts / 2);
    first.extend(halves(middle..rows.end, parts / 2));
    first
}

/// Adds up rows, to zeros: halves of halves, so that errors grow as slowly as in the loop.
fn add_rows<T: Summed>(rows: &[T], sums: &mut [T]) {
    let (row, count) = (sums.len(), rows.len() / sums.len());
    if row < WIDE && count > ROWS {
        if let [sum] = sums {
            return add_numbers(rows, sum);
        }
        let side_by_side = WIDE.div_ceil(row);
        let whole = count / side_by_side * side_by_side * row;
        let mut wide = [sums[0]; 2 * WIDE];
        let wide = &mut wide[..side_by_side * row];
        add_rows(&rows[..whole], wide);
        join(wide, sums);
        return add_rows(&rows[whole..], sums);
    }
    if count <= ROWS {
        let add = |one: &[T]| sums.iter_mut().zip(one).for_each(|(sum, &one)| *sum = *sum + one);
        return rows.chunks_exact(row).for_each(add);
    }
    let (first, second) = rows.split_at(count / 2 * row);
    let mut others = sums.to_vec();
    add_rows(first, sums);
    add_rows(second, &mut others);
    sums.iter_mut().zip(others).for_each(|(sum, other)| *sum = *sum + other);
}

/// Adds up rows that were added side by side: one half to the other, until one is left.
fn join<T: Summed>(wide: &mut [T], sums: &mut [T]) {
    let row = sums.len();
    let mut count = wide.len() / row;
    while count > 1 {
        let half = count / 2;
        let (first, others) = wide[..count * row].split_at_mut((count - half) * row);
        first.iter_mut().zip(others).for_each(|(one, other)| *one = *one + *other);
        count -= half;
    }
    sums.iter_mut().zip(wide).for_each(|(sum, one)| *sum = *sum + *one);
}

/// Adds up numbers as [`add_rows`] does, in vectors.
fn add_numbers<T: Summed>(numbers: &[T], sum: &mut T) {
    let (wide, rest) = numbers.as_chunks::<WIDE>();
    let mut all = of_wide(wide, *sum);
    let mut half = WIDE / 2;
    while half > 0 {
        (0..half).for_each(|at| all[at] = all[at] + all[half + at]);
        half /= 2;
    }
    *sum = *sum + all[0];
    rest.iter().for_each(|&number| *sum = *sum + number);
}

/// The sums of numbers side by side: halves of halves.
fn of_wide<T: Summed>(wide: &[[T; WIDE]], zero: T) -> [T; WIDE] {
    let mut sums = [zero; WIDE];
    if wide.len() <= ROWS {
        for numbers in wide {
            (0..WIDE).for_each(|at| sums[at] = sums[at] + numbers[at]);
        }
        return sums;
    }
    let (first, second) = wide.split_at(wide.len() / 2);
    let (first, second) = (of_wide(first, zero), of_wide(second, zero));
    (0..WIDE).for_each(|at| sums[at] = first[at] + second[at]);
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums are those of one thread, bit by bit, and near the exact ones.
    #[test]
    fn threads_change_nothing() {
        for sizes in [
            [1, 70_001, 1],
            [1, 4_001, 33],
            [700, 101, 1],
            [1_003, 10, 1],
            [70_001, 9, 1],
            [90, 41, 37],
            [5_000, 10, 2],
            [3, 1, 5],
        ] {
            let made = ArrayD::from_shape_fn(sizes.to_vec(), |at| ((at[0] * 31 + at[1] * 17 + at[2]) as f32).sin());
            let (shared, alone) = (summed(&made, 1, false), summed(&made, 1, true));
            assert_eq!(shared, alone);
            let exact = made.mapv(f64::from).sum_axis(Axis(1)).insert_axis(Axis(1));
            assert!(shared.iter().zip(&exact).all(|(&sum, exact)| (f64::from(sum) - exact).abs() < 1e-2));
            let mut rows = vec![0.0; sizes[2]];
            add_rows(&made.as_slice().unwrap()[..sizes[1] * sizes[2]], &mut rows);
            assert_eq!(rows, shared.as_slice().unwrap()[..sizes[2]]);
        }
    }
}
