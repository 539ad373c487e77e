//! Nothing is computed: no function is called, no element is read, no target is written, no result gets memory.

use bcast::ndarray::{Array1, Array2, array};
use bcast::{explain, from_shape_fn};

use super::common::counting::requests;

fn never(_: f64) -> f64 {
    panic!("a function of the user's is called")
}

#[test]
fn functions_are_not_called() {
    let (x, s) = (Array2::<f64>::ones((20, 30)), 2.0);
    explain!(never.(x) .+ 1);
    explain!(never.(s) .* x);
    explain!(never.(s));
    explain!(sum[0](never.(x)));
    explain!(sum(never.(x)));
    explain!(x .- mean[1](never.(x)));
    explain!(fold(x, 0.0, |_, _| panic!("elements are joined")));
    explain!((|v: f64| never(v)).(x));
    explain!(never.(never.(s)) .* x);
    let mut sum = 0.0;
    explain!(sum .+= never.(s));
    assert_eq!(sum, 0.0);
}

#[test]
fn elements_are_not_read() {
    let grid = from_shape_fn((20, 30), |(_, _)| -> f64 { panic!("an element is computed") });
    explain!(grid .* 2);
    explain!(sum[1](grid));
    explain!(grid .- max(grid));
    explain!(#[serial] exp.(grid) ./ sum[1](exp.(grid)));
    let table = array![1.0, 2.0];
    // Out of range, if anybody looked.
    explain!(at.(table, (0..7)));
}

#[test]
fn targets_are_not_written() {
    let (x, mut y, mut z) = (Array1::<f64>::ones(9), Array1::<f64>::zeros(9), Array2::<f64>::zeros((9, 9)));
    explain!(y .= x .* 2; y .+= 1);
    explain!(z .-= x @ (0) .* x @ (1));
    explain!(y .= sum[1](z .+ 1));
    explain!(z[.., 0] .= x);
    assert!(y.iter().chain(&z).all(|&element| element == 0.0));
}

/// Plans of large calls are as small as those of small ones.
#[test]
fn results_get_no_memory() {
    let x = Array2::<f64>::zeros((1000, 1000));
    let little = |work: &dyn Fn()| {
        let ((), during) = requests(work);
        assert!(during.bytes < 64 << 10, "{during:?}");
    };
    little(&|| drop(explain!(#[serial] x .* 2)));
    little(&|| drop(explain!(#[serial] (exp.(x), x .+ 1, x .- mean[0](x)))));
    little(&|| drop(explain!(#[serial] exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))))));
    little(&|| drop(explain!(#[serial] exp.(sum[k](x @ (i, k) .* x @ (k, j))))));
}

/// Operands are evaluated, once, as in a call.
#[test]
fn operands_are_evaluated() {
    let mut count = 0;
    let mut next = || {
        count += 1;
        Array1::<f64>::ones(3)
    };
    explain!({ next() } .* 2 .+ { next() });
    assert_eq!(count, 2);
}
