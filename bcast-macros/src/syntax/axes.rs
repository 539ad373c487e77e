//! `@ (0, 2)` after an operand.

use proc_macro2::{Delimiter, Group, Literal, TokenTree};

use super::{Axes, Expr, ExprKind, Parser};
use crate::messages;
use crate::tokens::{Cursor, Range, text};

impl Parser<'_> {
    /// All maps that follow `value`.
    pub(crate) fn maps(&mut self, mut value: Expr) -> Expr {
        while self.cursor.punct(0) == Some('@') {
            self.cursor.skip(1);
            self.context.dotted = true;
            let axes = self.axes();
            let range = value.range.to(axes.range);
            value = Expr::new(range, ExprKind::Map(Box::new(value), axes));
        }
        value
    }

    fn axes(&mut self) -> Axes {
        let here = self.cursor.here();
        if let Some(group) = self.cursor.delimited(0, Delimiter::Parenthesis).cloned() {
            self.cursor.skip(1);
            return Axes { entries: self.entries(&group), range: Range::at(group.span()) };
        }
        let start = self.cursor.position();
        self.cursor.skip(usize::from(self.cursor.punct(0) == Some('-')));
        if matches!(self.cursor.peek(0), Some(TokenTree::Literal(_) | TokenTree::Ident(_) | TokenTree::Group(_))) {
            self.cursor.skip(1);
        }
        let message = messages::axes_without_parentheses(&self.cursor.text_since(start));
        self.context.error(here, message);
        Axes { entries: Vec::new(), range: here }
    }

    fn entries(&mut self, group: &Group) -> Vec<usize> {
        let mut entries = Vec::new();
        let mut cursor = Cursor::new(group.stream(), group.span());
        while !cursor.is_at_end() {
            let start = cursor.position();
            cursor.skip_to(&[',']);
            match axis(cursor.since(start)) {
                Ok(axis) => entries.push(axis),
                Err(message) => self.context.error(Range::of(cursor.since(start), group.span()), message),
            }
            cursor.skip(1);
        }
        entries
    }
}

fn axis(tokens: &[TokenTree]) -> Result<usize, String> {
    let written = || text(tokens.iter().cloned().collect());
    match tokens {
        [TokenTree::Literal(number)] => number_of(number).ok_or_else(|| messages::axis_number(&written())),
        [TokenTree::Ident(_)] => Err(messages::axis_name(&written())),
        // The invisible group around `$axis:literal` of a `macro_rules!`.
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::None => {
            let inner: Vec<TokenTree> = group.stream().into_iter().collect();
            axis(&inner)
        }
        _ => Err(messages::axis_number(&written())),
    }
}

/// The runtime keeps axes in bytes.
fn number_of(literal: &Literal) -> Option<usize> {
    literal.to_string().parse::<u8>().ok().map(usize::from)
}
