//! Calls over arrays that are in no memory: sweep by sweep, each of them block by block.
//!
//! Of the axes along which the largest array can be cut, that one is taken whose sweeps read and write least.

mod axes;
mod gather;
mod order;
mod planned;
mod run;

use super::cuts::is_here;
use crate::engine::dispatch::Done;
use crate::engine::notes::Text;
use crate::engine::passes::{Passes, Reduce, Run, Shaped, Work, bytes, width};
use crate::engine::program::{Layouts, Program, YieldRoom, shape_all};
use crate::engine::segment::{self, Cuts, Segment};
use crate::error::BroadcastError;
use crate::place::{OutOfCore, PartOf, Place, Stretch, Sweep, Sweeps, Swept};
use order::{Going, Order};
use planned::{Planned, Processes};
use std::hash::Hash;

/// Bytes of a state of a line, or more.
const STATE: usize = 64;

/// An operand that is in no memory, and whether the call needs what it has before.
pub(super) struct Taken<'a> {
    at: usize,
    array: &'a dyn OutOfCore,
    is_read: bool,
}

/// How a call goes over its arrays.
struct Chosen<'a> {
    cuts: Cuts,
    segments: Vec<Segment>,
    goings: Vec<Going<'a>>,
    /// In which of them each pass is complete.
    at: Vec<Option<usize>>,
    /// What the place hears of each of them, and their blocks.
    sweeps: Vec<Planned<'a>>,
}

/// Prepares the passes of a call, runs them, and hands them to whoever makes results of them.
///
/// # Safety
/// As for [`several`](super::several).
pub(super) unsafe fn several_swept<R>(
    place: &dyn Place,
    sweeps: &dyn Sweeps,
    passes: &mut Passes,
    finish: impl FnOnce(&mut dyn Run) -> R,
) -> Result<(R, Vec<Option<PartOf>>), Box<BroadcastError>> {
    let call = Named::of(passes);
    let processes = Processes { place, sweeps };
    let (layouts, mut room) = (Layouts::of(passes.list.len()), YieldRoom::new());
    let (shaped, chosen) = plan(passes, processes, &layouts, call)?;
    let told = chosen.told(|_| Vec::new());
    processes.all(sweeps.begin(&told).map_err(|why| call.said(why)), || call.elsewhere())?;
    let lasts = shaped.iter().filter(|pass| !pass.work.is_stage()).count();
    keep_blocks(&shaped, &chosen, &layouts);
    let Chosen { cuts, segments, goings, at, sweeps: lists } = chosen;
    let mut program = Program::of_blocks((shaped, segments), &layouts, &mut room);
    // SAFETY: whoever calls says that the passes are valid; they are in the order that the sweeps need.
    unsafe { run::all(&program, &cuts, &at, (&goings, &lists), processes) }
        .map_err(|why| why.map_or_else(|| call.elsewhere(), |why| call.said(why)))?;
    sweeps.end();
    Ok((finish(&mut Swiped(&mut program)), vec![None; lasts]))
}

