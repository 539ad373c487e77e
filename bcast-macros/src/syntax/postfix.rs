//! What may follow an operand: fields, methods, indexing, calls, `?`.

use proc_macro2::{Delimiter, TokenTree};

use super::{Expr, ExprKind, Parser};
use crate::messages;
use crate::tokens::Range;

impl Parser<'_> {
    /// The rest of a leaf that began at `start`.
    pub(crate) fn postfix(&mut self, start: usize) -> Expr {
        while self.rust_postfix(start, true) {}
        if self.cursor.is_dotted_call() {
            // `x` of `x.f.(y)` is what an editor can complete; `x.f` is no field.
            let receiver = self.cursor.since(start).iter().rev().skip(2).rev().cloned().collect();
            if self.of_numpy(&self.cursor.text_since(start)).is_none() {
                self.context.leaf(receiver);
            }
            return self.call_of_field(start, self.cursor.range_since(start));
        }
        let value = self.leaf(start);
        self.after_fused(value, start)
    }

    /// What follows a value that is no array: methods of its elements in the all-dotted form, else a mistake.
    pub(crate) fn after_fused(&mut self, mut value: Expr, start: usize) -> Expr {
        let is_fused = !matches!(value.kind, ExprKind::Leaf(_) | ExprKind::Missing);
        if is_fused {
            value = self.fields(value, start);
        }
        if self.context.all_dotted {
            while self.is_method() {
                value = self.method(value, start);
                value = self.fields(value, start);
            }
            return value;
        }
        let rust_start = self.cursor.position();
        if is_fused && self.rust_postfix(start, false) {
            while self.rust_postfix(start, false) {}
            let range = self.cursor.range_since(rust_start);
            let written = self.cursor.text_since(rust_start);
            self.context.error(range, messages::rust_on_fused(&written));
        }
        if is_fused && self.cursor.is_dotted_call() {
            return self.call_of_field(start, value.range);
        }
        value
    }

    /// `.name(` at the cursor.
    pub(super) fn is_method(&self) -> bool {
        let named = self.cursor.punct(0) == Some('.') && self.cursor.word(1).is_some_and(|word| word != "await");
        let called = self.cursor.delimited(2, Delimiter::Parenthesis).is_some() || self.cursor.is_path_separator(2);
        named && called
    }

    /// One step of plain Rust after an operand; false when none follows.
    fn rust_postfix(&mut self, start: usize, checked: bool) -> bool {
        if self.cursor.punct(0) == Some('.') {
            return self.member(start, checked);
        }
        let group = self.cursor.group(0).cloned();
        match group.as_ref().map(|group| (group, group.delimiter())) {
            Some((_, Delimiter::Parenthesis)) if self.context.all_dotted => return false,
            Some((group, Delimiter::Parenthesis | Delimiter::Bracket)) if checked => self.plain_arguments(start, group),
            Some((_, Delimiter::Parenthesis | Delimiter::Bracket)) => {}
            _ if self.cursor.punct(0) == Some('?') => {
                if self.question_and_colon() {
                    return false;
                }
            }
            _ => return false,
        }
        self.cursor.skip(1);
        true
    }

    fn member(&mut self, start: usize, checked: bool) -> bool {
        if self.cursor.is_range(0) || self.context.all_dotted && self.is_method() {
            return false;
        }
        match self.cursor.peek(1) {
            Some(TokenTree::Ident(_)) => {
                self.cursor.skip(2);
                self.turbofish();
                let call = self.cursor.delimited(0, Delimiter::Parenthesis).cloned();
                if let Some(group) = call {
                    if checked {
                        self.plain_arguments(start, &group);
                    }
                    self.cursor.skip(1);
                }
                true
            }
            Some(TokenTree::Literal(_)) => {
                self.cursor.skip(2);
                true
            }
            _ if self.is_unfinished() => self.unfinished(start),
            _ => false,
        }
    }

    /// `x.` at the end, or before another dot.
    pub(crate) fn is_unfinished(&self) -> bool {
        self.cursor.punct(0) == Some('.')
            && !self.cursor.is_range(0)
            && (self.cursor.peek(1).is_none() || self.cursor.punct(1) == Some('.'))
    }

    /// `x.` where an editor's user is still typing.
    fn unfinished(&mut self, start: usize) -> bool {
        let range = Range::at(self.cursor.here().first);
        let message = messages::unfinished_field(&self.cursor.text_since(start));
        self.context.error(range, message);
        self.context.dotted = true;
        // The dot is no part of the leaf, which has to compile.
        self.cursor.remove();
        self.lacks_name = true;
        false
    }
}
