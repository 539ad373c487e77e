//! Operands that are computed where they are read: from indices, in equal steps, ranges backwards and in steps.

mod common;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use bcast::ndarray::{
    Array, Array1, Array2, Array3, Array4, Axis, Dimension, IntoDimension, Ix2, Ix6, IxDyn, ShapeBuilder, array, s,
};
use bcast::{Broadcast, bcast, from_shape_fn, linspace, steps, try_bcast};
use common::counting::{Counting, Requests, settled, settled_on};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const NONE: Requests = Requests { count: 0, bytes: 0 };

fn once(bytes: usize) -> Requests {
    Requests { count: 1, bytes }
}

/// Shapes from nothing to more than a small call has, with short and long rows.
const SHAPES: [(usize, usize); 11] =
    [(0, 3), (3, 0), (1, 1), (1, 70), (70, 1), (3, 5), (8, 8), (40, 70), (200, 7), (5, 300), (300, 300)];

fn of_two((i, j): (usize, usize)) -> i64 {
    (1000 * i + j) as i64
}

#[test]
fn of_every_rank() {
    let (single, vector) = (from_shape_fn((), |()| 7), from_shape_fn(5, |i| 10 * i));
    assert_eq!(bcast!(single .+ 1).into_scalar(), 8);
    assert_eq!(bcast!(single .+ (0..3)), array![7, 8, 9]);
    assert_eq!(bcast!(vector .+ 1), array![1, 11, 21, 31, 41]);
    assert_eq!(bcast!(from_shape_fn([2, 2], |(i, j)| 10 * i + j) .+ 0), array![[0, 1], [10, 11]]);
    let digits = |(i, j, k): (usize, usize, usize)| 100 * i + 10 * j + k;
    let cube = bcast!(from_shape_fn((5, 6, 7), digits) .* 2);
    assert_eq!(cube, Array3::from_shape_fn((5, 6, 7), |index| 2 * digits(index)));
    type Six = (usize, usize, usize, usize, usize, usize);
    let six = |(a, b, c, d, e, f): Six| [b, c, d, e, f].into_iter().fold(a, |sum, i| 10 * sum + i);
    let shape = Ix6(2, 3, 1, 4, 5, 6);
    assert_eq!(bcast!(from_shape_fn(shape, six) .+ 0), Array::from_shape_fn(shape, six));
    for sizes in [&[][..], &[4], &[2, 3, 4], &[2, 3, 2, 3, 2, 3, 2]] {
        let sum = |index: IxDyn| (0..index.ndim()).fold(1, |sum, axis| 10 * sum + index[axis]);
        let shape = IxDyn(sizes);
        assert_eq!(bcast!(from_shape_fn(shape.clone(), sum) .+ 0), Array::from_shape_fn(shape, sum));
    }
}

/// Whatever `ndarray` takes for a shape; its order of memory says nothing here.
#[test]
fn shapes() {
    let expected = Array2::from_shape_fn((3, 4), of_two);
    assert_eq!(bcast!(from_shape_fn((3, 4), of_two) .+ 0), expected);
    assert_eq!(bcast!(from_shape_fn([3, 4], of_two) .+ 0), expected);
    assert_eq!(bcast!(from_shape_fn(expected.raw_dim(), of_two) .+ 0), expected);
    assert_eq!(bcast!(from_shape_fn((3, 4).f(), of_two) .+ 0), expected);
    assert_eq!(bcast!(from_shape_fn((3, 4).into_dimension(), of_two) .+ 0), expected);
    let panics = catch_unwind(|| from_shape_fn((usize::MAX, 3), of_two)).is_err();
    assert!(panics, "as many elements as no array has");
}

