//! What is minimised.

use crate::dual::Dual;
use crate::{Matrix, Row, dot, log_sum_exp, matrix, row, times};
use bcast::ndarray::{Array1, Array2};

fn labels(len: usize) -> Array1<f64> {
    Array1::from_shape_fn(len, |i| if i % 3 == 0 { 1.0 } else { -1.0 })
}

#[test]
fn least_squares() {
    let (x, w, b, y) = (matrix(7, 4, 1), row(4, 2), 0.3, row(7, 3));
    model!([x, w, b, y] [mean((sum[1](x .* w @ (1)) .+ b .- y).^2)] |x: Matrix, w: Row, b: Dual, y: Row| {
        (0..7).map(|i| (times(&x, i, &w) + b - y[i]).powi(2)).sum::<Dual>() / 7.0
    });
}

#[test]
fn elastic_net() {
    let (x, w, l, r, y) = (matrix(6, 4, 4), row(4, 5), 0.3, 0.2, row(6, 6));
    model!(
        [x, w, l, r]
        [mean((sum[1](x .* w @ (1)) .- y).^2) ./ 2 .+ l .* (r .* sum(abs.(w)) .+ (1 .- r) .* sum(w.^2) ./ 2)]
        |x: Matrix, w: Row, l: Dual, r: Dual| {
            let squares = (0..6).map(|i| (times(&x, i, &w) - y[i]).powi(2)).sum::<Dual>() / 12.0;
            let sizes: Dual = w.iter().map(|w| w.abs()).sum();
            squares + l * (r * sizes + (1.0 - r) * dot(w.clone(), w) / 2.0)
        }
    );
}

#[test]
fn logistic() {
    let (x, w, b, y) = (matrix(7, 4, 7), row(4, 8), -0.2, labels(7));
    model!([x, w, b] [mean(ln_1p.(exp.(-y .* (sum[1](x .* w @ (1)) .+ b))))] |x: Matrix, w: Row, b: Dual| {
        (0..7).map(|i| (1.0 + (-(y[i] * (times(&x, i, &w) + b))).exp()).ln()).sum::<Dual>() / 7.0
    });
}

#[test]
fn softmax_cross_entropy() {
    // The bias is a matrix of one row, the scale one of one column.
    let (s, b, c) = (matrix(6, 4, 9), matrix(1, 4, 10), matrix(6, 1, 11));
    let t = Array2::from_shape_fn((6, 4), |(i, j)| f64::from((i * 3) % 4 == j));
    model!(
        [s, b, c]
        [let z = s .* (1.5 .+ c) .+ b; mean(logsumexp[1](z) .- sum[1](t .* z))]
        |s: Matrix, b: Matrix, c: Matrix| {
            let mut total = Dual::from(0.0);
            for i in 0..6 {
                let z = (0..4).map(|j| s[[i, j]] * (1.5 + c[[i, 0]]) + b[[0, j]]).collect::<Vec<_>>();
                total = total + log_sum_exp(z.iter().copied()) - z[(i * 3) % 4];
            }
            total / 6.0
        }
    );
}

#[test]
fn hinge() {
    let (x, w, b, y) = (matrix(9, 3, 12), row(3, 13), 0.1, labels(9));
    model!(
        [x, w, b]
        [mean(max.(0, 1 .- y .* (sum[1](x .* w @ (1)) .+ b))) .+ 0.1 .* sum(w.^2)]
        |x: Matrix, w: Row, b: Dual| {
            let each = (0..9).map(|i| Dual::from(0.0).max(1.0 - y[i] * (times(&x, i, &w) + b)));
            each.sum::<Dual>() / 9.0 + 0.1 * dot(w.clone(), w)
        }
    );
}

#[test]
fn huber() {
    let (x, w, y, d) = (matrix(9, 3, 14), row(3, 15), row(9, 16), 0.6);
    model!(
        [x, w, d]
        [let r = sum[1](x .* w @ (1)) .- y; mean(if abs.(r) .<= d { r.^2 ./ 2 } else { d .* (abs.(r) .- d ./ 2) })]
        |x: Matrix, w: Row, d: Dual| {
            let each = (0..9).map(|i| {
                let r = times(&x, i, &w) - y[i];
                if r.0.abs() <= d.0 { r * r / 2.0 } else { d * (r.abs() - d / 2.0) }
            });
            each.sum::<Dual>() / 9.0
        }
    );
}

#[test]
fn quantiles() {
    let (x, w, y, q) = (matrix(9, 3, 17), row(3, 18), row(9, 19), 0.8);
    model!(
        [x, w, q]
        [let r = y .- sum[1](x .* w @ (1)); mean(max.(q .* r, (q .- 1) .* r))]
        |x: Matrix, w: Row, q: Dual| {
            let each = (0..9).map(|i| {
                let r = y[i] - times(&x, i, &w);
                (q * r).max((q - 1.0) * r)
            });
            each.sum::<Dual>() / 9.0
        }
    );
}

