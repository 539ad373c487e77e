//! Axes that are counted from the end, or values.

use bcast::ndarray::{Array2, Array3, array};
use bcast::{BroadcastError, bcast, try_bcast};

fn matrix() -> Array2<f64> {
    array![[0.3, -1.2, 0.8], [1.1, 0.4, -0.6]]
}
fn cube() -> Array3<f64> {
    Array3::from_shape_fn((2, 3, 4), |(i, j, k)| 0.1 * (i as f64) - 0.3 * (j as f64) + 0.2 * (k as f64) + 0.05)
}

#[test]
fn reductions() {
    let (x, v, w, c) = (matrix(), array![2.0, -0.75], array![0.5, -0.25, 1.5], cube());
    check!([x] sum[-1](x.^2));
    check!([x] sum(sum[-1](x.^2).^2));
    check!([x, v] mean((sum[-1](x) .- v).^2));
    check!([x, v] (sum[-1](x .* x) .* v).^2);
    check!([x] x .- mean[-1](x));
    check!([x, w] (x .- mean[-1](x)).^2 .* w @ (1));
    check!([x, w] sum[-2](x) .* w);
    check!([x] x ./ sum[-1; keep](x .* x));
    check!([x] exp.(x .- max[-1](x)) ./ sum[-1](exp.(x .- max[-1](x))));
    check!([x] var[-1](x) .* logsumexp[-1](x) .+ prod[-1](x));
    check!([c] c .- mean[-2](c).^2);
    check!([c, x] sum[-1](c.^2) .* x);
    check!([c] sum[-1](sum[-1](c.^2).^2));
    check!([c] sum[0, -1](c.^2) .* array![1.0, 2.0, 3.0]);
    check!([c, w] (sum[0, -1](c.^2) .- w).^2);
    check!([c, w] c .* (sum[0, -1](c.^2) .- w) @ (1));
    check!([w] w .* sum[-1](w.^2));
    check!([w] sum[-1](w.^2) .* 2 .+ w);
    for k in 0..2 {
        let y = sum_of_others(&x, k);
        check!([x] sum[{k}](x.^2).^2);
        check!([x, y] (sum[{k}](x.^2) .- y).^2);
        check!([x] x .* mean[{k}](x));
        check!([x] x .* max[{k}](x) .- min[{k}](x).^2);
        check!([x, y] y .* sum[{k}](x) .+ y);
    }
    for axes in [[0, 1], [0, 2], [1, 2]] {
        check!([c] c .* sum[{axes}](c));
        check!([c] sum[{axes}](c.^2).^2);
        let y = bcast!(sum[{axes}](c) .* 0.1);
        check!([c, y] (sum[{axes}](c.^2) .- y).^2);
    }
}

/// Something of the shape of what is left.
fn sum_of_others(x: &Array2<f64>, k: usize) -> bcast::ndarray::Array1<f64> {
    bcast!(sum[{k}](x) .* 0.3 .+ 0.1)
}

#[test]
fn maps() {
    let (x, v, w, c) = (matrix(), array![2.0, -0.75], array![0.5, -0.25, 1.5], cube());
    check!([x, w] x .* w @ (-1));
    check!([x, w, v] (x .* w @ (-1) .- v @ (-2)).^2);
    check!([x, w] sum(exp.(w @ (-1)) .* x));
    check!([x, w] mean((sum[-1](x .* w @ (-1)) .- 1).^2));
    check!([w, v, x] w @ (-1) .* w @ (-1) .* v @ (0) .* x);
    check!([c, x] c .* x @ (0, -2));
    check!([c, x, w] sum[-1](c .* x @ (0, -2) .* w @ (-2)).^2);
    check!([c, w] c .- mean[-1](c .* w @ (-2)));
    check!([c, x] c .* sum[-1](c) @ (-3, -2) .* x @ (0, 1));
    check!([x, w] x .* (sum[-1](x) @ (-2)).^2 .+ mean[-2](x .* w @ (1)) @ (-1));
    let e = array![0.5, 1.5, -0.5, 0.25];
    for (k, y) in [(1, &w), (2, &e)] {
        let y = y.clone();
        check!([c, y] c .* y @ {k});
        check!([c, y] sum[{k}](c .* y @ {k}).^2);
        check!([c, y] c .* exp.(y @ {k}));
    }
    for (axes, y) in [([0, 1], x.clone()), ([1, 2], cube().index_axis(bcast::ndarray::Axis(0), 0).to_owned())] {
        check!([c, y] (c .* y @ {axes}).^2);
        let list = axes.to_vec();
        check!([c, y] (c .* y @ {&list}).^2);
    }
    // An axis of size 1, which is stretched.
    let thin = array![[2.0], [3.0]];
    check!([c, thin] (c .* thin @ {[0, 1]}).^2);
    let flat = array![[0.5, 1.5, 2.5]];
    check!([flat, v] (flat .* v @ (-2)).^2);
}

#[test]
fn what_was_left_is_not_stretched() {
    let (x, y, k) = (array![[1.0, 2.0, 3.0]], array![1.0, 2.0], 1);
    let refused = try_bcast!(#[grad(x)] sum[{k}](x) .* y).unwrap_err();
    assert!(matches!(refused, BroadcastError::Stretched { .. }), "{refused}");
}

#[test]
fn axes_that_are_not_there() {
    let (x, y, k) = (matrix(), array![1.0, 2.0], 2);
    let refused = try_bcast!(#[grad(x)] (sum[{k}](x) .- y).^2).unwrap_err();
    assert!(matches!(refused, BroadcastError::Axis { rank: 2, .. }), "{refused}");
    let refused = try_bcast!(#[grad(x, y)] x .* y @ {k}).unwrap_err();
    assert!(matches!(refused, BroadcastError::Axis { rank: 2, .. }), "{refused}");
}
