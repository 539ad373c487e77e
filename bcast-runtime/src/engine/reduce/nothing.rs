//! Reductions over an axis of size 0.

use crate::engine::ALIGN;
use crate::engine::fold::Yield;
use crate::engine::passes::{PlacedPass, Work};
use crate::loop_plan::LoopPlan;
use crate::shape::MAX_RANK;

/// Results of nothing.
///
/// # Safety
/// As for [`super::run`].
pub(super) unsafe fn write(placed: &PlacedPass, plan: &LoopPlan) {
    let Work::Stage { yields, .. } = &placed.work else {
        return;
    };
    let outputs = placed.outputs();
    let folds = yields.iter().filter_map(|item| if let Yield::Fold(fold) = item { Some(fold) } else { None });
    let kept = yields.len() - folds.clone().count();
    for (at, fold) in folds.enumerate() {
        let at = plan.reads() + kept + at;
        let mut acc = vec![[0_u64; 8]; fold.acc.div_ceil(ALIGN) + 1];
        let acc = acc.as_mut_ptr().cast::<u8>();
        let acc = acc.wrapping_add(acc.align_offset(ALIGN));
        let mut index = [0; MAX_RANK];
        loop {
            let along = |axis: usize| plan.stride(at, axis) * index[axis] as isize;
            let offset: isize = (0..plan.sizes().len()).map(along).sum();
            // SAFETY: there is room for one; the result's place is inside its memory.
            unsafe {
                (fold.clear)(acc, 1);
                (fold.finish)(
                    acc,
                    outputs[at - plan.reads()].place().written().offset(plan.streams()[at].start + offset),
                    0,
                    1,
                    0,
                );
            }
            if !next(&mut index, plan) {
                break;
            }
        }
    }
}

/// The next index below the sizes of the plan; false after the last.
fn next(index: &mut [usize; MAX_RANK], plan: &LoopPlan) -> bool {
    for axis in (0..plan.sizes().len()).rev() {
        index[axis] += 1;
        if index[axis] < plan.sizes()[axis] {
            return true;
        }
        index[axis] = 0;
    }
    false
}
