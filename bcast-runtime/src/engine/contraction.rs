//! Contractions: sums of products of two factors, each of which lacks an axis that the other keeps, as matrix products.
//!
//! ```text
//! sum[k](a @ (b, i, k) .* c @ (b, k, j))
//!     rows      kept, and only the first factor has them     i
//!     columns   kept, and only the second one has them       j
//!     summed    reduced                                      k
//!     outer     kept, and both have them                     b
//! ```
//! Neighbours of a group that lie end to end are one axis. The longest of each of the first three groups makes a matrix
//! product; there is one for each index of the others, and products are added up along what else is summed. `ndarray`
//! multiplies matrices with the same library, of which each element is a sum in the order of the summed axis, whatever
//! rows and columns a thread takes. So results have the same bits on any number of threads.
//!
//! Without rows or columns, or where there are many tiny matrices, the loop of the stage is faster. Where several axes
//! are summed, memory tells which of them are one: there bits depend on it.

use super::fold::{Fold, Yield};
use super::passes::{Reduce, Shaped, Work};
use super::tuning::{BLOCK_OF_PRODUCT, SHARED_PRODUCT, SMALL_PRODUCT};
use super::work_sharing::{share, threads};
use super::{Made, Site};
use crate::call::Call;
use crate::operand::RawOperand;
use crate::ops::reduce::{Adding, Averaging, Folded};
use crate::shape::{MAX_RANK, Shape};
#[cfg(feature = "complex")]
use matrixmultiply::CGemmOption::Standard;
use smallvec::SmallVec;
use std::any::TypeId;

/// The product of two matrices of one element type, and what becomes of its elements.
pub(super) struct Gemm {
    /// Bytes of an element.
    size: usize,
    multiply: Multiply,
    /// Whether sums are divided by their number.
    averages: bool,
}

/// Writes the product of two matrices, or adds it to what is there: sizes of rows, summed axis and columns; of both
/// factors and of the product the first element, and the strides in elements from row to row and column to column.
///
/// # Safety
/// The strides lead to elements, those of the product to one each, which nobody else reads or writes meanwhile.
type Multiply = unsafe fn(sizes: [usize; 3], at: [*mut u8; 3], strides: [[isize; 2]; 3], is_first: bool);

