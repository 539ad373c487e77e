//! Gradients of `cummax` and `cummin`: against differences, and against loops where elements are equal.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, Axis, array};

#[test]
fn differences() {
    let x = array![[0.3, -1.2, 0.8], [1.1, 0.4, -0.6]];
    let (w, v) = (array![0.5, -0.25, 1.5], array![2.0, -0.75]);
    check!([w] cummax[0](w));
    check!([x] cummin[0](x).^2);
    check!([x, w] sum(cummax[1](x .* w @ (1)).^2));
    check!([x, w, v] (cummin[1](x) .- v @ (0)).^2 .* cummax[0](w) @ (1));
    check!([x] cumsum[0](cummax[1](x).^2) .* x);
    check!([x] x .- cummax[1](cumsum[1](x)));
    check!([x, w] sum[k](cummin[k](x @ (i, k)) .* w @ (k)));
    check!([x] cummax[-1](x).^2 .+ cummin[{ 0 }](x).^3);
    check!([x] if x .> 0 { cummax[1](x).^2 } else { x });
}

/// What arrives at each step, as its definition says: in equal shares to all so far that are as large as it is.
fn by_steps(x: &[f64], g: &[f64], is_better: impl Fn(f64, f64) -> bool) -> Vec<f64> {
    let mut found = vec![0.0; x.len()];
    for upto in 0..x.len() {
        let so_far = &x[..=upto];
        let best = so_far.iter().copied().fold(f64::NAN, |a, b| if a.is_nan() || is_better(b, a) { b } else { a });
        let count = so_far.iter().filter(|&&x| x == best).count() as f64;
        (0..=upto).filter(|&at| x[at] == best).for_each(|at| found[at] += g[upto] / count);
    }
    found
}

fn are_close(found: &Array1<f64>, expected: &[f64], of: &str) {
    let are =
        found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-14 * expected.abs().max(1.0));
    assert!(are && found.len() == expected.len(), "{of}: {found} is not {expected:?}");
}

#[test]
fn equals_share_what_runs_along() {
    let nan = f64::NAN;
    let g = [1.0, -2.0, 0.5, 3.0, 1.5, -1.0];
    for x in [
        [1.0, 3.0, 3.0, 2.0, 3.0, 5.0],
        [2.0, 2.0, 2.0, 2.0, 2.0, 2.0],
        [0.0, -0.0, 0.0, -1.0, 1.0, -1.0],
        [nan, nan, 3.0, nan, 3.0, 1.0],
        [nan, nan, nan, nan, nan, nan],
        [f64::INFINITY, 1.0, f64::NEG_INFINITY, f64::INFINITY, nan, f64::NEG_INFINITY],
    ] {
        let (line, arriving) = (Array1::from(x.to_vec()), Array1::from(g.to_vec()));
        let (_, up) = bcast!(#[grad(line)] cummax[0](line) .* arriving);
        are_close(&up, &by_steps(&x, &g, |b, a| b > a), &format!("cummax of {x:?}"));
        let (_, down) = bcast!(#[grad(line)] cummin[0](line) .* arriving);
        are_close(&down, &by_steps(&x, &g, |b, a| b < a), &format!("cummin of {x:?}"));
        let both = bcast::ndarray::stack(Axis(1), &[line.view(), line.view()]).unwrap();
        let (_, found) = bcast!(#[grad(both)] cummax[0](both) .* arriving @ (0));
        assert_eq!(found.column(1), up, "cummax of {x:?}, twice");
    }
}

#[test]
fn the_last_one_is_the_extreme() {
    let x = array![2.0, 2.0, 1.0, 2.0];
    let (_, all) = bcast!(#[grad(x)] cummax[0](x) .* array![0.0, 0.0, 0.0, 1.0]);
    let (_, last) = bcast!(
        #[grad(x)]
        max(x)
    );
    assert_eq!(all, last);
    let single = array![1.0_f32, 2.0, 2.0];
    assert_eq!(
        bcast!(
            #[grad(single)]
            #[checked]
            cummax[0](single)
        )
        .1,
        array![1.0, 1.5, 0.5]
    );
    // What is not the largest adds nothing, whatever its own derivative is.
    let x = array![4.0, 0.0, 1.0];
    assert_eq!(bcast!(#[grad(x)] cummax[0](sqrt.(x))).1, array![0.75, 0.0, 0.0]);
}

/// What elements get of ones that arrive, by one way there and one back.
fn of_ones(line: &[f64]) -> Vec<f64> {
    let (mut best, mut count) = (f64::NEG_INFINITY, 0.0);
    let steps = line.iter().map(|&x| {
        (best, count) = if x > best { (x, 1.0) } else { (best, count + f64::from(u8::from(x == best))) };
        (best, 1.0 / count)
    });
    let (mut sum, mut of) = (0.0, f64::NAN);
    let steps: Vec<(f64, f64)> = steps.collect();
    let back = line.iter().zip(steps).rev().map(|(&x, (best, share))| {
        (sum, of) = if best == of { (sum + share, of) } else { (share, best) };
        if x == best { sum } else { 0.0 }
    });
    let mut found: Vec<f64> = back.collect();
    found.reverse();
    found
}

/// Long steps of equal elements, over several chunks.
#[test]
fn long_steps() {
    for (rows, columns) in [(1, 5000), (2, 2500), (5000, 1), (300, 40), (40, 300), (1, 300_000)] {
        let height = |at: usize| (at / 1500).max((at * 37 % 1000) / 998) as f64;
        let x = Array2::from_shape_fn((rows, columns), |(i, j)| height(i + j) - (j % 3 % 2) as f64);
        let (_, along) = bcast!(
            #[grad(x)]
            cummax[1](x)
        );
        let turned = x.t().to_owned();
        let (_, down) = bcast!(
            #[grad(turned)]
            cummax[0](turned)
        );
        for (line, (along, down)) in x.rows().into_iter().zip(along.rows().into_iter().zip(down.columns())) {
            let expected = of_ones(&line.to_vec());
            are_close(&along.to_owned(), &expected, &format!("{rows}x{columns}"));
            are_close(&down.to_owned(), &expected, &format!("{rows}x{columns}, turned"));
        }
        let alone = bcast!(#[grad(x)] #[serial] cummax[1](x) .* x).1;
        assert!(alone == bcast!(#[grad(x)] cummax[1](x) .* x).1, "{rows}x{columns}: other bits");
    }
}
