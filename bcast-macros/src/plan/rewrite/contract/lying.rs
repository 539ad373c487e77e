//! Along which axes the factors of a product lie, as far as spelling tells.

use crate::plan::{Chain, Form, Item, LeafUse, Local, Node, Pass, Plan, Reduces, Source, Stage, Step, Value, View};
use crate::sorted::Set;
use crate::syntax::are_numbers;

/// Where a factor lies.
pub(super) enum Lying {
    /// Along these axes, or less.
    Along(Set<usize>),
    /// It is an operand whose type tells that.
    Somewhere,
    /// It is a number, of no operand.
    Number,
}

/// Where a factor lies; nothing if that is not known and it is computed.
pub(super) fn lying(plan: &Plan, pass: &Pass, factor: &Value) -> Option<Lying> {
    let Value::Local(local, _) = factor else { return Some(Lying::Number) };
    let (_, locals) = behind(pass, [*local])?;
    let leaves: Vec<usize> = locals.iter().filter_map(Local::leaf).collect();
    if leaves.is_empty() {
        return Some(Lying::Number);
    }
    let axes = leaves.iter().map(|&leaf| axes_of(plan, pass, &plan.leaves[leaf])).collect::<Option<Vec<_>>>();
    match (axes, local) {
        (Some(axes), _) => Some(Lying::Along(axes.into_iter().flatten().collect())),
        (None, Local::Leaf(_)) => Some(Lying::Somewhere),
        (None, _) => None,
    }
}

impl Local {
    fn leaf(&self) -> Option<usize> {
        if let Local::Leaf(leaf) = self { Some(*leaf) } else { None }
    }
}

/// The axes of an operand in its pass, if spelling tells.
fn axes_of(plan: &Plan, pass: &Pass, leaf: &LeafUse) -> Option<Vec<usize>> {
    match (leaf.source, &leaf.view) {
        // A part of what is mapped lies along these axes, or less.
        (_, View::Mapped(axes) | View::Placed(axes) | View::PlacedBeside(axes, _)) => {
            are_numbers(axes).then(|| axes.clone())
        }
        (_, View::Table(_)) => Some(Vec::new()),
        (Source::Slot(_), View::Plain) if plan.named => {
            Some(leaf.axes.as_ref().map_or_else(Vec::new, |axes| axes.entries.clone()))
        }
        // What reductions left of as many axes as the pass has.
        (Source::Stage { stage, form: Form::Reduced | Form::Same, .. }, View::Plain) => {
            let (other, space) = (&plan.stages[stage], Space::of(pass)?);
            let reduced = other.reduces.axes().filter(|axes| are_numbers(axes))?;
            let is_left = match other.reduces {
                Reduces::Axes(_) => Space::of(&other.pass)? == space,
                // It lies as what it was summed onto.
                Reduces::Left(_, of) => Space::of(&plan.stages[of].pass)? == space,
                Reduces::Nothing(_) => is_of_space(plan, other, &space),
                _ => false,
            };
            is_left.then(|| (0..space.rank()).filter(|axis| !reduced.contains(axis)).collect())
        }
        _ => None,
    }
}

/// The axes of a pass, if spelling tells.
#[derive(PartialEq)]
pub(super) enum Space<'p> {
    Named(&'p [String]),
    /// So many: all operands have maps.
    Numbered(usize),
}

impl<'p> Space<'p> {
    pub(super) fn of(pass: &'p Pass) -> Option<Self> {
        match pass.frame.is_empty() {
            true => Space::numbered(&pass.ranks).map(Space::Numbered),
            false => Some(Space::Named(&pass.frame)),
        }
    }

    /// The number of axes where these join, as their maps tell.
    pub(super) fn numbered(ranks: &Chain) -> Option<usize> {
        let reach = |item: &Item| match item {
            Item::Mapped(_, axes) => axes.given.is_none().then(|| axes.reach()),
            // It has as many axes as what it was reduced from, which types compare.
            Item::Reduced { .. } => Some(0),
            _ => None,
        };
        let reached = ranks.items().iter().map(reach).collect::<Option<Vec<_>>>()?;
        reached.into_iter().max().filter(|&rank| rank > 0)
    }

    pub(super) fn rank(&self) -> usize {
        match self {
            Space::Named(names) => names.len(),
            Space::Numbered(rank) => *rank,
        }
    }
}

/// Whether all that a stage maps was left by reductions of these axes, or is a single value.
fn is_of_space(plan: &Plan, stage: &Stage, space: &Space) -> bool {
    stage.pass.leaves.iter().all(|&leaf| match plan.leaves[leaf].source {
        Source::Stage { stage, .. } => match &plan.stages[stage].reduces {
            Reduces::All => true,
            Reduces::Axes(_) => Space::of(&plan.stages[stage].pass).is_some_and(|other| other == *space),
            _ => false,
        },
        _ => false,
    })
}

/// The steps that compute these values, and all that they are computed from; nothing if a target or a choice is among
/// it.
pub(in crate::plan::rewrite) fn behind(
    pass: &Pass,
    values: impl IntoIterator<Item = Local>,
) -> Option<(Vec<Step>, Set<Local>)> {
    let mut needed: Set<Local> = values.into_iter().collect();
    let mut steps = Vec::new();
    for step in pass.steps.iter().rev().filter(|step| !matches!(step.node, Node::Store { .. })) {
        if needed.contains(&Local::Step(step.result)) {
            if matches!(step.node, Node::Chosen { .. }) {
                return None;
            }
            needed.extend(step.node.locals());
            steps.push(step.clone());
        }
    }
    steps.reverse();
    let is_there = |local: &Local| !matches!(local, Local::Old(_));
    needed.iter().all(is_there).then_some((steps, needed))
}
