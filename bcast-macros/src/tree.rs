//! Balanced trees: a nested list of hundreds would meet rustc's recursion limit.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// Nested pairs; `()` for nothing, a single item bare.
pub(crate) fn tree(items: impl IntoIterator<Item = impl ToTokens>) -> TokenStream {
    // A loop: collecting would be four times the code for each kind of items.
    let mut streams = Vec::new();
    for item in items {
        streams.push(item.into_token_stream());
    }
    pairs(&streams)
}

fn pairs(items: &[TokenStream]) -> TokenStream {
    combine(items, &|left, right| quote!((#left, #right))).unwrap_or_else(|| quote!(()))
}

/// Combines neighbours until one is left.
pub(crate) fn combine(
    items: &[TokenStream],
    pair: &dyn Fn(TokenStream, TokenStream) -> TokenStream,
) -> Option<TokenStream> {
    match items {
        [] => None,
        [single] => Some(single.clone()),
        _ => {
            let (left, right) = items.split_at(items.len() / 2);
            Some(pair(combine(left, pair)?, combine(right, pair)?))
        }
    }
}
