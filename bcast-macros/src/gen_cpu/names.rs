//! Names of the expansion, all invisible to the user's code.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use crate::front::{Form, Front};
use crate::ops::CONVERSIONS;
use crate::plan::Local;
use crate::tokens::Range;

/// Writes paths into the runtime and the names of locals.
pub(crate) struct Names {
    krate: TokenStream,
    /// The hygiene of everything that the expansion adds.
    ///
    /// It is that of `$crate`: rustc underlines the user's tokens, and not the whole call, only where
    /// all tokens of a path and of its arguments share one context.
    site: Span,
    /// The runtime has the same names for a GPU in a module of its own.
    gpu: bool,
    /// Element functions must run once per element.
    once: bool,
}

impl Names {
    pub(crate) fn new(krate: TokenStream, gpu: bool, once: bool) -> Self {
        let site = match krate.clone().into_iter().next() {
            Some(TokenTree::Ident(word)) if word == "$crate" => word.span(),
            _ => Span::mixed_site(),
        };
        Names { krate, site, gpu, once }
    }

    /// A span at the user's text, with the hygiene of the expansion.
    pub(crate) fn at(&self, span: Span) -> Span {
        span.resolved_at(self.site)
    }

    /// `$crate::__private`, or `$crate::__private::gpu`
    pub(crate) fn private(&self) -> TokenStream {
        let krate = &self.krate;
        if self.gpu { quote!(#krate::__private::gpu) } else { quote!(#krate::__private) }
    }

    /// The form of a function that runs a call.
    pub(crate) fn function(&self, front: &Front, name: &str) -> Ident {
        match front.form {
            Form::Run => self.ident(name),
            Form::Try => self.ident(&format!("try_{name}")),
            Form::Text => self.ident(&format!("text_{name}")),
        }
    }

    /// The GPU, as the first argument of what runs on it.
    pub(crate) fn machine(&self) -> TokenStream {
        let machine = self.machine_itself();
        if self.gpu { quote!(#machine,) } else { TokenStream::new() }
    }

    pub(crate) fn machine_itself(&self) -> TokenStream {
        self.ident("d").to_token_stream()
    }

    /// `$crate::..`, underlined as `range`.
    pub(crate) fn path(&self, tail: &TokenStream, range: Range) -> TokenStream {
        let krate = &self.krate;
        self.relocate(quote!(#krate::#tail), range)
    }

    /// `$crate::__private::..`, underlined as `range`.
    pub(crate) fn private_path(&self, tail: &TokenStream, range: Range) -> TokenStream {
        let private = self.private();
        self.relocate(quote!(#private::#tail), range)
    }

    /// `$crate::ops::Plus::plus`, underlined as `range`.
    pub(crate) fn operation(&self, owner: &str, method: &str, range: Range) -> TokenStream {
        let (krate, method) = (&self.krate, self.ident(method));
        let owner = owner.split("::").map(|part| self.ident(part));
        self.relocate(quote!(#krate::ops::#(#owner)::*::#method), range)
    }

    /// `$crate::ops::Adopt::<2>::like`
    pub(crate) fn adoption(&self, number: proc_macro2::Literal, method: &str) -> TokenStream {
        let (krate, method) = (&self.krate, self.ident(method));
        quote!(#krate::ops::Adopt::<#number>::#method)
    }

    /// `$crate::ops::Convert::<f32>::convert`, underlined as `range`.
    pub(crate) fn conversion(&self, kind: &Ident, range: Range) -> TokenStream {
        let krate = &self.krate;
        let target = match CONVERSIONS.contains(&kind.to_string().as_str()) {
            true => quote!(#krate::__private::#kind),
            false => quote!(#kind),
        };
        self.relocate(quote!(#krate::ops::Convert::<#target>::convert), range)
    }

    /// A reference to `tokens`, underlined as `range`.
    pub(crate) fn borrowed(&self, tokens: &TokenStream, range: Range) -> TokenStream {
        self.relocate(quote!(&#tokens), range)
    }

    /// Rustc joins the spans of the first and the last token of an expression.
    pub(crate) fn relocate(&self, tokens: TokenStream, range: Range) -> TokenStream {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let last = tokens.len().saturating_sub(1);
        let place = |(index, mut token): (usize, TokenTree)| {
            let span = if index == last { range.last } else { range.first };
            token.set_span(self.at(span));
            token
        };
        tokens.into_iter().enumerate().map(place).collect()
    }

    fn ident(&self, text: &str) -> Ident {
        Ident::new(text, self.site)
    }

    fn local(&self, letter: char, index: usize) -> TokenStream {
        self.ident(&format!("{letter}{index}")).to_token_stream()
    }

    /// What a slot was evaluated to.
    pub(crate) fn reference(&self, slot: usize) -> TokenStream {
        self.local('r', slot)
    }

    pub(crate) fn leaf(&self, leaf: usize) -> TokenStream {
        self.local('l', leaf)
    }

    pub(crate) fn target(&self, target: usize) -> TokenStream {
        self.local('g', target)
    }

    /// The rank of a leaf.
    pub(crate) fn leaf_rank(&self, leaf: usize) -> TokenStream {
        self.local('k', leaf)
    }

    pub(crate) fn target_rank(&self, target: usize) -> TokenStream {
        self.local('q', target)
    }

    /// The rank of a mapped part before its map.
    pub(crate) fn part_rank(&self, part: usize) -> TokenStream {
        self.local('p', part)
    }

    /// The rank of a mapped part after its map.
    pub(crate) fn mapped_rank(&self, part: usize) -> TokenStream {
        self.local('m', part)
    }

    /// The rank of the whole.
    pub(crate) fn whole(&self) -> TokenStream {
        self.ident("k").to_token_stream()
    }

    /// The rank of a last pass among several.
    pub(crate) fn last_rank(&self, last: usize) -> TokenStream {
        self.local('z', last)
    }

    /// The joined rank of what a stage reads.
    pub(crate) fn stage_rank(&self, stage: usize) -> TokenStream {
        self.local('s', stage)
    }

    /// The rank over which a stage runs.
    pub(crate) fn space(&self, stage: usize) -> TokenStream {
        self.local('u', stage)
    }

    /// The rank that a stage leaves.
    pub(crate) fn left(&self, stage: usize) -> TokenStream {
        self.local('w', stage)
    }

    /// A stage.
    pub(crate) fn stage(&self, stage: usize) -> TokenStream {
        self.local('y', stage)
    }

    /// Whether a stage runs.
    pub(super) fn choice(&self, stage: usize) -> TokenStream {
        self.local('f', stage)
    }

    /// A part.
    pub(crate) fn part(&self, part: usize) -> TokenStream {
        self.local('c', part)
    }

    /// The token of the SIMD level.
    pub(crate) fn token(&self) -> TokenStream {
        self.ident("_t").to_token_stream()
    }

    /// In front of an element function that must not run twice for an element.
    pub(crate) fn once(&self) -> TokenStream {
        let token = self.token();
        if self.once { quote!(let #token = #token.once();) } else { TokenStream::new() }
    }

    pub(crate) fn output(&self, index: usize) -> TokenStream {
        self.local('o', index)
    }

    /// What all last passes give.
    pub(crate) fn results(&self) -> TokenStream {
        self.ident("o").to_token_stream()
    }

    pub(crate) fn error(&self) -> TokenStream {
        self.ident("e").to_token_stream()
    }

    /// An element or a result.
    pub(crate) fn element(&self, value: Local) -> TokenStream {
        match value {
            Local::Leaf(leaf) => self.local('a', leaf),
            Local::Old(target) => self.local('b', target),
            Local::Step(step) => self.local('v', step),
        }
    }
}
