//! What integers do under `#[checked]`, in `i128`: loops say where they are, and what fails first is kept.

use crate::overflow::Integer;
use bcast::BroadcastError;
use std::cell::{Cell, RefCell};

/// An operator, and whether something is divided by 0.
type Fault = (&'static str, bool);

/// What fails for the first element at which something does: of a reduction or a value by number, at an index.
#[derive(Debug)]
pub struct Failure {
    part: usize,
    index: Vec<usize>,
    faults: Vec<Fault>,
}

thread_local! {
    static NOW: RefCell<(usize, Vec<usize>)> = const { RefCell::new((0, Vec::new())) };
    static FIRST: RefCell<Option<Failure>> = const { RefCell::new(None) };
    /// Faults of a `let` wait for the values that read it.
    static WAITING: Cell<Option<Vec<Fault>>> = const { Cell::new(None) };
}

/// From here on an element of this part of the call is computed.
pub fn at(part: usize, index: &[usize]) {
    NOW.set((part, index.to_vec()));
}

/// A value of a `let`, and what failed in it.
pub fn waiting<T>(value: impl FnOnce() -> T) -> (T, Vec<Fault>) {
    WAITING.set(Some(Vec::new()));
    let value = value();
    (value, WAITING.take().unwrap_or_default())
}

/// A value reads what these faults are in.
pub fn read(faults: &[Fault]) {
    faults.iter().for_each(|&fault| note(fault));
}

fn note(fault: Fault) {
    if let Some(mut faults) = WAITING.take() {
        faults.push(fault);
        return WAITING.set(Some(faults));
    }
    let (part, index) = NOW.with_borrow(Clone::clone);
    FIRST.with_borrow_mut(|first| match first {
        Some(first) if (first.part, &first.index) == (part, &index) => first.faults.push(fault),
        Some(first) if (first.part, &first.index) < (part, &index) => {}
        _ => *first = Some(Failure { part, index, faults: vec![fault] }),
    });
}

/// What failed since it was last asked.
pub fn failure() -> Option<Failure> {
    FIRST.take()
}

impl Failure {
    /// Panics unless a call failed in the same way.
    #[track_caller]
    pub fn check(&self, error: Option<BroadcastError>) {
        let Some(BroadcastError::Arithmetic { operation, by_zero, index, .. }) = error else {
            panic!("{self:?} is not found: {error:?}");
        };
        assert_eq!(index, self.index, "`{operation}` instead of {self:?}");
        let is_one = |(sign, zero): &Fault| operation.contains(sign) && by_zero == *zero;
        assert!(self.faults.iter().any(is_one), "`{operation}` instead of {self:?}");
    }
}

/// The number of its type, if it is one.
fn fitting<T: Integer>(exact: i128, sign: &'static str) -> T {
    let value = T::wrapped(exact);
    if value.exact() != exact {
        note((sign, false));
    }
    value
}

macro_rules! operators {
    ($($name:ident $sign:literal $exact:ident;)*) => {$(
        /// The operator of that name.
        pub fn $name<T: Integer>(a: T, b: T) -> T {
            fitting(a.exact().$exact(b.exact()), $sign)
        }
    )*};
}
operators! { plus ".+" saturating_add; minus ".-" saturating_sub; times ".*" saturating_mul; }

macro_rules! quotients {
    ($($name:ident $sign:literal $exact:ident;)*) => {$(
        /// The operator of that name.
        pub fn $name<T: Integer>(a: T, b: T) -> T {
            match b.exact() {
                0 => {
                    note(($sign, true));
                    T::wrapped(0)
                }
                divisor => fitting(a.exact().$exact(divisor), $sign),
            }
        }
    )*};
}
quotients! {
    divide "./" wrapping_div; remainder ".%" wrapping_rem; rem_euclid "rem_euclid" wrapping_rem_euclid;
}

/// `x .<< n`
pub fn shift_left<T: Integer, N: Integer>(x: T, n: N) -> T {
    T::wrapped(x.exact() << amount::<T, N>(n, ".<<"))
}

/// `x .>> n`
pub fn shift_right<T: Integer, N: Integer>(x: T, n: N) -> T {
    T::wrapped(x.exact() >> amount::<T, N>(n, ".>>"))
}

fn amount<T: Integer, N: Integer>(n: N, sign: &'static str) -> i128 {
    if !(0..T::BITS).contains(&n.exact()) {
        note((sign, false));
    }
    n.exact().rem_euclid(T::BITS)
}

/// The function of that name.
pub fn negate<T: Integer>(x: T) -> T {
    fitting(-x.exact(), "-")
}

/// The function of that name.
pub fn abs<T: Integer>(x: T) -> T {
    fitting(x.exact().abs(), "abs")
}

/// `x .^ n`
pub fn power<T: Integer>(x: T, n: u32) -> T {
    let exact = (0..n).try_fold(1_i128, |power, _| power.checked_mul(x.exact()));
    let value = (0..n).fold(T::wrapped(1), |power, _| crate::overflow::wrapping::times(power, x));
    if exact != Some(value.exact()) {
        note((".^", false));
    }
    value
}

/// `sum`
pub fn sum_of<T: Integer>(elements: &[T]) -> T {
    fitting(elements.iter().map(|x| x.exact()).sum(), "sum")
}

/// `prod`
pub fn prod_of<T: Integer>(elements: &[T]) -> T {
    // One more bit than the type has tells that a product does not fit.
    let end = 1_i128 << (T::BITS + 1);
    let sign = elements.iter().map(|x| x.exact().signum()).product::<i128>();
    let exact = sign * elements.iter().fold(1, |all, x| (all * x.exact().abs().max(1)).min(end));
    let value = elements.iter().fold(T::wrapped(1), |all, &x| crate::overflow::wrapping::times(all, x));
    if T::wrapped(exact).exact() != exact || exact.abs() == end {
        note(("prod", false));
    }
    value
}
