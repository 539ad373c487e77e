//! A sum of products of which two factors have a summed axis in common, and each lacks a kept axis that the other has,
//! is a contraction: the engine multiplies matrices where types and sizes allow.
//!
//! The two are sides. A factor along a summed axis joins the side that has all its axes; if there is none, the loop
//! stays as it is, and so it does if spelling does not tell the axes of what is computed. Factors along none of the
//! summed axes stand beside the sides: the engine multiplies by them after the sum, as by operands of which only types
//! tell the axes, if these turn out to have none of the summed ones. Whether that is right depends on types, so the
//! loop of the stage, which integers take, still multiplies before it sums.
//!
//! A side of several factors, and what is computed, becomes an operand: a stage before maps to it, once for each
//! element of its own axes.

mod lying;
mod rebuild;

pub(super) use self::lying::behind;
use self::lying::{Lying, Space, lying};
use crate::ops::Mode;
use crate::plan::same::{Names, are_same};
use crate::plan::{
    Chain, Fold, Form, Item, LeafUse, Local, Node, Pass, Plan, Reduces, Source, Stage, Step, Value, View,
};
use crate::sorted::Set;
use crate::tokens::Range;

/// How many arrays beside the sides the engine multiplies by: `FACTORS` there.
const BESIDE: usize = 2;

/// Finds contractions, and makes each the product of operands.
pub(in crate::plan) fn contract(plan: &mut Plan) {
    let stages = plan.stages.len();
    for stage in 0..stages {
        if let Some(product) = Product::of(plan, stage) {
            product.multiply(plan, stage);
        }
    }
    if plan.stages.len() > stages {
        plan.find_order();
    }
}

/// The product that a stage sums.
struct Product {
    /// From the left.
    factors: Vec<Value>,
    /// Those that become operands.
    computed: Vec<Group>,
}

/// Factors that become one operand, by their places in the product, and the axes along which they lie.
struct Group {
    places: Vec<usize>,
    axes: Set<usize>,
}

impl Product {
    /// That of a stage, if it is a contraction.
    fn of(plan: &Plan, stage: usize) -> Option<Self> {
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
        if !reads_only(pass, &factors) {
            return None;
        }
        let lying = factors.iter().map(|factor| lying(plan, pass, factor)).collect::<Option<Vec<_>>>()?;
        let is_again = |place: usize| factors[..place].iter().any(|other| other.is_same_leaf(&factors[place]));
        if (0..factors.len()).any(|place| matches!(lying[place], Lying::Somewhere) && is_again(place)) {
            return None;
        }
        let reduced = reduced.entries.iter().copied().collect();
        let mut computed = groups(&factors, &lying, &reduced)?;
        computed.retain(|group| group.operand(&factors).is_none());
        add_numbers(&factors, &mut computed);
        // Factors that saturate are multiplied in the order in which they are written.
        if plan.mode == Some(Mode::Saturating) && !computed.is_empty() {
            return None;
        }
        let can_be = |group: &Group| {
            let chain = joins(plan, pass, &group.factors(&factors));
            chain.is_some_and(|chain| Space::of(pass).is_none_or(|space| lines_up(&chain, &space)))
        };
        computed.iter().all(can_be).then_some(Product { factors, computed })
    }

    /// Makes the stage the product of operands.
    fn multiply(self, plan: &mut Plan, stage: usize) {
        if !self.computed.is_empty() {
            let template = times(&plan.stages[stage]);
            let operand = |group: &Group| {
                let factors = group.factors(&self.factors);
                let range = factors[0].range();
                let leaf = mapped(plan, stage, factors, &group.axes, &template);
                (group.places.clone(), Value::Local(Local::Leaf(leaf), range))
            };
            let operands = self.computed.iter().map(operand).collect();
            rebuild::rebuild(plan, stage, &self.factors, operands);
        }
        plan.stages[stage].contracts = true;
    }
}

/// Whether a pass reads nothing but what these are computed from: what else it reads would say its shape, too.
fn reads_only(pass: &Pass, factors: &[Value]) -> bool {
    let behind = behind(pass, factors.iter().filter_map(Value::local));
    behind.is_some_and(|(_, locals)| pass.leaves.iter().all(|&leaf| locals.contains(&Local::Leaf(leaf))))
}

