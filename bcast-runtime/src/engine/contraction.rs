//! Contractions: sums of products of two sides, each of which lacks an axis that the other keeps, as matrix products.
//!
//! ```text
//! sum[k](a @ (b, i, k) .* c @ (b, k, j) .* d @ (i, j) .* 2)
//!     rows      kept, and only the first side has them       i
//!     columns   kept, and only the second one has them       j
//!     summed    reduced                                      k
//!     outer     kept, and both have them                     b
//! ```
//! Neighbours of a group that lie end to end are one axis. The longest of each of the first three groups makes a matrix
//! product; there is one for each index of the others, and products are added up along what else is summed. `ndarray`
//! multiplies matrices with the same library, of which each element is a sum in the order of the summed axis, whatever
//! rows and columns a thread takes. So results have the same bits on any number of threads.
//!
//! Factors along no summed axis are multiplied after the sum: arrays part by part, while the product is in the cache;
//! what is one value, and numbers that stand in the function of the stage, in the product itself.
//!
//! Without rows or columns, or where there are many tiny matrices, the loop of the stage is faster. Where several axes
//! are summed, memory tells which of them are one: there bits depend on it.

use super::cursor::{Accs, Cursor};
use super::factors::{Axes, Axis, Factors, PRODUCT, STREAMS};
use super::fold::{Fold, Yield};
use super::gemm::{Gemm, Scalar};
use super::mode::Mode;
use super::notes::{Extent, Note};
use super::passes::{Reduce, Shaped, Work};
use super::tuning::{BLOCK_OF_PRODUCT, FEW_OF_PRODUCT, LARGE_FACTOR, SHARED_PRODUCT, SMALL_PRODUCT};
use super::work_sharing::{share, threads};
use super::{Made, Site, turned};
use crate::call::Call;
use crate::operand::RawOperand;
use crate::shape::{MAX_RANK, Shape};
use crate::simd;
use smallvec::SmallVec;

/// Matrix products that are a stage.
pub(super) struct Contraction {
    gemm: &'static Gemm,
    factors: Factors,
    rows: Axis,
    columns: Axis,
    summed: Axis,
    /// There is a product for each of their indices.
    outer: Axes,
    /// Products are added up along these.
    added: Axes,
}

impl Contraction {
    /// Those of a stage, if they are faster than its loop.
    pub(super) fn of_pass(pass: &Shaped) -> Option<Self> {
        let Work::Stage { reduce, .. } = pass.work else { return None };
        Contraction::of((pass.site.contracts?)()?, &pass.operands, pass.shape.sizes(), reduce)
    }

    /// The same of so many indices along an axis that the stage keeps.
    pub(super) fn of_part(pass: &Shaped, axis: usize, extent: usize) -> Option<Self> {
        let Work::Stage { reduce, .. } = pass.work else { return None };
        let sizes = pass.shape.part(axis, extent, None);
        Contraction::of_any((pass.site.contracts?)()?, &pass.operands, sizes.sizes(), reduce)
    }

    /// Those of a stage with these sizes, if they are faster than its loop.
    fn of(gemm: &'static Gemm, operands: &[RawOperand], sizes: &[usize], reduce: Reduce) -> Option<Self> {
        Contraction::of_any(gemm, operands, sizes, reduce).filter(Contraction::is_worth_it)
    }

    /// Those of a stage with these sizes.
    fn of_any(gemm: &'static Gemm, operands: &[RawOperand], sizes: &[usize], reduce: Reduce) -> Option<Self> {
        let factors = Factors::of(operands, sizes, reduce)?;
        let mut it = Contraction {
            gemm,
            factors,
            rows: Axis::NONE,
            columns: Axis::NONE,
            summed: Axis::NONE,
            outer: Axes::new(),
            added: Axes::new(),
        };
        let mut along = [Axis::NONE.strides; MAX_RANK];
        for (at, operand) in factors.streams().into_iter().enumerate() {
            if let Some(operand) = operand {
                operands[operand].axes().each_stride(sizes.len(), |axis, stride| along[axis][at] = stride);
            }
        }
        let mut len = 1;
        for (axis, &size) in sizes.iter().enumerate().rev() {
            let (mut strides, is_reduced) = (along[axis], reduce.reduces(axis));
            strides[PRODUCT] = if is_reduced { 0 } else { len };
            let axis = Axis { size, strides };
            match (size, axis.strides) {
                (0, _) => return None,
                (1, _) => {}
                _ if is_reduced => axis.join(&mut it.summed, &mut it.added),
                (_, [_, 0, ..]) => axis.join(&mut it.rows, &mut it.outer),
                (_, [0, ..]) => axis.join(&mut it.columns, &mut it.outer),
                _ => it.outer.push(axis),
            }
            len *= if is_reduced { 1 } else { size as isize };
        }
        Some(it)
    }

