//! Named axes become counted ones, so that nothing after this phase knows of names.
//!
//! A *frame* is the names of the axes that an assignment, a value or what is reduced has, in one order: that of the
//! target, or else that of the call. What joins in a frame is rewritten so that numbers mean the same:
//!
//! * an operand that has all axes of the frame in their order stays as it is; any other gets a map;
//! * a reduction that lines up by the rules of numbers stays as it is; any other gets a map;
//! * a `let` is written once for each frame that uses it.
//!
//! ```text
//! (x @ (b, t, d) .- mean[t](x)) .* gamma @ (d)      (x .- mean[1](x)) .* gamma @ (2)
//! sum[k](a @ (i, k) .* b @ (k, j))                  sum[1](a @ (0, 1) .* b @ (1, 2))
//! ```

mod frame;
mod known;
mod rewrite;

use self::known::Known;
use self::rewrite::Rewrite;
use super::Scope;
use crate::messages;
use crate::syntax::{Context, Frame, Source};

/// The frames of assignments and values, in this order; empty where axes are counted.
pub(super) type Frames = Vec<Frame>;

/// Gives every axis its number, if they have names, and says what is wrong with these.
pub(super) fn count(source: &mut Source, scope: &mut Scope, context: &mut Context) -> Frames {
    let Some(named) = context.named else {
        return Frames::new();
    };
    let mistakes = context.report.len();
    if let Some(counted) = context.counted {
        context.error(counted, messages::numbers_beside_names());
    }
    if source.attributes.numpy.is_some() {
        context.error(named, messages::names_under_numpy());
    }
    let known = Known::of(source, scope, context);
    if context.report.len() > mistakes {
        return Frames::new();
    }
    let rewritten = Rewrite::of(source, &known, context);
    source.body = rewritten.body;
    scope.rewrite(rewritten.changes);
    rewritten.frames
}
