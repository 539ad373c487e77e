//! Which kernels are wide, and the parameters of streams: places and strides count elements, in wide kernels vectors.

use super::nest::{Nest, Places};
use super::operand::{Erased, Origin};
use super::pass::Pass;
use crate::gpu::text::pieces::Parameters;
use crate::gpu::text::spec::Spec;
use crate::gpu::text::walk::digits_of;
use crate::gpu::tuning::{EACH, THREADS};

/// The parameters of the numbers and tables of a pass; how many numbers these are.
pub(super) fn number_words(words: &mut [u32], pass: &Pass) -> usize {
    let own = |operand: &Erased| match operand.origin {
        Origin::Number(value) | Origin::Range(value) => value.to_vec(),
        Origin::Table(table) => table.words(),
        _ => Vec::new(),
    };
    let all: Vec<u32> = pass.operands[pass.targets..].iter().flat_map(own).collect();
    words[..all.len()].copy_from_slice(&all);
    all.len() / 2
}

impl Places {
    fn inner(&self) -> usize {
        self.strides.len() - 1
    }

    /// Whether neighbours lie side by side along the last axis, and vectors of them begin where vectors do.
    pub(super) fn is_vector(&self) -> bool {
        let inner = self.inner();
        let mut steps = self.strides[..inner].iter().chain([&self.start]);
        self.is_number && !self.is_counted() && self.strides[inner] == 1 && steps.all(|step| step % EACH as isize == 0)
    }

    /// Whether neighbours along the last axis are the same element.
    fn is_splat(&self) -> bool {
        self.strides[self.inner()] == 0
    }

    /// Whether it has no memory: its elements are counted.
    fn is_counted(&self) -> bool {
        self.bytes == 0
    }

    /// The parameters: where it begins, and its strides.
    pub(crate) fn words(&self, wide: bool) -> Vec<u32> {
        let is_vector = wide && !self.is_splat() && !self.is_counted();
        let (unit, inner) = (if is_vector { EACH as isize } else { 1 }, self.inner());
        let outer = std::iter::once(&self.start).chain(&self.strides[..inner]);
        outer.map(|step| (step / unit) as u32).chain([self.strides[inner] as u32]).collect()
    }
}

impl Nest {
    /// Whether a kernel can be wide: each array has neighbours side by side, beginning at multiples of a vector, or the
    /// same element for all of them, or is counted. Then no vector is left in part.
    pub(crate) fn is_wide(&self) -> bool {
        let is_one = |places: &Places| places.is_number && places.is_splat() && !places.is_written;
        let fits = |places: &Places| places.is_vector() || places.is_counted() || is_one(places);
        self.columns().is_multiple_of(EACH as usize)
            && self.streams.iter().any(Places::is_vector)
            && self.streams.iter().all(fits)
    }
}

impl Spec<'_> {
    /// Makes the kernel wide if it can be.
    pub(super) fn widen(&mut self, nest: &Nest) {
        self.wide = nest.is_wide();
        for (read, places) in self.reads.iter_mut().filter(|read| read.walks()).zip(&nest.streams) {
            read.splat = self.wide && places.is_splat();
        }
    }

    /// The sizes of the axes; in wide kernels the last one counts vectors.
    pub(super) fn sizes_of(&self, nest: &Nest) -> Vec<usize> {
        let mut sizes = nest.sizes.clone();
        if self.wide {
            sizes[nest.inner()] /= EACH as usize;
        }
        sizes
    }

    /// Its parameters but for numbers and streams, and its workgroups.
    pub(super) fn mapping_words(&self, nest: &Nest) -> (Vec<u32>, u64) {
        let places = self.mapping();
        let mut words = vec![0; places.words()];
        let sizes = self.sizes_of(nest);
        let len = sizes.iter().product::<usize>();
        words[2] = len as u32;
        for (axis, (&size, step)) in sizes.iter().zip(digits_of(THREADS as usize, &sizes)).enumerate() {
            words[places.sizes() + axis] = size as u32;
            words[places.steps() + axis] = step;
        }
        let groups = match self.across {
            Some(across) => self.squares(nest, across),
            None => (len as u64).div_ceil(u64::from(THREADS * self.steps())),
        };
        (words, groups)
    }

    /// The parameters of numbers and streams.
    pub(super) fn operand_words(&self, words: &mut [u32], nest: &Nest, pass: &Pass, places: &Parameters) {
        number_words(&mut words[places.number(0)..], pass);
        stream_words(&mut words[places.stream(0)..], nest, self.wide);
    }
}

/// The parameters of streams.
pub(super) fn stream_words(words: &mut [u32], nest: &Nest, wide: bool) {
    let all = nest.streams.iter().flat_map(|stream| stream.words(wide));
    words.iter_mut().zip(all).for_each(|(word, value)| *word = value);
}
