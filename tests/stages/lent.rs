//! Outputs lend their memory to what stages yield, unless a later pass reads that when it has been replaced.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, Array4};

fn half(x: f64) -> f64 {
    x * 0.5
}

/// What is shared is an array of its own first; then each part is a call of its own.
#[test]
fn what_later_passes_read_is_not_replaced() {
    let n = 9;
    let some = |i: usize| ((i * 7919) % 1013) as f64 / 506.0 - 1.0;
    let array =
        |first: usize| Array4::from_shape_fn((n, n, n, n), |(i, j, k, l)| some(first + ((i * n + j) * n + k) * n + l));
    let (x0, x1) = (Array1::from_shape_fn(n, some), Array1::from_shape_fn(n, |i| some(i + 100)));
    let (mut y0, mut y1) = (array(1), array(5));
    let (mut z0, mut z1) = (y0.clone(), y1.clone());
    let value = bcast!(
        let d0 = x0 @ (1) .* (x0 @ (0) .+ y0);
        let d1 = tanh.(mean[2; keep](half.(y1))) ./ sum[1, 2](half.(y1));
        y1 .+= exp.(d1) ./ min[3](d1) .+ cos.(prod[1](d1));
        y0 .= min.(exp.(sum[0, 1, 2](d1)) .+ d1, sum[0, 3; keep](d0));
        (max[0, 2](d1 .+ mean[0, 2](d1)) .- prod[1](d1)) .* x1 @ (3)
    );
    let d0 = bcast!(x0 @ (1) .* (x0 @ (0) .+ z0));
    let d1 = bcast!(tanh.(mean[2; keep](half.(z1))) ./ sum[1, 2](half.(z1)));
    bcast!(z1 .+= exp.(d1) ./ min[3](d1) .+ cos.(prod[1](d1)));
    let (sums, least) = (bcast!(sum[0, 1, 2](d1)), bcast!(sum[0, 3; keep](d0)));
    bcast!(z0 .= min.(exp.(sums @ (3)) .+ d1, least));
    let products = bcast!(prod[1](d1));
    let means = bcast!(mean[0, 2; keep](d1));
    let most = bcast!(max[0, 2](d1 .+ means));
    let want = bcast!((most @ (1, 3) .- products @ (0, 2, 3)) .* x1 @ (3));
    assert_eq!(value.dim(), want.dim());
    let close = |a: &Array4<f64>, b: &Array4<f64>| bcast!(all(abs.(a .- b) .<= 1e-9 .* (1 .+ abs.(b))));
    assert!(close(&value, &want) && close(&y0, &z0) && close(&y1, &z1));
}

/// All passes behind the stages are cut into blocks, those behind `norm` along the other axis: what it replaces in a
/// block is in no block of its own for the passes before it.
#[test]
fn what_other_passes_read_in_a_later_block_is_not_replaced() {
    let n = 70;
    let x = Array1::from_shape_fn(n, |i| 0.25 + (i * 37 % 91) as f64 / 50.0);
    let z = Array2::from_shape_fn((n, n), |(i, j)| 0.25 + ((i * 31 + j * 17) % 97) as f64 / 60.0);
    let results = bcast!(
        let ratio = atan.((-x) @ (0) ./ (-x) @ (1));
        let share = ((-x) @ (1) .- (-x) @ (0)) .* ratio;
        (
            (ratio .- z) .* share,
            z ./ ratio .- share ./ sum[0](share),
            ratio ./ maximum[1](ratio) ./ z .* (share ./ norm[0](share))
        )
    );
    let ratio = bcast!(atan.((-x) @ (0) ./ (-x) @ (1)));
    let share = bcast!((x @ (0) .- x @ (1)) .* ratio);
    let (sums, norms, most) = (bcast!(sum[0](share)), bcast!(norm[0](share)), bcast!(maximum[1](ratio)));
    let close = |a: &Array2<f64>, b: &Array2<f64>| bcast!(all(abs.(a .- b) .<= 1e-9 .* (1 .+ abs.(b))));
    assert!(close(&results.0, &bcast!((ratio .- z) .* share)));
    assert!(close(&results.1, &bcast!(z ./ ratio .- share ./ sums @ (1))));
    assert!(close(&results.2, &bcast!(ratio ./ most @ (0) ./ z .* (share ./ norms @ (1)))));
}
