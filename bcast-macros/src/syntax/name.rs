//! Names, and when two of them are the same.

use proc_macro2::{Ident, TokenStream, TokenTree};

use super::slice::{is_repeatable, is_slice};
use crate::tokens::text;

/// An identifier together with the hygiene that it was written under.
///
/// Inside a `macro_rules!` body, `x` of the macro and `x` of its caller are different variables. Identifiers compare by
/// text only, but the compiler prints the syntax context with a span. Where it prints none, text decides; where
/// contexts differ, names are taken for different, which costs an operand and never gives a wrong one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Name {
    text: String,
    context: Option<String>,
}

impl Name {
    pub(crate) fn new(ident: &Ident) -> Self {
        let printed = format!("{:?}", ident.span());
        let context = printed.split(' ').next().filter(|word| word.starts_with('#')).map(str::to_owned);
        Name { text: ident.to_string(), context }
    }
}

/// A simple place: a name with fields, perhaps dereferenced, or a slice of one. Reading it twice gives the same value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    root: Name,
    text: String,
    /// The names in slices, which have their hygiene, too.
    bounds: Vec<Name>,
}

impl Place {
    /// A place that is only a name.
    pub(crate) fn named(ident: &Ident) -> Self {
        Place { root: Name::new(ident), text: ident.to_string(), bounds: Vec::new() }
    }

    /// What nobody can write, though it is shown as this text.
    pub(super) fn unnamed(ident: &Ident, text: String) -> Self {
        Place { text, ..Place::named(ident) }
    }

    /// Reads `*`s, an identifier, `.field`s and slices; anything else is no simple place.
    pub(crate) fn read(stream: &TokenStream) -> Option<Self> {
        let mut tokens = stream.clone().into_iter().skip_while(|token| is_punct(token, '*'));
        let root = match tokens.next() {
            Some(TokenTree::Ident(ident)) => Name::new(&ident),
            _ => return None,
        };
        let mut bounds = Vec::new();
        while let Some(next) = tokens.next() {
            let is_part = match &next {
                TokenTree::Group(group) => {
                    names(group.stream(), &mut bounds);
                    is_slice(group) && is_repeatable(group)
                }
                dot if is_punct(dot, '.') => {
                    matches!(tokens.next(), Some(TokenTree::Ident(_) | TokenTree::Literal(_)))
                }
                _ => false,
            };
            if !is_part {
                return None;
            }
        }
        Some(Place { root, text: text(stream.clone()), bounds })
    }

    /// The names in its slices.
    pub(super) fn bounds(&self) -> &[Name] {
        &self.bounds
    }

    /// Whether one of these names stands in a slice.
    pub(super) fn is_bounded_by(&self, names: &[Name]) -> bool {
        self.bounds.iter().any(|bound| names.contains(bound))
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn root(&self) -> &Name {
        &self.root
    }
}

fn is_punct(token: &TokenTree, character: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == character)
}

/// All names in these tokens.
pub(super) fn names(stream: TokenStream, found: &mut Vec<Name>) {
    for token in stream {
        match token {
            TokenTree::Ident(ident) => found.push(Name::new(&ident)),
            TokenTree::Group(group) => names(group.stream(), found),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}
