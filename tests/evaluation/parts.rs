//! Parts of single values are computed once, where only types tell that they are.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use bcast::ndarray::{Array1, Array2, ArrayD, IxDyn, array};
use bcast::{BroadcastError, Element, One, bcast, try_bcast};

use super::calls::Calls;

const COUNT: usize = 63;

fn matrix() -> Array2<f64> {
    Array2::from_shape_fn((7, 9), |(i, j)| (i * 9 + j) as f64 * 0.125 - 3.0)
}

#[test]
fn once_of_a_number_and_once_per_element_of_an_array() {
    let calls = Calls::default();
    let f = |v: f64| calls.note(v + 1.0);
    let (x, s) = (matrix(), 2.0_f64);
    assert_eq!(bcast!(f.(s) .* x), 3.0 * &x);
    calls.expect(1);
    assert_eq!(bcast!(x .* f.(s)), 3.0 * &x);
    calls.expect(1);
    assert_eq!(bcast!(f.(x) .* x), (&x + 1.0) * &x);
    calls.expect(COUNT);
    let y = matrix();
    assert_eq!(bcast!(f.(y) .* x), (&x + 1.0) * &x);
    calls.expect(COUNT);
    assert_eq!(bcast!(f.(s) .* x .+ s), 3.0 * &x + 2.0);
    calls.expect(1);
    assert_eq!(bcast!(f.(One(s)) .* x), 3.0 * &x);
    calls.expect(1);
    let by_reference = &s;
    assert_eq!(bcast!(f.(by_reference) .* x), 3.0 * &x);
    calls.expect(1);
    // A size says nothing.
    assert_eq!(bcast!(f.(array![[s]]) .* x), 3.0 * &x);
    calls.expect(COUNT);
}

/// What a name stands for is computed along its own axes, also where it is seen through a map.
#[test]
fn once_per_element_of_what_a_name_stands_for() {
    let calls = Calls::default();
    let f = |v: f64| calls.note(v + 1.0);
    let (x, row) = (matrix(), Array1::from_elem(9, 0.5));
    assert_eq!(bcast!(let q = f.(row); x .* q @ (1)), 1.5 * &x);
    calls.expect(9);
    assert_eq!(bcast!(let q = f.(row); x .* q @ (1) .+ q @ (1)), 1.5 * &x + 1.5);
    calls.expect(9);
    assert_eq!(bcast!(let q = f.(sum(row)); x .* q .+ q), 5.5 * &x + 5.5);
    calls.expect(1);
}

#[test]
fn parts_of_several_numbers() {
    let calls = Calls::default();
    let f = |v: f64| calls.note(v + 1.0);
    let both = |v: f64, w: f64| calls.note(v * w);
    let (x, s, t) = (matrix(), 2.0_f64, 3.0_f64);
    assert_eq!(bcast!(both.(s, t) .* x), 6.0 * &x);
    calls.expect(1);
    assert_eq!(bcast!(both.(s, x) .* t), 6.0 * &x);
    calls.expect(COUNT);
    assert_eq!(bcast!(both.(f.(s), f.(t .+ 1) .- 1) .* x), 12.0 * &x);
    calls.expect(3);
    assert_eq!(bcast!(f.(s) .* x .* f.(t)), 12.0 * &x);
    calls.expect(2);
    assert_eq!(bcast!(f.(f.(s) .* x .+ t) .+ f.(s)), 3.0 * &x + 7.0);
    calls.expect(1 + COUNT);
    // Literals are numbers, too.
    assert_eq!(bcast!(both.(2.0, 3.0) .* x), 6.0 * &x);
    calls.expect(1);
    assert_eq!(bcast!(x .* both.(f.(1.0), s .+ f.(0.0))), 6.0 * &x);
    calls.expect(3);
}

