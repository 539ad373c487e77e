//! Views by slices:
//!
//! ```text
//! Cut::cut(Slice::whole(&(x)), entries::<1, _>("x[1.., 0]", [from(all(), Bound::bound(1)), at(Bound::bound(0))]))
//! ```

use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::quote;

use super::names::Names;
use crate::plan::Slot;
use crate::syntax::{Bounds, Entry, Place, Slice};
use crate::tokens::Range;

/// What the user wrote, with calls of the runtime in place of its slices.
///
/// Of a view that is kept, the array is borrowed for as long as it is where it stands.
pub(super) fn sliced(slot: &Slot, is_written: bool, is_kept: bool, names: &Names) -> TokenStream {
    let tokens: Vec<TokenTree> = slot.tokens.clone().into_iter().collect();
    let bare = tokens.iter().take_while(|token| is_prefix(token)).count();
    let (mut value, mut done) = (TokenStream::new(), bare);
    for slice in &slot.slices {
        value.extend(tokens[done..slice.at].iter().cloned());
        let range = Range::of(&tokens[bare..slice.at], slice.range.first).to(slice.range);
        let entries = entries(slice, &slot.text, range, names);
        let (path, array) = match is_written {
            true => ("SliceMut::whole_mut", names.relocate(quote!((#value).__bcast_place()), range)),
            false if is_kept => ("Slice::whole", names.relocate(quote!((#value).__bcast_shared()), range)),
            false => ("Slice::whole", names.borrowed(quote!((#value)), range)),
        };
        let whole = names.private_path(path, range);
        let whole = names.parenthesis(quote!(#whole(#array)), range.last);
        // Bounds may read what is borrowed to be written: `y[y.len() - 1]`. What is no simple place comes before them.
        let is_late = is_written && Place::read(&tokens[bare..slice.at].iter().cloned().collect()).is_some();
        let cut = names.private_path(if is_late { "Cut::cut_by" } else { "Cut::cut" }, range);
        value = if is_late { quote!(#cut(#entries, #whole)) } else { quote!(#cut(#whole, #entries)) };
        done = slice.at + 1;
    }
    value.extend(tokens[done..].iter().cloned());
    let signs = &tokens[..bare];
    quote!(#(#signs)* #value)
}

/// What stands in front of a value and binds less than its slices.
fn is_prefix(token: &TokenTree) -> bool {
    match token {
        TokenTree::Punct(punct) => matches!(punct.as_char(), '&' | '*'),
        TokenTree::Ident(word) => word == "mut",
        _ => false,
    }
}

fn entries(slice: &Slice, written: &str, range: Range, names: &Names) -> TokenStream {
    let dropped = slice.entries.iter().filter(|entry| matches!(entry, Entry::Index(_))).count();
    let (private, dropped) = (names.private(), Literal::usize_unsuffixed(dropped));
    let list = slice.entries.iter().map(|entry| match entry {
        Entry::Index(index) => bound("at", None, index, range, names),
        Entry::Range(bounds) => self::bounds(bounds, range, names),
    });
    quote!(#private::entries::<#dropped, _>(#written, [#(#list),*]))
}

fn bounds(bounds: &Bounds, range: Range, names: &Names) -> TokenStream {
    let private = names.private();
    let end = if bounds.inclusive { "through" } else { "to" };
    let parts = [("from", &bounds.start), (end, &bounds.end), ("by", &bounds.step)];
    parts.into_iter().fold(quote!(#private::all()), |entry, (name, part)| match part {
        Some(part) => bound(name, Some(entry), part, range, names),
        None => entry,
    })
}

/// A call that takes one integer of the user's, which is underlined if it is none.
fn bound(name: &str, entry: Option<TokenStream>, value: &TokenStream, range: Range, names: &Names) -> TokenStream {
    let written: Vec<TokenTree> = value.clone().into_iter().collect();
    let at = Range::of(&written, range.first);
    let path = names.private_path("Bound::bound", at);
    let argument = names.parenthesis(value.clone(), at.last);
    let (private, name, entry) = (names.private(), names.ident(name), entry.into_iter());
    quote!(#private::#name(#(#entry,)* #path #argument))
}
