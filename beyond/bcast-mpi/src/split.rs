//! Arrays of which each rank has a block.

use crate::World;
use bcast::ndarray::{
    Array, ArrayBase, ArrayView, ArrayViewMut, Axis, Data, Dimension, IntoDimension, ShapeBuilder, Slice,
};
use bcast::place::{Block, Here, OnOperand, OnTarget, PartOf};
use bcast::rank::Full;
use bcast::{Goal, Leaf, Operand, Target};
use mpi::traits::Equivalence;
use std::fmt;
use std::mem::MaybeUninit;
use std::ops::Range;

/// An array that is cut into blocks of neighbours along an axis, one for each rank; or one of which each rank has all,
/// as what reductions over the axis give.
///
/// An axis of one index is not cut.
#[derive(Clone, Debug, PartialEq)]
pub struct Split<T, D: Dimension> {
    block: Array<T, D>,
    sizes: Vec<usize>,
    cut: Option<Here>,
}

impl<T, D: Dimension> Split<T, D> {
    pub(crate) fn of(block: Array<T, D>, part: Option<PartOf>) -> Self {
        match part {
            Some(PartOf { sizes, cut }) => Split { block, sizes, cut: Some(cut) },
            None => Split { sizes: block.shape().to_vec(), block, cut: None },
        }
    }

    /// The sizes of all of it.
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// The axis along which it is cut, unless each rank has all of it.
    pub fn axis(&self) -> Option<usize> {
        Some(self.cut.as_ref()?.axis)
    }

    /// The indices along that axis which this rank has.
    pub fn indices(&self) -> Option<Range<usize>> {
        Some(self.cut.as_ref()?.indices.clone())
    }

    /// What this rank has of it.
    pub fn block(&self) -> &Array<T, D> {
        &self.block
    }

    /// The same.
    pub fn into_block(self) -> Array<T, D> {
        self.block
    }
}

impl<T, D: Dimension> From<Array<T, D>> for Split<T, D> {
    /// An array that every rank has, as it is.
    fn from(all: Array<T, D>) -> Self {
        Split::of(all, None)
    }
}

/// Why there is no array: a rank could not make its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failed<E> {
    /// This one.
    Here(E),
    /// Another one, which says why.
    Elsewhere,
}

impl<E: fmt::Display> fmt::Display for Failed<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failed::Here(error) => error.fmt(f),
            Failed::Elsewhere => f.write_str("it fails on another rank"),
        }
    }
}
impl<E: std::error::Error> std::error::Error for Failed<E> {}

impl World {
    /// An array that is cut along an axis, of which each rank computes its own elements from their indices.
    ///
    /// # Panics
    /// There is no such axis.
    pub fn from_shape_fn<T, D, E, F>(&self, shape: E, axis: usize, mut f: F) -> Split<T, D>
    where
        D: Dimension,
        E: IntoDimension<Dim = D>,
        F: FnMut(D::Pattern) -> T,
    {
        let sizes = shape.into_dimension();
        let cut = self.cut(sizes.slice(), axis);
        let (mut own, mut first) = (sizes.clone(), D::zeros(sizes.ndim()));
        if let Some(Here { indices, .. }) = &cut {
            (own[axis], first[axis]) = (indices.len(), indices.start);
        }
        let mut elements = Vec::with_capacity(own.size());
        for index in bcast::ndarray::indices(own.clone()) {
            let mut index = index.into_dimension();
            (0..index.ndim()).for_each(|axis| index[axis] += first[axis]);
            elements.push(f(index.into_pattern()));
        }
        let block = Array::from_shape_vec(own, elements).expect("an element for each index");
        Split { block, sizes: sizes.slice().to_vec(), cut }
    }

