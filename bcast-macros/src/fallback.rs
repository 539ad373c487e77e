//! The expansion after a mistake: the messages, and every leaf met.
//!
//! The leaves stay in the expansion so that editors complete and resolve names inside a call that is not finished yet.
//! They stand where they stand in the expansion without the mistake, as far as it goes: an editor compares both, the
//! call as it is, `x .+ self.`, with what it would be if there were a name at the cursor.
//!
//! ```text
//! ops::dotted_expression(match (&(x), &(self)) { _ => { compile_error!(..) } })
//! ```
//! The value is a `compile_error!` itself: its type is an error that rustc has told already, so nothing that uses it is
//! reported again.

use proc_macro2::TokenStream;
use quote::quote;

use crate::check::Scope;
use crate::front::{Form, Front};
use crate::plan::{Slot, SlotKind, Slots};
use crate::syntax::{self, Context};
use crate::tokens::{reads_variable, text};
use crate::tree::tree;

/// Messages and leaves. The context must hold at least one mistake.
pub(crate) fn expansion(context: Context, front: &Front) -> TokenStream {
    let mut again = Context::new();
    (again.gpu, again.lazy) = (context.gpu, context.lazy);
    let source = syntax::parse(context.written(), &mut again);
    let scope = Scope::of(&source.body, &mut again);
    let slots = Slots::of(&source, &scope).list;
    // They are told from the first reading.
    again.report.finish();
    let Context { report, leaves, lets, .. } = context;
    // What is no Rust, as slices and what holds dots, is no leaf.
    let known: Vec<String> = leaves.iter().map(|leaf| text(leaf.clone())).collect();
    let is_rust = |slot: &Slot| known.contains(&text(slot.tokens.clone()));
    let is_placed = |leaf: &TokenStream| slots.iter().any(|slot| text(slot.tokens.clone()) == text(leaf.clone()));
    let leaves = leaves.into_iter().filter(|leaf| !reads_let(leaf, &lets) && !is_placed(leaf));
    let mistakes: Vec<TokenStream> = report.finish().iter().map(|mistake| mistake.to_compile_error()).collect();
    let Some((last, others)) = mistakes.split_last() else {
        return TokenStream::new();
    };
    let places =
        tree(slots.iter().filter(|slot| !reads_let(&slot.tokens, &lets)).map(|slot| place(slot, is_rust(slot))));
    let call = quote!(match #places {
        _ => {
            #(let _ = &(#leaves);)*
            #(#others;)*
            #last
        }
    });
    let krate = &front.krate;
    let has_targets = !scope.targets().is_empty();
    let call = if has_targets { quote!({ use #krate::__private::Reborrow as _; #call }) } else { call };
    let has_value = source.body.values.iter().next().is_some();
    match front.form {
        Form::Run if has_value || source.body.statements.is_empty() => quote!(#krate::ops::dotted_expression(#call)),
        _ => call,
    }
}

/// What is evaluated, as in a call without mistakes, if it is Rust.
fn place(slot: &Slot, is_rust: bool) -> TokenStream {
    let tokens = if is_rust { slot.tokens.clone() } else { TokenStream::new() };
    if slot.kind == SlotKind::Place { quote!((#tokens)) } else { quote!(&(#tokens)) }
}

/// A fused value has no name outside the macro.
fn reads_let(leaf: &TokenStream, lets: &[String]) -> bool {
    reads_variable(leaf, &|name| lets.contains(&name.to_string()))
}
