//! Copies of many short runs, such as matrices of 3 by 3, whose elements lie near each other: turned round, backwards,
//! or one for several. Each run is two vectors, permuted by one table for all of them.

/// Copies so many runs of `rows` by `columns` elements of `size` bytes, from one to the next of which there are
/// `stride` bytes, to where they lie end to end; and says whether it has. Element `(i, j)` of the first one comes from
/// `from + i * from_row + j * from_column`. It does so for elements of 4 and 8 bytes with AVX-512,
/// where two vectors hold a run on both sides.
///
/// Measured on an Intel Xeon with 10,000 matrices of `f64`: to add the transposed ones takes 0.48 of the time of copies
/// row by row, 3 by 3, and 0.45, 4 by 4.
///
/// # Safety
/// All elements are in bounds on both sides, which do not overlap.
#[inline(always)]
pub(super) unsafe fn copy(
    size: usize,
    (rows, columns): (usize, usize),
    (from, from_row, from_column): (*const u8, isize, isize),
    (runs, stride): (usize, isize),
    to: *mut u8,
) -> bool {
    #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
    if crate::simd::level() == 2 && rows * columns <= x86::MOST / size.max(1) {
        // SAFETY: whoever calls promises the same; the level has AVX-512.
        return unsafe {
            match size {
                4 => x86::copy4((rows, columns), (from, from_row, from_column), (runs, stride), to),
                8 => x86::copy8((rows, columns), (from, from_row, from_column), (runs, stride), to),
                _ => false,
            }
        };
    }
    let _ = (size, rows, columns, from, from_row, from_column, runs, stride, to);
    false
}

#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
mod x86 {
    use std::arch::x86_64::*;

    /// Bytes of two vectors.
    pub(super) const MOST: usize = 128;

    /// Where the elements of a run come from, counted from the one that lies first in memory; where that is, in
    /// elements from the run's own first; and which places have one, as bits. Nothing, if they reach beyond two vectors
    /// of so many lanes together.
    #[inline(always)]
    fn table<const LANES: usize>(
        size: usize,
        (rows, columns): (usize, usize),
        (from_row, from_column): (isize, isize),
    ) -> Option<([u8; LANES], isize, u64)> {
        let size = size as isize;
        if from_row % size != 0 || from_column % size != 0 {
            return None;
        }
        let (down, right) = (from_row / size, from_column / size);
        let ends = [down * (rows as isize - 1), right * (columns as isize - 1)];
        let [first, last] = [ends.map(|end| end.min(0)), ends.map(|end| end.max(0))].map(|ends| ends[0] + ends[1]);
        if last - first >= LANES as isize {
            return None;
        }
        let (mut lanes, mut places) = ([0; LANES], 0);
        for row in 0..rows {
            for column in 0..columns {
                let at = row as isize * down + column as isize * right - first;
                lanes[row * columns + column] = at as u8;
                places |= 1 << at;
            }
        }
        Some((lanes, first, places))
    }

    macro_rules! copies {
        ($(
            $name:ident: $lane:ty, $mask:ty, $load:ident, $read:ident, $permute:ident, $store:ident, $write:ident;
        )*) => {$(
            /// # Safety
            /// As for [`super::copy`], of elements of this size; two vectors hold a run.
            #[target_feature(enable = "avx512f")]
            pub(super) unsafe fn $name(
                (rows, columns): (usize, usize),
                (from, from_row, from_column): (*const u8, isize, isize),
                (runs, stride): (usize, isize),
                to: *mut u8,
            ) -> bool {
                const SIZE: usize = size_of::<$lane>();
                const LANES: usize = 64 / SIZE;
                let steps = (from_row, from_column);
                let Some((lanes, first, places)) = table::<{ 2 * LANES }>(SIZE, (rows, columns), steps) else {
                    return false;
                };
                let (len, lanes) = (rows * columns, lanes.map(<$lane>::from));
                let masks = |places: u64| [places as $mask, (places >> LANES) as $mask];
                let (reads, writes) = (masks(places), masks((1 << len) - 1));
                // SAFETY: there are so many lanes.
                let lanes = unsafe { [$load(lanes.as_ptr()), $load(lanes[LANES..].as_ptr())] };
                let vectors = len.div_ceil(LANES);
                // A whole vector goes beyond its run, where later ones write again.
                let whole = runs.saturating_sub((vectors * LANES).div_ceil(len.max(1)));
                for run in 0..runs {
                    let at = from.wrapping_offset(first * SIZE as isize + stride * run as isize);
                    // SAFETY: only elements are read, which are in bounds.
                    let [low, high] = unsafe {
                        [$read(reads[0], at.cast()), $read(reads[1], at.wrapping_add(64).cast())]
                    };
                    for vector in 0..vectors {
                        let out = $permute(low, lanes[vector], high);
                        let to = to.wrapping_add(run * len * SIZE + vector * 64).cast();
                        // SAFETY: the run is in bounds and, of those that are not the last ones, as much behind it.
                        unsafe {
                            match run < whole {
                                true => $store(to, out),
                                false => $write(to, writes[vector], out),
                            }
                        }
                    }
                }
                true
            }
        )*};
    }
    copies! {
        copy4: i32, __mmask16, _mm512_loadu_epi32, _mm512_maskz_loadu_epi32, _mm512_permutex2var_epi32,
            _mm512_storeu_epi32, _mm512_mask_storeu_epi32;
        copy8: i64, __mmask8, _mm512_loadu_epi64, _mm512_maskz_loadu_epi64, _mm512_permutex2var_epi64,
            _mm512_storeu_epi64, _mm512_mask_storeu_epi64;
    }
}
