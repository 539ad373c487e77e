//! Sums of very many floats: within a millionth of the sum of magnitudes.

use bcast::bcast;
use bcast::ndarray::{Array1, Axis};

/// Builds with debug assertions take a hundredth.
const COUNT: usize = if cfg!(debug_assertions) { 1_000_000 } else { 100_000_000 };

/// Numbers in `[0, 1)` with all their bits in use.
fn numbers() -> Array1<f32> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    Array1::from_shape_simple_fn(COUNT, || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1_u64 << 24) as f32
    })
}

#[test]
fn of_one_long_axis_however_it_lies() {
    let x = numbers();
    // Multiples of 2^-24: exact as integers.
    let exact = x.iter().map(|&v| (v * (1 << 24) as f32) as u64).sum::<u64>() as f64 / f64::from(1 << 24);
    let check = |what: &str, have: f32| {
        let error = (f64::from(have) - exact).abs() / exact;
        assert!(error <= 1e-6, "{what}: {have} instead of {exact}, off by {error:e}");
    };
    check("a vector", bcast!(sum(x)));
    check(
        "serial",
        bcast!(
            #[serial]
            sum(x)
        ),
    );
    check("backwards", bcast!(sum(x.slice(bcast::ndarray::s![..;-1]))));
    let row = x.view().insert_axis(Axis(0));
    check("a row", bcast!(sum(row)));
    check("a row along its axis", bcast!(sum[1](row))[0]);
    let column = x.view().insert_axis(Axis(1));
    check("a column", bcast!(sum(column)));
    check("a column along its axis", bcast!(sum[0](column))[0]);
    check("a mean", bcast!(mean(x)) * COUNT as f32);
    for columns in [2, 10, 64, 1000, 50_000] {
        let matrix = x.view().into_shape_with_order((COUNT / columns, columns)).expect("it divides");
        check("a matrix", bcast!(sum(matrix)));
        check("a matrix, transposed", bcast!(sum(matrix.t())));
        let partial = bcast!(sum[0](matrix));
        check("columns", partial.iter().map(|&v| f64::from(v)).sum::<f64>() as f32);
        let partial = bcast!(sum[1](matrix));
        check("rows", partial.iter().map(|&v| f64::from(v)).sum::<f64>() as f32);
        // Each of them, too.
        let worst = partial.iter().zip(matrix.rows()).map(|(&have, row)| {
            let exact = row.iter().map(|&v| f64::from(v)).sum::<f64>();
            (f64::from(have) - exact).abs() / exact
        });
        assert!(worst.fold(0.0, f64::max) <= 1e-6, "rows of {columns}");
    }
}

#[test]
fn of_one_sign_after_the_other() {
    let x: Array1<f64> = numbers().mapv(f64::from);
    let (total, magnitudes) = (bcast!(sum(if x .> 0.5 { x } else { -x })), bcast!(sum(x)));
    // Halves of leaves in quadruple steps: exact as integers.
    let exact = x.iter().map(|&v| (v * f64::from(1 << 24)) as i64 * if v > 0.5 { 1 } else { -1 }).sum::<i64>();
    assert!((total - exact as f64 / f64::from(1 << 24)).abs() <= 1e-14 * magnitudes);
}
