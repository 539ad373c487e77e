//! The axes of an operand: sizes, strides, and where they lie in the output. Shapes and loop plans read nothing else.

mod inner;
mod owned;

pub(crate) use owned::are_same;

use super::few::FewAxes;
use crate::given::Given;
use crate::rank::Rank;
use std::hint::assert_unchecked;

/// Along which output axes the axes of an operand lie.
#[derive(Clone, Copy)]
pub enum Along {
    /// The same ones: the operand has the output's rank, or none.
    Same,
    /// These, as `@ (..)` says.
    Axes(&'static [u8]),
    /// These, unless the operand has no axes.
    AxesUnlessSingle(&'static [u8]),
    /// The last ones.
    Right,
    /// Those that a reduction over these axes kept, if the output has the rank of what was reduced; else the same ones.
    /// The number is that rank if kernels for rows know it, or else 0.
    Kept(&'static [u8], u8),
    /// The same inside a part with this map: the rank of the part is the number of its entries.
    KeptWithin(&'static [u8], &'static [u8]),
    /// Those of a value, which is looked at when the rank is known.
    Given(Given),
    /// The first ones: what a stage kept, of which spelling does not tell whether it has all of them.
    First,
    /// These, by maps inside an expression and around it. The latter reaches so many axes, or says nothing of them: 0.
    Through(Given, u8),
}

/// The axes of an operand, apart from where its elements are. Strides count elements, as in `ndarray`.
///
/// Invariant: there are as many strides as sizes. Constructors see to it.
#[derive(Clone, Copy)]
pub(crate) struct OperandAxes<'a> {
    geometry: Geometry<'a>,
    along: Along,
    exact: bool,
    inner: bool,
}

#[derive(Clone, Copy)]
enum Geometry<'a> {
    /// No axes.
    Single,
    /// No axes, but of the function of an expression, whose operands have these sizes together.
    Function(&'a [usize]),
    /// One axis of this many adjacent elements.
    Line(usize),
    /// Sizes and strides.
    Array(&'a [usize], &'a [isize]),
    /// The same of up to three axes, in a place of its own.
    Few(FewAxes),
    /// Sizes without elements behind them.
    Sizes(&'a [usize]),
    /// Not known yet: those of what a stage of the same call yields.
    Later,
}

/// Something with axes: an operand of the processor, or of a GPU.
pub(crate) trait HasAxes {
    fn axes(&self) -> &OperandAxes<'_>;
}
impl HasAxes for OperandAxes<'_> {
    #[inline]
    fn axes(&self) -> &OperandAxes<'_> {
        self
    }
}

/// What a plan of a loop goes through.
pub(crate) trait Readable: HasAxes {
    /// What the strides of its stream count: bytes of memory, elements of an array on a GPU, or positions.
    fn unit(&self) -> isize;
    /// Whether it is stored: then the order of its elements in memory counts.
    fn is_stored(&self) -> bool;
}

/// On a GPU nothing else is asked of an operand: strides count elements.
#[cfg(feature = "gpu")]
impl Readable for OperandAxes<'_> {
    fn unit(&self) -> isize {
        1
    }
    fn is_stored(&self) -> bool {
        true
    }
}

impl<'a> OperandAxes<'a> {
    #[inline]
    fn of(geometry: Geometry<'a>) -> Self {
        OperandAxes { geometry, along: Along::Same, exact: false, inner: false }
    }

    /// No axes.
    #[inline]
    pub(crate) fn single() -> Self {
        OperandAxes::of(Geometry::Single)
    }

    /// One axis of so many adjacent elements.
    #[inline]
    pub(crate) fn line(len: usize) -> Self {
        OperandAxes::of(Geometry::Line(len))
    }

    /// Those of an array.
    #[inline]
    pub(crate) fn array(sizes: &'a [usize], strides: &'a [isize]) -> Self {
        // Where types know the rank, the compiler sees it.
        assert!(sizes.len() == strides.len());
        OperandAxes::of(Geometry::Array(sizes, strides))
    }

    /// Up to two.
    #[inline]
    pub(crate) fn few(axes: FewAxes) -> Self {
        OperandAxes::of(Geometry::Few(axes))
    }

    /// A shape without elements: the output's.
    #[inline]
    pub(crate) fn sizes_only(sizes: &'a [usize]) -> Self {
        OperandAxes { exact: true, ..OperandAxes::of(Geometry::Sizes(sizes)) }
    }

    /// Those of what a stage yields, as long as nobody knows them: none.
    #[inline]
    pub(crate) fn later() -> Self {
        OperandAxes::of(Geometry::Later)
    }

    /// The same axes, along others of the output.
    #[inline]
    pub(crate) fn along(self, along: Along) -> Self {
        OperandAxes { along, ..self }
    }

    /// The axes of a pass, which have names: if the rank is dynamic, there have to be as many.
    #[inline]
    pub(crate) fn named<R: Rank>(self, axes: &'static [u8]) -> Self {
        if R::NDIM.is_none() { self.along(Along::Axes(axes)) } else { self }
    }

