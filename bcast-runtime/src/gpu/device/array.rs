//! Arrays that live on a device, and views of them.

use super::element::GpuElement;
use super::handle::Gpu;
use super::host::HostArray;
use super::layout::{Layout, row_major};
use super::memory::GpuMemory;
use super::transfer::Download;
use super::value::GpuValue;
use crate::error::GpuError;
use ndarray::{Array, Dimension, Ix0, RemoveAxis, ShapeBuilder, SliceArg};
use std::borrow::{Borrow, BorrowMut};
use std::fmt;
use std::marker::PhantomData;

/// An array on a [`Gpu`], with elements of type `T` and the dimension type `D`, as `ndarray` has them.
///
/// It is an operand, and by `&mut` a target, of `bcast!(#[gpu(&gpu)] ..)`, and what such calls yield: results stay on
/// the device until they are downloaded. Calls are only recorded, so a download is what waits, and what reports an
/// error that a kernel met.
///
/// ```
/// use bcast_runtime::{Gpu, ndarray::array};
/// # if Gpu::new().is_err() { return Ok(()) } // where there is none
/// let gpu = Gpu::new()?;
/// let x = gpu.upload(&array![[1_f32, 2., 3.], [4., 5., 6.]])?;
/// assert_eq!(x.shape(), [2, 3]);
/// assert_eq!(x.download()?[[1, 2]], 6.);
/// # Ok::<(), bcast_runtime::GpuError>(())
/// ```
///
/// # Coming from `ndarray`
///
/// What computes is a call; what only says where elements lie has the name that it has there.
///
/// | `ndarray` | here |
/// |---|---|
/// | `x.sum()`, `x.mean()`, `x.product()` | `bcast!(#[gpu(&gpu)] sum(x)).value()?`, `mean(x)`, `prod(x)` |
/// | `x.sum_axis(Axis(0))`, `x.mean_axis(..)` | `bcast!(#[gpu(&gpu)] sum[0](x))`, `mean[0](x)` |
/// | `x.mapv(f)`, `x.map(..)`, `Zip` | `bcast!(#[gpu(&gpu)] f.(x))`, with `#[elemental]` above `f` |
/// | `&x + &y`, `x += &y` | `bcast!(#[gpu(&gpu)] x .+ y)`, `bcast!(#[gpu(&gpu)] x .+= y)` |
/// | `a.dot(&b)` | `bcast!(#[gpu(&gpu)] sum[k](a @ (i, k) .* b @ (k, j)))` |
/// | `x.fill(1.)`, `x.assign(&y)` | `bcast!(#[gpu(&gpu)] x .= 1)`, `bcast!(#[gpu(&gpu)] x .= y)` |
/// | `x.fold(..)` | `bcast!(#[gpu(&gpu)] fold(x, 0, f))` |
/// | `x[[1, 2]]`, `x.iter()`, `x.to_vec()` | of `x.download()?`; `x.slice(s![1, 2]).value()?` |
/// | `concatenate`, `stack` | [`Gpu::concatenate`], [`Gpu::stack`] |
/// | `slice`, `t`, `row`, `index_axis`, `permuted_axes` | the same |
///
/// # Views
///
/// [`slice`](GpuArray::slice), [`t`](GpuArray::t) and the like give views, which borrow the array: [`GpuView`] to read
/// and [`GpuViewMut`] to write. They are operands and targets as arrays are; nothing is copied.
pub struct GpuArray<T, D, M = GpuMemory> {
    memory: M,
    layout: Layout<D>,
    elements: PhantomData<T>,
}

/// A part of a [`GpuArray`], or all of it, to read.
pub type GpuView<'a, T, D> = GpuArray<T, D, &'a GpuMemory>;

