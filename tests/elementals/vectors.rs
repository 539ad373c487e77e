//! Vectors: functions of them, and reductions component by component, on both machines.

use bcast::half::f16;
use bcast::ndarray::{Array1, Array2, Array3, Axis, s};
use bcast::vector::{cross, distance, dot, length, normalize};
use bcast::{Gpu, GpuElement, bcast, elemental, vectors, vectors_mut};

/// Whole numbers from -7 to 7.
fn points<T, const N: usize>(rows: usize, columns: usize, number: impl Fn(f32) -> T) -> Array2<[T; N]> {
    let value = |i: usize, j: usize, k: usize| number(((i * 31 + j * 17 + k * 5) % 15) as f32 - 7.);
    Array2::from_shape_fn((rows, columns), |(i, j)| std::array::from_fn(|k| value(i, j, k)))
}

fn near(have: [f32; 3], want: [f32; 3]) -> bool {
    have.iter().zip(want).all(|(have, want)| (have - want).abs() <= 2e-7 || have.is_nan() && want.is_nan())
}

#[test]
fn have_products_and_lengths() {
    let gpu = gpu!();
    let (a, b) = (points::<f32, 3>(5, 7, |x| x), points::<f32, 3>(5, 7, |x| 2. * x - 1.));
    let row = b.row(0).to_owned();
    let there = gpu.upload(&a).unwrap();
    // Squares and sums of small whole numbers are exact, and roots are rounded once.
    let by_hand = Array2::from_shape_fn((5, 7), |(i, j)| {
        let ([a, b, c], [d, e, f]) = (a[[i, j]], b[[i, j]]);
        a * d + b * e + c * f
    });
    assert_eq!(bcast!(dot.(a, b)), by_hand);
    assert_eq!(bcast!(#[gpu(gpu)] dot.(there, b)).download().unwrap(), by_hand);
    assert_eq!(bcast!(#[gpu(gpu)] cross.(a, row @ (1))).download().unwrap(), bcast!(cross.(a, row @ (1))));
    assert_eq!(bcast!(cross.(a, b))[[1, 0]], {
        let ([a, b, c], [d, e, f]) = (a[[1, 0]], b[[1, 0]]);
        [b * f - c * e, c * d - a * f, a * e - b * d]
    });
    let squares = bcast!(dot.(a, a));
    let have = bcast!(#[gpu(gpu)] length.(there)).download().unwrap();
    assert!(have.iter().zip(&squares).all(|(have, square)| (have - square.sqrt()).abs() <= 1e-6 * have));
    let have = bcast!(#[gpu(gpu)] distance.(there, b) .+ 1).download().unwrap();
    let want = bcast!(distance.(a, b) .+ 1);
    assert!(have.iter().zip(&want).all(|(have, want)| (have - want).abs() <= 1e-6 * want));
    let have = bcast!(#[gpu(gpu)] normalize.(there)).download().unwrap();
    assert!(have.iter().zip(&bcast!(normalize.(a))).all(|(&have, &want)| near(have, want)));
}

#[test]
fn have_components_of_all_kinds() {
    let gpu = gpu!();
    macro_rules! equal {
        ($($t:ty, $n:literal: $number:expr;)*) => {$({
            let (a, b) = (points::<$t, $n>(6, 3, $number), points::<$t, $n>(3, 1, $number).remove_axis(Axis(1)));
            let have = bcast!(#[gpu(gpu)] dot.(a, b @ (1))).download().unwrap();
            assert_eq!(have, bcast!(dot.(a, b @ (1))), stringify!($t));
            let have = bcast!(#[gpu(gpu)] sum[0](a)).download().unwrap();
            assert_eq!(have, bcast!(sum[0](a)), stringify!($t));
        })*};
    }
    equal! {
        i32, 1: |x| x as i32;
        i32, 4: |x| x as i32;
        u32, 5: |x| (x + 7.) as u32;
        f16, 3: f16::from_f32;
        f64, 2: f64::from;
        i64, 3: |x| x as i64;
        u64, 2: |x| (x + 7.) as u64;
        usize, 2: |x| (x + 7.) as usize;
    }
}

/// The components of all vectors, as an axis.
fn spread<const N: usize>(vectors: &Array2<[f32; N]>) -> Array3<f32> {
    let (rows, columns) = vectors.dim();
    Array3::from_shape_fn((rows, columns, N), |(i, j, k)| vectors[[i, j]][k])
}

#[test]
fn are_reduced_by_components() {
    let gpu = gpu!();
    for (rows, columns) in [(1, 1), (3, 4), (2, 700), (700, 2), (65, 257), (1, 40_000), (40_000, 1), (0, 3)] {
        let a = points(rows, columns, |x| x);
        reduced(gpu, a);
    }
}

#[rustfmt::skip]
fn reduced(gpu: &Gpu, a: Array2<[f32; 3]>) {
    let (there, parts) = (gpu.upload(&a).unwrap(), spread(&a));
    let (turned, back) = (there.t(), there.slice(s![..;-1, ..]));
    // Small whole numbers: all sums are exact.
    let sums = |axis| -> Array1<[f32; 3]> {
        parts.sum_axis(Axis(axis)).rows().into_iter().map(|v| [v[0], v[1], v[2]]).collect()
    };
    let equal = |down: &Array1<[f32; 3]>, across: &Array1<[f32; 3]>| {
        assert_eq!((down, across), (&sums(0), &sums(1)), "{:?}", a.dim());
    };
    equal(&bcast!(sum[0](a)), &bcast!(sum[1](a)));
    let down = bcast!(#[gpu(gpu)] sum[0](back)).download().unwrap();
    let across = bcast!(#[gpu(gpu)] sum[1](there)).download().unwrap();
    equal(&down, &across);
    let down = bcast!(#[gpu(gpu)] sum[1](turned)).download().unwrap();
    let across = bcast!(#[gpu(gpu)] sum[0](turned)).download().unwrap();
    equal(&down, &across);
    let whole: [f32; 3] = [0, 1, 2].map(|k| parts.index_axis(Axis(2), k).sum());
    let there = bcast!(#[gpu(gpu)] sum(there)).value().unwrap();
    assert_eq!((bcast!(sum(a)), there), (whole, whole));
}

#[test]
fn have_means_and_products() {
    let gpu = gpu!();
    let a = points::<f32, 2>(8, 5, |x| x);
    let parts = spread(&a);
    // Over eight: divisions are exact.
    let want = parts.mean_axis(Axis(0)).unwrap();
    let here = bcast!(mean[0](a));
    assert!(here.iter().zip(want.rows()).all(|(here, want)| here[..] == want.to_vec()));
    assert_eq!(
        bcast!(
            #[gpu(gpu)]
            mean[0](a)
        )
        .download()
        .unwrap(),
        here
    );
    let ones = points::<i32, 2>(4, 6, |x| x as i32 % 3);
    let here = bcast!(prod[1](ones));
    assert_eq!(here[1], [0, 1].map(|k| ones.row(1).iter().map(|v| v[k]).product::<i32>()));
    assert_eq!(
        bcast!(
            #[gpu(gpu)]
            prod[1](ones)
        )
        .download()
        .unwrap(),
        here
    );
    // Beside other reductions, and read again in the same call.
    let there = gpu.upload(&a).unwrap();
    let want = bcast!(dot.(a, sum[1](a) @ (0)) .- max[1](length.(a)) @ (0));
    let have = bcast!(#[gpu(gpu)] dot.(there, sum[1](there) @ (0)) .- max[1](length.(there)) @ (0));
    assert!(have.download().unwrap().iter().zip(&want).all(|(have, want)| (have - want).abs() < 1e-5));
}

#[test]
fn are_called_by_elementals() {
    #[derive(Clone, Copy, Debug, PartialEq, GpuElement)]
    struct Body {
        at: [f32; 3],
        mass: f32,
    }
    #[elemental]
    fn pull(at: [f32; 3], other: Body) -> [f32; 3] {
        let away = [other.at[0] - at[0], other.at[1] - at[1], other.at[2] - at[2]];
        let square = dot(away, away) + 1.0;
        let size = other.mass / (square * square);
        [away[0] * size, away[1] * size, away[2] * size]
    }
    let gpu = gpu!();
    let at = points::<f32, 3>(9, 1, |x| x).remove_axis(Axis(1));
    let bodies = at.mapv(|at| Body { at, mass: 0.5 + at[0].abs() });
    let want = bcast!(sum[1](pull.(at @ (0), bodies @ (1))));
    let have = bcast!(#[gpu(gpu)] sum[1](pull.(at @ (0), bodies @ (1)))).download().unwrap();
    assert!(have.iter().zip(&want).all(|(&have, &want)| near(have, want)), "{have:?} {want:?}");
}

/// Any three neighbours of a row of four, and the columns of a matrix, are vectors, too.
#[test]
fn lie_anywhere() {
    let gpu = gpu!();
    let rows = Array2::from_shape_fn((5, 4), |(i, j)| (10 * i + j) as f32);
    let products = Array1::from_shape_fn(5, |i| (0..3).map(|k| rows[[i, k]] * rows[[i, k + 1]]).sum::<f32>());
    let there = gpu.upload(&rows).unwrap();
    macro_rules! products {
        ($([$($device:tt)*])? $rows:ident) => {{
            let (last, first) = ($rows.slice(s![.., 1..]), $rows.slice(s![.., ..3]));
            bcast!($($($device)*)? dot.(vectors::<[_; 3], _>(&last), vectors::<[_; 3], _>(&first)))
        }};
    }
    assert_eq!(products!(rows), products);
    assert_eq!(products!([#[gpu(gpu)]] there).download().unwrap(), products);
    let sums = [6., 46., 86., 126., 166.];
    assert_eq!(bcast!(sum(vectors::<[_; 5], _>(&rows.t()))), sums);
    assert_eq!(
        bcast!(
            #[gpu(gpu)]
            sum(vectors::<[_; 5], _>(&there.t()))
        )
        .value()
        .unwrap(),
        sums
    );
}

/// Elements beside the vectors stay as they are.
#[test]
fn are_written_anywhere() {
    let _ = gpu!();
    // One of its own, whose memory is counted: other tests run at the same time.
    let gpu = &bcast::Gpu::new().unwrap();
    let before = Array2::from_shape_fn((5, 4), |(i, j)| (10 * i + j) as f32);
    // Turned round, and half a one more, in every second row from the last one on.
    let after = Array2::from_shape_fn((5, 4), |(i, j)| match (i % 2, j) {
        (1, _) | (_, 0) => before[[i, j]],
        (_, 1) => before[[i, 3]],
        (_, 2) => before[[i, 1]],
        _ => before[[i, 2]] + 0.5,
    });
    macro_rules! turned {
        ($([$($device:tt)*])? $rows:ident) => {{
            let mut some = $rows.slice_mut(s![..;-2, 1..]);
            let mut all = vectors_mut::<[_; 3], _>(&mut some);
            bcast!($($($device)*)? all .= (|v: [f32; 3]| [v[2], v[0], v[1] + 0.5]).(all));
        }};
    }
    let (mut rows, mut there) = (before.clone(), gpu.upload(&before).unwrap());
    turned!(rows);
    turned!([#[gpu(gpu)]] there);
    assert_eq!(rows, after);
    assert_eq!(there.download().unwrap(), after);
    // What lies as vectors is written in place.
    let mut there = gpu.upload(&before).unwrap();
    let used = gpu.memory().used;
    {
        let mut pairs = there.slice_mut(s![..;-1, ..2]);
        let mut pairs = vectors_mut::<[_; 2], _>(&mut pairs);
        assert_eq!(gpu.memory().used, used);
        bcast!(#[gpu(gpu)] pairs .= (|v: [f32; 2]| [v[1], v[0]]).(pairs));
    }
    assert_eq!(there.download().unwrap().row(4).to_vec(), [41., 40., 42., 43.]);
}
