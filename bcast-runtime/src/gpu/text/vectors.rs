//! Operations of numbers and of vectors, which are arrays in WGSL: those go component by component, and a number stands
//! for all components of its own. And products of two vectors.

use super::origins::Hides;
use super::spell::{rounded, spell};
use crate::gpu::device::types::Type;

/// The type of what an operation of these gives, if one of them is a vector.
pub(super) fn result(operation: &str, types: &[Type]) -> Option<Type> {
    let vector = *types.iter().find(|of| of.element().is_some())?;
    if operation == "dot" { vector.element() } else { Some(vector) }
}

/// An operation that gives an `own`.
pub(super) fn operation(name: &str, values: &[String], types: &[Type], own: Type, hides: Hides) -> String {
    // Attributes are about integers.
    let name = match types.iter().all(|of| of.element().is_none() && !of.is_float()) {
        true => name,
        false => bcast_shaders::without_attribute(name),
    };
    let number = |name: &str, values: &[String], types: &[Type], own: Type| {
        hides.made(name, rounded(&spell(name, &hides.arguments(values, types), types), own), own)
    };
    match types.iter().find_map(|&of| if let Type::Array(&(own, len)) = of { Some((own, len)) } else { None }) {
        None => number(name, values, types, own),
        Some((component, len)) => Vectors { values, types, own: component, len, number: &number }.operation(name),
    }
}

/// Spells an operation of numbers that gives one of this type.
type Number<'a> = dyn Fn(&str, &[String], &[Type], Type) -> String + 'a;

/// Arguments of which one is a vector.
struct Vectors<'a> {
    values: &'a [String],
    types: &'a [Type],
    /// Its components.
    own: Type,
    len: usize,
    /// An operation of numbers.
    number: &'a Number<'a>,
}

impl Vectors<'_> {
    fn operation(&self, name: &str) -> String {
        match name {
            "equal" => self.each(name, Type::Bool).join(" && "),
            "not_equal" => self.each(name, Type::Bool).join(" || "),
            "less" | "greater" => panic!("bcast: a GPU has no `clamp` of a vector: write `v.max(low).min(high)`"),
            "dot" => {
                let products = self.each("times", self.own).into_iter();
                products.reduce(|sum, next| self.two("plus", sum, next)).expect("a vector has components")
            }
            "cross" => {
                let part = |side: usize, at: usize| format!("{}[{}]", self.values[side], at % 3);
                let times = |a: usize, b: usize| self.two("times", part(0, a), part(1, b));
                self.made((0..3).map(|at| self.two("minus", times(at + 1, at + 2), times(at + 2, at + 1))).collect())
            }
            _ => self.made(self.each(name, self.own)),
        }
    }

    /// An operation of each component.
    fn each(&self, name: &str, own: Type) -> Vec<String> {
        let part = |at: usize, (value, of): (&String, &Type)| match of.element() {
            Some(own) => (format!("{value}[{at}]"), own),
            None => (value.clone(), *of),
        };
        let component = |at: usize| {
            let (values, types): (Vec<String>, Vec<Type>) =
                self.values.iter().zip(self.types).map(|value| part(at, value)).unzip();
            (self.number)(name, &values, &types, own)
        };
        (0..self.len).map(component).collect()
    }

    /// An operation of two components.
    fn two(&self, name: &str, a: String, b: String) -> String {
        let inner = |value: String| if value.ends_with(']') { value } else { format!("({value})") };
        (self.number)(name, &[inner(a), inner(b)], &[self.own; 2], self.own)
    }

    fn made(&self, parts: Vec<String>) -> String {
        format!("array<{}, {}>({})", self.own.name(), self.len, parts.join(", "))
    }
}
