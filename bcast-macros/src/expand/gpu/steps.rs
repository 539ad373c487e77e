//! Steps made ready for a kernel: each literal is a step of its own, whose type rustc finds.

use crate::plan::{Block, Local, Node, Pass, Step, Value};
use crate::tokens::Range;

/// The steps of a pass, literals named.
pub(super) struct Steps {
    done: Vec<Step>,
    next: usize,
}

impl Steps {
    pub(super) fn of(pass: &Pass) -> Self {
        let next = flat(pass.steps()).iter().map(|step| step.result + 1).max().unwrap_or(0);
        let mut steps = Steps { done: Vec::new(), next };
        steps.done = steps.named(pass.steps());
        steps
    }

    /// A value that the pass yields.
    pub(super) fn end(&mut self, value: &Value) -> Value {
        let mut done = std::mem::take(&mut self.done);
        let value = self.value(value, &mut done);
        self.done = done;
        value
    }

    pub(super) fn finish(self) -> Vec<Step> {
        self.done
    }

    fn named(&mut self, steps: &[Step]) -> Vec<Step> {
        let mut done = Vec::new();
        for step in steps {
            let node = self.node(&step.node, &mut done);
            let mut step = step.clone();
            step.node = node;
            done.push(step);
        }
        done
    }

    fn node(&mut self, node: &Node, done: &mut Vec<Step>) -> Node {
        let mut values = |values: &[Value]| values.iter().map(|value| self.value(value, done)).collect();
        match node {
            Node::Apply { item, arguments, token } => Node::Apply { item, arguments: values(arguments), token: *token },
            Node::Closed { item, arguments } => Node::Closed { item, arguments: values(arguments) },
            Node::Call { function, arguments } => {
                Node::Call { function: function.clone(), arguments: values(arguments) }
            }
            Node::LookUp { table, indices } => Node::LookUp { table: *table, indices: values(indices) },
            Node::Field { tuple, field } => Node::Field { tuple: self.value(tuple, done), field: *field },
            Node::All(tests) => Node::All(values(tests)),
            Node::LiteralPower { base, exponent } => {
                Node::LiteralPower { base: self.value(base, done), exponent: *exponent }
            }
            Node::Convert { kind, value } => Node::Convert { kind: kind.clone(), value: self.value(value, done) },
            Node::Store { value, target } => Node::Store { value: self.value(value, done), target: *target },
            Node::If { condition, then, otherwise } => {
                let condition = self.value(condition, done);
                Node::If { condition, then: self.block(then), otherwise: self.block(otherwise) }
            }
            Node::Lazy { and, left, right } => {
                Node::Lazy { and: *and, left: self.value(left, done), right: self.block(right) }
            }
            // A plan for a GPU has no parts and nothing that types choose.
            Node::Part { .. } | Node::Chosen { .. } | Node::Literal(_) => node.clone(),
        }
    }

    fn block(&mut self, block: &Block) -> Block {
        let mut steps = self.named(&block.steps);
        let value = self.value(&block.value, &mut steps);
        Block { steps, value }
    }

    /// Integers that adopt a type stay where they are: their type is that of something with a name.
    fn value(&mut self, value: &Value, done: &mut Vec<Step>) -> Value {
        let Value::Plain(tokens) = value else {
            return value.clone();
        };
        let range: Range = value.range();
        let result = self.next;
        self.next += 1;
        done.push(Step::literal(result, tokens.clone(), range));
        Value::Local(Local::Step(result), range)
    }
}

/// All steps one after the other, those of blocks before the step that they belong to. Types do not ask what is lazy.
pub(super) fn flat(steps: &[Step]) -> Vec<Step> {
    let mut all = Vec::new();
    for step in steps {
        let mut step = step.clone();
        match &mut step.node {
            Node::If { then, otherwise, .. } => {
                all.extend(flat(&std::mem::take(&mut then.steps)));
                all.extend(flat(&std::mem::take(&mut otherwise.steps)));
            }
            Node::Lazy { right, .. } => all.extend(flat(&std::mem::take(&mut right.steps))),
            _ => {}
        }
        all.push(step);
    }
    all
}
