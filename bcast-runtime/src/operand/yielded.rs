//! Operands that a stage of the same call yields, and the positions that `argmin` and its kin read.

use super::range::fill_positions;
use super::{Along, Geometry, Leaf, RawOperand};
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
    let geometry = Geometry::Yielded(Yielded { stage, item, form, text: None });
    let raw = RawOperand { along, ..RawOperand::memory(std::ptr::null::<E>(), geometry) };
    // SAFETY: by the contract, once the engine has filled in where the result is.
    unsafe { Leaf::new(raw) }
}

/// The position of each element along the axes that its stage reduces, in logical order.
#[inline]
pub fn position<'a>(stage: usize) -> Leaf<'a, usize, Full<()>> {
    static ZERO: usize = 0;
    let geometry = Geometry::Yielded(Yielded { stage, item: 0, form: Form::Position, text: None });
    let raw = RawOperand { fill: Some(fill_positions()), ..RawOperand::memory(&raw const ZERO, geometry) };
    // SAFETY: the function counts from `ZERO`.
    unsafe { Leaf::new(raw) }
}
