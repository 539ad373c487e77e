//! Expressions of floats.

use super::expr::{Expr, Kind};
use super::functions::{ONE_FLOAT, SEVERAL_FLOATS};
use super::maker::{Maker, Need, Place};
use super::types::{Range, Type};
use super::value::Wanted;

/// Divisors and bases of powers.
const POSITIVE: Range = Range::new(0.1, 1e9);

impl Maker<'_> {
    pub(crate) fn float(&mut self, place: &Place, ty: Type, depth: usize, need: &Need) -> Expr {
        match self.random.weighted(&[26, 4, 6, 5, 48, 14, 8]) {
            0 => self.float_infix(place, ty, depth, need),
            1 => {
                let value = self.value(place, ty, depth - 1, need);
                let range = value.range.negated();
                Expr::new(Kind::Prefix('-', Box::new(value)), ty, range)
            }
            2 => self.float_to_literal(place, ty, depth, need),
            3 => self.float_power(place, ty, depth, need),
            4 => self.one_float(place, ty, depth, need),
            5 => self.several_floats(place, ty, depth, need),
            _ => self.converted(place, ty, depth, need),
        }
    }

    fn float_infix(&mut self, place: &Place, ty: Type, depth: usize, need: &Need) -> Expr {
        let sign = self.rare("operator", &[".+", ".-", ".*", "./", ".%"]);
        let divides = matches!(sign, "./" | ".%");
        let wanted = [Wanted::new(ty, Range::ANY), Wanted::new(ty, if divides { POSITIVE } else { Range::ANY })];
        let (left, right) = pair(self.arguments(place, &wanted, depth, need));
        let range = match sign {
            ".+" => left.range.plus(right.range),
            ".-" => left.range.plus(right.range.negated()),
            ".*" => left.range.times(right.range),
            "./" => left.range.times(Range::new(-10.0, 10.0)),
            _ => left.range.balanced(),
        };
        Expr::infix(sign, left, right, range)
    }

    fn float_to_literal(&mut self, place: &Place, ty: Type, depth: usize, need: &Need) -> Expr {
        let exponent = self.random.pick(&[2, 2, 3, 4, 5, 1, 0, -1, -2, -3]);
        let domain = if exponent < 0 { POSITIVE } else { Range::new(-1e4, 1e4) };
        let base = self.value_in(place, ty, depth - 1, need, domain);
        let mut range = Range::new(1.0, 1.0);
        for _ in 0..exponent {
            range = range.times(base.range);
        }
        if exponent < 0 {
            range = Range::new(0.0, 1000.0);
        }
        Expr::new(Kind::LiteralPower(Box::new(base), exponent), ty, range)
    }

    fn float_power(&mut self, place: &Place, ty: Type, depth: usize, need: &Need) -> Expr {
        let exponent = match self.random.chance(50) || !self.machine.has("powf", ty) {
            true => Wanted::typed(Type::I32, Range::new(-3.0, 3.0)),
            false => Wanted::new(ty, Range::new(-3.0, 3.0)),
        };
        let base = Wanted { range: Range::new(0.1, 100.0), ..Wanted::new(ty, POSITIVE) };
        let base = if exponent.literal { base } else { Wanted { literal: false, ..base } };
        let (base, mut exponent) = pair(self.arguments(place, &[base, exponent], depth, need));
        // A whole number as the exponent is another operation.
        if let Kind::Literal(number, _) = exponent.kind
            && number.fract() == 0.0
        {
            exponent = self.leaf(place, exponent.ty, &Need::Nothing, exponent.range);
            if let Kind::Literal(..) = exponent.kind {
                return base;
            }
        }
        Expr::new(Kind::Power(Box::new(base), Box::new(exponent)), ty, Range::new(0.0, 1e6))
    }

    fn one_float(&mut self, place: &Place, ty: Type, depth: usize, need: &Need) -> Expr {
        let names: Vec<&'static str> =
            ONE_FLOAT.iter().map(|function| function.name).filter(|name| self.machine.has(name, ty)).collect();
        let name = self.rare("built-in", &names);
        let Some(function) = ONE_FLOAT.iter().find(|function| function.name == name) else {
            unreachable!("it comes from this table")
        };
        let argument = self.value_in(place, ty, depth - 1, need, function.domain);
        let range = (function.result)(argument.range.and(function.domain));
        Expr::call(name, vec![argument], range)
    }

    fn several_floats(&mut self, place: &Place, ty: Type, depth: usize, need: &Need) -> Expr {
        let names: Vec<&str> = SEVERAL_FLOATS.into_iter().filter(|name| self.machine.has(name, ty)).collect();
        let name = self.rare("built-in", &names);
        let any = Wanted::new(ty, Range::ANY);
        let positive = Wanted::new(ty, Range::new(0.1, 100.0));
        let wanted = match name {
            "powf" => vec![positive, Wanted::new(ty, Range::new(-3.0, 3.0))],
            "powi" => vec![Wanted { literal: false, ..positive }, Wanted::typed(Type::I32, Range::new(-3.0, 3.0))],
            "rem_euclid" => vec![any, Wanted::new(ty, POSITIVE)],
            "clamp" | "mul_add" => vec![any; 3],
            "min" | "max" | "minimum" | "maximum" if self.random.chance(30) => vec![any; 3],
            _ => vec![any; 2],
        };
        let mut parts = self.arguments(place, &wanted, depth, need);
        if name == "copysign" {
            // The sign of a NaN that was computed is not defined.
            let sizes = if self.random.chance(50) { place.sizes.clone() } else { Vec::new() };
            parts[1] = self.operand(&sizes, ty, Range::ANY);
            if *need != Need::Nothing || is_literal(&parts[0]) && is_literal(&parts[1]) {
                parts[0] = self.value(place, ty, depth - 1, need);
            }
        }
        if name == "powi" && self.random.chance(40) && *need == Need::Nothing {
            parts[1] = self.literal(Type::I32, Range::new(-3.0, 3.0));
        }
        let all = parts.iter().map(|part| part.range).reduce(Range::union).unwrap_or(Range::ANY);
        let range = match name {
            "atan2" => Range::new(-3.2, 3.2),
            "powf" | "powi" => Range::new(0.0, 1e6),
            "rem_euclid" => Range::new(0.0, parts[1].range.size()),
            "hypot" => Range::new(0.0, 2.0 * all.size()),
            "mul_add" => parts[0].range.times(parts[1].range).plus(parts[2].range),
            "copysign" => Range::new(-parts[0].range.size(), parts[0].range.size()),
            _ => all,
        };
        let unordered = matches!(name, "min" | "max" | "clamp");
        let call = Expr::call(name, parts, range);
        let call = Expr { ty, ..call };
        // Which zero `min` and `max` give is not defined; adding 0 makes it the positive one.
        if unordered && range.has(0.0) {
            let zero = self.literal(ty, Range::new(0.0, 0.0));
            return Expr::infix(".+", call, zero, range);
        }
        call
    }
}

fn is_literal(expr: &Expr) -> bool {
    matches!(expr.kind, Kind::Literal(..))
}

/// Two arguments.
pub(crate) fn pair(parts: Vec<Expr>) -> (Expr, Expr) {
    match <[Expr; 2]>::try_from(parts) {
        Ok([left, right]) => (left, right),
        Err(_) => unreachable!("two were asked for"),
    }
}
