//! Which kernels are wide, and the parameters of streams: places and strides count elements, in wide kernels vectors.

use super::launch::Pass;
use super::operand::Origin;
use super::text::{Parameters, Spec};
use super::walk::EACH;
use crate::loop_plan::LoopPlan;
use crate::shape::MAX_RANK;

/// Whether a stream has neighbours side by side along the last axis, and vectors of them begin where vectors do.
pub(super) fn is_vector(plan: &LoopPlan, stream: usize) -> bool {
    let outer = (0..plan.inner()).map(|axis| plan.stride(stream, axis));
    let mut steps = outer.chain([plan.streams()[stream].start]);
    plan.stride(stream, plan.inner()) == 1 && steps.all(|step| step % EACH as isize == 0)
}

/// The side of the squares in which a workgroup goes through an array that lies across.
const SIDE: usize = 32;

/// Goes through the last two axes in squares where an operand is dense along the last but one: threads that read one column
/// of it find in the cache what those beside them read, instead of having a cache line each for an element.
pub(super) fn tile(plan: &mut LoopPlan) {
    let Some(outer) = plan.inner().checked_sub(1) else {
        return;
    };
    let (inner, sizes) = (plan.inner(), plan.sizes());
    let lies_across = |stream| plan.stride(stream, inner).abs() > 1 && plan.stride(stream, outer).abs() == 1;
    let fits = sizes.len() + 2 <= MAX_RANK && sizes[outer..].iter().all(|size| size.is_multiple_of(SIDE));
    if fits && (0..plan.reads()).any(lies_across) {
        plan.tile(SIDE);
    }
}

/// The parameters of the numbers of a pass; how many it has.
pub(super) fn number_words(words: &mut [u32], pass: &Pass) -> usize {
    let mut numbers = 0;
    for operand in &pass.operands[pass.targets..] {
        if let Origin::Number(value) | Origin::Range(value) = operand.origin {
            words[2 * numbers..2 * numbers + 2].copy_from_slice(&value);
            numbers += 1;
        }
    }
    numbers
}

/// The parameters of a stream, whose array begins at an element: where it begins, and its strides.
pub(super) fn stream_words(words: &mut [u32], plan: &LoopPlan, stream: usize, start: usize, wide: bool) {
    let unit = if wide && plan.stride(stream, plan.inner()) != 0 { EACH as isize } else { 1 };
    words[0] = (start.wrapping_add_signed(plan.streams()[stream].start) as isize / unit) as u32;
    for axis in 0..plan.inner() {
        words[1 + axis] = (plan.stride(stream, axis) / unit) as u32;
    }
    words[1 + plan.inner()] = plan.stride(stream, plan.inner()) as u32;
}

impl Spec<'_> {
    /// Makes the kernel wide if each array has neighbours side by side, beginning at multiples of a vector, or the same
    /// element for all of them. Then no vector is left in part.
    pub(super) fn widen(&mut self, plan: &LoopPlan, pass: &Pass) {
        let (each, inner) = (EACH as usize, plan.inner());
        let starts = |stream: usize| pass.start(plan, stream).is_multiple_of(each);
        let is_vector =
            |&stream: &usize| plan.streams()[stream].fill.is_none() && starts(stream) && is_vector(plan, stream);
        let streams = self.walking(plan, pass);
        let fits = |stream: &usize| is_vector(stream) || plan.stride(*stream, inner) == 0;
        self.wide = plan.columns().is_multiple_of(each)
            && streams.iter().all(fits)
            && streams.iter().any(is_vector)
            && streams.iter().filter(|&&stream| stream >= plan.reads()).all(is_vector);
        let mut streams = streams.iter();
        for read in self.reads.iter_mut().filter(|read| read.walks()) {
            let stream = streams.next();
            read.splat = self.wide && stream.is_some_and(|&stream| plan.stride(stream, inner) == 0);
        }
    }

    /// The streams of a plan that have places, in the order of the kernel's parameters.
    fn walking(&self, plan: &LoopPlan, pass: &Pass) -> Vec<usize> {
        let reads = (pass.targets..plan.reads()).filter(|at| self.reads[at - pass.targets].walks());
        reads.chain(plan.reads()..plan.streams().len()).collect()
    }

    /// The sizes of the axes; in wide kernels the last one counts vectors.
    pub(super) fn sizes_of(&self, plan: &LoopPlan) -> Vec<usize> {
        let mut sizes = plan.sizes().to_vec();
        if self.wide {
            sizes[plan.inner()] /= EACH as usize;
        }
        sizes
    }

    /// The parameters of numbers and streams.
    pub(super) fn operand_words(&self, words: &mut [u32], plan: &LoopPlan, pass: &Pass, places: &Parameters) {
        number_words(&mut words[places.number(0)..], pass);
        for (index, stream) in self.walking(plan, pass).into_iter().enumerate() {
            let words = &mut words[places.stream(index)..];
            stream_words(words, plan, stream, pass.start(plan, stream), self.wide);
        }
    }
}
