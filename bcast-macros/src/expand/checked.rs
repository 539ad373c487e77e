//! `#[checked]`: whether an operation fails, before what it computes is seen.
//!
//! ```text
//! let _checks = &Checks::new();                     raised by any operation of any pass that fails
//! let _ = { try_run(..) };                          with targets: the same passes, which write nothing
//! let results = { run(..) };                        without: what is made is the check
//! if _checks.failed() {                             each expression to the numbers of operations that fail
//!     refuse(located("bcast!", &[(2, "x .+ y")], { try_run_stages(..) }));
//! }
//! ```

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};

use super::body;
use super::element::{Writer, element_of};
use super::names::Names;
use crate::front::{Form, Front};
use crate::plan::{Checks, Last, LeafUse, Local, Plan, Role, Source, Step, Stored, Value, View};
use crate::tokens::{Range, Tokens};
use crate::tree::tree;

/// What is computed, and what is computed to check it.
pub(super) fn around(run: TokenStream, plan: &Plan, checks: &Checks, names: &Names, front: &Front) -> TokenStream {
    let (private, flag) = (names.private(), names.checks());
    let flag_of_call = quote!(let #flag = &#private::Checks::new(););
    // Nothing runs: what is explained are the passes that make results.
    if front.form == Form::Explain {
        return quote!(#flag_of_call #run);
    }
    let found = located(plan, checks, front);
    let (results, error) = (names.results(), names.error());
    let run = match (&checks.check, front.is_try()) {
        (Some(check), is_try) => {
            let check = beside(check, front);
            let unless = match is_try {
                // What is wrong with shapes is said by the call itself.
                false => quote!(if #flag.failed() { #private::refuse(#found); } #run),
                true => quote!(match if #flag.failed() { #found } else { #private::None } {
                    #private::Some(#error) => #private::Err(#error),
                    #private::None => { #run }
                }),
            };
            quote!(let _ = { #check }; #unless)
        }
        (None, false) => quote! {
            let #results = { #run };
            if #flag.failed() { #private::refuse(#found); }
            #results
        },
        (None, true) => quote!(match { #run } {
            #private::Ok(#results) if #flag.failed() => match #found {
                #private::Some(#error) => #private::Err(#error),
                #private::None => #private::Ok(#results),
            },
            #results => #results,
        }),
    };
    quote!(#flag_of_call #run)
}

/// The error of the operation that fails first, if there is one.
fn located(plan: &Plan, checks: &Checks, front: &Front) -> TokenStream {
    let names = Names::new(front.krate.clone(), plan, false);
    let (private, name) = (names.private(), front.name());
    let operations = checks.operations.iter().map(|(number, text)| {
        let number = names.number(*number);
        quote!((#number, #text))
    });
    let locate = beside(&checks.locate, front);
    quote!(#private::located(#name, &[#(#operations),*], { #locate }))
}

/// What a plan beside that of the call computes. It panics for nothing that the call does not.
fn beside(plan: &Plan, front: &Front) -> TokenStream {
    let front = Front { krate: front.krate.clone(), form: Form::Try };
    body(plan, &Names::new(front.krate.clone(), plan, false), &front)
}

impl Names {
    /// What an operation is handed to say if it failed, where it may.
    pub(super) fn report(&self, owner: &str, step: &Step) -> Option<TokenStream> {
        self.mode().filter(|mode| mode.reports(owner))?;
        Some(match self.role() {
            Role::Run | Role::Check => {
                let (checks, token) = (self.checks(), self.token());
                quote!(#checks.flag(#token))
            }
            Role::Locate => {
                let (failing, number) = (self.failing(), self.number(step.result));
                quote!(#failing.number(#number))
            }
        })
    }

    /// The number of an operation that may fail: 0 is that of none.
    pub(super) fn number(&self, step: usize) -> Literal {
        Literal::usize_unsuffixed(step + 1)
    }

    /// Whether an operation of the call failed.
    pub(super) fn checks(&self) -> Ident {
        self.ident("_checks")
    }

    /// The operation that failed first for an element.
    pub(super) fn failing(&self) -> Ident {
        self.ident("_failing")
    }
}

impl Writer<'_> {
    /// The closure of a pass that writes no target: it reads each as an operand.
    pub(super) fn checked(&self, plan: &Plan, last: &Last) -> TokenStream {
        let (names, private) = (self.names, self.names.private());
        let old = |leaf: &LeafUse| {
            let of = |stored: &&Stored| leaf.source == Source::Target(stored.read()) && leaf.view == View::Unwritten;
            last.stored().iter().find(of).map(|stored| names.element(Local::Old(stored.target)).into_token_stream())
        };
        let elements = tree(
            plan.leaves_as_written(self.pass)
                .into_iter()
                .map(|(index, leaf)| old(leaf).map_or_else(|| element_of(index, leaf, names), Tokens::from)),
        );
        let stored =
            last.stored().iter().map(|stored| self.value(&Value::Local(stored.local, Range::at(Span::call_site()))));
        let ends = tree(stored.chain(last.values().iter().map(|(_, value)| self.value(value))));
        let results = match plan.role() {
            Role::Locate => {
                let (failing, store) = (names.failing(), names.path("Stored::store", Range::at(Span::call_site())));
                quote!(#store(#failing.first_of(#ends)))
            }
            _ => quote!(#private::unused(#ends)),
        };
        self.closure(self.pass.steps(), &quote!(((), #elements)), &quote!(((), #results)))
    }
}
