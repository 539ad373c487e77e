//! The types of a kernel's functions by name, and values of the host's.

use crate::gpu::device::element::Type;
use crate::gpu::text::elemental::{Parts, Ty};
use crate::gpu::text::spell::literal;

/// The types that functions name. Structs and tuples are declared.
pub(super) struct Names {
    /// What all names begin with, as a kernel may have several passes.
    pub(super) prefix: String,
    /// The declarations.
    pub(super) text: String,
    structs: Vec<Ty>,
    /// What a device has to have.
    pub(super) scalars: Vec<Type>,
}

impl Names {
    pub(super) fn new(prefix: &str) -> Names {
        Names { prefix: prefix.to_owned(), text: String::new(), structs: Vec::new(), scalars: Vec::new() }
    }

    /// The name of a type, which is declared where it is first named.
    pub(super) fn of(&mut self, of: &Ty) -> String {
        match of {
            Ty::Scalar(own) => {
                if !self.scalars.contains(own) {
                    self.scalars.push(*own);
                }
                own.name().to_owned()
            }
            Ty::Array(element, len) => format!("array<{}, {len}>", self.of(element)),
            Ty::Struct(fields) => match self.structs.iter().position(|known| known == of) {
                Some(at) => self.of_struct(at),
                None => {
                    let fields = fields.iter().map(|(name, of)| format!("f_{name}: {}", self.of(of)));
                    let fields = fields.collect::<Vec<_>>().join(", ");
                    let name = self.of_struct(self.structs.len());
                    self.text += &format!("struct {name} {{ {fields} }}\n");
                    self.structs.push(of.clone());
                    name
                }
            },
            Ty::Unknown => unreachable!("the rules find the type of each value"),
        }
    }

    fn of_struct(&self, at: usize) -> String {
        format!("{}_T{at}", self.prefix)
    }

    /// A value of the host's.
    pub(super) fn constant(&mut self, of: &Ty, parts: &Parts) -> String {
        let all = match (of, parts) {
            (Ty::Scalar(own), Parts::Number(number)) => {
                self.of(of);
                return literal(number, *own);
            }
            (Ty::Array(element, _), Parts::All(all)) => all.iter().map(|part| self.constant(element, part)).collect(),
            (Ty::Struct(fields), Parts::All(all)) => {
                fields.iter().zip(all).map(|((_, of), part)| self.constant(of, part)).collect::<Vec<String>>()
            }
            _ => unreachable!("a value has the parts of its type"),
        };
        format!("{}({})", self.of(of), all.join(", "))
    }
}
