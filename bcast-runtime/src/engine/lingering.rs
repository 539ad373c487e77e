//! Helpers that stay awake between calls.
//!
//! A thread of a pool falls asleep some ten microseconds after its last job, and a virtual machine takes 50 to 100 to
//! wake it. So in a loop of calls, with a little else between them, each call would wait for its helpers, or do without
//! them. There they linger: they look for work for [`LINGER`] longer than rayon has them do. They do any job that they
//! find, and linger on only after one of ours. Nobody lingers after calls that are rare, nor where a pool has more
//! threads than there are processors, which somebody else could use.

use super::tuning::{LINGER, LOOP};
use std::cell::Cell;
use std::sync::OnceLock;
use std::time::Instant;

thread_local! {
    /// When this thread was done with the last call that it helped.
    static HELPED: Cell<Option<Instant>> = const { Cell::new(None) };
    static LINGERS: Cell<bool> = const { Cell::new(false) };
}

/// Helps a call, unless it is over, then waits for the next one if that is likely to come soon.
pub(super) fn help(call: impl FnOnce() -> bool) {
    let start = Instant::now();
    if !call() {
        return;
    }
    let before = HELPED.replace(Some(Instant::now()));
    let follows = before.is_some_and(|before| start.saturating_duration_since(before) < LOOP);
    // A job that is found by a thread that lingers may be one of ours: its caller lingers on.
    if follows && has_processors() && !LINGERS.replace(true) {
        linger();
        LINGERS.set(false);
    }
}

/// Does what there is to do, until nothing comes for a while, or somebody else's work does.
fn linger() {
    loop {
        let last = HELPED.get();
        match rayon::yield_now() {
            Some(rayon::Yield::Executed) if HELPED.get() != last => {}
            Some(rayon::Yield::Idle) if last.is_some_and(|last| last.elapsed() < LINGER) => std::hint::spin_loop(),
            _ => return,
        }
    }
}

/// Whether each thread of this pool may have a processor.
fn has_processors() -> bool {
    static PROCESSORS: OnceLock<usize> = OnceLock::new();
    let processors = PROCESSORS.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from));
    rayon::current_num_threads() <= *processors
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    fn on_a_thread_of_a_pool(work: impl FnOnce() + Send) {
        rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool").install(work);
    }

    #[test]
    fn the_next_call_is_helped_meanwhile() {
        on_a_thread_of_a_pool(|| {
            let (send, receive) = channel();
            help(|| true);
            help(|| {
                // Queued behind this job: who lingers finds it.
                rayon::spawn(move || help(|| send.send(LINGERS.get()).is_ok()));
                true
            });
            assert_eq!(receive.try_recv(), Ok(true));
            assert!(!LINGERS.get());
        });
    }

    #[test]
    fn nobody_lingers_after_a_rare_call() {
        on_a_thread_of_a_pool(|| {
            let (send, receive) = channel();
            for helps in [true, false] {
                HELPED.set(None);
                let send = send.clone();
                help(|| {
                    rayon::spawn(move || send.send(()).expect("a reader"));
                    helps
                });
                assert!(receive.try_recv().is_err());
                rayon::yield_now();
                assert_eq!(receive.try_recv(), Ok(()));
            }
        });
    }

    #[test]
    fn other_work_is_done_and_ends_it() {
        on_a_thread_of_a_pool(|| {
            let (send, receive) = channel();
            help(|| true);
            help(|| {
                for number in 0..2 {
                    let send = send.clone();
                    // The second one comes when nobody reads any more.
                    rayon::spawn(move || _ = send.send(number));
                }
                true
            });
            assert_eq!(receive.try_iter().count(), 1);
        });
    }
}
