//! The same calls at sizes whose intermediate elements lie on the stack, on the heap, or in blocks; in whole numbers,
//! so that no order of joins matters.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, Axis};

const SIZES: [(usize, usize); 8] = [(1, 1), (3, 70), (8, 64), (20, 100), (8, 1024), (17, 481), (64, 600), (33, 997)];

fn squared(x: i64) -> i64 {
    x * x + 1
}

fn matrix((rows, columns): (usize, usize)) -> Array2<i64> {
    Array2::from_shape_fn((rows, columns), |(i, j)| ((i * columns + j) * 7919 % 1009) as i64)
}

#[test]
fn what_stages_keep() {
    for size in SIZES {
        let x = matrix(size);
        for axis in [0, 1] {
            let mut want = x.clone();
            for mut line in want.lanes_mut(Axis(axis)) {
                let most = *line.iter().max().unwrap();
                line.mapv_inplace(|x| squared(x - most));
                let sum = line.sum();
                line.mapv_inplace(|x| x - sum);
            }
            let have = match axis {
                0 => bcast!(squared.(x .- max[0](x)) .- sum[0](squared.(x .- max[0](x)))),
                _ => bcast!(squared.(x .- max[1](x)) .- sum[1](squared.(x .- max[1](x)))),
            };
            assert_eq!(have, want, "{size:?} along {axis}");
        }
    }
}

#[test]
fn one_value_in_a_row() {
    for size in SIZES {
        let x = matrix(size);
        let w = Array1::from_shape_fn(size.0, |i| (i * 31 % 17) as i64 - 8);
        let weighted = Array2::from_shape_fn(size, |(i, j)| x[[i, j]] * w[i]);
        assert_eq!(bcast!(sum[1](x .* w @ (0))), weighted.sum_axis(Axis(1)), "{size:?}");
        assert_eq!(bcast!(sum[0](x .* w @ (0))), weighted.sum_axis(Axis(0)), "{size:?}");
        assert_eq!(bcast!(sum(x .* w @ (0))), weighted.sum(), "{size:?}");

        let sums = x.sum_axis(Axis(1));
        let centred = Array2::from_shape_fn(size, |(i, j)| x[[i, j]] - sums[i]);
        assert_eq!(bcast!(x .- sum[1](x)), centred, "{size:?}");
        assert_eq!(bcast!(x.t() .- sum[0](x.t())), centred.t(), "{size:?}");
        assert_eq!(bcast!(sum[1]((x .- sum[1](x)).^2)), centred.mapv(|x| x * x).sum_axis(Axis(1)), "{size:?}");
        assert_eq!(bcast!(sum[0](x .- sum[1](x))), centred.sum_axis(Axis(0)), "{size:?}");
        assert_eq!(bcast!(sum[1](x) .* w), &sums * &w, "{size:?}");
    }
}
