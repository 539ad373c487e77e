//! Several names by one `let`, and fields of tuples.

use bcast::ndarray::{Array2, array};
use bcast::{bcast, lazy};

fn divmod(a: i32, b: i32) -> (i32, i32) {
    (a.div_euclid(b), a.rem_euclid(b))
}

/// What a function gives that returns a tuple.
#[test]
fn a_function() {
    let (a, b) = (array![7, -7, 9], array![2, 2, 5]);
    let (q, r) = bcast!(let (q, r) = divmod.(a, b); (q, r));
    assert_eq!((q, r), (array![3, -4, 1], array![1, 1, 4]));
    assert_eq!(bcast!(let (q, r) = divmod.(a, 4); q .* 4 .+ r), a);
    assert_eq!(bcast!(let (_, r) = divmod.(a, b); r .* 10), array![10, 10, 40]);
    assert_eq!(bcast!(let (q, _) = divmod.(a, b); q .* 10), array![30, -40, 10]);
    assert_eq!(bcast!(let (q, r,) = (|a: i32, b: i32| (a / b, a % b)).(a, b); q .- r), array![2, -2, -3]);
    let halves = |n: i32| (n / 2, n - n / 2);
    assert_eq!(bcast!(let (low, high) = halves.(a); high .- low), array![1, -1, 1]);
    assert_eq!(bcast!(let (low, high) = (halves).(a); high .- low), array![1, -1, 1]);
    let x = array![0.5_f64, -1.25];
    assert_eq!(bcast!(let (s, c) = f64::sin_cos.(x); s .- c), x.map(|v| v.sin_cos().0 - v.sin_cos().1));
    assert_eq!(bcast!(@. let (whole, over) = a.overflowing_add(2); if over { 0 } else { whole }), array![9, -5, 11]);
}

/// From 2 to 12 names.
#[test]
fn many_names() {
    let x = array![1_i64, 2];
    let two = |x: i64| (x, 10 * x);
    assert_eq!(bcast!(let (a, b) = two.(x); a .- b), array![-9, -18]);
    let twelve = |x: i64| (x, x + 1, x + 2, x + 3, x + 4, x + 5, x + 6, x + 7, x + 8, x + 9, x + 10, x + 11);
    let all = bcast!(
        let (a, b, c, d, e, f, g, h, i, j, k, l) = twelve.(x);
        let half = a .+ 2 .* b .+ 3 .* c .+ 4 .* d .+ 5 .* e .+ 6 .* f;
        half .+ 7 .* g .+ 8 .* h .+ 9 .* i .+ 10 .* j .+ 11 .* k .+ 12 .* l
    );
    let by_hand = |x: i64| (0..12).map(|at| (at + 1) * (x + at)).sum::<i64>();
    assert_eq!(all, x.map(|&x| by_hand(x)));
    assert_eq!(bcast!(let (_, _, _, _, _, _, _, _, _, _, _, last) = twelve.(x); last .* 1), array![12, 13]);
}

/// What gives a tuple otherwise: an operand, a branch, another field.
#[test]
fn other_tuples() {
    let points = array![(1, 2.5), (3, 4.5)];
    assert_eq!(bcast!(let (i, x) = points; f64.(i) .* x), array![2.5, 13.5]);
    let a = array![5, 8];
    let lowered = bcast!(let (q, r) = if a .> 6 { divmod.(a, 3) } else { divmod.(a, 2) }; q .* 100 .+ r);
    assert_eq!(lowered, array![201, 202]);
    let nested = |n: i32| ((n, n + 1), n + 2);
    assert_eq!(bcast!(let (p, third) = nested.(a); let (first, second) = p; first .* second .- third), array![23, 62]);
}

/// A tuple of expressions is a `let` for each of them.
#[test]
fn side_by_side() {
    let (x, y) = (array![1.0, 2.0], array![10.0, 20.0]);
    assert_eq!(bcast!(let (a, b) = (x .* 2, y .+ 1); a .* b), array![22.0, 84.0]);
    assert_eq!(bcast!(@. let (a, b, c) = (x * 2, y + 1, 3); a * b + c), array![25.0, 87.0]);
    assert_eq!(bcast!(if x .> 1 { let (a, b) = (x, y); a .* b } else { 0 }), array![0.0, 40.0]);
    let total: f64 = bcast!(let (a, b) = (x .* 2, sum(y)); sum(a .* b));
    assert_eq!(total, 180.0);
}

