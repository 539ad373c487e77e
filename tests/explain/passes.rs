//! Passes, what they read and write, and bytes: each number is computed by hand, beside it.

use bcast::explain::{Access, Route};
use bcast::ndarray::{Array1, Array2, Array3, s};
use bcast::{Broadcast, explain, lazy, linspace};
#[cfg(feature = "rayon")]
use rayon::ThreadPoolBuilder;

fn matrix(rows: usize, columns: usize) -> Array2<f32> {
    Array2::ones((rows, columns))
}

#[test]
fn a_map_is_one_pass() {
    let (x, v) = (matrix(300, 400), Array1::<f32>::ones(400));
    let plan = explain!((x .- v @ (1)) .* 2);
    assert_eq!(plan.passes().len(), 1);
    let pass = &plan.passes()[0];
    assert_eq!(pass.formula(), ["(x .- v @ (1)) .* 2"]);
    assert_eq!((pass.sizes(), pass.loops(), pass.len()), (&[300, 400][..], &[300, 400][..], 120_000));
    let [of_x, of_v] = pass.reads() else { panic!("two operands") };
    assert_eq!((of_x.text(), of_x.elements(), of_x.element_bytes(), pass.times(of_x)), ("x", 120_000, 4, 1));
    assert_eq!((of_v.text(), of_v.elements(), of_v.bytes(), pass.times(of_v)), ("v @ (1)", 400, 1600, 300));
    assert!(of_v.is("v") && of_v.is("v @ (1)") && !of_v.is("x") && !of_v.is("v @"));
    assert_eq!((plan.reads("x"), plan.reads("v"), plan.reads("w")), (1, 1, 0));
    assert_eq!((plan.bytes(), plan.least_bytes(), plan.allocates()), (961_600, 961_600, 480_000));
}

#[test]
fn axes_are_merged_where_all_streams_run_on() {
    let (a, b) = (Array3::<f64>::ones((30, 40, 50)), Array3::<f64>::ones((30, 40, 50)));
    assert_eq!(explain!(a .+ b).passes()[0].loops(), [60_000]);
    let m = Array2::<f64>::ones((40, 50));
    // The last two axes run on in both; along the first one `m` is stretched.
    assert_eq!(explain!(a .+ m @ (1, 2)).passes()[0].loops(), [30, 2000]);
    let part = a.slice(s![.., .., ..25]);
    assert_eq!(explain!(part .* part).passes()[0].loops(), [1200, 25]);
    let thin = Array3::<f64>::ones((300, 1, 500));
    assert_eq!(explain!(thin .+ 1).passes()[0].sizes(), [300, 1, 500]);
    assert_eq!(explain!(thin .+ 1).passes()[0].loops(), [150_000]);
}

