//! Arrays that live on a device.

use super::device::Gpu;
use super::element::{GpuElement, append, parse};
use super::error::GpuError;
use super::pool::Memory;
use super::transfer::Download;
use ndarray::{Array, ArrayBase, Data, Dimension, Ix0, ShapeBuilder};
use std::fmt;
use std::marker::PhantomData;

/// An array on a [`Gpu`], with elements of type `T` and the dimension type `D`, as `ndarray` has them.
///
/// It is an operand, and by `&mut` a target, of `bcast!(#[gpu(&gpu)] ..)`, and what such calls yield: results stay on the
/// device until they are downloaded. Calls are only recorded, so a download is what waits, and what reports an error
/// that a kernel met.
///
/// ```no_run
/// use bcast_runtime::{Gpu, ndarray::array};
/// let gpu = Gpu::new()?;
/// let x = gpu.upload(&array![[1_f32, 2., 3.], [4., 5., 6.]])?;
/// assert_eq!(x.shape(), [2, 3]);
/// assert_eq!(x.download()?[[1, 2]], 6.);
/// # Ok::<(), bcast_runtime::GpuError>(())
/// ```
pub struct GpuArray<T, D> {
    memory: Memory,
    sizes: D,
    /// As `ndarray` keeps strides, in elements.
    strides: Vec<isize>,
    elements: PhantomData<T>,
}

impl Gpu {
    /// Copies an array to the device. It keeps its order in memory, row major if it is not dense.
    ///
    /// # Errors
    ///
    /// [`GpuError::OutOfMemory`], [`GpuError::TooLarge`], [`GpuError::Lost`], or [`GpuError::Unsupported`] if the device
    /// has no elements of this type.
    pub fn upload<S: Data<Elem: GpuElement>, D: Dimension>(
        &self,
        array: &ArrayBase<S, D>,
    ) -> Result<GpuArray<S::Elem, D>, GpuError> {
        self.supports(S::Elem::TYPE)?;
        let mut bytes = Vec::with_capacity(array.len() * S::Elem::TYPE.bytes());
        let is_dense = array.as_slice_memory_order().is_some() && array.strides().iter().all(|&stride| stride >= 0);
        match array.as_slice_memory_order().filter(|_| is_dense) {
            Some(slice) => append(slice, &mut bytes),
            None => array.iter().for_each(|element| append(std::slice::from_ref(element), &mut bytes)),
        }
        let memory = self.allocate(bytes.len() as u64)?;
        self.write(memory.buffer(), &bytes);
        let strides = if is_dense { array.strides().to_vec() } else { row_major(array.shape()) };
        Ok(GpuArray { memory, sizes: array.raw_dim(), strides, elements: PhantomData })
    }
}

/// The strides of a dense array in row-major order.
pub(super) fn row_major(sizes: &[usize]) -> Vec<isize> {
    let mut strides: Vec<isize> = sizes
        .iter()
        .rev()
        .scan(1, |step, &size| {
            let stride = *step as isize;
            *step *= size;
            Some(stride)
        })
        .collect();
    strides.reverse();
    strides
}

impl<T, D: Dimension> GpuArray<T, D> {
    /// An array in memory that holds as many elements as the sizes say, at these strides.
    pub(super) fn new(memory: Memory, sizes: &[usize], strides: Vec<isize>) -> Self {
        let mut dim = D::zeros(sizes.len());
        dim.slice_mut().copy_from_slice(sizes);
        GpuArray { memory, sizes: dim, strides, elements: PhantomData }
    }
}

impl<T: GpuElement, D: Dimension> GpuArray<T, D> {
    /// The sizes along the axes.
    pub fn shape(&self) -> &[usize] {
        self.sizes.slice()
    }

    /// The sizes as `ndarray` takes them.
    pub fn raw_dim(&self) -> D {
        self.sizes.clone()
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.sizes.size()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The device on which it lives.
    pub fn gpu(&self) -> &Gpu {
        &self.memory.gpu
    }

    /// The same elements with the axes in the opposite order, as `ndarray`'s `reversed_axes`: nothing is copied.
    #[must_use]
    pub fn reversed_axes(mut self) -> Self {
        self.sizes.slice_mut().reverse();
        self.strides.reverse();
        self
    }

    /// The same elements in memory of their own, copied on the device when what is recorded before has run.
    ///
    /// # Errors
    ///
    /// [`GpuError::OutOfMemory`], [`GpuError::Lost`].
    pub fn copy(&self) -> Result<Self, GpuError> {
        let bytes = (self.len() * T::TYPE.bytes()) as u64;
        let memory = self.memory.gpu.allocate(bytes)?;
        self.memory.gpu.copy(self.memory.buffer(), memory.buffer(), bytes);
        Ok(GpuArray { memory, sizes: self.sizes.clone(), strides: self.strides.clone(), elements: PhantomData })
    }

    /// Waits until all calls that it depends on have run, and copies it to the host.
    ///
    /// # Errors
    ///
    /// [`GpuError::Arithmetic`] if a kernel since the last download has divided an integer by zero and the like, which
    /// names the call; [`GpuError::Lost`]; [`GpuError::OutOfMemory`].
    pub fn download(&self) -> Result<Array<T, D>, GpuError> {
        self.start()?.wait().map(|bytes| self.array(&bytes))
    }

    /// As [`download`](GpuArray::download), without holding up the thread.
    ///
    /// # Errors
    ///
    /// The same.
    pub async fn download_async(&self) -> Result<Array<T, D>, GpuError> {
        self.start()?.ready().await.map(|bytes| self.array(&bytes))
    }

    fn start(&self) -> Result<Download, GpuError> {
        self.memory.gpu.download(self.memory.buffer(), (self.len() * T::TYPE.bytes()) as u64)
    }

    fn array(&self, bytes: &[u8]) -> Array<T, D> {
        let mut strides = D::zeros(self.sizes.ndim());
        for (stride, &own) in strides.slice_mut().iter_mut().zip(&self.strides) {
            *stride = own.cast_unsigned();
        }
        let shape = self.sizes.clone();
        let elements = parse(bytes);
        if self.is_empty() {
            return Array::from_shape_vec(shape, elements).expect("no element for no place");
        }
        Array::from_shape_vec(shape.strides(strides), elements).expect("arrays on the device are dense")
    }

    pub(super) fn memory(&self) -> &Memory {
        &self.memory
    }

    pub(super) fn strides(&self) -> &[isize] {
        &self.strides
    }
}

impl<T: GpuElement> GpuArray<T, Ix0> {
    /// The only element: of a reduction over all axes, say. Waits as [`download`](GpuArray::download) does.
    ///
    /// # Errors
    ///
    /// The same.
    pub fn value(&self) -> Result<T, GpuError> {
        Ok(self.download()?.into_scalar())
    }
}

impl<T: GpuElement, D: Dimension> fmt::Debug for GpuArray<T, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GpuArray").field("type", &T::TYPE).field("shape", &self.shape()).finish_non_exhaustive()
    }
}
