//! `x[1..-1, 0]`: views of arrays, by one entry for each axis.
//!
//! `ndarray` makes the views. Here is what the macro's entries mean, and that they fit: out of range they panic as an
//! index does, in the words of the call.

mod lent;
mod vectors;

use ndarray::{
    ArrayView, ArrayViewMut, Dimension, Ix0, Ix1, Ix2, Ix3, Ix4, Ix5, Ix6, IxDyn, ShapeBuilder, SliceArg, SliceInfo,
    SliceInfoElem,
};

pub use lent::{Slice, SliceMut};
pub(crate) use vectors::in_vectors;

/// What one entry takes of its axis.
#[derive(Clone, Copy)]
pub enum Entry {
    /// One index: the axis is gone.
    At(isize),
    /// From a bound on, to an end, in steps. Bounds below 0 count from the end.
    Range(isize, End, isize),
}

/// Where a range ends.
#[derive(Clone, Copy)]
pub enum End {
    /// With its axis.
    Open,
    /// Before this one.
    Before(isize),
    /// With this one.
    Through(isize),
}

/// All of an axis.
#[doc(hidden)]
#[inline(always)]
pub fn all() -> Entry {
    Entry::Range(0, End::Open, 1)
}

/// One index.
#[doc(hidden)]
#[inline(always)]
pub fn at(index: isize) -> Entry {
    Entry::At(index)
}

/// `start..`
#[doc(hidden)]
#[inline(always)]
pub fn from(entry: Entry, start: isize) -> Entry {
    match entry {
        Entry::Range(_, end, step) => Entry::Range(start, end, step),
        at => at,
    }
}

/// `..end`
#[doc(hidden)]
#[inline(always)]
pub fn to(entry: Entry, end: isize) -> Entry {
    match entry {
        Entry::Range(start, _, step) => Entry::Range(start, End::Before(end), step),
        at => at,
    }
}

/// `..=last`
#[doc(hidden)]
#[inline(always)]
pub fn through(entry: Entry, last: isize) -> Entry {
    match entry {
        Entry::Range(start, _, step) => Entry::Range(start, End::Through(last), step),
        at => at,
    }
}

/// `..;step`
#[doc(hidden)]
#[inline(always)]
pub fn by(entry: Entry, step: isize) -> Entry {
    match entry {
        Entry::Range(start, end, _) => Entry::Range(start, end, step),
        at => at,
    }
}

