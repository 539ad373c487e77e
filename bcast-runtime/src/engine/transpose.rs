//! Copies of blocks whose rows are adjacent on one side and whose columns are adjacent on the other, by tiles in
//! registers.
//!
//! A tile reads whole pieces of cache lines and writes whole pieces of cache lines, with one instruction each: four
//! times as fast as element by element, measured on transposed matrices that no cache holds.

/// Copies what it can of `rows` by `columns` elements of `size` bytes, and returns of how many rows and columns from
/// the first on; of none where this machine has no way to do so. Element `(i, j)` comes from `from + i * size + j *
/// from_step` and goes to `to + i * to_step + j * size`. If it `asks`, the second cache fetches what comes behind them.
///
/// # Safety
/// All elements are in bounds on both sides, which do not overlap.
#[inline(always)]
pub(super) unsafe fn copy(
    size: usize,
    (rows, columns): (usize, usize),
    (from, from_step): (*const u8, isize),
    (to, to_step): (*mut u8, isize),
    asks: bool,
) -> (usize, usize) {
    #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
    if crate::simd::level() > 0 {
        if size == 8 && from_step == 8 * rows as isize && crate::simd::level() == 2 && columns >= 8 {
            // SAFETY: the level has AVX-512; columns follow each other, and there are 8 of them.
            let is_done = unsafe { x86::short8((rows, columns), from, (to, to_step), asks) };
            if is_done {
                return (rows, columns);
            }
        }
        let [plain, asking] = match size {
            4 if rows >= 4 && columns >= 8 => [x86::tiles4::<false>, x86::tiles4::<true>],
            8 if rows >= 4 && columns >= 8 && crate::simd::level() == 2 => {
                [x86::wide_tiles8::<false>, x86::wide_tiles8::<true>]
            }
            8 if rows >= 2 && columns >= 4 => [x86::tiles8::<false>, x86::tiles8::<true>],
            _ => return (0, 0),
        };
        let tiles = if asks { asking } else { plain };
        // SAFETY: the level has AVX; there are the rows and columns of a tile.
        unsafe { tiles((rows, columns), (from, from_step), (to, to_step)) };
        return (rows, columns);
    }
    let _ = (size, rows, columns, from, from_step, to, to_step, asks);
    (0, 0)
}

#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
mod x86 {
    use crate::engine::ahead::ask;
    use std::arch::x86_64::*;

    /// A place on both sides.
    type At = (*const u8, *mut u8);

    /// The way of tiles along one axis: how many they are, the elements of each, the first one of the last tile, and
    /// the bytes from element to element on both sides.
    #[derive(Clone, Copy)]
    struct Way {
        tiles: usize,
        elements: usize,
        last: usize,
        bytes: (isize, isize),
    }

    impl Way {
        #[inline(always)]
        fn new(count: usize, elements: usize, bytes: (isize, isize)) -> Self {
            Way { tiles: count.div_ceil(elements), elements, last: count - elements, bytes }
        }

        /// So many elements on.
        #[inline(always)]
        fn on(&self, (from, to): At, elements: usize) -> At {
            let elements = elements as isize;
            (from.wrapping_offset(elements * self.bytes.0), to.wrapping_offset(elements * self.bytes.1))
        }
    }

    /// Goes over tiles of so many rows and columns that cover a block of elements of so many bytes, the last two of
    /// which overlap where they do not fill it; says where each begins on both sides. Where columns lie near each other
    /// it goes along the rows, if a column is no more than a cache line, or rows lie apart on the other side; else it
    /// first uses up the cache lines that it fetches. On an Intel Xeon, distances of 5000 points of 20 `f64` take 0.8
    /// of the time so, in blocks of 64 points.
    #[inline(always)]
    fn cover<const ASKS: bool>(
        (rows, columns): (usize, usize),
        ((high, wide), size): ((usize, usize), usize),
        (from, from_step): (*const u8, isize),
        (to, to_step): (*mut u8, isize),
        tile: impl Fn(*const u8, *mut u8),
    ) {
        let is_near = |step: isize, count: usize| step.unsigned_abs() * count <= NEAR;
        let along = is_near(from_step, columns) && (rows * size <= LINE || !is_near(to_step, rows));
        let (down, right) =
            (Way::new(rows, high, (size as isize, to_step)), Way::new(columns, wide, (from_step, size as isize)));
        let asked = wide as isize * from_step;
        // A loop for each order: so LLVM knows one of the steps along the inner way.
        if along {
            tiles::<ASKS>((down, right), along, (from, to), asked, tile);
        } else {
            tiles::<ASKS>((right, down), along, (from, to), asked, tile);
        }
    }