/// What is shared stays shared: for numbers as for arrays.
#[test]
fn shared_parts() {
    let calls = Calls::default();
    let f = |v: f64| calls.note(v + 1.0);
    let g = |v: f64| calls.note(v * 2.0);
    let (x, y, s) = (matrix(), matrix(), 2.0_f64);
    assert_eq!(bcast!(f.(s) .* x .+ f.(s)), 3.0 * &x + 3.0);
    calls.expect(1);
    assert_eq!(bcast!(let e = f.(s); g.(e) .* x .+ e), 6.0 * &x + 3.0);
    calls.expect(2);
    assert_eq!(bcast!(let e = f.(y); g.(e) .* x .+ e), (2.0 * &y + 2.0) * &x + &y + 1.0);
    calls.expect(2 * COUNT);
    assert_eq!(bcast!(let e = f.(y); x .* e .+ g.(e)), (2.0 * &y + 2.0) + &x * (&y + 1.0));
    calls.expect(2 * COUNT);
    assert_eq!(bcast!(let e = f.(s); f.(e) .* x .+ g.(e) .* x), 10.0 * &x);
    calls.expect(3);
    assert_eq!(bcast!(let e = f.(s); let d = e .+ e .* 2; d .* x), 9.0 * &x);
    calls.expect(1);
    let (a, b, _) = bcast!(let e = f.(s); (e, g.(e), x));
    assert_eq!((a, b), (3.0, 6.0));
    calls.expect(2);
    // Cheap steps may be needed on both sides.
    assert_eq!(bcast!(let d = s .+ 1; f.(d) .* x .+ d), 4.0 * &x + 3.0);
    calls.expect(1);
}

