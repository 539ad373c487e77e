//! Hand-written loops: plain slices, the same instruction sets as the engine, split over the rayon pool by rows.

use rayon::prelude::*;

/// A float of either size.
pub trait Real: num_traits::Float + Send + Sync + Copy {
    const SCALE: Self;
}
impl Real for f32 {
    const SCALE: f32 = 2.5;
}
impl Real for f64 {
    const SCALE: f64 = 2.5;
}

leveled! {
    fn axpy_rows<T: Real>(out: &mut [T], x: &[T], y: &[T]) {
        for ((out, &x), &y) in out.iter_mut().zip(x).zip(y) {
            *out = T::SCALE * x + y;
        }
    }
    fn normalise_rows<T: Real>(out: &mut [T], x: &[T], v: &[T], w: &[T]) {
        let columns = v.len();
        for ((out, x), &w) in out.chunks_exact_mut(columns).zip(x.chunks_exact(columns)).zip(w) {
            for ((out, &x), &v) in out.iter_mut().zip(x).zip(v) {
                *out = (x - v) / w;
            }
        }
    }
    fn length_rows<T: Real>(out: &mut [T], x: &[T], y: &[T], z: &[T]) {
        for (((out, &x), &y), &z) in out.iter_mut().zip(x).zip(y).zip(z) {
            *out = (x * x + y * y + z * z).sqrt();
        }
    }
    fn cuboid_planes<T: Real>(out: &mut [T], c: &[T], m: &[T], s: &[T], columns: usize) {
        let plane = s.len() * columns;
        for ((out, c), m) in out.chunks_exact_mut(plane).zip(c.chunks_exact(plane)).zip(m.chunks_exact(columns)) {
            for ((out, c), &s) in out.chunks_exact_mut(columns).zip(c.chunks_exact(columns)).zip(s) {
                for ((out, &c), &m) in out.iter_mut().zip(c).zip(m) {
                    *out = (c - m) * s;
                }
            }
        }
    }
    fn brighten_rows<T: Real>(out: &mut [u8], image: &[u8], gain: T) {
        let gain = gain.to_f32().unwrap_or(0.0);
        for (out, &image) in out.iter_mut().zip(image) {
            let bright = (f32::from(image) * gain + 10.0).clamp(0.0, 255.0);
            // SAFETY: clamped to the range of u8, and no NaN: finite inputs.
            *out = unsafe { bright.to_int_unchecked::<i32>() } as u8;
        }
    }
}

/// Cuts `len` items into pieces of a multiple of `unit`, four a thread; one piece when `parallel` is off.
pub fn piece(len: usize, unit: usize, parallel: bool) -> usize {
    let pieces = if parallel { rayon::current_num_threads() * 4 } else { 1 };
    (len / unit).div_ceil(pieces).max(1) * unit
}

pub fn axpy<T: Real>(out: &mut [T], x: &[T], y: &[T], parallel: bool) {
    let n = piece(out.len(), 1, parallel);
    if n >= out.len() {
        return axpy_rows(out, x, y);
    }
    out.par_chunks_mut(n).zip(x.par_chunks(n)).zip(y.par_chunks(n)).for_each(|((out, x), y)| axpy_rows(out, x, y));
}

pub fn normalise<T: Real>(out: &mut [T], x: &[T], v: &[T], w: &[T], parallel: bool) {
    let n = piece(out.len(), v.len(), parallel);
    if n >= out.len() {
        return normalise_rows(out, x, v, w);
    }
    let rows = out.par_chunks_mut(n).zip(x.par_chunks(n)).zip(w.par_chunks(n / v.len()));
    rows.for_each(|((out, x), w)| normalise_rows(out, x, v, w));
}

pub fn length<T: Real>(out: &mut [T], x: &[T], y: &[T], z: &[T], parallel: bool) {
    let n = piece(out.len(), 1, parallel);
    if n >= out.len() {
        return length_rows(out, x, y, z);
    }
    let parts = out.par_chunks_mut(n).zip(x.par_chunks(n)).zip(y.par_chunks(n)).zip(z.par_chunks(n));
    parts.for_each(|(((out, x), y), z)| length_rows(out, x, y, z));
}

pub fn cuboid<T: Real>(out: &mut [T], c: &[T], m: &[T], s: &[T], columns: usize, parallel: bool) {
    let plane = s.len() * columns;
    let n = piece(out.len(), plane, parallel);
    if n >= out.len() {
        return cuboid_planes(out, c, m, s, columns);
    }
    let planes = out.par_chunks_mut(n).zip(c.par_chunks(n)).zip(m.par_chunks(n / plane * columns));
    planes.for_each(|((out, c), m)| cuboid_planes(out, c, m, s, columns));
}

pub fn brighten(out: &mut [u8], image: &[u8], gain: f32, parallel: bool) {
    let n = piece(out.len(), 1, parallel);
    if n >= out.len() {
        return brighten_rows(out, image, gain);
    }
    out.par_chunks_mut(n).zip(image.par_chunks(n)).for_each(|(out, image)| brighten_rows(out, image, gain));
}
