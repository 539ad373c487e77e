//! Parts of a gradient of one shape, which stages add up where they lie, and of several shapes, which they must not.

use super::differences::{far, numbers};
use bcast::bcast;
use bcast::ndarray::{Array, Array2, Axis, Dimension};

#[track_caller]
fn assert_near<D: Dimension>(found: &Array<f64, D>, expected: &Array<f64, D>) {
    let far = far(found, expected);
    assert!(far <= 1e-9 * expected.iter().fold(1.0, |largest: f64, x| largest.max(x.abs())), "{far}");
}

/// Parts of so many bytes are added where they lie in optimised builds, too.
const ROWS: usize = 250;
const COLUMNS: usize = 200;

#[test]
fn several_frames_of_one_shape() {
    let (a, s, t) = (numbers(ROWS, COLUMNS, 1), numbers(ROWS, COLUMNS, 2), numbers(1, COLUMNS, 3));
    let (value, (da, ds)) = bcast!(#[grad(a, s)] sum(a .* s) .+ sum(a.^2 .* t) .+ sum(s.^3 .* exp.(a)));
    let expected = (&a * &s).sum() + (&a * &a * &t).sum() + (s.mapv(|s| s.powi(3)) * a.mapv(f64::exp)).sum();
    assert!((value - expected).abs() < 1e-8);
    assert_near(&da, &(&s + 2.0 * &a * &t + s.mapv(|s| s.powi(3)) * a.mapv(f64::exp)));
    assert_near(&ds, &(&a + 3.0 * &s * &s * a.mapv(f64::exp)));
}

#[test]
fn what_a_stage_keeps_for_a_later_one_stays_as_it_is() {
    let (a, t) = (numbers(ROWS, COLUMNS, 1), numbers(ROWS, COLUMNS, 2));
    let (_, (da, dt)) = bcast!(
        #[grad(a, t)]
        let p = exp.(a); let q = sum[1](p .* t) ./ (sum[1](p) .+ sum[1](t.^2)); sum(q) .+ sum(p .* q)
    );
    // By the quotient's rule, with what arrives at each quotient.
    let p = a.mapv(f64::exp);
    let over = |x: &Array2<f64>| x.sum_axis(Axis(1)).insert_axis(Axis(1));
    let (above, below) = (over(&(&p * &t)), over(&p) + over(&(&t * &t)));
    let (q, g) = (&above / &below, over(&p) + 1.0);
    assert_near(&da, &(&p * (&q + &g / &below * (&t - &q))));
    assert_near(&dt, &(&g / &below * (&p - 2.0 * &q * &t)));
}

/// The first part is what the reduction for the second one reads.
#[test]
fn what_another_stage_reads_is_read_before_others_are_added() {
    let (a, b) = (numbers(ROWS, COLUMNS, 1), numbers(1, COLUMNS, 2).remove_axis(Axis(0)));
    let (value, (da, db)) = bcast!(
        #[grad(a, b)]
        let p = a .- logsumexp[1](a); sum(exp.(p) .* (p .- b @ (1)))
    );
    let over = |x: &Array2<f64>| x.sum_axis(Axis(1)).insert_axis(Axis(1));
    let logs = &a - &over(&a.mapv(f64::exp)).mapv(f64::ln);
    let (shares, apart) = (logs.mapv(f64::exp), &logs - &b);
    assert!((value - (&shares * &apart).sum()).abs() < 1e-8);
    assert_near(&da, &(&shares * &(&apart - &over(&(&shares * &apart)))));
    assert_near(&db, &-shares.sum_axis(Axis(0)));
}

/// The one that keeps it has fewer indices than the one that reads it, or as many.
#[test]
fn what_another_stage_keeps_is_stretched_where_it_is_read() {
    for rows in [1, ROWS] {
        let (z, t) = (numbers(rows, COLUMNS, 1), numbers(ROWS, COLUMNS, 2));
        let (value, dz) = bcast!(#[grad(z)] sum(sum[1](sigmoid.(z) .* t).^2) .+ sum(sum[1](sigmoid.(z)).^2));
        let over = |x: &Array2<f64>| x.sum_axis(Axis(1)).insert_axis(Axis(1));
        let p = z.mapv(|z| 1.0 / (1.0 + (-z).exp()));
        let (with, alone) = (over(&(&p * &t)), over(&p));
        let expected = (&with * &with).sum() + (&alone * &alone).sum();
        assert!((value - expected).abs() < 1e-9 * expected);
        let each = 2.0 * &with * &t;
        let each = if rows == 1 { each.sum_axis(Axis(0)).insert_axis(Axis(0)) } else { each };
        assert_near(&dz, &((each + 2.0 * &alone) * &p * p.mapv(|p| 1.0 - p)));
    }
}

/// As the derivative is made of it.
#[test]
fn layers_are_computed_once() {
    let (x, w, b) = (numbers(ROWS, 20, 1), numbers(20, COLUMNS, 2), numbers(1, COLUMNS, 3).remove_axis(Axis(0)));
    let u = 0.1 * numbers(1, COLUMNS, 4).remove_axis(Axis(0));
    let (value, (dw, db, du)) = bcast!(
        #[grad(w, b, u)]
        let h = tanh.(sum[k](x @ (i, k) .* w @ (k, j)) .+ b @ (j)); sum(sigmoid.(sum[j](h .* u @ (j))))
    );
    let h = (x.dot(&w) + &b).mapv(f64::tanh);
    let out = h.dot(&u).mapv(|s| 1.0 / (1.0 + (-s).exp()));
    assert!((value - out.sum()).abs() < 1e-8);
    let slopes = out.mapv(|out| out * (1.0 - out)).insert_axis(Axis(1));
    assert_near(&du, &(&slopes * &h).sum_axis(Axis(0)));
    let arrived = &slopes * &u * h.mapv(|h| 1.0 - h * h);
    assert_near(&db, &arrived.sum_axis(Axis(0)));
    assert_near(&dw, &x.t().dot(&arrived));
}

#[test]
fn what_is_stretched_in_both_frames_or_in_one() {
    let (b, x, y) = (numbers(1, COLUMNS, 1), numbers(ROWS, COLUMNS, 2), numbers(ROWS, COLUMNS, 3));
    let (_, db) = bcast!(#[grad(b)] sum(b .* x) .+ sum(b.^2 .* y) .+ sum(sin.(b)));
    let sums = |x: &Array2<f64>| x.sum_axis(Axis(0)).insert_axis(Axis(0));
    assert_near(&db, &(sums(&x) + 2.0 * &b * sums(&y) + b.mapv(f64::cos)));
}

#[test]
fn in_single_precision_and_across_memory() {
    let (a, s) = (numbers(ROWS, COLUMNS, 1).mapv(|x| x as f32), numbers(COLUMNS, ROWS, 2).mapv(|x| x as f32));
    let s = s.t();
    let (_, (da, ds)) = bcast!(#[grad(a, s)] sum(a .* s) .+ sum(sum[1](a.^2) .* sum[1](s)));
    let over = |x: &Array2<f32>| x.sum_axis(Axis(1)).insert_axis(Axis(1));
    let expected = &s + &(2.0 * &a * over(&s.to_owned()));
    assert!(da.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-2));
    let expected = &a + &over(&(&a * &a));
    assert!(ds.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-2));
}

#[test]
fn nothing_in_a_frame_adds_nothing() {
    let (b, x) = (numbers(1, 3, 1), numbers(0, 3, 2));
    let (value, db) = bcast!(#[grad(b)] sum(b .* x) .+ sum(b.^2 .* x));
    assert_eq!((value, db), (0.0, Array2::zeros((1, 3))));
    let (_, db) = bcast!(#[grad(b)] sum(b .* x) .+ sum(b.^2));
    assert_near(&db, &(2.0 * &b));
}

/// What is added up once lies as reductions left it, not as what these reduced.
#[test]
fn what_several_stages_add_up_has_fewer_axes() {
    let (x, r) = (numbers(2, 3, 1), Array::from_vec(vec![2_usize, 0, 2]));
    let (_, dx): (f64, _) = bcast!(
        #[grad(x)]
        let a = x .* sum[1](x ./ (2 .+ at.(x, 1, r) @ (1) .* at.(x, 1, r) @ (1))); sum(a .* a) .+ mean(a)
    );
    let (_, by_last): (f64, _) = bcast!(
        #[grad(x)]
        let a = x .* sum[-1](x ./ (2 .+ at.(x, 1, r) @ (1) .* at.(x, 1, r) @ (1))); sum(a .* a) .+ mean(a)
    );
    assert_near(&by_last, &dx);
    let value = |x: &Array2<f64>| {
        let found = r.mapv(|column| x[[1, column]]);
        let a = x * &(x / &(2.0 + &found * &found)).sum_axis(Axis(1)).insert_axis(Axis(1));
        (&a * &a).sum() + a.sum() / 6.0
    };
    let slope = |at| {
        let moved = |by: f64| {
            let mut moved = x.clone();
            moved[at] += by;
            value(&moved)
        };
        (moved(1e-6) - moved(-1e-6)) / 2e-6
    };
    assert!((&dx - &Array2::from_shape_fn((2, 3), slope)).iter().all(|off| off.abs() < 1e-8));
}
