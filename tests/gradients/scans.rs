//! Gradients of what runs along an axis: against differences, and against loops.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, Array3, Axis, array};

fn matrix() -> Array2<f64> {
    array![[0.3, -1.2, 0.8], [1.1, 0.4, -0.6]]
}

#[test]
fn sums() {
    let (x, w, v, s) = (matrix(), array![0.5, -0.25, 1.5], array![2.0, -0.75], 1.25);
    check!([w] cumsum[0](w));
    check!([x] cumsum[0](x));
    check!([x] cumsum[1](x.^2).^2);
    check!([x, w] sum(cumsum[1](x .* w @ (1)).^2));
    check!([x, w] cumsum[0](w .* w) @ (1) .* x);
    check!([x, w, v] (cumsum[1](x) .- v @ (0)).^2 .* cumsum[0](w) @ (1));
    check!([x] x ./ cumsum[1](exp.(x)));
    check!([x] cumsum[0](cumsum[1](x).^2) .* x);
    check!([x] max[1](cumsum[1](x)) .+ sum[1](cumsum[0](x).^3));
    check!([w, s] exp.(-(cumsum[0](w .* s))) .* w);
    check!([x] let c = cumsum[1](x); let d = c .- mean[1](c); d .* d);
    check!([x] if x .> 0 { cumsum[1](x).^2 } else { x });
    check!([x] cumsum[-1](x).^2 .+ cumsum[{ 0 }](x).^3);
    check!([x, w] sum[k](cumsum[k](x @ (i, k)) .* w @ (k)));
    check!([x, w] cumsum[i](x @ (i, k)).^2 .* w @ (k));
    check!([x, w] (x @ (i, k) .* w @ (k)) .+ cumsum[k](x @ (i, k) .* 2));
    let cube = Array3::from_shape_fn((2, 3, 4), |(i, j, k)| ((i * 7 + j * 3 + k) as f64).sin());
    check!([cube] cumsum[0](cube).^2);
    check!([cube, w] cumsum[1](cube .* w @ (1)).^2);
    check!([cube, x] cumsum[2](cube).^2 .* x @ (0, 1));
}

#[test]
fn products() {
    let (x, w) = (matrix(), array![0.5, -0.25, 1.5]);
    check!([w] cumprod[0](w));
    check!([x] cumprod[0](x).^2);
    check!([x, w] sum(cumprod[1](1 .+ 0.1 .* x .* w @ (1)) .* x));
    check!([x] sum[1](cumprod[1](1 .- sigmoid.(x)) .* x));
    check!([x, w] sum[k](cumprod[k](x @ (i, k)) .* w @ (k)));
}

#[test]
fn products_with_zeros() {
    // The derivative with respect to an element is the sum of what arrives, each by the product of all others.
    let g = array![1.0, -2.0, 0.5, 3.0, 1.5];
    for x in [
        array![2.0, 3.0, -1.0, 4.0, 0.5],
        array![2.0, 0.0, -1.0, 4.0, 0.5],
        array![0.0, 3.0, -1.0, 0.0, 0.5],
        array![2.0, 3.0, 0.0, 0.0, 0.0],
        array![2.0, 3.0, -1.0, 4.0, 0.0],
    ] {
        let expected = Array1::from_shape_fn(5, |at| {
            let others = |upto: usize| (0..=upto).filter(|&other| other != at).map(|other| x[other]).product::<f64>();
            (at..5).map(|upto| g[upto] * others(upto)).sum::<f64>()
        });
        let (_, found) = bcast!(#[grad(x)] cumprod[0](x) .* g);
        assert!(bcast!(max(abs.(found .- expected))) < 1e-15, "{x}: {found} is not {expected}");
        let both = bcast::ndarray::stack(Axis(1), &[x.view(), x.view()]).unwrap();
        let (_, found) = bcast!(#[grad(both)] cumprod[0](both) .* g @ (0));
        assert!(bcast!(max(abs.(found .- expected @ (0)))) < 1e-15, "{both}: {found} is not {expected}");
    }
}

/// What arrives behind is far smaller than what arrives before: a difference of sums would be lost.
#[test]
fn nothing_is_subtracted() {
    let (x, g) = (array![1.0, 1.0, 1.0], array![1e30, 1.0, 1e-30]);
    assert_eq!(bcast!(#[grad(x)] cumsum[0](x) .* g).1, array![1e30, 1.0, 1e-30]);
}

#[test]
fn what_runs_along_is_not_stretched() {
    let (x, y) = (array![[1.0, 2.0, 3.0]], array![[1.0], [2.0]]);
    let refused = bcast::try_bcast!(#[grad(x)] cumsum[1](x) .* y).unwrap_err().to_string();
    assert!(refused.contains("is stretched to 2"), "{refused}");
    let (_, gradient) = bcast!(#[grad(x)] cumsum[1](x .+ 0 .* y) .* y);
    assert_eq!(gradient, array![[9.0, 6.0, 3.0]]);
}

/// Lines side by side and alone, shorter and longer than a chunk, for one thread and several.
#[test]
fn many_elements() {
    for (rows, columns) in [(1, 5000), (3, 2500), (2500, 3), (5000, 1), (40, 300), (300, 40), (1500, 900), (1, 300_000)]
    {
        let x = Array2::from_shape_fn((rows, columns), |(i, j)| ((i * 31 + j * 17) % 64) as f64);
        let g = Array2::from_shape_fn((rows, columns), |(i, j)| ((i * 7 + j * 5) % 32) as f64 - 16.0);
        let (_, (down, across)) =
            (0, (bcast!(#[grad(x)] cumsum[0](x) .* g).1, bcast!(#[grad(x)] sum(cumsum[1](x) .* g)).1));
        for (axis, found) in [(0, down), (1, across)] {
            // Whole numbers: all sums are exact.
            let mut expected = g.clone();
            for mut line in expected.lanes_mut(Axis(axis)) {
                let mut sum = 0.0;
                line.iter_mut().rev().for_each(|g| {
                    sum += *g;
                    *g = sum;
                });
            }
            assert!(found == expected, "{rows}x{columns} along {axis}");
        }
        let alone = bcast!(#[grad(x)] #[serial] cumsum[1](0.1 .* x) .* g).1;
        assert!(alone == bcast!(#[grad(x)] cumsum[1](0.1 .* x) .* g).1, "{rows}x{columns}: other bits");
    }
}
