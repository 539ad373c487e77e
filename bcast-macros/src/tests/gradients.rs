//! Derivatives: texts of the table, plans, and what is refused.

use crate::ops::derivatives::{self, Derivative, FUNCTIONS, hidden_function};
use crate::ops::{functions, infixes};
use crate::syntax::{Callee, Context, Expr, ExprKind, Parser};
use proc_macro2::Span;

/// Every text is an expression of the letters, built-in functions and hidden ones.
fn assert_reads(text: &str) {
    let mut context = Context::new();
    let parsed = Parser::new(text.parse().unwrap(), Span::call_site(), &mut context).expression();
    let mistakes = context.report.finish();
    assert!(mistakes.is_empty(), "{text}: {:?}", mistakes.iter().map(|m| m.message()).collect::<Vec<_>>());
    check(&parsed, text);
}

fn check(expr: &Expr, text: &str) {
    match &expr.kind {
        ExprKind::Leaf(leaf) => assert!(["g", "r", "a", "b", "c"].contains(&&*leaf.text), "{text}: {}", leaf.text),
        ExprKind::Call(call) => match &call.callee {
            Callee::Builtin(_) => {}
            Callee::Path(path) => assert!(hidden_function(&path.to_string()).is_some(), "{text}: {path}"),
            _ => panic!("{text}: what is called?"),
        },
        _ => {}
    }
    expr.parts().into_iter().for_each(|part| check(part, text));
}

#[test]
fn texts_of_derivatives_are_read() {
    let of = FUNCTIONS.iter().map(|(_, derivative)| *derivative);
    for derivative in of.chain(infixes().map(|infix| derivatives::of_infix(infix.sign))) {
        match derivative {
            Derivative::Of(texts) => texts.iter().for_each(|text| assert_reads(text)),
            Derivative::As(text) => assert_reads(text),
            Derivative::Zero | Derivative::Chosen | Derivative::Missing(_) => {}
        }
    }
    derivatives::POWER.iter().for_each(|text| assert_reads(text));
}

#[test]
fn each_argument_has_a_text() {
    for (name, derivative) in &FUNCTIONS {
        let function = crate::ops::function(name).unwrap_or_else(|| panic!("there is no function `{name}`"));
        if let Derivative::Of(texts) = derivative {
            assert_eq!(texts.len(), function.arguments.split(',').count(), "{name}");
        }
    }
}

#[test]
fn every_function_has_a_row() {
    for function in functions().filter(|function| function.name != "select") {
        assert!(FUNCTIONS.iter().any(|(name, _)| *name == function.name), "{} has no row", function.name);
    }
}

/// What has a derivative, or has none, is said of every function.
#[test]
fn the_guide_has_every_function() {
    let guide = include_str!("../../../src/guide/gradients.md");
    let rows: Vec<&str> = guide.lines().filter(|line| line.starts_with('|') || line.starts_with('`')).collect();
    for function in functions() {
        let name = format!("`{}`", function.name);
        assert!(rows.iter().any(|row| row.contains(&name)), "{name} is missing in src/guide/gradients.md");
    }
}
