//! Calls that reduce rows and use what is left beside the same rows: one kernel does them all. Results beside plain
//! loops in double precision.

use bcast::ndarray::{Array1, Array2, Array3, Axis, s};
use bcast::{Gpu, bcast};

fn matrix(rows: usize, columns: usize) -> Array2<f32> {
    Array2::from_shape_fn((rows, columns), |(i, j)| ((i * 31 + j * 17) % 101) as f32 * 0.07 - 3.3)
}

/// Applies a function to each row.
fn by_rows(x: &Array2<f32>, f: impl Fn(&[f64]) -> Vec<f64>) -> Array2<f64> {
    let mut result = Array2::zeros(x.raw_dim());
    for (row, mut out) in x.outer_iter().zip(result.outer_iter_mut()) {
        let row: Vec<f64> = row.iter().map(|&x| f64::from(x)).collect();
        out.assign(&Array1::from(f(&row)));
    }
    result
}

fn softmax(row: &[f64]) -> Vec<f64> {
    let most = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = row.iter().map(|x| (x - most).exp()).sum();
    row.iter().map(|x| (x - most).exp() / sum).collect()
}

fn standardised(row: &[f64]) -> Vec<f64> {
    let mean = row.iter().sum::<f64>() / row.len() as f64;
    let variance = row.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / row.len() as f64;
    row.iter().map(|x| (x - mean) / (variance + 1e-5).sqrt()).collect()
}

#[track_caller]
fn near(have: &Array2<f32>, want: &Array2<f64>) {
    assert_eq!(have.shape(), want.shape());
    for (at, have) in have.indexed_iter() {
        let want = want[at];
        assert!((f64::from(*have) - want).abs() <= 3e-6 * want.abs().max(1.0), "{have} is not {want} at {at:?}");
    }
}

/// Rows of a part of a workgroup and of several times its threads, of whole vectors and not.
const SHAPES: [(usize, usize); 13] = [
    (1, 1),
    (1, 4),
    (5, 3),
    (3, 4),
    (300, 8),
    (77, 31),
    (9, 128),
    (2, 130),
    (600, 256),
    (4, 1000),
    (3, 1023),
    (5, 2048),
    (2, 3500),
];

