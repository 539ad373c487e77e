//! Functions of the user's own: paths, generics, closures, values that are called.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use bcast::ndarray::{Array1, Array2, array};
use bcast::{One, bcast};

fn triple(x: i32) -> i32 {
    3 * x
}

/// A function of the user with the name of a built-in: `sqrt.(..)` is ours, `self::sqrt.(..)` is this.
fn sqrt(x: f64) -> f64 {
    x + 1.0
}

mod inner {
    pub(super) fn halve(x: f64) -> f64 {
        x / 2.0
    }
    pub(super) mod deeper {
        pub(crate) fn negate<T: std::ops::Neg<Output = T>>(x: T) -> T {
            -x
        }
    }
}

#[test]
fn names_and_paths() {
    let (x, n) = (array![4.0, 9.0], array![1, 2]);
    assert_eq!(bcast!(triple.(n)), array![3, 6]);
    assert_eq!(bcast!(triple.(triple.(n) .+ 1)), array![12, 21]);
    assert_eq!(bcast!(sqrt.(x)), array![2.0, 3.0]);
    assert_eq!(bcast!(self::sqrt.(x)), array![5.0, 10.0]);
    assert_eq!(bcast!(inner::halve.(x)), array![2.0, 4.5]);
    assert_eq!(bcast!(inner::deeper::negate.(n)), array![-1, -2]);
    assert_eq!(bcast!(crate::own::triple.(n)), array![3, 6]);
    assert_eq!(bcast!(f64::sqrt.(x)), array![2.0, 3.0]);
    assert_eq!(bcast!(f64::atan2.(x, x)), Array1::from_elem(2, std::f64::consts::FRAC_PI_4));
    assert_eq!(bcast!(i32::wrapping_add.(n, i32::MAX)), array![i32::MIN, i32::MIN + 1]);
    assert_eq!(bcast!(std::cmp::max.(n, array![2, 0])), array![2, 2]);
    assert_eq!(bcast!(triple .(n)), array![3, 6]);
}

trait Scale {
    fn scale(self) -> Self;
}

impl Scale for f64 {
    fn scale(self) -> f64 {
        10.0 * self
    }
}

#[test]
fn generic_and_qualified_paths() {
    fn same<T>(x: T) -> T {
        x
    }
    fn convert<A: Into<B>, B>(x: A) -> B {
        x.into()
    }
    let x = array![1.0, 2.0];
    assert_eq!(bcast!(same::<f64>.(x)), x);
    assert_eq!(bcast!(convert::<u8, f64>.(array![7_u8])), array![7.0]);
    assert_eq!(bcast!(<f64 as Scale>::scale.(x)), array![10.0, 20.0]);
    assert_eq!(bcast!(Scale::scale.(x) .+ 1), array![11.0, 21.0]);
    assert_eq!(bcast!(<f64>::abs.(-x)), x);
}

struct Model {
    slope: f64,
}

impl Model {
    fn apply(x: f64) -> f64 {
        x - 1.0
    }
    fn run(&self, x: &Array1<f64>) -> Array1<f64> {
        let line = |x: f64| self.slope * x;
        bcast!(line.(Self::apply.(x)))
    }
}

#[test]
fn inside_an_impl() {
    assert_eq!(Model { slope: 2.0 }.run(&array![1.0, 5.0]), array![0.0, 8.0]);
}

#[test]
fn closures() {
    let x = array![1.0, 2.0, 3.0];
    let factor = 4.0;
    let scaled = |x: f64| x * factor;
    assert_eq!(bcast!(scaled.(x)), array![4.0, 8.0, 12.0]);
    assert_eq!(bcast!((|v: f64| v + factor).(x)), array![5.0, 6.0, 7.0]);
    assert_eq!(bcast!((|v| v + factor).(x)), array![5.0, 6.0, 7.0]);
    assert_eq!(bcast!((|a, b| a * 10.0 + b).(x, factor)), array![14.0, 24.0, 34.0]);
    let owned = String::from("abc");
    assert_eq!(bcast!((move |v| v + owned.len() as f64).(x)), array![4.0, 5.0, 6.0]);
    assert_eq!(bcast!((|v: f64| { let w = v * v; w + 1.0 }).(x) .- 1), array![1.0, 4.0, 9.0]);
}

