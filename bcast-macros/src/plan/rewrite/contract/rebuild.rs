//! The product of a stage in the order in which it is written, with operands in the place of what is computed.

use super::lying::behind;
use super::{product, product_of};
use crate::plan::{Local, Pass, Plan, Step, Value};
use crate::sorted::{Map, Set};

/// Has a stage read operands in the place of the factors at these places: each stands where the first of them stood.
pub(super) fn rebuild(plan: &mut Plan, stage: usize, factors: &[Value], operands: Vec<(Vec<usize>, Value)>) {
    let (next, pass) = (plan.next_step(), &plan.stages[stage].pass);
    let first = operands[0].1.local().expect("an operand is a local");
    let mut replaced = Map::new();
    for (places, operand) in operands {
        let mut operand = Some(operand);
        places.into_iter().for_each(|place| replaced.insert(place, operand.take()));
    }
    let stay = (0..factors.len()).filter(|place| replaced.get(place).is_none());
    let stay: Set<Local> = stay.filter_map(|place| factors[place].own_local()).collect();
    let (steps, _) = behind(pass, stay.iter().copied()).unwrap_or_default();
    let mut rebuilding = Rebuilding { pass, replaced, place: 0, stay, first, products: Map::new(), steps, next };
    let value = rebuilding.value(&plan.stages[stage].folds[0].value);
    let steps = rebuilding.steps;
    let contraction = &mut plan.stages[stage];
    contraction.folds[0].value = value.expect("there are two sides");
    let mut leaves = Vec::new();
    for local in steps.iter().flat_map(|step| step.node.locals()) {
        if let Local::Leaf(leaf) = local
            && !leaves.contains(&leaf)
        {
            leaves.push(leaf);
        }
    }
    contraction.pass.leaves = leaves;
    contraction.pass.cost = steps.iter().map(|step| step.cost).fold(0, u32::saturating_add);
    contraction.pass.steps = steps;
    contraction.pass.keys = Map::new();
}

struct Rebuilding<'p> {
    pass: &'p Pass,
    /// What stands at a place instead, if anything.
    replaced: Map<usize, Option<Value>>,
    /// The place of the next factor.
    place: usize,
    /// Factors that stay as they are.
    stay: Set<Local>,
    /// A factor of the new product.
    first: Local,
    /// What has become of products.
    products: Map<Local, Local>,
    steps: Vec<Step>,
    next: usize,
}

impl Rebuilding<'_> {
    /// What becomes of a product or of a factor, if anything is left of it.
    fn value(&mut self, value: &Value) -> Option<Value> {
        let Some(step) = product(self.pass, value) else { return self.factor(value) };
        let factors = step.node.factors().unwrap_or_default();
        let mut factors: Vec<Value> = factors.iter().filter_map(|factor| self.value(factor)).collect();
        let new = match factors.len() {
            0 | 1 => factors.pop()?,
            _ => {
                let result = self.next;
                self.next += 1;
                self.steps.push(product_of(step, result, factors, step.range));
                Value::Local(Local::Step(result), value.range())
            }
        };
        if let Some(local) = new.own_local() {
            self.products.insert(Local::Step(step.result), local);
        }
        Some(new)
    }

    fn factor(&mut self, factor: &Value) -> Option<Value> {
        let place = self.place;
        self.place += 1;
        match (self.replaced.get(&place), factor) {
            (Some(operand), _) => operand.clone(),
            // All factors have one type where numbers have that of another one.
            (None, Value::Like(number, like, span)) => {
                let other = self.products.get(like).copied().unwrap_or(self.first);
                Some(Value::Like(*number, if self.stay.contains(like) { *like } else { other }, *span))
            }
            (None, factor) => Some(factor.clone()),
        }
    }
}

impl Value {
    /// The local that it is.
    fn own_local(&self) -> Option<Local> {
        if let Value::Local(local, _) = self { Some(*local) } else { None }
    }
}
