//! What a stage has written runs along an axis.
//!
//! ```text
//! elements ─▶ what each chunk makes ─▶ the same with all chunks before it ─▶ elements, run through
//! ```
//! Where each line is one chunk there is one kernel. Elements of an operand that lie as the result does are read there;
//! others are written by the kernel of the stage, and run through in place.

use super::launch::{Ready, Work, dispatched};
use super::machine::Machine;
use super::nest::{MOST, Places};
use super::operand::Origin;
use super::pass::on_device;
use crate::engine::notes::{KernelWork, Scans};
use crate::error::{BroadcastError, GpuError};
use crate::gpu::device::batch::Site;
use crate::gpu::device::memory::GpuMemory;
use crate::gpu::device::room::Room;
use crate::gpu::device::submit::Bound;
use crate::gpu::device::types::Type;
use crate::gpu::text::fold::Folding;
use crate::gpu::text::formula::Value;
use crate::gpu::text::scan::{Does, Scan, WORDS};
use crate::gpu::tuning::{BUSY_GROUPS, LANES_ACROSS, LEAST_ROUNDS, MANY_RESULTS, SCAN_ACROSS, SCAN_ALONG, THREADS};

/// What runs along which axis.
#[derive(Clone, Copy)]
pub(crate) struct Scanned {
    pub(super) axis: usize,
    /// `cumsum`
    pub(super) name: &'static str,
}

/// Elements as they lie: lines of `len` along the axis, `inner` of them side by side, and this `outer` times.
#[derive(Clone, Copy)]
struct Lines {
    outer: usize,
    len: usize,
    inner: usize,
}

/// How lines are divided among threads; all follows from sizes and strides.
#[derive(Clone, Copy)]
struct Division {
    along: bool,
    lanes: usize,
    /// Elements that a thread has in a round.
    each: u32,
    /// Elements of a chunk.
    chunk: usize,
    chunks: usize,
}

/// Elements that a kernel binds: outer indices, and rows in the order of the scan.
struct Part {
    outer: std::ops::Range<usize>,
    rows: std::ops::Range<usize>,
}

/// An array from an element on.
#[derive(Clone, Copy)]
struct Array<'m> {
    memory: Option<&'m wgpu::Buffer>,
    start: usize,
}

impl Lines {
    fn count(self) -> usize {
        self.outer * self.inner
    }

    fn all(self) -> usize {
        self.count() * self.len
    }

    /// How many elements a kernel can bind, if these are whole rows.
    fn bound(self, machine: &Machine, element: Type) -> Result<usize, GpuError> {
        let room = Room::of(machine.gpu);
        let most = (room.bytes.saturating_sub(2 * room.align) / element.bytes() as u64).min(MOST) as usize;
        if self.inner <= most {
            return Ok(most);
        }
        let error = |size| GpuError::TooLarge { array: String::new(), size, most: room.bytes };
        Err(error((self.inner * element.bytes()) as u64).of_array("the rows of a scan", &[self.inner]))
    }

    /// Parts of so many elements at most. Lines that are cut have whole chunks.
    fn parts(self, most: usize, chunk: usize) -> Vec<Part> {
        let each = self.len * self.inner;
        if each <= most {
            let outers = (most / each.max(1)).max(1);
            let firsts = (0..self.outer).step_by(outers);
            return firsts.map(|at| Part { outer: at..self.outer.min(at + outers), rows: 0..self.len }).collect();
        }
        let rows = most / self.inner / chunk * chunk;
        let of_one = |outer| (0..self.len).step_by(rows).map(move |at| (outer, at..self.len.min(at + rows)));
        (0..self.outer).flat_map(of_one).map(|(outer, rows)| Part { outer: outer..outer + 1, rows }).collect()
    }
}

impl Division {
    /// Of chunks of at most so many elements.
    fn of(lines: Lines, most: usize) -> Self {
        let along = lines.inner == 1;
        let count = lines.count();
        let (each, lanes) = match along {
            true => (SCAN_ALONG, THREADS as usize),
            false if count as u64 >= MANY_RESULTS => (SCAN_ACROSS, 1),
            false => (SCAN_ACROSS, LANES_ACROSS as usize),
        };
        let lanes = lines.len.div_ceil(each as usize).next_power_of_two().clamp(1, lanes);
        let (tasks, step) = (THREADS as usize / lanes, lanes * each as usize);
        // As many chunks as keep a device busy, unless lines do.
        let wanted = (BUSY_GROUPS as usize * tasks).div_ceil(count).max(1);
        let chunk = lines.len.div_ceil(wanted).max(LEAST_ROUNDS * step).next_multiple_of(step);
        let chunk = if wanted == 1 { lines.len } else { chunk };
        let chunk = chunk.min(lines.len).min(most).max(1);
        Division { along, lanes, each, chunk, chunks: lines.len.div_ceil(chunk) }
    }

