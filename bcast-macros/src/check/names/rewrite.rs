//! Writes a body anew, with numbers for names.

use std::rc::Rc;

use proc_macro2::Ident;

use super::Frames;
use super::frame::{Join, is_whole, left, of_reduced, placed, reduced, with_names};
use super::known::Known;
use crate::check::Meaning;
use crate::check::scope::Changes;
use crate::sorted::Map;
use crate::syntax::{
    Assignment, Axes, Body, Context, Expr, ExprKind, Frame, Leaf, Let, Reduction, Source, Statement, Values,
};
use crate::tokens::Range;

/// A body whose axes have numbers.
pub(super) struct Rewritten {
    pub(super) body: Body,
    pub(super) frames: Frames,
    pub(super) changes: Changes,
}

/// Writes the parts of a body.
pub(super) struct Rewrite<'a> {
    known: &'a Known<'a>,
    context: &'a mut Context,
    /// A `let` by the number that it had: once for each join that it stands in.
    lets: Map<usize, Vec<(Join, Rc<Let>)>>,
    changes: Changes,
}

impl<'a> Rewrite<'a> {
    pub(super) fn of(source: &Source, known: &'a Known, context: &'a mut Context) -> Rewritten {
        let mut rewrite = Rewrite { known, context, lets: Map::new(), changes: Changes::default() };
        let (mut frames, body) = (Frames::new(), &source.body);
        let mut assignments: Vec<Option<Assignment>> = Vec::new();
        for statement in &body.statements {
            let written = statement.assignment().map(|assignment| rewrite.assignment(assignment, &mut frames));
            assignments.push(written);
        }
        let values: Vec<Expr> = body.values.iter().map(|value| rewrite.end(value, source, &mut frames)).collect();
        let mut statements = Vec::new();
        // What uses a `let` comes after it, so the joins that it stands in are known only now.
        for (statement, assignment) in body.statements.iter().zip(assignments) {
            rewrite.changes.statements.push(statements.len());
            match (statement, assignment) {
                (Statement::Let(definition), _) => statements.extend(rewrite.written(definition).map(Statement::Let)),
                (_, Some(assignment)) => statements.push(Statement::Assignment(Box::new(assignment))),
                (Statement::Assignment(_), None) => {}
            }
        }
        let values = match (&body.values, values) {
            (Values::Tuple(_), values) => Values::Tuple(values),
            (_, mut values) => values.pop().map_or(Values::Nothing, Values::One),
        };
        Rewritten { body: Body { statements, values }, frames, changes: rewrite.changes }
    }

    /// The `let`s that one has become.
    fn written(&mut self, definition: &Let) -> impl Iterator<Item = Rc<Let>> + use<> {
        std::mem::take(self.lets.get_or(definition.id, Vec::new())).into_iter().map(|(_, definition)| definition)
    }

    fn assignment(&mut self, assignment: &Assignment, frames: &mut Frames) -> Assignment {
        let target = &assignment.target;
        let named = target.leaf().and_then(|leaf| Some((leaf, self.known.axes(leaf)?)));
        let Some((leaf, axes)) = named else {
            frames.push(Frame::default());
            let value = self.expr(&assignment.value, &Join::whole(Frame::default()));
            return Assignment { target: target.clone(), operator: assignment.operator, value };
        };
        let frame: Frame = axes.names.iter().map(Ident::to_string).collect();
        let leaf = with_names(leaf, &placed(axes, &frame));
        frames.push(frame.clone());
        let value = self.expr(&assignment.value, &Join::whole(frame));
        let target = Expr::new(target.range, ExprKind::Leaf(leaf));
        Assignment { target, operator: assignment.operator, value }
    }

