//! Conversions `f32.(x)`, `u8.(x)` ..: what Rust's `as` gives, for every pair of number types.

mod common;

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, array};
use common::floats::{EDGES, Float};

/// Values of a type at which conversions go wrong.
trait Edges: Sized {
    fn edges() -> Array1<Self>;
}

macro_rules! integer_edges {
    ($($t:ty)*) => { $(
        impl Edges for $t {
            fn edges() -> Array1<$t> {
                // Around every power of two, from both ends: where narrower types end and floats round.
                let powers = (0..<$t>::BITS).map(|bit| (1 as $t).wrapping_shl(bit));
                powers.flat_map(|p| [p, p.wrapping_sub(1), p.wrapping_add(1), p.wrapping_neg(), !p.wrapping_neg(), <$t>::MIN]).collect()
            }
        }
    )* };
}
integer_edges! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

/// The edge values, the ends of every integer type with their neighbours, and fractions beside them.
fn floats() -> impl Iterator<Item = f64> {
    let ends = (0..=128).flat_map(|bit| {
        let end = 2.0_f64.powi(bit);
        [end, end.next_down(), end.next_up(), end - 1.0, end - 0.5, end + 0.5, end + 1.0]
    });
    EDGES.into_iter().chain(ends.flat_map(|end| [end, -end]))
}

impl Edges for f64 {
    fn edges() -> Array1<f64> {
        floats().collect()
    }
}

impl Edges for f32 {
    fn edges() -> Array1<f32> {
        let rounded = floats().map(|x| x as f32);
        rounded.flat_map(|x| [x, x.next_down(), x.next_up()]).collect()
    }
}

macro_rules! to_integers {
    ($from:ty: $($to:ident)*) => { $( {
        let x = <$from>::edges();
        let have: Array1<$to> = bcast!($to.(x));
        for (&x, &have) in x.iter().zip(&have) {
            assert_eq!(have, x as $to, "{}.({x:?}_{})", stringify!($to), stringify!($from));
        }
    } )* };
}

macro_rules! to_floats {
    ($from:ty: $($to:ident)*) => { $( {
        let x = <$from>::edges();
        let have: Array1<$to> = bcast!($to.(x));
        for (&x, &have) in x.iter().zip(&have) {
            let want = x as $to;
            assert!(have.same(want), "{}.({x:?}_{}) is {have:?}", stringify!($to), stringify!($from));
        }
    } )* };
}

macro_rules! from_each {
    ($($name:ident)*) => { $(
        #[test]
        fn $name() {
            to_integers!($name: i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
            to_floats!($name: f32 f64);
        }
    )* };
}
from_each! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 }

/// "`f32.(c)` of bool gives 0 and 1", and so does every number type.
#[test]
fn from_bool() {
    let c = array![true, false, true];
    macro_rules! zero_and_one {
        ($($to:ident)*) => { $(
            let have: Array1<$to> = bcast!($to.(c));
            assert_eq!(have, array![1 as $to, 0 as $to, 1 as $to]);
        )* };
    }
    zero_and_one!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64);
    assert_eq!(bcast!(bool.(c)), c);
    assert_eq!(bcast!(f32.(c .&& !c) .+ 0.5), array![0.5, 0.5, 0.5]);
}

/// A conversion is part of the expression: of subexpressions, of scalars, of one among several ranks.
#[test]
fn in_expressions() {
    let (x, v) = (array![[1, 2], [3, 4]], array![0.5, 0.25]);
    assert_eq!(bcast!(f64.(x) .* v @ (1)), array![[0.5, 0.5], [1.5, 1.0]]);
    assert_eq!(bcast!(f64.(x .* 2 .+ 1) ./ 2), array![[1.5, 2.5], [3.5, 4.5]]);
    assert_eq!(bcast!(i32.(f64.(x) .* 1.5)), array![[1, 3], [4, 6]]);
    assert_eq!(bcast!(u8.(300.7)), 255);
    assert_eq!(bcast!(i64.(-2.9_f32)), -2);
    let wide: Array2<f64> = bcast!(f64.(f32.(x)) .+ 0.1);
    assert_eq!(wide[(1, 1)], 4.1);
}

/// The middle of long rows, where the vectorised conversion runs.
#[test]
fn long_rows() {
    let x = Array2::from_shape_fn((3, 1000), |(i, j)| (j as f32 - 500.0) * [0.5, 0.6, 300_000.0][i]);
    assert_eq!(bcast!(u8.(x)), x.mapv(|x| x as u8));
    assert_eq!(bcast!(i16.(x)), x.mapv(|x| x as i16));
    assert_eq!(bcast!(u32.(x)), x.mapv(|x| x as u32));
    let y = x.mapv(f64::from);
    assert_eq!(bcast!(i8.(y)), y.mapv(|y| y as i8));
    assert_eq!(bcast!(u32.(y .* 20)), y.mapv(|y| (20.0 * y) as u32));
}
