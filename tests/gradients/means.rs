//! Gradients of means: what each element weighs multiplies what arrives, or what has been summed of it, once.

use bcast::ndarray::{Array2, array};
use bcast::{bcast, try_bcast};

#[test]
fn of_elements_of_other_types() {
    let (x, y) = (array![1.0_f32, 2.0], array![3.0_f64, 4.0]);
    let (value, (dx, dy)) = bcast!(#[grad(x, y)] mean(f64.(x) .* y));
    assert_eq!((value, dx, dy), (5.5, array![1.5_f32, 2.0], array![0.5, 1.0]));
    let (x, w, s) = (array![[1.0, 2.0], [3.0, 4.0]], array![0.5_f32, -1.0], 0.0_f32);
    assert_eq!(bcast!(#[grad(w)] mean(x .* f64.(w @ (1)))).1, array![1.0_f32, 1.5]);
    assert_eq!(bcast!(#[grad(s)] mean(exp.(f64.(s) .* x))), (1.0, 2.5_f32));
    assert_eq!(bcast!(#[grad(w)] mean(exp.(f64.(w @ (1)) .* (x .- x)))).1, array![0.0_f32, 0.0]);
}

#[test]
fn of_means() {
    let (x, m) = (array![2.0, 4.0], array![[1.0, 2.0], [3.0, 6.0]]);
    assert_eq!(bcast!(#[grad(x)] mean(x) .* mean(x.^2)), (30.0, array![11.0, 17.0]));
    assert_eq!(bcast!(#[grad(x)] mean((x .- mean(x)).^2)), (1.0, array![-1.0, 1.0]));
    assert_eq!(
        bcast!(
            #[grad(m)]
            mean(mean[1](m))
        ),
        (3.0, Array2::from_elem((2, 2), 0.25))
    );
    assert_eq!(bcast!(#[grad(m)] mean(m .- mean[0](m))), (0.0, Array2::zeros((2, 2))));
    assert_eq!(bcast!(#[grad(x)] let m = mean(x); m .* m), (9.0, array![3.0, 3.0]));
    assert_eq!(bcast!(#[grad(x)] mean(x .* mean(exp.(x .- x) .* x))).1, array![3.0, 3.0]);
}

/// At one sum a half arrives, twice itself, and a half of `w`.
#[test]
fn of_what_a_reduction_left() {
    let (x, w) = (array![[1.0, 2.0], [3.0, 4.0]], array![1.0, 2.0]);
    let (_, d) = bcast!(#[grad(x)] let s = sum[1](x); mean(s) .+ sum(s.^2) .+ mean(s .* w));
    assert_eq!(d, array![[7.0, 7.0], [15.5, 15.5]]);
    let (_, (dx, dw)) = bcast!(#[grad(x, w)] mean(sum[1](x .* w @ (1)).^2));
    assert_eq!((dx, dw), (array![[5.0, 10.0], [11.0, 22.0]], array![38.0, 54.0]));
    let (_, (dx, dw)) = bcast!(#[grad(x, w)] mean(sum[1](x .* w @ (1))) .+ mean(sum[1](x .* w @ (1)).^2));
    assert_eq!((dx, dw), (array![[5.5, 11.0], [11.5, 23.0]], array![40.0, 57.0]));
}

/// `4 / 9` of the sum of its differences to all.
#[test]
fn of_pairs() {
    let x = array![0.0, 1.0, 3.0];
    let (_, d) = bcast!(#[grad(x)] mean((x @ (0) .- x @ (1)).^2));
    let want = array![-16.0, -4.0, 20.0];
    assert!(bcast!(max(abs.(9 .* d .- want))) < 1e-14, "{d}");
}

#[test]
fn of_parts() {
    let (x, table, at) = (array![1.0, 3.0], array![1.0, 2.0], array![0_usize, 1, 1, 1]);
    assert_eq!(bcast!(#[grad(x)] mean(if x .> 2 { x.^2 } else { 0 })), (4.5, array![0.0, 3.0]));
    assert_eq!(bcast!(#[grad(table)] mean(at.(table, at).^2)), (3.25, array![0.5, 3.0]));
    assert_eq!(
        bcast!(
            #[grad(x)]
            mean(cumsum[0](x))
        ),
        (2.5, array![1.0, 0.5])
    );
    assert_eq!(bcast!(#[grad(x)] mean(exp.(cumsum[0](x .- x)))), (1.0, array![0.0, 0.0]));
}

#[test]
fn of_nothing_there_is_none() {
    let (none, b) = (Array2::<f64>::zeros((0, 3)), 2.0_f64);
    assert!(try_bcast!(#[grad(none, b)] mean(none .* b)).is_err());
    assert!(try_bcast!(#[grad(b)] mean(exp.(none .* b))).is_err());
}
