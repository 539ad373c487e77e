//! Reductions of reductions, in branches and under maps, and the formulas that people build from them.

use bcast::bcast;
use bcast::ndarray::*;

use crate::support::EVERY_CHOICE;

/// Numbers between -2 and 2, as if at random.
fn cube() -> Array3<f64> {
    Array3::from_shape_fn((4, 5, 70), |(i, j, k)| ((i * 350 + j * 70 + k) * 7919 % 1009) as f64 / 252.25 - 2.0)
}

fn close(what: &str, have: &Array3<f64>, want: &Array3<f64>) {
    assert_eq!(have.shape(), want.shape(), "{what}");
    let worst = have.iter().zip(want).map(|(a, b)| (a - b).abs() / b.abs().max(1.0)).fold(0.0, f64::max);
    assert!(worst < 1e-12, "{what}: off by {worst:e}");
}

/// Applies a function to the elements along some axes, one group after the other.
fn by_groups(x: &Array3<f64>, axes: &[usize], f: impl Fn(&[f64]) -> Vec<f64>) -> Array3<f64> {
    let mut result = x.clone();
    let sizes: Vec<usize> = (0..3).map(|axis| if axes.contains(&axis) { 1 } else { x.len_of(Axis(axis)) }).collect();
    for index in indices((sizes[0], sizes[1], sizes[2])) {
        let at = [index.0, index.1, index.2];
        let slice = |axis: usize| match axes.contains(&axis) {
            true => Slice::new(0, None, 1),
            false => Slice::new(at[axis] as isize, Some(at[axis] as isize + 1), 1),
        };
        let mut group = result.slice_each_axis_mut(|axis| slice(axis.axis.index()));
        let values: Vec<f64> = group.iter().copied().collect();
        group.iter_mut().zip(f(&values)).for_each(|(place, value)| *place = value);
    }
    result
}

fn all(group: &[f64], value: f64) -> Vec<f64> {
    vec![value; group.len()]
}

