//! Formulas of all forms.

use bcast::ndarray::{Array1, Array2, Array3, array};

fn matrix() -> Array2<f64> {
    array![[0.3, -1.2, 0.8], [1.1, 0.4, -0.6]]
}
fn other() -> Array2<f64> {
    array![[1.3, 0.2, 0.5], [0.7, 2.4, 0.9]]
}
fn row() -> Array1<f64> {
    array![0.5, -0.25, 1.5]
}
fn column() -> Array1<f64> {
    array![2.0, -0.75]
}
fn cube() -> Array3<f64> {
    Array3::from_shape_fn((2, 3, 4), |(i, j, k)| 0.1 * (i as f64) - 0.3 * (j as f64) + 0.2 * (k as f64) + 0.05)
}

#[test]
fn elementwise() {
    let (x, y, s) = (matrix(), other(), 1.7);
    check!([x, y] x .* y .+ x);
    check!([x, s] x .* s .- s);
    check!([x, y, s] exp.(x) .* sin.(y) ./ (s .+ x .* x));
    check!([x] x.^3 .- 2 .* x.^2 .+ x .^ -1);
    check!([y, s] y .^ s);
    check!([y] 2 .^ y .+ y .^ 0.5);
    check!([s] s .* s);
}

#[test]
fn whole_reductions() {
    let (x, y, s) = (matrix(), other(), 1.7);
    check!([x] sum(x));
    check!([x, y] sum(x .* y));
    check!([x, y, s] mean((x .- y .* s).^2));
    check!([x] sum(x) .* mean(x .* x));
    check!([x, s] s .* sum(x.^2));
    check!([x, s] x .* sum(x) .+ s);
    check!([x] ln.(sum(exp.(x))));
    check!([x] prod(x));
    check!([x] max(x) .+ min(x));
    check!([x] x ./ norm(x));
    check!([x] var(x) .+ std(x));
    check!([x] logsumexp(x));
}

#[test]
fn maps() {
    let (x, w, v) = (matrix(), row(), column());
    check!([x, w] x .* w @ (1));
    check!([x, w, v] sum(x .* w @ (1) .- v @ (0)));
    check!([w, v] exp.(w @ (1) .* v @ (0)));
    check!([w, v] sum((w @ (1) .- v @ (0)).^2));
    let c = cube();
    check!([c, w] sum((c .* (w .* w) @ (1)).^2));
    check!([c, x] sum((c .* x @ (0, 1)).^2));
    check!([c, v, w] sum(c .* (v @ (0) .* w @ (1)) @ (0, 1)));
}

#[test]
fn products_of_several() {
    let (a, b, c) = (matrix(), other(), array![[0.5, 1.5], [-0.5, 2.0]]);
    check!([a, b, c] sum(a @ (0, 2) .* b @ (1, 2) .* c @ (0, 1)));
    check!([a, b, c] sum(sum[2](a @ (0, 2) .* b @ (1, 2)).^2 .* c));
    check!([a, b, c] sum[k](a @ (i, k) .* b @ (j, k)).^2 .* c @ (i, j));
    check!([a, c] sum[i](sum[j](c @ (i, j) .* a @ (j, k)).^2));
    // What arrives from several places, along axes on both sides of the one that was summed, or behind it.
    let w = row();
    check!([c, a] let s = sum[f](c @ (n, f) .* a @ (f, k)); sum(logsumexp[k](s) .- sum[k](b @ (n, k) .* s)));
    check!([c, a, w] let s = sum[1](c @ (0, 1) .* a @ (1, 2)); sum(exp.(s .+ w @ (1)) ./ sum[1](s.^2 .+ 1)));
    check!(
        [a, b]
        let s = sum[2](a @ (0, 2) .* b @ (1, 2)); let e = exp.(s .- max[1](s));
        sum(sum[1]((e ./ sum[1](e)) @ (0, 1) .* b @ (1, 2)).^2)
    );
    // Nothing else has the axis along which one of them lies.
    let thin = array![[2.0], [3.0]];
    check!([a, thin] sum(a @ (0, 2) .* thin @ (1, 2)));
    check!([a, thin] sum(sum[2](a @ (0, 2) .* thin @ (1, 2)).^2));
}