/// A part of a [`GpuArray`], or all of it, to write.
///
/// ```
/// use bcast_runtime::{Gpu, ndarray::{Array2, s}};
/// # if Gpu::new().is_err() { return Ok(()) } // where there is none
/// let gpu = Gpu::new()?;
/// let mut x = gpu.upload(&Array2::<f32>::zeros((4, 6)))?;
/// let corner = x.slice_mut(s![..2, ..;2]); // `bcast!(#[gpu(&gpu)] corner .= 1)` fills it
/// assert_eq!(corner.shape(), [2, 3]);
/// # Ok::<(), bcast_runtime::GpuError>(())
/// ```
pub type GpuViewMut<'a, T, D> = GpuArray<T, D, &'a mut GpuMemory>;

/// Where an array on the device begins.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) memory: &'a GpuMemory,
    /// In elements.
    pub(crate) start: usize,
}

impl Gpu {
    /// Copies an array to the device. It keeps its order in memory, row major if it is not dense. A slice, a `Vec` and
    /// `[T; N]` become arrays of one axis.
    ///
    /// ```
    /// # use bcast_runtime::{Gpu, ndarray::array};
    /// # if Gpu::new().is_err() { return Ok(()) } // where there is none
    /// let gpu = Gpu::new()?;
    /// let x = gpu.upload(&array![[1, 2], [3, 4]])?;
    /// let y = gpu.upload(&vec![0.5_f32; 100])?;
    /// assert_eq!((x.shape(), y.shape()), (&[2, 2][..], &[100][..]));
    /// # Ok::<(), bcast_runtime::GpuError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`GpuError::OutOfMemory`], [`GpuError::TooLarge`], [`GpuError::Lost`], or [`GpuError::Unsupported`] if the
    /// device has no elements of this type.
    pub fn upload<A: HostArray + ?Sized>(&self, array: &A) -> Result<GpuArray<A::Elem, A::Dim>, GpuError> {
        self.supports(A::Elem::TYPE)?;
        let array = array.elements();
        let mut bytes = Vec::with_capacity(array.len() * A::Elem::TYPE.bytes());
        let is_dense = array.as_slice_memory_order().is_some() && array.strides().iter().all(|&stride| stride >= 0);
        match array.as_slice_memory_order().filter(|_| is_dense) {
            Some(slice) => A::Elem::append(slice, &mut bytes),
            None => array.iter().for_each(|element| A::Elem::append(std::slice::from_ref(element), &mut bytes)),
        }
        let memory = self.allocate(bytes.len() as u64).map_err(|error| error.of_array("an array", array.shape()))?;
        self.write(memory.buffer(), &bytes)?;
        let strides = if is_dense { array.strides().to_vec() } else { row_major(array.shape()) };
        Ok(GpuArray::new(memory, array.shape(), strides))
    }
}

/// An array of the host from how its elements lie on the device.
fn array<T: GpuElement, D: Dimension>(bytes: &[u8], layout: &Layout<D>) -> Array<T, D> {
    let (sizes, elements) = (layout.sizes.clone(), T::parse(bytes));
    if layout.len() == 0 {
        return Array::from_shape_vec(sizes, elements).expect("no element for no place");
    }
    let mut strides = D::zeros(layout.strides.len());
    for (stride, &own) in strides.slice_mut().iter_mut().zip(&layout.strides) {
        *stride = own.cast_unsigned();
    }
    Array::from_shape_vec(sizes.strides(strides), elements).expect("dense elements")
}

impl<T, D: Dimension> GpuArray<T, D> {
    /// An array in memory that holds as many elements as the sizes say, at these strides.
    pub(crate) fn new(memory: GpuMemory, sizes: &[usize], strides: Vec<isize>) -> Self {
        GpuArray { memory, layout: Layout::new(sizes, strides), elements: PhantomData }
    }

    /// The memory, from whose first element on it lies, sizes and strides.
    pub(crate) fn into_parts(self) -> (GpuMemory, Vec<usize>, Vec<isize>) {
        debug_assert_eq!(self.layout.start, 0, "the results of calls begin where their memory does");
        (self.memory, self.layout.sizes.slice().to_vec(), self.layout.strides)
    }
}

