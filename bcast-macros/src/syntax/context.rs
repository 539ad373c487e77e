//! What the whole parse shares: the report, the leaves met so far, and the form of the language.

use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream};

use super::Given;
use super::changes::changed;
use super::name::{Name, Place, names};
use crate::report::Report;
use crate::tokens::Range;

/// Parentheses may nest this deep around dotted operations. Directly nested ones do not count.
const DEEPEST: usize = 150;

/// State of one parse.
pub(crate) struct Context {
    pub(crate) report: Report,
    /// Plain Rust in source order, for the expansion after a mistake.
    pub(crate) leaves: Vec<TokenStream>,
    /// Names of `let`s, which are no leaves outside the macro.
    pub(crate) lets: Vec<String>,
    /// Those that can be read here.
    pub(super) visible: Vec<Name>,
    /// Something dotted was met.
    pub(crate) dotted: bool,
    /// The form `@. ..`, in which every operator and call is dotted.
    pub(crate) all_dotted: bool,
    /// It is to run on a GPU.
    pub(crate) gpu: bool,
    /// It makes an expression, which whoever reads it computes.
    pub(crate) lazy: bool,
    /// Nothing runs: it says what would.
    pub(crate) explains: bool,
    /// Where an axis was first named, and where one was first counted.
    pub(crate) named: Option<Range>,
    pub(crate) counted: Option<Range>,
    /// The axes that are known when the call runs.
    pub(crate) given: Vec<Rc<Given>>,
    /// All that the user wrote.
    source: TokenStream,
    depth: usize,
    next_leaf: usize,
    next_let: usize,
}

impl Context {
    pub(crate) fn new() -> Self {
        Context {
            report: Report::new(),
            leaves: Vec::new(),
            lets: Vec::new(),
            visible: Vec::new(),
            dotted: false,
            all_dotted: false,
            gpu: false,
            lazy: false,
            explains: false,
            named: None,
            counted: None,
            given: Vec::new(),
            source: TokenStream::new(),
            depth: 0,
            next_leaf: 0,
            next_let: 0,
        }
    }

    /// A context for a reading that may be thrown away.
    pub(crate) fn on_trial(&self) -> Self {
        Context {
            all_dotted: self.all_dotted,
            gpu: self.gpu,
            lazy: self.lazy,
            visible: self.visible.clone(),
            given: self.given.clone(),
            source: self.source.clone(),
            depth: self.depth,
            next_leaf: self.next_leaf,
            next_let: self.next_let,
            ..Context::new()
        }
    }

    /// Takes over what a trial has read, if it is wanted and free of mistakes; says whether.
    pub(crate) fn adopt(&mut self, trial: Context, wanted: bool) -> bool {
        let good = trial.report.finish().is_empty() && wanted;
        if good {
            self.leaves.extend(trial.leaves);
            self.lets.extend(trial.lets);
            self.dotted |= trial.dotted;
            self.given = trial.given;
            self.named = self.named.or(trial.named);
            self.counted = self.counted.or(trial.counted);
            (self.next_leaf, self.next_let) = (trial.next_leaf, trial.next_let);
        }
        good
    }

    pub(crate) fn error(&mut self, range: Range, message: String) {
        self.report.error(range, message);
    }

    /// Numbers a leaf and keeps its tokens.
    pub(crate) fn leaf(&mut self, tokens: TokenStream) -> usize {
        self.leaves.push(tokens);
        self.next_leaf += 1;
        self.next_leaf - 1
    }

    /// All that the user wrote.
    pub(crate) fn written(&self) -> TokenStream {
        self.source.clone()
    }

    /// Begins to read.
    pub(super) fn begin(&mut self, source: &TokenStream) {
        self.source = source.clone();
    }

    /// The simple place that these tokens are, if it stays the same while operands are evaluated.
    pub(crate) fn place(&self, tokens: &TokenStream) -> Option<Place> {
        let is_fixed = |place: &Place| place.bounds().is_empty() || !place.is_bounded_by(&changed(&self.source));
        Place::read(tokens).filter(is_fixed)
    }

    /// Whether an array of which a target is a slice stands elsewhere in the call, too, which changes no bound of the
    /// slice.
    pub(crate) fn reads_elsewhere(&self, array: &Place, target: &TokenStream) -> bool {
        let names_of = |tokens: &TokenStream| {
            let mut found = Vec::new();
            names(tokens.clone(), &mut found);
            found
        };
        let (all, own, changed) = (names_of(&self.source), names_of(target), changed(&self.source));
        let count = |names: &[Name]| names.iter().filter(|name| *name == array.root()).count();
        count(&all) > count(&own) && !own.iter().any(|name| changed.contains(name))
    }

    /// Axes that are known when the call runs, with their number: the same ones have one.
    pub(crate) fn given(&mut self, given: Given) -> (usize, Rc<Given>) {
        let known = self.given.iter().position(|known| known.is_same(&given));
        let number = known.unwrap_or_else(|| {
            self.given.push(Rc::new(given));
            self.given.len() - 1
        });
        (number, self.given[number].clone())
    }

    /// The number of one more leaf, which has no tokens of its own.
    pub(crate) fn leaf_again(&mut self) -> usize {
        self.next_leaf += 1;
        self.next_leaf - 1
    }

    /// The number of one more `let`, which has no name of its own.
    pub(crate) fn let_again(&mut self) -> usize {
        self.next_let += 1;
        self.next_let - 1
    }

    /// Numbers a `let`.
    pub(crate) fn define(&mut self, name: &Ident) -> usize {
        self.lets.push(name.to_string());
        self.visible.push(Name::new(name));
        self.next_let += 1;
        self.next_let - 1
    }

    /// One parenthesis deeper; false, with a message, when that is too deep.
    pub(crate) fn enter(&mut self, span: Span) -> bool {
        self.depth += 1;
        if self.depth == DEEPEST {
            self.error(Range::at(span), crate::messages::too_deep());
        }
        self.depth < DEEPEST
    }

    pub(crate) fn leave(&mut self) {
        self.depth -= 1;
    }
}
