//! Expressions of integers. Every result is proved to be inside the type.

use super::expr::{Expr, Kind};
use super::float::pair;
use super::functions::INTEGERS;
use super::maker::{Maker, Need, Place};
use super::overflow::Overflow;
use super::types::{Range, Type};
use super::value::Wanted;

/// Divisors.
const POSITIVE: Range = Range::new(1.0, 12.0);
/// Shift amounts and exponents.
const SMALL: Range = Range::new(0.0, 3.0);

impl Maker<'_> {
    pub(crate) fn integer(&mut self, place: &Place, ty: Type, depth: usize, need: &Need) -> Expr {
        match self.random.weighted(&[26, 12, 14, 12, 6, 6, 5, 25, 10]) {
            0 => self.sum(place, ty, depth, need),
            1 => self.quotient(place, ty, depth, need),
            2 => self.bits(place, ty, depth, need),
            3 => self.shifted(place, ty, depth, need),
            4 => self.negated(place, ty, depth, need),
            5 => self.integer_to_literal(place, ty, depth, need),
            6 => self.integer_power(place, ty, depth, need),
            7 => self.integer_function(place, ty, depth, need),
            _ => self.converted(place, ty, depth, need),
        }
    }

    fn sum(&mut self, place: &Place, ty: Type, depth: usize, need: &Need) -> Expr {
        let sign = self.rare("operator", &[".+", ".-", ".*"]);
        let wanted = [Wanted::new(ty, ty.full()); 2];
        let (left, right) = pair(self.arguments(place, &wanted, depth, need));
        let options = [sign, ".+", ".-"];
        let fitting = options.into_iter().find_map(|sign| {
            let range = arithmetic(sign, left.range, right.range);
            Some((sign, self.inside(ty, range)?))
        });
        match fitting {
            Some((sign, range)) => Expr::infix(sign, left, right, range),
            None => self.bits_of(left, right),
        }
    }

    fn quotient(&mut self, place: &Place, ty: Type, depth: usize, need: &Need) -> Expr {
        let sign = self.rare("operator", &["./", ".%"]);
        let negative = ty.is_signed() && self.random.chance(30);
        let nearest = if self.overflow == Overflow::Nowhere { -2.0 } else { -1.0 };
        let divisor = if negative { Range::new(-9.0, nearest) } else { self.divisors() };
        let wanted = [Wanted::new(ty, ty.full()), Wanted::new(ty, divisor)];
        let (left, right) = pair(self.arguments(place, &wanted, depth, need));
        let range = if ty.is_signed() {
            Range::new(-left.range.size(), left.range.size()).and(ty.full())
        } else {
            left.range.balanced()
        };
        Expr::infix(sign, left, right, range)
    }

    /// Some of them are 0 where that is an error to be found.
    fn divisors(&mut self) -> Range {
        match self.overflow {
            Overflow::Checked if self.random.chance(50) => Range::new(0.0, 12.0),
            _ => POSITIVE,
        }
    }

    fn bits(&mut self, place: &Place, ty: Type, depth: usize, need: &Need) -> Expr {
        if self.random.chance(15) {
            let value = self.value(place, ty, depth - 1, need);
            let range = match ty.is_signed() {
                true => Range::new(-value.range.high - 1.0, -value.range.low - 1.0).and(ty.full()),
                false => ty.full(),
            };
            return Expr::new(Kind::Prefix('!', Box::new(value)), ty, range);
        }
        let (left, right) = pair(self.arguments(place, &[Wanted::new(ty, ty.full()); 2], depth, need));
        self.bits_of(left, right)
    }

    /// An operator that cannot overflow.
    fn bits_of(&mut self, left: Expr, right: Expr) -> Expr {
        let range = left.range.union(right.range).bits().and(left.ty.full());
        match self.rare("operator", &[".&", ".|", "xor"]) {
            "xor" => Expr::call("xor", vec![left, right], range),
            sign => Expr::infix(sign, left, right, range),
        }
    }

    fn shifted(&mut self, place: &Place, ty: Type, depth: usize, need: &Need) -> Expr {
        let sign = self.rare("operator", &[".<<", ".>>"]);
        let amount_type = self.random.pick(&[Type::I32, ty, Type::U32, Type::U8]);
        let wanted = [Wanted::typed(ty, ty.full()), Wanted::typed(amount_type, self.amounts(amount_type))];
        let (left, mut right) = pair(self.arguments(place, &wanted, depth, need));
        if *need == Need::Nothing {
            right = match self.random.below(8) {
                0..4 => self.literal(Type::I32, SMALL),
                4 if depth > 1 => self.small_converted(place, depth),
                _ => right,
            };
        }
        let all = left.range.union(Range::new(0.0, 0.0));
        let range = match sign {
            _ if self.overflow != Overflow::Nowhere => ty.full(),
            ".>>" => all,
            _ if ty.safe().holds(all.times(Range::new(0.0, 8.0))) => all.times(Range::new(0.0, 8.0)),
            // Bits that are shifted out are lost.
            _ => ty.full(),
        };
        Expr::infix(sign, left, right, range)
    }

    /// By how many bits numbers are shifted: without an attribute not by more than they have.
    pub(crate) fn amounts(&mut self, ty: Type) -> Range {
        match self.overflow {
            Overflow::Nowhere => SMALL,
            Overflow::Checked if self.random.chance(60) => SMALL,
            _ => Range::new(if ty.is_signed() { -3.0 } else { 0.0 }, 70.0),
        }
    }

    fn negated(&mut self, place: &Place, ty: Type, depth: usize, need: &Need) -> Expr {
        let value = self.value(place, ty, depth - 1, need);
        let Some(range) = self.inside(ty, value.range.negated()).filter(|_| ty.is_signed()) else {
            return value;
        };
        Expr::new(Kind::Prefix('-', Box::new(value)), ty, range)
    }

    fn integer_to_literal(&mut self, place: &Place, ty: Type, depth: usize, need: &Need) -> Expr {
        let base = self.value(place, ty, depth - 1, need);
        let exponents = self.random.pick(&[[2, 1, 0], [3, 2, 1], [4, 2, 0], [1, 0, 0]]);
        let fitting = exponents.into_iter().find_map(|exponent| {
            let range = power(base.range, exponent);
            Some((exponent, self.inside(ty, range)?))
        });
        match fitting {
            Some((exponent, range)) => Expr::new(Kind::LiteralPower(Box::new(base), exponent), ty, range),
            None => base,
        }
    }

    fn integer_power(&mut self, place: &Place, ty: Type, depth: usize, need: &Need) -> Expr {
        let wanted = [Wanted::typed(ty, ty.full()), Wanted::typed(Type::U32, SMALL)];
        let (base, mut exponent) = pair(self.arguments(place, &wanted, depth, need));
        if depth > 1 && *need == Need::Nothing && self.random.chance(60) {
            exponent = self.small_converted(place, depth);
        }
        let range = (0..=3).map(|exponent| power(base.range, exponent)).fold(base.range, Range::union);
        let Some(range) = self.inside(ty, range).filter(|_| !matches!(exponent.kind, Kind::Literal(..))) else {
            let part = Kind::Convert(Box::new(exponent));
            return self.bits_of(base, Expr::new(part, ty, SMALL));
        };
        Expr::new(Kind::Power(Box::new(base), Box::new(exponent)), ty, range)
    }

    /// `u32.(..)`
    fn small_converted(&mut self, place: &Place, depth: usize) -> Expr {
        let ty = self.random.pick(&[Type::U8, Type::I32, Type::I64]);
        let small = self.value_in(place, ty, depth - 2, &Need::Nothing, SMALL);
        Expr::new(Kind::Convert(Box::new(small)), Type::U32, SMALL)
    }

    fn integer_function(&mut self, place: &Place, ty: Type, depth: usize, need: &Need) -> Expr {
        let name = self.rare("built-in", &INTEGERS);
        if matches!(name, "abs" | "signum") {
            return self.signed_function(place, ty, depth, need, name);
        }
        let any = Wanted::new(ty, ty.full());
        let wanted = match name {
            "rem_euclid" => vec![any, Wanted::new(ty, self.divisors())],
            "clamp" => vec![any; 3],
            "xor" => vec![any; 2],
            _ if self.random.chance(30) => vec![any; 3],
            _ => vec![any; 2],
        };
        let parts = self.arguments(place, &wanted, depth, need);
        let all = parts.iter().map(|part| part.range).reduce(Range::union).unwrap_or(ty.full());
        let range = match name {
            "rem_euclid" => Range::new(0.0, parts[1].range.high),
            "xor" => all.bits().and(ty.full()),
            _ => all,
        };
        Expr::call(name, parts, range)
    }

    fn signed_function(&mut self, place: &Place, ty: Type, depth: usize, need: &Need, name: &'static str) -> Expr {
        let value = self.value(place, ty, depth - 1, need);
        let sizes = match name {
            "abs" => self.inside(ty, Range::new(0.0, value.range.size())),
            _ => Some(value.range),
        };
        let Some(sizes) = sizes.filter(|_| ty.is_signed()) else {
            return value;
        };
        let range = match name {
            "abs" => sizes,
            _ => Range::new(-1.0, 1.0),
        };
        Expr::call(name, vec![value], range)
    }
}

/// What a sum, difference or product may give.
pub(crate) fn arithmetic(sign: &str, left: Range, right: Range) -> Range {
    match sign {
        ".+" => left.plus(right),
        ".-" => left.plus(right.negated()),
        _ => left.times(right),
    }
}

/// What a power may give.
pub(crate) fn power(base: Range, exponent: i32) -> Range {
    (0..exponent).fold(Range::new(1.0, 1.0), |range, _| range.times(base))
}
