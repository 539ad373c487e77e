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
//! directly (relies on alias checks), sending the tail of arithmetic through the buffer (1.3 to 1.8 times), 16 or 256
//! lanes. Elementary functions have another loop: see [`strip`].
//!
//! What is compiled for each expression and level has to be small: a run of lanes and what is left of a row, once each,
//! however results are accumulated. Left to itself LLVM makes a dozen copies of the element function.
//!
//! Unoptimised, only the element function belongs to an expression. All else is shared by those of the same types: it
//! calls the function as a trait object ([`OfLane`]), and nothing of which kernels consist is `inline(always)`.

#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
mod compact;
mod evaluation;
mod lanes;
mod looking;
mod short_rows;
mod strip;

pub use evaluation::{Contracting, Costly, Deciding, Identity, Looking, Once, Parts, Plain, Speculative};
pub(crate) use evaluation::{Evaluation, computation, prefetches, speculates};

use super::cursor::{Accs, Cursor, DOWN, LANES, RIGHT};
use super::streams::{Reads, Tree, Variant, Within, Writes};
use crate::simd::{LEVELS, SimdToken, of_levels};
#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
use compact::{AtBaseline, Run};
use lanes::OfLane;
use short_rows::AlongShortRows;
use std::hint::black_box;
use std::mem::MaybeUninit;
use strip::Strip;

/// A compiled element function.
///
/// # Safety
/// Comments below name these numbers, as "kernel 1":
/// 1. `f` points at the closure that the kernel was made for.
/// 2. `inputs` and `outputs` point at one cursor per stream, in the order of the trees.
/// 3. For each row below `rows` and lane below `columns`, an input's lane is an initialised element: of lanes that are
///    reused, all of the first `min(columns, LANES)`; of an operand that the variant reads once a row, the first.
/// 4. An output's lane is writable, and belongs to this call alone. An accumulator, which `accs` places, is
///    initialised, unless each row starts from nothing.
/// 5. An input that overlaps an output is the same element.
pub(crate) type Kernel =
    unsafe fn(f: *const u8, inputs: *const Cursor, outputs: *const Cursor, columns: usize, rows: usize, accs: Accs);

/// One kernel per SIMD level.
pub(crate) type Kernels = [Kernel; LEVELS];

/// Buffers of more bytes than this would not fit the first cache; such elements go one by one.
const BUFFER_BYTES: usize = 64 * 128;

/// Rows that go over a run of lanes one after the other while accumulators per column stay in registers: each time
/// these are read and written. On a Zen 4 sums and maxima of columns take 0.77 to 1.05 of the time that 4 rows took
/// (`f64` of 64x64 0.89, of 5x20000 0.9, of 2000x2000 0.77), with AVX2 0.83 to 1.03 and at the baseline 0.83 to 1.1,
/// once 1.25; with 16, maxima of 400x20000 take 1.6 of it. Where parts of accumulators lie apart, it takes as long to
/// put them so as to join a few rows.
const fn abreast<W: Writes>() -> usize {
    if W::SELDOM { 16 } else { 8 }
}

/// Whether elements of so many bytes, all outputs of a lane, go through the buffer.
pub(super) const fn is_buffered(bytes: usize) -> bool {
    LANES * bytes <= BUFFER_BYTES
}

/// Whether kernels can write accumulators of one element each ([`Accs::Each`]).
pub(super) const fn writes_each<E: Evaluation, L: Reads, W: Writes>() -> bool {
    speculates::<E, L>() && strip::is_fit::<L, W>()
}

/// # Safety
/// As for [`Kernel`].
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn kernel<E: Evaluation, V: Variant, L: Reads, W: Writes, F: OfLane<V, L, W> + ?Sized>(
    t: SimdToken,
    f: &F,
    inputs: *const Cursor,
    outputs: *const Cursor,
    columns: usize,
    rows: usize,
    accs: Accs,
) {
    // SAFETY: kernel 1 to 5; both ways are the same kernel.
    unsafe {
        if const { strip::is_settled::<L>() } {
            settled::<E, V, L, W, F>(t, f, (inputs, outputs), columns, rows, accs);
        } else {
            body::<E, V, L, W, F>(t, f, None, (inputs, outputs), columns, rows, accs);
        }
    }
}

