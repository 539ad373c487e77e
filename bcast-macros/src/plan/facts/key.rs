//! What an expression computes, as text: equal texts are computed once.

use std::fmt::Write;

use crate::check::Meaning;
use crate::syntax::{Axes, Callee, Expr, ExprKind, Link};
use crate::tokens::text;

use super::Facts;

impl Facts<'_> {
    /// The key under which a value seen through these maps is shared, if it is worth it: numbers take their type from
    /// where they stand.
    pub(in crate::plan) fn shared_key(&self, expr: &Expr, maps: &[Axes]) -> Option<String> {
        let is_computed = match &expr.kind {
            ExprKind::Leaf(_) | ExprKind::Literal(_) | ExprKind::Reduction(_) | ExprKind::Missing => false,
            ExprKind::Map(operand, _) => !matches!(operand.kind, ExprKind::Leaf(_) | ExprKind::Reduction(_)),
            _ => true,
        };
        (is_computed && !self.is_literal(expr)).then(|| {
            let maps: Vec<String> = maps.iter().map(|axes| format!("{:?}", axes.entries)).collect();
            format!("{}@{}", self.key(expr), maps.join("@"))
        })
    }

    /// Names become what they stand for.
    pub(in crate::plan) fn key(&self, expr: &Expr) -> String {
        let mut key = String::new();
        self.write(expr, &mut key);
        key
    }

    fn write(&self, expr: &Expr, key: &mut String) {
        let written = match &expr.kind {
            ExprKind::Leaf(leaf) => match self.scope().meaning(leaf) {
                Meaning::Operand => write!(key, "#{}", self.slot_of(leaf)),
                Meaning::Target(target) => write!(key, "#t{target}.{}", self.order().version(leaf.id)),
                Meaning::Let(id) => return self.write(&self.scope().definition(id).value, key),
            },
            ExprKind::Literal(literal) => write!(key, "{}", literal.tokens),
            ExprKind::Row(_, links) | ExprKind::Chain(_, links) | ExprKind::Lazy(_, links) => {
                write!(key, "row{}", signs(links))
            }
            ExprKind::Prefix(prefix, _) => write!(key, "{}", prefix.sign),
            ExprKind::Power(..) => write!(key, "^"),
            ExprKind::Call(call) => write!(key, "{}.", self.callee(&call.callee)),
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

    fn callee(&self, callee: &Callee) -> String {
        match callee {
            Callee::Builtin(function) => function.name.to_owned(),
            Callee::Convert(kind) | Callee::Unknown(kind) => kind.to_string(),
            Callee::Path(tokens) | Callee::Closure(tokens) => text(tokens.clone()),
            Callee::Value(leaf) => match &leaf.place {
                Some(place) => place.text().to_owned(),
                None => format!("#{}", self.slot_of(leaf)),
            },
            Callee::Method(name, generics) => format!("{name}{}", text(generics.clone())),
        }
    }
}

fn signs(links: &[Link]) -> String {
    links.iter().map(|link| link.operator.sign).collect()
}