impl<T: GpuElement, D: Dimension, M: Borrow<GpuMemory>> GpuArray<T, D, M> {
    /// The sizes along the axes.
    pub fn shape(&self) -> &[usize] {
        self.layout.sizes.slice()
    }

    /// The sizes as `ndarray` takes them.
    pub fn raw_dim(&self) -> D {
        self.layout.sizes.clone()
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.layout.len()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The device on which it lives.
    pub fn gpu(&self) -> &Gpu {
        &self.memory().gpu
    }

    /// A view of elements that lie elsewhere in its memory.
    pub(super) fn relaid<E>(&self, layout: impl FnOnce(&Layout<D>) -> Layout<E>) -> GpuView<'_, T, E> {
        GpuArray { memory: self.memory(), layout: layout(&self.layout), elements: PhantomData }
    }

    /// All of it, to read.
    pub fn view(&self) -> GpuView<'_, T, D> {
        GpuArray { memory: self.memory(), layout: self.layout.clone(), elements: PhantomData }
    }

    /// A part of it, as `ndarray`'s `slice`: `x.slice(s![1.., ..;-2])`.
    ///
    /// # Panics
    ///
    /// If an index lies outside, a step is 0, or, with a dynamic rank, the number of axes is another one.
    #[track_caller]
    pub fn slice<I: SliceArg<D>>(&self, info: I) -> GpuView<'_, T, I::OutDim> {
        GpuArray { memory: self.memory(), layout: self.layout.slice(&info), elements: PhantomData }
    }

    /// The same, of which the array becomes a part.
    #[track_caller]
    pub(super) fn slice_move<I: SliceArg<D>>(self, info: I) -> GpuArray<T, I::OutDim, M> {
        GpuArray { memory: self.memory, layout: self.layout.slice(&info), elements: PhantomData }
    }

    /// The same elements with the axes in the opposite order.
    pub fn t(&self) -> GpuView<'_, T, D> {
        self.view().reversed_axes()
    }

    /// The same elements with the axes in the opposite order, as `ndarray`'s `reversed_axes`.
    #[must_use]
    pub fn reversed_axes(mut self) -> Self {
        self.layout = self.layout.reversed_axes();
        self
    }

    /// The same elements with the axes in another order, as `ndarray`'s `permuted_axes`: axis `i` is what was
    /// `axes[i]`.
    ///
    /// # Panics
    ///
    /// If not each axis is named once.
    #[must_use]
    #[track_caller]
    pub fn permuted_axes(mut self, axes: D) -> Self {
        self.layout = self.layout.permuted_axes(axes.slice());
        self
    }

    /// Waits until all calls that it depends on have run, and copies it to the host.
    ///
    /// # Errors
    ///
    /// [`GpuError::Arithmetic`] if a kernel that has written it, or what it was computed from, has divided an integer
    /// by zero and the like: it names the call, and is said at each download. [`GpuError::Lost`];
    /// [`GpuError::OutOfMemory`].
    pub fn download(&self) -> Result<Array<T, D>, GpuError> {
        let (download, layout) = self.start()?;
        download.wait().map(|bytes| array(&bytes, &layout))
    }

    /// As [`download`](GpuArray::download), without holding up the thread.
    ///
    /// ```
    /// # use bcast_runtime::{Gpu, ndarray::array};
    /// # if Gpu::new().is_err() { return Ok(()) } // where there is none
    /// let gpu = Gpu::new()?;
    /// let x = gpu.upload(&array![1, 2, 3])?;
    /// let task = async { x.download_async().await };
    /// assert_eq!(pollster::block_on(task)?, array![1, 2, 3]); // any executor will do
    /// # Ok::<(), bcast_runtime::GpuError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The same.
    pub async fn download_async(&self) -> Result<Array<T, D>, GpuError> {
        let (download, layout) = self.start()?;
        download.ready().await.map(|bytes| array(&bytes, &layout))
    }

    /// What is on its way, and how it lies there.
    fn start(&self) -> Result<(Download, Layout<D>), GpuError> {
        let size = T::TYPE.bytes();
        let (start, bytes) = (self.layout.start * size, self.len() * size);
        // Copies begin at whole words.
        if !self.layout.is_dense() || !start.is_multiple_of(4) {
            return self.copy()?.start();
        }
        let download = self.gpu().download(self.memory().buffer(), start as u64, bytes as u64)?;
        Ok((download, self.layout.clone()))
    }

    pub(crate) fn memory(&self) -> &GpuMemory {
        self.memory.borrow()
    }

    pub(crate) fn place(&self) -> Place<'_> {
        Place { memory: self.memory(), start: self.layout.start }
    }

    /// How many elements lie from each to the next along each axis, as `ndarray` has it.
    pub fn strides(&self) -> &[isize] {
        &self.layout.strides
    }
}

