//! Layers of networks.

use crate::dual::Dual;
use crate::{Cube, Matrix, Row, cube, dot, matrix, row};
use bcast::ndarray::array;

#[test]
fn layer_norm() {
    let (x, g, b) = (matrix(4, 5, 1), row(5, 2), matrix(1, 5, 3));
    model!(
        [x, g, b]
        [let d = x .- mean[1](x); d ./ sqrt.(mean[1](d.^2) .+ 0.01) .* g @ (1) .+ b .* d.^2]
        |x: Matrix, g: Row, b: Matrix| total(4, 5, |i, j| {
            let mean = x.row(i).iter().copied().sum::<Dual>() / 5.0;
            let var = x.row(i).iter().map(|&x| (x - mean).powi(2)).sum::<Dual>() / 5.0;
            let d = x[[i, j]] - mean;
            d / (var + 0.01).sqrt() * g[j] + b[[0, j]] * d * d
        })
    );
}

/// The sum over the elements of a matrix: what a gradient is of, where a formula has many values.
fn total(rows: usize, columns: usize, each: impl Fn(usize, usize) -> Dual) -> Dual {
    (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))).map(|(i, j)| each(i, j)).sum()
}

#[test]
fn batch_norm() {
    let (x, g, b) = (matrix(6, 3, 4), row(3, 5), row(3, 6));
    model!(
        [x, g, b]
        [sum(tanh.((x .- mean[0](x)) ./ sqrt.(var[0](x) .+ 0.01) .* g @ (1) .+ b @ (1)))]
        |x: Matrix, g: Row, b: Row| total(6, 3, |i, j| {
            let mean = x.column(j).iter().copied().sum::<Dual>() / 6.0;
            let var = x.column(j).iter().map(|&x| (x - mean).powi(2)).sum::<Dual>() / 6.0;
            ((x[[i, j]] - mean) / (var + 0.01).sqrt() * g[j] + b[j]).tanh()
        })
    );
}

#[test]
fn rms_norm() {
    let (x, g) = (cube((2, 3, 4), 7), row(4, 8));
    model!(
        [x, g]
        [sum((x ./ sqrt.(mean[2](x.^2) .+ 0.1) .* g @ (2)).^3)]
        |x: Cube, g: Row| {
            let mut sum = Dual::from(0.0);
            for ((i, j, k), &value) in x.indexed_iter() {
                let mean = (0..4).map(|k| x[[i, j, k]].powi(2)).sum::<Dual>() / 4.0;
                sum = sum + (value / (mean + 0.1).sqrt() * g[k]).powi(3);
            }
            sum
        }
    );
}

#[test]
fn attention_with_a_mask() {
    let (q, k, v, t) = (matrix(4, 3, 9), matrix(5, 3, 10), matrix(5, 2, 11), matrix(1, 5, 12));
    // A causal mask: of the first row one element is left.
    model!(
        [q, k, v, t]
        [
            let s = sum[2](q @ (0, 2) .* k @ (1, 2)) .* 0.6 .+ t;
            let e = if (0..5) @ (1) .<= (0..4) @ (0) .+ 1 { exp.(s .- max[1](s)) } else { 0 };
            let p = e ./ sum[1](e);
            sum(sum[1](p @ (0, 1) .* v @ (1, 2)).^2)
        ]
        |q: Matrix, k: Matrix, v: Matrix, t: Matrix| {
            let mut sum = Dual::from(0.0);
            for i in 0..4 {
                let weights: Vec<Dual> = (0..(i + 2).min(5))
                    .map(|j| (dot(q.row(i).to_vec(), k.row(j).to_vec()) * 0.6 + t[[0, j]]).exp())
                    .collect();
                let all: Dual = weights.iter().copied().sum();
                for c in 0..2 {
                    sum = sum + (dot(weights.clone(), v.column(c).to_vec()) / all).powi(2);
                }
            }
            sum
        }
    );
}

#[test]
fn gelu_by_erf() {
    let (x, w, b) = (matrix(5, 4, 13), matrix(4, 3, 14), row(3, 15));
    let half = 0.5_f64.sqrt();
    model!(
        [x, w, b]
        [let z = sum[1](x @ (0, 1) .* w @ (1, 2)) .+ b @ (1); sum(0.5 .* z .* (1 .+ erf.(z .* half)))]
        |x: Matrix, w: Matrix, b: Row| total(5, 3, |i, j| {
            let z = dot(x.row(i).to_vec(), w.column(j).to_vec()) + b[j];
            0.5 * z * (1.0 + (z * half).erf())
        })
    );
}

