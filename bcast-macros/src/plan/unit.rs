//! Which statements and values one last pass computes.

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

/// How far a value reaches: the operands that it reads element by element, and the axes of what it reduces.
#[derive(Default, PartialEq)]
struct Extent {
    operands: Set<Evaluated>,
    axes: Set<(Option<Vec<usize>>, bool)>,
}

/// What an operand was evaluated to. What is evaluated twice need not have the same sizes twice.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
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
    /// Without reductions there is one pass for all. With them, assignments may have different ranks, and so may values
    /// that hold some: each has a pass of its own, but for those that spelling shows to lie alike.
    pub(super) fn units(&self) -> Vec<Unit> {
        let body = self.body();
        let mut units: Vec<Unit> = Vec::new();
        let reduces = |statement: &Statement| self.reduces(statement.value());
        let together = self.lets_outlive_targets() || !body.statements.iter().any(reduces);
        let mut rest = self.unit(&[], &[]);
        let mut assigned: Vec<(Option<Extent>, Vec<usize>)> = Vec::new();
        for (index, statement) in body.statements.iter().enumerate() {
            match statement {
                Statement::Assignment(_) if together => rest.statements.push(index),
                Statement::Assignment(assignment) => {
                    let extent = self.extent(&assignment.value).filter(|extent| self.says_rank(extent));
                    // In their order: later ones see what earlier ones have written.
                    match assigned.last_mut().filter(|(last, _)| last.is_some() && *last == extent) {
                        Some((_, statements)) => statements.push(index),
                        None => assigned.push((extent, vec![index])),
                    }
                }
                Statement::Let(_) => {}
            }
        }
        units.extend(assigned.iter().map(|(_, statements)| self.unit(statements, &[])));
        let apart = |value: &Expr| body.values.iter().len() > 1 && self.reduces(value);
        let plain = |index: &usize| !body.values.iter().nth(*index).is_some_and(apart);
        rest.values = (0..body.values.iter().len()).filter(plain).collect();
        if !rest.statements.is_empty() || !rest.values.is_empty() || units.is_empty() && body.values.iter().len() == 0 {
            units.push(self.unit(&rest.statements, &rest.values));
        }
        let mut groups: Vec<(Option<Extent>, Vec<usize>)> = Vec::new();
        for (index, value) in body.values.iter().enumerate().filter(|(_, value)| apart(value)) {
            let extent = self.extent(value);
            match groups.iter_mut().find(|(other, _)| other.is_some() && *other == extent) {
                Some((_, values)) => values.push(index),
                None => groups.push((extent, vec![index])),
            }
        }
        units.extend(groups.iter().map(|(_, values)| self.unit(&[], values)));
        units
    }

    /// Whether what is assigned has the rank of its target: an operand of which some axes are reduced is an array, and
    /// stands beside all axes.
    fn says_rank(&self, extent: &Extent) -> bool {
        !self.checked.source().attributes.numpy && extent.axes.iter().any(|(axes, _)| axes.is_some())
    }

    /// What says how far a value reaches, if spelling does: whole operands, and reductions of nothing but these.
    fn extent(&self, value: &Expr) -> Option<Extent> {
        let mut extent = Extent::default();
        let mut reduced = Set::new();
        let is_told = self.reaches(value, &mut extent, &mut reduced);
        (is_told && !extent.operands.is_empty() && reduced.is_subset(&extent.operands)).then_some(extent)
    }

    /// Collects the operands of an expression, those that it reduces, and over which axes; false if some are mapped.
    fn reaches(&self, expr: &Expr, extent: &mut Extent, reduced: &mut Set<Evaluated>) -> bool {
        match &expr.kind {
            ExprKind::Map(..) => false,
            ExprKind::Leaf(leaf) => match self.checked.scope().meaning(leaf) {
                Meaning::Let(id) => self.reaches(&self.checked.scope().definition(id).value, extent, reduced),
                Meaning::Operand => {
                    extent.operands.insert(Evaluated::Slot(self.slots.of_leaf[&leaf.id]));
                    true
                }
                Meaning::Target(target) => {
                    extent.operands.insert(Evaluated::Target(target));
                    true
                }
            },
            ExprKind::Reduction(reduction) => {
                extent.axes.insert((reduction.axes.as_ref().map(|axes| axes.entries.clone()), reduction.keep));
                let inside = reduction.arguments.first().and_then(|argument| self.extent(argument));
                let is_told = inside.is_some();
                reduced.extend(inside.into_iter().flat_map(|inside| inside.operands));
                is_told
            }
            _ => expr.parts().into_iter().all(|part| self.reaches(part, extent, reduced)),
        }
    }

    fn unit(&self, statements: &[usize], values: &[usize]) -> Unit {
        let body = self.body();
        let mut lets = Set::new();
        for &index in statements {
            self.lets_of(body.statements[index].value(), &mut lets);
        }
        for (_, value) in body.values.iter().enumerate().filter(|(index, _)| values.contains(index)) {
            self.lets_of(value, &mut lets);
        }
        Unit { statements: statements.to_vec(), values: values.to_vec(), lets }
    }

    /// The `let`s that an expression computes with; those in reductions are the stages' business.
    fn lets_of(&self, expr: &Expr, lets: &mut Set<usize>) {
        if let ExprKind::Reduction(_) = expr.kind {
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

    /// A `let` sees targets as they are where it stands. If one of them is written before it is used, only a single pass
    /// can give that.
    fn lets_outlive_targets(&self) -> bool {
        let body = self.body();
        let ends = body.statements.iter().map(Statement::value).chain(body.values.iter());
        let uses: Vec<Set<usize>> = ends
            .map(|value| {
                let mut lets = Set::new();
                self.lets_of(value, &mut lets);
                lets
            })
            .collect();
        let writes = |index: usize, reads: &Set<usize>| match &body.statements[index] {
            Statement::Assignment(_) => reads.contains(&self.checked.scope().written_by(index)),
            Statement::Let(_) => false,
        };
        body.statements.iter().enumerate().any(|(at, statement)| {
            let Statement::Let(definition) = statement else {
                return false;
            };
            let mut reads = Set::new();
            self.targets_of(&definition.value, &mut reads);
            let last = uses.iter().rposition(|lets| lets.contains(&definition.id)).unwrap_or(at);
            (at + 1..last.min(body.statements.len())).any(|index| writes(index, &reads))
        })
    }

    /// The targets whose elements an expression reads. Those that it reduces are read by stages, before all is written.
    fn targets_of(&self, expr: &Expr, targets: &mut Set<usize>) {
        match &expr.kind {
            ExprKind::Leaf(leaf) => match self.checked.scope().meaning(leaf) {
                Meaning::Target(target) => {
                    targets.insert(target);
                }
                Meaning::Let(id) => self.targets_of(&self.checked.scope().definition(id).value, targets),
                Meaning::Operand => {}
            },
            ExprKind::Reduction(_) => {}
            _ => expr.parts().into_iter().for_each(|part| self.targets_of(part, targets)),
        }
    }
}
