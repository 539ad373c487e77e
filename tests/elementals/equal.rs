//! Bits of two results.

use bcast::ndarray::Array1;
use std::fmt::Debug;

/// Numbers whose bits can be compared.
pub(crate) trait Bits: Copy + Debug {
    /// All NaNs are one.
    fn bits(self) -> u64;
}
macro_rules! bits {
    ($($t:ty, $x:ident => $bits:expr;)*) => {$(
        impl Bits for $t {
            fn bits(self) -> u64 {
                let $x = self;
                $bits
            }
        }
    )*};
}
bits! {
    f32, x => if x.is_nan() { u64::MAX } else { x.to_bits().into() };
    f64, x => if x.is_nan() { u64::MAX } else { x.to_bits() };
    i32, x => x as u64;
    u32, x => x.into();
    i64, x => x as u64;
    u64, x => x;
    bool, x => x.into();
}

/// Each element of the device is that of the processor.
#[track_caller]
pub(crate) fn assert_equal<T: Bits>(what: &str, have: &Array1<T>, want: &Array1<T>) {
    assert_eq!(have.len(), want.len());
    for (at, (&have, &want)) in have.iter().zip(want).enumerate() {
        assert!(have.bits() == want.bits(), "{what}, element {at}: {have:?} on the device, {want:?} on the processor");
    }
}

/// Calls of functions on a device and on the processor.
macro_rules! equal {
    ($($function:ident($($argument:ident),*);)*) => {
        let gpu = gpu!();
        $({
            let have = bcast::bcast!(#[gpu(gpu)] $function.($($argument),*)).download().expect("no error");
            let want = bcast::bcast!($function.($($argument),*));
            $crate::equal::assert_equal(stringify!($function), &have, &want);
        })*
    };
}

/// Floats: ordinary ones of all sizes, whole ones, zeros of both signs, infinities, a NaN.
pub(crate) fn floats() -> Array1<f32> {
    let mut all: Vec<f32> = (0..600).map(|i| (i * i % 613) as f32 * 0.037 - 11.0).collect();
    all.extend((-20..20).map(|i| i as f32));
    all.extend((-30..30).map(|i| 1.7 * 10f32.powi(i)));
    all.extend([0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, f32::MAX, f32::MIN, 1e-30, -1e-30]);
    all.into()
}

/// As many integers: small ones of both signs, and the largest.
pub(crate) fn integers() -> Array1<i32> {
    let len = floats().len() as i32;
    let mut all: Vec<i32> = (0..len - 4).map(|i| i * 37 % 101 - 50).collect();
    all.extend([i32::MAX, i32::MIN, i32::MAX - 1, i32::MIN + 1]);
    all.into()
}
