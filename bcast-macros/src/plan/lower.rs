//! From the checked tree to steps.

use crate::check::Checked;
use crate::ops::Level;
use crate::sorted::Set;
use crate::syntax::{Assignment, Axes, Body, ExprKind, Let, Sign, Statement, Values};
use crate::tokens::Range;

use super::axes::{Chain, Item};
use super::frame::Frame;
use super::hoist::Lies;
use super::literal::Near;
use super::node::{Local, Node, Value};
use super::part::take_parts;
use super::slot::Slots;
use super::stage::Lowered;
use super::unit::Unit;
use super::{Last, LeafUse, Plan, Source, TargetUse, View};

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
    let lasts = lowering.units().iter().enumerate().map(|(index, unit)| lowering.last(unit, index == 0)).collect();
    lowering.finish(lasts)
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
    /// The targets that the passes so far have written.
    pub(super) written: Vec<usize>,
    /// Functions of the user are called.
    pub(super) calls: bool,
    pub(super) next_step: usize,
    /// The `let`s that are used outside every map.
    pub(super) needed: Set<usize>,
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
            written: Vec::new(),
            calls: false,
            next_step: 0,
            needed: Set::new(),
            arrays: Set::new(),
        }
    }

    pub(super) fn body(&self) -> &'a Body {
        &self.checked.source().body
    }

    fn shape(&mut self) {
        if let Some((leaf, range)) = &self.checked.source().attributes.shape {
            let source = Source::Slot(self.slots.of_leaf[&leaf.id]);
            self.read(LeafUse { source, view: View::Shape, text: leaf.text.clone(), range: *range });
        }
    }

    /// A last pass. The first one has the shape that the user gave.
    fn last(&mut self, unit: &Unit, first: bool) -> Last {
        let targets: Set<usize> = unit.statements.iter().map(|&s| self.checked.scope().written_by(s)).collect();
        self.frame = Frame::default();
        self.frame.current = targets.iter().map(|&target| (target, Local::Old(target))).collect();
        if first {
            self.shape();
        }
        self.frame.lies = self.lies_of(unit);
        for (index, statement) in self.body().statements.iter().enumerate() {
            match statement {
                Statement::Let(definition) if unit.reads(definition.id) => self.define(definition),
                Statement::Assignment(assignment) if unit.statements.contains(&index) => self.assign(index, assignment),
                _ => {}
            }
        }
        let values = self.body().values.iter().enumerate().filter(|(index, _)| unit.values.contains(index));
        let values = values.map(|(index, value)| (index, self.result(value))).collect();
        let ranks = self.join_of_unit(unit, first, &targets);
        let frame = std::mem::take(&mut self.frame);
        self.written.extend(&targets);
        let stored = targets.iter().map(|target| (*target, frame.current[target])).collect();
        Last { pass: frame.into_pass(ranks), stored, values }
    }

    /// What joins in a last pass.
    fn join_of_unit(&mut self, unit: &Unit, first: bool, targets: &Set<usize>) -> Chain {
        let body = self.body();
        let statements = unit.statements.iter().map(|&index| body.statements[index].value());
        let values = body.values.iter().enumerate().filter(|(index, _)| unit.values.contains(index));
        let mut chain = Chain::default();
        if let (true, Some((leaf, range))) = (first, &self.checked.source().attributes.shape) {
            let source = Source::Slot(self.slots.of_leaf[&leaf.id]);
            let shape = LeafUse { source, view: View::Shape, text: leaf.text.clone(), range: *range };
            chain.push(Item::Shape(self.number_of(shape)));
        }
        self.joins_of(statements.chain(values.map(|(_, value)| value)), &mut chain);
        for &target in targets {
            chain.push(Item::Target(target));
        }
        chain
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
        let old = self.frame.current[&target];
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
        self.frame.current.insert(target, new);
    }

    fn compound(&mut self, left: Value, operator: Sign, assignment: &Assignment, range: Range) -> Value {
        let right = &assignment.value;
        match operator.infix.level {
            Level::Power => self.raised(left, right, range.to(right.range)),
            _ => self.linked(left, operator, right, range.to(right.range)),
        }
    }

    fn finish(self, lasts: Vec<Last>) -> Plan {
        let targets = self.targets();
        let attributes = &self.checked.source().attributes;
        let is_tuple = matches!(self.body().values, Values::Tuple(_));
        let device = attributes.gpu.as_ref().map(|(leaf, range)| (self.slots.of_leaf[&leaf.id], *range));
        let mut plan = Plan {
            slots: self.slots.list,
            leaves: self.leaves,
            targets,
            stages: self.stages.into_iter().map(|stage| stage.stage).collect(),
            lasts,
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
