//! Tuples that a function gives, and their fields.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};

use super::element::Writer;
use crate::plan::Value;
use crate::tokens::Range;

impl Writer<'_> {
    /// `let (_, value) = tuple;`: where there are more or fewer values, rustc underlines the pattern.
    pub(super) fn in_pattern(&self, result: Ident, tuple: &Value, at: usize, of: usize, pattern: Range) -> TokenStream {
        let parts = (0..of).map(|other| if other == at { quote!(#result) } else { quote!(_) });
        let (pattern, tuple) = (self.names.parenthesis(quote!(#(#parts),*), pattern.last), self.value(tuple));
        quote!(let #pattern = #tuple;)
    }

    /// `tuple.0`
    pub(super) fn field(&self, tuple: &Value, at: usize, range: Range) -> TokenStream {
        let (tuple, at) = (self.value(tuple), Literal::usize_unsuffixed(at));
        self.names.relocate(quote!(#tuple.#at), range).into_token_stream()
    }
}
