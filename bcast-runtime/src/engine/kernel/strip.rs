//! How a kernel goes along its lanes.
//!
//! Arithmetic takes runs of 64 lanes, then those that are left one by one, which LLVM makes vectors of again.
//!
//! Elementary functions are [`Speculative`]: lanes are computed as if all arguments were ordinary, which takes a short
//! way, and those of a run are computed again if one was not. So there would be four copies of a long function, two of
//! which have a vector loop and a scalar one. Instead, all but whole runs goes in groups of 16 lanes, of which the last
//! two overlap where lanes fill no group: rows of 20 to 127 take 0.4 to 0.8 of the time, since no lane is computed
//! alone. Rows of 1 to 15 are filled up to 16, which takes 20 ns longer. Groups are a function of their own, with the
//! instructions of AVX2 for all levels that speculate ([`OfLanes::by_groups`]): so a kernel has the element function
//! once. Runs whose results do not fit the registers are groups, too: with AVX2, functions of `f64` take 0.65 of the
//! time. With AVX-512 they would take 1.25 of it.
//!
//! Tried besides: filling up to 64 lanes (smallest, but short rows take several times as long), groups of 8 (not
//! vectorised) and of 32 (nothing gained), groups for all runs (`f32` takes up to 1.35 times as long), all whole groups
//! of a run by one loop (`f32` takes 1.2 to 1.6 times as long: LLVM computes no vectors side by side), vectors of a
//! group one after the other (0.99 of the text).

use super::BUFFER_BYTES;
use super::lanes::{OfLane, OfLanes, fill_groups};
use super::looking::Asks;
use crate::engine::cursor::{Accs, Cursor, DOWN, GROUP, LANES, Prefetch, RIGHT};
use crate::engine::fold::counts_in_bytes;
use crate::engine::streams::{Reads, Variant, Within, Writes};
use crate::operand::reads::Computation;
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

/// How a kernel calls its element function.
pub trait Evaluation {
    /// Whether results that will not do may be computed as well.
    #[doc(hidden)]
    const SPECULATIVE: bool;
    /// What is prefetched meanwhile.
    #[doc(hidden)]
    const PREFETCH: Option<Prefetch>;
    /// Whether outputs are the operands, one after the other, unchanged.
    #[doc(hidden)]
    const IDENTITY: bool = false;
    /// Of each output, the first in the lowest four bits, the number of the gradient that it is a part of; 0 if it is
    /// none, or all of it.
    #[doc(hidden)]
    const GROUPS: u64 = 0;
    /// Whether a stage sums products, and nothing else.
    #[doc(hidden)]
    const CONTRACTS: bool = false;
    /// Whether there are numbers among the factors.
    #[doc(hidden)]
    const SCALES: bool = false;
    /// Whether operands decide what is computed of others: with wrong ones it would panic, or be seen.
    #[doc(hidden)]
    const DECIDES: bool = false;
    /// Whether it looks up in tables, and may do so early.
    #[doc(hidden)]
    const LOOKS: bool = false;
    /// Whether what functions gave decides, or functions of the user are called: they are called once.
    #[doc(hidden)]
    const ONCE: bool = false;
}
/// Once for each element of the output: arithmetic, for which processors fetch memory early enough. To ask for four
/// runs ahead took 1.05 to 1.25 times as long on an AMD Zen 4, gained 2% at most in `f32` on an Intel Xeon, and is 7%
/// of the code.
pub struct Plain;
impl Evaluation for Plain {
    const SPECULATIVE: bool = false;
    const PREFETCH: Option<Prefetch> = None;
}
/// The same, of so much that there is time to ask for another block where a cursor says how far it is.
pub struct Costly;
impl Evaluation for Costly {
    const SPECULATIVE: bool = false;
    // Asked of the first one, standardised rows of 2048x2048 took 1.06 times as long on a Zen 4.
    const PREFETCH: Option<Prefetch> = Some(Prefetch::Second);
}
/// Not at all, as elements stay as they are: stages write them where this pass would, if they can.
pub struct Identity;
impl Evaluation for Identity {
    const SPECULATIVE: bool = false;
    const PREFETCH: Option<Prefetch> = None;
    const IDENTITY: bool = true;
}
/// As [`Identity`], of parts of gradients: of each output, the first in the lowest four bits, the gradient's number.
pub struct Parts<const GROUPS: u64>;
impl<const GROUPS: u64> Evaluation for Parts<GROUPS> {
    const SPECULATIVE: bool = false;
    const PREFETCH: Option<Prefetch> = None;
    const IDENTITY: bool = true;
    const GROUPS: u64 = GROUPS;
}
/// As [`Plain`], by a stage that sums products of its operands, maybe with numbers among the factors: types and sizes
/// decide whether it multiplies matrices instead.
pub struct Contracting<const NUMBERS: bool>;
impl<const NUMBERS: bool> Evaluation for Contracting<NUMBERS> {
    const SPECULATIVE: bool = false;
    const PREFETCH: Option<Prefetch> = None;
    const CONTRACTS: bool = true;
    const SCALES: bool = NUMBERS;
}
/// As `E`, with look-ups that may be computed twice.
pub struct Looking<E>(pub E);
impl<E: Evaluation> Evaluation for Looking<E> {
    const SPECULATIVE: bool = E::SPECULATIVE;
    const PREFETCH: Option<Prefetch> = E::PREFETCH;
    const LOOKS: bool = true;
}
/// As `E`, of operands that decide.
pub struct Deciding<E>(pub E);
impl<E: Evaluation> Evaluation for Deciding<E> {
    const SPECULATIVE: bool = E::SPECULATIVE;
    const PREFETCH: Option<Prefetch> = E::PREFETCH;
    const LOOKS: bool = E::LOOKS;
    const DECIDES: bool = true;
}
/// As `E`, once.
pub struct Once<E>(pub E);
impl<E: Evaluation> Evaluation for Once<E> {
    const SPECULATIVE: bool = false;
    const PREFETCH: Option<Prefetch> = E::PREFETCH;
    const DECIDES: bool = true;
    const ONCE: bool = true;
}
/// A speculative element function may run twice, and for lanes that nobody asked for, so all that it consists of is
/// pure, operators of the user's types too. Where an argument is too far out for the short way, its first result is
/// anything.
pub struct Speculative;
impl Evaluation for Speculative {
    const SPECULATIVE: bool = true;
    // What processors fetch of their own accord comes late for functions that keep them busy.
    const PREFETCH: Option<Prefetch> = Some(Prefetch::First(4));
}

