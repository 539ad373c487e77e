//! What spelling tells of the parts of a formula.

use crate::check::{Meaning, Scope};
use crate::memo::Memo;
use crate::ops::{self, Arity};
use crate::sorted::{Map, Set};
use crate::syntax::{Axes, Call, Callee, Expr, ExprKind, Leaf, LeafNames, Let, LiteralKind, Place, Reduction};
use std::cell::RefCell;
use std::rc::Rc;

/// The formula, and with respect to what it is derived.
pub(super) struct Known<'a> {
    pub(super) scope: &'a Scope,
    pub(super) operands: Vec<Place>,
    active: Memo<bool>,
    /// What leaves of gradients name.
    added: RefCell<Map<usize, Rc<Let>>>,
}

/// What the shape of a part follows from: operands with their maps, and those that are reduced in it.
#[derive(Clone, Default)]
pub(super) struct Extent {
    operands: Set<String>,
    reduced: Set<String>,
}

impl Extent {
    /// The operands that say the whole shape.
    pub(super) fn whole(&self) -> Option<Set<String>> {
        (!self.operands.is_empty() && self.reduced.is_subset(&self.operands)).then(|| self.operands.clone())
    }
}

impl<'a> Known<'a> {
    pub(super) fn of(scope: &'a Scope, operands: Vec<Place>) -> Self {
        Known { scope, operands, active: Memo::new(), added: RefCell::new(Map::new()) }
    }

    /// Notes what a leaf of a gradient names.
    pub(super) fn add(&self, leaf: usize, definition: Rc<Let>) {
        self.added.borrow_mut().insert(leaf, definition);
    }

    /// Whether the value of the `let` that a leaf names is such.
    fn named(&self, leaf: &Leaf, is_such: impl Fn(&Expr) -> bool) -> bool {
        let added = self.added.borrow().get(&leaf.id).cloned();
        match (added, self.definition(leaf)) {
            (Some(definition), _) => is_such(&definition.value),
            (None, Some((_, value))) => is_such(value),
            (None, None) => false,
        }
    }

    /// The value of the `let` that a leaf names, of the formula or of a gradient.
    pub(super) fn value_of(&self, leaf: &Leaf) -> Option<Expr> {
        self.let_of(leaf).map(|(_, value)| value)
    }

    /// The same with the number of the `let`.
    pub(super) fn let_of(&self, leaf: &Leaf) -> Option<(usize, Expr)> {
        let added = self.added.borrow().get(&leaf.id).map(|definition| (definition.id, definition.value.clone()));
        added.or_else(|| self.definition(leaf).map(|(id, value)| (id, value.clone())))
    }

    /// The number of an operand that is derived for.
    pub(super) fn operand(&self, leaf: &Leaf) -> Option<usize> {
        let place = leaf.place.as_ref().filter(|_| self.scope.meaning(leaf) == Meaning::Operand)?;
        self.operands.iter().position(|operand| operand == place)
    }

    /// The value of the `let` that a leaf names.
    pub(super) fn definition(&self, leaf: &Leaf) -> Option<(usize, &'a Expr)> {
        match self.scope.meaning(leaf) {
            Meaning::Let(id) => Some((id, &self.scope.definition(id).value)),
            _ => None,
        }
    }