/// The sides, and what stands beside them but for what has no axes.
fn groups(factors: &[Value], lying: &[Lying], reduced: &Set<usize>) -> Option<Vec<Group>> {
    let along = |place: usize| if let Lying::Along(axes) = &lying[place] { Some(axes) } else { None };
    let is_summed = |axes: &Set<usize>| axes.iter().any(|axis| reduced.contains(axis));
    let lacks =
        |one: &Set<usize>, other: &Set<usize>| other.iter().any(|axis| !one.contains(axis) && !reduced.contains(axis));
    let are_sides = |one: &Set<usize>, other: &Set<usize>| {
        lacks(one, other)
            && lacks(other, one)
            && is_summed(&one.iter().copied().filter(|a| other.contains(a)).collect())
    };
    let group = |place: usize| Some(Group { places: vec![place], axes: along(place)?.clone() });
    let pairs = (0..factors.len()).flat_map(|second| (0..second).map(move |first| [first, second]));
    let sides = pairs.filter_map(|[first, second]| Some([group(first)?, group(second)?]));
    let mut sides = sides.into_iter().find(|[one, other]| are_sides(&one.axes, &other.axes))?;
    let taken = sides.each_ref().map(|side| side.places[0]);
    let others = || (0..factors.len()).filter(|place| !taken.contains(place)).filter_map(group);
    for other in others().filter(|other| is_summed(&other.axes)) {
        sides.iter_mut().find(|side| other.axes.is_subset(&side.axes))?.places.extend(other.places);
    }
    let (mut beside, mut single) = (Vec::new(), Vec::new());
    for other in others().filter(|other| !is_summed(&other.axes)) {
        let is_free = |side: &&mut Group| other.axes.is_subset(&side.axes) && side.operand(factors).is_none();
        match sides.iter_mut().find(is_free) {
            Some(side) => side.places.extend(other.places),
            None if other.axes.is_empty() => single.push(other),
            // The engine multiplies by an operand once: one that is a factor again becomes part of another operand.
            None => match beside.iter_mut().find(|group: &&mut Group| group.reads(factors, &other)) {
                Some(group) => group.places.extend(other.places),
                None => beside.push(other),
            },
        }
    }
    if beside.len() > BESIDE {
        beside = beside.into_iter().reduce(Group::and).into_iter().collect();
    }
    Some(sides.into_iter().chain(beside).chain(single).collect())
}

/// Numbers that have the type of a factor which becomes part of an operand do so, too.
fn add_numbers(factors: &[Value], computed: &mut [Group]) {
    for (place, factor) in factors.iter().enumerate() {
        let Value::Like(_, like, _) = factor else { continue };
        let is_of = |group: &&mut Group| group.factors(factors).iter().any(|other| other.local() == Some(*like));
        if let Some(group) = computed.iter_mut().find(is_of) {
            group.places.push(place);
        }
    }
}

impl Group {
    fn factors(&self, factors: &[Value]) -> Vec<Value> {
        self.places.iter().map(|&place| factors[place].clone()).collect()
    }

    /// The operand that it is, if it is one.
    fn operand(&self, factors: &[Value]) -> Option<usize> {
        match self.places[..] {
            [place] => factors[place].leaf(),
            _ => None,
        }
    }

    /// Whether it begins with the operand with which another one begins.
    fn reads(&self, factors: &[Value], other: &Group) -> bool {
        factors[self.places[0]].is_same_leaf(&factors[other.places[0]])
    }

    fn and(mut self, other: Group) -> Group {
        self.places.extend(other.places);
        self.axes.extend(other.axes.iter().copied());
        self
    }
}

impl Value {
    /// The operand that it is.
    fn leaf(&self) -> Option<usize> {
        if let Value::Local(Local::Leaf(leaf), _) = self { Some(*leaf) } else { None }
    }

    fn is_same_leaf(&self, other: &Value) -> bool {
        self.leaf().is_some_and(|leaf| other.leaf() == Some(leaf))
    }
}

/// The step that computes a product.
fn product<'p>(pass: &'p Pass, value: &Value) -> Option<&'p Step> {
    let Value::Local(local, _) = value else { return None };
    pass.steps.iter().find(|step| Local::Step(step.result) == *local && step.node.factors().is_some())
}

/// The factors of a product, from the left.
fn factors_of(pass: &Pass, value: &Value, factors: &mut Vec<Value>) {
    match product(pass, value).and_then(|step| step.node.factors()) {
        Some(arguments) => arguments.iter().for_each(|argument| factors_of(pass, argument, factors)),
        None => factors.push(value.clone()),
    }
}

/// What joins where factors stand alone: from the ranks of their pass, whatever is one of their operands.
fn joins(plan: &Plan, pass: &Pass, factors: &[Value]) -> Option<Chain> {
    let (_, locals) = behind(pass, factors.iter().filter_map(Value::local))?;
    let is_read = |leaf: usize| locals.contains(&Local::Leaf(leaf));
    let leaves = || pass.leaves.iter().copied().filter(|&leaf| is_read(leaf));
    let of_stage = |item: &Item| {
        leaves().any(|leaf| match plan.leaves[leaf].source {
            Source::Stage { stage, .. } => plan.stages[stage].pass.ranks.has(item) || item.is_left_by(stage),
            _ => false,
        })
    };
    let chain = pass.ranks.only(|item| item.is_made_of(&|item| item.is_of(&is_read) || of_stage(item)));
    let is_there = |leaf: usize| match plan.leaves[leaf].source {
        Source::Stage { .. } => true,
        _ => matches!(plan.leaves[leaf].view, View::Table(_)) || chain.holds(&Item::Leaf(leaf)),
    };
    leaves().all(is_there).then_some(chain)
}

