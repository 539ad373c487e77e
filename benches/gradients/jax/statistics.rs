//! Likelihoods, kernels, prices.

use crate::case::Case;
use crate::numbers::{Numbers, side};
use bcast::ndarray::Array2;

models! {
    a_gaussian_mixture a_gaussian_kernel a_basis_of_splines prices_of_options students_distribution survival_times
    proportional_hazards discounted_returns a_curve_of_yields counts_of_failures distances_of_mahalanobis
    kinetics_of_enzymes total_variation returns_for_their_risk
}

/// Features of a row.
const FEATURES: usize = 20;

fn a_gaussian_mixture(case: &Case) {
    let (n, of) = (case.size / 8, Numbers::<f64>::default());
    let (x, m, s, w) = (of.matrix(n, 4), of.matrix(8, 4), of.row(8), of.row(8));
    model!(
        case, [x, m, s, w] []
        let d = sum[2]((x @ (0, 2) .- m @ (1, 2)).^2);
        let p = d .* (-0.5) .* exp.(-2 .* s @ (1)) .- 4 .* s @ (1) .+ (w .- logsumexp(w)) @ (1);
        -mean(logsumexp[1](p))
    );
}

fn a_gaussian_kernel(case: &Case) {
    let (n, of) = (side(case.size), Numbers::<f64>::default());
    let (x, c, a, l) = (of.matrix(n, 3), of.matrix(n, 3), of.row(n), 0.9);
    model!(
        case, [x, c, a, l] []
        let k = exp.(-sum[2]((x @ (0, 2) .- c @ (1, 2)).^2) ./ (2 .* l.^2));
        sum(sum[1](k .* a @ (1)).^2)
    );
}

fn a_basis_of_splines(case: &Case) {
    // Cubic ones, at knots 0, 1, 2 and so on.
    let (n, of) = (case.size / 10, Numbers::<f64>::default());
    let (x, c) = (of.row(n).mapv(|x| 4.5 + 4.0 * x), of.row(10));
    model!(
        case, [x, c] []
        let d = abs.(x @ (0) .- f64.((0..10)) @ (1));
        let b = if d .< 1 { (4 .- 6 .* d.^2 .+ 3 .* d.^3) ./ 6 } else { max.(0, 2 .- d).^3 ./ 6 };
        sum[1](b .* c @ (1))
    );
}

fn prices_of_options(case: &Case) {
    // Shares and times along rows, strikes along columns: the gradients are what traders call greeks.
    let (n, of) = (side(case.size), Numbers::<f64>::default());
    let (s, k) = (of.row(n).mapv(|x| 100.0 + 20.0 * x), of.matrix(1, n).mapv(|x| 100.0 + 20.0 * x));
    let (r, v, t, half) = (0.03, 0.2, of.matrix(n, 1).mapv(|x| 1.5 + x), 0.5_f64.sqrt());
    model!(
        case, [s, k, r, v, t] [half]
        let d = (ln.(s @ (0) ./ k) .+ (r .+ v.^2 ./ 2) .* t) ./ (v .* sqrt.(t));
        let e = d .- v .* sqrt.(t);
        s @ (0) .* (1 .+ erf.(d .* half)) ./ 2 .- k .* exp.(-r .* t) .* (1 .+ erf.(e .* half)) ./ 2
    );
}

fn students_distribution(case: &Case) {
    let (n, of) = (case.size / FEATURES, Numbers::<f64>::default());
    let (x, w, s, y, f) = (of.matrix(n, FEATURES), of.row(FEATURES), 0.1, of.row(n), 4.0);
    model!(
        case, [x, w, s] [y, f]
        let r = (y .- sum[1](x .* w @ (1))) ./ exp.(s);
        mean((f .+ 1) ./ 2 .* ln_1p.(r.^2 ./ f)) .+ s
    );
}

fn survival_times(case: &Case) {
    // Weibull's distribution; of some only a time without an end is known.
    let (n, of) = (case.size / FEATURES, Numbers::<f64>::default());
    let (x, w, k) = (of.matrix(n, FEATURES), of.row(FEATURES), 1.4);
    let (t, ended) = (of.row(n).mapv(|x| 2.0 + x), of.truths(n));
    model!(
        case, [x, w, k] [t, ended]
        let z = ln.(t) .- sum[1](x .* w @ (1));
        -sum(ended .* (ln.(k) .+ k .* z .- ln.(t)) .- exp.(k .* z))
    );
}