/// Softmax of rows: three passes that go over a block of rows, so that `x` is read from memory once.
#[test]
fn softmax_of_rows() {
    let x = matrix(300, 500);
    let plan = explain!(#[serial] exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))));
    let formulas: Vec<&[&str]> = plan.passes().iter().map(|pass| pass.formula()).collect();
    assert_eq!(
        formulas,
        [
            &["max[1](x)"][..],
            &["let t0 = exp.(x .- max[1](x))", "sum[1](t0)", "keep t0"],
            &["exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x)))"],
        ]
    );
    assert_eq!(plan.routes(), [Route::Blocks]);
    assert_eq!((plan.reads("x"), plan.route(), plan.threads()), (1, Route::Blocks, 1));
    let [of_max, of_sum, last] = plan.passes() else { panic!("three passes") };
    assert_eq!((of_max.reads()[0].access(), of_sum.reads()[0].access()), (Access::InPlace, Access::Again));
    assert_eq!((of_sum.kept(), of_sum.shared()), (&["t0"][..], &["exp.(x .- max[1](x))"][..]));
    let passes: Vec<Option<usize>> = last.reads().iter().map(|read| read.pass()).collect();
    assert_eq!(passes, [Some(1), Some(1)]);
    // Blocks are of rows, as many as they need.
    let blocks: Vec<_> = plan.passes().iter().map(|pass| pass.blocks().expect("blocks")).collect();
    assert!(blocks.iter().all(|&one| one == blocks[0]) && blocks[0].axis == 0);
    assert_eq!(blocks[0].count, 300_usize.div_ceil(blocks[0].extent));
    // One matrix is read, one is written; exponentials, maxima and sums live in blocks.
    let matrix = 300 * 500 * 4;
    assert_eq!((plan.least_bytes(), plan.bytes(), plan.allocates()), (2 * matrix, 2 * matrix, matrix));
}

#[test]
fn in_place() {
    let mut y = Array1::<f64>::ones(1000);
    let x = Array1::<f64>::ones(1000);
    let plan = explain!(y .*= 2);
    assert_eq!((plan.reads("y"), plan.writes("y"), plan.allocates(), plan.bytes()), (1, 1, 0, 16_000));
    assert_eq!(plan.passes()[0].formula(), ["y .= y .* 2"]);
    let plan = explain!(y .= x .+ 1);
    assert_eq!((plan.reads("y"), plan.reads("x"), plan.writes("y"), plan.bytes()), (0, 1, 1, 16_000));
    assert_eq!(y, Array1::<f64>::ones(1000), "nothing is written");
}

/// `exp` is computed once for each row, in a pass of its own.
#[test]
fn a_part_with_fewer_axes_is_hoisted() {
    let (x, d) = (matrix(300, 400), Array1::<f32>::ones(300));
    let plan = explain!(x ./ exp.(d @ (0)));
    let [hoisted, last] = plan.passes() else { panic!("two passes") };
    assert!(hoisted.is_hoisted() && !last.is_hoisted());
    assert_eq!((hoisted.sizes(), hoisted.formula()), (&[300][..], &["exp.(d @ (0))"][..]));
    assert_eq!(last.formula(), ["x ./ exp.(d @ (0))"]);
    let of_d = last.reads().iter().find(|read| read.pass() == Some(0)).expect("it reads the first pass");
    assert_eq!((of_d.elements(), last.times(of_d)), (300, 400));
}

#[test]
fn what_is_made_of_single_values_is_computed_once() {
    fn slow(s: f64) -> f64 {
        s.exp()
    }
    let (x, s) = (Array1::<f64>::ones(100), 0.5);
    let plan = explain!(slow.(s) .* x);
    assert_eq!((plan.passes().len(), plan.passes()[0].once()), (1, &["slow.(s)"][..]));
    let plan = explain!(slow.(x) .* x);
    assert!(plan.passes()[0].once().is_empty());
    assert!(explain!(slow.(s) .+ s).passes()[0].reads().iter().all(|read| read.is_value()));
}

/// Types decide whether there is a stage: if `s` is a number, there are `exp`s of a vector only.
#[test]
fn a_conditional_stage_is_there_or_not() {
    let (x, d) = (matrix(300, 400), Array1::<f32>::ones(300));
    let s = 2.0_f32;
    let plan = explain!(x .* exp.(s .* d @ (0)));
    assert_eq!(plan.passes().len(), 2);
    assert_eq!((plan.passes()[0].formula(), plan.passes()[0].len()), (&["exp.(s .* d @ (0))"][..], 300));
    assert!(plan.passes()[1].reads().iter().all(|read| !read.is("d")));
    let s = matrix(300, 400);
    let plan = explain!(x .* exp.(s .* d @ (0)));
    assert_eq!((plan.passes().len(), plan.reads("s"), plan.reads("d")), (1, 1, 1));
}

#[test]
fn reductions() {
    let (x, y) = (matrix(1000, 700), matrix(1000, 700));
    let plan = explain!(sum(x.^2 .+ y.^2));
    assert_eq!((plan.passes().len(), plan.route(), plan.allocates()), (1, Route::Tree, 0));
    assert_eq!((plan.reads("x"), plan.reads("y"), plan.bytes()), (1, 1, 2 * 2_800_000));
    assert_eq!(plan.passes()[0].formula(), ["sum(x .^ 2 .+ y .^ 2)"]);
    let plan = explain!(sqrt.(mean[0](x)));
    assert_eq!((plan.passes().len(), plan.routes()), (2, &[Route::Tree, Route::Direct][..]));
    let [of_mean, last] = plan.passes() else { panic!("two passes") };
    assert_eq!(of_mean.traversal(), Some("kept [], reduced [0], lanes [1]: across, 64 rows a leaf"));
    assert_eq!((last.sizes(), last.reads()[0].pass()), (&[700][..], Some(0)));
    // What only hands on is no pass: the sums are written where they stay.
    let mut out = Array1::<f32>::zeros(1000);
    let plan = explain!(out .= sum[1](x));
    assert_eq!((plan.passes().len(), plan.allocates(), plan.bytes()), (1, 0, 2_800_000 + 4000));
}

/// One product and one pass over its result: `relu(x w + b)`.
#[test]
fn a_contraction_and_what_follows() {
    let (x, w, b) = (matrix(60, 70), matrix(70, 80), Array1::<f32>::ones(80));
    let plan = explain!(maximum.(sum[k](x @ (i, k) .* w @ (k, j)) .+ b @ (j), 0));
    let [product, last] = plan.passes() else { panic!("two passes") };
    assert_eq!((product.route(), product.loops()), (Route::Contraction, &[1, 60, 80, 70][..]));
    assert_eq!(product.formula(), ["sum[k](x @ (i, k) .* w @ (k, j))"]);
    assert_eq!((last.sizes(), plan.route()), (&[60, 80][..], Route::Contraction));
    // In a batch of three.
    let (a, c) = (Array3::<f64>::ones((3, 20, 30)), Array3::<f64>::ones((3, 30, 40)));
    let plan = explain!(sum[k](a @ (b, i, k) .* c @ (b, k, j)));
    assert_eq!((plan.passes().len(), plan.passes()[0].loops()), (1, &[3, 20, 40, 30][..]));
    assert_eq!(plan.bytes(), 8 * (3 * 20 * 30 + 3 * 30 * 40 + 3 * 20 * 40));
}

#[test]
fn what_lies_across_is_gathered() {
    let x = matrix(200, 200);
    let plan = explain!(x .+ x.t());
    let [of_x, of_t] = plan.passes()[0].reads() else { panic!("two operands") };
    assert_eq!((of_x.access(), of_t.access()), (Access::InPlace, Access::Gathered));
    assert!(plan.passes()[0].scratch() > 0);
    // Both are the same memory.
    assert_eq!((plan.least_bytes(), plan.bytes()), (2 * 160_000, 2 * 160_000));
}

/// Five views of one array overlap: no more is read than there is.
#[test]
fn a_stencil() {
    let u = Array2::<f64>::ones((102, 102));
    let plan = explain!(u[1..-1, 1..-1] .+ u[..-2, 1..-1] .+ u[2.., 1..-1] .+ u[1..-1, ..-2] .+ u[1..-1, 2..]);
    assert_eq!(plan.passes()[0].reads().len(), 5);
    let (result, all) = (100 * 100 * 8, 102 * 102 * 8);
    assert!((result..=all).contains(&(plan.bytes() - result)), "{plan}");
}

#[test]
fn statements_one_after_the_other() {
    let (x, mut o) = (matrix(200, 300), matrix(200, 300));
    let plan = explain!(o .= x .* 2; sum(o));
    let [first, second] = plan.passes() else { panic!("two passes") };
    assert_eq!((first.formula(), second.formula()), (&["o .= x .* 2"][..], &["sum(o)"][..]));
    let plan = explain!(let d = x .- 1; (exp.(d), d .* 3));
    assert_eq!(plan.passes().len(), 1);
    assert_eq!(plan.passes()[0].formula(), ["let t0 = x .- 1", "exp.(t0)", "t0 .* 3"]);
    assert_eq!((plan.reads("x"), plan.allocates()), (1, 2 * 240_000));
    let (mut lo, mut hi) = (matrix(20, 30), matrix(20, 30));
    let plan = explain! { let m = min.(lo, hi); hi .= max.(lo, hi); lo .= m };
    assert_eq!((plan.passes().len(), plan.writes("lo"), plan.writes("hi"), plan.allocates()), (1, 1, 1, 0));
    assert_eq!((plan.reads("lo"), plan.reads("hi")), (1, 1));
}

#[test]
fn operands_without_memory() {
    let x = Array1::<f64>::ones(50);
    let plan = explain!(x @ (0) .* linspace(0.0..=1.0, 40) @ (1));
    let reads = plan.passes()[0].reads();
    assert!(!reads[0].is_computed() && reads[1].is_computed());
    assert_eq!(plan.bytes(), 8 * (50 + 50 * 40));
}

/// An expression is computed by whoever reads it, from its own operands.
#[test]
fn an_expression_that_is_an_operand() {
    fn centred(x: &Array2<f32>) -> impl Broadcast<bcast::ndarray::Ix2, Elem = f32> + '_ {
        lazy!(x .- 2)
    }
    let x = matrix(200, 300);
    let d = centred(&x);
    let plan = explain!(sum(d .^ 2));
    assert_eq!((plan.passes().len(), plan.reads("d"), plan.allocates(), plan.bytes()), (1, 1, 0, 240_000));
}

