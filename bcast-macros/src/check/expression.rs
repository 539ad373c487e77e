//! One small rule for each form of expression.

use super::{Meaning, Scope};
use crate::memo::Memo;
use crate::messages;
use crate::ops::{self, Arity, Function};
use crate::syntax::{Axes, Body, Call, Callee, Context, Expr, ExprKind, Given, Joining, Link, Reduction, Statement};
use crate::tokens::text;
use proc_macro2::TokenStream;

/// Checks every expression of the body.
pub(crate) fn check(body: &Body, scope: &Scope, gpu: bool, context: &mut Context) {
    let rules = Rules { scope, gpu, least_ranks: Memo::new(), given: Memo::new() };
    for value in body.statements.iter().map(Statement::value).chain(body.values.iter()) {
        rules.expr(value, context);
    }
}

struct Rules<'a> {
    scope: &'a Scope,
    /// Only what kernels know may be called.
    gpu: bool,
    /// Those of the values of `let`s.
    least_ranks: Memo<usize>,
    /// Whether they lie along axes that are known when the call runs.
    given: Memo<bool>,
}

impl Rules<'_> {
    fn expr(&self, expr: &Expr, context: &mut Context) {
        match &expr.kind {
            ExprKind::Call(call) => {
                check_call(call, expr, context);
                if self.gpu {
                    check_on_gpu(call, context);
                }
            }
            ExprKind::Chain(_, links) => check_chain(links, context),
            ExprKind::Map(operand, axes) => self.check_map(operand, axes, context),
            ExprKind::Reduction(reduction) => {
                check_reduction(reduction, expr, context);
                if reduction.reducer.scans() {
                    check_scan(reduction, context);
                }
            }
            _ => {}
        }
        for part in expr.parts() {
            self.expr(part, context);
        }
    }

    fn check_map(&self, operand: &Expr, axes: &Axes, context: &mut Context) {
        if axes.is_named() {
            return;
        }
        if let Some(given) = &axes.given {
            return self.check_given(operand, axes, given, context);
        }
        if self.holds_given(operand) {
            context.error(axes.range, messages::given_inside_a_map());
        }
        let entries = &axes.entries;
        let (sorted, repeated) = sorted(entries);
        if let Some(axis) = repeated {
            context.error(axes.range, messages::axis_repeated(&axis.to_string(), "0, 1"));
        } else if sorted != *entries {
            context.error(axes.range, messages::axes_order(&listed(&sorted)));
        }
        let least = self.least_rank(operand);
        if least > entries.len() {
            context.error(axes.range, messages::axes_of_map(least, entries.len()));
        }
    }

    /// Axes that are known when the call runs stand behind what is read as a whole.
    fn check_given(&self, operand: &Expr, axes: &Axes, given: &Given, context: &mut Context) {
        let is_whole = match &operand.kind {
            ExprKind::Leaf(leaf) => !matches!(self.scope.meaning(leaf), Meaning::Let(_)),
            ExprKind::Reduction(_) => true,
            _ => false,
        };
        if !is_whole {
            context.error(axes.range, messages::given_on_a_part(&axes.written()));
        }
        let (sorted, repeated) = sorted(counted_from_the_end(given));
        if let Some(axis) = repeated {
            context.error(axes.range, messages::axis_repeated(&axis.to_string(), "-2, -1"));
        } else if sorted != counted_from_the_end(given) {
            context.error(axes.range, messages::axes_order(&listed(&sorted)));
        }
    }

    /// Whether a part lies along axes that are known when the call runs.
    fn holds_given(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Map(_, axes) if axes.given.is_some() => true,
            ExprKind::Leaf(leaf) => match self.scope.meaning(leaf) {
                Meaning::Let(definition) => {
                    let value = &self.scope.definition(definition).value;
                    self.given.of(definition, || self.holds_given(value))
                }
                _ => false,
            },
            ExprKind::Reduction(_) => false,
            _ => expr.parts().into_iter().any(|part| self.holds_given(part)),
        }
    }

    /// The rank that the maps inside an expression prove.
    fn least_rank(&self, expr: &Expr) -> usize {
        match &expr.kind {
            ExprKind::Map(_, axes) => axes.reach(),
            ExprKind::Leaf(leaf) => match self.scope.meaning(leaf) {
                Meaning::Let(definition) => {
                    let value = &self.scope.definition(definition).value;
                    self.least_ranks.of(definition, || self.least_rank(value))
                }
                _ => 0,
            },
            ExprKind::Reduction(_) => 0,
            _ => expr.parts().into_iter().map(|part| self.least_rank(part)).max().unwrap_or(0),
        }
    }
}