/// A callee that is computed is evaluated once.
#[test]
fn computed_callees() {
    let made = AtomicUsize::new(0);
    let make = |by: i32| {
        made.fetch_add(1, Relaxed);
        move |x: i32| x + by
    };
    let x = array![1, 2, 3];
    assert_eq!(bcast!((make(10)).(x)), array![11, 12, 13]);
    assert_eq!(made.into_inner(), 1);
    let table: [fn(i32) -> i32; 2] = [triple, i32::abs];
    assert_eq!(bcast!((table[0]).(x)), array![3, 6, 9]);
    assert_eq!(bcast!((table[1]).(-x)), array![1, 2, 3]);
    let function: &(dyn Fn(i32) -> i32 + Sync) = &triple;
    assert_eq!(bcast!(function.(x)), array![3, 6, 9]);
}

/// "`f.()` is called once" and its value goes to every element.
#[test]
fn without_arguments() {
    let calls = AtomicUsize::new(0);
    let next = || calls.fetch_add(1, Relaxed) as i32 + 7;
    let x = Array2::from_elem((30, 40), 1);
    assert_eq!(bcast!(x .+ next.()), Array2::from_elem((30, 40), 8));
    assert_eq!(calls.into_inner(), 1);
}

#[test]
fn many_arguments() {
    #[allow(clippy::too_many_arguments)]
    fn all(a: i32, b: i32, c: i32, d: i32, e: i32, f: i32, g: i32, h: i32, i: i32, j: i32) -> i32 {
        a - b * c + d - e * f + g - h * i + j
    }
    let x = array![1, 2];
    assert_eq!(
        bcast!(all.(x, 2, x, 4, x, 6, x, 8, x, 10)),
        array![1 - 2 + 4 - 6 + 1 - 8 + 10, 2 - 4 + 4 - 12 + 2 - 16 + 10]
    );
    let eight = bcast!((|a, b, c, d, e, f, g, h| a + b + c + d + e + f + g + h).(x, x, x, x, x, x, x, x));
    assert_eq!(eight, array![8, 16]);
}

/// "functions called once per element".
#[test]
fn calls_are_counted() {
    let calls = AtomicUsize::new(0);
    let count = |x: f32| {
        calls.fetch_add(1, Relaxed);
        x
    };
    for shape in [(1, 1), (3, 5), (2, 64), (7, 65), (0, 4), (300, 400)] {
        calls.store(0, Relaxed);
        let x = Array2::<f32>::zeros(shape);
        let _ = bcast!(count.(x) .+ 1);
        assert_eq!(calls.load(Relaxed), shape.0 * shape.1, "{shape:?}");
    }
}

/// Constructors are functions too; arrays of any `Copy` type come out.
#[test]
fn constructors_and_results_of_any_type() {
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Pair(i32, f64);
    let (n, x) = (array![1, 2], array![0.5, 1.5]);
    assert_eq!(bcast!(Pair.(n, x)), array![Pair(1, 0.5), Pair(2, 1.5)]);
    assert_eq!(bcast!(Some.(n)), array![Some(1), Some(2)]);
    assert_eq!(bcast!(i32::checked_div.(n, n .- 1)), array![None, Some(2)]);
    assert_eq!(bcast!((|n, x| (n, x)).(n, x)), array![(1, 0.5), (2, 1.5)]);
}

/// A table taken whole, with an index per element.
#[test]
fn one_value_for_all() {
    let table = [10.0, 20.0, 30.0];
    let index = array![2_usize, 0, 1, 2];
    let look_up = |table: [f64; 3], at: usize| table[at];
    assert_eq!(bcast!(look_up.(One(table), index)), array![30.0, 10.0, 20.0, 30.0]);
    let long = vec![1.0; 100];
    let borrowed = |table: &Vec<f64>, at: usize| table[at];
    assert_eq!(bcast!(borrowed.(One(&long), index)), Array1::ones(4));
    let matrix = array![[1.0, 2.0], [3.0, 4.0]];
    let corner = |m: &Array2<f64>, x: usize| m[(1, 0)] + x as f64;
    assert_eq!(bcast!(corner.(One(&matrix), index)), array![5.0, 3.0, 4.0, 5.0]);
}
