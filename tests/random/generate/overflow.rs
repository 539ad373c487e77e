//! `#[wrapping]` and `#[saturating]`: integers may leave their type, and what they do then.

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
}

impl Overflow {
    pub(crate) fn drawn(random: &mut Random) -> Self {
        match random.weighted(&[64, 18, 18]) {
            0 => Overflow::Nowhere,
            1 => Overflow::Wrapping,
            _ => Overflow::Saturating,
        }
    }

    /// The name of the attribute, and of the module of `plain` that says what it means.
    pub(crate) fn name(self) -> Option<&'static str> {
        match self {
            Overflow::Nowhere => None,
            Overflow::Wrapping => Some("wrapping"),
            Overflow::Saturating => Some("saturating"),
        }
    }

    /// A function that computes with integers of this type in the call's own way, if there is one.
    pub(crate) fn of(self, ty: Type, function: &str) -> Option<String> {
        self.name().filter(|_| ty.is_integer()).map(|name| format!("plain::{name}::{function}"))
    }
}

impl Maker<'_> {
    /// Between which numbers results lie that would lie in this range if the type had no end; nothing if they may leave
    /// it and must not.
    pub(crate) fn inside(&self, ty: Type, range: Range) -> Option<Range> {
        match ty.safe().holds(range) {
            true => Some(range),
            false => (self.overflow != Overflow::Nowhere).then(|| ty.full()),
        }
    }
}
