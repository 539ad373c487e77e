//! The expansion after a mistake: the messages, and every leaf met.
//!
//! The leaves stay in the expansion so that editors complete and resolve names inside a call that is not finished yet.
//! The value is a `compile_error!` itself: its type is an error that rustc has told already, so nothing that uses it is
//! reported again.

use proc_macro2::TokenStream;
use quote::quote;

use crate::syntax::Context;
use crate::tokens::reads_variable;

/// Messages and leaves. The context must hold at least one mistake.
pub(crate) fn expansion(context: Context) -> TokenStream {
    let Context { report, leaves, lets, .. } = context;
    let leaves = leaves.into_iter().filter(|leaf| !reads_let(leaf, &lets));
    let mistakes: Vec<TokenStream> = report.finish().iter().map(|mistake| mistake.to_compile_error()).collect();
    let Some((last, others)) = mistakes.split_last() else {
        return TokenStream::new();
    };
    quote!({
        #(let _ = &(#leaves);)*
        #(#others;)*
        #last
    })
}

/// A fused value has no name outside the macro.
fn reads_let(leaf: &TokenStream, lets: &[String]) -> bool {
    reads_variable(leaf, &|name| lets.contains(&name.to_string()))
}
