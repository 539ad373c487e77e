//! Reductions and what follows them against hand-written row programs, in one run.
//!
//! `cargo bench --bench stages` prints ratios as `--bench core` does. The hand loops go over each row as often as the
//! formula needs, while it is in the cache, with 64 accumulators for a sum, and share the rows out among the threads.

#[macro_use]
#[path = "../core/leveled.rs"]
mod leveled;
#[path = "../core/paired.rs"]
#[allow(dead_code)]
mod paired;

mod hand;

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, Axis, ShapeBuilder};
use criterion::Criterion;
use paired::{compare, same_memory};

fn main() {
    println!("SIMD level {}, {} threads", bcast::simd_level(), rayon::current_num_threads());
    let mut criterion = Criterion::default().configure_from_args().sample_size(31);
    for (rows, columns) in [(2048, 2048), (512, 512), (100_000, 40), (64, 65_536)] {
        sized(&mut criterion, rows, columns);
        column_major(&mut criterion, rows, columns);
    }
    criterion.final_summary();
}

fn sized(criterion: &mut Criterion, rows: usize, columns: usize) {
    let name = |text: &str| format!("{rows}x{columns} {text}");
    let x = Array2::from_shape_fn((rows, columns), |(i, j)| ((i * 37 + j * 11) % 101) as f32 / 25.0);
    let y = Array2::from_shape_fn((rows, columns), |(i, j)| ((i * 13 + j * 29) % 89) as f32 / 25.0);
    let (mut a, mut b) = (Array2::<f32>::zeros((rows, columns)), Array2::<f32>::zeros((rows, columns)));
    let (xs, ys) = (x.as_slice().unwrap(), y.as_slice().unwrap());

    let mut sums = (0.0, 0.0);
    compare(criterion, &name("sum(x)"), || sums.0 = bcast!(sum(x)), || sums.1 = hand::sum(xs));
    close(&[sums.0], &[sums.1]);
    let squares = name("sum(x.^2 .+ y.^2)");
    compare(criterion, &squares, || sums.0 = bcast!(sum(x.^2 .+ y.^2)), || sums.1 = hand::squares(xs, ys));
    close(&[sums.0], &[sums.1]);

    let (mut of_rows, mut by_hand) = (Array1::zeros(rows), vec![0.0; rows]);
    let text = name("r .= sum[1](x)");
    compare(criterion, &text, || bcast!(of_rows .= sum[1](x)), || hand::row_sums(&mut by_hand, xs, columns));
    close(of_rows.as_slice().unwrap(), &by_hand);
    let mut of_columns = Array1::zeros(columns);
    let text = name("c .= sum[0](x)  against r .= sum[1](x)");
    compare(criterion, &text, || bcast!(of_columns .= sum[0](x)), || bcast!(of_rows .= sum[1](x)));

    let (scale, shift) = (Array1::from_elem(columns, 1.5_f32), Array1::from_elem(columns, 0.5_f32));
    let (scales, shifts) = (scale.as_slice().unwrap(), shift.as_slice().unwrap());
    let mut against_hand = |text: &str, ours: &dyn Fn(&mut Array2<f32>), theirs: &dyn Fn(&mut [f32])| {
        ours(&mut a);
        let our_results = a.clone();
        theirs(a.as_slice_mut().unwrap());
        close(a.as_slice().unwrap(), our_results.as_slice().unwrap());
        same_memory(criterion, &name(text), &mut a, ours, theirs);
    };
    let softmax = |out: &mut Array2<f32>| bcast!(out .= exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))));
    against_hand(
        "standardised rows",
        &|out| bcast!(let c = x .- mean[1](x); out .= c ./ sqrt.(mean[1](c .* c) .+ 1e-5)),
        &|out| hand::standardise(out, xs, columns),
    );
    against_hand(
        "layer norm of rows",
        &|out| bcast!(let c = x .- mean[1](x); out .= c ./ sqrt.(mean[1](c .* c) .+ 1e-5) .* scale @ (1) .+ shift @ (1)),
        &|out| hand::layer_norm(out, xs, scales, shifts),
    );
    against_hand("softmax of rows", &softmax, &|out| hand::softmax(out, xs, columns));
    same_memory(criterion, &name("softmax of rows  against a copy"), &mut a, &softmax, &|out| hand::copy(out, xs));
    let text = name("standardised columns  against rows");
    compare(
        criterion,
        &text,
        || bcast!(let c = x .- mean[0](x); a .= c ./ sqrt.(mean[0](c .* c) .+ 1e-5)),
        || bcast!(let c = y .- mean[1](y); b .= c ./ sqrt.(mean[1](c .* c) .+ 1e-5)),
    );
}

/// Arrays in column-major order, against `ndarray` on the same and against arrays in row-major order.
fn column_major(criterion: &mut Criterion, rows: usize, columns: usize) {
    let name = |text: &str| format!("{rows}x{columns} column-major {text}");
    let x = Array2::from_shape_fn((rows, columns), |(i, j)| ((i * 37 + j * 11) % 101) as f32 / 25.0);
    let y = Array2::from_shape_fn((rows, columns).f(), |at| x[at]);
    let (mut a, mut b) = (Array2::<f32>::zeros((rows, columns)), Array2::<f32>::zeros((rows, columns).f()));
    for axis in [0, 1] {
        let text = name(&format!("sum[{axis}](y)  against y.sum_axis({axis})"));
        let mut sums = (Array1::zeros(0), Array1::zeros(0));
        let ours = |y: &Array2<f32>| if axis == 0 { bcast!(sum[0](y)) } else { bcast!(sum[1](y)) };
        compare(criterion, &text, || sums.0 = ours(&y), || sums.1 = y.sum_axis(Axis(axis)));
        close(sums.0.as_slice().unwrap(), sums.1.as_slice().unwrap());
    }
    let mut sums = (0.0, 0.0);
    compare(criterion, &name("sum(y)  against y.sum()"), || sums.0 = bcast!(sum(y)), || sums.1 = y.sum());
    close(&[sums.0], &[sums.1]);
    compare(
        criterion,
        &name("standardised rows  against row-major"),
        || bcast!(let c = y .- mean[1](y); b .= c ./ sqrt.(mean[1](c .* c) .+ 1e-5)),
        || bcast!(let c = x .- mean[1](x); a .= c ./ sqrt.(mean[1](c .* c) .+ 1e-5)),
    );
    compare(
        criterion,
        &name("softmax of rows  against row-major"),
        || bcast!(b .= exp.(y .- max[1](y)) ./ sum[1](exp.(y .- max[1](y)))),
        || bcast!(a .= exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x)))),
    );
    compare(
        criterion,
        &name("softmax of columns  against row-major"),
        || bcast!(b .= exp.(y .- max[0](y)) ./ sum[0](exp.(y .- max[0](y)))),
        || bcast!(a .= exp.(x .- max[0](x)) ./ sum[0](exp.(x .- max[0](x)))),
    );
}

/// Ratios of different results mean nothing.
fn close(a: &[f32], b: &[f32]) {
    for (a, b) in a.iter().zip(b) {
        assert!((a - b).abs() <= 1e-3 * (1.0 + a.abs().max(b.abs())), "{a} is not {b}");
    }
}
