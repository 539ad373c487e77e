//! One pass of a call, run as a whole or prepared to run block by block.

use super::fold::Yield;
use super::node::{Kind, Node, Work, bytes};
use super::pass::Pass;
use super::reduce::{self, Reduction};
use super::tuning::ROW_WITH_TIME;
use super::walk::Walk;
use super::{Job, Made, execute};
use crate::loop_plan::{LoopPlan, Readable, Window};
use crate::operand::{RawOperand, Yielded};

/// Runs one pass over all of its shape.
///
/// # Safety
/// The node's invariants, and what it reads has been yielded; nobody else writes what it yields or assigns.
pub(super) unsafe fn whole(node: &Node) {
    if let Work::Last { single: true, .. } = node.work {
        return;
    }
    match node.kind() {
        // SAFETY: job 1 to 3 are node 1 to 3: the outputs are fresh results, or the items of the stage.
        Kind::Map => unsafe { execute(&job(node, &node.outputs())) },
        // SAFETY: node 1 to 3, and what the pass reads has been yielded.
        Kind::Reduction => unsafe { reduce::run(node) },
    }
}

/// The job of a pass that accumulates nothing, whose outputs these are.
fn job<'n>(node: &'n Node<'n>, outputs: &'n [Made]) -> Job<'n> {
    // SAFETY: job 1 as the types of a pass say; job 2 and 3 are node 1 to 3.
    unsafe { Job::new(node.call, node.site, &node.shape, &node.operands, outputs, node.f) }
}

/// The plan of a pass, of so much of it along an axis.
pub(super) fn plan(node: &Node, axis: usize, extent: usize) -> LoopPlan {
    let window = Window { axis, extent };
    if node.kind() == Kind::Reduction {
        return reduce::plan(node, Some(window));
    }
    // What a stage keeps in a block is as wide as the block.
    let strides = match (&node.work, node.items().first()) {
        (Work::Stage { yields, .. }, Some(item)) => {
            let size = bytes(yields[0]).max(1) as isize;
            Some(std::array::from_fn(|axis| (item.strides[axis] / size) as usize))
        }
        _ => None,
    };
    let mut plan = LoopPlan::empty();
    let fresh = node.outputs();
    let units = fresh.iter().map(Made::unit);
    plan.build_window(&node.shape, &node.operands, node.site.targets, units, window, strides.as_ref());
    plan
}

/// A pass that runs block by block along an axis, with its plan for one block.
pub(super) enum Prepared<'a> {
    Map(Pass<'a>),
    Reduction(Reduction<'a>),
}

impl<'a> Prepared<'a> {
    /// Of what `earlier` passes of the block have read, it asks the cache for the next block.
    pub(super) fn new(node: &'a Node<'a>, outputs: &'a [Made], plan: &'a LoopPlan, earlier: &[Node]) -> Self {
        let mut prepared = match node.kind() {
            Kind::Reduction => Prepared::Reduction(Reduction::new(node, outputs, plan)),
            Kind::Map => Prepared::Map(Pass::new(plan, &job(node, outputs))),
        };
        if has_time(node, plan) {
            let again = node.again(earlier);
            match &mut prepared {
                Prepared::Map(pass) => pass.again(again),
                Prepared::Reduction(reduction) => reduction.pass.again(again),
            }
        }
        prepared
    }

    /// Bytes of scratch that it needs.
    pub(super) fn scratch(&self) -> usize {
        match self {
            Prepared::Map(pass) => pass.scratch(),
            Prepared::Reduction(reduction) => reduction.scratch(),
        }
    }

    /// A walk over its blocks, of which each lies so many bytes after the one before, for each stream.
    pub(super) fn walk<'w>(&'w self, scratch: *mut u8, steps: &'w [isize]) -> Walk<'w, 'a> {
        match self {
            Prepared::Map(pass) => Walk::new(pass, scratch, steps),
            Prepared::Reduction(reduction) => reduction.walk(scratch, steps),
        }
    }

    /// Runs the block to which a walk of its own has gone, with the same scratch.
    ///
    /// # Safety
    /// As for [`whole`].
    pub(super) unsafe fn run(&self, walk: &mut Walk<'_, 'a>, scratch: *mut u8) {
        // SAFETY: the walk is at a block inside, and with its own scratch; what the pass reads has been yielded.
        unsafe {
            match self {
                Prepared::Map(pass) => walk.rectangle(0..pass.rows(), 0..pass.columns()),
                Prepared::Reduction(reduction) => reduction.alone(walk, scratch),
            }
        }
    }
}

/// Whether a pass computes so much that it may ask for another block instead of what it reads itself a little later. It waits
/// for the second cache then, at both ends of a row above all. Softmax of 2048x2048 takes 0.84 of the time: while exponentials
/// are computed comes the block of which the maxima are next. With quotients of `f64`, standardised rows take 0.8.
fn has_time(node: &Node, plan: &LoopPlan) -> bool {
    node.site.asks && (node.call.cost as usize).saturating_mul(plan.columns()) >= ROW_WITH_TIME
}

/// From one index along an axis to the next, for each stream of a pass's plan. What is kept in a block stays there.
pub(super) fn steps(node: &Node, axis: usize, stays: impl Fn(Yielded) -> bool) -> Vec<isize> {
    let rank = node.shape.sizes().len();
    let of = |operand: &RawOperand| operand.axes().output_stride(axis, rank) * operand.unit();
    let mut steps: Vec<isize> = node.operands.iter().map(of).collect();
    for &(at, _) in node.yielded.iter().filter(|(_, yielded)| stays(*yielded)) {
        steps[at] = 0;
    }
    match &node.work {
        Work::Last { fresh, .. } => {
            steps.extend(node.operands[..node.site.targets].iter().map(of));
            steps.extend(fresh.iter().map(|made| node.shape.fresh_stride(axis) * made.size as isize));
        }
        Work::Stage { yields, .. } => {
            let kept = yields.iter().zip(node.items()).filter(|(item, _)| matches!(item, Yield::Kept(_)));
            steps.extend(kept.map(|_| 0));
            let folds = yields.iter().zip(node.items()).filter(|(item, _)| matches!(item, Yield::Fold(_)));
            steps.extend(folds.map(|(_, item)| item.strides[axis]));
        }
    }
    steps
}
