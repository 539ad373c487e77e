//! How the passes of a call are one kernel of rows: its arrays, its steps, its parameters.

use super::axes::Axes;
use super::fusion::{Fusion, Stream, same_memory};
use super::machine::Machine;
use super::nest::Nest;
use super::vectors::{number_words, stream_words};
use crate::gpu::device::room::Room;
use crate::gpu::device::types::Type;
use crate::gpu::text::rows::{Array, From, Rows, Step};
use crate::gpu::text::spec::Kind;
use crate::gpu::text::tile::Tile;
use crate::gpu::text::walk::digits_of;
use crate::gpu::tuning::{EACH, LEAST_SHARED, LONGEST_ROW, ROW_VECTORS, ROWS_SHARED, THREADS};

/// How they are one kernel.
pub(super) struct Way<'f> {
    pub(crate) rows: Rows<'f>,
    pub(crate) words: Vec<u32>,
    pub(crate) groups: u64,
    /// The pass of each array, and which of its operands it is, or behind these which result.
    pub(crate) of: Vec<(usize, usize)>,
}

impl Fusion<'_> {
    pub(crate) fn way<'s>(&'s self, machine: &Machine, targets: &'s [Type]) -> Option<Way<'s>> {
        let Axes { outputs, count, .. } = self.axes;
        if count == 0 || outputs == 0 || count > LONGEST_ROW {
            return None;
        }
        let (mut from, mut streams) = (Vec::new(), Vec::new());
        for pass in 0..self.passes.len() {
            from.push(self.operands(pass, &mut streams)?);
        }
        self.only_own_elements(&streams)?;
        let (plan, kept) = self.plan(&streams);
        let places = streams.iter().enumerate().map(|(at, stream)| self.places(&plan, at, stream));
        let nest = Nest::new(plan.sizes(), places.collect());
        let go_by_tiles = || self.passes.iter().any(|pass| Tile::of(pass, &nest, kept, false).is_some());
        if go_by_tiles() || crosses(&nest, kept) || !nest.is_bound_whole(Room::of(machine.gpu)) {
            return None;
        }
        let wide = nest.is_wide();
        let rows = Rows { arrays: Vec::new(), steps: Vec::new(), kept, reduced: nest.sizes.len() - kept, room: 0 };
        let mut way = Way { rows, words: Vec::new(), groups: 0, of: Vec::new() };
        for (pass, from) in from.into_iter().enumerate() {
            let own = streams.iter().enumerate().filter(|(_, stream)| stream.pass == pass);
            let own = own.map(|(at, stream)| (stream, wide && nest.streams[at].is_vector())).collect::<Vec<_>>();
            let targets = if pass + 1 == self.passes.len() { targets } else { &[] };
            let step = self.step(pass, from, &own, wide, targets, &mut way);
            way.rows.steps.push(step);
        }
        self.divide(machine, &mut way, &nest, wide).then_some(way)
    }

    /// A pass of the kernel, whose streams are these, as vectors or not.
    pub(crate) fn step<'s>(
        &'s self,
        number: usize,
        mut from: Vec<From>,
        streams: &[(&Stream, bool)],
        wide: bool,
        targets: &'s [Type],
        way: &mut Way<'s>,
    ) -> Step<'s> {
        let pass = self.passes[number];
        let mut spec = pass.spec(targets, way.rows.kept + way.rows.reduced);
        spec.wide = wide && self.is_whole(number);
        spec.vectors = ROW_VECTORS;
        let mut into = Vec::new();
        for read in &mut spec.reads {
            // What is no vector is the same for all.
            read.splat = spec.wide;
        }
        for &(stream, is_vector) in streams {
            if stream.is_written {
                into.push(self.array(stream, is_vector, way));
                continue;
            }
            let leaf = stream.at - pass.targets;
            spec.reads[leaf].splat = spec.wide && !is_vector;
            if spec.reads[leaf].kind == Kind::Array {
                from[leaf] = From::Array(self.array(stream, is_vector, way));
            }
        }
        for (read, from) in spec.reads.iter_mut().zip(&from) {
            read.splat &= !matches!(from, From::Kept(..));
        }
        Step { spec, foldings: pass.foldings(), is_of_rows: !self.is_whole(number), from, into }
    }

    /// The array of a stream: the same one for the same memory.
    fn array(&self, stream: &Stream, wide: bool, way: &mut Way) -> usize {
        let own = self.operand(stream);
        let is_same = |(&(pass, at), array): (&(usize, usize), &Array)| {
            let other = self.passes[pass].operands.get(at);
            array.wide == wide && own.zip(other).is_some_and(|(own, other)| same_memory(own, other))
        };
        let known = way.of.iter().zip(&way.rows.arrays).position(is_same);
        let at = known.unwrap_or_else(|| {
            way.of.push((stream.pass, stream.at));
            way.rows.arrays.push(Array { element: self.element(stream), wide, written: false });
            way.of.len() - 1
        });
        way.rows.arrays[at].written |= stream.is_written;
        at
    }

    /// Divides the work and sets all parameters, if the device has room for it.
    pub(crate) fn divide(&self, machine: &Machine, way: &mut Way, nest: &Nest, wide: bool) -> bool {
        let Axes { outputs, count, .. } = self.axes;
        let units = if wide { count / EACH as usize } else { count };
        let each = if wide { ROW_VECTORS } else { EACH } as usize;
        let lanes = units.div_ceil(each).next_power_of_two().min(THREADS as usize);
        let tasks = THREADS as usize / lanes;
        let (most_arrays, most_shared) = machine.gpu.map_or((usize::MAX, LEAST_SHARED), |gpu| {
            let limits = &gpu.shared.limits;
            (limits.max_storage_buffers_per_shader_stage as usize, limits.max_compute_workgroup_storage_size as usize)
        });
        let kept = way.rows.steps.iter().flat_map(|step| &step.spec.fresh[..step.kept()]);
        let bytes: usize = kept.map(|element| element.bytes()).sum();
        if let Some(room) = most_shared.min(ROWS_SHARED).saturating_sub(way.rows.joining()).checked_div(bytes) {
            way.rows.room = room / EACH as usize * EACH as usize;
            if tasks * count > way.rows.room {
                return false;
            }
        }
        let places = way.rows.parameters();
        let mut words = vec![0; places.words()];
        (words[2], words[3], words[4], words[6]) = (outputs as u32, lanes as u32, units as u32, count as u32);
        let mut sizes = nest.sizes.clone();
        sizes[nest.inner()] /= count / units;
        for (word, &size) in words[places.sizes()..].iter_mut().zip(&sizes) {
            *word = size as u32;
        }
        let steps = digits_of(lanes, &sizes[way.rows.kept..]);
        words[places.steps()..][..steps.len()].copy_from_slice(&steps);
        let mut numbers = 0;
        for pass in &self.passes {
            numbers += number_words(&mut words[places.number(numbers)..], pass);
        }
        stream_words(&mut words[places.stream(0)..], nest, wide);
        way.words = words;
        way.groups = (outputs as u64).div_ceil(tasks as u64);
        // One may be needed for errors of integers.
        way.rows.arrays.len() < most_arrays
    }
}

/// Whether rows, the reduced axes, lie across in memory, as the first array that tells has it.
fn crosses(nest: &Nest, kept: usize) -> bool {
    nest.streams.iter().find_map(|places| places.lies_across(kept)).unwrap_or(false)
}
