//! The kernels of one reduction, and the arrays that they leave.

use super::element::Type;
use super::error::GpuError;
use super::fold::Folding;
use super::launch::{MOST, Pass, Ready, dispatched, on_device};
use super::machine::Machine;
use super::pool::{Later, Memory};
use super::reduce::{Division, Reducing};
use super::stage::{Item, Yield};
use super::text::{Spec, THREADS};
use super::walk::{EACH, digits_of};
use crate::engine::Reduce;
use crate::error::BroadcastError;
use crate::loop_plan::{Group, LoopPlan, Output};
use crate::operand::RawOperand;

/// What a reduction does to the axes of a shape.
#[derive(PartialEq)]
pub(super) struct Axes {
    /// Those that are kept.
    pub(super) kept: Vec<usize>,
    /// Results, and elements of each.
    pub(super) outputs: usize,
    pub(super) count: usize,
}

impl Axes {
    /// The axes of a pass that reduces, if it has them and a value over each of them.
    pub(super) fn of(ready: &Ready, reduce: Reduce, yields: &[Yield]) -> Result<Axes, Box<BroadcastError>> {
        let (sizes, call) = (ready.shape.sizes(), ready.pass.site.call.name);
        let is_reduced = |axis: usize| match reduce {
            Reduce::Axes(axes) => axes.contains(&(axis as u8)),
            _ => true,
        };
        if let Reduce::Axes(axes) = reduce
            && let Some(&axis) = axes.iter().find(|&&axis| axis as usize >= sizes.len())
        {
            return Err(Box::new(BroadcastError::Reduced { call, axis: axis as usize, rank: sizes.len() }));
        }
        let (reduced, kept): (Vec<usize>, Vec<usize>) = (0..sizes.len()).partition(|&axis| is_reduced(axis));
        let product = |axes: &[usize]| axes.iter().map(|&axis| sizes[axis]).product();
        let (outputs, count) = (product(&kept), product(&reduced));
        if outputs != 0 && count == 0 && yields.contains(&Some(false)) {
            return Err(Box::new(BroadcastError::Empty { call, sizes: sizes.to_vec() }));
        }
        Ok(Axes { kept, outputs, count })
    }

    /// What a stage leaves that reduces, without memory.
    pub(super) fn items(&self, ready: &Ready, yields: &[Yield]) -> Vec<Item> {
        let sizes = ready.shape.sizes();
        let kept_sizes: Vec<usize> = self.kept.iter().map(|&axis| sizes[axis]).collect();
        let kept_strides = super::array::row_major(&kept_sizes);
        let (mut whole_sizes, mut whole_strides) = (vec![1; sizes.len()], vec![0; sizes.len()]);
        for ((&axis, &size), &stride) in self.kept.iter().zip(&kept_sizes).zip(&kept_strides) {
            (whole_sizes[axis], whole_strides[axis]) = (size, stride);
        }
        let full = (sizes.to_vec(), super::array::row_major(sizes));
        let (mut folded, mut elements) = (foldings(ready.pass).into_iter(), ready.pass.fresh.iter());
        let item = |of_nothing: &Yield| match of_nothing {
            Some(_) => {
                let element = folded.next().map_or(Type::U32, |folding| folding.out);
                let own = (kept_sizes.clone(), kept_strides.clone());
                Item { element, own, whole: (whole_sizes.clone(), whole_strides.clone()), memory: Later::default() }
            }
            None => {
                let element = elements.next().copied().unwrap_or(Type::U32);
                Item { element, own: full.clone(), whole: full.clone(), memory: Later::default() }
            }
        };
        yields.iter().map(item).collect()
    }
}

