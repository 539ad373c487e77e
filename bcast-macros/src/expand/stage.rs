//! Calls of several passes: each stage, and what it yields as operands of the rest.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};

use super::names::Names;
use super::{Of, arguments, bind, call, element, element_function, evaluation, explain, leaves, ranks};
use crate::front::Front;
use crate::plan::{Form, Last, Plan, Reduces, Source, Stage, Turn, View};
use crate::syntax::Axes;
use crate::tokens::Tokens;
use crate::tree::tree;

/// Stages that run one after the other, and the last passes that follow them.
#[derive(Default)]
pub(super) struct Round {
    stages: Vec<usize>,
    pub(super) lasts: Vec<usize>,
}

/// The passes in the order in which they run.
pub(super) fn rounds(plan: &Plan) -> Vec<Round> {
    let mut rounds = vec![Round::default()];
    for turn in plan.order() {
        match (*turn, rounds.last_mut()) {
            (Turn::Stage(stage), Some(round)) if round.lasts.is_empty() => round.stages.push(stage),
            (Turn::Stage(stage), _) => rounds.push(Round { stages: vec![stage], lasts: Vec::new() }),
            (Turn::Last(last), Some(round)) => round.lasts.push(last),
            (Turn::Last(_), None) => {}
        }
    }
    rounds
}

