//! Cases: what a call of the macro consists of, and how one is made up.

use super::counts::Counts;
use super::expr::{Expr, Kind, Reduced};
use super::machine::Machine;
use super::maker::{Definition, Maker, Need, Place};
use super::operand::{Form, Layout, Operand, elements};
use super::overflow::Overflow;
use super::random::Random;
use super::types::{Range, Type};

/// A call of `bcast!` or `try_bcast!`.
pub(crate) struct Case {
    pub(crate) machine: Machine,
    pub(crate) overflow: Overflow,
    pub(crate) form: &'static str,
    /// The sizes that operands stretch to.
    pub(crate) sizes: Vec<usize>,
    pub(crate) operands: Vec<Operand>,
    pub(crate) lets: Vec<Definition>,
    pub(crate) targets: Vec<Target>,
    pub(crate) statements: Vec<Statement>,
    pub(crate) values: Vec<Expr>,
    pub(crate) serial: bool,
    pub(crate) numpy: bool,
    pub(crate) shape: bool,
    pub(crate) all_dotted: bool,
    pub(crate) fallible: bool,
}

/// Something that is assigned to.
pub(crate) struct Target {
    pub(crate) operand: Operand,
    /// Between which its elements lie after the assignments so far.
    pub(crate) now: Range,
    pub(crate) is_written: bool,
}

pub(crate) enum Statement {
    Let(usize),
    /// `y .+= e` with its sign, or `y .= e`.
    Assign(usize, Option<&'static str>, Expr),
}

const FORMS: [&str; 5] = ["value", "tuple", "assignment", "compound assignment", "several statements"];

impl Case {
    pub(crate) fn make(machine: Machine, random: &mut Random, counts: &Counts) -> Case {
        let rank = random.weighted(&[7, 18, 28, 21, 26]);
        let sizes = sizes(machine, rank, random);
        let form = random.pick(&FORMS);
        let writes = !matches!(form, "value" | "tuple");
        let (numpy, shape) = (rank > 0 && random.chance(12), !writes && rank > 0 && random.chance(18));
        let (overflow, dynamic) = (Overflow::drawn(machine, random), random.chance(22));
        let mut maker = Maker {
            machine,
            overflow,
            random,
            counts,
            operands: Vec::new(),
            lets: Vec::new(),
            targets: Vec::new(),
            budget: 0,
            dynamic,
            reductions: matches!(form, "value" | "assignment" | "compound assignment"),
        };
        let place = Place { sizes, mapped: false, reduced: false, numpy };
        let mut statements = Vec::new();
        if writes {
            maker.statements(form, &place, &mut statements);
        } else {
            maker.definitions(&place, &mut statements);
        }
        let values = maker.values(form, &place, shape);
        let Maker { random, operands, lets, targets, .. } = maker;
        let sizes = place.sizes;
        let (serial, all_dotted, fallible) = (random.chance(12), random.chance(18), random.chance(18));
        Case {
            machine,
            overflow,
            form,
            sizes,
            operands,
            lets,
            targets,
            statements,
            values,
            serial,
            numpy,
            shape,
            all_dotted,
            fallible: fallible || overflow == Overflow::Checked,
        }
    }

    /// The expressions that are written out, each once.
    pub(crate) fn expressions(&self) -> Vec<&Expr> {
        let used = self.used_lets();
        let statements = self.statements.iter().filter_map(|statement| match statement {
            Statement::Let(index) => used[*index].then(|| &self.lets[*index].value),
            Statement::Assign(_, _, value) => Some(value),
        });
        statements.chain(&self.values).collect()
    }

