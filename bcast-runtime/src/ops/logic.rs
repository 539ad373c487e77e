//! Reductions of `bool`.

use super::reduce::{Folded, Reducer, reduction};
use crate::lane_room::Together;

/// A trait, its reducer and its implementation.
macro_rules! logic {
    ($($reducer:ident $name:ident $method:ident $acc:ident from $identity:expr, $nothing:expr, $a:ident $b:ident => $join:expr, settled $settled:expr, lift $x:ident => $lift:expr, {$($counts:tt)*}; $doc:literal $message:literal;)*) => {$(
        reduction! {
            #[doc = $doc]
            #[diagnostic::on_unimplemented(
                message = $message,
                label = "elements of type `{Self}`",
                note = "its elements must be `bool`: compare, for example `x .!= 0`"
            )]
            $name $method
        }
        /// The reducer of that name.
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
    Anyone AnyTrue any bool from false, false, a b => a | b, settled Some(true), lift x => x, {}; "Whether an element is true; stops early." "bcast!: there is no `any` of `{Self}`";
    Every AllTrue all bool from true, true, a b => a & b, settled Some(false), lift x => x, {}; "Whether all elements are true; stops early." "bcast!: there is no `all` of `{Self}`";
    Counting Count count usize from 0, false, a b => a + b, settled None, lift x => usize::from(x), {
        const COUNTS: bool = true;
        #[inline(always)]
        fn counted(is_true: bool) -> u8 {
            u8::from(is_true)
        }
        #[inline(always)]
        fn so_many(count: u8) -> usize {
            usize::from(count)
        }
    }; "How many elements are true." "bcast!: there is no `count` of `{Self}`";
}
