//! The tree that the parser builds.
//!
//! Rows of operators of one precedence are flat lists, so that hundreds in a row nest nothing.

use std::rc::Rc;

use proc_macro2::{Ident, TokenStream};

use super::{Literal, Place, Slice};
use crate::ops::{Function, Infix, Prefix, Reducer};
use crate::tokens::Range;

/// An expression and where it stands.
pub(crate) struct Expr {
    pub(crate) range: Range,
    pub(crate) kind: ExprKind,
}

pub(crate) enum ExprKind {
    /// Rust that is evaluated once, before the loop.
    Leaf(Leaf),
    Literal(Literal),
    /// Operators of one precedence, from the left.
    Row(Box<Expr>, Vec<Link>),
    /// `a .< b .<= c`
    Chain(Box<Expr>, Vec<Link>),
    /// `a .&& b` or `a .|| b`: later ones are computed only where needed.
    Lazy(Box<Expr>, Vec<Link>),
    Prefix(&'static Prefix, Box<Expr>),
    Power(Box<Expr>, Box<Link>),
    Call(Call),
    If(Box<If>),
    /// `{ let d = ..; e }` as a branch.
    Block(Vec<Rc<Let>>, Box<Expr>),
    /// `v @ (1)`
    Map(Box<Expr>, Axes),
    Reduction(Reduction),
    /// A mistake was reported here.
    Missing,
}

/// An operator and what follows it.
pub(crate) struct Link {
    pub(crate) operator: &'static Infix,
    pub(crate) range: Range,
    pub(crate) operand: Expr,
}

/// An operator where it stands.
#[derive(Clone, Copy)]
pub(crate) struct Sign {
    pub(crate) infix: &'static Infix,
    pub(crate) range: Range,
}

impl Link {
    pub(crate) fn sign(&self) -> Sign {
        Sign { infix: self.operator, range: self.range }
    }
}

/// Plain Rust.
pub(crate) struct Leaf {
    /// Counts leaves in source order.
    pub(crate) id: usize,
    pub(crate) tokens: TokenStream,
    pub(crate) text: String,
    /// What it names, when it is only a name, fields of it, a dereference or a slice of these.
    pub(crate) place: Option<Place>,
    /// The slices in it, from the left.
    pub(crate) slices: Vec<Slice>,
}

impl Leaf {
    /// What its first slice is taken of.
    pub(crate) fn sliced(&self) -> Option<TokenStream> {
        let first = self.slices.first()?;
        Some(self.tokens.clone().into_iter().take(first.at).collect())
    }
}

/// A call per element.
pub(crate) struct Call {
    pub(crate) callee: Callee,
    /// Where the callee stands.
    pub(crate) range: Range,
    pub(crate) arguments: Vec<Expr>,
}

pub(crate) enum Callee {
    Builtin(&'static Function),
    /// `f32.(x)`
    Convert(Ident),
    /// A function, a local closure or a path.
    Path(TokenStream),
    /// A closure written in place.
    Closure(TokenStream),
    /// `(make()).(x)`: evaluated once, like a leaf.
    Value(Box<Leaf>),
    /// `at.`: the array that is looked up in, taken whole, and where it stands. The arguments are the indices.
    LookUp(Box<Leaf>, Range),
    /// A method of the element, with its generics (all-dotted form).
    Method(Ident, TokenStream),
    /// A single name that other systems have for a built-in.
    Unknown(Ident),
}

pub(crate) struct If {
    pub(crate) condition: Expr,
    pub(crate) then: Expr,
    pub(crate) otherwise: Expr,
}

/// `@ (0, 2)`
#[derive(Clone)]
pub(crate) struct Axes {
    pub(crate) entries: Vec<usize>,
    /// The parenthesis.
    pub(crate) range: Range,
}

impl Axes {
    /// One more than the last axis; 0 for `@ ()`.
    pub(crate) fn reach(&self) -> usize {
        self.entries.iter().max().map_or(0, |last| last + 1)
    }
}

/// `sum[0](e)`
pub(crate) struct Reduction {
    pub(crate) reducer: &'static Reducer,
    /// The axes in brackets; without them all axes are reduced.
    pub(crate) axes: Option<Axes>,
    /// `[0; keep]`: the reduced axes stay, with size 1.
    pub(crate) keep: bool,
    /// Where the name stands.
    pub(crate) name: Range,
    pub(crate) arguments: Vec<Expr>,
}

pub(crate) struct Body {
    pub(crate) statements: Vec<Statement>,
    pub(crate) values: Values,
}

/// What the macro evaluates to, assignments apart.
pub(crate) enum Values {
    Nothing,
    One(Expr),
    Tuple(Vec<Expr>),
}

impl Values {
    pub(crate) fn iter(&self) -> std::slice::Iter<'_, Expr> {
        match self {
            Values::Nothing => [].iter(),
            Values::One(value) => std::slice::from_ref(value).iter(),
            Values::Tuple(values) => values.iter(),
        }
    }
}

pub(crate) enum Statement {
    Let(Rc<Let>),
    Assignment(Box<Assignment>),
}

impl Statement {
    pub(crate) fn value(&self) -> &Expr {
        match self {
            Statement::Let(definition) => &definition.value,
            Statement::Assignment(assignment) => &assignment.value,
        }
    }
}

pub(crate) struct Let {
    /// Counts `let`s in source order.
    pub(crate) id: usize,
    pub(crate) name: LetName,
    pub(crate) value: Expr,
}

/// The name that a `let` introduces.
pub(crate) struct LetName {
    pub(crate) place: Place,
    pub(crate) range: Range,
}

/// `y .+= x`
pub(crate) struct Assignment {
    pub(crate) target: Expr,
    /// The operator of a compound assignment.
    pub(crate) operator: Option<Sign>,
    pub(crate) value: Expr,
}

impl Expr {
    pub(crate) fn new(range: Range, kind: ExprKind) -> Self {
        Expr { range, kind }
    }

    pub(crate) fn missing(range: Range) -> Self {
        Expr { range, kind: ExprKind::Missing }
    }

    /// The parts, in source order.
    pub(crate) fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Leaf(_) | ExprKind::Literal(_) | ExprKind::Missing => Vec::new(),
            ExprKind::Row(first, links) | ExprKind::Chain(first, links) | ExprKind::Lazy(first, links) => {
                std::iter::once(&**first).chain(links.iter().map(|link| &link.operand)).collect()
            }
            ExprKind::Prefix(_, operand) | ExprKind::Map(operand, _) => vec![operand],
            ExprKind::Power(base, exponent) => vec![base, &exponent.operand],
            ExprKind::Call(call) => call.arguments.iter().collect(),
            ExprKind::If(parts) => vec![&parts.condition, &parts.then, &parts.otherwise],
            ExprKind::Block(lets, value) => {
                lets.iter().map(|definition| &definition.value).chain(std::iter::once(&**value)).collect()
            }
            ExprKind::Reduction(reduction) => reduction.arguments.iter().collect(),
        }
    }
}
