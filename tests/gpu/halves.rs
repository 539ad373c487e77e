//! Elements of two bytes, beside those of the processor. Where the adapter has none, the tests say so and pass.

use bcast::half::f16;
use bcast::ndarray::{Array, Array1, Array2, array, s};
use bcast::{Gpu, GpuError, bcast, wgsl};

use crate::common::halves::{all, off, some};

/// The device, if it has such numbers.
fn halves() -> Option<&'static Gpu> {
    let gpu = crate::device::gpu()?;
    match gpu.upload(&array![f16::ONE]) {
        Ok(_) => Some(gpu),
        Err(GpuError::Unsupported { what: "16-bit floats", adapter, .. }) => {
            println!("tests of f16 did not run: {adapter} has no 16-bit floats");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

macro_rules! halves {
    () => {
        match halves() {
            Some(gpu) => gpu,
            None => return,
        }
    };
}

/// What a device may make zero of.
fn is_subnormal(x: f16) -> bool {
    matches!(x.to_bits() & 0x7fff, 1..0x400)
}

/// The same numbers, but for those that may become zero.
#[track_caller]
fn same<D: bcast::ndarray::Dimension>(have: &Array<f16, D>, want: &Array<f16, D>) {
    assert_eq!(have.shape(), want.shape());
    for (have, want) in have.iter().zip(want) {
        let flushed = is_subnormal(*want) && *have == f16::ZERO;
        assert!(have == want || (have.is_nan() && want.is_nan()) || flushed, "{have} for {want}");
    }
}

fn matrix(rows: usize, columns: usize) -> Array2<f16> {
    Array2::from_shape_fn((rows, columns), |(i, j)| f16::from_f32(((i * 37 + j * 101) % 257) as f32 / 16. - 8.))
}

/// Copies are of whole words, elements are of half a word.
#[test]
fn any_length() {
    let gpu = halves!();
    for n in [0, 1, 2, 3, 4, 5, 7, 8, 255, 1001, 70_001] {
        let x: Array1<f16> = (0..n).map(|i| f16::from_f32((i % 1000) as f32)).collect();
        let a = gpu.upload(&x).unwrap();
        assert_eq!(a.download().unwrap(), x, "{n}");
        let b = bcast!(#[gpu(gpu)] a .* 2);
        assert_eq!(b.download().unwrap(), bcast!(x .* 2), "{n}");
        // Of the host, and in place.
        let mut c = bcast!(#[gpu(gpu)] x .+ b);
        bcast!(#[gpu(gpu)] c .-= x);
        assert_eq!(c.download().unwrap(), bcast!(x .* 2 .+ x .- x), "{n}");
        for start in 0..n.min(4) {
            let part = a.slice(s![start..]);
            assert_eq!(part.download().unwrap(), x.slice(s![start..]), "{n} {start}");
            assert_eq!(bcast!(#[gpu(gpu)] part .+ 0).download().unwrap(), x.slice(s![start..]), "{n} {start}");
        }
    }
}

#[test]
fn bits_of_all() {
    let gpu = halves!();
    let x = all();
    let a = gpu.upload(&x).unwrap();
    let back = a.download().unwrap();
    assert!(back.iter().zip(&x).all(|(have, want)| have.to_bits() == want.to_bits()));
    same(&bcast!(#[gpu(gpu)] f16.(f32.(a))).download().unwrap(), &x);
    same(
        &bcast!(
            #[gpu(gpu)]
            -(-a)
        )
        .download()
        .unwrap(),
        &x,
    );
}

/// Bit by bit: what is computed in single precision and rounded is rounded once.
#[test]
fn operators() {
    let gpu = halves!();
    let (x, y) = (Array1::from(some()), Array1::from(some()));
    // A subnormal argument may count as zero.
    let keep = |results: Array2<f16>| {
        let at = |i: usize, j: usize| !is_subnormal(x[i]) && !is_subnormal(y[j]);
        Array2::from_shape_fn(results.dim(), |(i, j)| if at(i, j) { results[[i, j]] } else { f16::ZERO })
    };
    macro_rules! same_bits {
        ($([$($body:tt)*])*) => {$(
            same(&keep(bcast!(#[gpu(gpu)] $($body)*).download().unwrap()), &keep(bcast!($($body)*)));
        )*};
    }
    same_bits! {
        [x @ (0) .+ y @ (1)] [x @ (0) .- y @ (1)] [x @ (0) .* y @ (1)] [x @ (0) ./ y @ (1)] [x @ (0) .% y @ (1)]
        [min.(x @ (0), y @ (1))] [max.(x @ (0), y @ (1))] [minimum.(x @ (0), y @ (1))] [maximum.(x @ (0), y @ (1))]
        [if is_nan.(y @ (1)) { 1 } else { copysign.(x @ (0), y @ (1)) }]
        [if x @ (0) .< y @ (1) { x @ (0) } else { y @ (1) }]
        [select.(x @ (0) .>= y @ (1), 3, y @ (1))] [(x @ (0) .+ 1) .* (y @ (1) .- f16.(0.1))]
        [x @ (0) .^ 3 .+ y @ (1)] [clamp.(x @ (0), -1, abs.(y @ (1)))] [signum.(x @ (0)) .* round.(y @ (1))]
        [f16.(x @ (0) .== y @ (1))] [f16.(x @ (0) .!= y @ (1))] [f16.(0 .< x @ (0) .<= y @ (1))]
    }
}

macro_rules! close {
    ($gpu:ident: $($name:ident)*) => {$({
        let x = all();
        let (have, want) = (bcast!(#[gpu($gpu)] $name.(x)).download().unwrap(), bcast!($name.(f64.(x))));
        let fits = |at: usize| off(have[at], want[at]) <= 1 || is_subnormal(x[at]) || f64::abs(want[at]) < 6.2e-5;
        let at = (0..x.len()).find(|&at| !fits(at));
        assert!(at.is_none(), "{}: {:?}", stringify!($name), at.map(|at| (x[at], have[at], want[at])));
    })*};
}

#[test]
fn functions() {
    let gpu = halves!();
    close! { gpu: abs signum floor ceil round trunc fract sqrt cbrt recip exp exp2 exp_m1 ln ln_1p log2 log10 sin cos
    tan asin acos atan sinh cosh tanh asinh acosh atanh erf erfc sigmoid to_degrees to_radians }
    let (x, y) = (matrix(7, 9), matrix(9, 7).reversed_axes().mapv(|y| y + f16::from_f32(0.3)));
    let near = |have: Array2<f16>, want: Array2<f16>| {
        assert!(have.iter().zip(&want).all(|(have, want)| off(*have, f64::from(*want)) <= 1), "{have} for {want}");
    };
    near(bcast!(#[gpu(gpu)] atan2.(x, y)).download().unwrap(), bcast!(atan2.(x, y)));
    near(bcast!(#[gpu(gpu)] hypot.(x, y)).download().unwrap(), bcast!(hypot.(x, y)));
    near(bcast!(#[gpu(gpu)] abs.(x) .^ y).download().unwrap(), bcast!(abs.(x) .^ y));
    near(bcast!(#[gpu(gpu)] mul_add.(x, y, 1)).download().unwrap(), bcast!(mul_add.(x, y, 1)));
    near(bcast!(#[gpu(gpu)] rem_euclid.(x, y)).download().unwrap(), bcast!(rem_euclid.(x, y)));
    near(bcast!(#[gpu(gpu)] x .^ array![2] @ (0)).download().unwrap(), bcast!(x .^ array![2] @ (0)));
    near(bcast!(#[gpu(gpu)] x .^ -2).download().unwrap(), bcast!(x .^ -2));
}

#[test]
fn conversions() {
    let gpu = halves!();
    let x = bcast!(f16.((0..2000) .- 1000) ./ 8);
    let a = gpu.upload(&x).unwrap();
    assert_eq!(bcast!(#[gpu(gpu)] f32.(a)).download().unwrap(), bcast!(f32.(x)));
    assert_eq!(bcast!(#[gpu(gpu)] i32.(a)).download().unwrap(), bcast!(i32.(x)));
    assert_eq!(bcast!(#[gpu(gpu)] u32.(a)).download().unwrap(), bcast!(u32.(x)));
    let n: Array1<i32> = (0..3000).map(|i| i * 50 - 75_000).collect();
    same(&bcast!(#[gpu(gpu)] f16.(n)).download().unwrap(), &bcast!(f16.(n)));
    same(&bcast!(#[gpu(gpu)] f16.(u32.(n))).download().unwrap(), &bcast!(f16.(u32.(n))));
    same(&bcast!(#[gpu(gpu)] f16.(n .> 0)).download().unwrap(), &bcast!(f16.(n .> 0)));
    let single: Array1<f32> = (0..70_000).map(|i| i as f32 * 1.001).collect();
    same(&bcast!(#[gpu(gpu)] f16.(single)).download().unwrap(), &bcast!(f16.(single)));
    same(&bcast!(#[gpu(gpu)] f16.(n) .+ f16.((0..3000))).download().unwrap(), &bcast!(f16.(n) .+ f16.((0..3000))));
}

/// 64 bits, where the device has them.
#[test]
fn wide_conversions() {
    let gpu = halves!();
    if gpu.upload(&array![1_f64]).is_err() || gpu.upload(&array![1_i64]).is_err() {
        return;
    }
    let x = bcast!(f16.((0..2000) .- 1000) ./ 8);
    assert_eq!(bcast!(#[gpu(gpu)] f64.(x)).download().unwrap(), bcast!(f64.(x)));
    assert_eq!(bcast!(#[gpu(gpu)] i64.(x)).download().unwrap(), bcast!(i64.(x)));
    same(&bcast!(#[gpu(gpu)] f16.(i64.(x) .* 3)).download().unwrap(), &bcast!(f16.(i64.(x) .* 3)));
    let numbers: Vec<f16> = all().into_iter().filter(|x| x.is_normal()).collect();
    let middle = |pair: &[f16]| (f64::from(pair[0]) + f64::from(pair[1])) / 2.;
    let between = numbers.windows(2).map(middle).flat_map(|x| [x.next_down(), x, x.next_up()]);
    let between: Array1<f64> = between.filter(|x| x.abs() > 6.2e-5).collect();
    same(&bcast!(#[gpu(gpu)] f16.(between)).download().unwrap(), &bcast!(f16.(between)));
}

/// Literals are no doubles, which a device need not have.
#[test]
fn literals() {
    let gpu = halves!();
    let x = matrix(3, 5);
    for text in [wgsl!(x .* f16.(0.1)), wgsl!(0.1_f16 .- x), wgsl!(x .+ f16.(-3))] {
        assert!(!text.contains("f64"), "{text}");
    }
    same(&bcast!(#[gpu(gpu)] x .* f16.(0.1) .+ 2).download().unwrap(), &bcast!(x .* f16.(0.1) .+ 2));
    same(&bcast!(#[gpu(gpu)] 0.1_f16 .- x).download().unwrap(), &bcast!(0.1_f16 .- x));
    let high = bcast!(#[gpu(gpu)] x .+ 1e9_f16).download().unwrap();
    assert!(high.iter().all(|&x| x == f16::INFINITY), "{high}");
}

/// Accumulated in single precision, rounded at the end.
#[test]
fn reductions() {
    let gpu = halves!();
    assert_eq!(
        bcast!(
            #[gpu(gpu)]
            sum(Array1::from_elem(10_000, f16::ONE))
        )
        .value()
        .unwrap(),
        f16::from_f32(10_000.)
    );
    for (rows, columns) in [(1, 1), (3, 5), (40, 33), (7, 3000), (3000, 7), (64, 64)] {
        let x = matrix(rows, columns);
        let a = gpu.upload(&x).unwrap();
        macro_rules! same_as {
            ($($name:ident)*) => {$(
                same(&bcast!(#[gpu(gpu)] $name[0](a)).download().unwrap(), &bcast!($name[0](x)));
                same(&bcast!(#[gpu(gpu)] $name[1](a .* 2)).download().unwrap(), &bcast!($name[1](x .* 2)));
                assert_eq!(bcast!(#[gpu(gpu)] $name(a)).value().unwrap(), bcast!($name(x)));
            )*};
        }
        // All sums of these numbers are exact.
        same_as! { sum mean min max minimum maximum }
        assert_eq!(
            bcast!(
                #[gpu(gpu)]
                argmin[0](a)
            )
            .download()
            .unwrap(),
            bcast!(argmin[0](x))
        );
        assert_eq!(
            bcast!(
                #[gpu(gpu)]
                argmax(a)
            )
            .value()
            .unwrap(),
            bcast!(argmax(x))
        );
        assert_eq!(bcast!(#[gpu(gpu)] count(a .> 1)).value().unwrap(), bcast!(count(x .> 1)));
        let signs = bcast!(signum.(x));
        same(
            &bcast!(
                #[gpu(gpu)]
                prod[1](signs)
            )
            .download()
            .unwrap(),
            &bcast!(prod[1](signs)),
        );
        // One kernel for all passes of a row.
        same(&bcast!(#[gpu(gpu)] a .- mean[1](a)).download().unwrap(), &bcast!(x .- mean[1](x)));
        same(&bcast!(#[gpu(gpu)] a .- mean[0](a)).download().unwrap(), &bcast!(x .- mean[0](x)));
        let have = bcast!(#[gpu(gpu)] exp.(a .- max[1](a)) ./ sum[1](exp.(a .- max[1](a)))).download().unwrap();
        let want = bcast!(exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))));
        let close = |(have, want): (&f16, &f16)| off(*have, f64::from(*want)) <= 4 || is_subnormal(*want);
        assert!(have.iter().zip(&want).all(close), "{have} for {want}");
    }
}

/// Where an array does not fit what a kernel binds, parts of results begin in the middle of a word.
#[test]
fn parts() {
    let _ = halves!();
    let gpu = Gpu::options()
        .limits(|limits| (limits.max_storage_buffer_binding_size, limits.max_buffer_size) = (1 << 14, 1 << 20))
        .open()
        .unwrap();
    for (rows, columns) in [(2, 9001), (3, 9001), (5001, 3), (9, 4099)] {
        let x = matrix(rows, columns);
        let a = gpu.upload(&x).unwrap();
        same(&bcast!(#[gpu(&gpu)] a .+ x).download().unwrap(), &bcast!(x .+ x));
        same(
            &bcast!(
                #[gpu(&gpu)]
                max[1](a)
            )
            .download()
            .unwrap(),
            &bcast!(max[1](x)),
        );
        same(
            &bcast!(
                #[gpu(&gpu)]
                max[0](a)
            )
            .download()
            .unwrap(),
            &bcast!(max[0](x)),
        );
    }
    let x = Array::from_shape_fn((2, 3, 5001), |(i, j, k)| f16::from_f32(((i * 7 + j * 3 + k * 5) % 1009) as f32));
    same(
        &bcast!(
            #[gpu(&gpu)]
            max[2](x)
        )
        .download()
        .unwrap(),
        &bcast!(max[2](x)),
    );
}

/// Elements of two bytes that lie across, and a target in part.
#[test]
fn turned() {
    let Some(gpu) = halves() else { return };
    let (x, other) = (matrix(70, 90), Array2::from_elem((90, 70), f16::ONE));
    let a = gpu.upload(&x).unwrap();
    same(&bcast!(#[gpu(gpu)] other .+ a.t()).download().unwrap(), &bcast!(other .+ x.t()));
    let (mut out, mut want) = (gpu.upload(&other).unwrap(), other.clone());
    let mut part = out.slice_mut(s![1.., ..;-1]);
    bcast!(#[gpu(gpu)] part .= a.t().slice(s![..-1, ..]));
    want.slice_mut(s![1.., ..;-1]).assign(&x.t().slice(s![..-1, ..]));
    same(&out.download().unwrap(), &want);
}
