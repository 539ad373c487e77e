//! What `at.(table, i, j)` finds elements in: arrays on the device, and copies of arrays of the host.

use super::operand::{At, Erased, Host, Origin, Table};
use super::tree::Reads;
use crate::gpu::device::array::{GpuView, Place};
use crate::gpu::device::element::GpuElement;
use crate::operand::{self, OperandAxes};
use crate::ops::{LookUp, check_indices};
use ndarray::{ArrayView, Dim, Dimension, IxDyn};

/// An array that `at.` finds elements in by so many indices.
#[diagnostic::on_unimplemented(
    message = "bcast!: `at.` on a GPU cannot look up in `{Self}`",
    label = "other elements than kernels have, or not an index for each axis",
    note = "elements are f32, i8 to i32, u8 to u32, bool, f16, f64, i64 or u64; `at.(v, i)` looks up in one axis, \
            `at.(m, row, column)` in two"
)]
pub trait GpuLookUp<const INDICES: usize> {
    /// What kernels look up in.
    type Table;
    #[doc(hidden)]
    fn table(self, written: &'static str) -> Self::Table;
}

/// An array that kernels look up in.
pub struct GpuTable<'a, E, const N: usize>(Lies<'a, E, N>);

/// Where it lies.
enum Lies<'a, E, const N: usize> {
    Device { place: Place<'a>, sizes: [usize; N], strides: [isize; N] },
    Host(operand::Table<'a, E, N>),
}

impl<'a, E: GpuElement, const N: usize> Reads for &'a GpuTable<'a, E, N> {
    type Elems = operand::Table<'a, E, N>;
    fn each<'s>(&'s self, push: &mut impl FnMut(Erased<'s>)) {
        let table = match &self.0 {
            Lies::Device { place, sizes, strides } => {
                Table { axes: OperandAxes::array(sizes, strides), at: At::Device(*place) }
            }
            Lies::Host(table) => {
                let raw = table.memory();
                // SAFETY: the elements of a table are of its type.
                Table { axes: *raw.axes(), at: At::Host(unsafe { Host::new::<E>(raw) }) }
            }
        };
        push(Erased { axes: OperandAxes::single(), origin: Origin::Table(table), element: E::TYPE });
    }
}

#[diagnostic::do_not_recommend]
impl<'a, T: GpuElement<Own = T>, D: Dimension, const N: usize> GpuLookUp<N> for ArrayView<'a, T, D>
where
    Self: LookUp<N, Table = operand::Table<'a, T, N>>,
{
    type Table = GpuTable<'a, <T as GpuElement>::Own, N>;
    #[track_caller]
    fn table(self, written: &'static str) -> Self::Table {
        GpuTable(Lies::Host(LookUp::table(self, written)))
    }
}

macro_rules! look_up {
    ($([$($generics:tt)*] $indices:tt $dim:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'a, T: GpuElement, $($generics)*> GpuLookUp<$indices> for GpuView<'a, T, $dim> {
            type Table = GpuTable<'a, T, $indices>;
            #[track_caller]
            fn table(self, written: &'static str) -> Self::Table {
                check_indices($indices, self.shape().len(), written);
                let sizes = std::array::from_fn(|axis| self.shape()[axis]);
                let strides = std::array::from_fn(|axis| self.strides()[axis]);
                GpuTable(Lies::Device { place: self.lent(), sizes, strides })
            }
        }
    )*};
}
look_up! {
    [] 1 Dim<[usize; 1]>;
    [] 2 Dim<[usize; 2]>;
    [] 3 Dim<[usize; 3]>;
    [] 4 Dim<[usize; 4]>;
    [] 5 Dim<[usize; 5]>;
    [] 6 Dim<[usize; 6]>;
    [const N: usize] N IxDyn;
}
