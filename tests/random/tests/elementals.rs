//! Runs random functions on the processor and on a GPU, and fails when a bit differs, or naga refuses a kernel. Some
//! are differentiated, whose values and slopes are near those of the processor.

use std::any::Any;
use std::panic::catch_unwind;
use std::process::ExitCode;
use std::sync::LazyLock;
use std::time::Instant;

use bcast::{Gpu, GpuError};

static GPU: LazyLock<Result<Gpu, GpuError>> = LazyLock::new(Gpu::new);

#[path = "../../gpu/near.rs"]
mod near;

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

    /// The same with the gradient.
    macro_rules! slopes_on_both {
        ([$($of:ident),+] $($call:tt)*) => {
            if let Ok(gpu) = &*crate::GPU {
                let have = bcast!(#[gpu(gpu)] #[grad($($of),+)] $($call)*);
                have.near(bcast!(#[grad($($of),+)] $($call)*), 1e-5, "value and gradient");
            }
        };
    }
    pub(crate) use crate::near::Near;
    pub(crate) use slopes_on_both;

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
        small_i32s i32 [0, 1, 2, 3, 4, 5] bits => (bits & 7) as i32;
        small_f32s f32 [0.0, 1.0, -1.0, 2.0] bits => (bits % 33) as f32 * 0.25;
        i32s i32 [0, 1, -1, i32::MAX, i32::MIN, 1000, -1000, 8] bits => (bits % 23 - 7) as i32;
        u32s u32 [0, 1, u32::MAX, 1 << 31, 1000, 8] bits => (bits & 31) as u32;
        i64s i64 [0, 1, -1, i64::MAX, i64::MIN, 1 << 40] bits => bits % 101 - 50;
        f32s f32 [0.0, -0.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, 1e10, -2.5, 0.1]
            bits => (bits % 97) as f32 * 0.25;
        f64s f64 [0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e30, -0.5, 0.1]
            bits => (bits % 97) as f64 * 0.25;
    }
}

#[allow(clippy::all, warnings, unconditional_panic, arithmetic_overflow)]
mod functions {
    include!(concat!(env!("OUT_DIR"), "/functions.rs"));
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

/// What a panic said.
fn message(panic: Box<dyn Any + Send>) -> String {
    match panic.downcast::<String>() {
        Ok(message) => *message,
        Err(_) => "a panic".to_owned(),
    }
}

fn main() -> ExitCode {
    let machine = match &*GPU {
        Ok(gpu) => format!("on {}", gpu.name()),
        Err(error) if std::env::var("BCAST_REQUIRE_GPU").is_ok_and(|wanted| wanted == "1") => {
            println!("the random functions did not run: {error}");
            return ExitCode::FAILURE;
        }
        Err(error) => format!("texts alone, as {error}"),
    };
    let start = Instant::now();
    let cases = functions::ALL;
    // At once: what hangs or dies later is no reason not to know of it.
    let mut failures = 0;
    for (number, case) in cases.iter().enumerate() {
        if let Err(panic) = catch_unwind(case.run) {
            failures += 1;
            if failures <= PRINTED {
                println!("function {number}: {}\n{}", message(panic), case.source);
            }
        }
    }
    let (seconds, seed, count) = (start.elapsed().as_secs_f64(), functions::SEED, cases.len());
    let counts: Vec<String> = functions::COUNTS.iter().map(|(name, count)| format!("{name} {count}")).collect();
    println!("{}", counts.join(", "));
    println!("{count} random functions, seed {seed}, {machine}, {seconds:.1} s");
    if failures > 0 {
        println!("{failures} failed; BCAST_FUNCTIONS_SEED={seed} BCAST_FUNCTIONS_COUNT={count} repeats them");
        return ExitCode::FAILURE;
    }
    let missing: Vec<&str> = functions::COUNTS.iter().filter(|(_, count)| *count == 0).map(|(name, _)| *name).collect();
    if count >= MANY && !missing.is_empty() {
        println!("never drawn: {}", missing.join(", "));
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
