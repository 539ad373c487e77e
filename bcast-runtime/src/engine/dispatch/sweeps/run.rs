//! How a sweep runs: each block with memory that the place lends for it.

use super::gather;
use super::order::Going;
use super::planned::{Planned, Processes};
use crate::engine::contraction::Contraction;
use crate::engine::dispatch::parts::{contract, part, run_along};
use crate::engine::dispatch::{Running, whole};
use crate::engine::passes::{PlacedPass, Reduce, Work};
use crate::engine::program::Program;
use crate::engine::reduce::{Accumulated, Along};
use crate::engine::segment::{self, Cuts, Segment};
use crate::operand::{Form, OperandAxes};
use crate::place::{Bytes, Place, Stretch};
use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::mem::MaybeUninit;
use std::ops::Range;

/// Runs all sweeps of a call; gives why it cannot go on, unless that is so elsewhere only.
///
/// # Safety
/// The passes are valid, of a program that nothing has run; the sweeps are in an order in which each finds what it
/// needs.
pub(super) unsafe fn all(
    program: &Program,
    cuts: &Cuts,
    at: &[Option<usize>],
    (goings, sweeps): (&[Going], &[Planned]),
    Processes { place, sweeps: arrays }: Processes,
) -> Result<(), Option<String>> {
    for (number, (going, planned)) in goings.iter().zip(sweeps).enumerate() {
        let Planned { sweep, blocks, ends, .. } = planned;
        let strides = sweep.arrays.iter().map(|array| array.strides(Stretch::longest(blocks))).collect();
        let along = |axis| Along { axis, blocks, ends, place };
        let (sums, scans) = (HashMap::new(), HashMap::new());
        let mut run = Blocks { program, cuts, going, planned, along: &along, strides, sums, scans };
        // SAFETY: as whoever calls says; sweeps 1 to 3.
        let mut block = |number: usize, lent: &[*mut u8]| unsafe { run.run(number, lent) };
        if sweep.arrays.is_empty() {
            block(0, &[]);
        } else {
            let ran = arrays.run(sweep, blocks, &mut block);
            // What others have written is there before anybody goes on.
            if place.fails(ran.is_err()) {
                return Err(ran.err());
            }
        }
        let sums = run.sums;
        let complete = |pass: &usize| at[*pass] == Some(number);
        // SAFETY: all blocks have been run: the place has done so, or said why not; in all processes.
        unsafe { complete_all(program, cuts, (going, planned), complete, sums, &along) };
    }
    Ok(())
}

/// Completes what blocks have accumulated, and what each process has made a part of.
///
/// # Safety
/// All blocks of the sweep have been run, in all processes.
unsafe fn complete_all<'s>(
    program: &Program,
    cuts: &Cuts,
    (going, planned): (&Going, &Planned),
    is_complete: impl Fn(&usize) -> bool,
    mut sums: HashMap<usize, Accumulated>,
    along: &dyn Fn(usize) -> Along<'s>,
) {
    for &pass in going.passes.iter().filter(|pass| is_complete(pass)) {
        let (Some(axis), placed) = (cuts[pass], &program.passes()[pass]) else { continue };
        // SAFETY: as whoever calls says.
        unsafe {
            if placed.reduces(axis) {
                sums.remove(&pass).unwrap_or_default().finish(placed, along(axis));
            } else if planned.is_shared() {
                let arrays = going.uses.iter().flat_map(|used| &used.at).filter(|(own, _)| *own == pass);
                let elsewhere: Vec<usize> = arrays.map(|&(_, operand)| operand).collect();
                gather::share(placed, axis, (&elsewhere, planned), along(axis).place);
            }
        }
    }
}

/// The blocks of a sweep.
struct Blocks<'s, 'a> {
    program: &'s Program<'a>,
    cuts: &'s Cuts,
    going: &'s Going<'a>,
    planned: &'s Planned<'a>,
    along: &'s dyn Fn(usize) -> Along<'s>,
    /// How blocks of the arrays lie in memory.
    strides: Vec<Vec<isize>>,
    /// What reductions over the axis that is cut have accumulated.
    sums: HashMap<usize, Accumulated>,
    /// What runs along the axis that is cut, as far as it has come.
    scans: HashMap<usize, Lines>,
}

/// The states of lines, which a block leaves for the next one.
type Lines = RefCell<VecDeque<Vec<MaybeUninit<u8>>>>;

/// A block of a sweep, as a piece among others: what it hands on waits for the next one.
struct Turn<'t> {
    blocks: &'t [Stretch],
    number: usize,
    lines: &'t Lines,
}

// SAFETY: 1 and 2: blocks are neighbours; 3: one of them is here at a time; 4: what is handed on is kept in its order;
// 5: nothing is shared; 6: all is in one process.
unsafe impl Place for Turn<'_> {
    fn pieces(&self) -> usize {
        self.blocks.len()
    }
    fn here(&self) -> Vec<usize> {
        vec![self.number]
    }
    fn part(&self, _: usize, piece: usize) -> Range<usize> {
        self.blocks[piece].indices.clone()
    }
    fn hand_on(&self, from: usize, _: usize, state: &mut Bytes) {
        let mut lines = self.lines.borrow_mut();
        match from == self.number {
            true => lines.push_back(state.to_vec()),
            false => state.copy_from_slice(&lines.pop_front().expect("the block before has left it")),
        }
    }
}

