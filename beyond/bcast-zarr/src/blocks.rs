//! Where blocks end: at ends of chunks, and such that memory suffices.

use crate::zarr::inner;
use bcast::place::{Sweep, Swept};

/// Bytes of the arrays of a block that are enough: larger ones are no faster.
const BLOCK: usize = 16 << 20;

/// A chunk is in memory so many times while it is read or written: as it is stored, its elements, and between codecs.
const COPIES: usize = 4;

/// One part in so many is what allocators keep of chunks that are gone: with chunks of 6.4 MB and four threads,
/// processes took 11 to 16 MB more than the 77 to 135 that were counted.
const KEPT: usize = 6;

/// What a sweep needs of memory.
pub(crate) struct Needs {
    /// However long blocks are, and for each index of them.
    fixed: usize,
    per_index: usize,
    /// Bytes of the arrays for each index, once.
    once: usize,
    /// Of that, what one block needs without any ahead or behind.
    alone: usize,
}

impl Needs {
    pub(crate) fn of(sweep: &Sweep, threads: usize) -> Result<Needs, String> {
        let mut needs =
            Needs { fixed: sweep.bytes, per_index: sweep.bytes_per_index, once: 0, alone: sweep.bytes_per_index };
        let (mut read, mut written) = (0, 0);
        for array in &sweep.arrays {
            let own = inner(array)?;
            match array.axis {
                None => needs.fixed += array.bytes(1),
                Some(_) => {
                    needs.once += array.bytes(1);
                    needs.alone += array.bytes(1);
                    needs.per_index += array.bytes(1) * slots(array);
                }
            }
            let chunks: usize = own.ends.iter().map(Vec::len).product();
            let chunk = COPIES * own.chunk_bytes * threads.min(chunks);
            read = if array.is_read { chunk.max(read) } else { read };
            written = if array.is_written { chunk.max(written) } else { written };
        }
        needs.fixed += read + written;
        Ok(needs)
    }

    /// Bytes for so many blocks of so many indices.
    pub(crate) fn memory(&self, extent: usize, blocks: usize) -> usize {
        let per_index = if blocks == 1 { self.alone } else { self.per_index };
        let sum = self.fixed.saturating_add(per_index.saturating_mul(extent));
        sum.saturating_add(sum / KEPT)
    }
}

/// Blocks of an array that are in memory: one is computed while the next one is read and the last one is written.
pub(crate) fn slots(array: &Swept) -> usize {
    1 + usize::from(array.is_read) + usize::from(array.is_written)
}

/// The indices of the longest block.
pub(crate) fn longest(ends: &[usize]) -> usize {
    let starts = std::iter::once(&0).chain(ends);
    ends.iter().zip(starts).map(|(end, start)| end - start).max().unwrap_or(0)
}

/// How many threads read and write chunks of these blocks: fewer than there may be, where memory does not suffice.
pub(crate) fn threads(sweep: &Sweep, ends: &[usize], (limit, most): (usize, usize)) -> Result<usize, String> {
    let extent = longest(ends);
    for threads in (2..=most).rev() {
        if Needs::of(sweep, threads)?.memory(extent, ends.len()) <= limit {
            return Ok(threads);
        }
    }
    Ok(1)
}

/// Where blocks of a sweep end.
pub(crate) fn ends(sweep: &Sweep, limit: usize, threads: usize) -> Result<Vec<usize>, String> {
    let found = ends_for(sweep, limit, threads);
    if found.is_err() && threads > 1 { ends(sweep, limit, threads / 2) } else { found }
}

/// The same for so many threads.
fn ends_for(sweep: &Sweep, limit: usize, threads: usize) -> Result<Vec<usize>, String> {
    let needs = Needs::of(sweep, threads)?;
    if needs.memory(sweep.size, 1) <= limit && needs.once.saturating_mul(sweep.size) <= BLOCK / 4 {
        return Ok(vec![sweep.size]);
    }
    let (may, should) = candidates(sweep)?;
    let fits = |extent: usize| needs.memory(extent, 2) <= limit;
    let enough = (BLOCK / needs.once.max(1)).max(1);
    let mut ends: Vec<usize> = Vec::new();
    let mut start = 0;
    while start < sweep.size {
        let good = |end: &&usize| fits(**end - start) && **end - start <= enough;
        let behind = |list: &'_ [usize]| list.partition_point(|&end| end <= start);
        let best = |list: &[usize]| list[behind(list)..].iter().take_while(good).last().copied();
        // The next one has to do, if none is short enough.
        let next = may[behind(&may)];
        let end = best(&should).or_else(|| best(&may)).unwrap_or(next);
        if !fits(end - start) && needs.memory(sweep.size, 1) > limit {
            return Err(too_little(sweep, &needs, end - start, limit));
        }
        ends.push(end);
        start = end;
    }
    // All at once, where two blocks would not fit.
    Ok(if fits(longest(&ends)) { ends } else { vec![sweep.size] })
}

/// Where blocks may end, as chunks of what is written do; and where they should, as chunks of all others do there, too.
fn candidates(sweep: &Sweep) -> Result<(Vec<usize>, Vec<usize>), String> {
    let of = |is_it: fn(&Swept) -> bool| -> Result<Option<Vec<usize>>, String> {
        let mut all: Option<Vec<usize>> = None;
        for array in sweep.arrays.iter().filter(|array| is_it(array)) {
            let Some(axis) = array.axis else { continue };
            let own = &inner(array)?.ends[axis];
            all = Some(match all {
                Some(others) => others.into_iter().filter(|end| own.binary_search(end).is_ok()).collect(),
                None => own.clone(),
            });
        }
        Ok(all)
    };
    let any = || (1..=sweep.size).collect();
    let written = of(|array| array.is_written)?;
    let all = of(|_| true)?.unwrap_or_else(any);
    // Where nothing is written, chunks that do not end together are read by parts.
    let is_common = all.len() > 1 || sweep.arrays.len() == 1;
    Ok((written.unwrap_or_else(|| if is_common { all.clone() } else { any() }), all))
}

fn too_little(sweep: &Sweep, needs: &Needs, extent: usize, limit: usize) -> String {
    let needed = needs.memory(extent, 2).min(needs.memory(sweep.size, 1));
    let names: Vec<&str> = sweep.arrays.iter().map(|array| array.name).collect();
    format!(
        "a block of {extent} indices of `{}` needs {needed} bytes of memory, and {limit} are allowed: allow more, or \
         make chunks smaller",
        names.join("`, `")
    )
}
