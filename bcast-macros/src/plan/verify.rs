//! What holds of every plan, looked at after each rewrite with the feature `verify`.
//!
//! 1. *Values before uses.* A step reads operands that its pass reads, old elements of targets that its pass writes,
//!    and steps before it in its own block or one around it. A part reads its inputs and its own steps.
//!    What a conditional stage yields is read by a choice alone.
//! 2. *Branches.* What a block computes is seen inside it alone.
//! 3. *Stages before readers.* A pass reads items that their stage has, and runs after it, as after those with whose
//!    results it joins.
//! 4. *Versions.* A pass that reads a version of a target runs after the one that makes it and before the one that
//!    replaces it.
//! 5. *Axes.* All that a pass reads joins in its ranks: an operand as itself, a reduction by its stage and axes. For
//!    what a stage keeps, all that joins in the stage joins.
//! 6. *Order.* Every pass runs once.

use super::{Block, Form, Input, Item, Last, Local, Node, Part, Pass, Plan, Role, Source, Step, Turn, View};
use crate::sorted::Set;
use crate::syntax::GIVEN;

type Verdict = Result<(), String>;

impl Plan {
    /// The first rule that does not hold, if there is one.
    pub(super) fn verify(&self) -> Verdict {
        self.verify_order()?;
        for &turn in &self.order {
            self.verify_turn(turn).map_err(|error| format!("{}: {error}", super::text::turn(&turn)))?;
        }
        if let Some(together) = &self.together {
            self.verify_last(together).map_err(|error| format!("together: {error}"))?;
        }
        self.parts.iter().enumerate().try_for_each(|(index, part)| {
            self.verify_part(index, part).map_err(|error| format!("part {index}: {error}"))
        })
    }

    /// Rule 6.
    fn verify_order(&self) -> Verdict {
        let all: Set<Turn> = self.order.iter().copied().collect();
        let passes = self.stages.len() + self.lasts.len();
        holds(all.len() == passes && self.order.len() == passes, || "a pass runs twice, or never".to_owned())?;
        holds(!self.lasts.is_empty(), || "nothing is yielded".to_owned())
    }

    fn verify_turn(&self, turn: Turn) -> Verdict {
        let pass = match turn {
            Turn::Stage(stage) => {
                let stage = &self.stages[stage];
                let compares = matches!(stage.reduces, super::Reduces::Left(..));
                let yields = compares || !stage.folds.is_empty() || !stage.kept.is_empty();
                holds(yields, || "it yields nothing".to_owned())?;
                self.verify_pass(&stage.pass, &stage.ends(), &[])?;
                self.verify_ranks(&stage.pass, &stage.if_numbers)?;
                &stage.pass
            }
            Turn::Last(last) => {
                self.verify_last(&self.lasts[last])?;
                &self.lasts[last].pass
            }
        };
        pass.leaves.iter().try_for_each(|&leaf| self.verify_source(turn, leaf))?;
        let is_there = pass.ranks.stages().into_iter().all(|stage| self.runs_before(Turn::Stage(stage), turn));
        holds(is_there, || "it joins with results of a stage that comes later".to_owned())
    }

    fn verify_last(&self, last: &Last) -> Verdict {
        let written: Vec<usize> = last.stored.iter().map(|stored| stored.target).collect();
        let advances = last.stored.iter().all(|stored| stored.replaces < stored.makes);
        holds(advances, || "a version of a target replaces a later one".to_owned())?;
        self.verify_pass(&last.pass, &last.ends(), &written)?;
        self.verify_ranks(&last.pass, &[])
    }

    /// Rule 1.
    fn verify_pass(&self, pass: &Pass, ends: &Set<Local>, written: &[usize]) -> Verdict {
        let mut seen: Set<Local> = pass.leaves.iter().map(|&leaf| Local::Leaf(leaf)).collect();
        seen.extend(written.iter().map(|&target| Local::Old(target)));
        self.verify_steps(&pass.steps, &mut seen)?;
        self.all_seen(ends.iter().copied(), &seen)
    }

    /// Rules 1 and 2: what a block adds is seen inside it alone.
    fn verify_steps(&self, steps: &[Step], seen: &mut Set<Local>) -> Verdict {
        for step in steps {
            if let Node::Chosen { stage, given, .. } = step.node {
                let is_choice = self.stages[stage].depends() && self.may_lack(&self.leaves[given]) == Some(stage);
                holds(is_choice, || format!("%{} chooses by stage {stage}, which always runs", step.result))?;
                holds(seen.contains(&Local::Leaf(given)), || format!("{} is not read", self.leaf(given)))?;
                self.verify_steps_of(step, seen)?;
                continue;
            }
            let own = step.node.own_locals();
            self.all_seen(own, seen).map_err(|error| format!("%{}: {error}", step.result))?;
            if let Node::Part { part, .. } = step.node {
                holds(part < self.parts.len(), || format!("there is no part {part}"))?;
            }
            self.verify_steps_of(step, seen)?;
        }
        Ok(())
    }

    /// The blocks of a step, and that its result is new.
    fn verify_steps_of(&self, step: &Step, seen: &mut Set<Local>) -> Verdict {
        for block in step.node.blocks() {
            self.verify_block(block, seen.clone())?;
        }
        let is_new = seen.insert(Local::Step(step.result));
        holds(is_new, || format!("%{} is computed twice", step.result))
    }

    fn verify_block(&self, block: &Block, mut seen: Set<Local>) -> Verdict {
        self.verify_steps(&block.steps, &mut seen)?;
        self.all_seen(block.value.local(), &seen)
    }

