//! Reading, computing and writing at the same time: whoever has a block waits until the next one has come to where this
//! one was before. If nothing overlapped, it would never come.

use crate::common::{matrix, stored, target};
use bcast::bcast;
use bcast_zarr::zarrs::storage::byte_range::ByteRangeIterator;
use bcast_zarr::zarrs::storage::store::MemoryStore;
use bcast_zarr::zarrs::storage::{
    Bytes, MaybeBytes, MaybeBytesIterator, OffsetBytesIterator, ReadableStorageTraits, StorageError, StoreKey,
    StorePrefix, WritableStorageTraits,
};
use bcast_zarr::{Event, Store, Zarr};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

const BLOCKS: usize = 40;

/// How many blocks have come to be read, computed and written.
#[derive(Default)]
struct Progress {
    come: Mutex<[usize; 3]>,
    more: Condvar,
}

const READ: usize = 0;
const COMPUTED: usize = 1;
const WRITTEN: usize = 2;

impl Progress {
    /// A block has come. It waits until the next one has come to where it was before.
    fn comes(&self, stage: usize) {
        let mut come = self.come.lock().expect("nobody has panicked");
        come[stage] += 1;
        self.more.notify_all();
        let next = (come[stage] + 1).min(BLOCKS);
        if stage == READ {
            return;
        }
        let patience = Duration::from_secs(60);
        let waited = self.more.wait_timeout_while(come, patience, |come| come[stage - 1] < next);
        assert!(
            !waited.expect("nobody has panicked").1.timed_out(),
            "the block before {next} of stage {stage} is alone"
        );
    }
}

/// Chunks of blocks come, and nothing else is read or written.
struct Observed {
    store: MemoryStore,
    progress: Arc<Progress>,
}

impl ReadableStorageTraits for Observed {
    fn get(&self, key: &StoreKey) -> Result<MaybeBytes, StorageError> {
        if key.as_str().starts_with("x/c/") {
            self.progress.comes(READ);
        }
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

impl WritableStorageTraits for Observed {
    fn set(&self, key: &StoreKey, value: Bytes) -> Result<(), StorageError> {
        if key.as_str().starts_with("z/c/") {
            self.progress.comes(WRITTEN);
        }
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

#[test]
fn each_block_waits_for_the_next_one() {
    let progress = Arc::new(Progress::default());
    let store = Store::of(Observed { store: MemoryStore::new(), progress: progress.clone() });
    let x = matrix(BLOCKS * 10, 50);
    let (y, mut z) = (stored(&store, "/x", &x, (10, 50)), target(&store, "/z", &x, (10, 50)));
    let heard = progress.clone();
    // Four times a chunk of 2,000 bytes for each of two arrays, two blocks of each, a sixth.
    let zarr = Zarr::with_memory_limit(29_000).with_threads(1).on_event(move |event| match event {
        Event::Planned(plan) => assert_eq!(plan.sweeps[0].blocks, BLOCKS),
        Event::Block { .. } => heard.comes(COMPUTED),
        _ => {}
    });
    bcast!(#[on(&zarr)] z .= y .* 2.0);
    assert_eq!(*progress.come.lock().expect("nobody has panicked"), [BLOCKS; 3]);
}
