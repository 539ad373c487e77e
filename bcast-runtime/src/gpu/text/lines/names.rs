//! The types that a kernel's functions name, and values of the host's.

use crate::gpu::device::types::Type;
use crate::gpu::device::value::Parts;
use crate::gpu::text::spell::literal;

/// The types that functions name.
#[derive(Default)]
pub(super) struct Names {
    pub(super) types: Vec<Type>,
}

impl Names {
    pub(super) fn of(&mut self, of: Type) -> String {
        if !self.types.contains(&of) {
            self.types.push(of);
        }
        of.name().into_owned()
    }

    /// A value of the host's.
    pub(super) fn constant(&mut self, of: Type, parts: &Parts) -> String {
        let all: Vec<String> = match (of, parts) {
            (_, Parts::Number(number)) => return literal(number, of),
            (Type::Array(&(element, _)), Parts::All(all)) => {
                all.iter().map(|part| self.constant(element, part)).collect()
            }
            (Type::Struct(fields), Parts::All(all)) => {
                fields.iter().zip(all).map(|((_, of), part)| self.constant(*of, part)).collect()
            }
            _ => unreachable!("a value has the parts of its type"),
        };
        format!("{}({})", self.of(of), all.join(", "))
    }
}
