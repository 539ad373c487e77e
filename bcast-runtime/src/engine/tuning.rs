//! The numbers that the engine was tuned by, each with its unit and what was measured. What follows from the language,
//! from the instruction set or from another number stays where it is used.
//!
//! Machines: a virtual machine with two cores of an Intel Xeon (AVX-512) where none is named; else as said.

use super::cursor::LANES;
#[cfg(feature = "rayon")]
use std::time::Duration;

/// Builds with debug assertions are those of tests, which should see every way with few elements.
const fn least(optimised: usize, unoptimised: usize) -> usize {
    if cfg!(debug_assertions) { unoptimised } else { optimised }
}

// Threads.

/// Units of work, as `parallel::is_worth_it` counts them, from which a pass asks threads to help.
///
/// Measured on 2 cores: a unit takes 0.02 to 0.07 ns on one core; asking a pool that sleeps takes 15 us of a virtual
/// machine, and as long again until a thread comes. So much work takes half the time on two threads that were awake,
/// and a third more if they slept. Without optimisation a unit takes some thirty times as long.
pub(super) const SHARED_WORK: usize = least(1 << 20, 1 << 16);
/// Elements from which a reduction asks threads to help.
pub(super) const SHARED_REDUCTION: usize = least(1 << 19, 1 << 13);
/// Elements, times passes, from which passes that run block by block ask threads to help.
pub(super) const SHARED_BLOCKS: usize = least(1 << 18, 1 << 13);
/// Bytes from which a scan asks threads to help.
pub(super) const SHARED_SCAN: usize = least(1 << 20, 1 << 12);
/// How long a thread looks for the next call after one that it helped. On two threads of a Zen 3, calls of 1 to 4 MB
/// with 25 us between them take 0.6 to 0.95 of the time that they took while helpers slept; without a pause they take
/// as long as before.
#[cfg(feature = "rayon")]
pub(super) const LINGER: Duration = Duration::from_micros(50);
/// What passes between calls of a loop, at most.
#[cfg(feature = "rayon")]
pub(super) const LOOP: Duration = Duration::from_micros(200);
/// Pieces of a pass per thread: enough that a thread that starts late finds work, few enough that rows stay long.
pub(super) const PIECES: usize = 4;
/// Pieces of blocks per thread: to go on with another one costs nothing, and they even out. Softmax and layer norm of
/// 2048x2048 `f32` take 0.95 of the time that four took.
pub(super) const PIECES_OF_BLOCKS: usize = 32;
/// Leaves that each thread has at least, on average, where blocks accumulate: a leaf is one thread's.
pub(super) const LEAVES_OF_THREAD: usize = 2;
/// Columns: pieces of a row start at a multiple of this, so that threads do not share cache lines.
pub(super) const GRAIN: usize = 4096;

// Small calls.

/// Elements from which calls go the general way: beside them a plan costs nothing.
pub(super) const LARGE_CALL: usize = 1 << 20;
/// Short rows that are gone over one by one, at 2 to 3 ns each; of more, a plan has them run end to end.
pub(super) const FEW_ROWS: usize = 64;
/// Rows that fill the groups of functions badly, from which on operands are copied such that all elements are end to
/// end: of a pass among others, and of a call that has one, which takes 60 ns longer to begin then. On a Zen 4, softmax
/// of 8x8, 30x3 and 60x11 takes 0.71, 0.40 and 0.53 of the time so (`f64`), `exp.(x .- w @ (0))` of 15x11, 30x3 and
/// 60x3 0.47, 0.22 and 0.15; with AVX2 and `f32`, where groups take least, 0.97, 0.69, 0.78, 0.94, 0.48 and 0.31.
pub(super) const WASTEFUL: usize = 6;
pub(super) const WASTEFUL_ALONE: usize = 12;
/// Elements of a call that copies operands which do not lie right. Beyond it a plan costs less: on a Zen 4, `x .+
/// x.t()` of 20x20 takes 0.53 of the time that a plan took, of 31x31 0.55, of 64x64 0.81 (`f64` 0.91).
pub(super) const TINY: usize = least(4096, 64);
/// The most elements, in rows and columns, that are reduced without a kernel.
pub(super) const FEW: usize = 64;
/// The same of a stage that is all there is: on a Zen 4, sums of rows of 10x10 `f64` take 0.35 of the time that a
/// kernel took, of 20x20 0.54, of 24x24 0.7 with AVX-512 and 1.0 without; of columns 0.6, 0.8 and 1.0.
pub(super) const FEW_ALONE: usize = 400;
/// Columns from which these are summed row after row, and not lifted first: of 20x20 in 0.8 of the time, of 8x8 in 1.1.
pub(super) const WIDE_FEW: usize = 12;
/// Elements of a small stage, in rows and columns, each of which may have an accumulator: those of functions lie in
/// the first caches. On a Zen 4, softmax of 10x10 takes 0.63 of the time so, of 20x20 0.87, of columns of 64x10 0.47,
/// of 200x5 and 1000x5 0.3 (`f64`).
pub(super) const SINGLY: usize = 8 * LINE;

