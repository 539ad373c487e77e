//! The tree that the parser builds.
//!
//! Rows of operators of one precedence are flat lists, so that hundreds in a row nest nothing.

use std::rc::Rc;

use proc_macro2::{Ident, TokenStream};

use super::{Literal, Place, Slice};
use crate::ops::{Function, Infix, Prefix, Reducer};
use crate::tokens::Range;

/// An expression and where it stands.
#[derive(Clone)]
pub(crate) struct Expr {
    pub(crate) range: Range,
    pub(crate) kind: ExprKind,
}

#[derive(Clone)]
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
#[derive(Clone)]
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

    fn with(&self, mut part: impl FnMut(&Expr) -> Expr) -> Link {
        Link { operand: part(&self.operand), ..*self }
    }
}

/// Plain Rust.
#[derive(Clone)]
pub(crate) struct Leaf {
    /// Counts leaves in source order.
    pub(crate) id: usize,
    pub(crate) tokens: TokenStream,
    pub(crate) text: String,
    /// What it names, when it is only a name, fields of it, a dereference or a slice of these.
    pub(crate) place: Option<Place>,
    /// The names of its axes: `x @ (i, k)`.
    pub(crate) axes: Option<Box<Axes>>,
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
#[derive(Clone)]
pub(crate) struct Call {
    pub(crate) callee: Callee,
    /// Where the callee stands.
    pub(crate) range: Range,
    pub(crate) arguments: Vec<Expr>,
}

#[derive(Clone)]
pub(crate) enum Callee {
    Builtin(&'static Function),
    /// `f32.(x)`
    Convert(Ident),
    /// A function, a local closure or a path.
    Path(TokenStream),
    /// The derivative of a function, by its path.
    Slope(TokenStream),
    /// A closure written in place.
    Closure(TokenStream),
    /// `(make()).(x)`: evaluated once, like a leaf.
    Value(Box<Leaf>),
    /// `at.`: the array that is looked up in, taken whole, and where it stands. The arguments are the indices.
    LookUp(Box<Leaf>, Range),
    /// A method of the element, with its generics (all-dotted form).
    Method(Ident, TokenStream),
    /// A single name that other systems have for a built-in, or one that stands for several of them.
    Unknown(Ident),
    /// An element of `fold(x, init, f)` is handed on with the function beside it.
    Lifting(Joining),
    /// `t.0`, or what a pattern names.
    Field(Field),
}

/// A field of a tuple.
#[derive(Clone, Copy)]
pub(crate) struct Field {
    pub(crate) at: usize,
    /// How many there are, and where that is written, if a pattern says it.
    pub(crate) pattern: Option<(usize, Range)>,
}

/// What joins elements in `fold(x, init, f)`.
#[derive(Clone)]
pub(crate) enum Joining {
    /// A function, a local closure or a path.
    Path(TokenStream),
    /// A closure written in place.
    Closure(TokenStream),
    /// Anything else: evaluated once, like a leaf.
    Value(Box<Leaf>),
}

impl Callee {
    /// The function that is evaluated once, like a leaf.
    pub(crate) fn value(&self) -> Option<&Leaf> {
        match self {
            Callee::Value(leaf) | Callee::Lifting(Joining::Value(leaf)) => Some(leaf),
            _ => None,
        }
    }
}

#[derive(Clone)]
pub(crate) struct If {
    pub(crate) condition: Expr,
    pub(crate) then: Expr,
    pub(crate) otherwise: Expr,
}

/// `@ (0, 2)`, with names `@ (i, k)`, counted from the end `@ (-1)`, or by a value `@ {dims}`
#[derive(Clone)]
pub(crate) struct Axes {
    /// Their numbers, which `check` finds where they have names. Axes that are known when the call runs are one entry,
    /// [`GIVEN`] and their place in a list.
    pub(crate) entries: Vec<usize>,
    pub(crate) names: Vec<Ident>,
    pub(crate) given: Option<Rc<Given>>,
    /// The parenthesis.
    pub(crate) range: Range,
}

/// Entries from here on are no numbers of axes.
pub(crate) const GIVEN: usize = 1 << 20;

/// Axes that are known when the call runs.
#[derive(Clone)]
pub(crate) enum Given {
    /// Some of them are counted from the end.
    Counted(Vec<isize>),
    /// All but these: a gradient is summed over them.
    Rest(Vec<usize>),
    /// All but those that are known when the call runs, by their number.
    RestOf(usize),
    /// A value of the program.
    Value(Leaf),
}

impl Given {
    /// Whether both say the same axes, as far as spelling tells.
    pub(crate) fn is_same(&self, other: &Given) -> bool {
        match (self, other) {
            (Given::Counted(a), Given::Counted(b)) => a == b,
            (Given::Rest(a), Given::Rest(b)) => a == b,
            (Given::RestOf(a), Given::RestOf(b)) => a == b,
            (Given::Value(a), Given::Value(b)) => a.place.is_some() && a.place == b.place,
            _ => false,
        }
    }
}

impl Axes {
    pub(crate) fn is_named(&self) -> bool {
        !self.names.is_empty()
    }

