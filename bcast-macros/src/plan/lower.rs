//! From the checked tree to steps.

use crate::check::{Checked, Meaning, Version};
use crate::ops::Level;
use crate::sorted::{Map, Set};
use crate::syntax::{Assignment, Axes, Body, Expr, ExprKind, Let, Sign, Statement, Values};
use crate::tokens::Range;

use super::axes::{Chain, Item};
use super::frame::Frame;
use super::hoist::Lies;
use super::literal::Near;
use super::node::{Local, Node, Value};
use super::order::run_order;
use super::part::take_parts;
use super::slot::Slots;
use super::stage::Lowered;
use super::unit::Unit;
use super::{Last, LeafUse, Plan, Source, Stored, TargetUse, View};

/// Makes the plan.
pub(crate) fn lower(checked: &Checked) -> Plan {
    let mut lowering = Lowering::new(checked);
    lowering.find_needed();
    lowering.find_arrays();
    // Stages first: what they compute on the way may be read again.
    let body = lowering.body();
    for value in body.statements.iter().filter(|s| !matches!(s, Statement::Let(_))).map(Statement::value) {
        lowering.prepare(value);
    }
    body.values.iter().for_each(|value| lowering.prepare(value));
    let units = lowering.units();
    lowering.find_shared(&units);
    let lasts: Vec<Last> = units.iter().map(|unit| lowering.last(unit)).collect();
    let together = lowering.together(&lasts);
    lowering.finish(lasts, together)
}

/// The state of one lowering.
pub(super) struct Lowering<'a> {
    pub(super) checked: &'a Checked,
    pub(super) slots: Slots,
    pub(super) leaves: Vec<LeafUse>,
    pub(super) stages: Vec<Lowered>,
    /// Maps around the current expression, the outermost first.
    pub(super) maps: Vec<Axes>,
    /// The pass being collected.
    pub(super) frame: Frame,
    /// Functions of the user are called.
    pub(super) calls: bool,
    pub(super) next_step: usize,
    /// The `let`s that are used outside every map.
    pub(super) needed: Set<usize>,
    /// What several last passes need and is worth computing once, by its key.
    pub(super) shared: Set<String>,
    /// The operands that are arrays, whatever their types are.
    pub(super) arrays: Set<usize>,
}

impl<'a> Lowering<'a> {
    fn new(checked: &'a Checked) -> Self {
        Lowering {
            checked,
            slots: Slots::of(checked),
            leaves: Vec::new(),
            stages: Vec::new(),
            maps: Vec::new(),
            frame: Frame::default(),
            calls: false,
            next_step: 0,
            needed: Set::new(),
            shared: Set::new(),
            arrays: Set::new(),
        }
    }

