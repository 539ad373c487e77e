//! Allocations: none but the results; nothing leaks when a call panics.

mod common;

use std::panic::{AssertUnwindSafe, catch_unwind};

use bcast::ndarray::{Array1, Array2, Array3, ArrayD, Ix2, IxDyn, array, s};
use bcast::{Broadcast, bcast, lazy, try_bcast};
use common::counting::{Counting, Requests, live_bytes, settled, settled_on};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const NONE: Requests = Requests { count: 0, bytes: 0 };

fn once(bytes: usize) -> Requests {
    Requests { count: 1, bytes }
}

/// Julia, "Extensible broadcast fusion": `y .*= 2` on 1,000 elements took 6 allocations there.
#[test]
fn doubling_in_place() {
    let mut y = Array1::from_shape_fn(1000, |i| i as f64);
    assert_eq!(settled(|| bcast!(y .*= 2)), NONE);
    assert_eq!(y[999], 4.0 * 999.0);
}

#[test]
fn in_place() {
    let (x, v, w) = (Array2::<f32>::ones((70, 90)), Array1::<f32>::ones(90), Array1::<f32>::ones(70));
    let mut out = Array2::<f32>::zeros((70, 90));
    assert_eq!(settled(|| bcast!(out .= 2.5 .* x .+ out)), NONE);
    assert_eq!(settled(|| bcast!(out .= (x .- v @ (1)) ./ w @ (0))), NONE);
    assert_eq!(settled(|| bcast!(out .= v @ (1) .* w @ (0))), NONE);
    assert_eq!(settled(|| bcast!(out .+= x.slice(s![..;-1, ..;-1]))), NONE);
    assert_eq!(settled(|| bcast!(out .= if x .> 0 { sqrt.(x) } else { -x })), NONE);
    assert_eq!(settled(|| bcast!(out .-= 1; out .*= x)), NONE);
    assert_eq!(settled(|| bcast!(out.slice_mut(s![..;2, ..;-3]) .*= 2)), NONE);
    assert_eq!(settled(|| bcast!(out .= f32.((0..90)) @ (1))), NONE);
    assert_eq!(settled(|| try_bcast!(out .= x)), NONE);
    assert_eq!(settled(|| bcast!(#[serial] out .= x)), NONE);
    assert_eq!(settled(|| bcast!(#[numpy] out .+= v)), NONE);
}

/// Operands that must be gathered: transposed, in Fortran order, of three and more axes.
#[test]
fn in_place_from_other_layouts() {
    let x = Array2::<f64>::ones((70, 90));
    let mut turned = Array2::<f64>::zeros((90, 70));
    assert_eq!(settled(|| bcast!(turned .= x.t() .+ turned)), NONE);
    let mut columns = Array2::<f64>::zeros((90, 70)).reversed_axes();
    assert_eq!(settled(|| bcast!(columns .= x)), NONE);
    assert_eq!(settled(|| bcast!(columns .+= columns)), NONE);
    let (c, m, v) = (Array3::<f64>::ones((20, 30, 40)), Array2::<f64>::ones((20, 40)), Array1::<f64>::ones(30));
    let mut out = Array3::<f64>::zeros((20, 30, 40));
    assert_eq!(settled(|| bcast!(out .= (c .- m @ (0, 2)) .* v @ (1))), NONE);
    let narrow = Array2::<u8>::ones((1000, 3));
    let mut short = Array2::<f32>::zeros((1000, 3));
    assert_eq!(settled(|| bcast!(short .= f32.(narrow) .* array![1.0, 2.0, 3.0].view() @ (1))).count, 1);
    let gains = [1.0_f32, 2.0, 3.0];
    assert_eq!(settled(|| bcast!(short .= f32.(narrow) .* gains @ (1))), NONE);
    let deep = ArrayD::<f64>::ones(IxDyn(&[2, 3, 2, 3, 2, 3, 2]));
    let turned = deep.view().permuted_axes(IxDyn(&[6, 5, 4, 3, 2, 1, 0]));
    let mut out = ArrayD::<f64>::zeros(turned.raw_dim());
    assert_eq!(settled(|| bcast!(out .= turned)), NONE);
}

/// Large enough to be shared: asking another thread to help takes four small pieces of memory, whatever the size.
#[test]
fn in_place_in_parallel() {
    let (x, v) = (Array2::<f32>::ones((1000, 1000)), Array1::<f32>::ones(1000));
    let mut out = Array2::<f32>::zeros((1000, 1000));
    let during = settled_on(2, || bcast!(out .= x .* 2 .+ v @ (1)));
    assert!(during.count <= 4 && during.bytes < 1000, "{during:?}");
    assert_eq!(out[(999, 999)], 3.0);
}

/// "No allocation but the output".
#[test]
fn results() {
    let (x, v) = (Array2::<f64>::ones((70, 90)), Array1::<f64>::ones(90));
    let bytes = 70 * 90 * 8;
    assert_eq!(settled(|| bcast!(x .+ x)), once(bytes));
    assert_eq!(settled(|| bcast!((x .- v @ (1)) ./ 10)), once(bytes));
    assert_eq!(settled(|| bcast!(x.t() .* 2)), once(bytes));
    assert_eq!(settled(|| bcast!(x .> v @ (1))), once(70 * 90));
    assert_eq!(settled(|| bcast!(v @ (0) .* v @ (1))), once(90 * 90 * 8));
    assert_eq!(settled(|| bcast!(sqrt.(x.^2 .+ x.t().t().^2 .+ 1))), once(bytes));
    assert_eq!(settled(|| try_bcast!(x .+ v @ (1)).expect("it fits")), once(bytes));
    assert_eq!(settled(|| bcast!((0..1000) .* 2)), once(4000));
    assert_eq!(settled(|| bcast!(#[shape([70, 90])] v @ (1))), once(bytes));
    let small = array![[1.0, 2.0], [3.0, 4.0]];
    assert_eq!(settled(|| bcast!(small .+ small)), once(32));
    let (a, b) = (1.5, 2.5);
    assert_eq!(settled(|| bcast!(a .+ b .* 2)), NONE);
    let pair = settled(|| bcast!((x .+ 1, x .> 1)));
    assert_eq!(pair, Requests { count: 2, bytes: 70 * 90 * 9 });
    assert_eq!(settled(|| bcast!(Array1::<f64>::zeros(0) .+ 1)), NONE);
}

/// Expressions have no memory, whoever reads them.
#[test]
fn expressions() {
    fn centred(x: &Array2<f64>) -> impl Broadcast<Ix2, Elem = f64> + '_ {
        lazy!(x .- 2)
    }
    let (x, v) = (Array2::<f64>::ones((70, 90)), Array1::<f64>::ones(90));
    let y = x.clone();
    assert_eq!(settled(|| bcast!(sum(centred(&x)))), NONE);
    // Julia's table: a sum of operands of which none is whole takes lists of the engine's, and no table.
    let (small, large) = (Array1::<f64>::ones(3), Array1::<f64>::ones(400));
    let formula = settled(|| bcast!(sum((small @ (0) .+ large @ (1)) ./ 10)));
    let table = lazy!((small @ (0) .+ large @ (1)) ./ 10);
    let of_table = settled(|| bcast!(sum(table)));
    assert!(of_table.count <= formula.count && of_table.bytes < 3 * 400 * 8, "{of_table:?} {formula:?}");
    assert_eq!(settled(|| lazy!(x .* v @ (1) .+ centred(&x))), NONE);
    let mut out = Array2::<f64>::zeros((70, 90));
    assert_eq!(settled(|| bcast!(sum(lazy!(x .^ 2 .+ y .^ 2)))), NONE);
    let product = lazy!(centred(&x) .* v @ (1));
    assert_eq!(settled(|| bcast!(out .= exp.(product) .+ product)), NONE);
    assert_eq!(settled(|| bcast!(product .+ 1)), once(70 * 90 * 8));
    // What is reduced inside is kept.
    assert_eq!(settled(|| lazy!(x .- mean[0](x))), settled(|| bcast!(mean[0](x))));
    assert_eq!(settled(|| lazy!(x .- mean(x))), NONE);
}

/// A part that would be computed before the loop if the array in it were a number is computed in the loop: nothing is
/// allocated for it.
#[test]
fn parts_of_arrays_beside_fewer_axes() {
    let (x, y) = (Array2::<f64>::ones((70, 90)), Array2::<f64>::ones((70, 90)));
    let (v, w) = (Array1::<f64>::ones(90), Array1::<f64>::ones(70));
    let bytes = 70 * 90 * 8;
    assert_eq!(settled(|| bcast!(exp.(y .* v @ (1)) .* x)), once(bytes));
    assert_eq!(settled(|| bcast!(exp.(y .* exp.(x .* v @ (1)) .* w @ (0)) ./ x)), once(bytes));
    let mut out = Array2::<f64>::zeros((70, 90));
    assert_eq!(settled(|| bcast!(out .= x .- exp.(y .* w @ (0)))), NONE);
    assert_eq!(settled(|| bcast!(out .*= exp.(out .* w @ (0)) .* x)), NONE);
}

/// What an element function allocates is its own affair; it is called once per element.
#[test]
fn element_functions() {
    let x = Array1::from_elem(10, 3_usize);
    let during = settled(|| bcast!((|n: usize| vec![0_u8; n].len()).(x)));
    assert_eq!(during, Requests { count: 11, bytes: 10 * 3 + 10 * 8 });
}

/// The live bytes that `work` leaves behind, once it has run before. Other tests of this binary
/// run beside it: the least of many runs counts.
fn leaked(mut work: impl FnMut()) -> isize {
    let leak = |work: &mut dyn FnMut()| {
        let before = live_bytes();
        work();
        live_bytes() - before
    };
    work();
    (0..30).map(|_| leak(&mut work)).min_by_key(|bytes| bytes.abs()).expect("thirty runs")
}

/// "an owned output is freed" when a function panics, on one thread and on several.
#[test]
fn panics_leak_nothing() {
    let refuse = |x: f64| if x == 77.0 { std::panic::panic_any("refused") } else { x };
    let mut x = Array2::<f64>::zeros((1000, 1000));
    x[(567, 89)] = 77.0;
    let few = Array1::from_elem(100, 77.0);
    let caught = |work: &dyn Fn()| assert!(catch_unwind(AssertUnwindSafe(work)).is_err());
    assert_eq!(leaked(|| caught(&|| drop(bcast!(refuse.(few))))), 0);
    assert_eq!(leaked(|| caught(&|| drop(bcast!((refuse.(few), few .+ 1))))), 0);
    assert_eq!(leaked(|| caught(&|| drop(bcast!(#[serial] refuse.(x.t()))))), 0);
    // One value of several, the first or the last, is a number.
    let sum = few.sum();
    let refuse_sum = |x: f64| if x == sum { std::panic::panic_any("refused") } else { x };
    assert_eq!(leaked(|| caught(&|| drop(bcast!((refuse_sum.(sum(few)), few .* sum(few)))))), 0);
    assert_eq!(leaked(|| caught(&|| drop(bcast!((few .* sum(few), refuse_sum.(sum(few))))))), 0);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("a pool");
    let least = leaked(|| pool.install(|| caught(&|| drop(bcast!(refuse.(x))))));
    assert!(least < 100_000, "{least} bytes of an output of 8,000,000 are left");
}

/// Errors too, and results that are dropped.
#[test]
fn errors_leak_nothing() {
    let (x, y) = (Array1::<f64>::zeros(1000), Array1::<f64>::zeros(999));
    assert_eq!(leaked(|| drop(try_bcast!(x .+ y))), 0);
    assert_eq!(leaked(|| drop(bcast!(x .+ 1))), 0);
    assert_eq!(leaked(|| drop(bcast!((x .+ 1, x .* 2, x .> 3)))), 0);
}
