//! Where arrays are.

use crate::Error;
use crate::files::Files;
use std::path::Path;
use std::sync::Arc;
use zarrs::storage::{ReadableStorage, ReadableStorageTraits, ReadableWritableStorageTraits, WritableStorage};

/// Where arrays are: a folder, or any store that `zarrs` knows.
#[derive(Clone)]
pub struct Store {
    pub(crate) readable: ReadableStorage,
    pub(crate) writable: Option<WritableStorage>,
}

impl Store {
    /// A folder, which is made if it is not there. A file is written under another name first, then it gets its own: so
    /// it is there as a whole, or not at all, whenever the process is killed.
    ///
    /// # Errors
    /// The folder can be neither found nor made.
    pub fn files(folder: impl AsRef<Path>) -> Result<Store, Error> {
        Files::open(folder.as_ref()).map(Store::of)
    }

    /// A store of `zarrs` or of one of its companions, as `zarrs_object_store` and `zarrs_opendal` behind the adapter
    /// `zarrs::storage::storage_adapter::async_to_sync`, or `zarrs::storage::store::MemoryStore`. Whether a chunk is
    /// written as a whole is for the store to say; those of objects do so.
    pub fn of<S: ReadableWritableStorageTraits + 'static>(store: S) -> Store {
        let store = Arc::new(store);
        Store { readable: store.clone().readable(), writable: Some(store.writable()) }
    }

    /// The same of one that cannot be written, as `zarrs_http` and archives.
    pub fn read_only<S: ReadableStorageTraits + 'static>(store: S) -> Store {
        Store { readable: Arc::new(store), writable: None }
    }

    /// Whether both are the same one.
    pub(crate) fn is(&self, other: &Store) -> bool {
        std::ptr::addr_eq(Arc::as_ptr(&self.readable), Arc::as_ptr(&other.readable))
    }
}
