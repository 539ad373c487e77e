//! What arrives at the operands.

use proc_macro2::Ident;

use super::bare::Bare;
use super::covers::Covers;
use super::exchanged::Exchanged;
use super::factor::{Factor, Factors};
use super::known::{Known, fingerprint};
use super::template::{hidden, typed, written};
use super::unfailing::unfailing;
use super::within::{Within, number, sum};
use crate::ops;
use crate::ops::derivatives::GRADIENT;
use crate::sorted::Set;
use crate::syntax::{Axes, Call, Callee, Context, Expr, ExprKind, Frame, GIVEN, Given, Leaf, Reduction};

/// What has arrived at each operand, in the order of the attribute.
pub(super) struct Arrived {
    operands: Vec<Leaf>,
    places: Vec<Vec<Place>>,
    look_ups: Vec<Vec<LookedUp>>,
}

/// A part of a gradient.
pub(super) enum Part {
    /// All of it is one, with the axes that are those of the operand.
    Whole(Expr, Vec<usize>),
    /// Each element is one of an element of the operand, which these indices find.
    Scattered(Expr, Vec<Found>),
}

/// An index, and the axes along which it lies where what it finds does; without any they are the same.
pub(super) struct Found {
    pub(super) index: Expr,
    pub(super) axes: Vec<usize>,
}

/// A look-up: the whole, and what it looks up in.
pub(super) struct LooksUp<'a> {
    pub(super) expr: &'a Expr,
    pub(super) call: &'a Call,
    pub(super) table: &'a Leaf,
    pub(super) is_on_gpu: bool,
}

impl LooksUp<'_> {
    /// Where an index finds an element, as a number that kernels have. One below 0 is larger than any size.
    fn position(&self, index: Expr) -> Expr {
        if !self.is_on_gpu {
            return hidden("position", vec![index]);
        }
        let (range, callee) = (index.range, Callee::Convert(Ident::new("u32", index.range.first)));
        Expr::new(range, ExprKind::Call(Call { callee, range, arguments: vec![index] }))
    }
}

/// An operand that is looked up in, by some indices, in a frame.
struct LookedUp {
    indices: Vec<Expr>,
    /// The indices as text.
    text: String,
    root: Expr,
    number: usize,
    /// The axes of the frame have names.
    has_names: bool,
    factor: Option<Factor>,
    gs: Vec<Expr>,
}

/// An operand with a map, or without, in a frame.
struct Place {
    /// The operand with its map, and what is noted of it.
    operand: Expr,
    axes: Option<Axes>,
    root: Expr,
    rank: Option<usize>,
    names: Frame,
    /// The number of the frame, and what its shape follows from, if spelling tells.
    number: usize,
    extent: Option<Set<String>>,
    factor: Option<Factor>,
    gs: Vec<Expr>,
    /// At how many places the same arrives, with axes exchanged.
    times: i128,
}

impl Arrived {
    pub(super) fn new(operands: &[Leaf]) -> Self {
        let places = operands.iter().map(|_| Vec::new()).collect();
        let look_ups = operands.iter().map(|_| Vec::new()).collect();
        Arrived { operands: operands.to_vec(), places, look_ups }
    }

    /// Takes what arrives at the elements of one of these operands that are looked up. Where a branch is not taken
    /// nothing is: 0 is added to an element, if there is one. An index that cannot fail is not guarded, so that it lies
    /// along its own axes.
    pub(super) fn take_scattered(&mut self, known: &Known, looks_up: LooksUp, g: Expr, within: &Within) {
        let LooksUp { expr, call, table, is_on_gpu } = looks_up;
        let Some(operand) = known.operand(table) else { return };
        let index = |index: &Expr| match unfailing(index, known) {
            Some(index) if !is_on_gpu && !within.guards.is_empty() => looks_up.position(index),
            _ => within.guarded(looks_up.position(index.clone())),
        };
        let indices: Vec<Expr> = call.arguments.iter().map(index).collect();
        let text = indices.iter().map(|index| fingerprint(index, known.scope)).collect();
        let g = within.guarded(typed(known, g, expr));
        let look_ups = &mut self.look_ups[operand];
        match look_ups.iter_mut().find(|other| other.number == within.number && other.text == text) {
            Some(other) => other.gs.push(g),
            None => {
                let (root, number, has_names) = (within.root.clone(), within.number, !within.names.is_empty());
                let factor = within.factor;
                look_ups.push(LookedUp { indices, text, root, number, has_names, factor, gs: vec![g] });
            }
        }
    }

