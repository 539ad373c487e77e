//! Chunks that cannot be read or written: errors that name them, and no chunk of a target that is half written.

use crate::common::{matrix, store, stored, target};
use bcast::ndarray::{Array2, Ix2};
use bcast::{bcast, try_bcast};
use bcast_zarr::{Chunked, Zarr};
use std::fs;
use std::path::Path;

const CHUNK: &str = "x/c/3/0";

fn zarr() -> Zarr {
    Zarr::with_memory_limit(400_000).with_threads(2)
}

/// Runs a call whose operand has been damaged; gives what it says, and where targets are.
fn said_of(zarr: Zarr, damage: impl FnOnce(&Path)) -> String {
    let (folder, store) = store();
    let x = matrix(800, 50);
    let (y, mut z) = (stored(&store, "/x", &x, (100, 50)), target(&store, "/z", &x, (100, 50)));
    damage(&folder.path().join(CHUNK));
    let error = try_bcast!(#[on(&zarr)] z .= y .* 2.0).expect_err("a chunk is damaged").to_string();
    are_whole(&z, &(&x * 2.0));
    error
}

/// Each chunk of a target is what it should be, or has not been written.
fn are_whole(z: &Chunked<f32, Ix2>, want: &Array2<f32>) {
    let z = z.read().expect("what has been written can be read");
    for (have, want) in z.outer_iter().zip(want.outer_iter()) {
        assert!(have == want || have.iter().all(|&z| z == 0.0), "rows are those of whole chunks");
    }
}

#[test]
fn truncated() {
    let said = said_of(zarr(), |chunk| {
        let bytes = fs::read(chunk).expect("it is there");
        fs::write(chunk, &bytes[..bytes.len() / 2]).expect("it can be written");
    });
    assert!(said.contains("chunk `x/c/3/0` of array `/x`"), "{said}");
}

#[test]
fn corrupt() {
    let said = said_of(zarr(), |chunk| {
        let mut bytes = fs::read(chunk).expect("it is there");
        bytes[1234] ^= 1;
        fs::write(chunk, &bytes).expect("it can be written");
    });
    assert!(said.contains("chunk `x/c/3/0` of array `/x`") && said.contains("checksum"), "{said}");
}

#[test]
fn missing() {
    let said = said_of(zarr().require_chunks(), |chunk| fs::remove_file(chunk).expect("it is there"));
    assert!(said.contains("chunk `x/c/3/0` of array `/x`: it is missing"), "{said}");
    let (folder, store) = store();
    let x = stored(&store, "/x", &Array2::<f32>::ones((800, 50)), (100, 50));
    fs::remove_file(folder.path().join(CHUNK)).expect("it is there");
    assert_eq!(
        bcast!(
            #[on(&zarr())]
            sum(x)
        ),
        700.0 * 50.0,
        "zeros, as Zarr has it"
    );
}

#[test]
fn bytes_that_are_no_bool() {
    let (folder, store) = store();
    let mut bytes = vec![1_u8; 100];
    bytes[17] = 2;
    let mut builder = bcast_zarr::zarrs::array::ArrayBuilder::new(
        vec![10, 10],
        vec![10, 10],
        bcast_zarr::zarrs::array::data_type::bool(),
        bcast_zarr::zarrs::array::FillValue::from(false),
    );
    builder.bytes_to_bytes_codecs(vec![]);
    let x = Chunked::<bool, Ix2>::build(&store, "/x", &builder).expect("it can be made");
    fs::create_dir_all(folder.path().join("x/c/0")).expect("a folder");
    fs::write(folder.path().join("x/c/0/0"), bytes).expect("it can be written");
    let error = try_bcast!(
        #[on(&zarr())]
        count(x)
    )
    .expect_err("2 is no bool")
    .to_string();
    assert!(error.contains("chunk `x/c/0/0` of array `/x`: a byte is neither 0 nor 1"), "{error}");
}

/// A folder that takes no more files stands for a disk that is full: `tests/zarr/killed.rs` has one that is.
#[test]
fn a_target_that_cannot_be_written() {
    let (folder, store) = store();
    let x = matrix(800, 50);
    let (y, mut z) = (stored(&store, "/x", &x, (100, 50)), target(&store, "/z", &x, (100, 50)));
    // A folder in the place of a chunk.
    fs::create_dir_all(folder.path().join("z/c/5/0/in the way")).expect("a folder");
    let error = try_bcast!(#[on(&zarr())] z .= y .* 2.0).expect_err("it cannot be written").to_string();
    assert!(error.contains("chunk `z/c/5/0` of array `/z`"), "{error}");
    fs::remove_dir_all(folder.path().join("z/c/5/0")).expect("a folder");
    are_whole(&z, &(&x * 2.0));
    let parts = fs::read_dir(folder.path().join("z/c/5")).expect("a folder").count();
    assert_eq!(parts, 0, "nothing is left of what could not be written");
}

#[test]
fn a_panic_ends_the_call() {
    let (_folder, store) = store();
    let x = matrix(800, 50);
    let (y, mut z) = (stored(&store, "/x", &x, (100, 50)), target(&store, "/z", &x, (100, 50)));
    let bad = x[[555, 7]];
    let fails = move |x: f32| if x == bad { panic!("element {x}") } else { x };
    let place = zarr();
    let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| bcast!(#[on(&place)] z .= fails.(y))));
    assert!(ended.is_err());
    are_whole(&z, &x);
}
