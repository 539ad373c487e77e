//! Which programs cannot be computed without a copy of a target: a reduction needs all elements of what it reads, and
//! these are gone where an assignment that has to run before it replaced them.

use super::tree::{Expr, Program, Statement};

/// Assignments, values and reductions, each with those that have to run before it.
#[derive(Default)]
struct Nodes {
    before: Vec<Vec<usize>>,
    /// Which of them are reductions.
    reduces: Vec<bool>,
    /// What each reads: target and state.
    reads: Vec<Vec<(usize, usize)>>,
    /// The target and the state that an assignment leaves.
    makes: Vec<Option<(usize, usize)>>,
}

/// Whether a reduction would have to run both before and after an assignment.
pub(crate) fn needs_old(program: &Program) -> bool {
    let nodes = Nodes::of(program);
    (0..nodes.before.len()).any(|node| nodes.reduces[node] && nodes.needs(node, node, &mut Vec::new()))
}

/// Whether an array needs a number before and after an assignment: one loop cannot assign it once and run over more.
/// The compiler refuses it, as a target that grows.
pub(crate) fn mixes_numbers(program: &Program) -> bool {
    let is_number = |target: usize| program.targets[target].labels.is_empty();
    let nodes = Nodes::of(program);
    let mixes = |node: usize| {
        let reads = &nodes.reads[node];
        let both = |&(target, state): &(usize, usize)| {
            is_number(target) && reads.iter().any(|other| other.0 == target && other.1 != state)
        };
        let assigns_number = nodes.makes[node].is_some_and(|(target, _)| is_number(target));
        !nodes.reduces[node] && !assigns_number && reads.iter().any(both)
    };
    (0..nodes.before.len()).any(mixes)
}

impl Nodes {
    fn of(program: &Program) -> Self {
        let mut nodes = Nodes::default();
        let mut assigned = vec![0; program.targets.len()];
        for statement in &program.statements {
            if let Statement::Assign(target, sign, expr) = statement {
                let node = nodes.add(false);
                nodes.collect(expr, node, program);
                if sign.is_some() {
                    nodes.reads[node].push((*target, assigned[*target]));
                }
                assigned[*target] += 1;
                nodes.makes[node] = Some((*target, assigned[*target]));
            }
        }
        for value in &program.values {
            let node = nodes.add(false);
            nodes.collect(value, node, program);
        }
        nodes.connect();
        nodes
    }

    fn add(&mut self, reduces: bool) -> usize {
        self.before.push(Vec::new());
        self.reduces.push(reduces);
        self.reads.push(Vec::new());
        self.makes.push(None);
        self.before.len() - 1
    }

    /// Notes what an expression of a node reads.
    fn collect(&mut self, expr: &Expr, node: usize, program: &Program) {
        match expr {
            Expr::Target(target, state) => self.reads[node].push((*target, *state)),
            Expr::Let(index) => self.collect(&program.lets[*index], node, program),
            Expr::Reduce(_, part) => {
                let reduction = self.add(true);
                self.before[node].push(reduction);
                self.collect(part, reduction, program);
            }
            other => other.children().into_iter().for_each(|part| self.collect(part, node, program)),
        }
    }

    /// Whoever reads a state of a target runs behind what made it, and before what replaces it.
    fn connect(&mut self) {
        for maker in 0..self.makes.len() {
            let Some((target, made)) = self.makes[maker] else { continue };
            for node in (0..self.reads.len()).filter(|&node| node != maker) {
                for (_, state) in self.reads[node].clone().into_iter().filter(|read| read.0 == target) {
                    if state >= made {
                        self.before[node].push(maker);
                    } else {
                        self.before[maker].push(node);
                    }
                }
                if let Some((other, later)) = self.makes[node]
                    && other == target
                    && later > made
                {
                    self.before[node].push(maker);
                }
            }
        }
    }

    /// Whether a node has to run behind another one, directly or not.
    fn needs(&self, node: usize, other: usize, seen: &mut Vec<usize>) -> bool {
        self.before[node].iter().any(|&before| {
            before == other || {
                let is_new = !seen.contains(&before);
                seen.push(before);
                is_new && self.needs(before, other, seen)
            }
        })
    }
}
