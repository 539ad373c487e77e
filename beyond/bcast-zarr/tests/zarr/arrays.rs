//! Arrays as Zarr has them: types, chunks, codecs, versions, stores.

use crate::common::{bits, matrix, store, stored, target};
use bcast::bcast;
use bcast::ndarray::{Array1, Array2, ArrayD, Ix1, Ix2, IxDyn};
use bcast_zarr::zarrs::array::codec::{BytesCodec, GzipCodec, ShardingCodecBuilder, TransposeCodec, ZstdCodec};
use bcast_zarr::zarrs::array::{ArrayBuilder, data_type};
use bcast_zarr::zarrs::storage::store::MemoryStore;
use bcast_zarr::{Chunked, Element, Store, Zarr};
use std::sync::Arc;

fn zarr() -> Zarr {
    Zarr::with_memory_limit(300_000).with_threads(2)
}

fn round_trips<T: Element + PartialEq + std::fmt::Debug>(
    x: &Array1<T>,
    call: impl FnOnce(&Zarr, &Chunked<T, Ix1>, &mut Chunked<T, Ix1>),
    want: &Array1<T>,
) {
    let (_folder, store) = store();
    let y = stored(&store, "/x", x, 300);
    assert_eq!(Chunked::<T, Ix1>::open(&store, "/x").expect("it is there").read().expect("it can be read"), *x);
    let mut z = target(&store, "/z", x, 70);
    call(&zarr(), &y, &mut z);
    assert_eq!(z.read().expect("it can be read"), *want);
}

