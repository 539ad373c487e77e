//! The state while a case is made, and the choice of leaves.

use super::operand::{Entry, Form, Operand};
use super::tree::{Expr, Kind, Known, Type, Vector};
use crate::generate::{Layout, Need, Number, Random};

/// Where an expression stands.
#[derive(Clone)]
pub(crate) struct Place {
    pub(crate) sizes: Vec<usize>,
    /// Only what has no rounding can stand here.
    pub(crate) exact: bool,
    /// Inside a map: targets and names of `let`s are not read.
    pub(crate) mapped: bool,
}

impl Place {
    pub(crate) fn exact(&self) -> Place {
        Place { exact: true, ..self.clone() }
    }
}

/// An array that is written, and what is known of it now.
pub(crate) struct Target {
    pub(crate) operand: Operand,
    pub(crate) known: Known,
}

pub(crate) struct Maker<'a> {
    pub(crate) random: &'a mut Random,
    /// The components, and all numbers.
    pub(crate) number: Number,
    pub(crate) vectors: Vec<Vector>,
    pub(crate) operands: Vec<Operand>,
    pub(crate) lets: Vec<Expr>,
    pub(crate) targets: Vec<Target>,
    /// Axes have names: an operand has its own in any order.
    pub(crate) named: bool,
    /// How large the axis is that a reduction brings and takes away.
    pub(crate) wide: usize,
    /// How many more operations there may be.
    pub(crate) budget: usize,
    /// How many there are.
    pub(crate) elementals: usize,
}

