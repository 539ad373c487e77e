//! What the macro knows about a call, and the run time needs to hear.

use crate::operand::RawOperand;

/// What the macro knows about a call.
#[derive(Debug)]
pub struct Call {
    /// The macro's name, `"bcast!"` or `"try_bcast!"`.
    pub name: &'static str,
    /// The operands as written, in the order of the list.
    pub operands: &'static [&'static str],
    /// The targets as written.
    pub targets: &'static [&'static str],
    /// An estimate of the work per element, in additions.
    pub cost: u32,
    /// `#[serial]`: stay on the caller's thread.
    pub serial: bool,
}

impl Call {
    /// Targets and operands, in the order of the engine, with their texts.
    pub(crate) fn named<'o, 'a>(
        &self,
        operands: &'o [RawOperand<'a>],
    ) -> impl Iterator<Item = (&'o RawOperand<'a>, &'static str)> {
        let place = |(index, operand): (usize, &RawOperand)| match operand.text {
            Some(text) => self.operands.get(text.get() as usize - 1),
            None => self.targets.iter().chain(self.operands).nth(index),
        };
        operands
            .iter()
            .enumerate()
            .map(move |(index, operand)| (operand, place((index, operand)).map_or("?", |text| text)))
    }

    /// The text of one of them.
    pub(crate) fn operand(&self, operands: &[RawOperand], index: usize) -> &'static str {
        self.named(operands).nth(index).map_or("?", |(_, text)| text)
    }
}
