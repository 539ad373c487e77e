//! What generic code asks of elements.

use crate::gpu::device::element::{GpuElement, GpuHasOperators, GpuHasSums};
use crate::gpu::text::formula::Steps;

/// A number of a GPU: what a type parameter is in a call there, beside what the formula does with it. Elementary
/// functions ask for [`OnGpu`](crate::ops::gpu::OnGpu) as well.
pub trait GpuNumber: GpuElement<Own: GpuHasOperators + GpuHasSums, Typed: Steps> {}
impl<T: GpuElement<Own: GpuHasOperators + GpuHasSums, Typed: Steps>> GpuNumber for T {}
