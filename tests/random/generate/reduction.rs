//! Reductions whose results do not depend on the order: of whole numbers, or choices of one element.

use super::expr::{Expr, Kind, Reduced};
use super::machine::Machine;
use super::maker::{Maker, Need, Place};
use super::overflow::Overflow;
use super::types::{Range, Type};

pub(crate) const NAMES: [&str; 12] =
    ["sum", "prod", "mean", "min", "max", "minimum", "maximum", "any", "all", "count", "argmin", "argmax"];

impl Maker<'_> {
    /// A reduction of a value with all axes of the place; beside others it lies along those that are left.
    pub(crate) fn reduction(&mut self, place: &Place, ty: Type, depth: usize) -> Expr {
        let rank = place.sizes.len();
        let mut axes = match self.random.chance(25) {
            true => None,
            false => Some((0..rank).filter(|_| self.random.chance(50)).collect::<Vec<_>>()),
        };
        if axes.as_ref().is_some_and(Vec::is_empty) {
            axes = Some(vec![self.random.below(rank)]);
        }
        let keep = axes.is_some() && self.random.chance(20);
        let mut names = self.names_of(ty);
        // Some have no value of nothing.
        if place.sizes.contains(&0) {
            names.retain(|name| matches!(*name, "sum" | "prod" | "any" | "all" | "count"));
        }
        let name = self.rare("reduction", &names);
        let reduced = Reduced { name, axes, keep, rank };
        let count: usize = (0..rank).filter(|&axis| reduced.has(axis)).map(|axis| place.sizes[axis].max(1)).product();
        let inside = Place { mapped: true, reduced: true, ..place.clone() };
        let (part, range) = self.reduced(&inside, ty, depth.max(1) - 1, name, count as f64);
        let whole = Expr::new(Kind::Reduce(Box::new(part), reduced), ty, range);
        // Which zero is chosen is not defined; adding 0 makes it the positive one.
        if ty.is_float() && matches!(name, "min" | "max" | "minimum" | "maximum") && range.has(0.0) {
            let zero = self.literal(ty, Range::new(0.0, 0.0));
            return Expr::infix(".+", whole, zero, range);
        }
        whole
    }

    /// The reductions of a type.
    fn names_of(&self, ty: Type) -> Vec<&'static str> {
        let mut names = match ty {
            Type::Bool => vec!["any", "all"],
            Type::F32 | Type::F64 => {
                vec!["sum", "prod", "mean", "min", "max", "minimum", "maximum", "argmin", "argmax"]
            }
            Type::I32 | Type::I64 => {
                vec!["sum", "prod", "min", "max", "minimum", "maximum", "count", "argmin", "argmax"]
            }
            _ if self.overflow == Overflow::Nowhere => vec!["prod", "min", "max", "minimum", "maximum"],
            _ => vec!["sum", "prod", "min", "max", "minimum", "maximum"],
        };
        // Kernels have no wider type for them.
        if self.overflow == Overflow::Saturating && self.machine == Machine::Gpu && ty.is_integer() {
            names.retain(|name| !matches!(*name, "sum" | "prod"));
        }
        names
    }

    /// What is reduced, and between which numbers the results lie.
    fn reduced(&mut self, place: &Place, ty: Type, depth: usize, name: &str, count: f64) -> (Expr, Range) {
        let need = Need::Full;
        match name {
            "sum" | "prod" if self.overflow != Overflow::Nowhere && ty.is_integer() => {
                (self.value(place, ty, depth, &need), ty.full())
            }
            "sum" | "mean" | "prod" => {
                let exact = match ty {
                    Type::F32 => 16_777_216.0,
                    _ => ty.safe().size().min(9.0e15),
                };
                let most = if name == "prod" { 1.0 } else { (exact / count).floor().min(1000.0) };
                let low = if ty == Type::U8 || ty == Type::U32 { 0.0 } else { -most };
                let range = Range::new(low, most);
                // Sums of floats are exact for whole numbers.
                let whole = if ty.is_float() { Type::I32 } else { ty };
                let part = self.whole(place, whole, depth, range);
                let part = if ty.is_float() { Expr::new(Kind::Convert(Box::new(part)), ty, range) } else { part };
                let range = if name == "sum" { Range::new(low * count, most * count) } else { range };
                (part, if name == "prod" { Range::new(low.min(0.0), 1.0) } else { range })
            }
            "any" | "all" => (self.value(place, Type::Bool, depth, &need), Type::Bool.full()),
            "count" => (self.value(place, Type::Bool, depth, &need), Range::new(0.0, count)),
            "argmin" | "argmax" => {
                let of = self.random.pick(&[Type::F32, Type::F64, Type::I32, Type::U8]);
                (self.value(place, of, depth, &need), Range::new(0.0, count))
            }
            _ => {
                let part = self.value(place, ty, depth, &need);
                let range = part.range;
                (part, range)
            }
        }
    }

    /// Whole numbers that certainly lie in a range.
    fn whole(&mut self, place: &Place, ty: Type, depth: usize, range: Range) -> Expr {
        let value = self.value_in(place, ty, depth, &Need::Full, range);
        if range.holds(value.range) { value } else { self.fit(value, range) }
    }
}
