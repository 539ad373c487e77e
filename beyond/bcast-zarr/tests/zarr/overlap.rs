//! Reading, computing and writing at the same time: a store that takes its time, and somebody who hears of blocks and
//! does so, too. None of them needs a core, so that it does not matter how many there are.

use crate::common::{matrix, stored, target};
use bcast::bcast;
use bcast_zarr::zarrs::storage::byte_range::ByteRangeIterator;
use bcast_zarr::zarrs::storage::store::MemoryStore;
use bcast_zarr::zarrs::storage::{
    Bytes, MaybeBytes, MaybeBytesIterator, OffsetBytesIterator, ReadableStorageTraits, StorageError, StoreKey,
    StorePrefix, WritableStorageTraits,
};
use bcast_zarr::{Event, Store, Zarr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Milliseconds for a chunk that is read, and for one that is written.
#[derive(Default)]
struct Pace {
    reads: AtomicU64,
    writes: AtomicU64,
}

fn wait(milliseconds: &AtomicU64) {
    sleep(Duration::from_millis(milliseconds.load(Ordering::Relaxed)));
}

struct Slow {
    store: MemoryStore,
    pace: Arc<Pace>,
}

impl ReadableStorageTraits for Slow {
    fn get(&self, key: &StoreKey) -> Result<MaybeBytes, StorageError> {
        wait(&self.pace.reads);
        self.store.get(key)
    }
    fn get_partial_many<'a>(
        &'a self,
        key: &StoreKey,
        byte_ranges: ByteRangeIterator<'a>,
    ) -> Result<MaybeBytesIterator<'a>, StorageError> {
        self.store.get_partial_many(key, byte_ranges)
    }
    fn size_key(&self, key: &StoreKey) -> Result<Option<u64>, StorageError> {
        self.store.size_key(key)
    }
    fn supports_get_partial(&self) -> bool {
        false
    }
}

impl WritableStorageTraits for Slow {
    fn set(&self, key: &StoreKey, value: Bytes) -> Result<(), StorageError> {
        wait(&self.pace.writes);
        self.store.set(key, value)
    }
    fn set_partial_many(&self, key: &StoreKey, offset_values: OffsetBytesIterator) -> Result<(), StorageError> {
        self.store.set_partial_many(key, offset_values)
    }
    fn erase(&self, key: &StoreKey) -> Result<(), StorageError> {
        self.store.erase(key)
    }
    fn erase_prefix(&self, prefix: &StorePrefix) -> Result<(), StorageError> {
        self.store.erase_prefix(prefix)
    }
    fn supports_set_partial(&self) -> bool {
        false
    }
}

/// The time of a call over 40 blocks of a chunk each, with so many milliseconds for a block that is read, computed and
/// written.
fn time_of([reads, computes, writes]: [u64; 3]) -> f64 {
    let pace = Arc::new(Pace::default());
    let store = Store::of(Slow { store: MemoryStore::new(), pace: pace.clone() });
    let x = matrix(400, 50);
    let (y, mut z) = (stored(&store, "/x", &x, (10, 50)), target(&store, "/z", &x, (10, 50)));
    pace.reads.store(reads, Ordering::Relaxed);
    pace.writes.store(writes, Ordering::Relaxed);
    // Four times a chunk of 2,000 bytes for each of two arrays, two blocks of each, a sixth.
    let zarr = Zarr::with_memory_limit(29_000).with_threads(1).on_event(move |event| match event {
        Event::Planned(plan) => assert_eq!(plan.sweeps[0].blocks, 40),
        Event::Block { .. } => sleep(Duration::from_millis(computes)),
        _ => {}
    });
    let start = Instant::now();
    bcast!(#[on(&zarr)] z .= y .* 2.0);
    start.elapsed().as_secs_f64()
}

/// Ratios were 1.00 to 1.03: a block is read before the first one is computed, and one is written after the last.
#[test]
fn what_takes_longest_is_what_a_call_takes() {
    for all in [[20, 20, 20], [20, 10, 5], [5, 20, 10], [5, 10, 20]] {
        let alone = |at: usize| time_of(std::array::from_fn(|other| if other == at { all[at] } else { 0 }));
        let slowest = (0..3).map(alone).fold(0.0, f64::max);
        let both = time_of(all);
        assert!(both < 1.15 * slowest, "{all:?}: {both} s, and the slowest alone {slowest}");
    }
}