/// Has a place tell how the passes of a call would run.
pub(in crate::engine) fn explain_swept<R>(
    place: &dyn Place,
    mut passes: Passes,
    texts: &[&'static Text],
    tell: impl FnOnce(&[(Sweep, Vec<Stretch>)]) -> Result<R, String>,
) -> Result<R, Box<BroadcastError>> {
    let call = Named::of(&passes);
    let sweeps = place.sweeps().expect("a place that explains calls has arrays that are in no memory");
    let processes = Processes { place, sweeps };
    let layouts = Layouts::of(passes.list.len());
    let (shaped, chosen) = plan(&mut passes, processes, &layouts, call)?;
    let lines = |pass: usize| texts.iter().find(|text| std::ptr::eq(&text.call, shaped[pass].call));
    let told = chosen.told(|pass| lines(pass).map_or(Vec::new(), |text| text.lines.to_vec()));
    processes.all(tell(&told).map_err(|why| call.said(why)), || call.elsewhere())
}

/// The name of a call, for its errors.
#[derive(Clone, Copy)]
struct Named(&'static str);

impl Named {
    fn of(passes: &Passes) -> Self {
        Named(passes.list.first().map_or("bcast!", |pass| pass.call.name))
    }

    fn said(self, message: String) -> Box<BroadcastError> {
        Box::new(BroadcastError::OutOfCore { call: self.0, message })
    }

    fn elsewhere(self) -> Box<BroadcastError> {
        Box::new(BroadcastError::Elsewhere { call: self.0 })
    }
}

/// How passes go over arrays: all processes have agreed.
fn plan<'a, 'p: 'a>(
    passes: &mut Passes<'p>,
    processes: Processes,
    layouts: &'a Layouts,
    call: Named,
) -> Result<(Vec<Shaped<'a>>, Chosen<'a>), Box<BroadcastError>> {
    let elsewhere = || call.elsewhere();
    let shaped = shape_all(passes, layouts).and_then(|mut shaped| {
        shaped.iter_mut().for_each(|pass| pass.is_apart = !is_here(processes.place));
        let taken = shaped.iter_mut().map(take).collect::<Result<Vec<_>, _>>()?;
        Ok((shaped, taken))
    });
    let (shaped, taken) = processes.all(shaped, elsewhere)?;
    processes.agree(shaped.iter().zip(&taken).map(described_pass)).map_err(|why| call.said(why))?;
    let chosen = choose(&shaped, &taken, processes, elsewhere)?;
    let axes = |planned: &Planned| planned.sweep.arrays.iter().map(|array| array.axis).collect::<Vec<_>>();
    let agreed = chosen.sweeps.iter().map(|planned| (planned.sweep.size, planned.ends.clone(), axes(planned)));
    processes.agree(agreed).map_err(|why| call.said(why))?;
    Ok((shaped, chosen))
}

impl<'a> Chosen<'a> {
    /// What the place hears, with the lines of each pass.
    fn told(&self, lines: impl Fn(usize) -> Vec<&'static str>) -> Vec<(Sweep<'a>, Vec<Stretch>)> {
        let told = |(number, planned): (usize, &Planned<'a>)| {
            let complete = (0..self.at.len()).filter(|&pass| self.at[pass] == Some(number));
            let lines = complete.flat_map(&lines).collect();
            (Sweep { lines, ..planned.sweep.clone() }, planned.blocks.clone())
        };
        let with_arrays = self.sweeps.iter().enumerate().filter(|(_, planned)| !planned.sweep.arrays.is_empty());
        with_arrays.map(told).collect()
    }
}

/// What processes have to agree on before they choose.
fn described_pass((pass, taken): (&Shaped, &Vec<Taken>)) -> impl Hash {
    let of = |taken: &Taken| (taken.at, pass.operands[taken.at].axes().sizes().to_vec(), taken.is_read);
    (pass.shape.sizes().to_vec(), taken.iter().map(of).collect::<Vec<_>>())
}

/// A program all of which has run.
struct Swiped<'r, 'a>(&'r mut Program<'a>);
impl<'a> Run<'a> for Swiped<'_, 'a> {
    unsafe fn next(&mut self) -> Done<'_, 'a> {
        self.0.up_to_next_last(|_, _| {})
    }
}

/// Finds the operands of a pass that are in no memory.
fn take<'a>(pass: &mut Shaped<'a>) -> Result<Vec<Taken<'a>>, Box<BroadcastError>> {
    if let Some(at) = pass.operands.iter().position(|operand| operand.is_cut() || operand.lies_across().is_some()) {
        let name = pass.call.operand(&pass.operands, at);
        let why = format!("`{name}` is cut into pieces, and stands beside arrays that are in no memory");
        return Err(axes::refused_by(pass, &why));
    }
    let all = pass.operands.iter_mut().enumerate();
    Ok(all.filter_map(|(at, operand)| operand.taken().map(|(array, is_read)| Taken { at, array, is_read })).collect())
}

