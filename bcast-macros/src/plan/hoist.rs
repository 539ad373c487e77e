//! Parts of an expression that have fewer axes than the whole are computed once per element of their own.
//!
//! Spelling decides: a part that is made of reductions over the same axes, or of mapped operands, and beside which
//! something else stands. It becomes a stage that maps, and an operand of what comes after. Where plain operands take part,
//! spelling does not tell whether these are numbers: then types decide whether the stage runs (`chosen`).

use crate::check::Meaning;
use crate::ops;
use crate::sorted::{Map, Set};
use crate::syntax::{Callee, Expr, ExprKind, LiteralKind, Reduction, Statement};
use crate::tokens::Range;

use super::literal::Near;
use super::lower::Lowering;
use super::node::{Local, Value};
use super::unit::Unit;
use super::{Form, LeafUse, Reduces, Source, View};

/// A part that costs less is computed where it stands: as much as reading it again.
const WORTH_HOISTING: u32 = 4;

/// Along which axes an expression lies, as far as spelling tells: what all that joins in it brings along.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Lies {
    /// Something that has all axes stands in it.
    pub(super) array: bool,
    /// What reductions over these axes left stands in it.
    reduced: Set<Vec<usize>>,
    /// Parts mapped to these axes stand in it.
    mapped: Set<usize>,
    /// Operands of which spelling does not tell whether they are numbers.
    pub(super) if_numbers: Set<usize>,
}

/// Along which axes an expression lies if the operands of which spelling does not tell are numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Along {
    /// A number, `One(..)`, or something reduced over all axes.
    Nothing,
    /// What a reduction over these axes left.
    Reduced(Vec<usize>),
    /// Mapped to these axes.
    Mapped(Set<usize>),
    /// All of them.
    All,
    /// Reductions over different axes, or beside maps: what stands beside them decides.
    Mixed,
}

impl Lies {
    /// Something with all axes.
    pub(super) fn array() -> Self {
        Lies { array: true, ..Lies::default() }
    }

    fn beside(self, other: Lies) -> Lies {
        Lies {
            array: self.array || other.array,
            reduced: &self.reduced | &other.reduced,
            mapped: &self.mapped | &other.mapped,
            if_numbers: &self.if_numbers | &other.if_numbers,
        }
    }

    pub(super) fn beside_all(all: impl Iterator<Item = Lies>) -> Lies {
        all.fold(Lies::default(), Lies::beside)
    }

    pub(super) fn along(&self) -> Along {
        let mut reduced = self.reduced.iter();
        match (reduced.next(), reduced.next(), self.mapped.is_empty()) {
            _ if self.array => Along::All,
            (None, _, true) => Along::Nothing,
            (None, _, false) => Along::Mapped(self.mapped.clone()),
            (Some(axes), None, true) => Along::Reduced(axes.clone()),
            _ => Along::Mixed,
        }
    }

    /// How all elements of such a value lie beside others, if that is the same wherever it stands.
    pub(super) fn view(&self) -> Option<View> {
        match self.along() {
            Along::All | Along::Nothing => Some(View::Plain),
            Along::Reduced(axes) => Some(View::Left(axes)),
            Along::Mapped(_) => Some(View::First),
            Along::Mixed => None,
        }
    }
}

impl<'a> Lowering<'a> {
    /// Where an expression lies.
    pub(super) fn lies(&self, expr: &Expr) -> Lies {
        match &expr.kind {
            ExprKind::Literal(_) => Lies::default(),
            ExprKind::Leaf(leaf) => match self.checked.scope().meaning(leaf) {
                Meaning::Let(id) => self.lies(&self.checked.scope().definition(id).value),
                // Spelled as one value.
                Meaning::Operand if leaf.text.starts_with("One(") => Lies::default(),
                Meaning::Operand => self.lies_if_number(self.slots.of_leaf[&leaf.id]),
                Meaning::Target(_) => Lies::array(),
            },
            ExprKind::Map(_, axes) => Lies { mapped: axes.entries.iter().copied().collect(), ..Lies::default() },
            ExprKind::Reduction(reduction) => match &reduction.axes {
                _ if reduction.keep => Lies::array(),
                None => Lies::default(),
                Some(axes) => Lies { reduced: Set::from_iter([axes.entries.clone()]), ..Lies::default() },
            },
            _ => Lies::beside_all(expr.parts().into_iter().map(|part| self.lies(part))),
        }
    }

    fn lies_if_number(&self, slot: usize) -> Lies {
        match self.arrays.contains(&slot) {
            true => Lies::array(),
            false => Lies { if_numbers: Set::from_iter([slot]), ..Lies::default() },
        }
    }

    /// Finds the operands that have axes: those of which some are reduced.
    pub(super) fn find_arrays(&mut self) {
        let body = self.body();
        for value in body.statements.iter().map(Statement::value).chain(body.values.iter()) {
            self.arrays_in(value);
        }
    }

