//! The text of kernels: an element function as data becomes WGSL.
//!
//! It knows types of elements, the number of merged axes, and whether arrays are read as vectors. It knows no sizes, no
//! strides and no memory, which are parameters of a kernel, and no device: all of it runs without one.
//!
//! ```text
//! fn element(a0: f32, a1: f32) -> f32 { .. }    one element (`function`, `spell`)
//! fn main(..) {                                 which elements a thread has, where they are (`map`, `reduce`, `rows`)
//!     ..
//!     let a0_0 = in0[i0_0];                     four of them at a time (`walk`)
//!     ..
//! }
//! ```

pub(super) mod assembly;
pub(crate) mod elemental;
pub(crate) mod fold;
pub(crate) mod formula;
pub(crate) mod function;
pub(super) mod lines;
pub(crate) mod map;
pub(crate) mod mapping;
mod origins;
pub(crate) mod pieces;
pub(crate) mod reduce;
pub(crate) mod rows;
mod runs;
pub(crate) mod scan;
pub(crate) mod scatter;
pub(crate) mod spec;
pub(crate) mod spell;
pub(crate) mod squares;
mod steps;
mod storage;
pub(super) mod structs;
pub(crate) mod tile;
mod tiled;
mod vectors;
pub(crate) mod walk;
