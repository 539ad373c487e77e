//! What tests share.

use bcast::ndarray::{Array, Array2, Dimension, IntoDimension};
use bcast_zarr::{Chunked, Element, Store};
use std::process::{Command, ExitStatus, Stdio};
use tempfile::TempDir;

/// A folder that vanishes, as a store.
pub(crate) fn store() -> (TempDir, Store) {
    let folder = tempfile::tempdir().expect("a folder for a while");
    let store = Store::files(folder.path()).expect("it can be written");
    (folder, store)
}

/// Elements that no sum of has the same bits in another order.
pub(crate) fn uneven(at: usize) -> f32 {
    ((at * 7919 % 1013) as f32 / 97.0).sin() * (1.0 + (at % 7) as f32)
}

pub(crate) fn matrix(rows: usize, columns: usize) -> Array2<f32> {
    Array2::from_shape_fn((rows, columns), |(row, column)| uneven(row * columns + column))
}

/// The bits of elements, in their order.
pub(crate) fn bits<D: Dimension>(array: &Array<f32, D>) -> Vec<u32> {
    array.iter().map(|x| x.to_bits()).collect()
}

/// An array, stored with these chunks.
pub(crate) fn stored<T: Element, D: Dimension>(
    store: &Store,
    path: &str,
    x: &Array<T, D>,
    chunks: impl IntoDimension<Dim = D>,
) -> Chunked<T, D> {
    let mut stored = Chunked::create(store, path, x.raw_dim(), chunks).expect("it can be made");
    stored.write(x).expect("it can be written");
    stored
}

/// A new array of the same sizes.
pub(crate) fn target<T: Element, D: Dimension>(
    store: &Store,
    path: &str,
    x: &Array<T, D>,
    chunks: impl IntoDimension<Dim = D>,
) -> Chunked<T, D> {
    Chunked::create(store, path, x.raw_dim(), chunks).expect("it can be made")
}

/// A folder in which a process of its own runs one of these tests.
pub(crate) struct Folder {
    pub(crate) store: Store,
    folder: TempDir,
}

/// Where the child finds its arrays, and what it is told.
const FOLDER: &str = "BCAST_ZARR_FOLDER";
const TOLD: &str = "BCAST_ZARR_TOLD";

impl Folder {
    pub(crate) fn new() -> Folder {
        let (folder, store) = store();
        Folder { store, folder }
    }

    /// Runs a test in a process of its own.
    pub(crate) fn run_child(&self, test: &str, told: &str) -> ExitStatus {
        let mut command = Command::new(std::env::current_exe().expect("it runs"));
        command.args(["--exact", test, "--nocapture"]).env(FOLDER, self.folder.path()).env(TOLD, told);
        command.stdout(Stdio::null()).status().expect("it can be started")
    }

    /// In that process: its store, and what it is told. Nothing in all others.
    pub(crate) fn of_child() -> Option<(Store, String)> {
        let (folder, told) = (std::env::var(FOLDER).ok()?, std::env::var(TOLD).ok()?);
        Some((Store::files(folder).expect("the parent has made it"), told))
    }
}
