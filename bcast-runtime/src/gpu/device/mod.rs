//! What lives on a device: memory, arrays, pipelines, batches, and the device itself.
//!
//! It knows wgpu, bytes and layouts. It knows no call, no operand and no element function: what it compiles are texts,
//! what it records are passes whose buffers and parameters are there.

pub(crate) mod array;
pub(crate) mod batch;
pub(crate) mod element;
mod faults;
pub(crate) mod handle;
mod hold;
pub(crate) mod host;
mod interop;
pub(crate) mod kernel;
pub(crate) mod layout;
pub(super) mod lock;
pub(crate) mod log;
pub(crate) mod memory;
pub(crate) mod options;
mod parts;
pub(crate) mod pipeline;
pub(super) mod pool;
pub(crate) mod room;
mod runs;
mod sender;
mod slice;
mod staging;
pub(crate) mod submit;
pub(super) mod timing;
pub(crate) mod transfer;
pub(crate) mod types;
pub(crate) mod value;
