//! Every rank runs this: `mpirun -n 4` of it.

use bcast::ndarray::{Array, Array1, Array2, Dimension, Ix2};
use bcast::place::Both;
use bcast::{BroadcastError, bcast, try_bcast};
use bcast_mpi::{Failed, World};
use bcast_zarr::zarrs::array::codec::{ShardingCodecBuilder, ZstdCodec};
use bcast_zarr::zarrs::array::{ArrayBuilder, data_type};
use bcast_zarr::{Chunked, Store, Zarr};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Elements of which no sum has the same bits in another order.
fn uneven(at: usize) -> f32 {
    ((at * 7919 % 1013) as f32 / 97.0).sin() * (1.0 + (at % 7) as f32)
}

fn matrix(rows: usize, columns: usize) -> Array2<f32> {
    Array2::from_shape_fn((rows, columns), |(row, column)| uneven(row * columns + column))
}

fn bits<D: Dimension>(array: &Array<f32, D>) -> (Vec<usize>, Vec<u32>) {
    (array.shape().to_vec(), array.iter().map(|x| x.to_bits()).collect())
}

/// A folder that all ranks have, and that vanishes with the first of them.
struct Shared<'w> {
    world: &'w World,
    folder: PathBuf,
    store: Store,
}

impl<'w> Shared<'w> {
    fn new(world: &'w World, folder: &Path) -> Self {
        if world.rank() == 0 {
            let _ = std::fs::remove_dir_all(folder);
        }
        world.meet();
        let store = Store::files(folder).expect("it can be made");
        Shared { world, folder: folder.to_path_buf(), store }
    }

    /// What the first rank does, before the others go on.
    fn first(&self, run: impl FnOnce()) {
        if self.world.rank() == 0 {
            run();
        }
        self.world.meet();
    }

    fn open(&self, path: &str) -> Chunked<f32, Ix2> {
        Chunked::open(&self.store, path).expect("the first rank has made it")
    }

    fn stored(&self, path: &str, x: &Array2<f32>, builder: &ArrayBuilder) -> Chunked<f32, Ix2> {
        self.first(|| {
            let mut y = Chunked::<f32, Ix2>::build(&self.store, path, builder).expect("it can be made");
            y.write(x).expect("it can be written");
        });
        self.open(path)
    }
}

impl Drop for Shared<'_> {
    fn drop(&mut self) {
        self.world.meet();
        if self.world.rank() == 0 {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}

fn plain(x: &Array2<f32>, (rows, columns): (u64, u64)) -> ArrayBuilder {
    ArrayBuilder::new(
        x.shape().iter().map(|&n| n as u64).collect::<Vec<_>>(),
        vec![rows, columns],
        data_type::float32(),
        0.0_f32,
    )
}

/// Each rank reads its own rows or columns, whatever chunks are like; some ranks may have none.
fn split_from_zarr(world: &World, shared: &Shared) {
    for (rows, columns) in [(2, 9), (90, 70), (301, 5)] {
        let x = matrix(rows, columns);
        let mut zstd = plain(&x, (20, 35));
        zstd.bytes_to_bytes_codecs(vec![Arc::new(ZstdCodec::new(3, true))]);
        let mut shards = plain(&x, (20, 35));
        let inner = [10, 7].map(|n| NonZeroU64::new(n).expect("it is none")).to_vec();
        shards.array_to_bytes_codec(ShardingCodecBuilder::new(inner, &data_type::float32()).build_arc());
        for (name, builder) in [("plain", plain(&x, (7, 11))), ("zstd", zstd), ("shards", shards)] {
            let y = shared.stored(&format!("/{name}{rows}"), &x, &builder);
            for axis in 0..2 {
                let split = world.try_from_blocks((rows, columns), axis, |indices| y.read_part(indices));
                let split = split.expect("each rank can read its part");
                assert!(split == world.split(&x, axis), "{name}, axis {axis} of {rows}, {columns}");
                let z = bcast!(#[on(world)] (split .- mean[0](split)) ./ std[0](split));
                assert_eq!(bits(&world.gathered(&z)), bits(&bcast!((x .- mean[0](x)) ./ std[0](x))));
            }
        }
    }
    // A chunk that one rank needs is damaged: all of them hear of it.
    let x = matrix(80, 10);
    let y = shared.stored("/damaged", &x, &plain(&x, (10, 10)));
    shared.first(|| std::fs::write(shared.folder.join("damaged/c/7/0"), [1, 2, 3]).expect("it is there"));
    let failed = world.try_from_blocks((80, 10), 0, |indices| y.read_part(indices)).expect_err("it is damaged");
    match failed {
        Failed::Here(error) => {
            assert!(world.rank() + 1 == world.size() && error.to_string().contains("chunk `damaged/c/7/0`"), "{error}");
        }
        Failed::Elsewhere => assert!(world.rank() + 1 < world.size()),
    }
}

/// Chunks of an operand and of a target, for matrices of 301 by 40.
const CHUNKS: [((u64, u64), (u64, u64)); 4] =
    [((50, 40), (30, 40)), ((7, 40), (64, 40)), ((301, 9), (301, 11)), ((16, 13), (100, 10))];

/// A target that a formula makes of a stored array, by little memory and by much.
macro_rules! same {
    ($world:ident, $shared:ident, $x:ident; $($formula:tt)+) => {
        let want = bcast!($($formula)+);
        for (of_x, of_out) in CHUNKS {
            let (whole, stored) = ($x.clone(), $shared.stored("/x", &$x, &plain(&$x, of_x)));
            for limit in [90_000, 400_000] {
                $shared.first(|| {
                    Chunked::<f32, Ix2>::build(&$shared.store, "/out", &plain(&whole, of_out)).expect("it can be made");
                });
                let ($x, mut out) = (&stored, $shared.open("/out"));
                let zarr = Zarr::with_memory_limit(limit).with_threads(1);
                let place = Both($world, &zarr);
                let ran = try_bcast!(#[on(&place)] out .= $($formula)+);
                let what = || format!("{} of {of_x:?} to {of_out:?} within {limit}", stringify!($($formula)+));
                match ran {
                    Ok(()) => assert!(bits(&out.read().expect("it is written")) == bits(&want), "{}", what()),
                    Err(BroadcastError::OutOfCore { .. } | BroadcastError::Elsewhere { .. }) if limit < 400_000 => {}
                    Err(error) => panic!("{}: {error}", what()),
                }
                $world.meet();
            }
        }
    };
}

fn formulas(world: &World, shared: &Shared) {
    let x = matrix(301, 40);
    let v = Array1::from_shape_fn(40, uneven);
    same!(world, shared, x; (x .- mean[0](x)) ./ std[0](x) .* v @ (1));
    same!(world, shared, x; exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))));
    same!(world, shared, x; x .- mean[1](x) .- mean[0](x) @ (1) .+ mean(x));
}

