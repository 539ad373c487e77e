//! Vectors, numbers and truth values.

use super::maker::{Maker, Place};
use super::tree::{Expr, Kind, Known, Type, Vector};
use crate::generate::Need;

/// An operation of vectors or of numbers.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Leaf,
    Infix,
    Literal,
    Minus,
    Power,
    Divided,
    If,
    Select,
    Cross,
    Dot,
    Length,
    Normalize,
    Built,
    Own,
    Map,
    Reduced,
    Wide,
}

impl Maker<'_> {
    /// A value whose numbers fit its type.
    pub(crate) fn value(&mut self, place: &Place, ty: Type, need: &Need, depth: usize) -> Expr {
        if depth == 0 || !self.spend() {
            return self.leaf(place, ty, need);
        }
        let value = match ty {
            Type::Bool => self.comparison(place, need, depth - 1),
            _ => self.computed(place, ty, need, depth - 1),
        };
        let fits = value.known.fits(self.number) && (value.known.is_exact() || !place.exact);
        if fits { value } else { self.leaf(place, ty, need) }
    }

    fn forms(&self, place: &Place, ty: Type, need: &Need) -> Vec<(Form, usize)> {
        let has_operators = ty.has_operators();
        let signed = self.number.is_float() || self.number.is_signed();
        let rank = place.sizes.len();
        let rounded = self.number.is_float() && !place.exact;
        let is_number = ty.vector().is_none();
        let three = ty.vector().is_some_and(|vector| vector.len == 3);
        let may = [
            (Form::Leaf, 8, true),
            (Form::Infix, 34, has_operators),
            (Form::Literal, 8, has_operators),
            (Form::Minus, 5, has_operators && signed),
            (Form::Power, 4, has_operators),
            (Form::Divided, 5, has_operators),
            (Form::If, 7, true),
            (Form::Select, 4, true),
            (Form::Cross, 18, three && signed),
            (Form::Dot, 30, is_number),
            (Form::Length, 14, is_number && rounded),
            (Form::Normalize, 7, !is_number && rounded),
            (Form::Built, 5, is_number),
            (Form::Own, if has_operators { 12 } else { 40 }, true),
            (Form::Map, 8, *need == Need::Nothing && rank > 1 && !self.named),
            (Form::Reduced, 30, *need == Need::Nothing && rank > 0),
            (Form::Wide, 9, rank > 0 && rank < 3),
        ];
        may.into_iter().filter(|(.., may)| *may).map(|(form, weight, _)| (form, weight)).collect()
    }

    fn computed(&mut self, place: &Place, ty: Type, need: &Need, depth: usize) -> Expr {
        let forms = self.forms(place, ty, need);
        let weights: Vec<usize> = forms.iter().map(|(_, weight)| *weight).collect();
        match forms[self.random.weighted(&weights)].0 {
            Form::Leaf => self.leaf(place, ty, need),
            Form::Infix => self.infix(place, ty, need, depth),
            Form::Literal => self.beside_literal(place, ty, need, depth),
            Form::Minus => {
                let part = self.value(place, ty, need, depth);
                let known = part.known;
                Expr::of(Kind::Minus(Box::new(part)), ty, known)
            }
            Form::Power => {
                let (part, power) = (self.value(&place.exact(), ty, need, depth), self.random.pick(&[2, 2, 3]));
                let known = (1..power).fold(part.known, |known, _| known.times(part.known));
                Expr::of(Kind::Power(Box::new(part), power), ty, known)
            }
            Form::Divided => self.divided(place, ty, need, depth),
            Form::If | Form::Select => self.choice(place, ty, need, depth),
            Form::Cross | Form::Dot => self.product(place, ty, need, depth),
            Form::Length => self.length(place, ty, need, depth),
            Form::Normalize => {
                let part = self.nowhere_zero(place, ty, need);
                let known = Known { bound: 1.0, places: 0, error: 8.0 };
                Expr::of(Kind::Call("normalize", vec![part]), ty, known)
            }
            Form::Built => {
                let parts = self.parts(place, &[ty, ty], need, depth);
                let known = parts[0].known.or(parts[1].known);
                let name = self.random.pick(&["min", "max"]);
                Expr::of(Kind::Call(name, parts), ty, known)
            }
            Form::Own => self.call(place, ty, need, depth),
            Form::Map => self.map(place, ty, depth),
            Form::Reduced => self.reduced(place, ty, depth),
            Form::Wide => self.wide(place, ty, depth),
        }
    }

    /// Parts of an operation: one of them has all axes, if it is needed.
    fn parts(&mut self, place: &Place, types: &[Type], need: &Need, depth: usize) -> Vec<Expr> {
        let needs = need.share(self.random, types.len());
        types.iter().zip(&needs).map(|(&ty, need)| self.value(place, ty, need, depth)).collect()
    }

    fn infix(&mut self, place: &Place, ty: Type, need: &Need, depth: usize) -> Expr {
        let number = Type::Number(self.number);
        let types = match self.random.below(4) {
            0 => [ty, number],
            1 => [number, ty],
            _ => [ty, ty],
        };
        let parts = self.parts(place, &types, need, depth);
        self.joined(parts, ty)
    }

    /// An operator between two parts.
    pub(crate) fn joined(&mut self, parts: Vec<Expr>, ty: Type) -> Expr {
        let signed = self.number.is_float() || self.number.is_signed();
        let sign = self.random.pick(if signed { &[".+", ".-", ".*"] } else { &[".+", ".*", ".*"] });
        let (a, b) = (parts[0].known, parts[1].known);
        let known = if sign == ".*" { a.times(b) } else { a.plus(b) };
        let [a, b]: [Expr; 2] = parts.try_into().ok().expect("two parts");
        Expr::of(Kind::Infix(sign, Box::new(a), Box::new(b)), ty, known)
    }

    fn beside_literal(&mut self, place: &Place, ty: Type, need: &Need, depth: usize) -> Expr {
        let part = self.value(place, ty, need, depth);
        let literal = self.literal(ty, part.sizes.len(), true);
        let parts = if self.random.chance(50) && self.number != crate::generate::Number::U32 {
            vec![literal, part]
        } else {
            vec![part, literal]
        };
        self.joined(parts, ty)
    }

    /// With a fraction it is a number, which operators of vectors take as such.
    fn literal(&mut self, ty: Type, rank: usize, may_be_half: bool) -> Expr {
        let half = may_be_half && self.number.is_float() && self.random.chance(30);
        let (value, places) =
            if half { (self.random.pick(&[0.5, 1.5, 0.25]), 2) } else { (self.random.below(4) as f64, 0) };
        Expr { kind: Kind::Literal(value), ty, known: Known::new(value, places), sizes: vec![1; rank] }
    }

    /// By a power of two, or what remains of a division.
    fn divided(&mut self, place: &Place, ty: Type, need: &Need, depth: usize) -> Expr {
        let remains = self.random.chance(40) && !ty.vector().is_some_and(Vector::rounds_down);
        let part =
            if remains { self.value(&place.exact(), ty, need, depth) } else { self.value(place, ty, need, depth) };
        let (known, rank) = (part.known, part.sizes.len());
        let literal = |value: f64| {
            Box::new(Expr { kind: Kind::Literal(value), ty, known: Known::new(value, 0), sizes: vec![1; rank] })
        };
        if remains && known.places == 0 {
            let by = self.random.pick(&[2.0, 3.0, 5.0]);
            let known = Known::new(known.bound.min(by), 0);
            return Expr::of(Kind::Infix(".%", Box::new(part), literal(by)), ty, known);
        }
        let exponent = 1 + self.random.below(2) as i32;
        let known = match self.number.is_float() {
            true => Known { places: known.places + exponent, ..known },
            false => known,
        };
        Expr::of(Kind::Infix("./", Box::new(part), literal(2_f64.powi(exponent))), ty, known)
    }

    fn choice(&mut self, place: &Place, ty: Type, need: &Need, depth: usize) -> Expr {
        let is_if = self.random.chance(60);
        let mut parts = self.parts(place, &[Type::Bool, ty, ty], need, depth);
        // What has no axes of its own may be a literal.
        let is_single = matches!(parts[2].kind, Kind::Operand(_)) && parts[2].sizes.iter().all(|&size| size == 1);
        if is_if
            && ty.has_operators()
            && is_single
            && *need == Need::Nothing
            && !matches!(parts[1].kind, Kind::Literal(_))
        {
            parts[2] = self.literal(ty, place.sizes.len(), ty.vector().is_none());
        }
        let known = parts[1].known.or(parts[2].known);
        let parts: Box<[Expr; 3]> = Box::new(parts.try_into().ok().expect("three parts"));
        Expr::of(if is_if { Kind::If(parts) } else { Kind::Select(parts) }, ty, known)
    }

    /// `dot` or `cross`
    fn product(&mut self, place: &Place, ty: Type, need: &Need, depth: usize) -> Expr {
        let (name, of) = match ty {
            Type::Vector(vector) => ("cross", vector),
            _ => ("dot", self.some_vector()),
        };
        let parts = self.parts(place, &[Type::Vector(of); 2], need, depth);
        let one = parts[0].known.times(parts[1].known);
        let known = if name == "cross" { one.plus(one) } else { one.sum(of.len) };
        Expr::of(Kind::Call(name, parts), ty, known)
    }

    /// A length or a distance of what is exact.
    fn length(&mut self, place: &Place, ty: Type, need: &Need, depth: usize) -> Expr {
        let of = self.some_vector();
        let types = [Type::Vector(of); 2];
        let (name, count) = self.random.pick(&[("length", 1), ("distance", 2)]);
        let parts = self.parts(&place.exact(), &types[..count], need, depth);
        let known = parts.iter().map(|part| part.known).reduce(Known::plus).expect("one or two");
        let squares = known.times(known).sum(of.len);
        if !squares.fits(self.number) {
            return self.leaf(place, ty, need);
        }
        let bound = squares.bound.sqrt();
        Expr::of(Kind::Call(name, parts), ty, Known { bound, places: 0, error: 4.0 * bound })
    }

    fn call(&mut self, place: &Place, ty: Type, need: &Need, depth: usize) -> Expr {
        let first = match ty {
            Type::Vector(_) if self.random.chance(70) => ty,
            _ => Type::Vector(self.some_vector()),
        };
        let mut types = vec![first];
        for _ in 0..self.random.below(3) {
            types.push(match self.random.below(3) {
                0 => Type::Number(self.number),
                1 => first,
                _ => Type::Vector(self.some_vector()),
            });
        }
        let parts = self.parts(&place.exact(), &types, need, depth);
        self.own(ty, parts)
    }

    /// What lies along some axes.
    fn map(&mut self, place: &Place, ty: Type, depth: usize) -> Expr {
        let mut axes: Vec<usize> = (0..place.sizes.len()).collect();
        axes.remove(self.random.below(axes.len()));
        let sizes = axes.iter().map(|&axis| place.sizes[axis]).collect();
        let inner = Place { sizes, mapped: true, ..place.clone() };
        let part = self.value(&inner, ty, &Need::Full, depth);
        if matches!(part.kind, Kind::Map(..)) {
            return self.leaf(place, ty, &Need::Nothing);
        }
        let mut sizes = vec![1; place.sizes.len()];
        axes.iter().zip(&part.sizes).for_each(|(&axis, &size)| sizes[axis] = size);
        let known = part.known;
        Expr { kind: Kind::Map(Box::new(part), axes), ty, known, sizes }
    }

    /// A truth value.
    pub(crate) fn comparison(&mut self, place: &Place, need: &Need, depth: usize) -> Expr {
        let glam: Vec<Vector> = self.vectors.iter().copied().filter(|vector| vector.is_glam()).collect();
        let of_vectors = !glam.is_empty() && self.random.chance(40);
        let ty = if of_vectors { Type::Vector(self.random.pick(&glam)) } else { Type::Number(self.number) };
        let sign = match of_vectors {
            true => self.random.pick(&[".==", ".!="]),
            false => self.random.pick(&[".<", ".<=", ".>", ".>=", ".==", ".!="]),
        };
        let parts = self.parts(&place.exact(), &[ty, ty], need, depth);
        let [a, b]: [Expr; 2] = parts.try_into().ok().expect("two parts");
        Expr::of(Kind::Infix(sign, Box::new(a), Box::new(b)), Type::Bool, Known::new(1.0, 0))
    }
}