#[test]
fn alone_and_into_targets() {
    for (rows, columns) in SHAPES {
        let (table, expected) =
            (from_shape_fn((rows, columns), of_two), Array2::from_shape_fn((rows, columns), of_two));
        assert_eq!(bcast!(table .+ 0), expected);
        assert_eq!(bcast!(#[serial] table .+ 0), expected);
        assert_eq!(try_bcast!(table .+ table), Ok(&expected + &expected));
        for reversed in 0..4 {
            let mut turned = Array2::zeros((columns, rows));
            let mut target = turned.view_mut().reversed_axes();
            (0..2).filter(|axis| reversed >> axis & 1 == 1).for_each(|axis| target.invert_axis(Axis(axis)));
            bcast!(target .= table);
            assert_eq!(target, expected, "{rows} by {columns}");
            let mut plain = Array2::<i64>::zeros((rows, columns));
            let mut target = plain.view_mut();
            (0..2).filter(|axis| reversed >> axis & 1 == 1).for_each(|axis| target.invert_axis(Axis(axis)));
            bcast!(target .+= table .* 2);
            assert_eq!(target, &expected * 2, "{rows} by {columns}");
        }
    }
}

/// With maps, names, and twice in one call; beside arrays that lie otherwise.
#[test]
fn beside_others() {
    for (rows, columns) in SHAPES {
        let table = from_shape_fn((rows, columns), of_two);
        let x = Array3::from_shape_fn((rows, 4, columns), |(i, j, k)| (i + j * k) as i64);
        let expected = Array3::from_shape_fn((rows, 4, columns), |(i, j, k)| of_two((i, k)) + (i + j * k) as i64);
        assert_eq!(bcast!(table @ (0, 2) .+ x), expected);
        assert_eq!(bcast!(x @ (i, j, k) .+ table @ (i, k)), expected);
        let across = bcast!(table @ (1, 2) .+ from_shape_fn(3, |i| i as i64) @ (0) .* table @ (1, 2));
        let expected = Array3::from_shape_fn((3, rows, columns), |(i, j, k)| (1 + i as i64) * of_two((j, k)));
        assert_eq!(across, expected);
        let turned = Array2::from_shape_fn((columns, rows), |(j, i)| (7 * i + j) as i64);
        let expected = Array2::from_shape_fn((rows, columns), |(i, j)| of_two((i, j)) * (7 * i + j) as i64);
        assert_eq!(bcast!(turned.t() .* table), expected);
        let expected = Array2::from_shape_fn((columns, rows), |(j, i)| of_two((i, j)) - (7 * i + j) as i64);
        assert_eq!(bcast!(#[axes(j, i)] table @ (i, j) .- turned @ (j, i)), expected);
        assert_eq!(bcast!(#[numpy] x .+ from_shape_fn(columns, |k| k as i64)), bcast!(x .+ (0..columns as i64) @ (2)));
    }
    let row = from_shape_fn((1, 70), |(_, j)| j as i64);
    assert_eq!(
        bcast!(from_shape_fn((40, 1), |(i, _)| 1000 * i as i64) .+ row),
        Array2::from_shape_fn((40, 70), of_two)
    );
}

#[test]
fn of_four_axes() {
    let element = |(i, j, k, l): (usize, usize, usize, usize)| (1000 * i + 100 * j + 10 * k + l) as i64;
    for shape in [(3, 4, 5, 6), (2, 20, 1, 30), (20, 3, 40, 2), (1, 1, 70, 3)] {
        let (table, expected) = (from_shape_fn(shape, element), Array4::from_shape_fn(shape, element));
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2], [2, 3, 0, 1], [0, 2, 1, 3], [0, 1, 3, 2]] {
            let mut out = Array4::zeros(expected.view().permuted_axes(order).raw_dim());
            let mut back = [0; 4];
            order.into_iter().enumerate().for_each(|(at, axis)| back[axis] = at);
            bcast!(out.view_mut().permuted_axes(back) .= table);
            assert_eq!(out, expected.view().permuted_axes(order), "{order:?}");
            let laid = expected.view().permuted_axes(order).as_standard_layout().into_owned();
            assert_eq!(bcast!(table .- laid.view().permuted_axes(back)), Array4::zeros(expected.raw_dim()));
        }
        assert_eq!(bcast!(sum[1, 3](table)), expected.sum_axis(Axis(3)).sum_axis(Axis(1)));
        assert_eq!(bcast!(sum[0, 2](table)), expected.sum_axis(Axis(2)).sum_axis(Axis(0)));
    }
}

#[test]
fn reduced() {
    for (rows, columns) in SHAPES {
        let (table, made) = (from_shape_fn((rows, columns), of_two), Array2::from_shape_fn((rows, columns), of_two));
        assert_eq!(bcast!(sum(table)), made.sum());
        assert_eq!(bcast!(sum[0](table)), made.sum_axis(Axis(0)));
        assert_eq!(bcast!(sum[1](table .* 2)), made.sum_axis(Axis(1)) * 2);
        if rows * columns > 0 {
            assert_eq!(bcast!(argmax(table)), rows * columns - 1);
            let reals = from_shape_fn((rows, columns), |index| of_two(index) as f64);
            let centred = made.mapv(|x| x as f64) - made.mapv(|x| x as f64).mean_axis(Axis(0)).expect("not empty");
            assert_eq!(bcast!(reals .- mean[0](reals)).dim(), centred.dim());
            let off = bcast!(max(abs.(reals .- mean[0](reals) .- centred)));
            assert!(off < 1e-6, "{off}");
        }
    }
    let product =
        bcast!(sum[k](from_shape_fn((30, 40), |(i, k)| (i + k) as f64) @ (i, k) .* linspace(0.0..=39.0, 40) @ (k)));
    let expected = Array1::from_shape_fn(30, |i| (0..40).map(|k| ((i + k) * k) as f64).sum::<f64>());
    assert_eq!(product, expected);
}

#[test]
fn large_on_threads() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().expect("threads");
    let (sum, made) = pool.install(|| {
        let table = from_shape_fn((1500, 700), of_two);
        (bcast!(sum(table)), bcast!(table .* 2))
    });
    let expected = Array2::from_shape_fn((1500, 700), |index| 2 * of_two(index));
    assert_eq!((2 * sum, made), (expected.sum(), expected));
}

/// A closure that captures, an element of any `Copy` type, and a generic reader.
#[test]
fn functions_and_elements() {
    let (weights, base) = (vec![0.5, 0.25, 0.125], 3.0);
    let table = from_shape_fn((200, 3), |(i, j)| base + i as f64 * weights[j]);
    assert_eq!(bcast!(table .+ 0), Array2::from_shape_fn((200, 3), |(i, j)| 3.0 + i as f64 * weights[j]));
    let pairs = from_shape_fn(100, |i| (i, 'x'));
    assert_eq!(bcast!((|pair: (usize, char)| pair.0 + 1).(pairs)), Array1::from_iter(1..101));
    let nothing = from_shape_fn(100, |_| ());
    assert_eq!(bcast!((|()| 3).(nothing)), Array1::from_elem(100, 3));
    fn total(x: &impl Broadcast<Ix2, Elem = f64>) -> f64 {
        bcast!(sum(x))
    }
    assert_eq!(total(&table), bcast!(sum(table)));
    fn identity(n: usize) -> impl Broadcast<Ix2, Elem = f32> {
        from_shape_fn((n, n), |(i, j)| if i == j { 1.0 } else { 0.0 })
    }
    assert_eq!(bcast!(identity(50) .+ 0), Array2::eye(50));
}

#[test]
fn panics_propagate() {
    for n in [3, 100, 2000] {
        let mut out = Array2::from_elem((n, n), 1_usize);
        let bad = from_shape_fn((n, n), |(i, j)| if (i, j) == (n - 1, n / 2) { panic!("no such element") } else { i });
        let said = catch_unwind(AssertUnwindSafe(|| bcast!(out .+= bad))).expect_err("the function panics");
        assert_eq!(said.downcast_ref::<&str>(), Some(&"no such element"));
        assert!(catch_unwind(AssertUnwindSafe(|| bcast!(sum(bad)))).is_err());
    }
}

/// One pass calls the function once an element; an axis that is stretched costs no calls.
#[test]
fn how_often() {
    let calls = AtomicUsize::new(0);
    let counted = from_shape_fn((40, 70), |(i, j)| {
        calls.fetch_add(1, Ordering::Relaxed);
        i + j
    });
    assert_eq!(bcast!(counted .+ counted)[[39, 69]], 216);
    assert_eq!(calls.swap(0, Ordering::Relaxed), 2800);
    assert_eq!(bcast!(sum(counted)), (0..40).map(|i| (0..70).map(|j| i + j).sum::<usize>()).sum());
    assert_eq!(calls.swap(0, Ordering::Relaxed), 2800);
}

#[test]
fn nothing_is_allocated() {
    let x = Array2::<f64>::ones((70, 90));
    let mut out = Array2::<f64>::zeros((70, 90));
    assert_eq!(settled(|| bcast!(out .= from_shape_fn((70, 90), |(i, j)| (i * j) as f64) .* x)), NONE);
    assert_eq!(settled(|| bcast!(out .= x .* linspace(0.0..=1.0, 90) @ (1) .- steps(0.5, 0.1, 70) @ (0))), NONE);
    assert_eq!(settled(|| bcast!(linspace(0.0..1.0, 1000) .* 2)), once(8000));
    assert_eq!(settled(|| bcast!((0..1000).rev() .* 2)), once(4000));
    assert_eq!(settled(|| bcast!((0..1000).rev().step_by(2) .* 2)), once(2000));
    let mut out = Array::zeros((2, 3, 4, 5, 6, 7));
    assert_eq!(settled(|| bcast!(out .= from_shape_fn((2, 3, 4, 5, 6, 7), |(a, .., f)| (a + f) as f64))), NONE);
    let mut large = Array2::<f32>::zeros((1000, 1000));
    let during = settled_on(2, || bcast!(large .= from_shape_fn((1000, 1000), |(i, j)| (i + j) as f32)));
    assert!(during.count <= 4 && during.bytes < 1000, "{during:?}");
    // A reduction takes accumulators and lanes, and no array.
    let during = settled_on(1, || bcast!(sum(from_shape_fn((1000, 1000), |(i, j)| (i + j) as f32))));
    assert!(during.bytes < 100_000, "{during:?}");
}

#[test]
fn steps_of_every_type() {
    macro_rules! each {
        ($($t:ty)*) => {$(
            let counted = Array1::from_iter((0..40).map(|i| (3 + 2 * i) as $t));
            assert_eq!(bcast!(steps(3 as $t, 2 as $t, 40) .+ 0), counted);
            assert_eq!(bcast!(counted .- steps(3 as $t, 2 as $t, 40)), Array1::from_elem(40, 0 as $t));
        )*};
    }
    each!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64);
    assert_eq!(bcast!(steps(10, -3, 5) .+ 0), array![10, 7, 4, 1, -2]);
    assert_eq!(bcast!(steps(10_u8, 0, 500) .+ 0), Array1::from_elem(500, 10));
    assert_eq!(bcast!(steps(10_u8, 200, 1) .+ 0), array![10]);
    assert_eq!(bcast!(steps(10_u8, 200, 0) .+ 0).len(), 0);
    assert_eq!(bcast!(steps(-128_i8, 1, 256) .+ 0), Array1::from_iter(-128..=127));
    assert_eq!(bcast!(steps(127_i8, -1, 256) .+ 0), Array1::from_iter((-128..=127).rev()));
    assert_eq!(bcast!(steps(i64::MIN, i64::MAX, 3) .+ 0), array![i64::MIN, -1, i64::MAX - 1]);
    let far = bcast!(max(steps(0_i64, 3_000_000_000, 3_000)));
    assert_eq!(far, 2_999 * 3_000_000_000);
    let reals = bcast!(steps(0.1, 0.7, 5000) .* 1);
    assert!(reals.iter().enumerate().all(|(i, &x)| x == 0.1 + 0.7 * i as f64));
    let reals = bcast!(steps(0.1_f32, -0.7, 5000) .* 1);
    assert!(reals.iter().enumerate().all(|(i, &x)| x == 0.1_f32 + -0.7 * i as f32));
}

#[test]
fn steps_that_leave_their_type() {
    let message = |made: fn()| *catch_unwind(made).expect_err("beyond").downcast::<String>().expect("a text");
    let said = message(|| _ = steps(250_u8, 2, 4));
    assert_eq!(said, "bcast!: the last of 4 `steps` is beyond `u8`");
    message(|| _ = steps(0_i8, -1, 130));
    message(|| _ = steps(i64::MIN, i64::MAX, 4));
    message(|| _ = steps(0, 1, usize::MAX));
    message(|| _ = linspace(0.0..1.0, usize::MAX));
}

/// NumPy's numbers: `a + step * i`, and the end itself.
#[test]
fn spaces() {
    assert_eq!(bcast!(linspace(0.0..=1.0, 5) .+ 0), array![0.0, 0.25, 0.5, 0.75, 1.0]);
    assert_eq!(bcast!(linspace(0.0..1.0, 4) .+ 0), array![0.0, 0.25, 0.5, 0.75]);
    assert_eq!(bcast!(linspace(1.0..=-1.0, 3) .+ 0), array![1.0, 0.0, -1.0]);
    assert_eq!(bcast!(linspace(2.0..=5.0, 1) .+ 0), array![2.0]);
    assert_eq!(bcast!(linspace(2.0..5.0, 1) .+ 0), array![2.0]);
    assert_eq!(bcast!(linspace(2.0..=5.0, 0) .+ 0).len(), 0);
    assert_eq!(bcast!(linspace(2.0..5.0, 0) .+ 0).len(), 0);
    for n in [2, 3, 10, 64, 65, 100, 129, 1000, 20_000] {
        let (a, b) = (0.1_f32, 0.7_f32);
        let step = (b - a) / (n - 1) as f32;
        let expected = Array1::from_shape_fn(n, |i| if i == n - 1 { b } else { a + step * i as f32 });
        assert_eq!(bcast!(linspace(a..=b, n) .+ 0), expected);
        let mut backwards = Array1::zeros(n);
        bcast!(backwards.slice_mut(bcast::ndarray::s![..;-1]) .= linspace(a..=b, n));
        assert_eq!(backwards.slice(bcast::ndarray::s![..;-1]), expected);
        let down = bcast!(linspace(a..=b, n) @ (0) .+ 0 .* linspace(0.0_f32..1.0, 3) @ (1));
        assert!((0..3).all(|j| down.column(j) == expected));
        let step = (0.7 - 0.1) / n as f64;
        let expected = Array1::from_shape_fn(n, |i| 0.1 + step * i as f64);
        assert_eq!(bcast!(linspace(0.1..0.7, n) .+ 0), expected);
    }
    let ends_off = (2..200).filter(|&n| 0.1 + (0.7 - 0.1) / (n - 1) as f64 * (n - 1) as f64 != 0.7);
    assert!(ends_off.count() > 0, "the formula alone misses the end");
}

#[test]
fn ranges_backwards_and_in_steps() {
    assert_eq!(bcast!((0..4).rev() .* 2), array![6, 4, 2, 0]);
    assert_eq!(bcast!((0..=4).rev() .* 2), array![8, 6, 4, 2, 0]);
    assert_eq!(bcast!((0..10).step_by(3) .+ 0), array![0, 3, 6, 9]);
    assert_eq!(bcast!((0..=9).step_by(3) .+ 0), array![0, 3, 6, 9]);
    assert_eq!(bcast!((0..10).rev().step_by(3) .+ 0), array![9, 6, 3, 0]);
    assert_eq!(bcast!((0..11).step_by(3).rev() .+ 0), array![9, 6, 3, 0]);
    assert_eq!(bcast!((0..11).rev().rev() .+ 0), Array1::from_iter(0..11));
    assert_eq!(bcast!(@. (0..4).rev() * (0..8).step_by(2) + (-2..2).rev().abs()), array![1, 4, 5, 2]);
    assert_eq!(bcast!((0..100).step_by(2).step_by(3).rev() .+ 0), Array1::from_iter((0..100).step_by(6).rev()));
    let n = 3;
    assert_eq!(bcast!((n..n).rev() .+ 1).len(), 0);
    assert_eq!(bcast!((n..n).step_by(2) .+ 1).len(), 0);
    assert_eq!(bcast!((n..=n - 1).rev() .+ 1).len(), 0);
    assert_eq!(bcast!((n..=n).step_by(2) .+ 1), array![4]);
    let x = Array2::from_elem((3, 200), 1000);
    let expected = Array2::from_shape_fn((3, 200), |(i, j)| 1000 + 2 - i as i32 + 7 * j as i32);
    assert_eq!(bcast!(x .+ (0..3).rev() @ (0) .+ (0..1400).step_by(7) @ (1)), expected);
    let mut used = (0..20).step_by(3);
    used.next();
    assert_eq!(bcast!(used .+ 0), array![3, 6, 9, 12, 15, 18]);
    let mut used = (0..20).rev();
    assert_eq!((used.next(), used.next_back()), (Some(19), Some(0)));
    assert_eq!(bcast!(used .+ 0), Array1::from_iter((1..19).rev()));
    let mut used = 0..=2;
    used.by_ref().for_each(drop);
    assert_eq!(bcast!(used.clone().rev() .+ 0).len() + bcast!(used.step_by(2) .+ 0).len(), 0);
}

#[test]
fn ranges_at_the_limits_of_their_types() {
    macro_rules! each {
        ($($t:ty)*) => {$(
            for (from, to) in [(<$t>::MIN, <$t>::MIN + 100), (<$t>::MAX - 100, <$t>::MAX)] {
                for step in [1, 2, 7, 99, 100, 101, 255, 1 << 20] {
                    let expected = Array1::from_iter((from..to).step_by(step));
                    assert_eq!(bcast!((from..to).step_by(step) .+ 0), expected, "{from} {to} {step}");
                    let expected = Array1::from_iter((from..=to).step_by(step));
                    assert_eq!(bcast!((from..=to).step_by(step) .+ 0), expected, "{from} {to} {step}");
                    let expected = Array1::from_iter((from..=to).rev().step_by(step));
                    assert_eq!(bcast!((from..=to).rev().step_by(step) .+ 0), expected, "{from} {to} {step}");
                }
                assert_eq!(bcast!((from..to).rev() .+ 0), Array1::from_iter((from..to).rev()));
                assert_eq!(bcast!((from..=to).rev() .+ 0), Array1::from_iter((from..=to).rev()));
            }
        )*};
    }
    each!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
    assert_eq!(bcast!((i8::MIN..=i8::MAX).rev() .+ 0), Array1::from_iter((i8::MIN..=i8::MAX).rev()));
    assert_eq!(bcast!((i8::MIN..i8::MAX).step_by(200) .+ 0), array![-128, 72]);
    assert_eq!(
        bcast!((i64::MIN..i64::MAX).step_by(1 << 62) .+ 0),
        Array1::from_iter((i64::MIN..i64::MAX).step_by(1 << 62))
    );
    let error = try_bcast!((0..i64::MAX).rev() .+ 0).expect_err("too large");
    assert!(error.to_string().contains("large"), "{error}");
    let said = catch_unwind(|| try_bcast!((0..=u64::MAX).step_by(1 << 62) .+ 0)).expect_err("std cannot count them");
    let said = said.downcast_ref::<&str>().expect("a text");
    assert!(said.ends_with("write `bcast::steps(first, step, n)`"), "{said}");
    assert!(catch_unwind(|| bcast!((0..u128::MAX).rev() .+ 0)).is_err());
    assert_eq!(bcast!(steps(0, 1_u64 << 62, 4) .+ 0), Array1::from_iter((0..4).map(|i| i << 62)));
}

#[test]
fn sizes_that_do_not_fit() {
    let x = Array2::<f64>::zeros((3, 4));
    let error = try_bcast!(x .+ linspace(0.0..1.0, 5) @ (1)).unwrap_err().to_string();
    assert!(error.contains("linspace(0.0..1.0, 5) @ (1)"), "{error}");
    let error = try_bcast!(x .+ from_shape_fn((4, 3), |(i, j)| (i + j) as f64)).unwrap_err().to_string();
    assert!(error.contains("from_shape_fn((4, 3), |(i, j)| (i + j) as f64)"), "{error}");
}

/// Kernels for rows read what is constant along them once a row, also where rows lie end to end.
#[test]
fn along_rows_that_are_reduced_together() {
    for (rows, columns) in [(3, 64), (64, 64), (300, 128), (7, 63), (65, 65), (40, 320), (1000, 3)] {
        let y = Array2::from_shape_fn((rows, columns), |(i, j)| ((i * 31 + j * 17) % 53) as f64);
        let wide = Array2::from_shape_fn((rows, 2 * columns), |(i, j)| if j % 2 == 0 { y[[i, j / 2]] } else { 7777. });
        let (r, steps) = (0..rows, steps(0.0, 1.0, rows));
        let times = Array2::from_shape_fn((rows, columns), |(i, j)| i as f64 * y[[i, j]]);
        let most = times.fold(f64::MIN, |most, &x| most.max(x));
        for y in [y.view(), wide.slice(s![.., ..;2])] {
            assert_eq!(bcast!(sum(f64.(r @ (0)) .* y)), times.sum(), "{rows}x{columns}");
            assert_eq!(bcast!(sum(steps @ (0) .* y)), times.sum(), "{rows}x{columns}");
            assert_eq!(bcast!(max(f64.(r @ (0)) .* y)), most, "{rows}x{columns}");
            assert_eq!(
                bcast!(sum(at.(y, r @ (0), (0..columns) @ (1)) .* f64.(r @ (0)))),
                times.sum(),
                "{rows}x{columns}"
            );
            assert_eq!(
                bcast!(let t = f64.(r @ (0)) .* y; (sum(t), t)),
                (times.sum(), times.clone()),
                "{rows}x{columns}"
            );
        }
    }
}
