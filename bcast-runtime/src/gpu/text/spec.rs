//! What a kernel does, but for shapes: the element function, its operands, its results, how threads take elements.

use super::elemental::Instance;
use super::formula::{Formula, Value, Yielded};
use super::pieces::Parameters;
use crate::gpu::device::types::Type;
use crate::gpu::tuning::EACH;

/// What a kernel does, but for shapes.
#[derive(Clone)]
pub(crate) struct Spec<'a> {
    pub(crate) formula: &'static Formula,
    /// What of it is yielded.
    pub(crate) yielded: &'a Yielded,
    /// The types of the steps.
    pub(crate) types: &'a [Type],
    /// Functions of the user's that steps call.
    pub(crate) functions: &'a [Instance],
    pub(crate) reads: Vec<Read>,
    /// Element types of targets.
    pub(crate) targets: &'a [Type],
    /// Element types of fresh results.
    pub(crate) fresh: &'a [Type],
    /// Axes left when they are merged.
    pub(crate) axes: usize,
    /// Threads take four neighbours, a vector of each array.
    pub(crate) wide: bool,
    /// In a wide kernel: vectors that a thread takes at a time.
    pub(crate) vectors: u32,
    /// Workgroups have squares of this axis and the last one.
    pub(crate) across: Option<usize>,
}

/// An operand of a kernel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Read {
    pub(crate) kind: Kind,
    pub(crate) element: Type,
    /// In a wide kernel: it has one element for all four neighbours.
    pub(crate) splat: bool,
    /// In a kernel of squares: it lies across.
    pub(crate) turned: bool,
}

/// Where the elements of an operand come from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    /// An array on the device.
    Array,
    /// A parameter.
    Number,
    /// Counted from a parameter.
    Range,
    /// Nowhere: it only has a shape.
    Shape,
    /// An array of so many axes that is looked up in.
    Table(usize),
}

impl Kind {
    /// A number for each.
    fn code(self) -> usize {
        match self {
            Kind::Array => 0,
            Kind::Number => 1,
            Kind::Range => 2,
            Kind::Shape => 3,
            Kind::Table(axes) => 4 + axes,
        }
    }
}

impl Read {
    /// Whether it has a place for each element.
    pub(crate) fn walks(&self) -> bool {
        matches!(self.kind, Kind::Array | Kind::Range)
    }

    /// How many numbers it takes of the parameters, of two words each: a table has its first place, then size and
    /// stride of each axis.
    pub(crate) fn numbers(&self) -> usize {
        match self.kind {
            Kind::Number | Kind::Range => 1,
            Kind::Table(axes) => 1 + axes,
            Kind::Array | Kind::Shape => 0,
        }
    }
}

impl Spec<'_> {
    /// What tells kernels apart.
    pub(crate) fn key(&self) -> Vec<usize> {
        let across = self.across.map_or(0, |axis| axis + 1);
        let sizes = [self.axes, self.wide.into(), across, self.targets.len(), self.fresh.len()];
        let mut key = vec![std::ptr::from_ref(self.formula).addr()];
        key.extend(sizes);
        key.extend(self.yielded.is_there.iter().map(|&is_there| usize::from(is_there)));
        let flags = |read: &Read| usize::from(read.splat) + 2 * usize::from(read.turned);
        let read = |read: &Read| [read.kind.code() * 4 + flags(read), read.element.code()];
        key.extend(self.reads.iter().flat_map(read));
        key.extend(self.functions.iter().flat_map(|function| function.key()));
        key.extend(self.types.iter().chain(self.targets).chain(self.fresh).map(|element| element.code()));
        key
    }

    /// Elements, or vectors, that a thread takes at a time.
    pub(crate) fn steps(&self) -> u32 {
        if self.wide { self.vectors } else { EACH }
    }

    /// Where the parameters of this kernel are, after `head` words of its kind.
    pub(crate) fn parameters(&self, head: usize, walked: usize) -> Parameters {
        let numbers = self.reads.iter().map(Read::numbers).sum();
        let streams = self.places().len();
        Parameters { head, axes: self.axes, walked, numbers, streams }
    }

    /// The names of the places in each array and range.
    pub(crate) fn places(&self) -> Vec<String> {
        let reads =
            self.reads.iter().enumerate().filter(|(_, read)| read.walks()).map(|(index, _)| format!("i{index}"));
        let targets = (0..self.targets.len()).map(|index| format!("t{index}"));
        let fresh = (0..self.fresh.len()).map(|index| format!("o{index}"));
        reads.chain(targets).chain(fresh).collect()
    }

    /// The operands that are looked up in.
    pub(crate) fn tables(&self) -> impl Iterator<Item = (usize, &Read)> {
        self.reads.iter().enumerate().filter(|(_, read)| matches!(read.kind, Kind::Table(_)))
    }

    /// How many elements count as one along the innermost axis: vectors are one of an array.
    pub(crate) fn each(&self, kind: Kind) -> u32 {
        if self.wide && kind == Kind::Range { EACH } else { 1 }
    }

    /// What the element function returns: the elements of targets, what is reduced, the elements of results.
    pub(crate) fn values(&self) -> Vec<(Value, Type)> {
        let stored = self.formula.stored.iter().copied().zip(self.targets.iter().copied());
        let folds = self.yielded.folds.iter().map(|fold| (fold.value, self.type_of(fold.value)));
        let values = self.yielded.values.iter().copied().zip(self.fresh.iter().copied());
        stored.chain(folds).chain(values).collect()
    }

    /// The type of a value.
    pub(crate) fn type_of(&self, value: Value) -> Type {
        match value {
            Value::Leaf(leaf) => self.reads[leaf].element,
            Value::Old(target) => self.targets[target],
            Value::Step(step) => self.types[step],
            // Rust's own default.
            Value::Integer(_) => Type::I32,
        }
    }
}
