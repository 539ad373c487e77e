//! The language: every operator, conversions, literals, choices, several values and targets. Integer results, single
//! operations, comparisons and choices have the bits of the processor's.

use bcast::ndarray::{Array1, Array2, array};
use bcast::{BroadcastError, GpuElement, bcast, elemental, try_bcast};

use crate::common::floats::arguments_f32;
use crate::same::{difference, is_exact};

/// The same by both, element by element.
macro_rules! same {
    ($gpu:ident; $($body:tt)+) => {{
        let have = bcast!(#[gpu($gpu)] $($body)+).download().expect(stringify!($($body)+));
        let want = bcast!($($body)+);
        assert_eq!(have.shape(), want.shape(), "{}", stringify!($($body)+));
        let off = match is_exact() {
            true => have.iter().zip(&want).position(|(have, want)| bits(*have) != bits(*want)),
            false => difference(&have, &want),
        };
        if let Some(at) = off {
            let (have, want) = (have.iter().nth(at), want.iter().nth(at));
            panic!("element {at} of {}: {have:?}, not {want:?}", stringify!($($body)+));
        }
    }};
}

/// Bits; all NaNs are one, and a device may make zero of subnormal numbers.
fn bits<T: GpuElement + Into<Any>>(value: T) -> String {
    match value.into() {
        Any::Float(x) if x.is_nan() => "NaN".to_owned(),
        Any::Float(x) => format!("{x:e}"),
        Any::Integer(x) => x.to_string(),
    }
}

enum Any {
    Float(f64),
    Integer(i128),
}
macro_rules! any {
    ($($t:ty: $x:ident => $any:expr;)*) => { $(impl From<$t> for Any { fn from($x: $t) -> Any { $any } })* };
}
any! {
    f32: x => Any::Float(x.into()); f64: x => Any::Float(x); i32: x => Any::Integer(x.into());
    u32: x => Any::Integer(x.into()); i64: x => Any::Integer(x.into()); u64: x => Any::Integer(x.into());
    bool: x => Any::Integer(x.into()); usize: x => Any::Integer(x as i128);
}

/// Normal floats, the edges among them; subnormal ones are left to the device.
fn floats() -> (Array1<f32>, Array1<f32>) {
    let all: Vec<f32> = arguments_f32().into_iter().filter(|x| !x.is_subnormal()).collect();
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for shift in [0, 1, 7, 60] {
        a.extend(all.iter().copied());
        b.extend((0..all.len()).map(|i| all[(i + shift) % all.len()]));
    }
    (a.into(), b.into())
}

#[test]
fn floats_bit_by_bit() {
    let gpu = gpu!();
    let (x, y) = floats();
    same!(gpu; x .+ y);
    same!(gpu; x .- y);
    same!(gpu; -x);
    same!(gpu; x .== y);
    same!(gpu; x .!= y);
    same!(gpu; x .< y);
    same!(gpu; x .<= y);
    same!(gpu; x .> y);
    same!(gpu; x .>= y);
    same!(gpu; is_nan.(x .+ y));
    same!(gpu; is_finite.(x .+ y));
    same!(gpu; abs.(x));
    same!(gpu; signum.(x));
    same!(gpu; copysign.(x, y));
    same!(gpu; floor.(x));
    same!(gpu; ceil.(x));
    same!(gpu; round.(x));
    same!(gpu; trunc.(x));
    same!(gpu; fract.(x));
    same!(gpu; minimum.(x, y));
    same!(gpu; maximum.(x, y));
    same!(gpu; select.(x .< y, x, y));
    same!(gpu; if x .> 0 .&& y .> 0 { x } else if y .< 0 { -y } else { 0 });
    same!(gpu; -1 .< x .<= 2);
    same!(gpu; x .> -5 .>= -7);
    same!(gpu; 3 .< 2 .< x);
}

/// Drivers know that `x - x` is 0, that `(x + y) - x` is `y`, and the like of products. Of floats that is wrong where
/// they are infinite, very large or of different sizes.
#[test]
fn what_drivers_know_of_numbers() {
    let gpu = gpu!();
    let (x, y) = floats();
    let z = x.mapv(|x| x * 0.75);
    same!(gpu; x .- x);
    same!(gpu; x .+ -x);
    same!(gpu; x .* 2 .- x .* 2);
    same!(gpu; (x .+ y) .- x);
    same!(gpu; x .- (x .+ x));
    same!(gpu; (x .+ y) .- (y .+ x));
    same!(gpu; (x .+ (x .+ z)) .- (x .+ z));
    same!(gpu; (x .+ y) .- ((x .+ y) .+ z));
    same!(gpu; x .* y .+ z .- x .* y);
    same!(gpu; x .* y .+ x .* z);
    same!(gpu; max.(x, y) .- max.(x, y));
    same!(gpu; if x .> 0 { x .+ y } else { x } .- x);
    same!(gpu; f32.(f64.(x)) .- x);
    same!(gpu; (x .+ 1e8) .- 1e8);
    same!(gpu; (2 .* x .+ 1e8) .- 1e8);
    same!(gpu; ((x .+ 1) .+ 1e9) .- 1e9);
    same!(gpu; 0 .- (0 .- x));
    same!(gpu; x .* 1e30 .* 1e30 .* 1e-30);
    same!(gpu; (x .* 2 .* 1e30) ./ 1e30);
    same!(gpu; sqrt.(x) .* sqrt.(x));
    same!(gpu; sqrt.(x) .^ 2);
    let large = x.mapv(|x| if x.abs() < 1e-30 { 1.5 } else { x });
    same!(gpu; 1 ./ (1 ./ large));
    same!(gpu; recip.(recip.(large)));
    same!(gpu; (large .^ -1) .^ -1);
    same!(gpu; remainder_of_sum.(x, y));
    same!(gpu; remainder_of_sum.(x, x .+ y));
    same!(gpu; without_one.(x .+ 1));
    same!(gpu; without_one.(x) .+ 1);
    same!(gpu; last_change.(x));
    same!(gpu; compensated.(x, y));
}

/// What rounding has taken from a sum.
#[elemental]
fn remainder_of_sum(x: f32, y: f32) -> f32 {
    let sum = x + y;
    (sum - x) - y
}

#[elemental]
fn without_one(x: f32) -> f32 {
    x - 1.0
}

/// A sum in a loop with what rounding takes from it.
#[elemental]
fn compensated(x: f32, y: f32) -> f32 {
    let (mut sum, mut lost) = (y, 0.0);
    for _ in 0..4 {
        let next = x - lost;
        let total = sum + next;
        lost = (total - sum) - next;
        sum = total;
    }
    sum
}

/// A sum in a loop, and what the last summand changed.
#[elemental]
fn last_change(x: f32) -> f32 {
    let mut sum = 1e4;
    let mut before = sum;
    for _ in 0..3 {
        before = sum;
        sum += x;
    }
    sum - before
}

/// A NaN loses; which zero comes out is left open, as in Rust.
#[test]
fn min_and_max_of_floats() {
    let gpu = gpu!();
    let (x, y) = floats();
    same!(gpu; min.(x, y) .+ 0);
    same!(gpu; max.(x, y) .+ 0);
    same!(gpu; clamp.(x, -1, 1) .+ 0);
    same!(gpu; max.(x, y, 0.5) .+ 0);
}

#[test]
fn remainders() {
    let gpu = gpu!();
    let (x, y) = floats();
    let is_easy = |y: f32| y.abs() > 1e-30;
    let y = y.mapv(|y| if is_easy(y) { y } else { 1.5 });
    same!(gpu; x .% y);
    same!(gpu; rem_euclid.(x, y) .+ 0);
}

#[test]
fn double_precision() {
    let gpu = gpu!();
    let x: Array1<f64> = (0..300).map(|i| f64::from(i - 150) * 0.173 + 1e-9).collect();
    let y: Array1<f64> = (0..300).map(|i| f64::from((i * 7) % 31) + 0.25).collect();
    same!(gpu; x .+ y .* 0.1);
    same!(gpu; x ./ y);
    same!(gpu; x .% y);
    same!(gpu; sqrt.(y));
    same!(gpu; round.(x));
    same!(gpu; floor.(x) .+ ceil.(x) .- trunc.(x));
    same!(gpu; min.(x, y));
    same!(gpu; maximum.(x, y));
    same!(gpu; x .^ 3);
    same!(gpu; abs.(x) .> 3.3);
    same!(gpu; to_degrees.(x));
    same!(gpu; to_radians.(x));
    same!(gpu; f64.(f32.(x)));
    same!(gpu; i64.(x));
    same!(gpu; 1.234_567_890_123_456_7 .* x);
}

macro_rules! integers {
    ($name:ident: $t:ident; $($extra:tt)*) => {
        #[test]
        fn $name() {
            let gpu = gpu!();
            // Far from overflow: builds with debug assertions would panic on the processor.
            let x: Array1<$t> = (0..500).map(|i: i32| ((i * 7919) % 4001 + 1) as $t).collect();
            let y: Array1<$t> = (0..500).map(|i: i32| ((i * 31) % 101 + 1) as $t).collect();
            let n: Array1<u32> = (0..500).map(|i: u32| i % 32).collect();
            same!(gpu; x .+ y);
            same!(gpu; x .* y);
            same!(gpu; x ./ y);
            same!(gpu; x .% y);
            same!(gpu; rem_euclid.(x, y));
            same!(gpu; x .& y .| 3);
            same!(gpu; xor.(x, y));
            same!(gpu; !x);
            same!(gpu; x .>> n);
            same!(gpu; y .>> 3 .<< 2);
            same!(gpu; min.(x, y));
            same!(gpu; max.(x, y));
            same!(gpu; minimum.(x, y));
            same!(gpu; maximum.(x, y));
            same!(gpu; clamp.(x, 10, 1000));
            same!(gpu; x .== y);
            same!(gpu; x .<= y);
            same!(gpu; y .^ 2);
            same!(gpu; (y .% 4) .^ (n .% 5));
            same!(gpu; f32.(x));
            same!(gpu; f64.(x));
            same!(gpu; i32.(x));
            same!(gpu; u32.(x));
            same!(gpu; i64.(x));
            same!(gpu; u64.(x));
            same!(gpu; usize.(x));
            // Mesa's software Vulkan compares some widened numbers wrongly with constants.
            same!(gpu; i64.(x) .< 70);
            same!(gpu; u64.(x) .< 70);
            same!(gpu; clamp.(i64.(x), 5, 81));
            same!(gpu; clamp.(usize.(x), 5, 81));
            integers!(@ gpu x y $($extra)*);
        }
    };
    (@ $gpu:ident $x:ident $y:ident signed) => {
        let z = bcast!($y .* 37 .- $x);
        same!($gpu; -z);
        same!($gpu; abs.(z));
        same!($gpu; signum.(z));
        same!($gpu; z ./ $y);
        same!($gpu; z .% $y);
        same!($gpu; rem_euclid.(z, -$y));
        same!($gpu; z .>> 2);
        same!($gpu; u32.(z));
        same!($gpu; u64.(z));
        same!($gpu; i64.(z));
        same!($gpu; i64.(z) .< -3);
        same!($gpu; clamp.(i64.(z), -5, 81));
        same!($gpu; u64.(z) .> 70);
        same!($gpu; i32.(z));
        same!($gpu; f32.(z));
    };
    (@ $gpu:ident $x:ident $y:ident unsigned) => {};
}
integers!(i32s: i32; signed);
integers!(i64s: i64; signed);
integers!(u32s: u32; unsigned);
integers!(u64s: u64; unsigned);

#[test]
fn wrapping() {
    let gpu = gpu!();
    let x = array![i32::MAX, i32::MIN, 5];
    let have = bcast!(#[gpu(gpu)] (x .+ 1, x .* 3, -x)).0.download().unwrap();
    assert_eq!(have, array![i32::MIN, i32::MIN + 1, 6]);
    let have = bcast!(#[gpu(gpu)] x .* 3).download().unwrap();
    assert_eq!(have, x.mapv(|x| x.wrapping_mul(3)));
}

#[test]
fn conversions_of_floats() {
    let gpu = gpu!();
    let x = Array1::from(arguments_f32());
    same!(gpu; i32.(x));
    same!(gpu; u32.(x));
    same!(gpu; i64.(x));
    same!(gpu; u64.(x));
    same!(gpu; usize.(x));
    let c = array![true, false];
    same!(gpu; f32.(c));
    same!(gpu; f64.(c));
    same!(gpu; i32.(c));
    same!(gpu; u64.(c));
    same!(gpu; i64.(c) .< 1);
    same!(gpu; u64.(c) .< 1);
    same!(gpu; clamp.(i64.(c), -5, 81));
    same!(gpu; clamp.(u64.(c), 0, 81));
}

#[test]
fn literals_keep_every_bit() {
    let gpu = gpu!();
    let one = array![1_f32];
    for (have, want) in [
        (bcast!(#[gpu(gpu)] one .* 0.1), 0.1_f32),
        (bcast!(#[gpu(gpu)] one .* 16777217.0), 16_777_217.0),
        (bcast!(#[gpu(gpu)] one .* 3.402_823_5e38), f32::MAX),
        (bcast!(#[gpu(gpu)] one .* 1.175_494_4e-38_f32), f32::MIN_POSITIVE),
        (bcast!(#[gpu(gpu)] one .* -0.0), -0.0),
        (bcast!(#[gpu(gpu)] one .* 7), 7.),
    ] {
        assert_eq!(have.download().unwrap()[0].to_bits(), want.to_bits());
    }
    let n = array![0_i32];
    assert_eq!(bcast!(#[gpu(gpu)] n .+ -2147483648).download().unwrap(), array![i32::MIN]);
    assert_eq!(bcast!(#[gpu(gpu)] n .| 0x7fff_ffff).download().unwrap(), array![i32::MAX]);
    assert_eq!(bcast!(#[gpu(gpu)] u64.(n) .+ 0xffff_ffff_ffffu64).download().unwrap(), array![0xffff_ffff_ffff_u64]);
}

#[test]
fn ranges_numbers_shapes() {
    let gpu = gpu!();
    let n = bcast!(#[gpu(gpu)] (3..10) .* 2).download().unwrap();
    assert_eq!(n, array![6, 8, 10, 12, 14, 16, 18]);
    let back = bcast!(#[gpu(gpu)] (-2_i64..=2) .- 1).download().unwrap();
    assert_eq!(back, array![-3_i64, -2, -1, 0, 1]);
    let (a, b) = (2.5_f32, 4_f32);
    assert_eq!(bcast!(#[gpu(gpu)] a .* b .+ 1).value().unwrap(), 11.);
    let x = array![1_f32, 2.];
    let wide = bcast!(#[gpu(gpu)] #[shape([3, 2])] x @ (1)).download().unwrap();
    assert_eq!(wide, array![[1_f32, 2.], [1., 2.], [1., 2.]]);
    let m = array![[1_f32, 2.], [3., 4.]];
    assert_eq!(bcast!(#[gpu(gpu)] #[numpy] m .+ x).download().unwrap(), array![[2_f32, 4.], [4., 6.]]);
    assert_eq!(bcast!(#[gpu(gpu)] @. m * 2 + m.sqrt()).download().unwrap(), bcast!(@. m * 2 + m.sqrt()));
}

#[test]
fn several() {
    let gpu = gpu!();
    let x = gpu.upload(&array![5_f32, 1.]).unwrap();
    let y = array![4_f32, 2.];
    let (low, high) = bcast!(#[gpu(gpu)] (min.(x, y), max.(x, y)));
    assert_eq!((low.download().unwrap(), high.download().unwrap()), (array![4_f32, 1.], array![5_f32, 2.]));
    let (mut a, mut b) = (gpu.upload(&array![5_f32, 1.]).unwrap(), gpu.upload(&y).unwrap());
    bcast!(#[gpu(gpu)] let m = min.(a, b); b .= max.(a, b); a .= m);
    assert_eq!((a.download().unwrap(), b.download().unwrap()), (array![4_f32, 1.], array![5_f32, 2.]));
    bcast!(#[gpu(gpu)] a .= 0; b .-= a .+ 1);
    assert_eq!(b.download().unwrap(), array![4_f32, 1.]);
    let turned = gpu.upload(&array![[1_f32, 2., 3.], [4., 5., 6.]]).unwrap().reversed_axes();
    assert_eq!(bcast!(#[gpu(gpu)] turned .* 2).download().unwrap(), array![[2_f32, 8.], [4., 10.], [6., 12.]]);
}

#[test]
fn axes_by_name_from_the_end_and_by_value() {
    let gpu = gpu!();
    let x = Array2::from_shape_fn((37, 70), |(i, j)| (i * 70 + j) as f32 / 64.0);
    let y = Array2::from_shape_fn((70, 37), |(j, i)| (3 * j + i) as f32 / 16.0);
    let v = Array1::from_shape_fn(70, |j| j as f32 / 8.0);
    same!(gpu; x @ (i, j) .- y @ (j, i) .* v @ (j));
    same!(gpu; #[axes(j, i)] x @ (i, j) .* 2);
    same!(gpu; let d = x @ (i, j) .- max[i](x); d .+ min[j](d));
    same!(gpu; max[k](x @ (i, k) .* y @ (k, j)));
    same!(gpu; max[i](x @ (i, j)) .- min[j](y @ (j, i)));
    let (k, both) = (1, [0, 1]);
    same!(gpu; x .- v @ (-1) .* max[-2](x));
    same!(gpu; x .- v @ {k} .+ min[{k}](x));
    same!(gpu; x .* sqrt.(v @ (-1) .+ 1));
    same!(gpu; max[{&both[..]}](x .+ v @ (-1)));
    same!(gpu; max[{&both[..0]}](x .+ v @ (-1)));
    same!(gpu; sum[{&both[..0]}](x .* 2) .- x);
    // Exact, in any order.
    let (p, q) = (x.mapv(|x| (x * 64.0) % 13.0), y.mapv(|y| (y * 16.0) % 11.0));
    same!(gpu; sum[k](p @ (i, k) .* q @ (k, j)) .+ 1);
    same!(gpu; mean[k]((p @ (i, k) .- 3) .* q @ (k, j) .* 2));
    let wrong = try_bcast!(#[gpu(gpu)] x .+ v @ {k + 1}).expect_err("there are two axes");
    assert!(matches!(wrong, BroadcastError::Axis { rank: 2, .. }), "{wrong}");
    let wrong = try_bcast!(
        #[gpu(gpu)]
        max[{ k + 1 }](x)
    )
    .expect_err("there are two axes");
    assert!(matches!(wrong, BroadcastError::Axis { rank: 2, .. }), "{wrong}");
    let wrong = try_bcast!(#[gpu(gpu)] max[-1](x) .- min[1](x)).expect_err("nothing lies along the last axis");
    assert!(matches!(wrong, BroadcastError::Uncovered { axis: 1, .. }), "{wrong}");
    same!(gpu; max[-1](x) .- min[0](x));
    let mut out = gpu.upload(&y).expect("room on the device");
    bcast!(#[gpu(gpu)] out @ (j, i) .+= x @ (i, j) .* v @ (j));
    assert_eq!(out.download().expect("a result"), bcast!(y @ (j, i) .+ x @ (i, j) .* v @ (j)));
}
