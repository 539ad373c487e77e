//! What a call takes beside its results: a small part of what it reads, whatever the formula. What has to be kept for
//! later passes lies in the results if they can hold it, or lives in blocks.

mod common;

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, Array3, s};
use common::counting::{Counting, settled};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Rows and columns of what is read: unoptimised builds keep less in blocks.
const N: usize = if cfg!(debug_assertions) { 256 } else { 1024 };
const M: usize = 1024;
const OPERAND: usize = N * M * 8;
/// The most that a call may take: blocks of what is kept, accumulators of columns, copies for kernels.
const SMALL: usize = if cfg!(debug_assertions) { 640 << 10 } else { 5 << 19 };

/// What is asked of the allocator, when a call runs for the second time, beside so many bytes of results.
fn beside<R>(results: usize, call: impl FnMut() -> R + Send) -> usize {
    settled(call).bytes.checked_sub(results).expect("results have memory")
}

/// Calls with the bytes of their results: beside these each takes little.
macro_rules! little {
    ($($results:expr; { $($call:tt)* })*) => {$({
        let taken = beside($results, || bcast!($($call)*));
        assert!(taken <= SMALL, "{} takes {taken} bytes, at most {SMALL} are little", stringify!($($call)*));
    })*};
}

fn matrix() -> Array2<f64> {
    Array2::from_shape_fn((N, M), |(i, j)| ((i * 7 + j * 3) % 11) as f64 / 10.0)
}

#[test]
fn reductions() {
    let x = matrix();
    let (xt, points, mut rows, mut columns) = (x.t(), matrix(), Array1::zeros(N), Array1::zeros(M));
    let (mut out, z) = (Array2::zeros((N, N)), points.slice(s![.., ..5]));
    little! {
        0; { sum(x) }
        8 * M; { sum[0](x) }
        8 * N; { sum[1](x) }
        0; { columns .= mean[0](x) }
        0; { rows .= sqrt.(sum[1](x .* x)) }
        8 * M; { argmax[0](x) }
        8 * N; { argmax[1](x) }
        8 * M; { sum[1](xt) }
        8 * N; { max[0](xt .* 2) }
        0; { out .= sum[2]((z @ (0, 2) .- z @ (1, 2)).^2) }
        8 * N * N; { exp.(-sum[2]((z @ (0, 2) .- z @ (1, 2)).^2)) }
    }
}

/// As many results as a third of the elements: they are not in memory all at a time where more is made of them.
#[test]
fn many_results() {
    let rows = if cfg!(debug_assertions) { 100_000 } else { 400_000 };
    let x = Array2::from_shape_fn((rows, 3), |(i, j)| ((i * 7 + j * 3) % 11) as f64 / 10.0);
    let (xt, mut out, mut single) = (x.t(), Array1::zeros(rows), Array1::<f32>::zeros(rows));
    let (mut norms, mut parts) = (x.clone(), x.clone());
    little! {
        0; { out .= sqrt.(sum[1](x .* x)) }
        0; { out .= sqrt.(sum[0](xt .* xt)) }
        0; { out .= max[1](x) .- min[1](x) .* mean[1](x) }
        0; { single .= f32.(sum[1](x)) .* 2 }
        0; { norms .= x ./ sqrt.(sum[1](x .* x)) }
        0; { out .= sum[1](x) .+ 1; parts .= x .- mean[1](x) }
    }
}

#[test]
fn softmax() {
    let x = matrix();
    let t = x.to_shape((N / 16, 16, M)).expect("as many elements").to_owned();
    let (xt, mut out) = (x.t(), x.clone());
    little! {
        OPERAND; { exp.(x .- max(x)) ./ sum(exp.(x .- max(x))) }
        OPERAND; { exp.(x .- max[0](x)) ./ sum[0](exp.(x .- max[0](x))) }
        OPERAND; { exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))) }
        OPERAND; { exp.(xt .- max(xt)) ./ sum(exp.(xt .- max(xt))) }
        OPERAND; { exp.(xt .- max[0](xt)) ./ sum[0](exp.(xt .- max[0](xt))) }
        OPERAND; { exp.(xt .- max[1](xt)) ./ sum[1](exp.(xt .- max[1](xt))) }
        0; { out .= exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))) }
        OPERAND; { exp.(t .- max[0](t)) ./ sum[0](exp.(t .- max[0](t))) }
        OPERAND; { exp.(t .- max[1](t)) ./ sum[1](exp.(t .- max[1](t))) }
        OPERAND; { exp.(t .- max[2](t)) ./ sum[2](exp.(t .- max[2](t))) }
        OPERAND; { exp.(t .- max[0, 2](t)) ./ sum[0, 2](exp.(t .- max[0, 2](t))) }
    }
}

