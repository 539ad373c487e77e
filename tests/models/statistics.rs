//! Likelihoods, kernels, prices.

use crate::dual::Dual;
use crate::{Cube, Matrix, Row, cube, dot, log_sum_exp, matrix, row, times};
use bcast::ndarray::{Array1, array};

#[test]
fn a_gaussian_mixture() {
    let (x, m, s, w) = (matrix(7, 2, 1), matrix(3, 2, 2), row(3, 3), row(3, 4));
    model!(
        [x, m, s, w]
        [
            let d = sum[2]((x @ (0, 2) .- m @ (1, 2)).^2);
            let p = d .* (-0.5) .* exp.(-2 .* s @ (1)) .- 2 .* s @ (1) .+ (w .- logsumexp(w)) @ (1);
            -mean(logsumexp[1](p))
        ]
        |x: Matrix, m: Matrix, s: Row, w: Row| {
            let all = log_sum_exp(w.to_vec());
            let each = (0..7).map(|i| {
                log_sum_exp((0..3).map(|k| {
                    let d: Dual = (0..2).map(|j| (x[[i, j]] - m[[k, j]]).powi(2)).sum();
                    -0.5 * d * (-2.0 * s[k]).exp() - 2.0 * s[k] + w[k] - all
                }))
            });
            -(each.sum::<Dual>() / 7.0)
        }
    );
}

#[test]
fn a_gaussian_kernel() {
    let (x, c, a, l) = (matrix(5, 3, 5), matrix(4, 3, 6), row(4, 7), 0.9);
    model!(
        [x, c, a, l]
        [
            let k = exp.(-sum[2]((x @ (0, 2) .- c @ (1, 2)).^2) ./ (2 .* l.^2));
            sum(sum[1](k .* a @ (1)).^2)
        ]
        |x: Matrix, c: Matrix, a: Row, l: Dual| {
            let each = (0..5).map(|i| {
                let of = |n: usize| {
                    let d: Dual = (0..3).map(|j| (x[[i, j]] - c[[n, j]]).powi(2)).sum();
                    (-d / (2.0 * l * l)).exp() * a[n]
                };
                (0..4).map(of).sum::<Dual>().powi(2)
            });
            each.sum::<Dual>()
        }
    );
}

#[test]
fn a_basis_of_splines() {
    // Cubic ones, at knots 0, 1, 2 and so on.
    let (x, c) = (row(8, 8).mapv(|x| 2.0 + 1.5 * x), row(6, 9));
    model!(
        [x, c]
        [
            let d = abs.(x @ (0) .- f64.((0..6)) @ (1));
            let b = if d .< 1 { (4 .- 6 .* d.^2 .+ 3 .* d.^3) ./ 6 } else { max.(0, 2 .- d).^3 ./ 6 };
            sum[1](b .* c @ (1))
        ]
        |x: Row, c: Row| {
            let mut sum = Dual::from(0.0);
            for &x in &x {
                for k in 0..6 {
                    let d = (x - k as f64).abs();
                    let b = match d.0 {
                        ..1.0 => (4.0 - 6.0 * d * d + 3.0 * d.powi(3)) / 6.0,
                        ..2.0 => (2.0 - d).powi(3) / 6.0,
                        _ => 0.0.into(),
                    };
                    sum = sum + b * c[k];
                }
            }
            sum
        }
    );
}

#[test]
fn prices_of_options() {
    // Prices of shares along rows, strikes along columns: the gradients are what traders call greeks.
    let (s, k) = (array![90.0, 100.0, 115.0], array![[95.0, 100.0, 105.0, 120.0]]);
    let (r, v, t) = (0.03, 0.2, array![[0.5], [1.0], [2.0]]);
    let half = 0.5_f64.sqrt();
    model!(
        [s, k, r, v, t]
        [
            let d = (ln.(s @ (0) ./ k) .+ (r .+ v.^2 ./ 2) .* t) ./ (v .* sqrt.(t));
            let e = d .- v .* sqrt.(t);
            s @ (0) .* (1 .+ erf.(d .* half)) ./ 2 .- k .* exp.(-r .* t) .* (1 .+ erf.(e .* half)) ./ 2
        ]
        |s: Row, k: Matrix, r: Dual, v: Dual, t: Matrix| {
            let below = |x: Dual| (1.0 + (x * half).erf()) / 2.0;
            let mut sum = Dual::from(0.0);
            for (i, j) in (0..3).flat_map(|i| (0..4).map(move |j| (i, j))) {
                let (s, k, t) = (s[i], k[[0, j]], t[[i, 0]]);
                let d = ((s / k).ln() + (r + v * v / 2.0) * t) / (v * t.sqrt());
                sum = sum + s * below(d) - k * (-(r * t)).exp() * below(d - v * t.sqrt());
            }
            sum
        }
    );
}