#[test]
fn poisson() {
    let (x, w, o, y) = (matrix(6, 3, 20), row(3, 21), row(6, 22), Array1::from_iter((0..6).map(f64::from)));
    model!(
        [x, w, o]
        [let z = sum[1](x .* w @ (1)) .+ o; mean(exp.(z) .- y .* z)]
        |x: Matrix, w: Row, o: Row| {
            let each = (0..6).map(|i| {
                let z = times(&x, i, &w) + o[i];
                z.exp() - y[i] * z
            });
            each.sum::<Dual>() / 6.0
        }
    );
}

#[test]
fn focal() {
    let (z, b, g) = (matrix(5, 4, 23), row(4, 24), 2.5);
    let y = matrix(5, 4, 25).map(|&x| f64::from(x > 0.0));
    model!(
        [z, b, g]
        [
            let p = sigmoid.(z .+ b @ (1));
            -mean(y .* (1 .- p) .^ g .* ln.(p) .+ (1 .- y) .* p .^ g .* ln.(1 .- p))
        ]
        |z: Matrix, b: Row, g: Dual| {
            let mut total = Dual::from(0.0);
            for ((i, j), &y) in y.indexed_iter() {
                let p = (z[[i, j]] + b[j]).sigmoid();
                total = total + y * (1.0 - p).powf(g) * p.ln() + (1.0 - y) * p.powf(g) * (1.0 - p).ln();
            }
            -total / 20.0
        }
    );
}

#[test]
fn triplets() {
    let (a, p, n) = (matrix(5, 3, 26), matrix(5, 3, 27), matrix(1, 3, 28));
    model!(
        [a, p, n]
        [sum(max.(0, sum[1]((a .- p).^2) .- sum[1]((a .- n).^2) .+ 0.5))]
        |a: Matrix, p: Matrix, n: Matrix| {
            let square = |x: Dual| x * x;
            let each = (0..5).map(|i| {
                let near: Dual = (0..3).map(|j| square(a[[i, j]] - p[[i, j]])).sum();
                let far: Dual = (0..3).map(|j| square(a[[i, j]] - n[[0, j]])).sum();
                Dual::from(0.0).max(near - far + 0.5)
            });
            each.sum::<Dual>()
        }
    );
}

#[test]
fn cosines() {
    let (a, b) = (matrix(5, 3, 29), matrix(5, 3, 30));
    model!(
        [a, b]
        [1 .- mean(sum[1](a .* b) ./ (norm[1](a) .* norm[1](b)))]
        |a: Matrix, b: Matrix| {
            let of = |x: &Matrix, y: &Matrix, i: usize| dot(x.row(i).to_vec(), y.row(i).to_vec());
            let each = (0..5).map(|i| of(&a, &b, i) / (of(&a, &a, i) * of(&b, &b, i)).sqrt());
            1.0 - each.sum::<Dual>() / 5.0
        }
    );
}

#[test]
fn relative_entropy() {
    let (a, b) = (matrix(4, 5, 31), row(5, 32));
    model!(
        [a, b]
        [
            let p = a .- logsumexp[1](a);
            let q = b .- logsumexp(b);
            sum(exp.(p) .* (p .- q @ (1)))
        ]
        |a: Matrix, b: Row| {
            let all = log_sum_exp(b.to_vec());
            let mut total = Dual::from(0.0);
            for i in 0..4 {
                let of_row = log_sum_exp(a.row(i).to_vec());
                for j in 0..5 {
                    let (p, q) = (a[[i, j]] - of_row, b[j] - all);
                    total = total + p.exp() * (p - q);
                }
            }
            total
        }
    );
}

#[test]
fn contrastive() {
    let (z, w, t) = (matrix(5, 3, 33), matrix(5, 3, 34), 0.7);
    model!(
        [z, w, t]
        [mean(logsumexp[1](sum[2](z @ (0, 2) .* w @ (1, 2)) ./ t)) .- mean(sum[1](z .* w) ./ t)]
        |z: Matrix, w: Matrix, t: Dual| {
            let of = |i: usize, j: usize| dot(z.row(i).to_vec(), w.row(j).to_vec()) / t;
            (0..5).map(|i| log_sum_exp((0..5).map(|j| of(i, j))) - of(i, i)).sum::<Dual>() / 5.0
        }
    );
}

#[test]
fn overlap() {
    let (z, t) = (matrix(4, 6, 35), matrix(4, 6, 36).map(|&x| f64::from(x > 0.2)));
    model!(
        [z]
        [let p = sigmoid.(z); mean(1 .- 2 .* sum[1](p .* t) ./ (sum[1](p) .+ sum[1](t) .+ 1))]
        |z: Matrix| {
            let each = (0..4).map(|i| {
                let p: Vec<Dual> = z.row(i).iter().map(|z| z.sigmoid()).collect();
                let both: Dual = p.iter().zip(t.row(i)).map(|(&p, &t)| p * t).sum();
                1.0 - 2.0 * both / (p.into_iter().sum::<Dual>() + t.row(i).sum() + 1.0)
            });
            each.sum::<Dual>() / 4.0
        }
    );
}
