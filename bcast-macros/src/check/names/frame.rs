//! Where what joins stands in a frame, and which of it numbers line up by themselves.

use proc_macro2::Ident;

use super::known::Known;
use crate::check::Meaning;
use crate::sorted::Set;
use crate::syntax::{Axes, Expr, ExprKind, Frame, Leaf, Reduction};

/// So many axes have types of their own.
const FARTHEST: usize = 6;

/// What joins by itself: its frame, and what in it needs no map.
#[derive(Clone, PartialEq)]
pub(super) struct Join {
    pub(super) frame: Frame,
    bare: Bare,
}

/// What lines up without a map.
#[derive(Clone, PartialEq)]
enum Bare {
    /// Something has all axes of the frame: what has them too, and reductions of what has them.
    Whole,
    /// Nothing but what reductions over the same axes left joins: all of these.
    Left,
    /// Nothing.
    Nothing,
}

/// Something that joins.
enum Member {
    Operand { whole: bool },
    Reduction { left_whole: bool, reduced: Vec<usize> },
}

impl Join {
    /// That of a target, or of a shape that is given.
    pub(super) fn whole(frame: Frame) -> Self {
        let bare = if has_types(&frame) { Bare::Whole } else { Bare::Nothing };
        Join { frame, bare }
    }

    pub(super) fn of(frame: Frame, expr: &Expr, known: &Known) -> Self {
        let mut members = Vec::new();
        find(expr, &frame, known, &mut Set::new(), &mut members);
        let reduced = members.iter().find_map(|member| match member {
            Member::Reduction { reduced, .. } => Some(reduced),
            Member::Operand { .. } => None,
        });
        let is_left = |member: &Member| match member {
            Member::Reduction { left_whole: true, reduced: own } => Some(own) == reduced,
            _ => false,
        };
        let bare = if members.iter().any(|member| matches!(member, Member::Operand { whole: true })) {
            Bare::Whole
        } else if members.iter().all(is_left) {
            Bare::Left
        } else {
            Bare::Nothing
        };
        Join { frame, bare }
    }

    /// Whether a reduction in this frame lines up by itself.
    pub(super) fn holds(&self, reduced: &Frame) -> bool {
        match self.bare {
            Bare::Whole => *reduced == self.frame,
            Bare::Left => true,
            Bare::Nothing => false,
        }
    }
}

/// Collects what joins in an expression and has axes.
fn find(expr: &Expr, frame: &Frame, known: &Known, lets: &mut Set<usize>, members: &mut Vec<Member>) {
    match &expr.kind {
        ExprKind::Leaf(leaf) => match known.meaning(leaf) {
            Meaning::Let(id) if !lets.insert(id) => {}
            Meaning::Let(id) => find(&known.scope().definition(id).value, frame, known, lets, members),
            _ => members.extend(known.axes(leaf).map(|axes| Member::Operand { whole: is_whole(axes, frame) })),
        },
        // It has all axes of what it runs through.
        ExprKind::Reduction(scan) if scan.reducer.scans() => {
            members.push(Member::Operand { whole: has_types(frame) && of_reduced(scan, known) == *frame });
        }
        ExprKind::Reduction(reduction) => {
            let (own, reduced) = (of_reduced(reduction, known), reduced(reduction, known));
            let left = left(&own, &reduced);
            if !left.is_empty() {
                members.push(Member::Reduction { left_whole: left == **frame, reduced });
            }
        }
        ExprKind::Block(_, value) => find(value, frame, known, lets, members),
        _ => expr.parts().into_iter().for_each(|part| find(part, frame, known, lets, members)),
    }
}

/// The frame of what is reduced.
pub(super) fn of_reduced(reduction: &Reduction, known: &Known) -> Frame {
    known.in_order(&known.reduced(reduction)).into()
}

/// The places in that frame of the axes which are reduced, increasing.
pub(super) fn reduced(reduction: &Reduction, known: &Known) -> Vec<usize> {
    let frame = of_reduced(reduction, known);
    let gone = |name: &String| reduction.axes.as_ref().is_none_or(|axes| axes.names.iter().any(|axis| axis == name));
    (0..frame.len()).filter(|&axis| gone(&frame[axis])).collect()
}

/// The names that are left of a frame.
pub(super) fn left(frame: &Frame, reduced: &[usize]) -> Vec<String> {
    (0..frame.len()).filter(|axis| !reduced.contains(axis)).map(|axis| frame[axis].clone()).collect()
}

/// Whether axes are those of a frame, in its order.
pub(super) fn is_whole(axes: &Axes, frame: &Frame) -> bool {
    has_types(frame) && axes.names.len() == frame.len() && axes.names.iter().zip(frame.iter()).all(|(a, b)| a == b)
}

fn has_types(frame: &Frame) -> bool {
    (1..=FARTHEST).contains(&frame.len())
}

/// The axes with their places in a frame.
pub(super) fn placed(axes: &Axes, frame: &Frame) -> Axes {
    let place = |name: &Ident| frame.iter().position(|known| name == known);
    Axes { entries: axes.names.iter().filter_map(place).collect(), ..axes.clone() }
}

/// An operand or target with its names, as it is written where it has them.
pub(super) fn with_names(leaf: &Leaf, axes: &Axes) -> Leaf {
    let text = format!("{} @ ({})", leaf.text, axes.listed());
    Leaf { text, axes: Some(Box::new(axes.clone())), ..leaf.clone() }
}