    /// An array that is cut along an axis, of which each rank makes its own block, or reads it: of the indices that it
    /// has along each axis.
    ///
    /// ```no_run
    /// # use bcast::ndarray::{Array2, Ix2};
    /// # use std::{io, ops::Range};
    /// # fn read(_: &[Range<usize>]) -> io::Result<Array2<f32>> { Err(io::ErrorKind::NotFound.into()) }
    /// # let world = unsafe { bcast_mpi::World::initialise() }.expect("the first one");
    /// // Each rank reads the rows that it has.
    /// let x = world.try_from_blocks((1_000_000, 10), 0, |indices| read(indices))?;
    /// # Ok::<(), bcast_mpi::Failed<io::Error>>(())
    /// ```
    ///
    /// # Errors
    /// It fails on a rank: there with the reason, and on all others.
    ///
    /// # Panics
    /// There is no such axis, or the block has other sizes.
    pub fn try_from_blocks<T, D, E, F>(
        &self,
        shape: impl IntoDimension<Dim = D>,
        axis: usize,
        block: F,
    ) -> Result<Split<T, D>, Failed<E>>
    where
        D: Dimension,
        F: FnOnce(&[Range<usize>]) -> Result<Array<T, D>, E>,
    {
        let sizes = shape.into_dimension().slice().to_vec();
        let cut = self.cut(&sizes, axis);
        let mut indices: Vec<Range<usize>> = sizes.iter().map(|&size| 0..size).collect();
        if let Some(cut) = &cut {
            indices[axis] = cut.indices.clone();
        }
        let made = block(&indices);
        if self.any(made.is_err()) {
            return Err(made.err().map_or(Failed::Elsewhere, Failed::Here));
        }
        let Ok(block) = made else { unreachable!("no rank has failed") };
        let own: Vec<usize> = indices.iter().map(Range::len).collect();
        assert_eq!(block.shape(), own, "a block of other sizes than those of {indices:?}");
        Ok(Split { block, sizes, cut })
    }

    /// An array that every rank has, cut along an axis.
    ///
    /// # Panics
    /// There is no such axis.
    pub fn split<T: Clone, S: Data<Elem = T>, D: Dimension>(&self, x: &ArrayBase<S, D>, axis: usize) -> Split<T, D> {
        let cut = self.cut(x.shape(), axis);
        let indices = cut.as_ref().map_or(0..x.shape()[axis], |cut| cut.indices.clone());
        let block = x.slice_axis(Axis(axis), Slice::from(indices)).to_owned();
        Split { block, sizes: x.shape().to_vec(), cut }
    }

    fn cut(&self, sizes: &[usize], axis: usize) -> Option<Here> {
        let size = sizes[axis];
        (size > 1).then(|| Here { axis, indices: self.indices(size, self.rank()) })
    }

    /// An array that one rank has, the `root`, cut along an axis: each rank is sent its block.
    ///
    /// # Panics
    /// The root has no array, or the array no such axis.
    pub fn scatter<T, D>(&self, root: usize, x: Option<&Array<T, D>>, axis: usize) -> Split<T, D>
    where
        T: Equivalence + Copy,
        D: Dimension,
    {
        let x = x.filter(|_| self.rank() == root);
        assert!(self.rank() != root || x.is_some(), "rank {root} scatters an array, and has none");
        let sizes = self.sizes_of(root, x.map(|x| x.shape()));
        let cut = self.cut(&sizes, axis);
        let indices = |rank| cut.as_ref().map_or(0..sizes[axis], |_| self.indices(sizes[axis], rank));
        let mut own = sizes.clone();
        own[axis] = indices(self.rank()).len();
        let mut block = uninit::<T, D>(&own);
        let mut bytes = vec![MaybeUninit::uninit(); own.iter().product::<usize>() * size_of::<T>()];
        match x {
            None => self.receive(root, &mut bytes),
            Some(x) => (0..self.size()).for_each(|rank| {
                let part = bytes_of(&x.slice_axis(Axis(axis), Slice::from(indices(rank))));
                match rank == root {
                    true => bytes.copy_from_slice(&part),
                    false => self.send(rank, &part),
                }
            }),
        }
        // SAFETY: the bytes of the elements of the block, in their order.
        unsafe { put(&mut block, axis, 0..own[axis], &bytes) };
        // SAFETY: these were all of it.
        Split { block: unsafe { block.assume_init() }, sizes, cut }
    }