/// Elements of short rows that have an accumulator each at once: these stay in the first cache.
pub(super) const AT_ONCE: usize = least(LINE, 32);

/// Elements of a stage that is one kernel call: few enough to stay in the second cache. To plan blocks takes a
/// microsecond or more: with 4096 here, sums of 8192 elements took three times as long, centred rows of 16x1024 twice,
/// column sums of 64x512 1.8 times; with half of it, on a Zen 4, centred columns of 256x256 1.2 to 1.3 times.
pub(super) const SMALL_STAGE: usize = least(64 * 1024, 64);
/// Elements of the only stage of a call that hands its results on: it reads nothing that a block would keep in a cache
/// for another pass. On a Zen 4, sums of rows and columns of 256x256 take 0.67 to 0.75 of the time that a plan took, of
/// 512x512 0.8 to 0.93.
pub(super) const LONE_STAGE: usize = least(SHARED_REDUCTION, 64);
/// Bytes that one thread reduces to single values sooner than a plan is made and others are asked.
pub(super) const SMALL_BYTES: usize = least(3 << 18, 64);
/// Places of a thread for what it has found of small calls of several passes, and bytes of each for what stages yield,
/// their accumulators, and copies.
pub(super) const PLACES: usize = 16;
pub(super) const FOUND_ROOM: usize = 32 * 1024;
/// The same bytes of a call with one stage, on the stack.
pub(super) const SMALL_ROOM: usize = 16 * 1024;
/// Bytes of an item, of accumulators, or of copies, that may lie on the heap: more would be pages that the system has
/// to find in each call. Softmax of 64x64 takes 0.55 of the time that a plan took, on a Zen 4, of 100x100 to 150x200
/// 0.77 to 0.9.
pub(super) const SMALL_HEAP: usize = 256 * 1024;
/// Bytes of turned copies of a small stage that are made at once, for several arrays: the first cache holds them and
/// what they are made of. More are made part by part, in multiples of so many columns: on a Zen 4, distances of 4000 to
/// 60000 elements of `f64` take 0.62 to 1.07 of the time so, 0.93 on average, of `f32` 0.68 to 1.1, on average 0.86;
/// softmax of 16000 in rows of 8 and more 0.75 where all would be on the heap.
pub(super) const TURNED: usize = least(SCRATCH / 2, 64);
pub(super) const TURNED_COLUMNS: usize = least(LANES, 8);
/// Elements up to which nobody asks.
pub(super) const TURNED_AT_ONCE: usize = least(1024, 16);
/// The same bytes of one array alone, of which the second cache holds more: sums of 1000x16 `f32` with weights took
/// 1.15 times as long by parts. Beside other passes, such that there is room for what is found.
pub(super) const TURNED_ALONE: usize = least(SMALL_HEAP / 2, 64);
pub(super) const TURNED_BESIDE: usize = least(FOUND_ROOM, 64);
/// Bytes of memory that a thread keeps for its next call.
pub(super) const SPARE_BYTES: usize = 2 * SMALL_HEAP;

