//! What an expression computes: what has equal keys is computed once.

use super::{Along, Facts};
use crate::check::Meaning;
use crate::memo::Memo;
use crate::plan::Role;
use crate::sorted::Map;
use crate::syntax::{Call, Callee, Expr, ExprKind, Leaf, LeafNames, Reduction};
use std::cell::RefCell;

/// What an expression computes. A key is short however long the expression is: it stands for the operation and the keys
/// of its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::plan) struct Key(usize);

/// All keys so far.
pub(super) struct Keys {
    /// By what they stand for.
    known: RefCell<Map<String, Key>>,
    of_lets: Memo<Key>,
}

impl Keys {
    pub(super) fn new() -> Self {
        Keys { known: RefCell::new(Map::new()), of_lets: Memo::new() }
    }

    fn of(&self, text: String) -> Key {
        let mut known = self.known.borrow_mut();
        let next = Key(known.keys().len());
        *known.get_or(text, next)
    }
}

impl Facts<'_> {
    /// The key under which an expression is shared, seen through all maps around it as one. Operands, fields of tuples
    /// and reductions are read as cheaply anyway, and numbers take their types from where they stand: these have none.
    pub(in crate::plan) fn shared_key(&self, expr: &Expr, map: Option<&[usize]>) -> Option<Key> {
        // What fails is looked for where it is written.
        if self.role() == Role::Locate {
            return None;
        }
        let is_computed = match &expr.kind {
            ExprKind::Leaf(_) | ExprKind::Literal(_) | ExprKind::Reduction(_) | ExprKind::Missing => false,
            ExprKind::Call(Call { callee: Callee::Field(_), .. }) => false,
            // What a name stands for is computed once, or kept, if it has axes by itself.
            ExprKind::Map(operand, _) if self.let_behind(operand).is_some() => {
                let is_plain = self.lies(operand).along() == Along::Nothing;
                is_plain && self.shared_key(self.behind(operand), None).is_some()
            }
            ExprKind::Map(operand, _) => !matches!(operand.kind, ExprKind::Leaf(_) | ExprKind::Reduction(_)),
            _ => true,
        };
        let seen = |map: &[usize]| self.keys.of(format!("seen through {map:?}: {}", self.key(expr).0));
        (is_computed && !self.is_literal(expr)).then(|| map.map_or_else(|| self.key(expr), seen))
    }

    /// The key of what a reduction yields, whichever axes it reduces.
    pub(in crate::plan) fn reduction_key(&self, reduction: &Reduction) -> Key {
        let of: Vec<usize> = reduction.arguments.iter().map(|argument| self.key(argument).0).collect();
        self.keys.of(format!("reduces {} {of:?}", reduction.reducer.name))
    }

    /// The key of a value of the call. What is shared has one type, but equal results may be asked for in several
    /// types.
    pub(in crate::plan) fn result_key(&self, key: Key, place: usize) -> Key {
        self.keys.of(format!("value {place}: {}", key.0))
    }

    /// Names have the keys of what they stand for.
    pub(in crate::plan) fn key(&self, expr: &Expr) -> Key {
        self.once(&self.keys.of_lets, expr, Self::key_of)
    }

    fn key_of(&self, expr: &Expr) -> Key {
        if let ExprKind::Block(_, value) = &expr.kind {
            return self.key(value);
        }
        let parts: Vec<String> = expr.parts().into_iter().map(|part| self.key(part).0.to_string()).collect();
        self.keys.of(format!("{}({})", expr.operation(self), parts.join(" ")))
    }
}

impl LeafNames for Facts<'_> {
    fn read(&self, leaf: &Leaf) -> String {
        match self.scope().meaning(leaf) {
            Meaning::Operand => format!("#{}", self.slot_of(leaf)),
            Meaning::Target(target) => format!("#t{target}.{}", self.order().version(leaf.id)),
            Meaning::Let(id) => format!("let {id}"),
        }
    }

    fn table(&self, leaf: &Leaf) -> String {
        format!("#{}", self.slot_of(leaf))
    }

    fn called(&self, leaf: &Leaf) -> String {
        match &leaf.place {
            Some(place) => place.text().to_owned(),
            None => format!("#{}", self.slot_of(leaf)),
        }
    }
}
