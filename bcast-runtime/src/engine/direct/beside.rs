//! Stages that reduce the rows or the columns of small matrices before one map. Their results are laid beside all
//! elements, as if they had been stretched: so later passes find arrays that are alike, with what such stages keep, and
//! neither passes nor a plan are made. Softmax of 3x3 takes 0.58 of the time that it took as three passes, centred rows
//! 0.5.

use super::adjacent::Adjacent;
use super::items::ITEMS;
use super::leaves::Leaves;
use super::whole::{WHOLE_ROOM, Whole};
use super::{Cursors, STAGES};
use crate::call::Call;
use crate::engine::cursor::{Accs, Cursor, LANES};
use crate::engine::erased::Order;
use crate::engine::few::Few;
use crate::engine::fold::{Fold, Yield};
use crate::engine::mode::Mode;
use crate::engine::passes::width;
use crate::engine::tuning::FEW_ALONE;
use crate::engine::{ALIGN, Site, parallel};
use crate::simd;
use std::mem::MaybeUninit;
use std::ptr::null_mut;

impl Whole {
    /// Whether a stage that reduces some axes of its adjacent operands is such.
    #[inline(always)]
    pub(super) fn fits_beside((call, site): (&Call, &Site), adjacent: &Adjacent, yields: &[Yield]) -> bool {
        let ((_, rows, columns), len) = (adjacent.extent(), adjacent.len());
        let room = |item: &Yield| match item {
            Yield::Fold(fold) => accumulators(len) * fold.acc + 2 * len * fold.out + 3 * ALIGN,
            Yield::Kept(size) => len * size + ALIGN,
        };
        (1..=FEW_ALONE).contains(&len)
            && site.contracts.is_none()
            && yields.len() <= ITEMS
            && Leaves::order((rows, columns), adjacent.reduces).is_some()
            && yields.iter().map(room).sum::<usize>() <= WHOLE_ROOM / STAGES
            && !parallel::is_worth_it(site.work(call), len, site.bytes)
    }

    /// Runs it, with the rows and columns that it goes over.
    ///
    /// # Safety
    /// As for [`Whole::of_found`]; it is such a stage.
    #[inline(always)]
    pub(super) unsafe fn of_beside<M: Mode>(
        &mut self,
        mode: M,
        site: &Site,
        (adjacent, cursors): (&Adjacent, &mut Cursors),
        yields: &[Yield],
        f: *const u8,
    ) -> Option<[usize; 2]> {
        let (_, rows, columns) = adjacent.extent();
        let order = Leaves::order((rows, columns), adjacent.reduces)?;
        let results = Results { sizes: (rows, columns), order };
        // SAFETY: whoever calls promises the same.
        unsafe {
            if let (Some(few), &[Yield::Fold(fold)]) = (site.few, yields) {
                self.by_loop(mode, few, (adjacent, cursors), results, (fold, f))?;
                return Some([rows, columns]);
            }
            self.by_kernel(mode, site, (adjacent, cursors), results, (yields, f))?;
        }
        Some([1, rows * columns])
    }

    /// The same by a loop without lanes.
    ///
    /// # Safety
    /// As for [`Whole::of_beside`]; the loop is that of the stage.
    #[inline(always)]
    unsafe fn by_loop<M: Mode>(
        &mut self,
        _: M,
        few: Few,
        (adjacent, cursors): (&Adjacent, &mut Cursors),
        results: Results,
        (fold, f): (&Fold, *const u8),
    ) -> Option<()> {
        let Results { sizes, order } = results;
        let run = adjacent.loop_in(order, few, cursors);
        let (some, all) = (self.room.take(adjacent.len() * fold.out)?, self.room.take(adjacent.len() * fold.out)?);
        if M::RUNS {
            // SAFETY: site, operands and function belong together, the operands are alike, and there is room for the
            // results, side by side and beside all elements.
            unsafe {
                run(f, cursors.as_ptr(), sizes, order, some);
                results.spread(some, all, fold.out);
            }
        }
        self.items.yields([all]);
        Some(())
    }