/// Bytes of a part of a gradient that is added where another one is: to add fewer in the end is sooner done than a plan
/// is made, without which their stages would run. Attention with a mask of 64x64 takes 0.77 of the time so, on a Zen 4.
/// Tests have small arrays.
pub(super) const JOINED: usize = if cfg!(debug_assertions) { 0 } else { SMALL_HEAP };

// Blocks of a walk.

/// Columns below which rows are run together.
pub(super) const SHORT: usize = 16;
/// Elements of a run of short rows up to which several runs are a block.
pub(super) const SHORT_RUN: usize = 64;
/// Bytes of scratch of one call: it shares the first cache with the streams that are read in place.
pub(super) const SCRATCH: usize = 32 * 1024;
/// Bytes of an operand of which no cache near the core holds more: of such ones that are copied, so many bytes of a row
/// at a time. On a Zen 4, a product with every second element of 3,000,000 `f64` takes 0.65 of the time so, sums with a
/// range 0.7; with 4 KB 0.75, with 8 KB as long as with all of the scratch. In the second cache 2 KB take up to 1.15.
pub(super) const CACHED: usize = least(2 << 20, 4096);
pub(super) const FAR_SCRATCH: usize = 2048;
/// Bytes of an operand that no cache holds, as far as anybody knows, and additions for an element up to which memory is
/// what a pass waits for. Of such operands outputs of very short rows come one by one: on a Zen 4 with 32 MB of cache,
/// sums of 3,000,000 to 10,000,000 `f64` in rows of 2 to 15 take 0.5 to 0.9 of the time that turned copies take,
/// distances 0.7 to 0.95, on two threads 0.5 to 1.0; of 1,000,000 up to 1.2, and maxima of `f32` up to 3.
pub(super) const UNCACHED: usize = least(24 << 20, 4096);
pub(super) const UNCACHED_WORK: usize = 8;
/// Columns of a gathered block in which some rows lie across memory, where more would leave too few rows for a cache
/// line, or there are more than twice as many; few rows have as many more as fill half of the scratch, or as few as a
/// run of lanes if that leaves room for all rows. 256 columns of 2048x2048 took 1.1 to 1.3 times as long on a Zen 4.
pub(super) const BLOCK_COLUMNS: usize = 128;
/// Rows of such a block are a multiple of this where there is room, and so of tiles: 20 rows took twice as long as 16.
pub(super) const BLOCK_ROWS: usize = 8;
/// Rows that are gathered ahead: so many share cache lines.
pub(super) const AHEAD: usize = 16;
/// Bytes from the first to the last column of a few rows up to which these are gathered row by row: they stay in the
/// second cache. Maxima of 10000 matrices of 3 by 3 took 2.5 times the instructions column by column.
pub(super) const NEAR_COLUMNS: usize = 64 * 1024;
/// Bytes from the first to the last output of a tile whose neighbours lie between them, and come next: they stay in the
/// second cache, beside much else. On a Zen 3 with 512 KB, maxima and sums of products of 10000 matrices of 3 by 3 and
/// 4 by 4 took 1.1 to 1.3 times as long with all of it; with 24 KB they differ by less than runs do.
pub(super) const NEAR_OUTPUTS: usize = 64 * 1024;
/// Rows ahead for which a kernel asks that accumulates columns, and bytes from row to row up to which it does:
/// processors foresee it only where rows are long. On a Zen 3, sums of columns of 3000x333 `f32` take 0.85 of the time,
/// maxima 0.8; asked for 4 rows ahead 0.9, for 12 as much as without. Rows of 10 KB would take 1.3 times as long.
pub(super) const ROWS_AHEAD: isize = 6;
pub(super) const NEAR_ROW: usize = 2048;
/// Bytes that are gathered ahead: they stay in the second cache.
pub(super) const GATHERED: usize = 512 * 1024;
/// The same of what comes again for each index of an outer axis.
pub(super) const REPEATED: usize = 256 * 1024;
/// Rows of a splatted block: 2, 4 and 8 pay more calls; 64 push what is read in place out of the first cache.
pub(super) const SPLAT_ROWS: usize = 16;