/// In memory every rank has everything.
fn in_memory(world: &World, shared: &Shared) {
    let x = matrix(1000, 40);
    let y = shared.stored("/memory", &x, &plain(&x, (90, 40)));
    let mut rows = Array1::<f32>::zeros(1000);
    for limit in [500_000, 10_000_000] {
        let zarr = Zarr::with_memory_limit(limit).with_threads(1);
        let place = Both(world, &zarr);
        let have = bcast!(#[on(&place)] (sum(y), argmax(y), argmin[0](y), sum[1](y .* y), norm[0](y)));
        assert_eq!(have, bcast!((sum(x), argmax(x), argmin[0](x), sum[1](x .* x), norm[0](x))));
        bcast!(#[on(&place)] rows .= max[1](y));
        assert_eq!(rows, bcast!(max[1](x)));
    }
}

/// Each rank marks what it has written, and removes its marks in the end.
fn resuming(world: &World, shared: &Shared) {
    let x = matrix(1000, 40);
    let y = shared.stored("/from", &x, &plain(&x, (90, 40)));
    shared.first(|| {
        Chunked::<f32, Ix2>::build(&shared.store, "/to", &plain(&x, (50, 40))).expect("it can be made");
    });
    let (mut z, zarr) = (shared.open("/to"), Zarr::with_memory_limit(500_000).with_threads(1));
    let marks = shared.folder.join("to/bcast.resume");
    for _ in 0..2 {
        let named = zarr.resuming("doubled");
        bcast!(#[on(&Both(world, &named))] z .= y .- mean[0](y));
        assert_eq!(bits(&z.read().expect("it is written")), bits(&bcast!(x .- mean[0](x))));
        world.meet();
        assert_eq!(std::fs::read_dir(&marks).map_or(0, Iterator::count), 0, "no marks are left");
        world.meet();
    }
}

/// A chunk of one rank cannot be read; a target of all of them cannot be written by one.
fn errors(world: &World, shared: &Shared) {
    let x = matrix(800, 40);
    let y = shared.stored("/bad", &x, &plain(&x, (100, 40)));
    shared.first(|| {
        Chunked::<f32, Ix2>::build(&shared.store, "/worse", &plain(&x, (100, 40))).expect("it can be made");
        std::fs::write(shared.folder.join("bad/c/7/0"), [1, 2, 3]).expect("it is there");
        std::fs::create_dir_all(shared.folder.join("worse/c/0/0/in the way")).expect("a folder");
    });
    let mut z = shared.open("/worse");
    let zarr = Zarr::with_memory_limit(300_000).with_threads(1);
    let place = Both(world, &zarr);
    let last = world.rank() + 1 == world.size();
    let error = try_bcast!(
        #[on(&place)]
        max[0](y)
    )
    .expect_err("a chunk is damaged");
    match error {
        BroadcastError::OutOfCore { .. } => assert!(error.to_string().contains("`bad/c/7/0`"), "{error}"),
        _ => assert!(!last && matches!(error, BroadcastError::Elsewhere { .. }), "{error}"),
    }
    let ones = Array1::<f32>::ones(40);
    let error = try_bcast!(#[on(&place)] z .= ones @ (1)).expect_err("a chunk cannot be written");
    match error {
        BroadcastError::OutOfCore { .. } => assert!(error.to_string().contains("`worse/c/0/0`"), "{error}"),
        _ => assert!(world.rank() > 0 && matches!(error, BroadcastError::Elsewhere { .. }), "{error}"),
    }
}

fn main() {
    // SAFETY: all elements are numbers.
    let world = unsafe { World::initialise() }.expect("the first one");
    let folder = std::env::args().nth(1).expect("a folder for a while");
    let shared = Shared::new(&world, &Path::new(&folder).join("bcast-ranks-over-zarr"));
    type Test = fn(&World, &Shared);
    let tests: [(&str, Test); 5] = [
        ("split from zarr", split_from_zarr),
        ("formulas", formulas),
        ("in memory", in_memory),
        ("resuming", resuming),
        ("errors", errors),
    ];
    for (name, test) in tests {
        test(&world, &shared);
        if world.rank() == 0 {
            println!("{name} on {} ranks ... ok", world.size());
        }
    }
}
