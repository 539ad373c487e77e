//! Truth values.

use super::maker::{Expr, Maker};
use super::types::{Number, Size, Type};

impl Maker<'_> {
    pub(crate) fn truth(&mut self, depth: usize) -> Expr {
        if depth == 0 || !self.spend(1) {
            return self.truth_leaf();
        }
        let depth = depth - 1;
        match self.random.weighted(&[8, 45, 20, 8, 6, 6, 6]) {
            0 => self.truth_leaf(),
            1 => self.comparison(depth),
            2 => {
                let (a, b) = (self.truth(depth), self.truth(depth));
                let sign = self.random.pick(&["&&", "||"]);
                self.count("lazy");
                Expr::any(format!("({} {sign} {})", a.text, b.text), true)
            }
            3 => {
                let (a, b) = (self.truth(depth), self.truth(depth));
                let sign = self.random.pick(&["&", "|", "^", "==", "!="]);
                Expr::any(format!("({} {sign} {})", a.text, b.text), true)
            }
            4 => {
                let number = self.random.pick(&[Number::F32, Number::F64]);
                let of = self.raw(number, depth);
                let name = self.random.pick(&["is_nan", "is_finite"]);
                self.count("method");
                Expr::any(format!("{}.{name}()", self.typed(of, number).text), true)
            }
            5 => {
                self.count("prefix");
                Expr::any(format!("!{}", self.truth(depth).text), true)
            }
            _ => self.controlled(&Type::Bool, depth),
        }
    }

    fn truth_leaf(&mut self) -> Expr {
        let places = self.places(false, |ty| *ty == Type::Bool);
        if places.is_empty() || self.random.chance(40) {
            return match self.random.chance(5) {
                true => Expr::any(self.random.pick(&["true", "false"]), true),
                false => self.comparison(0),
            };
        }
        let path = places[self.random.below(places.len())].clone();
        Expr::any(self.spelled(&path, 0), true)
    }

    fn comparison(&mut self, depth: usize) -> Expr {
        self.count("comparison");
        let number = self.some_number();
        let sign = self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
        if number == Number::Param {
            // Of what is compared in a generic function references are taken: nothing changes meanwhile.
            let (a, b) = (self.leaf(number, 0), self.leaf(number, 0));
            return Expr::any(format!("({} {sign} {})", a.text, b.text), true);
        }
        let size = if self.random.chance(50) { Size::Small } else { Size::Any };
        let (a, b) = (self.number(number, size, depth), self.number(number, size, depth));
        Expr::any(format!("({} {sign} {})", a.text, b.text), true)
    }
}
