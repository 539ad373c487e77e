//! How a sweep runs: blocks are read ahead, computed, and written behind, by threads of their own.
//!
//! ```text
//! reads      block 0   block 1   block 2   ..
//! computes             block 0   block 1   block 2   ..
//! writes                         block 0   block 1   ..
//! ```
//! Memory goes round: who reads takes what computing has given back, which takes what writing has given back.

use crate::Error;
use crate::blocks::slots;
use crate::buffer::Buffer;
use crate::copy::At;
use crate::inner::Reading;
use crate::view::View;
use bcast::place::{Stretch, Sweep, Swept};
use std::ops::Range;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};

/// An array of a sweep, with its blocks.
struct Lane<'s> {
    array: &'s View,
    swept: &'s Swept<'s>,
    strides: Vec<isize>,
    role: Role,
}

#[derive(Clone, Copy, PartialEq)]
enum Role {
    /// It is read once, and every block needs all of it.
    Whole,
    /// Block by block.
    Read,
    Written,
    Both,
}

/// The blocks of a sweep.
#[derive(Clone, Copy)]
pub(crate) struct Blocks<'b> {
    pub(crate) list: &'b [Stretch],
    /// The numbers of those that run.
    pub(crate) left: &'b [usize],
    /// Hears of each block that has been written.
    pub(crate) written: &'b (dyn Fn(&Stretch) -> Result<(), Error> + Sync),
}

/// A block on its way: its number, and the memory of some arrays.
type Parcel = (usize, Vec<(usize, Buffer)>);

/// Runs a sweep.
pub(crate) fn run(
    (ended, reading): (&dyn Fn(usize), Reading),
    sweep: &Sweep,
    blocks: Blocks,
    block: &mut dyn FnMut(usize, &[*mut u8]),
) -> Result<(), String> {
    let (extent, left) = (Stretch::longest(blocks.list), blocks.left.len());
    let lanes = sweep.arrays.iter().map(|swept| Lane::of(swept, extent)).collect::<Result<Vec<_>, String>>()?;
    let said = |error: Error| error.to_string();
    let wholes = if left == 0 { Vec::new() } else { wholes(&lanes, reading).map_err(said)? };
    let pools = lanes.iter().map(|lane| pool(lane, extent, left));
    let (give, take): (Vec<Sender<Buffer>>, Vec<Receiver<Buffer>>) = pools.unzip();
    let (mut of_reader, mut of_compute) = (Vec::new(), Vec::new());
    for (at, (lane, take)) in lanes.iter().zip(take).enumerate() {
        match lane.role {
            Role::Whole => {}
            Role::Read | Role::Both => of_reader.push((at, take)),
            Role::Written => of_compute.push((at, take)),
        }
    }
    let (has_read, reads) = sync_channel::<Parcel>(0);
    let (has_computed, computed) = sync_channel::<Parcel>(0);
    let (lanes, back) = (&lanes, give.clone());
    std::thread::scope(move |scope| {
        let reader = scope.spawn(move || read_all(lanes, blocks, &of_reader, &has_read, reading));
        let writer = scope.spawn(move || write_all(lanes, blocks, &computed, &back, reading.threads));
        let mut compute = Compute { ended, lanes, blocks, wholes, of_compute, give };
        compute.all(&reads, has_computed, block);
        drop((reads, compute));
        let read = reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        let written = writer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        read.and(written).map_err(said)
    })
}

impl<'s> Lane<'s> {
    fn of(swept: &'s Swept<'s>, extent: usize) -> Result<Self, String> {
        let role = match (swept.axis, swept.is_read, swept.is_written) {
            (None, _, false) => Role::Whole,
            (_, true, true) => Role::Both,
            (_, _, true) => Role::Written,
            _ => Role::Read,
        };
        let element = swept.element as isize;
        let strides = swept.strides(extent).into_iter().map(|stride| stride * element).collect();
        Ok(Lane { array: View::of(swept)?, swept, strides, role })
    }

    /// The indices of a block.
    fn indices(&self, block: &Stretch) -> Vec<Range<usize>> {
        let along = |axis: usize| self.swept.axis == Some(axis);
        let all = |(axis, &size): (usize, &usize)| if along(axis) { block.indices.clone() } else { 0..size };
        self.swept.sizes.iter().enumerate().map(all).collect()
    }

    fn at(&self, buffer: &mut Buffer) -> At {
        At { ptr: buffer.ptr(), strides: self.strides.clone() }
    }
}