    fn end(&mut self, value: &Expr, source: &Source, frames: &mut Frames) -> Expr {
        let attributes = &source.attributes;
        let given = attributes.axes.as_ref().filter(|_| attributes.shape.is_some());
        let frame: Frame = match given {
            Some(axes) => axes.names.iter().map(Ident::to_string).collect(),
            None => self.known.in_order(&self.known.names(value)).into(),
        };
        frames.push(frame.clone());
        let join = match attributes.shape.is_some() {
            true => Join::whole(frame),
            false => Join::of(frame, value, self.known),
        };
        self.expr(value, &join)
    }

    fn expr(&mut self, expr: &Expr, join: &Join) -> Expr {
        match &expr.kind {
            ExprKind::Leaf(leaf) => self.leaf(leaf, expr.range, join),
            ExprKind::Reduction(reduction) => self.reduction(reduction, expr.range, join),
            ExprKind::Block(lets, value) => {
                let value = self.expr(value, join);
                let lets = lets.iter().flat_map(|definition| self.written(definition)).collect();
                Expr::new(expr.range, ExprKind::Block(lets, Box::new(value)))
            }
            _ => expr.with_parts(|part| self.expr(part, join)),
        }
    }

    fn leaf(&mut self, leaf: &Leaf, range: Range, join: &Join) -> Expr {
        if let Meaning::Let(id) = self.known.meaning(leaf) {
            let again = Leaf { id: self.context.leaf_again(), ..leaf.clone() };
            let definition = self.definition(id, join);
            self.changes.uses.push((again.id, definition));
            return Expr::new(range, ExprKind::Leaf(again));
        }
        let Some(axes) = self.known.axes(leaf) else {
            return Expr::new(range, ExprKind::Leaf(leaf.clone()));
        };
        let (whole, axes) = (is_whole(axes, &join.frame), placed(axes, &join.frame));
        let leaf = with_names(leaf, &axes);
        match whole {
            true => Expr::new(range, ExprKind::Leaf(leaf)),
            false => mapped(Expr::new(range, ExprKind::Leaf(leaf)), axes),
        }
    }

    /// The number of a `let` as it stands in a join.
    fn definition(&mut self, id: usize, join: &Join) -> usize {
        let definition = self.known.scope().definition(id);
        // What has no axes is the same everywhere.
        let numbers = Join::whole(Frame::default());
        let join = if self.known.names(&definition.value).is_empty() { &numbers } else { join };
        let written = self.lets.get(&id).into_iter().flatten().find(|(known, _)| known == join);
        if let Some((_, definition)) = written {
            return definition.id;
        }
        let value = self.expr(&definition.value, join);
        let again = Rc::new(Let { id: self.context.let_again(), name: definition.name.clone(), value, beside: 0 });
        self.lets.get_or(id, Vec::new()).push((join.clone(), again.clone()));
        self.changes.lets.push(again.clone());
        again.id
    }

    fn reduction(&mut self, reduction: &Reduction, range: Range, join: &Join) -> Expr {
        let (frame, entries) = (of_reduced(reduction, self.known), reduced(reduction, self.known));
        let argument = |argument: &Expr| {
            let join = Join::of(frame.clone(), argument, self.known);
            self.expr(argument, &join)
        };
        let arguments = reduction.arguments.iter().map(argument).collect();
        let axes = reduction.axes.as_ref().map(|axes| Axes { entries: entries.clone(), ..axes.clone() });
        let range_of_names = axes.as_ref().map_or(reduction.name, |axes| axes.range);
        let left = if reduction.reducer.scans() { frame.to_vec() } else { left(&frame, &entries) };
        let is_bare = left.is_empty() || join.holds(&frame);
        let written = Reduction { axes, frame, arguments, ..reduction.clone() };
        let value = Expr::new(range, ExprKind::Reduction(written));
        if is_bare {
            return value;
        }
        mapped(value, placed(&self.known.written(&left, range_of_names), &join.frame))
    }
}

fn mapped(value: Expr, axes: Axes) -> Expr {
    Expr::new(value.range.to(axes.range), ExprKind::Map(Box::new(value), axes))
}
