//! The one generic function of the engine: the element function over lanes, compiled once per SIMD level.
//!
//! ```text
//! for each row:
//!     for each run of 64 lanes:  buffer[i] = f(input0[i], input1[i], ..) for i in 0..64;  output = buffer
//!     for the lanes left over:   output[i] = f(input0[i], input1[i], ..)
//! ```
//!
//! The local buffer frees LLVM from asking whether outputs and inputs overlap: the loop over 64 lanes becomes straight
//! vector code. It also makes targets that are read as well correct by construction. Tried and slower: storing
//! directly (relies on alias checks), sending the tail through the buffer (1.3 to 1.8 times), overlapping the last
//! lanes with the ones before (the main loop suffers), 16 or 256 lanes.
//!
//! Element functions that cost more than a few operations are [`Speculative`]. They have a short way for ordinary
//! arguments, and report others to the token; then the 64 lanes are computed again. And the lanes left over are filled
//! up to 64, so that all goes one way: a third of the code, and faster than lanes by themselves.
//!
//! What is compiled for each expression and level has to be small: a run of lanes and what is left of a row, once each,
//! however results are accumulated. Left to itself LLVM makes a dozen copies of the element function.
//!
//! Unoptimised, only the element function belongs to an expression. All else is shared by those of the same types: it calls
//! the function as a trait object ([`OfLane`]), and nothing of which kernels consist is `inline(always)`.

use super::streams::{Reads, Variant, Writes};
use crate::simd::{LEVELS, Tok};
use std::cell::Cell;
use std::hint::black_box;

/// Lanes per run.
pub(crate) const LANES: usize = 64;

/// Lanes of a speculative element function that are computed together.
pub(crate) const GROUP: usize = 16;

/// Where a kernel reads or writes.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Cursor {
    /// The first lane of the first row.
    pub(crate) ptr: *mut u8,
    /// Bytes from one run of lanes to the next, `LANES` elements or 0 when every run reads the same lanes; and from one
    /// row to the next.
    pub(crate) steps: [isize; 2],
}

/// To the next run of lanes, as an index of [`Cursor::steps`].
pub(crate) const RIGHT: usize = 0;
/// To the next row.
pub(crate) const DOWN: usize = 1;

/// Whose the accumulators at a cursor are.
#[derive(Clone, Copy, PartialEq)]
pub enum Accs {
    /// 64 take the lanes of every run; or of the only one, if it is shorter.
    Lanes,
    /// One of each column.
    Columns,
    /// One of each row, which starts from nothing. Rows have 64 columns at least.
    Rows,
}

/// How a kernel calls its element function.
pub trait Evaluation {
    /// Whether results that will not do may be computed as well.
    #[doc(hidden)]
    const SPECULATIVE: bool;
}
/// Once for each element of the output.
pub struct Plain;
impl Evaluation for Plain {
    const SPECULATIVE: bool = false;
}
/// Perhaps twice, and for lanes that nobody asked for. What comes of it the first time is anything where an argument is too
/// far out for the short way.
pub struct Speculative;
impl Evaluation for Speculative {
    const SPECULATIVE: bool = true;
}

/// A compiled element function.
///
/// # Safety
/// 1. `f` points at the closure the kernel was made for.
/// 2. `inputs` and `outputs` point at one cursor per stream; for each row below `rows` and lane below `columns`, an
///    input's lane is an initialised element (in reused lanes: all of the first `min(columns, LANES)`; in an operand that
///    the variant reads once a row: the first), an output's
///    lane is writable and belongs to this call alone, and an input that overlaps an output is the same element.
pub(crate) type Kernel =
    unsafe fn(f: *const u8, inputs: *const Cursor, outputs: *const Cursor, columns: usize, rows: usize, accs: Accs);

/// One kernel per SIMD level.
pub(crate) type Kernels = [Kernel; LEVELS];

