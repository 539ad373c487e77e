//! Operators: a precedence parser that reads a row of equal operators into one flat list.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};

use super::operator::{self, Sign, SignKind};
use super::{Call, Callee, Context, Expr, ExprKind, Link};
use crate::messages;
use crate::ops::{self, Infix, Level, Prefix};
use crate::tokens::{Cursor, Range, text};

/// Texts longer than this are replaced by a letter in help lines.
const SHORT: usize = 24;

/// Reads expressions from one list of tokens.
pub(crate) struct Parser<'c> {
    pub(crate) cursor: Cursor,
    pub(crate) context: &'c mut Context,
    /// The sign before the operand that comes next, for messages.
    pub(crate) after: String,
    /// A brace ends the expression: the condition of an `if`.
    pub(crate) in_condition: bool,
    /// Where the last operand began.
    pub(crate) operand_start: usize,
}

impl<'c> Parser<'c> {
    pub(crate) fn new(stream: TokenStream, end: Span, context: &'c mut Context) -> Self {
        let cursor = Cursor::new(stream, end);
        Parser { cursor, context, after: String::new(), in_condition: false, operand_start: 0 }
    }

    pub(crate) fn expression(&mut self) -> Expr {
        self.climb(Level::Or)
    }

    fn climb(&mut self, loosest: Level) -> Expr {
        let mut left = self.prefixed();
        let mut open = None;
        while let Some((operator, range)) = self.infix(loosest) {
            let operand = self.climb(operator.level.tighter());
            left = joined(left, open == Some(operator.level), Link { operator, range, operand });
            open = Some(operator.level);
        }
        left
    }

    /// Takes an infix operator that binds at least as tightly as `loosest`.
    fn infix(&mut self, loosest: Level) -> Option<(&'static Infix, Range)> {
        let Some(sign) = operator::peek(&self.cursor) else {
            return self.without_operator(loosest);
        };
        match sign.kind {
            SignKind::Infix(operator) if operator.level >= loosest => {
                self.take(&sign);
                Some((operator, sign.range))
            }
            SignKind::Unknown if loosest <= Level::Sum => {
                self.context.error(sign.range, messages::unknown_operator(&sign.written()));
                self.cursor.skip(sign.length);
                recovery(sign.range)
            }
            _ => None,
        }
    }

    /// Something other than an operator follows an operand.
    fn without_operator(&mut self, loosest: Level) -> Option<(&'static Infix, Range)> {
        let here = self.cursor.here();
        let ends =
            self.cursor.is_at_end() || self.cursor.punct(0) == Some(',') || self.in_condition && self.ends_condition();
        if ends || loosest > Level::Sum {
            return None;
        }
        if self.cursor.is_range(0) {
            let dots = self.cursor.punct(2) == Some('.');
            let message = if dots { messages::three_dots() } else { messages::range(&self.left_text()) };
            self.context.error(here, message);
            self.cursor.skip_to(&[',']);
            return None;
        }
        self.context.error(here, messages::missing_operator(&self.next_text()));
        recovery(here)
    }

    fn ends_condition(&self) -> bool {
        self.cursor.delimited(0, Delimiter::Brace).is_some() || self.cursor.is_word(0, "else")
    }

    /// Steps over an operator, with a message when its dot is missing.
    fn take(&mut self, sign: &Sign) {
        let (left, ambiguous) = (self.left_text(), self.literal_before());
        self.cursor.skip(sign.length);
        self.after = sign.written();
        if sign.dotted || self.context.all_dotted {
            self.context.dotted = true;
            return;
        }
        let right = self.next_text();
        let message = match ambiguous {
            Some(literal) => messages::ambiguous_literal(&literal, &sign.text, &right),
            None if sign.text == "^" => messages::caret(&left, &right),
            None => messages::undotted(&sign.text, &left, &right),
        };
        self.context.error(sign.range, message);
        // The mistake is told; "nothing dotted" would only repeat it.
        self.context.dotted = true;
    }

    /// Prefix signs, a power, and casts after them.
    pub(crate) fn prefixed(&mut self) -> Expr {
        let value = self.signed();
        self.casts(value)
    }

    /// Prefix signs and a power.
    fn signed(&mut self) -> Expr {
        let mut prefixes = Vec::new();
        while let Some((prefix, range)) = self.prefix() {
            prefixes.push((prefix, range));
        }
        let mut value = self.power();
        for (prefix, range) in prefixes.into_iter().rev() {
            value = prefixed(prefix, range, value);
        }
        value
    }

    fn prefix(&mut self) -> Option<(&'static Prefix, Range)> {
        let dot = usize::from(self.cursor.punct(0) == Some('.'));
        let prefix = match self.cursor.punct(dot)? {
            '-' => &ops::NEGATE,
            '!' if !(self.cursor.is_joint(dot) && self.cursor.punct(dot + 1) == Some('=')) => &ops::NOT,
            _ => return None,
        };
        let start = self.cursor.position();
        self.cursor.skip(dot + 1);
        self.context.dotted = true;
        self.after = prefix.sign.to_owned();
        Some((prefix, self.cursor.range_since(start)))
    }

