//! What each reduction computes, and how its result lines up.

use bcast::{bcast, ndarray::*};

fn matrix() -> Array2<f64> {
    array![[1.0, 5.0, 3.0], [4.0, 2.0, 6.0]]
}

#[test]
fn over_all_axes() {
    let x = matrix();
    assert_eq!(bcast!(sum(x)), 21.0);
    assert_eq!(bcast!(prod(x)), 720.0);
    assert_eq!(bcast!(mean(x)), 3.5);
    assert_eq!(bcast!(min(x)), 1.0);
    assert_eq!(bcast!(max(x)), 6.0);
    assert!(bcast!(any(x .> 5)));
    assert!(!bcast!(all(x .> 1)));
    assert_eq!(bcast!(count(x .> 2)), 4);
    assert_eq!(bcast!(argmin(x)), 0);
    assert_eq!(bcast!(argmax(x)), 5);
    assert_eq!(bcast!(sum(x.^2 .+ x .* 2)), 91.0 + 42.0);
}

#[test]
fn over_one_axis() {
    let x = matrix();
    assert_eq!(bcast!(sum[0](x)), array![5.0, 7.0, 9.0]);
    assert_eq!(bcast!(sum[1](x)), array![9.0, 12.0]);
    assert_eq!(bcast!(max[0](x)), array![4.0, 5.0, 6.0]);
    assert_eq!(bcast!(argmax[0](x)), array![1, 0, 1]);
    assert_eq!(bcast!(argmin[1](x)), array![0, 1]);
    assert_eq!(bcast!(sum[0; keep](x)), array![[5.0, 7.0, 9.0]]);
    assert_eq!(bcast!(sum[1; keep](x)), array![[9.0], [12.0]]);
    assert_eq!(bcast!(sum[0, 1](x)), 21.0);
    assert_eq!(bcast!(sqrt.(sum[0](x .* x) .+ 0)), array![17.0_f64.sqrt(), 29.0_f64.sqrt(), 45.0_f64.sqrt()]);
    let v = array![1.0, 2.0, 3.0];
    assert_eq!(bcast!(sum[0](v)), 6.0);
}

#[test]
fn beside_what_was_reduced() {
    let x = matrix();
    assert_eq!(bcast!(x .- mean[0](x)), array![[-1.5, 1.5, -1.5], [1.5, -1.5, 1.5]]);
    assert_eq!(bcast!(x .- mean[1](x)), array![[-2.0, 2.0, 0.0], [0.0, -2.0, 2.0]]);
    assert_eq!(bcast!(x .- sum(x)), x.mapv(|v| v - 21.0));
    let v = array![1.0, 2.0, 3.0];
    assert_eq!(bcast!(sum[0](x) .- v), array![4.0, 5.0, 6.0]);
    assert_eq!(bcast!(sum[0](x) .* sum[1](x)), array![[45.0, 63.0, 81.0], [60.0, 84.0, 108.0]]);
    assert_eq!(bcast!(sum(max[1](x))), 11.0);
    assert_eq!(bcast!(x .* sum[1](x) @ (0)), array![[9.0, 45.0, 27.0], [48.0, 24.0, 72.0]]);
}

#[test]
fn softmax_of_rows() {
    let x = matrix();
    let p = bcast!(exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))));
    for (row, expected) in p.rows().into_iter().zip(x.rows()) {
        let e: Vec<f64> = expected.iter().map(|v| v.exp()).collect();
        let s: f64 = e.iter().sum();
        for (a, b) in row.iter().zip(e) {
            assert!((a - b / s).abs() < 1e-15);
        }
    }
}

#[test]
fn layer_norm() {
    let x = matrix();
    let y = bcast!(let c = x .- mean[1](x); c ./ sqrt.(mean[1](c .* c) .+ 1e-5));
    for (row, source) in y.rows().into_iter().zip(x.rows()) {
        let m = source.mean().unwrap();
        let var = source.iter().map(|v| (v - m) * (v - m)).sum::<f64>() / 3.0;
        for (a, b) in row.iter().zip(source) {
            assert!((a - (b - m) / (var + 1e-5).sqrt()).abs() < 1e-15);
        }
    }
}

#[test]
fn several_results() {
    let x = matrix();
    let (c, m) = bcast!((x .- mean[0](x), mean[0](x)));
    assert_eq!(m, array![2.5, 3.5, 4.5]);
    assert_eq!(c, array![[-1.5, 1.5, -1.5], [1.5, -1.5, 1.5]]);
    let (a, b) = bcast!((mean(x), mean(x .* x) .- mean(x).^2));
    assert_eq!((a, b), (3.5, 91.0 / 6.0 - 12.25));
}

#[test]
fn into_targets() {
    let mut y = matrix();
    bcast!(y .= y .- mean[0](y));
    assert_eq!(y, array![[-1.5, 1.5, -1.5], [1.5, -1.5, 1.5]]);
    let x = matrix();
    let mut r = Array1::zeros(2);
    bcast!(r .= sum[1](x));
    assert_eq!(r, array![9.0, 12.0]);
    let mut s = 1.0;
    bcast!(s .+= sum(x));
    assert_eq!(s, 22.0);
    let mut kept = Array2::zeros((2, 3));
    bcast!(kept .= mean[0; keep](x));
    assert_eq!(kept, array![[2.5, 3.5, 4.5], [2.5, 3.5, 4.5]]);
}
