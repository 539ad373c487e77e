//! `#[wrapping]`, `#[saturating]` and `#[checked]`: integers may leave their type, and what they do then.

use super::case::Case;
use super::machine::Machine;
use super::maker::Maker;
use super::random::Random;
use super::types::{Range, Type};

/// How a call says what integers do where a result does not fit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Overflow {
    /// Not at all: nothing may leave its type.
    Nowhere,
    Wrapping,
    Saturating,
    /// That is an error, and sometimes it happens.
    Checked,
}

impl Overflow {
    pub(crate) fn drawn(machine: Machine, random: &mut Random) -> Self {
        // No kernel of a GPU says where it failed.
        let checked = if machine == Machine::Processor { 15 } else { 0 };
        match random.weighted(&[60, 15, 15, checked]) {
            0 => Overflow::Nowhere,
            1 => Overflow::Wrapping,
            2 => Overflow::Saturating,
            _ => Overflow::Checked,
        }
    }

    /// The name of the attribute, and of the module of `plain` that says what it means.
    pub(crate) fn name(self) -> Option<&'static str> {
        match self {
            Overflow::Nowhere => None,
            Overflow::Wrapping => Some("wrapping"),
            Overflow::Saturating => Some("saturating"),
            Overflow::Checked => Some("checked"),
        }
    }

    /// A function that computes with integers of this type in the call's own way, if there is one.
    pub(crate) fn of(self, ty: Type, function: &str) -> Option<String> {
        self.name().filter(|_| ty.is_integer()).map(|name| format!("plain::{name}::{function}"))
    }
}

impl Case {
    /// Whether what does not fit is an error.
    pub(crate) fn is_checked(&self) -> bool {
        self.overflow == Overflow::Checked
    }
}

impl Maker<'_> {
    /// Elements of which few can be added, now and then where that is an error.
    pub(crate) fn near_the_end(&mut self, ty: Type, asked: Range) -> Option<Range> {
        let may_be = self.overflow == Overflow::Checked && matches!(ty, Type::I32 | Type::U8 | Type::U32);
        let end = Range::new(ty.full().high - 40.0, ty.full().high);
        (may_be && asked.holds(end) && self.random.chance(20)).then_some(end)
    }

    /// Whether a target may be read here: where all is checked before anything is written, only before it is written.
    pub(crate) fn may_read(&self, target: usize) -> bool {
        self.overflow != Overflow::Checked || !self.targets[target].is_written
    }

    /// Between which numbers results lie that would lie in this range if the type had no end; nothing if they may leave
    /// it and must not.
    pub(crate) fn inside(&mut self, ty: Type, range: Range) -> Option<Range> {
        let leaves = match self.overflow {
            _ if ty.safe().holds(range) => return Some(range),
            Overflow::Nowhere => false,
            // With more of them, few calls would go on to the end.
            Overflow::Checked => self.random.chance(75),
            _ => true,
        };
        leaves.then(|| ty.full())
    }
}