    /// Whether each `let` is read in the end.
    pub(crate) fn used_lets(&self) -> Vec<bool> {
        let mut used = vec![false; self.lets.len()];
        let mut mark = |expr: &Expr| {
            let mut found = Vec::new();
            expr.each(&mut |part| found.extend(if let Kind::Let(index) = part.kind { Some(index) } else { None }));
            found.into_iter().for_each(|index| used[index] = true);
        };
        let assigned = self.statements.iter().filter_map(|statement| match statement {
            Statement::Assign(_, _, value) => Some(value),
            Statement::Let(_) => None,
        });
        assigned.chain(&self.values).for_each(&mut mark);
        for index in (0..self.lets.len()).rev() {
            if used[index] {
                let mut found = Vec::new();
                let value = &self.lets[index].value;
                value.each(&mut |part| found.extend(if let Kind::Let(inner) = part.kind { Some(inner) } else { None }));
                found.into_iter().for_each(|inner| used[inner] = true);
            }
        }
        used
    }

    /// Whether each operand is read in the end.
    pub(crate) fn used_operands(&self) -> Vec<bool> {
        let mut used = vec![false; self.operands.len()];
        for expr in self.expressions() {
            expr.each(&mut |part| {
                if let Kind::Operand(index) = part.kind {
                    used[index] = true;
                }
            });
        }
        used
    }

    /// The sizes of the output.
    pub(crate) fn extents(&self) -> Vec<usize> {
        if self.shape || !self.targets.is_empty() {
            return self.sizes.clone();
        }
        let mut extents = vec![1; self.sizes.len()];
        let axes: Vec<usize> = (0..extents.len()).collect();
        for value in &self.values {
            self.reach(value, &axes, &mut extents);
        }
        for (index, used) in self.used_lets().into_iter().enumerate() {
            // Those with fewer axes count where they are mapped.
            if used && self.lets[index].sizes.len() == axes.len() {
                self.reach(&self.lets[index].value, &axes, &mut extents);
            }
        }
        extents
    }

    /// The sizes of one of the values, which it has alone.
    pub(crate) fn extents_of(&self, value: &Expr) -> Vec<usize> {
        if self.shape {
            return self.sizes.clone();
        }
        let (axes, mut extents): (Vec<usize>, _) = ((0..self.sizes.len()).collect(), vec![1; self.sizes.len()]);
        self.reach(value, &axes, &mut extents);
        extents
    }

    /// Whether its loops go over all elements of each value. They do not where a value has an element and the call as a
    /// whole has none, as beside an empty target.
    pub(crate) fn has_loops(&self) -> bool {
        let all = self.extents();
        let is_covered = |value: &Expr| self.extents_of(value).iter().zip(&all).all(|(own, all)| own <= all);
        self.values.iter().all(is_covered)
    }

    fn reach(&self, expr: &Expr, axes: &[usize], extents: &mut [usize]) {
        match &expr.kind {
            Kind::Target(index) => {
                for (&axis, &size) in axes.iter().zip(&self.targets[*index].operand.sizes) {
                    extents[axis] = if size == 1 { extents[axis] } else { size };
                }
            }
            Kind::Operand(index) => {
                let sizes = &self.operands[*index].sizes;
                for (&axis, &size) in axes[axes.len() - sizes.len().min(axes.len())..].iter().zip(sizes) {
                    extents[axis] = if size == 1 { extents[axis] } else { size };
                }
            }
            Kind::Let(index) if self.lets[*index].sizes.len() == axes.len() => {
                self.reach(&self.lets[*index].value, axes, extents);
            }
            Kind::Map(part, entries) => {
                let along: Vec<usize> = entries.iter().map(|&entry| axes[entry]).collect();
                self.reach(part, &along, extents);
            }
            Kind::Reduce(part, reduced) => {
                for (axis, size) in self.reduced_sizes(part, reduced).into_iter().enumerate() {
                    let extent = &mut extents[axes[axis]];
                    *extent = if size == 1 || reduced.has(axis) { *extent } else { size };
                }
            }
            _ => expr.parts().into_iter().for_each(|part| self.reach(part, axes, extents)),
        }
    }

    /// The sizes of what is reduced, by itself.
    pub(crate) fn reduced_sizes(&self, part: &Expr, reduced: &Reduced) -> Vec<usize> {
        let (axes, mut sizes): (Vec<usize>, _) = ((0..reduced.rank).collect(), vec![1; reduced.rank]);
        self.reach(part, &axes, &mut sizes);
        sizes
    }

