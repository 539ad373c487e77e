//! Energies, whose gradients are forces, and steps in time.

use crate::dual::Dual;
use crate::{Matrix, Row, dot, matrix, row};
use bcast::ndarray::array;

/// The square of the distance of two rows.
fn squared(x: &Matrix, i: usize, j: usize) -> Dual {
    x.row(i).iter().zip(x.row(j)).map(|(&a, &b)| (a - b) * (a - b)).sum()
}

#[test]
fn springs() {
    let (x, k, l) = (matrix(5, 3, 1), row(4, 2), matrix(1, 1, 3).row(0).to_owned());
    let (from, to) = (array![0_usize, 1, 2, 0], array![1_usize, 2, 4, 3]);
    model!(
        [x, k, l]
        [
            let d = at.(x, from @ (0), (0..3) @ (1)) .- at.(x, to @ (0), (0..3) @ (1));
            sum((k .+ 2) .* (norm[1](d) .- l).^2)
        ]
        |x: Matrix, k: Row, l: Row| {
            let each = (0..4).map(|n| (k[n] + 2.0) * (squared(&x, from[n], to[n]).sqrt() - l[0]).powi(2));
            each.sum::<Dual>()
        }
    );
}

#[test]
fn lennard_jones() {
    let (x, e, s) = (matrix(5, 3, 4), 0.8, row(5, 5));
    model!(
        [x, e, s]
        [
            let d = sum[2]((x @ (0, 2) .- x @ (1, 2)).^2);
            let q = ((s @ (0) .+ s @ (1) .+ 3).^2 ./ (16 .* d)).^3;
            2 .* e .* sum(if (0..5) @ (0) .!= (0..5) @ (1) { q .* (q .- 1) } else { 0 })
        ]
        |x: Matrix, e: Dual, s: Row| {
            let mut sum = Dual::from(0.0);
            for (i, j) in (0..5).flat_map(|i| (0..i).map(move |j| (i, j))) {
                let q = ((s[i] + s[j] + 3.0).powi(2) / (16.0 * squared(&x, i, j))).powi(3);
                sum = sum + 4.0 * e * q * (q - 1.0);
            }
            sum
        }
    );
}

#[test]
fn charges() {
    let (x, q, a) = (matrix(6, 2, 6), row(6, 7), 0.3);
    model!(
        [x, q, a]
        [
            let r = sqrt.(sum[2]((x @ (0, 2) .- x @ (1, 2)).^2) .+ a.^2);
            sum(q @ (0) .* q @ (1) .* exp.(-r) ./ r) ./ 2
        ]
        |x: Matrix, q: Row, a: Dual| {
            let mut sum = Dual::from(0.0);
            for (i, j) in (0..6).flat_map(|i| (0..6).map(move |j| (i, j))) {
                let r = (squared(&x, i, j) + a * a).sqrt();
                sum = sum + q[i] * q[j] * (-r).exp() / r;
            }
            sum / 2.0
        }
    );
}

#[test]
fn ising() {
    // Angles of spins on a ring of columns; each row has a field of its own.
    let (s, h, j) = (matrix(4, 5, 8), matrix(4, 1, 9), 0.7);
    model!(
        [s, h, j]
        [
            let right = at.(s, (0..4) @ (0), ((0..5) @ (1) .+ 1) .% 5);
            let below = at.(s, ((0..4) @ (0) .+ 1) .% 4, (0..5) @ (1));
            -j .* sum(cos.(s .- right) .+ cos.(s .- below)) .- sum(h .* cos.(s))
        ]
        |s: Matrix, h: Matrix, coupling: Dual| {
            let mut sum = Dual::from(0.0);
            for ((i, j), &spin) in s.indexed_iter() {
                let others = (spin - s[[i, (j + 1) % 5]]).cos() + (spin - s[[(i + 1) % 4, j]]).cos();
                sum = sum - coupling * others - h[[i, 0]] * spin.cos();
            }
            sum
        }
    );
}

#[test]
fn hunters_and_prey() {
    // Two steps, for each row of parameters and each column of beginnings.
    let (a, b, x, y) = (matrix(3, 1, 10), matrix(3, 1, 11), matrix(1, 4, 12), matrix(1, 4, 13));
    model!(
        [a, b, x, y]
        [
            let x1 = x .+ 0.1 .* x .* (a .- y); let y1 = y .+ 0.1 .* y .* (b .* x .- 1);
            let x2 = x1 .+ 0.1 .* x1 .* (a .- y1); let y2 = y1 .+ 0.1 .* y1 .* (b .* x1 .- 1);
            (x2 .- 0.5).^2 .+ y2.^2
        ]
        |a: Matrix, b: Matrix, x: Matrix, y: Matrix| {
            let mut sum = Dual::from(0.0);
            for (i, j) in (0..3).flat_map(|i| (0..4).map(move |j| (i, j))) {
                let (mut x, mut y) = (x[[0, j]], y[[0, j]]);
                for _ in 0..2 {
                    (x, y) = (x + 0.1 * x * (a[[i, 0]] - y), y + 0.1 * y * (b[[i, 0]] * x - 1.0));
                }
                sum = sum + (x - 0.5).powi(2) + y * y;
            }
            sum
        }
    );
}

