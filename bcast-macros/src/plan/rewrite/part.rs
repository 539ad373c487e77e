//! Parts of element functions that are one value where the types of their operands say so.
//!
//! Spelling does not tell `f.(s) .* x` of a number from that of an array. So what costs, and is computed from some of
//! the plain operands of a pass alone, becomes a part: a function of its own, which the runtime calls once if these
//! operands are single values. Otherwise it is called for each element, in the place of what it was taken from.
//! Functions that are vector code make no part: the compiler takes them out of loops by itself.

use crate::plan::facts::Key;
use crate::plan::{Input, LeafUse, Local, Node, Part, Pass, Plan, Step};
use crate::sorted::{Map, Set};

/// What a step computes, and from which operands.
type Identity = (Key, Set<usize>);

/// By the place of its last step: the number of a part, and its inputs in this pass.
type Parts = Map<usize, (usize, Vec<Local>)>;

/// A step among the others of its pass, which are known by their places.
struct Fact {
    /// What it computes, if that has a name, from plain operands alone.
    key: Option<Identity>,
    /// The operands that it is computed from; nothing if there is something else.
    leaves: Option<Set<usize>>,
    arguments: Set<usize>,
    users: Set<usize>,
    /// The pass yields it.
    is_end: bool,
    /// A part with it would be worth its while.
    costs: bool,
}

/// Takes parts out of all element functions. Equal ones are the same part in all passes.
pub(in crate::plan) fn take_parts(plan: &mut Plan) {
    if !plan.passes().any(|(_, pass)| pass.steps.iter().any(Step::costs)) {
        return;
    }
    let mut wanted = in_several(plan);
    // What is a part in one pass has to be one in the others: it is an input of parts around it.
    loop {
        let before = wanted.len();
        for (ends, pass) in plan.passes() {
            let facts = facts(pass, &ends, &plan.leaves);
            let roots = roots(&facts, pass, &wanted);
            wanted.extend(facts.into_iter().zip(roots).filter(|(_, root)| *root).filter_map(|(fact, _)| fact.key));
        }
        if wanted.len() == before {
            break;
        }
    }
    if wanted.is_empty() {
        return;
    }
    let (passes, leaves, parts) = plan.passes_mut();
    let mut keys = Vec::new();
    for (ends, pass) in passes {
        let facts = facts(pass, &ends, leaves);
        let roots = roots(&facts, pass, &wanted);
        let steps = std::mem::take(&mut pass.steps);
        pass.steps = Taking { facts, roots, steps, parts, keys: &mut keys }.rest();
    }
}

/// What several passes compute, none of which stands in for the others.
fn in_several(plan: &Plan) -> Set<Identity> {
    let mut found: Map<Identity, usize> = Map::new();
    let together = usize::from(plan.together.is_some());
    let count = plan.passes().count() - together;
    for (ends, pass) in plan.passes().take(count) {
        let facts = facts(pass, &ends, &plan.leaves);
        let keys: Set<Identity> = facts.into_iter().filter(|fact| fact.costs).filter_map(|fact| fact.key).collect();
        keys.into_iter().for_each(|key| *found.get_or(key, 0) += 1);
    }
    found.into_iter().filter(|(_, passes)| *passes > 1).map(|(key, _)| key).collect()
}

fn facts(pass: &Pass, ends: &Set<Local>, uses: &[LeafUse]) -> Vec<Fact> {
    let places: Map<usize, usize> = pass.steps.iter().enumerate().map(|(place, step)| (step.result, place)).collect();
    let mut facts: Vec<Fact> = Vec::new();
    for (place, step) in pass.steps.iter().enumerate() {
        // Those of blocks inside a step are its own business.
        let is_here = |local| if let Local::Step(step) = local { places.get(&step).copied() } else { None };
        let arguments: Set<usize> = step.node.locals().into_iter().filter_map(is_here).collect();
        let leaves = arguments.iter().fold(own_leaves(step, uses), |leaves, &argument| {
            leaves.zip(facts[argument].leaves.as_ref()).map(|(leaves, others)| &leaves | others)
        });
        for &argument in &arguments {
            facts[argument].users.insert(place);
        }
        let key = pass.keys.get(&step.result).copied().zip(leaves.clone());
        let is_end = ends.contains(&Local::Step(step.result));
        facts.push(Fact { key, leaves, arguments, users: Set::new(), is_end, costs: step.costs() });
    }
    for place in 0..facts.len() {
        let inherits = |&argument: &usize| facts[argument].costs && facts[argument].is_only_for(place, &facts);
        facts[place].costs |= facts[place].arguments.iter().any(inherits);
    }
    facts
}

