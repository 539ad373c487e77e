//! The thread that submits.
//!
//! Some drivers wait in `submit` until earlier work has run, as Mesa's do. So a thread submits whose business that is,
//! in the order in which batches are sent, and callers go on.

use super::lock::lock;
use crate::error::GpuError;
use crate::gpu::tuning::UNDER_WAY;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{SendError, Sender as Channel, channel};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::{Builder, JoinHandle, current};

/// A batch that is sent: what to wait for when it has been submitted, nothing if that failed.
pub(super) type Sent = Arc<OnceLock<Option<wgpu::SubmissionIndex>>>;

/// What the driver has reported outside any call.
pub(super) type Failure = Arc<Mutex<Option<GpuError>>>;

/// Where batches are sent to.
pub(super) struct Sender {
    queue: wgpu::Queue,
    failure: Failure,
    channel: Option<Channel<Work>>,
    thread: Option<JoinHandle<()>>,
}

struct Work {
    commands: Vec<wgpu::CommandBuffer>,
    sent: Sent,
}

impl Work {
    fn submit(self, queue: &wgpu::Queue, failure: &Failure) {
        // A program's own handler of errors may panic.
        let submitted = catch_unwind(AssertUnwindSafe(|| queue.submit(self.commands)));
        if submitted.is_err() {
            let reason = "calls could not be submitted".to_owned();
            *lock(failure) = Some(GpuError::Lost { reason });
        }
        let _ = self.sent.set(submitted.ok());
    }
}

impl Sender {
    pub(super) fn new(queue: wgpu::Queue, failure: Failure) -> Self {
        let (channel, works) = channel::<Work>();
        let (own, reports) = (queue.clone(), failure.clone());
        let run = move || works.into_iter().for_each(|work| work.submit(&own, &reports));
        // Without a thread nobody receives, and senders submit themselves.
        let thread = Builder::new().name("bcast".to_owned()).spawn(run).ok();
        Sender { queue, failure, channel: Some(channel), thread }
    }

    /// Submits these behind all that was sent before.
    pub(super) fn send(&self, commands: Vec<wgpu::CommandBuffer>) -> Sent {
        let sent = Sent::default();
        let work = Work { commands, sent: sent.clone() };
        if let Some(Err(SendError(work))) = self.channel.as_ref().map(|channel| channel.send(work)) {
            work.submit(&self.queue, &self.failure);
        }
        sent
    }
}

impl Drop for Sender {
    fn drop(&mut self) {
        self.channel = None;
        // A driver may not outlive the program's main thread, so its last work is waited for; but not by itself, where
        // what wgpu calls from there had the last copy of the device.
        if let Some(thread) = self.thread.take().filter(|thread| thread.thread().id() != current().id()) {
            let _ = thread.join();
        }
    }
}

/// Batches that may have yet to run, the oldest first, with the bytes of the host that each takes, and their sum.
#[derive(Default)]
pub(super) struct UnderWay {
    batches: VecDeque<(Sent, u64)>,
    bytes: u64,
    /// The batch that was sent last.
    pub(super) last: Option<Sent>,
}

impl UnderWay {
    pub(super) fn add(&mut self, sent: Sent, bytes: u64) {
        self.bytes += bytes;
        self.last = Some(sent.clone());
        self.batches.push_back((sent, bytes));
    }

    /// Where the host has no memory for so many bytes more: the batch that is to be waited for. Half of what may be
    /// under way runs on meanwhile.
    pub(super) fn ahead(&mut self, more: u64) -> Option<Sent> {
        if self.bytes + more <= UNDER_WAY {
            return None;
        }
        let mut last = None;
        while self.bytes > (UNDER_WAY / 2).saturating_sub(more)
            && let Some((sent, bytes)) = self.batches.pop_front()
        {
            self.bytes -= bytes;
            last = Some(sent);
        }
        last
    }
}

#[cfg(test)]
mod tests {
    use super::{Sent, UNDER_WAY, UnderWay};
    use std::sync::Arc;

    #[test]
    fn half_of_it_runs_on() {
        let batches = [(); 9].map(|()| Sent::default());
        let at = |sent: Option<Sent>| sent.and_then(|sent| batches.iter().position(|own| Arc::ptr_eq(own, &sent)));
        let mut all = UnderWay::default();
        assert_eq!(at(all.ahead(2 * UNDER_WAY)), None, "there is nothing to wait for");
        for sent in &batches[..8] {
            assert_eq!(at(all.ahead(UNDER_WAY / 8)), None);
            all.add(sent.clone(), UNDER_WAY / 8);
        }
        assert_eq!((at(all.last.clone()), at(all.ahead(0))), (Some(7), None), "all of it is full");
        assert_eq!(at(all.ahead(1)), Some(4), "three are left, and there is room for another one");
        all.add(batches[8].clone(), UNDER_WAY / 8);
        assert_eq!(at(all.ahead(UNDER_WAY / 2)), None);
        assert_eq!((at(all.ahead(2 * UNDER_WAY)), all.bytes), (Some(8), 0), "more than may be");
    }
}
