//! What `#[on(..)]` cannot stand beside.

use crate::messages;
use crate::ops::Mode;
use crate::syntax::{Context, Source};

/// Reports machines, containers and forms of a call that are not cut into pieces.
pub(super) fn check(source: &Source, context: &mut Context) {
    let attributes = &source.attributes;
    let Some((_, range)) = attributes.on else { return };
    let is_checked = attributes.mode.is_some_and(|(mode, _)| mode == Mode::Checked);
    let reasons = [
        (context.gpu, messages::on_beside_gpu as fn() -> String),
        (context.lazy, messages::on_lazy),
        (is_checked, messages::on_beside_checked),
        (attributes.structured.is_some(), messages::on_beside_structured),
    ];
    for (_, message) in reasons.into_iter().filter(|(is_there, _)| *is_there) {
        context.error(range, message());
    }
}
