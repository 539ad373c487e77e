//! What arrives at the operands.

use super::known::Known;
use super::template::hidden;
use super::within::{Within, number, sum, typed};
use crate::ops;
use crate::ops::derivatives::GRADIENT;
use crate::sorted::Set;
use crate::syntax::{Axes, Context, Expr, ExprKind, Frame, GIVEN, Given, Leaf, Reduction};

/// What has arrived at each operand, in the order of the attribute.
pub(super) struct Arrived {
    operands: Vec<Leaf>,
    places: Vec<Vec<Place>>,
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
    gs: Vec<Expr>,
}

impl Arrived {
    pub(super) fn new(operands: &[Leaf]) -> Self {
        Arrived { operands: operands.to_vec(), places: operands.iter().map(|_| Vec::new()).collect() }
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
        let entries = |axes: Option<&Axes>| axes.map(|axes| axes.entries.clone());
        let is_there = |place: &&mut Place| {
            let is_same = place.number == within.number || extent.is_some() && place.extent == extent;
            is_same && entries(place.axes.as_ref()) == entries(axes)
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
                gs: vec![g],
            }),
        }
    }

    /// The sum over all axes but these.
    pub(super) fn summed(&self, context: &mut Context, g: Expr, axes: &Axes, within: &Within) -> Expr {
        let value = hidden("beside", vec![g, within.root.clone()]);
        // Inside of the map it is an array like any other, and remembers no other axes.
        let own =
            Axes { entries: (0..axes.entries.len()).collect(), names: Vec::new(), given: None, range: axes.range };
        match rest(context, axes, within.rank) {
            Some(rest) => {
                let sum = summed(value, rest, &within.names);
                Expr::new(sum.range, ExprKind::Map(Box::new(sum), own))
            }
            None => value,
        }
    }

    /// What each gradient is the sum of, with the axes of each that are those of its operand.
    pub(super) fn into_values(self, known: &Known, context: &mut Context) -> Vec<Vec<(Expr, Vec<usize>)>> {
        let mut all = Vec::new();
        for (leaf, places) in self.operands.into_iter().zip(self.places) {
            let mut values: Vec<_> = places.into_iter().map(|place| place.value(known, context)).collect();
            if values.is_empty() {
                values.push((zero(leaf), Vec::new()));
            }
            all.push(values);
        }
        all
    }
}

/// Nothing has arrived.
fn zero(leaf: Leaf) -> Expr {
    let range = crate::tokens::Range::at(proc_macro2::Span::call_site());
    let operand = Expr::new(range, ExprKind::Leaf(leaf));
    hidden("like", vec![number(0, range), operand])
}

impl Place {
    fn value(self, known: &Known, context: &mut Context) -> (Expr, Vec<usize>) {
        let mapped = match &self.axes {
            Some(axes) => Expr::new(self.operand.range, ExprKind::Map(Box::new(self.operand.clone()), axes.clone())),
            None => self.operand.clone(),
        };
        let beside = [typed(known, sum(self.gs), &mapped), self.root];
        let onto_map = self.axes.is_some().then_some(mapped);
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
        let Some(axes) = &self.axes else { return (onto(value), Vec::new()) };
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
        (value, order)
    }
}

/// All axes of a frame but these, if there may be others.
fn rest(context: &mut Context, axes: &Axes, rank: Option<usize>) -> Option<Axes> {
    let of = |entries, given| Axes { entries, names: Vec::new(), given, range: axes.range };
    match rank {
        Some(rank) => {
            let entries: Vec<usize> = (0..rank).filter(|axis| !axes.entries.contains(axis)).collect();
            (!entries.is_empty()).then(|| of(entries, None))
        }
        None => {
            let (number, given) = context.given(Given::Rest(axes.entries.clone()));
            Some(of(vec![GIVEN + number], Some(given)))
        }
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