    /// Takes what arrives at an operand, if it is one of these. In frames of one shape it is added element by element.
    pub(super) fn take(
        &mut self,
        known: &Known,
        (expr, leaf): (&Expr, &Leaf),
        axes: Option<&Axes>,
        g: Expr,
        within: &Within,
    ) {
        let Some(operand) = known.operand(leaf) else { return };
        let extent = known.extent(&within.root).and_then(|extent| extent.whole()).filter(|_| !within.is_mapped);
        let is_there = |place: &&mut Place| {
            let is_same = place.number == within.number || extent.is_some() && place.extent == extent;
            is_same && entries(place.axes.as_ref()) == entries(axes) && place.factor == within.factor
        };
        let places = &mut self.places[operand];
        match places.iter_mut().find(is_there) {
            Some(place) => place.gs.push(g),
            None => places.push(Place {
                operand: expr.clone(),
                axes: axes.cloned(),
                root: within.root.clone(),
                rank: within.rank,
                names: within.names.clone(),
                number: within.number,
                extent,
                factor: within.factor,
                gs: vec![g],
                times: 1,
            }),
        }
    }

    /// The sum over all axes but those of a mapped part.
    pub(super) fn summed(
        &self,
        context: &mut Context,
        g: Expr,
        (mapped, axes): (Option<&Expr>, &Axes),
        within: &Within,
    ) -> Expr {
        let value = hidden("beside", [g, within.root.clone()].into_iter().chain(mapped.cloned()).collect());
        // Inside of the map it is an array like any other, and remembers no other axes.
        let own = Axes { entries: (0..number_of(axes)).collect(), names: Vec::new(), given: None, range: axes.range };
        match rest(context, axes, within.rank) {
            Some(rest) => {
                let sum = summed(value, rest, &within.names);
                Expr::new(sum.range, ExprKind::Map(Box::new(sum), own))
            }
            None => value,
        }
    }

    /// What each gradient is the sum of, what is scattered last.
    pub(super) fn into_parts(self, known: &Known, factors: &Factors, context: &mut Context) -> Vec<Vec<Part>> {
        let mut all = Vec::new();
        for ((leaf, places), look_ups) in self.operands.into_iter().zip(self.places).zip(self.look_ups) {
            let places = once(known, places).into_iter();
            let mut parts: Vec<_> = places.map(|place| place.part(known, factors, context)).collect();
            parts.extend(look_ups.into_iter().map(|look_up| look_up.part(known, factors)));
            if parts.is_empty() {
                parts.push(Part::Whole(zero(leaf), Vec::new()));
            }
            all.push(parts);
        }
        all
    }
}

/// The places of an operand, without those at which the same arrives as at another one with axes exchanged. Outer axes
/// stay: what is summed over inner ones is one pass with sums over all.
fn once(known: &Known, places: Vec<Place>) -> Vec<Place> {
    let mut left: Vec<Place> = Vec::new();
    for place in places {
        let Some(other) = left.iter_mut().find(|other| other.is_exchanged(known, &place)) else {
            left.push(place);
            continue;
        };
        let times = other.times + 1;
        if entries(place.axes.as_ref()) < entries(other.axes.as_ref()) {
            *other = place;
        }
        other.times = times;
    }
    left
}

/// The entries of a map, if there is one.
fn entries(axes: Option<&Axes>) -> Option<&[usize]> {
    axes.map(|axes| &axes.entries[..])
}

/// Nothing has arrived.
fn zero(leaf: Leaf) -> Expr {
    let range = crate::tokens::Range::at(proc_macro2::Span::call_site());
    let operand = Expr::new(range, ExprKind::Leaf(leaf));
    hidden("like", vec![number(0, range), operand])
}

impl LookedUp {
    fn part(self, known: &Known, factors: &Factors) -> Part {
        let LookedUp { indices, root, gs, has_names, factor, .. } = self;
        let in_frame = |value: Expr| hidden("beside", vec![value, root.clone()]);
        let found = |index: Expr| match Bare::of(&index, known).filter(|_| !has_names) {
            Some((index, axes)) => Found { index, axes },
            None => Found { index: in_frame(index), axes: Vec::new() },
        };
        Part::Scattered(in_frame(factors.times(factor, sum(gs))), indices.into_iter().map(found).collect())
    }
}