/// Finds the best cut of those that all processes can have.
fn choose<'a>(
    shaped: &[Shaped<'a>],
    taken: &[Vec<Taken<'a>>],
    processes: Processes,
    elsewhere: impl Fn() -> Box<BroadcastError>,
) -> Result<Chosen<'a>, Box<BroadcastError>> {
    let mut best: Option<(usize, Chosen)> = None;
    let mut first = None;
    for prefer in 0..axes::candidates(shaped, taken) {
        match processes.all(along(shaped, taken, processes, prefer), &elsewhere) {
            Ok(chosen) => {
                let traffic = chosen.sweeps.iter().map(Planned::most_traffic).sum();
                if best.as_ref().is_none_or(|(other, _)| traffic < *other) {
                    best = Some((traffic, chosen));
                }
            }
            Err(error) => first = first.or(Some(error)),
        }
    }
    best.map(|(_, chosen)| chosen).ok_or_else(|| first.unwrap_or_else(|| axes::refused(shaped, "nothing to cut")))
}

/// How the call goes over its arrays if the largest one is cut along this axis.
fn along<'a>(
    shaped: &[Shaped<'a>],
    taken: &[Vec<Taken<'a>>],
    processes: Processes,
    prefer: usize,
) -> Result<Chosen<'a>, Box<BroadcastError>> {
    let cuts = axes::cuts_along(shaped, taken, prefer, processes.count() == 1)?;
    let order = Order::of(shaped, taken, &cuts)?;
    let segments = segments(shaped, &cuts, &order.goings);
    let whole = bytes_of_all(shaped, &order, processes.count());
    let mut sweeps = Vec::new();
    for (number, going) in order.goings.iter().enumerate() {
        let mut sweep = described(shaped, going, &order, &segments, whole);
        sweep.only_writes = only_writes(shaped, (going, &cuts), |pass| order.at[pass] == Some(number));
        let summed = going.passes.iter().filter(|&&pass| order.at[pass] == Some(number));
        let summed = summed.filter_map(|&pass| Some((&shaped[pass], cuts[pass]?)));
        let summed: Vec<_> = summed.filter(|(pass, axis)| pass.reduces(*axis)).collect();
        let planned = processes.plan(sweep, going.size.is_some(), &summed);
        sweeps.push(planned.map_err(|why| axes::refused(shaped, &why))?);
    }
    let Order { goings, at, .. } = order;
    Ok(Chosen { cuts, segments, goings, at, sweeps })
}

/// Whether all that a sweep completes are arrays that are in no memory.
fn only_writes(shaped: &[Shaped], (going, cuts): (&Going, &Cuts), is_complete: impl Fn(usize) -> bool) -> bool {
    // What runs along the cut goes through all blocks.
    if going.passes.iter().any(|&pass| cuts[pass].is_some_and(|axis| shaped[pass].runs_along(axis))) {
        return false;
    }
    let is_elsewhere = |pass: usize, operand: usize| going.uses.iter().any(|used| used.at.contains(&(pass, operand)));
    going.passes.iter().filter(|&&pass| is_complete(pass)).all(|&pass| {
        let own = &shaped[pass];
        let targets = 0..own.site.targets;
        !own.work.is_stage() && own.fresh.is_empty() && targets.into_iter().all(|target| is_elsewhere(pass, target))
    })
}

/// The passes that run together within a block: those that are in the same sweeps.
fn segments(shaped: &[Shaped], cuts: &Cuts, goings: &[Going]) -> Vec<Segment> {
    let are_together = |segment: &Segment| {
        let has = |going: &Going| segment.passes.clone().filter(|pass| going.passes.contains(pass)).count();
        goings.iter().all(|going| [0, segment.passes.len()].contains(&has(going)))
    };
    let alone = |pass: usize| Segment { passes: pass..pass + 1, blocks: None };
    let all = segment::all(shaped, Some(cuts)).into_iter();
    all.flat_map(|segment| match are_together(&segment) {
        true => vec![segment],
        false => segment.passes.map(alone).collect(),
    })
    .collect()
}