/// Buffers of more bytes than this would not fit the first cache; such elements go one by one.
const BUFFER_BYTES: usize = 64 * 128;

/// The cache is asked for so many runs of lanes ahead, except at the baseline, which few machines run and which shall not cost
/// more code. What the processor fetches of its own accord comes late for costly functions.
const AHEAD: usize = 4;

/// A run of lanes whose outputs have more bytes than this does not stay in registers; groups are faster then.
const REGISTER_BYTES: usize = LANES * 4;

/// Room for operands of more bytes than this would not fit the first cache; then no lanes are filled up.
const ROOM_BYTES: usize = 4 * BUFFER_BYTES;

/// Rows that go over a run of lanes one after the other while accumulators per column stay in registers.
const ABREAST: usize = 4;

/// Whether elements of so many bytes, all outputs of a lane, go through the buffer.
pub(super) const fn is_buffered(bytes: usize) -> bool {
    LANES * bytes <= BUFFER_BYTES
}

/// # Safety
/// As for [`Kernel`].
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn body<E: Evaluation, V: Variant, L: Reads, W: Writes, F: OfLane<V, L, W> + ?Sized>(
    t: Tok,
    f: &F,
    inputs: *const Cursor,
    outputs: *const Cursor,
    columns: usize,
    rows: usize,
    accs: Accs,
) {
    // A strip is what goes by while accumulators stay in registers: a row, or a run of lanes of some rows.
    let across = W::FOLDS && W::BUFFER_BYTES <= BUFFER_BYTES && accs == Accs::Columns;
    let mut row = 0;
    while row < rows {
        let height = if across { ABREAST.min(rows - row) } else { 1 };
        let strips = if across { columns.div_ceil(LANES) } else { 1 };
        for strip in 0..strips {
            // Asked here, for each strip anew: for what is known before, LLVM makes a copy of the rest of the row.
            let counted = black_box(columns) - strip * LANES;
            let lanes = if across { counted.min(LANES) } else { counted };
            // SAFETY: by 2, here and below: rows stay below `rows`, lanes below `columns`.
            unsafe {
                let input = L::advance::<V>(L::at_row(inputs, row as isize), inputs, RIGHT, strip);
                let output = W::advance(W::at_row(outputs, row as isize), outputs, RIGHT, strip);
                let strip = Strip { inputs, outputs, input, output, lanes, rows: height, across, accs };
                // Constant conditions are spelled where they decide, so that no buffer of large elements is ever on the stack.
                // Unoptimised builds would pay for each lane.
                if E::SPECULATIVE
                    && cfg!(not(debug_assertions))
                    && W::BUFFER_BYTES <= BUFFER_BYTES
                    && L::RUN_BYTES <= ROOM_BYTES
                {
                    strip.speculate::<V, F>(t, f);
                } else {
                    strip.once::<V, F>(t, f);
                }
            }
        }
        row += height;
    }
}

/// A row, or a run of lanes of some rows.
struct Strip<L: Reads, W: Writes> {
    inputs: *const Cursor,
    outputs: *const Cursor,
    input: L::Pointers,
    output: W::Pointers,
    lanes: usize,
    rows: usize,
    /// Whether rows have accumulators in common.
    across: bool,
    accs: Accs,
}

