//! Names and paths, and what a group after them makes of them.

use proc_macro2::{Delimiter, Group, TokenTree};

use super::call::LOOK_UP;
use super::composed::Written;
use super::{Expr, ExprKind, Frame, Parser, Reduction};
use crate::messages;
use crate::ops::{self, Reducing, Takes};
use crate::tokens::{Cursor, Range};

impl Parser<'_> {
    /// An operand that begins with a path.
    pub(crate) fn named(&mut self, start: usize) -> Expr {
        let path_start = self.cursor.position();
        self.path();
        if let Some(message) = self.unfinished_name(path_start) {
            let here = Range::at(self.cursor.here().first);
            self.context.error(here, message);
            self.context.dotted = true;
            self.cursor.skip(usize::from(self.cursor.punct(0) == Some('.')));
            return Expr::missing(here);
        }
        let is_plain_name = self.cursor.position() == path_start + 1;
        if self.cursor.punct(0) == Some('!') && self.cursor.group(1).is_some() {
            let name = self.cursor.text_since(path_start);
            self.cursor.skip(2);
            if matches!(name.as_str(), "azip" | "par_azip") {
                self.context.error(self.cursor.range_since(start), messages::azip(&name));
                self.context.dotted = true;
                return Expr::missing(self.cursor.range_since(start));
            }
            return self.postfix(start);
        }
        if self.cursor.is_dotted_call() || self.is_all_dotted_call() {
            return self.call_of_path(start, path_start);
        }
        if is_plain_name && let Some(range) = self.brackets_of_a_call(path_start) {
            return Expr::missing(range);
        }
        if path_start == start
            && let Some(reducing) = self.reducing(start)
        {
            return self.reduction(reducing, start);
        }
        if is_plain_name && path_start == start && self.is_undotted_call(start) {
            return self.call_of_path(start, path_start);
        }
        self.postfix(start)
    }

    /// A call of a built-in function, a conversion or a look-up that lacks its dot, which is told.
    fn is_undotted_call(&mut self, start: usize) -> bool {
        let name = self.cursor.text_since(start);
        let is_conversion = ops::CONVERSIONS.contains(&name.as_str());
        let is_ours = is_conversion || ops::function(&name).is_some();
        // `at(i)` may be a function of the user's.
        let is_called = |group: &Group| is_ours || name == LOOK_UP && holds_comma(group);
        let found = self.cursor.delimited(0, Delimiter::Parenthesis).is_some_and(is_called);
        if found {
            let range = self.cursor.range_since(start);
            self.context.error(range, messages::undotted_call(&name, is_conversion));
        }
        found
    }

    /// What is said of `std::` and `exp.` where an editor's user is still typing.
    fn unfinished_name(&self, path_start: usize) -> Option<String> {
        let written = self.cursor.text_since(path_start);
        if written.ends_with("::") {
            return Some(messages::unfinished_path(&written));
        }
        (self.is_unfinished() && ops::function(&written).is_some()).then(|| messages::unfinished_call(&written))
    }

    /// Steps over a path with its generics; a dot before a group ends it.
    pub(crate) fn path(&mut self) {
        match self.cursor.peek(0) {
            Some(TokenTree::Ident(_)) => self.cursor.skip(1),
            _ if self.cursor.punct(0) == Some('<') => self.generics(),
            _ => {}
        }
        while self.cursor.is_path_separator(0) {
            self.cursor.skip(2);
            if self.cursor.punct(0) == Some('<') {
                self.generics();
            } else if self.cursor.word(0).is_some() {
                self.cursor.skip(1);
            }
        }
    }

    /// `::<..>` after a method name.
    pub(crate) fn turbofish(&mut self) {
        if self.cursor.is_path_separator(0) && self.cursor.punct(2) == Some('<') {
            self.cursor.skip(2);
            self.generics();
        }
    }

    fn generics(&mut self) {
        let mut depth = 0_usize;
        let mut arrow = false;
        while !self.cursor.is_at_end() {
            let mark = self.cursor.punct(0);
            match mark {
                Some('<') => depth += 1,
                Some('>') if !arrow => depth -= 1,
                _ => {}
            }
            arrow = mark == Some('-') && self.cursor.is_joint(0);
            self.cursor.skip(1);
            if depth == 0 {
                return;
            }
        }
    }

    pub(crate) fn is_all_dotted_call(&self) -> bool {
        let is_call = self.context.all_dotted && self.cursor.delimited(0, Delimiter::Parenthesis).is_some();
        is_call && self.reducing(self.cursor.position().saturating_sub(1)).is_none()
    }

    /// The reduction whose name stands at `start`, just before the cursor, if a call follows.
    fn reducing(&self, start: usize) -> Option<Reducing> {
        let [TokenTree::Ident(name)] = self.cursor.since(start) else {
            return None;
        };
        let name = name.to_string();
        let axes = usize::from(self.cursor.delimited(0, Delimiter::Bracket).is_some());
        let call = self.cursor.delimited(axes, Delimiter::Parenthesis);
        // `max(a, b)` of the all-dotted form is `max.(a, b)`.
        let per_element = self.context.all_dotted && axes == 0 && ops::function(&name).is_some();
        let reduces = call.is_some_and(|group| !(per_element && holds_comma(group)));
        ops::reducing(&name).filter(|_| reduces)
    }

    fn reduction(&mut self, reducing: Reducing, start: usize) -> Expr {
        let name = self.cursor.range_since(start);
        self.context.dotted = true;
        let (mut axes, mut keep) = (None, false);
        if let Some(group) = self.cursor.delimited(0, Delimiter::Bracket).cloned() {
            self.cursor.skip(1);
            (axes, keep) = self.reduced_axes(&group, reducing.name());
        }
        let Some(group) = self.cursor.next_group() else { return Expr::missing(name) };
        let group = self.without_names(group, |_| reducing.name().to_owned());
        let range = self.cursor.range_since(start);
        let value = match reducing {
            Reducing::By(reducer) => {
                if keep && reducer.scans() {
                    self.context.error(range, messages::scan_keeps(reducer.name));
                }
                // What runs along an axis has all axes of what it runs through.
                let keep = keep || reducer.scans();
                let reduction = |arguments| {
                    let (called, frame) = (reducer.name, Frame::default());
                    let reduction = Reduction { reducer, called, axes, keep, frame, name, arguments };
                    Expr::new(range, ExprKind::Reduction(reduction))
                };
                match reducer.takes {
                    Takes::Nothing | Takes::Position | Takes::Rank => reduction(self.arguments(&group)),
                    Takes::Function => self.fold(&group, range, reduction),
                }
            }
            Reducing::ByOthers(own, composed) => match <[Expr; 1]>::try_from(self.arguments(&group)) {
                Ok([argument]) => Written { called: own, axes, keep, name, range }.of(composed, argument),
                Err(_) => {
                    self.context.error(range, messages::reduction_of_several(own));
                    Expr::missing(range)
                }
            },
        };
        self.after_fused(value, start)
    }
}

fn holds_comma(group: &Group) -> bool {
    let mut inside = Cursor::new(group.stream(), group.span());
    inside.skip_to(&[',']);
    !inside.is_at_end()
}
