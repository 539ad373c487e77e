//! The rules about what names and numbers mean, which the grammar does not know. After this phase nothing fails.

mod checked;
mod expression;
mod gradient;
mod lazy;
mod names;
mod on;
mod order;
mod scope;
mod structured;
mod target;

pub(crate) use gradient::{Gradient, GradientPart};
pub(crate) use order::{Order, Version};
pub(crate) use scope::{Meaning, Scope};

use crate::messages;
use crate::syntax::{Context, Expr, ExprKind, Frame, Given, Source};
use crate::tokens::text;
use proc_macro2::TokenTree;
use std::rc::Rc;

/// A source that keeps every rule, with the meaning of its names. Only this module makes one.
pub(crate) struct Checked {
    source: Source,
    scope: Scope,
    order: Order,
    /// The names of the axes of assignments and values, in this order; none where axes are counted.
    frames: Vec<Frame>,
    /// The axes that are known when the call runs, by the entries that stand for them.
    given: Vec<Rc<Given>>,
    gradients: Vec<Gradient>,
    gpu: bool,
    lazy: bool,
}

impl Checked {
    pub(crate) fn source(&self) -> &Source {
        &self.source
    }

    pub(crate) fn scope(&self) -> &Scope {
        &self.scope
    }

    pub(crate) fn order(&self) -> &Order {
        &self.order
    }

    /// Whether axes have names.
    pub(crate) fn is_named(&self) -> bool {
        !self.frames.is_empty()
    }

    /// The names of the axes of an assignment, or of a value behind these.
    pub(crate) fn frame(&self, end: usize) -> Frame {
        self.frames.get(end).cloned().unwrap_or_default()
    }

    /// The axes that are known when the call runs, by the entries that stand for them.
    pub(crate) fn given(&self) -> &[Rc<Given>] {
        &self.given
    }

    /// The operands with respect to which there are gradients, in the order of the attribute.
    pub(crate) fn gradients(&self) -> &[Gradient] {
        &self.gradients
    }

    /// Whether it is to run on a GPU.
    pub(crate) fn is_gpu(&self) -> bool {
        self.gpu
    }

    /// Whether it makes an expression, which whoever reads it computes.
    pub(crate) fn is_lazy(&self) -> bool {
        self.lazy
    }
}

/// Checks everything; the mistakes are in the context's report.
pub(crate) fn check(mut source: Source, context: &mut Context) -> Option<Checked> {
    if let Some((_, range)) = source.attributes.gpu
        && !cfg!(feature = "gpu")
    {
        context.error(range, messages::gpu_unavailable());
    }
    let (gpu, lazy) = (context.gpu, context.lazy);
    if let Some(range) = source.attributes.serial.filter(|_| gpu) {
        context.error(range, messages::serial_on_gpu());
    }
    if lazy {
        lazy::check(&source, context);
    }
    on::check(&source, context);
    structured::check(&source, context);
    checked::check(&source, context);
    let mut scope = Scope::of(&source.body, context);
    let frames = names::count(&mut source, &mut scope, context);
    expression::check(&source.body, &scope, gpu, context);
    target::check(&source.body, &scope, context);
    let gradients = gradient::derive(&mut source, &mut scope, &frames, context);
    let order = Order::of(&source.body, &scope, context);
    checked::check_reads(&source, &scope, &order, context);
    if !context.dotted && context.report.is_empty() {
        let first = source.body.values.iter().next();
        let range = first.map_or(crate::tokens::Range::at(proc_macro2::Span::call_site()), |value| value.range);
        let undotted = first.and_then(dotted_method).map(|dotted| messages::undotted_method(&dotted));
        let missing = first.and_then(missing_name);
        if missing.is_some() {
            // Its name is no function's.
            context.leaves.clear();
        }
        context.error(range, missing.or(undotted).unwrap_or_else(messages::nothing_dotted));
    }
    let given = std::mem::take(&mut context.given);
    context.report.is_empty().then_some(Checked { source, scope, order, frames, given, gradients, gpu, lazy })
}

/// `exp.(x)` for `x.exp()`, and `sum(x)` for `x.sum()`.
fn dotted_method(value: &Expr) -> Option<String> {
    let ExprKind::Leaf(leaf) = &value.kind else { return None };
    let tokens: Vec<TokenTree> = leaf.tokens.clone().into_iter().collect();
    let [receiver @ .., TokenTree::Punct(dot), TokenTree::Ident(name), TokenTree::Group(arguments)] = &tokens[..]
    else {
        return None;
    };
    let (name, others) = (name.to_string(), text(arguments.stream()));
    let comma = if others.is_empty() { "" } else { ", " };
    let call = format!("({}{comma}{others})", text(receiver.iter().cloned().collect()));
    match crate::ops::function(&name) {
        _ if dot.as_char() != '.' => None,
        _ if others.is_empty() && crate::ops::reducing(&name).is_some() => Some(format!("{name}{call}")),
        Some(_) => Some(format!("{name}.{call}")),
        None => None,
    }
}

/// What is wrong with `median(x)` or `transpose(x)`, if nothing else is there.
fn missing_name(value: &Expr) -> Option<String> {
    let ExprKind::Leaf(leaf) = &value.kind else { return None };
    let name = leaf.text.split_once('(')?.0;
    let reduction = crate::ops::missing_reduction(name).map(|instead| messages::no_reduction(name, instead));
    reduction.or_else(|| crate::ops::near_miss(name).map(|right| messages::near_miss(name, "", right)))
}
