//! Which statements and values one last pass computes.

use std::collections::HashSet;

use crate::check::Meaning;
use crate::syntax::{Expr, ExprKind, Statement};

use super::lower::Lowering;

/// What a last pass computes: statements and values by number.
pub(super) struct Unit {
    pub(super) statements: Vec<usize>,
    pub(super) values: Vec<usize>,
    /// The `let`s that they read.
    lets: HashSet<usize>,
}

impl Unit {
    pub(super) fn reads(&self, definition: usize) -> bool {
        self.lets.contains(&definition)
    }
}

impl Lowering<'_> {
    /// Without reductions there is one pass for all. With them, assignments may have different ranks, and so may values
    /// that hold some: each has a pass of its own.
    pub(super) fn units(&self) -> Vec<Unit> {
        let body = self.body();
        let mut units: Vec<Unit> = Vec::new();
        let reduces = |statement: &Statement| self.reduces(statement.value());
        let together = self.lets_read_targets() || !body.statements.iter().any(reduces);
        let mut rest = self.unit(&[], &[]);
        for (index, statement) in body.statements.iter().enumerate() {
            match statement {
                Statement::Assignment(_) if together => rest.statements.push(index),
                Statement::Assignment(_) => units.push(self.unit(&[index], &[])),
                Statement::Let(_) => {}
            }
        }
        let apart = |value: &Expr| body.values.iter().len() > 1 && self.reduces(value);
        let plain = |index: &usize| !body.values.iter().nth(*index).is_some_and(apart);
        rest.values = (0..body.values.iter().len()).filter(plain).collect();
        if !rest.statements.is_empty() || !rest.values.is_empty() || units.is_empty() && body.values.iter().len() == 0 {
            units.push(self.unit(&rest.statements, &rest.values));
        }
        for (index, value) in body.values.iter().enumerate() {
            if apart(value) {
                units.push(self.unit(&[], &[index]));
            }
        }
        units
    }

    fn unit(&self, statements: &[usize], values: &[usize]) -> Unit {
        let body = self.body();
        let mut lets = HashSet::new();
        for &index in statements {
            self.lets_of(body.statements[index].value(), &mut lets);
        }
        for (_, value) in body.values.iter().enumerate().filter(|(index, _)| values.contains(index)) {
            self.lets_of(value, &mut lets);
        }
        Unit { statements: statements.to_vec(), values: values.to_vec(), lets }
    }

    fn lets_of(&self, expr: &Expr, lets: &mut HashSet<usize>) {
        if let ExprKind::Leaf(leaf) = &expr.kind
            && let Meaning::Let(id) = self.checked.scope().meaning(leaf)
            && lets.insert(id)
        {
            self.lets_of(&self.checked.scope().definition(id).value, lets);
        }
        expr.parts().into_iter().for_each(|part| self.lets_of(part, lets));
    }

    /// Whether a reduction takes part outside every other one.
    fn reduces(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Reduction(_) => true,
            ExprKind::Leaf(leaf) => match self.checked.scope().meaning(leaf) {
                Meaning::Let(id) => self.reduces(&self.checked.scope().definition(id).value),
                _ => false,
            },
            _ => expr.parts().into_iter().any(|part| self.reduces(part)),
        }
    }

    /// A `let` sees targets as they are where it stands, which only a single pass can give.
    fn lets_read_targets(&self) -> bool {
        let reads = |statement: &Statement| match statement {
            Statement::Let(definition) => self.reads_target(&definition.value),
            Statement::Assignment(_) => false,
        };
        self.body().statements.iter().any(reads)
    }

    fn reads_target(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Leaf(leaf) => matches!(self.checked.scope().meaning(leaf), Meaning::Target(_)),
            // Stages come before everything that is written.
            ExprKind::Reduction(_) => false,
            _ => expr.parts().into_iter().any(|part| self.reads_target(part)),
        }
    }
}