#[test]
fn softmax_and_standardised_rows() {
    let gpu = gpu!();
    for (rows, columns) in SHAPES {
        let x = matrix(rows, columns);
        let on_gpu = gpu.upload(&x).unwrap();
        let have = bcast!(#[gpu(gpu)] exp.(on_gpu .- max[1](on_gpu)) ./ sum[1](exp.(on_gpu .- max[1](on_gpu))));
        near(&have.download().unwrap(), &by_rows(&x, softmax));
        let have = bcast!(#[gpu(gpu)] let d = on_gpu .- mean[1](on_gpu); d ./ sqrt.(mean[1](d .^ 2) .+ 1e-5));
        near(&have.download().unwrap(), &by_rows(&x, standardised));
        // An array of the host.
        let have = bcast!(#[gpu(gpu)] x .- max[1](x)).download().unwrap();
        assert_eq!(have, bcast!(x .- max[1](x)));
    }
}

#[test]
fn longer_rows_have_a_kernel_for_each_pass() {
    let gpu = gpu!();
    let x = matrix(3, 20_000);
    let on_gpu = gpu.upload(&x).unwrap();
    let have = bcast!(#[gpu(gpu)] exp.(on_gpu .- max[1](on_gpu)) ./ sum[1](exp.(on_gpu .- max[1](on_gpu))));
    near(&have.download().unwrap(), &by_rows(&x, softmax));
}

#[test]
fn one_kernel() {
    let _ = gpu!();
    let gpu = Gpu::new().unwrap();
    let x = gpu.upload(&matrix(40, 64)).unwrap();
    let _ = bcast!(#[gpu(&gpu)] exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))));
    assert_eq!(gpu.pipelines(), 1);
    let _ = bcast!(#[gpu(&gpu)] let d = x .- mean[1](x); d ./ sqrt.(mean[1](d .^ 2) .+ 1e-5));
    assert_eq!(gpu.pipelines(), 2);
    // Columns lie across, so what each stage leaves goes to another kernel; and each column is read beside others.
    let _ = bcast!(#[gpu(&gpu)] x .- max[0](x));
    assert_eq!(gpu.pipelines(), 4);
    // What a reduction leaves is handed on, not copied.
    let _ = bcast!(
        #[gpu(&gpu)]
        sum[0](x)
    );
    assert_eq!(gpu.pipelines(), 5);
}

#[test]
fn in_place() {
    let gpu = gpu!();
    for (rows, columns) in SHAPES {
        let x = matrix(rows, columns);
        let mut y = gpu.upload(&x).unwrap();
        bcast!(#[gpu(gpu)] y .= exp.(y .- max[1](y)) ./ sum[1](exp.(y .- max[1](y))));
        near(&y.download().unwrap(), &by_rows(&x, softmax));
        let mut z = gpu.upload(&x).unwrap();
        bcast!(#[gpu(gpu)] z .-= mean[1](z));
        near(
            &z.download().unwrap(),
            &by_rows(&x, |row| {
                let mean = row.iter().sum::<f64>() / row.len() as f64;
                row.iter().map(|x| x - mean).collect()
            }),
        );
        let mut r = gpu.upload(&Array1::<f32>::ones(rows)).unwrap();
        bcast!(#[gpu(gpu)] r .+= max[1](y) ./ r);
        let most = y.download().unwrap().map_axis(Axis(1), |row| row.iter().copied().fold(f32::NEG_INFINITY, f32::max));
        assert_eq!(r.download().unwrap(), most + 1.0);
    }
}

/// Results of a value for each row, operands with one, positions, booleans, numbers and ranges.
#[test]
fn of_rows() {
    let gpu = gpu!();
    for (rows, columns) in SHAPES {
        let x = matrix(rows, columns);
        let (on_gpu, v) = (gpu.upload(&x).unwrap(), Array1::from_iter((0..rows).map(|i| i as f32 * 0.5 - 1.0)));
        let w = gpu.upload(&Array1::from_iter((0..columns).map(|j| j as f32 * 0.25))).unwrap();
        let have =
            bcast!(#[gpu(gpu)] ln.(sum[1](exp.(on_gpu .- max[1](on_gpu)))) .+ max[1](on_gpu)).download().unwrap();
        for (have, row) in have.iter().zip(x.outer_iter()) {
            let want = row.iter().map(|&x| f64::from(x).exp()).sum::<f64>().ln();
            assert!((f64::from(*have) - want).abs() < 3e-6 * want.abs().max(1.0), "{have} is not {want}");
        }
        let have = bcast!(
            #[gpu(gpu)]
            argmax[1](on_gpu)
        )
        .download()
        .unwrap();
        assert_eq!(have, bcast!(argmax[1](x)));
        let have = bcast!(#[gpu(gpu)] any[1](on_gpu .> 3) .&& v .> 0).download().unwrap();
        assert_eq!(have, bcast!(any[1](x .> 3) .&& v .> 0));
        let (a, n) = (0.5_f32, columns as i32);
        let have =
            bcast!(#[gpu(gpu)] if on_gpu .> mean[1](on_gpu) .+ v @ (0) { f32.((0..n) @ (1)) } else { a .* w @ (1) });
        let want = Array2::from_shape_fn((rows, columns), |(i, j)| {
            let mean = x.row(i).iter().map(|&x| f64::from(x)).sum::<f64>() / columns as f64;
            let edge = (f64::from(x[[i, j]]) - mean - f64::from(v[i])).abs() < 1e-5;
            let chosen = f64::from(x[[i, j]]) > mean + f64::from(v[i]);
            if edge {
                f32::NAN
            } else if chosen {
                j as f32
            } else {
                0.5 * (j as f32 * 0.25)
            }
        });
        for (have, want) in have.download().unwrap().iter().zip(&want) {
            assert!(want.is_nan() || have == want, "{have} is not {want} in {rows} x {columns}");
        }
    }
}

/// More axes: two of them reduced; one kept before and one behind; kept ones that do not merge.
#[test]
fn of_three_axes() {
    let gpu = gpu!();
    let x = Array3::from_shape_fn((6, 10, 12), |(i, j, k)| ((i * 31 + j * 17 + k * 7) % 53) as i32);
    let on_gpu = gpu.upload(&x).unwrap();
    let have = bcast!(#[gpu(gpu)] on_gpu .- max[1, 2](on_gpu)).download().unwrap();
    assert_eq!(have, bcast!(x .- max[1, 2](x)));
    let have = bcast!(#[gpu(gpu)] on_gpu .- min[1](on_gpu)).download().unwrap();
    assert_eq!(have, bcast!(x .- min[1](x)));
    let have = bcast!(#[gpu(gpu)] on_gpu .- sum[2](on_gpu)).download().unwrap();
    assert_eq!(have, bcast!(x .- sum[2](x)));
    let part = x.slice(s![..;2, .., ..]);
    let v = Array2::from_shape_fn((3, 12), |(i, k)| (i * 5 + k) as i32);
    let have = bcast!(#[gpu(gpu)] part .- v @ (0, 2) .- max[2](part .* v @ (0, 2))).download().unwrap();
    assert_eq!(have, bcast!(part .- v @ (0, 2) .- max[2](part .* v @ (0, 2))));
    // Reductions over other axes do not go together.
    let have = bcast!(#[gpu(gpu)] on_gpu .- max[2](on_gpu) .- min[0](on_gpu)).download().unwrap();
    assert_eq!(have, bcast!(x .- max[2](x) .- min[0](x)));
    // What is left of rows is read along columns, after all.
    let square = Array2::from_shape_fn((9, 9), |(i, j)| ((i * 7 + j * 3) % 11) as i32);
    let have = bcast!(#[gpu(gpu)] square .- sum[1](square) @ (1)).download().unwrap();
    assert_eq!(have, bcast!(square .- sum[1](square) @ (1)));
}

/// What is computed once a row, of a reduction over all of them.
#[test]
fn of_what_is_left() {
    let gpu = gpu!();
    let (x, v) = (matrix(9, 128), Array1::from_iter((0..9).map(|i| i as f32)));
    let on_gpu = gpu.upload(&x).unwrap();
    let have = bcast!(#[gpu(gpu)] on_gpu .* (max(on_gpu) .* exp.(v @ (0) ./ 4))).download().unwrap();
    let most = f64::from(x.iter().copied().fold(f32::NEG_INFINITY, f32::max));
    let want = Array2::from_shape_fn((9, 128), |(i, j)| f64::from(x[[i, j]]) * most * (i as f64 / 4.).exp());
    near(&have, &want);
}

/// Integers that a row divides by: errors are those of elements that exist.
#[test]
fn integers() {
    let gpu = gpu!();
    let x = Array2::from_shape_fn((5, 7), |(i, j)| (i * 7 + j + 1) as i32);
    let mut y = gpu.upload(&x).unwrap();
    bcast!(#[gpu(gpu)] y .= sum[1](y) ./ y);
    assert_eq!(y.download().unwrap(), bcast!(sum[1](x) ./ x));
    let zero = gpu.upload(&Array2::<i32>::zeros((5, 7))).unwrap();
    let bad = bcast!(#[gpu(gpu)] sum[1](zero) ./ zero);
    assert!(bad.download().unwrap_err().to_string().contains("division by zero"));
}
