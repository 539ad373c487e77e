//! What an expression does with its parts, as text: equal operations have equal texts.

use super::{Callee, Expr, ExprKind, Joining, Leaf, Link};
use crate::tokens::text;

/// How leaves are told apart.
pub(crate) trait LeafNames {
    /// What a leaf reads.
    fn read(&self, leaf: &Leaf) -> String;
    /// A leaf that is called.
    fn called(&self, leaf: &Leaf) -> String;
    /// A leaf that is looked up in.
    fn table(&self, leaf: &Leaf) -> String;
}

impl Expr {
    /// What it does with its parts.
    pub(crate) fn operation(&self, names: &impl LeafNames) -> String {
        match &self.kind {
            ExprKind::Leaf(leaf) => names.read(leaf),
            ExprKind::Literal(literal) => literal.tokens.to_string(),
            ExprKind::Row(_, links) | ExprKind::Chain(_, links) | ExprKind::Lazy(_, links) => signs(links),
            ExprKind::Prefix(prefix, _) => prefix.sign.to_owned(),
            ExprKind::Power(..) => "^".to_owned(),
            ExprKind::Call(call) => format!("{}.", callee(&call.callee, names)),
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
}

fn callee(callee: &Callee, names: &impl LeafNames) -> String {
    match callee {
        Callee::Builtin(function) => function.name.to_owned(),
        Callee::Convert(kind) | Callee::Unknown(kind) => kind.to_string(),
        Callee::Path(tokens) | Callee::Closure(tokens) => text(tokens.clone()),
        Callee::Slope(tokens) => format!("slope of {}", text(tokens.clone())),
        Callee::Value(leaf) => names.called(leaf),
        Callee::Field(field) => format!("field {}", field.at),
        Callee::LookUp(table, _) => format!("at {}", names.table(table)),
        Callee::Method(name, generics) => format!("_.{name}{}", text(generics.clone())),
        Callee::Lifting(Joining::Path(tokens) | Joining::Closure(tokens)) => format!("lift {}", text(tokens.clone())),
        Callee::Lifting(Joining::Value(leaf)) => format!("lift {}", names.called(leaf)),
    }
}

fn signs(links: &[Link]) -> String {
    links.iter().map(|link| link.operator.sign).collect()
}
