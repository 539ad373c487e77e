//! What the macro knows about a call, and the run time needs to hear.

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
    /// The texts of targets and operands, in the order of the engine.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.targets.iter().chain(self.operands).copied()
    }

    pub(crate) fn operand(&self, index: usize) -> &'static str {
        self.names().nth(index).unwrap_or("?")
    }
}
