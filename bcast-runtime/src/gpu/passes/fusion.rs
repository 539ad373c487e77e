//! The passes of a call that may be one kernel of rows: where their operands come from, and their common axes.

use super::axes::{Axes, kept_axes, order};
use super::item::Item;
use super::nest::Places;
use super::operand::{Erased, Origin};
use super::pass::{Pass, on_device};
use crate::gpu::device::layout::row_major;
use crate::gpu::device::memory::Later;
use crate::gpu::device::types::Type;
use crate::gpu::text::rows::From;
use crate::loop_plan::LoopPlan;
use crate::operand::OperandAxes;
use crate::shape::Shape;

/// The passes of a call that may be one kernel, the last one included.
pub(super) struct Fusion<'f> {
    pub(crate) passes: Vec<&'f Pass<'f>>,
    pub(super) shapes: Vec<Shape>,
    /// What each but the last leaves.
    pub(super) items: Vec<&'f [Item]>,
    /// The shape that is reduced, and how.
    pub(super) shape: Shape,
    pub(crate) axes: Axes,
}

/// An operand or a result with places: in an array, or counted.
pub(crate) struct Stream {
    pub(crate) pass: usize,
    /// An operand, or behind these a result.
    pub(crate) at: usize,
    /// Along the axes that are reduced.
    strides: Vec<isize>,
    is_range: bool,
    pub(super) is_written: bool,
}

impl<'f> Fusion<'f> {
    /// Where the elements of a stream of the plan are; what is written once a row is not written beside each column.
    pub(super) fn places(&self, plan: &LoopPlan, at: usize, stream: &Stream) -> Places {
        let element = (!stream.is_range).then(|| self.element(stream));
        let is_written = stream.is_written && self.is_whole(stream.pass);
        Places::of(plan, at, self.operand(stream).map_or(0, Erased::start), element, is_written)
    }