    /// Whether they are faster than the loop of the stage.
    fn is_worth_it(&self) -> bool {
        let is_product = self.rows.size > 1 && self.columns.size > 1;
        let products = len_of(&self.outer) * len_of(&self.added);
        // To arrange the large factor would take as long as to go over it for each of the rows, as it lies.
        let large = self.columns.size.saturating_mul(self.summed.size);
        let is_flat = self.rows.size <= FEW_OF_PRODUCT && large >= LARGE_FACTOR && self.columns.strides[1] == 1;
        is_product && !is_flat && (products == 1 || self.work() >= SMALL_PRODUCT)
    }

    /// Those of a stage of which nothing is joined yet, and the shape that is left of it. What is wrong is said when it
    /// runs by a plan.
    pub(super) fn of_listed(
        (call, site): (&Call, &Site),
        operands: &[RawOperand],
        reduce: Reduce,
        left: &mut Shape,
    ) -> Option<Self> {
        let (gemm, mut joined) = ((site.contracts?)()?, Shape::empty());
        joined.join(call, operands, site.rank, None).ok()?;
        let contraction = Contraction::of(gemm, operands, joined.sizes(), reduce)?;
        let kept = joined.sizes().iter().enumerate().filter(|&(axis, _)| !reduce.reduces(axis));
        kept.for_each(|(_, &size)| left.push(size));
        Some(contraction)
    }

    /// Makes a fresh result of a stage behind which nothing else is computed, and its shape. Neither passes nor a plan
    /// are made: the product of 16x16 matrices takes 0.7 of the time that it took with them.
    ///
    /// # Safety
    /// Site, operands, reduction, yields and function belong to a stage which reads no other one.
    #[inline(always)]
    pub(super) unsafe fn alone<M: Mode>(
        mode: M,
        (call, site): (&Call, &Site),
        operands: &[RawOperand],
        (reduce, yields): (Reduce, &[Yield]),
        f: *const u8,
        made: &mut Made,
        shape: &mut Shape,
    ) -> Option<()> {
        if operands.iter().any(|operand| operand.memory_ptr().is_none()) {
            return None;
        }
        let contraction = Contraction::of_listed((call, site), operands, reduce, shape)?;
        isize::try_from(shape.len().checked_mul(contraction.gemm.size)?).ok()?;
        made.allocate(mode, shape.len());
        if M::RUNS {
            // SAFETY: the contraction is that of these operands, and the result has memory for its elements.
            unsafe { contraction.run((site, f), operands, made.ptr, yields, call.serial) };
        }
        let note = |extent| Note::of(call, operands, 0, &[]).multiplying(extent);
        mode.note(|| note(contraction.extent(call.serial)).writing(std::iter::once(made.noted(shape.len()))));
        Some(())
    }

    /// Multiplications of one product.
    fn work(&self) -> usize {
        self.rows.size.saturating_mul(self.columns.size).saturating_mul(self.summed.size)
    }

    /// Whether it has no memory of its own.
    pub(super) fn has_few(&self) -> bool {
        !self.outer.spilled() && !self.added.spilled()
    }

