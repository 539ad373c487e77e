//! Which element of a target each read of it means, and which statements can be computed one after the other.
//!
//! An assignment makes a new *version* of its target; before the first one it has version 0. A read means the version
//! that is there where it stands in the source. So whoever reads a version runs after the assignment that makes it, and
//! before the one that replaces it. Assignments and values for which there is no such order can only be computed
//! element by element in one pass. A reduction needs all elements, so it cannot be one of them.

use crate::messages;
use crate::sorted::{Map, Set};
use crate::syntax::{Body, Context, Expr, ExprKind, Statement};
use crate::tokens::Range;

use super::{Meaning, Scope};

/// A target and how many assignments have been made to it.
pub(crate) type Version = (usize, usize);

/// The versions that reads mean, and what depends on what.
#[derive(Default)]
pub(crate) struct Order {
    /// By the number of a leaf that reads a target.
    versions: Map<usize, usize>,
    /// Assignments in their order, then values, then reductions.
    nodes: Vec<Node>,
    /// How many of them are assignments and values.
    ends: usize,
    /// The nodes that have to run after each.
    later: Vec<Set<usize>>,
    /// Whether somebody reads a version that has been replaced where it stands.
    reads_old: bool,
}

/// Something that is computed: an assignment, a value, or a reduction.
#[derive(Clone, Default)]
struct Node {
    /// The versions whose elements it reads.
    reads: Set<Version>,
    /// The version that it replaces.
    replaces: Option<Version>,
    /// The reductions that it reads.
    reductions: Set<usize>,
    /// Where a reduction stands, and a `let` that reads a target for it.
    range: Option<Range>,
    names: Vec<(Version, String)>,
    /// The `let`s that it reads.
    lets: Set<usize>,
}

impl Order {
    /// Reports reductions that would need old elements of a target beside new ones.
    pub(super) fn of(body: &Body, scope: &Scope, context: &mut Context) -> Self {
        let mut order = Order::default();
        order.number(body, scope);
        let mut reading = Reading { scope, order: &mut order, reductions: Vec::new() };
        reading.ends(body);
        order.connect();
        if order.reads_old {
            order.refuse(body, scope, context);
        }
        order
    }

    /// The version of its target that a leaf reads.
    pub(crate) fn version(&self, leaf: usize) -> usize {
        self.versions.get(&leaf).copied().unwrap_or_default()
    }

    /// The version that each end replaces, assignments first, then values.
    pub(crate) fn replaces(&self, end: usize) -> Option<Version> {
        self.nodes[end].replaces
    }

    /// Groups of ends that can only be computed together, and the others alone.
    pub(crate) fn tied(&self) -> Vec<Vec<usize>> {
        if !self.reads_old {
            return (0..self.ends).map(|end| vec![end]).collect();
        }
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for end in 0..self.ends {
            let cycle = |group: &&mut Vec<usize>| self.reaches(end, group[0]) && self.reaches(group[0], end);
            match groups.iter_mut().find(cycle) {
                Some(group) => group.push(end),
                None => groups.push(vec![end]),
            }
        }
        groups
    }

    /// Whether these groups of ends can run one after the other.
    pub(crate) fn has_order(&self, groups: &[Vec<usize>]) -> bool {
        let group_of =
            |node: usize| groups.iter().position(|group| group.contains(&node)).unwrap_or(groups.len() + node);
        let all: Set<usize> = (0..self.nodes.len()).map(group_of).collect();
        let mut waits: Set<(usize, usize)> = Set::new();
        for (earlier, laters) in self.later.iter().enumerate() {
            waits.extend(laters.iter().map(|&later| (group_of(earlier), group_of(later))).filter(|(a, b)| a != b));
        }
        let mut left: Vec<usize> = all.into_iter().collect();
        loop {
            let ready = |node: &usize| left.iter().all(|other| !waits.contains(&(*other, *node)));
            let stays: Vec<usize> = left.iter().copied().filter(|node| !ready(node)).collect();
            match stays.len() {
                0 => return true,
                same if same == left.len() => return false,
                _ => left = stays,
            }
        }
    }

    /// Gives each read of a target its version.
    fn number(&mut self, body: &Body, scope: &Scope) {
        let mut made: Map<usize, usize> = Map::new();
        for (index, statement) in body.statements.iter().enumerate() {
            self.number_in(statement.value(), scope, &made);
            if let Statement::Assignment(_) = statement {
                *made.get_or(scope.written_by(index), 0) += 1;
            }
        }
        body.values.iter().for_each(|value| self.number_in(value, scope, &made));
    }

    fn number_in(&mut self, expr: &Expr, scope: &Scope, made: &Map<usize, usize>) {
        if let ExprKind::Leaf(leaf) = &expr.kind
            && let Meaning::Target(target) = scope.meaning(leaf)
        {
            self.versions.insert(leaf.id, made.get(&target).copied().unwrap_or_default());
        }
        expr.parts().into_iter().for_each(|part| self.number_in(part, scope, made));
    }