#[test]
fn standardised() {
    let x = matrix();
    let mut out = x.clone();
    little! {
        OPERAND; { x .- mean[0](x) }
        OPERAND; { x ./ sqrt.(sum[1](x.^2)) }
        OPERAND; { let c = x .- mean(x); c ./ sqrt.(mean(c.^2) .+ 1e-5) }
        OPERAND; { let c = x .- mean[0](x); c ./ sqrt.(mean[0](c.^2) .+ 1e-5) }
        OPERAND; { let c = x .- mean[1](x); c ./ sqrt.(mean[1](c.^2) .+ 1e-5) }
        0; { out .= x .- mean[1](x); out ./= sqrt.(sum[1](out.^2)) }
        OPERAND; { exp.(x) .+ mean[0](exp.(x)) .* mean[1](exp.(x)) }
    }
}

/// What the call yields is not kept elsewhere before.
#[test]
fn results_that_are_read_again() {
    let x = matrix();
    let mut out = x.clone();
    little! {
        OPERAND; { let e = exp.(x); (e, sum(e)) }
        OPERAND + 8 * M; { let e = exp.(x); (e, sum[0](e)) }
        OPERAND + 8 * N; { let e = exp.(x); (e, sum[1](e)) }
        0; { let e = exp.(x); out .= e; sum(e) }
        OPERAND; { let e = exp.(x); out .= e .- mean(e); e }
    }
}

/// What is reduced to one value lives in blocks, whatever it was made of.
#[test]
fn pairs_that_are_reduced() {
    let points = Array2::from_shape_fn((M, 3), |(i, k)| ((i * 7 + k * 3) % 11) as f64 / 10.0);
    let p = points.view();
    little! {
        0; { sum(sqrt.(sum[2]((p @ (0, 2) .- p @ (1, 2)).^2))) }
        0; { let d = exp.(-sum[2]((p @ (0, 2) .- p @ (1, 2)).^2)); sum(d) ./ max(d) }
    }
}

/// Reductions over different axes: what they share is computed once and lives in blocks, of whose rows the columns
/// accumulate leaves, or is computed again.
#[test]
fn what_no_result_can_hold() {
    let x = matrix();
    little! {
        8 * N + 8 * M; { let e = exp.(x); (sum[1](e), max[0](e)) }
        8 * N + 8 * M; { let e = x .* 2; (sum[1](e), max[0](e)) }
    }
    let t = Array3::<f64>::ones((16, N / 16, M));
    little! { 8 * N * M / 16; { sum[0](t .- mean[2](t)) } }
}

/// The elements of a target are old or new, even after a panic: what is only on its way there lies beside it, all of it
/// or, where passes go by blocks, at most a page of each row.
#[test]
fn on_the_way_to_targets() {
    let x = matrix();
    let (mut out, mut squares, z) = (x.clone(), Array2::<f64>::zeros((N, N)), x.slice(s![.., ..5]));
    let whole = beside(0, || bcast!(out .= exp.(x .- max(x)) ./ sum(exp.(x .- max(x)))));
    assert!((OPERAND..OPERAND + SMALL).contains(&whole), "{whole} bytes");
    let columns = beside(0, || bcast!(out .= exp.(x .- max[0](x)) ./ sum[0](exp.(x .- max[0](x)))));
    assert!(columns <= OPERAND / 2 + SMALL, "{columns} bytes");
    little! {
        0; { squares .= sqrt.(sum[2]((z @ (0, 2) .- z @ (1, 2)).^2)) }
        0; { squares .+= sum[2]((z @ (0, 2) .- z @ (1, 2)).^2) }
    }
}
