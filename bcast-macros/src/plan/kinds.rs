//! What `#[structured]` follows beside the formula: the kind of each operand, and what each step leaves of them.

use super::facts::Facts;
use crate::check::Meaning;
use crate::ops::{Function, Infix, Level, NEGATE, Prefix};
use crate::syntax::{Call, Callee, Expr, ExprKind, Link, LiteralKind, Statement};
use crate::tokens::Range;
use proc_macro2::TokenStream;

/// Steps in the order in which they are found, and the last kind.
pub(crate) struct Kinds {
    pub(crate) steps: Vec<KindStep>,
    pub(crate) result: Kind,
    /// Where the formula stands.
    pub(crate) range: Range,
}

impl Kinds {
    /// Whether what the target had before is part of the formula.
    pub(crate) fn reads_target(&self) -> bool {
        let is_target = |kind: &Kind| matches!(kind, Kind::Target);
        let reads = |step: &KindStep| is_target(&step.of) || step.beside.as_ref().is_some_and(is_target);
        is_target(&self.result) || self.steps.iter().any(reads)
    }
}

/// What a type of `op` leaves of one kind or two.
pub(crate) struct KindStep {
    pub(crate) op: &'static str,
    pub(crate) of: Kind,
    pub(crate) beside: Option<Kind>,
}

/// A kind.
pub(crate) enum Kind {
    /// That of what is evaluated in a slot.
    Slot(usize),
    /// That of the target.
    Target,
    Integer(i128),
    /// Another number, as written.
    Number(TokenStream),
    Step(usize),
    /// Truth values that are no bits yet.
    Packed,
    Dense,
}

/// Follows the one expression of a call that asks for it.
pub(super) fn of(facts: &Facts) -> Option<Kinds> {
    facts.attributes().structured?;
    let mut finder = Finder { facts, steps: Vec::new(), is_whole: facts.is_whole() };
    let assignment = facts.body().statements.iter().find_map(Statement::assignment);
    let value = assignment.map(|assignment| &assignment.value).or(facts.body().values.iter().next())?;
    let mut result = finder.kind(value);
    if let Some(operator) = assignment.and_then(|assignment| assignment.operator) {
        result = finder.step(joined(operator.infix), Kind::Target, Some(result));
    }
    let (steps, result) = match finder.is_whole {
        // Operands are read as they are: the result is bits, if anything.
        true => (Vec::new(), if is_truth(value) { Kind::Packed } else { Kind::Dense }),
        false => (finder.steps, result),
    };
    Some(Kinds { steps, result, range: value.range })
}

impl Facts<'_> {
    /// Whether attributes say how operands lie: then none is read portion by portion.
    fn is_whole(&self) -> bool {
        let attributes = self.attributes();
        attributes.numpy.is_some() || attributes.shape.is_some() || self.is_named()
    }
}

/// Whether an expression is a question, as spelling tells.
fn is_truth(expr: &Expr) -> bool {
    let is_bitwise = |link: &Link| matches!(link.operator.level, Level::BitAnd | Level::BitOr);
    match &expr.kind {
        ExprKind::Chain(..) | ExprKind::Lazy(..) => true,
        ExprKind::Row(first, links) => {
            links.iter().any(|link| link.operator.level == Level::Compare)
                || links.iter().all(is_bitwise) && (is_truth(first) || links.iter().any(|link| is_truth(&link.operand)))
        }
        ExprKind::Prefix(prefix, of) => prefix.sign == "!" && is_truth(of),
        ExprKind::Call(Call { callee: Callee::Builtin(function), .. }) => !function.keeps_type,
        _ => false,
    }
}

struct Finder<'f, 'a> {
    facts: &'f Facts<'a>,
    steps: Vec<KindStep>,
    /// Something looks at operands otherwise than element by element.
    is_whole: bool,
}

impl Finder<'_, '_> {
    fn kind(&mut self, expr: &Expr) -> Kind {
        match &expr.kind {
            ExprKind::Leaf(leaf) => match self.facts.scope().meaning(leaf) {
                Meaning::Operand => Kind::Slot(self.facts.slot_of(leaf)),
                // Nothing is assigned to it before.
                Meaning::Target(_) => Kind::Target,
                Meaning::Let(_) => Kind::Dense,
            },
            ExprKind::Literal(literal) => match literal.kind {
                LiteralKind::Integer(number) => Kind::Integer(number),
                LiteralKind::Float | LiteralKind::Typed => Kind::Number(literal.tokens.clone()),
            },
            ExprKind::Row(first, links) | ExprKind::Lazy(first, links) => {
                let first = self.kind(first);
                links.iter().fold(first, |left, link| self.linked(left, link))
            }
            ExprKind::Chain(first, links) => {
                self.kind(first);
                links.iter().for_each(|link| drop(self.kind(&link.operand)));
                Kind::Packed
            }
            ExprKind::Prefix(prefix, of) => {
                let of = self.kind(of);
                self.step(prefixed(prefix), of, None)
            }
            ExprKind::Power(base, link) => {
                let of = self.kind(base);
                let is_of_zero = matches!(self.kind(&link.operand), Kind::Integer(1..));
                self.step(if is_of_zero { "OfZero" } else { "AnyStep" }, of, None)
            }
            ExprKind::Call(call) => self.call(call),
            _ => {
                self.is_whole = true;
                Kind::Dense
            }
        }
    }

    fn linked(&mut self, left: Kind, link: &Link) -> Kind {
        let right = self.kind(&link.operand);
        if link.operator.level == Level::Compare {
            return Kind::Packed;
        }
        self.step(joined(link.operator), left, Some(right))
    }

    fn call(&mut self, call: &Call) -> Kind {
        let arguments: Vec<Kind> = call.arguments.iter().map(|argument| self.kind(argument)).collect();
        let op = match &call.callee {
            Callee::Builtin(function) if !function.keeps_type => return Kind::Packed,
            Callee::Builtin(function) => called(function),
            Callee::Convert(_) => "OfZero",
            Callee::LookUp(..) | Callee::Lifting(_) => {
                self.is_whole = true;
                return Kind::Dense;
            }
            _ => "AnyStep",
        };
        let mut arguments = arguments.into_iter();
        match (arguments.next(), arguments.next(), arguments.next()) {
            (Some(of), beside, None) => self.step(op, of, beside),
            _ => Kind::Dense,
        }
    }

    fn step(&mut self, op: &'static str, of: Kind, beside: Option<Kind>) -> Kind {
        self.steps.push(KindStep { op, of, beside });
        Kind::Step(self.steps.len() - 1)
    }
}

fn prefixed(prefix: &Prefix) -> &'static str {
    if prefix.sign == NEGATE.sign { "DotNegate" } else { "DotNot" }
}

fn joined(operator: &Infix) -> &'static str {
    match operator.sign {
        "+" => "DotPlus",
        "-" => "DotMinus",
        "*" => "DotTimes",
        "/" => "DotDivide",
        "&" | "&&" => "DotAnd",
        "|" | "||" => "DotOr",
        _ => "AnyStep",
    }
}

fn called(function: &Function) -> &'static str {
    match function.name {
        "xor" => "DotXor",
        _ if function.of_zero => "OfZero",
        _ => "AnyStep",
    }
}
