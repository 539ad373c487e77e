//! What is copied to a device.

use super::element::GpuElement;
use ndarray::{ArrayBase, ArrayView, Data, Dimension, Ix1, aview1};

/// What [`Gpu::upload`](crate::Gpu::upload) takes: an array or a view of `ndarray`, or a slice, a `Vec` or a `[T; N]`
/// as an array of one axis.
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` cannot be uploaded",
    label = "no array of elements that a device has",
    note = "upload an `ndarray` array or view, a slice, a `Vec` or a `[T; N]`",
    note = "elements are `f32`, `i8` to `i32`, `u8` to `u32`, `bool`, or what else is a `GpuElement`"
)]
pub trait HostArray {
    /// Its elements.
    type Elem: GpuElement;
    /// Its axes.
    type Dim: Dimension;
    /// The elements where they lie.
    fn elements(&self) -> ArrayView<'_, Self::Elem, Self::Dim>;
}

impl<S: Data<Elem: GpuElement>, D: Dimension> HostArray for ArrayBase<S, D> {
    type Elem = S::Elem;
    type Dim = D;
    fn elements(&self) -> ArrayView<'_, S::Elem, D> {
        self.view()
    }
}

macro_rules! lists {
    ($(($($generics:tt)*) $list:ty;)*) => {$(
        impl<$($generics)*> HostArray for $list {
            type Elem = T;
            type Dim = Ix1;
            fn elements(&self) -> ArrayView<'_, T, Ix1> {
                aview1(self)
            }
        }
    )*};
}
lists! {
    (T: GpuElement) [T];
    (T: GpuElement) Vec<T>;
    (T: GpuElement, const N: usize) [T; N];
}
