//! What may read a target while it is written: the same element, and nothing else.

use proc_macro2::{TokenStream, TokenTree};

use super::scope::{Written, indexed};
use super::{Meaning, Scope};
use crate::messages;
use crate::syntax::{Body, Call, Callee, Context, Expr, ExprKind, Leaf, Place, Statement, is_slice};
use crate::tokens::{Range, text};

/// Methods whose results still borrow the array.
const VIEWS: [&str; 28] = [
    "t",
    "view",
    "view_mut",
    "slice",
    "slice_mut",
    "slice_axis",
    "row",
    "row_mut",
    "rows",
    "column",
    "column_mut",
    "columns",
    "index_axis",
    "index_axis_mut",
    "reversed_axes",
    "permuted_axes",
    "broadcast",
    "diag",
    "diag_mut",
    "iter",
    "iter_mut",
    "outer_iter",
    "axis_iter",
    "lanes",
    "as_slice",
    "insert_axis",
    "split_at",
    "reborrow",
];

/// Methods whose results are arrays of their own: what is assigned to them is lost.
const MAKERS: [&str; 9] = ["clone", "dot", "into_owned", "map", "mapv", "mapv_into", "sum_axis", "to_owned", "to_vec"];

/// Reports targets that are lost, and every read of a target that rustc would reject with words about borrows.
pub(crate) fn check(body: &Body, scope: &Scope, context: &mut Context) {
    let mut rules = Rules { scope, assigned: Vec::new() };
    for (index, statement) in body.statements.iter().enumerate() {
        rules.expr(statement.value(), None, context);
        if let Statement::Assignment(assignment) = statement {
            check_is_kept(&assignment.target, context);
            rules.assigned.push(scope.written_by(index));
        }
    }
    rules.targets(context);
    for value in body.values.iter() {
        rules.expr(value, None, context);
    }
}

struct Rules<'a> {
    scope: &'a Scope,
    /// The targets that have been written before.
    assigned: Vec<usize>,
}

impl Rules<'_> {
    /// `mapped` is the text of the map around `expr`.
    fn expr(&self, expr: &Expr, mapped: Option<&str>, context: &mut Context) {
        match &expr.kind {
            ExprKind::Leaf(leaf) => self.leaf(leaf, expr, mapped, context),
            ExprKind::Map(operand, axes) => {
                // Operands with names are written with these anyway.
                let map = if axes.is_named() { String::new() } else { format!(" @ {}", axes.written()) };
                self.expr(operand, Some(&map), context);
            }
            ExprKind::Call(Call { callee: Callee::LookUp(table, range), arguments, .. }) => {
                self.table(table, *range, context);
                arguments.iter().for_each(|index| self.expr(index, mapped, context));
            }
            // What is reduced is read as a whole, by a pass of its own.
            ExprKind::Reduction(_) => expr.parts().into_iter().for_each(|part| self.expr(part, None, context)),
            _ => expr.parts().into_iter().for_each(|part| self.expr(part, mapped, context)),
        }
    }

    fn leaf(&self, leaf: &Leaf, expr: &Expr, mapped: Option<&str>, context: &mut Context) {
        match (self.scope.meaning(leaf), mapped) {
            (Meaning::Target(number), Some(map)) => {
                let written = format!("{}{map}", leaf.text);
                let target = leaf.place.as_ref().map_or(leaf.text.as_str(), Place::text);
                if self.assigned.contains(&number) {
                    return context.error(expr.range, messages::new_elements_elsewhere(&written, target));
                }
                context.error(expr.range, messages::overlap(&written, target, true, &copied(leaf), context.gpu));
            }
            (Meaning::Target(_), None) | (Meaning::Let(_), None) => {}
            (Meaning::Let(definition), Some(map)) => self.mapped_let(definition, expr, map, context),
            (Meaning::Operand, _) => {
                let written = || self.scope.written().iter();
                if let Some(target) = written().find(|target| overlaps(leaf, target)) {
                    context.error(expr.range, overlap(leaf, target, context.gpu));
                } else if let Some(target) = written().find(|target| is_beside(leaf, target)) {
                    context.error(expr.range, messages::beside_an_element(&leaf.text, &target.text));
                } else if let Some((number, target)) =
                    written().enumerate().find(|(_, target)| is_element(leaf, target))
                {
                    let is_new = self.assigned.contains(&number);
                    context.error(expr.range, messages::element_of_the_target(&leaf.text, &target.text, is_new));
                }
            }
        }
    }

    /// Reports that elements are looked up in what is written.
    fn table(&self, table: &Leaf, range: Range, context: &mut Context) {
        let is_it = |target: &&Written| table.place.is_some() && table.place == target.place || overlaps(table, target);
        if let Some(target) = self.scope.written().iter().find(is_it) {
            context.error(range, overlap(table, target, context.gpu));
        }
    }

    /// Reports a slice of what an earlier target is, or is a slice of: both would be borrowed at once.
    fn targets(&self, context: &mut Context) {
        for (index, target) in self.scope.written().iter().enumerate() {
            let owner = |other: &&Written| other.owner().is_some() && other.owner() == target.owner();
            if let Some(other) = self.scope.written()[..index].iter().find(owner) {
                context.error(target.range, messages::targets_of_one_array(&target.text, &other.text));
            }
        }
    }

    /// A fused value under a map is computed anew along other axes, so it may not read a target.
    fn mapped_let(&self, definition: usize, expr: &Expr, map: &str, context: &mut Context) {
        let mut targets = Vec::new();
        let definition = self.scope.definition(definition);
        self.reads(&definition.value, &mut targets);
        if let Some((target, copied)) = targets.first() {
            let written = format!("{}{map}", definition.name.place.text());
            context.error(expr.range, messages::overlap(&written, target, true, copied, context.gpu));
        }
    }

    /// The targets that are read element by element, and what of them can be copied.
    fn reads(&self, expr: &Expr, targets: &mut Vec<(String, String)>) {
        if let ExprKind::Reduction(_) = expr.kind {
            return;
        }
        if let ExprKind::Leaf(leaf) = &expr.kind {
            match self.scope.meaning(leaf) {
                Meaning::Target(_) => {
                    let target = leaf.place.as_ref().map_or(leaf.text.as_str(), Place::text);
                    targets.push((target.to_owned(), copied(leaf)));
                }
                Meaning::Let(definition) => self.reads(&self.scope.definition(definition).value, targets),
                Meaning::Operand => {}
            }
        }
        expr.parts().into_iter().for_each(|part| self.reads(part, targets));
    }
}

