//! One reduction: its axes, and the arrays that it leaves.

use super::accumulation::Accumulation;
use super::element::Type;
use super::fold::Folding;
use super::launch::{Pass, Ready};
use super::machine::Machine;
use super::pool::{GpuMemory, Later};
use super::stage::{Item, Yield};
use crate::engine::Reduce;
use crate::error::BroadcastError;
use crate::loop_plan::{Group, LoopPlan};
use std::cmp::Reverse;

/// What a reduction does to the axes of a shape.
#[derive(PartialEq)]
pub(super) struct Axes {
    /// Those that are kept.
    pub(super) kept: Vec<usize>,
    /// Results, and elements of each.
    pub(super) outputs: usize,
    pub(super) count: usize,
}

impl Axes {
    /// The axes of a pass that reduces, if it has them and a value over each of them.
    pub(super) fn of(ready: &Ready, reduce: Reduce, yields: &[Yield]) -> Result<Axes, Box<BroadcastError>> {
        let (sizes, call) = (ready.shape.sizes(), ready.pass.site.call.name);
        let is_reduced = |axis: usize| match reduce {
            Reduce::Axes(axes) => axes.contains(&(axis as u8)),
            _ => true,
        };
        if let Reduce::Axes(axes) = reduce
            && let Some(&axis) = axes.iter().find(|&&axis| axis as usize >= sizes.len())
        {
            return Err(Box::new(BroadcastError::Reduced { call, axis: axis as usize, rank: sizes.len() }));
        }
        let (reduced, kept): (Vec<usize>, Vec<usize>) = (0..sizes.len()).partition(|&axis| is_reduced(axis));
        let product = |axes: &[usize]| axes.iter().map(|&axis| sizes[axis]).product();
        let (outputs, count) = (product(&kept), product(&reduced));
        if outputs != 0 && count == 0 && yields.contains(&Some(false)) {
            return Err(Box::new(BroadcastError::Empty { call, sizes: sizes.to_vec() }));
        }
        Ok(Axes { kept, outputs, count })
    }

    /// What a stage leaves that reduces, without memory.
    pub(super) fn items(&self, ready: &Ready, yields: &[Yield]) -> Vec<Item> {
        let sizes = ready.shape.sizes();
        let kept_sizes: Vec<usize> = self.kept.iter().map(|&axis| sizes[axis]).collect();
        let kept_strides = super::array::row_major(&kept_sizes);
        let (mut whole_sizes, mut whole_strides) = (vec![1; sizes.len()], vec![0; sizes.len()]);
        for ((&axis, &size), &stride) in self.kept.iter().zip(&kept_sizes).zip(&kept_strides) {
            (whole_sizes[axis], whole_strides[axis]) = (size, stride);
        }
        let full = (sizes.to_vec(), super::array::row_major(sizes));
        let (mut folded, mut elements) = (foldings(ready.pass).into_iter(), ready.pass.fresh.iter());
        let item = |of_nothing: &Yield| match of_nothing {
            Some(_) => {
                let element = folded.next().map_or(Type::U32, |folding| folding.out);
                let own = (kept_sizes.clone(), kept_strides.clone());
                Item { element, own, whole: (whole_sizes.clone(), whole_strides.clone()), memory: Later::default() }
            }
            None => {
                let element = elements.next().copied().unwrap_or(Type::U32);
                Item { element, own: full.clone(), whole: full.clone(), memory: Later::default() }
            }
        };
        yields.iter().map(item).collect()
    }
}

/// Records a reduction; what it leaves, the reductions first.
pub(super) fn reduced(
    machine: &Machine,
    ready: &mut Ready,
    reduce: Reduce,
) -> Result<Vec<Option<GpuMemory>>, Box<BroadcastError>> {
    let Axes { kept, outputs, count } = Axes::of(ready, reduce, &[])?;
    // What is kept of the elements lies row by row, as the sizes of results do.
    ready.shape.row_major();
    let foldings = foldings(ready.pass);
    let work = Accumulation { ready, kept, outputs: outputs as u64, count: count as u64, foldings };
    let mut made = work.run(machine).map_err(|error| Box::new(BroadcastError::Gpu(error)))?;
    made.append(&mut ready.made);
    Ok(made)
}

/// The reductions of a pass, with their types.
pub(super) fn foldings(pass: &Pass) -> Vec<Folding> {
    let folds = pass.formula.folds.iter();
    folds.map(|fold| Folding::of(fold.name, pass.type_of(fold.value))).collect()
}

/// The axes of a shape in the order of a kernel that reduces: those that are kept first, then the others by these steps in
/// memory.
pub(super) fn order(sizes: &[usize], kept: &[usize], step: impl Fn(usize) -> usize) -> Vec<(usize, Group)> {
    let is_kept = |axis: &usize| kept.contains(axis);
    let long = |axis: &usize| sizes[*axis] != 1;
    let outer = (0..sizes.len()).filter(is_kept).filter(long).map(|axis| (axis, Group::Kept));
    let reduced = || (0..sizes.len()).filter(|axis| !is_kept(axis)).map(|axis| (axis, Group::Reduced));
    // One at least, if there is any.
    let mut long_ones: Vec<_> = reduced().filter(|(axis, _)| long(axis)).collect();
    long_ones.sort_by_key(|(axis, _)| Reverse(step(*axis)));
    let short_one = reduced().next().filter(|_| reduced().all(|(axis, _)| !long(&axis)));
    outer.chain(long_ones).chain(short_one).collect()
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