impl<T: GpuElement, D: Dimension, M: BorrowMut<GpuMemory>> GpuArray<T, D, M> {
    /// All of it, to write.
    pub fn view_mut(&mut self) -> GpuViewMut<'_, T, D> {
        GpuArray { memory: self.memory.borrow_mut(), layout: self.layout.clone(), elements: PhantomData }
    }

    /// A part of it to write, as `ndarray`'s `slice_mut`.
    ///
    /// # Panics
    ///
    /// As [`slice`](GpuArray::slice).
    #[track_caller]
    pub fn slice_mut<I: SliceArg<D>>(&mut self, info: I) -> GpuViewMut<'_, T, I::OutDim> {
        let layout = self.layout.slice(&info);
        GpuArray { memory: self.memory.borrow_mut(), layout, elements: PhantomData }
    }
}

impl<T, D, M> GpuArray<T, D, M> {
    pub(super) fn layout(&self) -> &Layout<D> {
        &self.layout
    }

    /// The same memory, whose elements lie in another way.
    pub(super) fn with_layout<E>(self, layout: impl FnOnce(&Layout<D>) -> Layout<E>) -> GpuArray<T, E, M> {
        GpuArray { layout: layout(&self.layout), memory: self.memory, elements: PhantomData }
    }
}

impl<'a, T, D> GpuView<'a, T, D> {
    /// Where it begins, as long as the array is lent.
    pub(crate) fn lent(&self) -> Place<'a> {
        Place { memory: self.memory, start: self.layout.start }
    }
}

impl<T, D: Clone> Clone for GpuView<'_, T, D> {
    fn clone(&self) -> Self {
        GpuArray { memory: self.memory, layout: self.layout.clone(), elements: PhantomData }
    }
}

impl<T: GpuElement, D: RemoveAxis, M> GpuArray<T, D, M> {
    /// The last axis as the components of vectors, in memory that is made of its own; itself if they do not lie so.
    #[track_caller]
    pub(crate) fn into_vectors<V: GpuElement, N>(
        self,
        memory: impl FnOnce(M) -> N,
    ) -> Result<GpuArray<V, D::Smaller, N>, Self> {
        match self.layout.vectors(V::TYPE.bytes() / T::TYPE.bytes()) {
            Some(layout) => Ok(GpuArray { memory: memory(self.memory), layout, elements: PhantomData }),
            None => Err(self),
        }
    }
}

impl<T: GpuElement, M: Borrow<GpuMemory>> GpuArray<T, Ix0, M> {
    /// The only element: of a reduction over all axes, say. Waits as [`download`](GpuArray::download) does.
    ///
    /// # Errors
    ///
    /// The same.
    pub fn value(&self) -> Result<T, GpuError> {
        Ok(self.download()?.into_scalar())
    }
}

impl<T: GpuElement, D: Dimension, M: Borrow<GpuMemory>> fmt::Debug for GpuArray<T, D, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GpuArray").field("type", &T::TYPE).field("shape", &self.shape()).finish_non_exhaustive()
    }
}
