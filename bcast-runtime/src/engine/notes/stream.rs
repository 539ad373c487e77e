//! What a note says of an operand or an output.

use crate::call::Call;
use crate::operand::{OperandAxes, RawOperand, Source};

/// One operand or output.
#[derive(Clone, Debug)]
pub(crate) struct Stream {
    /// What has its text.
    pub(crate) said: Said,
    /// Bytes of an element, and how many there are of its own.
    pub(crate) size: usize,
    pub(crate) elements: usize,
    pub(crate) from: From,
    pub(crate) access: Access,
}

/// Where the text of a stream is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Said {
    /// Here: a target.
    Target(&'static str),
    /// Among the operands of its pass, at this place.
    Operand(usize),
    /// It is the next one that a pass yields or makes.
    Output,
}

/// Where elements are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum From {
    /// In memory: where the first of them is, and the range in which all of them lie.
    Memory(usize, (usize, usize)),
    /// One plain value.
    Value,
    /// Computed from their indices.
    Computed,
    /// A stage yields them: its number, whether they are elements that it keeps, and where they begin.
    Stage(usize, bool, usize),
}

impl Stream {
    /// An operand, unless it has no elements, or is not read.
    pub(super) fn of(operand: &RawOperand, said: Said) -> Option<Stream> {
        let axes = operand.axes();
        let is_function = axes.is_single() && !axes.extent().is_empty();
        let (size, own) = (operand.size(), axes.sizes().len());
        if axes.is_shape() || is_function || operand.is_nothing() || operand.is_bare() {
            return None;
        }
        let from = match operand.source() {
            _ if operand.is_computed() => From::Computed,
            Source::Memory(_) if axes.is_single() && !axes.is_exact() => From::Value,
            Source::Memory(ptr) => From::Memory(ptr.addr(), range(ptr.addr(), size, axes)),
            Source::Lanes(_) | Source::Part(..) => From::Computed,
            Source::Across(_) | Source::OutOfCore(_) | Source::Unread(_) => From::Computed,
            Source::Yielded(from) => From::Stage(from.stage, from.is_element(), 0),
        };
        let own = (0..own).map(|axis| if axes.stride(axis) == 0 { 1 } else { axes.sizes()[axis] });
        let elements = if axes.sizes().contains(&0) { 0 } else { own.product() };
        Some(Stream { said, size, elements, from, access: Access::InPlace })
    }

    /// An output that begins here.
    pub(crate) fn output(size: usize, elements: usize, address: usize) -> Stream {
        Stream { said: Said::Output, size, elements, from: From::at(address, size * elements), access: Access::InPlace }
    }

    /// It lies here, all elements side by side.
    pub(super) fn lies_at(&mut self, address: usize) {
        self.from = From::at(address, self.size * self.elements);
    }
}

/// The range in which all elements lie, of so many bytes each, whose first one is here.
pub(crate) fn range(first: usize, size: usize, axes: &OperandAxes) -> (usize, usize) {
    let (mut from, mut to) = (first, first + size);
    for (axis, &count) in axes.sizes().iter().enumerate() {
        let reach = axes.stride(axis) * (count as isize - 1) * size as isize;
        if reach < 0 { from = from.wrapping_add_signed(reach) } else { to = to.wrapping_add_signed(reach) }
    }
    (from, to)
}

impl From {
    /// So many bytes from here on.
    pub(crate) fn at(address: usize, bytes: usize) -> From {
        From::Memory(address, (address, address + bytes))
    }

    /// Where elements begin, if they lie in memory.
    pub(crate) fn address(self) -> Option<usize> {
        match self {
            From::Memory(address, _) | From::Stage(_, _, address) => Some(address),
            From::Value | From::Computed => None,
        }
    }
}

/// How elements reach a kernel, or go where they stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Where they are, by vector loads and stores.
    InPlace,
    /// The same, after another pass has touched them for the same block: they are in the cache.
    Again,
    /// One value a row is copied to all lanes.
    Splatted,
    /// They are not adjacent, or computed, and are copied block by block.
    Gathered,
    /// They are copied to the device before a kernel reads them.
    Uploaded,
}

/// What the macro says of a pass, beside what every call says.
#[derive(Debug)]
pub struct Text {
    /// The call that is handed to the engine: notes are taken under its address.
    pub call: Call<'static>,
    /// What it computes, line by line.
    pub lines: &'static [&'static str],
    /// Its operands, in the order of the call's list.
    pub reads: &'static [&'static str],
    /// What a stage yields.
    pub yields: &'static [&'static str],
    /// What is computed once and needed several times.
    pub shared: &'static [&'static str],
    /// What is kept for later passes.
    pub kept: &'static [&'static str],
    /// Parts that are computed once if they are made of single values, by number.
    pub parts: &'static [(&'static str, usize)],
    /// The targets whose old elements it reads.
    pub olds: &'static [usize],
    /// Later passes need it for each element of more axes.
    pub is_hoisted: bool,
}