/// Copies cursors and single values into memory of its own, so that LLVM sees that no store changes them. Otherwise
/// each run of lanes reads the steps again (`2.5 .* x .+ y` in the second cache took 1.4 times as long on a Zen 5).
///
/// # Safety
/// As for [`Kernel`].
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn settled<E: Evaluation, V: Variant, L: Reads, W: Writes, F: OfLane<V, L, W> + ?Sized>(
    t: SimdToken,
    f: &F,
    cursors: (*const Cursor, *const Cursor),
    columns: usize,
    rows: usize,
    accs: Accs,
) {
    let mut room = L::room();
    // SAFETY: kernel 2: there is a cursor for each item, and copies lead to the same lanes; the room is this
    // function's.
    unsafe {
        let (inputs, outputs) = (copied::<L>(cursors.0), copied::<W>(cursors.1));
        // Kernels of functions gain nothing from copied cursors, and would be 3% larger.
        let cursors =
            if const { speculates::<E, L>() } { cursors } else { (inputs.as_ptr().cast(), outputs.as_ptr().cast()) };
        body::<E, V, L, W, F>(t, f, Some(&raw mut room), cursors, columns, rows, accs);
    }
}

/// The cursors of a tree.
///
/// # Safety
/// There is one for each item.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn copied<T: Tree>(cursors: *const Cursor) -> MaybeUninit<T::Slots<Cursor>> {
    let mut slots = MaybeUninit::<T::Slots<Cursor>>::uninit();
    // SAFETY: kernel 2: there are `T::LEN` cursors; slots of a `Tree` have room for as many.
    unsafe { cursors.copy_to_nonoverlapping(slots.as_mut_ptr().cast(), T::LEN) };
    slots
}

/// # Safety
/// As for [`Kernel`].
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn body<E: Evaluation, V: Variant, L: Reads, W: Writes, F: OfLane<V, L, W> + ?Sized>(
    t: SimdToken,
    f: &F,
    room: Option<*mut L::Room>,
    cursors: (*const Cursor, *const Cursor),
    columns: usize,
    rows: usize,
    accs: Accs,
) {
    if const { !writes_each::<E, L, W>() } && short_rows::are::<W>(columns, accs) {
        // SAFETY: kernel 1 to 5; the rows are such.
        return unsafe { f.along_short_rows(room, cursors, columns, rows) };
    }
    let asks = looking::Asks::new();
    // SAFETY: kernel 1 to 5; the strips are those of the kernel.
    unsafe {
        each_strip::<V, L, W>(
            room,
            cursors,
            columns,
            rows,
            accs,
            #[cfg_attr(not(debug_assertions), inline(always))]
            |strip| {
                // A constant condition is spelled where it decides: so no buffer of large elements is on the stack.
                if const { writes_each::<E, L, W>() } {
                    strip.speculate::<E, V, F>(t, f);
                } else {
                    strip.plain::<E, V, F>(t, f, room, &asks);
                }
            },
        );
    }
}

/// The strips of a kernel, one after the other. A strip is what goes by while accumulators stay in registers: a row, or
/// a run of lanes of some rows.
///
/// # Safety
/// As for [`Kernel`].
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn each_strip<V: Variant, L: Reads, W: Writes>(
    room: Option<*mut L::Room>,
    (inputs, outputs): (*const Cursor, *const Cursor),
    columns: usize,
    rows: usize,
    accs: Accs,
    go: impl Fn(Strip<L, W>),
) {
    // SAFETY: kernel 2: a cursor for each item.
    let (mut first, out) = unsafe { (L::start(inputs), W::start(outputs)) };
    if let Some(room) = room {
        // SAFETY: kernel 3: there is a lane in the first row; the room is this kernel's.
        first = unsafe { L::settle::<V>(first, room, Within::Call) };
    }
    let across = W::FOLDS && W::BUFFER_BYTES <= BUFFER_BYTES && accs == Accs::Columns;
    let (mut row, mut strip) = (0, 0);
    while row < rows {
        let height = match across {
            false => 1,
            // There is one strip, whose accumulators need not make room for those of another.
            true if columns <= LANES => rows,
            true => const { abreast::<W>() }.min(rows - row),
        };
        // Asked here, for each strip anew: for what is known before, LLVM makes a copy of the rest of the row.
        let counted = black_box(columns) - strip * LANES;
        let lanes = if across { counted.min(LANES) } else { counted };
        // SAFETY: kernel 3 and 4: rows stay below `rows`, lanes below `columns`.
        let (input, output) = unsafe {
            // By the row, and not from row to row: of pointers that went through two loops, LLVM would not know
            // that they do not lead into its buffers, which then would lie in memory (2 to 4 times as long).
            let input = L::advance::<V>(L::advance::<V>(first, inputs, DOWN, row), inputs, RIGHT, strip);
            (input, W::advance(W::advance(out, outputs, DOWN, row), outputs, RIGHT, strip))
        };
        go(Strip { inputs, outputs, input, output, lanes, rows: height, across, accs });
        strip += 1;
        if !across || strip * LANES >= columns {
            (row, strip) = (row + height, 0);
        }
    }
}