    /// The operand of a stream, if it is no result.
    pub(crate) fn operand(&self, stream: &Stream) -> Option<&Erased<'f>> {
        self.passes[stream.pass].operands.get(stream.at)
    }

    pub(crate) fn element(&self, stream: &Stream) -> Type {
        let pass = self.passes[stream.pass];
        self.operand(stream).map_or_else(|| pass.fresh[stream.at - pass.operands.len()], |own| own.element)
    }

    /// Whether a pass goes over all elements; else it goes over what is left of rows.
    pub(super) fn is_whole(&self, pass: usize) -> bool {
        self.shapes[pass].sizes() == self.shape.sizes()
    }

    /// Where the operands of a pass come from, if they are those of its row; those with places are streams.
    pub(super) fn operands(&self, pass: usize, streams: &mut Vec<Stream>) -> Option<Vec<From>> {
        let sizes = self.shape.sizes();
        let left: Vec<usize> = self.axes.kept.iter().map(|&axis| sizes[axis]).collect();
        if !self.is_whole(pass) && self.shapes[pass].sizes() != left {
            return None;
        }
        let operands = 0..self.passes[pass].operands.len();
        let read = operands.skip(self.passes[pass].targets);
        let from = read.map(|at| self.from(pass, at, streams)).collect::<Option<Vec<From>>>()?;
        if pass + 1 == self.passes.len() {
            self.written(pass, streams);
        }
        Some(from)
    }

    /// Where an operand comes from.
    fn from(&self, pass: usize, at: usize, streams: &mut Vec<Stream>) -> Option<From> {
        let operand = &self.passes[pass].operands[at];
        let strides = || self.strides_of(pass, operand);
        let mut stream = |is_range| streams.push(Stream { pass, at, strides: strides(), is_range, is_written: false });
        match operand.origin {
            Origin::Stage(later) => {
                if let Some((value, is_row, item)) = self.left_by(later) {
                    let fits = is_row || self.is_whole(pass);
                    return (fits && strides() == self.strides_of_left(item, is_row)).then_some(value);
                }
                stream(false);
                Some(From::Array(0))
            }
            Origin::Device(_) | Origin::Host(_) => {
                stream(false);
                Some(From::Array(0))
            }
            Origin::Range(_) => {
                stream(true);
                Some(From::Elsewhere)
            }
            // Rows look nothing up.
            Origin::Table(_) => None,
            _ => Some(From::Elsewhere),
        }
    }

    /// The targets and results of a pass.
    fn written(&self, number: usize, streams: &mut Vec<Stream>) {
        let pass = self.passes[number];
        let written = |at, strides| Stream { pass: number, at, strides, is_range: false, is_written: true };
        for (at, target) in pass.operands[..pass.targets].iter().enumerate() {
            streams.push(written(at, self.strides_of(number, target)));
        }
        for index in 0..pass.fresh.len() {
            let strides = self.along(number, &|axis| self.shapes[number].fresh_stride(axis));
            streams.push(written(pass.operands.len() + index, strides));
        }
    }

    /// The strides of an operand of a pass along the axes of what is reduced.
    fn strides_of(&self, pass: usize, operand: &Erased) -> Vec<isize> {
        let dense = row_major(operand.axes.sizes());
        let axes = on_device(operand, &dense);
        self.along(pass, &|axis| axes.output_stride(axis, self.shapes[pass].sizes().len()))
    }

    /// The strides along the axes of what is reduced, of strides along those of a pass.
    fn along(&self, pass: usize, stride: &dyn Fn(usize) -> isize) -> Vec<isize> {
        let sizes = self.shape.sizes();
        let own = |axis: usize| self.axes.kept.iter().position(|&kept| kept == axis);
        let stride = |axis| if self.is_whole(pass) { stride(axis) } else { own(axis).map_or(0, stride) };
        (0..sizes.len()).map(|axis| if sizes[axis] == 1 { 0 } else { stride(axis) }).collect()
    }

    /// Which pass leaves it, whether that is one value a row, and how it would lie in memory.
    fn left_by(&self, later: &Later) -> Option<(From, bool, &Item)> {
        self.items.iter().enumerate().find_map(|(pass, items)| {
            let at = items.iter().position(|item| std::ptr::eq(&raw const item.memory, later))?;
            let folds = self.passes[pass].yielded.folds.len();
            Some(match at.checked_sub(folds) {
                Some(kept) if self.is_whole(pass) => (From::Kept(pass, kept), false, &items[at]),
                _ => (From::Row(pass, at), true, &items[at]),
            })
        })
    }

    /// The strides of what a stage leaves, a value for each row or an element for each, where it is read in its own
    /// order.
    fn strides_of_left(&self, item: &Item, is_row: bool) -> Vec<isize> {
        let sizes = self.shape.sizes();
        let own = (0..sizes.len()).filter(|axis| !is_row || self.axes.kept.contains(axis));
        let mut strides = vec![0; sizes.len()];
        for (axis, &stride) in own.zip(&item.own.1).filter(|(axis, _)| sizes[*axis] != 1) {
            strides[axis] = stride;
        }
        strides
    }

    /// Nothing, if some pass reads elements of a target that another thread may write.
    pub(super) fn only_own_elements(&self, streams: &[Stream]) -> Option<()> {
        let operand = |stream: &Stream| self.operand(stream);
        let shares = |a: &Stream, b: &Stream| operand(a).zip(operand(b)).is_some_and(|(a, b)| same_memory(a, b));
        let disturbed = |written: &Stream, read: &Stream| {
            let starts = (operand(read).map(Erased::start), operand(written).map(Erased::start));
            let is_own = read.strides == written.strides && starts.0 == starts.1 && self.is_whole(read.pass);
            shares(written, read) && !is_own
        };
        let mut written = streams.iter().filter(|stream| stream.is_written);
        let disturbs = written.any(|own| streams.iter().any(|read| !read.is_written && disturbed(own, read)));
        (!disturbs).then_some(())
    }

    /// The axes of all streams, those that are kept first, and how many of these are left when they are merged.
    pub(super) fn plan(&self, streams: &[Stream]) -> (LoopPlan, usize) {
        // As positions are counted.
        let order = order(self.shape.sizes(), &self.axes.kept, &vec![0; self.shape.sizes().len()]);
        let outputs: Vec<_> = streams.iter().map(|Stream { strides, .. }| |axis: usize| strides[axis]).collect();
        let mut plan = LoopPlan::empty();
        plan.nest(&self.shape, None, &order, &[] as &[OperandAxes], &outputs);
        let kept = kept_axes(&plan, self.axes.outputs as u64);
        (plan, kept)
    }
}

/// Whether two operands are the same array.
pub(super) fn same_memory(a: &Erased, b: &Erased) -> bool {
    match (a.origin, b.origin) {
        (Origin::Device(a), Origin::Device(b)) => std::ptr::eq(a.memory, b.memory),
        (Origin::Stage(a), Origin::Stage(b)) => std::ptr::eq(a, b),
        // As their copies are the same.
        (Origin::Host(one), Origin::Host(other)) => {
            let strides =
                |axes: &OperandAxes| (0..axes.sizes().len()).map(|axis| axes.stride(axis)).collect::<Vec<_>>();
            one.memory_ptr().is_some_and(|ptr| other.memory_ptr() == Some(ptr))
                && a.element == b.element
                && a.axes.sizes() == b.axes.sizes()
                && strides(one.axes()) == strides(other.axes())
        }
        _ => false,
    }
}
