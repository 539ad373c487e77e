//! What derivatives alone are written with, by a gradient on the device and on the processor.

use bcast::bcast;
use bcast::ndarray::Array1;

use super::{judge, on_device};

macro_rules! slopes {
    ($($name:ident: $t:ident ^ $n:ident = [$($exponent:expr),+] => $power:ident;)*) => {
        pub(super) const TESTED: &[&str] = &[$(stringify!($name)),*];
        $(#[test]
        fn $name() {
            let gpu = gpu!();
            let bases = (1..400).map(|i| i as $t * 0.031);
            let pairs = bases.flat_map(|x| [$($exponent),+].map(|n: $n| (x, n)));
            let (x, n): (Vec<$t>, Vec<$n>) = pairs.unzip();
            let (x, n) = (Array1::from(x), Array1::from(n));
            // Ends here where the device lacks a type.
            let _ = on_device!(stringify!($name), gpu, $power.(x, n));
            let (_, have) = bcast!(#[gpu(gpu)] #[grad(x)] $power.(x, n));
            let (_, want) = bcast!(#[grad(x)] $power.(x, n));
            judge(stringify!($name), |at| ((x[at], n[at]), false), &have.download().unwrap(), &want);
        })*
    };
}
slopes! {
    slope_of_powf_f32: f32 ^ f32 = [-2.5, -1.0, 0.0, 0.5, 1.0, 1.75, 3.0, 6.5] => powf;
    slope_of_powi_f32: f32 ^ i32 = [-6, -2, -1, 0, 1, 2, 3, 7] => powi;
    slope_of_powi_f64: f64 ^ i32 = [-6, -2, -1, 0, 1, 2, 3, 7] => powi;
}