impl Place {
    /// Whether the same arrives at another place, with axes exchanged.
    fn is_exchanged(&self, known: &Known, other: &Place) -> bool {
        let (Some(own), Some(others)) = (&self.axes, &other.axes) else { return false };
        let exchanged = Exchanged::between(known, &self.names, own, others)
            .filter(|_| self.number == other.number && self.factor == other.factor);
        exchanged.is_some_and(|exchanged| exchanged.keeps(&self.root) && exchanged.are(&self.gs, &other.gs))
    }

    /// Whether the operand lacks axes of the frame, as spelling tells.
    fn is_summed(&self) -> bool {
        let Some(Axes { entries, given: None, .. }) = &self.axes else { return false };
        let rank = entries.iter().map(|axis| axis + 1).max().max(self.rank).unwrap_or(0);
        entries.len() < rank
    }

    fn part(self, known: &Known, factors: &Factors, context: &mut Context) -> Part {
        let mapped = match &self.axes {
            Some(axes) => Expr::new(self.operand.range, ExprKind::Map(Box::new(self.operand.clone()), axes.clone())),
            None => self.operand.clone(),
        };
        let waits = self.factor.filter(|_| self.is_summed() || factors.may_wait(self.factor, self.number));
        let at_once = if waits.is_some() { None } else { self.factor };
        let beside = [factors.times(at_once, typed(known, sum(self.gs), &mapped)), self.root];
        let own = self.axes.as_ref().map(|axes| (&self.operand, &axes.entries[..]));
        let is_stretched = |own| Covers::all(known, self.rank, own, [&beside[0], &beside[1]]);
        let onto_map = own.is_some_and(is_stretched).then_some(mapped);
        let value = hidden("beside", beside.into_iter().chain(onto_map).collect());
        let onto = |value| {
            let range = self.operand.range;
            let reduction = Reduction {
                reducer: &GRADIENT,
                called: GRADIENT.name,
                axes: None,
                keep: false,
                frame: Frame::default(),
                name: range,
                arguments: vec![value, self.operand.clone()],
            };
            Expr::new(range, ExprKind::Reduction(reduction))
        };
        let Some(axes) = &self.axes else {
            return Part::Whole(factors.times(waits, onto(value)), Vec::new());
        };
        let mut sorted = axes.entries.clone();
        sorted.sort_unstable();
        let order = match sorted == axes.entries {
            true => Vec::new(),
            false => axes.entries.iter().filter_map(|axis| sorted.iter().position(|other| other == axis)).collect(),
        };
        let value = match rest(context, axes, self.rank) {
            Some(rest) => summed(value, rest, &self.names),
            None => onto(value),
        };
        Part::Whole(factors.times(waits, times(self.times, value)), order)
    }
}

fn times(times: i128, value: Expr) -> Expr {
    let range = value.range;
    match times {
        1 => value,
        _ => written("v .* n", &[("v", &value), ("n", &number(times, range))], range),
    }
}

/// How many axes there are of a map that is not a value.
pub(super) fn number_of(axes: &Axes) -> usize {
    match axes.given.as_deref() {
        Some(Given::Counted(axes)) => axes.len(),
        _ => axes.entries.len(),
    }
}

/// All axes of a frame but these, if there may be others.
fn rest(context: &mut Context, axes: &Axes, rank: Option<usize>) -> Option<Axes> {
    let of = |entries, given| Axes { entries, names: Vec::new(), given, range: axes.range };
    let mut known = |rest| {
        let (number, given) = context.given(rest);
        Some(of(vec![GIVEN + number], Some(given)))
    };
    match (&axes.given, rank) {
        (Some(_), _) => known(Given::RestOf(axes.entries[0] - GIVEN)),
        (None, Some(rank)) => {
            let entries: Vec<usize> = (0..rank).filter(|axis| !axes.entries.contains(axis)).collect();
            (!entries.is_empty()).then(|| of(entries, None))
        }
        (None, None) => known(Given::Rest(axes.entries.clone())),
    }
}

/// The sum over these axes, in a frame with these names.
fn summed(value: Expr, axes: Axes, names: &Frame) -> Expr {
    let Some(reducer) = ops::reducer("sum") else { return value };
    let range = value.range;
    let (called, arguments) = (reducer.name, vec![value]);
    let reduction =
        Reduction { reducer, called, axes: Some(axes), keep: false, frame: names.clone(), name: range, arguments };
    Expr::new(range, ExprKind::Reduction(reduction))
}
