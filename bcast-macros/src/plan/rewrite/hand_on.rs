//! Stages that would sum onto what a reduction left what has been summed onto it before: they compare shapes and yield
//! nothing, and whoever would read it reads what there was before.
//!
//! Where types say that nothing is summed, it would be a copy; else a sum over axes that are there no more.

use crate::plan::ranks::{Chain, Item};
use crate::plan::{Fold, Form, LeafUse, Local, Onto, Plan, Reduces, Source, Stage, Value, View};

/// Has such stages yield nothing.
pub(in crate::plan) fn hand_on(plan: &mut Plan) {
    for stage in 0..plan.stages.len() {
        if let Some((before, item)) = handed_on(plan, stage) {
            let emptied = &mut plan.stages[stage];
            // Whatever is wrong with it is wrong with the other one, too, and said of the same tokens.
            if let (Reduces::Left(axes, _), Some(fold)) = (&mut emptied.reduces, emptied.folds.first()) {
                axes.range = fold.range;
            }
            emptied.folds.clear();
            let own = Source::Stage { stage, item: 0, form: Form::Reduced };
            for leaf in plan.leaves.iter_mut().filter(|leaf| leaf.source == own) {
                leaf.source = Source::Stage { stage: before, item, form: Form::Reduced };
            }
            let (passes, ..) = plan.passes_mut();
            for (_, pass) in passes {
                pass.ranks = renamed(std::mem::take(&mut pass.ranks), stage, before);
            }
        }
    }
    plan.find_order();
}

/// The earlier stage whose item a stage hands on, and that item.
fn handed_on(plan: &Plan, stage: usize) -> Option<(usize, usize)> {
    let Stage { pass, folds, kept, reduces: Reduces::Left(axes, of), .. } = &plan.stages[stage] else { return None };
    let ([Fold { value: Value::Local(Local::Leaf(leaf), _), onto: Some(Onto::Left(..)), .. }], [], []) =
        (folds.as_slice(), kept.as_slice(), pass.steps.as_slice())
    else {
        return None;
    };
    let LeafUse { source: Source::Stage { stage, item, form: Form::Reduced }, view: View::Plain, .. } =
        plan.leaves[*leaf]
    else {
        return None;
    };
    let before = &plan.stages[stage];
    let is_alike = matches!(&before.reduces, Reduces::Left(own, left) if left == of && own.entries == axes.entries);
    (is_alike && matches!(before.folds[item].onto, Some(Onto::Left(..)))).then_some((stage, item))
}

/// The same ranks with what another stage left.
fn renamed(chain: Chain, from: usize, to: usize) -> Chain {
    let mut renamed = Chain::default();
    for item in chain.into_items() {
        renamed.push(match item {
            Item::Reduced { stage, axes, range } if stage == from => Item::Reduced { stage: to, axes, range },
            Item::Mapped(part, axes) => Item::Mapped(self::renamed(part, from, to), axes),
            Item::End(end) => Item::End(self::renamed(end, from, to)),
            item => item,
        });
    }
    renamed
}
