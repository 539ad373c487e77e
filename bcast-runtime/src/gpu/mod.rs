//! Calls on a GPU: arrays on the device, and kernels in WGSL from the element functions of calls.
//!
//! Three floors, each of which knows those before it and none behind it: `device`, `text`, `passes`. `README.md` beside
//! this file has the picture, the words and the invariants. `Shape` and `LoopPlan` are those of the processor; only
//! what lies under them is another machine.

pub(crate) mod device;
pub(crate) mod passes;
pub(crate) mod text;
mod tuning;

pub use device::array::{GpuArray, GpuView, GpuViewMut};
pub use device::element::GpuElement;
pub use device::handle::Gpu;
pub use device::host::HostArray;
pub use device::memory::{GpuMemory, GpuMemoryUse};
pub use device::options::{GpuOptions, PowerPreference};
pub use passes::machine::GpuDevice;
pub use passes::number::GpuNumber;
pub use passes::operand::{GpuGoal, GpuLeaf, GpuOperand, GpuTarget};
pub use passes::table::GpuLookUp;