#[test]
fn partial_reductions() {
    let (x, y, w, v) = (matrix(), other(), row(), column());
    check!([x] sum[1](x .* x));
    check!([x] sum(sum[1](x .* x).^2));
    check!([x, w, v] mean((sum[1](x .* w @ (1)) .- v).^2));
    check!([x] x .- mean[1](x));
    check!([x, y] (x .- mean[0](x)) .* y);
    check!([x] exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))));
    check!([x] sum[0](x) .* sum[1](x));
    check!([x, y] sum[0](x) .* mean[0](y));
    check!([x] x ./ sum[1; keep](x .* x));
    check!([x, w] sum[0](x) .- w);
    check!([x] prod[1](x));
    check!([x, y] max[0](x .* y) .+ min[0](y));
    check!([w] w .- mean[0](w));
    check!([x, v] x .- (mean[1](x) .+ v) @ (0));
    // Beside what is left, nothing but the operand itself lies along an axis.
    check!([x, v, w] x .* sum[0](w @ (1) .- v @ (0)));
    let k = 0;
    check!([x, v, w] x .* sum[{k}](w @ (1) .- v @ (0)));
    check!([x, v, w] sum[0](x) .* v @ (0) .* w @ (1));
    check!([x, v, w] let s = sum[0](x); let t = s .* w @ (1); sum(t .* v @ (0)));
    let c = cube();
    check!([c] c .- mean[0, 2](c));
    check!([c, x] sum[2](c) .* x);
    check!([c, w] sum((sum[0, 2](c) .- w).^2));
    check!([c] sum[1](sum[2](c).^2));
    check!([c] sum[0](max[2](c) .* sum[1](c)));
}

#[test]
fn stretched() {
    let (x, y) = (matrix(), array![[2.0], [3.0]]);
    check!([x, y] x .* y);
    check!([x, y] sum(x .* y .+ y));
    let z = array![[0.5, 1.5, 2.5]];
    check!([z, y] sum((z .- y).^2));
    check!([x, z] sum[1](x .* z).^2);
    check!([z] z ./ sum[0](z));
    check!([x, z] x .- mean[0](z));
    check!([y, z] mean[1; keep](y) .* sum[1](z .* y));
}

#[test]
fn what_a_reduction_left_is_not_stretched() {
    let (x, y) = (array![[1.0, 2.0, 3.0]], array![1.0, 2.0]);
    let refused = bcast::try_bcast!(#[grad(x)] sum[1](x) .* y).unwrap_err();
    let expected = "try_bcast!: what `sum[1](..)` left has size 1 along output axis 0, and is stretched to 2: there is \
                    no gradient through it; reduce that axis, too";
    assert_eq!(refused.to_string(), expected);
    let (value, gradient) = bcast::bcast!(#[grad(x)] sum(x) .* y);
    assert_eq!((value, gradient), (array![6.0, 12.0], array![[3.0, 3.0, 3.0]]));
}

#[test]
fn branches() {
    let (x, y) = (matrix(), other());
    check!([x, y] if x .> 0 { ln.(x) .* y } else { y .* x });
    check!([x, y] select.(x .> y, x .* 2, y.^2));
    check!([x, y] max.(x, y) .+ min.(x, y, 0.1) .+ clamp.(x, 0, y));
    check!([x] if x .> 0.5 { 1 } else { let a = sin.(x); a .* a });
    check!([x] sum(if x .> 0 { let a = sqrt.(x); a .* a .* a } else { 0 }));
}

#[test]
fn lets() {
    let (x, w) = (matrix(), row());
    check!([x, w] let a = x .* w @ (1); let b = a .* a; let c = b .* b; sum(c .+ a));
    check!([x] let m = mean[1](x); let d = x .- m; let s = mean[1](d .* d); d ./ sqrt.(s .+ 0.1));
    check!([x, w] let z = sum[1](x .* w @ (1)); ln_1p.(exp.(-z)));
}

#[test]
fn names() {
    let (x, w, v) = (matrix(), row(), column());
    check!([x, w] sum[k](x @ (i, k) .* w @ (k)));
    check!([x, w, v] sum((sum[k](x @ (i, k) .* w @ (k)) .- v @ (i)).^2));
    let m = other();
    check!([x, m] sum[k](x @ (i, k) .* m @ (j, k)).^2);
    check!([x, w] (x @ (i, k) .- mean[k](x)) .* w @ (k));
}
