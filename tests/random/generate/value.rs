//! Expressions of any type: what all types share.

use super::expr::{Callee, Expr, Kind};
use super::machine::Machine;
use super::maker::{Maker, Need, Place};
use super::own::OWN;
use super::types::{Range, Type};

/// An argument that is asked for.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    pub(crate) ty: Type,
    pub(crate) range: Range,
    /// May be a literal, of the type of those beside it.
    pub(crate) literal: bool,
}

impl Wanted {
    pub(crate) fn new(ty: Type, range: Range) -> Self {
        Wanted { ty, range, literal: true }
    }

    /// Never a literal without a type.
    pub(crate) fn typed(ty: Type, range: Range) -> Self {
        Wanted { ty, range, literal: false }
    }
}

impl Maker<'_> {
    /// An expression at most this deep.
    pub(crate) fn value(&mut self, place: &Place, ty: Type, depth: usize, need: &Need) -> Expr {
        if depth == 0 || self.budget == 0 {
            return self.leaf(place, ty, need, ty.full());
        }
        self.budget -= 1;
        if self.reductions && *need == Need::Nothing && !place.sizes.is_empty() && self.random.chance(60) {
            return self.reduction(place, ty, depth);
        }
        match self.random.weighted(&[8, 4, 10, 8, 70]) {
            0 => self.choice(place, ty, depth, need),
            1 => self.select(place, ty, depth, need),
            2 => self.mapped_part(place, ty, depth, need),
            3 if self.machine == Machine::Processor => self.own(place, ty, depth, need),
            _ if ty == Type::Bool => self.logic(place, depth, need),
            _ if ty.is_float() => self.float(place, ty, depth, need),
            _ => self.integer(place, ty, depth, need),
        }
    }

    /// The same with values in a range: for integers certainly, for floats mostly.
    pub(crate) fn value_in(&mut self, place: &Place, ty: Type, depth: usize, need: &Need, range: Range) -> Expr {
        if range.holds(ty.full()) || ty.is_float() && self.random.chance(6) {
            return self.value(place, ty, depth, need);
        }
        if depth == 0 || self.budget == 0 {
            return self.leaf(place, ty, need, range);
        }
        let value = self.value(place, ty, depth - 1, need);
        if range.holds(value.range) { value } else { self.fit(value, range) }
    }

    /// Brings values into a range by one or two more operations.
    pub(crate) fn fit(&mut self, value: Expr, range: Range) -> Expr {
        if value.ty.is_float() { self.fit_float(value, range) } else { self.fit_integer(value, range) }
    }

    fn fit_float(&mut self, value: Expr, range: Range) -> Expr {
        let unit = Range::new(-1.0, 1.0);
        match self.random.below(3) {
            0 if range.holds(unit) && self.machine.has("sin", value.ty) => {
                let name = self.rare("built-in", &["sin", "cos", "tanh", "erf"]);
                Expr::call(name, vec![value], unit)
            }
            1 if range.holds(Range::new(0.0, 1e6)) => {
                let size = Range::new(0.0, value.range.size());
                Expr::call("abs", vec![value], size)
            }
            1 if range.holds(Range::new(0.0, 1.0)) && self.machine.has("sigmoid", value.ty) => {
                Expr::call("sigmoid", vec![value], Range::new(0.0, 1.0))
            }
            _ if range.high > 1e6 => self.lifted(value, range.low.max(0.125)),
            _ => self.clamped(value, range),
        }
    }

    /// Values that are not below `low`.
    fn lifted(&mut self, value: Expr, low: f64) -> Expr {
        let least = self.literal(value.ty, Range::new(low, low + 2.0));
        let (low, size) = (least.range.low, value.range.size());
        if self.random.chance(70) {
            let value = Expr::call("abs", vec![value], Range::new(0.0, size));
            return Expr::infix(".+", value, least, Range::new(low, low + size));
        }
        let range = Range::new(low, value.range.high.max(low));
        Expr::call("max", vec![value, least], range)
    }

    fn fit_integer(&mut self, value: Expr, range: Range) -> Expr {
        let (ty, low, high) = (value.ty, range.low, range.high);
        let mask = (high as i64 + 1) & high as i64 == 0;
        let division = high >= 1.0 && ty.full().has(high + 1.0);
        let mut literal = |number: f64| self.literal(ty, Range::new(number, number));
        match () {
            _ if low == 0.0 && mask => Expr::infix(".&", value, literal(high), range),
            _ if low == 0.0 && division => Expr::call("rem_euclid", vec![value, literal(high + 1.0)], range),
            _ if low == -high && division => Expr::infix(".%", value, literal(high + 1.0), range),
            _ => self.clamped(value, range),
        }
    }

    /// `clamp.(value, low, high)`, with literals that are not 0.
    fn clamped(&mut self, value: Expr, range: Range) -> Expr {
        let ty = value.ty;
        let within = range.and(if ty.is_float() { Range::new(-50.0, 1000.0) } else { ty.full() });
        let off_zero = |end: f64, by: f64| if ty.is_float() && end == 0.0 { by } else { end };
        let inside = Range::new(off_zero(within.low, 0.125), off_zero(within.high, -0.125));
        let mut end = |number: f64| self.literal(ty, Range::new(number, number));
        let ends = (end(inside.low), end(inside.high));
        Expr::call("clamp", vec![value, ends.0, ends.1], inside)
    }

    /// Arguments side by side; one of those that may be literals is none.
    pub(crate) fn arguments(&mut self, place: &Place, wanted: &[Wanted], depth: usize, need: &Need) -> Vec<Expr> {
        let needs = self.share(need, wanted.len());
        let able: Vec<usize> = (0..wanted.len()).filter(|&index| wanted[index].literal).collect();
        let anchor = if able.is_empty() { 0 } else { self.random.pick(&able) };
        let deepest = self.random.below(wanted.len());
        let mut made = Vec::new();
        for (index, Wanted { ty, range, literal }) in wanted.iter().copied().enumerate() {
            let below = if index == deepest { depth - 1 } else { self.random.below(depth) };
            let is_literal = literal && index != anchor && needs[index] == Need::Nothing && ty != Type::Bool;
            made.push(match is_literal && self.random.chance(30) {
                true if below > 0 && self.random.chance(25) => self.sum_of_literals(ty, range),
                true => self.literal(ty, range),
                false => self.value_in(place, ty, below, &needs[index], range),
            });
        }
        made
    }

    /// `(1 .+ 2)`: literals that all take the type of a neighbour outside.
    fn sum_of_literals(&mut self, ty: Type, range: Range) -> Expr {
        let literals = [self.literal(ty, range), self.literal(ty, range)];
        let [left, right] = literals;
        let signs: [(&'static str, Range); 3] = [
            (".+", left.range.plus(right.range)),
            (".-", left.range.plus(right.range.negated())),
            (".*", left.range.times(right.range)),
        ];
        let (sign, sum) = self.random.pick(&signs);
        match range.and(ty.safe()).holds(sum) {
            true => Expr::infix(sign, left, right, sum),
            false => left,
        }
    }

    /// `if c { a } else { b }`
    fn choice(&mut self, place: &Place, ty: Type, depth: usize, need: &Need) -> Expr {
        if ty.is_integer() && self.random.chance(40) {
            return self.guarded_division(place, ty, depth, need);
        }
        let wanted =
            [Wanted::typed(Type::Bool, Type::Bool.full()), Wanted::new(ty, ty.full()), Wanted::new(ty, ty.full())];
        let mut parts = self.arguments(place, &wanted, depth, need).into_iter();
        match (parts.next(), parts.next(), parts.next()) {
            (Some(condition), Some(then), Some(otherwise)) => choose(condition, then, otherwise),
            _ => unreachable!("as many as were asked for"),
        }
    }

    /// `if d .!= 0 { a ./ d } else { b }`: the branch must not run where `d` is 0.
    fn guarded_division(&mut self, place: &Place, ty: Type, depth: usize, need: &Need) -> Expr {
        let divisor = self.leaf(place, ty, &Need::Nothing, ty.safe());
        let wanted = [Wanted::typed(ty, ty.safe()), Wanted::typed(ty, ty.full())];
        let mut parts = self.arguments(place, &wanted, depth.saturating_sub(1).max(1), need).into_iter();
        let (Some(above), Some(otherwise)) = (parts.next(), parts.next()) else {
            unreachable!("as many as were asked for")
        };
        let zero = self.literal(ty, Range::new(0.0, 0.0));
        let condition = Kind::Chain(vec![divisor.clone(), zero], vec![".!="]);
        let condition = Expr::new(condition, Type::Bool, Type::Bool.full());
        let sign = self.rare("operator", &["./", ".%"]);
        let range = above.range.balanced();
        let range = if ty.is_signed() { Range::new(-range.size(), range.size()) } else { range };
        choose(condition, Expr::infix(sign, above, divisor, range), otherwise)
    }

    fn select(&mut self, place: &Place, ty: Type, depth: usize, need: &Need) -> Expr {
        let wanted =
            [Wanted::typed(Type::Bool, Type::Bool.full()), Wanted::new(ty, ty.full()), Wanted::new(ty, ty.full())];
        let parts = self.arguments(place, &wanted, depth, need);
        let range = parts[1].range.union(parts[2].range);
        Expr::call("select", parts, range)
    }

    /// `(..) @ (0, 2)`, or `v @ (0) @ (1)`.
    fn mapped_part(&mut self, place: &Place, ty: Type, depth: usize, need: &Need) -> Expr {
        let axes = self.axes(place.sizes.len());
        let reaches = match need {
            Need::Nothing => true,
            Need::Full => false,
            Need::Axes(needed) => needed.iter().all(|axis| axes.contains(axis)),
        };
        if !reaches {
            return self.value(place, ty, depth, need);
        }
        let sizes = axes.iter().map(|&axis| place.sizes[axis]).collect();
        let inner = Place { sizes, mapped: true, reduced: place.reduced, numpy: false };
        let inner_need = if *need == Need::Nothing { self.inner_need(&inner) } else { self.rank_need(&inner) };
        let below = if self.random.chance(30) { 0 } else { depth - 1 };
        let value = self.value(&inner, ty, below, &inner_need);
        if let Kind::Literal(..) = value.kind {
            return value;
        }
        let range = value.range;
        Expr::new(Kind::Map(Box::new(value), axes), ty, range)
    }

    /// A call of a function that is not built in.
    fn own(&mut self, place: &Place, ty: Type, depth: usize, need: &Need) -> Expr {
        if ty == Type::Bool {
            return self.logic(place, depth, need);
        }
        let able: Vec<_> = OWN.iter().filter(|own| (own.takes)(ty)).collect();
        let (a, b) = (self.random.pick(&able), self.random.pick(&able));
        let own = if self.counts.of("call", a.kind) <= self.counts.of("call", b.kind) { a } else { b };
        let wanted = vec![Wanted::typed(ty, ty.full()); own.arguments];
        let parts = self.arguments(place, &wanted, depth, need);
        let ranges: Vec<Range> = parts.iter().map(|part| part.range).collect();
        Expr::new(Kind::Call(Callee::Own(own), parts), ty, (own.range)(ty, &ranges).and(ty.full()))
    }

    /// A conversion from another type.
    pub(crate) fn converted(&mut self, place: &Place, ty: Type, depth: usize, need: &Need) -> Expr {
        let types = Type::ALL;
        let names: Vec<&str> = types.iter().map(|ty| ty.name()).collect();
        let name = self.rare("converted", &names);
        let from = types.into_iter().find(|ty| ty.name() == name).unwrap_or(ty);
        if !from.is_float() || ty.is_float() {
            let value = self.value(place, from, depth - 1, need);
            let range = if ty.full().holds(value.range) { value.range } else { ty.full() };
            return Expr::new(Kind::Convert(Box::new(value)), ty, range);
        }
        let value = self.value(place, from, depth.saturating_sub(2), need);
        let whole = Expr::new(Kind::Convert(Box::new(value)), ty, ty.full());
        // All values of an integer are hard to go on with.
        if depth > 1 { self.fit(whole, Range::new(0.0, 31.0)) } else { whole }
    }
}

fn choose(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    let (ty, range) = (then.ty, then.range.union(otherwise.range));
    Expr::new(Kind::If(Box::new(condition), Box::new(then), Box::new(otherwise)), ty, range)
}
