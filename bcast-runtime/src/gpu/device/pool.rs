//! Free memory, used again.
//!
//! All work of a device runs in the order in which it is recorded, so memory can be given to a later call while an
//! earlier one has yet to run.

use crate::gpu::tuning::POOL_BYTES;
use std::collections::{BTreeMap, VecDeque};

/// Free memory by size, for each size in the order in which it became free, with how many came before.
pub(super) struct Pool<B = wgpu::Buffer> {
    free: BTreeMap<u64, VecDeque<(u64, B)>>,
    bytes: u64,
    came: u64,
    /// The most bytes that are kept.
    most: u64,
    /// Bytes of memory that is not free.
    pub(super) used: u64,
}
impl<B> Default for Pool<B> {
    fn default() -> Self {
        Pool { free: BTreeMap::new(), bytes: 0, came: 0, most: POOL_BYTES, used: 0 }
    }
}

impl<B> Pool<B> {
    /// Keeps memory. What has been free the longest makes room for it: otherwise a program that goes on to other sizes
    /// would find no room for them.
    pub(super) fn put(&mut self, size: u64, memory: B) {
        if size > self.most {
            return;
        }
        while self.bytes + size > self.most && self.forget_oldest() {}
        self.bytes += size;
        self.came += 1;
        self.free.entry(size).or_default().push_back((self.came, memory));
    }

    pub(super) fn take(&mut self, size: u64) -> Option<B> {
        let (_, memory) = self.free.get_mut(&size)?.pop_back()?;
        self.bytes -= size;
        Some(memory)
    }

    /// Bytes of free memory.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Keeps at most so many bytes from now on.
    pub(super) fn limit(&mut self, most: u64) {
        self.most = most;
        while self.bytes > most && self.forget_oldest() {}
    }

    /// Keeps nothing of what is free.
    pub(super) fn empty(&mut self) {
        self.free.clear();
        self.bytes = 0;
    }

    /// Whether there was any.
    fn forget_oldest(&mut self) -> bool {
        let oldest = self.free.iter_mut().min_by_key(|(_, kept)| kept.front().map_or(u64::MAX, |(came, _)| *came));
        let forgotten = oldest.and_then(|(size, kept)| kept.pop_front().map(|_| *size));
        self.bytes -= forgotten.unwrap_or(0);
        forgotten.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::{POOL_BYTES, Pool};

    /// Memory of sizes that a program no longer uses leaves the pool for memory of the sizes that it uses now.
    #[test]
    fn the_oldest_makes_room() {
        let mut pool = Pool::default();
        let (large, small) = (POOL_BYTES / 2, POOL_BYTES / 8);
        (0..6).for_each(|number| pool.put(small, number));
        pool.put(large, 10);
        assert_eq!(pool.take(large), Some(10));
        pool.put(large, 11);
        assert_eq!(pool.bytes, POOL_BYTES);
        // The newest first; two were forgotten.
        assert_eq!([(); 5].map(|()| pool.take(small)), [Some(5), Some(4), Some(3), Some(2), None]);
        pool.put(POOL_BYTES, 12);
        assert_eq!((pool.take(large), pool.bytes), (None, POOL_BYTES));
        pool.limit(small);
        assert_eq!((pool.bytes(), pool.take(POOL_BYTES)), (0, None));
        pool.put(small, 14);
        pool.empty();
        assert_eq!((pool.bytes(), pool.take(small)), (0, None));
        pool.limit(POOL_BYTES);
        pool.put(POOL_BYTES, 12);
        pool.put(POOL_BYTES + 1, 13);
        assert_eq!((pool.take(POOL_BYTES + 1), pool.take(POOL_BYTES), pool.bytes), (None, Some(12), 0));
    }
}
