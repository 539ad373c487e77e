//! Arrays whose elements lie in memory in every way that `ndarray` can express.

use bcast::ndarray::{ArrayBase, ArrayD, ArrayViewD, ArrayViewMutD, Axis, IxDyn, RawData, Slice};

use super::samples::Sample;

/// How the axes of an array lie in memory.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// The axes, the one with the largest stride first.
    pub(crate) order: Vec<usize>,
    /// Elements from one index to the next; negative runs backwards, 0 repeats one element.
    pub(crate) steps: Vec<isize>,
}

/// The named layouts of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    C,
    Fortran,
    /// The last axis becomes the outermost, the others keep their order.
    Permuted,
    Strided,
    Reversed,
    /// Steps 1, -2, 3, 1, .. in Fortran order.
    Mixed,
    RepeatFirst,
    RepeatLast,
    RepeatAll,
}

impl Named {
    pub(crate) const ALL: [Named; 9] = [
        Named::C,
        Named::Fortran,
        Named::Permuted,
        Named::Strided,
        Named::Reversed,
        Named::Mixed,
        Named::RepeatFirst,
        Named::RepeatLast,
        Named::RepeatAll,
    ];
    /// Those in which every element has a place of its own, as a target needs.
    pub(crate) const TARGETS: [Named; 6] =
        [Named::C, Named::Fortran, Named::Permuted, Named::Strided, Named::Reversed, Named::Mixed];

    pub(crate) fn of_rank(self, rank: usize) -> Layout {
        let forward = || (0..rank).collect::<Vec<_>>();
        let backward = || (0..rank).rev().collect::<Vec<_>>();
        let repeated =
            |hit: fn(usize, usize) -> bool| (0..rank).map(|axis| isize::from(!hit(axis, rank))).collect::<Vec<_>>();
        let (order, steps) = match self {
            Named::C => (forward(), vec![1; rank]),
            Named::Fortran => (backward(), vec![1; rank]),
            Named::Permuted => {
                let mut order = forward();
                order.rotate_right(1.min(rank));
                (order, vec![1; rank])
            }
            Named::Strided => (forward(), vec![2; rank]),
            Named::Reversed => (forward(), vec![-1; rank]),
            Named::Mixed => (backward(), (0..rank).map(|axis| [1, -2, 3][axis % 3]).collect()),
            Named::RepeatFirst => (forward(), repeated(|axis, _| axis == 0)),
            Named::RepeatLast => (forward(), repeated(|axis, rank| axis + 1 == rank)),
            Named::RepeatAll => (forward(), repeated(|_, _| true)),
        };
        Layout { order, steps }
    }
}

/// An array in memory; its views have the layout asked for.
#[derive(Clone)]
pub(crate) struct Stored<T> {
    memory: ArrayD<T>,
    shape: Vec<usize>,
    layout: Layout,
}

impl<T: Sample> Stored<T> {
    /// Filled with samples from position `seed` on; memory between the elements holds the canary.
    pub(crate) fn sampled(shape: &[usize], layout: &Layout, seed: usize) -> Stored<T> {
        let mut stored = Stored::blank(shape, layout);
        for (position, element) in stored.distinct().iter_mut().enumerate() {
            *element = T::sample(seed + position);
        }
        stored
    }

    /// Filled with the canary, the elements too.
    pub(crate) fn blank(shape: &[usize], layout: &Layout) -> Stored<T> {
        let lengths = layout.lengths(shape, usize::min);
        Stored { memory: ArrayD::from_elem(IxDyn(&lengths), T::CANARY), shape: shape.to_vec(), layout: layout.clone() }
    }

    pub(crate) fn view(&self) -> ArrayViewD<'_, T> {
        let lengths = self.layout.lengths(&self.shape, |size, _| size);
        let memory = self.memory.broadcast(IxDyn(&lengths)).expect("a repeated axis holds one element");
        self.layout.arrange(memory)
    }

    pub(crate) fn view_mut(&mut self) -> ArrayViewMutD<'_, T> {
        assert!(self.layout.steps.iter().all(|&step| step != 0), "a target repeats no element");
        self.distinct()
    }

    /// The elements in logical order.
    pub(crate) fn values(&self) -> Vec<T> {
        self.view().iter().copied().collect()
    }

    /// Whether what lies between the elements still holds the canary.
    pub(crate) fn gaps_untouched(&self) -> bool {
        let mut reachable = self.memory.map(|_| false);
        self.layout.arrange(reachable.view_mut()).fill(true);
        self.memory.iter().zip(&reachable).all(|(&element, &inside)| inside || element == T::CANARY)
    }

    /// The elements that differ in place: those of `shape`, the repeated axes once.
    fn distinct(&mut self) -> ArrayViewMutD<'_, T> {
        self.layout.arrange(self.memory.view_mut())
    }
}

impl Layout {
    /// The lengths of the memory in its own order; `repeated` tells those of repeated axes.
    fn lengths(&self, shape: &[usize], repeated: fn(usize, usize) -> usize) -> Vec<usize> {
        let length = |&axis: &usize| match self.steps[axis].unsigned_abs() {
            0 => repeated(shape[axis], 1),
            step => shape[axis] * step,
        };
        self.order.iter().map(length).collect()
    }

    /// Brings the memory's axes into the logical order and steps along them.
    fn arrange<S: RawData>(&self, memory: ArrayBase<S, IxDyn>) -> ArrayBase<S, IxDyn> {
        let mut places = vec![0; self.order.len()];
        for (place, &axis) in self.order.iter().enumerate() {
            places[axis] = place;
        }
        let mut array = memory.permuted_axes(IxDyn(&places));
        for (axis, &step) in self.steps.iter().enumerate().filter(|&(_, &step)| step != 0) {
            array.slice_axis_inplace(Axis(axis), Slice::new(0, None, step));
        }
        array
    }
}