fn most(group: &[f64]) -> f64 {
    group.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

fn exps(group: &[f64]) -> Vec<f64> {
    let most = most(group);
    group.iter().map(|v| (v - most).exp()).collect()
}

fn mean(group: &[f64]) -> f64 {
    group.iter().sum::<f64>() / group.len() as f64
}

fn variance(group: &[f64]) -> f64 {
    let mean = mean(group);
    group.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / group.len() as f64
}

/// What people build from reductions, over axes that are literals or values.
macro_rules! formulas {
    ($name:ident: $given:ident [$($axes:tt)+]) => {
        fn $name($given: &[usize]) {
            let c = cube();
            let f = { let mut f = Array3::zeros(c.raw_dim().f()); f.assign(&c); f };
            let r = c.slice(s![..;-1, .., ..;-1]).to_owned();
            let r = r.slice(s![..;-1, .., ..;-1]);
            for x in [c.view(), f.view(), r] {
                let p = bcast!(exp.(x .- max[$($axes)+](x)) ./ sum[$($axes)+](exp.(x .- max[$($axes)+](x))));
                let want = by_groups(&c, $given, |g| {
                    let (exps, sum) = (exps(g), exps(g).iter().sum::<f64>());
                    exps.iter().map(|e| e / sum).collect()
                });
                close("softmax", &p, &want);
                let p = bcast!(let m = max[$($axes)+](x); let e = exp.(x .- m); e ./ sum[$($axes)+](e));
                close("softmax by names", &p, &want);
                let mut y = x.to_owned();
                bcast!(let e = exp.(y .- max[$($axes)+](y)); y .= e ./ sum[$($axes)+](e));
                close("softmax in place", &y, &want);

                let want = by_groups(&c, $given, |g| {
                    let log = exps(g).iter().sum::<f64>().ln() + most(g);
                    g.iter().map(|v| v - log).collect()
                });
                let p = bcast!(let d = x .- max[$($axes)+](x); d .- ln.(sum[$($axes)+](exp.(d))));
                close("log-softmax", &p, &want);

                let lse = bcast!(max[$($axes)+; keep](x) .+ ln.(sum[$($axes)+; keep](exp.(x .- max[$($axes)+](x)))));
                let want = by_groups(&c, $given, |g| all(g, exps(g).iter().sum::<f64>().ln() + most(g)));
                close("log-sum-exp", &bcast!(lse .+ x .* 0), &want);

                let want = by_groups(&c, $given, |g| {
                    let (mean, deviation) = (mean(g), (variance(g) + 1e-5).sqrt());
                    g.iter().map(|v| (v - mean) / deviation).collect()
                });
                let p = bcast!(let d = x .- mean[$($axes)+](x); d ./ sqrt.(mean[$($axes)+](d .* d) .+ 1e-5));
                close("layer norm", &p, &want);
                let p = bcast!((x .- mean[$($axes)+](x)) ./ sqrt.(mean[$($axes)+]((x .- mean[$($axes)+](x)).^2) .+ 1e-5));
                close("layer norm in one", &p, &want);

                let y = x.mapv(|v| v * v - 0.5);
                let (dots, cosines) = bcast!((
                    sum[$($axes)+; keep](x .* y),
                    sum[$($axes)+; keep](x .* y) ./ sqrt.(sum[$($axes)+; keep](x .* x) .* sum[$($axes)+; keep](y .* y))
                ));
                let other = |g: &[f64]| g.iter().map(|v| v * v - 0.5).collect::<Vec<f64>>();
                let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
                close("dots", &bcast!(dots .+ x .* 0), &by_groups(&c, $given, |g| all(g, dot(g, &other(g)))));
                let cosine = |g: &[f64]| dot(g, &other(g)) / (dot(g, g) * dot(&other(g), &other(g))).sqrt();
                close("cosines", &bcast!(cosines .+ x .* 0), &by_groups(&c, $given, |g| all(g, cosine(g))));

                let want = by_groups(&c, $given, |g| {
                    let least = g.iter().copied().fold(f64::INFINITY, f64::min);
                    let width = most(g) - least;
                    g.iter().map(|v| (v - least) / width).collect()
                });
                let p = bcast!((x .- min[$($axes)+](x)) ./ (max[$($axes)+](x) .- min[$($axes)+](x)));
                close("stretched to 0 and 1", &p, &want);

                let want = by_groups(&c, $given, |g| {
                    let (mean, most) = (mean(g), most(g));
                    g.iter().map(|&v| if v > mean { v / mean } else { v - most }).collect()
                });
                let p = bcast!(if x .> mean[$($axes)+](x) { x ./ mean[$($axes)+](x) } else { x .- max[$($axes)+](x) });
                close("in branches", &p, &want);
                let p = bcast!(x .- if any[$($axes)+](x .> 1.99) { max[$($axes)+](x) } else { 0 });
                let want = by_groups(&c, $given, |g| {
                    let most = most(g);
                    g.iter().map(|v| if most > 1.99 { v - most } else { *v }).collect()
                });
                close("a branch per output", &p, &want);
            }
        }
    };
}

macro_rules! rows {
    ($($name:ident [$($axis:literal),+];)*) => {$(
        #[test]
        fn $name() {
            formulas!(over: axes [$($axis),+]);
            over(&[$($axis),+]);
        }
    )*};
}
rows! {
    over_the_last [2];
    over_the_outer_two [0, 2];
}
// Optimised builds have them as values, below: each row compiles for seconds more.
#[cfg(debug_assertions)]
rows! {
    over_the_first [0];
    over_the_middle [1];
    over_the_first_two [0, 1];
    over_the_last_two [1, 2];
    over_all [0, 1, 2];
}

#[test]
fn over_given_axes() {
    formulas!(over: axes [{axes}]);
    for axes in EVERY_CHOICE {
        over(axes);
    }
}

#[test]
fn of_reductions() {
    let x = Array3::from_shape_fn((4, 5, 70), |(i, j, k)| ((i * 350 + j * 70 + k) * 7919 % 1009) as i64);
    let (sum0, sum2) = (x.sum_axis(Axis(0)), x.sum_axis(Axis(2)));
    let most = |a: &Array2<i64>, axis: usize| a.map_axis(Axis(axis), |lane| *lane.iter().max().expect("some"));
    assert_eq!(bcast!(max[0](sum[2](x))), most(&sum2, 0));
    assert_eq!(bcast!(max[1](sum[2](x))), most(&sum2, 1));
    assert_eq!(bcast!(max[0](sum[0](x))), most(&sum0, 0));
    assert_eq!(bcast!(sum(max[1](sum[0](x)))), most(&sum0, 1).sum());
    assert_eq!(bcast!(sum[0](sum[0](sum[0](x)))), x.sum());
    assert_eq!(bcast!(argmax(sum[2](x))), bcast!(argmax(sum2)));
    let highest = x.map_axis(Axis(0), |lane| *lane.iter().max().expect("some"));
    assert_eq!(bcast!(sum[1](max[0; keep](x))), highest.sum_axis(Axis(0)).insert_axis(Axis(0)));
    // What is reduced again may itself lie beside its source.
    assert_eq!(bcast!(sum[0](x .- sum[0](x))), sum0.mapv(|v| -3 * v));
    assert_eq!(bcast!(sum[2](x .* sum[0](x))), (&x * &sum0).sum_axis(Axis(2)));
    assert_eq!(
        bcast!(max(x .- sum[1](x))),
        *(&x - &x.sum_axis(Axis(1)).insert_axis(Axis(1))).iter().max().expect("some")
    );
    assert_eq!(bcast!(sum(sum[0](x) .* sum[2](x))), (&sum0 * &sum2.view().insert_axis(Axis(2))).sum());
    assert_eq!(
        bcast!(sum[1](sum[0](x) .- max[0](x))),
        (&sum0 - &x.map_axis(Axis(0), |l| *l.iter().max().expect("some"))).sum_axis(Axis(1))
    );
}

#[test]
fn under_maps() {
    let x = Array2::from_shape_fn((4, 70), |(i, k)| ((i * 70 + k) * 7919 % 1009) as i64);
    let y = Array3::from_shape_fn((4, 5, 70), |(i, j, k)| (i * 3 + j * 5 + k) as i64);
    let by = |a: &Array2<i64>| &y * &a.view().insert_axis(Axis(1));
    let (down, right) = (x.sum_axis(Axis(0)), x.sum_axis(Axis(1)).insert_axis(Axis(1)));
    assert_eq!(bcast!(y .* (x .- sum[0](x)) @ (0, 2)), by(&(&x - &down)));
    assert_eq!(bcast!(y .* (x .- sum[1](x)) @ (0, 2)), by(&(&x - &right)));
    assert_eq!(bcast!(y .* (x .- sum(x)) @ (0, 2)), by(&(&x - x.sum())));
    assert_eq!(bcast!(y .* (x .- sum[1](x) .- sum[0](x)) @ (0, 2)), by(&(&x - &right - &down)));
    assert_eq!(bcast!(let c = x .- sum[1](x); y .* c @ (0, 2)), by(&(&x - &right)));
    assert_eq!(bcast!(sum[1](y .* (x .- sum[1](x)) @ (0, 2))), by(&(&x - &right)).sum_axis(Axis(1)));
    let v = array![1_i64, 2, 3, 4];
    assert_eq!(bcast!(x .* (v .- max(v)) @ (0)), &x * &array![[-3_i64], [-2], [-1], [0]]);
    assert_eq!(bcast!(x .* (v .- max[0](v)) @ (0)), &x * &array![[-3_i64], [-2], [-1], [0]]);
    assert_eq!(bcast!(y .* (x .* (v .- max(v)) @ (0)) @ (0, 2)), by(&(&x * &array![[-3_i64], [-2], [-1], [0]])));
}

#[test]
fn parts_of_reductions_over_different_axes() {
    let x = Array3::from_shape_fn((2, 3, 4), |(i, j, k)| (i * 12 + j * 4 + k) as f64);
    let result = bcast!(x .+ sqrt.(sum[0](x)) .* ln.(sum[0, 1](x) .+ 1));
    for ((i, j, k), &value) in result.indexed_iter() {
        let first = (x[[0, j, k]] + x[[1, j, k]]).sqrt();
        let second: f64 = (0..2).flat_map(|i| (0..3).map(move |j| (i, j))).map(|(i, j)| x[[i, j, k]]).sum();
        let expected = x[[i, j, k]] + first * (second + 1.0).ln();
        assert!((value - expected).abs() <= 1e-12 * expected.abs(), "at {i} {j} {k}: {value}, not {expected}");
    }
}
