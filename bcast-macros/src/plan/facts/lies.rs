//! Along which axes a part lies, as far as spelling tells.

use super::Facts;
use crate::check::Meaning;
use crate::ops::Takes;
use crate::plan::View;
use crate::sorted::Set;
use crate::syntax::{Expr, ExprKind, Reduction};

/// What all that joins in an expression brings along.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::plan) struct Lies {
    /// Something that has all axes stands in it.
    array: bool,
    /// What reductions over these axes left stands in it.
    reduced: Set<Vec<usize>>,
    /// Parts mapped to these axes stand in it.
    mapped: Set<usize>,
    /// Operands of which spelling does not tell whether they are numbers.
    pub(in crate::plan) if_numbers: Set<usize>,
    /// Operands stand in it that lie along these axes, which are known only when the call runs.
    given: Set<usize>,
    /// So does what a reduction over such axes left.
    left_of_given: bool,
}

/// Along which axes an expression lies if the operands of which spelling does not tell are numbers.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::plan) enum Along {
    /// A number, `One(..)`, or something reduced over all axes.
    Nothing,
    /// What a reduction over these axes left.
    Reduced(Vec<usize>),
    /// Mapped to these axes.
    Mapped(Set<usize>),
    /// Operands with the same axes, which are known when the call runs.
    Given(usize),
    /// All of them.
    All,
    /// Reductions over different axes, or beside maps: what stands beside them decides. Or the program does.
    Mixed,
}

impl Lies {
    /// Something with all axes.
    pub(in crate::plan) fn array() -> Self {
        Lies { array: true, ..Lies::default() }
    }

    fn beside(self, other: Lies) -> Lies {
        Lies {
            array: self.array || other.array,
            reduced: &self.reduced | &other.reduced,
            mapped: &self.mapped | &other.mapped,
            if_numbers: &self.if_numbers | &other.if_numbers,
            given: &self.given | &other.given,
            left_of_given: self.left_of_given || other.left_of_given,
        }
    }

    pub(in crate::plan) fn beside_all(all: impl Iterator<Item = Lies>) -> Lies {
        all.fold(Lies::default(), Lies::beside)
    }

    pub(in crate::plan) fn along(&self) -> Along {
        let mut reduced = self.reduced.iter();
        match (reduced.next(), reduced.next(), self.mapped.is_empty()) {
            _ if self.array => Along::All,
            _ if self.left_of_given => Along::Mixed,
            (None, _, true) if self.given.len() == 1 && self.if_numbers.is_empty() => Along::Given(self.given[0]),
            _ if !self.given.is_empty() => Along::Mixed,
            (None, _, true) => Along::Nothing,
            (None, _, false) => Along::Mapped(self.mapped.clone()),
            (Some(axes), None, true) => Along::Reduced(axes.clone()),
            _ => Along::Mixed,
        }
    }

    /// It has the rank that reductions over the same axes left if these operands are numbers.
    pub(in crate::plan) fn left_if(&self) -> Option<Set<usize>> {
        matches!(self.along(), Along::Reduced(_)).then(|| self.if_numbers.clone())
    }

    /// How all elements of such a value lie beside others, if that is the same wherever it stands.
    pub(in crate::plan) fn view(&self) -> Option<View> {
        match self.along() {
            Along::All | Along::Nothing => Some(View::Plain),
            Along::Reduced(axes) => Some(View::Left(axes, self.if_numbers.iter().copied().collect())),
            Along::Mapped(_) => Some(View::First),
            Along::Given(_) | Along::Mixed => None,
        }
    }
}

impl Facts<'_> {
    /// Where an expression lies.
    pub(in crate::plan) fn lies(&self, expr: &Expr) -> Lies {
        self.once(&self.lies, expr, Self::lies_of)
    }

    fn lies_of(&self, expr: &Expr) -> Lies {
        match &expr.kind {
            ExprKind::Literal(_) => Lies::default(),
            ExprKind::Leaf(leaf) => match self.scope().meaning(leaf) {
                Meaning::Let(_) => self.lies(expr),
                _ if leaf.axes.is_some() => Lies::array(),
                // Spelled as one value: beside names, whatever has none.
                Meaning::Operand if leaf.text.starts_with("One(") || self.is_named() => Lies::default(),
                Meaning::Operand => self.lies_of_operand(self.slot_of(leaf)),
                Meaning::Target(_) => Lies::array(),
            },
            ExprKind::Map(_, axes) if axes.given.is_some() => {
                Lies { given: axes.entries.iter().copied().collect(), ..Lies::default() }
            }
            ExprKind::Map(_, axes) => Lies { mapped: axes.entries.iter().copied().collect(), ..Lies::default() },
            ExprKind::Reduction(reduction) => match &reduction.axes {
                _ if reduction.keep => Lies::array(),
                // As the operand that it is summed onto.
                None if reduction.reducer.takes == Takes::Rank => self.lies(&reduction.arguments[1]),
                None => Lies::default(),
                Some(axes) if axes.given.is_some() => Lies { left_of_given: true, ..Lies::default() },
                Some(axes) => Lies { reduced: Set::from_iter([axes.entries.clone()]), ..Lies::default() },
            },
            _ => Lies::beside_all(expr.parts().into_iter().map(|part| self.lies(part))),
        }
    }

    fn lies_of_operand(&self, slot: usize) -> Lies {
        match self.arrays.contains(&slot) {
            true => Lies::array(),
            false => Lies { if_numbers: Set::from_iter([slot]), ..Lies::default() },
        }
    }

    /// The operands that have axes: those of which some are reduced.
    pub(super) fn find_arrays(&self) -> Set<usize> {
        let body = self.body();
        let mut arrays = Set::new();
        for value in body.statements.iter().map(crate::syntax::Statement::value).chain(body.values.iter()) {
            self.arrays_in(value, &mut arrays);
        }
        arrays
    }

    fn arrays_in(&self, expr: &Expr, arrays: &mut Set<usize>) {
        if let ExprKind::Reduction(Reduction { axes: Some(_), arguments, reducer, .. }) = &expr.kind
            && reducer.takes != Takes::Rank
        {
            let lies = self.lies(&arguments[0]);
            if lies.along() == Along::Nothing && lies.if_numbers.len() == 1 {
                arrays.extend(lies.if_numbers);
            }
        }
        expr.parts().into_iter().for_each(|part| self.arrays_in(part, arrays));
    }
}
