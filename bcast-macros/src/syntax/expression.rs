//! Operators: a precedence parser that reads a row of equal operators into one flat list.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};

use super::operator::{self, Sign, SignKind};
use super::{Call, Callee, Context, Expr, ExprKind, Link};
use crate::messages;
use crate::ops::{self, Infix, Level, Prefix};
use crate::tokens::{Cursor, Range, holds_fused};

/// Longer texts are left out of help lines.
pub(super) const SHORT: usize = 24;

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
    /// What it holds has been reported and is no Rust.
    pub(crate) spoiled: bool,
    /// The next leaf lacks a name behind its dot.
    pub(crate) lacks_name: bool,
}

impl<'c> Parser<'c> {
    pub(crate) fn new(stream: TokenStream, end: Span, context: &'c mut Context) -> Self {
        let cursor = Cursor::new(stream, end);
        Parser {
            cursor,
            context,
            after: String::new(),
            in_condition: false,
            operand_start: 0,
            spoiled: false,
            lacks_name: false,
        }
    }

    pub(crate) fn expression(&mut self) -> Expr {
        self.climb(Level::Or)
    }

    fn climb(&mut self, loosest: Level) -> Expr {
        let left_side = self.side();
        let mut left = self.prefixed();
        let mut open = None;
        while let Some(Taken { operator, range, undotted }) = self.infix(loosest, left_side) {
            let right_side = self.side();
            let operand = self.climb(operator.level.tighter());
            self.tell(undotted, range, right_side);
            left = joined(left, open == Some(operator.level), Link { operator, range, operand });
            open = Some(operator.level);
        }
        left
    }

    /// Takes an infix operator that binds at least as tightly as `loosest`.
    fn infix(&mut self, loosest: Level, left: Side) -> Option<Taken> {
        let Some(sign) = operator::peek(&self.cursor) else {
            return self.without_operator(loosest);
        };
        match sign.kind {
            SignKind::Infix(operator) if operator.level >= loosest => {
                let undotted = self.take(&sign, left);
                Some(Taken { operator, range: sign.range, undotted })
            }
            SignKind::Unknown if loosest <= Level::Sum && sign.text == "|>" => {
                self.context.error(sign.range, messages::pipe(&self.left_text()));
                self.context.dotted = true;
                self.cursor.skip_to(&[',']);
                None
            }
            SignKind::Unknown if loosest <= Level::Sum => {
                self.context.error(sign.range, messages::unknown_operator(&sign.written()));
                self.cursor.skip(sign.length);
                Some(recovery(sign.range))
            }
            _ => None,
        }
    }

    /// Something other than an operator follows an operand.
    fn without_operator(&mut self, loosest: Level) -> Option<Taken> {
        let here = self.cursor.here();
        let ends =
            self.cursor.is_at_end() || self.cursor.punct(0) == Some(',') || self.in_condition && self.ends_condition();
        if ends || loosest > Level::Sum {
            return None;
        }
        if self.cursor.is_range(0) {
            let message = match self.cursor.punct(2) {
                Some('.') => messages::three_dots(),
                Some('=') => messages::range(&self.left_text(), "..="),
                _ => messages::range(&self.left_text(), ".."),
            };
            self.context.error(here, message);
            self.cursor.skip_to(&[',']);
            return None;
        }
        if self.in_condition && (self.cursor.is_word(0, "then") || self.cursor.punct(0) == Some(':')) {
            self.context.error(here, messages::missing_branch());
            self.cursor.skip_to(&[',']);
            return None;
        }
        if self.if_behind() {
            return None;
        }
        if let Some(range) = self.product_of_matrices().or_else(|| self.word_operator()) {
            return Some(recovery(range));
        }
        self.context.error(here, messages::missing_operator(&self.cursor.ahead_text()));
        Some(recovery(here))
    }

    fn ends_condition(&self) -> bool {
        self.cursor.delimited(0, Delimiter::Brace).is_some() || self.cursor.is_word(0, "else")
    }

    /// Steps over an operator.
    fn take(&mut self, sign: &Sign, left: Side) -> Option<Undotted> {
        let dotted = sign.dotted || self.context.all_dotted;
        let undotted = (!dotted).then(|| Undotted {
            sign: sign.text.clone(),
            left: self.side_text(left),
            is_plain: !holds_fused(self.cursor.stream_since(left.start)),
            literal: self.literal_before(),
        });
        self.cursor.skip(sign.length);
        self.after = sign.written();
        // Where the dot is missing, "nothing dotted" would only repeat it.
        self.context.dotted = true;
        undotted
    }

    /// A side of an operator begins here.
    fn side(&self) -> Side {
        Side { start: self.cursor.position(), mistakes: self.context.report.len() }
    }

