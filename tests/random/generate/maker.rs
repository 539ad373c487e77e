//! The state while one case is made, and the choice of leaves.

use super::case::Target;
use super::counts::Counts;
use super::expr::{Expr, Kind, Spelling};
use super::machine::Machine;
use super::operand::{Form, Layout, Operand, elements};
use super::overflow::Overflow;
use super::random::Random;
use super::types::{Range, Type};

/// Where an expression stands: the axes it may have there.
#[derive(Clone)]
pub(crate) struct Place {
    pub(crate) sizes: Vec<usize>,
    /// Inside a map: targets cannot be read.
    pub(crate) mapped: bool,
    /// Inside a reduction: names of `let`s are not read.
    pub(crate) reduced: bool,
    /// Operands of fewer axes lie along the last ones.
    pub(crate) numpy: bool,
}

/// What the leaves of a part have to bring so that its rank is known.
#[derive(Clone, PartialEq)]
pub(crate) enum Need {
    Nothing,
    /// An operand with all axes.
    Full,
    /// Maps that name these axes.
    Axes(Vec<usize>),
}

impl Need {
    /// Divides it among parts.
    pub(crate) fn share(&self, random: &mut Random, parts: usize) -> Vec<Need> {
        let mut shares = vec![Need::Nothing; parts];
        match self {
            Need::Nothing => {}
            Need::Full => shares[random.below(parts)] = Need::Full,
            Need::Axes(axes) => {
                for &axis in axes {
                    match &mut shares[random.below(parts)] {
                        Need::Axes(known) => known.push(axis),
                        share => *share = Need::Axes(vec![axis]),
                    }
                }
            }
        }
        shares
    }
}

/// A `let` of the case: its value and the sizes of its axes.
pub(crate) struct Definition {
    pub(crate) value: Expr,
    pub(crate) sizes: Vec<usize>,
    /// Operands of fewer axes lie along the last ones, which inside a map they do not.
    pub(crate) numpy: bool,
}

/// One case while it is made.
pub(crate) struct Maker<'a> {
    pub(crate) machine: Machine,
    pub(crate) overflow: Overflow,
    pub(crate) random: &'a mut Random,
    pub(crate) counts: &'a Counts,
    pub(crate) operands: Vec<Operand>,
    pub(crate) lets: Vec<Definition>,
    pub(crate) targets: Vec<Target>,
    /// How many more operations there may be.
    pub(crate) budget: usize,
    /// Some arrays have a dynamic rank.
    pub(crate) dynamic: bool,
    /// Reductions may stand here.
    pub(crate) reductions: bool,
}

