//! What stages compute on their way, and later passes read again.

use super::{CallBuilder, PassBuilder, Purpose};
use crate::ops;
use crate::plan::facts::Key;
use crate::plan::step::{Local, Value};
use crate::plan::{Form, LeafUse, Reduces, Source, Stage};
use crate::sorted::Map;
use crate::syntax::Expr;

/// A value that has been computed in a pass.
#[derive(Clone)]
pub(super) struct Known {
    pub(super) value: Value,
    pub(super) cost: u32,
    /// The operands that it is computed from.
    pub(super) leaves: Vec<usize>,
}

/// A stage, and what it has computed.
pub(super) struct Lowered {
    pub(super) stage: Stage,
    /// What it folds, if it does.
    pub(super) fold: Option<Key>,
    /// What each of its kept values is.
    kept: Vec<Key>,
    /// The values of its element function.
    known: Map<Key, Known>,
}

impl Lowered {
    /// A stage that reduces one value.
    pub(super) fn folding(stage: Stage, key: Key, known: Map<Key, Known>) -> Self {
        Lowered { stage, fold: Some(key), kept: Vec::new(), known }
    }

    /// A stage that maps to one value.
    pub(super) fn mapping(stage: Stage, key: Key, known: Map<Key, Known>) -> Self {
        Lowered { stage, fold: None, kept: vec![key], known }
    }

    pub(super) fn into_stage(self) -> Stage {
        self.stage
    }

    fn is_map(&self) -> bool {
        matches!(self.stage.reduces, Reduces::Nothing(_) | Reduces::Along(_) | Reduces::Scans(..))
    }

    /// Whether it maps to the value of this key.
    pub(super) fn maps(&self, key: Key) -> bool {
        self.is_map() && self.kept.contains(&key)
    }

    /// Keeps a value; its item.
    fn keep(&mut self, key: Key, value: Value) -> usize {
        self.kept.iter().position(|kept| *kept == key).unwrap_or_else(|| {
            self.kept.push(key);
            self.stage.kept.push(value);
            self.kept.len() - 1
        })
    }
}

impl PassBuilder<'_, '_> {
    /// What this pass has computed, or an earlier one.
    pub(super) fn known(&mut self, expr: &Expr, key: Key) -> Option<Value> {
        if let Some(known) = self.known.get(&key) {
            return Some(match &known.value {
                Value::Local(local, _) => Value::Local(*local, expr.range),
                value => value.clone(),
            });
        }
        self.kept(expr, key)
    }

    /// What an earlier stage over the same operands has computed, if that is worth reading again.
    pub(super) fn kept(&mut self, expr: &Expr, key: Key) -> Option<Value> {
        // An expression keeps what reductions give, and no arrays of its own size.
        let counts = self.purpose == Purpose::Counts;
        if counts || !self.maps.is_empty() || self.reads_assigned(expr) || self.is_lazy() {
            return None;
        }
        let (stage, value) = self.call.worth_keeping(key)?;
        let view = self.facts.lies(expr).view()?;
        let item = self.call.stages[stage].keep(key, value);
        let source = Source::Stage { stage, item, form: Form::Full };
        let leaf = self.read(LeafUse { source, view, text: self.call.text_of(stage), range: expr.range, axes: None });
        Some(Value::Local(Local::Leaf(leaf), expr.range))
    }
}

impl CallBuilder<'_> {
    /// The stage that computes a value from all that it reads, at some cost.
    fn worth_keeping(&self, key: Key) -> Option<(usize, Value)> {
        self.stages.iter().enumerate().filter(|(_, lowered)| !lowered.is_map()).find_map(|(index, lowered)| {
            let known = lowered.known.get(&key)?;
            let reads = lowered.stage.pass.leaves.iter().filter(|&&leaf| !self.is_position(leaf)).count();
            let is_step = matches!(known.value, Value::Local(Local::Step(_), _));
            let is_worth_it = known.cost >= ops::COSTLY && known.leaves.len() >= reads && is_step;
            is_worth_it.then(|| (index, known.value.clone()))
        })
    }

    /// Whether a stage computes a value on its way to what it reduces.
    pub(super) fn computes(&self, key: Key) -> bool {
        let is_step = |known: &Known| matches!(known.value, Value::Local(Local::Step(_), _));
        self.stages.iter().any(|lowered| !lowered.is_map() && lowered.known.get(&key).is_some_and(is_step))
    }

    fn is_position(&self, leaf: usize) -> bool {
        matches!(self.leaves[leaf].source, Source::Position(_))
    }

    /// The operands of a stage, as written.
    pub(super) fn text_of(&self, stage: usize) -> String {
        let leaves = self.stages[stage].stage.pass.leaves.iter().map(|&leaf| &self.leaves[leaf]);
        // What a conditional stage yields is computed from the other operands.
        let is_there = |leaf: &&LeafUse| match leaf.source {
            Source::Stage { stage, .. } => !self.stages[stage].stage.depends(),
            _ => true,
        };
        leaves.filter(is_there).map(|leaf| leaf.text.as_str()).collect::<Vec<_>>().join(", ")
    }
}