impl<L: Reads, W: Writes> Strip<L, W> {
    /// Each lane once: runs of lanes, then what is left.
    ///
    /// # Safety
    /// As for [`Kernel`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn once<V: Variant, F: OfLane<V, L, W> + ?Sized>(self, t: Tok, f: &F) {
        let Strip { inputs, outputs, mut input, mut output, lanes, rows, across, accs } = self;
        let (whole, rest) = (lanes / LANES, lanes % LANES);
        let (runs, step) = if across { (whole * rows, DOWN) } else { (whole, RIGHT) };
        let held = if W::BUFFER_BYTES <= BUFFER_BYTES && runs > 0 { Some(accs) } else { None };
        // SAFETY: passed on.
        unsafe {
            let start = output;
            let mut row = W::open(held, start, LANES);
            for _ in 0..runs {
                if t.fma && !across {
                    L::ask::<V>(L::advance::<V>(input, inputs, RIGHT, AHEAD));
                }
                if W::BUFFER_BYTES > BUFFER_BYTES {
                    for lane in 0..LANES {
                        W::store(output, lane, f.of_lane(t, input, lane));
                    }
                } else {
                    let mut buffer = W::buffer::<LANES>();
                    fill::<V, L, W, F>(t, f, input, &mut buffer);
                    W::flush(&buffer, &mut row, output, LANES);
                }
                (input, output) = (L::advance::<V>(input, inputs, step, 1), W::advance(output, outputs, step, 1));
            }
            if rest > 0 {
                // In memory of its own: lanes that are counted would keep the accumulators out of registers.
                let mut inside = row;
                for _ in 0..rows {
                    let to = W::inside(held, &mut inside, output);
                    for lane in 0..rest {
                        W::store(to, lane, f.of_lane(t, input, lane));
                    }
                    (input, output) = (L::advance::<V>(input, inputs, DOWN, 1), W::advance(output, outputs, DOWN, 1));
                }
                row = inside;
            }
            W::close(held, row, start, LANES);
        }
    }

    /// Runs of lanes as if all arguments were ordinary, and again where one was not.
    ///
    /// # Safety
    /// As for [`Kernel`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn speculate<V: Variant, F: OfLane<V, L, W> + ?Sized>(self, t: Tok, f: &F) {
        let Strip { inputs, outputs, mut input, mut output, lanes, rows, across, accs } = self;
        let (runs, step) = if across { (rows, DOWN) } else { (lanes.div_ceil(LANES), RIGHT) };
        let (start, first) = (output, lanes.min(LANES));
        let (mut left, mut room) = (lanes, L::room());
        // SAFETY: passed on; a buffer has been filled when it is taken.
        unsafe {
            let mut row = W::open(Some(accs), start, first);
            for _ in 0..runs {
                if t.fma && !across {
                    L::ask::<V>(L::advance::<V>(input, inputs, RIGHT, AHEAD));
                }
                let (lanes, far) = (left.min(LANES), Cell::new(false));
                let is_whole = t.fma && W::BUFFER_BYTES <= REGISTER_BYTES && lanes == LANES;
                if is_whole {
                    let mut buffer = W::buffer();
                    fill::<V, L, W, F>(t.trying(&far), f, input, &mut buffer);
                    if !far.get() {
                        W::flush(&buffer, &mut row, output, LANES);
                    }
                }
                if !is_whole || far.get() {
                    let run = if lanes < GROUP { L::pad::<V>(input, lanes, &mut room) } else { input };
                    // Where it comes from is hidden: LLVM would ask whether it lies in a buffer, and have code for that, too.
                    let (run, lanes) = black_box((run, lanes));
                    let mut buffer = W::buffer();
                    if !is_whole {
                        fill_groups::<V, L, W, F>(t.trying(&far), f, run, &mut buffer, lanes);
                    }
                    if far.get() {
                        // Read anew: else LLVM keeps what was computed first.
                        fill_groups::<V, L, W, F>(t, f, black_box(run), &mut buffer, lanes);
                    }
                    W::flush(&buffer, &mut row, output, lanes);
                }
                (input, output) = (L::advance::<V>(input, inputs, step, 1), W::advance(output, outputs, step, 1));
                left -= if across { 0 } else { lanes };
            }
            W::close(Some(accs), row, start, first);
        }
    }
}

/// The first lanes of the groups that cover so many lanes, the last of which overlap.
#[inline(always)]
pub(crate) fn groups(lanes: usize) -> impl Iterator<Item = usize> {
    (0..lanes.div_ceil(GROUP)).map(move |group| (group * GROUP).min(lanes.saturating_sub(GROUP)))
}

