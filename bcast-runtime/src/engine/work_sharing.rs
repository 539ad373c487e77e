//! Pieces of work, shared with the threads of the current rayon pool.
//!
//! The calling thread works itself, from the first piece on, and asks others to help. Who comes takes pieces too, until
//! none is left; who comes later goes again. So a pool that sleeps costs what asking costs, a few microseconds, where
//! waiting for it, as in `rayon::join`, would take the 50 to 100 microseconds that a virtual machine needs to wake a
//! processor: there 0.1 ms of work took twice as long on two threads as on one.
//!
//! Each thread has a lot of its own, pieces side by side, and takes others only when that is done: in the next call,
//! what it reads lies in the caches of its processor. Taken one by one by whoever comes, pieces change their processor
//! in every call.

#[cfg(feature = "rayon")]
use super::lingering;
#[cfg(feature = "rayon")]
use crate::ops::overflow::Gathered;
use std::sync::atomic::{AtomicUsize, Ordering};
#[cfg(feature = "rayon")]
use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// Pieces that one thread takes before others.
struct Lot {
    next: AtomicUsize,
    end: usize,
}

impl Lot {
    /// Divides `0..count` among threads.
    #[cfg(feature = "rayon")]
    fn all(count: usize, threads: usize) -> Box<[Lot]> {
        let start = |thread| thread * count / threads;
        (0..threads).map(|thread| Lot { next: AtomicUsize::new(start(thread)), end: start(thread + 1) }).collect()
    }

    fn is_left(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.end
    }

    fn take(&self) -> Option<usize> {
        // Looked at first: who has nothing left looks at all lots, time and again.
        let piece = self.is_left().then(|| self.next.fetch_add(1, Ordering::Relaxed));
        piece.filter(|piece| *piece < self.end)
    }
}

/// The pieces that are left: each is taken once, by one thread. Its own lot comes first, the others as they follow it.
pub(super) struct Pieces<'a> {
    lots: &'a [Lot],
    own: usize,
}

impl Iterator for Pieces<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let (before, from_own) = self.lots.split_at(self.own);
        from_own.iter().chain(before).find_map(Lot::take)
    }
}

/// How many threads may share work.
pub(super) fn threads() -> usize {
    #[cfg(feature = "rayon")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "rayon"))]
    1
}

