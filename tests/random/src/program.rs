//! What a program of the random formulas reads, and what it hands over.

use std::sync::atomic::{AtomicUsize, Ordering};

use bcast::ndarray::{Array, ArrayD, ArrayView, Axis, Dimension, IxDyn, Slice};
use bcast::{BroadcastError, Steps};

use crate::compare::Outcome;
use crate::data::{arranged, memory};
use crate::formulas::data;
use crate::formulas::random::Random;
use crate::formulas::spec::Array as Plain;
use crate::formulas::tree::{Layout, Operand, Program};

/// The function of a program.
pub type Call = fn(&Args, &mut Out);

/// An element type of the programs.
pub trait Real: Copy + Into<f64> + 'static {
    /// The same number: all of the data are exact in both types.
    fn of(number: f64) -> Self;
    /// So many steps.
    fn steps(first: f64, step: f64, len: usize) -> Steps<Self>;
}

impl Real for f32 {
    fn of(number: f64) -> Self {
        number as f32
    }
    fn steps(first: f64, step: f64, len: usize) -> Steps<Self> {
        bcast::steps(first as f32, step as f32, len)
    }
}

impl Real for f64 {
    fn of(number: f64) -> Self {
        number
    }
    fn steps(first: f64, step: f64, len: usize) -> Steps<Self> {
        bcast::steps(first, step, len)
    }
}

/// Sizes, operands and targets of one run.
pub struct Args {
    sizes: Vec<usize>,
    operands: Vec<Stored>,
    targets: Vec<Stored>,
}

/// Elements, and how an array that owns them has them in memory.
struct Stored {
    plain: Plain,
    /// Its axes, the one with the largest stride first.
    order: Vec<usize>,
    /// Elements from one index to the next.
    steps: Vec<isize>,
}

impl Args {
    pub(crate) fn new(
        program: &Program,
        run: usize,
        sizes: &[usize],
        operands: Vec<Plain>,
        targets: Vec<Plain>,
    ) -> Self {
        let mut random = data::random(program, !run);
        let mut stored = |all: &[Operand], arrays: Vec<Plain>| {
            let each = all.iter().zip(arrays);
            each.map(|(operand, plain)| Stored::new(operand.layout, plain, run, &mut random)).collect()
        };
        Args {
            sizes: sizes.to_vec(),
            operands: stored(&program.operands, operands),
            targets: stored(&program.targets, targets),
        }
    }

    /// The sizes of labels.
    pub fn sizes<const N: usize>(&self, labels: [usize; N]) -> [usize; N] {
        labels.map(|label| self.sizes[label])
    }

    /// An operand that is a number.
    pub fn number<T: Real>(&self, index: usize) -> T {
        T::of(self.operands[index].plain.elements[0])
    }

    /// An operand that owns its elements.
    pub fn array<T: Real, D: Dimension>(&self, index: usize) -> Array<T, D> {
        self.operands[index].array()
    }

    /// An operand that is steps.
    pub fn steps<T: Real>(&self, index: usize) -> Steps<T> {
        let elements = &self.operands[index].plain.elements;
        let step = elements.get(1).map_or(0.0, |second| second - elements[0]);
        T::steps(elements[0], step, elements.len())
    }

    /// Memory with twice the elements of an operand along its last axis.
    pub fn wide<T: Real, D: Dimension>(&self, index: usize) -> Array<T, D> {
        let array: ArrayD<T> = self.operands[index].array();
        let last = Axis(array.ndim() - 1);
        let mut sizes = array.shape().to_vec();
        sizes[last.0] *= 2;
        let mut wide = ArrayD::from_elem(IxDyn(&sizes), T::of(-77.25));
        wide.slice_axis_mut(last, Slice::new(0, None, 2)).assign(&array);
        wide.into_dimensionality().expect("the rank of the operand")
    }

    /// Every second element of such memory.
    pub fn strided<'a, T: Real, D: Dimension>(&self, wide: &'a Array<T, D>) -> ArrayView<'a, T, D> {
        wide.slice_axis_move_last()
    }

    /// An array of one element, of so many axes.
    pub fn one<T: Real>(&self, rank: usize) -> ArrayD<T> {
        ArrayD::from_elem(IxDyn(&vec![1; rank]), T::of(1.0))
    }

    /// A target that is a number, before the call.
    pub fn number_before<T: Real>(&self, index: usize) -> T {
        T::of(self.targets[index].plain.elements[0])
    }

    /// A target, before the call.
    pub fn before<T: Real, D: Dimension>(&self, index: usize) -> Array<T, D> {
        self.targets[index].array()
    }
}

