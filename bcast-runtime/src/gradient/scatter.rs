//! Gradients of what is looked up in: what arrives at an element that was looked up is added to it.
//!
//! What an element gets is added in row-major order of the formula, or of parts of it, one after the other, where each
//! element gets much: how many parts follows from the sizes alone. Threads share parts, and the elements of the operand
//! where there are fewer: the same bits on any number of them. Sums of `f32` are taken in double precision.

use super::sizes;
use super::streamed::{Row, Streamed};
use crate::engine::{each_piece, sharing};
use crate::operand::reads::Reads;
use crate::operand::{Lies, Mappable};
use crate::rank::Full;
use crate::simd;
use ndarray::{Array, ArrayViewD, Dimension, IxDyn, aview0};
use smallvec::{SmallVec, smallvec};
use std::ops::{AddAssign, Range};
use std::sync::Mutex;

/// No more threads than this share the elements: each reads all indices of a part.
const MOST_SHARES: usize = 8;
/// Parts of a formula that are added up alone.
const MOST_PARTS: usize = 8;
/// So many elements of a part there are for each one of the operand, to which the sums of the part are added.
const LEAST_OF_PART: usize = 8;
/// And so many at all.
const LEAST_PART: usize = 1 << 13;
/// To add an element where an index finds it takes as long as to sum up so many.
const WORK: usize = 8;
/// Neighbours are added at a time where there are so many on average.
const NEIGHBOURS: usize = 4;

/// What is scattered.
pub trait Scattered: Copy + Default + Sync {
    /// In what it is summed.
    #[doc(hidden)]
    type Sum: Copy + Send + Default + AddAssign;
    /// Has something be added to what is already there.
    #[doc(hidden)]
    fn summed(gradient: &mut [Self], add: impl FnOnce(&mut [Self::Sum]));
    #[doc(hidden)]
    fn add(sum: &mut Self::Sum, g: Self);
}
impl Scattered for f64 {
    type Sum = f64;
    fn summed(gradient: &mut [f64], add: impl FnOnce(&mut [f64])) {
        add(gradient);
    }
    #[inline(always)]
    fn add(sum: &mut f64, g: f64) {
        *sum += g;
    }
}
impl Scattered for f32 {
    type Sum = f64;
    fn summed(gradient: &mut [f32], add: impl FnOnce(&mut [f64])) {
        let mut sums: Vec<f64> = gradient.iter().copied().map(f64::from).collect();
        add(&mut sums);
        gradient.iter_mut().zip(sums).for_each(|(gradient, sum)| *gradient = sum as f32);
    }
    #[inline(always)]
    fn add(sum: &mut f64, g: f32) {
        *sum += f64::from(g);
    }
}

/// What a call made: an array, or a single value.
pub trait Made<T> {
    #[doc(hidden)]
    fn lying(&self) -> ArrayViewD<'_, T>;
}
impl<T, D: Dimension> Made<T> for Array<T, D> {
    fn lying(&self) -> ArrayViewD<'_, T> {
        self.view().into_dyn()
    }
}
macro_rules! made {
    ($($t:ident)*) => {$(
        impl Made<$t> for $t {
            fn lying(&self) -> ArrayViewD<'_, $t> {
                aview0(self).into_dyn()
            }
        }
    )*};
}
made! { f32 f64 usize }

/// A gradient to which nothing has been added.
pub fn nothing<'a, T: Scattered, D: Dimension, L>(of: &L) -> Array<T, D>
where
    L: Reads<Elems = T> + Mappable<'a> + Lies<Rank = Full<D>>,
{
    Array::default(IxDyn(&sizes(of))).into_dimensionality().expect("an operand has as many sizes as axes")
}

/// Adds what a call made for elements of an operand to those that the indices find. These lie along some axes of it, or
/// along all, and are stretched.
pub fn scattered<'a, T: Scattered, D: Dimension, L, const N: usize>(
    _: &L,
    mut gradient: Array<T, D>,
    made: &impl Made<T>,
    indices: [(&dyn Made<usize>, &[usize]); N],
    serial: bool,
) -> Array<T, D>
where
    L: Reads<Elems = T> + Mappable<'a> + Lies<Rank = Full<D>>,
{
    let shape: [usize; N] = gradient.shape().try_into().expect("an operand has an index for each axis");
    let made = made.lying();
    let found = indices.map(|(index, axes)| Streamed::along(index.lying(), axes, made.shape()));
    let made = Streamed::along(made.view(), &[], made.shape());
    let own = gradient.as_slice_mut().expect("a gradient lies in row-major order");
    if !made.is_empty() && !own.is_empty() {
        let adding = Adding::of(shape, &made, &found);
        T::summed(own, |sums| adding.share(sums, serial));
    }
    gradient
}

/// What is added.
struct Adding<'a, T, const N: usize> {
    /// Of the operand.
    shape: [usize; N],
    made: &'a Streamed<'a, T>,
    found: &'a [Streamed<'a, usize>; N],
    /// The elements of both, and the steps from column to column.
    of_made: &'a [T],
    step: usize,
    places: [&'a [usize]; N],
    steps: [usize; N],
    /// Whether only the last index changes along a row.
    by_rows: bool,
    /// Columns of a row that find neighbours, if these are the same in each row.
    runs: Option<Vec<Run>>,
}

