//! Hand-written loops, split over the rayon pool by rows.

use rayon::prelude::*;

/// Accumulators of a sum.
const LANES: usize = 64;

#[inline(always)]
fn folded(x: &[f32], start: f32, join: impl Fn(f32, f32) -> f32 + Copy) -> f32 {
    let mut acc = [start; LANES];
    let runs = x.chunks_exact(LANES);
    let rest = runs.remainder();
    for run in runs {
        for (acc, &x) in acc.iter_mut().zip(run) {
            *acc = join(*acc, x);
        }
    }
    for (acc, &x) in acc.iter_mut().zip(rest) {
        *acc = join(*acc, x);
    }
    let mut half = LANES / 2;
    while half > 0 {
        for lane in 0..half {
            acc[lane] = join(acc[lane], acc[lane + half]);
        }
        half /= 2;
    }
    acc[0]
}

/// The mean of a row and its standard deviation.
#[inline(always)]
fn moments(x: &[f32]) -> (f32, f32) {
    let mean = folded(x, 0.0, |a, b| a + b) / x.len() as f32;
    let mut acc = [0.0; LANES];
    for run in x.chunks(LANES) {
        for (acc, &x) in acc.iter_mut().zip(run) {
            *acc += (x - mean) * (x - mean);
        }
    }
    (mean, (folded(&acc, 0.0, |a, b| a + b) / x.len() as f32 + 1e-5).sqrt())
}

leveled! {
    fn sum_part<T: Send>(x: &[f32], out: &mut T, put: fn(&mut T, f32)) {
        put(out, folded(x, 0.0, |a, b| a + b));
    }
    fn squares_part<T: Send>(x: &[f32], y: &[f32], out: &mut T, put: fn(&mut T, f32)) {
        let mut acc = [0.0; LANES];
        for (x, y) in x.chunks(LANES).zip(y.chunks(LANES)) {
            for ((acc, &x), &y) in acc.iter_mut().zip(x).zip(y) {
                *acc += x * x + y * y;
            }
        }
        put(out, folded(&acc, 0.0, |a, b| a + b));
    }
    fn row_sums_part<T: Send>(out: &mut [f32], x: &[f32], columns: usize, _unused: &T) {
        for (out, x) in out.iter_mut().zip(x.chunks_exact(columns)) {
            *out = folded(x, 0.0, |a, b| a + b);
        }
    }
    fn standardise_part<T: Send>(out: &mut [f32], x: &[f32], columns: usize, _unused: &T) {
        for (out, x) in out.chunks_exact_mut(columns).zip(x.chunks_exact(columns)) {
            let (mean, deviation) = moments(x);
            for (out, &x) in out.iter_mut().zip(x) {
                *out = (x - mean) / deviation;
            }
        }
    }
    fn layer_norm_part<T: Send>(out: &mut [f32], x: &[f32], vectors: (&[f32], &[f32]), _unused: &T) {
        let (scale, shift) = vectors;
        let columns = scale.len();
        for (out, x) in out.chunks_exact_mut(columns).zip(x.chunks_exact(columns)) {
            let (mean, deviation) = moments(x);
            for (((out, &x), &scale), &shift) in out.iter_mut().zip(x).zip(scale).zip(shift) {
                *out = (x - mean) / deviation * scale + shift;
            }
        }
    }
    fn softmax_part<T: Send>(out: &mut [f32], x: &[f32], columns: usize, _unused: &T) {
        for (out, x) in out.chunks_exact_mut(columns).zip(x.chunks_exact(columns)) {
            let most = folded(x, f32::NEG_INFINITY, |a, b| if b > a { b } else { a });
            for (out, &x) in out.iter_mut().zip(x) {
                *out = (x - most).exp();
            }
            let sum = folded(out, 0.0, |a, b| a + b);
            for out in out.iter_mut() {
                *out /= sum;
            }
        }
    }
}

fn put(out: &mut f32, value: f32) {
    *out = value;
}

/// Elements of a piece that one thread takes.
const PIECE: usize = 1 << 17;

fn parallel(elements: usize) -> bool {
    elements >= 1 << 16
}

pub fn sum(x: &[f32]) -> f32 {
    let part = |x: &[f32]| {
        let mut out = 0.0;
        sum_part(x, &mut out, put);
        out
    };
    if parallel(x.len()) { x.par_chunks(PIECE).map(part).sum() } else { part(x) }
}

pub fn squares(x: &[f32], y: &[f32]) -> f32 {
    let part = |(x, y): (&[f32], &[f32])| {
        let mut out = 0.0;
        squares_part(x, y, &mut out, put);
        out
    };
    if parallel(x.len()) { x.par_chunks(PIECE).zip(y.par_chunks(PIECE)).map(part).sum() } else { part((x, y)) }
}

fn rows_of_piece(columns: usize) -> usize {
    (PIECE / 2 / columns).max(1)
}

pub fn row_sums(out: &mut [f32], x: &[f32], columns: usize) {
    let rows = rows_of_piece(columns);
    let parts = out.par_chunks_mut(rows).zip(x.par_chunks(rows * columns));
    parts.for_each(|(out, x)| row_sums_part(out, x, columns, &()));
}

pub fn standardise(out: &mut [f32], x: &[f32], columns: usize) {
    let rows = rows_of_piece(columns);
    let parts = out.par_chunks_mut(rows * columns).zip(x.par_chunks(rows * columns));
    parts.for_each(|(out, x)| standardise_part(out, x, columns, &()));
}

pub fn layer_norm(out: &mut [f32], x: &[f32], scale: &[f32], shift: &[f32]) {
    let (rows, columns) = (rows_of_piece(scale.len()), scale.len());
    let parts = out.par_chunks_mut(rows * columns).zip(x.par_chunks(rows * columns));
    parts.for_each(|(out, x)| layer_norm_part(out, x, (scale, shift), &()));
}

pub fn softmax(out: &mut [f32], x: &[f32], columns: usize) {
    let rows = rows_of_piece(columns);
    let parts = out.par_chunks_mut(rows * columns).zip(x.par_chunks(rows * columns));
    parts.for_each(|(out, x)| softmax_part(out, x, columns, &()));
}

pub fn copy(out: &mut [f32], x: &[f32]) {
    out.par_chunks_mut(PIECE).zip(x.par_chunks(PIECE)).for_each(|(out, x)| out.copy_from_slice(x));
}
