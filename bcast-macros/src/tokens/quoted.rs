//! Tokens of an expansion, as they are written.

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;

/// Tokens that are quoted one by one. A `TokenStream` in a quote is handed to the compiler to be copied, which is most
/// of what an expansion costs; so streams are for what is written once.
#[derive(Clone, Default)]
pub(crate) struct Tokens(Vec<TokenTree>);

impl Tokens {
    /// The same tokens, all underlined as this one.
    pub(crate) fn at(mut self, span: Span) -> Self {
        self.0.iter_mut().for_each(|token| token.set_span(span));
        self
    }

    /// These tokens, then more.
    pub(crate) fn then(mut self, more: impl Into<Tokens>) -> Self {
        self.0.extend(more.into().0);
        self
    }

    /// `these::a::b`
    pub(crate) fn member(mut self, names: &str, span: Span) -> Self {
        for name in names.split("::") {
            for spacing in [Spacing::Joint, Spacing::Alone] {
                let mut colon = Punct::new(':', spacing);
                colon.set_span(span);
                self.0.push(colon.into());
            }
            self.0.push(Ident::new(name, span).into());
        }
        self
    }

    /// The same tokens, underlined from the one to the other: rustc joins the spans of the first and the last token of
    /// an expression.
    pub(crate) fn between(self, first: Span, last: Span) -> Self {
        let mut tokens = self.at(first);
        if let Some(token) = tokens.0.last_mut() {
            token.set_span(last);
        }
        tokens
    }

    pub(crate) fn first(&self) -> Option<&TokenTree> {
        self.0.first()
    }

    /// `let name = these;`
    pub(crate) fn bound(self, name: Ident) -> Self {
        let sign = |sign| TokenTree::from(Punct::new(sign, Spacing::Alone));
        let mut line = Vec::with_capacity(self.0.len() + 4);
        line.extend([Ident::new("let", Span::call_site()).into(), name.into(), sign('=')]);
        line.extend(self.0);
        line.push(sign(';'));
        Tokens(line)
    }

    /// `a, b`
    pub(crate) fn separated(items: impl IntoIterator<Item = Tokens>) -> Self {
        let mut all = Vec::new();
        for item in items {
            if !all.is_empty() {
                all.push(Punct::new(',', Spacing::Alone).into());
            }
            all.extend(item.0);
        }
        Tokens(all)
    }

    /// `(these)`
    pub(crate) fn in_parentheses(self) -> Group {
        Group::new(Delimiter::Parenthesis, self.0.into_iter().collect())
    }
}

impl ToTokens for Tokens {
    fn to_tokens(&self, stream: &mut TokenStream) {
        stream.extend(self.0.iter().cloned());
    }
}

impl From<TokenStream> for Tokens {
    fn from(stream: TokenStream) -> Self {
        Tokens(stream.into_iter().collect())
    }
}

impl IntoIterator for Tokens {
    type Item = TokenTree;
    type IntoIter = std::vec::IntoIter<TokenTree>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl From<Group> for Tokens {
    fn from(group: Group) -> Self {
        Tokens(vec![group.into()])
    }
}

impl From<Punct> for Tokens {
    fn from(punct: Punct) -> Self {
        Tokens(vec![punct.into()])
    }
}

impl From<Ident> for Tokens {
    fn from(ident: Ident) -> Self {
        Tokens(vec![ident.into()])
    }
}