/// What an element function takes, so much by itself, with the expressions among its operands.
pub(crate) const fn computation<E: Evaluation, L: Reads>(cost: u32) -> Computation {
    let inside = L::COMPUTATION;
    let once = E::ONCE || (inside.speculates && E::DECIDES);
    inside.and(Computation { cost, speculates: E::SPECULATIVE, once })
}

/// Whether results that will not do may be computed as well: see [`Speculative`].
pub(crate) const fn speculates<E: Evaluation, L: Reads>() -> bool {
    let all = computation::<E, L>(0);
    all.speculates && !all.once
}

/// Whether look-ups may be computed twice.
pub(super) const fn looks<E: Evaluation, L: Reads, W: Writes>() -> bool {
    E::LOOKS && !computation::<E, L>(0).once && is_fit::<L, W>()
}

/// What is prefetched meanwhile.
pub(crate) const fn prefetches<E: Evaluation, L: Reads>() -> Option<Prefetch> {
    if speculates::<E, L>() { Speculative::PREFETCH } else { E::PREFETCH }
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
                _ if W::FOLDS && holds => left.filled_up::<V, F>(t, f, &mut row),
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
    unsafe fn filled_up<V: Variant, F: OfLane<V, L, W> + ?Sized>(self, t: SimdToken, f: &F, row: &mut W::Row) {
        let Strip { input, output, lanes, .. } = self;
        let mut buffer = W::neutral();
        // SAFETY: kernel 3 and 4: the lanes are those of the kernel; the buffer is filled or neutral.
        unsafe {
            (0..lanes).for_each(|lane| W::put::<LANES>(&mut buffer, lane, f.of_lane(t, input, lane)));
            W::flush(&buffer, row, output, lanes);
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
        let (mut left, mut room) = (lanes, L::room());
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
                        W::flush(&buffer, &mut row, output, LANES);
                    }
                }
                if !is_whole || far.get() != 0 {
                    let run = if lanes < GROUP { L::pad::<V>(input, lanes, &mut room) } else { input };
                    let mut buffer = W::neutral();
                    f.by_groups(L::hide(run), &mut buffer, lanes, far.get() != 0);
                    W::flush(&buffer, &mut row, output, black_box(lanes));
                }
                (input, output) = (L::advance::<V>(input, inputs, step, 1), W::advance(output, outputs, step, 1));
                left -= if across { 0 } else { lanes };
            }
            W::close(Some(accs), row, start, first);
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