/// Everything before the run, and the run.
pub(super) fn passes(plan: &Plan, names: &Names, front: &Front) -> (TokenStream, TokenStream) {
    let private = names.private();
    let mut before = all(plan, names, front);
    let rounds = rounds(plan);
    let mut finals: Vec<Tokens> = Vec::new();
    for (number, round) in rounds.iter().enumerate() {
        let lasts = tree(round.lasts.iter().map(|&last| {
            let rank = names.last_rank(last);
            before.extend(ranks::ranks(plan, plan.lasts()[last].pass(), &rank, names));
            one_last(plan, &plan.lasts()[last], &rank, names, front)
        }));
        let stages = stages(plan, round, names);
        finals.push(if number == 0 { lasts } else { quote!(#private::then(#stages, #lasts)).into() });
    }
    let mut finals = tree(finals);
    if let Some(together) = plan.together() {
        let rank = names.whole();
        before.extend(ranks::unchecked(plan, together.pass(), &rank, names));
        let together = one_last(plan, together, &rank, names, front);
        finals = quote!(#private::either(#together, #finals)).into();
    }
    let stages = stages(plan, &rounds[0], names);
    let function = names.function(front, "run_stages");
    let machine = explain::argument(plan, names, front);
    let run = quote!(#private::#function(#machine #stages, #finals));
    if !plan.is_gpu() {
        return (before, run);
    }
    // What borrows the stages ends before they do, in every edition.
    let results = names.results();
    before.extend(quote!(let #results = #run;));
    (before, quote!(#results))
}

/// `let`s of all stages and of what they yield.
pub(super) fn all(plan: &Plan, names: &Names, front: &Front) -> TokenStream {
    let mut lines = TokenStream::new();
    for turn in plan.order() {
        if let Turn::Stage(index) = *turn {
            lines.extend(self::stage(plan, &plan.stages()[index], index, names, front));
        }
    }
    lines
}

pub(super) fn stages(plan: &Plan, round: &Round, names: &Names) -> Tokens {
    tree(round.stages.iter().map(|&index| {
        let stage = names.stage(index);
        // On a GPU they hold what later passes read.
        if plan.is_gpu() { quote!(&#stage) } else { quote!(#stage) }
    }))
}

fn one_last(plan: &Plan, last: &Last, rank: &Ident, names: &Names, front: &Front) -> TokenStream {
    let private = names.private();
    let arguments = arguments(plan, last, names, front, rank);
    quote!(#private::last(#arguments))
}

fn stage(plan: &Plan, stage: &Stage, index: usize, names: &Names, front: &Front) -> TokenStream {
    let private = names.private();
    let (rank, space, left) = (names.stage_rank(index), names.space(index), names.left(index));
    let is_map = matches!(stage.reduces(), Reduces::Nothing(_) | Reduces::Along(_));
    let ranks = ranks::of_stage(plan, stage.pass(), &rank, is_map, names);
    let Reduced { axes, left: what_is_left, check } = reduced(stage, (&rank, &space), names);
    let call = call(plan, stage.pass(), &[], names, front);
    let evaluation = evaluation_of(plan, stage, names);
    let operands = leaves(plan, stage.pass(), names);
    let (name, number) = (names.stage(index), place(plan, index, names));
    let made = match stage.depends() {
        false => {
            let (machine, function) = (names.machine(), element_function(plan, Of::Stage(stage), names));
            let make = names.ident(maker(stage));
            quote! {
                let #name = #private::#make(#machine #evaluation #number, #call, #space, #axes, #operands, #function);
            }
        }
        true => {
            let numbers = tree(stage.if_numbers().iter().map(|&leaf| names.leaf_rank(leaf)));
            let (function, choice) = (element::of_value(plan, stage, names), names.choice(index));
            let stage = quote!(#private::conditional(#numbers, #operands, #function));
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

/// What makes a stage.
fn maker(stage: &Stage) -> &'static str {
    match stage.reduces() {
        Reduces::All if stage.folds().iter().any(|fold| fold.onto.is_some()) => "onto_stage",
        Reduces::Axes(axes) if axes.given.is_some() => "given_stage",
        Reduces::Scans(axes, ..) if axes.given.is_some() => "given_scan_stage",
        Reduces::Scans(..) => "scan_stage",
        _ => "stage",
    }
}

/// How the processor evaluates a stage.
fn evaluation_of(plan: &Plan, stage: &Stage, names: &Names) -> TokenStream {
    let private = names.private();
    match stage.contracts() {
        true => {
            let has_numbers = stage.has_numbers();
            quote!(#private::Contracting::<#has_numbers>,)
        }
        false => evaluation(plan, stage.pass(), names),
    }
}

/// Which axes a stage reduces, and what it leaves.
struct Reduced {
    axes: TokenStream,
    left: TokenStream,
    check: TokenStream,
}

fn reduced(stage: &Stage, (rank, space): (&Ident, &Ident), names: &Names) -> Reduced {
    let private = names.private();
    let variant = |name: &str, axes: &[usize]| {
        let (name, entries) = (names.ident(name), axes.iter().map(|&axis| Literal::usize_unsuffixed(axis)));
        quote!(#private::Reduce::#name(&[#(#entries),*]))
    };
    let mut check = TokenStream::new();
    let mut fits = |axes: &Axes| {
        let at = ranks::at(axes, private);
        let arguments = names.relocate(quote!(#at, #space), axes.range).into_token_stream();
        let fits = names.private_path("FitsAxes::fits", axes.range);
        let found = names.relocate(quote!(#private::LessAt::found(#arguments)), axes.range);
        check = quote!(#fits(#found););
        arguments
    };
    let (axes, left) = match stage.reduces() {
        Reduces::All => (quote!(#private::Reduce::All), quote!(#private::scalar())),
        Reduces::Left(axes, of) => return left_axes(stage, axes, *of, space, names),
        Reduces::Nothing(axes) => (variant("Nothing", axes), quote!(#rank)),
        Reduces::Along(axes) => (variant("Along", axes), quote!(#rank)),
        Reduces::Scans(axes, ..) => {
            axes.given.is_none().then(|| fits(axes));
            (scanned(stage, names), quote!(#rank))
        }
        Reduces::Axes(axes) => match names.given(&axes.entries) {
            Some(given) => {
                let left = names.relocate(quote!(#private::reduced_given(#space, #given)), axes.range);
                (quote!(#private::Reduce::Given(#given.axes())), left.to_token_stream())
            }
            None => {
                let arguments = fits(axes);
                let left = names.relocate(quote!(#private::LessAt::left(#arguments)), axes.range);
                (variant("Axes", &axes.entries), left.to_token_stream())
            }
        },
    };
    Reduced { axes, left, check }
}

/// What runs along which axis.
fn scanned(stage: &Stage, names: &Names) -> TokenStream {
    let Reduces::Scans(axes, item, name) = stage.reduces() else { return TokenStream::new() };
    let axis = scanned_axis(axes, names);
    #[cfg(feature = "gpu")]
    if names.is_gpu() {
        let by = names.kernel_operation(item);
        return quote!((#axis, #by));
    }
    let (by, is_plain) = (names.operation(item.owner, "by", *name), stage.pass().steps().is_empty());
    quote!((#axis, #by, #is_plain))
}

/// The axis along which a scan runs.
fn scanned_axis(axes: &Axes, names: &Names) -> TokenStream {
    let Some(given) = names.given(&axes.entries) else {
        let axis = axes.entries.iter().map(|&axis| Literal::usize_unsuffixed(axis));
        return quote!(#(#axis)*);
    };
    let one = names.private_path("OneAxis::one", axes.range);
    let given = names.relocate(quote!(#given), axes.range);
    quote!(#one(#given))
}

/// What a stage reduces that sums onto what another left: types decide.
fn left_axes(stage: &Stage, axes: &Axes, of: usize, space: &Ident, names: &Names) -> Reduced {
    let (private, left) = (names.private(), names.left(of));
    let range = stage.folds().first().map_or(axes.range, |fold| fold.range);
    let fits = names.private_path("LeftIsTold::fits", range);
    let told = names.relocate(quote!(#private::left_told(#left, #space)), range);
    let axes = match names.given(&axes.entries) {
        Some(given) => quote!(#private::onto_left_given(#left, #space, #given.axes())),
        None => {
            let entries = axes.entries.iter().map(|&axis| Literal::usize_unsuffixed(axis));
            quote!(#private::onto_left_axes(#left, #space, &[#(#entries),*]))
        }
    };
    Reduced { axes, left: left.into_token_stream(), check: quote!(#fits(#told);) }
}

/// The number of a stage among the passes that run.
fn place(plan: &Plan, index: usize, names: &Names) -> TokenStream {
    let before = plan.order().iter().take_while(|turn| **turn != Turn::Stage(index));
    let before: Vec<Turn> = before.copied().collect();
    let depends = |turn: &Turn| matches!(turn, Turn::Stage(stage) if plan.stages()[*stage].depends());
    let last_stage =
        before.iter().rev().find_map(|turn| if let Turn::Stage(stage) = turn { Some(*stage) } else { None });
    let number = |number: usize| Literal::usize_unsuffixed(number).into_token_stream();
    match last_stage.filter(|_| before.iter().any(depends)) {
        None => number(before.len()),
        Some(stage) => {
            let stage = names.stage(stage);
            let since = before.iter().rev().take_while(|turn| matches!(turn, Turn::Last(_))).count();
            let since = (since > 0).then(|| number(since)).into_iter();
            quote!(#stage.next() #(+ #since)*)
        }
    }
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
    let name = names.stage(index);
    let mut lines = TokenStream::new();
    for (leaf, used) in plan.leaves().iter().enumerate().filter(|(leaf, _)| plan.is_read(*leaf)) {
        let (item, form) = match used.source {
            Source::Stage { stage, item, form } if stage == index => (item, form),
            _ => continue,
        };
        let (bound, rank_of) = (names.leaf(leaf), names.leaf_rank(leaf));
        let (pattern, rank) = item_of(stage_of, index, (item, form), &bound, names);
        let is_onto = matches!(form, Form::Own(_) | Form::Reduced) && stage_of.folds()[item].onto.is_some();
        let own = is_onto.then(|| {
            let again = names.kept_of(&bound);
            quote!(let #bound = #private::yielded(#bound, #again);)
        });
        let seen = match (form, stage_of.reduces().axes(), &used.view) {
            // Kernels on a GPU read it wherever it is.
            (Form::Reduced | Form::Same, Some(axes), View::Plain) if !plan.is_gpu() && names.given(axes).is_none() => {
                Some(bind::along("kept", axes, 2, &bound, names))
            }
            (_, _, View::Plain | View::Table(_) | View::Shape) => None,
            (_, _, view) => Some(bind::seen(plan, view, &bound, names)),
        };
        let seen = seen.map(|seen| quote!(let #bound = #seen;));
        lines.extend(quote! {
            let #pattern = #name.leaves(#rank);
            #own
            #seen
            let #rank_of = #private::rank(&#bound);
        });
    }
    lines
}

/// The pattern that names an item of a stage among all, and its rank.
pub(super) fn item_of(
    stage: &Stage,
    index: usize,
    (item, form): (usize, Form),
    bound: &Ident,
    names: &Names,
) -> (TokenStream, TokenStream) {
    let private = names.private();
    let (folds, kept) = (stage.folds().len(), stage.kept().len());
    let is_kept = matches!(form, Form::Full | Form::Same | Form::Along(_));
    let is_onto = |fold: usize| stage.folds()[fold].onto.is_some();
    // What is summed or kept stands behind all others, too.
    let behind = folds + kept + if is_kept { 0 } else { (0..item).filter(|&fold| is_onto(fold)).count() };
    let again = (!is_kept && is_onto(item)).then(|| names.kept_of(bound));
    let item = if is_kept { folds + item } else { item };
    let all = folds + kept + (0..folds).filter(|&fold| is_onto(fold)).count();
    let pattern = tree((0..all).map(|other| match &again {
        _ if other == item => quote!(#bound),
        Some(again) if other == behind => quote!(#again),
        _ => quote!(_),
    }));
    let rank = match form {
        Form::Reduced | Form::Same => names.left(index).into_token_stream(),
        Form::Whole | Form::Full => names.space(index).into_token_stream(),
        Form::Own(operand) => {
            let (private, own, space) = (names.private(), names.leaf_rank(operand), names.space(index));
            quote!(#private::onto_rank(#own, #space))
        }
        Form::Along(count) => {
            let count = Literal::usize_unsuffixed(count);
            quote!(#private::axes::<#count>())
        }
    };
    (pattern.into_token_stream(), rank)
}