fn check_call(call: &Call, expr: &Expr, context: &mut Context) {
    match &call.callee {
        Callee::Builtin(function) => check_arity(function, call, expr, context),
        Callee::Convert(kind) if call.arguments.len() != 1 => {
            let message = messages::arity(&kind.to_string(), "1 value", call.arguments.len());
            context.error(expr.range, message);
        }
        Callee::LookUp(..) => {
            let is_below = |index: &&Expr| matches!(&index.kind, ExprKind::Literal(number) if number.is_negative());
            for index in call.arguments.iter().filter(is_below) {
                context.error(index.range, messages::negative_index());
            }
        }
        Callee::Unknown(name) => {
            let word = name.to_string();
            if ops::several(&word).is_some() {
                return match call.arguments.len() {
                    1 => context.error(call.range, messages::gives_several(&word)),
                    given => context.error(expr.range, messages::arity(&word, "1 value", given)),
                };
            }
            let right = ops::near_miss(&word).unwrap_or_default();
            context.error(call.range, messages::near_miss(&word, ".", right));
        }
        _ => {}
    }
}

/// Reports calls that a kernel of a GPU does not have: it calls built-in functions, elementals by their names, and
/// closures.
fn check_on_gpu(call: &Call, context: &mut Context) {
    let text = match &call.callee {
        Callee::Builtin(_) | Callee::Convert(_) | Callee::LookUp(..) | Callee::Unknown(_) => return,
        Callee::Path(path) if is_primitive(path) => text(path.clone()),
        Callee::Path(_) | Callee::Slope(_) | Callee::Closure(_) | Callee::Field(_) => return,
        Callee::Lifting(Joining::Path(path)) => text(path.clone()),
        Callee::Lifting(Joining::Closure(_)) => "this closure".to_owned(),
        Callee::Value(leaf) | Callee::Lifting(Joining::Value(leaf)) => leaf.text.clone(),
        Callee::Method(name, _) => name.to_string(),
    };
    let joins = matches!(call.callee, Callee::Lifting(_));
    context.error(call.range, messages::function_on_gpu(&text, joins));
}

/// Whether a path begins with a type of numbers or with `bool` or `char`, as in `f32::max`.
pub(super) fn is_primitive(path: &TokenStream) -> bool {
    let first = path.clone().into_iter().next().map(|token| token.to_string());
    first.is_some_and(|first| ops::CONVERSIONS.contains(&&*first))
}

fn check_arity(function: &Function, call: &Call, expr: &Expr, context: &mut Context) {
    let given = call.arguments.len();
    let (fits, expected) = match function.arity {
        Arity::Exactly(count) => (given == count, messages::counted(count, "value", "values")),
        Arity::TwoOrMore => (given >= 2, "2 or more values".to_owned()),
    };
    if !fits {
        context.error(expr.range, messages::arity(function.name, &expected, given));
    }
}

fn check_chain(links: &[Link], context: &mut Context) {
    for link in links.iter().filter(|link| links.len() > 1 && link.operator.sign == "!=") {
        context.error(link.range, messages::chained_not_equal());
    }
}

/// What runs along an axis is computed into memory of its own.
fn check_scan(scan: &Reduction, context: &mut Context) {
    let (name, axes) = (scan.called, scan.axes.as_ref());
    let count = axes.map_or(0, |axes| match axes.given.as_deref() {
        Some(Given::Counted(axes)) => axes.len(),
        // Types tell.
        Some(Given::Value(_) | Given::Rest(_) | Given::RestOf(_)) => 1,
        None => axes.entries.len().max(axes.names.len()),
    });
    if count != 1 {
        context.error(axes.map_or(scan.name, |axes| axes.range), messages::scan_axes(name));
    }
    if context.lazy {
        context.error(scan.name, messages::lazy_scan(name));
    }
}

fn check_reduction(reduction: &Reduction, expr: &Expr, context: &mut Context) {
    let name = reduction.called;
    if reduction.arguments.len() != 1 {
        context.error(expr.range, messages::reduction_of_several(name));
    }
    let Some(axes) = &reduction.axes else {
        return;
    };
    match axes.given.as_deref() {
        None => check_reduced(&axes.entries, axes, name, context),
        Some(given) => check_reduced(counted_from_the_end(given), axes, name, context),
    }
}

fn check_reduced<T: Ord + Copy + ToString>(entries: &[T], axes: &Axes, name: &str, context: &mut Context) {
    let (sorted, repeated) = sorted(entries);
    if let Some(axis) = repeated {
        context.error(axes.range, messages::reduced_twice(&axis.to_string(), name));
    } else if sorted != entries {
        context.error(axes.range, messages::reduced_order(&listed(&sorted), name));
    }
}

/// Axes whose order spelling tells: all are counted from the end.
fn counted_from_the_end(given: &Given) -> &[isize] {
    match given {
        Given::Counted(axes) if axes.iter().all(|&axis| axis < 0) => axes,
        _ => &[],
    }
}

/// The axes in increasing order, and one that is named twice.
fn sorted<T: Ord + Copy>(axes: &[T]) -> (Vec<T>, Option<T>) {
    let mut sorted = axes.to_vec();
    sorted.sort_unstable();
    let repeated = sorted.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
    (sorted, repeated)
}

fn listed<T: ToString>(axes: &[T]) -> String {
    let written: Vec<String> = axes.iter().map(T::to_string).collect();
    written.join(", ")
}