/// Reads what every block needs all of.
fn wholes(lanes: &[Lane], reading: Reading) -> Result<Vec<(usize, Buffer)>, Error> {
    let mut wholes = Vec::new();
    for (at, lane) in lanes.iter().enumerate().filter(|(_, lane)| lane.role == Role::Whole) {
        let mut buffer = Buffer::new(lane.swept.bytes(1));
        let all: Vec<Range<usize>> = lane.swept.sizes.iter().map(|&size| 0..size).collect();
        // SAFETY: the buffer has room for all of it.
        unsafe { lane.array.read(&all, &lane.at(&mut buffer), reading) }?;
        wholes.push((at, buffer));
    }
    Ok(wholes)
}

/// Memory of blocks of an array that nobody uses: both ends of a queue of it.
fn pool(lane: &Lane, extent: usize, blocks: usize) -> (Sender<Buffer>, Receiver<Buffer>) {
    let (give, take) = channel();
    let count = if lane.role == Role::Whole { 0 } else { slots(lane.swept).min(blocks) };
    for _ in 0..count {
        give.send(Buffer::new(lane.swept.bytes(extent))).expect("the other end is here");
    }
    (give, take)
}

/// Reads all blocks, one after the other. Where the others have stopped, so does it.
fn read_all(
    lanes: &[Lane],
    Blocks { list, left, .. }: Blocks,
    free: &[(usize, Receiver<Buffer>)],
    to: &SyncSender<Parcel>,
    reading: Reading,
) -> Result<(), Error> {
    for &block in left {
        let mut parcel = Vec::new();
        for (at, free) in free {
            let Ok(mut buffer) = free.recv() else { return Ok(()) };
            let lane = &lanes[*at];
            // SAFETY: the buffer has room for a block, and nobody else has it.
            unsafe { lane.array.read(&lane.indices(&list[block]), &lane.at(&mut buffer), reading) }?;
            parcel.push((*at, buffer));
        }
        if to.send((block, parcel)).is_err() {
            return Ok(());
        }
    }
    Ok(())
}

/// Writes all blocks that come.
fn write_all(
    lanes: &[Lane],
    Blocks { list, written, .. }: Blocks,
    from: &Receiver<Parcel>,
    back: &[Sender<Buffer>],
    threads: usize,
) -> Result<(), Error> {
    while let Ok((block, parcel)) = from.recv() {
        for (at, mut buffer) in parcel {
            let lane = &lanes[at];
            // SAFETY: the buffer has the block, and nobody else has it.
            unsafe { lane.array.write(&lane.indices(&list[block]), &lane.at(&mut buffer), threads) }?;
            // Whoever would take it may be done.
            let _ = back[at].send(buffer);
        }
        written(&list[block])?;
    }
    Ok(())
}

/// The caller's thread.
struct Compute<'r, 's> {
    /// Hears the number of each block that has been computed.
    ended: &'r dyn Fn(usize),
    lanes: &'r [Lane<'s>],
    blocks: Blocks<'r>,
    wholes: Vec<(usize, Buffer)>,
    /// Free memory of what is written only.
    of_compute: Vec<(usize, Receiver<Buffer>)>,
    give: Vec<Sender<Buffer>>,
}

impl Compute<'_, '_> {
    /// Computes all blocks, as far as they are read and written.
    fn all(&mut self, from: &Receiver<Parcel>, to: SyncSender<Parcel>, block: &mut dyn FnMut(usize, &[*mut u8])) {
        for _ in 0..self.blocks.left.len() {
            let Ok((number, mut parcel)) = from.recv() else { return };
            for (at, free) in &self.of_compute {
                let Ok(buffer) = free.recv() else { return };
                parcel.push((*at, buffer));
            }
            let mut pointers = vec![std::ptr::null_mut(); self.lanes.len()];
            for (at, buffer) in parcel.iter_mut().chain(&mut self.wholes) {
                pointers[*at] = buffer.ptr();
            }
            block(number, &pointers);
            let (written, read): (Vec<_>, Vec<_>) = parcel
                .into_iter()
                .partition(|(at, _)| self.blocks.list[number].is_written && self.lanes[*at].swept.is_written);
            for (at, buffer) in read {
                // Whoever would take it may be done.
                let _ = self.give[at].send(buffer);
            }
            (self.ended)(number);
            if !written.is_empty() && to.send((number, written)).is_err() {
                return;
            }
        }
    }
}
