//! What the macro knows about a call, and the run time needs to hear.

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
    /// The texts of targets and operands, in the order of the engine.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.targets.iter().chain(self.operands).copied()
    }

    pub(crate) fn operand(&self, index: usize) -> &'static str {
        self.names().nth(index).unwrap_or("?")
    }
}
