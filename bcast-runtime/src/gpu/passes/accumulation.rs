//! The kernels of one reduction.
//!
//! ```text
//! axes ─cut where they are kept─▶ parts, each with results of its own, one after the other
//! part ─cut where it is reduced─▶ pieces ─▶ accumulators of all their chunks ─joined, until there is one─▶ results
//! ```
//! Mostly there is one part, one piece, and often one chunk: one kernel.

use super::axes::{kept_axes, order, steps};
use super::cuts::Merged;
use super::division::Division;
use super::launch::{Ready, Work, dispatched};
use super::machine::Machine;
use super::nest::{MOST, Nest, Places};
use super::operand::{Erased, Origin};
use super::pass::on_device;
use super::run::moved;
use crate::engine::notes::KernelWork;
use crate::error::GpuError;
use crate::gpu::device::array::Place;
use crate::gpu::device::handle::Gpu;
use crate::gpu::device::layout::row_major;
use crate::gpu::device::memory::GpuMemory;
use crate::gpu::device::room::Room;
use crate::gpu::device::submit::Bound;
use crate::gpu::device::types::Type;
use crate::gpu::text::fold::Folding;
use crate::gpu::text::reduce::Reducing;
use crate::gpu::text::spec::Spec;
use crate::gpu::text::tile::Tile;
use crate::gpu::text::walk::digits_of;
use crate::gpu::tuning::VECTORS;
use crate::loop_plan::LoopPlan;
use crate::operand::OperandAxes;

/// One reduction.
pub(super) struct Accumulation<'w, 'p, 'a> {
    pub(crate) ready: &'w Ready<'p, 'a>,
    /// The axes that are kept.
    pub(crate) kept: Vec<usize>,
    pub(crate) outputs: u64,
    /// Elements of each result.
    pub(crate) count: u64,
    pub(crate) foldings: Vec<Folding>,
}

/// What a kernel writes: so many accumulators, or the one result, of each result.
type Written = Vec<Option<GpuMemory>>;

/// Accumulators of several chunks, in one or several pieces of memory.
#[derive(Default)]
struct Chunks {
    all: Vec<(Written, u64)>,
    count: u64,
}

