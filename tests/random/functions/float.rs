//! Operators and methods of floats. What is computed is exact: no driver may come to anything else then.

use super::maker::{Expr, Maker};
use super::types::{Known, Number, Size};

impl Maker<'_> {
    /// One that can be computed with.
    fn exact(&mut self, number: Number, depth: usize) -> Expr {
        let raw = self.raw(number, depth);
        // What is left of the binary places may be half of them.
        let half = number.most().sqrt();
        match raw.known.bound * 2.0_f64.powi(raw.known.places) <= half {
            true => raw,
            false => self.fit(raw, number, Known::of(number, Size::Small)),
        }
    }

    pub(crate) fn infix_of_floats(&mut self, number: Number, depth: usize) -> Expr {
        match self.random.weighted(&[45, 10, 10, 35]) {
            0 => {
                let (a, b) = (self.exact(number, depth), self.exact(number, depth));
                let sign = self.random.pick(&["+", "-", "*"]);
                self.count(sign);
                let known = result(sign, a.known, b.known);
                Expr::new(format!("({} {sign} {})", a.text, b.text), known, a.typed || b.typed)
            }
            1 => {
                let a = self.exact(number, depth);
                let (sign, by) = self.random.pick(&[("/", "2.0"), ("/", "0.5"), ("/", "-4.0"), ("%", "8.0")]);
                self.count(sign);
                let known = match by {
                    "8.0" => Known { bound: a.known.bound.min(8.0), places: a.known.places },
                    "0.5" => Known { bound: a.known.bound * 2.0, places: a.known.places },
                    _ => Known { bound: a.known.bound / 2.0, places: a.known.places + 2 },
                };
                Expr::new(format!("({} {sign} {by})", a.text), known, a.typed)
            }
            2 => {
                let a = self.raw(number, depth);
                self.count("prefix");
                Expr::new(format!("(-({}))", a.text), a.known, a.typed)
            }
            _ => {
                self.count("method");
                if self.random.chance(50) { self.exact_method(number, depth) } else { self.any_method(number, depth) }
            }
        }
    }

    /// Methods that compute.
    fn exact_method(&mut self, number: Number, depth: usize) -> Expr {
        let a = self.exact(number, depth);
        let a = self.typed(a, number);
        let (text, known) = (a.text.clone(), a.known);
        match self.random.below(6) {
            0 => {
                let (b, c) = (self.exact(number, depth), self.exact(number, depth));
                let known = result("+", result("*", known, b.known), c.known);
                Expr::new(format!("{text}.mul_add({}, {})", b.text, c.text), known, true)
            }
            1 => Expr::new(format!("{text}.powi(2)"), result("*", known, known), true),
            2 => Expr::new(format!("{text}.fract()"), Known { bound: 1.0, places: known.places }, true),
            3 => Expr::new(format!("{text}.rem_euclid(8.0)"), Known { bound: 8.0, places: known.places }, true),
            4 => {
                let known = Known { bound: known.bound + 1.0, places: 0 };
                Expr::new(format!("{text}.floor().abs().sqrt().round()"), known, true)
            }
            _ => {
                // A sign, of what is not 0: which zero it is, a driver may choose.
                let sign = self.random.pick(&["signum", "copysign"]);
                let of = format!("({text}.floor() + 0.5)");
                match sign {
                    "signum" => Expr::new(format!("{of}.signum()"), Known { bound: 1.0, places: 0 }, true),
                    _ => {
                        let b = self.exact(number, depth);
                        let b = self.typed(b, number);
                        Expr::new(format!("{}.copysign{of}", b.text), b.known, true)
                    }
                }
            }
        }
    }

    /// Methods that have one result for any number.
    fn any_method(&mut self, number: Number, depth: usize) -> Expr {
        let a = self.raw(number, depth);
        let a = self.typed(a, number);
        let (text, known) = (a.text, a.known);
        match self.random.below(4) {
            0 => Expr::new(format!("{text}.abs()"), known, true),
            1 => {
                let name = self.random.pick(&["floor", "ceil", "round", "trunc"]);
                let known = Known { bound: known.bound + 1.0, places: known.places.min(0) };
                Expr::new(format!("{text}.{name}()"), if known.bound.is_finite() { known } else { Known::ANY }, true)
            }
            2 => {
                let (low, high) = (self.random.between(-20, 0), self.random.between(1, 20));
                // It keeps a NaN.
                let inside = Known { bound: known.bound.min(20.0), places: known.places };
                let known = if known.bound.is_finite() { inside } else { Known::ANY };
                Expr::new(format!("{text}.clamp({low}.0, {high}.5)"), widened(known), true)
            }
            _ => {
                let b = self.raw(number, depth);
                let name = self.random.pick(&["min", "max"]);
                let bound = known.bound.max(b.known.bound);
                let known = Known { bound, places: known.places.max(b.known.places) };
                Expr::new(format!("{text}.{name}({})", b.text), known, true)
            }
        }
    }

    pub(crate) fn fit_float(&mut self, mut expr: Expr, wanted: Known) -> Expr {
        let bound = wanted.bound;
        if !expr.known.bound.is_finite() {
            // Of a NaN these make a number.
            expr.text = format!("{}.max(-{bound:?}).min({bound:?})", expr.text);
        } else if expr.known.bound > bound {
            expr.text = match self.random.below(2) {
                0 => format!("({} % {bound:?})", expr.text),
                _ => format!("{}.clamp(-{bound:?}, {bound:?})", expr.text),
            };
        }
        if expr.known.places > wanted.places {
            expr.text = format!("{}.{}()", expr.text, self.random.pick(&["floor", "ceil", "round", "trunc"]));
        }
        Expr::new(expr.text, wanted, true)
    }
}

/// There is a bound with a half.
fn widened(known: Known) -> Known {
    Known { bound: known.bound + 1.0, places: known.places.max(1) }
}

fn result(sign: &str, a: Known, b: Known) -> Known {
    match sign {
        "*" => Known { bound: a.bound * b.bound, places: a.places + b.places },
        _ => Known { bound: a.bound + b.bound, places: a.places.max(b.places) },
    }
}
