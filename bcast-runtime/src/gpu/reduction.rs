//! One reduction: its shape, and the arrays that it leaves.

use super::accumulation::Accumulation;
use super::element::Type;
use super::fold::Folding;
use super::launch::{Pass, Ready};
use super::machine::Machine;
use super::operand::Made;
use super::stage::{Item, Yield};
use crate::engine::Reduce;
use crate::error::BroadcastError;

/// A reduction: its shape, and the kernels for it.
pub(super) fn reduced(
    machine: &Machine,
    mut ready: Ready,
    reduce: Reduce,
    yields: &[Yield],
) -> Result<Vec<Item>, Box<BroadcastError>> {
    let (sizes, call) = (ready.shape.sizes().to_vec(), ready.pass.site.call.name);
    let is_reduced = |axis: usize| match reduce {
        Reduce::Axes(axes) => axes.contains(&(axis as u8)),
        _ => true,
    };
    if let Reduce::Axes(axes) = reduce
        && let Some(&axis) = axes.iter().find(|&&axis| axis as usize >= sizes.len())
    {
        return Err(Box::new(BroadcastError::Reduced { call, axis: axis as usize, rank: sizes.len() }));
    }
    let product = |reduced: bool| -> usize {
        sizes.iter().enumerate().filter(|(axis, _)| is_reduced(*axis) == reduced).map(|(_, &size)| size).product()
    };
    let (outputs, count) = (product(false), product(true));
    if outputs != 0 && count == 0 && yields.contains(&Some(false)) {
        return Err(Box::new(BroadcastError::Empty { call, sizes }));
    }
    // What is kept of the elements lies row by row, as the sizes of results do.
    ready.shape.row_major();
    let kept: Vec<usize> = (0..sizes.len()).filter(|&axis| !is_reduced(axis)).collect();
    let kept_sizes: Vec<usize> = kept.iter().map(|&axis| sizes[axis]).collect();
    let kept_strides = super::array::row_major(&kept_sizes);
    let whole_sizes: Vec<usize> = (0..sizes.len()).map(|axis| if is_reduced(axis) { 1 } else { sizes[axis] }).collect();
    let mut whole_strides = vec![0; sizes.len()];
    for (&axis, &stride) in kept.iter().zip(&kept_strides) {
        whole_strides[axis] = stride;
    }
    let foldings = foldings(ready.pass);
    let (pass, mut outs) = (ready.pass, foldings.clone().into_iter());
    let work = Accumulation { ready: &ready, kept, outputs: outputs as u64, count: count as u64, foldings };
    let gpu_failed = |error| Box::new(BroadcastError::Gpu(error));
    let mut folded = work.run(machine).map_err(gpu_failed)?.into_iter();
    let full_strides = super::array::row_major(&sizes);
    let mut elements = std::mem::take(&mut ready.made).into_iter();
    let mut kept_types = pass.fresh.iter();
    let item = |of_nothing: &Yield| match of_nothing {
        Some(_) => Item {
            element: outs.next().map_or(Type::U32, |folding| folding.out),
            made: Made { memory: folded.next().flatten(), sizes: kept_sizes.clone(), strides: kept_strides.clone() },
            whole: (whole_sizes.clone(), whole_strides.clone()),
        },
        None => Item {
            element: kept_types.next().copied().unwrap_or(Type::U32),
            made: Made { memory: elements.next().flatten(), sizes: sizes.clone(), strides: full_strides.clone() },
            whole: (sizes.clone(), full_strides.clone()),
        },
    };
    Ok(yields.iter().map(item).collect())
}

/// The reductions of a pass, with their types.
fn foldings(pass: &Pass) -> Vec<Folding> {
    let folds = pass.formula.folds.iter();
    folds.map(|fold| Folding::of(fold.name, pass.type_of(fold.value))).collect()
}