    /// The same by a kernel call over all elements end to end, each of which has accumulators.
    ///
    /// # Safety
    /// As for [`Whole::of_beside`].
    #[inline(always)]
    unsafe fn by_kernel<M: Mode>(
        &mut self,
        _: M,
        site: &Site,
        (adjacent, cursors): (&Adjacent, &mut Cursors),
        results: Results,
        (yields, f): (&[Yield], *const u8),
    ) -> Option<()> {
        let (reads, len, mut items) = (adjacent.reads, adjacent.len(), [null_mut(); ITEMS]);
        for (at, &item) in yields.iter().enumerate() {
            let (size, fold) = (width(item), item.fold());
            items[at] = self.room.take(if fold.is_some() { accumulators(len) } else { len } * size)?;
            cursors.set(reads + at, Cursor::new(items[at], [(LANES * size) as isize, 0]));
            if let (true, Some(fold)) = (M::RUNS && !site.writes_each, fold) {
                // SAFETY: there is room for so many accumulators.
                unsafe { (fold.clear)(items[at], len) };
            }
        }
        if M::RUNS {
            let (inputs, accs) = (cursors.as_ptr(), if site.writes_each { Accs::Each } else { Accs::Columns });
            // SAFETY: kernel 1 to 5: the operands are alike, and each element has accumulators, or is kept.
            unsafe { site.kernels(false)[simd::level()](f, inputs, inputs.add(reads), len, 1, accs) };
        }
        for (item, ptr) in yields.iter().zip(&mut items) {
            let Yield::Fold(fold) = item else { continue };
            let (some, all) = (self.room.take(len * fold.out)?, self.room.take(len * fold.out)?);
            if M::RUNS {
                // SAFETY: the accumulators are those of all elements, and there is room for the results.
                unsafe {
                    (fold.few)(*ptr, results.sizes, results.order, some);
                    results.spread(some, all, fold.out);
                }
            }
            *ptr = all;
        }
        self.items.yields(items);
        Some(())
    }
}

/// Accumulators of so many elements, in whole runs.
#[inline(always)]
fn accumulators(len: usize) -> usize {
    len.next_multiple_of(LANES)
}

/// How results of rows or columns lie beside all elements.
#[derive(Clone, Copy)]
struct Results {
    /// Rows and columns of these.
    sizes: (usize, usize),
    /// How they are joined.
    order: Order,
}

impl Results {
    /// Lays results, so many bytes each, beside all elements.
    ///
    /// # Safety
    /// They are there, side by side, and there is room; both are aligned as rooms are.
    #[inline(always)]
    unsafe fn spread(self, from: *const u8, to: *mut u8, size: usize) {
        // SAFETY: whoever calls says so.
        unsafe {
            match size {
                4 => self.spread_as::<u32>(from.cast(), to.cast()),
                8 => self.spread_as::<u64>(from.cast(), to.cast()),
                _ => self.each(|at, result| to.add(at * size).copy_from_nonoverlapping(from.add(result * size), size)),
            }
        }
    }

    /// # Safety
    /// As for [`Results::spread`], of elements that have the size of `T`.
    #[inline(always)]
    unsafe fn spread_as<T>(self, from: *const MaybeUninit<T>, to: *mut MaybeUninit<T>) {
        // SAFETY: whoever calls says so; rooms are aligned for any element.
        self.each(|at, result| unsafe { to.add(at).write(from.add(result).read()) });
    }

    /// Each element with the result beside which it lies.
    #[inline(always)]
    fn each(self, mut f: impl FnMut(usize, usize)) {
        let (rows, columns) = self.sizes;
        for row in 0..rows {
            for column in 0..columns {
                f(row * columns + column, if self.order == Order::Across { column } else { row });
            }
        }
    }
}
