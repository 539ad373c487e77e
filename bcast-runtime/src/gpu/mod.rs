//! Calls on a GPU: arrays on the device, and kernels in WGSL from the element functions of calls.
//!
//! ```text
//! operands, targets ─operand─▶ shapes join, axes merge, as on the processor ─launch, nest─▶ parameters ─┐
//! Formula and types ─spell, text─▶ WGSL ─kernel─▶ pipeline (once) ────────────────────────────────────────┴─submit─▶ batch
//! ```
//! `Shape` and `LoopPlan` are those of the processor; only what lies under them is another machine. Nothing here waits but
//! a download (`transfer`).

mod accumulation;
mod array;
mod cuts;
mod device;
mod element;
mod error;
mod fold;
pub(crate) mod formula;
mod function;
mod fuse;
pub(crate) mod kernel;
pub(crate) mod last;
pub(crate) mod launch;
mod layout;
pub(crate) mod machine;
mod map;
mod nest;
pub(crate) mod operand;
mod pool;
mod reduce;
mod reduction;
mod rows;
pub(crate) mod run;
mod spell;
mod squares;
pub(crate) mod stage;
mod submit;
mod text;
mod timing;
mod transfer;
mod vectors;
mod walk;
mod way;

pub use array::{GpuArray, GpuView, GpuViewMut};
pub use device::{Gpu, PowerPreference};
pub use element::GpuElement;
pub use error::GpuError;
pub use machine::GpuDevice;
pub use operand::{GpuOperand, GpuTarget};
pub use pool::GpuMemory;
