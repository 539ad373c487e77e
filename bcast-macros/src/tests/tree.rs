//! Prints a parsed tree as nested lists, so that precedence is seen.

use proc_macro2::TokenStream;

use super::tokens;
use crate::syntax::{self, Body, Callee, Context, Expr, ExprKind, Joining, Link, Statement, Values};

/// The tree of a source without mistakes.
#[track_caller]
pub(super) fn tree(source: &str) -> String {
    tree_of(tokens(source))
}

#[track_caller]
pub(super) fn tree_of(stream: TokenStream) -> String {
    let mut context = Context::new();
    let source = syntax::parse(stream, &mut context);
    let mistakes: Vec<String> = context.report.finish().iter().map(|mistake| mistake.message().to_owned()).collect();
    assert!(mistakes.is_empty(), "{mistakes:?}");
    body(&source.body)
}

fn body(body: &Body) -> String {
    let mut parts: Vec<String> = body.statements.iter().map(statement).collect();
    match &body.values {
        Values::Nothing => {}
        Values::One(value) => parts.push(expr(value)),
        Values::Tuple(values) => parts.push(format!("(tuple{})", list(values.iter()))),
    }
    parts.join(" ")
}

fn statement(statement: &Statement) -> String {
    match statement {
        Statement::Let(definition) => {
            format!("(let {} {})", definition.name.place.text(), expr(&definition.value))
        }
        Statement::Assignment(assignment) => {
            let sign = assignment.operator.map_or("", |operator| operator.infix.sign);
            format!("({sign}= {} {})", expr(&assignment.target), expr(&assignment.value))
        }
    }
}

fn list<'e>(values: impl Iterator<Item = &'e Expr>) -> String {
    values.map(|value| format!(" {}", expr(value))).collect()
}

fn expr(value: &Expr) -> String {
    match &value.kind {
        ExprKind::Leaf(leaf) => leaf.text.clone(),
        ExprKind::Literal(literal) => literal.tokens.to_string().replace(' ', ""),
        ExprKind::Row(first, links) | ExprKind::Lazy(first, links) => links.iter().fold(expr(first), applied),
        ExprKind::Chain(first, links) => {
            let rest: String = links.iter().map(|l| format!(" {} {}", l.operator.sign, expr(&l.operand))).collect();
            format!("(chain {}{rest})", expr(first))
        }
        ExprKind::Prefix(prefix, operand) => format!("({} {})", prefix.item.method, expr(operand)),
        ExprKind::Power(base, exponent) => applied(expr(base), exponent),
        ExprKind::Call(call) => format!("({}{})", callee(&call.callee), list(call.arguments.iter())),
        ExprKind::If(parts) => {
            format!("(if{})", list([&parts.condition, &parts.then, &parts.otherwise].into_iter()))
        }
        ExprKind::Map(operand, axes) => format!("(@ {} {:?})", expr(operand), axes.entries),
        ExprKind::Block(lets, value) => {
            let lets: String =
                lets.iter().map(|d| format!("(let {} {}) ", d.name.place.text(), expr(&d.value))).collect();
            format!("({lets}{})", expr(value))
        }
        ExprKind::Reduction(reduction) => {
            format!("(reduce {}{})", reduction.reducer.name, list(reduction.arguments.iter()))
        }
        ExprKind::Missing => "missing".to_owned(),
    }
}

fn applied(left: String, link: &Link) -> String {
    format!("({} {left} {})", link.operator.sign, expr(&link.operand))
}

fn callee(callee: &Callee) -> String {
    let print = |tokens: &TokenStream| crate::tokens::text(tokens.clone());
    match callee {
        Callee::Builtin(function) => function.name.to_owned(),
        Callee::Convert(kind) => format!("as {kind}"),
        Callee::Path(path) => format!("call {}", print(path)),
        Callee::Closure(closure) => format!("call {{{}}}", print(closure)),
        Callee::Value(leaf) => format!("call ({})", leaf.text),
        Callee::Field(field) => format!("field {}", field.at),
        Callee::LookUp(table, _) => format!("at {}", table.text),
        Callee::Method(name, generics) => format!("method {name}{}", print(generics)),
        Callee::Unknown(name) => format!("unknown {name}"),
        Callee::Lifting(Joining::Path(tokens) | Joining::Closure(tokens)) => format!("lift for {}", print(tokens)),
        Callee::Lifting(Joining::Value(leaf)) => format!("lift for ({})", leaf.text),
        Callee::Slope(path) => format!("slope of {path}"),
    }
}
