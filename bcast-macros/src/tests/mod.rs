//! Tests of the macro without a compiler behind it.

mod checked;
mod derive;
mod evaluation;
mod expansion;
mod expansion_literals;
mod expansion_parts;
mod expansion_slices;
mod explain;
#[cfg(feature = "gpu")]
mod gpu;
mod gradients;
mod grammar;
mod lazy;
mod limits;
mod mistakes;
mod mistakes_of_names;
mod mistakes_of_others;
mod names;
mod printer;
mod rows;
mod slopes;
mod sorted;
mod structured;
mod traps;
mod tree;
#[cfg(feature = "gpu")]
mod types_of_literals;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;

use crate::check;
use crate::pipeline;
use crate::syntax::{self, Context};

/// Lexes source text.
fn tokens(source: &str) -> TokenStream {
    source.parse().unwrap_or_else(|error| panic!("{source}: {error}"))
}

/// The invisible group that `$e:expr` of a `macro_rules!` arrives in.
fn invisible(source: &str) -> TokenStream {
    TokenTree::from(Group::new(Delimiter::None, tokens(source))).into()
}

/// The messages that the source earns.
fn mistakes_in(stream: TokenStream) -> Vec<String> {
    let mut context = Context::new();
    let source = syntax::parse(stream, &mut context);
    if context.report.is_empty() {
        check::check(source, &mut context);
    }
    context.report.finish().iter().map(|mistake| mistake.message().to_owned()).collect()
}

/// The whole expansion of `bcast!(source)`, with `K` for the crate.
fn expansion(source: &str) -> TokenStream {
    expansion_of(tokens(source))
}

fn expansion_of(body: TokenStream) -> TokenStream {
    pipeline::expand(quote!([K] bcast #body))
}

/// Tokens as text without any space: rustc's lexer and ours differ in spacing only.
fn compact(text: impl ToString) -> String {
    text.to_string().split_whitespace().collect()
}

#[track_caller]
fn assert_tokens(actual: &TokenStream, expected: &str) {
    assert_eq!(compact(actual), compact(expected));
}

#[track_caller]
fn assert_holds(written: &TokenStream, expected: &str) {
    let (written, expected) = (compact(written), compact(expected));
    assert!(written.contains(&expected), "expected {expected}\n      in {written}");
}
