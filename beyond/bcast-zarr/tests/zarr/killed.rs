//! A run that is killed in the middle and repeated; a disk that is full.

use crate::common::{Folder, bits, matrix, stored, target};
use bcast::ndarray::{Array2, Ix2};
use bcast::{bcast, try_bcast};
use bcast_zarr::{Chunked, Event, Store, Zarr};
use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;

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
    match told.contains("resuming") {
        true => bcast!(#[on(&zarr.resuming("standardise"))] z .= (x .- mean[0](x)) ./ std[0](x)),
        false => bcast!(#[on(&zarr)] z .= (x .- mean[0](x)) ./ std[0](x)),
    }
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

/// Which blocks of a call are computed, and which are left out.
fn counted(store: &Store, x: &Array2<f32>, limit: usize, name: &str) -> (Vec<[usize; 2]>, usize) {
    let (computed, there) = (Rc::new(RefCell::new(Vec::new())), Rc::new(Cell::new(0)));
    let (hear, count) = (computed.clone(), there.clone());
    let zarr = Zarr::with_memory_limit(limit).with_threads(1).on_event(move |event| match event {
        Event::Block { sweep, number, .. } => hear.borrow_mut().push([*sweep, *number]),
        Event::There { .. } => count.set(count.get() + 1),
        _ => {}
    });
    let y = Chunked::<f32, Ix2>::open(store, "/x").expect("it is there");
    let mut z = Chunked::<f32, Ix2>::open(store, "/z").expect("it is there");
    bcast!(#[on(&zarr.resuming(name))] z .= (y .- mean[0](y)) ./ std[0](y));
    assert_eq!(bits(&z.read().expect("each chunk can be read")), bits(&bcast!((x .- mean[0](x)) ./ std[0](x))));
    (computed.take(), there.get())
}

/// Ten chunks of rows: each of three sweeps goes over all of them, in blocks that the limit decides.
#[test]
fn a_run_that_was_killed_goes_on() {
    let x = matrix(1000, 50);
    let of = |written: &[[usize; 2]]| written.iter().filter(|[sweep, _]| *sweep == 2).count();
    for (stop, is_left_out) in [("0,1", false), ("2,2", true), ("2,4", true)] {
        for limit in [320_000, 290_000] {
            let folder = Folder::new();
            let store = &folder.store;
            stored(store, "/x", &x, (100, 50));
            target(store, "/z", &x, (100, 50));
            assert!(!folder.run_child("killed::child", &format!("{stop},resuming")).success(), "killed at {stop}");
            let (computed, there) = counted(store, &x, limit, "standardise");
            assert_eq!(there > 0, is_left_out, "{there} blocks are left out, at {stop} within {limit}");
            let (again, none) = counted(store, &x, limit, "standardise");
            assert_eq!((none, of(&again)), (0, of(&computed) + there), "it is forgotten when it has ended");
        }
    }
}

/// What others have written to the target, or would write, is not what was written.
#[test]
fn only_the_same_call_goes_on() {
    let x = matrix(1000, 50);
    let zarr = Zarr::with_memory_limit(320_000).with_threads(1);
    let other = |folder: &Folder, case: usize| {
        let y = Chunked::<f32, Ix2>::open(&folder.store, "/x").expect("it is there");
        let mut z = Chunked::<f32, Ix2>::open(&folder.store, "/z").expect("it is there");
        match case {
            0 => bcast!(#[on(&zarr)] z .= y .* 2.0),
            1 => bcast!(#[on(&zarr.resuming("twice"))] z .= y .* 2.0),
            2 => z.write(&x).expect("it can be written"),
            3 => drop(target(&folder.store, "/z", &x, (100, 50))),
            _ => {}
        }
    };
    for case in 0..5 {
        let folder = Folder::new();
        stored(&folder.store, "/x", &x, (100, 50));
        target(&folder.store, "/z", &x, (100, 50));
        assert!(!folder.run_child("killed::child", "2,4,resuming").success());
        other(&folder, case);
        let name = if case == 4 { "another" } else { "standardise" };
        assert_eq!(counted(&folder.store, &x, 320_000, name).1, 0, "nothing is left out in case {case}");
    }
    let folder = Folder::new();
    let mut z = stored(&folder.store, "/x", &x, (100, 50));
    let place = Zarr::with_memory_limit(320_000).in_place();
    let error = try_bcast!(#[on(&place.resuming("in place"))] z .= z .* 2.0).expect_err("it could not be repeated");
    assert!(error.to_string().contains("`z` is read and assigned"), "{error}");
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
    let error = try_bcast!(#[on(&zarr)] z .= y .* 2.0).expect_err("1.6 MB do not fit into 1").to_string();
    assert!(error.contains("chunk `z/c/") && error.contains("of array `/z`"), "{error}");
    for (have, want) in z.read().expect("each chunk can be read").outer_iter().zip((&x * 2.0).outer_iter()) {
        assert!(have == want || have.iter().all(|&z| z == 0.0), "rows are those of whole chunks");
    }
    drop((z, mounted, folder));
}
