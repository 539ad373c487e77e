//! What `lazy!` cannot make a value of.

use crate::messages;
use crate::syntax::{Context, Source, Statement, Values};

/// Reports all but one expression.
pub(super) fn check(source: &Source, context: &mut Context) {
    if let Some((_, range)) = source.attributes.gpu {
        context.error(range, messages::lazy_on_gpu());
    }
    for statement in &source.body.statements {
        match statement {
            Statement::Assignment(assignment) => {
                context.error(assignment.target.range.to(assignment.value.range), messages::lazy_assigns());
            }
            Statement::Let(definition) if definition.takes_apart() => {}
            Statement::Let(definition) => context.error(definition.name.range, messages::lazy_let()),
        }
    }
    if let Values::Tuple(values) = &source.body.values
        && let (Some(first), Some(last)) = (values.first(), values.last())
    {
        context.error(first.range.to(last.range), messages::lazy_tuple());
    }
}
