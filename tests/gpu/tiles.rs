//! Reductions of tiles: products of matrices, and whatever reads as they do, beside plain loops. Elements are small
//! integers, of which sums are exact in any order.

use bcast::half::f16;
use bcast::ndarray::{Array1, Array2, Array3, ShapeBuilder, s};
use bcast::{bcast, wgsl};

fn number(at: usize) -> f32 {
    ((at * 31 + at / 7 * 5) % 13) as f32 - 6.
}

fn matrix(rows: usize, columns: usize) -> Array2<f32> {
    Array2::from_shape_fn((rows, columns), |(i, j)| number(i * columns + 3 * j))
}

/// A matrix of what becomes of so many elements.
fn of(rows: usize, columns: usize, count: usize, f: impl Fn(usize, usize, usize) -> f32) -> Array2<f32> {
    Array2::from_shape_fn((rows, columns), |(i, j)| (0..count).map(|k| f(i, j, k)).sum())
}

/// Whether kernels go by tiles: some rows and columns are a thread's.
fn by_tiles(text: &str) -> bool {
    text.contains("own_r0") && text.contains("own_c0")
}

#[test]
fn products_of_matrices() {
    let gpu = gpu!();
    // Fewer than a workgroup has, as many, one more; more than one chunk.
    for (m, n, l) in [(3, 3, 4), (64, 32, 32), (65, 33, 7), (130, 257, 70), (5, 300, 3), (300, 5, 3), (9, 10, 2000)] {
        let (a, b) = (matrix(m, l), matrix(l, n));
        let want = of(m, n, l, |i, j, k| a[[i, k]] * b[[k, j]]);
        let (x, y) = (gpu.upload(&a).unwrap(), gpu.upload(&b).unwrap());
        let have = bcast!(#[gpu(gpu)] sum[k](x @ (i, k) .* y @ (k, j)));
        assert_eq!(have.download().unwrap(), want, "{m} x {l} x {n}");
        // The same of operands that lie otherwise: columns one after the other, backwards, every second row.
        let turned = Array2::from_shape_vec((m, l).f(), a.t().iter().copied().collect()).unwrap();
        let twice = Array2::from_shape_fn((2 * l, n), |(k, j)| b[[l - 1 - k / 2, j]]);
        let (x, y) = (gpu.upload(&turned).unwrap(), gpu.upload(&twice).unwrap());
        let y = y.slice(s![..;-2, ..]);
        let have = bcast!(#[gpu(gpu)] sum[k](x @ (i, k) .* y @ (k, j)) .+ 1).download().unwrap();
        assert_eq!(have, &want + 1., "{m} x {l} x {n}, turned");
    }
}

#[test]
fn in_a_batch() {
    let gpu = gpu!();
    let a = Array3::from_shape_fn((3, 10, 20), |(b, i, k)| number(b * 7 + i * 20 + k));
    let b = Array3::from_shape_fn((3, 20, 40), |(b, k, j)| number(b * 5 + k * 40 + j * 3));
    let (x, y) = (gpu.upload(&a).unwrap(), gpu.upload(&b).unwrap());
    let have = bcast!(#[gpu(gpu)] sum[k](x @ (b, i, k) .* y @ (b, k, j))).download().unwrap();
    for (at, slab) in have.outer_iter().enumerate() {
        assert_eq!(slab, of(10, 40, 20, |i, j, k| a[[at, i, k]] * b[[at, k, j]]));
    }
    // One matrix for all of the batch, which is between rows and columns.
    let c = matrix(20, 40);
    let y = gpu.upload(&c).unwrap();
    let have = bcast!(#[gpu(gpu)] sum[k](x @ (b, i, k) .* y @ (k, j))).download().unwrap();
    for (at, slab) in have.outer_iter().enumerate() {
        assert_eq!(slab, of(10, 40, 20, |i, j, k| a[[at, i, k]] * c[[k, j]]));
    }
}

#[test]
fn of_other_functions() {
    let gpu = gpu!();
    let (a, b, w) = (matrix(20, 30), matrix(40, 30), Array1::from_shape_fn(30, number));
    let (u, scale) = (Array1::from_shape_fn(20, number), matrix(20, 40));
    let (x, y) = (gpu.upload(&a).unwrap(), gpu.upload(&b).unwrap());
    macro_rules! same {
        ($f:expr, $($body:tt)+) => {
            assert!(by_tiles(&wgsl!($($body)+)), "{}", stringify!($($body)+));
            assert_eq!(bcast!(#[gpu(gpu)] $($body)+).download().unwrap(), of(20, 40, 30, $f), stringify!($($body)+));
        };
    }
    same!(|i, j, k| (a[[i, k]] - b[[j, k]]).powi(2), sum[2]((x @ (0, 2) .- y @ (1, 2)) .^ 2));
    same!(|i, j, k| (a[[i, k]] - b[[j, k]]).abs() * w[k], sum[2](abs.(x @ (0, 2) .- y @ (1, 2)) .* w @ (2)));
    same!(|i, j, k| a[[i, k]] * b[[j, k]] * u[i], sum[2](x @ (0, 2) .* y @ (1, 2) .* u @ (0)));
    // What lies along rows and columns is the same for all that is reduced.
    same!(|i, j, k| a[[i, k]] * b[[j, k]] + scale[[i, j]], sum[2](x @ (0, 2) .* y @ (1, 2) .+ scale @ (0, 1)));
    same!(|i, j, k| (a[[i, k]] + k as f32) * b[[j, k]], sum[2]((x @ (0, 2) .+ f32.((0..30)) @ (2)) .* y @ (1, 2)));
    same!(
        |i, j, k| a[[i, k]] * b[[j, k]] + (10 * i + j) as f32,
        sum[2](x @ (0, 2) .* y @ (1, 2) .+ f32.((0..20) @ (0) .* 10 .+ (0..40) @ (1)))
    );
    // Not of tiles: positions, and an operand that lies along all of the axes.
    let whole = Array3::from_shape_fn((20, 40, 30), |(i, j, k)| number(i + j + k));
    assert!(!by_tiles(&wgsl!(argmax[2](x @ (0, 2) .+ y @ (1, 2)))));
    assert!(!by_tiles(&wgsl!(sum[2](x @ (0, 2) .* y @ (1, 2) .* whole))));
    let have = bcast!(#[gpu(gpu)] sum[2](x @ (0, 2) .* y @ (1, 2) .* whole)).download().unwrap();
    assert_eq!(have, of(20, 40, 30, |i, j, k| a[[i, k]] * b[[j, k]] * whole[[i, j, k]]));
}

#[test]
fn of_other_reductions_and_elements() {
    let gpu = gpu!();
    let (a, b) = (matrix(20, 30), matrix(40, 30));
    let (x, y) = (gpu.upload(&a).unwrap(), gpu.upload(&b).unwrap());
    let most = Array2::from_shape_fn((20, 40), |(i, j)| {
        (0..30).map(|k| a[[i, k]] + b[[j, k]]).fold(f32::NEG_INFINITY, f32::max)
    });
    assert_eq!(bcast!(#[gpu(gpu)] max[2](x @ (0, 2) .+ y @ (1, 2))).download().unwrap(), most);
    let mean = of(20, 40, 30, |i, j, k| a[[i, k]] * b[[j, k]]) / 30.;
    assert_same!(bcast!(#[gpu(gpu)] mean[2](x @ (0, 2) .* y @ (1, 2))).download().unwrap(), mean);
    let any = of(20, 40, 30, |i, j, k| f32::from(a[[i, k]] * b[[j, k]] > 30.)).mapv(|count| count > 0.);
    assert_eq!(bcast!(#[gpu(gpu)] any[2](x @ (0, 2) .* y @ (1, 2) .> 30)).download().unwrap(), any);
    let products = of(20, 40, 30, |i, j, k| a[[i, k]] * b[[j, k]]);
    let (p, q) = (a.mapv(|x| x as i32), b.mapv(|x| x as i32));
    let have = bcast!(#[gpu(gpu)] sum[2](p @ (0, 2) .* q @ (1, 2))).download().unwrap();
    assert_eq!(have, products.mapv(|x| x as i32));
    // Summed up as `f32`s, of which the result is rounded once.
    let (p, q) = (a.mapv(f16::from_f32), b.mapv(f16::from_f32));
    let (Ok(p), Ok(q)) = (gpu.upload(&p), gpu.upload(&q)) else { return };
    let have = bcast!(#[gpu(gpu)] sum[2](p @ (0, 2) .* q @ (1, 2))).download().unwrap();
    assert_eq!(have, products.mapv(f16::from_f32));
    let nan = a.mapv(|x| if x == 3. { f32::NAN } else { x });
    let have = bcast!(#[gpu(gpu)] sum[2](nan @ (0, 2) .* y @ (1, 2))).download().unwrap();
    for (row, sums) in nan.outer_iter().zip(have.outer_iter()) {
        assert!(sums.iter().all(|sum| sum.is_nan() == row.iter().any(|x| x.is_nan())));
    }
}

/// A division by zero in a product reaches it, and nothing else.
#[test]
fn report_errors() {
    let gpu = gpu!();
    let (p, q) = (Array2::from_elem((20, 30), 6), Array2::from_shape_fn((40, 30), |(j, k)| (j + k) as i32 % 40));
    let have = bcast!(#[gpu(gpu)] sum[2](p @ (0, 2) ./ q @ (1, 2)));
    assert!(have.download().is_err_and(|error| error.to_string().contains("division by zero")));
    let have = bcast!(#[gpu(gpu)] sum[2](p @ (0, 2) ./ (q @ (1, 2) .+ 1)));
    assert_eq!(have.download().unwrap()[[0, 0]], (0..30).map(|k| 6 / (k + 1)).sum::<i32>());
}
