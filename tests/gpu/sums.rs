//! Sums: how many additions an element goes through, by what is lost on the way.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2};

/// Of 2^24 and ones, each one that is added alone to the large number is lost, for it ends in a half: what is missing
/// tells how many additions an element goes through.
#[test]
fn sums_are_trees() {
    let gpu = gpu!();
    let large = (1 << 24) as f32;
    let lost = |sum: f32, len: usize| large + (len - 1) as f32 - sum;
    for len in [1000_usize, 65_536, 300_001, 3_000_000] {
        for at in [0, len / 3, len - 1] {
            let mut x = Array1::<f32>::ones(len);
            x[at] = large;
            let sum = bcast!(#[gpu(gpu)] sum(x) .+ 0);
            let lost = lost(sum.value().unwrap(), len);
            println!("{len} {at}: {lost}");
            assert!(lost.abs() <= 64., "{len} {at}: {lost}");
        }
    }
    for (rows, columns) in [(3_usize, 100_000_usize), (100_000, 3), (4000, 300), (5, 8000)] {
        let (last, shape) = ([rows - 1, columns - 1], (rows, columns));
        let x = Array2::from_shape_fn(shape, |(i, _)| if i == 0 { large } else { 1. });
        let y = Array2::from_shape_fn(shape, |(_, j)| if j == 0 { large } else { 1. });
        // Alone, and in one kernel with what is beside them.
        let sums = [
            (bcast!(#[gpu(gpu)] sum[0](x) .+ 0).download().unwrap()[last[1]], rows),
            (bcast!(#[gpu(gpu)] sum[1](y) .+ 0).download().unwrap()[last[0]], columns),
            (-bcast!(#[gpu(gpu)] 0 .* x .- sum[0](x)).download().unwrap()[last], rows),
            (-bcast!(#[gpu(gpu)] 0 .* y .- sum[1](y)).download().unwrap()[last], columns),
        ];
        for (at, (sum, len)) in sums.into_iter().enumerate() {
            let lost = lost(sum, len);
            println!("{shape:?} {at}: {lost}");
            assert!(lost.abs() <= 64., "{shape:?} {at}: {lost}");
        }
    }
}
