//! What `lazy!` cannot make a value of.

use super::say;

pub(crate) fn lazy_on_gpu() -> String {
    say(
        "an expression of `lazy!` cannot run on a GPU: kernels are made of one call, and whoever reads it is another",
        "write the formula where it is read: `bcast!(#[gpu(&gpu)] ..)`",
    )
}

pub(crate) fn lazy_assigns() -> String {
    say(
        "`lazy!` assigns nothing: it computes when it is read",
        "assign what it makes: `let a = lazy!(..); bcast!(y .= a)`",
    )
}

pub(crate) fn lazy_let() -> String {
    say(
        "`lazy!` takes one expression, and no `let`",
        "make each an expression: `let d = lazy!(..); let a = lazy!(d .* d);`",
    )
}

pub(crate) fn lazy_scan(name: &str) -> String {
    say(
        format!("`{name}` in `lazy!`, which keeps no array of its own size"),
        format!("make an array of it: `let c = bcast!({name}[0](x)); lazy!(..)`"),
    )
}

pub(crate) fn lazy_tuple() -> String {
    say("`lazy!` makes one expression, and no tuple", "make one of each: `(lazy!(..), lazy!(..))`")
}
