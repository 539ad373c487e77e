//! Operands and outputs of a pass.

use crate::engine::notes::{self, Access, From, Said, Text};

/// One operand or output of a pass.
#[derive(Clone, Debug, PartialEq)]
pub struct Stream {
    pub(super) text: &'static str,
    size: usize,
    elements: usize,
    pub(super) from: From,
    access: Access,
    /// The pass that yields it.
    pass: Option<usize>,
    pub(super) home: Home,
}

/// Where what a stage yields lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Home {
    Own,
    /// In the cache: a block of it at a time.
    Block,
    /// Where a result or a target of the call does.
    Result,
    /// Nowhere: the kernel of a GPU that yields it needs it itself.
    Kernel,
}

impl Stream {
    /// What has been noted of an operand or, at this place, of an output. `numbers` are those of passes.
    pub(super) fn of(
        noted: &notes::Stream,
        text: Option<&'static Text>,
        output: usize,
        numbers: &[Option<usize>],
    ) -> Stream {
        let said = match noted.said {
            Said::Target(target) => Some(target),
            Said::Operand(place) => text.and_then(|text| text.reads.get(place).copied()),
            Said::Output => text.and_then(|text| text.yields.get(output).copied()),
        };
        let pass = match noted.from {
            From::Stage(stage, ..) => numbers.get(stage).copied().flatten(),
            _ => None,
        };
        let (size, elements, from, access) = (noted.size, noted.elements, noted.from, noted.access);
        Stream { text: said.unwrap_or("result"), size, elements, from, access, pass, home: Home::Own }
    }

    /// So many passes stand before its own.
    pub(super) fn stand_behind(&mut self, before: usize) {
        self.pass = self.pass.map(|pass| pass + before);
    }

    /// The operand or target as written, with its map; what an earlier pass gives, as that computes it; or `result`.
    pub fn text(&self) -> &'static str {
        self.text
    }

    /// Whether it is the operand or the target of this text, with or without its map.
    pub fn is(&self, text: &str) -> bool {
        let rest = self.text.strip_prefix(text);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(" @ ")) && self.pass.is_none()
    }

    /// Elements of its own: those that lie in memory, or are computed. One that is stretched has fewer than its pass.
    pub fn elements(&self) -> usize {
        self.elements
    }

    /// Bytes of an element.
    pub fn element_bytes(&self) -> usize {
        self.size
    }

    /// Bytes of all of its elements.
    pub fn bytes(&self) -> usize {
        self.elements * self.size
    }

    /// How its elements reach the kernel.
    pub fn access(&self) -> Access {
        self.access
    }

    /// Whether it is one plain value.
    pub fn is_value(&self) -> bool {
        self.from == From::Value
    }

    /// Whether it lies on the host, and is copied to the GPU for the call.
    pub fn is_uploaded(&self) -> bool {
        self.access == Access::Uploaded
    }

    /// Whether its elements are computed from their indices, and lie nowhere.
    pub fn is_computed(&self) -> bool {
        self.from == From::Computed
    }

    /// The number of the pass that yields it, if one does.
    pub fn pass(&self) -> Option<usize> {
        self.pass
    }
}
