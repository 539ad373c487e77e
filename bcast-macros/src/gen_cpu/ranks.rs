//! Joins the ranks as types and asks for one check per operand, which rustc reports at the operand.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use super::names::Names;
use super::tree::combine;
use crate::plan::{Chain, Item, LeafUse, Pass, Plan, Source};
use crate::syntax::Axes;
use crate::tokens::Range;

/// Above this many axes the runtime has no type of its own for a map.
const FARTHEST: usize = 6;

/// `let`s of the ranks of what is evaluated.
pub(super) fn of_leaves(plan: &Plan, names: &Names) -> TokenStream {
    let private = names.private();
    let evaluated = |(_, leaf): &(usize, &LeafUse)| matches!(leaf.source, Source::Slot(_) | Source::Target(_));
    let leaves = plan.leaves().iter().enumerate().filter(evaluated).map(|(index, _)| {
        let (rank, leaf) = (names.leaf_rank(index), names.leaf(index));
        quote!(let #rank = #private::rank(&#leaf);)
    });
    let targets = (0..plan.targets().len()).map(|index| {
        let (rank, target) = (names.target_rank(index), names.target(index));
        quote!(let #rank = #private::target_rank(&#target);)
    });
    quote!(#(#leaves)* #(#targets)*)
}

/// `let`s and checks for a pass; the last one, `whole`, is the rank that its loop runs over.
pub(super) fn ranks(plan: &Plan, pass: &Pass, whole: &TokenStream, names: &Names) -> TokenStream {
    of_stage(plan, pass, whole, false, names)
}

/// The same for a stage. A part of an expression need not have all axes.
pub(super) fn of_stage(plan: &Plan, pass: &Pass, whole: &TokenStream, is_part: bool, names: &Names) -> TokenStream {
    let mut writer = Writer { plan, names, private: names.private(), parts: 0, lines: TokenStream::new() };
    writer.chain(pass.ranks(), whole, plan.is_numpy());
    // Asked of the whole only: an axis that an inner map skips may stay unused outside.
    if !is_part {
        writer.covered(pass.ranks(), whole);
    }
    writer.lines
}

/// The axes of a map or of a reduction as a type.
pub(super) fn at(axes: &Axes, private: &TokenStream) -> TokenStream {
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
    private: TokenStream,
    parts: usize,
    lines: TokenStream,
}

impl Writer<'_> {
    /// Names the joined rank of a chain `whole` and checks every item against it.
    fn chain(&mut self, chain: &Chain, whole: &TokenStream, numpy: bool) {
        let private = self.private.clone();
        let ranks: Vec<TokenStream> = chain.items().iter().map(|item| self.item(item)).collect();
        let join = |left, right| quote!(#private::join(#left, #right));
        let is_last = |item: &Item| matches!(item, Item::Reduced(_));
        let pairs = || chain.items().iter().zip(&ranks);
        let first: Vec<TokenStream> =
            pairs().filter(|(item, _)| !is_last(item)).map(|(_, rank)| rank.clone()).collect();
        let joined = combine(&first, &join).unwrap_or_else(|| quote!(#private::scalar()));
        let around = |base, rank| quote!(#private::around(#rank, #base));
        // Those of earlier stages first: later ones may have been reduced from them.
        let stage = |item: &Item| match item {
            Item::Reduced(leaf) => match self.plan.leaves()[*leaf].source {
                Source::Stage { stage, .. } => stage,
                _ => 0,
            },
            _ => 0,
        };
        let mut last: Vec<(&Item, &TokenStream)> = pairs().filter(|(item, _)| is_last(item)).collect();
        last.sort_by_key(|(item, _)| stage(item));
        let joined = last.into_iter().map(|(_, rank)| rank).fold(joined, around);
        self.lines.extend(quote!(let #whole = #joined;));
        if ranks.len() > 1 {
            for (item, rank) in chain.items().iter().zip(&ranks) {
                self.fits(item, rank, whole, numpy);
            }
        }
    }

    fn item(&mut self, item: &Item) -> TokenStream {
        match item {
            Item::Leaf(leaf) | Item::Shape(leaf) | Item::Reduced(leaf) => self.names.leaf_rank(*leaf),
            Item::Target(target) => self.names.target_rank(*target),
            Item::Mapped(part, axes) => self.mapped(part, axes),
        }
    }

    fn mapped(&mut self, part: &Chain, axes: &Axes) -> TokenStream {
        let (inner, outer) = (self.names.part_rank(self.parts), self.names.mapped_rank(self.parts));
        self.parts += 1;
        self.chain(part, &inner, false);
        let private = &self.private;
        let at = at(axes, private);
        let fits = self.names.private_path(&quote!(FitsMap::fits), axes.range);
        let verdict = self.names.borrowed(&quote!(#private::map_verdict(#inner, #at)), axes.range);
        self.lines.extend(quote! {
            #fits(#verdict);
            let #outer = #private::MapRank::map_rank(#inner, #at);
        });
        outer
    }

    fn fits(&mut self, item: &Item, rank: &TokenStream, whole: &TokenStream, numpy: bool) {
        let private = &self.private;
        let (range, verdict, checks): (Range, TokenStream, &[&str]) = match item {
            Item::Leaf(_) if numpy => return,
            Item::Reduced(leaf) => {
                let range = self.plan.leaves()[*leaf].range;
                let path = self.names.private_path(&quote!(Beside::fits), range);
                let inside = self.names.relocate(quote!(#rank, #whole), range);
                let arguments = self.names.relocate(quote!((#inside)), Range::at(range.last));
                return self.lines.extend(quote!(#path #arguments;));
            }
            Item::Leaf(leaf) => {
                (self.plan.leaves()[*leaf].range, quote!(verdict), &["FitsVector", "FitsMatrix", "Fits"])
            }
            Item::Shape(leaf) => (self.plan.leaves()[*leaf].range, quote!(target_verdict), &["ShapeFits"]),
            Item::Target(target) => (self.plan.targets()[*target].range, quote!(target_verdict), &["TargetFits"]),
            Item::Mapped(_, axes) => (axes.range, quote!(verdict), &["Reaches"]),
        };
        for check in checks {
            let check = Ident::new(check, Span::call_site());
            let path = self.names.private_path(&quote!(#check::fits), range);
            let verdict = self.names.borrowed(&quote!(#private::#verdict(#rank, #whole)), range);
            self.lines.extend(quote!(#path(#verdict);));
        }
    }

    fn covered(&mut self, chain: &Chain, whole: &TokenStream) {
        let Some((gaps, range)) = chain.gaps() else {
            return;
        };
        for gap in gaps {
            let gap = Literal::usize_unsuffixed(gap);
            let path = self.names.private_path(&quote!(Covered::<#gap>::covered), range);
            let argument = self.names.relocate(whole.clone(), range);
            self.lines.extend(quote!(#path(#argument);));
        }
    }
}
