//! What is minimised.

use crate::case::Case;
use crate::numbers::{Numbers, side};
use bcast::ndarray::{Array1, Array2};

models! {
    least_squares elastic_net logistic softmax_cross_entropy hinge huber quantiles poisson focal triplets cosines
    relative_entropy contrastive overlap
}

/// Features of a row.
const FEATURES: usize = 20;

fn least_squares(case: &Case) {
    let (n, of) = (case.size / FEATURES, Numbers::<f64>::default());
    let (x, w, b, y) = (of.matrix(n, FEATURES), of.row(FEATURES), 0.3, of.row(n));
    model!(case, [x, w, b, y] [] mean((sum[1](x .* w @ (1)) .+ b .- y).^2));
}

fn elastic_net(case: &Case) {
    let (n, of) = (case.size / FEATURES, Numbers::<f64>::default());
    let (x, w, l, r, y) = (of.matrix(n, FEATURES), of.row(FEATURES), 0.3, 0.2, of.row(n));
    model!(
        case, [x, w, l, r] [y]
        mean((sum[1](x .* w @ (1)) .- y).^2) ./ 2 .+ l .* (r .* sum(abs.(w)) .+ (1 .- r) .* sum(w.^2) ./ 2)
    );
}

/// Signs.
fn labels(of: &Numbers<f64>, n: usize) -> Array1<f64> {
    of.truths(n).mapv(|truth| 2.0 * truth - 1.0)
}

fn logistic(case: &Case) {
    let (n, of) = (case.size / FEATURES, Numbers::<f64>::default());
    let (x, w, b, y) = (of.matrix(n, FEATURES), of.row(FEATURES), -0.2, labels(&of, n));
    model!(case, [x, w, b] [y] mean(ln_1p.(exp.(-y .* (sum[1](x .* w @ (1)) .+ b)))));
}

fn softmax_cross_entropy(case: &Case) {
    let (n, of) = (case.size / 10, Numbers::<f32>::default());
    let (s, b, c) = (of.matrix(n, 10), of.matrix(1, 10), of.matrix(n, 1));
    let label = of.indices(n, 10);
    let t = Array2::from_shape_fn((n, 10), |(i, j)| if label[i] == j { 1.0 } else { 0.0 });
    model!(
        case, [s, b, c] [t]
        let z = s .* (1.5 .+ c) .+ b; mean(logsumexp[1](z) .- sum[1](t .* z))
    );
}

fn hinge(case: &Case) {
    let (n, of) = (case.size / FEATURES, Numbers::<f64>::default());
    let (x, w, b, y) = (of.matrix(n, FEATURES), of.row(FEATURES), 0.1, labels(&of, n));
    model!(case, [x, w, b] [y] mean(max.(0, 1 .- y .* (sum[1](x .* w @ (1)) .+ b))) .+ 0.1 .* sum(w.^2));
}

fn huber(case: &Case) {
    let (n, of) = (case.size / FEATURES, Numbers::<f64>::default());
    let (x, w, d, y) = (of.matrix(n, FEATURES), of.row(FEATURES), 0.6, of.row(n));
    model!(
        case, [x, w, d] [y]
        let r = sum[1](x .* w @ (1)) .- y; mean(if abs.(r) .<= d { r.^2 ./ 2 } else { d .* (abs.(r) .- d ./ 2) })
    );
}

fn quantiles(case: &Case) {
    let (n, of) = (case.size / FEATURES, Numbers::<f64>::default());
    let (x, w, q, y) = (of.matrix(n, FEATURES), of.row(FEATURES), 0.8, of.row(n));
    model!(
        case, [x, w, q] [y]
        let r = y .- sum[1](x .* w @ (1)); mean(max.(q .* r, (q .- 1) .* r))
    );
}

fn poisson(case: &Case) {
    let (n, of) = (case.size / FEATURES, Numbers::<f64>::default());
    let (x, w, o) = (of.matrix(n, FEATURES), of.row(FEATURES), of.row(n));
    let y = of.indices(n, 8).mapv(|count| count as f64);
    model!(
        case, [x, w, o] [y]
        let z = sum[1](x .* w @ (1)) .+ o; mean(exp.(z) .- y .* z)
    );
}

fn focal(case: &Case) {
    let (n, of) = (case.size / 50, Numbers::<f64>::default());
    let (z, b, g) = (of.matrix(n, 50), of.row(50), 2.5);
    let y = of.matrix(n, 50).mapv(|x| f64::from(x > 0.0));
    model!(
        case, [z, b, g] [y]
        let p = sigmoid.(z .+ b @ (1));
        -mean(y .* (1 .- p) .^ g .* ln.(p) .+ (1 .- y) .* p .^ g .* ln.(1 .- p))
    );
}

fn triplets(case: &Case) {
    let (n, of) = (case.size / 64, Numbers::<f64>::default());
    let (a, p, n) = (of.matrix(n, 64), of.matrix(n, 64), of.matrix(1, 64));
    model!(case, [a, p, n] [] sum(max.(0, sum[1]((a .- p).^2) .- sum[1]((a .- n).^2) .+ 0.5)));
}

fn cosines(case: &Case) {
    let (n, of) = (case.size / 64, Numbers::<f32>::default());
    let (a, b) = (of.matrix(n, 64), of.matrix(n, 64));
    model!(case, [a, b] [] 1 .- mean(sum[1](a .* b) ./ (norm[1](a) .* norm[1](b))));
}

fn relative_entropy(case: &Case) {
    let (n, of) = (case.size / 50, Numbers::<f64>::default());
    let (a, b) = (of.matrix(n, 50), of.row(50));
    model!(
        case, [a, b] []
        let p = a .- logsumexp[1](a);
        let q = b .- logsumexp(b);
        sum(exp.(p) .* (p .- q @ (1)))
    );
}

fn contrastive(case: &Case) {
    let (n, of) = (side(case.size), Numbers::<f32>::default());
    let (z, w, t) = (of.matrix(n, 32), of.matrix(n, 32), 0.7_f32);
    model!(
        case, [z, w, t] []
        mean(logsumexp[1](sum[2](z @ (0, 2) .* w @ (1, 2)) ./ t)) .- mean(sum[1](z .* w) ./ t)
    );
}

fn overlap(case: &Case) {
    let (n, of) = (case.size / 1000, Numbers::<f64>::default());
    let (z, t) = (of.matrix(n, 1000), of.matrix(n, 1000).mapv(|x| f64::from(x > 0.2)));
    model!(
        case, [z] [t]
        let p = sigmoid.(z); mean(1 .- 2 .* sum[1](p .* t) ./ (sum[1](p) .+ sum[1](t) .+ 1))
    );
}