#[test]
fn single_values_and_nothing() {
    let plan = explain!(2 .* 3);
    assert_eq!((plan.route(), plan.routes(), plan.bytes()), (Route::Once, &[][..], 0));
    let x = matrix(0, 5);
    let plan = explain!(x .+ 1);
    assert_eq!((plan.route(), plan.bytes(), plan.passes()[0].is_empty()), (Route::Empty, 0, true));
}

/// The elements are written, then gone over once more along the rows.
#[test]
fn a_scan() {
    let x = matrix(1000, 1500);
    let plan = explain!(#[serial] cumsum[1](x .* 2));
    assert_eq!((plan.passes().len(), plan.passes()[0].scans()), (1, Some(1)));
    assert_eq!(plan.passes()[0].formula(), ["cumsum[1](x .* 2)"]);
    assert_eq!((plan.least_bytes(), plan.bytes()), (2 * 6_000_000, 4 * 6_000_000));
}

/// A long line is read and written once: each chunk is gone over while it is in the cache.
#[test]
fn a_scan_of_a_long_line() {
    let x = Array1::<f32>::ones(1_500_000);
    let plan = explain!(#[serial] cumsum[0](x .* 2));
    assert_eq!((plan.passes().len(), plan.passes()[0].scans()), (1, Some(0)));
    assert_eq!((plan.least_bytes(), plan.bytes()), (2 * 6_000_000, 2 * 6_000_000));
    assert!(plan.to_string().contains("each chunk while it is in the cache, along axis 0"), "{plan}");
}

#[test]
#[cfg(feature = "rayon")]
fn threads_take_pieces() {
    let x = matrix(1000, 1500);
    let on = |threads: usize| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| (explain!(x .* 2), explain!(sum(x)), explain!(#[serial] x .* 2)))
    };
    let (map, sum, serial) = on(3);
    assert_eq!((map.threads(), sum.threads(), serial.threads()), (3, 3, 1));
    assert!(map.passes()[0].pieces() >= 3 && sum.passes()[0].pieces() >= 3);
    let (map, sum, _) = on(1);
    assert_eq!((map.threads(), map.passes()[0].pieces(), sum.threads()), (1, 1, 1));
}

#[test]
#[should_panic(expected = "explain!: sizes differ along output axis 0")]
fn shapes_that_do_not_fit() {
    let (x, y) = (Array1::<f64>::ones(3), Array1::<f64>::ones(2));
    explain!(x .+ y);
}
