//! The last passes: what is assigned, and what is yielded.

use super::literal::Near;
use super::{CallBuilder, PassBuilder, Purpose};
use crate::check::Version;
use crate::ops::Level;
use crate::plan::facts::{Facts, Unit};
use crate::plan::ranks::{Chain, Item};
use crate::plan::step::{Local, Node, Value};
use crate::plan::{Last, LeafUse, Role, Source, Stored, TargetUse, View, targets};
use crate::sorted::Map;
use crate::syntax::{Assignment, Expr, Let, Sign, Statement};
use crate::tokens::Range;

impl CallBuilder<'_> {
    /// The last pass of these assignments and values.
    pub(super) fn last(&mut self, unit: &Unit) -> Last {
        let facts = self.facts;
        let mut pass = self.pass(facts.lies_of_unit(unit), facts.frame_of(unit), Purpose::Ends);
        pass.current = old_elements(facts, unit);
        let replaced: Map<usize, usize> = pass.current.keys().iter().copied().collect();
        let shape = pass.shape_of(unit);
        for (index, statement) in facts.body().statements.iter().enumerate() {
            match statement {
                Statement::Let(definition) if unit.reads(definition.id) => pass.define(definition),
                Statement::Assignment(assignment) if unit.statements.contains(&index) => pass.assign(index, assignment),
                _ => {}
            }
        }
        let values = facts.body().values.iter().enumerate().filter(|(index, _)| unit.values.contains(index));
        let values = values.map(|(index, value)| (index, pass.result(index, value))).collect();
        let ranks = pass.join_of_unit(unit, shape);
        let newest = |target: usize| pass.current.keys().iter().rfind(|(other, _)| *other == target);
        let stored = replaced.into_iter().filter_map(|(target, replaces)| {
            newest(target).map(|key| Stored { target, local: pass.current[key], replaces, makes: key.1 })
        });
        let stored: Vec<Stored> = stored.collect();
        if facts.role() != Role::Run {
            stored.iter().for_each(|stored| pass.read_target(stored));
        }
        Last { stored, pass: pass.into_pass(ranks).0, values }
    }

    /// All last passes as one, for calls in which all of them have the same shape. The shape of what a stage yields is
    /// known only when the call runs, so calls with stages have no such pass.
    pub(super) fn together(&mut self, lasts: &[Last]) -> Option<Last> {
        let stages = self.stages.len();
        if lasts.len() < 2
            || self.facts.role() != Role::Run
            || self.stages.iter().any(|lowered| !lowered.stage.depends())
        {
            return None;
        }
        let together = self.last(&self.facts.whole());
        // A new stage, which the other last passes do not have, would run for nobody.
        (self.stages.len() == stages).then_some(together).or_else(|| {
            self.stages.truncate(stages);
            None
        })
    }
}

impl PassBuilder<'_, '_> {
    /// Reads a target as an operand, in a pass that does not write it.
    fn read_target(&mut self, stored: &Stored) {
        let TargetUse { text, range, axes, .. } = targets(self.facts).swap_remove(stored.target);
        let source = Source::Target((stored.target, stored.replaces));
        self.read(LeafUse { source, view: View::Unwritten, text, range, axes });
    }

    /// The shape that the user gave, as an operand: that of all values, or of the assignments if there are none.
    fn shape_of(&mut self, unit: &Unit) -> Option<usize> {
        let (leaf, range) = self.facts.attributes().shape.as_ref()?;
        let source = Source::Slot(self.facts.slot_of(leaf));
        let shape = LeafUse { source, view: View::Shape, text: leaf.text.clone(), range: *range, axes: None };
        let has_shape = !unit.values.is_empty() || self.facts.body().values.iter().len() == 0;
        has_shape.then(|| self.read(shape))
    }

    /// What joins in a last pass: each assignment and each value by itself.
    fn join_of_unit(&mut self, unit: &Unit, shape: Option<usize>) -> Chain {
        let body = self.facts.body();
        let assigned = unit.statements.iter().map(|&index| {
            let target = self.facts.scope().written_by(index);
            (Some(target), body.statements[index].value())
        });
        let values = body.values.iter().enumerate().filter(|(index, _)| unit.values.contains(index));
        let all: Vec<(Option<usize>, &Expr)> = assigned.chain(values.map(|(_, value)| (None, value))).collect();
        let is_alone = all.len() == 1;
        let mut ranks = Chain::default();
        for (target, end) in all {
            let mut chain = Chain::default();
            if let Some(shape) = shape {
                chain.push(Item::Shape(shape));
            }
            self.joins_of([end], &mut chain);
            if let Some(target) = target.or_else(|| self.target_in(end)) {
                chain.push(Item::Target(target));
            }
            match is_alone || chain.reductions().is_empty() {
                true => chain.into_items().into_iter().for_each(|item| ranks.push(item)),
                // Beside those of another assignment or value it would line up.
                false => ranks.push(Item::End(chain)),
            }
        }
        ranks
    }

    /// A target that this pass writes and an expression reads: it joins as an operand does.
    fn target_in(&self, expr: &Expr) -> Option<usize> {
        let versions = self.facts.versions(expr);
        versions.iter().find(|version| self.current.get(version).is_some()).map(|&(target, _)| target)
    }

    /// Whether an expression reads what this pass assigns: a stage that read it would wait for this pass.
    pub(super) fn reads_assigned(&self, expr: &Expr) -> bool {
        let is_assigned = |version: &Version| matches!(self.current.get(version), Some(Local::Step(_)));
        !self.current.keys().is_empty() && self.facts.versions(expr).iter().any(is_assigned)
    }

    /// A `let` that is only used under maps or in reductions, or is a mere number, is lowered where it is used.
    pub(super) fn define(&mut self, definition: &Let) {
        let is_here = self.maps.is_empty() && self.facts.is_needed(definition.id);
        if is_here && !self.facts.is_literal(&definition.value) {
            let value = self.value(&definition.value, Near::Nothing);
            self.lets.insert(definition.id, value);
        }
    }

    fn assign(&mut self, index: usize, assignment: &Assignment) {
        let target = self.facts.scope().written_by(index);
        let Some((_, version)) = self.facts.replaced_by(index) else {
            return;
        };
        let old = self.current[&(target, version)];
        let range = assignment.target.range;
        let value = match assignment.operator {
            None => self.value(&assignment.value, Near::Local(old)),
            Some(operator) => self.compound(Value::Local(old, range), operator, assignment, range),
        };
        let whole = range.to(assignment.value.range);
        let new = self.push(Node::Store { value, target }, whole, 1);
        self.current.insert((target, version + 1), new);
    }

    fn compound(&mut self, left: Value, operator: Sign, assignment: &Assignment, range: Range) -> Value {
        let right = &assignment.value;
        match operator.infix.level {
            Level::Power => self.raised(left, right, range.to(right.range)),
            _ => self.linked(left, operator, right, range.to(right.range)),
        }
    }
}

/// The targets that a last pass writes, as they are before.
fn old_elements(facts: &Facts, unit: &Unit) -> Map<Version, Local> {
    let mut old: Map<usize, usize> = Map::new();
    for (target, version) in unit.statements.iter().filter_map(|&index| facts.replaced_by(index)) {
        let first = old.get_or(target, version);
        *first = version.min(*first);
    }
    old.into_iter().map(|(target, version)| ((target, version), Local::Old(target))).collect()
}
