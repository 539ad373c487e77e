//! What a reduction does to the axes of a shape, and their order in its kernel.

use super::item::{Item, Yield};
use super::launch::Ready;
use super::pass::on_device;
use crate::engine::Reduce;
use crate::error::BroadcastError;
use crate::gpu::device::layout::row_major;
use crate::gpu::device::memory::Later;
use crate::gpu::device::types::Type;
use crate::loop_plan::{Group, LoopPlan};
use std::cmp::Reverse;

/// What a reduction does to the axes of a shape.
pub(crate) struct Axes {
    /// Those that are kept, and the strides of results along them: results lie as what is reduced.
    pub(crate) kept: Vec<usize>,
    strides: Vec<isize>,
    /// Results, and elements of each.
    pub(crate) outputs: usize,
    pub(crate) count: usize,
}

impl Axes {
    /// The axes of a pass that reduces, if it has them and a value over each of them.
    pub(crate) fn of(ready: &Ready, reduce: Reduce, yields: &[Yield]) -> Result<Axes, Box<BroadcastError>> {
        let (sizes, call) = (ready.shape.sizes(), ready.pass.site.call.name);
        let is_reduced = |axis: usize| match reduce {
            Reduce::Axes(axes) => axes.contains(&(axis as u8)),
            _ => true,
        };
        if let Some(mistake) = reduce.mistake(ready.pass.site.call, sizes.len()) {
            return Err(mistake);
        }
        if let Reduce::Axes(axes) = reduce
            && let Some(&axis) = axes.iter().find(|&&axis| axis as usize >= sizes.len())
        {
            return Err(Box::new(BroadcastError::Reduced { call, axis: axis as usize, rank: sizes.len() }));
        }
        let (reduced, kept): (Vec<usize>, Vec<usize>) = (0..sizes.len()).partition(|&axis| is_reduced(axis));
        let product = |axes: &[usize]| axes.iter().map(|&axis| sizes[axis]).product();
        let (outputs, count) = (product(&kept), product(&reduced));
        if outputs != 0 && count == 0 && yields.contains(&Yield::Fold { of_nothing: false }) {
            return Err(Box::new(BroadcastError::Empty { call, sizes: sizes.to_vec() }));
        }
        let strides = strides(sizes, &kept, &steps(ready));
        Ok(Axes { kept, strides, outputs, count })
    }

    /// Whether both reduce the same axes.
    pub(crate) fn are(&self, other: &Axes) -> bool {
        self.kept == other.kept && self.outputs == other.outputs && self.count == other.count
    }

    /// What a stage leaves that reduces, without memory.
    pub(super) fn items(&self, ready: &Ready, yields: &[Yield]) -> Vec<Item> {
        let sizes = ready.shape.sizes();
        let kept_sizes: Vec<usize> = self.kept.iter().map(|&axis| sizes[axis]).collect();
        let (mut whole_sizes, mut whole_strides) = (vec![1; sizes.len()], vec![0; sizes.len()]);
        for ((&axis, &size), &stride) in self.kept.iter().zip(&kept_sizes).zip(&self.strides) {
            (whole_sizes[axis], whole_strides[axis]) = (size, stride);
        }
        let full = (sizes.to_vec(), (0..sizes.len()).map(|axis| ready.shape.fresh_stride(axis)).collect::<Vec<_>>());
        let (mut folded, mut elements) = (ready.pass.foldings().into_iter(), ready.pass.fresh.iter());
        let item = |item: &Yield| match item {
            Yield::Fold { .. } => {
                let element = folded.next().map_or(Type::U32, |folding| folding.out);
                let own = (kept_sizes.clone(), self.strides.clone());
                Item { element, own, whole: (whole_sizes.clone(), whole_strides.clone()), memory: Later::default() }
            }
            Yield::Kept => {
                let element = elements.next().copied().unwrap_or(Type::U32);
                Item { element, own: full.clone(), whole: full.clone(), memory: Later::default() }
            }
        };
        yields.iter().map(item).collect()
    }
}

/// The step in memory from one element to the next along each axis, of the operand with the most elements.
pub(crate) fn steps(ready: &Ready) -> Vec<usize> {
    let sizes = ready.shape.sizes();
    let steps = |(operand, dense)| {
        let axes = on_device(operand, dense);
        (0..sizes.len()).map(|axis| axes.output_stride(axis, sizes.len()).unsigned_abs()).collect::<Vec<_>>()
    };
    let elements = |steps: &Vec<usize>| {
        let own = steps.iter().zip(sizes).filter(|(step, _)| **step != 0);
        own.map(|(_, &size)| size).product::<usize>()
    };
    let dense = ready.dense();
    let all = ready.pass.operands.iter().zip(&dense).map(|(operand, dense)| steps((operand, dense)));
    // The first of those that have as many.
    all.reduce(|first, next| if elements(&next) > elements(&first) { next } else { first })
        .unwrap_or_else(|| vec![0; sizes.len()])
}

/// Dense strides along some axes, of which those with longer steps come first.
fn strides(sizes: &[usize], axes: &[usize], steps: &[usize]) -> Vec<isize> {
    let mut order: Vec<usize> = (0..axes.len()).collect();
    order.sort_by_key(|&at| Reverse(steps[axes[at]]));
    let dense = row_major(&order.iter().map(|&at| sizes[axes[at]]).collect::<Vec<_>>());
    let mut strides = vec![0; axes.len()];
    order.iter().zip(dense).for_each(|(&at, stride)| strides[at] = stride);
    strides
}

/// The axes of a shape in the order of a kernel that reduces: those that are kept, then the others; of both, those with
/// longer steps in memory come first.
pub(super) fn order(sizes: &[usize], kept: &[usize], steps: &[usize]) -> Vec<(usize, Group)> {
    let in_group = |group: Group| {
        let own = (0..sizes.len()).filter(|axis| kept.contains(axis) == matches!(group, Group::Kept));
        let mut own: Vec<_> = own.map(|axis| (axis, group)).collect();
        own.sort_by_key(|&(axis, _)| Reverse(steps[axis]));
        own
    };
    let long = |(axis, _): &(usize, Group)| sizes[*axis] != 1;
    let (mut outer, mut reduced) = (in_group(Group::Kept), in_group(Group::Reduced));
    outer.retain(long);
    // One at least, if there is any.
    match reduced.iter().any(long) {
        true => reduced.retain(long),
        false => reduced.truncate(1),
    }
    outer.into_iter().chain(reduced).collect()
}

/// How many of a plan's axes are kept, of so many results.
pub(super) fn kept_axes(plan: &LoopPlan, outputs: u64) -> usize {
    let mut count = 1;
    let kept = plan.sizes().iter().take_while(|&&size| {
        let before = count;
        count *= size as u64;
        before < outputs
    });
    if outputs <= 1 { 0 } else { kept.count() }
}