macro_rules! level {
    ($name:ident, fma = $fma:expr, held = $held:expr $(, $feature:literal)?) => {
        /// # Safety
        /// As for [`Kernel`], on a machine of this level.
        $(#[target_feature(enable = $feature)])?
        unsafe fn $name(
            f: *const u8,
            inputs: *const Cursor,
            outputs: *const Cursor,
            columns: usize,
            rows: usize,
            accs: Accs,
        ) {
            // SAFETY: kernel 1: `f` points at a closure of this type.
            let f = unsafe { &*f.cast::<Self>() };
            // Unoptimised, all of this but the element function is compiled once for all calls of the same types.
            #[cfg(debug_assertions)]
            let f: &dyn OfLane<V, L, W> = f;
            let t = SimdToken::new($fma).holding($held);
            // SAFETY: kernel 1 to 5, on a machine of this level.
            unsafe { kernel::<E, V, L, W, _>(t, f, inputs, outputs, columns, rows, accs) }
        }
    };
}

/// The kernels of an element function.
///
/// They are methods, so that rustc generates them with the module of the call that needs them: a free function belongs
/// to the module where it is written, and all kernels of a crate would be one unit (DECISIONS.md, "Whose functions are
/// kernels?").
pub(crate) trait Compiled<E: Evaluation, V: Variant, L: Reads, W: Writes>:
    Fn(SimdToken, L::Elems) -> W + Sized
{
    /// In the order of the levels.
    #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
    const KERNELS: Kernels = of_levels([Self::baseline, Self::v3, Self::v4]);
    /// In the order of the levels.
    #[cfg(not(all(target_arch = "x86_64", not(debug_assertions))))]
    const KERNELS: Kernels = of_levels([Self::baseline]);

    #[cfg(not(all(target_arch = "x86_64", not(debug_assertions))))]
    level!(baseline, fma = cfg!(target_arch = "aarch64"), held = if cfg!(target_arch = "aarch64") { 4 } else { 0 });
    /// The compact form.
    ///
    /// # Safety
    /// As for [`Kernel`].
    #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
    unsafe fn baseline(
        f: *const u8,
        inputs: *const Cursor,
        outputs: *const Cursor,
        columns: usize,
        rows: usize,
        accs: Accs,
    ) {
        // SAFETY: kernel 1 to 5, of a closure of this type.
        unsafe {
            if const { is_buffered(W::BYTES) } {
                let run = Run { f, of_lanes: <Self as AtBaseline<V, L, W>>::at_baseline::<E> };
                compact::kernel::<E, V, L, W>(&run, (inputs, outputs), columns, rows, accs);
            } else {
                let t = SimdToken::new(false);
                kernel::<E, V, L, W, _>(t, &*f.cast::<Self>(), inputs, outputs, columns, rows, accs);
            }
        }
    }
    #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
    level!(v3, fma = true, held = 4, "avx2,fma,bmi1,bmi2,f16c,lzcnt,movbe,popcnt");
    #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
    level!(
        v4,
        fma = true,
        held = 8,
        "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,fma,bmi1,bmi2,f16c,lzcnt,movbe,popcnt"
    );
}
impl<E: Evaluation, V: Variant, L: Reads, W: Writes, F: Fn(SimdToken, L::Elems) -> W> Compiled<E, V, L, W> for F {}
