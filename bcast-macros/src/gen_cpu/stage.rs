//! Calls of several passes: each stage, and what it yields as operands of the rest.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::names::Names;
use super::tree::tree;
use super::{Of, arguments, bind, call, element_function, evaluation, kernel, leaves, ranks};
use crate::front::Front;
use crate::plan::{Form, Last, Plan, Reduces, Source, Stage, View};

/// Everything before the run, and the run.
pub(super) fn passes(plan: &Plan, lasts: &[Last], names: &Names, front: &Front) -> (TokenStream, TokenStream) {
    let private = names.private();
    let mut before = TokenStream::new();
    for (index, stage) in plan.stages().iter().enumerate() {
        before.extend(self::stage(plan, stage, index, names, front));
    }
    let finals: Vec<TokenStream> = lasts
        .iter()
        .enumerate()
        .map(|(index, last)| {
            let rank = names.last_rank(index);
            before.extend(ranks::ranks(plan, last.pass(), &rank, names));
            let arguments = arguments(plan, last, names, front, &rank);
            quote!(#private::last(#arguments))
        })
        .collect();
    let stages = tree((0..plan.stages().len()).map(|index| {
        let stage = names.stage(index);
        // On a GPU they hold what later passes read.
        if plan.is_gpu() { quote!(&#stage) } else { quote!(#stage) }
    }));
    let finals = tree(finals);
    let function = names.function(front, "run_stages");
    let machine = names.machine();
    let run = quote!(#private::#function(#machine #stages, #finals));
    if !plan.is_gpu() {
        return (before, run);
    }
    // What borrows the stages ends before they do, in every edition.
    let results = names.results();
    before.extend(quote!(let #results = #run;));
    (before, quote!(#results))
}

fn stage(plan: &Plan, stage: &Stage, index: usize, names: &Names, front: &Front) -> TokenStream {
    let private = names.private();
    let (rank, space, left) = (names.stage_rank(index), names.space(index), names.left(index));
    let is_map = matches!(stage.reduces(), Reduces::Nothing(_) | Reduces::Along(_));
    let ranks = ranks::of_stage(plan, stage.pass(), &rank, is_map, names);
    let (axes, what_is_left) = match stage.reduces() {
        Reduces::All => (quote!(#private::Reduce::All), quote!(#private::scalar())),
        Reduces::Nothing(axes) => {
            let entries = axes.iter().map(|&axis| Literal::usize_unsuffixed(axis));
            (quote!(#private::Reduce::Nothing(&[#(#entries),*])), quote!(#rank))
        }
        Reduces::Along(axes) => {
            let entries = axes.iter().map(|&axis| Literal::usize_unsuffixed(axis));
            (quote!(#private::Reduce::Along(&[#(#entries),*])), quote!(#rank))
        }
        Reduces::Axes(axes) => {
            let entries = axes.entries.iter().map(|&axis| Literal::usize_unsuffixed(axis));
            let at = ranks::at(axes, private);
            (quote!(#private::Reduce::Axes(&[#(#entries),*])), quote!(#private::reduced(#space, #at)))
        }
    };
    let check = match stage.reduces() {
        Reduces::Axes(axes) => {
            let at = ranks::at(axes, private);
            let fits = names.private_path("FitsAxes::fits", axes.range);
            let found = names.relocate(quote!(#private::found_of_axes(#space, #at)), axes.range);
            quote!(#fits(#found);)
        }
        Reduces::All | Reduces::Nothing(_) | Reduces::Along(_) => TokenStream::new(),
    };
    let call = call(plan, stage.pass(), &[], names, front);
    let evaluation = evaluation(plan, stage.pass(), names);
    let operands = leaves(plan, stage.pass(), names);
    let (name, number) = (names.stage(index), place(plan, index, names));
    let made = match stage.depends() {
        false => {
            let (machine, kernel) = (names.machine(), element_function(plan, Of::Stage(stage), names));
            quote!(let #name = #private::stage(#machine #evaluation #number, #call, #space, #axes, #operands, #kernel);)
        }
        true => {
            let numbers = tree(stage.if_numbers().iter().map(|&leaf| names.leaf_rank(leaf)));
            let (kernel, choice) = (kernel::of_value(plan, stage, names), names.choice(index));
            let stage = quote!(#private::perhaps(#numbers, #operands, #kernel));
            quote! {
                let #name = #stage.__bcast_stage(#evaluation #number, #call, #space, #axes);
                let #choice = #name.choice();
            }
        }
    };
    let position = position(plan, stage, index, names);
    let yielded = yielded(plan, stage, index, names);
    quote! {
        #ranks
        let #space = #private::space(#rank);
        #check
        let #left = #what_is_left;
        #position
        #made
        #yielded
    }
}

/// The number of a stage among those that run.
fn place(plan: &Plan, index: usize, names: &Names) -> TokenStream {
    if plan.stages()[..index].iter().any(Stage::depends) {
        let before = names.stage(index - 1);
        return quote!(#before.next());
    }
    let number = Literal::usize_unsuffixed(index);
    quote!(#number)
}

/// The operand that counts positions, for `argmin` and its kin.
fn position(plan: &Plan, stage: &Stage, index: usize, names: &Names) -> TokenStream {
    let private = names.private();
    let number = place(plan, index, names);
    let positions = plan.leaves_as_written(stage.pass()).into_iter().filter(|(_, leaf)| match leaf.source {
        Source::Position(stage) => stage == index,
        _ => false,
    });
    let lines = positions.map(|(leaf, _)| {
        let leaf = names.leaf(leaf);
        quote!(let #leaf = #private::position(#number);)
    });
    quote!(#(#lines)*)
}

/// A `let` for every operand that a stage yields.
fn yielded(plan: &Plan, stage_of: &Stage, index: usize, names: &Names) -> TokenStream {
    let private = names.private();
    let count = stage_of.folds().len() + stage_of.kept().len();
    let (space, left, name) = (names.space(index), names.left(index), names.stage(index));
    let mut lines = TokenStream::new();
    for (leaf, used) in plan.leaves().iter().enumerate() {
        let Source::Stage { stage, item, form } = used.source else {
            continue;
        };
        if stage != index {
            continue;
        }
        let item =
            if matches!(form, Form::Full | Form::Same | Form::Along(_)) { stage_of.folds().len() + item } else { item };
        let rank = match form {
            Form::Reduced | Form::Same => quote!(#left),
            Form::Kept | Form::Full => quote!(#space),
            Form::Along(count) => {
                let count = Literal::usize_unsuffixed(count);
                quote!(#private::axes::<#count>())
            }
        };
        let (bound, rank_of) = (names.leaf(leaf), names.leaf_rank(leaf));
        let pattern = tree((0..count).map(|other| if other == item { quote!(#bound) } else { quote!(_) }));
        let seen = match (form, stage_of.reduces().axes(), &used.view) {
            // Kernels on a GPU read it wherever it is.
            (Form::Reduced | Form::Same, Some(axes), View::Plain) if !plan.is_gpu() => {
                bind::along("kept", axes, &bound, names)
            }
            (_, _, view) => bind::seen(view, &bound, names),
        };
        lines.extend(quote! {
            let #pattern = #name.leaves(#rank);
            let #bound = #seen;
            let #rank_of = #private::rank(&#bound);
        });
    }
    lines
}
