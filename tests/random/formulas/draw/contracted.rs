//! Sums of products that are contractions, or nearly so.

use super::Drawer;
use crate::formulas::ops::named;
use crate::formulas::tree::{Expr, Reduction};

impl Drawer<'_> {
    /// A sum of products of parts, each of which lacks an axis of the place that the other one has, and maybe of parts
    /// that lie along other axes than the summed one. Of three axes that may be one, which is kept with size 1.
    pub(super) fn contracted(&mut self, labels: &[usize], depth: usize) -> Expr {
        let keep = labels.len() == 3 && self.random.chance(50);
        let (mut inner, at) = (labels.to_vec(), self.random.below(labels.len() + usize::from(!keep)));
        if !keep {
            inner.insert(at, self.other_label(labels));
        }
        let mut kept: Vec<usize> = (0..inner.len()).filter(|&axis| axis != at).collect();
        self.random.shuffle(&mut kept);
        let (rows, columns) = (kept[0], kept[1]);
        let all = || 0..inner.len();
        let sides: [Vec<usize>; 2] = [columns, rows].map(|lacks| all().filter(|&axis| axis != lacks).collect());
        let mut factors: Vec<Expr> = Vec::new();
        let outside = std::mem::replace(&mut self.mapped, true);
        for side in sides {
            factors.push(self.factor(&inner, side.clone(), depth));
            if self.random.chance(25) {
                let fewer = side.iter().copied().filter(|_| self.random.chance(60)).collect::<Vec<_>>();
                let fewer = if fewer.is_empty() { vec![side[0]] } else { fewer };
                factors.push(self.factor(&inner, fewer, 0));
            }
        }
        factors.extend(self.beside(&inner, at));
        self.mapped = outside;
        self.random.shuffle(&mut factors);
        let times = |left, right| Expr::Call(named(".*"), vec![left, right]);
        let product = factors.into_iter().reduce(times).expect("there are two sides");
        let name = self.random.pick(&["sum", "sum", "sum", "mean", "max"]);
        let reduction = Reduction { name, axes: Some(vec![at]), keep, named: None };
        Expr::Reduce(reduction, Box::new(product))
    }

    /// Factors that do not lie along a summed axis: numbers, and what a contraction multiplies by after its sum.
    fn beside(&mut self, place: &[usize], summed: usize) -> Vec<Expr> {
        let mut factors = Vec::new();
        while self.random.chance(30) {
            let mut axes: Vec<usize> = (0..place.len()).filter(|&axis| axis != summed).collect();
            let dropped = self.random.below(2 * axes.len());
            axes.retain(|axis| *axis != dropped);
            factors.push(self.factor(place, axes, 0));
        }
        if self.random.chance(8) {
            // As many axes as the place, one of which it stretches.
            let labels = place.iter().enumerate().map(|(axis, &label)| (axis != summed).then_some(label)).collect();
            let operand = self.new_operand(labels);
            self.program.operands.push(operand);
            factors.push(Expr::Operand(self.program.operands.len() - 1));
        }
        if self.random.chance(15) {
            factors.push(self.literal());
        }
        factors
    }

    /// A factor that lies along some axes of a place.
    fn factor(&mut self, place: &[usize], axes: Vec<usize>, depth: usize) -> Expr {
        let labels: Vec<usize> = axes.iter().map(|&axis| place[axis]).collect();
        let part = match self.random.chance(60) {
            true => self.operand(&labels),
            false => self.number(&labels, depth.min(1)),
        };
        Expr::Map(Box::new(part), axes)
    }
}