/// Records a reduction; what it leaves, the reductions first.
pub(super) fn reduced(
    machine: &Machine,
    ready: &mut Ready,
    reduce: Reduce,
) -> Result<Vec<Option<Memory>>, Box<BroadcastError>> {
    let Axes { kept, outputs, count } = Axes::of(ready, reduce, &[])?;
    // What is kept of the elements lies row by row, as the sizes of results do.
    ready.shape.row_major();
    let foldings = foldings(ready.pass);
    let work = Work { ready, kept, outputs: outputs as u64, count: count as u64, foldings };
    let mut made = work.run(machine).map_err(|error| Box::new(BroadcastError::Gpu(error)))?;
    made.append(&mut ready.made);
    Ok(made)
}

/// The reductions of a pass, with their types.
pub(super) fn foldings(pass: &Pass) -> Vec<Folding> {
    let folds = pass.formula.folds.iter();
    folds.map(|fold| Folding::of(fold.name, pass.type_of(fold.value))).collect()
}

/// The axes of a shape in the order of a kernel that reduces: those that are kept first.
pub(super) fn order(sizes: &[usize], kept: &[usize]) -> Vec<(usize, Group)> {
    let is_kept = |axis: &usize| kept.contains(axis);
    let long = |axis: &usize| sizes[*axis] != 1;
    let outer = (0..sizes.len()).filter(is_kept).filter(long).map(|axis| (axis, Group::Kept));
    let reduced = || (0..sizes.len()).filter(|axis| !is_kept(axis)).map(|axis| (axis, Group::Reduced));
    // One at least, if there is any.
    let long_ones = reduced().filter(|(axis, _)| long(axis));
    let short_one = reduced().next().filter(|_| reduced().all(|(axis, _)| !long(&axis)));
    outer.chain(long_ones).chain(short_one).collect()
}

/// How many of a plan's axes are kept, of so many results.
pub(super) fn kept_axes(plan: &LoopPlan, outputs: u64) -> usize {
    let mut count = 1;
    let kept = plan.sizes().iter().take_while(|&&size| {
        let before = count;
        count *= size as u64;
        before < outputs
    });
    if outputs <= 1 { 0 } else { kept.count() }
}

/// The kernels of one reduction.
struct Work<'w, 'p, 'a> {
    ready: &'w Ready<'p, 'a>,
    kept: Vec<usize>,
    outputs: u64,
    count: u64,
    foldings: Vec<Folding>,
}

