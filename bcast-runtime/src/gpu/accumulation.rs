//! The kernels of one reduction.
//!
//! ```text
//! axes ─cut where they are kept─▶ parts, each with results of its own, one after the other
//! part ─cut where it is reduced─▶ pieces ─▶ accumulators of all their chunks ─joined, until there is one chunk─▶ results
//! ```
//! Mostly there is one part, one piece, and often one chunk: one kernel.

use super::element::Type;
use super::error::GpuError;
use super::fold::Folding;
use super::launch::{MOST, Ready, dispatched, on_device};
use super::machine::Machine;
use super::nest::{Nest, Places, Room};
use super::operand::Place;
use super::pool::GpuMemory;
use super::reduce::{Division, Reducing};
use super::reduction::{kept_axes, order};
use super::run::moved;
use super::submit::Bound;
use super::text::{Spec, THREADS};
use super::walk::{EACH, digits_of};
use crate::loop_plan::{LoopPlan, Output};
use crate::operand::RawOperand;

/// One reduction.
pub(super) struct Accumulation<'w, 'p, 'a> {
    pub(super) ready: &'w Ready<'p, 'a>,
    /// The axes that are kept.
    pub(super) kept: Vec<usize>,
    pub(super) outputs: u64,
    /// Elements of each result.
    pub(super) count: u64,
    pub(super) foldings: Vec<Folding>,
}

/// Its axes, merged.
#[derive(Clone, Copy)]
struct Merged {
    /// So many are kept, and come first.
    kept: usize,
    /// Neighbours in memory are reduced together.
    along: bool,
    room: Room,
}

/// What a kernel writes: so many accumulators, or the one result, of each result.
type Written = Vec<Option<GpuMemory>>;

/// The most bytes of an accumulator.
const WIDEST: u64 = 8;

impl Merged {
    fn results(&self, nest: &Nest) -> u64 {
        nest.sizes[..self.kept].iter().map(|&size| size as u64).product()
    }

    fn count(&self, nest: &Nest) -> u64 {
        nest.sizes[self.kept..].iter().map(|&size| size as u64).product()
    }

    /// Whether the elements of a result are read as vectors.
    fn is_wide(&self, nest: &Nest) -> bool {
        self.along && nest.is_wide()
    }

    /// Elements of each result, or vectors.
    fn units(&self, nest: &Nest) -> u64 {
        self.count(nest) / if self.is_wide(nest) { u64::from(EACH) } else { 1 }
    }

    fn division(&self, nest: &Nest) -> Division {
        Division::of(self.results(nest), self.units(nest), self.along, self.is_wide(nest))
    }

    /// The outermost axis that is kept, and the outermost one that is reduced: cut there, results and positions run on.
    fn outermost(&self, nest: &Nest) -> (Option<usize>, Option<usize>) {
        let long = |axis: &usize| nest.sizes[*axis] > 1;
        ((0..self.kept).find(long), (self.kept..nest.sizes.len()).find(long))
    }

    /// Where to cut what is kept: the results are too many, or some array goes further there than where it is reduced.
    fn cut_kept(&self, nest: &Nest) -> Option<usize> {
        let (kept, reduced) = self.outermost(nest);
        let kept = kept?;
        let is_wide = self.results(nest) * self.chunks(&self.pieces(nest.clone())) > self.room.bytes / WIDEST;
        let way = |axis: Option<usize>, stream: &Places| axis.map_or(0, |axis| stream.way(&nest.sizes, axis));
        let is_far = || nest.too_large(self.room).any(|stream| way(Some(kept), stream) >= way(reduced, stream));
        (is_wide || is_far()).then_some(kept)
    }

    /// What falls apart where it is reduced.
    fn pieces(&self, nest: Nest) -> Vec<Nest> {
        nest.split(&|nest| {
            let is_large = nest.len() > MOST || nest.too_large(self.room).next().is_some();
            self.outermost(nest).1.filter(|_| is_large)
        })
    }