/// The results of some groups of a run of lanes.
///
/// # Safety
/// As for [`Kernel`]: these lanes are left of a row.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn fill_groups<V: Variant, L: Reads, W: Writes, F: OfLane<V, L, W> + ?Sized>(
    t: Tok,
    f: &F,
    input: L::Pointers,
    buffer: &mut W::Buffer<LANES>,
    lanes: usize,
) {
    for first in groups(lanes) {
        let mut part = W::buffer();
        for lane in 0..GROUP {
            // SAFETY: passed on.
            W::put::<GROUP>(&mut part, lane, unsafe { f.of_lane(t, input, first + lane) });
        }
        W::put_group(buffer, first, &part);
    }
}

/// The results of a run of lanes.
///
/// # Safety
/// As for [`Kernel`]: 64 lanes are left of a row.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn fill<V: Variant, L: Reads, W: Writes, F: OfLane<V, L, W> + ?Sized>(
    t: Tok,
    f: &F,
    input: L::Pointers,
    buffer: &mut W::Buffer<LANES>,
) {
    for lane in 0..LANES {
        // SAFETY: passed on.
        W::put::<LANES>(buffer, lane, unsafe { f.of_lane(t, input, lane) });
    }
}

/// An element function over the lanes of its operands.
trait OfLane<V, L: Reads, W> {
    /// # Safety
    /// As for [`Kernel`]: the lane is one of these.
    unsafe fn of_lane(&self, t: Tok, input: L::Pointers, lane: usize) -> W;
}
impl<V: Variant, L: Reads, W, F: Fn(Tok, L::Elems) -> W> OfLane<V, L, W> for F {
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn of_lane(&self, t: Tok, input: L::Pointers, lane: usize) -> W {
        // SAFETY: passed on.
        self(t, unsafe { L::load::<V>(input, lane) })
    }
}

macro_rules! level {
    ($name:ident, fma = $fma:expr $(, $feature:literal)?) => {
        /// # Safety
        /// As for [`Kernel`], on a machine of this level.
        $(#[target_feature(enable = $feature)])?
        unsafe fn $name<E: Evaluation, V: Variant, L: Reads, W: Writes, F: Fn(Tok, L::Elems) -> W>(
            f: *const u8,
            inputs: *const Cursor,
            outputs: *const Cursor,
            columns: usize,
            rows: usize,
            accs: Accs,
        ) {
            // SAFETY: by 1.
            let f = unsafe { &*f.cast::<F>() };
            // Unoptimised, all of this but the element function is compiled once for all calls of the same types.
            #[cfg(debug_assertions)]
            let f: &dyn OfLane<V, L, W> = f;
            // SAFETY: passed on.
            unsafe { body::<E, V, L, W, _>(Tok::new($fma), f, inputs, outputs, columns, rows, accs) }
        }
    };
}
level!(baseline, fma = cfg!(target_arch = "aarch64"));
#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
level!(v3, fma = true, "avx2,fma,bmi1,bmi2,f16c,lzcnt,movbe,popcnt");
#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
level!(v4, fma = true, "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,fma,bmi1,bmi2,f16c,lzcnt,movbe,popcnt");

/// Ties an element function to its kernels.
pub(crate) struct Compiled<E, V, L, W, F>(std::marker::PhantomData<(E, V, L, W, F)>);

impl<E: Evaluation, V: Variant, L: Reads, W: Writes, F: Fn(Tok, L::Elems) -> W> Compiled<E, V, L, W, F> {
    /// In the order of the levels.
    #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
    pub(crate) const KERNELS: Kernels = [baseline::<E, V, L, W, F>, v3::<E, V, L, W, F>, v4::<E, V, L, W, F>];
    /// In the order of the levels.
    #[cfg(not(all(target_arch = "x86_64", not(debug_assertions))))]
    pub(crate) const KERNELS: Kernels = [baseline::<E, V, L, W, F>];
}
