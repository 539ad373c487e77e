//! Operators and methods of integers.

use super::maker::{Expr, Maker};
use super::types::{Known, Number};

const FULL: Known = Known { bound: f64::INFINITY, places: 0 };

/// The next power of two: what bits below it make.
fn bits(bound: f64) -> f64 {
    let mut power = 1.0;
    while power <= bound && power < 1e30 {
        power *= 2.0;
    }
    power
}

impl Maker<'_> {
    pub(crate) fn infix_of_integers(&mut self, number: Number, depth: usize) -> Expr {
        match self.random.weighted(&[40, 14, 18, 12, 8, 20]) {
            0 => self.sum_or_product(number, depth),
            1 => self.quotient(number, depth),
            2 => {
                let (a, b) = (self.raw(number, depth), self.raw(number, depth));
                let sign = self.random.pick(&["&", "|", "^"]);
                self.count(sign);
                let known = self.inside(bits(a.known.bound.max(b.known.bound)), number);
                Expr::new(format!("({} {sign} {})", a.text, b.text), known, a.typed || b.typed)
            }
            3 => self.shift(number, depth),
            4 => self.prefix(number, depth),
            _ => self.method(number, depth),
        }
    }

    fn inside(&self, bound: f64, number: Number) -> Known {
        if bound <= number.most() { Known::integer(bound) } else { FULL }
    }

    fn sum_or_product(&mut self, number: Number, depth: usize) -> Expr {
        let (a, b) = (self.raw(number, depth), self.raw(number, depth));
        let (sign, method) = self.random.pick(&[("+", "add"), ("-", "sub"), ("*", "mul")]);
        let (one, other) = (a.known.bound, b.known.bound);
        // At least one, as 0 of what may be infinite is no number.
        let bound = if sign == "*" { one.max(1.0) * other.max(1.0) } else { one + other };
        let below_zero = sign == "-" && !number.is_signed();
        if below_zero || bound > number.most() || self.random.chance(10) {
            self.count("method");
            let a = self.typed(a, number);
            let known = if below_zero { FULL } else { self.inside(bound, number) };
            return Expr::new(format!("{}.wrapping_{method}({})", a.text, b.text), known, true);
        }
        self.count(sign);
        Expr::new(format!("({} {sign} {})", a.text, b.text), Known::integer(bound), a.typed || b.typed)
    }

    /// A divisor that is neither 0 nor -1.
    fn quotient(&mut self, number: Number, depth: usize) -> Expr {
        let (a, b) = (self.raw(number, depth), self.raw(number, depth));
        let (divisor, bound, typed) = match self.random.below(4) {
            0 => (format!("({} & 15 | 1)", b.text), 15.0, b.typed),
            1 => (format!("{}.max(2)", self.typed(b, number).text), f64::INFINITY, true),
            2 if number.is_signed() => ("-3".to_owned(), 3.0, false),
            _ => (self.random.between(2, 40).to_string(), 40.0, false),
        };
        let sign = self.random.pick(&["/", "%", "rem_euclid"]);
        let known = if sign == "/" { a.known } else { Known::integer(a.known.bound.min(bound)) };
        if sign == "rem_euclid" {
            self.count("method");
            let known = Known::integer(if number.is_signed() { bound } else { a.known.bound.min(bound) });
            return Expr::new(format!("{}.rem_euclid({divisor})", self.typed(a, number).text), known, true);
        }
        self.count(sign);
        Expr::new(format!("({} {sign} {divisor})", a.text), known, a.typed || typed)
    }

    fn shift(&mut self, number: Number, depth: usize) -> Expr {
        let a = self.raw(number, depth);
        let by = self.random.pick(&[Number::U32, Number::I32, number]);
        let (amount, most) = if self.random.chance(50) {
            let bits = self.random.between(0, if a.typed { number.bits() - 1 } else { 5 });
            (bits.to_string(), bits)
        } else {
            let mask = if self.random.chance(50) || !a.typed { 7 } else { number.bits() - 1 };
            let amount = self.raw(by, depth);
            (format!("({} & {mask})", amount.text), mask)
        };
        let sign = self.random.pick(&["<<", ">>"]);
        self.count(sign);
        let known = match sign {
            ">>" => a.known,
            _ => self.inside(a.known.bound * 2.0_f64.powi(most as i32), number),
        };
        Expr::new(format!("({} {sign} {amount})", a.text), known, a.typed)
    }

    fn prefix(&mut self, number: Number, depth: usize) -> Expr {
        let a = self.raw(number, depth);
        self.count("prefix");
        if number.is_signed() && a.known.bound <= number.most() && self.random.chance(60) {
            return Expr::new(format!("(-({}))", a.text), a.known, a.typed);
        }
        let a = self.typed(a, number);
        let known = if number.is_signed() { self.inside(a.known.bound + 1.0, number) } else { FULL };
        Expr::new(format!("(!{})", a.text), known, true)
    }

    fn method(&mut self, number: Number, depth: usize) -> Expr {
        self.count("method");
        let a = self.raw(number, depth);
        let a = self.typed(a, number);
        let (text, known) = (a.text, a.known);
        match self.random.below(5) {
            0 => {
                let b = self.raw(number, depth);
                let name = self.random.pick(&["min", "max"]);
                let path = if self.random.chance(25) {
                    format!("{}::{name}({text}, {})", number.name(), b.text)
                } else {
                    format!("{text}.{name}({})", b.text)
                };
                Expr::new(path, Known::integer(known.bound.max(b.known.bound)), true)
            }
            1 => {
                let low = if number.is_signed() { self.random.between(-50, 2) } else { 1 };
                let high = self.random.between(3, 90);
                Expr::new(format!("{text}.clamp({low}, {high})"), Known::integer(90.0), true)
            }
            2 if number.is_signed() && known.bound <= number.most() => Expr::new(format!("{text}.abs()"), known, true),
            2 if number.is_signed() => Expr::new(format!("{text}.signum()"), Known::integer(1.0), true),
            3 if known.bound <= 1000.0 => {
                let power = self.random.between(0, 3);
                let bound = known.bound.max(1.0).powi(power as i32);
                match bound <= number.most() {
                    true => Expr::new(format!("{text}.pow({power})"), Known::integer(bound), true),
                    false => Expr::new(text, known, true),
                }
            }
            _ => {
                let b = self.raw(number, depth);
                let name = self.random.pick(&["add", "sub", "mul"]);
                Expr::new(format!("{text}.wrapping_{name}({})", b.text), FULL, true)
            }
        }
    }

    pub(crate) fn fit_integer(&mut self, expr: Expr, number: Number, wanted: Known) -> Expr {
        let most = wanted.bound as i64;
        let text = match self.random.below(4) {
            0 => format!("({} & {})", expr.text, self.random.pick(&[most / 2, 511.min(most), 7.min(most)])),
            1 if number.is_signed() => format!("{}.clamp(-{most}, {most})", expr.text),
            2 => format!("{}.rem_euclid({most})", expr.text),
            _ => format!("({} % {most})", expr.text),
        };
        Expr::new(text, wanted, true)
    }
}
