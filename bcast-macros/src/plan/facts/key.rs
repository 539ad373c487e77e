//! What an expression computes: what has equal keys is computed once.

use super::Facts;
use crate::check::Meaning;
use crate::memo::Memo;
use crate::plan::Role;
use crate::sorted::Map;
use crate::syntax::{Call, Callee, Expr, ExprKind, Joining, Link, Reduction};
use crate::tokens::text;
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
    fn key(&self, expr: &Expr) -> Key {
        self.once(&self.keys.of_lets, expr, Self::key_of)
    }

    fn key_of(&self, expr: &Expr) -> Key {
        if let ExprKind::Block(_, value) = &expr.kind {
            return self.key(value);
        }
        let parts: Vec<String> = expr.parts().into_iter().map(|part| self.key(part).0.to_string()).collect();
        self.keys.of(format!("{}({})", self.operation(expr), parts.join(" ")))
    }

    /// What an expression does with its parts.
    fn operation(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Leaf(leaf) => match self.scope().meaning(leaf) {
                Meaning::Operand => format!("#{}", self.slot_of(leaf)),
                Meaning::Target(target) => format!("#t{target}.{}", self.order().version(leaf.id)),
                Meaning::Let(id) => format!("let {id}"),
            },
            ExprKind::Literal(literal) => literal.tokens.to_string(),
            ExprKind::Row(_, links) | ExprKind::Chain(_, links) | ExprKind::Lazy(_, links) => signs(links),
            ExprKind::Prefix(prefix, _) => prefix.sign.to_string(),
            ExprKind::Power(..) => "^".to_owned(),
            ExprKind::Call(call) => format!("{}.", self.callee(&call.callee)),
            ExprKind::If(_) => "if".to_owned(),
            ExprKind::Block(..) => "block".to_owned(),
            ExprKind::Map(_, axes) => format!("@{:?}", axes.entries),
            ExprKind::Reduction(reduction) => {
                let axes = reduction.axes.as_ref().map(|axes| &axes.entries);
                format!("{}{axes:?}{}", reduction.reducer.name, reduction.keep)
            }
            ExprKind::Missing => "?".to_owned(),
        }
    }

    fn callee(&self, callee: &Callee) -> String {
        match callee {
            Callee::Builtin(function) => function.name.to_owned(),
            Callee::Convert(kind) | Callee::Unknown(kind) => kind.to_string(),
            Callee::Path(tokens) | Callee::Closure(tokens) => text(tokens.clone()),
            Callee::Slope(tokens) => format!("slope of {}", text(tokens.clone())),
            Callee::Value(leaf) => match &leaf.place {
                Some(place) => place.text().to_owned(),
                None => format!("#{}", self.slot_of(leaf)),
            },
            Callee::Field(field) => format!("field {}", field.at),
            Callee::LookUp(table, _) => format!("at #{}", self.slot_of(table)),
            Callee::Method(name, generics) => format!("_.{name}{}", text(generics.clone())),
            Callee::Lifting(Joining::Path(tokens) | Joining::Closure(tokens)) => {
                format!("lift {}", text(tokens.clone()))
            }
            Callee::Lifting(Joining::Value(leaf)) => format!("lift #{}", self.slot_of(leaf)),
        }
    }
}

fn signs(links: &[Link]) -> String {
    links.iter().map(|link| link.operator.sign).collect()
}
