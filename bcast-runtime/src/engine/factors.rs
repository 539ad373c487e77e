//! Which operands of a contraction are its sides, and by which it multiplies after the sum.

use super::passes::Reduce;
use crate::operand::RawOperand;
use smallvec::SmallVec;

/// The most arrays that are multiplied after the sum.
const FACTORS: usize = 2;
/// Both sides, the product, and these.
pub(super) const STREAMS: usize = 3 + FACTORS;
/// Which of them is the product.
pub(super) const PRODUCT: usize = 2;

/// Which operand each stream is; others are one value. The product is none.
#[derive(Clone, Copy)]
pub(super) struct Factors([Option<usize>; STREAMS]);

impl Factors {
    /// The two that lie along summed axes are the sides; of several operands it may be others than one expects.
    pub(super) fn of(operands: &[RawOperand], sizes: &[usize], reduce: Reduce) -> Option<Self> {
        if operands.len() < 2 || operands.iter().any(RawOperand::is_computed) {
            return None;
        }
        let lies_along = |operand: usize, is_wanted: &dyn Fn(usize) -> bool| {
            let axes = (0..sizes.len()).filter(|&axis| sizes[axis] > 1 && is_wanted(axis));
            let mut strides = axes.map(|axis| operands[operand].axes().output_stride(axis, sizes.len()));
            strides.any(|stride| stride != 0)
        };
        let (mut streams, mut sides, mut factors) = ([None; STREAMS], 0, PRODUCT + 1);
        for operand in 0..operands.len() {
            let place = if operands.len() == 2 || lies_along(operand, &|axis| reduce.reduces(axis)) {
                sides += 1;
                sides - 1
            } else if lies_along(operand, &|_| true) {
                factors += 1;
                factors - 1
            } else {
                continue;
            };
            if place == PRODUCT || place == STREAMS {
                return None;
            }
            streams[place] = Some(operand);
        }
        (sides == 2).then_some(Factors(streams))
    }

    /// The operands by stream.
    pub(super) fn streams(&self) -> [Option<usize>; STREAMS] {
        self.0
    }
}

/// One axis or several that lie end to end: the size, and strides in elements of all streams.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    pub(super) size: usize,
    pub(super) strides: [isize; STREAMS],
}

impl Axis {
    /// As if there were none.
    pub(super) const NONE: Axis = Axis { size: 1, strides: [0; STREAMS] };

    /// Joins a group: its axis, if it lies end to end with that, or is longer; else what is left over.
    pub(super) fn join(mut self, group: &mut Axis, left: &mut Axes) {
        let ends = group.strides.map(|stride| stride * group.size as isize);
        if group.size == 1 {
            *group = self;
        } else if self.strides == ends {
            group.size *= self.size;
        } else {
            if self.size > group.size {
                std::mem::swap(&mut self, group);
            }
            left.push(self);
        }
    }
}

/// Several of them.
pub(super) type Axes = SmallVec<[Axis; 1]>;
