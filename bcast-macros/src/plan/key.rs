//! What an expression computes, as text: equal texts are computed once.

use std::fmt::Write;

use crate::check::Meaning;
use crate::syntax::{Callee, Expr, ExprKind, Link};
use crate::tokens::text;

use super::lower::Lowering;

impl Lowering<'_> {
    /// The key under which a value is shared, if it is worth it: numbers take their type from where they stand.
    pub(super) fn shared_key(&self, expr: &Expr) -> Option<String> {
        let is_computed = match &expr.kind {
            ExprKind::Leaf(_) | ExprKind::Literal(_) | ExprKind::Reduction(_) | ExprKind::Missing => false,
            ExprKind::Map(operand, _) => !matches!(operand.kind, ExprKind::Leaf(_) | ExprKind::Reduction(_)),
            _ => true,
        };
        (is_computed && !self.is_literal(expr)).then(|| {
            let maps: Vec<String> = self.maps.iter().map(|axes| format!("{:?}", axes.entries)).collect();
            format!("{}@{}", self.key(expr), maps.join("@"))
        })
    }

    /// Names become what they stand for.
    pub(super) fn key(&self, expr: &Expr) -> String {
        let mut key = String::new();
        self.write(expr, &mut key);
        key
    }

    fn write(&self, expr: &Expr, key: &mut String) {
        let written = match &expr.kind {
            ExprKind::Leaf(leaf) => match self.checked.scope().meaning(leaf) {
                Meaning::Operand => write!(key, "#{}", self.slots.of_leaf[&leaf.id]),
                Meaning::Target(target) => write!(key, "#t{target}.{}", self.checked.order().version(leaf.id)),
                Meaning::Let(id) => return self.write(&self.checked.scope().definition(id).value, key),
            },
            ExprKind::Literal(literal) => write!(key, "{}", literal.tokens),
            ExprKind::Row(_, links) | ExprKind::Chain(_, links) | ExprKind::Lazy(_, links) => {
                write!(key, "row{}", signs(links))
            }
            ExprKind::Prefix(prefix, _) => write!(key, "{}", prefix.sign),
            ExprKind::Power(..) => write!(key, "^"),
            ExprKind::Call(call) => match &call.callee {
                Callee::Builtin(function) => write!(key, "{}.", function.name),
                Callee::Convert(kind) | Callee::Unknown(kind) => write!(key, "{kind}."),
                Callee::Path(path) => write!(key, "{}.", text(path.clone())),
                Callee::Closure(closure) => write!(key, "{}.", text(closure.clone())),
                Callee::Value(leaf) => match &leaf.place {
                    Some(place) => write!(key, "{}.", place.text()),
                    None => write!(key, "#{}.", self.slots.of_leaf[&leaf.id]),
                },
                Callee::Method(name, generics) => write!(key, "{name}{}.", text(generics.clone())),
            },
            ExprKind::If(_) => write!(key, "if"),
            ExprKind::Block(_, value) => return self.write(value, key),
            ExprKind::Map(_, axes) => write!(key, "@{:?}", axes.entries),
            ExprKind::Reduction(reduction) => {
                let axes = reduction.axes.as_ref().map(|axes| &axes.entries);
                write!(key, "{}{axes:?}{}", reduction.reducer.name, reduction.keep)
            }
            ExprKind::Missing => write!(key, "?"),
        };
        debug_assert!(written.is_ok(), "a string takes any text");
        key.push('(');
        for part in expr.parts() {
            self.write(part, key);
            key.push(',');
        }
        key.push(')');
    }
}

fn signs(links: &[Link]) -> String {
    links.iter().map(|link| link.operator.sign).collect()
}
