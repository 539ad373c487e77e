//! Balanced trees: a nested list of hundreds would meet rustc's recursion limit.

use quote::quote;

use crate::tokens::Tokens;

/// Nested pairs; `()` for nothing, a single item bare.
pub(crate) fn tree(items: impl IntoIterator<Item = impl Into<Tokens>>) -> Tokens {
    // A loop: collecting would be four times the code for each kind of items.
    let mut all = Vec::new();
    for item in items {
        all.push(item.into());
    }
    let pair = |left, right| Tokens::separated([left, right]).in_parentheses().into();
    combine(&all, &pair).unwrap_or_else(|| quote!(()).into())
}

/// Combines neighbours until one is left.
pub(crate) fn combine(items: &[Tokens], pair: &dyn Fn(Tokens, Tokens) -> Tokens) -> Option<Tokens> {
    match items {
        [] => None,
        [single] => Some(single.clone()),
        _ => {
            let (left, right) = items.split_at(items.len() / 2);
            Some(pair(combine(left, pair)?, combine(right, pair)?))
        }
    }
}
