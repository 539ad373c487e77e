//! Comparisons and conditions.

/// `.==` and `.!=`: `PartialEq` on elements.
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

/// `.<`, `.<=`, `.>` and `.>=`: `PartialOrd` on elements.
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
