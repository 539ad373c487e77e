//! Reductions, by components where vectors are reduced.

use super::maker::{Maker, Place};
use super::tree::{Expr, Kind, Known, Reduction, Type};
use crate::generate::Need;

impl Maker<'_> {
    fn some_axes(&mut self, rank: usize) -> Option<Vec<usize>> {
        if self.random.chance(20) {
            return None;
        }
        let axes: Vec<usize> = (0..rank).filter(|_| self.random.chance(45)).collect();
        Some(if axes.is_empty() { vec![self.random.below(rank)] } else { axes })
    }

    /// A reduction that lies along the axes that are left.
    pub(crate) fn reduced(&mut self, place: &Place, ty: Type, depth: usize) -> Expr {
        let axes = self.some_axes(place.sizes.len());
        let keep = axes.is_some() && !self.named && self.random.chance(20);
        let mut inner = place.clone();
        let reduction = Reduction { name: "sum", axes, keep, lined: true };
        if !self.named {
            let other = |(axis, size): (usize, &mut usize)| {
                if reduction.has(axis) && self.random.chance(25) {
                    *size = self.random.pick(&[2, 4, 8]);
                }
            };
            inner.sizes.iter_mut().enumerate().for_each(other);
        }
        self.reduce(&inner, ty, reduction, depth)
    }

    /// A reduction of what has an axis more, as an array.
    pub(crate) fn wide(&mut self, place: &Place, ty: Type, depth: usize) -> Expr {
        let rank = place.sizes.len();
        let part = self.wide_alone(place, ty, depth);
        if self.named {
            return part;
        }
        let (known, sizes) = (part.known, part.sizes.clone());
        Expr { kind: Kind::Map(Box::new(part), (0..rank).collect()), ty, known, sizes }
    }

    fn wide_alone(&mut self, place: &Place, ty: Type, depth: usize) -> Expr {
        let rank = place.sizes.len();
        let at = if self.named { rank } else { self.random.below(rank + 1) };
        let mut sizes = place.sizes.clone();
        sizes.insert(at, self.wide);
        let inner = Place { sizes, mapped: true, ..place.clone() };
        self.reduce(&inner, ty, Reduction { name: "sum", axes: Some(vec![at]), keep: false, lined: false }, depth)
    }

    /// A reduction whose result is a value of the call, or what an operator makes of it.
    pub(crate) fn reduced_value(&mut self, place: &Place, ty: Type, depth: usize) -> Expr {
        let axes = self.some_axes(place.sizes.len());
        let part = self.reduce(place, ty, Reduction { name: "sum", axes, keep: false, lined: false }, depth);
        if !ty.has_operators() || self.random.chance(60) {
            return part;
        }
        let single = if self.random.chance(50) { ty } else { Type::Number(self.number) };
        let single = self.single(part.sizes.len(), single);
        let whole = self.joined(vec![part.clone(), single], ty);
        if whole.known.fits(self.number) { whole } else { part }
    }

    /// One whose name goes with what is reduced.
    fn reduce(&mut self, place: &Place, ty: Type, reduction: Reduction, depth: usize) -> Expr {
        let rank = place.sizes.len();
        let may_be_wide = !self.named && !place.mapped && rank > 0 && rank < 3 && self.random.chance(12);
        let part = match may_be_wide {
            true => self.wide_alone(place, ty, depth),
            false => self.value(place, ty, &Need::Full, depth),
        };
        let reduction = Reduction { name: self.name(&part, &reduction), ..reduction };
        let fits = |expr: &Expr| expr.known.fits(self.number);
        let reduced = finished(part, reduction.clone());
        if fits(&reduced) {
            return reduced;
        }
        let part = self.leaf(place, ty, &Need::Full);
        let reduction = Reduction { name: self.name(&part, &reduction), ..reduction };
        let reduced = finished(part, reduction);
        assert!(reduced.known.fits(self.number), "leaves are small");
        reduced
    }

    fn name(&mut self, part: &Expr, reduction: &Reduction) -> &'static str {
        let count = count(part, reduction);
        let mut names = vec!["sum", "sum", "sum"];
        if part.known.is_exact() && part.known.prod(count).fits(self.number) {
            names.extend(["prod", "prod"]);
        }
        if self.number.is_float() && count.is_power_of_two() {
            names.extend(["mean", "mean"]);
        }
        if part.ty.vector().is_none() && count > 0 {
            names.extend(["min", "max"]);
        }
        self.random.pick(&names)
    }
}

/// How many elements each result has.
pub(crate) fn count(part: &Expr, reduction: &Reduction) -> usize {
    let reduced = part.sizes.iter().enumerate().filter(|(axis, _)| reduction.has(*axis));
    reduced.map(|(_, size)| size).product()
}

fn finished(part: Expr, reduction: Reduction) -> Expr {
    let count = count(&part, &reduction);
    let known = match reduction.name {
        "sum" => part.known.sum(count),
        "prod" => part.known.prod(count),
        "mean" => mean(part.known, count),
        _ => part.known,
    };
    let left = part.sizes.iter().enumerate().filter(|(axis, _)| reduction.lined || !reduction.has(*axis));
    let sizes = left.map(|(axis, &size)| if reduction.has(axis) { 1 } else { size }).collect();
    Expr { ty: part.ty, known, sizes, kind: Kind::Reduce(Box::new(part), reduction) }
}

/// Its sum must fit: the bound is that of the sum.
fn mean(known: Known, count: usize) -> Known {
    Known { places: known.places + count.ilog2() as i32, ..known.sum(count) }
}
