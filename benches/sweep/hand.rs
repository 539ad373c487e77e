//! Hand-written loops of the expressions that `core` does not have.

use crate::core_hand::piece;
use bcast::__private::speculated;
use bcast::ops::{Exp, Ln, Sin};
use rayon::prelude::*;

/// Elements that are summed up by themselves, so that errors stay small.
const PART: usize = 1 << 17;

/// The functions are bcast's own, which become part of the loop: it is the loop that is compared. For ordinary
/// arguments first, as the engine does it for 64 lanes.
#[inline(always)]
fn functions_of(out: &mut [f32], x: &[f32], y: &[f32], fma: bool) {
    // SAFETY: the loop keeps no token.
    unsafe {
        speculated(fma, |t| {
            for ((out, &x), &y) in out.iter_mut().zip(x).zip(y) {
                let (e, s, l): (f32, f32, f32) = (Exp::exp(-x * x, t), Sin::sin(y, t), Ln::ln(x + 1.0, t));
                *out = e * s + l;
            }
        });
    }
}

leveled! {
    fn functions_rows<T: Copy>(out: &mut [f32], x: &[f32], y: &[f32], fma: T, is: fn(T) -> bool) {
        // Both loops, because what the level has is a constant in each.
        if is(fma) {
            functions_of(out, x, y, true);
        } else {
            functions_of(out, x, y, false);
        }
    }
    fn squares_part<T: Copy>(x: &[f32], y: &[f32], out: &mut f32, _unused: T) {
        let mut lanes = [0.0; 64];
        for (x, y) in x.chunks(lanes.len()).zip(y.chunks(lanes.len())) {
            for ((lane, &x), &y) in lanes.iter_mut().zip(x).zip(y) {
                *lane += x * x + y * y;
            }
        }
        *out = lanes.iter().sum();
    }
}

pub fn functions(out: &mut [f32], x: &[f32], y: &[f32], parallel: bool) {
    let fma = bcast::simd_level() != "baseline";
    let n = piece(out.len(), 1, parallel);
    if n >= out.len() {
        return functions_rows(out, x, y, fma, |fma| fma);
    }
    let parts = out.par_chunks_mut(n).zip(x.par_chunks(n)).zip(y.par_chunks(n));
    parts.for_each(|((out, x), y)| functions_rows(out, x, y, fma, |fma| fma));
}

pub fn squares(x: &[f32], y: &[f32], parallel: bool) -> f32 {
    let part = |(x, y): (&[f32], &[f32])| {
        let mut sum = 0.0;
        squares_part(x, y, &mut sum, ());
        sum
    };
    if parallel {
        let n = piece(x.len(), 1, true).min(PART);
        x.par_chunks(n).zip(y.par_chunks(n)).map(part).sum()
    } else {
        x.chunks(PART).zip(y.chunks(PART)).map(part).sum()
    }
}
