//! A sum of products whose factors fall into two groups, each of which lacks a kept axis that the other has, is a
//! contraction: the engine multiplies matrices where types and sizes allow.
//!
//! A group that is not one operand is computed before, by a stage that maps, once for each element of its own axes. A
//! factor that lies in neither group, or of which spelling does not tell the axes, leaves the loop as it is.

use crate::plan::{
    Chain, Fold, Form, Item, LeafUse, Local, Node, Pass, Plan, Reduces, Source, Stage, Step, Value, View,
};
use crate::sorted::{Map, Set};
use crate::syntax::GIVEN;
use crate::tokens::Range;

/// Finds contractions, and makes each the product of two operands.
pub(in crate::plan) fn contract(plan: &mut Plan) {
    let stages = plan.stages.len();
    for stage in 0..stages {
        if let Some(sides) = sides(plan, stage) {
            multiply(plan, stage, sides);
        }
    }
    if plan.stages.len() > stages {
        plan.find_order();
    }
}

/// Factors of one side of a product, and the axes along which they lie.
struct Side {
    factors: Vec<Value>,
    axes: Set<usize>,
}

/// The sides of the product that a stage sums.
fn sides(plan: &Plan, stage: usize) -> Option<[Side; 2]> {
    let Stage { pass, folds, kept, reduces: Reduces::Axes(reduced), if_numbers, .. } = &plan.stages[stage] else {
        return None;
    };
    let [Fold { item, value, .. }] = &folds[..] else { return None };
    let is_plain = matches!(item.method, "sum" | "mean") && kept.is_empty() && if_numbers.is_empty();
    if !is_plain || reduced.given.is_some() {
        return None;
    }
    let mut factors = Vec::new();
    factors_of(pass, value, &mut factors);
    let lying = |factor: Value| Some((axes_behind(plan, pass, factor.local()?)?, factor));
    let mut factors = factors.into_iter().map(lying).collect::<Option<Vec<_>>>()?;
    let lacks = |one: &Set<usize>, other: &Set<usize>| {
        other.iter().any(|axis| !one.contains(axis) && !reduced.entries.contains(axis))
    };
    let sums = |one: &Set<usize>, other: &Set<usize>| {
        reduced.entries.iter().any(|axis| one.contains(axis) && other.contains(axis))
    };
    let are_sides = |one: &Set<usize>, other: &Set<usize>| lacks(one, other) && lacks(other, one) && sums(one, other);
    let (first, second) = (0..factors.len())
        .flat_map(|second| (0..second).map(move |first| (first, second)))
        .find(|&(first, second)| are_sides(&factors[first].0, &factors[second].0))?;
    let side = |(axes, factor): (Set<usize>, Value)| Side { factors: vec![factor], axes };
    let b = side(factors.remove(second));
    let a = side(factors.remove(first));
    let mut sides = [a, b];
    for (axes, factor) in factors {
        sides.iter_mut().find(|side| axes.is_subset(&side.axes))?.factors.push(factor);
    }
    sides.iter().all(|side| side.operand().is_some() || joins(plan, pass, side).is_some()).then_some(sides)
}

/// The factors of a product, from the left.
fn factors_of(pass: &Pass, value: &Value, factors: &mut Vec<Value>) {
    let product = match value {
        Value::Local(local, _) => pass.steps.iter().find(|step| Local::Step(step.result) == *local),
        _ => None,
    };
    match product.map(|step| &step.node) {
        Some(Node::Apply { item, arguments, .. }) if item.method == "times" => {
            arguments.iter().for_each(|argument| factors_of(pass, argument, factors));
        }
        _ => factors.push(value.clone()),
    }
}

/// The axes along which a value of a pass lies, if spelling tells.
fn axes_behind(plan: &Plan, pass: &Pass, local: Local) -> Option<Set<usize>> {
    let (_, locals) = behind(pass, [local])?;
    let leaves = locals.iter().filter_map(|local| if let Local::Leaf(leaf) = local { Some(*leaf) } else { None });
    let axes = leaves.map(|leaf| axes_of(plan, &plan.leaves[leaf])).collect::<Option<Vec<_>>>()?;
    Some(axes.into_iter().flatten().collect())
}

/// The axes of an operand in its pass, if spelling tells.
fn axes_of(plan: &Plan, leaf: &LeafUse) -> Option<Vec<usize>> {
    match (leaf.source, &leaf.view) {
        (_, View::Mapped(axes)) => axes.iter().all(|&axis| axis < GIVEN).then(|| axes.clone()),
        (_, View::Table(_)) => Some(Vec::new()),
        (Source::Slot(_), View::Plain) if plan.named => {
            Some(leaf.axes.as_ref().map_or_else(Vec::new, |axes| axes.entries.clone()))
        }
        _ => None,
    }
}