/// Elements of the operand, from the first one on, to which a part of the formula is added.
struct Piece<'s, S> {
    first: usize,
    part: Range<usize>,
    sums: Mutex<&'s mut [S]>,
}

/// Columns that find neighbours, of which the first is at this place of the last axis.
struct Run {
    columns: Range<usize>,
    place: usize,
}

/// Where a row begins in what was made, and in the indices.
type Starts<const N: usize> = (usize, [usize; N]);

impl<'a, T: Scattered, const N: usize> Adding<'a, T, N> {
    fn of(shape: [usize; N], made: &'a Streamed<'a, T>, found: &'a [Streamed<'a, usize>; N]) -> Self {
        let steps = found.each_ref().map(Streamed::last_step);
        let is_alike = steps[..N - 1].iter().all(|&step| step == 0);
        let runs = if is_alike { runs(shape[N - 1], &found[N - 1], made.columns()) } else { None };
        // A vector is one row, which threads share unless several elements are added at a time.
        let by_rows = is_alike && (N > 1 || runs.is_some());
        let (of_made, step, places) = (made.elements(), made.last_step(), found.each_ref().map(Streamed::elements));
        Adding { shape, made, found, of_made, step, places, steps, by_rows, runs }
    }

    /// Adds to what is already there.
    fn share(&self, sums: &mut [T::Sum], serial: bool) {
        let work = self.made.sizes.iter().product::<usize>().saturating_mul(WORK);
        let (parts, all) = (self.parts(sums.len()), self.made.sizes[0]);
        let shares = (sharing(work, serial) / parts).clamp(1, MOST_SHARES);
        if parts == 1 {
            return self.add_pieces(&self.pieces(sums, shares, 0..all), work, serial);
        }
        let mut alone = vec![T::Sum::default(); parts * sums.len()];
        let pieces: Vec<_> = (alone.chunks_mut(sums.len()).enumerate())
            .flat_map(|(part, sums)| self.pieces(sums, shares, all * part / parts..all * (part + 1) / parts))
            .collect();
        self.add_pieces(&pieces, work, serial);
        drop(pieces);
        for part in alone.chunks(sums.len()) {
            sums.iter_mut().zip(part).for_each(|(sum, &part)| *sum += part);
        }
    }

    /// How many parts of the formula, along its first axis, are added up alone.
    fn parts(&self, own: usize) -> usize {
        let (sizes, all) = (&self.made.sizes, self.made.sizes.iter().product::<usize>());
        let is_one_row = sizes.len() == 1 && self.runs.is_some();
        let most = (all / LEAST_PART).min(all / LEAST_OF_PART / own).min(sizes[0]).min(MOST_PARTS);
        if is_one_row { 1 } else { most.max(1) }
    }

    /// Shares of the elements of the operand: whole rows where these are added.
    fn pieces<'s>(&self, sums: &'s mut [T::Sum], shares: usize, part: Range<usize>) -> Vec<Piece<'s, T::Sum>> {
        let unit = if self.by_rows { self.shape[N - 1] } else { 1 };
        let share = (sums.len() / unit).div_ceil(shares) * unit;
        let each = sums.chunks_mut(share).enumerate();
        each.map(|(at, sums)| Piece { first: at * share, part: part.clone(), sums: Mutex::new(sums) }).collect()
    }

    fn add_pieces(&self, pieces: &[Piece<T::Sum>], work: usize, serial: bool) {
        each_piece(pieces.len(), work, serial, |piece| {
            let Piece { first, part, sums } = &pieces[piece];
            let mut sums = sums.lock().expect("nobody panicked with it");
            self.add_at_level(&mut sums, *first, part.clone());
        });
    }

    /// Adds what belongs to these elements of the operand, from the first one on, of a part of the formula.
    fn add_at_level(&self, sums: &mut [T::Sum], first: usize, part: Range<usize>) {
        match simd::level() {
            #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
            // SAFETY: the machine has this level.
            2 => unsafe { self.add_v4(sums, first, part) },
            #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
            // SAFETY: the machine has this level.
            1 => unsafe { self.add_v3(sums, first, part) },
            _ => self.add(sums, first, part),
        }
    }

    /// # Safety
    /// The machine has the level x86-64-v3.
    #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
    #[target_feature(enable = "avx2,fma,bmi1,bmi2,f16c,lzcnt,movbe,popcnt")]
    unsafe fn add_v3(&self, sums: &mut [T::Sum], first: usize, part: Range<usize>) {
        self.add(sums, first, part);
    }

    /// # Safety
    /// The machine has the level x86-64-v4.
    #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,fma,bmi1,bmi2,f16c,lzcnt,movbe,popcnt")]
    unsafe fn add_v4(&self, sums: &mut [T::Sum], first: usize, part: Range<usize>) {
        self.add(sums, first, part);
    }

    #[inline(always)]
    fn add(&self, sums: &mut [T::Sum], first: usize, part: Range<usize>) {
        let mut sizes = self.made.sizes.clone();
        sizes[0] = part.len();
        let columns = sizes[sizes.len() - 1];
        let (rows, steps) = self.rows(&sizes);
        let starts = self.steps_along(0).map(|step| step * part.start).collect();
        let mut outer = Row { at: smallvec![0; sizes.len()], starts };
        loop {
            let mut starts: Starts<N> = (outer.starts[N], std::array::from_fn(|index| outer.starts[index]));
            for _ in 0..rows {
                if self.by_rows {
                    self.add_row(sums, first, &starts, columns)
                } else {
                    self.add_each(sums, first, &starts, columns)
                }
                (0..N).for_each(|index| starts.1[index] += steps[index]);
                starts.0 += steps[N];
            }
            if !outer.next(&sizes, |axis| self.steps_along(axis)) {
                return;
            }
        }
    }

    /// How many rows follow each other at the same steps, of the indices and of what was made.
    fn rows(&self, sizes: &[usize]) -> (usize, SmallVec<[usize; 5]>) {
        match sizes.len().checked_sub(2) {
            Some(axis) => (sizes[axis], self.steps_along(axis).collect()),
            None => (1, smallvec![0; N + 1]),
        }
    }

    fn steps_along(&self, axis: usize) -> impl Iterator<Item = usize> {
        self.found.iter().map(move |index| index.steps[axis]).chain([self.made.steps[axis]])
    }

    /// Where the first indices of a column find an element. What is out of range was not looked up: the call has failed
    /// before, or is about to.
    #[inline(always)]
    fn at(&self, starts: &[usize; N], column: usize, indices: usize) -> Option<usize> {
        let mut at = 0_usize;
        let found = self.places.iter().zip(starts).zip(&self.steps).zip(&self.shape).take(indices);
        for (((places, start), step), &size) in found {
            let place = places[start + column * step];
            if place >= size {
                return None;
            }
            at = at * size + place;
        }
        Some(at)
    }

    /// A row of which all goes to one row of the operand.
    #[inline(always)]
    fn add_row(&self, sums: &mut [T::Sum], first: usize, (own, starts): &Starts<N>, columns: usize) {
        let row = self.shape[N - 1];
        let at = self.at(starts, 0, N - 1).map(|at| (at * row).wrapping_sub(first));
        let Some(sums) = at.and_then(|at| sums.get_mut(at..at.wrapping_add(row))) else { return };
        let of_made = &self.of_made[*own..];
        if let Some(runs) = &self.runs {
            for Run { columns, place } in runs {
                add_all(&mut sums[*place..place + columns.len()], &of_made[columns.clone()]);
            }
            return;
        }
        let places = &self.places[N - 1][starts[N - 1]..];
        for column in 0..columns {
            if let Some(sum) = sums.get_mut(places[column * self.steps[N - 1]]) {
                T::add(sum, of_made[column * self.step]);
            }
        }
    }

    fn add_each(&self, sums: &mut [T::Sum], first: usize, (own, starts): &Starts<N>, columns: usize) {
        for column in 0..columns {
            let sum = self.at(starts, column, N).and_then(|at| sums.get_mut(at.wrapping_sub(first)));
            if let Some(sum) = sum {
                T::add(sum, self.of_made[own + column * self.step]);
            }
        }
    }
}

