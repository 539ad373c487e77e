//! Which names the axes of a call have, in which order, and what is wrong with them.

use proc_macro2::Ident;

use crate::check::{Meaning, Scope};
use crate::memo::Memo;
use crate::messages;
use crate::sorted::{Map, Set};
use crate::syntax::{Assignment, Axes, Context, Expr, ExprKind, Leaf, Place, Reduction, Source, Statement};
use crate::tokens::Range;

/// The names of a call.
pub(super) struct Known<'a> {
    scope: &'a Scope,
    /// What is named once keeps its names.
    places: Map<Place, Axes>,
    /// All names in the order of the call, where they stand first.
    order: Vec<Ident>,
    lets: Memo<Set<String>>,
}

impl<'a> Known<'a> {
    pub(super) fn of(source: &Source, scope: &'a Scope, context: &mut Context) -> Self {
        let mut known = Known { scope, places: Map::new(), order: Vec::new(), lets: Memo::new() };
        let body = &source.body;
        let targets = body.statements.iter().filter_map(Statement::assignment).map(|assignment| &assignment.target);
        let first_target = targets.filter_map(|target| target.leaf()?.axes.as_deref()).next();
        if let Some(axes) = source.attributes.axes.as_ref().or(first_target) {
            known.note(axes);
        }
        let mut bare = Map::new();
        for statement in &body.statements {
            if let Statement::Assignment(assignment) = statement {
                known.mention(&assignment.target, &mut bare, context);
            }
            known.mention(statement.value(), &mut bare, context);
        }
        body.values.iter().for_each(|value| known.mention(value, &mut bare, context));
        known.check(source, context);
        known
    }

    /// The names of an operand's axes, or of a target's.
    pub(super) fn axes<'l>(&'l self, leaf: &'l Leaf) -> Option<&'l Axes> {
        let kept = || leaf.place.as_ref().and_then(|place| self.places.get(place));
        leaf.axes.as_deref().or_else(kept).filter(|_| !matches!(self.meaning(leaf), Meaning::Let(_)))
    }

    pub(super) fn meaning(&self, leaf: &Leaf) -> Meaning {
        self.scope.meaning(leaf)
    }

