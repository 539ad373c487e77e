//! Derivatives as they are written in the table, with expressions in the place of their letters.

use proc_macro2::{Span, TokenStream};

use super::known::Known;
use crate::ops::derivatives::hidden_function;
use crate::syntax::{Call, Callee, Context, Expr, ExprKind, Parser, Reduction};
use crate::tokens::Range;

/// What letters stand for.
pub(super) type Letters<'e> = [(&'static str, &'e Expr)];

/// A text of the table with these expressions in it, as if it stood at `range`.
pub(super) fn written(text: &str, letters: &Letters, range: Range) -> Expr {
    let Ok(tokens) = text.parse::<TokenStream>() else { return Expr::missing(range) };
    let mut context = Context::new();
    let parsed = Parser::new(tokens, Span::call_site(), &mut context).expression();
    // The texts are ours: a test reads all of them.
    debug_assert!(context.report.is_empty(), "{text}");
    drop(context.report.finish());
    filled(&parsed, letters, range)
}

fn filled(expr: &Expr, letters: &Letters, range: Range) -> Expr {
    if let ExprKind::Leaf(leaf) = &expr.kind
        && let Some((_, with)) = letters.iter().find(|(letter, _)| leaf.text == *letter)
    {
        return (*with).clone();
    }
    let mut filled = expr.with_parts(|part| filled(part, letters, range));
    filled.range = range;
    match &mut filled.kind {
        ExprKind::Row(_, links) | ExprKind::Chain(_, links) => links.iter_mut().for_each(|link| link.range = range),
        ExprKind::Power(_, link) => link.range = range,
        ExprKind::Call(call) => {
            call.range = range;
            if let Callee::Path(path) = &call.callee
                && let Some(function) = hidden_function(&path.to_string())
            {
                call.callee = Callee::Builtin(function);
            }
        }
        _ => {}
    }
    filled
}

/// A call of a function that only derivatives are written with.
pub(super) fn hidden(name: &str, arguments: Vec<Expr>) -> Expr {
    let range = arguments[0].range;
    let Some(function) = hidden_function(name) else { return Expr::missing(range) };
    Expr::new(range, ExprKind::Call(Call { callee: Callee::Builtin(function), range, arguments }))
}

/// The same reduction by another rule, of other arguments.
pub(super) fn reduced(like: &Reduction, by: &'static crate::ops::Reducer, arguments: Vec<Expr>, range: Range) -> Expr {
    let reduction = Reduction { reducer: by, called: by.name, arguments, ..like.clone() };
    Expr::new(range, ExprKind::Reduction(reduction))
}

/// A number that has the type of an expression.
pub(super) fn typed(known: &Known, g: Expr, like: &Expr) -> Expr {
    match known.is_number(&g) {
        true => hidden("like", vec![g, like.clone()]),
        false => g,
    }
}
