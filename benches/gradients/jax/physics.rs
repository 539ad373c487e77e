//! Energies, whose gradients are forces, and steps in time.

use crate::case::Case;
use crate::numbers::{Numbers, lattice, side};

models! {
    springs lennard_jones charges ising hunters_and_prey an_epidemic a_step_of_a_kalman_filter diffusion orbits waves
}

fn springs(case: &Case) {
    let (n, of) = (case.size / 3, Numbers::<f64>::default());
    let (x, k, l) = (of.matrix(n / 2, 3), of.row(n), of.row(1));
    let (from, to) = (of.indices(n, n / 4), of.indices(n, n / 4).mapv(|end| end + n / 4));
    model!(
        case, [x, k, l] [from, to]
        let d = at.(x, from @ (0), (0..3) @ (1)) .- at.(x, to @ (0), (0..3) @ (1));
        sum((k .+ 2) .* (norm[1](d) .- l).^2)
    );
}

fn lennard_jones(case: &Case) {
    let (n, of) = (side(case.size), Numbers::<f64>::default());
    let (x, e, s) = (lattice(&of, n), 0.8, of.row(n));
    model!(
        case, [x, e, s] []
        let d = sum[2]((x @ (0, 2) .- x @ (1, 2)).^2);
        let q = ((s @ (0) .+ s @ (1) .+ 3).^2 ./ (16 .* d)).^3;
        2 .* e .* sum(if (0..n) @ (0) .!= (0..n) @ (1) { q .* (q .- 1) } else { 0 })
    );
}

fn charges(case: &Case) {
    let (n, of) = (side(case.size), Numbers::<f64>::default());
    let (x, q, a) = (of.matrix(n, 2), of.row(n), 0.3);
    model!(
        case, [x, q, a] []
        let r = sqrt.(sum[2]((x @ (0, 2) .- x @ (1, 2)).^2) .+ a.^2);
        sum(q @ (0) .* q @ (1) .* exp.(-r) ./ r) ./ 2
    );
}

fn ising(case: &Case) {
    // Angles of spins on a ring of columns and rows; each row has a field of its own.
    let (n, of) = (side(case.size), Numbers::<f64>::default());
    let (s, h, j) = (of.matrix(n, n), of.matrix(n, 1), 0.7);
    model!(
        case, [s, h, j] []
        let right = at.(s, (0..n) @ (0), ((0..n) @ (1) .+ 1) .% n);
        let below = at.(s, ((0..n) @ (0) .+ 1) .% n, (0..n) @ (1));
        -j .* sum(cos.(s .- right) .+ cos.(s .- below)) .- sum(h .* cos.(s))
    );
}

fn hunters_and_prey(case: &Case) {
    // Two steps, for each row of parameters and each column of beginnings.
    let (n, of) = (side(case.size), Numbers::<f64>::default());
    let (a, b, x, y) = (of.matrix(n, 1), of.matrix(n, 1), of.matrix(1, n), of.matrix(1, n));
    model!(
        case, [a, b, x, y] []
        let x1 = x .+ 0.1 .* x .* (a .- y); let y1 = y .+ 0.1 .* y .* (b .* x .- 1);
        let x2 = x1 .+ 0.1 .* x1 .* (a .- y1); let y2 = y1 .+ 0.1 .* y1 .* (b .* x1 .- 1);
        (x2 .- 0.5).^2 .+ y2.^2
    );
}

fn an_epidemic(case: &Case) {
    let (n, of) = (case.size, Numbers::<f64>::default());
    let (s, i, beta, gamma, seen) = (of.row(n), of.row(n), of.row(n), 0.25, of.row(n));
    model!(
        case, [s, i, beta, gamma] [seen]
        let new = beta .* s .* i;
        let s1 = s .- new; let i1 = i .+ new .- gamma .* i;
        let newer = beta .* s1 .* i1;
        let i2 = i1 .+ newer .- gamma .* i1;
        mean((i2 .- seen).^2) .+ mean(i2) .* mean(s1)
    );
}

fn a_step_of_a_kalman_filter(case: &Case) {
    // Of many sensors (rows) of some states (columns), each alone.
    let (n, of) = (case.size / 50, Numbers::<f64>::default());
    let (m, p, q, r, z) = (of.row(50), of.row(50), 0.2, of.matrix(n, 1), of.matrix(n, 50));
    model!(
        case, [m, p, q, r, z] []
        let v = exp.(p @ (1)) .+ q; let s = v .+ exp.(r); let k = v ./ s; let e = z .- m @ (1);
        sum(ln.(s) .+ e.^2 ./ s) ./ 2 .+ sum((m @ (1) .+ k .* e).^2 .+ (1 .- k) .* v)
    );
}

fn diffusion(case: &Case) {
    // An explicit step, with nothing beyond the ends of the rows.
    let (n, of) = (side(case.size), Numbers::<f64>::default());
    let (u, d, f) = (of.matrix(n, n), of.matrix(n, 1), of.row(n));
    let last = n - 1;
    model!(
        case, [u, d, f] []
        let left = if (0..n) @ (1) .> 0 { at.(u, (0..n) @ (0), max.((0..n) @ (1), 1) .- 1) } else { 0 };
        let right = if (0..n) @ (1) .< last { at.(u, (0..n) @ (0), (0..n) @ (1) .+ 1) } else { 0 };
        sum((u .+ d .* (left .+ right .- 2 .* u)).^2 .* f @ (1))
    );
}

fn orbits(case: &Case) {
    let (n, of) = (case.size / 3, Numbers::<f64>::default());
    let (x, v, m) = (of.matrix(n, 3), of.matrix(n, 3), of.row(n));
    model!(
        case, [x, v, m] []
        sum(sum[1](v.^2) ./ 2 .- exp.(m) ./ norm[1](x)) .+ sum((x @ (0, 1) .* exp.(m) @ (0)).^2)
    );
}

fn waves(case: &Case) {
    // Frequencies along columns, amplitudes of both kinds.
    let (n, of) = (case.size / 10, Numbers::<f64>::default());
    let (t, f, a, b, y) = (of.row(n), of.row(10), of.row(10), of.matrix(1, 10), of.row(n));
    model!(
        case, [t, f, a, b] [y]
        let angle = t @ (0) .* f @ (1) .* 3;
        mean((sum[1](a @ (1) .* sin.(angle) .+ b .* cos.(angle)) .- y).^2)
    );
}
