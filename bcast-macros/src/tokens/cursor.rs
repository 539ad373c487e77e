//! A position in a list of tokens, with the looks ahead that the parser needs.
//!
//! The lexer reads `x.0.+y` as a literal `0.` and `t.0.1` as a literal `0.1`. After a dot these are
//! tuple fields, so the cursor cuts them apart before anybody looks.

use proc_macro2::{Delimiter, Group, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

use super::Range;

/// A list of tokens and a position in it.
pub(crate) struct Cursor {
    tokens: Vec<TokenTree>,
    at: usize,
    end: Span,
}

impl Cursor {
    /// Walks `stream`; `end` is where errors about a missing token point when there is none at all.
    pub(crate) fn new(stream: TokenStream, end: Span) -> Self {
        Cursor { tokens: split_tuple_fields(stream), at: 0, end }
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.at >= self.tokens.len()
    }

    pub(crate) fn position(&self) -> usize {
        self.at
    }

    pub(crate) fn skip(&mut self, count: usize) {
        self.at += count;
    }

    pub(crate) fn peek(&self, ahead: usize) -> Option<&TokenTree> {
        self.tokens.get(self.at + ahead)
    }

    /// Drops the next token from the list.
    pub(crate) fn remove(&mut self) {
        if !self.is_at_end() {
            self.tokens.remove(self.at);
        }
    }

    pub(crate) fn next(&mut self) -> Option<TokenTree> {
        let token = self.tokens.get(self.at).cloned();
        self.at += usize::from(token.is_some());
        token
    }

    /// The punctuation character `ahead` tokens from here.
    pub(crate) fn punct(&self, ahead: usize) -> Option<char> {
        match self.peek(ahead) {
            Some(TokenTree::Punct(punct)) => Some(punct.as_char()),
            _ => None,
        }
    }

    /// Whether the punctuation `ahead` tokens from here touches the next one.
    pub(crate) fn is_joint(&self, ahead: usize) -> bool {
        matches!(self.peek(ahead), Some(TokenTree::Punct(punct)) if punct.spacing() == Spacing::Joint)
    }

    /// `::` at `ahead`.
    pub(crate) fn is_path_separator(&self, ahead: usize) -> bool {
        self.punct(ahead) == Some(':') && self.is_joint(ahead) && self.punct(ahead + 1) == Some(':')
    }

    /// `..` at `ahead`. Two dots with a space between them are an unfinished field and an operator.
    pub(crate) fn is_range(&self, ahead: usize) -> bool {
        self.punct(ahead) == Some('.') && self.is_joint(ahead) && self.punct(ahead + 1) == Some('.')
    }

    pub(crate) fn group(&self, ahead: usize) -> Option<&Group> {
        match self.peek(ahead) {
            Some(TokenTree::Group(group)) => Some(group),
            _ => None,
        }
    }

    /// Steps over the group at the cursor.
    pub(crate) fn next_group(&mut self) -> Option<Group> {
        let group = self.group(0).cloned();
        self.skip(usize::from(group.is_some()));
        group
    }

    /// A parenthesised group at `ahead`; one without visible delimiters counts.
    pub(crate) fn parenthesis(&self, ahead: usize) -> Option<&Group> {
        self.group(ahead).filter(|group| is_parenthesis(group))
    }

    pub(crate) fn delimited(&self, ahead: usize, delimiter: Delimiter) -> Option<&Group> {
        self.group(ahead).filter(|group| group.delimiter() == delimiter)
    }

    pub(crate) fn word(&self, ahead: usize) -> Option<String> {
        match self.peek(ahead) {
            Some(TokenTree::Ident(ident)) => Some(ident.to_string()),
            _ => None,
        }
    }

    pub(crate) fn is_word(&self, ahead: usize, word: &str) -> bool {
        matches!(self.peek(ahead), Some(TokenTree::Ident(ident)) if ident == word)
    }

    /// A dotted call begins here: a dot before a group.
    pub(crate) fn is_dotted_call(&self) -> bool {
        self.punct(0) == Some('.') && self.parenthesis(1).is_some()
    }

    pub(crate) fn since(&self, start: usize) -> &[TokenTree] {
        &self.tokens[start..self.at]
    }

    /// The next `count` tokens.
    pub(crate) fn ahead(&self, count: usize) -> &[TokenTree] {
        let end = (self.at + count).min(self.tokens.len());
        &self.tokens[self.at..end]
    }

    /// The next token, printed.
    pub(crate) fn ahead_text(&self) -> String {
        super::text(self.ahead(1).iter().cloned().collect())
    }

    /// Everything before the cursor, printed from `start` on.
    pub(crate) fn text_since(&self, start: usize) -> String {
        super::text(self.stream_since(start))
    }

    pub(crate) fn stream_since(&self, start: usize) -> TokenStream {
        self.since(start).iter().cloned().collect()
    }

    pub(crate) fn range_since(&self, start: usize) -> Range {
        Range::of(self.since(start), self.here().first)
    }

    /// The next token, or the last one when nothing follows.
    pub(crate) fn here(&self) -> Range {
        let token = self.peek(0).or(self.tokens.last());
        Range::at(token.map_or(self.end, TokenTree::span))
    }

    pub(crate) fn rest(&self) -> TokenStream {
        self.tokens[self.at.min(self.tokens.len())..].iter().cloned().collect()
    }

    /// Moves to the next of these characters at this depth, or to the end.
    pub(crate) fn skip_to(&mut self, stops: &[char]) {
        while !self.is_at_end() && !self.punct(0).is_some_and(|c| stops.contains(&c)) {
            self.at += 1;
        }
    }
}

/// Whether a group is written `(..)`, or is the invisible group around a macro's `$e:expr`.
pub(crate) fn is_parenthesis(group: &Group) -> bool {
    matches!(group.delimiter(), Delimiter::Parenthesis | Delimiter::None)
}

fn split_tuple_fields(stream: TokenStream) -> Vec<TokenTree> {
    let mut tokens: Vec<TokenTree> = Vec::new();
    for token in stream {
        match token {
            TokenTree::Literal(literal) if follows_field_dot(&tokens) => split_field(literal, &mut tokens),
            token => tokens.push(token),
        }
    }
    tokens
}

/// A dot after something that has fields; not the dots of `0..1.5` and `@. 1.5 * x`.
fn follows_field_dot(tokens: &[TokenTree]) -> bool {
    let [.., owner, TokenTree::Punct(dot)] = tokens else {
        return false;
    };
    let has_fields = match owner {
        TokenTree::Punct(punct) => punct.as_char() == '?',
        _ => true,
    };
    dot.as_char() == '.' && has_fields
}

fn split_field(literal: Literal, tokens: &mut Vec<TokenTree>) {
    let digits = literal.to_string();
    let Some((left, right)) = digits.split_once('.') else {
        return tokens.push(literal.into());
    };
    push_field(left, literal.span(), tokens);
    let mut dot = Punct::new('.', Spacing::Joint);
    dot.set_span(literal.span());
    tokens.push(dot.into());
    push_field(right, literal.span(), tokens);
}

fn push_field(digits: &str, span: Span, tokens: &mut Vec<TokenTree>) {
    if let Ok(index) = digits.parse::<usize>() {
        let mut field = Literal::usize_unsuffixed(index);
        field.set_span(span);
        tokens.push(field.into());
    }
}
