//! Conditions.

use super::expr::{Expr, Kind};
use super::float::pair;
use super::maker::{Maker, Need, Place};
use super::types::{Range, Type};
use super::value::Wanted;

const BOOL: Range = Range::new(0.0, 1.0);

impl Maker<'_> {
    pub(crate) fn logic(&mut self, place: &Place, depth: usize, need: &Need) -> Expr {
        match self.random.weighted(&[50, 22, 16, 8, 8]) {
            0 => self.comparison(place, depth, need),
            1 => self.lazy(place, depth, need),
            2 => {
                let (left, right) = pair(self.arguments(place, &[Wanted::typed(Type::Bool, BOOL); 2], depth, need));
                match self.rare("operator", &[".&", ".|", "xor"]) {
                    "xor" => Expr::call("xor", vec![left, right], BOOL),
                    sign => Expr::infix(sign, left, right, BOOL),
                }
            }
            3 => {
                let value = self.value(place, Type::Bool, depth - 1, need);
                Expr::new(Kind::Prefix('!', Box::new(value)), Type::Bool, BOOL)
            }
            _ => {
                let name = self.rare("built-in", &["is_nan", "is_finite"]);
                let ty = self.random.pick(&[Type::F32, Type::F64]);
                let value = self.value(place, ty, depth - 1, need);
                Expr { ty: Type::Bool, ..Expr::call(name, vec![value], BOOL) }
            }
        }
    }

    /// `a .< b`, or a chain.
    fn comparison(&mut self, place: &Place, depth: usize, need: &Need) -> Expr {
        let ty = self.random.pick(&super::machine::MAIN);
        let length = if self.random.chance(25) { self.random.pick(&[3, 3, 4]) } else { 2 };
        let signs: &[&'static str] = match (length, ty) {
            (2, Type::Bool) => &[".==", ".!="],
            (2, _) => &[".==", ".!=", ".<", ".<=", ".>", ".>="],
            (_, Type::Bool) => &[".=="],
            _ => &[".==", ".<", ".<=", ".>", ".>="],
        };
        let signs = (1..length).map(|_| self.rare("operator", signs)).collect();
        let wanted = vec![Wanted::new(ty, ty.full()); length];
        let parts = self.arguments(place, &wanted, depth, need);
        Expr::new(Kind::Chain(parts, signs), Type::Bool, BOOL)
    }

    fn lazy(&mut self, place: &Place, depth: usize, need: &Need) -> Expr {
        let sign = self.rare("operator", &[".&&", ".||"]);
        let (left, right) = pair(self.arguments(place, &[Wanted::typed(Type::Bool, BOOL); 2], depth, need));
        match self.random.chance(40) {
            true => self.guarded(place, sign, left, right, depth),
            false => Expr::infix(sign, left, right, BOOL),
        }
    }

    /// `left .&& d .!= 0 .&& a ./ d .> right`: the division must not run where `d` is 0.
    fn guarded(&mut self, place: &Place, sign: &'static str, left: Expr, right: Expr, depth: usize) -> Expr {
        let ty = self.random.pick(&[Type::I32, Type::I64, Type::U8]);
        let divisor = self.leaf(place, ty, &Need::Nothing, ty.safe());
        let above = self.value_in(place, ty, depth.saturating_sub(2), &Need::Nothing, ty.safe());
        let zero = || Expr::new(Kind::Literal(0.0, super::expr::Spelling::Integer), ty, Range::new(0.0, 0.0));
        let compare = |a, sign, b| Expr::new(Kind::Chain(vec![a, b], vec![sign]), Type::Bool, BOOL);
        let range = above.range.balanced();
        let quotient = Expr::infix("./", above, divisor.clone(), range);
        let limit = self.literal(ty, Range::new(0.0, 4.0));
        let (guard, test) = match sign {
            ".&&" => (compare(divisor, ".!=", zero()), compare(quotient, ".>", limit)),
            _ => (compare(divisor, ".==", zero()), compare(quotient, ".<=", limit)),
        };
        let guarded = Expr::infix(sign, Expr::infix(sign, left, guard, BOOL), test, BOOL);
        Expr::infix(self.random.pick(&[".&&", ".||"]), guarded, right, BOOL)
    }
}
