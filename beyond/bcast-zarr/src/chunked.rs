//! Arrays of Zarr with their types.

use crate::copy::{At, row_major};
use crate::inner::{Inner, Reading};
use crate::view::View;
use crate::{Element, Error, Store};
use bcast::ndarray::{Array, Dimension, IntoDimension, ShapeBuilder};
use bcast::place::{OnOperand, OnTarget};
use bcast::rank::Full;
use bcast::{Goal, Leaf};
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;
use zarrs::array::ArrayBuilder;
use zarrs::array::codec::Crc32cCodec;

/// An array of Zarr, of elements `T` and with the axes of `D`: an operand and a target of calls on a
/// [`Zarr`](crate::Zarr).
pub struct Chunked<T, D> {
    inner: View,
    types: PhantomData<fn() -> (T, D)>,
}

impl<T: Element, D: Dimension> Chunked<T, D> {
    /// Opens an array, of version 2 or 3 of Zarr. Paths begin with `/`.
    ///
    /// # Errors
    /// There is none, or its elements or axes are others.
    pub fn open(store: &Store, path: &str) -> Result<Self, Error> {
        let array = zarrs::array::Array::open(store.readable.clone(), path);
        Chunked::of(store, array.map_err(|error| said(path, error))?)
    }

    /// Makes an array of these sizes, with chunks of these. Chunks are not compressed, and have a checksum; the fill
    /// value is zero. One that is there is replaced.
    ///
    /// # Errors
    /// The store cannot be written.
    pub fn create(
        store: &Store,
        path: &str,
        sizes: impl IntoDimension<Dim = D>,
        chunks: impl IntoDimension<Dim = D>,
    ) -> Result<Self, Error> {
        let list = |sizes: D| sizes.slice().iter().map(|&size| size as u64).collect::<Vec<_>>();
        let (sizes, chunks) = (list(sizes.into_dimension()), list(chunks.into_dimension()));
        let mut builder = ArrayBuilder::new(sizes, chunks, T::data_type(), T::default().fill_value());
        builder.bytes_to_bytes_codecs(vec![Arc::new(Crc32cCodec::new())]);
        Chunked::build(store, path, &builder)
    }

    /// Makes an array as `zarrs` is told: with its codecs, shards, fill values, names of axes.
    ///
    /// ```
    /// use bcast::ndarray::Ix1;
    /// use bcast_zarr::{Chunked, Store};
    /// use bcast_zarr::zarrs::array::{ArrayBuilder, data_type};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let folder = tempfile::tempdir()?;
    /// let store = Store::files(folder.path())?;
    /// let mut builder = ArrayBuilder::new(vec![1000], vec![100], data_type::float32(), f32::NAN);
    /// builder.dimension_names(Some(["time"]));
    /// let x = Chunked::<f32, Ix1>::build(&store, "/x", &builder)?;
    /// assert!(x.read()?.iter().all(|x| x.is_nan()), "nothing has been written");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// The store cannot be written, or what is told does not fit.
    pub fn build(store: &Store, path: &str, builder: &ArrayBuilder) -> Result<Self, Error> {
        let array = builder.build(store.readable.clone(), path).map_err(|error| said(path, error))?;
        let chunked = Chunked::of(store, array)?;
        chunked.inner.write_metadata()?;
        Ok(chunked)
    }

    fn of(store: &Store, array: zarrs::array::Array<dyn zarrs::storage::ReadableStorageTraits>) -> Result<Self, Error> {
        let path = array.path().as_str().to_string();
        T::validate_data_type(array.data_type()).map_err(|_| {
            let (has, wants) = (array.data_type(), std::any::type_name::<T>());
            said(&path, format!("its elements are {has:?}, and no `{wants}`"))
        })?;
        let rank = array.shape().len();
        if D::NDIM.is_some_and(|wanted| wanted != rank) {
            return Err(said(&path, format!("it has {rank} axes")));
        }
        let inner = Inner::new(store, array, (size_of::<T>(), T::IS_BOOL))?;
        Ok(Chunked { inner: View::all(inner), types: PhantomData })
    }

    pub(crate) fn view(&self) -> &View {
        &self.inner
    }

    /// Its sizes.
    pub fn sizes(&self) -> &[usize] {
        &self.inner.sizes
    }

    /// Its path in the store.
    pub fn path(&self) -> &str {
        self.inner.path()
    }

    /// All of it, in memory.
    ///
    /// # Errors
    /// A chunk cannot be read.
    pub fn read(&self) -> Result<Array<T, D>, Error> {
        self.read_part(&self.inner.sizes.iter().map(|&size| 0..size).collect::<Vec<_>>())
    }

