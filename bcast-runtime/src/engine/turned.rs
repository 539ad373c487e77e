//! Factors of matrix products that lie the other way round than they are multiplied.
//!
//! `matrixmultiply` copies both factors to panels of neighbouring rows, or columns. Where rows are not neighbours in
//! memory it does so element by element: of a layer of 10,000 rows of 100 `f32` with its gradients, which is three
//! products, that took a third of the time on a Zen 4. So tiles in registers turn such a factor round before, as much
//! as the second cache holds at a time: then both together take a sixth. Each element is summed as before.

use super::gemm::{Gemm, Scalar};
use super::slab::Slab;
use super::transpose;

/// Bytes of a factor that are turned round at a time.
const PART: usize = 256 * 1024;
/// Rows or columns that one time should have at least, and at most: the other factor is copied again for each.
const LEAST: usize = 32;
const MOST: usize = 1024;
/// Elements of a factor, and how many of them are summed, from which this is worth it, and bytes of an element:
/// products of 256 x 256 `f32` take 0.93 of the time, of `f64` 1.1, of 10,000 x 20 and 20 x 20 `f64` 1.2.
const WORTH: usize = 1 << 14;
const SUMMED: usize = 64;
const SINGLE: usize = 4;

/// A factor by rows of the product, or by columns.
#[derive(Clone, Copy)]
struct Factor {
    at: *mut u8,
    /// How many rows or columns it has, and how many elements there are from one to the next.
    count: usize,
    step: isize,
    /// The same along what is summed.
    summed: isize,
}

impl Factor {
    fn of(at: *mut u8, count: usize, [step, summed]: [isize; 2]) -> Factor {
        Factor { at, count, step, summed }
    }

    /// Whether neighbours along what is summed are neighbours in memory, and rows or columns are not.
    fn lies_wrong(&self) -> bool {
        self.summed == 1 && self.step != 1 && self.count >= LEAST
    }

    /// How many rows or columns are turned round at a time, if that is worth it.
    fn parts(&self, size: usize, summed: usize) -> Option<usize> {
        let most = (PART / (summed * size).max(1)).min(MOST);
        let is_large = size == SINGLE && summed >= SUMMED && self.count.saturating_mul(summed) >= WORTH;
        let is_worth_it = self.lies_wrong() && is_large && most >= LEAST;
        is_worth_it.then(|| self.count.div_ceil(self.count.div_ceil(most)).next_multiple_of(LEAST))
    }

    fn part(self, size: usize, first: usize, count: usize) -> Factor {
        Factor { at: self.at.wrapping_offset(self.step * (first * size) as isize), count, ..self }
    }

    /// Turns it round into this memory; nothing if this machine has no way to do so.
    ///
    /// # Safety
    /// There are its elements, of `size` bytes, so many along what is summed, and room for as many.
    unsafe fn turned(self, size: usize, summed: usize, room: *mut u8) -> Option<Factor> {
        let from = (self.at.cast_const(), self.step * size as isize);
        let to = (room, (self.count * size) as isize);
        // SAFETY: as whoever calls says; the room is apart from all operands.
        let done = unsafe { transpose::copy(size, (summed, self.count), from, to, false) };
        (done == (summed, self.count)).then_some(Factor { at: room, step: 1, summed: self.count as isize, ..self })
    }
}

/// Multiplies, as [`Multiply`](super::gemm::Multiply) says.
///
/// # Safety
/// As it says.
pub(super) unsafe fn multiply(
    gemm: &Gemm,
    [rows, summed, columns]: [usize; 3],
    times: &Scalar,
    [a, b, product]: [*mut u8; 3],
    [of_a, of_b, of_product]: [[isize; 2]; 3],
    is_first: bool,
) {
    let size = gemm.size;
    let [first, second] = [Factor::of(a, rows, of_a), Factor::of(b, columns, [of_b[1], of_b[0]])];
    let call = |first: Factor, second: Factor, product: *mut u8| {
        let strides = [[first.step, first.summed], [second.summed, second.step], of_product];
        // SAFETY: whoever calls says so, of all of it or of a part.
        unsafe {
            let at = [first.at, second.at, product];
            (gemm.multiply)([first.count, summed, second.count], times, at, strides, is_first)
        }
    };
    // The larger one that lies wrong is turned round part by part.
    let by_rows = first.lies_wrong() && (!second.lies_wrong() || rows >= columns);
    let (large, other) = if by_rows { (first, second) } else { (second, first) };
    let Some(part) = large.parts(size, summed) else { return call(first, second, product) };
    let is_small = other.lies_wrong() && other.count <= part;
    // Else it would be copied element by element for each part.
    if other.lies_wrong() && !is_small {
        return call(first, second, product);
    }
    let (room, own) = (part * summed * size, if is_small { other.count * summed * size } else { 0 });
    let mut slab = Slab::new(room + own);
    // SAFETY: the factor is there, and the slab has room for it behind a part of the other one.
    let turned = is_small.then(|| unsafe { other.turned(size, summed, slab.ptr().add(room)) });
    let other = turned.flatten().unwrap_or(other);
    for start in (0..large.count).step_by(part) {
        let own = large.part(size, start, part.min(large.count - start));
        // SAFETY: the part is there, and the slab has room for it.
        let own = unsafe { own.turned(size, summed, slab.ptr()) }.unwrap_or(own);
        let product = product.wrapping_offset(of_product[usize::from(!by_rows)] * (start * size) as isize);
        if by_rows { call(own, other, product) } else { call(other, own, product) }
    }
}
