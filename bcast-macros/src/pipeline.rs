//! The phases of the macro, one line each. Mistakes leave at two places: after parsing and after checking.

use proc_macro2::TokenStream;

use crate::expand::expansion;
use crate::front::{Form, front};
use crate::syntax::{self, Context};
use crate::{check, fallback, plan};

/// From the tokens of a front to the expansion.
pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let (front, body) = front(input);
    let mut context = Context::new();
    context.gpu = front.form == Form::Text;
    context.lazy = front.is_lazy();
    context.explains = front.explains();
    let source = syntax::parse(body, &mut context);
    if !context.report.is_empty() {
        return fallback::expansion(context, &front);
    }
    let Some(checked) = check::check(source, &mut context) else {
        return fallback::expansion(context, &front);
    };
    let (plan, checks) = plan::lower_all(&checked);
    expansion(&plan, checks.as_ref(), &front)
}
