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
//! A function that has a short way for ordinary arguments reports others to the token; then the 64 lanes are computed again.
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

/// Rows that go over a run of lanes one after the other while accumulators per column stay in registers.
const ABREAST: usize = 4;

/// Whether elements of so many bytes, all outputs of a lane, go through the buffer.
pub(super) const fn is_buffered(bytes: usize) -> bool {
    LANES * bytes <= BUFFER_BYTES
}

/// # Safety
/// As for [`Kernel`].
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn body<V: Variant, L: Reads, W: Writes, F: OfLane<V, L, W> + ?Sized>(
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
        // SAFETY: by 2, here and below: rows stay below `rows`, lanes below `columns`.
        let left = unsafe { (L::at_row(inputs, row as isize), W::at_row(outputs, row as isize)) };
        let strips = if across { columns / LANES + 1 } else { 1 };
        for strip in 0..strips {
            // The last strip has the lanes that fill no run.
            let is_last = strip + 1 == strips;
            // Asked here, for each strip anew: for what is known before, LLVM makes a copy of the rest of the row.
            let counted = black_box(columns);
            let (whole, rest) = (counted / LANES, counted % LANES);
            let runs = if across { if is_last { 0 } else { height } } else { whole };
            let held = if W::BUFFER_BYTES <= BUFFER_BYTES && runs > 0 { Some(accs) } else { None };
            let step = if across { DOWN } else { RIGHT };
            // SAFETY: as above.
            unsafe {
                let mut input = L::advance::<V>(left.0, inputs, RIGHT, strip);
                let start = W::advance(left.1, outputs, RIGHT, strip);
                let mut output = start;
                let mut row = W::open(held, start);
                for _ in 0..runs {
                    if t.fma && !across {
                        L::ask::<V>(L::advance::<V>(input, inputs, RIGHT, AHEAD));
                    }
                    run::<V, L, W, F>(t, f, input, &mut row, output);
                    (input, output) = (L::advance::<V>(input, inputs, step, 1), W::advance(output, outputs, step, 1));
                }
                if is_last && rest > 0 {
                    // In memory of its own: lanes that are counted would keep the accumulators out of registers.
                    let mut inside = row;
                    for _ in 0..height {
                        some::<V, L, W, F>(t, f, input, W::inside(held, &mut inside, output), rest);
                        (input, output) =
                            (L::advance::<V>(input, inputs, DOWN, 1), W::advance(output, outputs, DOWN, 1));
                    }
                    row = inside;
                }
                W::close(held, row, start);
            }
        }
        row += height;
    }
}

/// A run of lanes.
///
/// # Safety
/// As for [`Kernel`]: 64 lanes are left of a row.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn run<V: Variant, L: Reads, W: Writes, F: OfLane<V, L, W> + ?Sized>(
    t: Tok,
    f: &F,
    input: L::Pointers,
    row: &mut W::Row,
    output: W::Pointers,
) {
    // Constant conditions are spelled where they decide, so that no buffer of large elements is ever on the stack.
    if W::BUFFER_BYTES > BUFFER_BYTES {
        for lane in 0..LANES {
            // SAFETY: passed on.
            unsafe { W::store(output, lane, f.of_lane(t, input, lane)) };
        }
    } else {
        let mut buffer = W::buffer();
        let far = Cell::new(false);
        // SAFETY: passed on; then the buffer has just been filled.
        unsafe {
            fill::<V, L, W, F>(t.trying(&far), f, input, &mut buffer);
            if far.get() {
                // Read anew: else LLVM keeps what the first run computed, for all 64 lanes.
                fill::<V, L, W, F>(t, f, black_box(input), &mut buffer);
            }
            W::flush(&buffer, row, output)
        }
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
    buffer: &mut W::Buffer,
) {
    for lane in 0..LANES {
        // SAFETY: passed on.
        W::put(buffer, lane, unsafe { f.of_lane(t, input, lane) });
    }
}

/// Some lanes of a run, with accumulators in memory.
///
/// # Safety
/// As for [`Kernel`]: so many lanes are left of a row.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn some<V: Variant, L: Reads, W: Writes, F: OfLane<V, L, W> + ?Sized>(
    t: Tok,
    f: &F,
    input: L::Pointers,
    output: W::Pointers,
    lanes: usize,
) {
    // As for a run, but what is written is in place; so is a target that is read. Where no argument can be too far out, LLVM
    // sees that nothing is put back. Unoptimised builds would save it all the same.
    if cfg!(not(debug_assertions)) && W::BUFFER_BYTES <= BUFFER_BYTES {
        let (mut before, far) = (W::buffer(), Cell::new(false));
        // SAFETY: passed on.
        unsafe {
            for lane in 0..lanes {
                W::save(output, lane, &mut before);
            }
            let tried = Tried::<W> { before: &before, far: &far, output, lanes };
            for lane in 0..lanes {
                W::store(output, lane, f.of_lane(t.trying(&far), input, lane));
            }
            drop(tried);
        }
        if !far.get() {
            return;
        }
    }
    for lane in 0..lanes {
        // SAFETY: passed on.
        unsafe { W::store(output, lane, f.of_lane(t, input, lane)) };
    }
}

/// Lanes that may have to be computed again: what was there is put back then, also when an element function panics.
struct Tried<'a, W: Writes> {
    before: &'a W::Buffer,
    far: &'a Cell<bool>,
    output: W::Pointers,
    lanes: usize,
}
impl<W: Writes> Drop for Tried<'_, W> {
    #[inline(always)]
    fn drop(&mut self) {
        if self.far.get() {
            for lane in 0..self.lanes {
                // SAFETY: these lanes have been saved before they were written.
                unsafe { W::restore(self.output, lane, self.before) };
            }
        }
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
        unsafe fn $name<V: Variant, L: Reads, W: Writes, F: Fn(Tok, L::Elems) -> W>(
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
            unsafe { body::<V, L, W, _>(Tok::new($fma), f, inputs, outputs, columns, rows, accs) }
        }
    };
}
level!(baseline, fma = cfg!(target_arch = "aarch64"));
#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
level!(v3, fma = true, "avx2,fma,bmi1,bmi2,f16c,lzcnt,movbe,popcnt");
#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
level!(v4, fma = true, "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,fma,bmi1,bmi2,f16c,lzcnt,movbe,popcnt");

/// Ties an element function to its kernels.
pub(crate) struct Compiled<V, L, W, F>(std::marker::PhantomData<(V, L, W, F)>);

impl<V: Variant, L: Reads, W: Writes, F: Fn(Tok, L::Elems) -> W> Compiled<V, L, W, F> {
    /// In the order of the levels.
    #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
    pub(crate) const KERNELS: Kernels = [baseline::<V, L, W, F>, v3::<V, L, W, F>, v4::<V, L, W, F>];
    /// In the order of the levels.
    #[cfg(not(all(target_arch = "x86_64", not(debug_assertions))))]
    pub(crate) const KERNELS: Kernels = [baseline::<V, L, W, F>];
}
