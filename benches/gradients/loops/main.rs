//! `#[grad]` beside loops by hand: value and gradient together.
//!
//! `cargo bench -p bcast-benches --bench gradients` prints ratios as `--bench core` does.

#[macro_use]
#[path = "../../core/leveled.rs"]
mod leveled;
#[path = "../../core/paired.rs"]
#[allow(dead_code)]
mod paired;

mod hand;
#[path = "../numbers.rs"]
#[allow(dead_code)]
mod numbers;

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, ArrayView1};
use criterion::Criterion;
use hand::{fits, pairs};
use numbers::{Numbers, lattice};
use paired::compare;
use std::hint::black_box;

fn main() {
    println!("SIMD level {}, {} threads", bcast::simd_level(), rayon::current_num_threads());
    let mut criterion = Criterion::default().configure_from_args().sample_size(31);
    for n in [1000, 100_000] {
        fits_of_rows(&mut criterion, n);
    }
    for n in [500, 2000] {
        gravity(&mut criterion, n);
        atoms(&mut criterion, n);
    }
    criterion.final_summary();
}

fn fits_of_rows(criterion: &mut Criterion, n: usize) {
    let of = Numbers::<f64>::default();
    let (x, w, b) = (of.matrix(n, fits::FEATURES), of.row(fits::FEATURES), 0.3);
    let (y, sign) = (of.row(n), of.truths(n).mapv(|truth| 2.0 * truth - 1.0));
    let rows = x.as_slice().expect("row-major").as_chunks().0;
    let model = (w.as_slice().expect("contiguous").try_into().expect("as many as features"), b);
    let name = |text: &str| format!("{n}x{} {text}", fits::FEATURES);

    let ours = || bcast!(#[grad(w, b)] mean((sum[1](x .* w @ (1)) .+ b .- y).^2));
    let theirs = || fits::squares((rows, y.as_slice().expect("contiguous")), model);
    alike(ours(), theirs());
    against(criterion, &name("least squares"), ours, theirs);

    let ours = || bcast!(#[grad(w, b)] mean(ln_1p.(exp.(-sign .* (sum[1](x .* w @ (1)) .+ b)))));
    let theirs = || fits::logistic((rows, sign.as_slice().expect("contiguous")), model);
    alike(ours(), theirs());
    against(criterion, &name("logistic"), ours, theirs);
}

fn alike((value, (w, b)): (f64, (Array1<f64>, f64)), by_hand: fits::Fit) {
    close(value, by_hand.value);
    close(b, by_hand.bias);
    w.iter().zip(by_hand.weights).for_each(|(w, by_hand)| close(*w, by_hand));
}

/// Prints the ratio of both times.
fn against<A, B>(criterion: &mut Criterion, name: &str, ours: impl Fn() -> A, theirs: impl Fn() -> B) {
    compare(criterion, name, || drop(black_box(ours())), || drop(black_box(theirs())));
}

/// Ratios of different results mean nothing.
fn close(ours: f64, theirs: f64) {
    assert!((ours - theirs).abs() <= 1e-9 * (1.0 + theirs.abs()), "{ours} is not {theirs}");
}

/// Forces column by column, with an energy that counts each pair so many times.
fn by_columns(
    criterion: &mut Criterion,
    name: &str,
    times: f64,
    ours: impl Fn() -> (f64, (Array1<f64>, Array1<f64>, Array1<f64>)),
    theirs: impl Fn() -> Vec<pairs::Point>,
) {
    let (energy, (dx, dy, dz)) = ours();
    are_pairs(&theirs(), energy / times, [dx.view(), dy.view(), dz.view()]);
    against(criterion, name, ours, theirs);
}

/// Points as a matrix, the same column by column, and masses.
struct Points {
    matrix: Array2<f64>,
    columns: [Array1<f64>; 3],
    masses: Array1<f64>,
}

impl Points {
    fn new(n: usize) -> Points {
        let of = Numbers::<f64>::default();
        let matrix = lattice(&of, n);
        let columns = [0, 1, 2].map(|axis| matrix.column(axis).to_owned());
        Points { matrix, columns, masses: of.row(n).mapv(|mass| 1.5 + mass) }
    }

    fn slices(&self) -> pairs::Points<'_> {
        let [x, y, z] = self.columns.each_ref();
        [x, y, z, &self.masses].map(|all| all.as_slice().expect("contiguous"))
    }
}

/// The energy of all pairs, which is half of that of all points, and the derivatives of each point.
fn are_pairs(found: &[pairs::Point], energy: f64, derivatives: [ArrayView1<f64>; 3]) {
    close(energy, found.iter().map(|point| point[0]).sum::<f64>() / 2.0);
    for (axis, derivatives) in derivatives.iter().enumerate() {
        found.iter().zip(derivatives).for_each(|(found, ours)| close(*ours, found[axis + 1]));
    }
}

fn gravity(criterion: &mut Criterion, n: usize) {
    let points = Points::new(n);
    let (p, m, slices) = (&points.matrix, &points.masses, points.slices());
    let theirs = || pairs::by_gravity(slices);
    let name = |text: &str| format!("{n} points, gravity, {text}");

    let ours = || {
        bcast!(
            #[grad(p)]
            let square = sum[2]((p @ (0, 2) .- p @ (1, 2)).^2) .+ 0.01;
            -sum(m @ (0) .* m @ (1) ./ sqrt.(square)) ./ 2
        )
    };
    let (energy, d) = ours();
    are_pairs(&theirs(), energy, [0, 1, 2].map(|axis| d.column(axis)));
    against(criterion, &name("a matrix"), ours, theirs);
    gravity_by_columns(criterion, &points, name);
}

fn gravity_by_columns(criterion: &mut Criterion, points: &Points, name: impl Fn(&str) -> String) {
    let (m, slices) = (&points.masses, points.slices());
    let [x, y, z] = points.columns.each_ref();
    let theirs = || pairs::by_gravity(slices);

    let ours = || {
        bcast!(
            #[grad(x, y, z)]
            let square = (x @ (0) .- x @ (1)).^2 .+ (y @ (0) .- y @ (1)).^2 .+ (z @ (0) .- z @ (1)).^2 .+ 0.01;
            -sum(m @ (0) .* m @ (1) ./ sqrt.(square)) ./ 2
        )
    };
    by_columns(criterion, &name("columns"), 1.0, ours, theirs);

    // Of the energy of all points each pair has a half in either point: with the others fixed the derivatives are
    // those of all pairs.
    let (u, v, w) = (x.view(), y.view(), z.view());
    let ours = || {
        bcast!(
            #[grad(x, y, z)]
            let square = (x @ (0) .- u @ (1)).^2 .+ (y @ (0) .- v @ (1)).^2 .+ (z @ (0) .- w @ (1)).^2 .+ 0.01;
            -sum(m @ (0) .* m @ (1) ./ sqrt.(square))
        )
    };
    by_columns(criterion, &name("columns, the others fixed"), 2.0, ours, theirs);
}

fn atoms(criterion: &mut Criterion, n: usize) {
    let points = Points::new(n);
    let slices = points.slices();
    let [x, y, z] = points.columns.each_ref();
    let theirs = || pairs::of_atoms(slices);
    let name = |text: &str| format!("{n} points, Lennard-Jones, {text}");

    let ours = || {
        bcast!(
            #[grad(x, y, z)]
            let square = (x @ (0) .- x @ (1)).^2 .+ (y @ (0) .- y @ (1)).^2 .+ (z @ (0) .- z @ (1)).^2;
            let q = 1 ./ square.^3;
            sum(if square .> 0 { q .* (q .- 1) } else { 0 }) ./ 2
        )
    };
    by_columns(criterion, &name("columns"), 1.0, ours, theirs);

    let (u, v, w) = (x.view(), y.view(), z.view());
    let ours = || {
        bcast!(
            #[grad(x, y, z)]
            let square = (x @ (0) .- u @ (1)).^2 .+ (y @ (0) .- v @ (1)).^2 .+ (z @ (0) .- w @ (1)).^2;
            let q = 1 ./ square.^3;
            sum(if square .> 0 { q .* (q .- 1) } else { 0 })
        )
    };
    by_columns(criterion, &name("columns, the others fixed"), 2.0, ours, theirs);
}
