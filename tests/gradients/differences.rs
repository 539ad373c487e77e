//! Central differences.

use bcast::ndarray::{Array, Array2, Dimension};

/// Numbers that look random.
pub(crate) fn numbers(rows: usize, columns: usize, seed: usize) -> Array2<f64> {
    Array2::from_shape_fn((rows, columns), |(i, j)| (((i * columns + j) * 2 + seed * 77) as f64 * 0.37).sin())
}

/// How far arrays of one shape are from each other.
#[track_caller]
pub(crate) fn far<D: Dimension>(found: &Array<f64, D>, expected: &Array<f64, D>) -> f64 {
    assert_eq!(found.shape(), expected.shape());
    found.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// What a formula reads or gives: single values.
pub(crate) trait Values: Clone {
    const EPSILON: f64;
    fn count(&self) -> usize;
    fn value(&self, at: usize) -> f64;
    fn add(&mut self, at: usize, by: f64);
    fn shape(&self) -> Vec<usize>;
    fn total(&self) -> f64 {
        (0..self.count()).map(|at| self.value(at)).sum()
    }
}
macro_rules! values {
    ($($t:ident)*) => {$(
        impl Values for $t {
            const EPSILON: f64 = $t::EPSILON as f64;
            fn count(&self) -> usize {
                1
            }
            fn value(&self, _: usize) -> f64 {
                f64::from(*self)
            }
            fn add(&mut self, _: usize, by: f64) {
                *self += by as $t;
            }
            fn shape(&self) -> Vec<usize> {
                Vec::new()
            }
        }
        impl<D: Dimension> Values for Array<$t, D> {
            const EPSILON: f64 = $t::EPSILON as f64;
            fn count(&self) -> usize {
                self.len()
            }
            fn value(&self, at: usize) -> f64 {
                f64::from(*self.iter().nth(at).unwrap())
            }
            fn add(&mut self, at: usize, by: f64) {
                *self.iter_mut().nth(at).unwrap() += by as $t;
            }
            fn shape(&self) -> Vec<usize> {
                self.shape().to_vec()
            }
        }
    )*};
}
values! { f32 f64 }

/// Compares a value with that of a call without gradients, where sums may join in another order.
pub(crate) fn same<X: Values>(text: &str, with: &X, without: &X) {
    assert_eq!(with.shape(), without.shape(), "{text}");
    for at in 0..with.count() {
        let (with, without) = (with.value(at), without.value(at));
        let is_close = (with - without).abs() <= 8.0 * X::EPSILON * without.abs().max(1.0);
        assert!(with == without || is_close, "{text}: element {at} is {with}, without a gradient {without}");
    }
}

/// Compares a gradient with differences of `total` on both sides of each element.
pub(crate) fn compare<X: Values, G: Values>(text: &str, x: &X, gradient: &G, total: impl Fn(&X) -> f64) {
    assert_eq!(gradient.shape(), x.shape(), "{text}");
    for at in 0..x.count() {
        let step = 1e-5 * x.value(at).abs().max(1.0);
        let moved = |by: f64| {
            let mut x = x.clone();
            x.add(at, by);
            total(&x)
        };
        // Of the fourth order, and with twice the step, which tells how far off they are.
        let [near, far, farther] = [1.0, 2.0, 4.0].map(|times| {
            let step = times * step;
            (moved(step) - moved(-step)) / (2.0 * step)
        });
        let (difference, coarse) = ((4.0 * near - far) / 3.0, (4.0 * far - farther) / 3.0);
        let (found, scale) = (gradient.value(at), difference.abs().max(total(x).abs()).max(1.0));
        assert!(
            (found - difference).abs() <= 2e-8 * scale + 0.1 * (difference - coarse).abs(),
            "{text}: element {at} is {found}, differences say {difference}"
        );
    }
}

/// Compares the value of a formula, and its gradients with respect to these operands. The formula without gradients is
/// compiled once, for all of them.
macro_rules! check {
    ([$($x:ident),+] $($formula:tt)*) => {{
        let (value, gradients) = bcast::bcast!(#[grad($($x),+)] $($formula)*);
        let of = |$($x: &_),+| bcast::bcast!($($formula)*);
        crate::differences::same(stringify!($($formula)*), &value, &of($(&$x),+));
        check!(@each gradients of ($($x),+) [$($x),+] [$($formula)*]);
    }};
    (@each $gradients:ident $of:ident $all:tt [] $formula:tt) => {};
    (@each $gradients:ident $of:ident ($($all:ident),+) [$x:ident $(, $rest:ident)*] [$($formula:tt)*]) => {
        {
            #[allow(unused)]
            let gradient = {
                let ($($all),+) = &$gradients;
                $x
            };
            #[allow(unused)]
            let total = |moved: &_| {
                let ($($all),+) = ($(&$all),+);
                let $x = moved;
                crate::differences::Values::total(&$of($($all),+))
            };
            crate::differences::compare(stringify!($($formula)*), &$x, gradient, total);
        }
        check!(@each $gradients $of ($($all),+) [$($rest),*] [$($formula)*]);
    };
}