// Passes that run block by block.

/// Bytes that a block should have: they share the second cache with what else is there.
pub(super) const BLOCK: usize = 128 * 1024;
/// Bytes of a block up to which it may be narrower than a page, so that each thread has one: softmax of columns of
/// 300x300 `f64` takes 0.7 of the time so on a Zen 4; standardised columns of 5000x200, their `tanh` and sums of that
/// take twice.
pub(super) const NEAR_BLOCK: usize = 2 << 20;
/// Bytes of results of reductions from which these run in blocks with what is made of them: distances of 3,000,000
/// points of `f64` took 0.55 of the time so on a Zen 4.
pub(super) const MANY_RESULTS: usize = least(BLOCK, 1024);
/// Bytes that lie together in a block which memory does not hold in one piece: less than a page of each row is slow to
/// read. Columns of 2048x2048 to 8192x8192 were standardised and normalised in pieces of 512 bytes to 4 KB: the longer
/// the better, by up to 1.8 times.
pub(super) const PAGE: usize = 4096;
/// Bytes of a block of such pieces beyond which they are half as long: no cache would hold what it keeps.
pub(super) const LARGEST_BLOCK: usize = 32 << 20;
/// Bytes that a stage keeps, in all or in a block, from which they lie in an output that would replace them. Fewer stay
/// in a cache beside it, and lie at a multiple of a line: softmax of columns of 300x300 `f64` took 1.2 times as long in
/// the output on a Zen 4, of 1024x1024 0.95, of 2048x2048 0.85; of all elements 0.3 to 0.8.
pub(super) const LENT: usize = least(2 << 20, 512);
/// Additions in a row of a pass that has time to ask for the next block: divisions of 400 columns, exponentials of 100.
/// Shorter rows were standardised in up to 1.09 of the time.
pub(super) const ROW_WITH_TIME: usize = 2048;

// Reductions. These decide which elements are joined first, so results depend on the first five.

