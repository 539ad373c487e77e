//! Compound assignments.

use super::expr::{Expr, Kind};
use super::integer::{arithmetic, power};
use super::maker::{Maker, Need, Place};
use super::types::{Range, Type};

/// Sign, right side, and between which numbers the target lies afterwards.
type Compound = (Option<&'static str>, Expr, Range);

impl Maker<'_> {
    pub(crate) fn compound(&mut self, target: usize, depth: usize, place: &Place) -> Compound {
        match self.targets[target].operand.ty {
            Type::Bool => {
                let sign = self.rare("assignment", &[".&", ".|"]);
                (Some(sign), self.value(place, Type::Bool, depth, &Need::Nothing), Type::Bool.full())
            }
            ty if ty.is_float() => self.float_compound(ty, depth, place),
            _ => self.integer_compound(target, depth, place),
        }
    }

    fn float_compound(&mut self, ty: Type, depth: usize, place: &Place) -> Compound {
        let sign = self.rare("assignment", &[".+", ".-", ".*", "./", ".%", ".^"]);
        let mut value = match sign {
            ".^" if self.random.chance(50) => self.literal(Type::I32, Range::new(-2.0, 3.0)),
            ".^" => self.value_in(place, Type::I32, depth, &Need::Nothing, Range::new(-2.0, 3.0)),
            "./" | ".%" => self.right_side(place, ty, depth, Range::new(0.1, 1e9)),
            _ => self.right_side(place, ty, depth, Range::ANY),
        };
        if let (".^", Kind::Literal(_, spelling)) = (sign, &mut value.kind) {
            *spelling = super::expr::Spelling::Integer;
        }
        (Some(sign), value, Range::new(-1e4, 1e4))
    }

    fn integer_compound(&mut self, target: usize, depth: usize, place: &Place) -> Compound {
        let (ty, now) = (self.targets[target].operand.ty, self.targets[target].now);
        let signs = [".+", ".-", ".*", "./", ".%", ".&", ".|", ".<<", ".>>", ".^"];
        let sign = self.rare("assignment", &signs);
        let (value, range) = match sign {
            ".^" => {
                let value = self.literal(Type::I32, Range::new(1.0, 3.0));
                let range = power(now, value.range.high as i32);
                (value, range)
            }
            ".<<" | ".>>" => {
                let amounts = self.amounts(Type::U8);
                let value = self.value_in(place, Type::U8, depth, &Need::Nothing, amounts);
                (value, now.union(Range::new(0.0, 0.0)).times(Range::new(0.0, 8.0)))
            }
            "./" | ".%" => {
                let value = self.right_side(place, ty, depth, Range::new(1.0, 9.0));
                let range = if ty.is_signed() { Range::new(-now.size(), now.size()) } else { now.balanced() };
                (value, range.and(ty.full()))
            }
            _ => {
                let value = self.right_side(place, ty, depth, ty.full());
                let range = match sign {
                    ".&" | ".|" => now.union(value.range).bits().and(ty.full()),
                    _ => arithmetic(sign, now, value.range),
                };
                (value, range)
            }
        };
        let always = matches!(sign, "./" | ".%" | ".&" | ".|").then_some(range);
        if let Some(range) = always.or(self.inside(ty, range)) {
            return (Some(sign), value, range);
        }
        let value = self.right_side(place, ty, depth, ty.full());
        let range = now.union(value.range).bits().and(ty.full());
        (Some(self.random.pick(&[".&", ".|"])), value, range)
    }

    /// The right side takes a literal's type from the target.
    fn right_side(&mut self, place: &Place, ty: Type, depth: usize, range: Range) -> Expr {
        match self.random.chance(20) {
            true => self.literal(ty, range),
            false => {
                let need = if self.random.chance(60) { self.rank_need(place) } else { Need::Nothing };
                self.value_in(place, ty, depth, &need, range)
            }
        }
    }
}
