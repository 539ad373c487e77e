//! How a kernel goes along its lanes.
//!
//! Arithmetic takes runs of 64 lanes, then those that are left one by one, which LLVM makes vectors of again. What is
//! left of a row that is reduced is loaded and joined by masks, where the machine has them: written one by one, it
//! would have to leave the processor before vectors can be loaded (rows of 100 `f64` take 0.55 of the time on a Zen 4).
//!
//! Elementary functions are [`Speculative`](super::Speculative): lanes are computed as if all arguments were ordinary,
//! which takes a short way, and those of a run are computed again if one was not. So there would be four copies of a
//! long function, two of which have a vector loop and a scalar one. Instead, all but whole runs goes in groups of 16
//! lanes, of which the last two overlap where lanes fill no group: rows of 20 to 127 take 0.4 to 0.8 of the time, since
//! no lane is computed alone. Rows of 1 to 15 are filled up to 16, which takes 20 ns longer. Groups are a function of
//! their own, with the instructions of AVX2 for all levels that speculate ([`OfLanes::by_groups`]): so a kernel has the
//! element function once. Runs whose results do not fit the registers are groups, too: with AVX2, functions of `f64`
//! take 0.65 of the time. With AVX-512 they would take 1.25 of it.
//!
//! Tried besides: filling up to 64 lanes (smallest, but short rows take several times as long), groups of 8 (not
//! vectorised) and of 32 (nothing gained), groups for all runs (`f32` takes up to 1.35 times as long), all whole groups
//! of a run by one loop (`f32` takes 1.2 to 1.6 times as long: LLVM computes no vectors side by side), vectors of a
//! group one after the other (0.99 of the text).

use super::BUFFER_BYTES;
use super::evaluation::{Evaluation, computation, prefetches};
use super::lanes::{OfLane, OfLanes, fill_groups, fill_padded};
use super::looking::Asks;
use crate::engine::cursor::{Accs, Cursor, DOWN, LANES, Prefetch, RIGHT};
use crate::engine::fold::counts_in_bytes;
use crate::engine::streams::{Reads, Variant, Within, Writes};
use crate::simd::SimdToken;
use std::cell::Cell;
use std::hint::black_box;

/// Operands of more bytes than this, one element of each, would take too much stack.
const OPERAND_BYTES: usize = 512;

/// Whether elements of these types are evaluated speculatively, if at all: where none has more bytes than a double.
/// Larger ones, such as complex numbers, gain nothing. Unoptimised builds would pay for each lane.
pub(super) const fn is_fit<L: Reads, W: Writes>() -> bool {
    let is_small = L::LARGEST <= 8 && L::BYTES <= OPERAND_BYTES;
    is_small && W::BUFFER_BYTES <= BUFFER_BYTES && cfg!(not(debug_assertions))
}

/// Whether what is one value is copied to where LLVM sees that it stays as it is: it matters in optimised builds, and
/// more than a few elements of ordinary types would take stack.
pub(super) const fn is_settled<L: Reads>() -> bool {
    L::BYTES <= OPERAND_BYTES && cfg!(not(debug_assertions))
}

/// Whether look-ups may be computed twice.
pub(super) const fn looks<E: Evaluation, L: Reads, W: Writes>() -> bool {
    E::LOOKS && !computation::<E, L>(0).once && is_fit::<L, W>()
}

/// Prefetches beside a run of lanes. A kernel that accumulates asks for the run that it computes, line by line: LLVM
/// has it read them in any order, which processors do not foresee (maxima of `f64` took four times as long on a Zen 4).
/// One that accumulates columns asks for that of a later row where the cursor leads there.
///
/// # Safety
/// As for [`Kernel`](super::Kernel).
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn prefetch<E: Evaluation, V: Variant, L: Reads, W: Writes>(input: L::Pointers, inputs: *const Cursor) {
    let what = const {
        match prefetches::<E, L>() {
            None | Some(Prefetch::Second) if W::FOLDS => Some(Prefetch::First(0)),
            what => what,
        }
    };
    if let Some(what) = what {
        // SAFETY: kernel 2: a cursor for each item; what is prefetched need not be there.
        unsafe { L::prefetch::<V>(input, inputs, what) };
    }
}

/// Whether lanes that fill no run are loaded and joined by masks. Of what is called once, none may be computed twice.
/// With AVX2, vectors of doubles would take twice as long so. Positions fit no registers, but are read by masks, too,
/// where these are cheap: rows of 65 to 79 take 0.81 to 0.97 of the time on a Zen 4, with AVX2 0.9 to 1.16 of it.
#[inline(always)]
fn by_masks<E: Evaluation, V: Variant, L: Reads, W: Writes>(t: SimdToken) -> bool {
    let is_fit = const { W::BLENDS && !computation::<E, L>(0).once };
    let is_held = W::BUFFER_BYTES <= W::LEN * LANES * t.held || (W::SELDOM && t.held == 8);
    is_fit && is_held && L::pads_vectors::<V>(t)
}

