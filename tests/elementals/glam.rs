//! Vectors of `glam`: operators and methods on both machines.

use bcast::glam::{DVec3, IVec3, UVec2, Vec2, Vec3, Vec3A, Vec4};
use bcast::ndarray::{Array1, Array2, Axis, array, s};
use bcast::vector::{cross, distance, dot, normalize};
use bcast::{GpuElement, bcast, elemental, vectors, vectors_mut};

/// Whole numbers, none of them 0.
fn points(rows: usize, columns: usize) -> Array2<Vec3> {
    let value = |n: usize| (n % 13) as f32 - 6.5;
    Array2::from_shape_fn((rows, columns), |(i, j)| {
        let n = 31 * i + 17 * j;
        2. * Vec3::new(value(n), value(n + 5), value(n + 9))
    })
}

/// Formulas on a device and on the processor.
macro_rules! equal {
    ($gpu:ident: $($e:tt;)*) => {$(
        equal! { @ $gpu $e }
    )*};
    (@ $gpu:ident { $($e:tt)* }) => {
        let have = bcast!(#[gpu($gpu)] $($e)*).download().unwrap();
        assert_eq!(have, bcast!($($e)*), "{}", stringify!($($e)*));
    };
}

#[test]
fn have_operators() {
    let gpu = gpu!();
    let (v, w) = (points(5, 7), points(1, 7).remove_axis(Axis(0)));
    let by = array![1_f32, -2., 4., 0.5, 8.];
    let one = Vec3::new(1., 2., 4.);
    let there = gpu.upload(&v).unwrap();
    assert_eq!(there.download().unwrap(), v);
    equal! { gpu:
        { v .+ w @ (1) };
        { (v .- w @ (1)) .* by @ (0) };
        { by @ (0) .* v };
        { -v ./ 4 };
        { v ./ one };
        { v .* one .+ 1 };
        { 2.0 .* v .- one };
        { v .^ 2 };
        { v .^ 3 };
        { v .% 3 };
        { v .== w @ (1) };
        { v .!= w @ (1) };
        { if by @ (0) .> 0 { v } else { -w @ (1) } };
        { select.(v .== w @ (1), one, v .* 2) };
        { sum[0](v) };
        { sum[1](v .* by @ (0)) };
        { dot.(v, w @ (1)) .+ 1 };
        { cross.(v, one) };
        { sum[1](v) @ (0) .- v };
    }
}

#[test]
fn are_targets_and_reduced() {
    let gpu = gpu!();
    let (v, w) = (points(5, 7), points(1, 7).remove_axis(Axis(0)));
    let there = gpu.upload(&v).unwrap();
    let mut target = gpu.upload(&v).unwrap();
    let mut here = v.clone();
    bcast!(#[gpu(gpu)] target[1.., ..;2] .-= w[..;2] @ (1) .* 0.5);
    bcast!(here[1.., ..;2] .-= w[..;2] @ (1) .* 0.5);
    assert_eq!(target.download().unwrap(), here);
    // By hand.
    let sum: Vec3 = v.iter().sum();
    assert_eq!(
        (
            bcast!(sum(v)),
            bcast!(
                #[gpu(gpu)]
                sum(there)
            )
            .value()
            .unwrap()
        ),
        (sum, sum)
    );
    assert_eq!(bcast!(prod(v[0, ..3])), v[[0, 0]] * v[[0, 1]] * v[[0, 2]]);
    assert_eq!(bcast!(mean(v[0, ..4])), (v[[0, 0]] + v[[0, 1]] + v[[0, 2]] + v[[0, 3]]) / 4.);
    assert_eq!(bcast!(sum(v[..0, ..])), Vec3::ZERO);
    let centred = bcast!(#[gpu(gpu)] v .- mean[0](v)).download().unwrap();
    assert!(centred.iter().zip(&bcast!(v .- mean[0](v))).all(|(have, want)| have.abs_diff_eq(*want, 1e-5)));
}

#[test]
fn of_other_components_have_them() {
    let gpu = gpu!();
    let i: Array1<IVec3> = (-6..6).map(|n| IVec3::new(n, 3 - n, i32::MAX - n * n)).collect();
    let by = IVec3::new(3, -2, 5);
    assert_eq!(bcast!(#[gpu(gpu)] i ./ by).download().unwrap(), bcast!(i ./ by));
    assert_eq!(bcast!(#[gpu(gpu)] i .% by .- 2).download().unwrap(), bcast!(i .% by .- 2));
    let zero = IVec3::new(1, 0, 1);
    let error = bcast!(#[gpu(gpu)] i ./ zero).download().unwrap_err();
    assert!(error.to_string().contains("division by zero"), "{error}");
    let u: Array1<UVec2> = (0..9).map(|n| UVec2::new(n, n * n)).collect();
    assert_eq!(bcast!(#[gpu(gpu)] sum(u .* 3)).value().unwrap(), u.iter().sum::<UVec2>() * 3);
    let d: Array1<DVec3> = (0..9).map(|n| DVec3::new(n.into(), 0.5, -1e300)).collect();
    assert_eq!(bcast!(#[gpu(gpu)] d .* 0.5 .+ d).download().unwrap(), bcast!(d .* 0.5 .+ d));
    let a: Array1<Vec3A> = (0..9).map(|n| Vec3A::new(n as f32, 0.5, -1.)).collect();
    let there = gpu.upload(&a).unwrap();
    assert_eq!(bcast!(#[gpu(gpu)] sum(there .* a)).value().unwrap(), bcast!(sum(a .* a)));
    let four: Array1<Vec4> = (0..9).map(|n| Vec4::new(n as f32, 0.5, -1., 2.)).collect();
    assert_eq!(bcast!(#[gpu(gpu)] four .* 2 .- four).download().unwrap(), four);
}

#[derive(Clone, Copy, Debug, PartialEq, GpuElement)]
struct Ball {
    at: Vec3,
    speed: Vec2,
    mass: f32,
}

#[elemental]
fn moved(ball: Ball, by: Vec3, time: f32) -> Ball {
    let mut ball = ball;
    let half = Vec2::splat(0.5);
    ball.at += by * time;
    ball.at.z -= 2.0 * time;
    ball.speed = (ball.speed - half) * half / 2.0 + Vec2::new(time, -1.0);
    if ball.at == Vec3::ZERO {
        ball.at = -Vec3::X + Vec3 { z: 3.0, x: time, y: 0.25 };
    }
    ball.mass = ball.at.dot(by) + ball.speed.length_squared() + ball.at[1] + by.distance_squared(ball.at);
    ball
}

#[elemental]
fn methods(a: Vec3, b: Vec3) -> Vec3 {
    let turned = a.cross(b).abs().min(a.max(b)).floor();
    let mut sum = Vec3::new(1.0, 2.0, 3.0);
    for k in 0..3 {
        sum[k] += turned[2 - k];
    }
    sum + a.signum() * 0.5
}

#[test]
fn have_methods_in_elementals() {
    let gpu = gpu!();
    let v = points(6, 4);
    let balls = v.mapv(|at| Ball { at, speed: Vec2::new(at.x, 2. - at.y), mass: 1. });
    let by = points(1, 4).remove_axis(Axis(0));
    let time = array![0_f32, 0.5, -1., 2., 4., -8.];
    let have = bcast!(#[gpu(gpu)] moved.(balls, by @ (1), time @ (0))).download().unwrap();
    assert_eq!(have, bcast!(moved.(balls, by @ (1), time @ (0))));
    let have = bcast!(#[gpu(gpu)] methods.(v, by @ (1))).download().unwrap();
    assert_eq!(have, bcast!(methods.(v, by @ (1))));
    let far = Vec3::new(3., -2., 1.);
    let have = bcast!(#[gpu(gpu)] (|v: Vec3| (v - far).length() + v.normalize().x).(v)).download().unwrap();
    let want = bcast!((|v: Vec3| (v - far).length() + v.normalize().x).(v));
    assert!(have.iter().zip(&want).all(|(have, want)| (have - want).abs() < 1e-5));
    let have = bcast!(#[gpu(gpu)] distance.(v, far) .+ dot.(normalize.(v), far)).download().unwrap();
    let want = v.mapv(|v| v.distance(far) + v.normalize().dot(far));
    assert!(have.iter().zip(&want).all(|(have, want)| (have - want).abs() < 1e-5));
}

#[test]
fn are_read_and_written_as_components() {
    let gpu = gpu!();
    let mut rows = Array2::from_shape_fn((4, 3), |(i, j)| (10 * i + j) as f32);
    assert_eq!(vectors::<Vec3, _>(&rows)[2], Vec3::new(20., 21., 22.));
    let there = gpu.upload(&rows).unwrap();
    let have = bcast!(#[gpu(gpu)] vectors::<Vec3, _>(&there) .* 2).download().unwrap();
    assert_eq!(have, bcast!(vectors::<Vec3, _>(&rows) .* 2));
    // Larger than its components, and aligned more than these.
    assert_eq!(vectors::<Vec3A, _>(&rows)[1], Vec3A::new(10., 11., 12.));
    let line = Array1::from_shape_fn(17, |i| i as f32);
    for start in 0..4 {
        let some = line.slice(s![start..start + 12]).into_shape_with_order((3, 4)).unwrap();
        let all = vectors::<Vec4, _>(&some);
        assert_eq!(all[1], Vec4::new(4., 5., 6., 7.) + start as f32);
    }
    {
        let mut all = vectors_mut::<Vec3A, _>(&mut rows);
        bcast!(all .*= 2);
    }
    assert_eq!(rows[[3, 2]], 64.);
    let mut there = gpu.upload(&rows).unwrap();
    {
        let mut all = vectors_mut::<Vec3, _>(&mut there);
        bcast!(#[gpu(gpu)] all .+= Vec3::new(1., 2., 3.));
    }
    assert_eq!(there.download().unwrap().row(3).to_vec(), [61., 64., 67.]);
}