/// Whether an operand is a view of a target, or is, or is a view of, what the target is a slice of.
fn overlaps(operand: &Leaf, target: &Written) -> bool {
    target.place.as_ref().is_some_and(|place| views(&operand.tokens, place))
        || target
            .array
            .as_ref()
            .is_some_and(|array| operand.place.as_ref() == Some(array) || views(&operand.tokens, array))
}

/// Whether a target is one element, or one array, of what an operand is, or is a part of.
fn is_beside(operand: &Leaf, target: &Written) -> bool {
    target.indexed.as_ref().is_some_and(|owner| {
        let sliced = || operand.sliced().and_then(|array| Place::read(&array));
        operand.place.as_ref() == Some(owner)
            || indexed(&operand.tokens).as_ref() == Some(owner)
            || sliced().as_ref() == Some(owner)
            || views(&operand.tokens, owner)
    })
}

/// Whether an operand is one element of a target, or of what it is a slice of: Rust's index would borrow the array.
fn is_element(operand: &Leaf, target: &Written) -> bool {
    let tokens = operand.tokens.clone().into_iter().skip_while(is_reference).collect();
    indexed(&tokens).is_some_and(|array| target.place.as_ref() == Some(&array) || target.array.as_ref() == Some(&array))
}

/// What is said of an operand that overlaps a target.
fn overlap(operand: &Leaf, target: &Written, gpu: bool) -> String {
    messages::overlap(&operand.text, &target.text, target.place.is_some(), &copied(operand), gpu)
}

/// What of an operand can be copied before the macro, as Rust.
fn copied(leaf: &Leaf) -> String {
    let copied = leaf.sliced().unwrap_or_else(|| leaf.tokens.clone());
    text(copied.into_iter().skip_while(is_reference).collect())
}

/// Reports a target that a method makes on the spot: what is assigned to it is lost.
fn check_is_kept(target: &Expr, context: &mut Context) {
    let ExprKind::Leaf(leaf) = &target.kind else {
        return;
    };
    let tokens: Vec<TokenTree> = leaf.tokens.clone().into_iter().collect();
    if let [.., TokenTree::Punct(dot), TokenTree::Ident(name), TokenTree::Group(_)] = &tokens[..]
        && dot.as_char() == '.'
        && MAKERS.contains(&name.to_string().as_str())
    {
        context.error(target.range, messages::target_is_new(&leaf.text, &name.to_string()));
    }
}

/// Whether `leaf` is `&target`, or `target` followed by nothing but methods that make views.
fn views(leaf: &TokenStream, target: &Place) -> bool {
    let tokens: Vec<TokenTree> = leaf.clone().into_iter().collect();
    let bare = tokens.iter().position(|token| !is_reference(token)).unwrap_or(tokens.len());
    let length = (bare + 1..=tokens.len()).find(|&end| {
        let place = Place::read(&tokens[bare..end].iter().cloned().collect());
        place.as_ref() == Some(target)
    });
    length.is_some_and(|end| (bare > 0 || end < tokens.len()) && only_views(&tokens[end..]))
}

fn is_reference(token: &TokenTree) -> bool {
    match token {
        TokenTree::Punct(punct) => punct.as_char() == '&',
        TokenTree::Ident(word) => word == "mut",
        _ => false,
    }
}

/// Whether these are calls of methods that make views, and slices.
fn only_views(mut calls: &[TokenTree]) -> bool {
    while let [first, others @ ..] = calls {
        calls = match (first, others) {
            (TokenTree::Group(group), _) if is_slice(group) => others,
            (TokenTree::Punct(dot), [TokenTree::Ident(name), TokenTree::Group(_), rest @ ..])
                if dot.as_char() == '.' && VIEWS.contains(&name.to_string().as_str()) =>
            {
                rest
            }
            _ => return false,
        };
    }
    true
}
