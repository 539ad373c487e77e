//! Expressions, in a form of which both texts are written.

use super::own::Own;
use super::types::{Range, Type};

/// An expression, its element type, and between which numbers its values lie.
#[derive(Clone)]
pub(crate) struct Expr {
    pub(crate) kind: Kind,
    pub(crate) ty: Type,
    pub(crate) range: Range,
}

#[derive(Clone)]
pub(crate) enum Kind {
    Operand(usize),
    Target(usize),
    Let(usize),
    Literal(f64, Spelling),
    /// `-` or `!`
    Prefix(char, Box<Expr>),
    /// Operators but comparisons and powers, by their signs.
    Infix(&'static str, Box<Expr>, Box<Expr>),
    /// Comparisons, one or several.
    Chain(Vec<Expr>, Vec<&'static str>),
    LiteralPower(Box<Expr>, i32),
    Power(Box<Expr>, Box<Expr>),
    Call(Callee, Vec<Expr>),
    /// To the type of the whole.
    Convert(Box<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The output axis of each axis, counted among those of the surrounding part.
    Map(Box<Expr>, Vec<usize>),
    /// `sum[0](x)`, of a value with all axes of its place.
    Reduce(Box<Expr>, Reduced),
}

/// How something is reduced.
#[derive(Clone)]
pub(crate) struct Reduced {
    pub(crate) name: &'static str,
    /// All of them without brackets if there are none.
    pub(crate) axes: Option<Vec<usize>>,
    pub(crate) keep: bool,
    /// How many axes the place has.
    pub(crate) rank: usize,
}

impl Reduced {
    pub(crate) fn has(&self, axis: usize) -> bool {
        self.axes.as_ref().is_none_or(|axes| axes.contains(&axis))
    }

    /// Whether it counts, so that the result is a `usize` which is then converted.
    pub(crate) fn counts(&self) -> bool {
        matches!(self.name, "count" | "argmin" | "argmax")
    }
}

#[derive(Clone, Copy)]
pub(crate) enum Callee {
    BuiltIn(&'static str),
    Own(&'static Own),
}

/// How a literal is written.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Spelling {
    /// `2`, of the neighbour's type.
    Integer,
    /// `2.5`, of the neighbour's type.
    Float,
    /// `2.5_f32`, `true`
    Typed,
}

impl Expr {
    pub(crate) fn new(kind: Kind, ty: Type, range: Range) -> Self {
        Expr { kind, ty, range }
    }

    pub(crate) fn infix(sign: &'static str, left: Expr, right: Expr, range: Range) -> Self {
        let ty = left.ty;
        Expr::new(Kind::Infix(sign, Box::new(left), Box::new(right)), ty, range)
    }

    /// A built-in function that keeps the type of its last argument.
    pub(crate) fn call(name: &'static str, arguments: Vec<Expr>, range: Range) -> Self {
        let ty = arguments.last().map_or(Type::F64, |argument| argument.ty);
        Expr::new(Kind::Call(Callee::BuiltIn(name), arguments), ty, range)
    }

    pub(crate) fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            Kind::Operand(_) | Kind::Target(_) | Kind::Let(_) | Kind::Literal(..) => Vec::new(),
            Kind::Prefix(_, part) | Kind::LiteralPower(part, _) | Kind::Convert(part) => vec![part],
            Kind::Map(part, _) | Kind::Reduce(part, _) => vec![part],
            Kind::Infix(_, left, right) | Kind::Power(left, right) => vec![left, right],
            Kind::Chain(parts, _) | Kind::Call(_, parts) => parts.iter().collect(),
            Kind::If(condition, then, otherwise) => vec![condition, then, otherwise],
        }
    }

    /// How many operations lie above each other; literals, operands and their maps have none.
    pub(crate) fn depth(&self) -> usize {
        let inside = self.parts().into_iter().map(Expr::depth).max();
        match (inside, &self.kind) {
            (None, _) => 0,
            (Some(0), Kind::Map(..)) => 0,
            (Some(depth), _) => depth + 1,
        }
    }

    /// Whether it reads a target, also through a `let`.
    pub(crate) fn reads_target(&self, lets: &[Expr]) -> bool {
        match &self.kind {
            Kind::Target(_) => true,
            Kind::Let(index) => lets[*index].reads_target(lets),
            _ => self.parts().into_iter().any(|part| part.reads_target(lets)),
        }
    }

    /// Calls `f` for itself and every part.
    pub(crate) fn each(&self, f: &mut impl FnMut(&Expr)) {
        f(self);
        self.parts().into_iter().for_each(|part| part.each(f));
    }
}