    /// Whether an expression is an operand, with a map or without.
    pub(super) fn is_operand(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Map(part, _) => self.is_operand(part),
            _ => expr.leaf().is_some_and(|leaf| self.value_of(leaf).is_none()),
        }
    }

    /// Whether an expression changes with one of these operands.
    pub(super) fn is_active(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Leaf(leaf) => match self.definition(leaf) {
                Some((id, value)) => self.active.of(id, || self.is_active(value)),
                None => self.operand(leaf).is_some(),
            },
            ExprKind::Block(_, value) => self.is_active(value),
            ExprKind::Call(Call { callee: Callee::LookUp(table, _), .. }) => self.operand(table).is_some(),
            _ => expr.parts().into_iter().any(|part| self.is_active(part)),
        }
    }

    /// The reductions in an expression, also behind names.
    pub(super) fn reductions_in(&self, expr: &Expr, found: &mut Set<String>) {
        match &expr.kind {
            ExprKind::Leaf(leaf) => {
                if let Some((_, value)) = self.definition(leaf) {
                    self.reductions_in(value, found);
                }
            }
            ExprKind::If(_) if log_sum_exp(expr).is_some_and(|_| found.insert(fingerprint(expr, self.scope))) => {
                expr.parts().into_iter().for_each(|part| self.reductions_in(part, found));
            }
            ExprKind::Reduction(reduction) if !reduction.reducer.scans() => {
                if found.insert(fingerprint(expr, self.scope)) {
                    self.reductions_in(&reduction.arguments[0], found);
                }
            }
            _ => expr.parts().into_iter().for_each(|part| self.reductions_in(part, found)),
        }
    }

    /// Whether an expression consists of numbers that take their type from what stands beside them.
    pub(super) fn is_number(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Literal(literal) => literal.kind != LiteralKind::Typed,
            ExprKind::Row(first, links) => {
                self.is_number(first) && links.iter().all(|link| self.is_number(&link.operand))
            }
            ExprKind::Prefix(_, value) | ExprKind::Map(value, _) | ExprKind::Block(_, value) => self.is_number(value),
            ExprKind::Power(base, exponent) => self.is_number(base) && self.is_number(&exponent.operand),
            ExprKind::If(parts) => self.is_number(&parts.then) && self.is_number(&parts.otherwise),
            ExprKind::Call(Call { callee: Callee::Builtin(function), arguments, .. }) => {
                let skipped = usize::from(function.name == "select" && function.arity == Arity::Exactly(3));
                function.keeps_type && arguments.iter().skip(skipped).all(|argument| self.is_number(argument))
            }
            _ => false,
        }
    }

    /// Whether something in an expression is costly to compute.
    pub(super) fn is_costly(&self, expr: &Expr) -> bool {
        let own = match &expr.kind {
            ExprKind::Leaf(leaf) => self.definition(leaf).is_some_and(|(_, value)| self.is_costly(value)),
            ExprKind::Reduction(_) => return false,
            _ => expr.is_costly(),
        };
        own || expr.parts().into_iter().any(|part| self.is_costly(part))
    }

    /// Whether all that an expression computes with has one type, as spelling tells.
    pub(super) fn is_of_one_type(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Leaf(leaf) => self.definition(leaf).is_none_or(|(_, value)| self.is_of_one_type(value)),
            ExprKind::Call(Call { callee: Callee::LookUp(..), .. }) => true,
            ExprKind::Call(call) if !matches!(call.callee, Callee::Builtin(_)) => false,
            ExprKind::Block(_, value) => self.is_of_one_type(value),
            _ => expr.parts().into_iter().all(|part| self.is_of_one_type(part)),
        }
    }

    /// Whether an expression is one value, as spelling tells.
    pub(super) fn is_single(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Literal(_) => true,
            ExprKind::Leaf(leaf) => self.named(leaf, |value| self.is_single(value)),
            ExprKind::Reduction(reduction) => reduction.axes.is_none() && !reduction.keep,
            ExprKind::Map(..) | ExprKind::Missing => false,
            ExprKind::Block(_, value) => self.is_single(value),
            _ => expr.parts().into_iter().all(|part| self.is_single(part)),
        }
    }

    /// The number of axes, if all that joins is mapped.
    pub(super) fn rank_of_maps(&self, expr: &Expr) -> Option<usize> {
        match &expr.kind {
            ExprKind::Map(_, axes) if axes.given.is_none() => Some(axes.reach()),
            ExprKind::Leaf(leaf) => self.definition(leaf).and_then(|(_, value)| self.rank_of_maps(value)),
            ExprKind::Reduction(reduction) if reduction.axes.is_none() && !reduction.keep => Some(0),
            ExprKind::Reduction(scan) if scan.reducer.scans() => self.rank_of_maps(&scan.arguments[0]),
            ExprKind::Reduction(_) | ExprKind::Map(..) | ExprKind::Missing => None,
            ExprKind::Block(_, value) => self.rank_of_maps(value),
            _ => expr.parts().into_iter().try_fold(0, |rank, part| Some(rank.max(self.rank_of_maps(part)?))),
        }
    }

    /// What the shape of an expression follows from, if spelling tells.
    pub(super) fn extent(&self, expr: &Expr) -> Option<Extent> {
        match &expr.kind {
            ExprKind::Leaf(leaf) => match self.definition(leaf) {
                Some((_, value)) => self.extent(value),
                None => Some(Extent { operands: Set::from_iter([name(leaf, None)]), ..Extent::default() }),
            },
            ExprKind::Map(part, axes) => match &part.kind {
                ExprKind::Leaf(leaf) if self.definition(leaf).is_none() && axes.given.is_none() => {
                    Some(Extent { operands: Set::from_iter([name(leaf, Some(axes))]), ..Extent::default() })
                }
                _ => None,
            },
            ExprKind::Reduction(reduction) if reduction.axes.is_none() && !reduction.keep => Some(Extent::default()),
            ExprKind::Reduction(reduction) if reduction.reducer.scans() => self.extent(&reduction.arguments[0]),
            ExprKind::Reduction(reduction) => {
                let reduced = self.extent(&reduction.arguments[0])?.whole()?;
                Some(Extent { operands: Set::new(), reduced })
            }
            ExprKind::Block(_, value) => self.extent(value),
            _ => expr.parts().into_iter().try_fold(Extent::default(), |all, part| {
                let part = self.extent(part)?;
                Some(Extent { operands: &all.operands | &part.operands, reduced: &all.reduced | &part.reduced })
            }),
        }
    }

    /// Whether spelling tells that two expressions have one shape.
    pub(super) fn are_of_one_shape(&self, one: &Expr, other: &Expr) -> bool {
        let shape = |part: &Expr| self.extent(part).and_then(|extent| extent.whole());
        shape(one).is_some() && shape(one) == shape(other)
    }

    /// Whether nothing but what reductions like this one left, and single values, joins in an expression.
    pub(super) fn is_of_reductions(&self, expr: &Expr, like: &Reduction) -> bool {
        match &expr.kind {
            ExprKind::Reduction(reduction) if reduction.axes.is_none() && !reduction.keep => true,
            ExprKind::Reduction(reduction) => {
                let whole = |one: &Reduction| self.extent(&one.arguments[0]).and_then(|extent| extent.whole());
                let entries = |one: &Reduction| one.axes.as_ref().map(|axes| axes.entries.clone());
                let is_left = !reduction.keep && !reduction.reducer.scans();
                is_left
                    && reduction.axes.is_some()
                    && entries(reduction) == entries(like)
                    && whole(like).is_some()
                    && whole(reduction) == whole(like)
            }
            ExprKind::Leaf(leaf) => self.named(leaf, |value| self.is_of_reductions(value, like)),
            ExprKind::Map(..) | ExprKind::Missing => false,
            ExprKind::Block(_, value) => self.is_of_reductions(value, like),
            _ => expr.parts().into_iter().all(|part| self.is_of_reductions(part, like)),
        }
    }
}

