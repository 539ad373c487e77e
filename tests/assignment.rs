//! Assignments: every compound operator, every kind of target, several in one call.

use bcast::bcast;
use bcast::ndarray::{Array, Array0, Array1, Array2, ArrayD, ArrayViewMut2, IxDyn, arr0, array, s};

/// `y .op= x` must be what `y op= x` is for each element.
#[test]
fn every_compound_operator() {
    macro_rules! compound {
        ($($op:tt)*) => { $(
            let mut y = array![100, 7, -9, 12];
            let x = array![3, 2, 5, 1];
            let expected = Array1::from_shape_fn(4, |i| {
                let mut y = y[i];
                y $op x[i];
                y
            });
            bcast!(y . $op x);
            assert_eq!(y, expected, stringify!($op));
        )* };
    }
    compound!(+= -= *= /= %= &= |= <<= >>=);
    // As written without a macro around it.
    let (mut y, x) = (array![6.0, 8.0], array![4.0, 3.0]);
    bcast!(y .+= x);
    assert_eq!(y, array![10.0, 11.0]);
    bcast!(y .-= x);
    bcast!(y .*= x);
    assert_eq!(y, array![24.0, 24.0]);
    bcast!(y ./= x);
    bcast!(y .%= 5);
    assert_eq!(y, array![1.0, 3.0]);
    bcast!(y.^=2);
    assert_eq!(y, array![1.0, 9.0]);
    let mut n = array![0b1110, 0b0111];
    bcast!(n .&= 0b1011);
    bcast!(n .|= 0b10000);
    bcast!(n .<<= 2);
    bcast!(n .>>= 1);
    assert_eq!(n, array![52, 38]);
}

#[test]
fn compound_power() {
    let mut y = array![2_i64, -3];
    bcast!(y .^= 3);
    assert_eq!(y, array![8, -27]);
    let mut y = array![4.0, 9.0];
    bcast!(y .^= 0.5);
    assert_eq!(y, array![2.0, 3.0]);
    bcast!(y .^= y .- 1);
    assert_eq!(y, array![2.0, 9.0]);
}

/// The right side is whole: `y .*= a .+ b` is `y .= y .* (a .+ b)`.
#[test]
fn the_right_side_is_one_operand() {
    let mut y = array![2, 3];
    let x = array![10, 20];
    bcast!(y .*= x .+ 1);
    assert_eq!(y, array![22, 63]);
    bcast!(y .-= x .- 1);
    assert_eq!(y, array![13, 44]);
}

/// Behind a guard, by its dereference; a single element of the target, in braces.
#[test]
fn targets_behind_guards_and_elements() {
    let cell = std::cell::RefCell::new(array![1, 2]);
    bcast!(*cell.borrow_mut() .+= 1);
    let lock = std::sync::Mutex::new(cell.into_inner());
    bcast!(*lock.lock().expect("nobody panicked") .*= 10);
    let mut x = lock.into_inner().expect("nobody panicked");
    assert_eq!(x, array![20, 30]);
    bcast!(x .-= { x[0] });
    bcast!(x[1] .+= 5);
    assert_eq!(x, array![0, 15]);
}

