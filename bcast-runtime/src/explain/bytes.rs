//! Bytes that move, and those that must.

use super::stream::Home;
use super::{Pass, Plan, Stream};
use crate::engine::notes::From;

/// Ranges of memory, and how many bytes of each are touched.
#[derive(Default)]
struct Memory(Vec<((usize, usize), usize)>);

impl Memory {
    fn add(&mut self, stream: &Stream) {
        if let From::Memory(_, range) = stream.from {
            self.0.push((range, stream.bytes()));
        }
    }

    /// All bytes. Ranges that overlap are one, of which no more is touched than there is.
    fn bytes(mut self) -> usize {
        self.0.sort_unstable();
        let (mut all, mut end, mut left) = (0, 0, 0);
        for ((from, to), bytes) in self.0 {
            if from >= end {
                (end, left) = (to, to - from);
            } else if to > end {
                left += to - end;
                end = to;
            }
            let touched = bytes.min(left);
            left -= touched;
            all += touched;
        }
        all
    }
}

impl Plan {
    /// The least bytes that have to be read and written: each operand once, as much of it as it has elements, each
    /// target and each result once.
    pub fn least_bytes(&self) -> usize {
        let (mut read, mut written) = (Memory::default(), Memory::default());
        for pass in &self.passes {
            pass.reads().iter().filter(|read| is_operand(read)).for_each(|stream| read.add(stream));
            pass.writes().iter().filter(|written| pass.is_target(written)).for_each(|stream| written.add(stream));
        }
        read.bytes() + written.bytes() + self.results - self.joined
    }

    /// The bytes that the call reads and writes: of passes that run together block by block, each operand once, and
    /// nothing of what they keep in blocks; else what each pass reads and writes. In small calls most of them never
    /// leave the caches. On a GPU it is what kernels read and write there; what comes from the host is
    /// [`uploads`](Plan::uploads).
    pub fn bytes(&self) -> usize {
        self.groups().map(group_bytes).sum()
    }
}

/// Whether it is memory of the user's.
fn is_operand(stream: &Stream) -> bool {
    matches!(stream.from, From::Memory(..))
}

/// The bytes of passes that run together, or of one.
fn group_bytes(passes: &[Pass]) -> usize {
    let (mut read, mut written) = (Memory::default(), Memory::default());
    let mut others = 0;
    // One value stays in a register.
    let is_array = |stream: &&Stream| stream.elements() != 1;
    for pass in passes {
        pass.reads().iter().filter(|read| is_operand(read)).for_each(|stream| read.add(stream));
        let is_in_memory = |stream: &&Stream| !matches!(stream.home, Home::Block | Home::Kernel);
        for stream in pass.writes().iter().filter(is_array).filter(is_in_memory) {
            match stream.from.address() {
                Some(0) | None => others += stream.bytes(),
                Some(_) => written.add(stream),
            }
        }
        // Then a scan reads and writes once more what is written; on a GPU it may read it twice.
        others += pass.scans_again() * pass.writes().iter().map(Stream::bytes).sum::<usize>();
        // What earlier passes have yielded, unless a block holds it.
        let is_yielded = |stream: &&Stream| matches!(stream.from, From::Stage(..));
        let is_far = |stream: &&Stream| pass.blocks().is_none() && !pass.reads_in_kernel(stream);
        let far = pass.reads().iter().filter(is_array).filter(is_yielded).filter(is_far);
        others += far.map(Stream::bytes).sum::<usize>();
        // One kernel writes accumulators, and the next one reads them.
        others += 2 * pass.kernels().iter().map(|kernel| kernel.accumulators).sum::<usize>();
    }
    read.bytes() + written.bytes() + others
}
