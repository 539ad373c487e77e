//! Reductions: each is a stage, whose result is an operand of what comes after.

use super::keep::Lowered;
use super::leaf::Place;
use super::literal::Near;
use super::{CallBuilder, PassBuilder, Purpose};
use crate::check::Meaning;
use crate::ops::derivatives::WEIGHT;
use crate::ops::{FIT, Takes};
use crate::plan::facts::Key;
use crate::plan::ranks::Chain;
use crate::plan::step::{Local, Node, Token, Value};
use crate::plan::{Fold, Form, Last, LeafUse, Onto, Reduces, Role, Source, Stage, View};
use crate::syntax::{Expr, ExprKind, Frame, Reduction};
use crate::tokens::Range;

impl PassBuilder<'_, '_> {
    /// A reduction as an operand of this pass.
    pub(super) fn reduction(&mut self, reduction: &Reduction, range: Range, place: Place) -> Value {
        let stage = self.call.staged(reduction, range);
        let form = match self.call.onto(reduction) {
            Some(Onto::Operand(operand)) => Form::Own(operand),
            _ if reduction.reducer.scans() => Form::Full,
            _ if reduction.keep => Form::Whole,
            _ => Form::Reduced,
        };
        let leaf = self.seen(Source::Stage { stage, item: 0, form }, &text(reduction), None, range, place);
        let value = Value::Local(Local::Leaf(leaf), range);
        match self.may_not_fit(reduction) {
            true => self.step(Node::Apply { item: &FIT, arguments: vec![value], token: Token::None }, range, 1),
            false => value,
        }
    }

    fn may_not_fit(&self, reduction: &Reduction) -> bool {
        self.facts.mode().is_some_and(|mode| mode.may_not_fit(reduction.reducer.item.owner))
    }

    /// Reads what a reduction left, which says the shape of this pass.
    pub(super) fn exact(&mut self, reduction: &Reduction, range: Range) {
        let stage = self.call.staged(reduction, range);
        let form = if reduction.reducer.scans() { Form::Full } else { Form::Reduced };
        let source = Source::Stage { stage, item: 0, form };
        self.read(LeafUse { source, view: View::Exact, text: text(reduction), range, axes: None });
    }

    /// The operand that counts positions.
    fn position(&mut self, stage: usize, range: Range) -> usize {
        let source = Source::Position(stage);
        self.call.leaves.push(LeafUse { source, view: View::Plain, text: String::new(), range, axes: None });
        let leaf = self.call.leaves.len() - 1;
        self.leaves.push(leaf);
        leaf
    }
}

impl CallBuilder<'_> {
    /// Makes the stages of all reductions in an expression.
    pub(super) fn prepare(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Reduction(reduction) => {
                self.staged(reduction, expr.range);
            }
            ExprKind::Leaf(leaf) => {
                if let Meaning::Let(id) = self.facts.scope().meaning(leaf)
                    && self.prepared.insert(id)
                {
                    self.prepare(&self.facts.scope().definition(id).value);
                }
            }
            _ => expr.parts().into_iter().for_each(|part| self.prepare(part)),
        }
    }

    /// The stage that computes a reduction.
    pub(super) fn staged(&mut self, reduction: &Reduction, range: Range) -> usize {
        let key = self.facts.reduction_key(reduction);
        let axes = reduction.axes.as_ref().map(|axes| &axes.entries);
        let is_same = |lowered: &Lowered| lowered.fold == Some(key) && lowered.stage.reduces.axes() == axes;
        let known = self.stages.iter().position(is_same);
        known.unwrap_or_else(|| self.new_stage(reduction, key, range))
    }

    /// What a gradient is summed onto.
    pub(super) fn onto(&mut self, reduction: &Reduction) -> Option<Onto> {
        if reduction.reducer.takes != Takes::Rank {
            return None;
        }
        let like = &reduction.arguments[1];
        match &like.kind {
            ExprKind::Reduction(left) => Some(Onto::Left(self.staged(left, like.range), self.stages.len())),
            ExprKind::Leaf(leaf) => {
                let source = Source::Slot(self.facts.slot_of(leaf));
                let axes = leaf.axes.as_deref().cloned();
                let plain = LeafUse { source, view: View::Plain, text: leaf.text.clone(), range: like.range, axes };
                Some(Onto::Operand(self.number_of(plain)))
            }
            _ => None,
        }
    }

    fn new_stage(&mut self, reduction: &Reduction, key: Key, range: Range) -> usize {
        let argument = &reduction.arguments[0];
        self.prepare(argument);
        let onto = self.onto(reduction);
        let counts = reduction.reducer.name == WEIGHT.name;
        let purpose = if counts { Purpose::Counts } else { Purpose::Reduces };
        let mut pass = self.pass(self.facts.lies(argument), reduction.frame.clone(), purpose);
        let value = pass.value(argument, Near::Nothing);
        let ranks = pass.join_of([argument]);
        let index = pass.call.stages.len();
        let position = (reduction.reducer.takes == Takes::Position).then(|| pass.position(index, range));
        let (pass, known) = pass.into_pass(ranks);
        let item = &reduction.reducer.item;
        let stage = match reduction.axes.clone() {
            Some(axes) if reduction.reducer.scans() => {
                Stage::mapping(pass, value, Reduces::Scans(axes, item, reduction.name), Vec::new())
            }
            axes => {
                let onto = match onto {
                    Some(Onto::Left(of, _)) => Some(Onto::Left(of, index)),
                    onto => onto,
                };
                let fold = Fold { item, value, position, onto, range: reduction.name };
                let reduces = match (axes, onto) {
                    (Some(axes), Some(Onto::Left(stage, _))) => Reduces::Left(axes, stage),
                    (axes, _) => axes.map_or(Reduces::All, Reduces::Axes),
                };
                Stage { pass, folds: vec![fold], kept: Vec::new(), reduces, if_numbers: Vec::new(), contracts: false }
            }
        };
        self.stages.push(Lowered::folding(stage, key, known));
        if self.facts.role() == Role::Locate {
            self.locate(reduction, range);
        }
        index
    }

    /// What a reduction reduces, and what it gives if that may not fit, as values of the call.
    fn locate(&mut self, reduction: &Reduction, range: Range) {
        let (argument, facts) = (&reduction.arguments[0], self.facts);
        let mut pass = self.pass(facts.lies(argument), reduction.frame.clone(), Purpose::Ends);
        let value = pass.value(argument, Near::Nothing);
        let ranks = pass.join_of([argument]);
        let reduced = Last { stored: Vec::new(), pass: pass.into_pass(ranks).0, values: vec![(0, value)] };
        self.located.push(reduced);
        let (mut pass, mut ranks) =
            (self.pass(facts.lies(argument), Frame::default(), Purpose::Ends), Chain::default());
        if pass.may_not_fit(reduction) {
            let value = pass.reduction(reduction, range, Place::Part);
            pass.reduction_joins(reduction, range, &mut ranks);
            let given = Last { stored: Vec::new(), pass: pass.into_pass(ranks).0, values: vec![(0, value)] };
            self.located.push(given);
        }
    }
}

/// A reduction as it is named in messages.
fn text(reduction: &Reduction) -> String {
    let axes = reduction.axes.as_ref().map(|axes| format!("[{}]", axes.listed()));
    format!("{}{}(..)", reduction.reducer.name, axes.unwrap_or_default())
}
