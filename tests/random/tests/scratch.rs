#![allow(warnings)]
// Runs random functions on the processor and on a GPU, and fails when a bit differs, or naga refuses a kernel.

use std::panic::catch_unwind;
use std::process::ExitCode;
use std::sync::LazyLock;
use std::time::Instant;

use bcast::{Gpu, GpuError};

static GPU: LazyLock<Result<Gpu, GpuError>> = LazyLock::new(Gpu::new);

/// What the functions name.
#[allow(unused_imports)] // there may be few
mod prelude {
    pub(crate) use bcast::{GpuElement, bcast, elemental, wgsl};
    pub(crate) use std::ops::{Add, Mul, Sub};

    use bcast::ndarray::Array1;

    /// Elements of an array.
    const LEN: usize = 300;

    /// A call on both machines, and its kernels before naga.
    macro_rules! on_both {
        ($($call:tt)*) => {
            crate::judged(&wgsl!($($call)*));
            if let Ok(gpu) = &*crate::GPU {
                let have = bcast!(#[gpu(gpu)] $($call)*).download().unwrap_or_else(|error| panic!("{error}"));
                let want = bcast!($($call)*);
                crate::compare(&have, &want);
            }
        };
    }
    pub(crate) use on_both;

    /// Special numbers at the front of the first array, and further behind in the others.
    fn column<T: Copy>(which: usize, special: &[T], ordinary: impl Fn(i64) -> T) -> Array1<T> {
        let element = |at: usize| match at.checked_sub(which * 11).and_then(|at| special.get(at)) {
            Some(&number) => number,
            None => {
                let bits = ((at as u64) << 8 | which as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                ordinary((bits ^ bits >> 31) as i64)
            }
        };
        (0..LEN).map(element).collect()
    }

    macro_rules! columns {
        ($($name:ident $t:ident [$($special:expr),*] $bits:ident => $ordinary:expr;)*) => {$(
            #[allow(dead_code)]
            pub(crate) fn $name(which: usize) -> Array1<$t> {
                column(which, &[$($special),*], |$bits| $ordinary)
            }
        )*};
    }
    columns! {
        i32s i32 [0, 1, -1, i32::MAX, i32::MIN, 1000, -1000, 8] bits => (bits % 23 - 7) as i32;
        u32s u32 [0, 1, u32::MAX, 1 << 31, 1000, 8] bits => (bits & 31) as u32;
        i64s i64 [0, 1, -1, i64::MAX, i64::MIN, 1 << 40] bits => bits % 101 - 50;
        f32s f32 [0.0, -0.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, 1e10, -2.5, 0.1]
            bits => (bits % 97) as f32 * 0.25;
        f64s f64 [0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e30, -0.5, 0.1] bits => (bits % 97) as f64 * 0.25;
    }
}

/// Functions, and one of them that is called.
struct Case {
    run: fn(),
    source: &'static str,
}

/// Numbers whose bits are compared.
trait Same: Copy + std::fmt::Debug {
    fn same(self, other: Self) -> bool;
}
macro_rules! same {
    ($($t:ty: $a:ident $b:ident => $same:expr;)*) => {$(
        impl Same for $t {
            fn same(self, other: Self) -> bool {
                let ($a, $b) = (self, other);
                $same
            }
        }
    )*};
}
same! {
    bool: a b => a == b;
    i32: a b => a == b;
    u32: a b => a == b;
    i64: a b => a == b;
    // Which zero it is, a driver may choose.
    f32: a b => a.to_bits() == b.to_bits() || a == 0.0 && b == 0.0 || a.is_nan() && b.is_nan();
    f64: a b => a.to_bits() == b.to_bits() || a == 0.0 && b == 0.0 || a.is_nan() && b.is_nan();
}

fn compare<T: Same>(have: &bcast::ndarray::Array1<T>, want: &bcast::ndarray::Array1<T>) {
    assert_eq!(have.len(), want.len(), "another number of elements");
    for (at, (&have, &want)) in have.iter().zip(want).enumerate() {
        assert!(have.same(want), "element {at}: {have:?} on the GPU, {want:?} on the processor");
    }
}

/// Naga accepts these kernels.
fn judged(texts: &str) {
    for text in texts.split("// p:").filter(|text| !text.is_empty()) {
        let text = format!("//{text}");
        if let Err(error) = bcast::__private::gpu::validate(&text) {
            panic!("naga refuses a kernel: {error}\n{text}");
        }
    }
}

/// From so many functions on, everything must occur.
const MANY: usize = 200;
/// Failures that are printed with their text.
const PRINTED: usize = 10;

#[allow(warnings, clippy::all, unconditional_panic, arithmetic_overflow)]
mod t { use crate::prelude::*;
#[elemental] fn e1(x1: i32) -> i32 { if (3 > (x1 as i64)) {6} else {7} }
#[elemental] fn e2(x1: i32) -> i32 { if ((x1 as i64) < 3) {6} else {7} }
#[elemental] fn e3(x1: i32, k: i64) -> i32 { if (k > (x1 as i64)) {6} else {7} }
#[elemental] fn e4(x1: i64) -> i32 { if (3 > x1) {6} else {7} }
#[elemental] fn e5(x1: i32) -> i32 { if (3 > (x1 as u64)) {6} else {7} }
#[elemental] fn e6(x1: i32) -> i32 { if (3 >= (x1 as i64)) {6} else {7} }
#[elemental] fn e7(x1: i32) -> i32 { if ((x1 as i64) <= 3) {6} else {7} }
#[elemental] fn e8(x1: i32) -> i32 { if (3 == (x1 as i64)) {6} else {7} }
#[elemental] fn e9(x1: i32) -> i32 { if (1000 > (x1 as i64)) {6} else {7} }
#[elemental] fn e10(x1: u32) -> i32 { if (3 > (x1 as i64)) {6} else {7} }
#[elemental] fn e11(x1: u32) -> i32 { if (3 > (x1 as u64)) {6} else {7} }

pub fn all() {let _ = std::panic::catch_unwind(|| { let c0 = i32s(0); if std::env::var("SHOW").is_ok() { eprintln!("{}", wgsl!(e1.(c0))); } on_both!(e1.(c0)); eprintln!("e1 ok"); }).map_err(|_| eprintln!("^ e1"));
let _ = std::panic::catch_unwind(|| { let c0 = i32s(0); if std::env::var("SHOW").is_ok() { eprintln!("{}", wgsl!(e2.(c0))); } on_both!(e2.(c0)); eprintln!("e2 ok"); }).map_err(|_| eprintln!("^ e2"));
let _ = std::panic::catch_unwind(|| { let c0 = i32s(0); let c1 = i64s(1); if std::env::var("SHOW").is_ok() { eprintln!("{}", wgsl!(e3.(c0, c1))); } on_both!(e3.(c0, c1)); eprintln!("e3 ok"); }).map_err(|_| eprintln!("^ e3"));
let _ = std::panic::catch_unwind(|| { let c0 = i64s(0); if std::env::var("SHOW").is_ok() { eprintln!("{}", wgsl!(e4.(c0))); } on_both!(e4.(c0)); eprintln!("e4 ok"); }).map_err(|_| eprintln!("^ e4"));
let _ = std::panic::catch_unwind(|| { let c0 = i32s(0); if std::env::var("SHOW").is_ok() { eprintln!("{}", wgsl!(e5.(c0))); } on_both!(e5.(c0)); eprintln!("e5 ok"); }).map_err(|_| eprintln!("^ e5"));
let _ = std::panic::catch_unwind(|| { let c0 = i32s(0); if std::env::var("SHOW").is_ok() { eprintln!("{}", wgsl!(e6.(c0))); } on_both!(e6.(c0)); eprintln!("e6 ok"); }).map_err(|_| eprintln!("^ e6"));
let _ = std::panic::catch_unwind(|| { let c0 = i32s(0); if std::env::var("SHOW").is_ok() { eprintln!("{}", wgsl!(e7.(c0))); } on_both!(e7.(c0)); eprintln!("e7 ok"); }).map_err(|_| eprintln!("^ e7"));
let _ = std::panic::catch_unwind(|| { let c0 = i32s(0); if std::env::var("SHOW").is_ok() { eprintln!("{}", wgsl!(e8.(c0))); } on_both!(e8.(c0)); eprintln!("e8 ok"); }).map_err(|_| eprintln!("^ e8"));
let _ = std::panic::catch_unwind(|| { let c0 = i32s(0); if std::env::var("SHOW").is_ok() { eprintln!("{}", wgsl!(e9.(c0))); } on_both!(e9.(c0)); eprintln!("e9 ok"); }).map_err(|_| eprintln!("^ e9"));
let _ = std::panic::catch_unwind(|| { let c0 = u32s(0); if std::env::var("SHOW").is_ok() { eprintln!("{}", wgsl!(e10.(c0))); } on_both!(e10.(c0)); eprintln!("e10 ok"); }).map_err(|_| eprintln!("^ e10"));
let _ = std::panic::catch_unwind(|| { let c0 = u32s(0); if std::env::var("SHOW").is_ok() { eprintln!("{}", wgsl!(e11.(c0))); } on_both!(e11.(c0)); eprintln!("e11 ok"); }).map_err(|_| eprintln!("^ e11"));
}
}
fn main() -> ExitCode { t::all(); ExitCode::SUCCESS }