impl Accumulation<'_, '_, '_> {
    /// Records all kernels; the results, in order.
    pub(crate) fn run(&self, machine: &Machine) -> Result<Written, GpuError> {
        // Places and numbers are `u32`s.
        let is_range = |operand: &Erased| matches!(operand.origin, Origin::Range(_));
        let counts = self.foldings.iter().any(Folding::counts) || self.ready.pass.operands.iter().any(is_range);
        if self.count > MOST && counts {
            let each = self.foldings.first().map_or(4, |folding| folding.value.bytes() as u64);
            let error = GpuError::TooLarge { array: String::new(), size: self.count * each, most: MOST * each };
            return Err(error.of_array("what is reduced", self.ready.shape.sizes()));
        }
        let (plan, kept) = self.plan();
        machine.amend(|note| note.loops = plan.sizes().to_vec());
        let mut nest = self.ready.pass.nest(&plan);
        if self.has_places() {
            nest.streams.push(Places::of(&plan, plan.streams().len() - 1, 0, None, false));
        }
        let mut reads = nest.streams.iter().filter(|places| !places.is_written);
        let along = !reads.find_map(|places| places.lies_across(kept)).unwrap_or(false);
        let is_software = machine.gpu.is_some_and(Gpu::is_software);
        let tile = Tile::of(self.ready.pass, &nest, kept, is_software);
        let axes = Merged { kept, along, tile: tile.as_ref(), room: Room::of(machine.gpu) };
        let strides = row_major(&nest.sizes[..kept]);
        let mut parts = nest.split(&|nest| axes.cut_kept(nest));
        if parts.len() == 1 {
            return self.reduced(machine, axes, parts.remove(0));
        }
        let outputs: Vec<Type> = self.foldings.iter().map(|folding| folding.out).collect();
        let named = |error: GpuError| error.of_array("the result", &[self.outputs as usize]);
        let all = take(machine, &outputs, self.outputs).map_err(named)?;
        for part in parts {
            let sizes = part.sizes[..kept].to_vec();
            let start = part.first.iter().zip(&strides).map(|(&first, &stride)| first * stride as usize).sum();
            let made = self.reduced(machine, axes, part)?;
            for ((from, to), &element) in made.iter().flatten().zip(all.iter().flatten()).zip(&outputs) {
                let (from, to) = (Place { memory: from, start: 0 }, Place { memory: to, start });
                let dense = row_major(&sizes);
                moved(machine, self.ready.pass.site, element, (from, &dense), (to, &strides), &sizes)?;
            }
        }
        Ok(all)
    }

    /// Whether positions are asked for.
    fn has_places(&self) -> bool {
        self.foldings.iter().any(Folding::has_place)
    }

    /// The results of a part.
    fn reduced(&self, machine: &Machine, axes: Merged, part: Nest) -> Result<Written, GpuError> {
        let results = axes.results(&part);
        let most = axes.accumulators(results);
        let pieces = axes.pieces(part, most);
        let reducing = Reducing {
            foldings: self.foldings.clone(),
            kept: axes.kept,
            reduced: pieces[0].sizes.len() - axes.kept,
            finish: pieces.len() == 1 && axes.division(&pieces[0]).chunks == 1,
            joins: false,
            tile: axes.tile.cloned(),
        };
        let mut made = Chunks::default();
        for piece in pieces {
            let division = axes.division(&piece);
            if !made.all.is_empty() && made.count + division.chunks > most {
                made = self.joined(machine, results, made, false)?;
            }
            let own = take(machine, &reducing.outputs(), results * division.chunks)?;
            self.accumulate(machine, axes, &reducing, &division, piece, &own)?;
            made.push(own, division.chunks);
        }
        if reducing.finish {
            return Ok(made.all.remove(0).0);
        }
        Ok(self.joined(machine, results, made, true)?.all.remove(0).0)
    }

    /// One accumulator of each result; if this finishes it, the result.
    fn joined(&self, machine: &Machine, results: u64, made: Chunks, finish: bool) -> Result<Chunks, GpuError> {
        let reducing =
            |finish| Reducing { foldings: self.foldings.clone(), kept: 1, reduced: 1, finish, joins: true, tile: None };
        let mut count = made.count;
        let mut all = match made.all.len() {
            1 => made.all.into_iter().map(|(own, _)| own).next().unwrap_or_default(),
            _ => self.side_by_side(machine, results, made)?,
        };
        loop {
            let division = Division::of_accumulators(results, count);
            let reducing = reducing(finish && division.chunks == 1);
            let next = take(machine, &reducing.outputs(), results * division.chunks)?;
            self.join(machine, &reducing, &division, (results, count), &all, &next)?;
            (all, count) = (next, division.chunks);
            if count == 1 {
                return Ok(Chunks { all: vec![(all, 1)], count });
            }
        }
    }

    /// All accumulators in one memory.
    fn side_by_side(&self, machine: &Machine, results: u64, made: Chunks) -> Result<Written, GpuError> {
        let types: Vec<Type> = self.foldings.iter().flat_map(Folding::parts).collect();
        let all = take(machine, &types, results * made.count)?;
        let mut before = 0;
        for (own, count) in &made.all {
            for ((from, to), element) in own.iter().flatten().zip(all.iter().flatten()).zip(&types) {
                let size = results * element.bytes() as u64;
                machine.copy(from, to, before * size, count * size);
            }
            before += count;
        }
        Ok(all)
    }

    /// Records the kernel of a piece.
    fn accumulate(
        &self,
        machine: &Machine,
        axes: Merged,
        reducing: &Reducing,
        division: &Division,
        mut piece: Nest,
        made: &Written,
    ) -> Result<(), GpuError> {
        let pass = self.ready.pass;
        let (results, units) = (axes.results(&piece), axes.units(&piece));
        let groups = axes.groups(&piece, division);
        let mut spec = pass.spec(&[], piece.sizes.len());
        if axes.is_wide(&piece) {
            spec.widen(&piece);
            spec.vectors = VECTORS;
        }
        let windows = piece.windows(axes.room);
        let (places, sizes) = (reducing.parameters(&spec), spec.sizes_of(&piece));
        let mut words = vec![0; places.words()];
        for (word, &size) in words[places.sizes()..].iter_mut().zip(&sizes) {
            *word = size as u32;
        }
        let steps = digits_of(division.lanes as usize, &sizes[reducing.kept..]);
        words[places.steps()..][..steps.len()].copy_from_slice(&steps);
        spec.operand_words(&mut words, &piece, pass, &places);
        let operands = self.ready.operands(machine);
        let (read, kept) = windows.split_at(operands.len());
        let mut arrays: Vec<Bound> =
            operands.into_iter().zip(read).map(|(buffer, &offset)| Bound { buffer, offset }).collect();
        arrays.extend(whole(machine, made));
        arrays.extend(whole(machine, &self.ready.made).zip(kept).map(|(array, &offset)| Bound { offset, ..array }));
        arrays.extend(self.ready.tables(machine)?);
        self.record(machine, &spec, reducing, division, (results, units, groups), words, &arrays)
    }

    /// Records a kernel that joins accumulators of so many results and chunks.
    fn join(
        &self,
        machine: &Machine,
        reducing: &Reducing,
        division: &Division,
        (results, count): (u64, u64),
        parts: &Written,
        made: &Written,
    ) -> Result<(), GpuError> {
        let spec = Spec { reads: Vec::new(), fresh: &[], ..self.ready.pass.spec(&[], 2) };
        let words = vec![0; reducing.parameters(&spec).words()];
        let arrays: Vec<Bound> = whole(machine, parts).chain(whole(machine, made)).collect();
        let numbers = (results, count, division.groups(results));
        self.record(machine, &spec, reducing, division, numbers, words, &arrays)
    }

    /// Records a kernel, which makes of so many elements, vectors or accumulators each result, by so many workgroups.
    #[allow(clippy::too_many_arguments)]
    fn record(
        &self,
        machine: &Machine,
        spec: &Spec,
        reducing: &Reducing,
        division: &Division,
        (results, count, groups): (u64, u64, u64),
        mut words: Vec<u32>,
        arrays: &[Bound],
    ) -> Result<(), GpuError> {
        if results == 0 && machine.gpu.is_some() {
            return Ok(());
        }
        words[2] = division.along.into();
        words[3] = division.lanes;
        words[4] = results as u32;
        words[6] = division.chunks as u32;
        words[7] = division.chunk as u32;
        words[8] = count as u32;
        (words[9], words[10]) = (self.count as u32, (self.count >> 32) as u32);
        let mut key = spec.key();
        key.extend(reducing.key());
        let does = match (reducing.joins, &reducing.tile) {
            (true, _) => KernelWork::Accumulators,
            (false, Some(_)) => KernelWork::PerTile,
            (false, None) => KernelWork::PerResult,
        };
        let bytes: usize = reducing.outputs().iter().map(|element| element.bytes()).sum();
        let accumulators = if reducing.finish { 0 } else { results * division.chunks * bytes as u64 };
        let work = Work { key, groups, site: self.ready.pass.site, does, accumulators };
        dispatched(machine, work, || reducing.text(spec), arrays, &mut words)
    }

    /// The axes, those that are kept first, and how many of these are left when they are merged. Where positions are
    /// asked for, they are the last stream.
    fn plan(&self) -> (LoopPlan, usize) {
        let (ready, sizes) = (self.ready, self.ready.shape.sizes());
        let dense = ready.dense();
        let axes: Vec<OperandAxes> =
            ready.pass.operands.iter().zip(&dense).map(|(operand, dense)| on_device(operand, dense)).collect();
        let order = order(sizes, &self.kept, &steps(ready));
        let mut positions = vec![0; sizes.len()];
        let mut step = 1;
        for axis in (0..sizes.len()).rev().filter(|axis| !self.kept.contains(axis)) {
            positions[axis] = step;
            step *= sizes[axis] as isize;
        }
        let fresh = ready.pass.fresh.iter().map(|_| None);
        let places = self.has_places().then_some(Some(&positions));
        let output = |positions: Option<&Vec<isize>>| {
            let positions = positions.cloned();
            move |axis: usize| positions.as_ref().map_or_else(|| ready.shape.fresh_stride(axis), |own| own[axis])
        };
        let outputs: Vec<_> = fresh.chain(places).map(output).collect();
        let mut plan = LoopPlan::empty();
        plan.nest(&ready.shape, None, &order, &axes, &outputs);
        let kept = kept_axes(&plan, self.outputs);
        (plan, kept)
    }
}

impl Chunks {
    fn push(&mut self, own: Written, count: u64) {
        self.all.push((own, count));
        self.count += count;
    }
}

/// Memory for so many elements of each of these types.
fn take(machine: &Machine, types: &[Type], count: u64) -> Result<Written, GpuError> {
    let bytes = |element: &Type| count * element.bytes() as u64;
    let memory = |element: &Type| machine.gpu.map(|gpu| machine.allocate(gpu, bytes(element))).transpose();
    types.iter().map(memory).collect()
}

/// Arrays that are bound as a whole, where something is.
fn whole(machine: &Machine, memory: &Written) -> impl Iterator<Item = Bound> {
    let memory = if machine.running().is_some() { &memory[..] } else { &[] };
    memory.iter().flatten().map(|memory| Bound { buffer: memory.buffer().clone(), offset: 0 })
}
