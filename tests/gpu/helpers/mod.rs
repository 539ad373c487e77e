//! Each function of the library in WGSL (`bcast_shaders`) beside its twin on the processor, over many arguments, the
//! edges among them. By how much results may be off is what the library's table says; a function of the table without a
//! test here is found.

use std::collections::BTreeSet;
use std::fmt::Debug;

use bcast::half::f16;
use bcast::ndarray::Array1;
use bcast_shaders::{Accuracy, helper, helpers};

use crate::common::floats;
use crate::same::is_exact;

mod elementary;
mod numbers;
mod slopes;

#[test]
fn every_function_has_a_test() {
    let tested: BTreeSet<&str> =
        elementary::TESTED.iter().chain(slopes::TESTED).copied().chain(numbers::tested()).collect();
    let are_functions = helpers().filter(|own| own.accuracy != Accuracy::Part);
    let missing: Vec<&str> = are_functions.map(|own| own.name.as_str()).filter(|name| !tested.contains(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// What functions take and return.
pub(super) trait Number: Copy + Debug {
    /// How many numbers it lies from another one.
    fn off(self, other: Self) -> i128;
    /// The bits, of which one stands for all NaNs.
    fn bits(self) -> u64;
    /// Whether a device may make zero of it.
    fn is_subnormal(self) -> bool {
        false
    }
    /// Whether it may be what has become of a subnormal number.
    fn is_tiny(self) -> bool {
        false
    }
    /// As a float.
    fn float(self) -> f64 {
        f64::NAN
    }
}
macro_rules! floats {
    ($($t:ty: $nan:expr, $most:expr;)*) => {$(
        impl Number for $t {
            fn off(self, other: Self) -> i128 {
                floats::ulps(f64::from(self) as $t, f64::from(other) as $t)
            }
            fn bits(self) -> u64 {
                if self.is_nan() { $nan } else { self.to_bits().into() }
            }
            fn is_subnormal(self) -> bool {
                <$t>::is_subnormal(self)
            }
            fn is_tiny(self) -> bool {
                self.abs() < 2. * $most
            }
            fn float(self) -> f64 {
                self.into()
            }
        }
    )*};
}
floats! { f32: 1, f32::MIN_POSITIVE; f64: 1, f64::MIN_POSITIVE; }
macro_rules! others {
    ($($t:ty: $x:ident => $bits:expr;)*) => {$(
        impl Number for $t {
            fn off(self, other: Self) -> i128 {
                if self.bits() == other.bits() { 0 } else { i128::MAX }
            }
            fn bits(self) -> u64 {
                let $x = self;
                $bits
            }
        }
    )*};
}
others! {
    i8: x => x as u64; u8: x => x.into(); i16: x => x as u64; u16: x => x.into();
    i32: x => x as u64; u32: x => x.into(); i64: x => x as u64; u64: x => x; usize: x => x as u64; bool: x => x.into();
    // A device may make zero of what is subnormal.
    f16: x => if x.is_nan() { 1 } else if (x.to_bits() & 0x7fff) < 0x400 { 0 } else { x.to_bits().into() };
}

/// What is wrong with the results of a function for these arguments, if anything is.
pub(super) fn judge<X: Debug, T: Number>(
    name: &str,
    arguments: impl Fn(usize) -> (X, bool),
    have: &Array1<T>,
    want: &Array1<T>,
) {
    // Integers of 8 and 16 bits are most often computed with by the functions of 32 bits.
    let accuracy = helper(name).map_or(Accuracy::Exact, |own| own.accuracy);
    assert_eq!(have.len(), want.len());
    let mut worst = (0, 0);
    for at in 0..have.len() {
        let (have, want, (x, is_subnormal)) = (have[at], want[at], arguments(at));
        let off = have.off(want);
        let fits = match accuracy {
            Accuracy::Exact => have.bits() == want.bits(),
            Accuracy::Ulps(most) => off <= i128::from(most),
            Accuracy::Within(part) => {
                off == 0 || (have.float() - want.float()).abs() <= f64::from(part) * want.float().abs().max(1.)
            }
            Accuracy::Part => panic!("{name} is a part of others"),
        };
        // Of a zero instead of a subnormal number, whatever that gives.
        let is_flushed = ((is_subnormal || want.is_subnormal()) && have.is_tiny())
            || (!is_exact() && (is_subnormal || (want.is_tiny() && have.is_tiny())));
        assert!(
            fits || is_flushed,
            "{name}({x:?}) is {have:?}, should be {want:?}: off by {off}, allowed: {accuracy:?}"
        );
        worst = worst.max((if is_flushed { 0 } else { off }, at));
    }
    println!("{name}: {accuracy:?}, off by {} at {:?}", worst.0, arguments(worst.1).0);
}

/// The results of a call on the device; where it lacks a type, the test ends.
macro_rules! on_device {
    ($name:expr, $gpu:ident, $($body:tt)+) => {
        match bcast::try_bcast!(#[gpu($gpu)] $($body)+) {
            Err(bcast::BroadcastError::Gpu(bcast::GpuError::Unsupported { what, adapter, .. })) => {
                println!("{} did not run: {adapter} has no {what}", $name);
                return;
            }
            made => made.unwrap().download().unwrap(),
        }
    };
}
use on_device;