/// The products of element types: who multiplies, with which options, and the neutral numbers of its scalars.
macro_rules! gemm {
    ($($(#[$attr:meta])* $t:ty: $multiply:ident($($option:expr),*) $zero:expr, $one:expr;)*) => {
        impl Gemm {
            /// That of a stage which reads `E` and yields `W`, if there is one.
            pub(super) fn of<E, W>() -> Option<&'static Gemm> {
                let (read, yielded) = (typeid::of::<E>(), typeid::of::<W>());
                $($(#[$attr])* if read == TypeId::of::<($t, $t)>() {
                    const SUM: Gemm = Gemm {
                        size: size_of::<$t>(),
                        multiply: |[m, k, n], [a, b, c], [sa, sb, sc], is_first| {
                            let beta = if is_first { $zero } else { $one };
                            // SAFETY: as `Multiply` says; types are those of the stage. A complex number is its two
                            // parts.
                            unsafe {
                                matrixmultiply::$multiply(
                                    $($option,)*
                                    m, k, n, $one, a.cast(), sa[0], sa[1], b.cast(), sb[0], sb[1],
                                    beta, c.cast(), sc[0], sc[1],
                                )
                            }
                        },
                        averages: false,
                    };
                    const MEAN: Gemm = Gemm { averages: true, ..SUM };
                    let sums = (yielded == TypeId::of::<Folded<Adding<$t>>>()).then_some(&SUM);
                    return sums.or((yielded == TypeId::of::<Folded<Averaging<$t>>>()).then_some(&MEAN));
                })*
                None
            }
        }
    };
}

gemm! {
    f32: sgemm() 0.0, 1.0;
    f64: dgemm() 0.0, 1.0;
    #[cfg(feature = "complex")]
    num_complex::Complex<f32>: cgemm(Standard, Standard) [0.0, 0.0], [1.0, 0.0];
    #[cfg(feature = "complex")]
    num_complex::Complex<f64>: zgemm(Standard, Standard) [0.0, 0.0], [1.0, 0.0];
}

/// One axis or several that lie end to end: the size, and strides in elements of both factors and of the product.
#[derive(Clone, Copy)]
struct Axis {
    size: usize,
    strides: [isize; 3],
}

impl Axis {
    /// As if there were none.
    const NONE: Axis = Axis { size: 1, strides: [0; 3] };

    /// Joins a group: its axis, if it lies end to end with that, or is longer; else what is left over.
    fn join(mut self, group: &mut Axis, left: &mut Axes) {
        let ends = group.strides.map(|stride| stride * group.size as isize);
        if group.size == 1 {
            *group = self;
        } else if self.strides == ends {
            group.size *= self.size;
        } else {
            if self.size > group.size {
                std::mem::swap(&mut self, group);
            }
            left.push(self);
        }
    }
}

/// Matrix products that are a stage.
pub(super) struct Contraction {
    gemm: &'static Gemm,
    rows: Axis,
    columns: Axis,
    summed: Axis,
    /// There is a product for each of their indices.
    outer: Axes,
    /// Products are added up along these.
    added: Axes,
}

type Axes = SmallVec<[Axis; 1]>;

impl Contraction {
    /// Those of a stage, if they are faster than its loop.
    pub(super) fn of_pass(pass: &Shaped) -> Option<Self> {
        let Work::Stage { reduce, .. } = pass.work else { return None };
        Contraction::of((pass.site.contracts?)()?, &pass.operands, pass.shape.sizes(), reduce)
    }

    /// Those of a stage with these sizes, if they are faster than its loop.
    fn of(gemm: &'static Gemm, operands: &[RawOperand], sizes: &[usize], reduce: Reduce) -> Option<Self> {
        let [a, b] = operands else { return None };
        if a.is_computed() || b.is_computed() {
            return None;
        }
        let mut it = Contraction {
            gemm,
            rows: Axis::NONE,
            columns: Axis::NONE,
            summed: Axis::NONE,
            outer: Axes::new(),
            added: Axes::new(),
        };
        let mut strides = [[0; 2]; MAX_RANK];
        a.axes().each_stride(sizes.len(), |axis, stride| strides[axis][0] = stride);
        b.axes().each_stride(sizes.len(), |axis, stride| strides[axis][1] = stride);
        let mut len = 1;
        for (axis, &size) in sizes.iter().enumerate().rev() {
            let ([a, b], is_reduced) = (strides[axis], reduce.reduces(axis));
            let axis = Axis { size, strides: [a, b, if is_reduced { 0 } else { len }] };
            match (size, axis.strides) {
                (0, _) => return None,
                (1, _) => {}
                _ if is_reduced => axis.join(&mut it.summed, &mut it.added),
                (_, [_, 0, _]) => axis.join(&mut it.rows, &mut it.outer),
                (_, [0, ..]) => axis.join(&mut it.columns, &mut it.outer),
                _ => it.outer.push(axis),
            }
            len *= if is_reduced { 1 } else { size as isize };
        }
        let is_product = it.rows.size > 1 && it.columns.size > 1;
        let products = len_of(&it.outer) * len_of(&it.added);
        (is_product && (products == 1 || it.work() >= SMALL_PRODUCT)).then_some(it)
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

    /// Makes a fresh result with so many axes of a stage behind which nothing else is computed, and its shape. Neither
    /// passes nor a plan are made: the product of 16x16 matrices takes 0.7 of the time that it took with them.
    ///
    /// # Safety
    /// Site, operands, reduction and yields belong to a stage which reads no other one.
    #[inline(never)]
    pub(super) unsafe fn alone(
        (call, site): (&Call, &Site),
        operands: &[RawOperand],
        (reduce, yields): (Reduce, &[Yield]),
        made: &mut Made,
        (rank, shape): (usize, &mut Shape),
    ) -> Option<()> {
        if operands.iter().any(|operand| operand.memory_ptr().is_none()) {
            return None;
        }
        let contraction = Contraction::of_listed((call, site), operands, reduce, shape)?;
        // Axes that are kept with size 1 are none of the product.
        if shape.sizes().len() != rank {
            *shape = Shape::empty();
            return None;
        }
        isize::try_from(shape.len().checked_mul(contraction.gemm.size)?).ok()?;
        made.allocate(shape.len());
        // SAFETY: the contraction is that of these operands, and the result has memory for its elements.
        unsafe { contraction.run(operands, made.ptr, yields, call.serial) };
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
    /// The contraction is that of these operands, which have their elements, and of what is yielded; there is room for
    /// what the stage reduces to, row by row, which nobody else reads or writes.
    pub(super) unsafe fn run(&self, operands: &[RawOperand], to: *mut u8, yields: &[Yield], serial: bool) {
        let products = len_of(&self.outer);
        let work = self.work().saturating_mul(len_of(&self.added)).saturating_mul(products);
        let helped = if serial || work < SHARED_PRODUCT { 1 } else { threads() };
        let cut = self.cut(helped.div_ceil(products));
        let (across, down) = (self.columns.size.div_ceil(cut.columns), self.rows.size.div_ceil(cut.rows));
        let all = Everywhere([operands[0].value_ptr(), operands[1].value_ptr(), to]);
        let piece = |piece: usize| {
            let (product, row, column) = (piece / across / down, piece / across % down, piece % across);
            let (row, column) = (row * cut.rows, column * cut.columns);
            let part =
                Cut { rows: cut.rows.min(self.rows.size - row), columns: cut.columns.min(self.columns.size - column) };
            let at = self.moved(all.at(), &self.rows, row);
            let at = self.moved(at, &self.columns, column);
            // SAFETY: whoever calls says so; pieces divide the rows and columns of each product.
            unsafe { self.run_part(self.moved_along(at, &self.outer, product), &part, yields) };
        };
        let count = products * across * down;
        match helped {
            1 => (0..count).for_each(piece),
            _ => share(count, |pieces| pieces.for_each(piece)),
        }
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
    unsafe fn run_part(&self, at: [*mut u8; 3], part: &Cut, yields: &[Yield]) {
        let [rows, columns, summed] = [&self.rows, &self.columns, &self.summed].map(|axis| axis.strides);
        let strides = [[rows[0], summed[0]], [summed[1], columns[1]], [rows[2], columns[2]]];
        let sizes = [part.rows, self.summed.size, part.columns];
        let added = len_of(&self.added);
        for index in 0..added {
            let at = self.moved_along(at, &self.added, index);
            // SAFETY: whoever calls says so; the strides are those of the axes.
            unsafe { (self.gemm.multiply)(sizes, at, strides, index == 0) };
        }
        if self.gemm.averages
            && let [Yield::Fold(fold)] = yields
        {
            // SAFETY: as whoever calls says; the sums are there.
            unsafe { self.average(at, part, fold, self.summed.size * added) };
        }
    }

    /// Divides the sums of a part by their number.
    ///
    /// # Safety
    /// The product has just written them, and the fold is that of the stage.
    unsafe fn average(&self, at: [*mut u8; 3], part: &Cut, fold: &Fold, count: usize) {
        let (rows, columns) = ((&self.rows, part.rows), (&self.columns, part.columns));
        let (outer, inner) = if self.rows.strides[2] == 1 { (columns, rows) } else { (rows, columns) };
        let adjacent = if inner.0.strides[2] == 1 { inner.1 } else { 1 };
        for index in 0..outer.1 {
            let line = self.moved(at, outer.0, index);
            for first in (0..inner.1).step_by(adjacent) {
                let sums = self.moved(line, inner.0, first)[2];
                // SAFETY: whoever calls says so; an accumulator of the fold is an element.
                unsafe { (fold.finish)(sums, sums, self.gemm.size as isize, adjacent, count) };
            }
        }
    }

    /// So many indices further along an axis.
    fn moved(&self, at: [*mut u8; 3], axis: &Axis, index: usize) -> [*mut u8; 3] {
        let step = |operand: usize| axis.strides[operand] * (index * self.gemm.size) as isize;
        [0, 1, 2].map(|operand| at[operand].wrapping_offset(step(operand)))
    }

    /// At this index of all indices along some axes.
    fn moved_along(&self, mut at: [*mut u8; 3], axes: &[Axis], mut index: usize) -> [*mut u8; 3] {
        for axis in axes {
            at = self.moved(at, axis, index % axis.size);
            index /= axis.size;
        }
        at
    }
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

/// Where both factors and the product begin.
struct Everywhere([*mut u8; 3]);

impl Everywhere {
    fn at(&self) -> [*mut u8; 3] {
        self.0
    }
}

// SAFETY: threads read both factors, whose elements are `Sync`, and divide what is written.
unsafe impl Sync for Everywhere {}
