//! Where blocks end: at ends of chunks, and such that memory suffices.

use crate::view::View;
use bcast::place::{Stretch, Sweep, Swept};
use std::ops::Range;

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
            let own = View::of(array)?;
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

/// How many threads read and write chunks of these blocks: fewer than there may be, where memory does not suffice.
pub(crate) fn threads(sweep: &Sweep, list: &[Stretch], (limit, most): (usize, usize)) -> Result<usize, String> {
    let extent = Stretch::longest(list);
    for threads in (2..=most).rev() {
        if Needs::of(sweep, threads)?.memory(extent, list.len()) <= limit {
            return Ok(threads);
        }
    }
    Ok(1)
}

/// Where parts of a sweep end, one for each of so many processes: as even as chunks allow.
pub(crate) fn parts(sweep: &Sweep, processes: usize) -> Result<Vec<usize>, String> {
    let Candidates { may, should } = Candidates::of(sweep)?;
    let (mut ends, mut start) = (Vec::new(), 0);
    for process in 1..=processes {
        let even = (sweep.size as u128 * process as u128 / processes as u128) as usize;
        // A few more chunks on one of them are less than chunks that two of them read.
        let near = should.nearest(even).filter(|end| end.abs_diff(even) <= sweep.size / processes / 8);
        let end = near.or_else(|| may.nearest(even)).unwrap_or(sweep.size);
        start = if process == processes { sweep.size } else { end.max(start) };
        ends.push(start);
    }
    Ok(ends)
}

/// Where blocks of these indices end.
pub(crate) fn ends(
    sweep: &Sweep,
    indices: Range<usize>,
    (limit, threads): (usize, usize),
) -> Result<Vec<usize>, String> {
    let found = ends_for(sweep, indices.clone(), (limit, threads));
    if found.is_err() && threads > 1 { ends(sweep, indices, (limit, threads / 2)) } else { found }
}

/// The same for so many threads.
fn ends_for(sweep: &Sweep, indices: Range<usize>, (limit, threads): (usize, usize)) -> Result<Vec<usize>, String> {
    let needs = Needs::of(sweep, threads)?;
    let all = indices.len();
    if all > 0 && needs.memory(all, 1) <= limit && needs.once.saturating_mul(all) <= BLOCK / 4 {
        return Ok(vec![indices.end]);
    }
    let Candidates { may, should } = Candidates::of(sweep)?;
    let fits = |extent: usize| needs.memory(extent, 2) <= limit;
    let enough = (BLOCK / needs.once.max(1)).max(1);
    let (mut ends, mut start, mut longest) = (Vec::new(), indices.start, 0);
    while start < indices.end {
        let good = |end: usize| fits(end - start) && end - start <= enough;
        let best = |list: &Ends| list.last(start, indices.end, good);
        // The next one has to do, if none is short enough.
        let end = best(&should).or_else(|| best(&may)).unwrap_or_else(|| may.next(start).min(indices.end));
        if !fits(end - start) && needs.memory(all, 1) > limit {
            return Err(too_little(sweep, &needs, (end - start, all), limit));
        }
        ends.push(end);
        (start, longest) = (end, longest.max(end - start));
    }
    // All at once, where two blocks would not fit.
    Ok(if fits(longest) { ends } else { vec![indices.end] })
}

/// Where blocks may end, as chunks of what is written do; and where they should, as chunks of all others do there, too.
struct Candidates {
    may: Ends,
    should: Ends,
}

/// Indices behind which something may end.
enum Ends {
    /// All of them.
    Any,
    These(Vec<usize>),
}

impl Candidates {
    fn of(sweep: &Sweep) -> Result<Candidates, String> {
        let of = |is_it: fn(&Swept) -> bool| -> Result<Option<Vec<usize>>, String> {
            let mut all: Option<Vec<usize>> = None;
            for array in sweep.arrays.iter().filter(|array| is_it(array)) {
                let Some(axis) = array.axis else { continue };
                let own = &View::of(array)?.ends[axis];
                all = Some(match all {
                    Some(others) => others.into_iter().filter(|end| own.binary_search(end).is_ok()).collect(),
                    None => own.clone(),
                });
            }
            Ok(all)
        };
        let ends = |list: Option<Vec<usize>>| list.map_or(Ends::Any, Ends::These);
        let (written, all) = (of(|array| array.is_written)?, of(|_| true)?);
        // Where nothing is written, chunks that do not end together are read by parts.
        let is_common = all.as_ref().is_some_and(|all| all.len() > 1) || sweep.arrays.len() == 1;
        let may = match written {
            None if !is_common => Ends::Any,
            None => ends(all.clone()),
            written => ends(written),
        };
        Ok(Candidates { may, should: ends(all) })
    }
}

impl Ends {
    /// The first one behind an index.
    fn next(&self, start: usize) -> usize {
        match self {
            Ends::Any => start + 1,
            Ends::These(list) => list[list.partition_point(|&end| end <= start)],
        }
    }

    /// The last one up to another that is good, behind which none is.
    fn last(&self, start: usize, end: usize, is_good: impl Fn(usize) -> bool) -> Option<usize> {
        match self {
            Ends::Any => {
                let (mut good, mut bad) = (start, end + 1);
                while bad - good > 1 {
                    let middle = good + (bad - good) / 2;
                    *if is_good(middle) { &mut good } else { &mut bad } = middle;
                }
                Some(good).filter(|&good| good > start)
            }
            Ends::These(list) => {
                let behind = list.partition_point(|&end| end <= start);
                let listed = list[behind..].iter().copied().take_while(|&other| other < end);
                listed.chain([end]).take_while(|&end| is_good(end)).last()
            }
        }
    }

    /// The one that is nearest to an index.
    fn nearest(&self, index: usize) -> Option<usize> {
        match self {
            Ends::Any => Some(index),
            Ends::These(list) => {
                let behind = list.partition_point(|&end| end < index);
                let before = behind.checked_sub(1).map_or(0, |at| list[at]);
                Some(list.get(behind).copied().filter(|end| end - index <= index - before).unwrap_or(before))
            }
        }
    }
}

fn too_little(sweep: &Sweep, needs: &Needs, (extent, all): (usize, usize), limit: usize) -> String {
    let needed = needs.memory(extent, 2).min(needs.memory(all, 1));
    let names: Vec<&str> = sweep.arrays.iter().map(|array| array.name).collect();
    format!(
        "a block of {extent} indices of `{}` needs {needed} bytes of memory, and {limit} are allowed: allow more, or \
         make chunks smaller",
        names.join("`, `")
    )
}