#[test]
fn two_layers() {
    let (x, w, b, u) = (matrix(5, 3, 16), matrix(3, 4, 17), row(4, 18), row(4, 19));
    model!(
        [x, w, b, u]
        [
            let h = tanh.(sum[k](x @ (i, k) .* w @ (k, j)) .+ b @ (j));
            sum(sigmoid.(sum[j](h .* u @ (j))))
        ]
        |x: Matrix, w: Matrix, b: Row, u: Row| {
            let of = |i: usize| {
                let h = |j: usize| (dot(x.row(i).to_vec(), w.column(j).to_vec()) + b[j]).tanh();
                dot((0..4).map(h), u.to_vec()).sigmoid()
            };
            (0..5).map(of).sum::<Dual>()
        }
    );
}

#[test]
fn a_gated_unit() {
    let (x, u, v) = (matrix(4, 3, 20), row(3, 21), matrix(4, 1, 22));
    model!(
        [x, u, v]
        [let a = x .* u @ (1); sum(a .* sigmoid.(a) .* (x .+ v))]
        |x: Matrix, u: Row, v: Matrix| total(4, 3, |i, j| {
            let a = x[[i, j]] * u[j];
            a * a.sigmoid() * (x[[i, j]] + v[[i, 0]])
        })
    );
}

#[test]
fn a_step_of_long_memory() {
    let (x, c, wi, wf, wo, b) =
        (matrix(3, 4, 23), matrix(3, 4, 24), row(4, 25), row(4, 26), row(4, 38), matrix(3, 1, 39));
    model!(
        [x, c, wi, wf, wo, b]
        [
            let s = sigmoid.(x .* wf @ (1) .+ 1) .* c .+ sigmoid.(x .* wi @ (1)) .* tanh.(x .+ b);
            sigmoid.(x .* wo @ (1) .- b) .* tanh.(s)
        ]
        |x: Matrix, c: Matrix, wi: Row, wf: Row, wo: Row, b: Matrix| total(3, 4, |i, j| {
            let (x, b) = (x[[i, j]], b[[i, 0]]);
            let s = (x * wf[j] + 1.0).sigmoid() * c[[i, j]] + (x * wi[j]).sigmoid() * (x + b).tanh();
            (x * wo[j] - b).sigmoid() * s.tanh()
        })
    );
}

#[test]
fn a_gated_recurrent_step() {
    let (x, h, wr, wz, wn) = (matrix(3, 4, 27), matrix(3, 4, 28), row(4, 29), row(4, 30), row(4, 31));
    model!(
        [x, h, wr, wz, wn]
        [
            let r = sigmoid.(x .* wr @ (1) .+ h);
            let z = sigmoid.(x .* wz @ (1) .- h);
            let n = tanh.(x .* wn @ (1) .+ r .* h);
            sum(((1 .- z) .* n .+ z .* h).^2)
        ]
        |x: Matrix, h: Matrix, wr: Row, wz: Row, wn: Row| total(3, 4, |i, j| {
            let (x, h) = (x[[i, j]], h[[i, j]]);
            let r = (x * wr[j] + h).sigmoid();
            let z = (x * wz[j] - h).sigmoid();
            let n = (x * wn[j] + r * h).tanh();
            ((1.0 - z) * n + z * h).powi(2)
        })
    );
}

#[test]
fn a_bag_of_words() {
    let (e, w) = (matrix(6, 3, 32), row(3, 33));
    let words = array![[0_usize, 2, 2, 5], [1, 0, 3, 2]];
    model!(
        [e, w]
        [sum(tanh.(mean[1](at.(e, words @ (0, 1), (0..3) @ (2))) .* w @ (1)))]
        |e: Matrix, w: Row| total(2, 3, |i, k| {
            let mean = words.row(i).iter().map(|&word| e[[word, k]]).sum::<Dual>() / 4.0;
            (mean * w[k]).tanh()
        })
    );
}

#[test]
fn factors_of_ratings() {
    let (u, v, b, c) = (matrix(4, 3, 34), matrix(5, 3, 35), row(4, 36), 0.2);
    let (who, what) = (array![0_usize, 3, 1, 3, 2, 0], array![4_usize, 1, 1, 0, 2, 4]);
    let y = row(6, 37);
    model!(
        [u, v, b, c]
        [
            let p = sum[1](at.(u, who @ (0), (0..3) @ (1)) .* at.(v, what @ (0), (0..3) @ (1)));
            mean((p .+ at.(b, who) .+ c .- y).^2) .+ 0.1 .* (sum(u.^2) .+ sum(v.^2))
        ]
        |u: Matrix, v: Matrix, b: Row, c: Dual| {
            let error = |n: usize| dot(u.row(who[n]).to_vec(), v.row(what[n]).to_vec()) + b[who[n]] + c - y[n];
            let squares = |all: &Matrix| all.iter().map(|&x| x * x).sum::<Dual>();
            (0..6).map(|n| error(n).powi(2)).sum::<Dual>() / 6.0 + 0.1 * (squares(&u) + squares(&v))
        }
    );
}
