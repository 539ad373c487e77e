//! Copies of blocks whose rows are adjacent on one side and whose columns are adjacent on the other, by tiles in
//! registers.
//!
//! A tile reads whole pieces of cache lines and writes whole pieces of cache lines, with one instruction each: four
//! times as fast as element by element, measured on transposed matrices that no cache holds.

/// Copies what it can of `rows` by `columns` elements of `size` bytes, and returns of how many rows and columns from
/// the first on; of none where this machine has no way to do so. Element `(i, j)` comes from `from + i * size + j *
/// from_step` and goes to `to + i * to_step + j * size`.
///
/// # Safety
/// All elements are in bounds on both sides, which do not overlap.
#[inline(always)]
pub(super) unsafe fn copy(
    size: usize,
    (rows, columns): (usize, usize),
    (from, from_step): (*const u8, isize),
    (to, to_step): (*mut u8, isize),
) -> (usize, usize) {
    #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
    if crate::simd::level() > 0 {
        let tiles = match size {
            4 if rows >= 4 && columns >= 8 => x86::tiles4,
            8 if rows >= 2 && columns >= 4 => x86::tiles8,
            _ => return (0, 0),
        };
        // SAFETY: the level has AVX; there are the rows and columns of a tile.
        unsafe { tiles((rows, columns), (from, from_step), (to, to_step)) };
        return (rows, columns);
    }
    let _ = (size, rows, columns, from, from_step, to, to_step);
    (0, 0)
}

#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
mod x86 {
    use std::arch::x86_64::*;

    /// Goes over tiles that cover rows and columns, the last two of which overlap where they do not fill them. Where
    /// columns lie near each other, it goes along them; else it first uses up the cache lines that it fetches.
    #[inline(always)]
    fn cover(
        (rows, columns): (usize, usize),
        (high, wide): (usize, usize),
        is_near: bool,
        tile: impl Fn(usize, usize),
    ) {
        let starts = |count: usize, of: usize| (0..count.div_ceil(of)).map(move |at| (at * of).min(count - of));
        if is_near {
            for row in starts(rows, high) {
                (0..columns / wide).for_each(|column| tile(row, column * wide));
                if !columns.is_multiple_of(wide) {
                    tile(row, columns - wide);
                }
            }
        } else {
            for column in starts(columns, wide) {
                (0..rows / high).for_each(|row| tile(row * high, column));
                if !rows.is_multiple_of(high) {
                    tile(rows - high, column);
                }
            }
        }
    }

    /// Bytes from column to column up to which columns are near.
    const NEAR: usize = 16 * 1024;

    /// Tiles of 4 by 8 elements of 4 bytes.
    ///
    /// # Safety
    /// As for [`super::copy`]; there are 4 rows and 8 columns at least.
    #[target_feature(enable = "avx")]
    pub(super) unsafe fn tiles4(
        block: (usize, usize),
        (from, from_step): (*const u8, isize),
        (to, to_step): (*mut u8, isize),
    ) {
        cover(block, (4, 8), from_step.unsigned_abs() * block.1 <= NEAR, |row, column| {
            let from = from.wrapping_add(4 * row).wrapping_offset(from_step * column as isize);
            let to = to.wrapping_add(4 * column).wrapping_offset(to_step * row as isize);
            // Pieces of columns `j` and `j + 4`, four rows of each.
            let pieces = |j: isize| {
                let at = from.wrapping_offset(from_step * j);
                // SAFETY: a tile's rows and columns are in bounds.
                unsafe {
                    let low = _mm256_castps128_ps256(_mm_loadu_ps(at.cast()));
                    _mm256_insertf128_ps::<1>(low, _mm_loadu_ps(at.wrapping_offset(from_step * 4).cast()))
                }
            };
            let (a, b, c, d) = (pieces(0), pieces(1), pieces(2), pieces(3));
            let (ab, cd) = (_mm256_unpacklo_ps(a, b), _mm256_unpacklo_ps(c, d));
            let (ab_high, cd_high) = (_mm256_unpackhi_ps(a, b), _mm256_unpackhi_ps(c, d));
            let out = [
                _mm256_shuffle_ps::<0x44>(ab, cd),
                _mm256_shuffle_ps::<0xee>(ab, cd),
                _mm256_shuffle_ps::<0x44>(ab_high, cd_high),
                _mm256_shuffle_ps::<0xee>(ab_high, cd_high),
            ];
            for (i, out) in out.into_iter().enumerate() {
                // SAFETY: a tile's rows and columns are in bounds.
                unsafe { _mm256_storeu_ps(to.wrapping_offset(to_step * i as isize).cast(), out) };
            }
        });
    }

    /// Tiles of 2 by 4 elements of 8 bytes.
    ///
    /// # Safety
    /// As for [`super::copy`]; there are 2 rows and 4 columns at least.
    #[target_feature(enable = "avx")]
    pub(super) unsafe fn tiles8(
        block: (usize, usize),
        (from, from_step): (*const u8, isize),
        (to, to_step): (*mut u8, isize),
    ) {
        cover(block, (2, 4), from_step.unsigned_abs() * block.1 <= NEAR, |row, column| {
            let from = from.wrapping_add(8 * row).wrapping_offset(from_step * column as isize);
            let to = to.wrapping_add(8 * column).wrapping_offset(to_step * row as isize);
            // Pieces of columns `j` and `j + 2`, two rows of each.
            let pieces = |j: isize| {
                let at = from.wrapping_offset(from_step * j);
                // SAFETY: a tile's rows and columns are in bounds.
                unsafe {
                    let low = _mm256_castpd128_pd256(_mm_loadu_pd(at.cast()));
                    _mm256_insertf128_pd::<1>(low, _mm_loadu_pd(at.wrapping_offset(from_step * 2).cast()))
                }
            };
            let (a, b) = (pieces(0), pieces(1));
            for (i, out) in [_mm256_unpacklo_pd(a, b), _mm256_unpackhi_pd(a, b)].into_iter().enumerate() {
                // SAFETY: a tile's rows and columns are in bounds.
                unsafe { _mm256_storeu_pd(to.wrapping_offset(to_step * i as isize).cast(), out) };
            }
        });
    }
}