#[test]
fn an_epidemic() {
    let (s, i, beta, gamma) = (row(4, 14), row(4, 15), row(4, 16), 0.25);
    let seen = row(4, 17);
    model!(
        [s, i, beta, gamma]
        [
            let new = beta .* s .* i;
            let s1 = s .- new; let i1 = i .+ new .- gamma .* i;
            let newer = beta .* s1 .* i1;
            let i2 = i1 .+ newer .- gamma .* i1;
            mean((i2 .- seen).^2) .+ sum(i2) .* mean(s1)
        ]
        |s: Row, i: Row, beta: Row, gamma: Dual| {
            let step = |n: usize| {
                let new = beta[n] * s[n] * i[n];
                let (s1, i1) = (s[n] - new, i[n] + new - gamma * i[n]);
                (s1, i1 + beta[n] * s1 * i1 - gamma * i1)
            };
            let squares = (0..4).map(|n| (step(n).1 - seen[n]).powi(2)).sum::<Dual>() / 4.0;
            squares + (0..4).map(|n| step(n).1).sum::<Dual>() * ((0..4).map(|n| step(n).0).sum::<Dual>() / 4.0)
        }
    );
}

#[test]
fn a_step_of_a_kalman_filter() {
    // Of many sensors (rows) of some states (columns), each alone.
    let (m, p, q, r, z) = (row(3, 18), row(3, 19), 0.2, matrix(5, 1, 20), matrix(5, 3, 21));
    model!(
        [m, p, q, r, z]
        [
            let v = exp.(p @ (1)) .+ q; let s = v .+ exp.(r); let k = v ./ s; let e = z .- m @ (1);
            sum(ln.(s) .+ e.^2 ./ s) ./ 2 .+ sum((m @ (1) .+ k .* e).^2 .+ (1 .- k) .* v)
        ]
        |m: Row, p: Row, q: Dual, r: Matrix, z: Matrix| {
            let mut sum = Dual::from(0.0);
            for (i, j) in (0..5).flat_map(|i| (0..3).map(move |j| (i, j))) {
                let v = p[j].exp() + q;
                let s = v + r[[i, 0]].exp();
                let (k, e) = (v / s, z[[i, j]] - m[j]);
                sum = sum + (s.ln() + e * e / s) / 2.0 + (m[j] + k * e).powi(2) + (1.0 - k) * v;
            }
            sum
        }
    );
}

#[test]
fn diffusion() {
    // An explicit step, with nothing beyond the ends of the rows.
    let (u, d, f) = (matrix(3, 6, 22), matrix(3, 1, 23), row(6, 24));
    model!(
        [u, d, f]
        [
            let left = if (0..6) @ (1) .> 0 { at.(u, (0..3) @ (0), max.((0..6) @ (1), 1) .- 1) } else { 0 };
            let right = if (0..6) @ (1) .< 5 { at.(u, (0..3) @ (0), (0..6) @ (1) .+ 1) } else { 0 };
            sum((u .+ d .* (left .+ right .- 2 .* u)).^2 .* f @ (1))
        ]
        |u: Matrix, d: Matrix, f: Row| {
            let mut sum = Dual::from(0.0);
            for ((i, j), &here) in u.indexed_iter() {
                let left = if j > 0 { u[[i, j - 1]] } else { 0.0.into() };
                let right = if j < 5 { u[[i, j + 1]] } else { 0.0.into() };
                sum = sum + (here + d[[i, 0]] * (left + right - 2.0 * here)).powi(2) * f[j];
            }
            sum
        }
    );
}

#[test]
fn orbits() {
    let (x, v, m) = (matrix(4, 2, 25), matrix(4, 2, 26), row(4, 27));
    model!(
        [x, v, m]
        [sum(sum[1](v.^2) ./ 2 .- exp.(m) ./ norm[1](x)) .+ sum((x @ (0, 1) .* exp.(m) @ (0)).^2)]
        |x: Matrix, v: Matrix, m: Row| {
            let each = (0..4).map(|i| {
                let square = |of: &Matrix| dot(of.row(i).to_vec(), of.row(i).to_vec());
                square(&v) / 2.0 - m[i].exp() / square(&x).sqrt() + square(&x) * (2.0 * m[i]).exp()
            });
            each.sum::<Dual>()
        }
    );
}

#[test]
fn waves() {
    // Frequencies along columns, amplitudes of both kinds.
    let (t, f, a, b) = (row(6, 28), row(3, 29), row(3, 30), matrix(1, 3, 31));
    let y = row(6, 32);
    model!(
        [t, f, a, b]
        [
            let angle = t @ (0) .* f @ (1) .* 3;
            mean((sum[1](a @ (1) .* sin.(angle) .+ b .* cos.(angle)) .- y).^2)
        ]
        |t: Row, f: Row, a: Row, b: Matrix| {
            let each = (0..6).map(|i| {
                let of = |k: usize| (t[i] * f[k] * 3.0).sin() * a[k] + (t[i] * f[k] * 3.0).cos() * b[[0, k]];
                ((0..3).map(of).sum::<Dual>() - y[i]).powi(2)
            });
            each.sum::<Dual>() / 6.0
        }
    );
}
