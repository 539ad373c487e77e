//! Reductions: each is a stage, whose result is an operand of what comes after.

use crate::check::Meaning;
use crate::ops;
use crate::sorted::Map;
use crate::syntax::{Expr, ExprKind, Reduction};
use crate::tokens::Range;

use super::frame::{Frame, Known};
use super::literal::Near;
use super::lower::Lowering;
use super::node::{Local, Value};
use super::{Fold, Form, LeafUse, Reduces, Source, Stage, View};

/// A stage, and what it has computed.
pub(super) struct Lowered {
    pub(super) stage: Stage,
    /// What each fold computes.
    keys: Vec<String>,
    /// The values of its element function.
    known: Map<String, Known>,
    /// The items of `kept` by what they compute.
    kept: Vec<String>,
}

impl Lowered {
    /// Whether it reads the same operands, and reduces the same axes, as a pass: then one pass does for both.
    fn runs_over(&self, frame: &Frame, reduces: &Reduces) -> bool {
        let own = &self.stage.pass.leaves;
        let same_leaves = own.len() == frame.leaves.len() && own.iter().all(|leaf| frame.leaves.contains(leaf));
        !self.is_map() && same_leaves && self.stage.reduces.axes() == reduces.axes()
    }

    fn is_map(&self) -> bool {
        matches!(self.stage.reduces, Reduces::Nothing(_) | Reduces::Along(_))
    }

    /// Whether it maps to the value of this key.
    pub(super) fn maps(&self, key: &str) -> bool {
        self.is_map() && self.kept.iter().any(|kept| kept == key)
    }
}

impl Reduces {
    /// The axes that it reduces, or that were before; nothing for all.
    pub(crate) fn axes(&self) -> Option<&Vec<usize>> {
        match self {
            Reduces::All => None,
            Reduces::Axes(axes) => Some(&axes.entries),
            Reduces::Nothing(axes) | Reduces::Along(axes) => Some(axes),
        }
    }
}

