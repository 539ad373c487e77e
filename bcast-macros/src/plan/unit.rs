//! Which assignments and values one last pass computes.

use crate::check::Meaning;
use crate::sorted::Set;
use crate::syntax::{Expr, ExprKind, Statement};

use super::lower::Lowering;

/// What a last pass computes: statements and values by number.
pub(super) struct Unit {
    pub(super) statements: Vec<usize>,
    pub(super) values: Vec<usize>,
    /// The `let`s that they read.
    lets: Set<usize>,
}

/// What the shape of an end follows from, if spelling tells: whole operands.
type Extent = Set<Evaluated>;

/// What an operand was evaluated to. What is evaluated twice need not have the same sizes twice.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Evaluated {
    Slot(usize),
    Target(usize),
}

impl Unit {
    pub(super) fn reads(&self, definition: usize) -> bool {
        self.lets.contains(&definition)
    }
}

impl Lowering<'_> {
    /// Assignments have the shapes of their targets, values those that they have alone. So each is a pass of its own, but
    /// for those that spelling shows to have one shape, and those that have no order but element by element.
    pub(super) fn units(&self) -> Vec<Unit> {
        let order = self.checked.order();
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
    pub(super) fn whole(&self) -> Unit {
        let all: Vec<usize> = (0..self.assignments().len() + self.body().values.iter().len()).collect();
        self.unit(&all)
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
            Some(&index) => Some(Set::from_iter([Evaluated::Target(self.checked.scope().written_by(index))])),
            None => self.extent(self.body().values.iter().nth(end - assignments.len())?),
        }
    }

    /// What says how far a value reaches, if spelling does: whole operands, and reductions of nothing but these.
    fn extent(&self, value: &Expr) -> Option<Extent> {
        let (mut operands, mut reduced) = (Set::new(), Set::new());
        let is_told = self.reaches(value, &mut operands, &mut reduced);
        (is_told && !operands.is_empty() && reduced.is_subset(&operands)).then_some(operands)
    }

    /// Collects the operands of an expression, and those that it reduces; false if some are mapped.
    fn reaches(&self, expr: &Expr, operands: &mut Extent, reduced: &mut Extent) -> bool {
        match &expr.kind {
            ExprKind::Map(..) => false,
            ExprKind::Leaf(leaf) => {
                operands.insert(match self.checked.scope().meaning(leaf) {
                    Meaning::Let(id) => {
                        return self.reaches(&self.checked.scope().definition(id).value, operands, reduced);
                    }
                    Meaning::Operand => Evaluated::Slot(self.slots.of_leaf[&leaf.id]),
                    Meaning::Target(target) => Evaluated::Target(target),
                });
                true
            }
            ExprKind::Reduction(reduction) => {
                let inside = reduction.arguments.first().and_then(|argument| self.extent(argument));
                let is_told = inside.is_some();
                reduced.extend(inside.into_iter().flatten());
                is_told
            }
            _ => expr.parts().into_iter().all(|part| self.reaches(part, operands, reduced)),
        }
    }

    /// The pass of these ends.
    fn unit(&self, ends: &[usize]) -> Unit {
        let (body, assignments) = (self.body(), self.assignments());
        let statements: Vec<usize> = ends.iter().filter_map(|&end| assignments.get(end).copied()).collect();
        let values: Vec<usize> = ends.iter().filter_map(|&end| end.checked_sub(assignments.len())).collect();
        let mut lets = Set::new();
        for &index in &statements {
            self.lets_of(body.statements[index].value(), &mut lets);
        }
        for (_, value) in body.values.iter().enumerate().filter(|(index, _)| values.contains(index)) {
            self.lets_of(value, &mut lets);
        }
        Unit { statements, values, lets }
    }

    /// The `let`s that an expression computes with. Those in reductions are the stages' business; those under maps are
    /// computed where they stand, along other axes.
    fn lets_of(&self, expr: &Expr, lets: &mut Set<usize>) {
        if let ExprKind::Reduction(_) | ExprKind::Map(..) = expr.kind {
            return;
        }
        if let ExprKind::Leaf(leaf) = &expr.kind
            && let Meaning::Let(id) = self.checked.scope().meaning(leaf)
            && lets.insert(id)
        {
            self.lets_of(&self.checked.scope().definition(id).value, lets);
        }
        expr.parts().into_iter().for_each(|part| self.lets_of(part, lets));
    }

    /// Whether a reduction takes part outside every other one.
    pub(super) fn reduces(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Reduction(_) => true,
            ExprKind::Leaf(leaf) => match self.checked.scope().meaning(leaf) {
                Meaning::Let(id) => self.reduces(&self.checked.scope().definition(id).value),
                _ => false,
            },
            _ => expr.parts().into_iter().any(|part| self.reduces(part)),
        }
    }
}
