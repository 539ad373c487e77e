//! Operands: the plain Rust between the dotted operators.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::ToTokens;

use super::condition::holds_semicolon;
use super::entries::slices;
use super::operator;
use super::parenthesis::begins_closure;
use super::{Expr, ExprKind, Leaf, Literal, Parser};
use crate::messages;
use crate::tokens::{Range, holds_dotted_call_or_operator, is_parenthesis, solid, text};

/// Words that begin an expression of Rust which ours does not have.
const KEYWORDS: [&str; 15] = [
    "match", "loop", "while", "for", "return", "break", "continue", "async", "let", "const", "static", "fn", "use",
    "struct", "as",
];

impl Parser<'_> {
    /// One operand, with everything that Rust lets follow it.
    pub(crate) fn operand(&mut self) -> Expr {
        let start = self.cursor.position();
        (self.operand_start, self.spoiled) = (start, false);
        self.references();
        let referenced = self.cursor.position() > start;
        let value = self.head(start);
        self.operand_start = start;
        if referenced && !matches!(value.kind, ExprKind::Leaf(_) | ExprKind::Missing) {
            self.context.error(value.range, messages::reference_to_fused());
        }
        value
    }

    fn references(&mut self) {
        while matches!(self.cursor.punct(0), Some('&' | '*')) {
            self.cursor.skip(1);
            self.after = "&".to_owned();
            self.cursor.skip(usize::from(self.cursor.is_word(0, "mut")));
        }
    }

    fn head(&mut self, start: usize) -> Expr {
        match self.cursor.peek(0).cloned() {
            Some(TokenTree::Ident(word)) => self.word(start, &word.to_string()),
            Some(TokenTree::Literal(number)) => self.number(start, Literal::number(&number)),
            Some(TokenTree::Group(group)) if is_parenthesis(&group) => self.parenthesis(start, group),
            Some(TokenTree::Group(_)) => self.rust(start, 1),
            Some(TokenTree::Punct(punct)) => self.mark(start, punct.as_char()),
            None => self.no_operand(),
        }
    }

    fn word(&mut self, start: usize, word: &str) -> Expr {
        match word {
            "if" if !self.cursor.is_word(1, "let") => self.condition(),
            "true" | "false" => {
                let literal = Literal::typed(self.cursor.peek(0).to_token_stream());
                self.number(start, literal)
            }
            "unsafe" if self.cursor.delimited(1, Delimiter::Brace).is_some() => self.rust(start, 2),
            "not" if self.not_word() => self.prefixed(),
            "move" => self.closure(),
            "if" => self.keyword("if let"),
            _ if KEYWORDS.contains(&word) => self.keyword(word),
            _ => self.named(start),
        }
    }

    fn number(&mut self, start: usize, literal: Literal) -> Expr {
        self.cursor.skip(1);
        let method = self.cursor.punct(0) == Some('.') && self.cursor.word(1).is_some();
        if method && !self.context.all_dotted {
            return self.postfix(start);
        }
        let value = Expr::new(self.cursor.range_since(start), ExprKind::Literal(literal));
        self.after_fused(value, start)
    }

    fn mark(&mut self, start: usize, mark: char) -> Expr {
        match mark {
            '|' => self.closure(),
            '<' => self.named(start),
            ':' if self.cursor.is_path_separator(0) => self.named(start),
            '#' if self.cursor.delimited(1, Delimiter::Bracket).is_some() => {
                self.attributes_inside();
                self.rest_of_statement()
            }
            '@' if self.at_inside() => self.rest_of_statement(),
            ',' | '@' => self.no_operand(),
            _ => self.no_left_operand(mark),
        }
    }

    /// What follows something that was reported.
    fn rest_of_statement(&mut self) -> Expr {
        if self.cursor.is_at_end() { Expr::missing(self.cursor.here()) } else { self.prefixed() }
    }

    /// An operator where an operand should be: told, stepped over, and the operand after it is read.
    fn no_left_operand(&mut self, mark: char) -> Expr {
        let here = self.cursor.here();
        let Some(sign) = operator::peek(&self.cursor) else {
            if self.sign_of_others() {
                return self.rest_of_statement();
            }
            self.context.error(here, messages::unexpected(&mark.to_string()));
            self.cursor.skip(1);
            return self.rest_of_statement();
        };
        let first = self.after.is_empty();
        let written = sign.written();
        let message =
            if first { messages::missing_left_operand(&written) } else { messages::missing_operand(&self.after) };
        self.context.error(sign.range, message);
        self.context.dotted = true;
        self.cursor.skip(sign.length);
        self.after = written;
        self.rest_of_statement()
    }

    pub(crate) fn no_operand(&mut self) -> Expr {
        let here = self.cursor.here();
        self.context.error(here, messages::missing_operand(&self.after));
        self.context.dotted = true;
        Expr::missing(here)
    }

    fn closure(&mut self) -> Expr {
        let start = self.cursor.position();
        self.cursor.skip_to(&[',']);
        let range = self.cursor.range_since(start);
        self.context.error(range, messages::bare_closure());
        Expr::missing(range)
    }

    fn keyword(&mut self, word: &str) -> Expr {
        let here = self.cursor.here();
        self.context.error(here, messages::keyword(word));
        self.cursor.skip_to(&[',']);
        Expr::missing(here)
    }

    /// `length` tokens that are Rust whatever they hold, and what follows them.
    pub(crate) fn rust(&mut self, start: usize, length: usize) -> Expr {
        if let Some(list) = self.cursor.delimited(0, Delimiter::Bracket).cloned() {
            self.plain_arguments(start, &list);
        }
        if let Some(braces) = self.cursor.delimited(length - 1, Delimiter::Brace)
            && holds_dotted_call_or_operator(braces.stream())
        {
            let first = braces.stream().into_iter().next().map_or(String::new(), |first| first.to_string());
            let message = messages::dotted_braces(&first, holds_semicolon(braces));
            self.context.error(Range::at(braces.span()), message);
            self.spoil();
        }
        self.cursor.skip(length);
        self.postfix(start)
    }

    /// Everything since `start` is one leaf.
    pub(crate) fn leaf(&mut self, start: usize) -> Expr {
        if let Some(field) = self.field_of_let(start) {
            return field;
        }
        let range = self.cursor.range_since(start);
        Expr::new(range, ExprKind::Leaf(self.leaf_value(start)))
    }

    pub(crate) fn leaf_value(&mut self, start: usize) -> Leaf {
        let written = self.cursor.stream_since(start);
        let tokens = solid(written.clone());
        // Plain Rust that holds dots is no Rust: after the mistake it must not be emitted.
        let spoiled = std::mem::take(&mut self.spoiled) || holds_dotted_call_or_operator(written.clone());
        let slices = slices(self.cursor.since(start), self.context);
        let kept = match slices.first() {
            _ if spoiled => TokenStream::new(),
            // After a mistake, Rust is shown what it can read.
            Some(slice) => tokens.clone().into_iter().take(slice.at).collect(),
            None => tokens.clone(),
        };
        let id = self.context.leaf(kept);
        // With a name behind the dot it would be another place.
        let lacks_name = std::mem::take(&mut self.lacks_name);
        let place = self.context.place(&tokens).filter(|_| !lacks_name);
        Leaf { id, place, text: text(written), tokens, axes: None, slices }
    }

    /// Arguments of a plain call must be plain.
    pub(crate) fn plain_arguments(&mut self, start: usize, group: &Group) {
        if self.names_of_axes(group, start) {
            return self.spoil();
        }
        let is_dotted = holds_dotted_call_or_operator(group.stream());
        if !is_dotted && (group.stream().is_empty() || !self.may_be_of_numpy(start)) {
            return;
        }
        let callee = self.cursor.text_since(start);
        if let Some(right) = self.of_numpy(&callee) {
            let range = self.cursor.range_since(start);
            self.context.error(range, messages::of_numpy(&format!("{callee}(..)"), &right));
            return self.spoil();
        }
        let message = match group.delimiter() {
            _ if !is_dotted => return,
            Delimiter::Bracket if callee.is_empty() => messages::dotted_list(),
            Delimiter::Bracket => messages::dotted_index(&format!("{callee}[..]"), operator::compares(group.stream())),
            _ if holds_closure(group) => messages::dots_in_closure(&format!("{callee}(..)")),
            _ => messages::dotted_in_plain_call(&format!("{callee}(..)")),
        };
        self.context.error(Range::at(group.span()), message);
        self.spoil();
    }

    fn spoil(&mut self) {
        self.spoiled = true;
        self.context.dotted = true;
    }
}

/// Whether an argument is a closure.
fn holds_closure(group: &Group) -> bool {
    let mut begins = true;
    group.stream().into_iter().any(|token| {
        let found = begins && begins_closure(&token);
        begins = matches!(&token, TokenTree::Punct(sign) if sign.as_char() == ',');
        found
    })
}
