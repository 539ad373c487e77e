//! The lowest of several levels: small instead of as fast as can be.
//!
//! Three levels are compiled for each call, and the lowest serves only processors without AVX2. What belongs to a call
//! there is the element function over one run of lanes. Rows, accumulators, and where lanes are written are compiled
//! once for all calls of the same types, which call it by a pointer.

use super::each_strip;
use super::evaluation::{Evaluation, speculates};
use super::lanes::{OfLane, fill_groups};
use super::short_rows;
use super::strip::{Strip, is_fit};
use crate::engine::cursor::{Accs, Cursor, DOWN, LANES, RIGHT};
use crate::engine::short_row::{ShortRow, of_row};
use crate::engine::streams::{Reads, Variant, Writes};
use crate::simd::SimdToken;
use std::marker::PhantomData;

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
    if short_rows::are::<W>(columns, accs) {
        // SAFETY: kernel 1 to 5; the rows are such.
        return unsafe { each_short_row::<V, L, W>(run, cursors, columns, rows) };
    }
    if W::FOLDS && accs == Accs::Each {
        // SAFETY: kernel 1 to 5; there is a row.
        return unsafe { each_element::<V, L, W>(run, cursors, columns) };
    }
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

/// A short row, of which a run of results is filled at a time.
struct Filled<'b, L: Reads, W: Writes, V> {
    run: &'b Run<L, W>,
    inputs: *const Cursor,
    input: L::Pointers,
    output: W::Pointers,
    columns: usize,
    buffer: W::Buffer<LANES>,
    variant: PhantomData<V>,
}

impl<V: Variant, L: Reads, W: Writes> ShortRow<W> for Filled<'_, L, W, V> {
    #[inline(always)]
    unsafe fn take<const N: usize>(&mut self, few: &mut W::Few<N>, first: usize) {
        // SAFETY: kernel 2 and 3: so many lanes are left; those of a run are filled when the first of them are taken.
        unsafe {
            if first.is_multiple_of(LANES) {
                let input = L::advance::<V>(self.input, self.inputs, RIGHT, first / LANES);
                (self.run.of_lanes)(self.run.f, input, &mut self.buffer, LANES.min(self.columns - first));
            }
            W::take::<N>(&W::part::<N>(&self.buffer, first % LANES), few, self.output, first);
        }
    }
}

/// # Safety
/// As for [`Kernel`](super::Kernel), of short rows.
#[inline(never)]
unsafe fn each_short_row<V: Variant, L: Reads, W: Writes>(
    run: &Run<L, W>,
    (inputs, outputs): (*const Cursor, *const Cursor),
    columns: usize,
    rows: usize,
) {
    for row in 0..rows {
        // SAFETY: kernel 2 to 4: rows and lanes are those of the kernel.
        unsafe {
            let input = L::advance::<V>(L::start(inputs), inputs, DOWN, row);
            let output = W::advance(W::start(outputs), outputs, DOWN, row);
            let (buffer, variant) = (W::buffer(), PhantomData::<V>);
            let filled = Filled { run, inputs, input, output, columns, buffer, variant };
            W::close_few(of_row::<W, _>(filled, columns), output);
        }
    }
}

/// # Safety
/// As for [`Kernel`](super::Kernel), of one row with accumulators as [`Accs::Each`] says.
#[inline(never)]
unsafe fn each_element<V: Variant, L: Reads, W: Writes>(
    run: &Run<L, W>,
    (inputs, outputs): (*const Cursor, *const Cursor),
    columns: usize,
) {
    for at in 0..columns.div_ceil(LANES) {
        // SAFETY: kernel 2 to 4: the lanes are those of the kernel; the first lanes of the buffer are filled, others
        // neutral.
        unsafe {
            let input = L::advance::<V>(L::start(inputs), inputs, RIGHT, at);
            let output = W::advance(W::start(outputs), outputs, RIGHT, at);
            let (mut buffer, lanes) = (W::neutral(), LANES.min(columns - at * LANES));
            (run.of_lanes)(run.f, input, &mut buffer, lanes);
            W::write_each(&buffer, output, lanes);
        }
    }
}
