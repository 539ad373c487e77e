//! The value of a call. Calls of closures written in place: the arguments come first, so that the closure's parameter
//! types are known.

/// The value of a call. The compiler names this function where the value is not used.
#[must_use = "`v .* 2` computes a new array, `v .*= 2` works in place"]
#[inline(always)]
pub const fn dotted_expression<T>(value: T) -> T {
    value
}

/// The value of a `lazy!`. The compiler names this function where the value is not used.
#[must_use = "`lazy!` computes nothing: `bcast!` or another `lazy!` reads it"]
#[inline(always)]
pub const fn lazy_expression<T>(value: T) -> T {
    value
}

macro_rules! calls {
    ($($name:ident($($arg:ident: $t:ident),*);)*) => {$(
        /// Calls the closure once.
        #[inline]
        #[allow(clippy::too_many_arguments)]
        pub fn $name<$($t,)* R>($($arg: $t,)* f: impl FnOnce($($t),*) -> R) -> R {
            f($($arg),*)
        }
    )*};
}
calls! {
    call1(a: A);
    call2(a: A, b: B);
    call3(a: A, b: B, c: C);
    call4(a: A, b: B, c: C, d: D);
    call5(a: A, b: B, c: C, d: D, e: E);
    call6(a: A, b: B, c: C, d: D, e: E, g: G);
    call7(a: A, b: B, c: C, d: D, e: E, g: G, h: H);
    call8(a: A, b: B, c: C, d: D, e: E, g: G, h: H, i: I);
}