/// The steps that compute these values, and all that they are computed from; nothing if a target or a choice is among
/// it.
fn behind(pass: &Pass, values: impl IntoIterator<Item = Local>) -> Option<(Vec<Step>, Set<Local>)> {
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

impl Side {
    /// The operand that it is, if it is one.
    fn operand(&self) -> Option<usize> {
        match self.factors[..] {
            [Value::Local(Local::Leaf(leaf), _)] => Some(leaf),
            _ => None,
        }
    }
}

/// What joins where a side stands alone: from the ranks of its pass, whatever is one of its operands.
fn joins(plan: &Plan, pass: &Pass, side: &Side) -> Option<Chain> {
    let (_, locals) = behind(pass, side.factors.iter().filter_map(Value::local))?;
    let is_read = |leaf: usize| locals.contains(&Local::Leaf(leaf));
    let leaves = || pass.leaves.iter().copied().filter(|&leaf| is_read(leaf));
    let of_stage = |item: &Item| {
        leaves().any(|leaf| match plan.leaves[leaf].source {
            Source::Stage { stage, .. } => plan.stages[stage].pass.ranks.has(item) || item.is_left_by(stage),
            _ => false,
        })
    };
    let chain = pass.ranks.only(|item| item.is_of(&is_read) || of_stage(item));
    let is_there = |leaf: usize| match plan.leaves[leaf].source {
        Source::Stage { .. } => true,
        _ => {
            matches!(plan.leaves[leaf].view, View::Table(_))
                || chain.items().iter().any(|item| item.is_of(&|other| other == leaf))
        }
    };
    leaves().all(is_there).then_some(chain)
}

/// Makes a stage the product of two operands.
fn multiply(plan: &mut Plan, stage: usize, sides: [Side; 2]) {
    if sides.iter().all(|side| side.operand().is_some()) {
        plan.stages[stage].contracts = true;
        return;
    }
    let product = plan.stages[stage].folds[0].value.range();
    let template = times(&plan.stages[stage]);
    let operands = sides.map(|side| {
        let range = side.factors[0].range();
        let leaf = side.operand().unwrap_or_else(|| mapped(plan, stage, side, &template));
        Value::Local(Local::Leaf(leaf), range)
    });
    let result = plan.next_step();
    let contraction = &mut plan.stages[stage];
    let leaves = operands.iter().filter_map(|operand| match operand.local() {
        Some(Local::Leaf(leaf)) => Some(leaf),
        _ => None,
    });
    contraction.pass.leaves = leaves.collect();
    contraction.pass.steps = vec![product_of(&template, result, operands.into(), product)];
    contraction.pass.keys = Map::new();
    contraction.pass.cost = template.cost;
    contraction.folds[0].value = Value::Local(Local::Step(result), product);
    contraction.contracts = true;
}

/// The step that multiplies.
fn times(stage: &Stage) -> Step {
    let last = stage.folds[0].value.local();
    let step = stage.pass.steps.iter().find(|step| Some(Local::Step(step.result)) == last);
    step.expect("a product is a step").clone()
}

/// The same of other factors.
fn product_of(template: &Step, result: usize, factors: Vec<Value>, range: Range) -> Step {
    let mut step = Step { result, range, ..template.clone() };
    if let Node::Apply { arguments, .. } = &mut step.node {
        *arguments = factors;
    }
    step
}

/// A side of several factors, or of one that is computed, as an operand: what a stage before maps to.
fn mapped(plan: &mut Plan, stage: usize, side: Side, template: &Step) -> usize {
    let pass = &plan.stages[stage].pass;
    let (steps, locals) = behind(pass, side.factors.iter().filter_map(Value::local)).unwrap_or_default();
    let leaves: Vec<usize> = pass.leaves.iter().copied().filter(|&leaf| locals.contains(&Local::Leaf(leaf))).collect();
    let ranks = joins(plan, pass, &side).unwrap_or_default();
    let (frame, keys) = (pass.frame.clone(), pass.keys.clone());
    let mut own = Pass { leaves, ranks, frame, steps, keys, ..Pass::default() };
    let text = own.leaves.iter().map(|&leaf| plan.leaves[leaf].text.as_str()).collect::<Vec<_>>().join(", ");
    let (mut factors, mut next) = (side.factors.into_iter(), plan.next_step());
    let first = factors.next().expect("a side has a factor");
    let range = first.range();
    let value = factors.fold(first, |product, factor| {
        own.steps.push(product_of(template, next, vec![product, factor], range));
        next += 1;
        Value::Local(Local::Step(next - 1), range)
    });
    own.cost = own.steps.iter().map(|step| step.cost).fold(0, u32::saturating_add);
    let axes: Vec<usize> = side.axes.iter().copied().collect();
    let source = Source::Stage { stage: plan.stages.len(), item: 0, form: Form::Along(axes.len()) };
    plan.stages.push(Stage::mapping(own, value, Reduces::Along(axes.clone()), Vec::new()));
    plan.leaves.push(LeafUse { source, view: View::Mapped(axes), text, range, axes: None });
    plan.leaves.len() - 1
}

impl Plan {
    /// A number that no step has.
    fn next_step(&self) -> usize {
        fn highest(steps: &[Step]) -> usize {
            let inside = |step: &Step| step.node.blocks().into_iter().map(|block| highest(&block.steps)).max();
            steps.iter().map(|step| (step.result + 1).max(inside(step).unwrap_or(0))).max().unwrap_or(0)
        }
        self.passes().map(|(_, pass)| highest(&pass.steps)).max().unwrap_or(0)
    }
}
