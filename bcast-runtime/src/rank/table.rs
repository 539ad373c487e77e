//! The pairs of ranks, written out: which is larger, and the verdict on the smaller.

use super::*;

// Generic code needs these for any `D`; the pairs of different ranks follow.
impl<R> Within<R> for Scalar {
    type Verdict = Good;
}
impl<D> Within<Full<D>> for Full<D> {
    type Verdict = Good;
}
impl TargetWithin<Scalar> for Scalar {
    type Verdict = Good;
}
impl<D> TargetWithin<Full<D>> for Full<D> {
    type Verdict = Good;
}
impl TargetWithin<Full<Ix0>> for Scalar {
    type Verdict = Good;
}

/// Two ranks of which the second is larger.
macro_rules! ascending {
    ($($small:ident $k:literal $kind:ident < $($large:ident $n:literal $a:literal $b:literal),*;)*) => {$($(
        impl Join<Full<$large>> for Full<$small> { type Out = Full<$large>; }
        impl Join<Full<$small>> for Full<$large> { type Out = Full<$large>; }
        impl Within<Full<$large>> for Full<$small> { type Verdict = Verdict<$kind, $k, $n, $a, $b>; }
        impl TargetWithin<Full<$large>> for Full<$small> { type Verdict = Verdict<SmallTarget, $k, $n, 0, 0>; }
    )*)*};
}
ascending! {
    Ix1 1 Vector < Ix2 2 1 0, Ix3 3 2 0, Ix4 4 3 0, Ix5 5 4 0, Ix6 6 5 0;
    Ix2 2 Matrix < Ix3 3 1 2, Ix4 4 2 3, Ix5 5 3 4, Ix6 6 4 5;
    Ix3 3 Lower < Ix4 4 3 0, Ix5 5 4 0, Ix6 6 5 0;
    Ix4 4 Lower < Ix5 5 4 0, Ix6 6 5 0;
    Ix5 5 Lower < Ix6 6 5 0;
}

/// Rank 0 arrays fit anywhere but hold one element; dynamic ranks are looked at when the call runs.
macro_rules! ends {
    ($($d:ident $n:literal)*) => {$(
        impl Join<Full<Ix0>> for Full<$d> { type Out = Full<$d>; }
        impl Join<Full<$d>> for Full<Ix0> { type Out = Full<$d>; }
        impl Within<Full<$d>> for Full<Ix0> { type Verdict = Good; }
        impl TargetWithin<Full<$d>> for Full<Ix0> { type Verdict = Verdict<SmallTarget, 0, $n, 0, 0>; }
        impl TargetWithin<Full<$d>> for Scalar { type Verdict = Verdict<SmallTarget, 0, $n, 0, 0>; }
        impl TargetWithin<Map<$d>> for Scalar { type Verdict = Verdict<SmallTarget, 0, $n, 0, 0>; }
        impl TargetWithin<Map<$d>> for Full<Ix0> { type Verdict = Verdict<SmallTarget, 0, $n, 0, 0>; }
        impl Join<Full<Ix0>> for Map<$d> { type Out = Map<$d>; }
        impl Join<Map<$d>> for Full<Ix0> { type Out = Map<$d>; }
        impl Within<Map<$d>> for Full<Ix0> { type Verdict = Good; }
        impl Within<Full<Ix0>> for Map<$d> { type Verdict = Verdict<TooFar, { $n - 1 }, 0, 0, 0>; }
        impl Join<Full<IxDyn>> for Full<$d> { type Out = Full<IxDyn>; }
        impl Join<Full<$d>> for Full<IxDyn> { type Out = Full<IxDyn>; }
        impl Within<Full<IxDyn>> for Full<$d> { type Verdict = Good; }
        impl TargetWithin<Full<IxDyn>> for Full<$d> { type Verdict = Good; }
        impl Join<Map<$d>> for Full<IxDyn> { type Out = Full<IxDyn>; }
        impl Join<Full<IxDyn>> for Map<$d> { type Out = Full<IxDyn>; }
        impl Within<Full<IxDyn>> for Map<$d> { type Verdict = Good; }
        impl Join<Map<IxDyn>> for Full<$d> { type Out = Full<$d>; }
        impl Join<Full<$d>> for Map<IxDyn> { type Out = Full<$d>; }
        impl Within<Full<$d>> for Map<IxDyn> { type Verdict = Verdict<TooFar, 6, $n, { $n - 1 }, 0>; }
        impl Join<Map<$d>> for Map<IxDyn> { type Out = Map<IxDyn>; }
        impl Join<Map<IxDyn>> for Map<$d> { type Out = Map<IxDyn>; }
        impl Within<Map<IxDyn>> for Map<$d> { type Verdict = Good; }
        impl Within<Map<$d>> for Map<IxDyn> { type Verdict = Verdict<TooFar, 6, $n, { $n - 1 }, 0>; }
        impl<R, const LEN: usize> MapRank<At<LEN, $n>> for Rk<R> { type Out = Map<$d>; }
    )*};
}
ends! { Ix1 1 Ix2 2 Ix3 3 Ix4 4 Ix5 5 Ix6 6 }