    fn arrays_in(&mut self, expr: &Expr) {
        if let ExprKind::Reduction(Reduction { axes: Some(_), arguments, .. }) = &expr.kind {
            let lies = self.lies(&arguments[0]);
            if lies.along() == Along::Nothing && lies.if_numbers.len() == 1 {
                self.arrays.extend(lies.if_numbers);
            }
        }
        expr.parts().into_iter().for_each(|part| self.arrays_in(part));
    }

    /// A part of the current pass that is computed by a stage of its own.
    pub(super) fn hoisted(&mut self, expr: &Expr, key: &str) -> Option<Value> {
        if !self.maps.is_empty() || self.frame.depth > 0 {
            return None;
        }
        let own = self.lies(expr);
        let is_there = self.stages.iter().any(|lowered| lowered.maps(key));
        let is_shared = self.frame.maps_to != key && self.shared.contains(&key.to_owned());
        if !is_there && !is_shared && !self.is_part(expr, &own) {
            return None;
        }
        let local = match own.if_numbers.is_empty() || is_shared {
            true => {
                let stage = self.map_stage(expr, key, &own, false);
                Local::Leaf(self.mapped_result(stage, &own.along(), expr.range))
            }
            false => self.chosen(expr, key, &own),
        };
        Some(Value::Local(local, expr.range))
    }

    /// Finds what several of these passes need, all along their axes, and is worth reading again: other stages have reductions
    /// alone. Without stages, one pass may stand in for all.
    pub(super) fn find_shared(&mut self, units: &[Unit]) {
        if self.stages.is_empty() {
            return;
        }
        let body = self.body();
        let mut found: Map<String, usize> = Map::new();
        for unit in units {
            let statements = unit.statements.iter().map(|&index| body.statements[index].value());
            let values = unit.values.iter().filter_map(|&index| body.values.iter().nth(index));
            let mut keys = Set::new();
            statements.chain(values).for_each(|end| self.costly_inside(end, &mut keys));
            keys.into_iter().for_each(|key| *found.get_or(key, 0) += 1);
        }
        self.shared = found.into_iter().filter(|(_, units)| *units > 1).map(|(key, _)| key).collect();
    }

    fn costly_inside(&self, expr: &Expr, keys: &mut Set<String>) {
        let lies = self.lies(expr);
        let is_whole = match lies.along() {
            Along::All => true,
            // With a reduction in it, types decide whether it is one value.
            Along::Nothing => !lies.if_numbers.is_empty() && !self.reduces(expr),
            _ => false,
        };
        if is_whole && is_costly(expr) {
            keys.extend(self.shared_key(expr));
        }
        self.computed_always(expr).into_iter().for_each(|part| self.costly_inside(part, keys));
    }

    /// Whether a stage is worth its while for an expression inside of this pass.
    fn is_part(&self, expr: &Expr, own: &Lies) -> bool {
        self.has_fewer_axes(expr, own)
            && match own.if_numbers.is_empty() {
                true => self.weight(expr) >= WORTH_HOISTING,
                // What is cheaper around it would be one more stage for each operand that comes in, compiled twice.
                // Kernels on a GPU are not compiled for each choice of types.
                false => !self.checked.is_gpu() && is_costly(expr),
            }
    }

    fn has_fewer_axes(&self, expr: &Expr, own: &Lies) -> bool {
        let whole = &self.frame.lies;
        own != whole
            && match own.along() {
                Along::All | Along::Mixed => false,
                Along::Nothing => self.reduces(expr),
                along @ Along::Reduced(_) => {
                    matches!(whole.along(), Along::All | Along::Mixed) || whole.along() == along
                }
                // Types know of six axes; without any, it may be a number or an array of rank 0.
                Along::Mapped(axes) => axes.last().is_some_and(|&last| last <= 5) && !self.needs_maps(expr, &axes),
            }
    }

    /// Whether a part has the axes from the first on, and each operand needs its map for that, as in `w @ (0) .* v @ (1)`. Then
    /// nothing says that there are more axes. An operand with all of them would need no map if there were not.
    fn needs_maps(&self, expr: &Expr, axes: &Set<usize>) -> bool {
        axes.iter().enumerate().all(|(at, &axis)| at == axis) && self.longest_map(expr) < axes.len()
    }

    /// The most axes that an operand has by its map.
    fn longest_map(&self, expr: &Expr) -> usize {
        match &expr.kind {
            ExprKind::Map(_, axes) => axes.entries.len(),
            _ => self.inside(expr).into_iter().map(|part| self.longest_map(part)).max().unwrap_or(0),
        }
    }

