//! Frames while they are walked.

use super::factor::Factor;
use super::known::fingerprint;
use crate::check::Scope;
use crate::ops;
use crate::sorted::Set;
use crate::syntax::{Expr, ExprKind, Frame, If, Link, Literal, LiteralKind};
use crate::tokens::Range;

/// Where a part lies, and what waits there until all that reads it has been walked.
pub(super) struct Within {
    /// All that joins in it.
    pub(super) root: Expr,
    /// The number of its axes, if spelling tells.
    pub(super) rank: Option<usize>,
    /// Their names, if they have some.
    pub(super) names: Frame,
    /// Its number.
    pub(super) number: usize,
    /// It is that of a mapped part: where that was stretched, derivatives have the larger shape.
    pub(super) is_mapped: bool,
    /// What all that arrives in it is to be multiplied by yet.
    pub(super) factor: Option<Factor>,
    /// Conditions under which it is needed, and whether they have to hold or not to.
    pub(super) guards: Vec<(Expr, bool)>,
    /// What is named, and what is reduced in it, with all that has arrived there.
    pub(super) lets: Vec<Named>,
    pub(super) reductions: Vec<(String, Expr, Vec<Expr>)>,
}

/// What a `let` names, under the conditions that it is needed by.
pub(super) struct Named {
    pub(super) id: usize,
    pub(super) value: Expr,
    pub(super) guards: Vec<(Expr, bool)>,
    /// The conditions as text.
    text: String,
    pub(super) gs: Vec<Expr>,
}

/// A reduction until all that reads it has been walked.
pub(super) struct Waiting {
    pub(super) text: String,
    pub(super) expr: Expr,
    /// The reductions in what it reduces.
    pub(super) inside: Set<String>,
    /// What has arrived, along the axes that it left, and the factor that each lacks.
    pub(super) gs: Vec<(Expr, Option<Factor>)>,
}

impl Within {
    /// Notes what arrives at what a `let` names: where the conditions are the same, it is added.
    pub(super) fn name(&mut self, (id, value): (usize, &Expr), g: Expr, scope: &Scope) {
        let guard = |(condition, holds): &(Expr, bool)| format!("{holds} {};", fingerprint(condition, scope));
        let text: String = self.guards.iter().map(guard).collect();
        match self.lets.iter_mut().find(|named| named.id == id && named.text == text) {
            Some(named) => named.gs.push(g),
            None => {
                let guards = self.guards.clone();
                self.lets.push(Named { id, value: value.clone(), guards, text, gs: vec![g] });
            }
        }
    }

    /// A value where it is needed, and 0 elsewhere.
    pub(super) fn guarded(&self, value: Expr) -> Expr {
        self.guards.iter().rev().fold(value, |value, (condition, holds)| {
            let zero = number(0, value.range);
            let (then, otherwise) = if *holds { (value, zero) } else { (zero, value) };
            let range = then.range;
            Expr::new(range, ExprKind::If(Box::new(If { condition: condition.clone(), then, otherwise })))
        })
    }
}

/// The sum of some expressions, of one at least.
pub(super) fn sum(gs: Vec<Expr>) -> Expr {
    let mut gs = gs.into_iter();
    let Some(first) = gs.next() else { return Expr::missing(Range::at(proc_macro2::Span::call_site())) };
    let links: Vec<Link> = gs.map(|operand| Link { operator: &ops::PLUS, range: first.range, operand }).collect();
    row(first, links)
}

/// Operators of one precedence behind an expression, or it alone.
pub(super) fn row(first: Expr, links: Vec<Link>) -> Expr {
    match links.is_empty() {
        true => first,
        false => Expr::new(first.range, ExprKind::Row(Box::new(first), links)),
    }
}

pub(super) fn number(number: i128, range: Range) -> Expr {
    let mut literal = proc_macro2::Literal::i128_unsuffixed(number);
    literal.set_span(range.first);
    let tokens = proc_macro2::TokenTree::from(literal).into();
    Expr::new(range, ExprKind::Literal(Literal { kind: LiteralKind::Integer(number), tokens }))
}
