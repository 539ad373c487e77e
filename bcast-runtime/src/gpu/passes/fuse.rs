//! Whether all passes of a call run as one kernel, a group of threads for each row: softmax, say, and its kin.
//!
//! They do if all of this holds: stages reduce the same axes, along which neighbours lie in memory; what they leave is
//! read beside the same rows only; results are no tiles; a row is short enough to be read again from the cache; and
//! what stages keep of its elements fits in workgroup memory. Every other call has a kernel for each pass.

use super::axes::Axes;
use super::fusion::Fusion;
use super::launch::{Ready, Work, dispatched};
use super::machine::Machine;
use super::noted::note_together;
use super::stage::Planned;
use super::way::Way;
use crate::engine::Reduce;
use crate::engine::notes::KernelWork;
use crate::error::{BroadcastError, GpuError};
use crate::gpu::device::submit::Bound;

/// Records all passes of a call as one kernel if that is possible, and says whether it was.
pub(crate) fn fused(machine: &Machine, stages: &[Planned], last: &mut Ready) -> Result<bool, Box<BroadcastError>> {
    let (before, stages): (Vec<&Planned>, Vec<&Planned>) =
        stages.iter().partition(|stage| matches!(stage.reduce, Reduce::Along(_)) || stage.scan.is_some());
    // These run before, so they cannot wait for rows.
    if before.iter().any(|stage| stages.iter().any(|row| stage.reads(row))) {
        return Ok(false);
    }
    let mut ready = stages.iter().map(|stage| stage.pass.prepare(machine)).collect::<Result<Vec<Ready>, _>>()?;
    let reduces = |stage: &Planned| matches!(stage.reduce, Reduce::Axes(_) | Reduce::All);
    let Some(first) = stages.iter().position(|stage| reduces(stage)) else {
        return Ok(false);
    };
    let axes = Axes::of(&ready[first], stages[first].reduce, &[])?;
    for (stage, ready) in stages.iter().zip(&ready).filter(|(stage, _)| reduces(stage)) {
        if !Axes::of(ready, stage.reduce, &[])?.are(&axes) {
            return Ok(false);
        }
    }
    let targets: Vec<_> = last.pass.operands[..last.pass.targets].iter().map(|target| target.element).collect();
    let call = Fusion {
        passes: stages.iter().map(|stage| &stage.pass).chain([last.pass]).collect(),
        shapes: ready.iter().map(|ready| ready.shape).chain([last.shape]).collect(),
        items: stages.iter().map(|stage| stage.items).collect(),
        shape: ready[first].shape,
        axes,
    };
    let Some(way) = call.way(machine, &targets) else {
        return Ok(false);
    };
    before.iter().try_for_each(|stage| stage.run(machine))?;
    ready.iter_mut().try_for_each(|ready| ready.take_copies(machine))?;
    last.take_memory(machine)?;
    note_together(machine, stages.iter().map(|stage| stage.items).zip(&ready), last);
    let all: Vec<&Ready> = ready.iter().chain([&*last]).collect();
    record(machine, way, &all, last).map_err(|error| Box::new(BroadcastError::Gpu(error)))?;
    Ok(true)
}

/// Records the kernel of all passes, the last of which has the targets.
fn record(machine: &Machine, mut way: Way, all: &[&Ready], last: &Ready) -> Result<(), GpuError> {
    last.forget_faults(machine, all);
    let bound = if machine.running().is_some() { &way.of[..] } else { &[] };
    let buffers = bound.iter().filter_map(|&(pass, at)| all[pass].buffer(at));
    let arrays: Vec<Bound> = buffers.map(|buffer| Bound { buffer, offset: 0 }).collect();
    let (key, groups, site) = (way.rows.key(), way.groups, last.pass.site);
    let work = Work { key, groups, site, does: KernelWork::PerRow, accumulators: 0 };
    dispatched(machine, work, || way.rows.text(), &arrays, &mut way.words)
}
