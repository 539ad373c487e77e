//! `#[wrapping]` and `#[saturating]` on a GPU, beside the processor.

use bcast::ndarray::{Array2, array};
use bcast::{GpuElement, bcast};

/// Numbers of all sizes.
fn drawn<T>(value: impl Fn(u64) -> T) -> Array2<T> {
    Array2::from_shape_fn((37, 61), |(i, j)| {
        let bits = ((i * 61 + j) as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        value(bits >> (bits % 60))
    })
}

/// The same call on both machines.
macro_rules! both {
    ($gpu:ident, $($call:tt)+) => {
        match bcast::try_bcast!(#[gpu($gpu)] $($call)+) {
            Err(bcast::BroadcastError::Gpu(bcast::GpuError::Unsupported { what, adapter, .. })) => {
                println!("{} did not run: {adapter} has no {what}", stringify!($($call)+));
            }
            made => assert_eq!(made.unwrap().download().unwrap(), bcast!($($call)+), "{}", stringify!($($call)+)),
        }
    };
}

macro_rules! integers {
    ($($name:ident: $t:ident;)*) => {$(
        #[test]
        fn $name() {
            let gpu = gpu!();
            fn is_element<T: GpuElement>(_: &Array2<T>) {}
            let (x, y) = (drawn(|bits| bits as $t), drawn(|bits| (bits >> 3) as $t));
            is_element(&x);
            both!(gpu, #[wrapping] (x .+ y) .* x .- y .* 3);
            both!(gpu, #[wrapping] x .^ 5 .+ (y .<< 70) .- (x .>> -1));
            both!(gpu, #[saturating] (x .+ y) .* x .- y .* 3);
            both!(gpu, #[saturating] x .^ 5 .+ (y .<< 3) .- (x .>> -1));
            both!(gpu, #[saturating] x .^ 0 .+ (y .>> 2_u64) .+ (x .<< 1_i64));
            both!(gpu, #[wrapping] sum[0](x .* y));
            both!(gpu, #[wrapping] prod[1](x));
            both!(gpu, #[saturating] if x .> y { x .- y } else { y .* 2 } ./ 3);
        }
    )*};
}
integers! { i8s: i8; u8s: u8; i16s: i16; u16s: u16; i32s: i32; u32s: u32; i64s: i64; u64s: u64; }

#[test]
fn assignments() {
    let gpu = gpu!();
    let x = array![250_u8, 3, 128, 7, 255];
    let mut y = gpu.upload(&x).unwrap();
    bcast!(#[gpu(gpu)] #[saturating] y .+= 10);
    bcast!(#[gpu(gpu)] #[wrapping] y .*= 3; y .^= 2);
    let mut want = x;
    bcast!(#[saturating] want .+= 10);
    bcast!(#[wrapping] want .*= 3; want .^= 2);
    assert_eq!(y.download().unwrap(), want);
}

#[test]
fn floats_compute_as_ever() {
    let gpu = gpu!();
    let x = drawn(|bits| (bits % 1000) as f32 * 0.5);
    both!(gpu, #[saturating] abs.(.-x) .* 2 .- x .^ 2 .+ 1);
    both!(gpu, #[wrapping] x .- 3);
    both!(
        gpu,
        #[saturating]
        sum[1](x)
    );
}

#[test]
fn a_division_by_zero_is_reported() {
    let gpu = gpu!();
    let made = bcast!(#[gpu(gpu)] #[wrapping] array![1, 2] ./ array![1, 0]);
    assert!(made.download().unwrap_err().to_string().contains("zero"));
}