macro_rules! numbers {
    ($($t:ident)*) => {$(
        let x = Array1::from_shape_fn(1000, |at| (at % 100) as $t);
        round_trips(&x, |zarr, y, z| bcast!(#[on(zarr)] z .= y .+ 1), &x.mapv(|x| x + 1 as $t));
    )*};
}

#[test]
fn every_type_of_elements() {
    numbers! { f32 f64 i8 i16 i32 i64 u8 u16 u32 u64 }
    let x = Array1::from_shape_fn(1000, |at| at % 3 == 0);
    round_trips(&x, |zarr, y, z| bcast!(#[on(zarr)] z .= !y), &x.mapv(|x| !x));
    let (_folder, store) = store();
    let y = stored(&store, "/x", &x, 300);
    assert_eq!(
        bcast!(
            #[on(&zarr())]
            count(y)
        ),
        334
    );
}

#[test]
fn other_types_and_axes_are_told() {
    let (_folder, store) = store();
    stored(&store, "/x", &matrix(10, 10), (5, 5));
    let said = |error: Option<bcast_zarr::Error>| error.expect("it does not fit").to_string();
    let message = said(Chunked::<f64, Ix2>::open(&store, "/x").err());
    assert!(message.starts_with("array `/x`: its elements are ") && message.ends_with("and no `f64`"), "{message}");
    assert_eq!(said(Chunked::<f32, Ix1>::open(&store, "/x").err()), "array `/x`: it has 2 axes");
    assert!(said(Chunked::<f32, Ix1>::open(&store, "/y").err()).contains("`/y`"));
    let dynamic = Chunked::<f32, IxDyn>::open(&store, "/x").expect("any axes do");
    assert_eq!(dynamic.read().expect("it can be read"), matrix(10, 10).into_dyn());
}

/// Codecs, shards and an order of axes of their own.
#[test]
fn codecs() {
    let (_folder, store) = store();
    let x = matrix(90, 70);
    let plain = || ArrayBuilder::new(vec![90, 70], vec![20, 35], data_type::float32(), 0.0_f32);
    let mut zstd = plain();
    zstd.bytes_to_bytes_codecs(vec![Arc::new(ZstdCodec::new(3, true))]);
    let mut gzip = plain();
    gzip.bytes_to_bytes_codecs(vec![Arc::new(GzipCodec::new(5).expect("a level"))]);
    let mut turned = plain();
    let order = bcast_zarr::zarrs::array::codec::TransposeOrder::new(&[1, 0]).expect("an order");
    turned.array_to_array_codecs(vec![Arc::new(TransposeCodec::new(order))]);
    turned.array_to_bytes_codec(Arc::new(BytesCodec::big()));
    let mut shards = plain();
    let inner = vec![10, 7].into_iter().map(|n| std::num::NonZeroU64::new(n).expect("it is none")).collect::<Vec<_>>();
    shards.array_to_bytes_codec(ShardingCodecBuilder::new(inner, &data_type::float32()).build_arc());
    for (name, builder) in [("zstd", zstd), ("gzip", gzip), ("turned", turned), ("shards", shards)] {
        let mut y = Chunked::<f32, Ix2>::build(&store, &format!("/{name}"), &builder).expect("it can be made");
        y.write(&x).expect("it can be written");
        let mut z = target(&store, &format!("/of_{name}"), &x, (33, 70));
        bcast!(#[on(&zarr())] z .= y .* 2.0);
        assert_eq!(bits(&z.read().expect("it can be read")), bits(&(&x * 2.0)), "{name}");
        bcast!(#[on(&zarr())] y .= z .* 2.0);
        assert_eq!(bits(&y.read().expect("it can be read")), bits(&(&x * 4.0)), "{name}");
    }
}

/// The metadata and a chunk of version 2, as another program would have written them.
#[test]
fn version_2() {
    let (folder, store) = store();
    std::fs::create_dir(folder.path().join("old")).expect("a folder");
    let metadata = r#"{"zarr_format": 2, "shape": [3, 2], "chunks": [2, 2], "dtype": "<f4", "compressor": null,
        "fill_value": 7.0, "order": "C", "filters": null}"#;
    std::fs::write(folder.path().join("old/.zarray"), metadata).expect("a file");
    let bytes: Vec<u8> = [1.0_f32, 2.0, 3.0, 4.0].into_iter().flat_map(f32::to_le_bytes).collect();
    std::fs::write(folder.path().join("old/0.0"), bytes).expect("a file");
    let x = Chunked::<f32, Ix2>::open(&store, "/old").expect("it is there");
    assert_eq!(
        bcast!(
            #[on(&zarr())]
            sum[0](x)
        ),
        Array1::from(vec![1.0 + 3.0 + 7.0, 2.0 + 4.0 + 7.0])
    );
    let mut z = Chunked::<f32, Ix2>::open(&store, "/old").expect("it is there");
    z.write(&Array2::ones((3, 2))).expect("it can be written");
    assert_eq!(x.read().expect("it can be read"), Array2::<f32>::ones((3, 2)));
}

#[test]
fn a_store_of_zarrs() {
    let store = Store::of(MemoryStore::new());
    let x = matrix(50, 40);
    let (y, mut z) = (stored(&store, "/x", &x, (20, 40)), target(&store, "/z", &x, (30, 40)));
    bcast!(#[on(&zarr())] z .= y .- mean[0](y));
    assert_eq!(bits(&z.read().expect("it can be read")), bits(&bcast!(x .- mean[0](x))));
    let (_folder, files) = crate::common::store();
    let mut w = stored(&files, "/w", &x, (20, 40));
    // From one store to another.
    bcast!(#[on(&zarr())] w .= z .+ y);
    assert_eq!(bits(&w.read().expect("it can be read")), bits(&bcast!(x .- mean[0](x) .+ x)));
}

#[test]
fn empty_and_single_arrays() {
    let (_folder, store) = store();
    let mut none = Chunked::<f32, Ix2>::create(&store, "/none", (0, 5), (10, 5)).expect("it can be made");
    assert_eq!(
        bcast!(
            #[on(&zarr())]
            sum[0](none)
        ),
        Array1::<f32>::zeros(5)
    );
    bcast!(#[on(&zarr().in_place())] none .= none .+ 1);
    let one = stored(&store, "/one", &ArrayD::<f32>::from_elem(vec![], 3.0), IxDyn(&[]));
    assert_eq!(bcast!(#[on(&zarr())] one .* 2.0).into_raw_vec_and_offset().0, [6.0]);
}
