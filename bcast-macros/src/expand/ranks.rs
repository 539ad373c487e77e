//! Joins the ranks as types and asks for one check per operand, which rustc reports at the operand.

use proc_macro2::{Ident, Literal, Punct, Spacing, Span, TokenStream};
use quote::{ToTokens, quote};

use super::names::Names;
use crate::plan::{Chain, Item, LeafUse, Pass, Plan, Source, View};
use crate::syntax::Axes;
use crate::tokens::{Range, Tokens};
use crate::tree::combine;

/// Above this many axes the runtime has no type of its own for a map.
const FARTHEST: usize = 6;

/// `let`s of the ranks of what is evaluated.
pub(super) fn of_leaves(plan: &Plan, names: &Names) -> TokenStream {
    let private = names.private();
    let evaluated = |(_, leaf): &(usize, &LeafUse)| {
        matches!(leaf.source, Source::Slot(_) | Source::Target(_)) && !matches!(leaf.view, View::Table(_))
    };
    let of = |function, name: Ident| {
        let reference = Tokens::from(Punct::new('&', Spacing::Alone)).then(name);
        private.clone().member(function, Span::call_site()).then(reference.in_parentheses())
    };
    let leaves = plan.leaves().iter().enumerate().filter(evaluated).map(|(index, leaf)| {
        let (rank, name) = (names.leaf_rank(index), names.leaf(index));
        let own = of("rank", name).bound(rank.clone());
        let is_plain = matches!((leaf.source, &leaf.view), (Source::Slot(_), View::Plain));
        let named = named(&rank, leaf.axes.as_ref(), is_plain && plan.is_named(), leaf.range, names);
        own.then(named)
    });
    let targets = plan.targets().iter().enumerate().map(|(index, target)| {
        let (rank, name) = (names.target_rank(index), names.target(index));
        let own = of("target_rank", name).bound(rank.clone());
        let named = named(&rank, target.axes.as_ref(), plan.is_named(), target.range, names);
        own.then(named)
    });
    quote!(#(#leaves)* #(#targets)*)
}

/// The checks of something that names its axes, or has none though others have names. The names say the rank.
fn named(rank: &Ident, axes: Option<&Axes>, must_be_single: bool, range: Range, names: &Names) -> Tokens {
    let private = names.private();
    let Some(axes) = axes else {
        // Unoptimised, as macros mostly are, to write what nobody reads would be a thirtieth of the macro's time.
        if !must_be_single {
            return Tokens::default();
        }
        let path = names.private_path("Nameless::fits", range);
        let asked = names.parenthesis(names.relocate(quote!(#rank), range).to_token_stream(), range.last);
        return quote!(#path #asked; let #rank = #private::unnamed(#rank);).into();
    };
    let at = at(axes, private);
    let fits = names.private_path("FitsNames::fits", axes.range);
    let found = names.relocate(quote!(#private::found_of_map(#rank, #at)), axes.range);
    let count = Literal::usize_unsuffixed(axes.entries.len());
    let known = (axes.reach() <= FARTHEST).then(|| quote!(let #rank = #private::axes::<#count>();));
    quote!(#fits(#found); #known).into()
}

/// `let`s and checks for a pass; the last one, `whole`, is the rank that its loop runs over.
pub(super) fn ranks(plan: &Plan, pass: &Pass, whole: &Ident, names: &Names) -> TokenStream {
    of_stage(plan, pass, whole, false, names)
}

/// `let`s without checks, for a pass that stands in for others, which are checked.
pub(super) fn unchecked(plan: &Plan, pass: &Pass, whole: &Ident, names: &Names) -> TokenStream {
    let lines = TokenStream::new();
    let mut writer = Writer { plan, names, private: names.private(), parts: 0, ends: 0, checks: false, lines };
    writer.chain(pass.ranks(), whole, true);
    writer.lines
}

/// The same for a stage. A part of an expression need not have all axes.
pub(super) fn of_stage(plan: &Plan, pass: &Pass, whole: &Ident, is_part: bool, names: &Names) -> TokenStream {
    let lines = TokenStream::new();
    let mut writer = Writer { plan, names, private: names.private(), parts: 0, ends: 0, checks: true, lines };
    writer.chain(pass.ranks(), whole, plan.is_numpy());
    // Asked of the whole only: an axis that an inner map skips may stay unused outside.
    if !is_part {
        writer.covered(pass.ranks(), whole);
    }
    writer.lines
}

/// The axes of a map or of a reduction as a type.
pub(super) fn at(axes: &Axes, private: &Tokens) -> TokenStream {
    let length = Literal::usize_unsuffixed(axes.entries.len());
    match axes.reach() {
        reach if reach > FARTHEST => quote!(#private::AtFar::<#length>),
        reach => {
            let reach = Literal::usize_unsuffixed(reach);
            quote!(#private::At::<#length, #reach>)
        }
    }
}

struct Writer<'a> {
    plan: &'a Plan,
    names: &'a Names,
    private: &'a Tokens,
    parts: usize,
    ends: usize,
    checks: bool,
    lines: TokenStream,
}

impl Writer<'_> {
    /// Names the joined rank of a chain `whole` and checks every item against it.
    fn chain(&mut self, chain: &Chain, whole: &Ident, numpy: bool) {
        let private = self.private;
        let ranks: Vec<Ident> = chain.items().iter().map(|item| self.item(item, numpy)).collect();
        let join = |left, right| {
            private.clone().member("join", Span::call_site()).then(Tokens::separated([left, right]).in_parentheses())
        };
        let says_rank = |item: &Item| !matches!(item, Item::Reduced { .. }) && !self.is_given(item);
        let others = chain.items().iter().zip(&ranks).filter(|(item, _)| says_rank(item));
        let others: Vec<Tokens> = others.map(|(_, rank)| rank.clone().into()).collect();
        let mut joined = combine(&others, &join).unwrap_or_else(|| quote!(#private::scalar()).into());
        if let Some(reductions) = self.met(chain.reductions().iter().map(|(_, stages)| stages.as_slice())) {
            joined = quote!(#private::around(#reductions, #joined)).into();
        }
        self.lines.extend(joined.bound(whole.clone()));
        if self.checks && (ranks.len() > 1 || chain.items().iter().any(|item| self.is_given(item))) {
            for (item, rank) in chain.items().iter().zip(&ranks) {
                self.fits(item, rank, whole, numpy);
            }
        }
    }

    /// Whether something lies along axes that are known when the call runs: then it says no rank.
    fn is_given(&self, item: &Item) -> bool {
        matches!(item, Item::Mapped(_, axes) if axes.given.is_some())
    }

    /// What reductions make side by side: those of a group are over the same axes.
    fn met<'s>(&self, groups: impl Iterator<Item = &'s [usize]>) -> Option<TokenStream> {
        let private = self.private;
        let group = |stages: &[usize]| {
            let ranks = stages.iter().map(|&stage| self.names.left(stage).into_token_stream());
            ranks.reduce(|met, rank| quote!(#private::meet_same(#met, #rank)))
        };
        groups.filter_map(group).reduce(|met, group| quote!(#private::meet_other(#met, #group)))
    }

    fn item(&mut self, item: &Item, numpy: bool) -> Ident {
        match item {
            Item::Leaf(leaf) | Item::Shape(leaf) => self.names.leaf_rank(*leaf),
            Item::Reduced { stage, .. } => self.names.left(*stage),
            Item::Whole { stage, .. } => self.names.space(*stage),
            Item::Target(target) => self.names.target_rank(*target),
            Item::Mapped(part, axes) => self.mapped(part, axes),
            Item::End(end) => self.end(end, numpy),
        }
    }

    /// One of several assignments and values.
    fn end(&mut self, end: &Chain, numpy: bool) -> Ident {
        let whole = self.names.end_rank(self.ends);
        self.ends += 1;
        self.chain(end, &whole, numpy);
        if self.checks {
            self.covered(end, &whole);
        }
        whole
    }

    fn mapped(&mut self, part: &Chain, axes: &Axes) -> Ident {
        let (inner, outer) = (self.names.part_rank(self.parts), self.names.mapped_rank(self.parts));
        self.parts += 1;
        self.chain(part, &inner, false);
        let private = self.private;
        if let Some(given) = self.names.given(&axes.entries) {
            let fits = self.names.private_path("FitsMap::fits", axes.range);
            let found = self.names.relocate(quote!(#private::found_of_given(#inner, #given)), axes.range);
            self.lines.extend(if self.checks { quote!(#fits(#found);) } else { TokenStream::new() });
            return inner;
        }
        let at = at(axes, private);
        if self.checks {
            let check = if axes.is_named() { "FitsNames::fits" } else { "FitsMap::fits" };
            let fits = self.names.private_path(check, axes.range);
            let found = self.names.relocate(quote!(#private::found_of_map(#inner, #at)), axes.range);
            self.lines.extend(quote!(#fits(#found);));
        }
        self.lines.extend(quote!(let #outer = #private::MapRank::map_rank(#inner, #at);));
        outer
    }

    /// The first check takes the ranks, the others what it found.
    fn fits(&mut self, item: &Item, rank: &Ident, whole: &Ident, numpy: bool) {
        let (range, checks): (Range, &[&str]) = match item {
            Item::Leaf(_) if numpy => return,
            Item::Whole { .. } if numpy => return,
            Item::Reduced { range, .. } => (*range, &["Beside"]),
            Item::Whole { range, .. } => (*range, &["FitsVector", "FitsMatrix", "Fits"]),
            Item::Leaf(leaf) => (self.plan.leaves()[*leaf].range, &["FitsVector", "FitsMatrix", "Fits"]),
            Item::Shape(leaf) => (self.plan.leaves()[*leaf].range, &["ShapeFits"]),
            Item::Target(target) => (self.plan.targets()[*target].range, &["TargetFits"]),
            Item::Mapped(_, axes) if self.is_given(item) => {
                let path = self.names.private_path("HasRank::fits", axes.range);
                let asked = self.names.relocate(quote!(#whole), axes.range);
                self.lines.extend(quote!(#path(#asked);));
                return;
            }
            Item::Mapped(_, axes) => (axes.range, &["Reaches"]),
            // It has been checked by itself.
            Item::End(_) => return,
        };
        let ranks = Tokens::separated([rank.clone().into(), whole.clone().into()]);
        let mut asked = self.names.relocate(ranks, range);
        for check in checks {
            let path = self.names.private_path(&format!("{check}::fits"), range);
            asked = path.then(self.names.parenthesis(asked, range.last));
        }
        self.lines.extend(asked.then(Punct::new(';', Spacing::Alone)));
    }

    fn covered(&mut self, chain: &Chain, whole: &Ident) {
        let Some((gaps, range)) = chain.gaps() else {
            return;
        };
        let private = self.private;
        for gap in gaps {
            let axis = Literal::usize_unsuffixed(gap.axis);
            let path = self.names.relocate(quote!(#private::Covered::<#axis>::covered), range);
            let covers = match self.met(gap.kept.iter().map(std::slice::from_ref)) {
                Some(kept) => quote!(#private::unless_kept(#kept, #whole)),
                None => whole.to_token_stream(),
            };
            let argument = self.names.relocate(covers, range);
            self.lines.extend(quote!(#path(#argument);));
        }
    }
}
