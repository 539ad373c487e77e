//! Downloads: what the processor waits for.

use super::handle::Gpu;
use super::lock::lock;
use super::sender::Sent;
use crate::error::GpuError;
use std::future::poll_fn;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::task::{Poll, Waker};
use std::time::Duration;

/// Another thread may be about to say that bytes have arrived, which takes it no time.
const PATIENCE: Duration = Duration::from_secs(60);

/// Bytes on their way.
pub(super) struct Download {
    gpu: Gpu,
    staging: wgpu::Buffer,
    /// Bytes; behind the last word of them are those in which kernels have reported errors.
    bytes: u64,
    sent: Option<Sent>,
    arrival: Arc<Arrival>,
}

#[derive(Default)]
struct Arrival {
    state: Mutex<State>,
    changed: Condvar,
}

/// Whether they have arrived, and who waits for them.
#[derive(Default)]
struct State {
    done: Option<Result<(), wgpu::BufferAsyncError>>,
    waker: Option<Waker>,
}

impl Gpu {
    /// Copies bytes of a buffer from `start` on, when all that is recorded has run. Copies are of whole words: what
    /// follows the bytes may come along.
    pub(super) fn download(&self, buffer: &wgpu::Buffer, start: u64, bytes: u64) -> Result<Download, GpuError> {
        let (shared, whole) = (&*self.shared, bytes.next_multiple_of(4));
        let faults = lock(&shared.batch).faults.of(buffer).len() as u64;
        let size = (whole + 4 * faults).max(4);
        let staging = self.create(size, wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST, false)?;
        let mut batch = lock(&shared.batch);
        batch.hold.check_sent(&shared.device)?;
        let words: Vec<u64> = batch.faults.of(buffer).iter().map(|&word| batch.faults.place(word)).collect();
        let from = batch.faults.words.clone();
        let encoder = batch.encoder(&shared.device);
        if whole > 0 {
            encoder.copy_buffer_to_buffer(buffer, start, &staging, 0, whole);
        }
        // Who borrows the array keeps others from writing it: there are as many as before, or one for all of them.
        for (word, to) in words.into_iter().zip((whole..size).step_by(4)) {
            encoder.copy_buffer_to_buffer(&from, word, &staging, to, 4);
        }
        let arrival = Arc::<Arrival>::default();
        let arrived = arrival.clone();
        encoder.map_buffer_on_submit(&staging, wgpu::MapMode::Read, .., move |result| arrived.done(result));
        batch.send(&shared.device, &shared.sender);
        let sent = batch.under_way.last.clone();
        drop(batch);
        Ok(Download { gpu: self.clone(), staging, bytes, sent, arrival })
    }
}

impl Arrival {
    fn done(&self, result: Result<(), wgpu::BufferAsyncError>) {
        let mut state = lock(&self.state);
        state.done.get_or_insert(result);
        self.changed.notify_all();
        if let Some(waker) = state.waker.take() {
            waker.wake();
        }
    }

    /// Waits for the device.
    fn wait(&self, gpu: &Gpu, sent: Option<&Sent>) {
        if !sent.is_some_and(|sent| gpu.wait_for(sent)) {
            self.done(Err(wgpu::BufferAsyncError));
        }
    }
}

impl Download {
    /// Waits.
    pub(super) fn wait(self) -> Result<Vec<u8>, GpuError> {
        self.arrival.wait(&self.gpu, self.sent.as_ref());
        let state = lock(&self.arrival.state);
        let missing = |state: &mut State| state.done.is_none();
        let waited = self.arrival.changed.wait_timeout_while(state, PATIENCE, missing);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
        self.finish()
    }

    /// The same as a future. A thread of its own waits for the device: nothing else would.
    pub(super) async fn ready(self) -> Result<Vec<u8>, GpuError> {
        let (gpu, sent, arrival) = (self.gpu.clone(), self.sent.clone(), self.arrival.clone());
        std::thread::spawn(move || arrival.wait(&gpu, sent.as_ref()));
        poll_fn(|context| {
            let mut state = lock(&self.arrival.state);
            if state.done.is_some() {
                return Poll::Ready(());
            }
            state.waker = Some(context.waker().clone());
            Poll::Pending
        })
        .await;
        self.finish()
    }

    fn finish(self) -> Result<Vec<u8>, GpuError> {
        self.gpu.check()?;
        let failed = |error: &dyn std::fmt::Display| {
            // A device that is lost says so when all is done.
            self.gpu.poll(wgpu::PollType::wait_indefinitely());
            self.gpu.check().err().unwrap_or(GpuError::Internal { reason: error.to_string() })
        };
        match lock(&self.arrival.state).done.take() {
            Some(Ok(())) => {}
            Some(Err(error)) => return Err(failed(&error)),
            None => return Err(failed(&"a download did not arrive")),
        }
        let mapped = self.staging.get_mapped_range(..).map_err(|error| failed(&error))?;
        let (bytes, faults) = mapped.split_at(self.bytes.next_multiple_of(4) as usize);
        let mut codes = faults.chunks_exact(4).filter_map(|word| Some(u32::from_ne_bytes(*word.first_chunk()?)));
        let batch = lock(&self.gpu.shared.batch);
        codes.try_for_each(|code| batch.error_of(code))?;
        Ok(bytes[..self.bytes as usize].to_vec())
    }
}
