//! What slices take of arrays that are cut: views of blocks.

use crate::operand::{Leaf, Operand};
use crate::parts::{OnOperand, OnTarget};
use crate::place::Here;
use crate::rank::Full;
use crate::slice::{Cut, Entries, Slice, SliceMut, Sliced};
use crate::target::{Goal, Target};
use ndarray::{ArrayBase, ArrayView, ArrayViewMut, Dimension, RawData, SliceInfoElem};

/// A view of an array of which each process has a block, or of one of which each has all. What implements
/// [`Slice`](crate::slice::Slice) with it can be sliced in calls on a place: along axes that are not cut. What would
/// take some of the indices of the one that is cut is an error of the call.
pub struct Block<V>(Of<V>);

enum Of<V> {
    All(V),
    Part {
        block: V,
        sizes: Vec<usize>,
        cut: Here,
    },
    /// Some of the indices along this axis, along which the array is cut.
    Across {
        sizes: Vec<usize>,
        strides: Vec<isize>,
        axis: usize,
    },
}

/// What a slice takes of an array that is cut.
enum Taken<const COUNT: usize> {
    /// Of the block, with what this is a part of.
    Part([SliceInfoElem; COUNT], Vec<usize>, Here),
    Across(Vec<usize>),
}

impl<const COUNT: usize> Taken<COUNT> {
    #[track_caller]
    fn of<const DROPPED: usize>(entries: Entries<COUNT, DROPPED>, sizes: &[usize], cut: &Here) -> Self {
        let mut list = entries.within(sizes);
        let taken: Vec<usize> = list.iter().filter_map(len).collect();
        let of_cut = &mut list[cut.axis];
        if !matches!(*of_cut, SliceInfoElem::Slice { start: 0, step: 1, .. }) || len(of_cut) != Some(sizes[cut.axis]) {
            return Taken::Across(taken);
        }
        *of_cut = SliceInfoElem::Slice { start: 0, end: None, step: 1 };
        let axis = list[..cut.axis].iter().filter(|entry| !entry.is_index()).count();
        Taken::Part(list, taken, Here { axis, ..cut.clone() })
    }
}

/// How many indices an entry leaves, unless its axis is gone.
fn len(entry: &SliceInfoElem) -> Option<usize> {
    let SliceInfoElem::Slice { start, end: Some(end), step } = *entry else { return None };
    Some(((end - start) as usize).div_ceil(step.unsigned_abs()))
}

impl<S: RawData, D: Dimension> Block<ArrayBase<S, D>> {
    /// A block of an array of these sizes, or all of an array.
    ///
    /// # Panics
    /// The block has other sizes than what is cut out.
    pub fn of(block: ArrayBase<S, D>, part: Option<(&[usize], &Here)>) -> Self {
        let Some((sizes, cut)) = part else { return Block(Of::All(block)) };
        cut.check(block.shape(), sizes);
        Block(Of::Part { block, sizes: sizes.to_vec(), cut: cut.clone() })
    }
}

macro_rules! blocks {
    ($($view:ident $trait:ident $whole:ident $lent:ident [$($mutable:tt)?];)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T, D: Dimension> $trait for Block<$view<'_, T, D>> {
            type Whole<'a>
                = Block<$view<'a, T, D>>
            where
                Self: 'a;
            fn $whole(&$($mutable)? self) -> Self::Whole<'_> {
                Block(match &$($mutable)? self.0 {
                    Of::All(view) => Of::All(view.$lent()),
                    Of::Part { block, sizes, cut } => {
                        Of::Part { block: block.$lent(), sizes: sizes.clone(), cut: cut.clone() }
                    }
                    Of::Across { sizes, strides, axis } => {
                        Of::Across { sizes: sizes.clone(), strides: strides.clone(), axis: *axis }
                    }
                })
            }
        }

        #[diagnostic::do_not_recommend]
        impl<'a, T, D, const N: usize, const K: usize> Cut<N, K> for Block<$view<'a, T, D>>
        where
            D: Sliced<N, K>,
        {
            type View = Block<$view<'a, T, D::View>>;
            #[track_caller]
            fn cut(self, entries: Entries<N, K>) -> Self::View {
                let (sizes, axis) = match self.0 {
                    Of::All(view) => return Block(Of::All(view.cut(entries))),
                    Of::Part { block, sizes, cut } => {
                        let axis = cut.axis;
                        match Taken::of(entries, &sizes, &cut) {
                            Taken::Part(list, sizes, cut) => {
                                let block = block.slice_move(D::info(list));
                                return Block(Of::Part { block, sizes, cut });
                            }
                            Taken::Across(sizes) => (sizes, axis),
                        }
                    }
                    Of::Across { sizes, axis, .. } => {
                        (entries.within(&sizes).iter().filter_map(len).collect(), axis)
                    }
                };
                Block(Of::Across { strides: vec![0; sizes.len()], sizes, axis })
            }
        }
    )*};
}
blocks! {
    ArrayView Slice whole view [];
    ArrayViewMut SliceMut whole_mut view_mut [mut];
}

#[diagnostic::do_not_recommend]
impl<T: Copy + Send + Sync, D: Dimension> OnOperand for Block<ArrayView<'_, T, D>> {
    type Elem = T;
    type Rank = Full<D>;
    type Leaf<'a>
        = Leaf<'a, T, Full<D>>
    where
        Self: 'a;
    fn leaf(&self) -> Leaf<'_, T, Full<D>> {
        match &self.0 {
            Of::All(view) => Operand::leaf(view),
            Of::Part { block, sizes, cut } => Leaf::from_block(block, sizes, cut),
            Of::Across { sizes, strides, axis } => Leaf::across(sizes, strides, *axis),
        }
    }
}

#[diagnostic::do_not_recommend]
impl<T: Copy + Send + Sync, D: Dimension> OnTarget for Block<ArrayViewMut<'_, T, D>> {
    type Elem = T;
    type Rank = Full<D>;
    fn target(&mut self) -> Goal<'_, T, Full<D>> {
        match &mut self.0 {
            Of::All(view) => Target::target(view),
            Of::Part { block, sizes, cut } => Goal::from_block(block, sizes, cut),
            Of::Across { sizes, strides, axis } => Goal::across(sizes, strides, *axis),
        }
    }
}
