//! Layers of networks, in single precision.

use crate::case::Case;
use crate::numbers::{Numbers, side};

models! {
    layer_norm batch_norm rms_norm attention_with_a_mask gelu_by_erf two_layers a_gated_unit a_step_of_long_memory
    a_gated_recurrent_step a_bag_of_words factors_of_ratings
}

/// Features of a row.
const WIDTH: usize = 100;

fn layer_norm(case: &Case) {
    let (n, of) = (case.size / WIDTH, Numbers::<f32>::default());
    let (x, g, b) = (of.matrix(n, WIDTH), of.row(WIDTH), of.matrix(1, WIDTH));
    model!(
        case, [x, g, b] []
        let d = x .- mean[1](x); sum(d ./ sqrt.(mean[1](d.^2) .+ 0.01) .* g @ (1) .+ b .* d.^2)
    );
}

fn batch_norm(case: &Case) {
    let (n, of) = (case.size / WIDTH, Numbers::<f32>::default());
    let (x, g, b) = (of.matrix(n, WIDTH), of.row(WIDTH), of.row(WIDTH));
    model!(
        case, [x, g, b] []
        sum(tanh.((x .- mean[0](x)) ./ sqrt.(var[0](x) .+ 0.01) .* g @ (1) .+ b @ (1)))
    );
}

fn rms_norm(case: &Case) {
    let (n, of) = (case.size / (10 * WIDTH), Numbers::<f32>::default());
    let (x, g) = (of.cube((n, 10, WIDTH)), of.row(WIDTH));
    model!(case, [x, g] [] sum((x ./ sqrt.(mean[2](x.^2) .+ 0.1) .* g @ (2)).^3));
}

fn attention_with_a_mask(case: &Case) {
    let (n, of) = (side(case.size), Numbers::<f32>::default());
    let (q, k, v, t) = (of.matrix(n, 32), of.matrix(n, 32), of.matrix(n, 32), of.matrix(1, n));
    model!(
        case, [q, k, v, t] []
        let s = sum[2](q @ (0, 2) .* k @ (1, 2)) .* 0.2 .+ t;
        let e = if (0..n) @ (1) .<= (0..n) @ (0) { exp.(s .- max[1](s)) } else { 0 };
        let p = e ./ sum[1](e);
        sum(sum[1](p @ (0, 1) .* v @ (1, 2)).^2)
    );
}

fn gelu_by_erf(case: &Case) {
    let (n, of) = (case.size / WIDTH, Numbers::<f32>::default());
    let (x, w, b) = (of.matrix(n, WIDTH), of.matrix(WIDTH, WIDTH), of.row(WIDTH));
    let half = 0.5_f32.sqrt();
    model!(
        case, [x, w, b] [half]
        let z = sum[1](x @ (0, 1) .* w @ (1, 2)) .+ b @ (1); sum(0.5 .* z .* (1 .+ erf.(z .* half)))
    );
}

fn two_layers(case: &Case) {
    let (n, of) = (case.size / WIDTH, Numbers::<f32>::default());
    let (x, w, b, u) = (of.matrix(n, WIDTH), of.matrix(WIDTH, WIDTH), of.row(WIDTH), of.row(WIDTH));
    model!(
        case, [x, w, b, u] []
        let h = tanh.(sum[k](x @ (i, k) .* w @ (k, j)) .+ b @ (j));
        sum(sigmoid.(sum[j](h .* u @ (j))))
    );
}

fn a_gated_unit(case: &Case) {
    let (n, of) = (case.size / WIDTH, Numbers::<f32>::default());
    let (x, u, v) = (of.matrix(n, WIDTH), of.row(WIDTH), of.matrix(n, 1));
    model!(
        case, [x, u, v] []
        let a = x .* u @ (1); sum(a .* sigmoid.(a) .* (x .+ v))
    );
}

fn a_step_of_long_memory(case: &Case) {
    let (n, of) = (case.size / WIDTH, Numbers::<f32>::default());
    let (x, c) = (of.matrix(n, WIDTH), of.matrix(n, WIDTH));
    let (wi, wf, wo, b) = (of.row(WIDTH), of.row(WIDTH), of.row(WIDTH), of.matrix(n, 1));
    model!(
        case, [x, c, wi, wf, wo, b] []
        let s = sigmoid.(x .* wf @ (1) .+ 1) .* c .+ sigmoid.(x .* wi @ (1)) .* tanh.(x .+ b);
        sigmoid.(x .* wo @ (1) .- b) .* tanh.(s)
    );
}

fn a_gated_recurrent_step(case: &Case) {
    let (n, of) = (case.size / WIDTH, Numbers::<f32>::default());
    let (x, h) = (of.matrix(n, WIDTH), of.matrix(n, WIDTH));
    let (wr, wz, wn) = (of.row(WIDTH), of.row(WIDTH), of.row(WIDTH));
    model!(
        case, [x, h, wr, wz, wn] []
        let r = sigmoid.(x .* wr @ (1) .+ h);
        let z = sigmoid.(x .* wz @ (1) .- h);
        let n = tanh.(x .* wn @ (1) .+ r .* h);
        sum(((1 .- z) .* n .+ z .* h).^2)
    );
}

fn a_bag_of_words(case: &Case) {
    let (n, of) = (case.size / 400, Numbers::<f32>::default());
    let (e, w) = (of.matrix(2000, 20), of.row(20));
    let words = of.indices(n * 20, 2000).into_shape_with_order((n, 20)).expect("as many words as rows have");
    model!(
        case, [e, w] [words]
        sum(tanh.(mean[1](at.(e, words @ (0, 1), (0..20) @ (2))) .* w @ (1)))
    );
}

fn factors_of_ratings(case: &Case) {
    let (n, of) = (case.size / 10, Numbers::<f32>::default());
    let (u, v, b, c) = (of.matrix(500, 10), of.matrix(300, 10), of.row(500), 0.2_f32);
    let (who, what, y) = (of.indices(n, 500), of.indices(n, 300), of.row(n));
    model!(
        case, [u, v, b, c] [who, what, y]
        let p = sum[1](at.(u, who @ (0), (0..10) @ (1)) .* at.(v, what @ (0), (0..10) @ (1)));
        mean((p .+ at.(b, who) .+ c .- y).^2) .+ 0.1 .* (sum(u.^2) .+ sum(v.^2))
    );
}