    /// The chunks of all pieces.
    fn chunks(&self, pieces: &[Nest]) -> u64 {
        pieces.iter().map(|piece| self.division(piece).chunks).sum()
    }
}

impl Accumulation<'_, '_, '_> {
    /// Records all kernels; the results, in order.
    pub(super) fn run(&self, machine: &Machine) -> Result<Written, GpuError> {
        if self.count > MOST {
            let each = self.foldings.first().map_or(4, |folding| folding.value.bytes() as u64);
            return Err(GpuError::TooLarge { size: self.count * each, most: MOST * each });
        }
        let (plan, kept) = self.plan();
        let nest = Nest::of(&plan, self.ready.pass);
        let mut reads = nest.streams.iter().filter(|places| !places.is_written);
        let along = !reads.find_map(|places| places.lies_across(kept)).unwrap_or(false);
        let axes = Merged { kept, along, room: Room::of(machine.gpu) };
        let mut parts = nest.split(&|nest| axes.cut_kept(nest));
        if parts.len() == 1 {
            return self.reduced(machine, axes, parts.remove(0));
        }
        let outputs: Vec<Type> = self.foldings.iter().map(|folding| folding.out).collect();
        let all = take(machine, &outputs, self.outputs, u64::MAX)?;
        let mut before = 0;
        for part in parts {
            let results = axes.results(&part);
            let made = self.reduced(machine, axes, part)?;
            self.copy(machine, &outputs, &made, &all, before, results)?;
            before += results;
        }
        Ok(all)
    }

    /// The results of a part.
    fn reduced(&self, machine: &Machine, axes: Merged, part: Nest) -> Result<Written, GpuError> {
        let results = axes.results(&part);
        let pieces = axes.pieces(part);
        let mut chunks = axes.chunks(&pieces);
        let mut reducing = Reducing {
            foldings: self.foldings.clone(),
            kept: axes.kept,
            reduced: pieces[0].sizes.len() - axes.kept,
            finish: chunks == 1,
            joins: false,
        };
        let types = reducing.outputs();
        let mut made = take(machine, &types, results * chunks, axes.room.bytes)?;
        let is_whole = pieces.len() == 1;
        let (mut before, mut position) = (0, 0);
        for piece in pieces {
            let (division, count) = (axes.division(&piece), axes.count(&piece));
            if is_whole {
                self.accumulate(machine, axes, &reducing, &division, piece, position, &made)?;
                break;
            }
            let own = take(machine, &types, results * division.chunks, axes.room.bytes)?;
            self.accumulate(machine, axes, &reducing, &division, piece, position, &own)?;
            self.copy(machine, &types, &own, &made, results * before, results * division.chunks)?;
            before += division.chunks;
            position += count;
        }
        while !reducing.finish {
            let division = Division::of(results, chunks, results == 1, false);
            reducing = Reducing { finish: division.chunks == 1, joins: true, kept: 1, reduced: 1, ..reducing };
            let next = take(machine, &reducing.outputs(), results * division.chunks, axes.room.bytes)?;
            self.join(machine, &reducing, &division, results, chunks, &made, &next)?;
            (made, chunks) = (next, division.chunks);
        }
        Ok(made)
    }

    /// Records the kernel of a piece, whose first element of each result has this position.
    #[allow(clippy::too_many_arguments)]
    fn accumulate(
        &self,
        machine: &Machine,
        axes: Merged,
        reducing: &Reducing,
        division: &Division,
        mut piece: Nest,
        position: u64,
        made: &Written,
    ) -> Result<(), GpuError> {
        if let Some(stream) = piece.too_large(axes.room).next() {
            return Err(GpuError::TooLarge { size: stream.bytes_over(&piece.sizes), most: axes.room.bytes });
        }
        let pass = self.ready.pass;
        let (results, units) = (axes.results(&piece), axes.units(&piece));
        let mut spec = pass.spec(&[], piece.sizes.len());
        if axes.is_wide(&piece) {
            spec.widen(&piece);
        }
        let windows = piece.windows(axes.room);
        let (places, sizes) = (reducing.parameters(&spec), spec.sizes_of(&piece));
        let mut words = vec![0; places.words()];
        for (word, &size) in words[places.sizes()..].iter_mut().zip(&sizes) {
            *word = size as u32;
        }
        let steps = digits_of(division.lanes as usize, &sizes[reducing.kept..]);
        words[places.steps()..][..steps.len()].copy_from_slice(&steps);
        words[10] = position as u32;
        spec.operand_words(&mut words, &piece, pass, &places);
        let operands = self.ready.operands();
        let (read, kept) = windows.split_at(operands.len());
        let mut arrays: Vec<Bound> =
            operands.into_iter().zip(read).map(|(buffer, &offset)| Bound { buffer, offset }).collect();
        arrays.extend(whole(made));
        arrays.extend(whole(&self.ready.made).zip(kept).map(|(array, &offset)| Bound { offset, ..array }));
        self.record(machine, &spec, reducing, division, (results, units), words, &arrays)
    }

    /// Records copies of `count` elements to behind `before` others.
    fn copy(
        &self,
        machine: &Machine,
        types: &[Type],
        from: &Written,
        to: &Written,
        before: u64,
        count: u64,
    ) -> Result<(), GpuError> {
        let Some(gpu) = machine.gpu else { return Ok(()) };
        for ((from, to), &element) in from.iter().flatten().zip(to.iter().flatten()).zip(types) {
            let size = element.bytes() as u64;
            if (before * size).is_multiple_of(4) {
                // What follows the last part comes after it.
                gpu.copy(from.buffer(), to.buffer(), before * size, (count * size).next_multiple_of(4));
            } else {
                let (from, to) = (Place { memory: from, start: 0 }, Place { memory: to, start: before as usize });
                moved(machine, self.ready.pass.site, element, from, to, count as usize)?;
            }
        }
        Ok(())
    }

    /// Records a kernel that joins accumulators of so many chunks.
    #[allow(clippy::too_many_arguments)]
    fn join(
        &self,
        machine: &Machine,
        reducing: &Reducing,
        division: &Division,
        results: u64,
        chunks: u64,
        parts: &Written,
        made: &Written,
    ) -> Result<(), GpuError> {
        let spec = Spec { reads: Vec::new(), fresh: &[], ..self.ready.pass.spec(&[], 2) };
        let words = vec![0; reducing.parameters(&spec).words()];
        let arrays: Vec<Bound> = whole(parts).chain(whole(made)).collect();
        self.record(machine, &spec, reducing, division, (results, chunks), words, &arrays)
    }

    /// Records a kernel, which makes of so many elements, vectors or accumulators each result.
    #[allow(clippy::too_many_arguments)]
    fn record(
        &self,
        machine: &Machine,
        spec: &Spec,
        reducing: &Reducing,
        division: &Division,
        (results, count): (u64, u64),
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
        words[9] = self.count as u32;
        let tasks = u64::from(THREADS / division.lanes);
        let groups = (results * division.chunks).div_ceil(tasks);
        let mut key = spec.key();
        key.extend(reducing.key());
        let site = self.ready.pass.site;
        dispatched(machine, key, || reducing.text(spec), arrays, &mut words, groups, site)
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
}

/// Memory for so many elements of each of these types, which a kernel can bind if it is not above `most` bytes.
fn take(machine: &Machine, types: &[Type], count: u64, most: u64) -> Result<Written, GpuError> {
    let memory = |element: &Type| {
        let bytes = count * element.bytes() as u64;
        match machine.gpu {
            _ if bytes > most => Err(GpuError::TooLarge { size: bytes, most }),
            Some(gpu) => gpu.allocate(bytes).map(Some),
            None => Ok(None),
        }
    };
    types.iter().map(memory).collect()
}

/// Arrays that are bound as a whole.
fn whole(memory: &Written) -> impl Iterator<Item = Bound> {
    memory.iter().flatten().map(|memory| Bound { buffer: memory.buffer().clone(), offset: 0 })
}
