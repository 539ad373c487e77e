//! Slices of stored arrays as operands: the bits that they have in memory, along axes that are cut into blocks or not.

use crate::common::{bits, matrix, store, stored, target, uneven};
use bcast::ndarray::{Array1, Array3, Dimension};
use bcast::{bcast, try_bcast};
use bcast_zarr::zarrs::array::codec::ShardingCodecBuilder;
use bcast_zarr::zarrs::array::{ArrayBuilder, data_type};
use bcast_zarr::{Chunked, Zarr};
use std::num::NonZeroU64;

/// Chunks of a third along each axis.
fn thirds<D: Dimension>(mut sizes: D) -> D {
    sizes.slice_mut().iter_mut().for_each(|size| *size = size.div_ceil(3).max(1));
    sizes
}

/// `same!(x; formula)`: what a formula makes of a stored matrix of 120 by 45, for several chunks and limits.
macro_rules! same {
    ($x:ident; $($formula:tt)+) => {
        let want = bcast!($($formula)+);
        for chunks in [(10, 45), (120, 7), (33, 13), (200, 100)] {
            let (_folder, store) = store();
            let $x = stored(&store, "/x", &$x, chunks);
            for limit in [60_000, 100_000, 200_000, 1_000_000] {
                let zarr = Zarr::with_memory_limit(limit).with_threads(1);
                let mut out = target(&store, "/out", &want, thirds(want.raw_dim()));
                let have = try_bcast!(#[on(&zarr)] $($formula)+);
                match have.and_then(|have| try_bcast!(#[on(&zarr)] out .= $($formula)+).map(|()| have)) {
                    Ok(have) => {
                        let out = out.read().expect("it is written");
                        let are_right = bits(&have) == bits(&want) && bits(&out) == bits(&want);
                        assert!(are_right, "{} of {chunks:?} in {limit}", stringify!($($formula)+));
                    }
                    Err(error) => assert!(limit < 1_000_000 && error.to_string().contains("bytes of memory")),
                }
            }
        }
    };
}

#[test]
fn of_matrices() {
    let x = matrix(120, 45);
    same!(x; x[1.., ..] .- x[..-1, ..]);
    same!(x; x[.., 1..] .- x[.., ..-1]);
    same!(x; x[..;3, 5..40] .* 2.0);
    same!(x; x[..;-1, ..] .+ x);
    same!(x; x[2..;-4, ..;-2] .- mean[0](x[2..;-4, ..;-2]));
    same!(x; x .- x[7, ..] @ (1));
    same!(x; x .- x[.., -3] @ (0));
    same!(x; x[.., 4] .+ 1.0);
    same!(x; x[3..8, ..][.., 1..;2] .* x[-1, 2]);
    same!(x; sum[0](x[1.., ..] .* x[..-1, ..]));
    same!(x; (x[5..5, ..] .+ 1.0));
}

#[test]
fn of_three_axes() {
    let x = Array3::from_shape_fn((20, 9, 14), |(i, j, k)| uneven(i * 126 + j * 14 + k));
    let v = Array1::from_shape_fn(14, uneven);
    let want = bcast!(x[..;-3, 4, ..] .- v @ (1) .+ x[1..8, .., 0][.., 2] @ (0));
    for chunks in [(3, 9, 14), (20, 2, 5), (7, 4, 3)] {
        let (_folder, store) = store();
        let x = stored(&store, "/x", &x, chunks);
        let zarr = Zarr::with_memory_limit(200_000).with_threads(2);
        assert_eq!(bcast!(#[on(&zarr)] x[..;-3, 4, ..] .- v @ (1) .+ x[1..8, .., 0][.., 2] @ (0)), want);
    }
}

/// Of a shard no more is decoded than steps reach.
#[test]
fn of_shards() {
    let x = matrix(60, 40);
    let (_folder, store) = store();
    let mut shards = ArrayBuilder::new(vec![60, 40], vec![30, 40], data_type::float32(), 0.0_f32);
    let inner = [10, 8].map(|n| NonZeroU64::new(n).expect("it is none")).to_vec();
    shards.array_to_bytes_codec(ShardingCodecBuilder::new(inner, &data_type::float32()).build_arc());
    let mut y = Chunked::build(&store, "/x", &shards).expect("it can be made");
    y.write(&x).expect("it can be written");
    let zarr = Zarr::with_memory_limit(300_000).with_threads(1);
    assert_eq!(bcast!(#[on(&zarr)] y[5..50;7, ..;-3] .* 2.0), bcast!(x[5..50;7, ..;-3] .* 2.0));
}

#[test]
fn what_is_assigned_is_not_read_elsewhere() {
    let x = matrix(30, 20);
    let (_folder, store) = store();
    let mut y = stored(&store, "/x", &x, (10, 20));
    let again = Chunked::<f32, bcast::ndarray::Ix2>::open(&store, "/x").expect("it is there");
    let zarr = Zarr::with_memory_limit(150_000).in_place();
    let error = try_bcast!(#[on(&zarr)] y .= again[..;-1, ..] .* 2.0).expect_err("they are the same").to_string();
    assert_eq!(error, "try_bcast!: `again[..; -1, ..]` is of `y`, which is assigned: read it from another array");
}

#[test]
#[should_panic(expected = "45 is out of range in `x[.., 45]`: axis 1 has length 45")]
fn out_of_range() {
    let (_folder, store) = store();
    let x = stored(&store, "/x", &matrix(120, 45), (50, 45));
    let _ = bcast!(#[on(&Zarr::with_memory_limit(1_000_000))] x[.., 45] .* 2.0);
}
