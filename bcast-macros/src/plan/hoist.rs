//! Parts of an expression that have fewer axes than the whole are computed once per element of their own.
//!
//! Spelling decides: a part that is made of reductions over the same axes, or of mapped operands, and beside which
//! something else stands. It becomes a stage that maps, and an operand of what comes after.

use std::collections::BTreeSet;

use crate::check::Meaning;
use crate::ops;
use crate::syntax::{Callee, Expr, ExprKind, LiteralKind};

use super::axes::{Chain, Item};
use super::literal::Near;
use super::lower::Lowering;
use super::node::{Local, Value};
use super::{Form, Reduces, Source};
use crate::syntax::Axes;

/// A part that costs less is computed where it stands: as much as reading it again.
const WORTH_HOISTING: u32 = 4;

/// Along which axes an expression lies, as far as spelling tells.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Lies {
    /// A number, `One(..)`, or something reduced over all axes.
    Single,
    /// What a reduction over these axes left.
    Reduced(Vec<usize>),
    /// Mapped to these axes.
    Mapped(BTreeSet<usize>),
    /// Unknown.
    Anywhere,
}

impl Lies {
    fn beside(self, other: Lies) -> Lies {
        match (self, other) {
            (Lies::Single, lies) | (lies, Lies::Single) => lies,
            (Lies::Reduced(a), Lies::Reduced(b)) if a == b => Lies::Reduced(a),
            (Lies::Mapped(a), Lies::Mapped(b)) => Lies::Mapped(&a | &b),
            _ => Lies::Anywhere,
        }
    }
}