    /// Computes all products.
    ///
    /// # Safety
    /// The contraction is that of this stage and its operands, which have their elements, and of what is yielded; there
    /// is room for what the stage reduces to, row by row, which nobody else reads or writes.
    pub(super) unsafe fn run(
        &self,
        stage: (&Site, *const u8),
        operands: &[RawOperand],
        to: *mut u8,
        yields: &[Yield],
        serial: bool,
    ) {
        // SAFETY: whoever calls says so.
        let times = unsafe { self.times(stage, operands, yields) };
        let Division { helped, cut, across, down, products } = self.division(serial);
        let mut at = self.factors.streams().map(|operand| operand.map_or(to, |operand| operands[operand].value_ptr()));
        at[PRODUCT] = to;
        let all = Everywhere(at);
        let piece = |piece: usize| {
            let (product, row, column) = (piece / across / down, piece / across % down, piece % across);
            let (row, column) = (row * cut.rows, column * cut.columns);
            let part =
                Cut { rows: cut.rows.min(self.rows.size - row), columns: cut.columns.min(self.columns.size - column) };
            let at = self.moved(all.at(), &self.rows, row);
            let at = self.moved(at, &self.columns, column);
            // SAFETY: whoever calls says so; pieces divide the rows and columns of each product.
            unsafe { self.run_part(self.moved_along(at, &self.outer, product), &part, &times, yields) };
        };
        let count = products * across * down;
        match helped {
            1 => (0..count).for_each(piece),
            _ => share(count, |pieces| pieces.for_each(piece)),
        }
    }

    /// How threads share the products.
    #[inline(always)]
    fn division(&self, serial: bool) -> Division {
        let products = len_of(&self.outer);
        let work = self.work().saturating_mul(len_of(&self.added)).saturating_mul(products);
        let helped = if serial || work < SHARED_PRODUCT { 1 } else { threads() };
        let cut = self.cut(helped.div_ceil(products));
        let (across, down) = (self.columns.size.div_ceil(cut.columns), self.rows.size.div_ceil(cut.rows));
        Division { helped, cut, across, down, products }
    }

    /// Its axes, products first, then what is summed; and how many parts of products so many threads take.
    pub(super) fn extent(&self, serial: bool) -> Extent {
        let Division { helped, across, down, products, .. } = self.division(serial);
        let outer = self.outer.iter().map(|axis| axis.size).collect();
        let summed = self.added.iter().chain([&self.summed]).map(|axis| axis.size).collect();
        let parts = products * across * down;
        Extent { outer, rows: self.rows.size, columns: self.columns.size, summed, threads: helped.min(parts), parts }
    }

    /// Rows and columns of the parts of a product that is computed in so many, if it is worth it.
    fn cut(&self, parts: usize) -> Cut {
        let (mut cut, mut count) = (Cut { rows: self.rows.size, columns: self.columns.size }, 1);
        while count < parts {
            let longer = if cut.rows >= cut.columns { &mut cut.rows } else { &mut cut.columns };
            if *longer < 2 * BLOCK_OF_PRODUCT {
                break;
            }
            *longer = longer.div_ceil(2).next_multiple_of(BLOCK_OF_PRODUCT);
            count *= 2;
        }
        cut
    }

    /// Computes a part of a product that begins here.
    ///
    /// # Safety
    /// As for [`run`](Self::run).
    unsafe fn run_part(&self, at: [*mut u8; STREAMS], part: &Cut, times: &Scalar, yields: &[Yield]) {
        let [rows, columns, summed] = [&self.rows, &self.columns, &self.summed].map(|axis| axis.strides);
        let strides = [[rows[0], summed[0]], [summed[1], columns[1]], [rows[2], columns[2]]];
        let sizes = [part.rows, self.summed.size, part.columns];
        let added = len_of(&self.added);
        for index in 0..added {
            let [a, b, product, ..] = self.moved_along(at, &self.added, index);
            // SAFETY: whoever calls says so; the strides are those of the axes.
            unsafe { turned::multiply(self.gemm, sizes, times, [a, b, product], strides, index == 0) };
        }
        for stream in (PRODUCT + 1..STREAMS).filter(|&stream| self.factors.streams()[stream].is_some()) {
            // SAFETY: as whoever calls says; the sums are there.
            unsafe { self.scale(at, part, stream) };
        }
        if self.gemm.averages
            && let [Yield::Fold(fold)] = yields
        {
            // SAFETY: as whoever calls says; the sums are there.
            unsafe { self.average(at, part, fold, self.summed.size * added) };
        }
    }

    /// Multiplies the sums of a part by an operand.
    ///
    /// # Safety
    /// The product has just written them, and the operand is one of the contraction's.
    unsafe fn scale(&self, at: [*mut u8; STREAMS], part: &Cut, stream: usize) {
        let (outer, (axis, size)) = self.lines(part);
        for index in 0..outer.1 {
            let line = self.moved(at, outer.0, index);
            let strides = [axis.strides[PRODUCT], axis.strides[stream]];
            // SAFETY: whoever calls says so; the strides are those of the axis.
            unsafe { (self.gemm.scale)(line[PRODUCT], line[stream], strides, size) };
        }
    }