/// What the place hears of a sweep.
fn described<'a>(
    shaped: &[Shaped<'a>],
    going: &Going<'a>,
    order: &Order,
    segments: &[Segment],
    bytes: usize,
) -> Sweep<'a> {
    let arrays = going.uses.iter().map(|used| {
        let (pass, at) = used.at[0];
        let (own, operand) = (&shaped[pass], &shaped[pass].operands[at]);
        Swept {
            array: used.array,
            name: own.call.operand(&own.operands, at),
            sizes: operand.axes().sizes().to_vec(),
            element: operand.size(),
            axis: used.axis,
            is_read: used.is_read,
            is_written: used.is_written,
        }
    });
    let size = going.size.unwrap_or(1);
    let lives_in_cache = |pass: usize| {
        let segment = segments.iter().find(|segment| segment.passes.contains(&pass));
        segment.is_some_and(|segment| segment.blocks.is_some())
    };
    let per_index = |&pass: &usize| {
        let own = &shaped[pass];
        let is_local = |&item: &usize| match own.keeps(item) {
            true => !lives_in_cache(pass),
            false => !order.is_summed(pass),
        };
        (0..own.work.yields().len()).filter(is_local).map(|item| own.item_bytes(item)).sum::<usize>().div_ceil(size)
    };
    let bytes_per_index = if going.size.is_some() { going.passes.iter().map(per_index).sum() } else { 0 };
    Sweep { size, arrays: arrays.collect(), bytes, bytes_per_index, only_writes: false, lines: Vec::new() }
}

/// Bytes of memory that all sweeps need: fresh results, results of reductions, and their accumulators. What is shared
/// by processes is there twice.
fn bytes_of_all(shaped: &[Shaped], order: &Order, processes: usize) -> usize {
    let of = |(number, pass): (usize, &Shaped)| {
        let fresh: usize = pass.fresh.iter().map(|made| made.size * pass.len()).sum();
        // What runs along an axis has a state of each line.
        let lines = match pass.work {
            Work::Stage { reduce: Reduce::Scan(scan), .. } => {
                pass.len() / pass.shape.sizes()[usize::from(scan.axis)].max(1) * STATE
            }
            _ => 0,
        };
        let whole = |&item: &usize| !pass.keeps(item) && order.is_summed(number);
        let summed = |item: usize| {
            let out = pass.item_bytes(item);
            let (of_result, of_sum) = (bytes(pass.work.yields()[item]), width(pass.work.yields()[item]));
            let accumulators = out / of_result.max(1) * of_sum;
            // One for each level of the tree, as blocks are joined; two levels of each process.
            let levels = pass.len().max(1).ilog2() as usize;
            out + accumulators * (2 + levels / 2 + if processes > 1 { 2 * processes * levels } else { 0 })
        };
        let times = if processes > 1 { 2 } else { 1 };
        lines + fresh * times + (0..pass.work.yields().len()).filter(whole).map(summed).sum::<usize>()
    };
    shaped.iter().enumerate().map(of).sum()
}

/// Says that there is memory for the longest block of what lives as long as one.
fn keep_blocks(shaped: &[Shaped], chosen: &Chosen, layouts: &Layouts) {
    for (stage, pass) in shaped.iter().enumerate() {
        let (Work::Stage { .. }, Some(axis)) = (pass.work, chosen.cuts[stage]) else { continue };
        let goings = chosen.goings.iter().zip(&chosen.sweeps).filter(|(going, _)| going.passes.contains(&stage));
        let extent = goings.map(|(_, planned)| Stretch::longest(&planned.blocks)).max();
        layouts.keep_part(stage, axis, extent.unwrap_or(1).max(1));
    }
}