impl Lowering<'_> {
    /// Where an expression lies.
    pub(super) fn lies(&self, expr: &Expr) -> Lies {
        match &expr.kind {
            ExprKind::Literal(_) => Lies::Single,
            ExprKind::Leaf(leaf) => match self.checked.scope().meaning(leaf) {
                Meaning::Let(id) => self.lies(&self.checked.scope().definition(id).value),
                // Spelled as one value.
                Meaning::Operand if leaf.text.starts_with("One(") => Lies::Single,
                Meaning::Operand | Meaning::Target(_) => Lies::Anywhere,
            },
            ExprKind::Map(_, axes) => Lies::Mapped(axes.entries.iter().copied().collect()),
            ExprKind::Reduction(reduction) => match &reduction.axes {
                _ if reduction.keep => Lies::Anywhere,
                None => Lies::Single,
                Some(axes) => Lies::Reduced(axes.entries.clone()),
            },
            _ => {
                let parts = expr.parts().into_iter().map(|part| self.lies(part));
                parts.fold(Lies::Single, Lies::beside)
            }
        }
    }

    /// Whether reductions over different axes stand side by side in these expressions.
    pub(super) fn is_mixed<'e>(&self, exprs: impl IntoIterator<Item = &'e Expr>) -> bool {
        let mut axes = BTreeSet::new();
        exprs.into_iter().for_each(|expr| self.reduced_axes(expr, &mut axes));
        axes.len() > 1
    }

    fn reduced_axes(&self, expr: &Expr, found: &mut BTreeSet<Vec<usize>>) {
        match &expr.kind {
            ExprKind::Reduction(reduction) => {
                found.extend(reduction.axes.as_ref().filter(|_| !reduction.keep).map(|axes| axes.entries.clone()));
            }
            ExprKind::Leaf(leaf) => {
                if let Meaning::Let(id) = self.checked.scope().meaning(leaf) {
                    self.reduced_axes(&self.checked.scope().definition(id).value, found);
                }
            }
            ExprKind::Map(..) => {}
            _ => expr.parts().into_iter().for_each(|part| self.reduced_axes(part, found)),
        }
    }

    /// A part of the current pass that is computed by a stage of its own.
    pub(super) fn hoisted(&mut self, expr: &Expr, key: &str) -> Option<Value> {
        if !self.maps.is_empty() || self.frame.depth > 0 {
            return None;
        }
        let lies = self.lies(expr);
        let is_part = match (&lies, &self.frame.lies) {
            (Lies::Anywhere, _) => false,
            (Lies::Single, whole) => *whole != Lies::Single && self.reduces(expr),
            (Lies::Reduced(_), whole) => *whole == Lies::Anywhere && !self.frame.mixed,
            (Lies::Mapped(own), Lies::Mapped(whole)) => own != whole,
            (Lies::Mapped(_), whole) => *whole == Lies::Anywhere,
        };
        // Types know of six axes.
        let is_far = matches!(&lies, Lies::Mapped(axes) if axes.last() > Some(&5));
        if !is_part || is_far || self.weight(expr) < WORTH_HOISTING {
            return None;
        }
        let stage = self.map_stage(expr, key, &lies);
        let text = self.text_of(stage);
        let Lies::Mapped(axes) = lies else {
            let source = Source::Stage { stage, item: 0, form: Form::Same };
            let leaf = self.seen(source, &text, expr.range, false);
            let is_single = lies == Lies::Single;
            self.frame.chain.push(if is_single { Item::Leaf(leaf) } else { Item::Reduced(leaf) });
            return Some(Value::Local(Local::Leaf(leaf), expr.range));
        };
        let axes = Axes { entries: axes.into_iter().collect(), range: expr.range };
        let source = Source::Stage { stage, item: 0, form: Form::Along(axes.entries.len()) };
        let leaf = self.mapped_whole(source, text, &axes);
        let mut part = Chain::default();
        part.push(Item::Leaf(leaf));
        self.frame.chain.push(Item::Mapped(part, axes));
        Some(Value::Local(Local::Leaf(leaf), expr.range))
    }

    /// The operands of a stage, as written.
    pub(super) fn text_of(&self, stage: usize) -> String {
        let leaves = self.stages[stage].stage.pass.leaves.iter().map(|&leaf| self.leaves[leaf].text.as_str());
        leaves.collect::<Vec<_>>().join(", ")
    }

    fn map_stage(&mut self, expr: &Expr, key: &str, lies: &Lies) -> usize {
        if let Some(known) = self.stages.iter().position(|lowered| lowered.maps(key)) {
            return known;
        }
        let inner = self.new_frame();
        let outer = std::mem::replace(&mut self.frame, inner);
        self.frame.lies = lies.clone();
        let value = self.value(expr, Near::Nothing);
        let local = match value {
            Value::Local(..) => value,
            _ => Value::Local(self.local(expr, Near::Nothing), expr.range),
        };
        let reduces = match lies {
            Lies::Mapped(axes) => Reduces::Along(axes.iter().copied().collect()),
            Lies::Reduced(axes) => Reduces::Nothing(axes.clone()),
            Lies::Single | Lies::Anywhere => Reduces::Nothing(Vec::new()),
        };
        let stage = self.new_map(local, key, reduces);
        self.frame = outer;
        stage
    }

    /// An estimate of the work, without what stages do.
    fn weight(&self, expr: &Expr) -> u32 {
        let own = match &expr.kind {
            ExprKind::Leaf(leaf) => match self.checked.scope().meaning(leaf) {
                Meaning::Let(id) => self.weight(&self.checked.scope().definition(id).value),
                _ => 0,
            },
            ExprKind::Reduction(_) => return 0,
            ExprKind::Row(_, links) | ExprKind::Chain(_, links) | ExprKind::Lazy(_, links) => {
                links.iter().map(|link| link.operator.cost).sum()
            }
            ExprKind::Power(_, exponent) => match &exponent.operand.kind {
                ExprKind::Literal(literal) if matches!(literal.kind, LiteralKind::Integer(_)) => 2,
                _ => exponent.operator.cost,
            },
            ExprKind::Call(call) => match &call.callee {
                Callee::Builtin(function) => function.cost,
                Callee::Convert(_) => 1,
                _ => ops::USER_COST,
            },
            _ => 1,
        };
        expr.parts().into_iter().fold(own, |sum, part| sum.saturating_add(self.weight(part)))
    }
}