    /// Everything since `side`, if it is short and has no mistakes.
    fn side_text(&self, side: Side) -> Option<String> {
        let text = self.cursor.text_since(side.start);
        let shown = !text.is_empty() && text.len() <= SHORT && self.context.report.len() == side.mistakes;
        shown.then_some(text)
    }

    /// The message about an operator without its dot, before those about its right side, which has been read.
    fn tell(&mut self, undotted: Option<Undotted>, range: Range, right: Side) {
        let Some(Undotted { sign, left, is_plain, literal }) = undotted else {
            return;
        };
        let is_plain = is_plain && !holds_fused(self.cursor.stream_since(right.start));
        let sides = left.zip(self.side_text(right));
        let message = match literal {
            Some(literal) => messages::ambiguous_literal(&literal, &sign, sides),
            None if sign == "^" => messages::caret(sides),
            None if matches!(sign.as_str(), "&" | "|") && self.joins_conditions(right) => {
                let compares = |side: &String| operator::compares(side.parse().unwrap_or_default());
                messages::undotted_condition(&sign, sides.filter(|(left, right)| compares(left) && compares(right)))
            }
            None => messages::undotted(&sign, sides, is_plain),
        };
        self.context.report.insert(right.mistakes, range, message);
    }

    /// Whether elements are compared before and behind the operator whose right side has been read: in `n & 1 .== 0` it
    /// joins bits.
    fn joins_conditions(&self, right: Side) -> bool {
        let left = self.cursor.since(0)[..right.start].iter().cloned().collect();
        let next = || operator::peek(&self.cursor).is_some_and(|next| next.compares());
        operator::compares(left) && (operator::compares(self.cursor.stream_since(right.start)) || next())
    }

    /// Prefix signs, a power, and casts after them.
    pub(crate) fn prefixed(&mut self) -> Expr {
        let side = self.side();
        let value = self.signed();
        self.casts(value, side)
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
        let side = self.side();
        let base = self.operand();
        let base = self.maps(base);
        self.raised(base, side)
    }

    /// What a power sign after `base` makes of it.
    fn raised(&mut self, base: Expr, side: Side) -> Expr {
        let Some(sign) = operator::peek(&self.cursor) else {
            return base;
        };
        let operator = match sign.kind {
            SignKind::Infix(operator) if operator.level == Level::Power => operator,
            SignKind::Stars => return self.stars(base, &sign),
            _ => return base,
        };
        let undotted = self.take(&sign, side);
        let right_side = self.side();
        let power = self.power_of(base, operator, sign.range);
        self.tell(undotted, sign.range, right_side);
        power
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
        self.power_of(base, &ops::POWER, sign.range)
    }

    /// `x as f32`, which only the all-dotted form has.
    fn casts(&mut self, mut value: Expr, side: Side) -> Expr {
        while self.cursor.is_word(0, "as") {
            let left = self.left_text();
            let (as_range, start) = (self.cursor.here(), self.cursor.position() + 1);
            self.cursor.skip(1);
            let Some(TokenTree::Ident(kind)) = self.cursor.peek(0).cloned() else {
                self.context.error(as_range, messages::cast(&left, "f64", false));
                return value;
            };
            self.path();
            let range = value.range.to(self.cursor.range_since(start));
            if !self.context.all_dotted {
                let is_plain = matches!(value.kind, ExprKind::Leaf(_));
                self.context.error(range, messages::cast(&left, &kind.to_string(), is_plain));
                self.context.dotted = true;
            }
            let call = Call { callee: Callee::Convert(kind), range: as_range, arguments: vec![value] };
            value = self.raised(Expr::new(range, ExprKind::Call(call)), side);
        }
        value
    }

    /// The last operand in a help line.
    pub(crate) fn left_text(&self) -> String {
        let text = self.cursor.text_since(self.operand_start);
        if text.is_empty() || text.len() > SHORT { "x".to_owned() } else { text }
    }

    /// A literal such as `2.` just before the cursor.
    fn literal_before(&self) -> Option<String> {
        let last = self.cursor.since(self.operand_start).last()?;
        let written = matches!(last, TokenTree::Literal(_)).then(|| last.to_string())?;
        written.ends_with('.').then_some(written)
    }
}

/// Where a side of an operator begins, and how many mistakes were known there.
#[derive(Clone, Copy)]
struct Side {
    start: usize,
    mistakes: usize,
}

/// An operator that was stepped over.
struct Taken {
    operator: &'static Infix,
    range: Range,
    undotted: Option<Undotted>,
}

/// An operator without its dot, which is told when its right side has been read.
struct Undotted {
    sign: String,
    left: Option<String>,
    /// The left side is plain Rust.
    is_plain: bool,
    /// A literal such as `2.` just before it.
    literal: Option<String>,
}

/// After a mistake the operands are read on as if `.+` stood between them.
fn recovery(range: Range) -> Taken {
    Taken { operator: &ops::PLUS, range, undotted: None }
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
