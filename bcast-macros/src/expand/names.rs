//! Names of the expansion, all invisible to the user's code.

use proc_macro2::{Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::quote;

use crate::front::{Form, Front};
#[cfg(feature = "gpu")]
use crate::ops::Item;
use crate::ops::{CONVERSIONS, Mode};
use crate::plan::{Local, Plan, Role};
use crate::syntax::GIVEN;
use crate::tokens::{Range, Tokens};

/// Writes paths into the runtime and the names of locals.
pub(crate) struct Names {
    krate: Tokens,
    private: Tokens,
    /// The hygiene of everything that the expansion adds.
    ///
    /// It is that of `$crate`: rustc underlines the user's tokens, and not the whole call, only where all tokens of a
    /// path and of its arguments share one context.
    site: Span,
    /// The runtime has the same names for a GPU in a module of its own.
    gpu: bool,
    /// What was evaluated is held by value, for an expression to keep it.
    lazy: bool,
    /// What integers do where a result does not fit.
    mode: Option<Mode>,
    role: Role,
}

impl Names {
    pub(crate) fn new(krate: TokenStream, plan: &Plan, lazy: bool) -> Self {
        let krate = Tokens::from(krate);
        let site = match krate.first() {
            Some(TokenTree::Ident(word)) if word == "$crate" => word.span(),
            _ => Span::mixed_site(),
        };
        let (gpu, mode) = (plan.is_gpu(), plan.mode());
        let mut names = Names { private: krate.clone(), krate, site, gpu, lazy, mode, role: plan.role() };
        let private = match (gpu, plan.place()) {
            (true, _) => "__private::gpu",
            (false, Some(_)) => "__private::on",
            (false, None) => "__private",
        };
        names.private = names.private.member(private, site);
        names
    }

    /// A span at the user's text, with the hygiene of the expansion.
    pub(crate) fn at(&self, span: Span) -> Span {
        span.resolved_at(self.site)
    }

    /// `$crate::__private`, or the module of it for where the call runs
    pub(crate) fn private(&self) -> &Tokens {
        &self.private
    }

    /// `root::a::b`, underlined as `range`.
    fn path_from(&self, root: &Tokens, tail: &str, range: Range) -> Tokens {
        self.relocate(root.clone().member(tail, self.site), range)
    }

    /// The form of a function that runs a call.
    pub(crate) fn function(&self, front: &Front, name: &str) -> Ident {
        match front.form {
            Form::Run | Form::Lazy => self.ident(name),
            Form::Try | Form::TryLazy => self.ident(&format!("try_{name}")),
            Form::Text => self.ident(&format!("text_{name}")),
            Form::Explain => self.ident(&format!("explain_{name}")),
            Form::TryExplain => self.ident(&format!("try_explain_{name}")),
        }
    }

    /// The GPU, as the first argument of what runs on it.
    pub(crate) fn machine(&self) -> TokenStream {
        let machine = self.machine_itself();
        if self.gpu { quote!(#machine,) } else { TokenStream::new() }
    }

    /// The place that the call runs on.
    pub(crate) fn place(&self) -> Ident {
        self.ident("place")
    }

    pub(crate) fn machine_itself(&self) -> Ident {
        self.ident("gpu")
    }

    /// `$crate::..`, underlined as `range`.
    pub(crate) fn path(&self, tail: &str, range: Range) -> Tokens {
        self.path_from(&self.krate, tail, range)
    }

    /// `$crate::__private::..`, underlined as `range`.
    pub(crate) fn private_path(&self, tail: &str, range: Range) -> Tokens {
        self.path_from(&self.private, tail, range)
    }

    /// `$crate::ops::Plus::plus`, or `$crate::ops::wrapping::Plus::plus`, underlined as `range`.
    pub(crate) fn operation(&self, owner: &str, method: &str, range: Range) -> Tokens {
        // What derivatives alone are written with is not public.
        if owner.starts_with("gradient::") {
            return self.private_path(&format!("{owner}::{method}"), range);
        }
        let other = self.mode.and_then(|mode| mode.owner(owner));
        self.path(&format!("ops::{}::{method}", other.as_deref().unwrap_or(owner)), range)
    }

    /// What integers do where a result does not fit.
    pub(super) fn mode(&self) -> Option<Mode> {
        self.mode
    }

    /// What the plan is for.
    pub(crate) fn role(&self) -> Role {
        self.role
    }

    /// Whether the call runs on a GPU.
    #[cfg(feature = "gpu")]
    pub(crate) fn is_gpu(&self) -> bool {
        self.gpu
    }

    /// `plus`, or `wrapping_plus`: what kernels know an operation by.
    #[cfg(feature = "gpu")]
    pub(crate) fn kernel_operation(&self, item: &Item) -> String {
        let other = self.mode.and_then(|mode| mode.operation(item.owner, item.method));
        other.unwrap_or_else(|| item.method.to_owned())
    }

    /// What kernels multiply by for a power, if an attribute says it.
    #[cfg(feature = "gpu")]
    pub(crate) fn kernel_product(&self) -> Option<String> {
        self.mode.and_then(|mode| mode.operation("Times", "times"))
    }

    pub(crate) fn krate(&self) -> &Tokens {
        &self.krate
    }

    /// `$crate::ops::Adopt::<2>::like`
    pub(crate) fn adoption(&self, number: Literal, method: &str) -> TokenStream {
        let (krate, method) = (&self.krate, self.ident(method));
        quote!(#krate::ops::Adopt::<#number>::#method)
    }

    /// `$crate::ops::Convert::<f32>::convert`, underlined as `range`.
    pub(crate) fn conversion(&self, kind: &Ident, range: Range) -> Tokens {
        let krate = &self.krate;
        let target = match CONVERSIONS.contains(&kind.to_string().as_str()) {
            true => quote!(#krate::__private::#kind),
            false => quote!(#kind),
        };
        self.relocate(quote!(#krate::ops::Convert::<#target>::convert), range)
    }

    /// A reference to `tokens`, underlined as `range`.
    pub(crate) fn borrowed(&self, tokens: impl Into<Tokens>, range: Range) -> Tokens {
        self.behind("&", tokens, range)
    }

    /// `&*tokens`, underlined as `range`.
    pub(crate) fn reborrowed(&self, tokens: impl Into<Tokens>, range: Range) -> Tokens {
        self.behind("&*", tokens, range)
    }

    /// A reference to what a slot was evaluated to, underlined as `range`.
    pub(crate) fn evaluated(&self, slot: usize, range: Range) -> Tokens {
        self.behind(if self.lazy { "&" } else { "&*" }, self.reference(slot), range)
    }

    /// What a slot was evaluated to, to be called.
    pub(crate) fn function_in(&self, slot: usize) -> TokenStream {
        let reference = self.reference(slot);
        if self.lazy { quote!((#reference)) } else { quote!((*#reference)) }
    }

    fn behind(&self, signs: &str, tokens: impl Into<Tokens>, range: Range) -> Tokens {
        let mut all = Tokens::default();
        for sign in signs.chars() {
            all = all.then(Punct::new(sign, Spacing::Alone));
        }
        self.relocate(all.then(tokens), range)
    }

    /// The same tokens, underlined as `range`.
    pub(crate) fn relocate(&self, tokens: impl Into<Tokens>, range: Range) -> Tokens {
        tokens.into().between(self.at(range.first), self.at(range.last))
    }

    /// `(tokens)`, underlined as one token.
    pub(crate) fn parenthesis(&self, tokens: impl Into<Tokens>, span: Span) -> Group {
        let mut group = tokens.into().in_parentheses();
        group.set_span(self.at(span));
        group
    }

    pub(crate) fn ident(&self, text: &str) -> Ident {
        Ident::new(text, self.site)
    }

    fn local(&self, word: &str, index: usize) -> Ident {
        self.ident(&format!("{word}{index}"))
    }

    /// What `explain!` says of a pass.
    pub(crate) fn text(&self, pass: usize) -> Ident {
        self.local("text", pass)
    }

    /// Whether a part is computed once.
    pub(crate) fn once(&self, part: usize) -> Ident {
        self.local("once", part)
    }

    /// What a slot was evaluated to.
    pub(crate) fn reference(&self, slot: usize) -> Ident {
        self.local("slot", slot)
    }

    pub(crate) fn leaf(&self, leaf: usize) -> Ident {
        self.local("operand", leaf)
    }

    pub(crate) fn target(&self, target: usize) -> Ident {
        self.local("target", target)
    }

    /// The mark of the function that a step calls.
    #[cfg(feature = "gpu")]
    pub(crate) fn called(&self, step: usize) -> Ident {
        self.local("called", step)
    }

    /// The axes that a value says.
    pub(crate) fn axes(&self, number: usize) -> Ident {
        self.local("axes", number)
    }

    /// The same, if these entries stand for some.
    pub(crate) fn given(&self, entries: &[usize]) -> Option<Ident> {
        entries.first()?.checked_sub(GIVEN).map(|number| self.axes(number))
    }

    /// The rank of a leaf.
    pub(crate) fn leaf_rank(&self, leaf: usize) -> Ident {
        self.local("rank", leaf)
    }

    pub(crate) fn target_rank(&self, target: usize) -> Ident {
        self.local("target_rank", target)
    }

    /// The rank of a mapped part before its map.
    pub(crate) fn part_rank(&self, part: usize) -> Ident {
        self.local("inner_rank", part)
    }

    /// The rank of a mapped part after its map.
    pub(crate) fn mapped_rank(&self, part: usize) -> Ident {
        self.local("mapped_rank", part)
    }

    /// The rank of one of several assignments and values.
    pub(crate) fn end_rank(&self, end: usize) -> Ident {
        self.local("statement_rank", end)
    }

    /// The rank of the whole.
    pub(crate) fn whole(&self) -> Ident {
        self.ident("rank")
    }

    /// A gradient that has been found.
    pub(crate) fn gradient(&self, at: usize) -> Ident {
        self.local("gradient", at)
    }

    /// The rank of a last pass among several.
    pub(crate) fn last_rank(&self, last: usize) -> Ident {
        self.local("pass_rank", last)
    }

    /// The joined rank of what a stage reads.
    pub(crate) fn stage_rank(&self, stage: usize) -> Ident {
        self.local("stage_rank", stage)
    }

    /// The rank over which a stage runs.
    pub(crate) fn space(&self, stage: usize) -> Ident {
        self.local("space", stage)
    }

    /// The rank that a stage leaves.
    pub(crate) fn left(&self, stage: usize) -> Ident {
        self.local("yield_rank", stage)
    }

    /// A stage.
    pub(crate) fn stage(&self, stage: usize) -> Ident {
        self.local("stage", stage)
    }

    /// Where a leaf lies in the expression that keeps its operand.
    pub(crate) fn place_of_leaf(&self, leaf: usize) -> Ident {
        self.local("place", leaf)
    }

    /// The same if a stage keeps it, of what may be summed instead.
    pub(super) fn kept_of(&self, leaf: &Ident) -> Ident {
        self.ident(&format!("{leaf}_kept"))
    }

    /// Whether a stage runs.
    pub(super) fn choice(&self, stage: usize) -> Ident {
        self.local("choice", stage)
    }

    /// What a step leaves of the structure of operands.
    pub(crate) fn kind(&self, step: usize) -> Ident {
        self.local("kind", step)
    }

    /// A part.
    pub(crate) fn part(&self, part: usize) -> Ident {
        self.local("part", part)
    }

    /// The token of the SIMD level.
    pub(crate) fn token(&self) -> Ident {
        self.ident("_level")
    }

    pub(crate) fn output(&self, index: usize) -> Ident {
        self.local("result", index)
    }

    /// What all last passes give.
    pub(crate) fn results(&self) -> Ident {
        self.ident("results")
    }

    pub(crate) fn error(&self) -> Ident {
        self.ident("error")
    }

    /// An element or a result.
    pub(crate) fn element(&self, value: Local) -> Ident {
        match value {
            Local::Leaf(leaf) => self.local("element", leaf),
            Local::Old(target) => self.local("old", target),
            Local::Step(step) => self.local("value", step),
        }
    }
}
