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

use super::streams::{Reads, Variant, Writes};
use crate::simd::{LEVELS, Tok};

/// Lanes per run.
pub(crate) const LANES: usize = 64;

/// Where a kernel reads or writes.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Cursor {
    /// The first lane of the first row.
    pub(crate) ptr: *mut u8,
    /// Bytes from one run of lanes to the next: `LANES` elements, or 0 when every run reads the same lanes.
    pub(crate) run: isize,
    /// Bytes from one row to the next.
    pub(crate) row: isize,
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
    unsafe fn(f: *const u8, inputs: *const Cursor, outputs: *const Cursor, columns: usize, rows: usize);

/// One kernel per SIMD level.
pub(crate) type Kernels = [Kernel; LEVELS];

/// Buffers of more bytes than this would not fit the first cache; such elements go one by one.
const BUFFER_BYTES: usize = 64 * 128;

/// Rows that go over a run of lanes one after the other while accumulators per column stay in registers.
const ABREAST: usize = 4;

/// Whether elements of so many bytes, all outputs of a lane, go through the buffer.
pub(super) const fn is_buffered(bytes: usize) -> bool {
    LANES * bytes <= BUFFER_BYTES
}

/// # Safety
/// As for [`Kernel`], with `f: F`.
#[inline(always)]
unsafe fn body<V: Variant, L: Reads, W: Writes, F: Fn(Tok, L::Elems) -> W>(
    t: Tok,
    f: *const u8,
    inputs: *const Cursor,
    outputs: *const Cursor,
    columns: usize,
    rows: usize,
) {
    // SAFETY: by 1.
    let f = unsafe { &*f.cast::<F>() };
    // SAFETY: by 2, here and below: rows stay below `rows`, lanes below `columns`.
    // Constant conditions are spelled where they decide, so that no buffer of large elements is ever on the stack.
    let per_column = W::FOLDS && W::BUFFER_BYTES <= BUFFER_BYTES && unsafe { W::are_per_column(W::at_row(outputs, 0)) };
    if W::FOLDS && W::BUFFER_BYTES <= BUFFER_BYTES && per_column {
        // SAFETY: as above.
        unsafe { abreast::<V, L, W, F>(t, f, inputs, outputs, columns / LANES, rows) };
    }
    for row in 0..rows as isize {
        // SAFETY: as above.
        let (mut input, mut output) = unsafe { (L::at_row(inputs, row), W::at_row(outputs, row)) };
        let start = output;
        let mut left = columns;
        if per_column {
            // SAFETY: as above.
            (input, output) =
                unsafe { (L::advance::<V>(input, inputs, left / LANES), W::advance(output, left / LANES)) };
            left %= LANES;
        } else if W::BUFFER_BYTES > BUFFER_BYTES {
            while left >= LANES {
                for lane in 0..LANES {
                    // SAFETY: as above.
                    unsafe { W::store(output, lane, f(t, L::load::<V>(input, lane))) };
                }
                // SAFETY: as above.
                unsafe {
                    (input, output) = (L::advance::<V>(input, inputs, 1), W::advance(output, 1));
                }
                left -= LANES;
            }
        } else if left >= LANES {
            // SAFETY: as above.
            unsafe {
                let mut acc = W::open(output);
                while left >= LANES {
                    run::<V, L, W, F>(t, f, input, &mut acc, output);
                    (input, output) = (L::advance::<V>(input, inputs, 1), W::advance(output, 1));
                    left -= LANES;
                }
                if W::FOLDS && left > 0 && W::leaves_one(start) {
                    // In memory of its own: lanes that are counted would keep the accumulators out of registers.
                    let mut tail = acc;
                    let inside = W::inside(&mut tail, output);
                    for lane in 0..left {
                        W::store(inside, lane, f(t, L::load::<V>(input, lane)));
                    }
                    (acc, left) = (tail, 0);
                }
                W::close(acc, start);
            }
        }
        for lane in 0..left {
            // SAFETY: as above.
            unsafe { W::store(output, lane, f(t, L::load::<V>(input, lane))) };
        }
    }
}

/// One run of lanes.
///
/// # Safety
/// As for [`Kernel`]: 64 lanes are left of a row.
#[inline(always)]
unsafe fn run<V: Variant, L: Reads, W: Writes, F: Fn(Tok, L::Elems) -> W>(
    t: Tok,
    f: &F,
    input: L::Pointers,
    acc: &mut W::Row,
    output: W::Pointers,
) {
    let mut buffer = W::buffer();
    for lane in 0..LANES {
        // SAFETY: passed on.
        W::put(&mut buffer, lane, f(t, unsafe { L::load::<V>(input, lane) }));
    }
    // SAFETY: passed on; the buffer has just been filled.
    unsafe { W::flush(&buffer, acc, output) }
}

/// Whole runs of rows with accumulators per column: some rows at a time go over each run.
///
/// # Safety
/// As for [`Kernel`], with `f: F`.
#[inline(always)]
unsafe fn abreast<V: Variant, L: Reads, W: Writes, F: Fn(Tok, L::Elems) -> W>(
    t: Tok,
    f: &F,
    inputs: *const Cursor,
    outputs: *const Cursor,
    runs: usize,
    rows: usize,
) {
    for first in (0..rows).step_by(ABREAST) {
        let some = ABREAST.min(rows - first);
        // SAFETY: by 2, here and below. Rows past the last one are not gone to.
        let at = |row: usize| unsafe {
            let row = (first + row.min(some - 1)) as isize;
            (L::at_row(inputs, row), W::at_row(outputs, row))
        };
        let starts: [_; ABREAST] = std::array::from_fn(at);
        for done in 0..runs {
            // SAFETY: as above.
            unsafe {
                let start = W::advance(starts[0].1, done);
                let mut acc = W::open(start);
                for &(input, output) in &starts[..some] {
                    let (input, output) = (L::advance::<V>(input, inputs, done), W::advance(output, done));
                    run::<V, L, W, F>(t, f, input, &mut acc, output);
                }
                W::close(acc, start);
            }
        }
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
        ) {
            // SAFETY: passed on.
            unsafe { body::<V, L, W, F>(Tok { fma: $fma }, f, inputs, outputs, columns, rows) }
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
