//! Writes a plan as Rust: evaluate, join ranks, call the runtime's loop with the element function. For a GPU it is the
//! same text but for the element functions (`gpu`): the runtime has the same names for it in a module of its own.
//!
//! ```text
//! match (&(x), &(s)) {                              bind      operands by reference, so that temporaries live
//!     (slot0, slot1) => {
//!         let operand0 = Operand::leaf(slot0); ..   bind      what the loop reads
//!         let rank0 = rank(&operand0); ..           ranks     join, and one check per operand
//!         run(Plain, &Call { .. }, rank, targets, operands, |level, (olds, elements)| { .. })
//!     }                                             element   what happens to one element
//! }
//! ```
//! Parts that may be single values come before the loop: `let part0 = part(operand0, |level, element0|
//! ..).__bcast_once();`.
//!
//! With reductions, stages come before (`stage`), and `run_stages` takes them and all last passes:
//!
//! ```text
//!         let stage0 = stage(Plain, 0, &Call { .. }, space0, Reduce::Axes(&[1]), operands, |level, elements| ..);
//!         let operand1 = stage0.leaves(yield_rank0); ..       an operand of what follows
//!         run_stages(stage0, last(Plain, &Call { .. }, pass_rank0, targets, operands, |level, (olds, elements)| ..))
//! ```
//! Types decide whether a conditional stage runs. If it does, later passes read what it yields and not the operands
//! that they would compute it from; if not, the other way round:
//!
//! ```text
//!         let stage0 = conditional(rank0, (operand0, operand1), |level, (element0, element1)| ..)
//!             .__bcast_stage(Plain, 0, &Call { .. }, space0, Reduce::Along(&[0]));
//!         let choice0 = stage0.choice();
//!         let operands = (operand0, (spared(choice0, operand1), given(choice0, operand2, 2)));
//!         run_stages(stage0, last(.., operands, |level, (olds, (element0, (element1, element2)))| {
//!             let value2 = choose(choice0, element2, || { let value1 = ..; value1 }); ..
//!         }))
//! ```
//! No type, loop or `unsafe` is written here; the runtime has them.

mod bind;
mod checked;
mod element;
mod explain;
#[cfg(feature = "gpu")]
mod gpu;
mod gradient;
mod lazy;
mod literal;
mod look_up;
mod names;
mod ranks;
mod slice;
mod stage;
mod structured;
mod tuple;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};

use self::names::Names;
use crate::front::{Form, Front};
use crate::plan::{Checks, Input, Last, Part, Pass, Plan, Role, Stage};
use crate::tokens::Tokens;
use crate::tree::tree;

/// The whole expansion.
pub(crate) fn expansion(plan: &Plan, checks: Option<&Checks>, front: &Front) -> TokenStream {
    let names = Names::new(front.krate.clone(), plan, front.is_lazy());
    let expression = match front.is_lazy() {
        true => lazy::expansion(plan, &names, front),
        false => computed(plan, checks, &names, front),
    };
    used(plan, expression, front, &names)
}

