//! Comparisons, conditions, and what stands beside what.
//!
//! Where an operand is a number of a variable without a type, `let k = 0.5;`, rustc does not know its type yet. Of one
//! implementation, `f32: PartialOrd<_>`, it would take that the number is `f32`, and later tell of all of the call that
//! it is `f64`. So what stands beside is asked, `_: Compares<f32>`, which rustc puts off until it knows.

/// `a .== b` and `a .!= b`: `PartialEq` of the elements, of any types that have it.
///
/// 0 equals -0, and NaN equals nothing, itself included: `is_nan.` asks for it.
///
/// ```
/// use bcast::{bcast, ndarray::array};
///
/// assert_eq!(bcast!(array!['a', 'b'] .== 'b'), array![false, true]);
/// let x = array![0.0, f64::NAN];
/// assert_eq!((bcast!(x .== -x), bcast!(x .!= x)), (array![true, false], array![false, true]));
/// ```
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` and `{B}` cannot be compared for equality",
    label = "`{Self}` beside `{B}`",
    note = "element types are never converted silently: write `{Self}.(..)` around the right or \
            `{B}.(..)` around the left",
    note = "convert a number rather than an array, but integers beside `0.5`: `f64.(n)`; a variable is `f64` by \
            `let k = 0.1;`, `f32` by `let k = 0.1_f32;`"
)]
pub trait Equal<B>: Sized {
    /// `a .== b`
    fn equal(b: B, a: Self) -> bool;
    /// `a .!= b`
    #[inline]
    fn not_equal(b: B, a: Self) -> bool {
        !Self::equal(b, a)
    }
}
#[diagnostic::do_not_recommend]
impl<A, B: Equals<A>> Equal<B> for A {
    #[inline]
    fn equal(b: B, a: A) -> bool {
        b.equals(a)
    }
    #[inline]
    fn not_equal(b: B, a: A) -> bool {
        b.differs(a)
    }
}
/// What stands behind `.==`.
pub trait Equals<A> {
    fn equals(self, a: A) -> bool;
    fn differs(self, a: A) -> bool;
}
#[diagnostic::do_not_recommend]
impl<A: PartialEq<B>, B> Equals<A> for B {
    #[inline]
    fn equals(self, a: A) -> bool {
        a == self
    }
    #[inline]
    fn differs(self, a: A) -> bool {
        a != self
    }
}

/// `a .< b`, `a .<= b`, `a .> b` and `a .>= b`: `PartialOrd` of the elements, of any types that have it.
///
/// Beside a NaN all of them are false. Comparisons chain: `lo .<= x .< hi` means both, and evaluates `x` once.
///
/// ```
/// use bcast::{bcast, ndarray::array};
///
/// let x = array![-1.0, 0.0, 0.5, f64::NAN];
/// assert_eq!(bcast!(0 .<= x .< 1), array![false, true, true, false]);
/// assert_eq!(bcast!(array![(1, 2), (0, 9)] .> array![(1, 1), (1, 0)]), array![true, false]);
/// ```
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` and `{B}` cannot be ordered",
    label = "`{Self}` beside `{B}`",
    note = "element types are never converted silently: write `{Self}.(..)` around the right or \
            `{B}.(..)` around the left",
    note = "convert a number rather than an array, but integers beside `0.5`: `f64.(n)`; a variable is `f64` by \
            `let k = 0.1;`, `f32` by `let k = 0.1_f32;`"
)]
pub trait Ordered<B>: Sized {
    /// `a .< b`
    fn less(b: B, a: Self) -> bool;
    /// `a .<= b`
    fn less_equal(b: B, a: Self) -> bool;
    /// `a .> b`
    fn greater(b: B, a: Self) -> bool;
    /// `a .>= b`
    fn greater_equal(b: B, a: Self) -> bool;
}
macro_rules! ordered {
    ($($method:ident $sign:tt)*) => {
        #[diagnostic::do_not_recommend]
        impl<A, B: Compares<A>> Ordered<B> for A {$(
            #[inline]
            fn $method(b: B, a: A) -> bool {
                b.$method(a)
            }
        )*}
        /// What stands behind `.<`.
        pub trait Compares<A> {$(
            fn $method(self, a: A) -> bool;
        )*}
        #[diagnostic::do_not_recommend]
        impl<A: PartialOrd<B>, B> Compares<A> for B {$(
            #[inline]
            fn $method(self, a: A) -> bool {
                a $sign self
            }
        )*}
    };
}
ordered! { less < less_equal <= greater > greater_equal >= }

/// What `if`, `select.`, `.&&` and `.||` ask: a `bool`.
///
/// ```
/// use bcast::{bcast, ndarray::array};
///
/// let (x, is_known) = (array![4, 0, 2], array![true, true, false]);
/// assert_eq!(bcast!(if is_known .&& x .!= 0 { 8 ./ x } else { -1 }), array![2, -1, -1]); // 8 ./ 0 is not computed
/// assert_eq!(bcast!(select.(is_known, x, 9)), array![4, 0, 9]);
/// ```
#[diagnostic::on_unimplemented(
    message = "bcast!: a condition is `bool`, this is `{Self}`",
    label = "not a `bool`",
    note = "compare it: `x .!= 0`"
)]
pub trait Condition {
    /// Passes the value on.
    fn condition(self) -> bool;
}
#[diagnostic::do_not_recommend]
impl Condition for bool {
    #[inline]
    fn condition(self) -> bool {
        self
    }
}

/// What is of the type `T`: both branches of `if`, both values of `select.`.
///
/// ```
/// use bcast::{bcast, ndarray::array};
///
/// let (x, least) = (array![-1.0_f32, 2.0], 0.5_f32); // `0.5` alone would be an `f64`
/// assert_eq!(bcast!(if x .> least { x } else { least }), array![0.5, 2.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "bcast!: a branch of `{Self}` beside one of `{T}`",
    label = "this is `{Self}`",
    note = "both have one type: convert one of them, for example with `{T}.(..)`",
    note = "convert a number rather than an array; a variable is `f64` by `let k = 0.1;`, `f32` by `let k = 0.1_f32;`"
)]
pub trait Alike<T> {
    /// Passes the value on.
    fn alike(self) -> T;
}
#[diagnostic::do_not_recommend]
impl<T> Alike<T> for T {
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn alike(self) -> T {
        self
    }
}