/// The least rows of a matrix of no more columns across which lanes run.
pub(super) const FEWEST_ACROSS: usize = 8;
/// Elements of small arrays in a batch, across which lanes run.
pub(super) const BATCH: usize = 64;
/// Elements of a leaf along rows.
pub(super) const LEAF: usize = 16 * 1024;
/// Bytes of a leaf along rows where the order of joins is of no matter: the largest of 720,000 `u8` takes 0.84 of the
/// time that it takes with leaves of so few elements.
pub(super) const LEAF_BYTES: usize = 128 * 1024;
/// Elements of a block where rows are shorter than the lanes and are copied end to end.
pub(super) const SHORT_BLOCK: usize = 2048;
/// Elements of a leaf that are looked at first by what may be decided by them; they decide nothing else.
pub(super) const GLANCE: usize = 512;
/// The same of a small stage; the part of more elements that are looked at before anything is planned, and additions
/// for an element up to which these may be computed twice: what the 900th of a million `f32` decides takes 80 ns
/// instead of 1.7 us, on a Zen 4, and of 60,000 instead of 2.2 us.
pub(super) const GLANCED: usize = least(1024, 32);
pub(super) const GLANCED_PART: usize = 32;
pub(super) const GLANCED_WORK: usize = 8;
/// Elements of very short rows that lie end to end, with an accumulator each, at most.
pub(super) const LINE: usize = 1024;
/// Elements from which rows of few columns lie in lines, if there are so many rows: on a Zen 4, sums of 64x2, 60x3,
/// 50x8, 1000x2 and 200x20 `f64` take 0.43, 0.54, 0.67, 0.06 and 0.4 of the time that leaves of 64 rows took. Of 25x16
/// they would take 1.2, of 1000 matrices of 32x20 1.2, and standardised 1.5.
pub(super) const FEWEST_IN_LINES: usize = 128;
pub(super) const FEWEST_ROWS_IN_LINES: usize = 32;
/// Lines of a leaf: an accumulator takes as many elements as of a leaf across rows.
pub(super) const LEAF_LINES: usize = LEAF_ROWS;
/// Rows of copied lines that a kernel call takes: of column-major arrays that no cache holds, sums of 31 to 60 columns
/// take 0.7 to 1.0 of the time that a line of 16 or 32 rows took; 1024 rows of 3 columns would take twice the time of
/// 256.
pub(super) const LINES_ROWS: usize = 64;
/// Rows of a leaf across rows.
pub(super) const LEAF_ROWS: usize = 64;
/// Elements of short rows that are accumulated side by side, each row for an output of its own.
pub(super) const TILE: usize = 16 * 1024;
/// The least rows of such a tile if they are gathered, as they share cache lines.
pub(super) const STAGED_ROWS: usize = 16;
/// Bytes of a row of accumulators across rows.
pub(super) const WIDE: usize = 16 * 1024;
/// Bytes of 64 such rows where each column has that many.
pub(super) const WIDE_LANES: usize = 64 * 1024;
/// Lanes of leaves that are accumulated side by side; they do not decide what is joined. Means of 2 and 4 columns of
/// 100,000 `f64` take 0.87 of the time that 128 took, on a Zen 4: more lanes cost fewer calls.
pub(super) const SIDE_BY_SIDE: usize = 256;
/// Outputs of short rows, along which memory does not run, from which lanes go across these; and the least elements of
/// such a row, if they are fewer than the lanes. Tiles turn less sooner: on a Zen 4 sums of 250 rows of 40 `f64` take
/// 1.2 of their time, distances 0.9; of 400 rows of 50 0.85 and 0.65; sums of 6250 rows of 16 1.2, of 5000 of 20 0.95.
pub(super) const ACROSS_SHORT_ROWS: usize = least(256, 16);
pub(super) const FEWEST_TAKEN: usize = 20;
/// Elements of the rows that accumulators take before others take theirs.
pub(super) const TURN: usize = 1024;
/// The least rows that they take.
pub(super) const TURN_ROWS: usize = 16;

// Contractions. The first three decide between two orders of sums, so results depend on them.

/// Multiplications of one of several matrix products from which they are faster than the loop: on a Zen 4, thousands of
/// products of 4x4 `f64` take 1.3 times as long as it, of 5x5 0.44, of 8x8 0.26, of 2x32 and 32x2 0.7.
pub(super) const SMALL_PRODUCT: usize = 100;
/// So few rows times a row-major matrix of so many elements are faster in the loop: on a Zen 3, products of 2x1000 by
/// 1000x1000 take 1.2 times as long as it in `f64`, 1.5 times in `f32`, of 3x1000 1.06 and 1.33, of 4x1000 1.08 and
/// 1.02, of 6x1000 0.65; of 2x100 by 100x100 1.03 and 0.66.
pub(super) const FEW_OF_PRODUCT: usize = 3;
pub(super) const LARGE_FACTOR: usize = 1 << 15;
/// Multiplications from which products ask threads to help: those of 128x128 take 0.55 of the time on two.
pub(super) const SHARED_PRODUCT: usize = least(1 << 19, 1 << 9);
/// Rows and columns of a part of a product: each thread arranges both of its factors anew.
pub(super) const BLOCK_OF_PRODUCT: usize = least(32, 8);

// Memory.

/// The least bytes that ask for large pages. Measured with `x .+ y`: at 4 MB a fresh result takes 0.6 of the time, at
/// 64 MB half; below, memory often comes from the allocator's own, whose pages are there already.
#[cfg(all(target_os = "linux", not(miri)))]
pub(super) const LARGE_PAGES: usize = 4 << 20;
