//! The run time of the crate `bcast`: what can be read and written, the rule of sizes, and the fused loop.
//!
//! Use the crate `bcast`; this one is its engine room and promises nothing on its own. The data flows one way:
//! the expansion of `bcast!` hands over operands ([`Operand`]), targets ([`Target`]) and one function per element;
//! their ranks join as types ([`rank`]), their sizes at run time (`shape`); a `LoopPlan` drops, orders and merges
//! axes; the engine feeds lanes to the one kernel compiled from the element function.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod block;
mod call;
mod checks;
mod containers;
mod cursor;
mod element;
mod engine;
mod error;
pub mod explain;
mod given;
#[cfg(feature = "gpu")]
mod gpu;
mod gradient;
mod lane_room;
mod lazy;
mod loop_plan;
mod math;
mod neighbours;
mod operand;
pub mod ops;
pub mod parts;
pub mod place;
#[doc(hidden)]
pub mod private;
pub mod rank;
mod shape;
mod simd;
pub mod slice;
pub mod structure;
mod target;
pub mod vector;

pub use block::Block;
pub use containers::{FromArray, into};
pub use element::Element;
pub use engine::Stored;
#[cfg(feature = "gpu")]
pub use error::GpuError;
pub use error::{BroadcastError, OperandShape};
#[cfg(feature = "faer")]
pub use faer;
#[cfg(feature = "glam")]
pub use glam;
#[cfg(feature = "gpu")]
pub use gpu::{
    Gpu, GpuArray, GpuDevice, GpuElement, GpuGoal, GpuLeaf, GpuLookUp, GpuMemory, GpuMemoryUse, GpuNumber, GpuOperand,
    GpuOptions, GpuTarget, GpuView, GpuViewMut, HostArray, PowerPreference,
};
#[cfg(feature = "half")]
pub use half;
#[cfg(feature = "image")]
pub use image;
#[cfg(feature = "nalgebra")]
pub use nalgebra;
pub use ndarray;
#[cfg(feature = "complex")]
pub use num_complex;
pub use operand::{
    Broadcast, Elem, Ends, FromShapeFn, Leaf, Linear, LinearFloat, Linspace, One, Operand, Sizes, Steps, from_shape_fn,
    linspace, steps,
};
pub use ops::own;
pub use simd::simd_level;
pub use target::{Goal, Target};
pub use vector::{vectors, vectors_mut};
#[cfg(feature = "gpu")]
pub use wgpu;