/// Adds numbers to as many sums: short rows in vectors, too.
#[inline(always)]
fn add_all<T: Scattered>(sums: &mut [T::Sum], made: &[T]) {
    let ((eights, sums), (of_eights, made)) = (sums.as_chunks_mut::<8>(), made.as_chunks::<8>());
    eights.iter_mut().zip(of_eights).for_each(|(sums, made)| (0..8).for_each(|at| T::add(&mut sums[at], made[at])));
    let ((fours, sums), (of_fours, made)) = (sums.as_chunks_mut::<4>(), made.as_chunks::<4>());
    fours.iter_mut().zip(of_fours).for_each(|(sums, made)| (0..4).for_each(|at| T::add(&mut sums[at], made[at])));
    sums.iter_mut().zip(made).for_each(|(sum, &g)| T::add(sum, g));
}

/// Which columns find neighbours, if that is the same in all rows, and there are some: `at.(table, i @ (0), (0..n) @
/// (1))`.
fn runs(size: usize, last: &Streamed<usize>, columns: usize) -> Option<Vec<Run>> {
    let (step, before) = last.steps.split_last()?;
    if before.iter().any(|&step| step != 0) {
        return None;
    }
    let places = last.elements();
    let mut runs: Vec<Run> = Vec::new();
    for column in 0..columns {
        let place = places[column * step];
        match runs.last_mut() {
            Some(run) if run.columns.end == column && run.place + run.columns.len() == place && place < size => {
                run.columns.end = column + 1;
            }
            _ if place < size => runs.push(Run { columns: column..column + 1, place }),
            _ => {}
        }
        if runs.len() > columns.div_ceil(NEIGHBOURS) {
            return None;
        }
    }
    Some(runs)
}
