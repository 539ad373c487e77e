//! Elements of 8 and 16 bits and truth values, which lie packed in words: whatever of a word is read or written, the
//! rest of it stays.

use bcast::ndarray::{Array, Array1, Array2, Array3, Axis, array, s};
use bcast::{GpuElement, GpuError, bcast};

use crate::common::floats::ulps;

/// All of these types, whose elements are made of numbers.
macro_rules! each {
    ($($name:ident: $t:ty, $of:expr;)*) => {$(
        mod $name {
            use super::*;

            fn number(i: usize) -> $t {
                let of: fn(usize) -> $t = $of;
                of(i.wrapping_mul(2_654_435_761) >> 7)
            }
            fn vector(n: usize) -> Array1<$t> {
                (0..n).map(number).collect()
            }
            fn matrix(rows: usize, columns: usize) -> Array2<$t> {
                Array::from_shape_fn((rows, columns), |(i, j)| number(i * 1009 + j))
            }

            #[test]
            fn any_length_and_start() {
                let gpu = gpu!();
                for n in [0, 1, 2, 3, 4, 5, 7, 8, 9, 255, 1001, 70_001] {
                    let x = vector(n);
                    let a = gpu.upload(&x).unwrap();
                    assert_eq!(a.download().unwrap(), x, "{n}");
                    assert_eq!(bcast!(#[gpu(gpu)] xor.(xor.(a, a), x)).download().unwrap(), x, "{n}");
                    for start in 0..n.min(6) {
                        for step in [1, 2, 3, -1] {
                            let (part, want) = (a.slice(s![start..;step]), x.slice(s![start..;step]));
                            assert_eq!(part.download().unwrap(), want, "{n} {start} {step}");
                            let have = bcast!(#[gpu(gpu)] part .| part);
                            assert_eq!(have.download().unwrap(), want, "{n} {start} {step}");
                        }
                    }
                }
            }

            /// What is written lies between what is not.
            #[test]
            fn neighbours_stay() {
                let gpu = gpu!();
                let (x, y) = (matrix(301, 67), matrix(67, 301));
                for (rows, columns) in [(0, 1), (3, 0), (1, 2), (2, 5)] {
                    for step in [1, 2, 3, -2] {
                        let (mut have, mut want) = (gpu.upload(&x).unwrap(), x.clone());
                        let source = y.t().to_owned();
                        let part = s![rows.., columns..;step];
                        let view = source.slice(part);
                        let mut target = have.slice_mut(part);
                        bcast!(#[gpu(gpu)] target .= view);
                        want.slice_mut(part).assign(&view);
                        assert_eq!(have.download().unwrap(), want, "{rows} {columns} {step}");
                        // Across, and with what is there.
                        let turned = y.t();
                        let view = turned.slice(part);
                        let mut target = have.slice_mut(part);
                        bcast!(#[gpu(gpu)] target .= xor.(target, view));
                        want.slice_mut(part).zip_mut_with(&view, |a, b| *a ^= *b);
                        assert_eq!(have.download().unwrap(), want, "{rows} {columns} {step}");
                    }
                }
            }

            #[test]
            fn moved_and_looked_up() {
                let gpu = gpu!();
                let (x, y, z) = (matrix(33, 5), matrix(33, 7), matrix(2, 5));
                let (a, b, c) = (gpu.upload(&x).unwrap(), gpu.upload(&y).unwrap(), gpu.upload(&z).unwrap());
                let wide = bcast::ndarray::concatenate![Axis(1), x, y, x];
                let all = gpu.concatenate(Axis(1), &[a.view(), b.view(), a.view()]).unwrap();
                assert_eq!(all.download().unwrap(), wide);
                let high = bcast::ndarray::concatenate![Axis(0), x, z];
                let all = gpu.concatenate(Axis(0), &[a.view(), c.view()]).unwrap();
                assert_eq!(all.download().unwrap(), high);
                let side = bcast::ndarray::stack![Axis(1), x, x];
                assert_eq!(gpu.stack(Axis(1), &[a.view(), a.view()]).unwrap().download().unwrap(), side);
                assert_eq!(a.t().copy().unwrap().download().unwrap(), x.t());
                assert_eq!(bcast!(#[gpu(gpu)] a.t() .| a.t()).download().unwrap(), x.t());
                for n in [1, 3, 4, 1001] {
                    let fill = gpu.from_elem(n, number(5)).unwrap();
                    assert_eq!(fill.download().unwrap(), Array1::from_elem(n, number(5)));
                }
                let at: Array1<i32> = (0..1001).map(|i| i * 7 % 33).collect();
                let found = bcast!(#[gpu(gpu)] at.(a, at, 3));
                assert_eq!(found.download().unwrap(), at.mapv(|row| x[[row as usize, 3]]));
            }

            #[test]
            fn choices() {
                let gpu = gpu!();
                for (rows, columns) in [(1, 1), (3, 5), (40, 33), (7, 300), (300, 7), (64, 64)] {
                    let (x, y) = (matrix(rows, columns), matrix(columns, rows));
                    let a = gpu.upload(&x).unwrap();
                    let turned = y.t();
                    let have = bcast!(#[gpu(gpu)] if a .< turned { a } else { turned });
                    assert_eq!(have.download().unwrap(), bcast!(if x .< turned { x } else { turned }));
                    let have = bcast!(#[gpu(gpu)] max.(a, turned) .== min.(turned, a));
                    assert_eq!(have.download().unwrap(), bcast!(max.(x, turned) .== min.(turned, x)));
                    let (have, want) = (bcast!(#[gpu(gpu)] count(a .== turned)), bcast!(count(x .== turned)));
                    assert_eq!(have.value().unwrap(), want);
                    let have = bcast!(#[gpu(gpu)] any[1](a .== turned));
                    assert_eq!(have.download().unwrap(), bcast!(any[1](x .== turned)));
                    let have = bcast!(#[gpu(gpu)] all[0](a .>= turned .|| a .!= x));
                    assert_eq!(have.download().unwrap(), bcast!(all[0](x .>= turned .|| x .!= x)));
                }
            }
        }
    )*};
}
each! {
    bools: bool, |i| i % 3 == 0;
    bytes: u8, |i| i as u8;
    signed_bytes: i8, |i| i as i8;
    shorts: u16, |i| i as u16;
    signed_shorts: i16, |i| i as i16;
}

/// The same of arrays on the device and here.
macro_rules! same {
    ($gpu:ident, $a:ident $b:ident as $x:ident $y:ident: $([$($body:tt)+])+) => {$(
        let have = bcast!(#[gpu($gpu)] $($body)+).download().unwrap();
        let ($a, $b) = (&$x, &$y);
        let _ = ($a, $b);
        assert_eq!(have, bcast!($($body)+), stringify!($($body)+));
    )+};
}

/// Reductions of integers, into results, beside rows and into columns of what is there.
macro_rules! reductions {
    ($($name:ident: $t:ty;)*) => {$(
        #[test]
        fn $name() {
            let gpu = gpu!();
            for (rows, columns) in [(1, 1), (3, 5), (40, 33), (7, 3000), (3000, 7), (64, 64)] {
                // Sums fit.
                let x = Array2::from_shape_fn((rows, columns), |(i, j)| ((i * 7 + j * 5) % 97 == 0) as $t);
                let y = Array2::from_shape_fn((rows, columns), |(i, j)| ((i * 31 + j * 17) % 101) as $t);
                let (on_x, on_y) = (gpu.upload(&x).unwrap(), gpu.upload(&y).unwrap());
                let (a, b) = (&on_x, &on_y);
                {
                    same! { gpu, a b as x y:
                        [sum[0](a)] [sum[1](a)] [max[0](b)] [min[1](b)] [argmax[0](b)] [argmin[1](b)] [b .- min[1](b)]
                        [max[0](b) .- b] [sum[1](i32.(b)) .* 2]
                    }
                }
                let have = bcast!(#[gpu(gpu)] f32.(b) ./ f32.(max[1](b) .+ 1)).download().unwrap();
                assert_same!(have, bcast!(f32.(y) ./ f32.(max[1](y) .+ 1)));
                let (mut out, mut want) = (gpu.upload(&y).unwrap(), y.clone());
                let mut column = out.slice_mut(s![.., columns / 2]);
                bcast!(#[gpu(gpu)] column .= max[1](b));
                let most = bcast!(max[1](y));
                want.column_mut(columns / 2).assign(&most);
                assert_eq!(out.download().unwrap(), want);
            }
        }
    )*};
}

mod reductions {
    use super::*;
    reductions! { bytes: u8; signed_bytes: i8; shorts: u16; signed_shorts: i16; }
}

/// A picture of bytes, computed with in floats, and back into a part of one.
#[test]
fn pictures() {
    let gpu = gpu!();
    let picture = Array3::from_shape_fn((61, 83, 3), |(i, j, k)| ((i * 37 + j * 11 + k * 101) % 256) as u8);
    let gain = array![0.5_f32, 1.25, 2.0];
    let image = gpu.upload(&picture).unwrap();
    let light = bcast!(#[gpu(gpu)] f32.(image) .* gain @ (2));
    assert_eq!(light.download().unwrap(), bcast!(f32.(picture) .* gain @ (2)));
    let grey = bcast!(#[gpu(gpu)] u8.(sum[2](f32.(image) .* gain @ (2)) ./ 4));
    assert_eq!(grey.download().unwrap(), bcast!(u8.(sum[2](f32.(picture) .* gain @ (2)) ./ 4)));
    let (mut have, mut want) = (gpu.upload(&picture).unwrap(), picture.clone());
    let (part, inner) = (s![1..60, 5..80, ..], image.slice(s![1..60, 5..80, ..]));
    let mut target = have.slice_mut(part);
    bcast!(#[gpu(gpu)] target .= u8.(f32.(inner) .* gain @ (2)));
    let scaled = bcast!(u8.(f32.(picture[1..60, 5..80, ..]) .* gain @ (2)));
    want.slice_mut(part).assign(&scaled);
    assert_eq!(have.download().unwrap(), want);
}

/// Sums, differences and products wrap; what the processor would refuse is reported.
#[test]
fn arithmetic_wraps_and_reports() {
    let gpu = gpu!();
    let all: Array1<i8> = (i8::MIN..=i8::MAX).collect();
    let (a, b) = (gpu.upload(&all).unwrap(), gpu.upload(&array![100_i8, -100]).unwrap());
    let by = |f: fn(i8, i8) -> i8| Array2::from_shape_fn((256, 2), |(i, j)| f(all[i], [100, -100][j]));
    assert_eq!(bcast!(#[gpu(gpu)] a @ (0) .+ b @ (1)).download().unwrap(), by(i8::wrapping_add));
    assert_eq!(bcast!(#[gpu(gpu)] a @ (0) .- b @ (1)).download().unwrap(), by(i8::wrapping_sub));
    assert_eq!(bcast!(#[gpu(gpu)] a @ (0) .* b @ (1)).download().unwrap(), by(i8::wrapping_mul));
    assert_eq!(bcast!(#[gpu(gpu)] a .^ 3).download().unwrap(), all.mapv(|x| x.wrapping_pow(3)));
    assert_eq!(bcast!(#[gpu(gpu)] a .* 3 ./ 3 .> 42).download().unwrap(), all.mapv(|x| x.wrapping_mul(3) / 3 > 42));
    assert_eq!(bcast!(#[gpu(gpu)] abs.(a)).download().unwrap(), all.mapv(i8::wrapping_abs));
    let (from, by) = (-3_i8, 200_u8);
    assert_eq!(bcast!(#[gpu(gpu)] (from..=5) .* from).download().unwrap(), bcast!((from..=5) .* from));
    let high = bcast!(#[gpu(gpu)] (250..=255_u8) .+ by).download().unwrap();
    assert_eq!(high.to_vec(), [194, 195, 196, 197, 198, 199]);
    let n: Array1<i32> = (-70_000..70_000).step_by(37).collect();
    let wide = gpu.upload(&n).unwrap();
    assert_eq!(bcast!(#[gpu(gpu)] i16.(u8.(wide))).download().unwrap(), n.mapv(|x| i16::from(x as u8)));
    let x = n.mapv(|n| n as f32 / 8.);
    assert_eq!(bcast!(#[gpu(gpu)] i8.(x)).download().unwrap(), x.mapv(|x| x as i8));
    assert_eq!(bcast!(#[gpu(gpu)] u16.(x .* 100)).download().unwrap(), x.mapv(|x| (x * 100.) as u16));
    let fails = |result: Result<Array1<i8>, GpuError>, what: &str| {
        let error = result.expect_err(what).to_string();
        assert!(error.contains(what), "{error}");
    };
    fails(bcast!(#[gpu(gpu)] a ./ -1).download(), "integer division overflows");
    fails(bcast!(#[gpu(gpu)] a .% 0).download(), "integer division by zero");
    fails(bcast!(#[gpu(gpu)] a .<< 8).download(), "a shift by too many bits");
    fails(bcast!(#[gpu(gpu)] a .>> 8).download(), "a shift by too many bits");
    let less = gpu.upload(&array![-127_i8, 5]).unwrap();
    assert_eq!(bcast!(#[gpu(gpu)] less ./ -1).download().unwrap(), array![127, -5]);
}

/// As parts of others they are words.
#[test]
fn parts_of_elements() {
    #[derive(Clone, Copy, Debug, PartialEq, GpuElement)]
    struct Pixel {
        colour: [u8; 3],
        depth: i16,
        is_lit: bool,
    }
    let gpu = gpu!();
    let pixel = |i: usize| Pixel { colour: [i as u8, 3, 255], depth: -(i as i16), is_lit: i.is_multiple_of(2) };
    let x: Array1<Pixel> = (0..1001).map(pixel).collect();
    let a = gpu.upload(&x).unwrap();
    assert_eq!(a.download().unwrap(), x);
    let have = bcast!(#[gpu(gpu)] (|p: Pixel| if p.is_lit { p.colour[0] as i16 + p.depth } else { -1 }).(a));
    let want = x.mapv(|p| if p.is_lit { i16::from(p.colour[0]) + p.depth } else { -1 });
    assert_eq!(have.download().unwrap(), want);
    let colours = x.mapv(|p| p.colour);
    assert_eq!(gpu.upload(&colours).unwrap().slice(s![1..;3]).download().unwrap(), colours.slice(s![1..;3]));
}

/// What a compiler knows of the range of numbers, it uses: functions of integers that were converted.
#[test]
fn functions_of_integers() {
    let gpu = gpu!();
    let x: Array1<u8> = (0..=255).collect();
    let a = gpu.upload(&x).unwrap();
    macro_rules! near {
        ($($name:ident)*) => {$(
            let have = bcast!(#[gpu(gpu)] $name.(f32.(a .| 5) ./ 16)).download().unwrap();
            let want = bcast!($name.(f32.(x .| 5) ./ 16));
            let off = have.iter().zip(&want).map(|(&have, &want)| ulps(have, want)).max();
            assert!(off <= Some(4), "{}: {off:?}", stringify!($name));
        )*};
    }
    near! { exp exp2 exp_m1 ln ln_1p log2 log10 sin cos tan atan sinh cosh tanh asinh acosh erf erfc sigmoid cbrt }
}
