//! A run that is killed in the middle and repeated; a disk that is full.

use crate::common::{Folder, bits, matrix, stored, target};
use bcast::bcast;
use bcast::ndarray::Ix2;
use bcast_zarr::{Chunked, Event, Store, Zarr};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The call, in a process of its own that kills itself at a sweep and a block.
#[test]
fn child() {
    let Some((store, told)) = Folder::of_child() else { return };
    let stop: Vec<usize> = told.split(',').filter_map(|number| number.parse().ok()).collect();
    let x = Chunked::<f32, Ix2>::open(&store, "/x").expect("the parent has made it");
    let mut z = Chunked::<f32, Ix2>::open(&store, "/z").expect("the parent has made it");
    let zarr = Zarr::with_memory_limit(320_000).with_threads(1).on_event(move |event| {
        if let Event::Block { sweep, number, .. } = event
            && stop == [*sweep, *number]
        {
            let killed = Command::new("kill").args(["-9", &std::process::id().to_string()]).status();
            unreachable!("it is killed: {killed:?}");
        }
    });
    bcast!(#[on(&zarr)] z .= (x .- mean[0](x)) ./ std[0](x));
}

#[test]
fn a_run_that_was_killed_is_repeated() {
    let x = matrix(1000, 50);
    let want = bcast!((x .- mean[0](x)) ./ std[0](x));
    for stop in ["0,1", "2,0", "2,2"] {
        let folder = Folder::new();
        let store = &folder.store;
        stored(store, "/x", &x, (100, 50));
        let z = target(store, "/z", &x, (100, 50));
        assert!(!folder.run_child("killed::child", stop).success(), "it has been killed at {stop}");
        // Chunks are whole, or not there.
        let half = z.read().expect("each chunk can be read");
        for (have, want) in half.outer_iter().zip(want.outer_iter()) {
            assert!(have == want || have.iter().all(|&z| z == 0.0), "rows are those of whole chunks, at {stop}");
        }
        assert!(folder.run_child("killed::child", "").success());
        assert_eq!(bits(&z.read().expect("each chunk can be read")), bits(&want), "at {stop}");
    }
}

/// A small file system of its own; none where that is not allowed.
struct Small(PathBuf);
impl Small {
    fn mount(folder: &Path) -> Option<Small> {
        let mounted =
            Command::new("mount").args(["-t", "tmpfs", "-o", "size=1m", "tmpfs"]).arg(folder).output().ok()?;
        mounted.status.success().then(|| Small(folder.to_path_buf()))
    }
}
impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

#[test]
fn a_disk_that_is_full() {
    let (folder, store) = crate::common::store();
    let small = tempfile::tempdir().expect("a folder for a while");
    let Some(mounted) = Small::mount(small.path()) else {
        println!("not run: no file system can be mounted here");
        return;
    };
    let x = matrix(8000, 50);
    let y = stored(&store, "/x", &x, (500, 50));
    let mut z = target(&Store::files(small.path()).expect("it can be written"), "/z", &x, (500, 50));
    let zarr = Zarr::with_memory_limit(2_000_000).with_threads(1);
    let error = bcast::try_bcast!(#[on(&zarr)] z .= y .* 2.0).expect_err("1.6 MB do not fit into 1").to_string();
    assert!(error.contains("chunk `z/c/") && error.contains("of array `/z`"), "{error}");
    for (have, want) in z.read().expect("each chunk can be read").outer_iter().zip((&x * 2.0).outer_iter()) {
        assert!(have == want || have.iter().all(|&z| z == 0.0), "rows are those of whole chunks");
    }
    drop((z, mounted, folder));
}