impl Maker<'_> {
    /// One of three random choices: the one that occurred least often so far.
    pub(crate) fn rare(&mut self, group: &'static str, names: &[&'static str]) -> &'static str {
        let mut choice = self.random.pick(names);
        for _ in 0..2 {
            let other = self.random.pick(names);
            choice = if self.counts.of(group, other) < self.counts.of(group, choice) { other } else { choice };
        }
        choice
    }

    /// Divides a need among parts.
    pub(crate) fn share(&mut self, need: &Need, parts: usize) -> Vec<Need> {
        need.share(self.random, parts)
    }

    /// A need that gives the part at a place its rank. Inside a map, other parts may reach the axes that this one's
    /// maps leave out.
    pub(crate) fn inner_need(&mut self, place: &Place) -> Need {
        match place.sizes.len() {
            rank if rank > 1 && self.random.chance(20) => Need::Axes(vec![rank - 1]),
            _ => self.rank_need(place),
        }
    }

    /// A need that gives the whole its rank.
    pub(crate) fn rank_need(&mut self, place: &Place) -> Need {
        match place.sizes.len() {
            0 => Need::Nothing,
            rank if rank > 1 && !place.numpy && self.random.chance(15) => Need::Axes((0..rank).collect()),
            _ => Need::Full,
        }
    }

    /// A leaf whose values lie in the range.
    pub(crate) fn leaf(&mut self, place: &Place, ty: Type, need: &Need, range: Range) -> Expr {
        let rank = place.sizes.len();
        match need {
            Need::Full => self.operand(&place.sizes, ty, range),
            Need::Axes(axes) => self.mapped(place, axes.clone(), ty, range),
            Need::Nothing => {
                match self.random.weighted(&[28, 24, if self.lets.is_empty() { 8 } else { 45 }, 14, 16, 5]) {
                    0 => self.unmapped(place, ty, range),
                    1 if rank > 0 => self.mapped(place, Vec::new(), ty, range),
                    2 => self.known(place, ty, range).unwrap_or_else(|| self.operand(&[], ty, range)),
                    3 => self.target(place, ty, range).unwrap_or_else(|| self.unmapped(place, ty, range)),
                    4 => self.operand(&[], ty, range),
                    5 => self.typed(ty, range),
                    _ => self.unmapped(place, ty, range),
                }
            }
        }
    }

    fn unmapped(&mut self, place: &Place, ty: Type, range: Range) -> Expr {
        let skipped = if place.numpy { self.random.below(place.sizes.len() + 1) } else { 0 };
        self.operand(&place.sizes[skipped..], ty, range)
    }

    /// `v @ (..)`, along these axes and perhaps more.
    fn mapped(&mut self, place: &Place, mut axes: Vec<usize>, ty: Type, range: Range) -> Expr {
        let axes = match axes.is_empty() {
            true => self.axes(place.sizes.len()),
            false => {
                axes.extend((0..place.sizes.len()).filter(|_| self.random.chance(20)));
                axes.sort_unstable();
                axes.dedup();
                axes
            }
        };
        let sizes: Vec<usize> = axes.iter().map(|&axis| place.sizes[axis]).collect();
        let mut operand = self.operand(&sizes, ty, range);
        let range = operand.range;
        if self.random.chance(8) {
            // `v @ (1) @ (0, 2)`: the outer map names more axes, and the inner one chooses among them.
            let last = axes.last().copied().unwrap_or(0);
            let keep = |axis: &usize| axes.contains(axis) || *axis < last && self.random.chance(40);
            let outer: Vec<usize> = (0..place.sizes.len()).filter(keep).collect();
            let inner = axes.iter().filter_map(|axis| outer.iter().position(|named| named == axis)).collect();
            operand = Expr::new(Kind::Map(Box::new(operand), inner), ty, range);
            return Expr::new(Kind::Map(Box::new(operand), outer), ty, range);
        }
        Expr::new(Kind::Map(Box::new(operand), axes), ty, range)
    }

    /// A random tuple for a place of this rank.
    pub(crate) fn axes(&mut self, rank: usize) -> Vec<usize> {
        let mut choose = || {
            let mut axes: Vec<usize> = (0..rank).collect();
            self.random.shuffle(&mut axes);
            let least = usize::from(!self.random.chance(8));
            axes.truncate(least + self.random.below(rank + 1 - least));
            axes.sort_unstable();
            axes
        };
        let choices = [choose(), choose(), choose()];
        let count = |axes: &Vec<usize>| self.counts.of("map", &super::case::tuple(axes));
        choices.into_iter().min_by_key(count).unwrap_or_default()
    }

    /// A `let` that fits a place.
    fn known(&mut self, place: &Place, ty: Type, range: Range) -> Option<Expr> {
        if place.reduced {
            return None;
        }
        let start = self.random.below(self.lets.len());
        let order = (start..self.lets.len()).chain(0..start);
        let values: Vec<Expr> = self.lets.iter().map(|known| known.value.clone()).collect();
        for index in order {
            let Definition { value, sizes, numpy } = &self.lets[index];
            let allowed = value.ty == ty && range.holds(value.range) && (place.numpy || !numpy);
            if !allowed || place.mapped && value.reads_target(&values) {
                continue;
            }
            let (found, sizes) = (Expr::new(Kind::Let(index), ty, value.range), sizes.clone());
            if sizes.is_empty() || sizes.len() == place.sizes.len() && fits(&sizes, &place.sizes) {
                return Some(found);
            }
            if sizes.len() >= place.sizes.len() || value.reads_target(&values) {
                continue;
            }
            let axes = subsets(place.sizes.len(), sizes.len()).into_iter().find(|axes| {
                let along: Vec<usize> = axes.iter().map(|&axis| place.sizes[axis]).collect();
                fits(&sizes, &along)
            });
            if let Some(axes) = axes {
                let range = found.range;
                return Some(Expr::new(Kind::Map(Box::new(found), axes), ty, range));
            }
        }
        None
    }

    fn target(&mut self, place: &Place, ty: Type, range: Range) -> Option<Expr> {
        let fits = |target: &Target| target.operand.ty == ty && range.holds(target.now);
        let index = self.targets.iter().position(fits).filter(|&index| !place.mapped && self.may_read(index))?;
        Some(Expr::new(Kind::Target(index), ty, self.targets[index].now))
    }

    /// A literal with a type of its own.
    fn typed(&mut self, ty: Type, range: Range) -> Expr {
        let Expr { kind, range, .. } = self.literal(ty, range);
        let value = match kind {
            Kind::Literal(value, _) => value,
            _ => range.low,
        };
        Expr::new(Kind::Literal(value, Spelling::Typed), ty, range)
    }

    /// A literal that takes its neighbour's type.
    pub(crate) fn literal(&mut self, ty: Type, range: Range) -> Expr {
        let usual = if ty == Type::Bool { Range::new(0.0, 1.0) } else { Range::new(-6.0, 12.0) };
        let within = range.and(ty.full()).and(usual);
        let within = if within.low <= within.high { within } else { range };
        let steps = if ty.is_float() && self.random.chance(60) { 8.0 } else { 1.0 };
        let (low, high) = ((within.low * steps).ceil(), (within.high * steps).floor());
        let value = self.random.between(low as i64, (high as i64).max(low as i64)) as f64 / steps;
        let spelling = match () {
            _ if ty == Type::Bool => Spelling::Typed,
            _ if ty.is_float() && (value.fract() != 0.0 || self.random.chance(20)) => Spelling::Float,
            _ => Spelling::Integer,
        };
        Expr::new(Kind::Literal(value, spelling), ty, Range::new(value, value))
    }

    /// An operand with these sizes, or 1 for some of them: an old one or a new one.
    pub(crate) fn operand(&mut self, sizes: &[usize], ty: Type, range: Range) -> Expr {
        let old = |known: &Operand| {
            let same_rank = known.sizes.len() == sizes.len();
            known.ty == ty && same_rank && fits(&known.sizes, sizes) && range.holds(known.range)
        };
        let found = self.operands.iter().position(old).filter(|_| self.random.chance(45));
        let index = found.unwrap_or_else(|| {
            let operand = self.new_operand(sizes, ty, range);
            self.operands.push(operand);
            self.operands.len() - 1
        });
        Expr::new(Kind::Operand(index), ty, self.operands[index].range)
    }

    fn new_operand(&mut self, sizes: &[usize], ty: Type, range: Range) -> Operand {
        let one = if sizes.len() == 1 { 8 } else { 15 };
        let sizes: Vec<usize> = sizes.iter().map(|&size| if self.random.chance(one) { 1 } else { size }).collect();
        let asked = range;
        let mut range = self.near_the_end(ty, asked).unwrap_or_else(|| elements(ty, asked, self.random));
        let form = self.form(&sizes, ty, range, asked);
        if form.is_range() {
            range = Range::new(range.low.ceil(), range.low.ceil() + sizes[0] as f64);
        }
        if form == Form::Once {
            range = Range::new(2.0, 2.0);
        }
        let layout = match form.is_array() {
            true => {
                let name = self.rare("layout", &Layout::NAMES);
                Layout::of(name, sizes.len(), self.random)
            }
            false => Layout::row_major(sizes.len()),
        };
        let specials = ty.is_float() && range.low < 0.0 && self.random.chance(15);
        let dynamic = self.dynamic && form.is_array() && self.random.chance(60);
        Operand { ty, sizes, form, dynamic, layout, range, specials, seed: self.random.bits() % 1000 }
    }

    fn form(&mut self, sizes: &[usize], ty: Type, range: Range, asked: Range) -> Form {
        let lines = |random: &mut Random| random.pick(&Form::LINES);
        match sizes {
            [] if self.random.chance(12) => self.random.pick(&Form::ARRAYS),
            [] if self.machine == Machine::Processor
                && ty != Type::Bool
                && range.has(2.0)
                && self.random.chance(15) =>
            {
                Form::Once
            }
            [] => self.random.pick(&[Form::Scalar, Form::Scalar, Form::One]),
            [size] if ty.is_integer() && asked.has(range.low + *size as f64) && self.random.chance(40) => {
                self.random.pick(&Form::RANGES)
            }
            [size] if *size < 300 && self.random.chance(30) => lines(self.random),
            _ => self.random.pick(&Form::ARRAYS),
        }
    }
}

/// Whether sizes stretch to those of a place.
fn fits(sizes: &[usize], place: &[usize]) -> bool {
    sizes.iter().zip(place).all(|(&size, &wanted)| size == wanted || size == 1)
}

/// The increasing tuples of `length` axes below `rank`.
fn subsets(rank: usize, length: usize) -> Vec<Vec<usize>> {
    let chosen = |bits: &usize| (0..rank).filter(|axis| bits >> axis & 1 == 1).collect::<Vec<_>>();
    let all = (0..1_usize << rank).map(|bits| chosen(&bits));
    all.filter(|axes| axes.len() == length).collect()
}