    /// The type of a result; nothing when some rank is dynamic.
    pub(crate) fn result_type(&self, value: &Expr) -> Option<String> {
        let used = self.used_operands();
        let operands = self.operands.iter().zip(&used).filter(|(_, used)| **used).map(|(operand, _)| operand);
        if operands.chain(self.targets.iter().map(|target| &target.operand)).any(|operand| operand.dynamic) {
            return None;
        }
        let ty = value.ty.name();
        let plain = self.sizes.is_empty() && !self.reads_array(value);
        Some(if plain { ty.to_owned() } else { format!("Array<{ty}, Ix{}>", self.sizes.len()) })
    }

    /// Whether an expression reads an array outside every reduction.
    fn reads_array(&self, expr: &Expr) -> bool {
        match &expr.kind {
            Kind::Operand(index) => self.operands[*index].form.is_array(),
            Kind::Target(index) => self.targets[*index].operand.form.is_array(),
            Kind::Let(index) => self.reads_array(&self.lets[*index].value),
            Kind::Reduce(part, reduced) => reduced.keep && self.reads_array(part),
            _ => expr.parts().into_iter().any(|part| self.reads_array(part)),
        }
    }
}

impl Maker<'_> {
    fn start(&mut self) -> usize {
        let depth = 1 + self.random.weighted(&[14, 22, 24, 18, 13, 9]);
        self.budget = depth * 2 + self.random.below(6);
        depth
    }

    /// Some `let`s, each with axes of its own.
    fn definitions(&mut self, place: &Place, statements: &mut Vec<Statement>) {
        while self.lets.len() < 3 && self.random.chance(50) {
            let rank = place.sizes.len();
            let place = match self.random.weighted(&[50, 15, 35]) {
                2 if rank > 1 && !place.numpy => {
                    let sizes = self.axes(rank).into_iter().map(|axis| place.sizes[axis]).collect();
                    Place { sizes, mapped: true, reduced: false, numpy: false }
                }
                1 => Place { sizes: Vec::new(), mapped: true, reduced: false, numpy: false },
                _ => place.clone(),
            };
            let (ty, depth) = (self.random.pick(self.machine.drawn()), self.start().min(3));
            let need = if place.mapped { self.inner_need(&place) } else { self.rank_need(&place) };
            let reductions = std::mem::replace(&mut self.reductions, false);
            let value = self.value(&place, ty, depth, &need);
            self.reductions = reductions;
            if let Kind::Literal(..) = value.kind {
                continue;
            }
            statements.push(Statement::Let(self.lets.len()));
            self.lets.push(Definition { value, sizes: place.sizes, numpy: place.numpy });
        }
    }

    fn statements(&mut self, form: &str, place: &Place, statements: &mut Vec<Statement>) {
        let several = form == "several statements";
        let targets = if several { 1 + self.random.below(3) } else { 1 };
        for _ in 0..targets {
            let target = self.new_target(place);
            self.targets.push(target);
        }
        let count = if several { targets.max(2) + self.random.below(2) } else { 1 };
        for number in 0..count {
            self.definitions(place, statements);
            let target = if number < targets { number } else { self.random.below(targets) };
            let compound = form == "compound assignment" || several && self.random.chance(50);
            let compound = compound && self.may_read(target);
            statements.push(self.assignment(target, compound, place));
        }
    }

    fn new_target(&mut self, place: &Place) -> Target {
        let (rank, ty) = (place.sizes.len(), self.random.pick(self.machine.drawn()));
        let form = match rank {
            // A target of a GPU lives there, as an array.
            _ if self.machine == Machine::Gpu => self.random.pick(&Form::TARGETS),
            0 if self.random.chance(60) => Form::Scalar,
            1 if place.sizes[0] < 300 && self.random.chance(25) => self.random.pick(&Form::LINES),
            _ => self.random.pick(&Form::TARGETS),
        };
        let name = self.rare("layout", &Layout::NAMES);
        let name = if form.is_array() && name != "repeated" { name } else { "C" };
        let range = elements(ty, ty.full(), self.random);
        let operand = Operand {
            ty,
            sizes: place.sizes.clone(),
            form,
            dynamic: self.dynamic && form.is_array() && self.random.chance(50),
            layout: Layout::of(name, rank, self.random),
            range,
            specials: false,
            seed: self.random.bits() % 1000,
        };
        Target { now: operand.range, operand, is_written: false }
    }

