//! What a body has become: lines, and what rustc is asked.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};

use super::lines::with_types;
use super::signature::Signature;
use super::types::{self, Annotated};
use crate::tree::tree;

/// What a body has become.
pub(super) struct Lowered {
    pub(super) lines: String,
    /// The copy with marks, if it has any.
    pub(super) copy: Option<TokenStream>,
    /// How many marks there are of types, and of calls.
    pub(super) marks: usize,
    pub(super) calls: usize,
    /// The types that rules found for the marks, for rustc to find the same.
    pub(super) found: Option<Vec<String>>,
    pub(super) annotated: Annotated,
    /// Expressions whose values are asked of the host.
    pub(super) constants: Vec<TokenStream>,
    /// Variables of a closure's that are none of its own.
    pub(super) captured: Vec<Ident>,
    pub(super) callees: Vec<Callee>,
}

/// The type that stands for a function that is called.
pub(super) struct Callee {
    pub(super) path: TokenStream,
    /// The items of the blocks around the call, from the outermost on, where there are any.
    pub(super) blocks: Vec<TokenStream>,
}

impl Lowered {
    /// Where rules tell all types, rustc need not check the function twice.
    pub(super) fn find_types(&mut self, signature: &Signature) {
        if self.copy.is_none() || self.calls > 0 {
            return;
        }
        let found = types::of_marks(&self.lines, &self.annotated, signature.types(), &signature.result, self.marks);
        let Some(found) = found else { return };
        self.lines = with_types(&self.lines, &found);
        self.found = Some(found);
        if !cfg!(feature = "verify") {
            self.copy = None;
        }
    }

    /// The declarations of the marks in the copy, and all of them as a tree.
    pub(super) fn marks(&self, private: &TokenStream) -> (TokenStream, TokenStream) {
        let types: Vec<Ident> = (0..self.marks).map(type_mark).collect();
        let calls: Vec<Ident> = (0..self.calls).map(call_mark).collect();
        // Of types of other crates, which have no block with the attribute.
        let methods = (!calls.is_empty()).then(|| {
            quote! {
                #[allow(unused_imports)]
                use #private::methods::*;
            }
        });
        let marks = (0..self.marks).map(|at| match &self.found {
            Some(names) => {
                let name = format_ident!("{}", names[at]);
                quote!(#private::Mark::<<#name as #private::GpuValue>::Told>::new())
            }
            None => quote!(#private::Mark::new()),
        });
        let declared = quote! {
            #methods
            #(let #types = #marks;)*
            #(let #calls = #private::CallMark::new();)*
        };
        (declared, tree(types.iter().chain(&calls).map(|mark| quote!(#mark))).into_token_stream())
    }
}

/// The mark of a type, and that of a call.
pub(super) fn type_mark(number: usize) -> Ident {
    format_ident!("type{number}", span = Span::mixed_site())
}
pub(super) fn call_mark(number: usize) -> Ident {
    format_ident!("call{number}", span = Span::mixed_site())
}