    /// Divides the sums of a part by their number.
    ///
    /// # Safety
    /// The product has just written them, and the fold is that of the stage.
    unsafe fn average(&self, at: [*mut u8; STREAMS], part: &Cut, fold: &Fold, count: usize) {
        let (outer, inner) = self.lines(part);
        let adjacent = if inner.0.strides[PRODUCT] == 1 { inner.1 } else { 1 };
        for index in 0..outer.1 {
            let line = self.moved(at, outer.0, index);
            for first in (0..inner.1).step_by(adjacent) {
                let sums = self.moved(line, inner.0, first)[PRODUCT];
                // SAFETY: whoever calls says so; an accumulator of the fold is an element.
                unsafe { (fold.finish)(sums, sums, self.gemm.size as isize, adjacent, count) };
            }
        }
    }

    /// The axes of a part, and how much of them: elements lie side by side along the second one, if along any.
    fn lines(&self, part: &Cut) -> ((&Axis, usize), (&Axis, usize)) {
        let (rows, columns) = ((&self.rows, part.rows), (&self.columns, part.columns));
        if self.rows.strides[PRODUCT] == 1 { (columns, rows) } else { (rows, columns) }
    }

    /// By what products are multiplied: the function of the stage, called with what is one value, and with ones.
    ///
    /// # Safety
    /// As for [`run`](Self::run).
    unsafe fn times(&self, (site, f): (&Site, *const u8), operands: &[RawOperand], yields: &[Yield]) -> Scalar {
        let (mut one, mut times) = (Scalar::uninit(), Scalar::uninit());
        // SAFETY: there is room for an element.
        unsafe {
            (self.gemm.write_one)(&mut one);
            (self.gemm.write_one)(&mut times);
        }
        let singles = |operand: &usize| !self.factors.streams().contains(&Some(*operand));
        if let [Yield::Fold(fold)] = yields
            && (site.scales || (0..operands.len()).any(|operand| singles(&operand)))
        {
            let element = |operand: usize| match singles(&operand) {
                true => operands[operand].value_ptr(),
                false => one.as_mut_ptr().cast(),
            };
            let cursor = |ptr: *mut u8| Cursor::new(ptr, [0, 0]);
            let mut cursors: SmallVec<[Cursor; 8]> = (0..operands.len()).map(element).map(cursor).collect();
            cursors.push(cursor(times.as_mut_ptr().cast()));
            // SAFETY: kernel 1 to 5, of one lane: the function and the operands are the stage's; an accumulator, which
            // is an element and has been cleared, is its only output.
            unsafe {
                (fold.clear)(times.as_mut_ptr().cast(), 1);
                let inputs = cursors.as_ptr();
                site.kernels(false)[simd::level()](f, inputs, inputs.add(operands.len()), 1, 1, Accs::Lanes);
            }
        }
        times
    }

    /// So many indices further along an axis.
    fn moved(&self, at: [*mut u8; STREAMS], axis: &Axis, index: usize) -> [*mut u8; STREAMS] {
        let step = |stream: usize| axis.strides[stream] * (index * self.gemm.size) as isize;
        std::array::from_fn(|stream| at[stream].wrapping_offset(step(stream)))
    }

    /// At this index of all indices along some axes.
    fn moved_along(&self, mut at: [*mut u8; STREAMS], axes: &[Axis], mut index: usize) -> [*mut u8; STREAMS] {
        for axis in axes {
            at = self.moved(at, axis, index % axis.size);
            index /= axis.size;
        }
        at
    }
}

/// How threads share products: each of so many is cut into so many parts, across and down.
struct Division {
    helped: usize,
    cut: Cut,
    across: usize,
    down: usize,
    products: usize,
}

/// Rows and columns of a part of a product.
struct Cut {
    rows: usize,
    columns: usize,
}

/// How many indices there are along all of these.
fn len_of(axes: &[Axis]) -> usize {
    axes.iter().map(|axis| axis.size).product()
}

/// Where the streams begin.
struct Everywhere([*mut u8; STREAMS]);

impl Everywhere {
    fn at(&self) -> [*mut u8; STREAMS] {
        self.0
    }
}

// SAFETY: threads read operands, whose elements are `Sync`, and divide what is written.
unsafe impl Sync for Everywhere {}
