//! Whether steps compute the same of the same.

use super::step::{Block, Local, Node, Step, Value};
use crate::sorted::Map;

/// What the other side calls by other names: theirs, and ours.
pub(super) type Names = Map<Local, Local>;

impl Value {
    pub(super) fn is_same(&self, other: &Value, names: &Names) -> bool {
        let ours = |local: &Local| *names.get(local).unwrap_or(local);
        match (self, other) {
            (Value::Local(own, _), Value::Local(other, _)) => *own == ours(other),
            (Value::Plain(own), Value::Plain(other)) => own.to_string() == other.to_string(),
            (Value::Like(own, like, _), Value::Like(other, alike, _)) => own == other && *like == ours(alike),
            (Value::Unified(own, _), Value::Unified(other, _)) => own == other,
            _ => false,
        }
    }
}

impl Node {
    /// Whether another one computes the same. Functions of the user's are called as often as they are written, and what
    /// is made of literals alone may have another type.
    pub(super) fn is_same(&self, other: &Node, names: &Names) -> bool {
        let are_same = |own: &[Value], other: &[Value]| {
            own.len() == other.len() && own.iter().zip(other).all(|(own, other)| own.is_same(other, names))
        };
        let has_type = |values: &[Value]| values.iter().any(|value| value.local().is_some());
        match (self, other) {
            (Node::Apply { item, arguments, token }, Node::Apply { item: by, arguments: of, token: told }) => {
                std::ptr::eq(*item, *by) && token == told && has_type(arguments) && are_same(arguments, of)
            }
            (Node::Closed { item, arguments }, Node::Closed { item: by, arguments: of }) => {
                std::ptr::eq(*item, *by) && has_type(arguments) && are_same(arguments, of)
            }
            (Node::LiteralPower { base, exponent }, Node::LiteralPower { base: of, exponent: by }) => {
                exponent == by && base.local().is_some() && base.is_same(of, names)
            }
            (Node::Convert { kind, value }, Node::Convert { kind: to, value: of }) => {
                kind == to && value.is_same(of, names)
            }
            (Node::LookUp { table, indices }, Node::LookUp { table: of, indices: by }) => {
                table == of && are_same(indices, by)
            }
            (Node::If { condition, then, otherwise }, Node::If { condition: on, then: first, otherwise: second }) => {
                let has_type = then.value.local().or(otherwise.value.local()).is_some();
                let are_same = then.is_same(first, names) && otherwise.is_same(second, names);
                has_type && condition.is_same(on, names) && are_same
            }
            (Node::Lazy { and, left, right }, Node::Lazy { and: other, left: first, right: second }) => {
                and == other && left.is_same(first, names) && right.is_same(second, names)
            }
            (Node::Chosen { stage, given, block }, Node::Chosen { stage: by, given: of, block: other }) => {
                stage == by && given == of && block.is_same(other, names)
            }
            (Node::All(tests), Node::All(others)) => are_same(tests, others),
            _ => false,
        }
    }
}

impl Block {
    fn is_same(&self, other: &Block, names: &Names) -> bool {
        are_same(&self.steps, &other.steps, names).is_some_and(|names| self.value.is_same(&other.value, &names))
    }
}

/// The names of other steps, if they compute the same one by one.
pub(super) fn are_same(own: &[Step], others: &[Step], names: &Names) -> Option<Names> {
    let mut names = names.clone();
    for (own, other) in own.iter().zip(others) {
        if !own.node.is_same(&other.node, &names) {
            return None;
        }
        names.insert(Local::Step(other.result), Local::Step(own.result));
    }
    (own.len() == others.len()).then_some(names)
}