    /// All of an array, on every rank.
    pub fn gathered<T, D>(&self, x: &Split<T, D>) -> Array<T, D>
    where
        T: Equivalence + Copy,
        D: Dimension,
    {
        let Some(Here { axis, .. }) = x.cut else { return x.block.clone() };
        let len = |rank| self.indices(x.sizes[axis], rank).len() * beside(&x.sizes, axis) * size_of::<T>();
        let mut lots: Vec<_> = (0..self.size()).map(|rank| vec![MaybeUninit::uninit(); len(rank)]).collect();
        lots[self.rank()] = bytes_of(&x.block);
        self.gather(&mut lots);
        // SAFETY: the bytes of the elements of a block, in their order.
        unsafe { self.whole(x, axis, |rank| std::mem::take(&mut lots[rank])) }
    }

    /// All of an array on one rank, the `root`.
    pub fn gathered_to<T, D>(&self, root: usize, x: &Split<T, D>) -> Option<Array<T, D>>
    where
        T: Equivalence + Copy,
        D: Dimension,
    {
        let Some(Here { axis, .. }) = x.cut else { return (self.rank() == root).then(|| x.block.clone()) };
        if self.rank() != root {
            self.send(root, &bytes_of(&x.block));
            return None;
        }
        let block = |rank| {
            if rank == root {
                return bytes_of(&x.block);
            }
            let len = self.indices(x.sizes[axis], rank).len() * beside(&x.sizes, axis) * size_of::<T>();
            let mut bytes = vec![MaybeUninit::uninit(); len];
            self.receive(rank, &mut bytes);
            bytes
        };
        // SAFETY: the bytes of the elements of a block, in their order.
        Some(unsafe { self.whole(x, axis, block) })
    }

    /// The array that the blocks of all ranks make.
    ///
    /// # Safety
    /// What is given for a rank are the bytes of the elements of its block, in row-major order.
    unsafe fn whole<T, D>(
        &self,
        x: &Split<T, D>,
        axis: usize,
        mut block: impl FnMut(usize) -> Vec<MaybeUninit<u8>>,
    ) -> Array<T, D>
    where
        T: Copy,
        D: Dimension,
    {
        let mut whole = uninit::<T, D>(&x.sizes);
        for rank in 0..self.size() {
            // SAFETY: as whoever calls says.
            unsafe { put(&mut whole, axis, self.indices(x.sizes[axis], rank), &block(rank)) };
        }
        // SAFETY: the blocks are all of it.
        unsafe { whole.assume_init() }
    }

    /// The same array cut along another axis: every rank sends to every other.
    ///
    /// # Panics
    /// There is no such axis.
    pub fn resplit<T, D>(&self, x: &Split<T, D>, axis: usize) -> Split<T, D>
    where
        T: Equivalence + Copy,
        D: Dimension,
    {
        let Some(old) = &x.cut else { return self.split(&x.block, axis) };
        let Some(cut) = self.cut(&x.sizes, axis).filter(|cut| cut.axis != old.axis) else {
            if old.axis == axis {
                return x.clone();
            }
            return Split { block: self.gathered(x), sizes: x.sizes.clone(), cut: None };
        };
        let mut sizes = x.sizes.clone();
        sizes[axis] = cut.indices.len();
        let mut block = uninit::<T, D>(&sizes);
        for round in 0..self.size() {
            let to = (self.rank() + round) % self.size();
            let from = (self.rank() + self.size() - round) % self.size();
            let theirs = Slice::from(self.indices(x.sizes[axis], to));
            let sent = bytes_of(&x.block.slice_axis(Axis(axis), theirs));
            let rows = self.indices(x.sizes[old.axis], from);
            let mut received = vec![MaybeUninit::uninit(); rows.len() * beside(&sizes, old.axis) * size_of::<T>()];
            self.exchange(to, &sent, from, &mut received);
            // SAFETY: the bytes of the elements that the other rank has of this block, in their order.
            unsafe { put(&mut block, old.axis, rows, &received) };
        }
        // SAFETY: all ranks have sent what they had of it.
        Split { block: unsafe { block.assume_init() }, sizes: x.sizes.clone(), cut: Some(cut) }
    }
}

