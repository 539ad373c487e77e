//! Writes a plan as Rust: evaluate, join ranks, call the runtime's loop with the element function.
//!
//! ```text
//! match (&(x), &(s)) {                      bind     operands by reference, so that temporaries live
//!     (r0, r1) => {
//!         let l0 = Operand::leaf(r0); ..    bind     what the loop reads
//!         let k0 = rank(&l0); ..            ranks    join, and one check per operand
//!         run(&Call { .. }, k, targets, leaves, |t, (olds, elements)| { .. })      kernel
//!     }
//! }
//! ```
//! No type, loop or `unsafe` is written here; the runtime has them.

mod bind;
mod kernel;
mod names;
mod ranks;
mod tree;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use self::names::Names;
use crate::pipeline::Front;
use crate::plan::Plan;

/// The whole expansion.
pub(crate) fn generate(plan: &Plan, front: &Front) -> TokenStream {
    let names = Names::new(front.krate.clone());
    let places = bind::scrutinee(plan, &names);
    let references = bind::references(plan, &names);
    let leaves = bind::leaves(plan, &names);
    let ranks = ranks::ranks(plan, &names);
    let run = results(plan, &names, front, run(plan, &names, front));
    let call = quote!(match #places { #references => { #leaves #ranks #run } });
    match plan.targets().is_empty() {
        true => call,
        false => {
            let private = names.private();
            quote!({ use #private::Place as _; #call })
        }
    }
}

fn run(plan: &Plan, names: &Names, front: &Front) -> TokenStream {
    let private = names.private();
    let function = if front.is_try { quote!(try_run) } else { quote!(run) };
    let call = call(plan, names, front);
    let rank = names.whole();
    let targets = tree::tree((0..plan.targets().len()).map(|index| names.target(index)));
    let leaves = tree::tree(plan.leaves_as_written().into_iter().map(|(index, _)| names.leaf(index)));
    let kernel = kernel::kernel(plan, names);
    quote!(#private::#function(#call, #rank, #targets, #leaves, #kernel))
}

fn call(plan: &Plan, names: &Names, front: &Front) -> TokenStream {
    let private = names.private();
    let (name, cost, serial) = (front.name(), plan.cost(), plan.is_serial());
    let cost = proc_macro2::Literal::u32_unsuffixed(cost);
    let operands = plan.leaves_as_written().into_iter().map(|(_, leaf)| &leaf.text);
    let targets = plan.targets().iter().map(|target| &target.text);
    quote!(&#private::Call {
        name: #name,
        operands: &[#(#operands),*],
        targets: &[#(#targets),*],
        cost: #cost,
        serial: #serial
    })
}

/// Turns the runtime's nested pairs into the tuple that the user wrote.
fn results(plan: &Plan, names: &Names, front: &Front, run: TokenStream) -> TokenStream {
    if !plan.results().is_tuple {
        return run;
    }
    let private = names.private();
    let outputs: Vec<TokenStream> = (0..plan.results().values.len()).map(|index| names.output(index)).collect();
    let pairs = tree::tree(outputs.iter().map(ToTokens::to_token_stream));
    match front.is_try {
        false => quote!(match #run { #pairs => (#(#outputs,)*) }),
        true => {
            let error = names.error();
            quote!(match #run {
                #private::Ok(#pairs) => #private::Ok((#(#outputs,)*)),
                #private::Err(#error) => #private::Err(#error),
            })
        }
    }
}
