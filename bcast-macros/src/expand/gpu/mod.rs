//! Writes element functions for a GPU: as data, from which the runtime makes WGSL, and as a closure that is never
//! called.
//!
//! ```text
//! &Formula { steps: &[Step { at: 0, node: Node::Apply("minus", &[Value::Leaf(0), Value::Leaf(1)]) }], .. },
//! |level, (olds, (element0, element1))| {
//!     let value0 = Minus::minus(element1, element0);
//!     (typed(&value0), (.., Stored::store(value0)))
//! }
//! ```
//! The macro sees no types, so the closure tells them: its value has the type of every step in it, and it asks rustc
//! for what `element` asks.

mod steps;
mod write;

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

use self::steps::{Steps, flat};
use self::write::Numbers;
use super::element::{Writer, elements, items, results_tree};
use super::look_up::LooksUp;
use super::names::Names;
use crate::elemental::in_kernel;
use crate::ops::{Item, Kind};
use crate::plan::{Function, Last, Local, Node, Pass, Plan, Reduces, Stage, Step, Value};
use crate::stand_in::stand_in;
use crate::tree::tree;

/// What derivatives of scans are written with: it gives, or joins, pairs.
const RUNS: [&str; 4] = ["tie", "share", "tied", "shares"];

/// The element function of a last pass.
pub(crate) fn of_last(plan: &Plan, last: &Last, names: &Names) -> TokenStream {
    let mut steps = Steps::of(last.pass());
    let values: Vec<Value> = last.values().iter().map(|(_, value)| steps.end(value)).collect();
    let steps = steps.finish();
    let numbers = Numbers::of(plan, last.pass(), last.stored().iter().map(|stored| stored.target), &steps);
    let writer = Writer { names, pass: last.pass(), looks_up: LooksUp::once() };
    let olds = tree(last.stored().iter().map(|stored| names.element(Local::Old(stored.target))));
    let elements = elements(plan, last.pass(), names);
    let stored = tree(last.stored().iter().map(|stored| writer.stored(stored.local)));
    let fresh = results_tree(plan, last, values.iter().map(|value| writer.fresh(value)).collect());
    let closure = closure(last.pass(), &steps, &quote!((#olds, #elements)), &quote!((#stored, #fresh)), names);
    let stored: Vec<TokenStream> = last.stored().iter().map(|stored| numbers.local(stored.local, names)).collect();
    let formula = numbers.formula(&steps, &stored, &[], &values, names);
    quote!(#formula, #closure)
}

/// The element function of a stage.
pub(crate) fn of_stage(plan: &Plan, stage: &Stage, names: &Names) -> TokenStream {
    let mut steps = Steps::of(stage.pass());
    let folded: Vec<Value> = stage.folds().iter().map(|fold| steps.end(&fold.value)).collect();
    let kept: Vec<Value> = stage.kept().iter().map(|value| steps.end(value)).collect();
    let steps = steps.finish();
    let numbers = Numbers::of(plan, stage.pass(), std::iter::empty(), &steps);
    let writer = Writer { names, pass: stage.pass(), looks_up: LooksUp::once() };
    let elements = elements(plan, stage.pass(), names);
    let items = items(stage, &writer);
    let folds = stage.folds().iter().map(|fold| (fold.item, &fold.value));
    let scanned = stage.kept().iter().filter_map(|value| Some((scan_of(stage)?, value)));
    let asked: Vec<TokenStream> = folds
        .chain(scanned)
        .flat_map(|(item, value)| [saturating(item, value, names), reducible(item, value, &steps, names)])
        .flatten()
        .collect();
    let items = if asked.is_empty() { items } else { quote!({ #(#asked)* #items }).into() };
    let closure = closure(stage.pass(), &steps, &elements, &items, names);
    let folds: Vec<TokenStream> =
        stage.folds().iter().zip(&folded).map(|(fold, value)| numbers.fold(fold, value, names)).collect();
    // What types choose to sum or to keep is among both.
    let onto = stage.folds().iter().zip(folded).filter(|(fold, _)| fold.onto.is_some()).map(|(_, value)| value);
    let values: Vec<Value> = kept.into_iter().chain(onto).collect();
    let formula = numbers.formula(&steps, &[], &folds, &values, names);
    quote!(#formula, #closure)
}

/// By what the elements of a stage run along an axis, if they do and are numbers.
fn scan_of(stage: &Stage) -> Option<&'static Item> {
    match stage.reduces() {
        Reduces::Scans(_, item, _) if !RUNS.contains(&item.method) => Some(item),
        _ => None,
    }
}

/// Asks whether what is reduced has such a reduction, unless the step that makes it asks for more.
fn reducible(item: &Item, value: &Value, steps: &[Step], names: &Names) -> Option<TokenStream> {
    let &Value::Local(local, range) = value else { return None };
    let is_made = |step: &&Step| matches!(local, Local::Step(result) if step.result == result);
    if flat(steps).iter().find(is_made).is_some_and(is_of_numbers) {
        return None;
    }
    let asked = match item.method {
        "sum" | "prod" | "mean" | "gradient" | "cumsum" | "cumprod" | "sum_back" => "GpuElement::typed_sum",
        _ => "GpuElement::typed_number",
    };
    let path = names.private_path(asked, range);
    let argument = names.borrowed(names.element(local), range);
    Some(quote!(let _ = #path(#argument);))
}

/// Asks whether kernels can sum or multiply what saturates.
fn saturating(item: &Item, value: &Value, names: &Names) -> Option<TokenStream> {
    if !names.kernel_operation(item).starts_with("saturating_") {
        return None;
    }
    let (writer, range) = (Writer { names, pass: &Pass::default(), looks_up: LooksUp::once() }, value.range());
    let path = names.private_path("SaturatingOnGpu::check", range);
    let argument = names.borrowed(writer.value(value), range);
    Some(quote!(#path(#argument);))
}

/// Whether a step gives what has operators.
fn is_of_numbers(step: &Step) -> bool {
    match step.node {
        Node::Apply { item, .. } => !RUNS.contains(&item.method),
        _ => matches!(step.node, Node::LiteralPower { .. } | Node::Convert { .. }),
    }
}

/// The closure that rustc finds the types of.
fn closure(
    pass: &Pass,
    steps: &[Step],
    elements: &impl ToTokens,
    results: &impl ToTokens,
    names: &Names,
) -> TokenStream {
    let (token, private, writer) = (names.token(), names.private(), Writer { names, pass, looks_up: LooksUp::once() });
    let flat = flat(steps);
    let lines = flat.iter().map(|step| {
        if let Node::Call { function, arguments } = &step.node {
            return called(step, function, arguments, &writer);
        }
        let line = writer.step(step);
        let check = check(step, &writer, names);
        quote!(#line #check)
    });
    let typed = tree(flat.iter().map(|step| {
        let is_call = matches!(step.node, Node::Call { .. });
        let typed = match step.node {
            Node::Call { .. } => "GpuElement::typed",
            _ if is_of_numbers(step) => "GpuElement::typed_number",
            _ => "typed",
        };
        let path = names.private_path(typed, step.range);
        let argument = names.borrowed(names.element(Local::Step(step.result)), step.range);
        let arguments = names.relocate(quote!((#argument)), step.range);
        if !is_call {
            return quote!(#path #arguments);
        }
        let mark = names.called(step.result);
        quote!(#private::typed_call(#path #arguments, &#mark))
    }));
    quote!(|#token, #elements| {
        #(#lines)*
        #private::formula(#typed, #results)
    })
}

/// A call of an elemental, or of a closure: what stands for it tells the function.
fn called(step: &Step, function: &Function, arguments: &[Value], writer: &Writer) -> TokenStream {
    let names = writer.names;
    let (private, mark, result) = (names.private(), names.called(step.result), names.element(Local::Step(step.result)));
    let elemental = quote!(#private::elemental);
    let arguments: Vec<TokenStream> =
        arguments.iter().map(|argument| writer.value(argument).into_token_stream()).collect();
    let value = match function {
        Function::Path(path) | Function::Slope(path) => {
            let path = syn::parse2(path.clone()).map(|path| stand_in(path, arguments.len(), &elemental).path);
            let path = path.unwrap_or_else(|error| error.to_compile_error());
            let called = match function {
                Function::Slope(_) => {
                    let of = format_ident!("of{}", arguments.len());
                    quote!(SlopesOnGpu::#of)
                }
                _ => quote!(call),
            };
            let arguments = names.relocate(quote!((#(#arguments),*)), step.range);
            quote!(#elemental::#called(&#mark, #path #arguments))
        }
        Function::Closure(closure) => in_kernel(closure, &arguments, &mark, &elemental),
        // The checks let no others through.
        _ => quote!(()),
    };
    quote! {
        let #mark = #elemental::CallMark::new();
        let #result = #value;
    }
}

/// Asks whether kernels have a function for these types: SPIR-V has the elementary ones for single precision only.
fn check(step: &Step, writer: &Writer, names: &Names) -> TokenStream {
    let Node::Apply { item, arguments, .. } = &step.node else {
        return TokenStream::new();
    };
    let (function, asked) = match item.kind {
        Kind::Power => ("PowerOnGpu", 2),
        Kind::Elementary | Kind::ElementaryLoop => ("OnGpu", 1),
        Kind::Arithmetic | Kind::Question | Kind::Choice | Kind::Reduction | Kind::PlaceReduction | Kind::Scan => {
            return TokenStream::new();
        }
    };
    let path = names.private_path(&format!("{function}::check"), step.range);
    // The first comes last, so that rustc knows the others when it looks for an implementation, and names them.
    let arguments =
        arguments.iter().take(asked).rev().map(|argument| names.borrowed(writer.value(argument), step.range));
    let arguments = names.relocate(quote!((#(#arguments),*)), step.range);
    quote!(#path #arguments;)
}

/// The operands of a pass, in the order of its tree.
fn operands(plan: &Plan, pass: &Pass) -> Vec<usize> {
    plan.leaves_as_written(pass).into_iter().map(|(index, _)| index).collect()
}