/// The operands that a step reads itself; nothing if there are others than plain ones, or if it writes.
fn own_leaves(step: &Step, uses: &[LeafUse]) -> Option<Set<usize>> {
    if let Node::Store { .. } = step.node {
        return None;
    }
    let mut leaves = Set::new();
    for local in step.node.locals() {
        match local {
            Local::Leaf(leaf) if uses[leaf].may_be_single() => {
                leaves.insert(leaf);
            }
            Local::Leaf(_) | Local::Old(_) => return None,
            Local::Step(_) => {}
        }
    }
    Some(leaves)
}

impl Fact {
    /// Whether it is needed in one place, where nothing else comes in.
    fn is_only_for(&self, user: usize, facts: &[Fact]) -> bool {
        !self.is_end && self.users.len() == 1 && self.users.contains(&user) && self.leaves == facts[user].leaves
    }
}

/// The steps in which parts end: those that cost, behind which something else comes in.
fn roots(facts: &[Fact], pass: &Pass, wanted: &Set<Identity>) -> Vec<bool> {
    let (mut roots, mut inside) = (vec![false; facts.len()], vec![false; facts.len()]);
    let writes = facts.iter().any(|fact| fact.leaves.is_none() && fact.is_end);
    for (place, fact) in facts.iter().enumerate().rev() {
        let is_inside = fact.users.iter().any(|&user| inside[user] && fact.is_only_for(user, facts));
        roots[place] = fact.key.as_ref().is_some_and(|key| {
            let is_whole = key.1.len() == pass.leaves.len() && !writes;
            wanted.contains(key) || fact.costs && !is_whole && !is_inside
        });
        inside[place] = roots[place] || is_inside;
    }
    roots
}

/// A pass while parts are taken out of it.
struct Taking<'a> {
    facts: Vec<Fact>,
    roots: Vec<bool>,
    steps: Vec<Step>,
    parts: &'a mut Vec<Part>,
    /// What each part computes.
    keys: &'a mut Vec<Option<Identity>>,
}

impl Taking<'_> {
    /// The steps of the pass with parts among them.
    fn rest(mut self) -> Vec<Step> {
        let (mut taken, mut parts) = (Set::new(), Parts::new());
        let roots: Vec<usize> = (0..self.steps.len()).filter(|&place| self.roots[place]).collect();
        for place in roots {
            let (inside, inputs) = self.gather(place, &parts);
            let locals = inputs.values().to_vec();
            parts.insert(place, (self.part(place, &inside, inputs), locals));
            taken.extend(inside);
        }
        for (place, (part, inputs)) in parts {
            self.facts[place].arguments.retain(|&argument| inputs.contains(&Local::Step(self.steps[argument].result)));
            self.steps[place].node = Node::Part { part, inputs };
        }
        // Cheap steps that are needed elsewhere too stay here.
        let mut stays = vec![true; self.steps.len()];
        for place in (0..self.steps.len()).rev().filter(|place| taken.contains(place) && !self.roots[*place]) {
            let reads = |&user: &usize| stays[user] && self.facts[user].arguments.contains(&place);
            stays[place] = self.facts[place].is_end || self.facts[place].users.iter().any(reads);
        }
        self.steps.into_iter().zip(stays).filter_map(|(step, stays)| stays.then_some(step)).collect()
    }

    /// The steps of a part, and what it is computed from.
    fn gather(&self, root: usize, parts: &Parts) -> (Set<usize>, Map<Input, Local>) {
        let (mut inside, mut inputs) = (Set::from_iter([root]), Map::new());
        let mut open = vec![root];
        while let Some(place) = open.pop() {
            for local in self.steps[place].node.locals() {
                if let Local::Leaf(leaf) = local {
                    inputs.insert(Input::Leaf(leaf), local);
                }
            }
            for &argument in &self.facts[place].arguments {
                match parts.get(&argument) {
                    Some(&(part, _)) => {
                        inputs.insert(Input::Part(part), Local::Step(self.steps[argument].result));
                    }
                    None if inside.insert(argument) => open.push(argument),
                    None => {}
                }
            }
        }
        (inside, inputs)
    }

    /// The number of a part, which another pass may have as well.
    fn part(&mut self, root: usize, inside: &Set<usize>, inputs: Map<Input, Local>) -> usize {
        let key = &self.facts[root].key;
        let is_same = |(part, known): (&Part, &Option<Identity>)| {
            known == key && part.inputs.iter().map(|(input, _)| input).eq(inputs.keys())
        };
        self.parts.iter().zip(&*self.keys).position(is_same).unwrap_or_else(|| {
            let steps = inside.iter().map(|&place| self.steps[place].clone()).collect();
            self.parts.push(Part { inputs: inputs.into_iter().collect(), steps });
            self.keys.push(key.clone());
            self.parts.len() - 1
        })
    }
}