    /// Each line is one chunk.
    fn whole(lines: Lines) -> Self {
        let own = Division::of(lines, lines.len);
        Division { chunk: lines.len, chunks: 1, ..own }
    }
}

/// A scan with all that its kernels need.
struct Run<'r, 'm> {
    machine: &'r Machine<'r>,
    site: Site,
    lines: Lines,
    division: Division,
    scan: Scan,
    most: usize,
    from: Array<'m>,
    to: Array<'m>,
}

/// Records a stage whose elements run along an axis; where they lie then.
pub(super) fn scanned(
    machine: &Machine,
    mut ready: Ready,
    scanned: Scanned,
) -> Result<Vec<Option<GpuMemory>>, Box<BroadcastError>> {
    let failed = |error: GpuError| Box::new(BroadcastError::Gpu(error));
    let lines = lines(&ready, scanned.axis);
    if lines.len <= 1 && machine.gpu.is_some() || lines.all() == 0 {
        return Ok(ready.record(machine)?.into_iter().map(|made| made.memory).collect());
    }
    let there = read_there(&ready);
    if there.is_none() {
        ready.dispatch(machine).map_err(failed)?;
    }
    let made = std::mem::take(&mut ready.made);
    let to = made.first().and_then(Option::as_ref).filter(|_| machine.running().is_some());
    let from = there.filter(|_| machine.running().is_some()).and_then(|at| ready.buffer(at));
    let start = there.map_or(0, |at| ready.pass.operands[at].start());
    let from = Array { memory: from.as_ref(), start };
    let to = Array { memory: to.map(GpuMemory::buffer), start: 0 };
    let most = lines.bound(machine, ready.pass.fresh[0]).map_err(failed)?;
    let division = Division::of(lines, if lines.len * lines.inner > most { most / lines.inner } else { lines.len });
    let again = usize::from(division.chunks > 1) + if there.is_some() { 0 } else { 2 };
    machine.amend(|note| note.scans = Some(Scans { axis: scanned.axis, again }));
    let (folding, from_the_end) = Folding::scanned(scanned.name, ready.pass.fresh[0]);
    let does = Does::Elements { before: false, elsewhere: there.is_some() };
    let scan = Scan { folding, from_the_end, each: division.each, wide: false, does };
    Run { machine, site: ready.pass.site, lines, division, scan, most, from, to }.run().map_err(failed)?;
    Ok(if made.is_empty() { vec![None] } else { made })
}

/// Lines along an axis, as elements of the result lie.
fn lines(ready: &Ready, axis: usize) -> Lines {
    let sizes = ready.shape.sizes();
    let (len, inner) = (sizes[axis], ready.shape.fresh_stride(axis).unsigned_abs());
    // Along an axis of size 1 there may be any stride.
    let inner = if len > 1 { inner.max(1) } else { 1 };
    let all: usize = sizes.iter().product();
    Lines { outer: all / (len * inner).max(1), len, inner }
}

/// The operand that is what runs, if it lies as the result does.
fn read_there(ready: &Ready) -> Option<usize> {
    let (pass, sizes) = (ready.pass, ready.shape.sizes());
    let (true, [Value::Leaf(leaf)]) = (pass.formula.steps.is_empty(), &pass.yielded.values[..]) else { return None };
    let operand = &pass.operands[pass.targets + leaf];
    let is_array = matches!(operand.origin, Origin::Device(_) | Origin::Host(_) | Origin::Stage(_));
    let dense = ready.dense();
    let axes = on_device(operand, &dense[pass.targets + leaf]);
    let same = |axis| sizes[axis] == 1 || axes.output_stride(axis, sizes.len()) == ready.shape.fresh_stride(axis);
    (is_array && (0..sizes.len()).all(same)).then_some(pass.targets + leaf)
}

impl Run<'_, '_> {
    fn run(&self) -> Result<(), GpuError> {
        if self.division.chunks == 1 {
            return self.go(self.scan.does, &[]);
        }
        let parts = self.scan.parts();
        let totals = Lines { outer: 1, len: self.division.chunks - 1, inner: self.lines.count() };
        let memory = |element: &Type| {
            let (size, most) = ((totals.all() * element.bytes()) as u64, Room::of(self.machine.gpu).bytes);
            if size > most {
                let error = GpuError::TooLarge { array: String::new(), size, most };
                return Err(error.of_array("the chunks of a scan", &[totals.len, totals.inner]));
            }
            self.machine.gpu.map(|gpu| self.machine.allocate(gpu, size)).transpose()
        };
        let memory = parts.iter().map(memory).collect::<Result<Vec<Option<GpuMemory>>, GpuError>>()?;
        self.go(Does::Totals, &memory)?;
        if totals.len > 1 {
            self.of_totals(totals, &memory)?;
        }
        let Does::Elements { elsewhere, .. } = self.scan.does else { return Ok(()) };
        self.go(Does::Elements { before: true, elsewhere }, &memory)
    }