/// An expression whose value is to be used: the compiler warns where it is not. A `Result` says so itself.
fn used(plan: &Plan, expression: TokenStream, front: &Front, names: &Names) -> TokenStream {
    let has_value = plan.lasts().iter().any(|last| !last.values().is_empty());
    // A plan and a text are values of their own, whatever they are of.
    let is_computed = !front.explains() && front.form != Form::Text;
    if !has_value || !is_computed || front.is_try() {
        return expression;
    }
    let krate = &front.krate;
    let function = names.ident(if front.is_lazy() { "lazy_expression" } else { "dotted_expression" });
    quote!(#krate::ops::#function(#expression))
}

/// A call that is computed where it stands.
fn computed(plan: &Plan, checks: Option<&Checks>, names: &Names, front: &Front) -> TokenStream {
    let places = bind::scrutinee(plan, names);
    let references = bind::references(plan, names);
    let body = body(plan, names, front);
    let texts = if front.explains() { explain::texts(plan, names, front) } else { TokenStream::new() };
    if let Some(kinds) = plan.kinds() {
        return structured::expansion(plan, kinds, &quote!(#texts #body), names, front);
    }
    let body = match checks {
        Some(checks) => checked::around(body, plan, checks, names, front),
        None => body,
    };
    let machine = machine(plan, names, front);
    // Derivatives have numbers of their own, for both types of floats.
    let allowed =
        (!plan.gradients().is_empty()).then(|| quote!(#[allow(clippy::approx_constant, clippy::excessive_precision)]));
    let call = quote!(match #places { #allowed #references => { #texts #machine #body } });
    match plan.targets().is_empty() {
        true => call,
        false => {
            let private = names.private();
            quote!({ use #private::Reborrow as _; #call })
        }
    }
}

/// What is computed where the names of slots are read.
fn body(plan: &Plan, names: &Names, front: &Front) -> TokenStream {
    let leaves = bind::leaves(plan, names);
    let ranks = ranks::of_leaves(plan, names);
    let parts = plan.parts().iter().enumerate().map(|(index, part)| self::part(plan, part, index, names, front));
    let run = match (plan.stages(), plan.lasts()) {
        // On a place it is a call of several passes that has one.
        ([], [last]) if plan.place().is_none() => one_pass(plan, last, names, front),
        _ => stage::passes(plan, names, front),
    };
    let run = match plan.role() {
        Role::Run => results(plan, names, front, run),
        Role::Check | Role::Locate => {
            let (before, run) = run;
            quote!(#before #run)
        }
    };
    let run = match front.form {
        Form::Text => {
            let (private, machine) = (names.private(), names.machine_itself());
            quote!({ let _ = { #run }; #private::text(#machine) })
        }
        _ => run,
    };
    quote!(#leaves #ranks #(#parts)* #run)
}

fn part(plan: &Plan, part: &Part, index: usize, names: &Names, front: &Front) -> TokenStream {
    let (private, name) = (names.private(), names.part(index));
    let inputs = tree(part.inputs.iter().map(|&(input, _)| match input {
        Input::Leaf(leaf) => names.leaf(leaf).into_token_stream(),
        Input::Part(part) => {
            let part = names.part(part);
            quote!(&#part)
        }
    }));
    let function = element::of_part(part, names);
    // Nothing of the user's is called where nothing runs: the part is left to the loop.
    let (of, said) = match front.explains() {
        true if plan.place().is_some() => (quote!((*#name)), TokenStream::new()),
        true => (quote!((*#name)), explain::once(part, index, names)),
        false => (name.to_token_stream(), TokenStream::new()),
    };
    // What is kept may borrow the part.
    quote! {
        let #name = #private::part(#inputs, #function);
        #said
        let #name = #of.__bcast_once();
    }
}

fn one_pass(plan: &Plan, last: &Last, names: &Names, front: &Front) -> (TokenStream, TokenStream) {
    let private = names.private();
    let function = names.function(front, "run");
    let machine = explain::argument(plan, names, front);
    let rank = names.whole();
    let ranks = ranks::ranks(plan, last.pass(), &rank, names);
    let arguments = arguments(plan, last, names, front, &rank);
    (ranks, quote!(#private::#function(#machine #arguments)))
}

/// The pass that an element function belongs to.
#[derive(Clone, Copy)]
enum Of<'a> {
    Stage(&'a Stage),
    Last(&'a Last),
}

/// What happens to one element: a closure, and for a GPU the same as data before it.
fn element_function(plan: &Plan, of: Of, names: &Names) -> TokenStream {
    match of {
        #[cfg(feature = "gpu")]
        Of::Stage(stage) if plan.is_gpu() => gpu::of_stage(plan, stage, names),
        #[cfg(feature = "gpu")]
        Of::Last(last) if plan.is_gpu() => gpu::of_last(plan, last, names),
        Of::Stage(stage) => element::of_stage(plan, stage, names),
        Of::Last(last) => element::of_last(plan, last, names),
    }
}

/// The place or the GPU that it runs on, or for the text of kernels none.
fn machine(plan: &Plan, names: &Names, front: &Front) -> TokenStream {
    if let Some((slot, range)) = plan.place() {
        let path = if front.explains() { "Explains::explaining" } else { "Holds::on" };
        let (place, path) = (names.place(), names.private_path(path, range));
        let argument = names.parenthesis(names.reborrowed(names.reference(slot), range), range.last);
        return quote!(let #place = #path #argument;);
    }
    if !plan.is_gpu() {
        return TokenStream::new();
    }
    let (private, machine) = (names.private(), names.machine_itself());
    match plan.device() {
        Some((slot, range)) => {
            let reference = names.reference(slot);
            let path = names.private_path("GpuDevice::machine", range);
            let argument = names.reborrowed(reference, range);
            let explaining = explain::machine(plan, names, front);
            quote!(let #machine = &#path(#argument)#explaining;)
        }
        None => quote!(let #machine = &#private::no_machine();),
    }
}

/// What `run` and `last` take.
fn arguments(plan: &Plan, last: &Last, names: &Names, front: &Front, rank: &Ident) -> TokenStream {
    let stored = if plan.role() == Role::Run { last.stored() } else { &[] };
    let written: Vec<usize> = stored.iter().map(|stored| stored.target).collect();
    let call = call(plan, last.pass(), &written, names, front);
    let private = names.private();
    let several = plan.lasts().len() > 1;
    let targets = tree(written.into_iter().map(|target| {
        let target = names.target(target);
        // Several passes may write the same one.
        if several { quote!(#private::again(&#target)) } else { target.into_token_stream() }
    }));
    let leaves = leaves(plan, last.pass(), names);
    let function = element_function(plan, Of::Last(last), names);
    let evaluation = if plan.hands_on(last) && !plan.is_gpu() {
        match gradient::groups(plan, last) {
            0 => quote!(#private::Identity,),
            groups => {
                let groups = Literal::u64_unsuffixed(groups);
                quote!(#private::Parts::<#groups>,)
            }
        }
    } else {
        evaluation(plan, last.pass(), names)
    };
    quote!(#evaluation #call, #rank, #targets, #leaves, #function)
}

/// How the processor evaluates an element function: an argument with its comma.
fn evaluation(plan: &Plan, pass: &Pass, names: &Names) -> TokenStream {
    if plan.is_gpu() {
        return TokenStream::new();
    }
    let evaluation = evaluated(plan, pass, names);
    quote!(#evaluation,)
}

fn evaluated(plan: &Plan, pass: &Pass, names: &Names) -> TokenStream {
    let private = names.private();
    let evaluation = if plan.speculates(pass) {
        quote!(#private::Speculative)
    } else if plan.has_time(pass) {
        quote!(#private::Costly)
    } else {
        quote!(#private::Plain)
    };
    let evaluation = if plan.looks_early(pass) { quote!(#private::Looking(#evaluation)) } else { evaluation };
    // It counts where operands are expressions with functions.
    if plan.runs_once() {
        quote!(#private::Once(#evaluation))
    } else if plan.decides(pass) {
        quote!(#private::Deciding(#evaluation))
    } else {
        evaluation
    }
}

fn leaves(plan: &Plan, pass: &Pass, names: &Names) -> Tokens {
    let (private, bare) = (names.private(), plan.bare(pass));
    tree(plan.leaves_as_written(pass).into_iter().enumerate().map(|(place, (index, leaf))| {
        let mut operand = Tokens::from(names.leaf(index));
        if bare.contains(&index) {
            operand = quote!(#private::bare(#operand)).into();
        }
        if let Some(stage) = plan.may_lack(leaf) {
            let (choice, place) = (names.choice(stage), proc_macro2::Literal::usize_unsuffixed(place));
            operand = quote!(#private::given(#choice, #operand, #place)).into();
        }
        let choices: Vec<Ident> = pass.spared(index).map(|stage| names.choice(stage)).collect();
        match choices.as_slice() {
            [] => operand,
            _ => {
                let choices = tree(choices);
                quote!(#private::spared(#choices, #operand)).into()
            }
        }
    }))
}

fn call(plan: &Plan, pass: &Pass, targets: &[usize], names: &Names, front: &Front) -> TokenStream {
    if front.explains() {
        let text = names.text(plan.number_of(pass));
        return quote!(&#text.call);
    }
    let said = said(plan, pass, targets, names, front);
    quote!(&#said)
}

/// What the run time needs to hear of a pass.
fn said(plan: &Plan, pass: &Pass, targets: &[usize], names: &Names, front: &Front) -> TokenStream {
    let private = names.private();
    let (name, cost, serial) = (front.name(), pass.cost(), plan.is_serial());
    let cost = proc_macro2::Literal::u32_unsuffixed(cost);
    let operands = plan.leaves_as_written(pass).into_iter().map(|(_, leaf)| &leaf.text);
    let targets = targets.iter().map(|&target| &plan.targets()[target].text);
    let axes = pass.frame();
    quote!(#private::Call {
        name: #name,
        operands: &[#(#operands),*],
        targets: &[#(#targets),*],
        axes: &[#(#axes),*],
        cost: #cost,
        serial: #serial
    })
}

/// The pattern that names the results of a last pass.
fn outputs(last: &Last, names: &Names) -> Tokens {
    match last.values() {
        [] => quote!(()).into(),
        values => tree(values.iter().map(|(place, _)| names.output(*place))),
    }
}

/// Turns the runtime's nested pairs into what the user wrote.
fn results(plan: &Plan, names: &Names, front: &Front, (before, run): (TokenStream, TokenStream)) -> TokenStream {
    let single = plan.lasts().len() == 1;
    if single && !plan.is_tuple() || front.form == Form::Text || front.explains() {
        return quote!(#before #run);
    }
    let private = names.private();
    let pairs = tree(
        stage::rounds(plan)
            .iter()
            .map(|round| tree(round.lasts.iter().map(|&last| outputs(&plan.lasts()[last], names)))),
    );
    let count: usize = plan.lasts().iter().map(|last| last.values().len()).sum();
    let outputs: Vec<Ident> = (0..count).map(|index| names.output(index)).collect();
    let value = match plan.gradients() {
        [] if plan.is_tuple() => quote!((#(#outputs,)*)),
        [] => quote!((#(#outputs),*)),
        _ => gradient::all(plan, names, front),
    };
    let made = if plan.gradients().is_empty() { quote!(#private::Ok(#value)) } else { value.clone() };
    match front.is_try() {
        false => quote!(#before match #run { #pairs => #value }),
        true => {
            let error = names.error();
            quote!(#before match #run {
                #private::Ok(#pairs) => #made,
                #private::Err(#error) => #private::Err(#error),
            })
        }
    }
}