    /// Finds out which nodes have to run after which.
    fn connect(&mut self) {
        let (mut makers, mut replacers) = (Map::new(), Map::new());
        for (index, node) in self.nodes.iter().enumerate() {
            if let Some((target, version)) = node.replaces {
                makers.insert((target, version + 1), index);
                replacers.insert((target, version), index);
            }
        }
        let mut later = vec![Set::new(); self.nodes.len()];
        let mut before = |earlier: usize, then: usize| {
            if earlier != then {
                later[earlier].insert(then);
            }
        };
        for (index, node) in self.nodes.iter().enumerate() {
            node.reductions.iter().for_each(|&reduction| before(reduction, index));
            for version in node.reads.iter().chain(&node.replaces) {
                makers.get(version).into_iter().for_each(|&maker| before(maker, index));
            }
            for version in &*node.reads {
                replacers.get(version).into_iter().for_each(|&replacer| before(index, replacer));
            }
        }
        self.later = later;
    }

    /// Whether a node has to run before another, directly or not.
    fn reaches(&self, from: usize, to: usize) -> bool {
        let (mut seen, mut open) = (Set::from_iter([from]), vec![from]);
        while let Some(node) = open.pop() {
            open.extend(self.later[node].iter().copied().filter(|&next| seen.insert(next)));
        }
        from == to || seen.contains(&to)
    }

    fn refuse(&self, body: &Body, scope: &Scope, context: &mut Context) {
        for node in self.ends..self.nodes.len() {
            let is_tied = (0..self.ends).any(|end| self.reaches(node, end) && self.reaches(end, node));
            let Some(range) = self.nodes[node].range.filter(|_| is_tied) else {
                continue;
            };
            let names = &self.nodes[node].names;
            let oldest = names.iter().min_by_key(|(version, _)| version.1);
            let target = oldest
                .map(|((target, _), _)| *target)
                .or_else(|| self.nodes[node].reads.iter().map(|&(target, _)| target).next());
            let target = target.and_then(|target| target_text(body, scope, target)).unwrap_or_default();
            context.error(range, messages::old_elements(&target, oldest.map(|(_, name)| name.as_str())));
        }
    }
}

/// A target as written.
pub(super) fn target_text(body: &Body, scope: &Scope, target: usize) -> Option<String> {
    match &body.statements[*scope.targets().get(target)?] {
        Statement::Assignment(assignment) => match &assignment.target.kind {
            ExprKind::Leaf(leaf) => Some(leaf.text.clone()),
            _ => None,
        },
        Statement::Let(_) => None,
    }
}

/// Collects what ends and reductions read.
struct Reading<'a> {
    scope: &'a Scope,
    order: &'a mut Order,
    /// Those known so far, by where they are in memory.
    reductions: Vec<(*const Expr, usize)>,
}

impl Reading<'_> {
    fn ends(&mut self, body: &Body) {
        let assignments = body.statements.iter().enumerate();
        let assignments = assignments.filter(|(_, statement)| matches!(statement, Statement::Assignment(_)));
        let ends: Vec<(Option<usize>, &Expr)> = assignments
            .map(|(index, statement)| (Some(self.scope.written_by(index)), statement.value()))
            .chain(body.values.iter().map(|value| (None, value)))
            .collect();
        self.order.ends = ends.len();
        self.order.nodes.extend(ends.iter().map(|_| Node::default()));
        let mut made: Map<usize, usize> = Map::new();
        for (end, (target, value)) in ends.into_iter().enumerate() {
            let mut node = Node::default();
            self.expr(value, None, &mut node);
            self.order.reads_old |= self.is_old(&node, &made, &mut Set::new());
            node.replaces = target.map(|target| {
                let version = made.get_or(target, 0);
                *version += 1;
                (target, *version - 1)
            });
            self.order.nodes[end] = node;
        }
    }

    /// `within` is the name of the innermost `let` around the expression.
    fn expr(&mut self, expr: &Expr, within: Option<&str>, node: &mut Node) {
        match &expr.kind {
            ExprKind::Leaf(leaf) => match self.scope.meaning(leaf) {
                Meaning::Target(target) => {
                    let version = (target, self.order.version(leaf.id));
                    node.reads.insert(version);
                    node.names.extend(within.map(|name| (version, name.to_owned())));
                }
                Meaning::Let(id) if !node.lets.insert(id) => {}
                Meaning::Let(id) => {
                    let definition = self.scope.definition(id);
                    self.expr(&definition.value, Some(definition.name.place.text()), node);
                }
                Meaning::Operand => {}
            },
            ExprKind::Reduction(reduction) => {
                let number = self.reduction(expr, &reduction.arguments);
                node.reductions.insert(number);
            }
            _ => expr.parts().into_iter().for_each(|part| self.expr(part, within, node)),
        }
    }

    /// Whether a node or what it reduces reads a version that has been replaced by now.
    fn is_old(&self, node: &Node, made: &Map<usize, usize>, looked_at: &mut Set<usize>) -> bool {
        let is_old = |&(target, version): &Version| made.get(&target).is_some_and(|&made| version < made);
        let mut inside =
            |other: usize| looked_at.insert(other) && self.is_old(&self.order.nodes[other], made, looked_at);
        node.reads.iter().any(is_old) || node.reductions.iter().any(|&other| inside(other))
    }

    fn reduction(&mut self, expr: &Expr, arguments: &[Expr]) -> usize {
        let place = std::ptr::from_ref(expr);
        if let Some((_, known)) = self.reductions.iter().find(|(known, _)| *known == place) {
            return *known;
        }
        let mut node = Node { range: Some(expr.range), ..Node::default() };
        arguments.iter().for_each(|argument| self.expr(argument, None, &mut node));
        self.order.nodes.push(node);
        let number = self.order.nodes.len() - 1;
        self.reductions.push((place, number));
        number
    }
}
