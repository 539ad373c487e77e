//! Expressions: their types, and what is known of their values.

use super::own::Function;
use crate::generate::Number;

/// `[T; N]`, or a vector of `glam` if it has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Vector {
    pub(crate) number: Number,
    pub(crate) len: usize,
    pub(crate) glam: Option<&'static str>,
}

impl Vector {
    /// The vectors of `glam`.
    pub(crate) const GLAM: [Vector; 16] = [
        Vector::glam("Vec2", Number::F32, 2),
        Vector::glam("Vec3", Number::F32, 3),
        Vector::glam("Vec3A", Number::F32, 3),
        Vector::glam("Vec4", Number::F32, 4),
        Vector::glam("DVec2", Number::F64, 2),
        Vector::glam("DVec3", Number::F64, 3),
        Vector::glam("DVec4", Number::F64, 4),
        Vector::glam("IVec2", Number::I32, 2),
        Vector::glam("IVec3", Number::I32, 3),
        Vector::glam("IVec4", Number::I32, 4),
        Vector::glam("UVec2", Number::U32, 2),
        Vector::glam("UVec3", Number::U32, 3),
        Vector::glam("UVec4", Number::U32, 4),
        Vector::glam("I64Vec2", Number::I64, 2),
        Vector::glam("I64Vec3", Number::I64, 3),
        Vector::glam("I64Vec4", Number::I64, 4),
    ];

    const fn glam(name: &'static str, number: Number, len: usize) -> Vector {
        Vector { number, len, glam: Some(name) }
    }

    pub(crate) fn name(self) -> String {
        self.glam.map_or_else(|| format!("[{}; {}]", self.number.name(), self.len), str::to_owned)
    }

    /// `%` of `glam` rounds quotients down in vectors that are registers of the processor; Rust, and a GPU, towards 0.
    pub(crate) fn rounds_down(self) -> bool {
        matches!(self.glam, Some("Vec3A" | "Vec4"))
    }

    pub(crate) fn is_glam(self) -> bool {
        self.glam.is_some()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Bool,
    /// A number of the case's type.
    Number(Number),
    Vector(Vector),
}

impl Type {
    pub(crate) fn name(self) -> String {
        match self {
            Type::Bool => "bool".to_owned(),
            Type::Number(number) => number.name().to_owned(),
            Type::Vector(vector) => vector.name(),
        }
    }

    pub(crate) fn vector(self) -> Option<Vector> {
        if let Type::Vector(vector) = self { Some(vector) } else { None }
    }

    /// Whether operators take it.
    pub(crate) fn has_operators(self) -> bool {
        self != Type::Bool && self.vector().is_none_or(Vector::is_glam)
    }
}

/// What is known of numbers, or of all components of a vector.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    /// How large they are at most.
    pub(crate) bound: f64,
    /// How many binary places they have.
    pub(crate) places: i32,
    /// How far off they may be, in parts of the last place of 1.
    pub(crate) error: f64,
}

impl Known {
    pub(crate) fn new(bound: f64, places: i32) -> Known {
        Known { bound, places, error: 0.0 }
    }

    pub(crate) fn is_exact(self) -> bool {
        self.error == 0.0
    }

    /// Whether a type has all such numbers.
    pub(crate) fn fits(self, number: Number) -> bool {
        let most = match number {
            Number::F32 => 24,
            Number::I32 | Number::U32 => 30,
            _ => 50,
        };
        if self.is_exact() {
            return self.bound * 2_f64.powi(self.places) <= 2_f64.powi(most);
        }
        self.bound < 1e6
    }

    pub(crate) fn plus(self, other: Known) -> Known {
        let bound = self.bound + other.bound;
        let rounded = if self.is_exact() && other.is_exact() { 0.0 } else { bound };
        Known { bound, places: self.places.max(other.places), error: self.error + other.error + rounded }
    }

    pub(crate) fn times(self, other: Known) -> Known {
        let bound = self.bound * other.bound;
        let rounded = if self.is_exact() && other.is_exact() { 0.0 } else { bound };
        let error = self.error * (other.bound + 1.0) + other.error * (self.bound + 1.0) + rounded;
        Known { bound, places: self.places + other.places, error }
    }

