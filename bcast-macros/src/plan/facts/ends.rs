//! Which assignments and values one last pass computes.

use crate::check::{Meaning, Version};
use crate::plan::Role;
use crate::sorted::Set;
use crate::syntax::{Expr, ExprKind, Frame, Statement};

use super::{Facts, Lies};

/// What a last pass computes: statements and values by number.
pub(in crate::plan) struct Unit {
    pub(in crate::plan) statements: Vec<usize>,
    pub(in crate::plan) values: Vec<usize>,
    /// The `let`s that they read.
    lets: Set<usize>,
}

/// What the shape of an assignment or value follows from, if spelling tells: whole operands.
type Extent = Set<Evaluated>;

/// What an operand was evaluated to. What is evaluated twice need not have the same sizes twice.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Evaluated {
    Slot(usize),
    Target(usize),
}

/// What an expression reads.
#[derive(Clone, Default)]
pub(super) struct Reached {
    operands: Extent,
    /// What is reduced in it.
    reduced: Extent,
}

impl Unit {
    pub(in crate::plan) fn reads(&self, definition: usize) -> bool {
        self.lets.contains(&definition)
    }
}

impl Facts<'_> {
    /// Assignments have the shapes of their targets, values those that they have alone. So each is a pass of its own,
    /// but for those that spelling shows to have one shape, and those that have no order but element by element.
    pub(super) fn find_units(&self) -> Vec<Unit> {
        let order = self.order();
        if self.role() == Role::Locate {
            return (0..self.ends().len()).map(|end| self.unit(&[end])).collect();
        }
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut extents: Vec<Option<Extent>> = Vec::new();
        for group in order.tied() {
            let own: Vec<Option<Extent>> = group.iter().map(|&end| self.extent_of_end(end)).collect();
            let extent = own[0].clone().filter(|first| own.iter().all(|other| other.as_ref() == Some(first)));
            let alike = (0..groups.len()).find(|&at| {
                let mut merged = groups.clone();
                merged[at].extend(&group);
                extent.is_some() && extents[at] == extent && order.has_order(&merged)
            });
            match alike {
                Some(at) => groups[at].extend(group),
                None => {
                    groups.push(group);
                    extents.push(extent);
                }
            }
        }
        groups.iter().map(|group| self.unit(group)).collect()
    }

    /// All assignments and values as one pass.
    pub(in crate::plan) fn whole(&self) -> Unit {
        let all: Vec<usize> = (0..self.assignments().len() + self.body().values.iter().len()).collect();
        self.unit(&all)
    }

    /// What a last pass computes: what it assigns, then its values.
    pub(super) fn ends_of(&self, unit: &Unit) -> Vec<&Expr> {
        let body = self.body();
        let assigned = unit.statements.iter().map(|&index| body.statements[index].value());
        assigned.chain(unit.values.iter().filter_map(|&index| body.values.iter().nth(index))).collect()
    }

    /// The statements that assign.
    fn assignments(&self) -> Vec<usize> {
        let statements = self.body().statements.iter().enumerate();
        statements
            .filter(|(_, statement)| matches!(statement, Statement::Assignment(_)))
            .map(|(index, _)| index)
            .collect()
    }

    fn extent_of_end(&self, end: usize) -> Option<Extent> {
        let assignments = self.assignments();
        match assignments.get(end) {
            Some(&index) => Some(Set::from_iter([Evaluated::Target(self.scope().written_by(index))])),
            None => self.extent(self.body().values.iter().nth(end - assignments.len())?),
        }
    }

    /// What the shape of a value follows from, if spelling tells: whole operands, and reductions of nothing but these.
    fn extent(&self, value: &Expr) -> Option<Extent> {
        let Reached { operands, reduced } = self.reached(value)?;
        (!operands.is_empty() && reduced.is_subset(&operands)).then_some(operands)
    }

    /// What an expression reads and reduces; nothing if some of it is mapped.
    fn reached(&self, expr: &Expr) -> Option<Reached> {
        self.once(&self.reached, expr, |facts, expr| match &expr.kind {
            ExprKind::Map(..) => None,
            ExprKind::Leaf(leaf) => {
                let operand = match facts.scope().meaning(leaf) {
                    Meaning::Let(_) => return facts.reached(expr),
                    Meaning::Operand => Evaluated::Slot(facts.slot_of(leaf)),
                    Meaning::Target(target) => Evaluated::Target(target),
                };
                Some(Reached { operands: Set::from_iter([operand]), reduced: Set::new() })
            }
            ExprKind::Reduction(reduction) => {
                let reduced = facts.extent(&reduction.arguments[0])?;
                Some(Reached { operands: Set::new(), reduced })
            }
            _ => expr.parts().into_iter().try_fold(Reached::default(), |all, part| {
                let part = facts.reached(part)?;
                Some(Reached { operands: &all.operands | &part.operands, reduced: &all.reduced | &part.reduced })
            }),
        })
    }

    /// The names of the axes of a pass; none if what it computes has different ones.
    pub(in crate::plan) fn frame_of(&self, unit: &Unit) -> Frame {
        let assignments = self.assignments();
        let written = unit.statements.iter().filter_map(|index| assignments.iter().position(|other| other == index));
        let ends = written.chain(unit.values.iter().map(|value| assignments.len() + value));
        let mut frames = ends.map(|end| self.checked.frame(end));
        let first = frames.next().unwrap_or_default();
        if frames.all(|frame| frame == first) { first } else { Frame::default() }
    }

    /// The pass of these ends.
    fn unit(&self, ends: &[usize]) -> Unit {
        let assignments = self.assignments();
        let statements: Vec<usize> = ends.iter().filter_map(|&end| assignments.get(end).copied()).collect();
        let values: Vec<usize> = ends.iter().filter_map(|&end| end.checked_sub(assignments.len())).collect();
        let mut unit = Unit { statements, values, lets: Set::new() };
        let mut lets = Set::new();
        self.ends_of(&unit).into_iter().for_each(|end| self.lets_of(end, &mut lets));
        unit.lets = lets;
        unit
    }

    /// The `let`s that an expression computes with. Those in reductions are the stages' business; those under maps are
    /// computed where they stand, along other axes.
    fn lets_of(&self, expr: &Expr, lets: &mut Set<usize>) {
        if let ExprKind::Reduction(_) | ExprKind::Map(..) = expr.kind {
            return;
        }
        if let ExprKind::Leaf(leaf) = &expr.kind
            && let Meaning::Let(id) = self.scope().meaning(leaf)
            && lets.insert(id)
        {
            self.lets_of(&self.scope().definition(id).value, lets);
        }
        expr.parts().into_iter().for_each(|part| self.lets_of(part, lets));
    }

    /// Where a last pass lies: a target or a given shape may have any axes.
    pub(in crate::plan) fn lies_of_unit(&self, unit: &Unit) -> Lies {
        let values = unit.values.iter().filter_map(|&index| self.body().values.iter().nth(index));
        match unit.statements.is_empty() && self.attributes().shape.is_none() {
            true => Lies::beside_all(values.map(|value| self.lies(value))),
            false => Lies::array(),
        }
    }

    /// The versions of targets that the assignments of a unit make.
    pub(super) fn made_by(&self, unit: &Unit) -> Set<Version> {
        let replaced = unit.statements.iter().filter_map(|&index| self.replaced_by(index));
        replaced.map(|(target, version)| (target, version + 1)).collect()
    }

    /// The version that a statement replaces.
    pub(in crate::plan) fn replaced_by(&self, statement: usize) -> Option<Version> {
        let before = self.body().statements[..statement].iter();
        self.order().replaces(before.filter(|other| matches!(other, Statement::Assignment(_))).count())
    }
}
