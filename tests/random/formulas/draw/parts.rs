//! Formulas for a place whose axes have labels.

use super::{Drawer, Shared};
use crate::formulas::ops::{self, named};
use crate::formulas::tree::{Entry, Expr, Reduction};

/// Of numbers; the last are of positions.
const REDUCTIONS: [&str; 25] = [
    "sum",
    "sum",
    "sum",
    "sum",
    "mean",
    "mean",
    "mean",
    "mean",
    "max",
    "max",
    "max",
    "min",
    "min",
    "prod",
    "maximum",
    "minimum",
    "fold_sum",
    "fold_max",
    "var",
    "std",
    "norm",
    "ptp",
    "logsumexp",
    "argmax",
    "argmin",
];
/// How many of them are of numbers.
const OF_NUMBERS: usize = 23;
/// What runs along an axis.
const SCANS: [&str; 4] = ["cumsum", "cumprod", "cummax", "cummin"];

impl Drawer<'_> {
    /// A formula whose values are numbers.
    pub(super) fn number(&mut self, labels: &[usize], depth: usize) -> Expr {
        if depth == 0 || self.budget == 0 {
            return self.leaf(labels);
        }
        self.budget -= 1;
        let depth = depth - 1;
        let rank = labels.len();
        let some = |weight| if rank > 0 { weight } else { 0 };
        let turned = if rank > 1 && self.program.square { 8 } else { 0 };
        let (shared, several) = if self.shared.is_empty() { (0, 0) } else { (30, some(30)) };
        match self.random.weighted(&[
            12,
            34,
            6,
            8,
            5,
            some(18),
            if rank < 4 { 12 } else { 0 },
            8,
            [0, 0, 8, 8, 8][rank],
            shared,
            several,
            turned,
            [0, 0, 14, 14, 0][rank],
        ]) {
            0 => self.one(labels, depth),
            1 => self.two(labels, depth),
            2 => self.pair(labels, depth),
            3 => self.condition(labels, depth),
            4 => self.three(labels, depth),
            5 => self.lined(labels, depth),
            6 => self.reduced(labels, depth),
            7 => self.total(depth),
            8 => self.map(labels, depth),
            10 => self.several(labels, depth),
            11 => self.turned(labels, depth),
            12 => self.contracted(labels, depth),
            _ => self.known(labels, true),
        }
    }

    fn one(&mut self, labels: &[usize], depth: usize) -> Expr {
        let table = if self.random.chance(55) { ops::COSTLY.as_slice() } else { &ops::CHEAP };
        let function = named(self.random.pick(table));
        Expr::Call(function, vec![self.number(labels, depth)])
    }

    /// An operator between two parts; a literal takes the type of the other one.
    fn two(&mut self, labels: &[usize], depth: usize) -> Expr {
        let sign = named(self.random.pick(&ops::SIGNS));
        let first = self.number(labels, depth);
        let second = match self.random.weighted(&[18, 82]) {
            0 => self.literal(),
            _ => self.number(labels, depth),
        };
        Expr::Call(sign, if self.random.chance(70) { vec![first, second] } else { vec![second, first] })
    }

    fn pair(&mut self, labels: &[usize], depth: usize) -> Expr {
        let function = named(self.random.pick(&ops::PAIRS));
        Expr::Call(function, vec![self.number(labels, depth), self.number(labels, depth)])
    }

    fn three(&mut self, labels: &[usize], depth: usize) -> Expr {
        let function = named(self.random.pick(&["mul_add", "own::three"]));
        let depth = depth.min(1);
        Expr::Call(function, (0..3).map(|_| self.number(labels, depth)).collect())
    }

    fn condition(&mut self, labels: &[usize], depth: usize) -> Expr {
        let test = self.truth(labels, depth);
        let (yes, no) = (self.number(labels, depth), self.number(labels, depth.min(1)));
        let no = if self.random.chance(25) { Expr::Literal(0.0) } else { no };
        let choice = if self.random.chance(80) { "if" } else { "select" };
        Expr::Call(named(choice), vec![test, yes, no])
    }

    /// A formula that is true or false.
    fn truth(&mut self, labels: &[usize], depth: usize) -> Expr {
        let depth = depth.min(2);
        if depth > 1 && self.random.chance(20) {
            let (first, second) = (self.truth(labels, 0), self.truth(labels, 0));
            return Expr::Call(named(self.random.pick(&[".&&", ".||"])), vec![first, second]);
        }
        if depth > 0 && !labels.is_empty() && self.random.chance(15) {
            let reduction = self.reduction(labels.len(), &["any", "all"]);
            return Expr::Reduce(reduction, Box::new(self.truth(labels, 0)));
        }
        let first = self.number(labels, depth.max(1) - 1);
        if self.random.chance(8) {
            return Expr::Call(named("is_finite"), vec![first]);
        }
        let second = if self.random.chance(60) { self.literal() } else { self.number(labels, 0) };
        Expr::Call(named(self.random.pick(&ops::TESTS)), vec![first, second])
    }

    pub(super) fn literal(&mut self) -> Expr {
        Expr::Literal(self.random.pick(&[0.5, 1.0, 1.5, 2.0, 0.25, 3.0]))
    }

    fn reduction(&mut self, rank: usize, names: &[&'static str]) -> Reduction {
        let mut axes: Vec<usize> = (0..rank).filter(|_| self.random.chance(35)).collect();
        if axes.is_empty() {
            axes = vec![self.random.below(rank)];
        }
        Reduction { name: self.random.pick(names), axes: Some(axes), keep: self.random.chance(15), named: None }
    }

    /// A reduction of a value with the axes of the place.
    fn lined(&mut self, labels: &[usize], depth: usize) -> Expr {
        if self.random.chance(10) {
            let axes = Some(vec![self.random.below(labels.len())]);
            let scan = Reduction { name: self.random.pick(&SCANS), axes, keep: false, named: None };
            let part = if self.random.chance(45) { self.known(labels, false) } else { self.number(labels, depth) };
            return Expr::Reduce(scan, Box::new(part));
        }
        if self.random.chance(6) {
            let reduction = Reduction { name: "count", ..self.reduction(labels.len(), &["any"]) };
            return Expr::Reduce(reduction, Box::new(self.truth(labels, depth)));
        }
        let reduction = self.reduction(labels.len(), &REDUCTIONS);
        let part = if self.random.chance(45) { self.known(labels, false) } else { self.number(labels, depth) };
        Expr::Reduce(reduction, Box::new(part))
    }

    /// A reduction of a value with more axes than the place, which leaves those of the place.
    pub(super) fn reduced(&mut self, labels: &[usize], depth: usize) -> Expr {
        let mut inner = labels.to_vec();
        let more = if labels.len() < 3 && self.random.chance(20) { 2 } else { 1 };
        let mut axes: Vec<usize> = Vec::new();
        for _ in 0..more {
            let at = self.random.below(inner.len() + 1);
            inner.insert(at, self.other_label(&inner));
            axes.iter_mut().filter(|axis| **axis >= at).for_each(|axis| *axis += 1);
            axes.push(at);
        }
        axes.sort_unstable();
        let reduction = Reduction { name: self.random.pick(&REDUCTIONS), axes: Some(axes), keep: false, named: None };
        Expr::Reduce(reduction, Box::new(self.number(&inner, depth)))
    }

    /// A reduction over all axes.
    fn total(&mut self, depth: usize) -> Expr {
        let shared: Vec<Vec<usize>> = self.shared.iter().map(|shared| shared.labels.clone()).collect();
        let rank = self.rank().clamp(1, 3);
        let labels = match self.random.below(shared.len() + 1) {
            index if index < shared.len() && !shared[index].is_empty() => shared[index].clone(),
            _ => self.labels(rank),
        };
        let reduction =
            Reduction { name: self.random.pick(&REDUCTIONS[..OF_NUMBERS]), axes: None, keep: false, named: None };
        Expr::Reduce(reduction, Box::new(self.number(&labels, depth)))
    }

    /// A part that lies along some axes.
    fn map(&mut self, labels: &[usize], depth: usize) -> Expr {
        let axes = self.axes(labels.len());
        let inner: Vec<usize> = axes.iter().map(|&axis| labels[axis]).collect();
        let outside = std::mem::replace(&mut self.mapped, true);
        let part = self.number(&inner, depth);
        self.mapped = outside;
        Expr::Map(Box::new(part), axes)
    }

    /// One part along these axes and along others: their sizes are the same.
    fn turned(&mut self, labels: &[usize], depth: usize) -> Expr {
        let first = self.axes(labels.len());
        let inner: Vec<usize> = first.iter().map(|&axis| labels[axis]).collect();
        let second = self.along(&inner, labels).unwrap_or_else(|| first.clone());
        let outside = std::mem::replace(&mut self.mapped, true);
        let part = self.one(&inner, depth);
        self.mapped = outside;
        let sign = named(self.random.pick(&ops::SIGNS));
        Expr::Call(sign, vec![Expr::Map(Box::new(part.clone()), first), Expr::Map(Box::new(part), second)])
    }

    /// Some axes of a place, mostly not all.
    fn axes(&mut self, rank: usize) -> Vec<usize> {
        let mut axes: Vec<usize> = (0..rank).collect();
        self.random.shuffle(&mut axes);
        axes.truncate(1 + self.random.below(rank.max(2) - 1));
        axes.sort_unstable();
        axes
    }

    fn leaf(&mut self, labels: &[usize]) -> Expr {
        let mapped = if labels.is_empty() { 0 } else { 16 };
        let known = if self.shared.is_empty() { 0 } else { 45 };
        match self.random.weighted(&[40, mapped, 8, known, 16, 6, 5]) {
            0 => self.operand(labels),
            1 => {
                let axes = self.axes(labels.len());
                let inner: Vec<usize> = axes.iter().map(|&axis| labels[axis]).collect();
                Expr::Map(Box::new(self.operand(&inner)), axes)
            }
            2 => self.operand(&[]),
            3 => self.known(labels, true),
            4 => self.target(labels),
            5 => self.sliced(labels),
            _ => self.looked_up(labels),
        }
    }

    /// A slice of an operand, which may have an axis more.
    fn sliced(&mut self, labels: &[usize]) -> Expr {
        let (mut all, mut entries) = (labels.to_vec(), Vec::new());
        let dropped = (labels.len() < 4 && self.random.chance(60)).then(|| self.random.below(labels.len() + 1));
        if let Some(at) = dropped {
            all.insert(at, self.other_label(labels));
        }
        for axis in 0..all.len() {
            let choice =
                if dropped == Some(axis) { [Entry::First, Entry::Last] } else { [Entry::All, Entry::Reversed] };
            entries.push(self.random.pick(&choice));
        }
        match self.operand(&all) {
            Expr::Operand(index) if !entries.is_empty() => Expr::Slice(index, entries),
            other => other,
        }
    }

    /// Elements of an operand of one or two axes, found by those of others: their numbers are exact on any machine.
    fn looked_up(&mut self, labels: &[usize]) -> Expr {
        let rank = 1 + self.random.below(2);
        let own = self.labels(rank);
        let table = self.operand(&own);
        let indices = own.iter().map(|_| self.operand(labels)).collect();
        match table {
            Expr::Operand(table) => Expr::LookUp(table, indices),
            other => other,
        }
    }

    /// A target with these axes, as it is now.
    fn target(&mut self, labels: &[usize]) -> Expr {
        let wanted: Vec<Option<usize>> = labels.iter().copied().map(Some).collect();
        let fits = |index: &usize| self.program.targets[*index].labels == wanted;
        let found: Vec<usize> = (0..self.program.targets.len()).filter(fits).collect();
        if found.is_empty() || self.mapped {
            return self.operand(labels);
        }
        let index = self.random.pick(&found);
        Expr::Target(index, self.assigned[index])
    }

    /// A shared part, brought to the axes of the place: as it is, reduced, or mapped.
    pub(super) fn known(&mut self, labels: &[usize], reduces: bool) -> Expr {
        let start = self.random.below(self.shared.len());
        let order: Vec<usize> = (start..self.shared.len()).chain(0..start).collect();
        for index in order {
            let mut shared = self.shared[index].clone();
            self.read_now(&mut shared.expr);
            if let Some(expr) = self.brought(shared, labels, reduces) {
                return expr;
            }
        }
        self.operand(labels)
    }

    /// One shared part in several ways: as it is, reduced over these axes and over those, and as a part of more.
    fn several(&mut self, labels: &[usize], depth: usize) -> Expr {
        let fitting = self.shared.iter().filter(|shared| shared.labels == labels);
        let fitting: Vec<Expr> = fitting.map(|shared| shared.expr.clone()).collect();
        if fitting.is_empty() {
            return self.two(labels, depth);
        }
        let mut part = fitting[self.random.below(fitting.len())].clone();
        self.read_now(&mut part);
        let mut whole = self.one_way(&part, labels, depth);
        for _ in 0..1 + self.random.below(2) {
            let other = self.one_way(&part, labels, depth);
            let op = if self.random.chance(75) { self.random.pick(&ops::SIGNS) } else { self.random.pick(&ops::PAIRS) };
            whole = Expr::Call(named(op), vec![whole, other]);
        }
        whole
    }

    pub(super) fn one_way(&mut self, part: &Expr, labels: &[usize], depth: usize) -> Expr {
        let function = named(self.random.pick(&ops::COSTLY));
        let reduced = self.some_reduced(part, labels);
        match self.random.weighted(&[20, 40, 10, 10, 10, 10]) {
            0 => part.clone(),
            1 => reduced,
            2 => Expr::Call(function, vec![part.clone()]),
            3 => Expr::Call(function, vec![reduced]),
            4 => {
                let reduction = self.reduction(labels.len(), &REDUCTIONS);
                let sign = named(self.random.pick(&ops::SIGNS));
                Expr::Reduce(reduction, Box::new(Expr::Call(sign, vec![part.clone(), reduced])))
            }
            _ => self.number(labels, depth.min(1)),
        }
    }

    /// A reduction of a part over some of its axes.
    pub(super) fn some_reduced(&mut self, part: &Expr, labels: &[usize]) -> Expr {
        Expr::Reduce(self.reduction(labels.len(), &REDUCTIONS), Box::new(part.clone()))
    }

    /// Without a name, a part reads targets as they are where it stands.
    pub(super) fn read_now(&self, expr: &mut Expr) {
        expr.each_mut(&mut |part| {
            if let Expr::Target(index, state) = part {
                *state = self.assigned[*index];
            }
        });
    }

    fn brought(&mut self, shared: Shared, labels: &[usize], reduces: bool) -> Option<Expr> {
        let Shared { expr, labels: own } = shared;
        if own == labels {
            if reduces && !own.is_empty() && self.random.chance(35) {
                let reduction = self.reduction(own.len(), &REDUCTIONS);
                return Some(Expr::Reduce(reduction, Box::new(expr)));
            }
            return Some(expr);
        }
        if own.len() > labels.len() {
            let kept = self.along(labels, &own)?;
            let axes = (0..own.len()).filter(|axis| !kept.contains(axis)).collect();
            let reduction =
                Reduction { name: self.random.pick(&REDUCTIONS), axes: Some(axes), keep: false, named: None };
            return Some(Expr::Reduce(reduction, Box::new(expr)));
        }
        let axes = self.along(&own, labels)?;
        match own.is_empty() {
            true => Some(expr),
            false => Some(Expr::Map(Box::new(expr), axes)),
        }
    }

    /// Increasing axes of a place that have these labels.
    fn along(&mut self, labels: &[usize], place: &[usize]) -> Option<Vec<usize>> {
        let bits = 0..1_usize << place.len();
        let chosen = |bits: usize| (0..place.len()).filter(|axis| bits >> axis & 1 == 1).collect::<Vec<_>>();
        let fits = |axes: &Vec<usize>| axes.iter().map(|&axis| place[axis]).eq(labels.iter().copied());
        let all: Vec<Vec<usize>> = bits.map(chosen).filter(fits).collect();
        (!all.is_empty()).then(|| all[self.random.below(all.len())].clone())
    }
}