/// Elements with one index along an axis.
fn beside(sizes: &[usize], axis: usize) -> usize {
    sizes.iter().enumerate().filter(|&(other, _)| other != axis).map(|(_, size)| size).product()
}

/// Elements in row-major order, as bytes.
fn bytes_of<T: Copy, S: Data<Elem = T>, D: Dimension>(x: &ArrayBase<S, D>) -> Vec<MaybeUninit<u8>> {
    // SAFETY: so many bytes are there; bytes may be gaps.
    let bytes = |elements: &[T]| unsafe {
        std::slice::from_raw_parts(elements.as_ptr().cast(), size_of_val(elements)).to_vec()
    };
    x.as_slice().map_or_else(|| bytes(&x.iter().copied().collect::<Vec<T>>()), bytes)
}

fn uninit<T, D: Dimension>(sizes: &[usize]) -> Array<MaybeUninit<T>, D> {
    let mut shape = D::zeros(sizes.len());
    shape.slice_mut().copy_from_slice(sizes);
    Array::uninit(shape.into_shape_with_order())
}

/// Fills indices of an axis with elements in row-major order.
///
/// # Safety
/// The bytes are those of as many elements.
unsafe fn put<T: Copy, D: Dimension>(
    whole: &mut Array<MaybeUninit<T>, D>,
    axis: usize,
    indices: Range<usize>,
    bytes: &[MaybeUninit<u8>],
) {
    let mut part = whole.slice_axis_mut(Axis(axis), Slice::from(indices));
    assert_eq!(part.len() * size_of::<T>(), bytes.len(), "an element for each place");
    if let Some(part) = part.as_slice_mut() {
        // SAFETY: there is room for so many bytes, and they are those of elements.
        unsafe { part.as_mut_ptr().cast::<MaybeUninit<u8>>().copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        return;
    }
    for (at, place) in part.iter_mut().enumerate() {
        // SAFETY: the bytes of an element begin here, wherever they lie.
        *place = MaybeUninit::new(unsafe { bytes.as_ptr().add(at * size_of::<T>()).cast::<T>().read_unaligned() });
    }
}

impl<T: Copy + Send + Sync, D: Dimension> OnOperand for Split<T, D> {
    type Elem = T;
    type Rank = Full<D>;
    type Leaf<'a>
        = Leaf<'a, T, Full<D>>
    where
        Self: 'a;
    fn leaf(&self) -> Leaf<'_, T, Full<D>> {
        match &self.cut {
            Some(cut) => Leaf::from_block(&self.block, &self.sizes, cut),
            None => Operand::leaf(&self.block),
        }
    }
}

impl<T: Copy + Send + Sync, D: Dimension> OnTarget for Split<T, D> {
    type Elem = T;
    type Rank = Full<D>;
    fn target(&mut self) -> Goal<'_, T, Full<D>> {
        match &self.cut {
            Some(cut) => Goal::from_block(&mut self.block, &self.sizes, cut),
            None => Target::target(&mut self.block),
        }
    }
}

impl<T, D: Dimension> bcast::slice::Slice for Split<T, D> {
    type Whole<'a>
        = Block<ArrayView<'a, T, D>>
    where
        Self: 'a;
    fn whole(&self) -> Self::Whole<'_> {
        Block::of(self.block.view(), self.cut.as_ref().map(|cut| (&self.sizes[..], cut)))
    }
}

impl<T, D: Dimension> bcast::slice::SliceMut for Split<T, D> {
    type Whole<'a>
        = Block<ArrayViewMut<'a, T, D>>
    where
        Self: 'a;
    fn whole_mut(&mut self) -> Self::Whole<'_> {
        Block::of(self.block.view_mut(), self.cut.as_ref().map(|cut| (&self.sizes[..], cut)))
    }
}
