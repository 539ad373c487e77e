//! More results of reductions than a block has: they live in blocks, beside what is made of them.

use bcast::bcast;
use bcast::ndarray::*;

/// No multiple of any block, and more than all blocks of unoptimised builds have.
const N: usize = 4_999;

fn points(columns: usize) -> Array2<i64> {
    Array2::from_shape_fn((N, columns), |(i, j)| ((i * 31 + j * 17) % 103) as i64 - 50)
}

/// What becomes of each row.
fn each(x: ArrayView2<'_, i64>, f: impl Fn(ArrayView1<'_, i64>) -> i64) -> Array1<i64> {
    x.rows().into_iter().map(f).collect()
}

#[test]
fn of_rows() {
    for columns in [1, 2, 3, 4, 5, 6, 7, 8, 13, 64, 65] {
        let (x, y) = (points(columns), points(columns).slice_move(s![..;-1, ..]));
        let want = each((&x - &y).view(), |row| 3 * row.iter().map(|d| d * d).sum::<i64>() + 1);
        assert_eq!(bcast!(3 .* sum[1]((x .- y).^2) .+ 1), want, "{columns} columns");
        let mut out = Array1::zeros(N);
        bcast!(out .= 3 .* sum[1]((x .- y).^2) .+ 1);
        assert_eq!(out, want, "{columns} columns, into a target");
        let mut stepped = Array1::zeros(2 * N);
        let mut every_other = stepped.slice_mut(s![..;2]);
        bcast!(#[serial] every_other .= 3 .* sum[1]((x .- y).^2) .+ 1);
        assert_eq!(stepped.slice(s![..;2]), want, "{columns} columns, into every other element");
    }
}

#[test]
fn of_columns() {
    let (x, turned) = (points(5), points(5).reversed_axes());
    let want = each(x.view(), |row| row.sum() * 2 - row.iter().max().unwrap());
    assert_eq!(bcast!(sum[0](turned) .* 2 .- max[0](turned)), want);
    let standard = turned.as_standard_layout();
    assert_eq!(bcast!(sum[0](standard) .* 2 .- max[0](standard)), want);
}

#[test]
fn that_several_passes_read() {
    let x = points(3);
    let sums = each(x.view(), |row| row.sum());
    let wide = sums.view().insert_axis(Axis(1));
    assert_eq!(bcast!(x .* 3 .- sum[1](x)), &x * 3 - wide);
    let mut out = Array1::zeros(N);
    let rest = bcast!(out .= sum[1](x) .+ 1; x .- sum[1](x));
    assert_eq!((out, rest), (&sums + 1, &x - &wide));
    // What is left of rows is reduced again, beside them.
    let spread = each((&x - &wide).view(), |row| row.iter().map(|d| d.abs()).sum());
    assert_eq!(bcast!(sum[1](abs.(x .- sum[1](x))) .+ sum[1](x)), &spread + &sums);
    // One value of all results runs later than any block.
    assert_eq!(bcast!(sum(abs.(sum[1](x))) .+ 1), sums.iter().map(|sum| sum.abs()).sum::<i64>() + 1);
    let largest = *sums.iter().max().unwrap();
    assert_eq!(bcast!(sum[1](x) .* 2 .- max(sum[1](x))), &sums * 2 - largest);
}

#[test]
fn along_an_axis_in_the_middle() {
    let x = Array3::from_shape_fn((3, 1_201, 2), |(i, j, k)| ((i * 7 + j * 5 + k * 3) % 29) as i64);
    let want = x.sum_axis(Axis(0)).sum_axis(Axis(1)) * 2 + 1;
    assert_eq!(bcast!(sum[0, 2](x) .* 2 .+ 1), want);
    let last = x.sum_axis(Axis(2)) * 2 + 1;
    assert_eq!(bcast!(sum[2](x) .* 2 .+ 1), last);
    let kept = (x.sum_axis(Axis(0)) * 2 + 1).insert_axis(Axis(0));
    assert_eq!(bcast!(sum[0; keep](x) .* 2 .+ 1), kept);
}

#[test]
fn of_other_types() {
    let x = points(3).mapv(|x| x as f32);
    let want: Array1<f64> = x.rows().into_iter().map(|row| f64::from(row.sum()) * 0.5).collect();
    assert_eq!(bcast!(f64.(sum[1](x)) .* 0.5), want);
    let above: Array1<bool> = x.rows().into_iter().map(|row| row[0].max(row[1]).max(row[2]) <= 20.0).collect();
    assert_eq!(bcast!(!any[1](x .> 20)), above);
    let at: Array1<usize> = points(3)
        .rows()
        .into_iter()
        .map(|row| {
            let largest = *row.iter().max().unwrap();
            row.iter().position(|&x| x == largest).unwrap() + 7
        })
        .collect();
    let x = points(3);
    assert_eq!(bcast!(argmax[1](x) .+ 7), at);
}
