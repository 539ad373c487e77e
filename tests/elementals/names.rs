//! Functions in modules, renamed, generic, in blocks, of types; in formulas beside all else.

use crate::equal::{assert_equal, floats, integers};
use bcast::ndarray::{Array2, array};
use bcast::{bcast, elemental};

pub(crate) mod shapes {
    use bcast::elemental;

    #[elemental]
    pub(crate) fn halved(x: f32) -> f32 {
        x * 0.5
    }

    pub(crate) mod deep {
        #[bcast::elemental]
        pub(crate) fn bent(x: f32, n: i32) -> f32 {
            super::halved(x) + n as f32
        }
    }
}
use shapes::deep::bent as crooked;

/// What is called has other names here.
#[elemental]
fn calls(x: f32, n: i32) -> f32 {
    let crooked = crooked(x, 3);
    crooked - self::shapes::deep::bent(crooked, n) * twice(0.25)
}

/// Each use is an instance of its own.
#[elemental]
fn twice<T: Copy + std::ops::Add<Output = T>>(x: T) -> T {
    x + x
}

#[elemental]
fn uses(x: f32, n: i32) -> f32 {
    twice(x) + twice(n) as f32 + twice::<i32>(3) as f32
}

#[test]
fn are_found_as_rust_finds_them() {
    #[elemental]
    fn local(x: f32) -> f32 {
        const HALF: f32 = 0.5;
        use shapes::halved as less;
        less(x) * HALF + LARGE
    }
    const LARGE: f32 = 100.0;

    let (x, n) = (floats(), integers());
    let n = n.mapv(|n| n.clamp(-90, 90));
    equal! {
        calls(x, n);
        crooked(x, n);
        local(x);
        twice(x);
        twice(n);
    }
    // Whole numbers: drivers may add several floats in another order.
    let x = x.mapv(|x| x.clamp(-1e3, 1e3).round());
    equal! { uses(x, n); }
}

const STEP: f32 = 1.0;

/// One name means something else in each block, wherever it stands there.
#[elemental]
fn of_blocks(x: f32) -> f32 {
    let first = {
        use shapes::halved as of;
        let stepped = of(x) * STEP;
        const STEP: f32 = 3.0;
        stepped
            + if x > 0.0 {
                const STEP: f32 = 5.0;
                STEP
            } else {
                STEP
            }
    };
    let second = {
        use twice as of;
        const STEP: f32 = 7.0;
        of(x) * STEP
    };
    first - second + STEP
}

#[test]
fn of_blocks_are_found_as_rust_finds_them() {
    let x = floats().mapv(|x| x.clamp(-1e3, 1e3).round());
    equal! { of_blocks(x); }
    let gpu = gpu!();
    let stepped = bcast!(#[gpu(gpu)] (|v: f32| {
        const STEP: f32 = 3.0;
        use shapes::halved as of;
        of(v) + STEP
    }).(x) .+ STEP);
    assert_equal("a closure", &stepped.download().unwrap(), &x.mapv(|x| shapes::halved(x) + 4.0));
}

#[test]
fn in_formulas() {
    let gpu = gpu!();
    let x = Array2::from_shape_fn((5, 7), |(i, j)| (i * 7 + j) as f32 - 11.0);
    let (v, n) = (array![1_f32, -2., 3., 4., 0.5], array![1, 2, 3, 4, 5, 6, 7]);
    let k = 2;
    let have = bcast!(#[gpu(gpu)] shapes::halved.(x .* v @ (0)) .+ crooked.(x, n @ (1)) .- 1).download().unwrap();
    assert_eq!(have, bcast!(shapes::halved.(x .* v @ (0)) .+ crooked.(x, n @ (1)) .- 1));
    let have = bcast!(#[gpu(gpu)] sum[1](crooked.(x, k)) .* twice.(v)).download().unwrap();
    assert_eq!(have, bcast!(sum[1](crooked.(x, k)) .* twice.(v)));
    let have = bcast!(#[gpu(gpu)] (x .- mean[1](shapes::halved.(x))) ./ twice::<f32>.(v @ (0))).download().unwrap();
    let want = bcast!((x .- mean[1](shapes::halved.(x))) ./ twice::<f32>.(v @ (0)));
    assert!(have.iter().zip(&want).all(|(have, want)| (have - want).abs() <= 1e-6 * want.abs()), "{have} {want}");
    let mut out = gpu.upload(&x).unwrap();
    bcast!(#[gpu(gpu)] out .+= if x .> 0 { crooked.(x, 1) } else { twice.(x) });
    assert_eq!(out.download().unwrap(), bcast!(x .+ if x .> 0 { crooked.(x, 1) } else { twice.(x) }));
}

#[test]
fn closures() {
    const HALF: f32 = 0.5;
    let gpu = gpu!();
    let (x, n) = (floats().mapv(|x| x.clamp(-1e3, 1e3).round()), integers());
    let (gain, k) = (2.5_f32, 3);
    let have = bcast!(#[gpu(gpu)] (|v| v * gain).(x) .- 1).download().unwrap();
    assert_equal("gain", &have, &bcast!((|v| v * gain).(x) .- 1));
    let have = bcast!(#[gpu(gpu)] (|v: f32, n: i32| {
        let mut sum = 0.0;
        for i in 0..k {
            sum += v.max(HALF) * (n & i) as f32;
        }
        if n > k { return sum; }
        shapes::halved(sum)
    }).(x, n))
    .download()
    .unwrap();
    let want = bcast!((|v: f32, n: i32| {
        let mut sum = 0.0;
        for i in 0..k {
            sum += v.max(HALF) * (n & i) as f32;
        }
        if n > k { return sum; }
        shapes::halved(sum)
    }).(x, n));
    assert_equal("a loop", &have, &want);
    // A number is no part of the text. On a device of its own: other tests compile kernels meanwhile.
    let gpu = bcast::Gpu::new().unwrap();
    let scaled = |gain: f32| bcast!(#[gpu(gpu)] (|v| v + gain).(x)).download().unwrap();
    assert_eq!(scaled(7.0)[0], x[0] + 7.0);
    let made = gpu.pipelines();
    assert_eq!(scaled(8.0)[0], x[0] + 8.0);
    assert_eq!(gpu.pipelines(), made);
}
