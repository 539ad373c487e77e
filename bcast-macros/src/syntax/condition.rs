//! `if c { a } else { b }`

use proc_macro2::{Delimiter, Group, TokenTree};

use super::statement;
use super::{Expr, ExprKind, If, Parser};
use crate::messages;
use crate::tokens::Range;

impl Parser<'_> {
    /// An `if` with all its branches.
    pub(crate) fn condition(&mut self) -> Expr {
        let start = self.cursor.position();
        let word = self.cursor.here();
        self.cursor.skip(1);
        self.context.dotted = true;
        self.after = "if".to_owned();
        let outer = std::mem::replace(&mut self.in_condition, true);
        let mistakes = self.context.report.len();
        let condition = self.expression();
        self.in_condition = outer;
        if self.cursor.is_at_end() && self.context.report.len() > mistakes {
            let range = self.cursor.range_since(start);
            let (then, otherwise) = (Expr::missing(range), Expr::missing(range));
            return Expr::new(range, ExprKind::If(Box::new(If { condition, then, otherwise })));
        }
        let then = self.branch(word);
        let unfinished = matches!(then.kind, ExprKind::Missing) && self.cursor.is_at_end();
        let otherwise = self.otherwise(word, unfinished);
        let range = self.cursor.range_since(start);
        Expr::new(range, ExprKind::If(Box::new(If { condition, then, otherwise })))
    }

    fn otherwise(&mut self, word: Range, unfinished: bool) -> Expr {
        if !self.cursor.is_word(0, "else") {
            // A call that is being typed lacks all that follows: one mistake.
            if !unfinished {
                self.context.error(word, messages::missing_else());
            }
            return Expr::missing(word);
        }
        self.cursor.skip(1);
        match self.cursor.is_word(0, "if") {
            true => self.condition(),
            false => self.branch(word),
        }
    }

    fn branch(&mut self, word: Range) -> Expr {
        let Some(group) = self.cursor.delimited(0, Delimiter::Brace).cloned() else {
            let here = if self.cursor.is_at_end() { word } else { self.cursor.here() };
            self.context.error(here, messages::missing_branch());
            // What stands there without braces is read, so that it is not a second mistake.
            let nothing = self.cursor.is_at_end() || self.cursor.is_word(0, "else");
            return if nothing { Expr::missing(word) } else { self.expression() };
        };
        self.cursor.skip(1);
        match holds_semicolon(&group) {
            true => self.block(&group),
            false => self.inside(&group, group.span()),
        }
    }

    fn block(&mut self, group: &Group) -> Expr {
        let entered = self.context.enter(group.span());
        let value = match entered {
            true => statement::block(group, self.context),
            false => Expr::missing(Range::at(group.span())),
        };
        self.context.leave();
        value
    }
}

pub(super) fn holds_semicolon(group: &Group) -> bool {
    let is_semicolon = |token: TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ';');
    group.stream().into_iter().any(is_semicolon)
}
