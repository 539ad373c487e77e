//! `@ (0, 2)` or `@ (i, k)` after an operand.

use proc_macro2::{Delimiter, Group, Ident, Literal, TokenTree};

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
            value = match axes.is_named() {
                true => self.named_axes(value, axes),
                false => Expr::new(value.range.to(axes.range), ExprKind::Map(Box::new(value), axes)),
            };
        }
        value
    }

    /// Names belong to an operand; a part has those of what it is made of.
    fn named_axes(&mut self, mut value: Expr, axes: Axes) -> Expr {
        match &mut value.kind {
            ExprKind::Leaf(leaf) if leaf.axes.is_none() => leaf.axes = Some(Box::new(axes)),
            ExprKind::Missing => {}
            _ => self.context.error(axes.range, messages::names_of_part(&axes.listed())),
        }
        value
    }

    fn axes(&mut self) -> Axes {
        let here = self.cursor.here();
        if let Some(group) = self.cursor.delimited(0, Delimiter::Parenthesis).cloned() {
            self.cursor.skip(1);
            let cursor = Cursor::new(group.stream(), group.span());
            return self.entries(cursor, &group);
        }
        let start = self.cursor.position();
        self.cursor.skip(usize::from(self.cursor.punct(0) == Some('-')));
        if matches!(self.cursor.peek(0), Some(TokenTree::Literal(_) | TokenTree::Ident(_) | TokenTree::Group(_))) {
            self.cursor.skip(1);
        }
        let message = messages::axes_without_parentheses(&self.cursor.text_since(start));
        self.context.error(here, message);
        Axes { entries: Vec::new(), names: Vec::new(), range: here }
    }

    /// `[0, 2]` or `[0; keep]` after the name of a reduction.
    pub(crate) fn reduced_axes(&mut self, group: &Group, name: &str) -> (Option<Axes>, bool) {
        let mut cursor = Cursor::new(group.stream(), group.span());
        cursor.skip_to(&[';']);
        let entries = cursor.stream_since(0);
        let has_semicolon = !cursor.is_at_end();
        cursor.skip(usize::from(has_semicolon));
        let keep = cursor.is_word(0, "keep");
        cursor.skip(usize::from(keep));
        if has_semicolon && !keep || !cursor.is_at_end() {
            self.context.error(cursor.here(), messages::reduced_axes(name));
        }
        if entries.is_empty() {
            if !keep {
                self.context.error(Range::at(group.span()), messages::reduced_axes(name));
            }
            return (None, keep);
        }
        let axes = self.entries(Cursor::new(entries, group.span()), group);
        (Some(axes), keep)
    }

    pub(super) fn entries(&mut self, mut cursor: Cursor, group: &Group) -> Axes {
        let mut axes = Axes { entries: Vec::new(), names: Vec::new(), range: Range::at(group.span()) };
        while !cursor.is_at_end() {
            let start = cursor.position();
            cursor.skip_to(&[',']);
            let range = Range::of(cursor.since(start), group.span());
            match axis(cursor.since(start)) {
                Ok(Axis::Number(axis)) => {
                    self.context.counted.get_or_insert(range);
                    axes.entries.push(axis);
                }
                Ok(Axis::Name(name)) => {
                    self.context.named.get_or_insert(range);
                    axes.names.push(name);
                }
                Err(message) => self.context.error(range, message),
            }
            cursor.skip(1);
        }
        axes
    }
}

enum Axis {
    Number(usize),
    Name(Ident),
}

fn axis(tokens: &[TokenTree]) -> Result<Axis, String> {
    let written = || text(tokens.iter().cloned().collect());
    match tokens {
        [TokenTree::Literal(number)] => {
            number_of(number).map(Axis::Number).ok_or_else(|| messages::axis_number(&written()))
        }
        [TokenTree::Ident(name)] if name != "_" => Ok(Axis::Name(name.clone())),
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
