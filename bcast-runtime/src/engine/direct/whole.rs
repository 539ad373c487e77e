//! A small stage that reduces all it reads, before single values: where operands are alike one look and one kernel
//! call do, and no pass is listed. The sum of 4 numbers takes 0.4 of the time that it took as two small passes.

use super::leaves::Leaves;
use super::memory::StackRoom;
use super::stage::DirectStage;
use super::{Cursors, Nest, alike};
use crate::call::Call;
use crate::engine::fold::Yield;
use crate::engine::kernel::is_buffered;
use crate::engine::passes::{Reduce, width};
use crate::engine::tuning::SMALL_STAGE;
use crate::engine::{Site, parallel};
use crate::operand::{OperandAxes, RawOperand, Source};
use std::mem::MaybeUninit;

/// Bytes of accumulators and results: those of 64 lanes.
const WHOLE_ROOM: usize = 2 * 1024;

/// What such a stage yields.
pub struct Whole {
    room: StackRoom<WHOLE_ROOM>,
    stage: MaybeUninit<DirectStage>,
}

impl Whole {
    /// Runs the stage, if it is so simple.
    ///
    /// # Safety
    /// Site, operands, yields and function belong to a stage of one axis or two, as for
    /// [`Work::Stage`](crate::engine::passes::Work).
    #[inline(never)]
    pub(in crate::engine) unsafe fn of<'w>(
        place: &'w mut MaybeUninit<Whole>,
        (call, site): (&Call, &'static Site),
        operands: &[RawOperand],
        reduce: Reduce,
        yields: &[Yield],
        f: *const u8,
    ) -> Option<&'w mut Whole> {
        let mut cursors = Cursors::new();
        let alike = alike::look(site, operands, &mut cursors)?;
        let (rank, (rows, columns)) = match *alike.sizes {
            [columns] => (1, (1, columns)),
            [rows, columns] => (2, (rows, columns)),
            _ => return None,
        };
        let is_whole = (0..rank).all(|axis| reduce.reduces(axis));
        let is_small =
            alike.len != 0 && alike.len <= SMALL_STAGE && !parallel::is_worth_it(call, alike.len, site.bytes);
        if !is_whole || !is_small || !yields.iter().all(|item| matches!(item, Yield::Fold(_))) {
            return None;
        }
        let buffered = is_buffered(yields.iter().map(|&item| width(item)).sum());
        let leaves = Leaves::of(rank, (rows, columns), reduce, true, buffered).filter(|leaves| leaves.outputs == 1)?;
        let whole = place.as_mut_ptr();
        // SAFETY: all of the place may be written; the nest is that of the operands, the stage that of the yields.
        unsafe {
            StackRoom::start(&raw mut (*whole).room);
            (&raw mut (*whole).stage).write(MaybeUninit::uninit());
            let whole = &mut *whole;
            DirectStage::write(&mut whole.stage, ([rows, columns], rank), reduce, false, &leaves, alike.len);
            let take = |bytes| whole.room.take(bytes);
            DirectStage::place(&mut whole.stage, yields, &leaves, alike.len, operands.len(), &mut cursors, take)?;
            let nest = Nest { rows: leaves.rows, columns: leaves.columns, kernels: site.kernels(false) };
            whole.stage.assume_init_ref().run(nest, &mut cursors, operands.len(), yields, f);
            Some(whole)
        }
    }

    /// Gives operands of the pass behind it what the stage has yielded.
    #[inline(always)]
    pub(in crate::engine) fn place(&self, operands: &mut [RawOperand]) {
        for operand in operands {
            let Source::Yielded(yielded) = operand.source() else { continue };
            // SAFETY: the stage has run, and is the only one: each of its items is one value.
            unsafe {
                let item = self.stage.assume_init_ref().items[yielded.item].assume_init();
                operand.place_at(OperandAxes::single(), Source::Memory(item));
            }
        }
    }
}