    pub(super) fn body(&self) -> &'a Body {
        &self.checked.source().body
    }

    /// A last pass.
    fn last(&mut self, unit: &Unit) -> Last {
        self.frame = Frame { current: self.old_elements(unit), lies: self.lies_of(unit), ..Frame::default() };
        let replaced: Map<usize, usize> = self.frame.current.iter().map(|&(version, _)| version).collect();
        let shape = self.shape_of(unit);
        if let Some(shape) = shape {
            self.reads(shape);
        }
        for (index, statement) in self.body().statements.iter().enumerate() {
            match statement {
                Statement::Let(definition) if unit.reads(definition.id) => self.define(definition),
                Statement::Assignment(assignment) if unit.statements.contains(&index) => self.assign(index, assignment),
                _ => {}
            }
        }
        let values = self.body().values.iter().enumerate().filter(|(index, _)| unit.values.contains(index));
        let values = values.map(|(index, value)| (index, self.result(index, value))).collect();
        let ranks = self.join_of_unit(unit, shape);
        let frame = std::mem::take(&mut self.frame);
        let newest = |target: usize| frame.current.iter().rfind(|((other, _), _)| *other == target);
        let stored = replaced.iter().filter_map(|&(target, first)| {
            newest(target).map(|&((_, made), local)| Stored { target, local, replaces: first, makes: made })
        });
        Last { stored: stored.collect(), pass: frame.into_pass(ranks), values }
    }

    /// The targets that a last pass writes, as they are before.
    fn old_elements(&self, unit: &Unit) -> Map<Version, Local> {
        let mut old: Map<usize, usize> = Map::new();
        for (target, version) in unit.statements.iter().filter_map(|&index| self.replaced_by(index)) {
            let first = old.get_or(target, version);
            *first = version.min(*first);
        }
        old.into_iter().map(|(target, version)| ((target, version), Local::Old(target))).collect()
    }

    /// The version that a statement replaces.
    fn replaced_by(&self, statement: usize) -> Option<Version> {
        let before = self.body().statements[..statement].iter();
        self.checked.order().replaces(before.filter(|other| matches!(other, Statement::Assignment(_))).count())
    }

    /// The shape that the user gave, as an operand: that of all values, or of the assignments if there are none.
    fn shape_of(&mut self, unit: &Unit) -> Option<usize> {
        let (leaf, range) = self.checked.source().attributes.shape.as_ref()?;
        let source = Source::Slot(self.slots.of_leaf[&leaf.id]);
        let shape = LeafUse { source, view: View::Shape, text: leaf.text.clone(), range: *range };
        let has_shape = !unit.values.is_empty() || self.body().values.iter().len() == 0;
        has_shape.then(|| self.number_of(shape))
    }

    /// What joins in a last pass: each assignment and each value by itself.
    fn join_of_unit(&mut self, unit: &Unit, shape: Option<usize>) -> Chain {
        let body = self.body();
        let targets = unit.statements.iter().map(|&index| Some(self.checked.scope().written_by(index)));
        let statements: Vec<_> =
            targets.zip(unit.statements.iter().map(|&index| body.statements[index].value())).collect();
        let values = body.values.iter().enumerate().filter(|(index, _)| unit.values.contains(index));
        let mut ends: Vec<Chain> = Vec::new();
        for (target, end) in statements.into_iter().chain(values.map(|(_, value)| (None, value))) {
            let mut chain = Chain::default();
            if let Some(shape) = shape {
                chain.push(Item::Shape(shape));
            }
            self.joins_of([end], &mut chain);
            if let Some(target) = target.or_else(|| self.target_in(end)) {
                chain.push(Item::Target(target));
            }
            ends.push(chain);
        }
        let is_alone = ends.len() == 1;
        let mut all = Chain::default();
        for end in ends {
            match is_alone || end.reductions().is_empty() {
                true => end.into_items().into_iter().for_each(|item| all.push(item)),
                // Beside those of another assignment or value it would line up.
                false => all.push(Item::End(end)),
            }
        }
        all
    }

    /// A target that this pass writes and an expression reads: it joins as an operand does.
    fn target_in(&self, expr: &Expr) -> Option<usize> {
        match &expr.kind {
            ExprKind::Leaf(leaf) => match self.checked.scope().meaning(leaf) {
                Meaning::Target(target) => {
                    let version = (target, self.checked.order().version(leaf.id));
                    self.frame.current.get(&version).map(|_| target)
                }
                Meaning::Let(id) => self.target_in(&self.checked.scope().definition(id).value),
                Meaning::Operand => None,
            },
            ExprKind::Reduction(_) => None,
            _ => expr.parts().into_iter().find_map(|part| self.target_in(part)),
        }
    }

    /// Where a last pass lies: a target or a given shape may have any axes.
    fn lies_of(&self, unit: &Unit) -> Lies {
        let values = unit.values.iter().filter_map(|&index| self.body().values.iter().nth(index));
        match unit.statements.is_empty() && self.checked.source().attributes.shape.is_none() {
            true => Lies::beside_all(values.map(|value| self.lies(value))),
            false => Lies::array(),
        }
    }

    /// A `let` that is only used under maps or in reductions, or is a mere number, is lowered where it is used.
    pub(super) fn define(&mut self, definition: &Let) {
        if self.maps.is_empty() && self.needed.contains(&definition.id) && !self.is_literal(&definition.value) {
            let value = self.value(&definition.value, Near::Nothing);
            self.frame.lets.insert(definition.id, value);
        }
    }

    fn assign(&mut self, index: usize, assignment: &Assignment) {
        let target = self.checked.scope().written_by(index);
        let Some((_, version)) = self.replaced_by(index) else {
            return;
        };
        let old = self.frame.current[&(target, version)];
        let range = assignment.target.range;
        let value = match assignment.operator {
            None => self.value(&assignment.value, Near::Local(old)),
            Some(operator) => {
                let left = Value::Local(old, range);
                self.compound(left, operator, assignment, range)
            }
        };
        let whole = range.to(assignment.value.range);
        let new = self.push(Node::Store { value, target }, whole, 1);
        self.frame.current.insert((target, version + 1), new);
    }

    fn compound(&mut self, left: Value, operator: Sign, assignment: &Assignment, range: Range) -> Value {
        let right = &assignment.value;
        match operator.infix.level {
            Level::Power => self.raised(left, right, range.to(right.range)),
            _ => self.linked(left, operator, right, range.to(right.range)),
        }
    }

    /// All last passes as one, for calls in which all of them have the same shape. What stages yield has its shape when the
    /// call runs, so it is for calls without them.
    fn together(&mut self, lasts: &[Last]) -> Option<Last> {
        let stages = self.stages.len();
        if lasts.len() < 2 || self.stages.iter().any(|stage| !stage.stage.depends()) {
            return None;
        }
        let together = self.last(&self.whole());
        // A stage that the others have not would run for nobody.
        (self.stages.len() == stages).then_some(together).or_else(|| {
            self.stages.truncate(stages);
            None
        })
    }

    fn finish(self, lasts: Vec<Last>, together: Option<Last>) -> Plan {
        let targets = self.targets();
        let attributes = &self.checked.source().attributes;
        let is_tuple = matches!(self.body().values, Values::Tuple(_));
        let device = attributes.gpu.as_ref().map(|(leaf, range)| (self.slots.of_leaf[&leaf.id], *range));
        let mut plan = Plan {
            slots: self.slots.list,
            leaves: self.leaves,
            targets,
            stages: self.stages.into_iter().map(|stage| stage.stage).collect(),
            order: Vec::new(),
            lasts,
            together,
            parts: Vec::new(),
            is_tuple,
            calls: self.calls,
            numpy: attributes.numpy,
            serial: attributes.serial,
            gpu: self.checked.is_gpu().then_some(device),
        };
        // A kernel computes what is one value again for each element: reading it would cost more.
        if !plan.is_gpu() {
            take_parts(&mut plan);
        }
        plan.spare();
        plan.order = run_order(&plan);
        plan.line_up_results();
        plan
    }

    fn targets(&self) -> Vec<TargetUse> {
        let first = self.checked.scope().targets().iter().zip(&self.slots.of_target);
        first.filter_map(|(&statement, &slot)| self.target(statement, slot)).collect()
    }

    fn target(&self, statement: usize, slot: usize) -> Option<TargetUse> {
        let Statement::Assignment(assignment) = &self.body().statements[statement] else {
            return None;
        };
        match &assignment.target.kind {
            ExprKind::Leaf(leaf) => Some(TargetUse { slot, text: leaf.text.clone(), range: assignment.target.range }),
            _ => None,
        }
    }
}