impl Maker<'_> {
    pub(crate) fn some_vector(&mut self) -> Vector {
        if self.random.chance(75) { self.vectors[0] } else { self.random.pick(&self.vectors.clone()) }
    }

    pub(crate) fn spend(&mut self) -> bool {
        let has = self.budget > 0;
        self.budget = self.budget.saturating_sub(1);
        has
    }

    /// A leaf; its numbers are small.
    pub(crate) fn leaf(&mut self, place: &Place, ty: Type, need: &Need) -> Expr {
        if ty == Type::Bool {
            return self.comparison(place, need, 0);
        }
        let rank = place.sizes.len();
        match need {
            _ if rank == 0 => self.single(0, ty),
            Need::Full if self.named => self.mapped(place, (0..rank).collect(), ty),
            Need::Full => self.full(place, ty),
            Need::Axes(axes) => {
                let more: Vec<usize> = (0..rank).filter(|_| self.random.chance(20)).collect();
                self.mapped(place, [axes.clone(), more].concat(), ty)
            }
            Need::Nothing => match self.random.weighted(&[40, 35, 25]) {
                0 if !self.named => self.full(place, ty),
                2 => self.single(rank, ty),
                _ => {
                    let axes = (0..rank).filter(|_| self.random.chance(50)).collect();
                    self.mapped(place, axes, ty)
                }
            },
        }
    }

    /// What has all axes of the place.
    fn full(&mut self, place: &Place, ty: Type) -> Expr {
        if !place.mapped && self.random.chance(35) {
            let lets = (0..self.lets.len())
                .map(|at| (Kind::Let(at), self.lets[at].ty, self.lets[at].known, self.lets[at].sizes.clone()));
            let targets = self.targets.iter().enumerate();
            let targets = targets
                .map(|(at, target)| (Kind::Target(at), target.operand.ty, target.known, target.operand.sizes.clone()));
            let fits = |(_, own, known, sizes): &(Kind, Type, Known, Vec<usize>)| {
                *own == ty && fits(sizes, &place.sizes) && (known.is_exact() || !place.exact)
            };
            let known: Vec<_> = lets.chain(targets).filter(fits).collect();
            if !known.is_empty() {
                let (kind, ty, known, sizes) = known[self.random.below(known.len())].clone();
                return Expr { kind, ty, known, sizes };
            }
        }
        self.operand(&place.sizes, ty, None)
    }

    /// An operand along some axes; with names they come in any order.
    fn mapped(&mut self, place: &Place, mut axes: Vec<usize>, ty: Type) -> Expr {
        axes.sort_unstable();
        axes.dedup();
        if axes.is_empty() {
            axes.push(self.random.below(place.sizes.len()));
        }
        if self.named {
            self.random.shuffle(&mut axes);
        }
        let sizes: Vec<usize> = axes.iter().map(|&axis| place.sizes[axis]).collect();
        let names = self.named.then(|| axes.clone());
        let operand = self.operand(&sizes, ty, names.as_deref());
        lying(operand, axes, place.sizes.len())
    }

    /// A single vector or number at a place of this rank.
    pub(crate) fn single(&mut self, rank: usize, ty: Type) -> Expr {
        let operand = self.operand(&[], ty, None);
        Expr { sizes: vec![1; rank], ..operand }
    }

    /// A single number.
    pub(crate) fn captured(&mut self) -> usize {
        match self.operand(&[], Type::Number(self.number), None).kind {
            Kind::Operand(index) => index,
            _ => unreachable!("it was made so"),
        }
    }

    /// An operand with these sizes, or 1 for some of them: an old one or a new one.
    pub(crate) fn operand(&mut self, sizes: &[usize], ty: Type, names: Option<&[usize]>) -> Expr {
        let old = |(_, known): &(usize, &Operand)| {
            known.ty == ty && known.sizes.len() == sizes.len() && fits(&known.sizes, sizes) && known.low <= 0
        };
        let found: Vec<usize> = self.operands.iter().enumerate().filter(old).map(|(at, _)| at).collect();
        // One with names keeps them.
        let index = if !found.is_empty() && names.is_none() && self.random.chance(40) {
            self.random.pick(&found)
        } else {
            let (low, high) = self.random.pick(&[(-4, 4), (-2, 3), (-1, 1), (0, 5), (-8, 8)]);
            let low = if self.number.is_float() || self.number.is_signed() { low } else { 0 };
            self.add(sizes, ty, low, high)
        };
        self.read(index)
    }

    /// An operand of which no component is 0.
    pub(crate) fn nowhere_zero(&mut self, place: &Place, ty: Type, need: &Need) -> Expr {
        if *need == Need::Full && !self.named && !place.sizes.is_empty() {
            let index = self.add(&place.sizes, ty, 1, 5);
            return self.read(index);
        }
        let axes: Vec<usize> = match need {
            _ if place.sizes.is_empty() => Vec::new(),
            Need::Axes(axes) => axes.clone(),
            Need::Full => (0..place.sizes.len()).collect(),
            Need::Nothing => vec![self.random.below(place.sizes.len())],
        };
        let sizes: Vec<usize> = axes.iter().map(|&axis| place.sizes[axis]).collect();
        let index = self.add(&sizes, ty, 1, 5);
        let operand = self.read(index);
        if axes.is_empty() { operand } else { lying(operand, axes, place.sizes.len()) }
    }

    fn read(&self, index: usize) -> Expr {
        let operand = &self.operands[index];
        Expr { kind: Kind::Operand(index), ty: operand.ty, known: operand.known(), sizes: operand.sizes.clone() }
    }

    fn add(&mut self, sizes: &[usize], ty: Type, low: i64, high: i64) -> usize {
        let sizes = sizes.iter().map(|&size| if self.random.chance(10) { 1 } else { size }).collect();
        let operand = self.new_operand(sizes, ty, low, high);
        self.operands.push(operand);
        self.operands.len() - 1
    }

    fn new_operand(&mut self, sizes: Vec<usize>, ty: Type, low: i64, high: i64) -> Operand {
        let form = match ty {
            _ if sizes.is_empty() => Form::Single,
            Type::Vector(_) if self.random.chance(25) => Form::Components,
            _ => Form::Array,
        };
        let turned = form == Form::Array && sizes.len() == 2 && self.random.chance(15);
        let entries = if form == Form::Single || turned { Vec::new() } else { self.entries(sizes.len()) };
        let skipped = usize::from(form == Form::Components && self.random.chance(20));
        let seed = self.random.bits() % 1000;
        let layout = Layout::row_major(0);
        let mut operand = Operand { form, ty, sizes, entries, turned, layout, skipped, low, high, seed };
        let rank = operand.memory().len();
        let usual = form == Form::Single || self.random.chance(45);
        let name = self.random.pick(&["Fortran", "permuted", "strided", "reversed", "mixed"]);
        operand.layout = if usual { Layout::row_major(rank) } else { Layout::of(name, rank, self.random) };
        operand
    }

    fn entries(&mut self, rank: usize) -> Vec<Entry> {
        if self.random.chance(60) {
            return Vec::new();
        }
        let all = [Entry::All, Entry::All, Entry::Rest, Entry::Back, Entry::Second];
        let mut entries: Vec<Entry> = (0..rank).map(|_| self.random.pick(&all)).collect();
        if rank < 3 && self.random.chance(25) {
            let (at, index) = (self.random.below(rank + 1), self.random.below(3));
            entries.insert(at, Entry::At(index));
        }
        if entries.iter().all(|entry| *entry == Entry::All) { Vec::new() } else { entries }
    }

    /// What a call writes: it has all axes.
    pub(crate) fn new_target(&mut self, sizes: &[usize], ty: Type) {
        let mut operand = self.new_operand(sizes.to_vec(), ty, 0, 3);
        operand.turned = false;
        operand.skipped = 0;
        if operand.form == Form::Components {
            operand.entries.clear();
        }
        let rank = operand.memory().len();
        operand.layout = Layout::of(self.random.pick(&["C", "Fortran", "strided", "mixed"]), rank, self.random);
        let known = operand.known();
        self.targets.push(Target { operand, known });
    }
}

/// An operand behind a map, at a place of this rank.
fn lying(operand: Expr, axes: Vec<usize>, rank: usize) -> Expr {
    let mut sizes = vec![1; rank];
    axes.iter().zip(&operand.sizes).for_each(|(&axis, &size)| sizes[axis] = size);
    Expr { ty: operand.ty, known: operand.known, kind: Kind::Map(Box::new(operand), axes), sizes }
}

/// Whether sizes stretch to those of a place.
fn fits(sizes: &[usize], place: &[usize]) -> bool {
    sizes.len() == place.len() && sizes.iter().zip(place).all(|(&size, &wanted)| size == wanted || size == 1)
}
