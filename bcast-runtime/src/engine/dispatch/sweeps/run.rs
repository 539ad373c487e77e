//! How a sweep runs: each block with memory that the place lends for it.

use super::longest;
use super::order::Going;
use crate::engine::contraction::Contraction;
use crate::engine::dispatch::parts::{contract, part, run_along};
use crate::engine::dispatch::{Running, whole};
use crate::engine::passes::{PlacedPass, Reduce, Work};
use crate::engine::program::Program;
use crate::engine::reduce::Accumulated;
use crate::engine::segment::{self, Cuts, Segment};
use crate::operand::{Form, OperandAxes};
use crate::place::{Sweep, Sweeps};
use std::collections::HashMap;
use std::ops::Range;

/// Runs all sweeps of a call.
///
/// # Safety
/// The passes are valid, of a program that nothing has run; the sweeps are in an order in which each finds what it
/// needs.
pub(super) unsafe fn all(
    program: &Program,
    cuts: &Cuts,
    at: &[Option<usize>],
    (goings, sweeps): (&[Going], &[(Sweep, Vec<usize>)]),
    place: &dyn Sweeps,
) -> Result<(), String> {
    for (number, (going, (sweep, ends))) in goings.iter().zip(sweeps).enumerate() {
        let strides = sweep.arrays.iter().map(|array| array.strides(longest(ends))).collect();
        let mut blocks = Blocks { program, cuts, going, sweep, strides, ends, sums: HashMap::new() };
        // SAFETY: as whoever calls says; sweeps 1 to 3.
        let mut block = |number: usize, lent: &[*mut u8]| unsafe { blocks.run(number, lent) };
        match sweep.arrays.is_empty() {
            true => block(0, &[]),
            false => place.run(sweep, ends, &mut block)?,
        }
        for (pass, sums) in blocks.sums {
            if at[pass] == Some(number) {
                // SAFETY: all blocks have been accumulated: the place has run them, or said why not.
                unsafe { sums.finish(&program.passes()[pass]) };
            }
        }
    }
    Ok(())
}

/// The blocks of a sweep.
struct Blocks<'s, 'a> {
    program: &'s Program<'a>,
    cuts: &'s Cuts,
    going: &'s Going<'a>,
    sweep: &'s Sweep<'a>,
    /// How blocks of the arrays lie in memory.
    strides: Vec<Vec<isize>>,
    ends: &'s [usize],
    /// What reductions over the axis that is cut have accumulated.
    sums: HashMap<usize, Accumulated>,
}

impl<'a> Blocks<'_, 'a> {
    /// Runs all passes over a block, of whose arrays the place has lent memory.
    ///
    /// # Safety
    /// As for [`all`]; what the block reads is in this memory.
    unsafe fn run(&mut self, block: usize, lent: &[*mut u8]) {
        assert_eq!(lent.len(), self.sweep.arrays.len(), "sweeps 1");
        let start = if block == 0 { 0 } else { self.ends[block - 1] };
        let mut sums = std::mem::take(&mut self.sums);
        // SAFETY: sweeps 1 and 2.
        let passes = unsafe { moved(self.program.passes(), self, lent, start) };
        for (segment, _) in self.program.segments().filter(|(s, _)| self.going.passes.contains(&s.passes.start)) {
            // SAFETY: placed pass 1 to 3, of this block.
            unsafe { segment_of_block(segment, &passes, (self.cuts, self.ends), block, &mut sums) };
        }
        drop(passes);
        self.sums = sums;
    }
}

/// Runs the passes of a segment over a block.
///
/// # Safety
/// Placed pass 1 to 3, of what the block has.
unsafe fn segment_of_block(
    segment: &Segment,
    passes: &[PlacedPass],
    (cuts, ends): (&Cuts, &[usize]),
    block: usize,
    sums: &mut HashMap<usize, Accumulated>,
) {
    let indices = if block == 0 { 0 } else { ends[block - 1] }..ends[block];
    if let Some(blocks) = &segment.blocks {
        // SAFETY: as whoever calls says; nobody else writes what these passes yield or assign.
        return unsafe { segment::run(blocks, &passes[segment.passes.clone()], indices) };
    }
    for number in segment.passes.clone() {
        let pass = &passes[number];
        // SAFETY: as whoever calls says; passes run in order, so what one reads has been yielded.
        unsafe {
            match cuts[number] {
                None => whole(Running, pass),
                Some(axis) if pass.reduces(axis) => sums.entry(number).or_default().block(pass, axis, ends, block),
                Some(axis) => kept(pass, axis, indices.clone()),
            }
        }
    }
}

/// Runs a pass over indices of an axis that it keeps.
///
/// # Safety
/// As for [`segment_of_block`].
unsafe fn kept(pass: &PlacedPass, axis: usize, indices: Range<usize>) {
    // SAFETY: as whoever calls says.
    unsafe {
        if Contraction::of_pass(pass).is_some() {
            return contract(pass, axis, indices);
        }
        part(pass, axis, indices.clone());
        if let Work::Stage { reduce: Reduce::Scan(scan), .. } = pass.work {
            run_along(pass, scan, axis, indices);
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
    let arrays = blocks.going.uses.iter().zip(&blocks.sweep.arrays).zip(&blocks.strides).zip(lent);
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
