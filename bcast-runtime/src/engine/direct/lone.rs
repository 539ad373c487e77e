//! A stage that reduces rows or columns and whose results are all that the call makes: the stage writes them where they
//! stay, and neither passes nor a plan are listed.

use super::pass::{DirectPass, Limits};
use crate::call::Call;
use crate::engine::fold::Yield;
use crate::engine::fresh::Owned;
use crate::engine::passes::{Bare, Reduce, Work};
use crate::engine::tuning::LONE_STAGE;
use crate::engine::{Made, Site};
use crate::operand::RawOperand;
use crate::shape::Shape;
use std::mem::MaybeUninit;

/// Where the results go that a last pass would hand on.
pub enum Handed<'a> {
    /// To memory that the call gets for them, which is none yet.
    Fresh(Made),
    /// To a target.
    Target(RawOperand<'a>),
}

impl Handed<'_> {
    /// The fresh result, if there is one.
    #[inline(always)]
    pub(in crate::engine) fn fresh(&self) -> &[Made] {
        if let Handed::Fresh(made) = self { std::slice::from_ref(made) } else { &[] }
    }

    /// Runs a stage whose results go here, if they can.
    ///
    /// # Safety
    /// The stage has been found, and its results have this shape.
    #[inline(always)]
    unsafe fn run(&mut self, stage: &mut DirectPass, bare: &Bare, shape: &Shape) -> Option<()> {
        match self {
            Handed::Fresh(made) => {
                let owned = Owned::new(std::slice::from_mut(made), shape.len());
                // SAFETY: whoever calls says so; the memory has room for the results.
                unsafe { stage.run_to(owned.made()[0].ptr, bare) };
                owned.keep();
            }
            Handed::Target(target) => {
                if !target.axes().runs_on(shape.sizes()) || bare.operands.iter().any(|read| read.begins_with(target)) {
                    return None;
                }
                // SAFETY: whoever calls says so; the stage reads nothing of the target, which has a place for each
                // result.
                unsafe { stage.run_to(target.value_ptr(), bare) };
            }
        }
        Some(())
    }
}

/// Runs a stage, if it is one kernel call, and hands its only result on. The shape becomes that of the result.
///
/// # Safety
/// Site, operands, reduction, yields and function belong to a stage, as for [`Work::Stage`]; it reads no other one.
#[inline(never)]
pub(in crate::engine) unsafe fn lone<'a>(
    (call, site): (&'static Call<'static>, &'static Site),
    operands: &'a mut [RawOperand<'a>],
    (reduce, yields): (Reduce, &'a [Yield]),
    f: *const u8,
    handed: &mut Handed,
    shape: &mut Shape,
) -> Option<()> {
    let [Yield::Fold(_)] = yields else { return None };
    let mut found = MaybeUninit::uninit();
    let (pass, memory) = DirectPass::with_memory(&mut found);
    let mut bare = Bare { call, site, operands, f, work: Work::Stage { reduce, yields }, fresh: &mut [] };
    let limits = Limits { most: LONE_STAGE, orders: true };
    pass.kernel_stage(&mut bare, limits, 0, reduce, yields, memory.0)?;
    // SAFETY: the stage has been found.
    unsafe { pass.yielding() }.left(shape);
    // SAFETY: the stage has been found, and its results have this shape.
    unsafe { handed.run(pass, &bare, shape) }
}
