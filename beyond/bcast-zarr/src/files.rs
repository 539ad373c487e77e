//! A folder whose files are written as a whole.

use crate::Error;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use zarrs::filesystem::FilesystemStore;
use zarrs::storage::byte_range::{ByteRange, ByteRangeIterator};
use zarrs::storage::{
    Bytes, MaybeBytes, MaybeBytesIterator, OffsetBytesIterator, ReadableStorageTraits, StorageError, StoreKey,
    StorePrefix, WritableStorageTraits, store_set_partial_many,
};

/// What reads is the store of `zarrs`, which writes in place.
pub(crate) struct Files {
    store: FilesystemStore,
}

impl Files {
    pub(crate) fn open(folder: &Path) -> Result<Files, Error> {
        let said = |why: String| Error::Store { why: format!("folder `{}`: {why}", folder.display()) };
        fs::create_dir_all(folder).map_err(|error| said(error.to_string()))?;
        let store = FilesystemStore::new(folder).map_err(|error| said(error.to_string()))?;
        Ok(Files { store })
    }

    /// The name of a file until it is whole. The next one that writes it takes the same name: what a process left that
    /// died is not left for ever.
    fn part(path: &Path) -> PathBuf {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        path.with_file_name(format!(".{name}.part"))
    }

    fn write(path: &Path, value: &[u8]) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let part = Files::part(path);
        let written = File::create(&part).and_then(|mut file| {
            file.write_all(value)?;
            // A machine that stops must not find a name before its bytes.
            file.sync_data()
        });
        written.and_then(|()| fs::rename(&part, path)).inspect_err(|_| drop(fs::remove_file(&part)))
    }
}

impl ReadableStorageTraits for Files {
    fn get(&self, key: &StoreKey) -> Result<MaybeBytes, StorageError> {
        self.store.get(key)
    }
    fn get_partial_many<'a>(
        &'a self,
        key: &StoreKey,
        byte_ranges: ByteRangeIterator<'a>,
    ) -> Result<MaybeBytesIterator<'a>, StorageError> {
        self.store.get_partial_many(key, byte_ranges)
    }
    fn get_partial(&self, key: &StoreKey, byte_range: ByteRange) -> Result<MaybeBytes, StorageError> {
        self.store.get_partial(key, byte_range)
    }
    fn size_key(&self, key: &StoreKey) -> Result<Option<u64>, StorageError> {
        self.store.size_key(key)
    }
    fn supports_get_partial(&self) -> bool {
        self.store.supports_get_partial()
    }
}

impl WritableStorageTraits for Files {
    fn set(&self, key: &StoreKey, value: Bytes) -> Result<(), StorageError> {
        Ok(Files::write(&self.store.key_to_fspath(key), &value)?)
    }
    fn set_partial_many(&self, key: &StoreKey, offset_values: OffsetBytesIterator) -> Result<(), StorageError> {
        store_set_partial_many(self, key, offset_values)
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