    pub(super) fn scope(&self) -> &'a Scope {
        self.scope
    }

    /// The names that a part has.
    pub(super) fn names(&self, expr: &Expr) -> Set<String> {
        match &expr.kind {
            ExprKind::Leaf(leaf) => match self.meaning(leaf) {
                Meaning::Let(id) => self.lets.of(id, || self.names(&self.scope.definition(id).value)),
                _ => self.axes(leaf).into_iter().flat_map(|axes| axes.names.iter().map(Ident::to_string)).collect(),
            },
            ExprKind::Reduction(reduction) => self.left(reduction),
            ExprKind::Block(_, value) => self.names(value),
            _ => expr.parts().into_iter().flat_map(|part| self.names(part)).collect(),
        }
    }

    /// The names of what is reduced.
    pub(super) fn reduced(&self, reduction: &Reduction) -> Set<String> {
        reduction.arguments.iter().flat_map(|argument| self.names(argument)).collect()
    }

    /// The names that a reduction leaves.
    fn left(&self, reduction: &Reduction) -> Set<String> {
        let mut left = self.reduced(reduction);
        if reduction.reducer.scans() {
            return left;
        }
        left.retain(|name| reduction.axes.as_ref().is_some_and(|axes| axes.names.iter().all(|gone| gone != name)));
        left
    }

    /// Names in the order of the call.
    pub(super) fn in_order(&self, names: &Set<String>) -> Vec<String> {
        self.order.iter().map(Ident::to_string).filter(|name| names.contains(name)).collect()
    }

    /// These names as if they stood at `range`.
    pub(super) fn written(&self, names: &[String], range: Range) -> Axes {
        let ident = |name: &String| self.order.iter().find(|known| *known == name).cloned();
        Axes { entries: Vec::new(), names: names.iter().filter_map(ident).collect(), given: None, range }
    }

    fn note(&mut self, axes: &Axes) {
        for name in &axes.names {
            if !self.order.contains(name) {
                self.order.push(name.clone());
            }
        }
    }

    /// Notes the names in an expression, in the order of the source.
    fn mention(&mut self, expr: &Expr, bare: &mut Map<Place, Range>, context: &mut Context) {
        if let ExprKind::Leaf(leaf) = &expr.kind {
            self.mention_leaf(leaf, expr.range, bare, context);
        }
        if let ExprKind::Reduction(Reduction { called, axes, keep: true, name, reducer, .. }) = &expr.kind
            && !reducer.scans()
        {
            let range = axes.as_ref().map_or(*name, |axes| axes.range);
            context.error(range, messages::keep_beside_names(called));
        }
        expr.parts().into_iter().for_each(|part| self.mention(part, bare, context));
    }

    fn mention_leaf(&mut self, leaf: &Leaf, range: Range, bare: &mut Map<Place, Range>, context: &mut Context) {
        match (leaf.axes.as_deref(), &leaf.place, self.meaning(leaf)) {
            (Some(axes), _, Meaning::Let(_)) => context.error(axes.range, messages::names_of_part(&axes.listed())),
            (Some(axes), place, _) => {
                self.note(axes);
                if let Some(name) = repeated(axes) {
                    context.error(axes.range, messages::axis_repeated(&quoted(&name), "i, j"));
                }
                let Some(place) = place.as_ref().filter(|place| self.places.get(*place).is_none()) else {
                    return;
                };
                if let Some(&earlier) = bare.get(place) {
                    context.error(earlier, messages::named_later(place.text(), &axes.listed()));
                }
                self.places.insert(place.clone(), axes.clone());
            }
            (None, Some(place), Meaning::Operand | Meaning::Target(_)) if self.places.get(place).is_none() => {
                bare.get_or(place.clone(), range);
            }
            _ => {}
        }
    }

    fn check(&self, source: &Source, context: &mut Context) {
        for statement in &source.body.statements {
            self.check_reductions(statement.value(), context);
            if let Statement::Assignment(assignment) = statement {
                self.check_target(assignment, context);
            }
        }
        let mut yielded = Set::new();
        for value in source.body.values.iter() {
            self.check_reductions(value, context);
            yielded.extend(self.names(value));
        }
        if let Some(axes) = &source.attributes.axes {
            check_attribute(axes, &self.in_order(&yielded), source.attributes.shape.is_some(), context);
        }
    }

    fn check_reductions(&self, expr: &Expr, context: &mut Context) {
        if let ExprKind::Reduction(Reduction { called, axes: Some(axes), .. }) = &expr.kind
            && let ExprKind::Reduction(reduction) = &expr.kind
        {
            if let Some(name) = repeated(axes) {
                context.error(axes.range, messages::reduced_twice(&quoted(&name), called));
            }
            let there = self.in_order(&self.reduced(reduction));
            for name in axes.names.iter().filter(|name| there.iter().all(|known| *name != known)) {
                let message = messages::unknown_axis(&name.to_string(), called, &there);
                context.error(Range::at(name.span()), message);
            }
        }
        expr.parts().into_iter().for_each(|part| self.check_reductions(part, context));
    }

    /// What is assigned has no axes but those of the target.
    fn check_target(&self, assignment: &Assignment, context: &mut Context) {
        let Some(leaf) = assignment.target.leaf() else {
            return;
        };
        let wanted = self.in_order(&self.names(&assignment.value));
        let Some(axes) = self.axes(leaf) else {
            if !wanted.is_empty() {
                context.error(assignment.target.range, messages::target_without_names(&leaf.text, &wanted.join(", ")));
            }
            return;
        };
        if let Some(name) = wanted.iter().find(|name| axes.names.iter().all(|there| there != *name)) {
            let target = format!("{} @ ({})", leaf.text, axes.listed());
            context.error(assignment.value.range, messages::target_lacks_axis(&target, name));
        }
    }
}

/// Compares `#[axes(..)]` with the names of the results. Sizes of other axes can only come from `#[shape(..)]`.
fn check_attribute(axes: &Axes, yielded: &[String], has_shape: bool, context: &mut Context) {
    if let Some(name) = repeated(axes) {
        context.error(axes.range, messages::attribute_axis_twice(&name));
    }
    let all = yielded.join(", ");
    for name in yielded.iter().filter(|name| axes.names.iter().all(|there| there != *name)) {
        context.error(axes.range, messages::attribute_lacks_axis(name, &all));
    }
    for name in axes.names.iter().filter(|name| !has_shape && yielded.iter().all(|there| *name != there)) {
        context.error(Range::at(name.span()), messages::attribute_axis_of_nothing(&name.to_string(), &all));
    }
}

fn quoted(name: &str) -> String {
    format!("`{name}`")
}

/// A name that stands twice.
fn repeated(axes: &Axes) -> Option<String> {
    let mut seen = Set::new();
    axes.names.iter().map(Ident::to_string).find(|name| !seen.insert(name.clone()))
}