/// What stands in an entry of a slice: an integer.
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` cannot stand in a slice",
    label = "not an integer",
    note = "an entry is an index or a range of indices, `a..b` or `a..b;step`; those below 0 count from the end"
)]
pub trait Bound {
    #[doc(hidden)]
    fn bound(self) -> isize;
}

macro_rules! bounds {
    ($($t:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Bound for $t {
            #[inline]
            fn bound(self) -> isize {
                // What no array has is out of range in any case.
                isize::try_from(self).unwrap_or(if self > (0 as $t) { isize::MAX } else { isize::MIN })
            }
        }
    )*};
}
bounds! { i8 i16 i32 i64 isize u8 u16 u32 u64 usize }

/// The entries of a slice, of which so many are a single index, and how the macro's user wrote it.
pub struct Entries<const COUNT: usize, const DROPPED: usize> {
    list: [Entry; COUNT],
    written: &'static str,
}

/// The entries of the slice that is `written` so.
#[doc(hidden)]
#[inline(always)]
pub fn entries<const DROPPED: usize, const COUNT: usize>(
    written: &'static str,
    list: [Entry; COUNT],
) -> Entries<COUNT, DROPPED> {
    Entries { list, written }
}

/// The dimensions of arrays that slices of `COUNT` entries take, of which `DROPPED` are a single index.
pub trait Sliced<const COUNT: usize, const DROPPED: usize>: Dimension {
    /// The dimension of the view.
    type View: Dimension;
    #[doc(hidden)]
    type Info: SliceArg<Self, OutDim = Self::View>;
    #[doc(hidden)]
    fn info(list: [SliceInfoElem; COUNT]) -> Self::Info;
}

macro_rules! sliced {
    ($($array:ident $count:literal: $($dropped:literal $view:ident)*;)*) => {$($(
        #[diagnostic::do_not_recommend]
        impl Sliced<$count, $dropped> for $array {
            type View = $view;
            type Info = SliceInfo<[SliceInfoElem; $count], $array, $view>;
            fn info(list: [SliceInfoElem; $count]) -> Self::Info {
                Self::Info::try_from(list).expect("the types say how many entries there are")
            }
        }
    )*)*};
}
sliced! {
    Ix1 1: 0 Ix1 1 Ix0;
    Ix2 2: 0 Ix2 1 Ix1 2 Ix0;
    Ix3 3: 0 Ix3 1 Ix2 2 Ix1 3 Ix0;
    Ix4 4: 0 Ix4 1 Ix3 2 Ix2 3 Ix1 4 Ix0;
    Ix5 5: 0 Ix5 1 Ix4 2 Ix3 3 Ix2 4 Ix1 5 Ix0;
    Ix6 6: 0 Ix6 1 Ix5 2 Ix4 3 Ix3 4 Ix2 5 Ix1 6 Ix0;
}
#[diagnostic::do_not_recommend]
impl<const COUNT: usize, const DROPPED: usize> Sliced<COUNT, DROPPED> for IxDyn {
    type View = IxDyn;
    type Info = SliceInfo<Vec<SliceInfoElem>, IxDyn, IxDyn>;
    fn info(list: [SliceInfoElem; COUNT]) -> Self::Info {
        Self::Info::try_from(list.to_vec()).expect("dynamic ranks take any number of entries")
    }
}

impl<const COUNT: usize, const DROPPED: usize> Entries<COUNT, DROPPED> {
    /// The entries as `ndarray` takes them, of an array of these sizes: with ends of ranges, and from 0 on.
    ///
    /// # Panics
    ///
    /// If one of them is out of range.
    #[inline(always)]
    #[track_caller]
    pub fn within(self, sizes: &[usize]) -> [SliceInfoElem; COUNT] {
        assert!(
            sizes.len() == COUNT,
            "bcast!: `{}` has {COUNT} entries for the {} axes of the array",
            self.written,
            sizes.len()
        );
        let mut list = [SliceInfoElem::NewAxis; COUNT];
        for (axis, (to, &entry)) in list.iter_mut().zip(&self.list).enumerate() {
            *to = self.entry(entry, axis, sizes[axis]);
        }
        list
    }

    #[inline(always)]
    #[track_caller]
    fn entry(&self, entry: Entry, axis: usize, size: usize) -> SliceInfoElem {
        let length = size as isize;
        let of = (self.written, axis, length);
        match entry {
            Entry::At(index) => SliceInfoElem::Index(place(index, length - 1, of)),
            Entry::Range(start, end, step) => {
                assert!(step != 0, "bcast!: a step of 0 in `{}`", self.written);
                let start = place(start, length, of);
                let end = match end {
                    End::Open => length,
                    End::Before(end) => place(end, length, of),
                    End::Through(last) => place(last, length - 1, of) + 1,
                };
                SliceInfoElem::Slice { start, end: Some(end.max(start)), step }
            }
        }
    }
}

/// A bound counted from the front, at most so large, of an axis of what is written so.
#[inline(always)]
#[track_caller]
fn place(bound: isize, most: isize, (written, axis, length): (&str, usize, isize)) -> isize {
    let place = if bound < 0 { bound.saturating_add(length) } else { bound };
    if !(0..=most).contains(&place) {
        out_of_range(written, bound, axis, length);
    }
    place
}

#[cold]
#[track_caller]
fn out_of_range(written: &str, bound: isize, axis: usize, length: isize) -> ! {
    panic!("bcast!: {bound} is out of range in `{written}`: axis {axis} has length {length}")
}

/// All of an array, of which entries take a part.
#[diagnostic::on_unimplemented(
    message = "bcast!: a slice with another number of entries than the array has axes",
    label = "write an entry for each axis",
    note = "`..` takes all of an axis: `x[.., 0]` is the first column of a matrix, `x[0, ..]` its first row"
)]
pub trait Cut<const COUNT: usize, const DROPPED: usize> {
    /// What is left.
    type View;
    /// Takes it.
    fn cut(self, entries: Entries<COUNT, DROPPED>) -> Self::View;
    /// The same, borrowed after the entries were evaluated: they may read the array.
    #[inline(always)]
    #[track_caller]
    fn cut_by(entries: Entries<COUNT, DROPPED>, whole: Self) -> Self::View
    where
        Self: Sized,
    {
        whole.cut(entries)
    }
}

macro_rules! cut {
    ($($view:ident $ptr:ident [$($mutable:tt)?];)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'a, A, D: Sliced<N, K>, const N: usize, const K: usize> Cut<N, K> for $view<'a, A, D> {
            type View = $view<'a, A, D::View>;
            #[inline(always)]
            #[track_caller]
            fn cut($($mutable)? self, entries: Entries<N, K>) -> Self::View {
                let list = entries.within(self.shape());
                let Some(Part { offset, sizes, strides }) = Part::<D::View>::of(&list, self.strides()) else {
                    return self.slice_move(D::info(list));
                };
                // SAFETY: what the view may access for `'a` is left to this part of it. Its entries are within the
                // sizes of the view and take elements of it, so the offset leads to one, and along each axis lie
                // others, at strides that are not negative.
                unsafe { $view::from_shape_ptr(sizes.strides(strides), self.$ptr().offset(offset)) }
            }
        }
    )*};
}
cut! {
    ArrayView as_ptr [];
    ArrayViewMut as_mut_ptr [mut];
}

/// What entries without steps take of an array. A heat step of 10x10 takes 0.6 of the time that it takes with
/// `slice_move`, which knows all else.
struct Part<V> {
    /// Elements to the first one.
    offset: isize,
    sizes: V,
    strides: V,
}

impl<V: Dimension> Part<V> {
    /// What entries take that are within the sizes of the array, if they take something, none has a step and no axis
    /// runs backwards.
    #[inline(always)]
    fn of(entries: &[SliceInfoElem], array_strides: &[isize]) -> Option<Self> {
        let dropped = entries.iter().filter(|entry| entry.is_index()).count();
        let (mut sizes, mut strides) = (V::zeros(entries.len() - dropped), V::zeros(entries.len() - dropped));
        let (mut offset, mut axis) = (0, 0);
        for (entry, &stride) in entries.iter().zip(array_strides) {
            let from = match *entry {
                SliceInfoElem::Index(index) => index,
                SliceInfoElem::Slice { start, end: Some(end), step: 1 } if start < end => {
                    sizes[axis] = (end - start) as usize;
                    strides[axis] = usize::try_from(stride).ok()?;
                    axis += 1;
                    start
                }
                _ => return None,
            };
            offset += from * stride;
        }
        Some(Part { offset, sizes, strides })
    }
}