    /// Lowers what is costly inside of an expression.
    pub(super) fn lower_parts_inside(&mut self, expr: &Expr) {
        for part in self.computed_always(expr) {
            if is_costly(part) || self.is_part(part, &self.lies(part)) {
                self.value(part, Near::Nothing);
            } else {
                self.lower_parts_inside(part);
            }
        }
    }

    /// What an expression is made of, without what may not be computed, or only along other axes.
    fn computed_always<'e>(&self, expr: &'e Expr) -> Vec<&'e Expr>
    where
        'a: 'e,
    {
        let mut inside = self.inside(expr);
        match &expr.kind {
            ExprKind::If(_) | ExprKind::Lazy(..) => inside.truncate(1),
            ExprKind::Map(..) | ExprKind::Reduction(_) => inside.clear(),
            _ => {}
        }
        inside
    }

    /// What a stage has mapped, as an operand of this pass.
    fn mapped_result(&mut self, stage: usize, along: &Along, range: Range) -> usize {
        let leaf = self.result_of(stage, along, range);
        self.read(leaf)
    }

    /// What a stage has mapped, as an operand that is the same for all passes.
    pub(super) fn result_of(&self, stage: usize, along: &Along, range: Range) -> LeafUse {
        let (form, view) = match along {
            Along::Mapped(axes) => (Form::Along(axes.len()), View::Mapped(axes.iter().copied().collect())),
            _ => (Form::Same, View::Plain),
        };
        LeafUse { source: Source::Stage { stage, item: 0, form }, view, text: self.text_of(stage), range }
    }

    /// The operands of a stage, as written.
    pub(super) fn text_of(&self, stage: usize) -> String {
        let leaves = self.stages[stage].stage.pass.leaves.iter().map(|&leaf| &self.leaves[leaf]);
        // What may not be there is computed from the others.
        let is_there = |leaf: &&LeafUse| match leaf.source {
            Source::Stage { stage, .. } => !self.stages[stage].stage.depends(),
            _ => true,
        };
        leaves.filter(is_there).map(|leaf| leaf.text.as_str()).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn map_stage(&mut self, expr: &Expr, key: &str, lies: &Lies, depends: bool) -> usize {
        if let Some(known) = self.stages.iter().position(|lowered| lowered.maps(key)) {
            return known;
        }
        let outer = std::mem::take(&mut self.frame);
        self.frame.lies = lies.clone();
        self.frame.maps_to = key.to_owned();
        let value = self.value(expr, Near::Nothing);
        let local = match value {
            Value::Local(..) => value,
            _ => Value::Local(self.local(expr, Near::Nothing), expr.range),
        };
        let reduces = match lies.along() {
            Along::Mapped(axes) => Reduces::Along(axes.iter().copied().collect()),
            Along::Reduced(axes) => Reduces::Nothing(axes),
            Along::Nothing | Along::All | Along::Mixed => Reduces::Nothing(Vec::new()),
        };
        let stage = self.new_map((expr, key), local, reduces, depends);
        self.frame = outer;
        stage
    }

    /// An estimate of the work, without what stages do.
    fn weight(&self, expr: &Expr) -> u32 {
        match expr.kind {
            ExprKind::Reduction(_) => 0,
            _ => {
                let inside = self.inside(expr).into_iter().map(|part| self.weight(part));
                inside.fold(step_weight(expr), u32::saturating_add)
            }
        }
    }

    /// What an expression is made of.
    fn inside<'e>(&self, expr: &'e Expr) -> Vec<&'e Expr>
    where
        'a: 'e,
    {
        match &expr.kind {
            ExprKind::Leaf(leaf) => match self.checked.scope().meaning(leaf) {
                Meaning::Let(id) => vec![&self.checked.scope().definition(id).value],
                _ => Vec::new(),
            },
            _ => expr.parts(),
        }
    }
}

/// Whether what an expression does itself is worth a stage that types may leave out.
fn is_costly(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Row(_, links) => links.iter().any(|link| link.operator.cost >= ops::COSTLY),
        _ => step_weight(expr) >= ops::COSTLY,
    }
}

/// An estimate of the work of an expression without its parts.
fn step_weight(expr: &Expr) -> u32 {
    match &expr.kind {
        ExprKind::Leaf(_) => 0,
        ExprKind::Row(_, links) | ExprKind::Chain(_, links) | ExprKind::Lazy(_, links) => {
            links.iter().map(|link| link.operator.cost).sum()
        }
        ExprKind::Power(_, exponent) => match &exponent.operand.kind {
            ExprKind::Literal(literal) if matches!(literal.kind, LiteralKind::Integer(_)) => 2,
            _ => exponent.operator.cost,
        },
        ExprKind::Call(call) => match &call.callee {
            Callee::Builtin(function) => function.cost,
            Callee::Convert(_) => 1,
            _ => ops::USER_COST,
        },
        _ => 1,
    }
}
