//! What one call computes: `let`s, assignments, values.

use super::maker::{Maker, Place, Target};
use super::operand::Operand;
use super::tree::{Expr, Kind, Known, Type, Vector};
use crate::generate::{Need, Number, Random};

/// Names of axes.
pub(crate) const NAMES: [&str; 4] = ["i", "j", "k", "l"];

pub(crate) struct Assignment {
    pub(crate) target: usize,
    pub(crate) sign: &'static str,
    pub(crate) value: Expr,
}

pub(crate) struct Case {
    pub(crate) number: Number,
    pub(crate) sizes: Vec<usize>,
    pub(crate) named: bool,
    pub(crate) operands: Vec<Operand>,
    pub(crate) targets: Vec<Target>,
    pub(crate) lets: Vec<Expr>,
    pub(crate) assignments: Vec<Assignment>,
    pub(crate) values: Vec<Expr>,
}

impl Case {
    pub(crate) fn make(random: &mut Random) -> Case {
        let numbers = [Number::F32, Number::I32, Number::F64, Number::U32, Number::I64];
        let number = numbers[random.weighted(&[55, 18, 12, 8, 7])];
        let vectors = vectors(number, random);
        let sizes = sizes(random);
        let (named, wide) = (random.chance(12), random.pick(&[2, 3, 4, 8]));
        let mut maker = Maker {
            random,
            number,
            vectors,
            operands: Vec::new(),
            lets: Vec::new(),
            targets: Vec::new(),
            named,
            wide,
            budget: 0,
            elementals: 0,
        };
        let (assignments, values) = maker.statements(&sizes);
        let Maker { operands, targets, lets, .. } = maker;
        Case { number, sizes, named, operands, targets, lets, assignments, values }
    }

    /// The `let`s that are read, with their numbers.
    pub(crate) fn read_lets(&self) -> Vec<(usize, &Expr)> {
        let mut read = vec![false; self.lets.len()];
        let mark = |expr: &Expr, read: &mut Vec<bool>| {
            expr.each(&mut |part| {
                if let Kind::Let(at) = part.kind {
                    read[at] = true;
                }
            });
        };
        let assigned = self.assignments.iter().map(|assignment| &assignment.value);
        assigned.chain(&self.values).for_each(|expr| mark(expr, &mut read));
        for (at, value) in self.lets.iter().enumerate().rev() {
            if read[at] {
                mark(value, &mut read);
            }
        }
        self.lets.iter().enumerate().filter(|(at, _)| read[*at]).collect()
    }

    /// The axes that values have.
    pub(crate) fn axes(&self) -> Vec<usize> {
        let has = |value: &Expr, axis: usize| {
            let reduction = value.reduction();
            value.sizes.len() == self.sizes.len() || reduction.is_some_and(|reduction| !reduction.has(axis))
        };
        (0..self.sizes.len()).filter(|&axis| self.values.iter().any(|value| has(value, axis))).collect()
    }

    /// Whether there is something to compute.
    pub(crate) fn has_operations(&self) -> bool {
        let mut has = !self.assignments.is_empty();
        self.each(&mut |expr| {
            let is_leaf = matches!(expr.kind, Kind::Operand(_) | Kind::Target(_) | Kind::Let(_) | Kind::Map(..));
            has |= !is_leaf;
        });
        has
    }

    /// All expressions, those of `let`s that are read too.
    pub(crate) fn each<'a>(&'a self, with: &mut dyn FnMut(&'a Expr)) {
        let assigned = self.assignments.iter().map(|assignment| &assignment.value);
        let lets = self.read_lets().into_iter().map(|(_, value)| value);
        lets.chain(assigned).chain(&self.values).for_each(|expr| expr.each(with));
    }

    /// Whether each operand occurs.
    pub(crate) fn used(&self) -> Vec<bool> {
        let mut used = vec![false; self.operands.len()];
        self.each(&mut |expr| match &expr.kind {
            Kind::Operand(at) => used[*at] = true,
            Kind::Own(function, _) => function.captured().into_iter().for_each(|at| used[at] = true),
            _ => {}
        });
        used
    }
}

