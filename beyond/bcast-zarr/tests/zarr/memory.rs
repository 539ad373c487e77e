//! The most memory that a process has, as the system says, beside the limit that the call was given.

use crate::common::{Folder, uneven};
use bcast::bcast;
use bcast::ndarray::Ix2;
use bcast_zarr::{Chunked, Zarr};

/// The most memory that the process had so far, in bytes.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux says it");
    let line = status.lines().find(|line| line.starts_with("VmHWM")).expect("it is there");
    line.split_whitespace().nth(1).and_then(|kilo| kilo.parse::<usize>().ok()).expect("a number of kB") * 1024
}

/// The call, in a process of its own: within so many bytes.
#[test]
fn child() {
    let Some((store, limit)) = Folder::of_child() else { return };
    let x = Chunked::<f32, Ix2>::open(&store, "/x").expect("the parent has made it");
    let mut z = Chunked::<f32, Ix2>::open(&store, "/z").expect("the parent has made it");
    let limit: usize = limit.parse().expect("a number of bytes");
    let before = peak();
    let zarr = Zarr::with_memory_limit(limit);
    bcast!(#[on(&zarr)] z .= (x .- mean[0](x)) ./ std[0](x) .+ max[1](x));
    let took = peak() - before;
    // Stacks of threads, and what the allocator keeps.
    assert!(took <= limit + (8 << 20), "{took} bytes of {limit}");
}

/// A table of so many bytes, in chunks of 1 MB.
fn table(bytes: usize, limit: usize) {
    let folder = Folder::new();
    let sizes = (bytes / 1000, 250);
    let mut x = Chunked::<f32, Ix2>::create(&folder.store, "/x", sizes, (1000, 250)).expect("it can be made");
    x.write_from(|(row, column)| uneven(row * 250 + column)).expect("it can be written");
    Chunked::<f32, Ix2>::create(&folder.store, "/z", sizes, (1000, 250)).expect("it can be made");
    assert!(folder.run_child("memory::child", &limit.to_string()).success(), "the process says why");
}

#[test]
fn of_80_mb_within_24() {
    table(80_000_000, 24_000_000);
}

/// `cargo test --release -p bcast-zarr --test zarr -- --ignored` takes minutes, and 16 GB of the disk.
#[test]
#[ignore = "it takes minutes, and 16 GB of the disk"]
fn of_8_gb_within_900_mb() {
    table(8_000_000_000, 900_000_000);
}