impl Lowering<'_> {
    /// A reduction as an operand of this pass.
    pub(super) fn reduction(&mut self, reduction: &Reduction, range: Range) -> Value {
        self.yielded(reduction, range, false)
    }

    /// `sum[0](x) @ (1)`: an array of the rank that is left.
    pub(super) fn mapped_reduction(&mut self, reduction: &Reduction, range: Range) -> Value {
        self.yielded(reduction, range, true)
    }

    fn yielded(&mut self, reduction: &Reduction, range: Range, own_map: bool) -> Value {
        let (stage, item) = self.staged(reduction, range);
        let form = if reduction.keep { Form::Kept } else { Form::Reduced };
        let leaf = self.seen(Source::Stage { stage, item, form }, &text(reduction), range, own_map);
        Value::Local(Local::Leaf(leaf), range)
    }

    /// Makes the stages of all reductions in an expression.
    pub(super) fn prepare(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Reduction(reduction) => {
                self.staged(reduction, expr.range);
            }
            ExprKind::Leaf(leaf) => {
                if let Meaning::Let(id) = self.checked.scope().meaning(leaf) {
                    self.prepare(&self.checked.scope().definition(id).value);
                }
            }
            _ => expr.parts().into_iter().for_each(|part| self.prepare(part)),
        }
    }

    /// The stage and the item that compute a reduction.
    pub(super) fn staged(&mut self, reduction: &Reduction, range: Range) -> (usize, usize) {
        let maps = std::mem::take(&mut self.maps);
        let outer = std::mem::take(&mut self.frame);
        let argument = &reduction.arguments[0];
        let key = format!("{}({})", reduction.reducer.name, self.key(argument));
        let axes = reduction.axes.as_ref().map(|axes| &axes.entries);
        let same_axes = |stage: &Stage| stage.reduces.axes() == axes;
        let known = self.stages.iter().enumerate().find_map(|(index, lowered)| {
            let item = lowered.keys.iter().position(|known| *known == key)?;
            same_axes(&lowered.stage).then_some((index, item))
        });
        let found = known.unwrap_or_else(|| self.new_stage(reduction, argument, key, range));
        self.frame = outer;
        self.maps = maps;
        found
    }

    fn new_stage(&mut self, reduction: &Reduction, argument: &Expr, key: String, range: Range) -> (usize, usize) {
        self.prepare(argument);
        self.frame.lies = self.lies(argument);
        let value = self.value(argument, Near::Nothing);
        let ranks = self.join_of([argument]);
        let index = self.stages.len();
        let position = reduction.reducer.takes_position.then(|| self.position(index, range));
        let frame = std::mem::take(&mut self.frame);
        let known = frame.known.clone();
        let fold = Fold { item: &reduction.reducer.item, value, position, range: reduction.name };
        let reduces = reduction.axes.clone().map_or(Reduces::All, Reduces::Axes);
        if let Some(same) = self.stages.iter().position(|lowered| lowered.runs_over(&frame, &reduces)) {
            let lowered = &mut self.stages[same];
            lowered.stage.pass.extend(frame);
            lowered.known.extend(known);
            lowered.keys.push(key);
            lowered.stage.folds.push(fold);
            return (same, lowered.keys.len() - 1);
        }
        let stage = Stage {
            pass: frame.into_pass(ranks),
            folds: vec![fold],
            kept: Vec::new(),
            reduces,
            if_numbers: Vec::new(),
        };
        self.stages.push(Lowered { stage, keys: vec![key], known, kept: Vec::new() });
        (index, 0)
    }

    /// Makes the current pass a stage that maps to one value; it may depend on whether its plain operands are numbers.
    pub(super) fn new_map(
        &mut self,
        (expr, key): (&Expr, &str),
        value: Value,
        reduces: Reduces,
        depends: bool,
    ) -> usize {
        let ranks = self.join_of([expr]);
        let frame = std::mem::take(&mut self.frame);
        let known = frame.known.clone();
        let mut pass = frame.into_pass(ranks);
        let if_numbers = if depends { self.plain_operands(expr) } else { Vec::new() };
        // If it runs, they are numbers; if not, its rank does not matter.
        pass.ranks = pass.ranks.without(&if_numbers);
        let stage = Stage { pass, folds: Vec::new(), kept: vec![value], reduces, if_numbers };
        self.stages.push(Lowered { stage, keys: Vec::new(), known, kept: vec![key.to_owned()] });
        self.stages.len() - 1
    }

    /// The operands of an expression of which spelling does not tell whether they are numbers.
    fn plain_operands(&self, expr: &Expr) -> Vec<usize> {
        let slots = self.lies(expr).if_numbers;
        let is_one = |leaf: &LeafUse| {
            matches!(leaf.source, Source::Slot(slot) if slots.contains(&slot)) && leaf.view == View::Plain
        };
        (0..self.leaves.len()).filter(|&leaf| is_one(&self.leaves[leaf])).collect()
    }

    /// The operand that counts positions.
    fn position(&mut self, stage: usize, range: Range) -> usize {
        self.leaves.push(LeafUse { source: Source::Position(stage), view: View::Plain, text: String::new(), range });
        let leaf = self.leaves.len() - 1;
        self.frame.leaves.push(leaf);
        leaf
    }

    /// What this pass has computed, or an earlier one.
    pub(super) fn known(&mut self, expr: &Expr, key: &str) -> Option<Value> {
        if let Some(known) = self.frame.known.get(key) {
            return Some(match &known.value {
                Value::Local(local, _) => Value::Local(*local, expr.range),
                value => value.clone(),
            });
        }
        self.kept(expr, key)
    }

    /// What an earlier stage over the same operands has computed, if that is worth reading again.
    pub(super) fn kept(&mut self, expr: &Expr, key: &str) -> Option<Value> {
        if !self.maps.is_empty() {
            return None;
        }
        let (stage, known) = self.stages.iter().enumerate().find_map(|(index, lowered)| {
            if lowered.is_map() {
                return None;
            }
            let known = lowered.known.get(key)?;
            let reads = &lowered.stage.pass.leaves;
            let is_whole = known.leaves.len() >= reads.iter().filter(|&&leaf| !self.is_position(leaf)).count();
            let is_step = matches!(known.value, Value::Local(Local::Step(_), _));
            (known.cost >= ops::COSTLY && is_whole && is_step).then(|| (index, known.clone()))
        })?;
        let view = self.lies(expr).view()?;
        let item = self.keep(stage, key, known);
        let text = self.text_of(stage);
        let source = Source::Stage { stage, item, form: Form::Full };
        let leaf = self.read(LeafUse { source, view, text, range: expr.range });
        Some(Value::Local(Local::Leaf(leaf), expr.range))
    }

    fn is_position(&self, leaf: usize) -> bool {
        matches!(self.leaves[leaf].source, Source::Position(_))
    }

    /// Has a stage keep a value; its item.
    fn keep(&mut self, stage: usize, key: &str, known: Known) -> usize {
        let lowered = &mut self.stages[stage];
        lowered.kept.iter().position(|kept| kept == key).unwrap_or_else(|| {
            lowered.kept.push(key.to_owned());
            lowered.stage.kept.push(known.value);
            lowered.kept.len() - 1
        })
    }
}

/// A reduction as it is named in messages.
fn text(reduction: &Reduction) -> String {
    let axes = reduction.axes.as_ref().map(|axes| {
        let entries: Vec<String> = axes.entries.iter().map(usize::to_string).collect();
        format!("[{}]", entries.join(", "))
    });
    format!("{}{}(..)", reduction.reducer.name, axes.unwrap_or_default())
}
