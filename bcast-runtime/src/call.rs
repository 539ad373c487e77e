//! What the macro knows about a call, and the run time needs to hear.

use crate::operand::HasAxes;

/// What the macro knows about a call.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The macro's name, `"bcast!"` or `"try_bcast!"`.
    pub name: &'static str,
    /// The operands as written, in the order of the list.
    pub operands: &'a [&'static str],
    /// The targets as written.
    pub targets: &'a [&'static str],
    /// The names of the output's axes; none where they are counted.
    pub axes: &'a [&'static str],
    /// An estimate of the work per element, in additions.
    pub cost: u32,
    /// `#[serial]`: stay on the caller's thread.
    pub serial: bool,
}

impl Call<'_> {
    /// The texts of targets and operands, in the order of the engine. Of an expression that is an operand, the first
    /// place has the text.
    pub(crate) fn names<'c, O: HasAxes>(&'c self, operands: &'c [O]) -> impl Iterator<Item = &'static str> + 'c {
        (0..operands.len()).map(move |index| self.operand(operands, index))
    }

    /// The texts of targets and operands.
    #[inline]
    pub(crate) fn texts(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.targets.iter().chain(self.operands).copied()
    }

    /// The text of an operand.
    pub(crate) fn operand(&self, operands: &[impl HasAxes], index: usize) -> &'static str {
        self.texts().nth(text_of(operands, index)).unwrap_or("?")
    }
}

/// The place of an operand's text among those of targets and operands.
pub(crate) fn text_of(operands: &[impl HasAxes], index: usize) -> usize {
    operands.iter().take(index + 1).filter(|operand| !operand.axes().is_inner()).count().saturating_sub(1)
}