    /// Takes over sizes and strides, but not where they lie in the output.
    #[inline(always)]
    pub(super) fn replace(&mut self, axes: OperandAxes<'a>) {
        self.geometry = axes.geometry;
    }

    /// The same axes, which are the output's: never stretched.
    #[inline]
    pub(crate) fn exact(self, exact: bool) -> Self {
        OperandAxes { exact, ..self }
    }

    /// An array's own sizes with other strides.
    #[cfg(feature = "gpu")]
    pub(crate) fn with_strides(self, strides: &'a [isize]) -> Self {
        match self.geometry {
            Geometry::Array(sizes, _) => OperandAxes { geometry: OperandAxes::array(sizes, strides).geometry, ..self },
            _ => self,
        }
    }

    /// Where they lie.
    #[inline]
    pub(crate) fn lies(&self) -> Along {
        self.along
    }

    /// The axes over which it was reduced, if it is what a reduction kept.
    #[inline]
    pub(crate) fn reduced(&self) -> Option<&'static [u8]> {
        match self.along {
            Along::Kept(axes, _) | Along::KeptWithin(axes, _) => Some(axes),
            _ => None,
        }
    }

    /// Whether its sizes are the output's: it is never stretched (a target, or `#[shape(..)]`).
    #[inline]
    pub(crate) fn is_exact(&self) -> bool {
        self.exact
    }

    /// Whether it is one plain value, which kernels read in place.
    #[inline]
    pub(crate) fn is_single(&self) -> bool {
        matches!(self.geometry, Geometry::Single | Geometry::Function(_))
    }

    /// Whether it is a shape without elements.
    pub(crate) fn is_shape(&self) -> bool {
        matches!(self.geometry, Geometry::Sizes(_))
    }

    /// Its own sizes, one per axis of its own.
    #[inline]
    pub(crate) fn sizes(&self) -> &[usize] {
        match &self.geometry {
            Geometry::Single | Geometry::Function(_) | Geometry::Later => &[],
            Geometry::Line(len) => std::slice::from_ref(len),
            Geometry::Array(sizes, _) | Geometry::Sizes(sizes) => sizes,
            Geometry::Few(few) => few.sizes(),
        }
    }

    /// Its own sizes and strides, as the array says them, if it has elements.
    #[inline]
    pub(crate) fn sizes_and_strides(&self) -> Option<(&[usize], &[isize])> {
        let (sizes, strides): (&[usize], &[isize]) = match &self.geometry {
            Geometry::Array(sizes, strides) => (sizes, strides),
            Geometry::Line(len) => (std::slice::from_ref(len), &[1]),
            Geometry::Few(few) => (few.sizes(), few.strides()),
            Geometry::Single | Geometry::Function(_) | Geometry::Sizes(_) | Geometry::Later => return None,
        };
        // SAFETY: by the invariant.
        unsafe { assert_unchecked(sizes.len() == strides.len()) };
        Some((sizes, strides))
    }

    /// The same of an array or a slice of the caller's: what stages yield is not asked for.
    #[inline(always)]
    pub(crate) fn of_array(&self) -> Option<(&[usize], &[isize])> {
        match &self.geometry {
            Geometry::Array(sizes, strides) => {
                // SAFETY: by the invariant.
                unsafe { assert_unchecked(sizes.len() == strides.len()) };
                Some((sizes, strides))
            }
            Geometry::Line(len) => Some((std::slice::from_ref(len), &[1])),
            _ => None,
        }
    }

    /// The stride along an axis of its own: 0 where the size is 1, whatever the array says there.
    #[inline]
    pub(crate) fn stride(&self, axis: usize) -> isize {
        match &self.geometry {
            Geometry::Line(len) if *len != 1 => 1,
            Geometry::Array(sizes, strides) if sizes[axis] != 1 => strides[axis],
            Geometry::Few(few) if few.sizes[axis] != 1 => few.strides[axis],
            _ => 0,
        }
    }

    /// How many output axes it needs: its own number, or those up to the last one that its map names.
    #[inline]
    pub(crate) fn reach(&self) -> usize {
        match self.along {
            Along::Axes(axes) => reach_of(axes),
            Along::AxesUnlessSingle(axes) | Along::KeptWithin(_, axes) if !self.extent().is_empty() => reach_of(axes),
            _ => self.extent().len(),
        }
    }

    /// The output axis along which an axis of its own lies, when the output has `rank` axes.
    #[inline]
    pub(crate) fn output_axis(&self, axis: usize, rank: usize) -> usize {
        match self.along {
            Along::Same | Along::First => axis,
            Along::Axes(axes) | Along::AxesUnlessSingle(axes) => axes[axis] as usize,
            Along::KeptWithin(reduced, map) if self.sizes().len() + reduced.len() == map.len() => {
                map[kept_axis(reduced, axis)] as usize
            }
            Along::KeptWithin(_, map) => map[axis] as usize,
            Along::Given(given) | Along::Through(given, _) => given.axis(axis, rank),
            Along::Right => axis + rank - self.sizes().len(),
            Along::Kept(reduced, _) if rank == self.sizes().len() + reduced.len() => kept_axis(reduced, axis),
            Along::Kept(..) => axis,
        }
    }

    /// The axis of its own along which it lies along an output axis; none if it has one index there.
    pub(crate) fn own_axis(&self, axis: usize, rank: usize) -> Option<usize> {
        (0..self.sizes().len()).find(|&own| self.sizes()[own] > 1 && self.output_axis(own, rank) == axis)
    }

    /// Each axis of its own: the output axis along which it lies, and its size.
    #[inline]
    pub(crate) fn each_axis(&self, rank: usize, mut f: impl FnMut(usize, usize)) {
        for (own, &size) in self.sizes().iter().enumerate() {
            let axis = if let Along::Same = self.along { own } else { self.output_axis(own, rank) };
            f(axis, size);
        }
    }

    /// Each axis of its own: the output axis along which it lies, and its stride. Quicker than to ask for the
    /// [stride](OperandAxes::output_stride) along each output axis.
    #[inline]
    pub(crate) fn each_stride(&self, rank: usize, mut f: impl FnMut(usize, isize)) {
        let Some((sizes, strides)) = self.sizes_and_strides() else { return };
        for own in (0..sizes.len()).filter(|&own| sizes[own] != 1) {
            let axis = if let Along::Same = self.along { own } else { self.output_axis(own, rank) };
            f(axis, strides[own]);
        }
    }

    /// Whether it has every axis of an output of `rank` axes.
    #[inline]
    pub(crate) fn is_full(&self, rank: usize) -> bool {
        self.sizes().len() == rank
    }

    /// Whether its own axes are the last of the output's, in their order.
    #[inline]
    pub(crate) fn is_straight(&self) -> bool {
        matches!(self.along, Along::Same | Along::Right)
    }

    /// The stride along an output axis: 0 where it is stretched.
    #[inline]
    pub(crate) fn output_stride(&self, axis: usize, rank: usize) -> isize {
        let own = self.sizes().len();
        match self.along {
            _ if own == 0 => 0,
            Along::Same => self.stride(axis),
            Along::First => {
                if axis < own {
                    self.stride(axis)
                } else {
                    0
                }
            }
            Along::KeptWithin(..) => {
                (0..own).find(|&own| self.output_axis(own, rank) == axis).map_or(0, |own| self.stride(own))
            }
            Along::Axes(axes) | Along::AxesUnlessSingle(axes) => {
                axes.iter().position(|&named| named as usize == axis).map_or(0, |own| self.stride(own))
            }
            Along::Given(given) | Along::Through(given, _) => {
                given.position(axis, rank).map_or(0, |own| self.stride(own))
            }
            Along::Right if axis + own < rank => 0,
            Along::Right => self.stride(axis + own - rank),
            Along::Kept(reduced, _) if rank == own + reduced.len() => {
                if reduced.contains(&(axis as u8)) {
                    return 0;
                }
                self.stride(axis - reduced.iter().filter(|&&other| (other as usize) < axis).count())
            }
            Along::Kept(..) => self.stride(axis),
        }
    }

    /// Whether its map leaves out the last of `rank` output axes, or a reduction took that one: then it is constant
    /// along it, and a kernel for rows reads it once a row. `Leaf::varies` says the same of the types.
    #[inline]
    pub(crate) fn constant_along_rows(&self, rank: usize) -> bool {
        match self.along {
            Along::Axes(axes) | Along::AxesUnlessSingle(axes) | Along::KeptWithin(_, axes) => {
                (1..rank).contains(&reach_of(axes))
            }
            Along::Kept(reduced, source) => {
                source as usize == rank && reduced.last().is_some_and(|&last| last as usize + 1 == rank)
            }
            Along::Through(_, reach) => (1..rank).contains(&usize::from(reach)),
            Along::Same | Along::Right | Along::First | Along::Given(_) => false,
        }
    }

    /// Whether it has these sizes, along the axes of the output, and its elements are adjacent in row-major order.
    #[inline]
    pub(crate) fn runs_on(&self, sizes: &[usize]) -> bool {
        let Some((own, strides)) = self.sizes_and_strides().filter(|_| self.is_straight()) else {
            return false;
        };
        if own.len() != sizes.len() {
            return false;
        }
        let mut step = 1;
        for axis in (0..sizes.len()).rev() {
            if own[axis] != sizes[axis] || (own[axis] != 1 && strides[axis] != step) {
                return false;
            }
            step *= own[axis] as isize;
        }
        true
    }
}

/// One more than the last output axis in a map; 0 if there is none.
#[inline]
pub(crate) fn reach_of(axes: &[u8]) -> usize {
    axes.iter().fold(0, |reach, &axis| reach.max(axis as usize + 1))
}

/// The output axis that comes at `own` among those which a reduction over `reduced` kept.
#[inline]
fn kept_axis(reduced: &[u8], own: usize) -> usize {
    reduced.iter().fold(own, |axis, &reduced| if reduced as usize <= axis { axis + 1 } else { axis })
}
