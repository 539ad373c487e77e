//! What is evaluated before the loop, once each, in source order.

use proc_macro2::TokenStream;

use crate::check::{Meaning, Scope};
use crate::sorted::Map;
use crate::syntax::{Axes, Call, Callee, Expr, ExprKind, Given, Leaf, Place, Reduction, Slice, Source, Statement};

/// One evaluated expression, kept by reference.
pub(crate) struct Slot {
    pub(crate) tokens: TokenStream,
    pub(crate) slices: Vec<Slice>,
    pub(crate) text: String,
    pub(crate) kind: SlotKind,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum SlotKind {
    /// `&(x)`
    Shared,
    /// A target, borrowed to be written.
    Place,
    /// The argument of `#[shape(..)]`.
    Shape,
    /// The argument of `#[gpu(..)]`.
    Gpu,
    /// The argument of `#[on(..)]`.
    On,
}

/// All slots, and which one holds a leaf or a target.
#[derive(Default)]
pub(crate) struct Slots {
    pub(crate) list: Vec<Slot>,
    pub(crate) of_leaf: Map<usize, usize>,
    pub(crate) of_target: Vec<usize>,
    of_place: Map<Place, usize>,
}

impl Slots {
    /// Walks the source in the order in which Rust would evaluate it.
    ///
    /// Simple targets come last, and slices of what is read elsewhere: borrowed after the operands, they may be read by
    /// these (`y .-= y.mean().unwrap()`, `y[y.len() - 2..] .= x[..y.len() - 1]`).
    pub(crate) fn of(source: &Source, scope: &Scope) -> Self {
        let mut slots = Slots { of_target: vec![usize::MAX; scope.targets().len()], ..Slots::default() };
        if let Some((leaf, _)) = &source.attributes.gpu {
            slots.add(leaf, SlotKind::Gpu);
        }
        if let Some((leaf, _)) = &source.attributes.on {
            slots.add(leaf, SlotKind::On);
        }
        if let Some((leaf, _)) = &source.attributes.shape {
            slots.add(leaf, SlotKind::Shape);
        }
        for (index, statement) in source.body.statements.iter().enumerate() {
            slots.target(index, statement, scope, false);
            slots.expr(statement.value(), scope);
        }
        for value in source.body.values.iter() {
            slots.expr(value, scope);
        }
        for (index, statement) in source.body.statements.iter().enumerate() {
            slots.target(index, statement, scope, true);
        }
        slots
    }

    fn target(&mut self, index: usize, statement: &Statement, scope: &Scope, is_last: bool) {
        let Statement::Assignment(assignment) = statement else {
            return;
        };
        if let ExprKind::Leaf(leaf) = &assignment.target.kind
            && let Some(target) = scope.targets().iter().position(|first| *first == index)
            && scope.comes_last(target) == is_last
        {
            self.of_target[target] = self.list.len();
            self.add(leaf, SlotKind::Place);
        }
    }

    fn expr(&mut self, expr: &Expr, scope: &Scope) {
        match &expr.kind {
            ExprKind::Leaf(leaf) if scope.meaning(leaf) == Meaning::Operand => {
                self.operand(leaf);
            }
            ExprKind::Call(Call { callee: Callee::LookUp(table, _), .. }) => self.operand(table),
            ExprKind::Call(call) => {
                if let Some(function) = call.callee.value()
                    && self.of_leaf.get(&function.id).is_none()
                {
                    self.add(function, SlotKind::Shared);
                }
            }
            ExprKind::Reduction(Reduction { axes: Some(axes), .. }) => self.given(axes),
            _ => {}
        }
        for part in expr.parts() {
            self.expr(part, scope);
        }
        if let ExprKind::Map(_, axes) = &expr.kind {
            self.given(axes);
        }
    }

    /// A value that says axes.
    fn given(&mut self, axes: &Axes) {
        if let Some(Given::Value(leaf)) = axes.given.as_deref() {
            self.operand(leaf);
        }
    }

    /// The same simple place twice is evaluated once.
    fn operand(&mut self, leaf: &Leaf) {
        // A `let` that is written several times has its leaves in each.
        if self.of_leaf.get(&leaf.id).is_some() {
            return;
        }
        let known = leaf.place.as_ref().and_then(|place| self.of_place.get(place)).copied();
        match known {
            Some(slot) => {
                self.of_leaf.insert(leaf.id, slot);
            }
            None => {
                if let Some(place) = &leaf.place {
                    self.of_place.insert(place.clone(), self.list.len());
                }
                self.add(leaf, SlotKind::Shared);
            }
        }
    }

    fn add(&mut self, leaf: &Leaf, kind: SlotKind) {
        self.of_leaf.insert(leaf.id, self.list.len());
        let Leaf { tokens, slices, text, .. } = leaf;
        self.list.push(Slot { tokens: tokens.clone(), slices: slices.clone(), text: text.clone(), kind });
    }
}
