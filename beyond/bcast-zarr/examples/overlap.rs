//! How far computing hides reading, or reading computing: each alone, and both.
//!
//! ```text
//! cargo run --release --example overlap -- /tmp/overlap
//! ```
//! One thread reads and decodes, one computes; the numbers are medians of seven. A call that hid nothing would take the
//! sum of both.

use bcast::bcast;
use bcast::ndarray::{Array2, Ix2};
use bcast_zarr::zarrs::array::codec::{Crc32cCodec, ZstdCodec};
use bcast_zarr::zarrs::array::{ArrayBuilder, data_type};
use bcast_zarr::{Chunked, Store, Zarr};
use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// 256 MB, in chunks of 4 MB.
const SIZES: (usize, usize) = (64_000, 1_000);
const ROWS: usize = 1_000;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).map_or_else(|| std::env::temp_dir().join("bcast-zarr-overlap"), PathBuf::from);
    let store = Store::files(&folder)?;
    let element = |(row, column): (usize, usize)| ((row * 31 + column * 7) % 1_000) as f32 / 1_000.0;
    let sizes = || vec![SIZES.0 as u64, SIZES.1 as u64];
    let mut plain = ArrayBuilder::new(sizes(), vec![ROWS as u64, 1_000], data_type::float32(), 0.0_f32);
    plain.bytes_to_bytes_codecs(vec![Arc::new(Crc32cCodec::new())]);
    let mut zstd = ArrayBuilder::new(sizes(), vec![ROWS as u64, 1_000], data_type::float32(), 0.0_f32);
    zstd.bytes_to_bytes_codecs(vec![Arc::new(ZstdCodec::new(1, false))]);
    println!("{:>8} {:>10} {:>10} {:>10} {:>6}  ms", "codec", "reading", "computing", "both", "ratio");
    for (name, builder) in [("crc32c", plain), ("zstd", zstd)] {
        let mut x = Chunked::<f32, Ix2>::build(&store, &format!("/{name}"), &builder)?;
        x.write_from(element)?;
        let zarr = Zarr::with_memory_limit(300_000_000).with_threads(1);
        let blocks = Array2::from_shape_fn((ROWS * 8, SIZES.1), element);
        let times = SIZES.0 / blocks.nrows();
        // What costs next to nothing, all else being the same.
        let reading = median(|| {
            bcast!(
                #[on(&zarr)]
                #[serial]
                max(x)
            )
        });
        let light = median(|| (0..times).map(|_| bcast!(#[serial] sum(sqrt.(exp.(blocks))))).sum());
        let light_both = median(|| bcast!(#[on(&zarr)] #[serial] sum(sqrt.(exp.(x)))));
        let heavy = median(|| {
            (0..times)
                .map(|_| bcast!(#[serial] sum(ln.(exp.(sin.(blocks)) .+ cos.(blocks) .^ 2 .+ tan.(blocks)))))
                .sum()
        });
        let heavy_both = median(|| bcast!(#[on(&zarr)] #[serial] sum(ln.(exp.(sin.(x)) .+ cos.(x) .^ 2 .+ tan.(x)))));
        for (computing, both) in [(light, light_both), (heavy, heavy_both)] {
            let ratio = both / reading.max(computing);
            println!("{name:>8} {reading:>10.0} {computing:>10.0} {both:>10.0} {ratio:>6.2}");
        }
    }
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

fn median(mut run: impl FnMut() -> f32) -> f64 {
    let mut times: Vec<f64> = (0..7)
        .map(|_| {
            let start = Instant::now();
            std::hint::black_box(run());
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[3]
}