/// Whether what reductions left lies in a stage of its own where it lies in the product: something there has all axes,
/// or nothing else is there.
fn lines_up(chain: &Chain, space: &Space) -> bool {
    let has_left = chain.items().iter().any(|item| matches!(item, Item::Reduced { .. }));
    !has_left || left_alike(chain).is_some() || Space::numbered(chain) == Some(space.rank())
}

/// The axes that reductions did not leave, where nothing but what they left joins.
fn left_alike(chain: &Chain) -> Option<Vec<usize>> {
    let mut reduced = chain.items().iter().map(|item| match item {
        Item::Reduced { axes, .. } => Some(axes),
        _ => None,
    });
    let first = reduced.next()??;
    reduced.all(|other| other == Some(first)).then(|| first.clone())
}

/// The step that multiplies last.
fn times(stage: &Stage) -> Step {
    product(&stage.pass, &stage.folds[0].value).expect("a product is a step").clone()
}

/// The same of other factors.
fn product_of(template: &Step, result: usize, factors: Vec<Value>, range: Range) -> Step {
    let mut step = Step { result, range, ..template.clone() };
    if let Node::Apply { arguments, .. } = &mut step.node {
        *arguments = factors;
    }
    step
}

/// Factors along these axes as an operand: what a stage before maps to.
fn mapped(plan: &mut Plan, stage: usize, factors: Vec<Value>, axes: &Set<usize>, template: &Step) -> usize {
    let pass = &plan.stages[stage].pass;
    let (steps, locals) = behind(pass, factors.iter().filter_map(Value::local)).unwrap_or_default();
    let leaves: Vec<usize> = pass.leaves.iter().copied().filter(|&leaf| locals.contains(&Local::Leaf(leaf))).collect();
    let ranks = joins(plan, pass, &factors).unwrap_or_default();
    let (frame, keys) = (pass.frame.clone(), pass.keys.clone());
    let mut own = Pass { leaves, ranks, frame, steps, keys, ..Pass::default() };
    let text = own.leaves.iter().map(|&leaf| plan.leaves[leaf].text.as_str()).collect::<Vec<_>>().join(", ");
    let (mut factors, mut next) = (factors.into_iter(), plan.next_step());
    let first = factors.next().expect("a group has a factor");
    let range = first.range();
    let value = factors.fold(first, |product, factor| {
        own.steps.push(product_of(template, next, vec![product, factor], range));
        next += 1;
        Value::Local(Local::Step(next - 1), range)
    });
    own.cost = own.steps.iter().map(|step| step.cost).fold(0, u32::saturating_add);
    let axes: Vec<usize> = axes.iter().copied().collect();
    let (form, view, reduces) = match (axes.is_empty(), left_alike(&own.ranks)) {
        (true, _) => (Form::Same, View::Plain, Reduces::Nothing(axes)),
        (false, Some(reduced)) => (Form::Same, View::Plain, Reduces::Nothing(reduced)),
        (false, None) => (Form::Along(axes.len()), View::Mapped(axes.clone()), Reduces::Along(axes)),
    };
    let own = Stage::mapping(own, value, reduces, Vec::new());
    let known = plan.stages.iter().position(|other| other.maps_alike(&own));
    let source = Source::Stage { stage: known.unwrap_or(plan.stages.len()), item: 0, form };
    if known.is_none() {
        plan.stages.push(own);
    }
    plan.leaves.push(LeafUse { source, view, text, range, axes: None });
    plan.leaves.len() - 1
}

impl Stage {
    /// Whether another one maps to the same.
    fn maps_alike(&self, other: &Stage) -> bool {
        let is_alike = match (&self.reduces, &other.reduces) {
            (Reduces::Along(own), Reduces::Along(others)) | (Reduces::Nothing(own), Reduces::Nothing(others)) => {
                own == others
            }
            _ => false,
        };
        let is_value = || {
            let names = are_same(&self.pass.steps, &other.pass.steps, &Names::new());
            let values = self.kept.first().zip(other.kept.first());
            names.zip(values).is_some_and(|(names, (own, other))| own.is_same(other, &names))
        };
        is_alike
            && self.if_numbers.is_empty()
            && self.pass.frame == other.pass.frame
            && self.pass.ranks.has_same(&other.pass.ranks)
            && self.kept.len() == 1
            && is_value()
    }
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