fn proportional_hazards(case: &Case) {
    // Cox's likelihood: rows go from the longest time to the shortest.
    let (n, of) = (case.size / FEATURES, Numbers::<f64>::default());
    let (x, w, ended) = (of.matrix(n, FEATURES), of.row(FEATURES), of.truths(n));
    model!(
        case, [x, w] [ended]
        let z = sum[1](x .* w @ (1)); -sum(ended .* (z .- ln.(cumsum[0](exp.(z)))))
    );
}

fn discounted_returns(case: &Case) {
    // Rates that change with time, for each of some series of payments.
    let (n, of) = (case.size / 40, Numbers::<f64>::default());
    let (r, f) = (of.matrix(1, 40), of.matrix(n, 40));
    model!(case, [r, f] [] sum(f.^2 .* cumprod[1](1 ./ (1 .+ 0.1 .* r .+ 0.05 .* f))));
}

fn a_curve_of_yields(case: &Case) {
    let (n, of) = (case.size / 20, Numbers::<f64>::default());
    let (b, c, d) = (of.row(n), of.row(n), of.row(n));
    let (l, t) = (of.matrix(n, 1).mapv(|x| 1.0 + 0.5 * x), Array2::from_shape_fn((1, 20), |(_, j)| 0.5 + j as f64));
    let y = of.matrix(n, 20);
    model!(
        case, [b, c, d, l] [t, y]
        let u = t .* l; let p = (1 .- exp.(-u)) ./ u;
        mean((b @ (0) .+ c @ (0) .* p .+ d @ (0) .* (p .- exp.(-u)) .- y).^2)
    );
}

fn counts_of_failures(case: &Case) {
    // The negative binomial distribution, but for constants.
    let (n, of) = (case.size / FEATURES, Numbers::<f64>::default());
    let (x, w, r) = (of.matrix(n, FEATURES), of.row(FEATURES), 2.5);
    let y = of.indices(n, 6).mapv(|count| count as f64);
    model!(
        case, [x, w] [r, y]
        let m = exp.(sum[1](x .* w @ (1))); -sum(y .* ln.(m ./ (m .+ r)) .+ r .* ln.(r ./ (m .+ r)))
    );
}

fn distances_of_mahalanobis(case: &Case) {
    let (n, of) = (case.size / FEATURES, Numbers::<f64>::default());
    let (x, m, a) = (of.matrix(n, FEATURES), of.row(FEATURES), of.matrix(FEATURES, FEATURES));
    model!(
        case, [x, m, a] []
        sum(sum[i]((x @ (n, i) .- m @ (i)) .* sum[j](a @ (i, j) .* (x @ (n, j) .- m @ (j)))))
    );
}

fn kinetics_of_enzymes(case: &Case) {
    let (n, of) = (case.size / 100, Numbers::<f64>::default());
    let above = |x| 1.5 + x;
    let (v, k, s) = (of.matrix(n, 1).mapv(above), of.matrix(n, 1).mapv(above), of.row(100).mapv(above));
    let y = of.matrix(n, 100);
    model!(case, [v, k, s] [y] sum((v .* s @ (1) ./ (k .+ s @ (1)) .- y).^2));
}

fn total_variation(case: &Case) {
    let (n, of) = (side(case.size / 4), Numbers::<f64>::default());
    let (u, l, seen) = (of.cube((4, n, n)), 0.3, of.cube((4, n, n)));
    let last = n - 1;
    model!(
        case, [u, l] [seen]
        let d = if (0..n) @ (2) .< last { at.(u, (0..4) @ (0), (0..n) @ (1), (0..n) @ (2) .+ 1) .- u } else { 0 };
        sum((u .- seen).^2) ./ 2 .+ l .* sum(sqrt.(d.^2 .+ 0.01))
    );
}

fn returns_for_their_risk(case: &Case) {
    let (n, of) = (case.size / FEATURES, Numbers::<f64>::default());
    let (x, w) = (of.matrix(n, FEATURES), of.row(FEATURES));
    model!(
        case, [x, w] []
        let r = sum[1](x .* (exp.(w .- logsumexp(w))) @ (1)); mean(r) ./ std(r)
    );
}
