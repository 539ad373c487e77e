//! `@ (0, 2)`, `@ (i, k)`, `@ (-1)` or `@ {dims}` after an operand.

use proc_macro2::{Delimiter, Group, Ident, Literal, TokenTree};

use super::{Axes, Expr, ExprKind, GIVEN, Given, Leaf, Parser, Place};
use crate::messages;
use crate::tokens::{Cursor, Range, solid, text};

impl Parser<'_> {
    /// All maps that follow `value`.
    pub(crate) fn maps(&mut self, mut value: Expr) -> Expr {
        while self.cursor.punct(0) == Some('@') {
            if self.cursor.punct(1) == Some('.') && self.at_inside() {
                self.cursor.skip_to(&[',']);
                break;
            }
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
        if let Some(group) = self.cursor.delimited(0, Delimiter::Brace).cloned() {
            self.cursor.skip(1);
            return self.value_of_axes(&group, Range::at(group.span()));
        }
        let start = self.cursor.position();
        self.cursor.skip(usize::from(self.cursor.punct(0) == Some('-')));
        if matches!(self.cursor.peek(0), Some(TokenTree::Literal(_) | TokenTree::Ident(_) | TokenTree::Group(_))) {
            self.cursor.skip(1);
        }
        let left = self.left_text();
        let left = left.split(" @").next().unwrap_or_default();
        let message = messages::axes_without_parentheses(left, &self.cursor.text_since(start));
        self.context.error(here, message);
        Axes { entries: Vec::new(), names: Vec::new(), given: None, range: here }
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
        let is_keep = |token: TokenTree| matches!(token, TokenTree::Ident(word) if word == "keep");
        if entries.clone().into_iter().any(is_keep) {
            self.context.error(Range::at(group.span()), messages::reduced_axes(name));
            return (None, true);
        }
        if has_semicolon && !keep || !cursor.is_at_end() {
            self.context.error(cursor.here(), messages::reduced_axes(name));
        }
        if entries.is_empty() {
            if !keep {
                self.context.error(Range::at(group.span()), messages::reduced_axes(name));
            }
            return (None, keep);
        }
        let mut cursor = Cursor::new(entries, group.span());
        let value = cursor.delimited(0, Delimiter::Brace).filter(|_| cursor.peek(1).is_none()).cloned();
        cursor.skip(usize::from(value.is_some()));
        let axes = match value {
            Some(value) => self.value_of_axes(&value, Range::at(group.span())),
            None => self.entries(cursor, group),
        };
        (Some(axes), keep)
    }

    pub(super) fn entries(&mut self, mut cursor: Cursor, group: &Group) -> Axes {
        let mut axes = Axes { entries: Vec::new(), names: Vec::new(), given: None, range: Range::at(group.span()) };
        let mut numbers = Vec::new();
        while !cursor.is_at_end() {
            let start = cursor.position();
            cursor.skip_to(&[',']);
            let range = Range::of(cursor.since(start), group.span());
            match axis(cursor.since(start)) {
                Ok(Axis::Number(axis)) => {
                    self.context.counted.get_or_insert(range);
                    numbers.push(axis);
                }
                Ok(Axis::Name(name)) => {
                    self.context.named.get_or_insert(range);
                    axes.names.push(name);
                }
                Err(message) => self.context.error(range, message),
            }
            cursor.skip(1);
        }
        let counted: Option<Vec<usize>> = numbers.iter().map(|&axis| usize::try_from(axis).ok()).collect();
        match counted {
            Some(counted) => Axes { entries: counted, ..axes },
            None => self.given(Given::Counted(numbers), axes.range),
        }
    }

    /// The axes that the Rust in these braces says.
    fn value_of_axes(&mut self, group: &Group, range: Range) -> Axes {
        self.context.counted.get_or_insert(range);
        self.context.dotted = true;
        let (inside, written) = (solid(group.stream()), text(group.stream()));
        let place = Place::read(&inside);
        // A place is borrowed where it is, anything else is a block with a value.
        let tokens = if place.is_some() { inside } else { TokenTree::Group(group.clone()).into() };
        let id = self.context.leaf(tokens.clone());
        self.given(Given::Value(Leaf { id, tokens, text: written, place, axes: None, slices: Vec::new() }), range)
    }

    fn given(&mut self, given: Given, range: Range) -> Axes {
        let (number, given) = self.context.given(given);
        Axes { entries: vec![GIVEN + number], names: Vec::new(), given: Some(given), range }
    }
}

enum Axis {
    Number(isize),
    Name(Ident),
}

fn axis(tokens: &[TokenTree]) -> Result<Axis, String> {
    let written = || text(tokens.iter().cloned().collect());
    match tokens {
        [TokenTree::Literal(number)] => {
            number_of(number).map(Axis::Number).ok_or_else(|| messages::axis_number(&written()))
        }
        [TokenTree::Punct(minus), TokenTree::Literal(number)] if minus.as_char() == '-' => match number_of(number) {
            Some(axis @ 1..) => Ok(Axis::Number(-axis)),
            _ => Err(messages::axis_number(&written())),
        },
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
fn number_of(literal: &Literal) -> Option<isize> {
    literal.to_string().parse::<u8>().ok().map(isize::from)
}

/// Whether entries are numbers of axes, all of them.
pub(crate) fn are_numbers(entries: &[usize]) -> bool {
    entries.iter().all(|&axis| axis < GIVEN)
}
