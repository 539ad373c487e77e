//! What `#[structured]` cannot make a container of.

use crate::messages;
use crate::syntax::{Context, Source, Statement, Values};

/// Reports all but one expression, or one assignment, on the processor.
pub(super) fn check(source: &Source, context: &mut Context) {
    let Some(range) = source.attributes.structured else {
        return;
    };
    if context.gpu {
        context.error(range, messages::structured_beside("a GPU"));
    }
    if context.lazy {
        context.error(range, messages::structured_beside("`lazy!`"));
    }
    if let Some((mode, _)) = source.attributes.mode {
        context.error(range, messages::structured_beside(&format!("`#[{}]`", mode.name())));
    }
    let several = |context: &mut Context, range| context.error(range, messages::structured_several());
    let assigned = source.body.statements.iter().filter_map(Statement::assignment);
    let ends = assigned.map(|assignment| assignment.target.range.to(assignment.value.range));
    for range in ends.chain(source.body.values.iter().map(|value| value.range)).skip(1) {
        several(context, range);
    }
    for statement in &source.body.statements {
        if let Statement::Let(definition) = statement
            && !definition.takes_apart()
        {
            several(context, definition.name.range);
        }
    }
    if let Values::Tuple(values) = &source.body.values
        && let [only] = values.as_slice()
    {
        several(context, only.range);
    }
}