    /// Goes over tiles; asks for so many bytes behind each that is the first one of its columns.
    #[inline(always)]
    fn tiles<const ASKS: bool>(
        (outer, inner): (Way, Way),
        along: bool,
        first: At,
        asked: isize,
        tile: impl Fn(*const u8, *mut u8),
    ) {
        for i in 0..outer.tiles {
            let first = outer.on(first, (i * outer.elements).min(outer.last));
            let one = |at: At, is_first: bool| {
                if ASKS && (if along { i == 0 } else { is_first }) {
                    ask(at.0, asked);
                }
                tile(at.0, at.1);
            };
            // Without the last one, which may overlap, LLVM knows how far they are from each other.
            (0..inner.tiles - 1).for_each(|j| one(inner.on(first, j * inner.elements), j == 0));
            one(inner.on(first, inner.last), inner.tiles == 1);
        }
    }

    /// Bytes from column to column up to which columns are near.
    const NEAR: usize = 16 * 1024;

    /// Bytes of a cache line.
    const LINE: usize = 64;

    /// Tiles of 4 by 8 elements of 4 bytes.
    ///
    /// # Safety
    /// As for [`super::copy`]; there are 4 rows and 8 columns at least.
    #[target_feature(enable = "avx")]
    pub(super) unsafe fn tiles4<const ASKS: bool>(
        block: (usize, usize),
        (from, from_step): (*const u8, isize),
        (to, to_step): (*mut u8, isize),
    ) {
        cover::<ASKS>(block, ((4, 8), 4), (from, from_step), (to, to_step), |from, to| {
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
    pub(super) unsafe fn tiles8<const ASKS: bool>(
        block: (usize, usize),
        (from, from_step): (*const u8, isize),
        (to, to_step): (*mut u8, isize),
    ) {
        cover::<ASKS>(block, ((2, 4), 8), (from, from_step), (to, to_step), |from, to| {
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

    /// Tiles of 4 by 8 elements of 8 bytes.
    ///
    /// # Safety
    /// As for [`super::copy`]; there are 4 rows and 8 columns at least.
    #[target_feature(enable = "avx512f")]
    pub(super) unsafe fn wide_tiles8<const ASKS: bool>(
        block: (usize, usize),
        (from, from_step): (*const u8, isize),
        (to, to_step): (*mut u8, isize),
    ) {
        cover::<ASKS>(block, ((4, 8), 8), (from, from_step), (to, to_step), |from, to| {
            // Pieces of columns `j` and `j + 2`, four rows of each.
            let pieces = |j: isize| {
                let at = from.wrapping_offset(from_step * j);
                // SAFETY: a tile's rows and columns are in bounds.
                unsafe {
                    let low = _mm512_castpd256_pd512(_mm256_loadu_pd(at.cast()));
                    _mm512_insertf64x4::<1>(low, _mm256_loadu_pd(at.wrapping_offset(from_step * 2).cast()))
                }
            };
            let (a, b, c, d) = (pieces(0), pieces(1), pieces(4), pieces(5));
            let (even, odd) = (_mm512_unpacklo_pd(a, b), _mm512_unpackhi_pd(a, b));
            let (even_right, odd_right) = (_mm512_unpacklo_pd(c, d), _mm512_unpackhi_pd(c, d));
            let out = [
                _mm512_shuffle_f64x2::<0x88>(even, even_right),
                _mm512_shuffle_f64x2::<0x88>(odd, odd_right),
                _mm512_shuffle_f64x2::<0xdd>(even, even_right),
                _mm512_shuffle_f64x2::<0xdd>(odd, odd_right),
            ];
            for (i, out) in out.into_iter().enumerate() {
                // SAFETY: a tile's rows and columns are in bounds.
                unsafe { _mm512_storeu_pd(to.wrapping_offset(to_step * i as isize).cast(), out) };
            }
        });
    }

    /// Columns of 2, 3 or 5 elements of 8 bytes, end to end, by whole vectors; and whether they are. Tiles of 2 rows
    /// take 1.1 of the time, those of 4, which cover 5 rows twice, 1.2; others take less.
    ///
    /// # Safety
    /// As for [`super::copy`]; columns follow each other, and there are 8 at least.
    #[target_feature(enable = "avx512f")]
    pub(super) unsafe fn short8(
        (rows, columns): (usize, usize),
        from: *const u8,
        (to, to_step): (*mut u8, isize),
        asks: bool,
    ) -> bool {
        // SAFETY: columns of so many elements follow each other, and there are 8 at least.
        unsafe {
            match rows {
                2 => columns_of::<2>(columns, from, (to, to_step), asks),
                3 => columns_of::<3>(columns, from, (to, to_step), asks),
                5 => columns_of::<5>(columns, from, (to, to_step), asks),
                _ => return false,
            }
        }
        true
    }

    /// Columns of so many elements: 8 of them are as many vectors, of each of which a row takes some lanes.
    ///
    /// # Safety
    /// As for [`short8`].
    #[target_feature(enable = "avx512f")]
    unsafe fn columns_of<const ROWS: usize>(
        columns: usize,
        from: *const u8,
        (to, to_step): (*mut u8, isize),
        asks: bool,
    ) {
        let starts = (0..columns / 8).map(|group| group * 8);
        let last = (!columns.is_multiple_of(8)).then(|| columns - 8);
        for start in starts.chain(last) {
            let from = from.wrapping_add(start * ROWS * 8);
            let vectors: [__m512d; ROWS] = std::array::from_fn(|vector| {
                // SAFETY: the 8 columns from `start` on are in bounds, and as many vectors as a column has elements.
                unsafe { _mm512_loadu_pd(from.wrapping_add(vector * 64).cast()) }
            });
            if asks {
                ask(from, 64 * ROWS as isize);
            }
            for row in 0..ROWS {
                let lanes = const { lanes_of::<ROWS>() };
                // SAFETY: there are 8 lanes.
                let lanes = unsafe { _mm512_loadu_epi64(lanes[row].as_ptr()) };
                // Of two vectors at a time, then lanes of the others.
                let mut out = _mm512_permutex2var_pd(vectors[0], lanes, vectors[1]);
                for (vector, &of) in vectors.iter().enumerate().skip(2) {
                    out = _mm512_mask_permutexvar_pd(out, const { masks_of::<ROWS>() }[row][vector], lanes, of);
                }
                let to = to.wrapping_add(8 * start).wrapping_offset(to_step * row as isize);
                // SAFETY: as many columns of the row are in bounds.
                unsafe { _mm512_storeu_pd(to.cast(), out) };
            }
        }
    }

    /// The lanes, each in its pair of vectors, that a row of 8 columns takes.
    const fn lanes_of<const ROWS: usize>() -> [[i64; 8]; ROWS] {
        let (mut lanes, mut at) = ([[0; 8]; ROWS], 0);
        while at < 8 * ROWS {
            lanes[at % ROWS][at / ROWS] = (at % 16) as i64;
            at += 1;
        }
        lanes
    }

    /// Which lanes of a row come from a vector.
    const fn masks_of<const ROWS: usize>() -> [[u8; ROWS]; ROWS] {
        let (mut masks, mut at) = ([[0; ROWS]; ROWS], 0);
        while at < 8 * ROWS {
            masks[at % ROWS][at / 8] |= 1 << (at / ROWS);
            at += 1;
        }
        masks
    }
}
