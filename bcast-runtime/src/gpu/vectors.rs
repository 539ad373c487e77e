//! Which kernels are wide, and the parameters of streams: places and strides count elements, in wide kernels vectors.

use super::launch::Pass;
use super::operand::Origin;
use super::text::{Parameters, Spec};
use super::walk::EACH;
use crate::loop_plan::LoopPlan;

impl Spec<'_> {
    /// Makes the kernel wide if each array has neighbours side by side, beginning at multiples of a vector, or the same
    /// element for all of them. Then no vector is left in part.
    pub(super) fn widen(&mut self, plan: &LoopPlan, pass: &Pass) {
        let (each, inner) = (EACH as usize, plan.inner());
        let is_even = |stream: usize| {
            let outer = (0..inner).map(|axis| plan.stride(stream, axis));
            outer.chain([plan.streams()[stream].start]).all(|step| step % each as isize == 0)
        };
        let is_vector = |&stream: &usize| {
            plan.stride(stream, inner) == 1 && plan.streams()[stream].fill.is_none() && is_even(stream)
        };
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
        let mut numbers = 0;
        for operand in &pass.operands[pass.targets..] {
            if let Origin::Number(value) | Origin::Range(value) = operand.origin {
                let place = places.number(numbers);
                numbers += 1;
                words[place..place + 2].copy_from_slice(&value);
            }
        }
        for (index, stream) in self.walking(plan, pass).into_iter().enumerate() {
            let place = places.stream(index);
            let is_vector = self.wide && plan.stride(stream, plan.inner()) != 0;
            let unit = if is_vector { EACH as isize } else { 1 };
            words[place] = (plan.streams()[stream].start / unit) as u32;
            for axis in 0..self.axes {
                let stride = plan.stride(stream, axis);
                words[place + 1 + axis] = if axis == plan.inner() { stride } else { stride / unit } as u32;
            }
        }
    }
}