    /// Runs through what chunks make.
    fn of_totals(&self, lines: Lines, memory: &[Option<GpuMemory>]) -> Result<(), GpuError> {
        let division = Division::whole(lines);
        let scan = Scan { each: division.each, wide: false, does: Does::OfTotals, ..self.scan };
        let own = Run { division, scan, lines, ..*self };
        let mut words = own.words(&Part { outer: 0..1, rows: 0..lines.len });
        own.record(scan, lines.count(), &own.bound(memory), &mut words)
    }

    /// Runs a kernel over all elements.
    fn go(&self, does: Does, totals: &[Option<GpuMemory>]) -> Result<(), GpuError> {
        for part in self.lines.parts(self.most, self.division.chunk) {
            self.go_over(does, totals, &part)?;
        }
        Ok(())
    }

    fn go_over(&self, does: Does, totals: &[Option<GpuMemory>], part: &Part) -> Result<(), GpuError> {
        let mut words = self.words(part);
        if does == Does::Totals {
            // Nothing reads what the last chunk makes.
            let first = part.rows.start / self.division.chunk;
            words[6] = words[6].min((self.division.chunks - 1 - first) as u32);
        }
        let (rows, outer) = (&part.rows, part.outer.start);
        let row = if self.scan.from_the_end { self.lines.len - rows.end } else { rows.start };
        let place = (outer * self.lines.len + row) * self.lines.inner;
        let count = (part.outer.len() * rows.len()) * self.lines.inner;
        let arrays = match does {
            Does::Elements { elsewhere: true, .. } => vec![(self.from, 10), (self.to, 11)],
            Does::Elements { .. } => vec![(self.to, 11)],
            _ if self.scan.does == (Does::Elements { before: false, elsewhere: true }) => vec![(self.from, 10)],
            _ => vec![(self.to, 10)],
        };
        let mut bound = Vec::new();
        for (array, word) in arrays {
            let offset = self.window(array.start + place, count);
            words[word] = (array.start + place - offset as usize / self.bytes()) as u32;
            bound.extend(array.memory.map(|buffer| Bound { buffer: buffer.clone(), offset }));
        }
        if let Does::Elements { elsewhere: false, .. } = does {
            words[10] = words[11];
        }
        bound.extend(self.bound(totals));
        let vectors = [rows.len(), self.division.chunk.min(rows.len()), words[10] as usize, words[11] as usize];
        let is_whole = vectors.iter().all(|number| number.is_multiple_of(4));
        let wide = self.division.along && is_whole && self.scan.folding.value.is_scalar();
        self.record(Scan { does, wide, ..self.scan }, part.outer.len() * self.lines.inner, &bound, &mut words)
    }

    fn bytes(&self) -> usize {
        self.scan.folding.value.bytes()
    }

    /// Where the window of so many elements begins, in bytes.
    fn window(&self, start: usize, count: usize) -> u64 {
        let start = start as isize;
        let places = Places { start, strides: vec![1], bytes: self.bytes(), is_number: true, is_written: false };
        places.window(&[count], Room::of(self.machine.gpu))
    }

    /// What chunks make, where something is bound.
    fn bound(&self, totals: &[Option<GpuMemory>]) -> Vec<Bound> {
        let totals = if self.machine.running().is_some() { totals } else { &[] };
        totals.iter().flatten().map(|memory| Bound { buffer: memory.buffer().clone(), offset: 0 }).collect()
    }

    fn words(&self, part: &Part) -> Vec<u32> {
        let Division { along, lanes, chunk, .. } = self.division;
        let mut words = vec![0; WORDS];
        (words[2], words[3]) = (along.into(), lanes as u32);
        words[4] = (part.outer.len() * self.lines.inner) as u32;
        words[6] = part.rows.len().div_ceil(chunk) as u32;
        (words[7], words[8], words[9]) = (chunk as u32, part.rows.len() as u32, self.lines.inner as u32);
        words[12] = (part.rows.start / chunk) as u32;
        (words[13], words[14]) = ((part.outer.start * self.lines.inner) as u32, self.lines.count() as u32);
        words
    }

    fn record(&self, scan: Scan, lines: usize, arrays: &[Bound], words: &mut [u32]) -> Result<(), GpuError> {
        let (does, tasks) = (scan.does, lines * words[6] as usize);
        if tasks == 0 {
            return Ok(());
        }
        let groups = tasks.div_ceil(THREADS as usize / self.division.lanes) as u64;
        let made: usize = self.scan.parts().iter().map(|part| part.bytes()).sum();
        let accumulators = if does == Does::Totals { (tasks * made) as u64 } else { 0 };
        let does = match does {
            Does::Totals => KernelWork::PerResult,
            Does::OfTotals => KernelWork::Accumulators,
            Does::Elements { .. } => KernelWork::PerLine,
        };
        let work = Work { key: scan.key(), groups, site: self.site, does, accumulators };
        dispatched(self.machine, work, || scan.text(), arrays, words)
    }
}