/// A row, or a run of lanes of some rows.
pub(super) struct Strip<L: Reads, W: Writes> {
    pub(super) inputs: *const Cursor,
    pub(super) outputs: *const Cursor,
    pub(super) input: L::Pointers,
    pub(super) output: W::Pointers,
    pub(super) lanes: usize,
    pub(super) rows: usize,
    /// Whether rows have accumulators in common.
    pub(super) across: bool,
    pub(super) accs: Accs,
}

impl<L: Reads, W: Writes> Strip<L, W> {
    /// Each lane once: runs of lanes, then what is left. There may be room for what is one value in a row.
    ///
    /// # Safety
    /// As for [`Kernel`](super::Kernel).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) unsafe fn plain<E: Evaluation, V: Variant, F: OfLane<V, L, W> + ?Sized>(
        mut self,
        t: SimdToken,
        f: &F,
        room: Option<*mut L::Room>,
        asks: &Asks,
    ) {
        // SAFETY: kernel 3 and 4: the strip's rows and lanes are those of the kernel.
        unsafe {
            if let Some(room) = room.filter(|_| !self.across) {
                self.input = L::settle::<V>(self.input, room, Within::Row);
            }
            // With both in one, LLVM would keep the accumulators of the row before where none are read, and run out of
            // registers (sums of rows of 64 `f64` took 1.7 times as long on a Zen 3).
            match W::FOLDS && self.lanes < LANES {
                true => self.singly::<V, F>(t, f),
                false => self.by_runs::<E, V, F>(t, f, asks),
            }
        }
    }

    /// Whole runs, one of them at least where there are accumulators, then what is left.
    ///
    /// # Safety
    /// As for [`Kernel`](super::Kernel).
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn by_runs<E: Evaluation, V: Variant, F: OfLane<V, L, W> + ?Sized>(self, t: SimdToken, f: &F, asks: &Asks) {
        let Strip { inputs, outputs, mut input, mut output, lanes, rows, across, accs } = self;
        let (whole, rest) = (lanes / LANES, lanes % LANES);
        let (runs, step) = if across { (whole * rows, DOWN) } else { (whole, RIGHT) };
        let holds = const { W::BUFFER_BYTES <= BUFFER_BYTES };
        let held = holds.then_some(accs);
        // SAFETY: kernel 3 and 4: the strip's rows and lanes are those of the kernel; a buffer has been filled when it
        // is taken.
        unsafe {
            let start = output;
            let mut row = W::open(held, start, LANES, L::LARGEST);
            let prefetches = !across || W::FOLDS && (0..L::LEN).any(|at| (*inputs.add(at)).further != 0);
            for _ in 0..runs {
                if prefetches {
                    prefetch::<E, V, L, W>(input, inputs);
                }
                let is_done = if const { looks::<E, L, W>() } {
                    L::are_numbers() && asks.run::<V, L, W, F>(t, f, input, &mut row, output)
                } else {
                    false
                };
                if is_done {
                    // Its look-ups found neighbours.
                } else if holds {
                    whole_run::<V, L, W, F>(t, f, input, &mut row, output);
                } else {
                    (0..LANES).for_each(|lane| W::store(output, lane, f.of_lane(t, input, lane)));
                }
                (input, output) = (L::advance::<V>(input, inputs, step, 1), W::advance(output, outputs, step, 1));
            }
            let left = Strip { input, output, lanes: rest, ..self };
            match rest {
                0 => {}
                _ if W::FOLDS && holds => left.filled_up::<E, V, F>(t, f, &mut row),
                _ => left.singly::<V, F>(t, f),
            }
            W::close(held, row, start, LANES);
        }
    }

    /// Lanes that fill no run, as a run whose other lanes change no accumulator.
    ///
    /// # Safety
    /// As for [`Kernel`](super::Kernel).
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn filled_up<E: Evaluation, V: Variant, F: OfLane<V, L, W> + ?Sized>(
        self,
        t: SimdToken,
        f: &F,
        row: &mut W::Row,
    ) {
        let Strip { input, output, lanes, .. } = self;
        // SAFETY: kernel 3 and 4: the lanes are those of the kernel; the first of them are filled, others neutral.
        unsafe {
            if by_masks::<E, V, L, W>(t) {
                let mut buffer = W::buffer();
                fill_padded::<V, L, W, F>(t, f, input, &mut buffer, lanes);
                W::flush_first(&buffer, row, output, lanes);
            } else {
                let mut buffer = W::neutral();
                (0..lanes).for_each(|lane| W::put::<LANES>(&mut buffer, lane, f.of_lane(t, input, lane)));
                W::flush(&buffer, row, output, lanes);
            }
        }
    }

    /// Lanes that fill no run, one by one.
    ///
    /// # Safety
    /// As for [`Kernel`](super::Kernel).
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn singly<V: Variant, F: OfLane<V, L, W> + ?Sized>(self, t: SimdToken, f: &F) {
        let Strip { inputs, outputs, mut input, mut output, lanes, rows, .. } = self;
        // SAFETY: kernel 3: rows and lanes are those of the kernel.
        unsafe {
            for _ in 0..rows {
                for lane in 0..lanes {
                    W::store(output, lane, f.of_lane(t, input, lane));
                }
                (input, output) = (L::advance::<V>(input, inputs, DOWN, 1), W::advance(output, outputs, DOWN, 1));
            }
        }
    }

    /// Runs of lanes as if all arguments were ordinary, and again where one was not.
    ///
    /// # Safety
    /// As for [`Kernel`](super::Kernel).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) unsafe fn speculate<E: Evaluation, V: Variant, F: OfLane<V, L, W> + ?Sized>(self, t: SimdToken, f: &F) {
        let Strip { inputs, outputs, mut input, mut output, lanes, rows, across, accs } = self;
        let (runs, step) = if across { (rows, DOWN) } else { (lanes.div_ceil(LANES), RIGHT) };
        let (start, first) = (output, lanes.min(LANES));
        let mut left = lanes;
        // SAFETY: kernel 3 and 4; a buffer has been filled when it is taken; an element function cannot keep its
        // token: see `SimdToken`.
        unsafe {
            let mut row = W::open(Some(accs), start, first, L::LARGEST);
            for _ in 0..runs {
                if !across {
                    prefetch::<E, V, L, W>(input, inputs);
                }
                let (lanes, far) = (left.min(LANES), Cell::new(0));
                let is_whole = W::BUFFER_BYTES <= W::LEN * LANES * t.held && lanes == LANES;
                if is_whole {
                    let mut buffer = W::buffer();
                    fill::<V, L, W, F>(t.trying(&far), f, input, &mut buffer);
                    if far.get() == 0 {
                        give::<W>(&buffer, &mut row, output, (LANES, accs));
                    }
                }
                if !is_whole || far.get() != 0 {
                    let mut buffer = W::neutral();
                    f.by_groups(L::hide(input), &mut buffer, lanes, far.get() != 0);
                    give::<W>(&buffer, &mut row, output, (black_box(lanes), accs));
                }
                (input, output) = (L::advance::<V>(input, inputs, step, 1), W::advance(output, outputs, step, 1));
                left -= if across { 0 } else { lanes };
            }
            W::close(Some(accs), row, start, first);
        }
    }
}

