//! What runs along an axis, beside plain loops and beside the processor.

use bcast::ndarray::{Array, Array1, Array2, Array3, ArrayD, Axis, Dimension, RemoveAxis, ShapeBuilder, array, s};
use bcast::{BroadcastError, GpuError, bcast, from_shape_fn, half::f16, try_bcast};

/// Along an axis, one element after the other.
fn along<T: Copy, D: RemoveAxis>(x: &Array<T, D>, axis: usize, join: impl Fn(T, T) -> T) -> Array<T, D> {
    let mut made = x.clone();
    for mut line in made.lanes_mut(Axis(axis)) {
        for at in 1..line.len() {
            line[at] = join(line[at - 1], line[at]);
        }
    }
    made
}

fn numbers<D: Dimension>(shape: impl ShapeBuilder<Dim = D>) -> Array<i32, D> {
    let mut state = 7_u32;
    Array::from_shape_simple_fn(shape, || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as i32 % 201 - 100
    })
}

/// Short and long lines, few and many, side by side and alone, of sizes that are no multiples of anything.
const SHAPES: [(usize, usize, usize); 22] = [
    (0, 3, 2),
    (3, 0, 2),
    (1, 1, 1),
    (2, 3, 1),
    (3, 4, 5),
    (1, 5, 1),
    (1, 64, 1),
    (7, 16, 1),
    (7, 17, 3),
    (1, 256, 1),
    (300, 9, 1),
    (2, 9, 300),
    (1, 1000, 1),
    (3, 1024, 1),
    (3, 1028, 1),
    (2, 1025, 2),
    (1, 700, 40),
    (1, 4100, 1),
    (4, 5000, 3),
    (1, 20_001, 1),
    (1, 70, 33),
    (60, 20, 60),
];

