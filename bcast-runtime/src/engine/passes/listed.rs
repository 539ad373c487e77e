//! The passes of a call before anything is known of them.

use super::Work;
use crate::call::Call;
use crate::engine::{Made, Site};
use crate::operand::RawOperand;
use smallvec::SmallVec;

/// The passes of a call as the expansion lists them: stages, then last passes.
pub struct Passes<'a> {
    pub(in crate::engine) list: SmallVec<[Bare<'a>; 3]>,
}

/// One pass. What it reads and makes stays where it was listed: copies would take as long as the rest of a small call.
pub(in crate::engine) struct Bare<'a> {
    pub(in crate::engine) call: &'a Call<'static>,
    pub(in crate::engine) site: &'static Site,
    pub(in crate::engine) operands: &'a mut [RawOperand<'a>],
    pub(in crate::engine) f: *const u8,
    pub(in crate::engine) work: Work<'a>,
    /// The fresh results of a last pass.
    pub(in crate::engine) fresh: &'a mut [Made],
}

impl<'a> Passes<'a> {
    #[inline(always)]
    pub(in crate::engine) fn new() -> Self {
        Passes { list: SmallVec::new() }
    }

    /// Adds a pass. It is written where it stays: moved as a whole, it would wait for its fields.
    #[inline(always)]
    pub(in crate::engine) fn push(&mut self, bare: Bare<'a>) {
        let place = self.place();
        // SAFETY: there is room behind the passes.
        unsafe {
            place.write(bare);
            self.list.set_len(self.list.len() + 1);
        }
    }

    /// The place behind the last pass.
    #[inline(never)]
    fn place(&mut self) -> *mut Bare<'a> {
        self.list.reserve(1);
        let passes = self.list.len();
        self.list.as_mut_ptr().wrapping_add(passes)
    }

    /// The number of the first last pass from a pass on.
    pub(in crate::engine) fn next_last(&self, from: usize) -> usize {
        from + self.list[from..].iter().take_while(|bare| bare.work.is_stage()).count()
    }
}
