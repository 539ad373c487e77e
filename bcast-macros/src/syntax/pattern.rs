//! `let (q, r) = divmod.(a, b);`: several names at once, and fields of tuples.
//!
//! A pattern becomes `let`s of one name each. What it takes apart is one more `let`, which nobody can name: so the
//! function is called as often as that of any other `let`, and each name is a field of what it gave.
//!
//! ```text
//! let (q, r) = divmod.(a, b);      let (q, r) = divmod.(a, b); let q = (q, r).0; let r = (q, r).1;
//! let (a, b) = (x .* 2, y .+ 1);   let a = x .* 2; let b = y .+ 1;
//! let (s, c) = sin_cos.(x);        let s = sin.(x); let c = cos.(x);
//! ```

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;

use super::{Call, Callee, Expr, ExprKind, Field, Leaf, Let, LetName, Name, Parser, Place};
use crate::messages;
use crate::ops::{self, Function};
use crate::tokens::{Range, text};

/// What stands before the `=`.
struct Pattern {
    /// `_` is no name.
    names: Vec<Option<Ident>>,
    range: Range,
    text: String,
}

impl Parser<'_> {
    /// The `let`s of a pattern at the cursor.
    pub(super) fn pattern(&mut self, group: &Group) -> Vec<Let> {
        self.cursor.skip(1);
        // Those that are not read are no names outside the macro, either.
        names_in(group.stream(), &mut self.context.lets);
        let mistakes = self.context.report.len();
        let pattern = self.names(group);
        if self.context.report.len() > mistakes {
            return self.rest_of_let();
        }
        self.let_head(&pattern.text);
        let lets = match self.tuple() {
            Some(group) => {
                self.cursor.skip(1);
                let values = self.arguments(&group);
                self.side_by_side(&pattern, values)
            }
            None => {
                let value = self.expression();
                self.taken_apart(&pattern, value)
            }
        };
        self.finish(true);
        lets
    }

    fn names(&mut self, group: &Group) -> Pattern {
        let range = Range::at(group.span());
        let text = text(TokenStream::from(TokenTree::Group(group.clone())));
        let mut inside = Parser::new(group.stream(), group.span(), self.context);
        let mut names = Vec::new();
        while !inside.cursor.is_at_end() {
            names.push(inside.name_in_pattern());
            inside.cursor.skip_to(&[',']);
            inside.cursor.skip(1);
        }
        if names.len() < 2 {
            self.context.error(range, messages::let_pattern());
        } else if names.iter().all(Option::is_none) {
            self.context.error(range, messages::pattern_without_names());
        }
        Pattern { names, range, text }
    }

    /// A name before a comma, or nothing for `_`; anything else is a mistake.
    fn name_in_pattern(&mut self) -> Option<Ident> {
        self.let_mut();
        let here = self.cursor.here();
        let is_last = self.cursor.peek(1).is_none() || self.cursor.punct(1) == Some(',');
        match self.cursor.peek(0) {
            Some(TokenTree::Ident(name)) if name == "_" && is_last => return None,
            Some(TokenTree::Ident(name)) if name != "ref" && is_last => return Some(name.clone()),
            Some(TokenTree::Group(_)) => self.context.error(here, messages::nested_pattern()),
            _ if self.cursor.is_range(0) => self.context.error(here, messages::rest_of_pattern()),
            _ => self.context.error(here, messages::let_pattern()),
        }
        None
    }

    /// Each name beside a value of its own. No value sees one of the names.
    fn side_by_side(&mut self, pattern: &Pattern, values: Vec<Expr>) -> Vec<Let> {
        if values.len() != pattern.names.len() {
            let message = messages::count_of_names(&pattern.text, pattern.names.len(), values.len());
            self.context.error(pattern.range, message);
        }
        let mut lets = Vec::new();
        for (name, value) in pattern.names.iter().zip(values) {
            match name {
                Some(name) => lets.push(Let { beside: lets.len(), ..self.defined(name, value) }),
                None => self.context.error(value.range, messages::value_without_name()),
            }
        }
        lets
    }

    /// Each name as a field of one value, or as a function of what two functions are called with.
    fn taken_apart(&mut self, pattern: &Pattern, value: Expr) -> Vec<Let> {
        let whole = value.range;
        let (several, value) = match value.kind {
            ExprKind::Call(call) => match (several(&call.callee), call) {
                (Some(functions), Call { range, mut arguments, .. }) if arguments.len() == 1 => {
                    (Some((functions, range)), arguments.remove(0))
                }
                (_, call) => (None, Expr::new(whole, ExprKind::Call(call))),
            },
            kind => (None, Expr::new(whole, kind)),
        };
        let gives = several.as_ref().map_or(pattern.names.len(), |(functions, _)| functions.len());
        if gives != pattern.names.len() {
            let message = messages::count_of_names(&pattern.text, pattern.names.len(), gives);
            self.context.error(pattern.range, message);
            return Vec::new();
        }
        let tuple = self.context.let_again();
        let mut lets = vec![unnamed(tuple, pattern, value)];
        for (at, name) in pattern.names.iter().enumerate() {
            let Some(name) = name else { continue };
            let (callee, range) = match &several {
                Some((functions, range)) => (Callee::Builtin(functions[at]), *range),
                None => (Callee::Field(Field { at, pattern: Some((gives, pattern.range)) }), pattern.range),
            };
            let arguments = vec![self.read_of(tuple, pattern, whole)];
            let value = Expr::new(whole, ExprKind::Call(Call { callee, range, arguments }));
            lets.push(self.defined(name, value));
        }
        lets
    }

    fn defined(&mut self, name: &Ident, value: Expr) -> Let {
        let name_and_range = LetName { place: Place::named(name), range: Range::at(name.span()) };
        Let { id: self.context.define(name), name: name_and_range, value, beside: 0 }
    }

    /// What the `let` of this number, which has no name, is.
    fn read_of(&mut self, tuple: usize, pattern: &Pattern, range: Range) -> Expr {
        let (name, text) = (name_of(tuple), pattern.text.clone());
        let (place, id) = (Some(Place::unnamed(&name, text.clone())), self.context.leaf_again());
        let leaf = Leaf { id, tokens: name.into_token_stream(), text, place, axes: None, slices: Vec::new() };
        Expr::new(range, ExprKind::Leaf(leaf))
    }

    /// `t.0` of a fused value, if all since `start` is that.
    pub(super) fn field_of_let(&mut self, start: usize) -> Option<Expr> {
        let [TokenTree::Ident(name), fields @ ..] = self.cursor.since(start) else { return None };
        if fields.is_empty() || !self.context.visible.contains(&Name::new(name)) {
            return None;
        }
        let fields: Option<Vec<usize>> = fields.chunks(2).map(field).collect();
        let (fields, tokens) = (fields?, name.to_token_stream());
        let (range, whole) = (Range::at(name.span()), self.cursor.range_since(start));
        let (text, place, id) = (name.to_string(), Some(Place::named(name)), self.context.leaf_again());
        let leaf = Leaf { id, tokens, text, place, axes: None, slices: Vec::new() };
        let value = Expr::new(range, ExprKind::Leaf(leaf));
        Some(fields.into_iter().fold(value, |value, at| taken_from(value, at, whole)))
    }

    /// `.0` after a fused value.
    pub(super) fn fields(&mut self, mut value: Expr, start: usize) -> Expr {
        while let Some(at) = field(self.cursor.ahead(2)) {
            self.cursor.skip(2);
            value = taken_from(value, at, self.cursor.range_since(start));
        }
        value
    }
}