/// One type or two with these components.
fn vectors(number: Number, random: &mut Random) -> Vec<Vector> {
    let mut one = || {
        let glam: Vec<Vector> = Vector::GLAM.into_iter().filter(|vector| vector.number == number).collect();
        match random.chance(60) {
            true => random.pick(&glam),
            false => Vector { number, len: random.pick(&[1, 2, 3, 3, 3, 4, 5]), glam: None },
        }
    };
    let (first, second) = (one(), one());
    if first == second { vec![first] } else { vec![first, second] }
}

/// Some are too large for one run of a kernel, and for one workgroup.
fn sizes(random: &mut Random) -> Vec<usize> {
    let rank = 1 + random.weighted(&[30, 48, 22]);
    let most = [300, 40, 8][rank - 1];
    let small = [2, 3, 4, 4, 5, 7, 8];
    let mut sizes: Vec<usize> = (0..rank).map(|_| random.pick(&small)).collect();
    let at = random.below(rank);
    match random.below(100) {
        0..30 => sizes[at] = random.between(1, most) as usize,
        30..34 => sizes[at] = 1,
        34..37 => sizes[at] = 0,
        _ => {}
    }
    sizes
}

impl Maker<'_> {
    fn statements(&mut self, sizes: &[usize]) -> (Vec<Assignment>, Vec<Expr>) {
        let place = Place { sizes: sizes.to_vec(), exact: false, mapped: false };
        for _ in 0..self.random.weighted(&[60, 30, 10]) {
            let ty = self.some_type();
            let value = self.whole(&place, ty, 2);
            self.lets.push(value);
        }
        let mut assignments = Vec::new();
        for _ in 0..self.random.weighted(&[60, 32, 8]) {
            assignments.push(self.assignment(&place));
        }
        let least = usize::from(assignments.is_empty());
        let count = least + self.random.weighted(&[55, 30, 15]);
        let values = (0..count.min(2)).map(|_| self.result(&place)).collect();
        (assignments, values)
    }

    fn some_type(&mut self) -> Type {
        if self.random.chance(65) { Type::Vector(self.some_vector()) } else { Type::Number(self.number) }
    }

    /// A value with all axes.
    fn whole(&mut self, place: &Place, ty: Type, depth: usize) -> Expr {
        self.budget = self.random.between(3, 14) as usize;
        let rank = place.sizes.len();
        let need = if self.random.chance(15) { Need::Axes((0..rank).collect()) } else { Need::Full };
        self.value(place, ty, &need, depth)
    }

    fn result(&mut self, place: &Place) -> Expr {
        let ty = if self.random.chance(5) { Type::Bool } else { self.some_type() };
        if ty != Type::Bool && self.random.chance(35) {
            self.budget = self.random.between(3, 12) as usize;
            return self.reduced_value(place, ty, 4);
        }
        self.whole(place, ty, 4)
    }

    fn assignment(&mut self, place: &Place) -> Assignment {
        let ty = self.some_type();
        self.new_target(&place.sizes, ty);
        let target = self.targets.len() - 1;
        let signed = self.number.is_float() || self.number.is_signed();
        let mut value = self.whole(place, ty, 3);
        let sign = match ty.has_operators() {
            true if signed => self.random.pick(&[".=", ".=", ".+=", ".-=", ".*="]),
            true => self.random.pick(&[".=", ".+="]),
            false => ".=",
        };
        let before = self.targets[target].known;
        let mut after = known(sign, before, value.known);
        if !after.fits(self.number) {
            value = self.leaf(place, ty, &Need::Full);
            after = known(sign, before, value.known);
        }
        self.targets[target].known = after;
        Assignment { target, sign, value }
    }
}

fn known(sign: &str, before: Known, value: Known) -> Known {
    match sign {
        ".=" => value.or(before),
        ".*=" => before.times(value),
        _ => before.plus(value),
    }
}
