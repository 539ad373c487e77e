//! Of which calls there are no gradients, and with respect to what.

use super::messages;
use crate::check::{Meaning, Scope};
use crate::syntax::{Body, Context, Expr, ExprKind, Leaf, Name, Place, Source, Statement, Values};
use crate::syntax::{Callee, Wanted};
use crate::tokens::Range;
use proc_macro2::{TokenStream, TokenTree};

/// Methods that tell the shape of an array, which is no function of its elements.
const SHAPES: [&str; 8] = ["len", "nrows", "ncols", "dim", "shape", "len_of", "ndim", "raw_dim"];

/// Reports all but one value.
pub(super) fn call(source: &Source, wanted: &Wanted, context: &mut Context) {
    let attributes = &source.attributes;
    let others = [
        (attributes.numpy.is_some(), "`#[numpy]`"),
        (attributes.structured.is_some(), "`#[structured]`"),
        (attributes.shape.is_some(), "`#[shape(..)]`"),
        (context.lazy, "`lazy!`"),
    ];
    for (_, what) in others.into_iter().filter(|(is_there, _)| *is_there) {
        context.error(wanted.range, messages::gradient_beside(what));
    }
    for assignment in source.body.statements.iter().filter_map(Statement::assignment) {
        context.error(assignment.target.range.to(assignment.value.range), messages::gradient_assigns());
    }
    match &source.body.values {
        Values::One(_) => {}
        Values::Tuple(values) => {
            let range = values.first().zip(values.last()).map_or(wanted.range, |(a, b)| a.range.to(b.range));
            context.error(range, messages::gradient_of_tuple());
        }
        Values::Nothing if context.report.is_empty() => {
            context.error(wanted.range, messages::gradient_of_nothing());
        }
        Values::Nothing => {}
    }
}

/// The operands with respect to which there are gradients, as they stand in the formula.
pub(super) fn operands(wanted: &Wanted, body: &Body, scope: &Scope, context: &mut Context) -> Vec<Leaf> {
    let mut leaves = Vec::new();
    let values = body.statements.iter().map(Statement::value).chain(body.values.iter());
    values.for_each(|value| leaves_of(value, &mut leaves));
    let mut found: Vec<Leaf> = Vec::new();
    for (place, range) in &wanted.operands {
        let is_it = |leaf: &&&Leaf| leaf.place.as_ref() == Some(place);
        let stands = leaves.iter().find(|(leaf, _)| is_it(&leaf)).map(|(leaf, _)| *leaf);
        match stands {
            _ if found.iter().any(|leaf| leaf.place.as_ref() == Some(place)) => {
                context.error(*range, messages::gradient_twice(place.text()));
            }
            Some(leaf) if scope.meaning(leaf) == Meaning::Operand => found.push(leaf.clone()),
            Some(_) => context.error(*range, messages::gradient_of_let(place.text())),
            None => context.error(*range, messages::gradient_without_operand(place.text())),
        }
        for (leaf, range) in leaves.iter().filter(|(leaf, _)| reads_otherwise(leaf, place, scope)) {
            context.error(*range, messages::gradient_in_rust(place.text(), &leaf.text));
        }
    }
    found
}

/// Whether plain Rust reads the elements of an operand.
fn reads_otherwise(leaf: &Leaf, place: &Place, scope: &Scope) -> bool {
    let is_itself = leaf.place.as_ref() == Some(place) || scope.meaning(leaf) != Meaning::Operand;
    // Another field of the same struct is another value.
    let is_in = |one: &str, other: &str| [".", "["].iter().any(|sign| one.starts_with(&format!("{other}{sign}")));
    let is_another = |other: &Place| {
        let (a, b) = (place.text(), other.text());
        a != b && !is_in(a, b) && !is_in(b, a)
    };
    let is_apart = leaf.place.as_ref().is_some_and(is_another);
    !is_itself && !is_apart && reads_elements(&leaf.tokens, place.root())
}

/// Whether a variable stands in plain Rust, but to ask for its shape.
fn reads_elements(stream: &TokenStream, variable: &Name) -> bool {
    let tokens: Vec<TokenTree> = stream.clone().into_iter().collect();
    let is_dot = |at: Option<usize>| {
        let token = at.and_then(|at| tokens.get(at));
        matches!(token, Some(TokenTree::Punct(dot)) if dot.as_char() == '.')
    };
    tokens.iter().enumerate().any(|(at, token)| match token {
        TokenTree::Group(group) => reads_elements(&group.stream(), variable),
        TokenTree::Ident(name) if Name::new(name) == *variable => {
            let is_member = is_dot(at.checked_sub(1)) && !is_dot(at.checked_sub(2));
            let asks = match tokens.get(at + 2) {
                Some(TokenTree::Ident(method)) => is_dot(Some(at + 1)) && SHAPES.iter().any(|shape| method == shape),
                _ => false,
            };
            !is_member && !asks
        }
        _ => false,
    })
}

fn leaves_of<'e>(expr: &'e Expr, leaves: &mut Vec<(&'e Leaf, Range)>) {
    match &expr.kind {
        ExprKind::Leaf(leaf) => leaves.push((leaf, expr.range)),
        ExprKind::Call(call) => {
            if let Callee::LookUp(table, range) = &call.callee {
                leaves.push((table, *range));
            }
        }
        _ => {}
    }
    expr.parts().into_iter().for_each(|part| leaves_of(part, leaves));
}