    /// What has these indices along each axis, in memory. Of the chunks, those are read that have some of it.
    ///
    /// # Errors
    /// There are no such indices, or a chunk cannot be read.
    pub fn read_part(&self, indices: &[Range<usize>]) -> Result<Array<T, D>, Error> {
        let is_inside = |(range, &size): (&Range<usize>, &usize)| range.start <= range.end && range.end <= size;
        if indices.len() != self.sizes().len() || !indices.iter().zip(self.sizes()).all(is_inside) {
            return Err(self.inner.said(format!("there is no part {indices:?} of {:?}", self.sizes())));
        }
        let sizes: Vec<usize> = indices.iter().map(Range::len).collect();
        let mut part = Array::from_elem(dimension::<D>(&sizes).into_shape_with_order(), T::default());
        let to = At { ptr: part.as_mut_ptr().cast(), strides: row_major(&sizes, size_of::<T>()) };
        let reading = Reading { threads: threads(), requires_chunks: false };
        // SAFETY: the array has these sizes, in row-major order; bytes are checked to be elements.
        unsafe { self.inner.read(indices, &to, reading) }?;
        Ok(part)
    }

    /// Writes all of it.
    ///
    /// # Errors
    /// The sizes differ, or a chunk cannot be written.
    pub fn write(&mut self, all: &Array<T, D>) -> Result<(), Error> {
        if all.shape() != self.sizes() {
            return Err(self.inner.said(format!("the sizes are {:?}, and not {:?}", self.sizes(), all.shape())));
        }
        self.inner.forget_all()?;
        let all = all.as_standard_layout();
        let from = At { ptr: all.as_ptr().cast_mut().cast(), strides: row_major(&self.inner.sizes, size_of::<T>()) };
        let indices: Vec<Range<usize>> = self.inner.sizes.iter().map(|&size| 0..size).collect();
        // SAFETY: the array has these elements, in row-major order.
        unsafe { self.inner.write(&indices, &from, threads()) }
    }

    /// Writes all of it, each element by its indices, chunk by chunk.
    ///
    /// # Errors
    /// A chunk cannot be written.
    pub fn write_from(&mut self, element: impl Fn(D::Pattern) -> T + Sync) -> Result<(), Error> {
        self.write_chunks(|indices| {
            let sizes: Vec<usize> = indices.iter().map(Range::len).collect();
            let of = |index: D::Pattern| {
                let mut index = index.into_dimension();
                indices.iter().enumerate().for_each(|(axis, indices)| index[axis] += indices.start);
                element(index.into_pattern())
            };
            Array::from_shape_fn(dimension::<D>(&sizes).into_shape_with_order(), of)
        })
    }

    /// Writes all of it, chunk by chunk, each of which is made of its indices.
    ///
    /// # Errors
    /// A chunk cannot be written, or has other sizes.
    pub fn write_chunks(&mut self, chunk: impl Fn(&[Range<usize>]) -> Array<T, D> + Sync) -> Result<(), Error> {
        self.inner.forget_all()?;
        self.inner.each_chunk(threads(), |indices| {
            let made = chunk(indices);
            let sizes: Vec<usize> = indices.iter().map(Range::len).collect();
            if made.shape() != sizes {
                return Err(self.inner.said(format!("a chunk has the sizes {sizes:?}, and not {:?}", made.shape())));
            }
            let made = made.as_standard_layout();
            let from = At { ptr: made.as_ptr().cast_mut().cast(), strides: row_major(&sizes, size_of::<T>()) };
            // SAFETY: the chunk has these elements, in row-major order.
            unsafe { self.inner.write(indices, &from, 1) }
        })
    }
}

fn said(path: &str, why: impl std::fmt::Display) -> Error {
    Error::Array { array: path.to_string(), why: why.to_string() }
}

fn dimension<D: Dimension>(sizes: &[usize]) -> D {
    let mut shape = D::zeros(sizes.len());
    shape.slice_mut().copy_from_slice(sizes);
    shape
}

pub(crate) fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl<T: Element, D: Dimension> OnOperand for Chunked<T, D> {
    type Elem = T;
    type Rank = Full<D>;
    type Leaf<'a>
        = Leaf<'a, T, Full<D>>
    where
        Self: 'a;
    fn leaf(&self) -> Leaf<'_, T, Full<D>> {
        // SAFETY: its elements were found to be of this type.
        unsafe { self.inner.leaf() }
    }
}

impl<T: Element, D: Dimension> OnTarget for Chunked<T, D> {
    type Elem = T;
    type Rank = Full<D>;
    fn target(&mut self) -> Goal<'_, T, Full<D>> {
        // SAFETY: as for an operand; it is borrowed to be written.
        unsafe { Goal::out_of_core(&self.inner, &self.inner.sizes, &self.inner.strides) }
    }
}