impl Work<'_, '_, '_> {
    fn run(&self, machine: &Machine) -> Result<Vec<Option<Memory>>, GpuError> {
        let pass = self.ready.pass;
        if self.outputs * self.count.max(1) > MOST {
            return Err(GpuError::TooLarge { size: self.outputs * self.count, most: MOST });
        }
        let (plan, kept) = self.plan();
        let inner = plan.inner();
        // Whether neighbours in memory are reduced together, as the first array that tells has it.
        let steps = |stream| (plan.stride(stream, inner).abs(), plan.stride(stream, kept - 1).abs());
        let told = |(reduced, kept): &(isize, isize)| *reduced != 0 && *kept != 0 && reduced != kept;
        let along = kept == 0 || (0..plan.reads()).map(steps).find(told).is_none_or(|(reduced, kept)| reduced < kept);
        let mut spec = pass.spec(&[], plan.sizes().len());
        if along {
            spec.widen(&plan, pass);
        }
        let units = if spec.wide { self.count / u64::from(EACH) } else { self.count };
        let mut division = Division::of(self.outputs, units, along, spec.wide);
        let mut reducing = Reducing {
            foldings: self.foldings.clone(),
            kept,
            reduced: plan.sizes().len() - kept,
            finish: division.chunks == 1,
            joins: false,
        };
        let mut made = self.take(machine, &reducing, &division)?;
        let mut parameters = self.parameters(&spec, &reducing, &plan, division.lanes);
        parameters[8] = units as u32;
        if self.outputs > 0 || machine.gpu.is_none() {
            self.record(machine, &spec, &reducing, &division, &mut parameters, &[], &made)?;
        }
        // Accumulators of chunks, until there is one chunk.
        while !reducing.finish {
            let parts = division.chunks;
            division = Division::of(self.outputs, parts, self.outputs == 1, false);
            reducing = Reducing { finish: division.chunks == 1, joins: true, kept: 1, reduced: 1, ..reducing };
            (spec.reads, spec.fresh, spec.axes) = (Vec::new(), &[], 2);
            let next = self.take(machine, &reducing, &division)?;
            let mut parameters = vec![0; reducing.parameters(&spec).words()];
            parameters[8] = parts as u32;
            self.record(machine, &spec, &reducing, &division, &mut parameters, &made, &next)?;
            made = next;
        }
        Ok(made)
    }

    /// Memory for what a kernel writes.
    fn take(
        &self,
        machine: &Machine,
        reducing: &Reducing,
        division: &Division,
    ) -> Result<Vec<Option<Memory>>, GpuError> {
        let count = self.outputs * division.chunks;
        let memory = |element: &Type| match machine.gpu {
            Some(gpu) => gpu.allocate(count * element.bytes() as u64).map(Some),
            None => Ok(None),
        };
        reducing.outputs().iter().map(memory).collect()
    }

    /// The axes, those that are kept first, and how many of these are left when they are merged.
    fn plan(&self) -> (LoopPlan, usize) {
        let ready = self.ready;
        let order = order(ready.shape.sizes(), &self.kept);
        let dense = ready.dense();
        let raw: Vec<RawOperand> =
            ready.pass.operands.iter().zip(&dense).map(|(operand, dense)| on_device(operand, dense)).collect();
        let outputs: Vec<Output<_>> = ready
            .pass
            .fresh
            .iter()
            .map(|_| Output { ptr: std::ptr::dangling_mut(), size: 1, stride: |axis| ready.shape.fresh_stride(axis) })
            .collect();
        let mut plan = LoopPlan::empty();
        plan.nest(&ready.shape, None, &order, &raw, &outputs);
        let kept = kept_axes(&plan, self.outputs);
        (plan, kept)
    }

    fn parameters(&self, spec: &Spec, reducing: &Reducing, plan: &LoopPlan, lanes: u32) -> Vec<u32> {
        let places = reducing.parameters(spec);
        let mut words = vec![0; places.words()];
        let sizes = spec.sizes_of(plan);
        for (word, &size) in words[places.sizes()..].iter_mut().zip(&sizes) {
            *word = size as u32;
        }
        words[places.steps()..][..reducing.reduced]
            .copy_from_slice(&digits_of(lanes as usize, &sizes[reducing.kept..]));
        spec.operand_words(&mut words, plan, self.ready.pass, &places);
        words
    }

    #[allow(clippy::too_many_arguments)]
    fn record(
        &self,
        machine: &Machine,
        spec: &Spec,
        reducing: &Reducing,
        division: &Division,
        words: &mut [u32],
        parts: &[Option<Memory>],
        made: &[Option<Memory>],
    ) -> Result<(), GpuError> {
        words[2] = division.along.into();
        words[3] = division.lanes;
        words[4] = self.outputs as u32;
        words[6] = division.chunks as u32;
        words[7] = division.chunk as u32;
        words[9] = self.count as u32;
        let tasks = u64::from(THREADS / division.lanes);
        let groups = (self.outputs * division.chunks).div_ceil(tasks);
        let buffers = |memory: &'_ [Option<Memory>]| -> Vec<wgpu::Buffer> {
            memory.iter().flatten().map(|memory| memory.buffer().clone()).collect()
        };
        let mut arrays = buffers(parts);
        if !reducing.joins {
            arrays.extend(self.ready.operands());
        }
        arrays.extend(buffers(made));
        if !reducing.joins {
            arrays.extend(buffers(&self.ready.made));
        }
        let mut key = spec.key();
        key.extend(reducing.key());
        let site = self.ready.pass.site;
        dispatched(machine, key, || reducing.text(spec), &arrays, words, groups, site)
    }
}