/// Gives the first lanes of a buffer to whom they belong.
///
/// # Safety
/// As for [`Writes::flush`] or [`Writes::write_each`].
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn give<W: Writes>(
    buffer: &W::Buffer<LANES>,
    row: &mut W::Row,
    output: W::Pointers,
    (lanes, accs): (usize, Accs),
) {
    // SAFETY: whoever calls says so.
    unsafe {
        if W::FOLDS && accs == Accs::Each {
            W::write_each(buffer, output, lanes);
        } else {
            W::flush(buffer, row, output, lanes);
        }
    }
}

/// A run of lanes, by a buffer. It is a function of its own, as unoptimised builds keep room on the stack for each
/// variable of a function, used or not.
///
/// # Safety
/// As for [`Kernel`](super::Kernel): 64 lanes are left of a row.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn whole_run<V: Variant, L: Reads, W: Writes, F: OfLane<V, L, W> + ?Sized>(
    t: SimdToken,
    f: &F,
    input: L::Pointers,
    row: &mut W::Row,
    output: W::Pointers,
) {
    let mut buffer = W::buffer::<LANES>();
    // SAFETY: kernel 3 and 4: 64 lanes are left; the buffer is filled.
    unsafe {
        fill::<V, L, W, F>(t, f, input, &mut buffer);
        W::flush(&buffer, row, output, LANES);
    }
}

/// Whether numbers accumulate that are wider than all that a lane reads, as in `sum(i64.(bytes))`.
const fn widens<L: Reads, W: Writes>() -> bool {
    let wide = W::BUFFER_BYTES / LANES;
    W::FOLDS && !counts_in_bytes(W::COUNTS, L::LARGEST) && wide > L::LARGEST * W::LEN && wide <= 8 * W::LEN
}

/// The results of a run of lanes. What widens goes by groups: of all 64 at once, LLVM loads narrow elements one by one
/// (`sum(i64.(bytes))` took six times as long on a Zen 4). So does what changes seldom: LLVM would call `memcpy` for
/// each run of positions (`argmax` took 1.4 times as long on a Zen 3).
///
/// # Safety
/// As for [`Kernel`](super::Kernel): 64 lanes are left of a row.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn fill<V: Variant, L: Reads, W: Writes, F: OfLane<V, L, W> + ?Sized>(
    t: SimdToken,
    f: &F,
    input: L::Pointers,
    buffer: &mut W::Buffer<LANES>,
) {
    if const { widens::<L, W>() || W::SELDOM } {
        // SAFETY: kernel 3: 64 lanes are left.
        return unsafe { fill_groups::<V, L, W, F>(t, f, input, buffer, LANES) };
    }
    for lane in 0..LANES {
        // SAFETY: kernel 3: 64 lanes are left.
        W::put::<LANES>(buffer, lane, unsafe { f.of_lane(t, input, lane) });
    }
}