    fn power(&mut self) -> Expr {
        let base = self.operand();
        let base = self.maps(base);
        self.raised(base)
    }

    /// What a power sign after `base` makes of it.
    fn raised(&mut self, base: Expr) -> Expr {
        let Some(sign) = operator::peek(&self.cursor) else {
            return base;
        };
        let operator = match sign.kind {
            SignKind::Infix(operator) if operator.level == Level::Power => operator,
            SignKind::Stars => return self.stars(base, &sign),
            _ => return base,
        };
        self.take(&sign);
        self.power_of(base, operator, sign.range)
    }

    fn power_of(&mut self, base: Expr, operator: &'static Infix, range: Range) -> Expr {
        let operand = self.signed();
        let whole = base.range.to(operand.range);
        Expr::new(whole, ExprKind::Power(Box::new(base), Box::new(Link { operator, range, operand })))
    }

    fn stars(&mut self, base: Expr, sign: &Sign) -> Expr {
        self.context.error(sign.range, messages::stars(&sign.written()));
        self.context.dotted = true;
        self.cursor.skip(sign.length);
        self.after = sign.written();
        match ops::infix("^") {
            Some(power) => self.power_of(base, power, sign.range),
            None => base,
        }
    }

    /// `x as f32`, which only the all-dotted form has.
    fn casts(&mut self, mut value: Expr) -> Expr {
        while self.cursor.is_word(0, "as") {
            let left = self.left_text();
            let (as_range, start) = (self.cursor.here(), self.cursor.position() + 1);
            self.cursor.skip(1);
            let Some(TokenTree::Ident(kind)) = self.cursor.peek(0).cloned() else {
                self.context.error(as_range, messages::cast(&left, "f64"));
                return value;
            };
            self.path();
            let range = value.range.to(self.cursor.range_since(start));
            if !self.context.all_dotted {
                self.context.error(range, messages::cast(&left, &kind.to_string()));
                self.context.dotted = true;
            }
            let call = Call { callee: Callee::Convert(kind), range: as_range, arguments: vec![value] };
            value = self.raised(Expr::new(range, ExprKind::Call(call)));
        }
        value
    }

    /// The last operand in a help line.
    pub(crate) fn left_text(&self) -> String {
        let text = self.cursor.text_since(self.operand_start);
        if text.is_empty() || text.len() > SHORT { "x".to_owned() } else { text }
    }

    /// The next token in a help line.
    fn next_text(&self) -> String {
        match self.cursor.peek(0) {
            Some(token @ (TokenTree::Ident(_) | TokenTree::Literal(_))) => text(token.clone().into()),
            _ => "y".to_owned(),
        }
    }

    /// A literal such as `2.` just before the cursor.
    fn literal_before(&self) -> Option<String> {
        let last = self.cursor.since(self.operand_start).last()?;
        let written = matches!(last, TokenTree::Literal(_)).then(|| last.to_string())?;
        written.ends_with('.').then_some(written)
    }
}

/// After a mistake the operands are read on as if `.+` stood between them.
fn recovery(range: Range) -> Option<(&'static Infix, Range)> {
    ops::infix("+").map(|plus| (plus, range))
}

fn joined(left: Expr, extend: bool, link: Link) -> Expr {
    let range = left.range.to(link.operand.range);
    let level = link.operator.level;
    let kind = match left.kind {
        ExprKind::Row(first, links) if extend => ExprKind::Row(first, with(links, link)),
        ExprKind::Chain(first, links) if extend => ExprKind::Chain(first, with(links, link)),
        ExprKind::Lazy(first, links) if extend => ExprKind::Lazy(first, with(links, link)),
        kind => {
            let first = Box::new(Expr::new(left.range, kind));
            match level {
                Level::Or | Level::And => ExprKind::Lazy(first, vec![link]),
                Level::Compare => ExprKind::Chain(first, vec![link]),
                _ => ExprKind::Row(first, vec![link]),
            }
        }
    };
    Expr::new(range, kind)
}

fn with(mut links: Vec<Link>, link: Link) -> Vec<Link> {
    links.push(link);
    links
}

fn prefixed(prefix: &'static Prefix, range: Range, value: Expr) -> Expr {
    let whole = range.to(value.range);
    let folded = match &value.kind {
        ExprKind::Literal(literal) if prefix.sign == ops::NEGATE.sign => literal.negated(),
        _ => None,
    };
    match folded {
        Some(literal) => Expr::new(whole, ExprKind::Literal(literal)),
        None => Expr::new(whole, ExprKind::Prefix(prefix, Box::new(value))),
    }
}