    /// One of them.
    pub(crate) fn or(self, other: Known) -> Known {
        Known {
            bound: self.bound.max(other.bound),
            places: self.places.max(other.places),
            error: self.error.max(other.error),
        }
    }

    /// The sum of so many.
    pub(crate) fn sum(self, count: usize) -> Known {
        let count = count as f64;
        let bound = self.bound * count;
        let rounded = if self.is_exact() { 0.0 } else { bound * count };
        Known { bound, error: self.error * count + rounded, ..self }
    }

    /// The product of so many, which are exact.
    pub(crate) fn prod(self, count: usize) -> Known {
        let bound = self.bound.max(1.0).powi(count.min(99) as i32);
        Known::new(bound, self.places * count.min(99) as i32)
    }
}

#[derive(Clone)]
pub(crate) struct Reduction {
    pub(crate) name: &'static str,
    /// All without.
    pub(crate) axes: Option<Vec<usize>>,
    pub(crate) keep: bool,
    /// It lies along the axes that are left, and has those of the part that is reduced; else it has the others alone.
    pub(crate) lined: bool,
}

impl Reduction {
    pub(crate) fn has(&self, axis: usize) -> bool {
        self.axes.as_ref().is_none_or(|axes| axes.contains(&axis))
    }
}

#[derive(Clone)]
pub(crate) enum Kind {
    Operand(usize),
    Target(usize),
    Let(usize),
    /// It has the type of its neighbour.
    Literal(f64),
    Map(Box<Expr>, Vec<usize>),
    Minus(Box<Expr>),
    Infix(&'static str, Box<Expr>, Box<Expr>),
    Power(Box<Expr>, u32),
    If(Box<[Expr; 3]>),
    Select(Box<[Expr; 3]>),
    Call(&'static str, Vec<Expr>),
    Own(Box<Function>, Vec<Expr>),
    Reduce(Box<Expr>, Reduction),
}

#[derive(Clone)]
pub(crate) struct Expr {
    pub(crate) kind: Kind,
    pub(crate) ty: Type,
    pub(crate) known: Known,
    /// How far it reaches along each axis of the place: 1 where it has none.
    pub(crate) sizes: Vec<usize>,
}

impl Expr {
    /// An operation of some parts, which have the axes of the same place.
    pub(crate) fn of(kind: Kind, ty: Type, known: Known) -> Expr {
        let mut expr = Expr { kind, ty, known, sizes: Vec::new() };
        let parts: Vec<Vec<usize>> = expr.parts().iter().map(|part| part.sizes.clone()).collect();
        expr.sizes = parts[0].clone();
        for part in &parts[1..] {
            for (size, other) in expr.sizes.iter_mut().zip(part) {
                *size = if *size == 1 { *other } else { *size };
            }
        }
        expr
    }

    pub(crate) fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            Kind::Operand(_) | Kind::Target(_) | Kind::Let(_) | Kind::Literal(_) => Vec::new(),
            Kind::Map(part, _) | Kind::Minus(part) | Kind::Power(part, _) | Kind::Reduce(part, _) => vec![part],
            Kind::Infix(_, a, b) => vec![a, b],
            Kind::If(parts) | Kind::Select(parts) => parts.iter().collect(),
            Kind::Call(_, parts) | Kind::Own(_, parts) => parts.iter().collect(),
        }
    }

    /// The reduction that a value with fewer axes is made of.
    pub(crate) fn reduction(&self) -> Option<&Reduction> {
        match &self.kind {
            Kind::Reduce(_, reduction) => Some(reduction),
            Kind::Infix(_, a, _) => a.reduction(),
            _ => None,
        }
    }

    /// Whether its numbers are integers.
    pub(crate) fn is_whole(&self) -> bool {
        match self.ty {
            Type::Bool => false,
            Type::Number(number) => !number.is_float(),
            Type::Vector(vector) => !vector.number.is_float(),
        }
    }

    /// This one and all inside.
    pub(crate) fn each<'a>(&'a self, with: &mut dyn FnMut(&'a Expr)) {
        with(self);
        self.parts().into_iter().for_each(|part| part.each(with));
    }
}