#[test]
fn in_every_form() {
    let calls = Calls::default();
    let f = |v: f64| calls.note(v + 1.0);
    let (x, s) = (matrix(), 2.0_f64);
    let mut y = matrix();
    bcast!(y .= f.(s));
    assert_eq!(y, Array2::from_elem((7, 9), 3.0));
    calls.expect(1);
    bcast!(y .*= f.(s) .- 1);
    assert_eq!(y, Array2::from_elem((7, 9), 6.0));
    calls.expect(1);
    assert_eq!(bcast!(@. f(s) * x), 3.0 * &x);
    calls.expect(1);
    assert_eq!(bcast!(@. x * s.mul_add(2.0, 1.0).exp().ln()).dim(), (7, 9));
    let (a, b) = bcast!((f.(s), x .+ 1));
    assert_eq!((a, b), (3.0, &x + 1.0));
    calls.expect(1);
    assert_eq!(bcast!(if x .> f.(s) { x } else { f.(s) .* 2 }).dim(), (7, 9));
    let in_branches = x.iter().filter(|&&v| v <= 3.0).count();
    // The condition is always computed; the branch knows its value.
    assert!(in_branches > 0);
    calls.expect(1);
    assert_eq!(bcast!(#[numpy] f.(s) .* x), 3.0 * &x);
    calls.expect(1);
    let v = Array1::<f64>::ones(9);
    assert_eq!(bcast!(x .* (f.(s) .+ v) @ (1)), 4.0 * &x);
    calls.expect(1);
    assert_eq!(bcast!(#[shape([2, 3])] f.(s)), Array2::from_elem((2, 3), 3.0));
    calls.expect(1);
    assert_eq!(bcast!(f.(s) .* s), 6.0);
    calls.expect(1);
    assert_eq!(bcast!(select.(x .> 0, f.(s), x)).dim(), (7, 9));
    calls.expect(1);
    // Three axes, by type alone.
    fn axes<D: bcast::ndarray::Dimension>(x: &bcast::ndarray::Array<f64, D>, f: impl Fn(f64) -> f64 + Sync) {
        let s = 2.0_f64;
        assert_eq!(bcast!(f.(s) .* x).shape(), x.shape());
    }
    axes(&x, f);
    axes(&array![[[1.0, 2.0]]], f);
    calls.expect(2);
}

/// A whole condition may be a part; what stands in a branch is computed only where the branch is taken.
#[test]
fn branches() {
    let calls = Calls::default();
    let f = |v: f64| calls.note(v + 1.0);
    let fails = |v: f64| -> f64 { panic!("called with {v}") };
    let divided = |a: i32, b: i32| calls.note(a / b);
    let (x, s) = (matrix(), 2.0_f64);
    assert_eq!(bcast!(if x .> 100 { fails.(s) } else { x }), x);
    assert_eq!(bcast!(if s .> 100 { fails.(s) } else { f.(s) } .* x), 3.0 * &x);
    calls.expect(1);
    assert!(!bcast!(x .> 100 .&& fails.(s) .> 0).iter().any(|&b| b));
    assert!(bcast!(x .< 100 .|| fails.(s) .> 0).iter().all(|&b| b));
    let (n, zero) = (array![1, 2, 3], 0);
    assert_eq!(bcast!(if n .> 100 { divided.(n, zero) .+ 7 ./ zero } else { n }), n);
    calls.expect(0);
    assert_eq!(bcast!(if x .> 0 { let y = f.(s); y .* y } else { 0 })[[6, 8]], 9.0);
    let taken = x.iter().filter(|&&v| v > 0.0).count();
    calls.expect(taken);
}

/// A call without elements calls at most once, and a panic comes before anything is written.
#[test]
fn of_nothing_and_before_everything() {
    let calls = Calls::default();
    let f = |v: f64| calls.note(v + 1.0);
    let (none, s) = (Array2::<f64>::zeros((0, 4)), 2.0_f64);
    assert_eq!(bcast!(f.(s) .* none).len(), 0);
    assert!(calls.take() <= 1);
    let fails = |v: f64| -> f64 { panic!("called with {v}") };
    let mut y = matrix();
    let caught = catch_unwind(AssertUnwindSafe(|| bcast!(y .= y .+ fails.(s))));
    assert!(caught.is_err());
    assert_eq!(y, matrix());
}

#[test]
fn with_errors_as_values() {
    let calls = Calls::default();
    let f = |v: f64| calls.note(v + 1.0);
    let (x, s) = (matrix(), 2.0_f64);
    assert_eq!(try_bcast!(f.(s) .* x), Ok(3.0 * &x));
    calls.expect(1);
    let other = Array2::<f64>::zeros((7, 8));
    assert!(matches!(try_bcast!(f.(s) .* x .+ other), Err(BroadcastError::Sizes { .. })));
    assert_eq!(try_bcast!((f.(s), f.(s) .* x .+ s)).map(|(_, y)| y), Ok(3.0 * &x + 2.0));
}

#[test]
fn on_several_threads() {
    let calls = Calls::default();
    let f = |v: f64| calls.note(v + 1.0);
    let (x, s) = (Array2::<f64>::ones((700, 900)), 2.0_f64);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().expect("a pool");
    let result = pool.install(|| bcast!(exp.(x .* 0) .* f.(s)));
    assert!(result.iter().all(|&v| v == 3.0));
    calls.expect(1);
}

/// What cannot be copied is made for each element, by whatever needs it.
#[test]
fn elements_that_are_not_copy() {
    let calls = Calls::default();
    let text = |v: i32| calls.note(v.to_string());
    let long = |text: String, n: usize| text.len() + n;
    let (n, s) = (array![1_i32, 2, 3], 1234_i32);
    let lengths: Array1<usize> = bcast!(long.(text.(s), usize.(n)));
    assert_eq!(lengths, array![5, 6, 7]);
    calls.expect(3);
    // As a whole it is a number.
    let length = |text: String| text.len();
    assert_eq!(bcast!(length.(text.(s)) .+ usize.(n)), array![5_usize, 6, 7]);
    calls.expect(1);
    // What is made of it stays per element, too.
    let twice = |length: usize, n: i32| calls.note(2 * length + n as usize);
    let zero = 0_i32;
    assert_eq!(bcast!(twice.(long.(text.(s), 0_usize), zero) .+ usize.(n)), array![9_usize, 10, 11]);
    calls.expect(2);
    // `Copy`, but not for other threads.
    static PLACE: i32 = 0;
    let cell = |_: i32| calls.note(std::ptr::from_ref(&PLACE));
    let read = |pointer: *const i32, n: i32| (pointer.is_null() as i32) + n;
    assert_eq!(bcast!(#[serial] read.(cell.(s), n)), n);
    calls.expect(3);
}

/// Functions see what they capture, references and locals of generic functions among it.
#[test]
fn captures() {
    let calls = Calls::default();
    let table = [1.0, 2.0, 3.0];
    let log = std::sync::Mutex::new(Vec::new());
    let look_up = |at: usize| {
        log.lock().expect("no panic").push(at);
        calls.note(table[at])
    };
    let (x, at) = (matrix(), 2_usize);
    assert_eq!(bcast!(look_up.(at) .* x), 3.0 * &x);
    assert_eq!(bcast!((|at: usize| table[at] + look_up(at - 1)).(at) .* x), 5.0 * &x);
    assert_eq!(bcast!((move |at: usize| at as f64).(at) .* x), 2.0 * &x);
    calls.expect(2);
    assert_eq!(log.into_inner().expect("no panic"), [2, 1]);
    let made = RefCell::new(0);
    let make = || {
        *made.borrow_mut() += 1;
        |v: f64| calls.note(v)
    };
    let s = 2.0_f64;
    assert_eq!(bcast!((make()).(s) .* x), 2.0 * &x);
    calls.expect(1);
    assert_eq!(made.into_inner(), 1);
    fn borrowed<'a>(name: &'a str, x: &Array1<usize>) -> Array1<(&'a str, usize)> {
        bcast!((|name: &'a str, n| (name, n)).((|name: &'a str| &name[1..]).(One(name)), x))
    }
    assert_eq!(borrowed("abc", &array![1, 2]), array![("bc", 1), ("bc", 2)]);
}

#[test]
fn in_generic_functions() {
    fn scaled<T, U>(s: T, x: &Array1<U>, f: impl Fn(T) -> U + Sync) -> Array1<U>
    where
        T: Element,
        U: Copy + Send + Sync + std::ops::Mul<Output = U>,
    {
        let s = One(s);
        bcast!(f.(s) .* x)
    }
    let calls = Calls::default();
    assert_eq!(scaled(2_u8, &array![1.5, 2.5], |v| calls.note(f64::from(v))), array![3.0, 5.0]);
    calls.expect(1);
    fn exponential<T>(s: T, x: &Array1<T>) -> Array1<T>
    where
        T: Element + bcast::ops::Exp<T> + std::ops::Mul<Output = T>,
    {
        let s = One(s);
        bcast!(exp.(s) .* x)
    }
    assert_eq!(exponential(0.0_f32, &array![1.5, 2.5]), array![1.5, 2.5]);
    fn of_dynamic_rank(s: f64, x: &ArrayD<f64>, f: impl Fn(f64) -> f64 + Sync) -> ArrayD<f64> {
        bcast!(f.(s) .* x)
    }
    let x = ArrayD::from_elem(IxDyn(&[2, 1, 3]), 2.0);
    assert_eq!(of_dynamic_rank(1.0, &x, |v| calls.note(v + 1.0)), 2.0 * &x);
    calls.expect(1);
    // An array of rank 0 may be any array.
    let point = ArrayD::from_elem(IxDyn(&[]), 1.0);
    let f = |v: f64| calls.note(v + 1.0);
    assert_eq!(bcast!(f.(point) .* x), 2.0 * &x);
    calls.expect(6);
}

/// Numbers whose type is not known yet, and literals among the arguments.
#[test]
fn types_that_are_found_late() {
    let calls = Calls::default();
    let f = |v: f64| calls.note(v + 1.0);
    let x = array![1.0, 2.0];
    let (s, n) = (2.0, 3);
    assert_eq!(bcast!(f.(s) .* x), array![3.0, 6.0]);
    assert_eq!(bcast!(f.(2 .* s .+ 1) .* x), array![6.0, 12.0]);
    assert_eq!(bcast!(f.(f64.(n)) .* x), array![4.0, 8.0]);
    calls.expect(3);
    assert_eq!(bcast!((|a, b| calls.note(a + b)).(s, x) .* x), array![3.0, 8.0]);
    calls.expect(2);
    assert_eq!(bcast!(f64::from.(n) .* x), array![3.0, 6.0]);
    assert_eq!(bcast!((|v| if v > 1.0 { 2.0 } else { 3.0 }).(s) .* x), array![2.0, 4.0]);
    assert_eq!(bcast!(exp.(s .* 0) .* x), x);
    assert_eq!(bcast!(s .^ s .* x), array![4.0, 8.0]);
    let shift = 1_u32;
    assert_eq!(bcast!((|v: u32| calls.note(v)).(shift) .+ (1 .<< shift) .+ array![1_u32]), array![4]);
}

/// Costly built-in functions, and one method call, give the bits of arrays.
#[test]
fn built_in_functions() {
    let (x, s) = (Array1::<f64>::ones(100), 0.7_f64);
    let all = Array1::from_elem(100, s);
    assert_eq!(bcast!(x ./ exp.(s)), bcast!(x ./ exp.(all)));
    assert_eq!(bcast!(x .* tanh.(s .* 1.5 .- 1)), bcast!(x .* tanh.(all .* 1.5 .- 1)));
    assert_eq!(bcast!(x .+ s .^ 0.3), bcast!(x .+ all .^ 0.3));
    let s = 0.7_f32;
    let (x, all) = (Array1::<f32>::ones(100), Array1::from_elem(100, s));
    assert_eq!(bcast!(x ./ exp.(s) .+ sin.(s)), bcast!(x ./ exp.(all) .+ sin.(all)));
}
