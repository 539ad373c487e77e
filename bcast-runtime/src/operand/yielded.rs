//! Operands that a stage of the same call yields, and the positions that `argmin` and its kin read.

use super::lanes::OwnPosition;
use super::{Along, Leaf, RawOperand, Source, Yielded};
use crate::rank::{Form, Full, YieldRank};

/// An operand that item `item` of stage `stage` becomes.
///
/// # Safety
/// The stage exists, its item has elements of type `E`, and its axes in the form of `R` are those of `R`.
pub(crate) unsafe fn result<'a, E, R: YieldRank>(
    stage: usize,
    item: usize,
    axes: &'static [u8],
    form: Form,
) -> Leaf<'a, E, R> {
    let along = if R::FORM == Form::Kept { Along::Kept(axes, 0) } else { Along::Same };
    let from = Yielded { stage, item, form, text: None };
    // SAFETY: by the contract, which is invariant 6 of operands.
    unsafe { Leaf::new(RawOperand::yielded(from, size_of::<E>(), along)) }
}

/// Where positions come from, once a stage is laid out.
pub(crate) const POSITIONS: Source<'static> = Source::Lanes(&OwnPosition);

/// The position of each element along the axes that its stage reduces, in logical order.
#[inline]
pub fn position<'a>(stage: usize) -> Leaf<'a, usize, Full<()>> {
    let from = Yielded { stage, item: 0, form: Form::Position, text: None };
    // SAFETY: `POSITIONS` have elements of this type.
    unsafe { Leaf::new(RawOperand::yielded(from, size_of::<usize>(), Along::Same)) }
}
