//! What the values of a body are computed from.
//!
//! Values are traced back from line to line, through variables too. One that is assigned in a loop is where a value
//! comes from itself: a driver does not see through it, unless it unrolls the loop, and then it sees that one variable
//! is a copy of another.

use super::line::{Line, Node};
use crate::gpu::text::origins::{Origin, Origins, of_call, of_operation};
use std::collections::{HashMap, HashSet};

/// The origins of each value and variable.
pub(super) fn origins(lines: &[Line]) -> HashMap<usize, Origins> {
    let looped = assigned_in_loops(lines);
    // Parts of one tuple are no copies of each other.
    let copy = |line: &Line| match line {
        Line::Value(at, Node::Get(place)) if place.steps.is_empty() || looped.contains(&place.root) => {
            Some((*at, place.root))
        }
        _ => None,
    };
    let copies = lines.iter().filter_map(copy).collect();
    let mut trace = Trace { origins: HashMap::new(), looped, copies };
    // In a loop it takes several rounds.
    while trace.round(lines) {}
    trace.origins
}

/// The variables that loops assign to.
fn assigned_in_loops(lines: &[Line]) -> HashSet<usize> {
    let (mut open, mut found) = (Vec::new(), HashSet::new());
    for line in lines {
        match line {
            Line::Loop => open.push(true),
            Line::If(_) => open.push(false),
            Line::End => drop(open.pop()),
            Line::Set(place, _) if open.contains(&true) => drop(found.insert(place.root)),
            _ => {}
        }
    }
    found
}

struct Trace {
    origins: HashMap<usize, Origins>,
    looped: HashSet<usize>,
    /// Values that are read from variables, and these.
    copies: HashMap<usize, usize>,
}

impl Trace {
    /// Goes through all lines. Whether anything new was found.
    fn round(&mut self, lines: &[Line]) -> bool {
        let mut parameters = 0..;
        lines.iter().fold(false, |is_new, line| {
            let (at, found) = match line {
                Line::Parameter(at) => (*at, parameters.next().map(Origin::Leaf).into_iter().collect()),
                Line::Variable(at, Some(value)) => (*at, self.assigned(*at, *value)),
                Line::Set(place, value) => (place.root, self.assigned(place.root, *value)),
                Line::Value(at, node) => (*at, self.of_node(node)),
                _ => return is_new,
            };
            let known = self.origins.entry(at).or_default();
            let before = known.len();
            known.extend(found);
            is_new | (known.len() > before)
        })
    }

    /// What a variable has of a value that is assigned to it.
    fn assigned(&self, variable: usize, value: usize) -> Origins {
        if !self.looped.contains(&variable) {
            return self.of(value);
        }
        let source = self.copies.get(&value).copied();
        // What that one is a copy of, in turn.
        let before = source.filter(|source| self.looped.contains(source)).map(|source| self.of(source));
        let copied = before.into_iter().flatten().chain(source.map(Origin::Variable));
        copied.chain([Origin::Variable(variable)]).collect()
    }

    fn of(&self, value: usize) -> Origins {
        self.origins.get(&value).cloned().unwrap_or_default()
    }

    fn of_node(&self, node: &Node) -> Origins {
        let each = |values: &[usize]| values.iter().map(|&value| self.of(value)).collect::<Vec<_>>().into_iter();
        match node {
            Node::Get(place) => self.of(place.root),
            Node::Literal(..) | Node::Constant(_) => [Origin::Literal].into(),
            Node::Operation(name, arguments) => of_operation(name, each(arguments)),
            Node::Cast(value, _) | Node::Repeat(value, _) => self.of(*value),
            Node::Call(_, arguments) => of_call(each(arguments)),
            Node::Tuple(parts) | Node::Array(parts) => each(parts).flatten().collect(),
            Node::Struct(_, parts) => parts.iter().flat_map(|(_, value)| self.of(*value)).collect(),
        }
    }
}