#[test]
fn students_distribution() {
    let (x, w, s) = (matrix(8, 3, 10), row(3, 11), 0.1);
    let (y, n) = (row(8, 12), 4.0);
    model!(
        [x, w, s]
        [
            let r = (y .- sum[1](x .* w @ (1))) ./ exp.(s);
            mean((n .+ 1) ./ 2 .* ln_1p.(r.^2 ./ n)) .+ s
        ]
        |x: Matrix, w: Row, s: Dual| {
            let each = (0..8).map(|i| {
                let r = (y[i] - times(&x, i, &w)) / s.exp();
                (n + 1.0) / 2.0 * (1.0 + r * r / n).ln()
            });
            each.sum::<Dual>() / 8.0 + s
        }
    );
}

#[test]
fn survival_times() {
    // Weibull's distribution; of some only a time without an end is known.
    let (x, w, k) = (matrix(7, 2, 13), row(2, 14), 1.4);
    let (t, ended) = (Array1::from_iter((1..8).map(|i| i as f64 / 3.0)), array![1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0]);
    model!(
        [x, w, k]
        [
            let z = ln.(t) .- sum[1](x .* w @ (1));
            -sum(ended .* (ln.(k) .+ k .* z .- ln.(t)) .- exp.(k .* z))
        ]
        |x: Matrix, w: Row, k: Dual| {
            let each = (0..7).map(|i| {
                let z = t[i].ln() - times(&x, i, &w);
                ended[i] * (k.ln() + k * z - t[i].ln()) - (k * z).exp()
            });
            -each.sum::<Dual>()
        }
    );
}

#[test]
fn proportional_hazards() {
    // Cox's likelihood: rows go from the longest time to the shortest.
    let (x, w) = (matrix(8, 3, 15), row(3, 16));
    let ended = array![1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0];
    model!(
        [x, w]
        [let z = sum[1](x .* w @ (1)); -sum(ended .* (z .- ln.(cumsum[0](exp.(z)))))]
        |x: Matrix, w: Row| {
            let each = (0..8).map(|i| ended[i] * (times(&x, i, &w) - log_sum_exp((0..=i).map(|n| times(&x, n, &w)))));
            -each.sum::<Dual>()
        }
    );
}

#[test]
fn discounted_returns() {
    // Rates that change with time, for each of some series of payments.
    let (r, f) = (matrix(1, 6, 17), matrix(4, 6, 18));
    model!(
        [r, f]
        [sum(f.^2 .* cumprod[1](1 ./ (1 .+ 0.1 .* r .+ 0.05 .* f)))]
        |r: Matrix, f: Matrix| {
            let mut sum = Dual::from(0.0);
            for i in 0..4 {
                let mut discount = Dual::from(1.0);
                for t in 0..6 {
                    discount = discount / (1.0 + 0.1 * r[[0, t]] + 0.05 * f[[i, t]]);
                    sum = sum + f[[i, t]].powi(2) * discount;
                }
            }
            sum
        }
    );
}

#[test]
fn a_curve_of_yields() {
    let (b, c, d, l) = (row(3, 19), row(3, 20), row(3, 21), array![[0.6], [0.9], [1.4]]);
    let (t, y) = (array![[0.5, 1.0, 2.0, 5.0, 10.0]], matrix(3, 5, 22));
    model!(
        [b, c, d, l]
        [
            let u = t .* l; let p = (1 .- exp.(-u)) ./ u;
            mean((b @ (0) .+ c @ (0) .* p .+ d @ (0) .* (p .- exp.(-u)) .- y).^2)
        ]
        |b: Row, c: Row, d: Row, l: Matrix| {
            let mut sum = Dual::from(0.0);
            for ((i, j), &y) in y.indexed_iter() {
                let u = t[[0, j]] * l[[i, 0]];
                let p = (1.0 - (-u).exp()) / u;
                sum = sum + (b[i] + c[i] * p + d[i] * (p - (-u).exp()) - y).powi(2);
            }
            sum / 15.0
        }
    );
}