    fn all_seen(&self, locals: impl IntoIterator<Item = Local>, seen: &Set<Local>) -> Verdict {
        locals.into_iter().try_for_each(|local| {
            let may_lack = matches!(local, Local::Leaf(leaf) if self.may_lack(&self.leaves[leaf]).is_some());
            holds(!may_lack, || format!("{} is read although its stage may not run", self.local(local)))?;
            holds(seen.contains(&local), || format!("{} is read where it is not there", self.local(local)))
        })
    }

    /// Rules 3 and 4.
    fn verify_source(&self, reader: Turn, leaf: usize) -> Verdict {
        let name = || self.leaf(leaf);
        match self.leaves[leaf].source {
            Source::Slot(slot) => holds(slot < self.slots.len(), || format!("{} has no slot", name())),
            Source::Position(stage) => {
                holds(reader == Turn::Stage(stage), || format!("positions of stage {stage} are read elsewhere"))
            }
            Source::Stage { stage, item, form } => {
                let yielded = self.stages.get(stage).map_or(0, |stage| match form {
                    Form::Reduced | Form::Whole | Form::Own(_) => stage.folds.len(),
                    Form::Full | Form::Same | Form::Along(_) => stage.kept.len(),
                });
                holds(item < yielded, || format!("stage {stage} has no such item as {}", name()))?;
                let is_later = self.runs_before(Turn::Stage(stage), reader);
                holds(is_later, || format!("{} is read before its stage runs", name()))
            }
            // Only the call itself makes versions.
            Source::Target(_) if self.role != Role::Run => Ok(()),
            Source::Target((target, version)) => {
                for (index, last) in self.lasts.iter().enumerate() {
                    let maker = Turn::Last(index);
                    for stored in last.stored.iter().filter(|stored| stored.target == target) {
                        let (makes, replaces) = (stored.makes == version, stored.replaces == version);
                        let is_between = stored.replaces < version && version < stored.makes;
                        holds(!is_between, || format!("{} is never whole", name()))?;
                        holds(!makes || self.runs_before(maker, reader), || format!("{} is not made yet", name()))?;
                        holds(!replaces || self.runs_before(reader, maker), || format!("{} is gone", name()))?;
                    }
                }
                Ok(())
            }
        }
    }

    fn runs_before(&self, earlier: Turn, later: Turn) -> bool {
        let place = |wanted: Turn| self.order.iter().position(|&turn| turn == wanted);
        place(earlier) < place(later)
    }

    /// Rule 5. If a stage runs, `numbers` are numbers, which join with anything.
    fn verify_ranks(&self, pass: &Pass, numbers: &[usize]) -> Verdict {
        let joins = |item: &Item| match item {
            Item::Leaf(leaf) if numbers.contains(leaf) => true,
            // A pass that writes a target joins it as such, whichever version it reads.
            Item::Leaf(leaf) => {
                pass.ranks.holds(item) || self.target_of(*leaf).is_some_and(|own| pass.ranks.holds(&own))
            }
            item => pass.ranks.holds(item),
        };
        let all_join = |leaf: usize| match (self.leaves[leaf].source, &self.leaves[leaf].view) {
            (_, View::Table(_)) => true,
            (_, View::Shape) => joins(&Item::Shape(leaf)),
            (Source::Slot(_) | Source::Target(_), _) => joins(&Item::Leaf(leaf)),
            (Source::Position(_), _) => true,
            // What it was computed from joins through the same map, which the stage does not have.
            (Source::Stage { form: Form::Same, .. }, View::Mapped(entries)) if entries[0] >= GIVEN => {
                let has_map = |item: &Item| matches!(item, Item::Mapped(_, axes) if axes.entries == *entries);
                pass.ranks.items().iter().any(has_map)
            }
            (Source::Stage { stage, form, .. }, _) => {
                let (range, stage_pass) = (self.leaves[leaf].range, &self.stages[stage].pass);
                match (form, self.stages[stage].reduces.axes()) {
                    (Form::Own(_), _) => joins(&Item::Leaf(leaf)),
                    // A single value stands beside anything.
                    (Form::Reduced | Form::Whole, None) => true,
                    (Form::Reduced, Some(axes)) => joins(&Item::Reduced { stage, axes: axes.clone(), range }),
                    (Form::Whole, Some(_)) => joins(&Item::Whole { stage, range }),
                    (Form::Full, _) if self.stages[stage].scans() => joins(&Item::Whole { stage, range }),
                    (Form::Full | Form::Same | Form::Along(_), _) => stage_pass.ranks.items().iter().all(joins),
                }
            }
        };
        let mut leaves = pass.leaves.iter();
        leaves.try_for_each(|&leaf| holds(all_join(leaf), || format!("{} does not join in its ranks", self.leaf(leaf))))
    }

    fn target_of(&self, leaf: usize) -> Option<Item> {
        match self.leaves[leaf].source {
            Source::Target((target, _)) => Some(Item::Target(target)),
            _ => None,
        }
    }

    fn verify_part(&self, index: usize, part: &Part) -> Verdict {
        let before = part.inputs.iter().all(|(input, _)| !matches!(input, Input::Part(other) if *other >= index));
        holds(before, || "it is computed from a later part".to_owned())?;
        let mut seen: Set<Local> = part.inputs.iter().map(|(_, local)| *local).collect();
        self.verify_steps(&part.steps, &mut seen)
    }
}

fn holds(rule: bool, otherwise: impl FnOnce() -> String) -> Verdict {
    if rule { Ok(()) } else { Err(otherwise()) }
}
