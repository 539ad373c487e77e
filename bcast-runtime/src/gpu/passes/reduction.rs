//! One reduction: its axes, and the arrays that it leaves.

use super::accumulation::Accumulation;
use super::axes::Axes;
use super::launch::Ready;
use super::machine::Machine;
use crate::engine::Reduce;
use crate::error::BroadcastError;
use crate::gpu::device::memory::GpuMemory;

/// Records a reduction; what it leaves, the reductions first.
pub(crate) fn reduced(
    machine: &Machine,
    ready: &mut Ready,
    reduce: Reduce,
) -> Result<Vec<Option<GpuMemory>>, Box<BroadcastError>> {
    let Axes { kept, outputs, count, .. } = Axes::of(ready, reduce, &[])?;
    let foldings = ready.pass.foldings();
    let work = Accumulation { ready, kept, outputs: outputs as u64, count: count as u64, foldings };
    let mut made = work.run(machine).map_err(|error| Box::new(BroadcastError::Gpu(error)))?;
    made.append(&mut ready.made);
    Ok(made)
}