    /// As written, without the parenthesis.
    pub(crate) fn listed(&self) -> String {
        let written: Vec<String> = match self.given.as_deref() {
            Some(Given::Value(leaf)) => vec![format!("{{{}}}", leaf.text)],
            Some(Given::Counted(axes)) => axes.iter().map(isize::to_string).collect(),
            Some(Given::Rest(axes)) => axes.iter().map(|axis| format!("not {axis}")).collect(),
            Some(Given::RestOf(axes)) => vec![format!("not given {axes}")],
            None if self.is_named() => self.names.iter().map(Ident::to_string).collect(),
            None => self.entries.iter().map(usize::to_string).collect(),
        };
        written.join(", ")
    }

    /// As written after `@`.
    pub(crate) fn written(&self) -> String {
        match self.given.as_deref() {
            Some(Given::Value(_)) => self.listed(),
            _ => format!("({})", self.listed()),
        }
    }

    /// One more than the last axis; 0 for `@ ()`, and if that is not known.
    pub(crate) fn reach(&self) -> usize {
        self.entries.iter().filter(|&&axis| axis < GIVEN).max().map_or(0, |last| last + 1)
    }
}

/// `sum[0](e)`
#[derive(Clone)]
pub(crate) struct Reduction {
    pub(crate) reducer: &'static Reducer,
    /// As it is called: `var`, though it is a mean.
    pub(crate) called: &'static str,
    /// The axes in brackets; without them all axes are reduced.
    pub(crate) axes: Option<Axes>,
    /// `[0; keep]`: the reduced axes stay, with size 1.
    pub(crate) keep: bool,
    /// The names of all axes of what is reduced, where they have some.
    pub(crate) frame: Frame,
    /// Where the name stands.
    pub(crate) name: Range,
    pub(crate) arguments: Vec<Expr>,
}

/// The names of axes in their order; none where axes are counted.
pub(crate) type Frame = Rc<[String]>;

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
    pub(crate) fn assignment(&self) -> Option<&Assignment> {
        match self {
            Statement::Assignment(assignment) => Some(assignment),
            Statement::Let(_) => None,
        }
    }

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
    /// So many before it stand in one pattern with it: its value does not see their names.
    pub(crate) beside: usize,
}

impl Let {
    /// Whether it names a part of what a `let` before it is, which has no name: both stand in one pattern.
    pub(crate) fn takes_apart(&self) -> bool {
        matches!(self.value.kind, ExprKind::Call(Call { callee: Callee::Field(Field { pattern: Some(_), .. }), .. }))
    }
}

/// The name that a `let` introduces.
#[derive(Clone)]
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

    /// The operand, name or target that it is, and nothing else.
    pub(crate) fn leaf(&self) -> Option<&Leaf> {
        match &self.kind {
            ExprKind::Leaf(leaf) => Some(leaf),
            _ => None,
        }
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

    /// The same with other parts, one for each of these; `let`s of blocks stay.
    pub(crate) fn with_parts(&self, mut part: impl FnMut(&Expr) -> Expr) -> Expr {
        let mut boxed = |expr: &Expr| Box::new(part(expr));
        let kind = match &self.kind {
            ExprKind::Row(first, links) => ExprKind::Row(boxed(first), linked(links, part)),
            ExprKind::Chain(first, links) => ExprKind::Chain(boxed(first), linked(links, part)),
            ExprKind::Lazy(first, links) => ExprKind::Lazy(boxed(first), linked(links, part)),
            ExprKind::Prefix(prefix, operand) => ExprKind::Prefix(prefix, boxed(operand)),
            ExprKind::Map(operand, axes) => ExprKind::Map(boxed(operand), axes.clone()),
            ExprKind::Power(base, exponent) => {
                let base = boxed(base);
                ExprKind::Power(base, Box::new(exponent.with(part)))
            }
            ExprKind::Call(call) => {
                let arguments = call.arguments.iter().map(part).collect();
                ExprKind::Call(Call { callee: call.callee.clone(), range: call.range, arguments })
            }
            ExprKind::If(parts) => {
                let [condition, then, otherwise] = [&parts.condition, &parts.then, &parts.otherwise].map(part);
                ExprKind::If(Box::new(If { condition, then, otherwise }))
            }
            ExprKind::Block(lets, value) => ExprKind::Block(lets.clone(), boxed(value)),
            ExprKind::Reduction(reduction) => {
                let arguments = reduction.arguments.iter().map(part).collect();
                ExprKind::Reduction(Reduction { arguments, ..reduction.clone() })
            }
            ExprKind::Leaf(_) | ExprKind::Literal(_) | ExprKind::Missing => self.kind.clone(),
        };
        Expr::new(self.range, kind)
    }
}

fn linked(links: &[Link], mut part: impl FnMut(&Expr) -> Expr) -> Vec<Link> {
    links.iter().map(|link| link.with(&mut part)).collect()
}
