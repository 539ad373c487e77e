//! Messages between ranks, in parts where there are many bytes.
//!
//! MPI counts bytes up to 2 GiB. Whoever sends and whoever receives know how many there are, so both cut them alike.

use crate::World;
use crate::bytes::{Received, Sent, count};
use bcast::place::Bytes;
use mpi::collective::SystemOperation;
use mpi::datatype::PartitionMut;
use mpi::topology::Process;
use mpi::traits::{Communicator, CommunicatorCollectives, Destination, Root, Source};
use std::mem::MaybeUninit;

/// Bytes of a message, at most: beside it the memory for what is gathered is small, and its latency does not count.
pub(crate) const MOST: usize = 8 << 20;

impl World {
    fn process(&self, rank: usize) -> Process<'_> {
        self.ranks.process_at_rank(count(rank))
    }

    /// Sends bytes to a rank.
    pub(crate) fn send(&self, to: usize, bytes: &Bytes) {
        bytes.chunks(self.most).for_each(|part| self.process(to).send(&Sent(part)));
    }

    /// Receives as many bytes as a rank sends.
    pub(crate) fn receive(&self, from: usize, bytes: &mut Bytes) {
        bytes.chunks_mut(self.most).for_each(|part| {
            self.process(from).receive_into(&mut Received(part));
        });
    }

    /// Sends bytes to a rank, and receives others from one meanwhile.
    pub(crate) fn exchange(&self, to: usize, sent: &Bytes, from: usize, received: &mut Bytes) {
        let (mut sent, mut received) = (sent.chunks(self.most), received.chunks_mut(self.most));
        loop {
            match (sent.next(), received.next()) {
                (Some(sent), Some(received)) => {
                    let (to, from) = (self.process(to), self.process(from));
                    mpi::point_to_point::send_receive_into(&Sent(sent), &to, &mut Received(received), &from);
                }
                (Some(sent), None) => self.send(to, sent),
                (None, Some(received)) => self.receive(from, received),
                (None, None) => return,
            }
        }
    }

    /// Lets every rank have the lots of all, of which each has its own.
    pub(crate) fn gather(&self, lots: &mut [Vec<MaybeUninit<u8>>]) {
        let each = (self.most / self.size()).max(1);
        let longest = lots.iter().map(Vec::len).max().unwrap_or(0);
        let mut all = Vec::new();
        for start in (0..longest).step_by(each) {
            let part = |lot: &Vec<MaybeUninit<u8>>| start.min(lot.len())..(start + each).min(lot.len());
            let counts: Vec<_> = lots.iter().map(|lot| count(part(lot).len())).collect();
            let starts: Vec<_> =
                counts.iter().scan(0, |end, count| Some(std::mem::replace(end, *end + count))).collect();
            all.resize(lots.iter().map(|lot| part(lot).len()).sum(), MaybeUninit::uninit());
            let own = &lots[self.rank()];
            let mut received = Received(&mut all);
            let mut parts = PartitionMut::new(&mut received, counts, starts);
            self.ranks.all_gather_varcount_into(&Sent(&own[part(own)]), &mut parts);
            let mut rest = &all[..];
            for lot in &mut *lots {
                let part = part(lot);
                let (came, others) = rest.split_at(part.len());
                lot[part].copy_from_slice(came);
                rest = others;
            }
        }
    }

    /// The sizes that one rank has, on all of them.
    pub(crate) fn sizes_of(&self, root: usize, sizes: Option<&[usize]>) -> Vec<usize> {
        let mut rank = sizes.map_or(0, <[usize]>::len);
        self.process(root).broadcast_into(&mut rank);
        let mut all = sizes.map_or_else(|| vec![0; rank], <[usize]>::to_vec);
        self.process(root).broadcast_into(&mut all[..]);
        all
    }

    /// Whether it is so on any rank.
    pub(crate) fn any(&self, here: bool) -> bool {
        let mut any = false;
        self.ranks.all_reduce_into(&here, &mut any, SystemOperation::logical_or());
        any
    }
}
