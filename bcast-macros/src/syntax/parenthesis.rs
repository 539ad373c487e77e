//! Parentheses: part of the expression when something dotted is inside, else plain Rust.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};

use super::call::path_callee;
use super::operator::{self, SignKind};
use super::{Callee, Expr, ExprKind, Leaf, Parser, Place};
use crate::messages;
use crate::tokens::{Range, holds_dotted_call_or_operator, holds_fused, holds_range, solid, text, unwrap_parentheses};

impl Parser<'_> {
    /// An operand that begins with a parenthesis.
    pub(crate) fn parenthesis(&mut self, start: usize, group: Group) -> Expr {
        let (invisible, span) = (group.delimiter() == Delimiter::None, group.span());
        let inner = unwrap_parentheses(group);
        let tokens = inner.stream();
        self.cursor.skip(1);
        if self.cursor.is_dotted_call() || self.is_all_dotted_call() {
            let callee = self.callee(tokens, invisible, span);
            return self.call(start, callee, Range::at(span));
        }
        if self.is_fused(&tokens) {
            let value = self.inside(&inner, span);
            return self.after_fused(value, start);
        }
        if self.cursor.position() == start + 1
            && !self.is_followed_by_rust()
            && let Some(value) = self.transparent(&tokens, span)
        {
            return value;
        }
        if self.context.all_dotted && holds_range(tokens) {
            self.range_methods();
        }
        self.postfix(start)
    }

    /// Methods that make a range of a range: in the all-dotted form, others are those of its elements.
    fn range_methods(&mut self) {
        let is_one = |word: String| matches!(word.as_str(), "rev" | "step_by");
        while self.is_method() && self.cursor.word(1).is_some_and(is_one) {
            self.cursor.skip(3);
        }
    }

    fn is_fused(&self, tokens: &TokenStream) -> bool {
        if !self.context.all_dotted {
            return holds_fused(tokens.clone());
        }
        let is_closure = matches!(tokens.clone().into_iter().next(), Some(token) if begins_closure(&token));
        !tokens.is_empty() && !is_closure && !holds_range(tokens.clone())
    }

    /// Everything in the group as one expression that stands where the group stands.
    pub(crate) fn inside(&mut self, group: &Group, span: Span) -> Expr {
        if !self.context.enter(group.span()) {
            self.context.leave();
            return Expr::missing(Range::at(span));
        }
        let mut parser = Parser::new(group.stream(), group.span(), self.context);
        let value = parser.expression();
        parser.no_assignment();
        if !parser.cursor.is_at_end() {
            let here = parser.cursor.here();
            parser.context.error(here, messages::tuple_inside());
        }
        self.context.leave();
        standing_at(value, span)
    }

    /// Reports an assignment where only a value may stand.
    pub(crate) fn no_assignment(&mut self) {
        while let Some(sign) = operator::peek(&self.cursor).filter(|sign| matches!(sign.kind, SignKind::Assign(_))) {
            let is_plain = !sign.dotted && matches!(sign.kind, SignKind::Assign(None));
            let message = if is_plain { messages::equals_sign() } else { messages::nested_assignment() };
            self.context.error(sign.range, message);
            self.cursor.skip(sign.length);
            self.after = sign.written();
            self.expression();
        }
    }

    fn is_followed_by_rust(&self) -> bool {
        let member = self.cursor.punct(0) == Some('.')
            && matches!(self.cursor.peek(1), Some(TokenTree::Ident(_) | TokenTree::Literal(_)));
        let group = self.cursor.group(0).is_some_and(|group| group.delimiter() != Delimiter::Brace);
        member || group || self.cursor.punct(0) == Some('?')
    }

    /// What stands in `(x)`, `(2)`, `(-x)` or `(if c { a } else { b })`, which mean the same without parentheses. A
    /// reading that succeeds is kept: reading twice at every depth would take exponential time.
    fn transparent(&mut self, tokens: &TokenStream, span: Span) -> Option<Expr> {
        let mut trial = self.context.on_trial();
        trial.enter(span);
        let mut parser = Parser::new(tokens.clone(), span, &mut trial);
        let value = parser.prefixed();
        let complete = parser.cursor.is_at_end();
        trial.leave();
        let simple =
            matches!(value.kind, ExprKind::Leaf(_) | ExprKind::Literal(_) | ExprKind::Prefix(..) | ExprKind::If(_));
        self.context.adopt(trial, complete && simple).then(|| standing_at(value, span))
    }

    /// What a parenthesis, or a group that nobody sees, says is to be called.
    pub(crate) fn callee(&mut self, tokens: TokenStream, invisible: bool, span: Span) -> Callee {
        if holds_dotted_call_or_operator(tokens.clone()) {
            self.context.error(Range::at(span), messages::dots_in_callee());
        }
        let first = tokens.clone().into_iter().next();
        if first.as_ref().is_some_and(begins_closure) {
            return Callee::Closure(solid(borrowing(tokens)));
        }
        // `$f:path` of a `macro_rules!` arrives in an invisible group.
        if invisible && self.is_path(&tokens) {
            return path_callee(solid(tokens));
        }
        let written = text(tokens.clone());
        let place = Place::read(&tokens);
        let tokens = solid(TokenTree::Group(Group::new(Delimiter::Parenthesis, tokens)).into());
        let id = self.context.leaf(tokens.clone());
        Callee::Value(Box::new(Leaf { id, tokens, text: written, place, axes: None, slices: Vec::new() }))
    }

    fn is_path(&self, tokens: &TokenStream) -> bool {
        let mut context = self.context.on_trial();
        let mut parser = Parser::new(tokens.clone(), Span::call_site(), &mut context);
        parser.path();
        let complete = parser.cursor.is_at_end();
        context.report.finish().is_empty() && complete
    }
}

/// The value of a parenthesis is underlined with it, but a lone operand alone.
fn standing_at(mut value: Expr, span: Span) -> Expr {
    if !matches!(value.kind, ExprKind::Leaf(_)) {
        value.range = Range::at(span);
    }
    value
}

/// The closure stands in the element function, which may run it often, so `move` would move too much.
/// It borrows instead: it lives no longer than the call.
fn borrowing(closure: TokenStream) -> TokenStream {
    closure.into_iter().skip_while(|token| matches!(token, TokenTree::Ident(word) if word == "move")).collect()
}

pub(super) fn begins_closure(token: &TokenTree) -> bool {
    match token {
        TokenTree::Punct(punct) => punct.as_char() == '|',
        TokenTree::Ident(word) => word == "move",
        _ => false,
    }
}