    fn assignment(&mut self, target: usize, compound: bool, place: &Place) -> Statement {
        let (ty, depth) = (self.targets[target].operand.ty, self.start());
        let (sign, value, range) = match compound {
            true => self.compound(target, depth, place),
            false if ty != Type::Bool && self.random.chance(10) => {
                let value = self.literal(ty, ty.full());
                let range = value.range;
                (None, value, range)
            }
            false => {
                let need = if self.random.chance(60) { self.rank_need(place) } else { Need::Nothing };
                let value = self.value(place, ty, depth, &need);
                let range = value.range;
                (None, value, range)
            }
        };
        self.targets[target].now = range;
        self.targets[target].is_written = true;
        Statement::Assign(target, sign, value)
    }

    fn values(&mut self, form: &str, place: &Place, shape: bool) -> Vec<Expr> {
        let count = match form {
            "value" => 1,
            "tuple" => 2 + self.random.below(2),
            "several statements" => self.random.weighted(&[50, 25, 15, 10]),
            _ => 0,
        };
        let mut values = Vec::new();
        for number in 0..count {
            let (ty, depth) = (self.random.pick(self.machine.drawn()), self.start());
            // Each value has the rank that it has alone; that of the first one may be given.
            let is_given = shape && number == 0;
            let need = if !is_given || self.random.chance(60) { self.rank_need(place) } else { Need::Nothing };
            let mut value = self.value(place, ty, depth, &need);
            while value.depth() == 0 {
                // A single name or literal needs something dotted beside it.
                self.budget = 4;
                value = self.value(place, ty, depth, &need);
            }
            values.push(value);
        }
        values
    }
}

/// Sizes of the output.
fn sizes(machine: Machine, rank: usize, random: &mut Random) -> Vec<usize> {
    if rank > 0 && random.chance(6) {
        // The loops that a GPU is compared with run several times.
        let elements = if machine == Machine::Gpu { 40_000 } else { 300_000 };
        return large(rank, elements, random);
    }
    let mut sizes: Vec<usize> = (0..rank).map(|_| random.pick(&[1, 2, 2, 3, 3, 4, 5, 7, 8, 9])).collect();
    if rank > 0 && random.chance(55) {
        let axis = random.below(rank);
        sizes[axis] = random.pick(&[15, 16, 17, 20, 31, 63, 64, 65, 70, 100, 127, 128, 130, 193, 256, 257, 300, 520]);
    }
    if rank > 0 && random.chance(7) {
        let axis = random.below(rank);
        sizes[axis] = 0;
    }
    sizes
}

/// Sizes that are worth several threads.
fn large(rank: usize, elements: usize, random: &mut Random) -> Vec<usize> {
    let mut sizes: Vec<usize> = (0..rank).map(|_| random.pick(&[2, 3, 5, 8, 17])).collect();
    let long = random.below(rank);
    let others: usize = sizes.iter().enumerate().filter(|&(axis, _)| axis != long).map(|(_, &size)| size).product();
    let mut length = elements / others + random.below(70);
    if rank > 1 && random.chance(60) {
        let second = (long + 1) % rank;
        let factor = random.pick(&[16, 33, 64, 100, 200]);
        (sizes[second], length) = (sizes[second] * factor, length / factor + 1);
    }
    sizes[long] = length;
    sizes
}

/// A map as it is written.
pub(crate) fn tuple(axes: &[usize]) -> String {
    let entries: Vec<String> = axes.iter().map(usize::to_string).collect();
    format!("@ ({})", entries.join(", "))
}
