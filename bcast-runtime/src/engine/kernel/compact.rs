//! The lowest of several levels: small instead of as fast as can be.
//!
//! Three levels are compiled for each call, and the lowest serves only processors without AVX2. What belongs to a call
//! there is the element function over one run of lanes. Rows, accumulators, and where lanes are written are compiled
//! once for all calls of the same types, which call it by a pointer.

use super::each_strip;
use super::evaluation::{Evaluation, speculates};
use super::lanes::{OfLane, fill_groups};
use super::strip::{Strip, is_fit};
use crate::engine::cursor::{Accs, Cursor, DOWN, LANES, RIGHT};
use crate::engine::streams::{Reads, Variant, Writes};
use crate::simd::SimdToken;

/// An element function, and how it fills the first lanes of a buffer.
pub(super) struct Run<L: Reads, W: Writes> {
    pub(super) f: *const u8,
    pub(super) of_lanes: Filling<L, W>,
}

/// # Safety
/// As for [`Kernel`](super::Kernel): so many lanes are left of a row.
type Filling<L, W> =
    unsafe fn(f: *const u8, input: <L as Reads>::Pointers, buffer: &mut <W as Writes>::Buffer<LANES>, lanes: usize);

/// An element function over the first lanes of a run: a method, as kernels are ([`Compiled`](super::Compiled)).
pub(super) trait AtBaseline<V: Variant, L: Reads, W: Writes>: OfLane<V, L, W> + Sized {
    /// As if no argument were ordinary: the baseline does not speculate.
    ///
    /// # Safety
    /// As for [`Kernel`](super::Kernel), of a closure of this type: these lanes are left of a row.
    unsafe fn at_baseline<E: Evaluation>(
        f: *const u8,
        input: L::Pointers,
        buffer: &mut W::Buffer<LANES>,
        lanes: usize,
    ) {
        let (t, lanes) = (SimdToken::new(false), lanes.min(LANES));
        // SAFETY: kernel 1 and 3: a closure of this type, and its lanes.
        unsafe {
            let f = &*f.cast::<Self>();
            if const { speculates::<E, L>() && is_fit::<L, W>() } {
                fill_groups::<V, L, W, Self>(t, f, input, buffer, lanes);
            } else {
                (0..lanes).for_each(|lane| W::put::<LANES>(buffer, lane, f.of_lane(t, input, lane)));
            }
        }
    }
}
impl<V: Variant, L: Reads, W: Writes, F: OfLane<V, L, W>> AtBaseline<V, L, W> for F {}

/// A kernel by runs.
///
/// # Safety
/// As for [`Kernel`](super::Kernel), with the function of `run`.
#[inline(never)]
pub(super) unsafe fn kernel<E: Evaluation, V: Variant, L: Reads, W: Writes>(
    run: &Run<L, W>,
    cursors: (*const Cursor, *const Cursor),
    columns: usize,
    rows: usize,
    accs: Accs,
) {
    // SAFETY: kernel 1 to 5; the strips are those of the kernel.
    unsafe { each_strip::<V, L, W>(None, cursors, columns, rows, accs, |strip| by_runs::<E, V, L, W>(run, strip)) }
}

/// # Safety
/// As for [`Kernel`](super::Kernel): a strip of it.
#[inline(always)]
unsafe fn by_runs<E: Evaluation, V: Variant, L: Reads, W: Writes>(run: &Run<L, W>, strip: Strip<L, W>) {
    let Strip { inputs, outputs, mut input, mut output, lanes, rows, across, accs } = strip;
    let (runs, step) = if across { (rows, DOWN) } else { (lanes.div_ceil(LANES), RIGHT) };
    let (start, first) = (output, lanes.min(LANES));
    // Accumulators of 64 lanes would take as long to open and to close as a short row to accumulate.
    let alone = W::FOLDS && lanes < LANES;
    let held = (!alone).then_some(accs);
    let mut left = lanes;
    // SAFETY: kernel 3 and 4; lanes of a buffer that are taken have been filled, or are neutral.
    unsafe {
        let mut row = W::open(held, start, first, L::LARGEST);
        for _ in 0..runs {
            let lanes = left.min(LANES);
            let mut buffer = if alone || lanes == LANES { W::buffer() } else { W::neutral() };
            (run.of_lanes)(run.f, input, &mut buffer, lanes);
            if alone {
                (0..lanes).for_each(|lane| W::store(output, lane, W::get(&buffer, lane)));
            } else {
                W::flush(&buffer, &mut row, output, lanes);
            }
            (input, output) = (L::advance::<V>(input, inputs, step, 1), W::advance(output, outputs, step, 1));
            left -= if across { 0 } else { lanes };
        }
        W::close(held, row, start, first);
    }
}
