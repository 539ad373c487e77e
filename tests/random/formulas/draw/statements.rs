//! The statements of a program, and its values.

use super::{Drawer, Shared};
use crate::formulas::ops::{self, named};
use crate::formulas::tree::{Expr, Layout, Operand, Statement};

impl Drawer<'_> {
    /// Parts that are shared, then assignments among more of them, then values.
    pub(super) fn statements(&mut self) {
        let rank = self.rank().max(1);
        let labels = self.labels(rank);
        let assigns = self.random.chance(32);
        if assigns {
            self.targets(&labels);
            self.share_target();
        }
        for _ in 0..1 + self.random.below(3) {
            self.share(&labels);
        }
        let count = if assigns { 1 + self.random.below(3) } else { 0 };
        for _ in 0..count {
            self.assignment();
            if self.random.chance(35) {
                self.share(&labels);
            }
        }
        self.values(&labels, assigns);
    }

    fn targets(&mut self, labels: &[usize]) {
        for _ in 0..1 + self.random.below(2) {
            let labels = self.near(labels);
            // What is assigned to a number has no axes by its type.
            self.dynamic &= !labels.is_empty();
            let dynamic = self.dynamic && !labels.is_empty() && self.random.chance(50);
            let layout = self.random.pick(&[Layout::Owned, Layout::Owned, Layout::Transposed]);
            let labels = labels.into_iter().map(Some).collect();
            self.program.targets.push(Operand { labels, signed: false, dynamic, layout });
            self.assigned.push(0);
        }
        let dynamic = self.dynamic;
        self.program.targets.iter_mut().for_each(|target| target.dynamic &= dynamic);
    }

    /// The same axes, fewer of them, or others.
    fn near(&mut self, labels: &[usize]) -> Vec<usize> {
        match self.random.weighted(&[60, 30, 10]) {
            0 => labels.to_vec(),
            1 => {
                let mut fewer = labels.to_vec();
                fewer.remove(self.random.below(labels.len()));
                fewer
            }
            _ => {
                let rank = self.rank();
                self.labels(rank)
            }
        }
    }

    /// Draws a part for several places, with a name or without one; it is costly in one way or the other.
    fn share(&mut self, labels: &[usize]) {
        let labels = if self.random.chance(75) { labels.to_vec() } else { self.near(labels) };
        self.share_along(labels);
    }

    /// Such a part with these axes.
    fn share_along(&mut self, labels: Vec<usize>) {
        if self.random.chance(12) {
            return self.share_pair(&labels);
        }
        let mut expr = self.number(&labels, 2);
        if !matches!(expr, Expr::Call(..)) || self.random.chance(40) {
            let table = if self.random.chance(60) { ops::COSTLY.as_slice() } else { &ops::CHEAP };
            expr = Expr::Call(named(self.random.pick(table)), vec![expr]);
        }
        if self.random.chance(60) {
            self.program.lets.push(expr);
            let index = self.program.lets.len() - 1;
            self.program.statements.push(Statement::Let(index));
            expr = Expr::Let(index);
        }
        self.shared.push(Shared { expr, labels });
    }

    /// What two functions make of one part, with names: a pattern takes them apart.
    fn share_pair(&mut self, labels: &[usize]) {
        let part = self.number(labels, 2);
        for function in self.random.pick(&ops::BOTH) {
            self.program.lets.push(Expr::Call(named(function), vec![part.clone()]));
            let index = self.program.lets.len() - 1;
            self.program.statements.push(Statement::Let(index));
            self.shared.push(Shared { expr: Expr::Let(index), labels: labels.to_vec() });
        }
    }

    /// The same text for the elements before an assignment and for those after it.
    fn share_target(&mut self) {
        let index = self.random.below(self.program.targets.len());
        let labels: Vec<usize> = self.program.targets[index].labels.iter().copied().flatten().collect();
        let table = if self.random.chance(60) { ops::COSTLY.as_slice() } else { &ops::CHEAP };
        let expr = Expr::Call(named(self.random.pick(table)), vec![Expr::Target(index, 0)]);
        self.shared.push(Shared { expr, labels });
    }

    fn assignment(&mut self) {
        let target = self.random.below(self.program.targets.len());
        let labels: Vec<usize> = self.program.targets[target].labels.iter().copied().flatten().collect();
        // Sometimes what a stage yields, as it is.
        let (expr, may_sign) = match self.random.weighted(&[6, 12, 12, 70]) {
            0 => (Expr::Literal(0.75), true),
            1 if labels.len() < 4 => (self.reduced(&labels, 3), false),
            2 => (self.known(&labels, false), false),
            _ if self.related && !labels.is_empty() => (self.related_value(&labels), true),
            _ => (self.number(&labels, 3), true),
        };
        let sign = (may_sign && self.random.chance(40)).then(|| named(self.random.pick(&[".+", ".-", ".*"])));
        self.program.statements.push(Statement::Assign(target, sign, expr));
        self.assigned[target] += 1;
    }

    fn values(&mut self, labels: &[usize], assigns: bool) {
        if self.related {
            return self.related_values(labels);
        }
        let count = if assigns { self.random.weighted(&[15, 55, 30]) } else { self.random.weighted(&[0, 60, 28, 12]) };
        for _ in 0..count {
            let labels = if self.random.chance(60) { labels.to_vec() } else { self.near(labels) };
            let depth = self.random.weighted(&[if count > 1 { 10 } else { 0 }, 20, 30, 30, 10]);
            // A call may be nothing else.
            let value = match [0, 0, 10, 40][labels.len().min(3)] {
                percent if count == 1 && labels.len() < 4 && self.random.chance(percent) => self.contracted(&labels, 1),
                _ => self.number(&labels, depth),
            };
            self.program.values.push(value);
        }
        if !assigns && count == 1 && self.random.chance(8) {
            self.program.shape = Some(labels.to_vec());
        }
    }

    /// Values that all read the same parts, each beside something of its own: what is kept for the last of them may not
    /// be replaced by the others.
    fn related_values(&mut self, labels: &[usize]) {
        for _ in 0..2 + self.random.below(2) {
            let value = self.related_value(labels);
            self.program.values.push(value);
        }
    }

    /// An operand, and parts that others read, too.
    fn related_value(&mut self, labels: &[usize]) -> Expr {
        while self.shared.iter().filter(|shared| shared.labels == labels).count() < 2 {
            self.share_along(labels.to_vec());
        }
        let fitting = self.shared.iter().filter(|shared| shared.labels == labels);
        let parts: Vec<Expr> = fitting.take(3).map(|shared| shared.expr.clone()).collect();
        let mut value = self.operand(labels);
        for mut part in parts {
            self.read_now(&mut part);
            let part = match self.random.weighted(&[60, 25, 15]) {
                0 => part,
                // The stage that reduces it keeps it.
                1 => Expr::Call(named("./"), vec![part.clone(), self.some_reduced(&part, labels)]),
                _ => self.one_way(&part, labels, 1),
            };
            let sign = named(self.random.pick(&ops::SIGNS));
            value = Expr::Call(sign, if self.random.chance(50) { vec![value, part] } else { vec![part, value] });
        }
        value
    }
}