#[test]
fn counts_of_failures() {
    // The negative binomial distribution, but for constants.
    let (x, w, r) = (matrix(6, 3, 23), row(3, 24), 2.5);
    let y = array![0.0, 2.0, 1.0, 5.0, 3.0, 1.0];
    model!(
        [x, w]
        [let m = exp.(sum[1](x .* w @ (1))); -sum(y .* ln.(m ./ (m .+ r)) .+ r .* ln.(r ./ (m .+ r)))]
        |x: Matrix, w: Row| {
            let each = (0..6).map(|i| {
                let m = times(&x, i, &w).exp();
                y[i] * (m / (m + r)).ln() + r * (r / (m + r)).ln()
            });
            -each.sum::<Dual>()
        }
    );
}

#[test]
fn distances_of_mahalanobis() {
    let (x, m, a) = (matrix(5, 3, 25), row(3, 26), matrix(3, 3, 27));
    model!(
        [x, m, a]
        [sum(sum[i]((x @ (n, i) .- m @ (i)) .* sum[j](a @ (i, j) .* (x @ (n, j) .- m @ (j)))))]
        |x: Matrix, m: Row, a: Matrix| {
            let mut sum = Dual::from(0.0);
            for n in 0..5 {
                for (i, j) in (0..3).flat_map(|i| (0..3).map(move |j| (i, j))) {
                    sum = sum + (x[[n, i]] - m[i]) * a[[i, j]] * (x[[n, j]] - m[j]);
                }
            }
            sum
        }
    );
}

#[test]
fn kinetics_of_enzymes() {
    let (v, k, s) = (array![[2.0], [3.5]], array![[0.4], [1.2]], array![0.1, 0.5, 1.0, 4.0]);
    let y = matrix(2, 4, 28);
    model!(
        [v, k, s]
        [sum((v .* s @ (1) ./ (k .+ s @ (1)) .- y).^2)]
        |v: Matrix, k: Matrix, s: Row| {
            let each = y.indexed_iter().map(|((i, j), &y)| (v[[i, 0]] * s[j] / (k[[i, 0]] + s[j]) - y).powi(2));
            each.sum::<Dual>()
        }
    );
}

#[test]
fn total_variation() {
    let (u, l) = (cube((2, 4, 5), 29), 0.3);
    let seen = cube((2, 4, 5), 30);
    model!(
        [u, l]
        [
            let d = if (0..5) @ (2) .< 4 { at.(u, (0..2) @ (0), (0..4) @ (1), (0..5) @ (2) .+ 1) .- u } else { 0 };
            sum((u .- seen).^2) ./ 2 .+ l .* sum(sqrt.(d.^2 .+ 0.01))
        ]
        |u: Cube, l: Dual| {
            let mut sum = Dual::from(0.0);
            for ((i, j, k), &here) in u.indexed_iter() {
                let d = if k < 4 { u[[i, j, k + 1]] - here } else { 0.0.into() };
                sum = sum + (here - seen[[i, j, k]]).powi(2) / 2.0 + l * (d * d + 0.01).sqrt();
            }
            sum
        }
    );
}

#[test]
fn returns_for_their_risk() {
    let (x, w) = (matrix(9, 4, 31), row(4, 32));
    model!(
        [x, w]
        [let r = sum[1](x .* (exp.(w .- logsumexp(w))) @ (1)); mean(r) ./ std(r)]
        |x: Matrix, w: Row| {
            let all = log_sum_exp(w.to_vec());
            let shares: Vec<Dual> = w.iter().map(|&w| (w - all).exp()).collect();
            let r: Vec<Dual> = (0..9).map(|i| dot(x.row(i).to_vec(), shares.clone())).collect();
            let mean = r.iter().copied().sum::<Dual>() / 9.0;
            mean / (r.iter().map(|&r| (r - mean).powi(2)).sum::<Dual>() / 9.0).sqrt()
        }
    );
}
