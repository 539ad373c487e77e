//! Comparisons and conditions.

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
            `{B}.(..)` around the left"
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
impl<A: PartialEq<B>, B> Equal<B> for A {
    #[inline]
    fn equal(b: B, a: A) -> bool {
        a == b
    }
    #[inline]
    fn not_equal(b: B, a: A) -> bool {
        a != b
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
            `{B}.(..)` around the left"
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
#[diagnostic::do_not_recommend]
impl<A: PartialOrd<B>, B> Ordered<B> for A {
    #[inline]
    fn less(b: B, a: A) -> bool {
        a < b
    }
    #[inline]
    fn less_equal(b: B, a: A) -> bool {
        a <= b
    }
    #[inline]
    fn greater(b: B, a: A) -> bool {
        a > b
    }
    #[inline]
    fn greater_equal(b: B, a: A) -> bool {
        a >= b
    }
}

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