/// Whole numbers, so that all sums are exact: along each axis, of what lies in each order.
#[test]
fn shapes_axes_and_orders() {
    let gpu = gpu!();
    for shape in SHAPES {
        let x: Array3<i32> = numbers(shape);
        let float = x.mapv(|x| x as f32);
        let (a, b) = (gpu.upload(&x).unwrap(), gpu.upload(&float).unwrap());
        let fortran = gpu.upload(&Array3::from_shape_fn(shape.f(), |at| x[at])).unwrap();
        for k in 0..3 {
            let want = along(&x, k, |a, b| a + b);
            let of = format!("{shape:?} along {k}");
            assert_eq!(on!(gpu, cumsum[{ k }](a)), want, "{of}");
            assert_eq!(on!(gpu, cumsum[{ k }](fortran)), want, "Fortran, {of}");
            assert_eq!(on!(gpu, cumsum[{k}](x .+ 0)), want, "the host's, {of}");
            assert_eq!(on!(gpu, cumsum[{k}](a .* 3 .- 2 .* x)), want, "computed, {of}");
            let turned = on!(gpu, cumsum[{ 2 - k }](a.t()));
            assert_eq!(turned.t(), want, "turned, {of}");
            let sums = on!(gpu, cumsum[{ k }](b));
            assert_eq!(sums, want.mapv(|x| x as f32), "floats, {of}");
            let largest = on!(gpu, cummax[{ k }](b));
            assert_eq!(largest, along(&float, k, f32::max), "cummax, {of}");
            let least = on!(gpu, cummin[{ k }](a));
            assert_eq!(least, along(&x, k, Ord::min), "cummin, {of}");
            let product = on!(gpu, #[wrapping] cumprod[{k}](a .| 1));
            assert_eq!(product, along(&x.mapv(|x| x | 1), k, i32::wrapping_mul), "cumprod, {of}");
        }
    }
}

#[test]
fn a_not_a_number_loses_and_spreads_in_sums() {
    let gpu = gpu!();
    let nan = f32::NAN;
    for n in [5, 100, 3000] {
        let x = Array1::from_shape_fn(n, |at| if at % 4 == 0 { nan } else { (at % 10) as f32 - at as f32 });
        let largest = on!(gpu, cummax[0](x));
        let least = on!(gpu, cummin[0](x));
        assert!(largest[0].is_nan() && least[0].is_nan());
        let best = |join: fn(f32, f32) -> f32| along(&x, 0, join).slice_move(s![1..]);
        assert_eq!(largest.slice(s![1..]), best(f32::max), "{n}");
        assert_eq!(least.slice(s![1..]), best(f32::min), "{n}");
        let behind = Array1::from_shape_fn(n, |at| if at == n / 2 { nan } else { 1.0 });
        let sums = on!(gpu, cumsum[0](behind));
        assert!(sums.iter().enumerate().all(|(at, sum)| sum.is_nan() == (at >= n / 2)), "{n}");
        let none = Array1::from_elem(n, nan);
        assert!(on!(gpu, cummax[0](none)).iter().all(|x| x.is_nan()));
    }
}

#[test]
fn zeros_and_infinities() {
    let gpu = gpu!();
    let zeros = on!(gpu, cumsum[0](array![-0.0_f32, -0.0]));
    assert!(zeros[1].is_sign_negative());
    let infinite = on!(gpu, cummax[0](array![f32::NEG_INFINITY, 1.]));
    assert_eq!(infinite, array![f32::NEG_INFINITY, 1.]);
    let infinite = on!(gpu, cumsum[0](array![1.0, f32::INFINITY, 2.0, -1e30]));
    assert_eq!(infinite, array![1.0, f32::INFINITY, f32::INFINITY, f32::INFINITY]);
}

/// Value and type of a formula on the device are the processor's.
macro_rules! same {
    ($gpu:ident, $($body:tt)+) => {
        assert_same!(on!($gpu, $($body)+), bcast!($($body)+), "{}", stringify!($($body)+))
    };
}

#[test]
fn parts_beside_others() {
    let gpu = gpu!();
    let (x, w) = (array![[1.0_f32, 2., 3.], [4., 5., 6.]], array![10.0_f32, 100.]);
    same!(gpu, cumsum[1](x .* w @ (0)) ./ w @ (0));
    same!(gpu, cumsum[1](x) ./ sum[1](x));
    same!(gpu, sum[1](cumsum[1](x)));
    same!(gpu, cumsum[0](sum[1](x)));
    same!(gpu, cumsum[0](w) @ (0) .+ w @ (1));
    same!(gpu, cumsum[0](x .- mean[0](x)));
    same!(gpu, if cumsum[0](x) .> 4 { x } else { 0 });
    same!(gpu, cumsum[0](x .+ array![[1., 2., 3.]]));
    same!(gpu, cumsum[0](array![[1.0_f32], [2.0]] .+ array![[1., 2., 3.]]));
    same!(gpu, cumsum[0](cumsum[1](x)) .- cumsum[-1](cumsum[-2](x)));
    same!(gpu, cumprod[1](x) .* cummax[0](x) .+ cumsum[0](exp2.(x)) .- cummin[1](-x));
    same!(gpu, exp.(cumsum[1](x) .- max[1](cumsum[1](x))) ./ sum[1](exp.(cumsum[1](x) .- max[1](cumsum[1](x)))));
    same!(gpu, let d = cumsum[1](x); let e = d .- mean[1](d); e ./ max[1](e .* e));
}

#[test]
fn operands_of_all_kinds() {
    let gpu = gpu!();
    let (x, w) = (array![[1.0_f32, 2., 3.], [4., 5., 6.]], array![10.0_f32, 100.]);
    same!(gpu, cumsum[j](x @ (i, j)) .* w @ (i));
    same!(gpu, w @ (i) .* cumsum[i](x @ (i, j)));
    same!(gpu, #[axes(j, i)] cumsum[j](x @ (i, j)) .* w @ (i));
    same!(gpu, cumsum[0]((1_i32..5)));
    same!(gpu, cumsum[0](u32.(w .> 20)));
    same!(gpu, cumsum[0](x[.., ..;-1]) .+ cumsum[1](x[..;-1, ..]));
    same!(gpu, at.(w, cumsum[0](array![1, 0, 0])));
    same!(gpu, cumsum[0](at.(w, array![1, 0, 1])));
    same!(gpu, #[shape([2, 3])] cumsum[0](w) @ (0));
    let d: ArrayD<f32> = x.clone().into_dyn();
    same!(gpu, cumsum[1](d) .* d);
    same!(gpu, cumsum[-1](d));
    assert_eq!(on!(gpu, max(cumsum[0](x) .- x))[()], 3.);
    assert_eq!(on!(gpu, sum(max[1](cumsum[1](x))))[()], 21.);
    let (c, both) = bcast!(#[gpu(gpu)] let c = cumsum[1](x); (c, c .+ sum(c)));
    assert_eq!(c.download().unwrap(), array![[1., 3., 6.], [4., 9., 15.]]);
    assert_eq!(both.download().unwrap(), array![[39., 41., 44.], [42., 47., 53.]]);
}

#[test]
fn targets() {
    let gpu = gpu!();
    let x: Array2<i32> = numbers((20, 30));
    let mut a = gpu.upload(&x).unwrap();
    bcast!(#[gpu(gpu)] a .= cumsum[0](a));
    assert_eq!(a.download().unwrap(), along(&x, 0, |a, b| a + b));
    bcast!(#[gpu(gpu)] a .-= cumsum[0](x) .- x);
    assert_eq!(a.download().unwrap(), x);
    let mut part = a.slice_mut(s![..;2, 3..]);
    bcast!(#[gpu(gpu)] part .= cumsum[1](part));
    let mut want = x.clone();
    want.slice_mut(s![..;2, 3..]).assign(&along(&x.slice(s![..;2, 3..]).to_owned(), 1, |a, b| a + b));
    assert_eq!(a.download().unwrap(), want);
    let (mut b, mut c) = (gpu.upload(&x).unwrap(), gpu.upload(&x).unwrap());
    bcast!(#[gpu(gpu)] b .= cumsum[1](c); c .= cummax[0](b));
    let sums = along(&x, 1, |a, b| a + b);
    assert_eq!(b.download().unwrap(), sums);
    assert_eq!(c.download().unwrap(), along(&sums, 0, Ord::max));
}

/// What runs in a view is read there, and is not changed.
#[test]
fn views() {
    let gpu = gpu!();
    let x: Array2<i32> = numbers((20, 30));
    let y = gpu.upload(&x).unwrap();
    let row = on!(gpu, cumsum[0](y.row(3)));
    assert_eq!(row, along(&x.row(3).to_owned(), 0, |a, b| a + b));
    let column = on!(gpu, cumsum[0](y.column(3)));
    assert_eq!(column, along(&x.column(3).to_owned(), 0, |a, b| a + b));
    let rows = on!(gpu, cumsum[0](y.slice(s![5..12, ..])));
    assert_eq!(rows, along(&x.slice(s![5..12, ..]).to_owned(), 0, |a, b| a + b));
    assert_eq!(y.download().unwrap(), x);
}

macro_rules! of_types {
    ($($name:ident: $t:ty, $make:expr, $add:expr;)*) => {$(
        #[test]
        fn $name() {
            let gpu = gpu!();
            for shape in [(3, 40), (40, 3), (2, 1031), (1031, 2), (5, 16), (1, 4096)] {
                let x: Array2<$t> = numbers(shape).mapv($make);
                let a = match gpu.upload(&x) {
                    Err(GpuError::Unsupported { .. }) => return,
                    uploaded => uploaded.unwrap(),
                };
                for k in 0..2 {
                    let have = on!(gpu, #[wrapping] cumsum[{ k }](a));
                    assert_eq!(have, along(&x, k, $add), "sums of {shape:?} along {k}");
                    let have = on!(gpu, cummax[{k}](a .+ 0));
                    let largest = |a: $t, b: $t| if b > a { b } else { a };
                    assert_eq!(have, along(&x, k, largest), "largest of {shape:?} along {k}");
                }
            }
        }
    )*};
}
of_types! {
    bytes: u8, |x| x as u8, u8::wrapping_add;
    signed_bytes: i8, |x| x as i8, i8::wrapping_add;
    words: u16, |x| x as u16, u16::wrapping_add;
    signed_words: i16, |x| x as i16, i16::wrapping_add;
    unsigned: u32, |x| x as u32, u32::wrapping_add;
    long: i64, i64::from, |a, b| a + b;
    doubles: f64, f64::from, |a, b| a + b;
}

#[test]
fn halves_and_vectors() {
    let gpu = gpu!();
    let x = Array1::from_shape_fn(1500, |at| f16::from_f32(if at % 2 == 0 { 0.25 } else { 0.125 }));
    // Joined as `f32`s, and rounded where they are stored.
    let want = along(&x.mapv(f32::from), 0, |a, b| a + b).mapv(f16::from_f32);
    if let Ok(a) = gpu.upload(&x) {
        assert_eq!(on!(gpu, cummin[0](a .- 1)), along(&x.mapv(|x| x - f16::ONE), 0, f16::min));
        assert_eq!(on!(gpu, cumsum[0](a)), want);
    }
    let v = Array2::from_shape_fn((40, 50), |(i, j)| [i as f32, j as f32, 1.0]);
    let add = |a: [f32; 3], b: [f32; 3]| [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
    let a = gpu.upload(&v).unwrap();
    assert_eq!(on!(gpu, cumsum[0](a)), along(&v, 0, add));
    assert_eq!(on!(gpu, cumsum[1](a)), along(&v, 1, add));
}

/// Many elements: sums of floats are near the exact ones, and have the same bits each time.
#[test]
fn long_lines() {
    let gpu = gpu!();
    for shape in [(1, 1_000_003), (1_000_003, 1), (70_000, 20), (20, 70_000)] {
        let x = numbers(shape).mapv(|x| x as f32 * 0.01 + 0.3);
        let a = gpu.upload(&x).unwrap();
        for k in 0..2 {
            let have = on!(gpu, cumsum[{ k }](a));
            let exact = along(&x.mapv(f64::from), k, |a, b| a + b);
            let sizes = along(&x.mapv(|x| f64::from(x.abs())), k, |a, b| a + b);
            let off = |(have, (exact, size)): (&f32, (&f64, &f64))| (f64::from(*have) - exact).abs() / size;
            let most = have.iter().zip(exact.iter().zip(&sizes)).map(off).fold(0.0, f64::max);
            assert!(most < 60.0 * f64::from(f32::EPSILON), "{shape:?} along {k}: {most}");
            let again = on!(gpu, cumsum[{ k }](a));
            assert!(have.iter().zip(&again).all(|(a, b)| a.to_bits() == b.to_bits()), "{shape:?} along {k}");
        }
    }
}

/// What goes wrong in what is scanned spoils the result.
#[test]
fn errors_of_integers() {
    let gpu = gpu!();
    let (x, y) = (gpu.upload(&array![7, 8, 9]).unwrap(), gpu.upload(&array![1, 0, 2]).unwrap());
    let made = bcast!(#[gpu(gpu)] cumsum[0](x ./ y));
    assert!(made.download().unwrap_err().to_string().contains("divi"), "8 / 0");
    assert_eq!(on!(gpu, cumsum[0](x ./ (y .+ 1))), array![3, 11, 14]);
}

#[test]
fn axes_and_sizes_that_do_not_fit() {
    let gpu = gpu!();
    let (x, y) = (array![1, 2, 3], array![1, 2]);
    assert!(matches!(try_bcast!(#[gpu(gpu)] cumsum[0](x .+ y)), Err(BroadcastError::Sizes { axis: 0, .. })));
    assert!(matches!(try_bcast!(#[gpu(gpu)] cumsum[0](x) .+ y), Err(BroadcastError::Sizes { axis: 0, .. })));
    let d = x.clone().into_dyn();
    let Err(error) = try_bcast!(
        #[gpu(gpu)]
        cumsum[1](d)
    ) else {
        panic!("there is one axis")
    };
    assert!(matches!(error, BroadcastError::Reduced { axis: 1, rank: 1, .. }), "{error}");
    let m = array![[1, 2], [3, 4]];
    for k in [2, 300] {
        let Err(error) = try_bcast!(#[gpu(gpu)] cumsum[{k}](m) .+ 1) else { panic!("there are two axes") };
        assert!(matches!(error, BroadcastError::Axis { rank: 2, operand: None, .. }), "{error}");
    }
    let mut out = gpu.upload(&x).unwrap();
    assert!(try_bcast!(#[gpu(gpu)] out .= cumsum[0](y)).is_err());
    assert_eq!(out.download().unwrap(), x);
    let Err(error) = try_bcast!(
        #[gpu(gpu)]
        cumsum[0](from_shape_fn(4, |i| i as u32))
    ) else {
        panic!("a function")
    };
    assert!(matches!(error, BroadcastError::Gpu(GpuError::Function { .. })), "{error}");
}