/// What is reduced, and how, if an expression is what `logsumexp` stands for.
pub(super) fn log_sum_exp(expr: &Expr) -> Option<&Reduction> {
    match &expr.kind {
        ExprKind::If(parts) => match &parts.otherwise.kind {
            ExprKind::Reduction(largest) if largest.called == ops::LOG_SUM_EXP => Some(largest),
            _ => None,
        },
        _ => None,
    }
}

/// An operand with its map. What is evaluated twice need not have the same sizes twice.
fn name(leaf: &Leaf, axes: Option<&Axes>) -> String {
    let own = leaf.place.as_ref().map_or_else(|| format!("#{}", leaf.id), |place| format!("{place:?}"));
    axes.map_or(own.clone(), |axes| format!("{own} @ {:?}", axes.entries))
}

/// An expression as text: equal ones have equal texts.
pub(super) fn fingerprint(expr: &Expr, scope: &Scope) -> String {
    let parts: Vec<String> = expr.parts().into_iter().map(|part| fingerprint(part, scope)).collect();
    format!("{}({})", expr.operation(scope), parts.join(" "))
}

impl LeafNames for Scope {
    fn read(&self, leaf: &Leaf) -> String {
        match self.meaning(leaf) {
            Meaning::Let(id) => format!("let {id}"),
            _ => name(leaf, None),
        }
    }

    fn called(&self, leaf: &Leaf) -> String {
        name(leaf, None)
    }

    fn table(&self, leaf: &Leaf) -> String {
        name(leaf, None)
    }
}
