//! Reductions of `bool`.

use super::reduce::{Folded, Reducer, reduction};
use crate::lane_room::Together;

/// A trait, its reducer and its implementation.
macro_rules! logic {
    ($(
        $(#[$doc:meta])*
        $reducer:ident $name:ident $method:ident $acc:ident from $identity:expr, $nothing:expr,
        $a:ident $b:ident => $join:expr, settled $settled:expr, lift $x:ident => $lift:expr, {$($counts:tt)*};
        $message:literal;
    )*) => {$(
        reduction! {
            $(#[$doc])*
            #[diagnostic::on_unimplemented(
                message = $message,
                label = "elements of type `{Self}`",
                note = "its elements must be `bool`: compare, for example `x .!= 0`"
            )]
            $name $method
        }
        #[doc = concat!("The reducer of [`", stringify!($name), "`].")]
        pub struct $reducer;
        impl Reducer for $reducer {
            type Lifted = bool;
            type Acc = $acc;
            type Room = Together;
            type Out = $acc;
            const OF_NOTHING: bool = true;
            const ANY_ORDER: bool = true;
            const SETTLES: bool = {
                let settled: Option<$acc> = $settled;
                settled.is_some()
            };
            #[inline(always)]
            fn identity() -> $acc {
                $identity
            }
            #[inline(always)]
            fn join($a: $acc, $b: $acc) -> $acc {
                $join
            }
            #[inline(always)]
            fn finish(acc: $acc, _: usize) -> $acc {
                acc
            }
            #[inline(always)]
            fn is_settled(acc: $acc) -> bool {
                Some(acc) == $settled
            }
            #[inline(always)]
            fn nothing() -> bool {
                $nothing
            }
            #[inline(always)]
            fn one($x: bool) -> $acc {
                $lift
            }
            $($counts)*
        }
        #[diagnostic::do_not_recommend]
        impl $name for bool {
            type Reducer = $reducer;
            #[inline(always)]
            fn $method(x: bool) -> Folded<$reducer> {
                Folded(x)
            }
        }
    )*};
}
logic! {
    /// `any(x)`: whether an element is true; stops early. Over nothing it is false.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let x = array![[1.0, 5.0], [2.0, f64::NAN]];
    /// assert_eq!((bcast!(any[1](x .> 3)), bcast!(any(is_nan.(x)))), (array![true, false], true));
    /// ```
    Anyone AnyTrue any bool from false, false,
    a b => a | b, settled Some(true), lift x => x, {};
    "bcast!: there is no `any` of `{Self}`";

    /// `all(x)`: whether all elements are true; stops early. Over nothing it is true.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let (x, y) = (array![[1.0, 5.0], [2.0, 8.0]], array![[1.0, 5.0], [2.0, 8.5]]);
    /// assert_eq!((bcast!(all[1](x .== y)), bcast!(all(abs.(x .- y) .< 1))), (array![true, false], true));
    /// ```
    Every AllTrue all bool from true, true,
    a b => a & b, settled Some(false), lift x => x, {};
    "bcast!: there is no `all` of `{Self}`";

    /// `count(x)`: how many elements are true, as a `usize`. Over nothing it is 0.
    ///
    /// ```
    /// use bcast::{bcast, ndarray::array};
    ///
    /// let x = array![[1, 5, 7], [2, 8, 0]];
    /// assert_eq!((bcast!(count[1](x .> 4)), bcast!(count(x .% 2 .== 0))), (array![2, 1], 3));
    /// ```
    Counting Count count usize from 0, false,
    a b => a + b, settled None, lift x => usize::from(x), {
        const COUNTS: bool = true;
        #[inline(always)]
        fn counted(is_true: bool) -> u8 {
            u8::from(is_true)
        }
        #[inline(always)]
        fn so_many(count: u8) -> usize {
            usize::from(count)
        }
    };
    "bcast!: there is no `count` of `{Self}`";
}
