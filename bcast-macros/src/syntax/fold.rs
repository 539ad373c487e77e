//! `fold[1](x, init, |a, b| ..)`: a reduction by a function of the user's.
//!
//! It is `init` joined to what lifted elements are reduced to. A lifted element has the function beside it, so that the
//! reduction needs nothing but its elements, as every other one.

use proc_macro2::{Group, Span, TokenStream, TokenTree};

use super::{Call, Callee, Expr, ExprKind, Joining, Parser};
use crate::messages;
use crate::ops::BEGUN;
use crate::tokens::{Range, solid};

impl Parser<'_> {
    /// What the arguments in `group` say; `reduction` makes one of its argument.
    pub(crate) fn fold(&mut self, group: &Group, range: Range, reduction: impl FnOnce(Vec<Expr>) -> Expr) -> Expr {
        let mut found = None;
        if self.context.enter(group.span()) {
            let mut inside = Parser::new(group.stream(), group.span(), self.context);
            inside.after = "(".to_owned();
            found = inside.fold_arguments();
        }
        self.context.leave();
        let Some((lifted, init)) = found else {
            self.context.error(range, messages::fold_arguments());
            return Expr::missing(range);
        };
        let arguments = vec![init, reduction(vec![lifted])];
        Expr::new(range, ExprKind::Call(Call { callee: Callee::Builtin(&BEGUN), range, arguments }))
    }

    /// The elements, lifted, and what they are joined to.
    fn fold_arguments(&mut self) -> Option<(Expr, Expr)> {
        let element = self.argument()?;
        let init = self.argument()?;
        let start = self.cursor.position();
        let mut function: Vec<TokenTree> = std::iter::from_fn(|| self.cursor.next()).collect();
        function.pop_if(|token| matches!(token, TokenTree::Punct(comma) if comma.as_char() == ','));
        let range = self.cursor.range_since(start);
        let callee = Callee::Lifting(self.joining(function.into_iter().collect(), range.first)?);
        let whole = element.range.to(range);
        Some((Expr::new(whole, ExprKind::Call(Call { callee, range, arguments: vec![element] })), init))
    }

    /// A function of two elements.
    fn joining(&mut self, tokens: TokenStream, span: Span) -> Option<Joining> {
        if tokens.is_empty() {
            return None;
        }
        Some(match self.callee(tokens.clone(), true, span) {
            Callee::Closure(closure) => Joining::Closure(closure),
            Callee::Value(leaf) => Joining::Value(leaf),
            // Names of built-in functions too are those of Rust here.
            _ => Joining::Path(solid(tokens)),
        })
    }
}
