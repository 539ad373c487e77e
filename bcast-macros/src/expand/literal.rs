//! Literals in an element function.

use proc_macro2::{Literal, Span, TokenStream};
use quote::quote;

use super::element::Writer;
use crate::tokens::{Range, Tokens};

impl Writer<'_> {
    /// A literal; those of `f16`, which Rust has not, are made of an `f64`.
    pub(super) fn literal(&self, tokens: &TokenStream) -> TokenStream {
        let Some(number) = half(tokens) else {
            return tokens.clone();
        };
        let (private, number) = (self.names.private(), Literal::f64_suffixed(number));
        quote!(#private::f16_literal(#number))
    }

    /// An integer literal as the type of its neighbour. One that not every number type holds is checked here, so that
    /// the compiler points at it.
    pub(super) fn adopted(&self, number: i128, method: &str, neighbour: Option<TokenStream>, span: Span) -> Tokens {
        const HELD_BY_ALL: std::ops::RangeInclusive<i128> = 0..=127;
        let range = Range::at(span);
        let literal = Literal::i128_unsuffixed(number);
        if HELD_BY_ALL.contains(&number) {
            let path = self.names.adoption(literal, method);
            return self.names.relocate(quote!(#path(#neighbour)), range);
        }
        let path = self.names.adoption(literal.clone(), &format!("{method}_exact"));
        let (check, krate) = (self.names.private_path("exact", range), self.names.krate());
        let kind = self.names.relocate(quote!(<_ as #krate::ops::Adopt<#literal>>::EXACT), range);
        let check = self.names.relocate(quote!(#check(#kind)), range);
        let check = self.names.relocate(quote!(const { #check }), range);
        let neighbour = neighbour.into_iter();
        self.names.relocate(quote!(#path(#(#neighbour,)* #check)), range)
    }
}

/// The number in `-2.5_f16`.
fn half(tokens: &TokenStream) -> Option<f64> {
    let digits = tokens.to_string().replace([' ', '_'], "");
    digits.strip_suffix("f16").filter(|digits| !digits.starts_with("0x"))?.parse().ok()
}