#[test]
fn everything_is_broadcast_into_the_target() {
    let mut out = Array2::<f64>::zeros((2, 3));
    bcast!(out .= 0.5);
    assert_eq!(out, Array2::from_elem((2, 3), 0.5));
    bcast!(out .= array![1.0, 2.0, 3.0] @ (1));
    assert_eq!(out, array![[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]);
    bcast!(out .+= array![10.0, 20.0] @ (0));
    assert_eq!(out, array![[11.0, 12.0, 13.0], [21.0, 22.0, 23.0]]);
    bcast!(out .= array![[7.0], [8.0]]);
    assert_eq!(out, array![[7.0, 7.0, 7.0], [8.0, 8.0, 8.0]]);
    bcast!(out .-= arr0(7.0));
    assert_eq!(out, array![[0.0, 0.0, 0.0], [1.0, 1.0, 1.0]]);
}

/// "It is reborrowed, so `out: &mut Array<..>` needs no `mut`".
#[test]
fn borrowed_targets() {
    fn double(out: &mut Array1<i32>) {
        bcast!(out .*= 2);
        bcast!(out .= out .+ 1);
        bcast!(*out .-= 3);
        out[0] += 100;
    }
    fn fill(mut out: ArrayViewMut2<i32>, value: i32) {
        bcast!(out .= value);
    }
    fn increased(out: &mut Array1<i32>) -> &mut Array1<i32> {
        bcast!(out .+= 1);
        out
    }
    let mut y = array![1, 2];
    double(&mut y);
    assert_eq!(y, array![100, 2]);
    bcast!(increased(&mut y) .*= 2);
    assert_eq!(y, array![202, 6]);
    let mut m = Array2::zeros((2, 2));
    fill(m.view_mut(), 5);
    assert_eq!(m, Array2::from_elem((2, 2), 5));
    let borrow = &mut y;
    let nested = &mut *borrow;
    bcast!(nested .= 0);
    bcast!(borrow .+= 4);
    assert_eq!(y, array![4, 4]);
}

struct Model {
    y: Array1<f64>,
    layers: (Array1<f64>, [Array1<f64>; 2]),
    count: f64,
}

impl Model {
    fn step(&mut self, rate: f64) {
        bcast!(self.y .= self.y .* 2 .+ rate);
        bcast!(self.layers.0 .+= self.y);
        bcast!(self.layers.1[1] .-= self.y);
        bcast!(self.count .+= 1);
    }
}

#[test]
fn fields() {
    let mut model =
        Model { y: array![1.0, 2.0], layers: (array![10.0, 20.0], [array![0.0], array![0.0, 0.0]]), count: 4.0 };
    model.step(0.5);
    assert_eq!(model.y, array![2.5, 4.5]);
    assert_eq!(model.layers.0, array![12.5, 24.5]);
    assert_eq!(model.layers.1[1], array![-2.5, -4.5]);
    assert_eq!(model.count, 5.0);
    let (a, mut b) = ((array![1, 2],), (3, (array![0, 0], 4)));
    bcast!(b.1.0 .= a.0 .* 2);
    assert_eq!(b.1.0, array![2, 4]);
    let boxed = Box::new(Model { y: array![1.0], layers: (array![1.0], [array![1.0], array![1.0]]), count: 0.0 });
    let mut boxed = boxed;
    bcast!(boxed.y .*= 5);
    assert_eq!(boxed.y, array![5.0]);
}

#[test]
fn slices_vectors_and_parts_of_arrays() {
    let x = array![1, 2, 3];
    let mut vector = vec![0; 3];
    bcast!(vector .= x .* 2);
    assert_eq!(vector, [2, 4, 6]);
    let mut fixed = [0; 3];
    bcast!(fixed .= x .+ 1);
    assert_eq!(fixed, [2, 3, 4]);
    let mut long = vec![9; 6];
    bcast!(long[1..4] .= x);
    assert_eq!(long, [9, 1, 2, 3, 9, 9]);
    let part = &mut long[3..];
    bcast!(part .+= x);
    assert_eq!(long, [9, 1, 2, 4, 11, 12]);

    let mut m = Array2::<i32>::zeros((3, 3));
    bcast!(m.row_mut(1) .= x);
    bcast!(m.slice_mut(s![.., 0]) .-= x);
    bcast!(m.diag_mut() .+= 10);
    assert_eq!(m, array![[9, 0, 0], [-1, 12, 3], [-3, 0, 10]]);
    bcast!(m.slice_mut(s![..;-1, ..]) .= x @ (0));
    assert_eq!(m, array![[3, 3, 3], [2, 2, 2], [1, 1, 1]]);
    let (mut upper, lower) = m.multi_slice_mut((s![0..1, ..], s![1..2, ..]));
    bcast!(upper .+= lower);
    assert_eq!(m.row(0), array![5, 5, 5]);
}

/// A number is a target of rank 0, as is an array of rank 0.
#[test]
fn single_places() {
    let mut total = 1.5_f32;
    let by = 2.0_f32;
    bcast!(total .+= by .* 3);
    assert_eq!(total, 7.5);
    bcast!(total .= 0);
    assert_eq!(total, 0.0);
    let mut single: Array0<i32> = arr0(5);
    bcast!(single .*= 3);
    assert_eq!(single, arr0(15));
    let mut flag = false;
    bcast!(flag .|= by .> 1);
    assert!(flag);
    fn bump(count: &mut u64) {
        bcast!(*count .+= 1);
        bcast!(count .+= 1);
    }
    let mut count = 0;
    bump(&mut count);
    assert_eq!(count, 2);
}

#[test]
fn dynamic_targets() {
    let mut out = ArrayD::<f64>::zeros(IxDyn(&[2, 3]));
    let x = array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    bcast!(out .= x .* 2);
    assert_eq!(out, x.mapv(|x| 2.0 * x).into_dyn());
    let mut fixed = Array2::zeros((2, 3));
    bcast!(fixed .= out);
    assert_eq!(fixed, x.mapv(|x| 2.0 * x));
    let mut deep = ArrayD::<i32>::zeros(IxDyn(&[1, 2, 1, 2, 1, 2, 1, 2]));
    bcast!(deep .+= 1);
    assert_eq!(deep.sum(), 16);
}

/// "The target read again as the same bare name is the same element".
#[test]
fn the_target_as_an_operand() {
    let mut y = array![1, 2, 3];
    let x = array![10, 20, 30];
    bcast!(y .= y .* y .+ x);
    assert_eq!(y, array![11, 24, 39]);
    bcast!(y .= x .- y);
    assert_eq!(y, array![-1, -4, -9]);
    let mut strided = Array2::from_shape_fn((4, 5), |(i, j)| 10 * i + j);
    let mut view = strided.slice_mut(s![..;2, ..;-2]);
    bcast!(view .= view .+ 100 .* view);
    assert_eq!(strided.row(2), array![2020, 21, 2222, 23, 2424]);
    assert_eq!(strided.row(1), array![10, 11, 12, 13, 14]);
}

/// "Several assignments are evaluated in one pass": a later one sees the new element.
#[test]
fn several_assignments() {
    let x = array![1.0, 2.0];
    let (mut y, mut z) = (array![10.0, 20.0], array![100.0, 200.0]);
    bcast!(y .= y .* 2 .+ x; z .-= y);
    assert_eq!(y, array![21.0, 42.0]);
    assert_eq!(z, array![79.0, 158.0]);
    bcast!(y .= z; z .= y);
    assert_eq!((y, z), (array![79.0, 158.0], array![79.0, 158.0]));

    let (mut a, mut b, mut c) = (array![1, 2], array![0, 0], array![5, 5]);
    bcast!(
        let sum = a .+ c;
        b .= sum .* 10;
        a .+= b;
        c .= sum .- a;
    );
    assert_eq!((a, b, c), (array![61, 72], array![60, 70], array![-55, -65]));
}

/// Targets of different element types and layouts in one call.
#[test]
fn several_kinds_of_targets() {
    let x = Array2::from_shape_fn((5, 70), |(i, j)| i as f32 * 100.0 + j as f32);
    let mut double = Array2::<f64>::zeros((5, 70));
    let mut mask = Array2::from_elem((70, 5), false).reversed_axes();
    let mut bytes = Array2::<u8>::zeros((10, 70));
    let mut odd = bytes.slice_mut(s![1..;2, ..]);
    bcast!(double .= f64.(x) ./ 2; mask .= x .> 150; odd .= u8.(x ./ 2));
    assert_eq!(double, x.mapv(|x| f64::from(x) / 2.0));
    assert_eq!(mask, x.mapv(|x| x > 150.0));
    assert_eq!(bytes.slice(s![1..;2, ..]), x.mapv(|x| (x / 2.0) as u8));
    assert!(bytes.slice(s![..;2, ..]).iter().all(|&byte| byte == 0));
}

/// Assignments and results in one call.
#[test]
fn assignments_and_results() {
    let x = array![1, 2, 3];
    let mut y = array![10, 10, 10];
    let rest = bcast!(y .-= x; y .* 2);
    assert_eq!(y, array![9, 8, 7]);
    assert_eq!(rest, array![18, 16, 14]);
    let (less, twice) = bcast!(y .+= 1; (y .< 9, x .* 2));
    assert_eq!(y, array![10, 9, 8]);
    assert_eq!(less, array![false, false, true]);
    assert_eq!(twice, array![2, 4, 6]);
    let () = bcast!(y .= 0);
    let () = bcast!(y .= 0;);
    assert_eq!(y, array![0, 0, 0]);
}

/// A simple target is borrowed after the operands, so they may read it; others in source order.
#[test]
fn operands_may_read_the_target_first() {
    let mut y: Array1<f64> = array![1.0, 2.0, 3.0];
    bcast!(y .-= y.mean().expect("not empty"));
    assert_eq!(y, array![-1.0, 0.0, 1.0]);
    bcast!(y ./= y.iter().fold(0.0_f64, |most, y| most.max(y.abs())) .* 4);
    assert_eq!(y, array![-0.25, 0.0, 0.25]);
    bcast!(y .+= (y.len() as f64));
    assert_eq!(y, array![2.75, 3.0, 3.25]);
}

/// Arrays without elements are targets too.
#[test]
fn empty_targets() {
    let mut none = Array2::<f64>::zeros((0, 3));
    bcast!(none .+= array![1.0, 2.0, 3.0] @ (1));
    bcast!(none .= none .* 2);
    assert_eq!(none.shape(), [0, 3]);
    let mut nothing: Vec<i32> = Vec::new();
    bcast!(nothing .+= 1);
    assert!(nothing.is_empty());
}

/// Targets in Fortran order with operands in row order, and the other way round.
#[test]
fn layouts_may_differ() {
    let x = Array2::from_shape_fn((40, 70), |(i, j)| (100 * i + j) as i64);
    let mut columns = Array::zeros((70, 40)).reversed_axes();
    bcast!(columns .= x .+ 1);
    assert_eq!(columns, &x + 1);
    let mut rows = Array2::zeros((40, 70));
    bcast!(rows .= columns .* 2);
    assert_eq!(rows, (&x + 1) * 2);
}
