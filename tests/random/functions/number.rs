//! Numbers: leaves, what all of them have, and sizes.

use super::maker::{Expr, Maker};
use super::types::{Known, Number, Size, Type};

impl Maker<'_> {
    /// A number of a size.
    pub(crate) fn number(&mut self, number: Number, size: Size, depth: usize) -> Expr {
        let raw = self.raw(number, depth);
        self.fit(raw, number, Known::of(number, size))
    }

    /// A number of some size.
    pub(crate) fn raw(&mut self, number: Number, depth: usize) -> Expr {
        if depth == 0 || !self.spend(1) {
            return self.leaf(number, depth);
        }
        let made = match self.random.weighted(&[12, 36, 12, 10, 14, 10, 6]) {
            0 => self.leaf(number, depth),
            1 => self.infix(number, depth - 1),
            2 if number != Number::Param => self.cast(number, depth - 1),
            3 => self.changed(number, depth - 1),
            4 => {
                let size = if self.random.chance(60) { Size::Small } else { Size::Any };
                self.controlled(&Type::Number(number, size), depth - 1)
            }
            5 => self.called(number, depth - 1),
            _ => self.infix(number, depth - 1),
        };
        // What takes its type from elsewhere must fit `i32`.
        if made.typed || made.known.bound < 2.0_f64.powi(30) { made } else { self.typed(made, number) }
    }

    fn infix(&mut self, number: Number, depth: usize) -> Expr {
        match number {
            Number::Param => self.infix_of_parameter(depth),
            _ if number.is_float() => self.infix_of_floats(number, depth),
            _ => self.infix_of_integers(number, depth),
        }
    }

    /// A variable, a part of one, a literal.
    pub(crate) fn leaf(&mut self, number: Number, depth: usize) -> Expr {
        let places = self.places(false, |ty| matches!(ty, Type::Number(own, _) if *own == number));
        if number != Number::Param && self.random.chance(if places.is_empty() { 40 } else { 18 }) {
            return self.literal(number);
        }
        if places.is_empty() {
            return self.converted(number);
        }
        let path = places[self.random.below(places.len())].clone();
        let Type::Number(_, size) = path.ty else { unreachable!("these places were asked for") };
        Expr::new(self.spelled(&path, depth.min(1)), Known::of(number, size), path.variable.typed)
    }

    /// A variable of another type, as this one.
    fn converted(&mut self, number: Number) -> Expr {
        let places = self.places(false, |ty| matches!(ty, Type::Number(own, _) if *own != Number::Param));
        if places.is_empty() {
            return self.literal(number);
        }
        let path = places[self.random.below(places.len())].clone();
        let Type::Number(from, size) = path.ty else { unreachable!("these places were asked for") };
        let of = Expr::new(self.spelled(&path, 0), Known::of(from, size), path.variable.typed);
        self.made_to(number, from, of)
    }

    pub(crate) fn literal(&mut self, number: Number) -> Expr {
        let suffix = if self.random.chance(35) { format!("_{}", number.name()) } else { String::new() };
        if suffix.is_empty() {
            self.count("literal that adopts");
        }
        let typed = !suffix.is_empty();
        match number {
            Number::Param => unreachable!("a generic function has a parameter of this type"),
            Number::F32 | Number::F64 => {
                let quarters = self.random.between(-40, 40);
                let sign = if quarters < 0 { "-" } else { "" };
                let digits = match self.random.below(4) {
                    0 => format!("{}.0", quarters.abs() / 4),
                    1 => format!("{}e-2", quarters.abs() * 25),
                    _ => format!("{:?}", quarters.abs() as f64 / 4.0),
                };
                let known = Known { bound: quarters.abs() as f64 / 4.0, places: 2 };
                Expr::new(format!("{sign}{digits}{suffix}"), known, typed)
            }
            _ => {
                let low = if number.is_signed() { -9 } else { 0 };
                let value = if self.random.chance(80) { self.random.between(low, 12) } else { 1000 };
                let text = match self.random.below(6) {
                    0 if value >= 0 => format!("{value:#x}"),
                    1 if value >= 0 => format!("0b{value:b}"),
                    _ => value.to_string(),
                };
                let least = self.random.chance(3);
                if least || self.random.chance(5) {
                    let name = if least { "MIN" } else { "MAX" };
                    return Expr::new(format!("{}::{name}", number.name()), Known::integer(f64::INFINITY), true);
                }
                Expr::new(format!("{text}{suffix}"), Known::integer(value.abs() as f64), typed)
            }
        }
    }

    /// Says its type, and can have a method.
    pub(crate) fn typed(&mut self, expr: Expr, number: Number) -> Expr {
        let known = expr.known;
        match expr.typed {
            false => Expr::new(format!("({} as {})", expr.text, number.name()), known, true),
            true if expr.text.starts_with('-') => Expr::new(format!("({})", expr.text), known, true),
            true => expr,
        }
    }

    /// One that is no larger, and has no more binary places.
    pub(crate) fn fit(&mut self, expr: Expr, number: Number, wanted: Known) -> Expr {
        if expr.known.fits(wanted) {
            return expr;
        }
        if number == Number::Param {
            let known = Known::of(number, Size::Small);
            let places = self.places(false, |ty| *ty == Type::Number(number, Size::Small));
            let path = places[self.random.below(places.len())].clone();
            return Expr::new(self.spelled(&path, 0), known, true);
        }
        let expr = self.typed(expr, number);
        if number.is_float() { self.fit_float(expr, wanted) } else { self.fit_integer(expr, number, wanted) }
    }

    fn infix_of_parameter(&mut self, depth: usize) -> Expr {
        let (a, b) = (self.raw(Number::Param, depth), self.raw(Number::Param, depth));
        let sign = self.random.pick(&["+", "-", "*"]);
        let known = Known {
            bound: if sign == "*" { a.known.bound * b.known.bound } else { a.known.bound + b.known.bound },
            places: if sign == "*" { a.known.places + b.known.places } else { a.known.places.max(b.known.places) },
        };
        if !known.is_exact(Number::Param) {
            return a;
        }
        self.count(sign);
        Expr::new(format!("({} {sign} {})", a.text, b.text), known, true)
    }

    fn cast(&mut self, number: Number, depth: usize) -> Expr {
        self.count("cast");
        let name = number.name();
        if number.is_integer() && self.random.chance(15) {
            let truth = self.truth(depth);
            return Expr::new(format!("({} as {name})", truth.text), Known::integer(1.0), true);
        }
        let from = self.some_known_number();
        let of = self.raw(from, depth);
        self.made_to(number, from, of)
    }

    /// `as`
    fn made_to(&mut self, number: Number, from: Number, mut of: Expr) -> Expr {
        let name = number.name();
        if from.is_signed() && !number.is_signed() || of.text.starts_with('(') {
            // A literal would take the type that it is made to: that may have no negative numbers, or be another one
            // than that of a value beside it.
            of = self.typed(of, from);
        }
        let text = format!("({} as {name})", of.text);
        let known = match (from.is_float(), number.is_float()) {
            // Of a number that is no such one, bits are lost.
            (false, false) if number.is_signed() || !from.is_signed() => of.known,
            (false, false) => Known::ANY,
            (true, false) => Known::integer(of.known.bound),
            (_, true) if of.known.is_exact(number) => of.known,
            (_, true) => Known::ANY,
        };
        let is_inside = number.is_float() || known.bound <= number.most();
        let known = if is_inside { known } else { Known::integer(f64::INFINITY) };
        Expr::new(text, known, true)
    }

    /// `{ v = ..; v }`, beside a value that was read before.
    fn changed(&mut self, number: Number, depth: usize) -> Expr {
        let places = self.places(true, |ty| matches!(ty, Type::Number(own, _) if *own == number));
        if places.is_empty() {
            return self.infix(number, depth);
        }
        self.count("change inside an expression");
        let path = places[self.random.below(places.len())].clone();
        let Type::Number(_, size) = path.ty else { unreachable!("these places were asked for") };
        let (known, typed) = (Known::of(number, size), path.variable.typed);
        let before = Expr::new(self.spelled(&path, 0), known, typed);
        let change = self.change(&path, depth);
        let after = self.spelled(&path, 0);
        let inner = Expr::new(format!("({{\n{change}{after}\n}})"), known, typed);
        if self.random.chance(30) || number == Number::Param {
            return inner;
        }
        // Both sides small: a sum and a product fit any type.
        let wanted = Known::of(number, Size::Small);
        let after = self.fit(inner, number, wanted);
        let before = self.fit(before, number, wanted);
        let sign = self.random.pick(&["+", "*"]);
        self.count(sign);
        let bound = if sign == "+" { 2.0 * wanted.bound } else { wanted.bound * wanted.bound };
        let (one, other) = if self.random.chance(70) { (before, after) } else { (after, before) };
        let known = Known { bound, places: if sign == "+" { wanted.places } else { 2 * wanted.places } };
        Expr::new(format!("({} {sign} {})", one.text, other.text), known, one.typed || other.typed)
    }
}