/// The number in `.0`.
fn field(tokens: &[TokenTree]) -> Option<usize> {
    match tokens {
        [TokenTree::Punct(dot), TokenTree::Literal(number)] if dot.as_char() == '.' => number.to_string().parse().ok(),
        _ => None,
    }
}

fn taken_from(value: Expr, at: usize, range: Range) -> Expr {
    let callee = Callee::Field(Field { at, pattern: None });
    Expr::new(range, ExprKind::Call(Call { callee, range, arguments: vec![value] }))
}

/// A `let` that is read by the names of a pattern only.
fn unnamed(id: usize, pattern: &Pattern, value: Expr) -> Let {
    let name = LetName { place: Place::unnamed(&name_of(id), pattern.text.clone()), range: pattern.range };
    Let { id, name, value, beside: 0 }
}

fn name_of(unnamed: usize) -> Ident {
    Ident::new(&format!("__bcast_let{unnamed}"), Span::mixed_site())
}

/// The functions that `sin_cos.` stands for.
fn several(callee: &Callee) -> Option<Vec<&'static Function>> {
    match callee {
        Callee::Unknown(name) => ops::several(&name.to_string()),
        Callee::Method(name, generics) if generics.is_empty() => ops::several(&name.to_string()),
        _ => None,
    }
}

/// All names in a pattern.
pub(super) fn names_in(pattern: TokenStream, found: &mut Vec<String>) {
    for token in pattern {
        match token {
            TokenTree::Ident(name) => found.push(name.to_string()),
            TokenTree::Group(group) => names_in(group.stream(), found),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}
