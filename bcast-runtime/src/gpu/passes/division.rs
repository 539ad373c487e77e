//! How the work of a reduction is divided among threads and chunks.

use crate::gpu::tuning::{
    BUSY_GROUPS, CHUNK_ACCUMULATORS, CHUNK_ACROSS, CHUNK_ELEMENTS, CHUNK_OF_MANY, CHUNK_VECTORS, LANES_ACROSS,
    MANY_RESULTS, THREADS, VECTORS,
};

/// How the work is divided; all follows from shape and strides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Division {
    pub(crate) lanes: u32,
    pub(crate) along: bool,
    /// Elements of a chunk, or vectors.
    pub(crate) chunk: u64,
    pub(crate) chunks: u64,
}

impl Division {
    /// `outputs` results of `count` elements each, or of `count` vectors.
    pub(crate) fn of(outputs: u64, count: u64, along: bool, wide: bool) -> Self {
        let most = u64::from(THREADS);
        // What a thread has: little where there is little to do, so that there are chunks for all multiprocessors.
        let each = outputs.saturating_mul(count) / (most * BUSY_GROUPS);
        let within = |(least, most)| each.clamp(least, most);
        let (lanes, each) = match along {
            true if wide => {
                (count.div_ceil(u64::from(VECTORS)).next_power_of_two().clamp(1, most), within(CHUNK_VECTORS))
            }
            true => (count.div_ceil(CHUNK_ELEMENTS.0).next_power_of_two().clamp(1, most), within(CHUNK_ELEMENTS)),
            false if outputs >= MANY_RESULTS => (1, CHUNK_OF_MANY),
            false => (LANES_ACROSS, within(CHUNK_ACROSS)),
        };
        Division::with(lanes, each, count, along)
    }

    /// `outputs` results of so many accumulators each: most often in one go, since each further kernel waits for the
    /// last.
    pub(super) fn of_accumulators(outputs: u64, count: u64) -> Self {
        let lanes = if outputs == 1 { count.next_power_of_two().min(u64::from(THREADS)) } else { LANES_ACROSS };
        Division::with(lanes, CHUNK_ACCUMULATORS, count, outputs == 1)
    }

    /// So many chunks of results of `count` elements, each of which one thread has.
    pub(super) fn of_tiles(chunks: u64, count: u64) -> Self {
        let chunk = count.div_ceil(chunks).max(1);
        Division { lanes: 1, along: false, chunk, chunks: count.div_ceil(chunk).max(1) }
    }

    /// Workgroups for all chunks of so many results.
    pub(super) fn groups(&self, results: u64) -> u64 {
        (results * self.chunks).div_ceil(u64::from(THREADS / self.lanes))
    }

    fn with(lanes: u64, each: u64, count: u64, along: bool) -> Self {
        let chunk = lanes * each;
        Division { lanes: lanes as u32, along, chunk, chunks: count.div_ceil(chunk).max(1) }
    }
}
