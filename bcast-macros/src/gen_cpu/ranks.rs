//! Joins the ranks as types and asks for one check per operand, which rustc reports at the operand.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use super::names::Names;
use super::tree::combine;
use crate::plan::{Chain, Item, Plan};
use crate::syntax::Axes;
use crate::tokens::Range;

/// Above this many axes the runtime has no type of its own for a map.
const FARTHEST: usize = 6;

/// `let`s and checks for the whole; the last one is the rank that the loop runs over.
pub(super) fn ranks(plan: &Plan, names: &Names) -> TokenStream {
    let private = names.private();
    let leaves = (0..plan.leaves().len()).map(|index| {
        let (rank, leaf) = (names.leaf_rank(index), names.leaf(index));
        quote!(let #rank = #private::rank(&#leaf);)
    });
    let targets = (0..plan.targets().len()).map(|index| {
        let (rank, target) = (names.target_rank(index), names.target(index));
        quote!(let #rank = #private::target_rank(&#target);)
    });
    let mut writer = Writer { plan, names, private: private.clone(), parts: 0, lines: TokenStream::new() };
    writer.chain(plan.ranks(), &names.whole(), plan.is_numpy());
    // Asked of the whole only: an axis that an inner map skips may stay unused outside.
    writer.covered(plan.ranks(), &names.whole());
    let lines = writer.lines;
    quote!(#(#leaves)* #(#targets)* #lines)
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
        let joined = combine(&ranks, &join).unwrap_or_else(|| quote!(#private::scalar()));
        self.lines.extend(quote!(let #whole = #joined;));
        if ranks.len() > 1 {
            for (item, rank) in chain.items().iter().zip(&ranks) {
                self.fits(item, rank, whole, numpy);
            }
        }
    }

    fn item(&mut self, item: &Item) -> TokenStream {
        match item {
            Item::Leaf(leaf) | Item::Shape(leaf) => self.names.leaf_rank(*leaf),
            Item::Target(target) => self.names.target_rank(*target),
            Item::Mapped(part, axes) => self.mapped(part, axes),
        }
    }

    fn mapped(&mut self, part: &Chain, axes: &Axes) -> TokenStream {
        let (inner, outer) = (self.names.part_rank(self.parts), self.names.mapped_rank(self.parts));
        self.parts += 1;
        self.chain(part, &inner, false);
        let private = &self.private;
        let at = self.at(axes);
        let fits = self.names.private_path(&quote!(FitsMap::fits), axes.range);
        let verdict = self.names.borrowed(&quote!(#private::map_verdict(#inner, #at)), axes.range);
        self.lines.extend(quote! {
            #fits(#verdict);
            let #outer = #private::MapRank::map_rank(#inner, #at);
        });
        outer
    }

    fn at(&self, axes: &Axes) -> TokenStream {
        let private = &self.private;
        let length = Literal::usize_unsuffixed(axes.entries.len());
        match axes.reach() {
            reach if reach > FARTHEST => quote!(#private::AtFar::<#length>),
            reach => {
                let reach = Literal::usize_unsuffixed(reach);
                quote!(#private::At::<#length, #reach>)
            }
        }
    }

    fn fits(&mut self, item: &Item, rank: &TokenStream, whole: &TokenStream, numpy: bool) {
        let private = &self.private;
        let (range, verdict, checks): (Range, TokenStream, &[&str]) = match item {
            Item::Leaf(_) if numpy => return,
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