/// Fields of values that have no pattern.
#[test]
fn fields() {
    let a = array![7, 9];
    assert_eq!(bcast!(let t = divmod.(a, 4); t.0 .* 10 .+ t.1), array![13, 21]);
    assert_eq!(bcast!(divmod.(a, 4).0 .* 10 .+ divmod.(a, 4).1), array![13, 21]);
    assert_eq!(bcast!(@. let t = divmod(a, 4); t.1.pow(2) - t.0), array![8, -1]);
    let nested = |n: i32| ((n, n + 1), n + 2);
    assert_eq!(bcast!(let t = nested.(a); t.0.1.*t.1.-t.0.0), array![65, 101]);
    assert_eq!(bcast!((if a .> 8 { divmod.(a, 2) } else { (|n: i32| (n, n)).(a) }).1 .+ 0), array![7, 1]);
    // Outside of its branch the name is that of an operand.
    let t = (array![1, 2], array![3, 4]);
    assert_eq!(bcast!(if a .> 8 { let t = divmod.(a, 2); t.0 } else { 0 }), array![0, 4]);
    assert_eq!(bcast!(t.0 .+ t.1), array![4, 6]);
    assert_eq!(bcast!((if a .> 8 { let t = divmod.(a, 2); t.0 } else { 0 }) .+ t.0), array![1, 6]);
    // What is a tuple stays one.
    assert_eq!(bcast!(divmod.(a, 4)), array![(1, 3), (2, 1)]);
}

/// Names of a pattern under maps, in reductions, in assignments, with names for axes.
#[test]
fn everywhere() {
    let (x, v) = (Array2::from_shape_fn((2, 3), |(i, j)| (i * 3 + j) as i32), array![7, 9, 11]);
    let mut out = x.clone();
    bcast!(let (q, r) = divmod.(v @ (1), 4); out .= x .* q .+ r);
    assert_eq!(out, array![[3, 3, 7], [6, 9, 13]]);
    assert_eq!(bcast!(let (q, r) = divmod.(v, 4); x .* q @ (1) .+ r @ (1)), out);
    assert_eq!(bcast!(#[axes(i, j)] let (q, r) = divmod.(v @ (j), 4); x @ (i, j) .* q .+ r), out);
    assert_eq!(bcast!(let (q, r) = divmod.(x, 4); sum[1](q) .* 100 .+ sum[1](r)), array![3, 204]);
    assert_eq!(bcast!(let (_, r) = divmod.(sum[1](x), 4); x .- r), array![[-3, -2, -1], [3, 4, 5]]);
    bcast!(let (q, r) = divmod.(out, 4); out .= q; out .+= r);
    assert_eq!(out, array![[3, 3, 4], [3, 3, 4]]);
    let lazily = lazy!(if v .> 8 { let (q, r) = divmod.(v, 4); q .* r } else { divmod.(v, 2).0 });
    assert_eq!(bcast!(lazily .+ 0), array![3, 2, 6]);
    let plan = bcast::explain!(#[serial] let (q, r) = divmod.(v, 4); q .* r);
    assert_eq!(plan.passes().last().unwrap().formula(), ["let t0 = divmod.(v, 4)", "t0.0 .* t0.1"]);
}

/// `sin_cos.` gives what `sin.` and `cos.` give, bit by bit.
#[test]
fn sine_and_cosine() {
    let x = array![0.5_f64, -1.25, 1e5, f64::INFINITY, 0.0, -0.0];
    let (s, c) = bcast!(let (s, c) = sin_cos.(x); (s, c));
    let bits = |values: &bcast::ndarray::Array1<f64>| values.map(|v| v.to_bits());
    assert_eq!((bits(&s), bits(&c)), (bits(&bcast!(sin.(x))), bits(&bcast!(cos.(x)))));
    let (s, c) = bcast!(@. let (s, c) = (x * 2).sin_cos(); (s, c));
    assert_eq!((bits(&s), bits(&c)), (bits(&bcast!(sin.(x .* 2))), bits(&bcast!(cos.(x .* 2)))));
    assert_eq!(bits(&bcast!(let (_, c) = sin_cos.(x .+ 1); c .* 1)), bits(&bcast!(cos.(x .+ 1))));
    let y = array![0.5_f32, 2.0];
    assert_eq!(bcast!(let (s, c) = sin_cos.(y); c ./ s), bcast!(cos.(y) ./ sin.(y)));
    let v = array![1.0_f64, 2.0, 3.0];
    let turned = bcast!(let (s, c) = sin_cos.(v @ (1)); (s .* x @ (0), c .* x @ (0)));
    assert_eq!(bits(&turned.0.row(0).to_owned()), bits(&bcast!(sin.(v) .* 0.5)));
    // Of numbers alone, and of a tuple of Rust's.
    let (s, c) = bcast!(let (s, c) = sin_cos.(0.5); (s .+ 0.0, c .+ 0.0));
    assert_eq!((s, c), (bcast!(sin.(0.5)), bcast!(cos.(0.5))));
    assert_eq!(bcast!(f64::sin_cos.(array![0.5]))[0], 0.5_f64.sin_cos());
    assert_eq!(bcast!(@. y.sin_cos()), y.map(|v| v.sin_cos()));
}