/// Calls `work` on this thread and on those that come to help, each time with all pieces `0..count` that are left.
///
/// Returns when all of these calls have returned; the panic of one of them is this thread's.
pub(super) fn share(count: usize, work: impl Fn(Pieces<'_>) + Sync) {
    #[cfg(feature = "rayon")]
    {
        let helpers = threads().min(count).saturating_sub(1);
        if helpers > 0 {
            let notes = Gathered::default();
            Crew::run(count, helpers, &|pieces| notes.with(|| work(pieces)));
            return notes.note();
        }
    }
    work(Pieces { lots: &[Lot { next: AtomicUsize::new(0), end: count }], own: 0 });
}

#[cfg(feature = "rayon")]
type Panic = Box<dyn Any + Send>;

/// Those who share some work: the thread that has it, and its helpers, numbered from 1.
///
/// Invariants, established by [`Crew::run`], as "crew 1":
/// 1. `work` may be called by several threads at once.
/// 2. It lives until [`Crew::close`] has returned, and is called by those only who came in before the door was closed.
#[cfg(feature = "rayon")]
struct Crew {
    /// The first one is that of the thread that has the work.
    lots: Box<[Lot]>,
    helpers: usize,
    /// Borrowed by the thread that has the work, until it has closed the door and everybody has left.
    work: *const (dyn Fn(Pieces<'_>) + Sync),
    door: Mutex<Door>,
    left: Condvar,
}

#[cfg(feature = "rayon")]
#[derive(Default)]
struct Door {
    closed: bool,
    /// Helpers at work.
    inside: usize,
    panic: Option<Panic>,
}

// SAFETY: crew 1 and 2: whoever has the crew may call `work`, and does so while it lives.
#[cfg(feature = "rayon")]
unsafe impl Send for Crew {}
// SAFETY: crew 1: `work` is `Sync`, and all else is.
#[cfg(feature = "rayon")]
unsafe impl Sync for Crew {}

#[cfg(feature = "rayon")]
impl Crew {
    fn run(count: usize, helpers: usize, work: &(dyn Fn(Pieces<'_>) + Sync)) {
        // SAFETY: only the lifetime changes; nobody calls it after `close`, below.
        let work: &'static (dyn Fn(Pieces<'_>) + Sync) = unsafe { std::mem::transmute(work) };
        let crew = Arc::new(Crew {
            lots: Lot::all(count, helpers + 1),
            helpers,
            work,
            door: Mutex::default(),
            left: Condvar::new(),
        });
        crew.ask(0);
        let own = crew.work(0);
        // The door is closed before anything can unwind.
        let of_helpers = crew.close();
        if let Some(panic) = own.err().or(of_helpers) {
            resume_unwind(panic);
        }
    }

    /// Asks two helpers to come, who ask two each in turn, so that many are asked in little time.
    fn ask(self: &Arc<Self>, by: usize) {
        /// Of those whom a thread has asked, so many may be on their way: if all others have long work, no more are
        /// asked.
        const MOST: usize = 1024;
        thread_local!(static ASKED: Arc<AtomicUsize> = Arc::default());
        let asked = ASKED.with(Arc::clone);
        for helper in [2 * by + 1, 2 * by + 2] {
            if helper > self.helpers || asked.load(Ordering::Relaxed) >= MOST {
                return;
            }
            asked.fetch_add(1, Ordering::Relaxed);
            let (crew, asked) = (Arc::clone(self), Arc::clone(&asked));
            rayon::spawn(move || {
                asked.fetch_sub(1, Ordering::Relaxed);
                lingering::help(|| crew.help(helper));
            });
        }
    }

    /// Takes part, if anything is left to do.
    fn help(self: &Arc<Self>, helper: usize) -> bool {
        {
            let mut door = self.door();
            if door.closed || !self.lots.iter().any(Lot::is_left) {
                return false;
            }
            door.inside += 1;
        }
        self.ask(helper);
        // By the thread, and not by the number of the helper, which is another one in each call. Should two threads
        // have the same lot, then they share it.
        let done = self.work(1 + rayon::current_thread_index().unwrap_or(helper) % self.helpers);
        let mut door = self.door();
        door.inside -= 1;
        if let Err(panic) = done {
            match &door.panic {
                None => door.panic = Some(panic),
                // Dropping it could panic.
                Some(_) => std::mem::forget(panic),
            }
        }
        if door.inside == 0 {
            self.left.notify_one();
        }
        true
    }

    /// Works until no piece is left, from those of a lot on; after a panic none is left for anybody.
    fn work(&self, own: usize) -> Result<(), Panic> {
        // SAFETY: the thread that has the work is here, or waits in `close` for this one.
        let work = unsafe { &*self.work };
        let done = catch_unwind(AssertUnwindSafe(|| work(Pieces { lots: &self.lots, own })));
        if done.is_err() {
            self.lots.iter().for_each(|lot| lot.next.store(lot.end, Ordering::Relaxed));
        }
        done
    }

    /// Lets nobody in any more, and waits for those inside; gives the panic of one of them.
    fn close(&self) -> Option<Panic> {
        /// Some 20 us: less than it takes to fall asleep and be woken, more than most last pieces take.
        const ROUNDS: usize = 500;
        const LOOK: Duration = Duration::from_millis(1);
        let mut door = self.door();
        door.closed = true;
        for _ in 0..ROUNDS {
            if door.inside == 0 {
                break;
            }
            drop(door);
            std::hint::spin_loop();
            door = self.door();
        }
        while door.inside > 0 {
            // Helpers may wait for what only this thread of their pool can do, such as its part of a broadcast.
            drop(door);
            let is_idle = rayon::yield_local() != Some(rayon::Yield::Executed);
            door = self.door();
            if is_idle && door.inside > 0 {
                door = self.left.wait_timeout(door, LOOK).unwrap_or_else(PoisonError::into_inner).0;
            }
        }
        door.panic.take()
    }

    fn door(&self) -> MutexGuard<'_, Door> {
        // Nothing panics behind the door.
        self.door.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(all(test, feature = "rayon"))]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;
    use std::sync::mpsc::channel;

    fn pool(threads: usize) -> rayon::ThreadPool {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool")
    }

    #[test]
    fn every_piece_is_taken_once() {
        for threads in [1, 2, 3, 8] {
            let pool = pool(threads);
            for count in (0..50).chain([1000]) {
                let taken: Vec<AtomicUsize> = (0..count).map(|_| AtomicUsize::new(0)).collect();
                pool.install(|| {
                    share(count, |pieces| {
                        for piece in pieces {
                            taken[piece].fetch_add(1, Ordering::Relaxed);
                        }
                    })
                });
                assert!(taken.iter().all(|times| times.load(Ordering::Relaxed) == 1), "{count} on {threads} threads");
            }
        }
    }

    #[test]
    fn own_pieces_come_first() {
        let lots = Lot::all(10, 3);
        let mut pieces = Pieces { lots: &lots, own: 1 };
        assert_eq!(pieces.by_ref().take(3).collect::<Vec<_>>(), [3, 4, 5]);
        // Somebody else has taken two.
        let other = Pieces { lots: &lots, own: 2 };
        assert_eq!(other.take(2).collect::<Vec<_>>(), [6, 7]);
        assert_eq!(pieces.collect::<Vec<_>>(), [8, 9, 0, 1, 2]);
    }

    /// Whoever takes the first piece waits until somebody else has taken the second one, who then calls `second`.
    fn in_twos(second: impl Fn() + Sync) {
        pool(2).install(|| {
            let (send, receive) = channel();
            let receive = Mutex::new(receive);
            share(2, |pieces| {
                for piece in pieces {
                    if piece == 0 {
                        receive.lock().expect("one reader").recv().expect("the second piece");
                    } else {
                        send.send(()).expect("a reader");
                        second();
                    }
                }
            });
        });
    }

    #[test]
    fn helpers_come() {
        let came = AtomicBool::new(false);
        in_twos(|| came.store(true, Ordering::Relaxed));
        assert!(came.into_inner());
    }

    #[test]
    fn a_panic_of_a_helper_is_the_callers() {
        let panic = catch_unwind(AssertUnwindSafe(|| in_twos(|| std::panic::panic_any(17))));
        assert_eq!(panic.expect_err("a panic").downcast_ref(), Some(&17));
    }

    #[test]
    fn nobody_waits_for_busy_threads() {
        let pool = pool(2);
        let (release, held) = channel::<()>();
        pool.spawn(move || held.recv().expect("the end of the test"));
        let (over, late) = (AtomicBool::new(false), AtomicUsize::new(0));
        for _ in 0..100 {
            pool.install(|| {
                let done = AtomicUsize::new(0);
                share(10, |pieces| {
                    late.fetch_add(usize::from(over.load(Ordering::Relaxed)), Ordering::Relaxed);
                    done.fetch_add(pieces.count(), Ordering::Relaxed);
                });
                assert_eq!(done.into_inner(), 10);
            });
        }
        over.store(true, Ordering::Relaxed);
        // Those who were asked come now, before what is broadcast.
        release.send(()).expect("a thread that waits");
        pool.broadcast(|_| ());
        assert_eq!(late.into_inner(), 0);
    }

    #[test]
    fn whoever_panics_is_heard() {
        let pool = pool(4);
        for wrong in 0..20 {
            let done = AtomicUsize::new(0);
            let panic = catch_unwind(AssertUnwindSafe(|| {
                pool.install(|| {
                    share(20, |pieces| {
                        for piece in pieces {
                            if piece == wrong {
                                std::panic::panic_any(wrong);
                            }
                            done.fetch_add(1, Ordering::Relaxed);
                        }
                    })
                })
            }));
            assert_eq!(panic.expect_err("a panic").downcast_ref(), Some(&wrong));
            assert!(done.into_inner() < 20, "the piece that panics is not done");
        }
    }

    /// A pool of one thread would do all of it by itself; in one of two, the caller has to do its part while it waits.
    #[test]
    fn helpers_may_broadcast() {
        in_twos(|| drop(rayon::broadcast(|_| ())));
    }

    #[test]
    fn panics_that_panic_when_dropped() {
        struct Bomb;
        impl Drop for Bomb {
            fn drop(&mut self) {
                panic!("dropped");
            }
        }
        let pool = pool(4);
        for _ in 0..100 {
            let refuse = |_| {
                if pool.current_num_threads() == 4 {
                    std::panic::panic_any(Bomb)
                }
            };
            let panic = catch_unwind(AssertUnwindSafe(|| pool.install(|| share(4, |pieces| pieces.for_each(refuse)))));
            let panic = panic.expect_err("a panic");
            // Else it is what a bomb said that `share` dropped.
            if panic.is::<Bomb>() {
                std::mem::forget(panic);
            }
        }
    }

    #[test]
    fn work_shares_work() {
        let sum = AtomicUsize::new(0);
        pool(3).install(|| {
            share(10, |outer| {
                for a in outer {
                    share(10, |inner| {
                        for b in inner {
                            sum.fetch_add(10 * a + b, Ordering::Relaxed);
                        }
                    });
                }
            })
        });
        assert_eq!(sum.into_inner(), (0..100).sum());
    }
}
