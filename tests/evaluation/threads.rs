//! Calls inside of thread pools, and of each other.

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc;
use std::time::Duration;

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, Axis};
use rayon::prelude::*;

/// Fails instead of hanging when `work` waits for itself.
fn within_a_minute<R: Send + 'static>(work: impl FnOnce() -> R + Send + 'static) -> R {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || send.send(work()));
    receive.recv_timeout(Duration::from_secs(60)).expect("a deadlock, or a panic in the work")
}

fn large() -> Array2<f64> {
    Array2::from_shape_fn((300, 700), |(i, j)| (700 * i + j) as f64)
}

const SUM: f64 = 22_049_895_000.0;

#[test]
fn inside_join_and_scope() {
    within_a_minute(|| {
        let x = large();
        let (a, b) = rayon::join(|| bcast!(x .+ 1), || bcast!(x .* 2));
        assert_eq!(a.sum(), SUM + 210_000.0);
        assert_eq!(b.sum(), 2.0 * SUM);
        let mut rows = Array1::<f64>::zeros(300);
        rayon::scope(|scope| {
            scope.spawn(|_| {
                bcast!(rows .+= 2);
            });
            scope.spawn(|_| assert_eq!(bcast!(x .- x.view()).sum(), 0.0));
        });
        assert_eq!(rows.sum(), 600.0);
    });
}

#[test]
fn inside_par_iter() {
    for threads in [1, 2, 4] {
        let sums = within_a_minute(move || {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            pool.install(|| {
                let x = large();
                (0..20).into_par_iter().map(|i| bcast!(x .* f64::from(i)).sum()).collect::<Vec<_>>()
            })
        });
        let expected: Vec<f64> = (0..20).map(|i| f64::from(i) * SUM).collect();
        assert_eq!(sums, expected);
    }
}

/// A call inside of an element function of another call, both large enough for threads.
#[test]
fn inside_each_other() {
    let sum = within_a_minute(|| {
        let x = large();
        let rows = Array1::from_iter(0..300);
        let of_row = |i: usize| {
            let row = x.index_axis(Axis(0), i);
            let long = Array1::from_iter((0..50_000).map(|j| row[j % 700]));
            bcast!(long .* 2)[350]
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("a pool");
        pool.install(|| bcast!(of_row.(rows))).sum()
    });
    assert_eq!(sum, (0..300).map(|i| 2.0 * (700 * i + 350) as f64).sum::<f64>());
}

/// "The current rayon pool is used": elements are computed by its threads alone.
#[test]
fn the_current_pool_is_used() {
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(3).thread_name(|i| format!("mine {i}")).build().expect("a pool");
    let strangers = AtomicUsize::new(0);
    let check = |x: f64| {
        let mine = std::thread::current().name().is_some_and(|name| name.starts_with("mine"));
        strangers.fetch_add(usize::from(!mine), SeqCst);
        x
    };
    let x = large();
    assert_eq!(pool.install(|| bcast!(check.(x))), x);
    assert_eq!(strangers.into_inner(), 0);
}

/// Large work is split: with two threads, two elements can wait for each other.
#[cfg(feature = "rayon")]
#[test]
fn large_work_is_shared() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("a pool");
    let seen = [const { AtomicUsize::new(0) }; 2];
    let met = |x: f64| {
        let me = rayon::current_thread_index().expect("a thread of the pool");
        seen[me].fetch_add(1, SeqCst);
        // Nobody waits once both have come, or when nobody comes for long.
        let start = std::time::Instant::now();
        while seen[1 - me].load(SeqCst) == 0 && start.elapsed() < Duration::from_secs(20) {
            std::thread::yield_now();
        }
        assert!(seen[1 - me].load(SeqCst) > 0, "one thread has to do it all");
        x
    };
    let x = Array2::<f64>::zeros((1000, 1000));
    let out = pool.install(|| bcast!(met.(x)));
    assert_eq!(out.len(), 1_000_000);
}

/// Every split of the work writes each element once, for lengths around the sizes of blocks.
#[test]
fn splits_cover_everything_once() {
    let pools = [2, 3, 7].map(|n| rayon::ThreadPoolBuilder::new().num_threads(n).build().expect("a pool"));
    for length in [65_535, 65_536, 131_073, 200_001] {
        let x = Array1::from_iter(0..length);
        let expected: i64 = (0..i64::from(length)).map(|i| 3 * i).sum();
        for pool in &pools {
            let mut y = Array1::<i32>::zeros(length as usize);
            pool.install(|| bcast!(y .+= x .* 3));
            assert_eq!(y.iter().map(|&y| i64::from(y)).sum::<i64>(), expected);
            assert!(y.iter().zip(0..).all(|(&y, i)| y == 3 * i));
        }
    }
}