/// Every second element along the last axis.
trait EverySecond<'a, T, D> {
    fn slice_axis_move_last(self) -> ArrayView<'a, T, D>;
}

impl<'a, T, D: Dimension> EverySecond<'a, T, D> for &'a Array<T, D> {
    fn slice_axis_move_last(self) -> ArrayView<'a, T, D> {
        let last = Axis(self.ndim() - 1);
        let mut view = self.view();
        view.slice_axis_inplace(last, Slice::new(0, None, 2));
        view
    }
}

impl Stored {
    /// Drawn but for the first runs, in which axes are in their order or in the other one, without gaps.
    fn new(layout: Layout, plain: Plain, run: usize, random: &mut Random) -> Self {
        let rank = plain.sizes.len();
        let mut order: Vec<usize> = (0..rank).collect();
        let mut steps = vec![1; rank];
        if layout == Layout::Transposed {
            order.reverse();
        }
        if run >= data::DRAWN && random.chance(60) {
            if random.chance(50) {
                random.shuffle(&mut order);
            }
            steps.fill_with(|| random.pick(&[1, 1, 1, 1, 1, -1, -1, 2, -2, 3]));
        }
        Stored { plain, order, steps }
    }

    fn array<T: Real, D: Dimension>(&self) -> Array<T, D> {
        let memory = memory(&self.plain.sizes, &self.order, &self.steps, T::of(-77.25));
        let mut array = arranged(memory, &self.order, &self.steps);
        array.iter_mut().zip(&self.plain.elements).for_each(|(place, &element)| *place = T::of(element));
        array.into_dimensionality().expect("the rank of the operand")
    }
}

/// Calls on places, and those of them that were refused as their parts are cut differently.
pub(crate) static CUT: [AtomicUsize; 2] = [AtomicUsize::new(0), AtomicUsize::new(0)];

/// What a call on a place gives, unless it is refused.
///
/// # Panics
/// Where something else is wrong.
pub fn cut<T>(given: Result<T, BroadcastError>) -> Option<T> {
    unless(given, |error| matches!(error, BroadcastError::CutDifferently { .. }))
}

/// The same where the pieces are in several processes.
///
/// # Panics
/// As for [`cut`].
pub fn apart<T>(given: Result<T, BroadcastError>) -> Option<T> {
    use BroadcastError::{Across, CutDifferently, Everywhere};
    unless(given, |error| matches!(error, Across { .. } | CutDifferently { .. } | Everywhere { .. }))
}

fn unless<T>(given: Result<T, BroadcastError>, is_refused: impl Fn(&BroadcastError) -> bool) -> Option<T> {
    CUT[0].fetch_add(1, Ordering::Relaxed);
    match given {
        Ok(given) => Some(given),
        Err(error) if is_refused(&error) => {
            CUT[1].fetch_add(1, Ordering::Relaxed);
            None
        }
        Err(other) => panic!("{other}"),
    }
}

/// What a program computed.
#[derive(Default)]
pub struct Out {
    pub(crate) values: Vec<Plain>,
    pub(crate) targets: Vec<(usize, Plain)>,
}

impl Out {
    /// The next value.
    pub fn value<X: Outcome<Elem: Into<f64>>>(&mut self, value: &X) {
        self.values.push(plain(value));
    }

    /// Panics unless the elements are those of another output, bit by bit.
    ///
    /// # Panics
    ///
    /// As it says.
    pub fn has_bits_of(&self, other: &Out) {
        let bits = |out: &Out| -> Vec<(Vec<usize>, Vec<u64>)> {
            let all = out.values.iter().chain(out.targets.iter().map(|(_, target)| target));
            all.map(|array| (array.sizes.clone(), array.elements.iter().map(|element| element.to_bits()).collect()))
                .collect()
        };
        assert!(bits(self) == bits(other), "the same call, written in another way, gives other bits");
    }

    /// A target after the call.
    pub fn target<X: Outcome<Elem: Into<f64>>>(&mut self, index: usize, target: &X) {
        self.targets.push((index, plain(target)));
    }
}

fn plain<X: Outcome<Elem: Into<f64>>>(value: &X) -> Plain {
    Plain { sizes: value.sizes(), elements: value.elements().into_iter().map(Into::into).collect() }
}
