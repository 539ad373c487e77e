//! Operands that a stage of the same call yields, and the positions that `argmin` and its kin read.

use super::lanes::OwnPosition;
use super::{Along, Leaf, RawOperand, Source};
use crate::rank::{Full, YieldRank};

/// Which item of which stage, and in what form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Yielded {
    pub(crate) stage: usize,
    pub(crate) item: usize,
    pub(crate) form: Form,
    /// The place of its text among those of the call's operands, if operands before it may not be there.
    pub(crate) text: Option<u16>,
}
impl Yielded {
    /// Whether it is an element of a stage, which lives as long as a block, and not a reduction.
    pub(crate) fn is_element(self) -> bool {
        matches!(self.form, Form::Full | Form::Along)
    }
}

/// How the axes of a stage appear in what it yields.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// A single value: nothing is left of the axes.
    Single,
    /// Only those that were not reduced.
    Kept,
    /// All of them, the reduced ones with size 1.
    Whole,
    /// All of them: an element of the stage, not a reduction.
    Full,
    /// Those along which a mapping stage runs; the others are not there.
    Along,
    /// Not a result: the position of each element along the reduced axes.
    Position,
}

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
    // SAFETY: by the contract, which is invariant 4 of operands.
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