impl Join<Full<IxDyn>> for Full<Ix0> {
    type Out = Full<IxDyn>;
}
impl Join<Full<Ix0>> for Full<IxDyn> {
    type Out = Full<IxDyn>;
}
impl Within<Full<IxDyn>> for Full<Ix0> {
    type Verdict = Good;
}
impl TargetWithin<Full<IxDyn>> for Full<Ix0> {
    type Verdict = Good;
}
impl TargetWithin<Full<IxDyn>> for Scalar {
    type Verdict = Good;
}
impl Join<Map<IxDyn>> for Full<IxDyn> {
    type Out = Full<IxDyn>;
}
impl Join<Full<IxDyn>> for Map<IxDyn> {
    type Out = Full<IxDyn>;
}
impl Within<Full<IxDyn>> for Map<IxDyn> {
    type Verdict = Good;
}
impl Join<Map<IxDyn>> for Full<Ix0> {
    type Out = Map<IxDyn>;
}
impl Join<Full<Ix0>> for Map<IxDyn> {
    type Out = Map<IxDyn>;
}
impl Within<Map<IxDyn>> for Full<Ix0> {
    type Verdict = Good;
}
impl Within<Map<IxDyn>> for Map<IxDyn> {
    type Verdict = Good;
}

/// A map that reaches axis `$m - 1`, beside each full rank and each other map.
macro_rules! maps {
    ($($d:ident $m:literal: fits $($large:ident)*; beyond $($small:ident $n:literal $last:literal)*;)*) => {$(
        impl Within<Map<$d>> for Map<$d> { type Verdict = Good; }
        $(
            impl Join<Full<$large>> for Map<$d> { type Out = Full<$large>; }
            impl Join<Map<$d>> for Full<$large> { type Out = Full<$large>; }
            impl Within<Full<$large>> for Map<$d> { type Verdict = Good; }
        )*
        $(
            impl Join<Full<$small>> for Map<$d> { type Out = Full<$small>; }
            impl Join<Map<$d>> for Full<$small> { type Out = Full<$small>; }
            impl Within<Full<$small>> for Map<$d> { type Verdict = Verdict<TooFar, { $m - 1 }, $n, $last, 0>; }
            impl Join<Map<$small>> for Map<$d> { type Out = Map<$d>; }
            impl Join<Map<$d>> for Map<$small> { type Out = Map<$d>; }
            impl Within<Map<$d>> for Map<$small> { type Verdict = Good; }
            impl Within<Map<$small>> for Map<$d> { type Verdict = Verdict<TooFar, { $m - 1 }, $n, $last, 0>; }
        )*
    )*};
}
maps! {
    Ix1 1: fits Ix1 Ix2 Ix3 Ix4 Ix5 Ix6; beyond;
    Ix2 2: fits Ix2 Ix3 Ix4 Ix5 Ix6; beyond Ix1 1 0;
    Ix3 3: fits Ix3 Ix4 Ix5 Ix6; beyond Ix1 1 0 Ix2 2 1;
    Ix4 4: fits Ix4 Ix5 Ix6; beyond Ix1 1 0 Ix2 2 1 Ix3 3 2;
    Ix5 5: fits Ix5 Ix6; beyond Ix1 1 0 Ix2 2 1 Ix3 3 2 Ix4 4 3;
    Ix6 6: fits Ix6; beyond Ix1 1 0 Ix2 2 1 Ix3 3 2 Ix4 4 3 Ix5 5 4;
}

/// Which number of entries fits which rank.
macro_rules! lengths {
    ($($d:ident $k:literal: $($wrong:literal)*;)*) => {$(
        impl<const REACH: usize> MapLength<At<$k, REACH>> for Full<$d> { type Verdict = Good; }
        impl<const REACH: usize> MapLength<At<$k, REACH>> for Map<$d> { type Verdict = Good; }
        impl MapLength<AtFar<$k>> for Full<$d> { type Verdict = Good; }
        impl MapLength<AtFar<$k>> for Map<$d> { type Verdict = Good; }
        $(
            impl<const REACH: usize> MapLength<At<$wrong, REACH>> for Full<$d> { type Verdict = Verdict<WrongLength, $k, $wrong, 0, 0>; }
            impl<const REACH: usize> MapLength<At<$wrong, REACH>> for Map<$d> { type Verdict = Verdict<WrongLength, $k, $wrong, 0, 0>; }
            impl MapLength<AtFar<$wrong>> for Full<$d> { type Verdict = Verdict<WrongLength, $k, $wrong, 0, 0>; }
            impl MapLength<AtFar<$wrong>> for Map<$d> { type Verdict = Verdict<WrongLength, $k, $wrong, 0, 0>; }
        )*
    )*};
}
lengths! {
    Ix0 0: 1 2 3 4 5 6;
    Ix1 1: 0 2 3 4 5 6;
    Ix2 2: 0 1 3 4 5 6;
    Ix3 3: 0 1 2 4 5 6;
    Ix4 4: 0 1 2 3 5 6;
    Ix5 5: 0 1 2 3 4 6;
    Ix6 6: 0 1 2 3 4 5;
}
impl<A> MapLength<A> for Full<IxDyn> {
    type Verdict = Good;
}
impl<A> MapLength<A> for Map<IxDyn> {
    type Verdict = Good;
}
impl<const REACH: usize> MapLength<At<0, REACH>> for Scalar {
    type Verdict = Good;
}
macro_rules! single {
    ($($wrong:literal)*) => {$(
        impl<const REACH: usize> MapLength<At<$wrong, REACH>> for Scalar { type Verdict = Verdict<WrongLength, 0, $wrong, 0, 0>; }
        impl MapLength<AtFar<$wrong>> for Scalar { type Verdict = Verdict<WrongLength, 0, $wrong, 0, 0>; }
    )*};
}
single! { 1 2 3 4 5 6 }