impl<'a> Blocks<'_, 'a> {
    /// Runs all passes over a block, of whose arrays the place has lent memory.
    ///
    /// # Safety
    /// As for [`all`]; what the block reads is in this memory.
    unsafe fn run(&mut self, block: usize, lent: &[*mut u8]) {
        assert_eq!(lent.len(), self.planned.sweep.arrays.len(), "sweeps 1");
        let start = self.planned.blocks[block].indices.start;
        let mut sums = std::mem::take(&mut self.sums);
        for &pass in &self.going.passes {
            self.scans.entry(pass).or_default();
        }
        // SAFETY: sweeps 1 and 2.
        let passes = unsafe { moved(self.program.passes(), self, lent, start) };
        for (segment, _) in self.program.segments().filter(|(s, _)| self.going.passes.contains(&s.passes.start)) {
            // SAFETY: placed pass 1 to 3, of this block.
            unsafe { self.segment(segment, &passes, block, &mut sums) };
        }
        drop(passes);
        self.sums = sums;
    }

    /// Runs the passes of a segment over a block.
    ///
    /// # Safety
    /// Placed pass 1 to 3, of what the block has.
    unsafe fn segment(
        &self,
        segment: &Segment,
        passes: &[PlacedPass],
        block: usize,
        sums: &mut HashMap<usize, Accumulated>,
    ) {
        let indices = self.planned.blocks[block].indices.clone();
        if let Some(blocks) = &segment.blocks {
            // SAFETY: as whoever calls says; nobody else writes what these passes yield or assign.
            return unsafe { segment::run(blocks, &passes[segment.passes.clone()], indices) };
        }
        for number in segment.passes.clone() {
            let pass = &passes[number];
            // SAFETY: as whoever calls says; passes run in order, so what one reads has been yielded.
            unsafe {
                match self.cuts[number] {
                    None => whole(Running, pass),
                    Some(axis) if pass.reduces(axis) => {
                        sums.entry(number).or_default().block(pass, (self.along)(axis), block);
                    }
                    Some(axis) => {
                        let turn = Turn { blocks: &self.planned.blocks, number: block, lines: &self.scans[&number] };
                        kept(pass, axis, indices.clone(), &turn);
                    }
                }
            }
        }
    }
}

/// Runs a pass over indices of an axis that it keeps.
///
/// # Safety
/// As for [`Blocks::segment`].
unsafe fn kept(pass: &PlacedPass, axis: usize, indices: Range<usize>, turn: &Turn) {
    // SAFETY: as whoever calls says.
    unsafe {
        if Contraction::of_pass(pass).is_some() {
            return contract(pass, axis, indices);
        }
        part(pass, axis, indices.clone());
        if let Work::Stage { reduce: Reduce::Scan(scan), .. } = pass.work {
            run_along(pass, scan, axis, (indices, turn));
        }
    }
}

/// The passes where memory has a block, which begins at an index: they count indices from where all of it would begin.
///
/// # Safety
/// The memory has the block, as sweeps 1 and 2 say.
unsafe fn moved<'m>(
    passes: &[PlacedPass<'m>],
    blocks: &'m Blocks<'_, '_>,
    lent: &[*mut u8],
    start: usize,
) -> Vec<PlacedPass<'m>> {
    let mut own: Vec<PlacedPass<'m>> = passes.to_vec();
    let arrays = blocks.going.uses.iter().zip(&blocks.planned.sweep.arrays).zip(&blocks.strides).zip(lent);
    for (((used, array), strides), &ptr) in arrays {
        let step = array.axis.map_or(0, |axis| strides[axis]) * array.element as isize;
        let first = ptr.wrapping_offset(-(start as isize) * step);
        for &(pass, at) in &used.at {
            // SAFETY: as whoever calls says.
            unsafe { own[pass].lend(at, OperandAxes::array(&array.sizes, strides), first) };
        }
    }
    for &stage in &blocks.going.passes {
        let Some(axis) = blocks.cuts[stage] else { continue };
        for item in 0..own[stage].items().len() {
            let at = own[stage].items()[item];
            let first = at.ptr.wrapping_offset(-(start as isize) * at.strides[axis]);
            // SAFETY: the item has memory for a block; its readers are told.
            unsafe { own[stage].yield_to(item, first) };
            for &reader in &blocks.going.passes {
                for (operand, from) in own[reader].yielded.clone() {
                    if from.stage == stage && from.item == item && from.form != Form::Position {
                        // SAFETY: the stage yields the block before this pass reads it.
                        unsafe { own[reader].read_from(operand, first) };
                    }
                }
            }
        }
    }
    own
}
