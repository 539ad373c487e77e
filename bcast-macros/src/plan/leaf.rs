//! Operands of passes, and targets.

use crate::check::Version;
use crate::syntax::Axes;
use crate::tokens::Range;

/// An operand of a pass: something seen through a map.
pub(crate) struct LeafUse {
    pub(crate) source: Source,
    pub(crate) view: View,
    /// As written, with its map.
    pub(crate) text: String,
    pub(crate) range: Range,
    /// The axes that it names, where these are those of the pass and no map.
    pub(crate) axes: Option<Axes>,
}

/// Where the elements of an operand come from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Source {
    /// What the user wrote, evaluated.
    Slot(usize),
    /// A version of a target, which is there when this pass runs.
    Target(Version),
    /// An item of a stage: a fold, or by its form something kept.
    Stage { stage: usize, item: usize, form: Form },
    /// Positions along the axes that a stage reduces.
    Position(usize),
}

/// The axes of something that a stage yields.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Form {
    /// Those left by the reduction, which remember where they came from.
    Reduced,
    /// All, those reduced with size 1: `[0; keep]`.
    Whole,
    /// All, an element each.
    Full,
    /// As what it was computed from.
    Same,
    /// So many, along which a stage maps.
    Along(usize),
    /// Those of an operand that it is summed onto.
    Own(usize),
}

/// How an operand lies in the output.
#[derive(Clone, PartialEq)]
pub(crate) enum View {
    Plain,
    /// Its own map, composed with those around it.
    Mapped(Vec<usize>),
    /// Part of a mapped value.
    Placed(Vec<usize>),
    /// The same; of the rank of all that is mapped, if what was evaluated in these slots are single values.
    PlacedBeside(Vec<usize>, Vec<usize>),
    /// What is made of reductions over these axes and of what was evaluated in these slots. If the latter are single
    /// values, it lies along the axes that the reductions left.
    Left(Vec<usize>, Vec<usize>),
    /// Along as many axes as it has, from the first on.
    First,
    /// A target over whose axes a pass runs that does not write it.
    Unwritten,
    /// It says the shape: nothing may be larger.
    Exact,
    /// Whole, to be looked up in by so many indices: it joins no rank.
    Table(usize),
    /// `#[shape(e)]`: sizes without elements.
    Shape,
}

impl View {
    /// Whether what a pass keeps of all its elements is, in a pass of the same ranks, an element each. What reductions
    /// left beside numbers has their axes, and so has the pass then.
    pub(super) fn is_whole(&self) -> bool {
        matches!(self, View::Plain | View::First | View::Left(..))
    }
}

/// Something assigned to.
pub(crate) struct TargetUse {
    pub(crate) slot: usize,
    pub(crate) text: String,
    pub(crate) range: Range,
    /// The axes that it names.
    pub(crate) axes: Option<Axes>,
}

impl LeafUse {
    /// Whether it is an operand, and maybe the same for all elements: one with a map of its own is not.
    pub(super) fn may_be_single(&self) -> bool {
        matches!((self.source, &self.view), (Source::Slot(_), View::Plain | View::Placed(_) | View::Table(_)))
    }

    /// Whether it is an operand without any map.
    pub(super) fn is_plain(&self) -> bool {
        matches!((self.source, &self.view), (Source::Slot(_), View::Plain))
    }
}
