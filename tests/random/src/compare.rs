//! Comparison: bit for bit, but any NaN equals any NaN.

use bcast::ndarray::{Array, ArrayBase, Axis, Data, Dimension, Ix1, Slice};
use bcast::structure::Bits;
use bcast::{Broadcast, Steps, bcast};
use std::any::TypeId;
use std::fmt::Debug;

/// An element type of the cases.
pub trait Sample: Copy + Debug + Send + Sync + 'static {
    /// Lies between the elements of arrays with gaps.
    const GAP: Self;
    /// One of 1024 values from `low` to `high`.
    fn between(low: f64, high: f64, which: u64) -> Self;
    /// NaN, an infinity or the like.
    fn special(which: usize) -> Self;
    /// Equal to the last bit.
    fn same(self, other: Self) -> bool;
    /// Whether it is one of these; a float may lie between them, or as far outside as they lie apart.
    fn is_among(self, around: &[Self]) -> bool {
        around.iter().any(|&other| self.same(other))
    }
}

macro_rules! floats {
    ($($t:ident)*) => {$(
        impl Sample for $t {
            const GAP: Self = -77.25;
            fn between(low: f64, high: f64, which: u64) -> Self {
                (low + (high - low) * (which as f64 / 1023.0)) as $t
            }
            fn special(which: usize) -> Self {
                [$t::NAN, $t::INFINITY, $t::NEG_INFINITY, -0.0, 0.0, $t::MIN_POSITIVE / 4.0, $t::MAX][which % 7]
            }
            fn same(self, other: Self) -> bool {
                self.to_bits() == other.to_bits() || self.is_nan() && other.is_nan()
            }
            fn is_among(self, around: &[Self]) -> bool {
                let least = around.iter().copied().fold($t::INFINITY, $t::min);
                let most = around.iter().copied().fold($t::NEG_INFINITY, $t::max);
                // Which zero it is, and what is subnormal, is left to the device.
                let apart = (most - least).max($t::MIN_POSITIVE);
                let between = least - apart <= self && self <= most + apart;
                between || around.iter().any(|&other| self.same(other))
            }
        }
    )*};
}
floats! { f32 f64 }

macro_rules! integers {
    ($($t:ident)*) => {$(
        impl Sample for $t {
            const GAP: Self = 77;
            fn between(low: f64, high: f64, which: u64) -> Self {
                let count = (high - low) as u64 + 1;
                (low as i64 + (which % count) as i64) as $t
            }
            fn special(_: usize) -> Self {
                0
            }
            fn same(self, other: Self) -> bool {
                self == other
            }
        }
    )*};
}
integers! { i32 i64 u8 u32 }

impl Sample for bool {
    const GAP: Self = true;
    fn between(_: f64, _: f64, which: u64) -> Self {
        which % 2 == 1
    }
    fn special(_: usize) -> Self {
        false
    }
    fn same(self, other: Self) -> bool {
        self == other
    }
}

/// What a call gives or writes: sizes, and elements in logical order.
pub trait Outcome {
    /// The type of the elements.
    type Elem: Sample;
    /// The sizes.
    fn sizes(&self) -> Vec<usize>;
    /// The elements.
    fn elements(&self) -> Vec<Self::Elem>;
}

impl<S: Data<Elem: Sample>, D: Dimension> Outcome for ArrayBase<S, D> {
    type Elem = S::Elem;
    fn sizes(&self) -> Vec<usize> {
        self.shape().to_vec()
    }
    fn elements(&self) -> Vec<S::Elem> {
        self.iter().copied().collect()
    }
}

macro_rules! lines {
    ($([$($generics:tt)*] $t:ty;)*) => {$(
        impl<T: Sample, $($generics)*> Outcome for $t {
            type Elem = T;
            fn sizes(&self) -> Vec<usize> {
                vec![self.len()]
            }
            fn elements(&self) -> Vec<T> {
                self.to_vec()
            }
        }
    )*};
}
lines! { [] Vec<T>; [] [T]; [const N: usize] [T; N]; }

impl<X: Outcome + ?Sized> Outcome for &mut X {
    type Elem = X::Elem;
    fn sizes(&self) -> Vec<usize> {
        (**self).sizes()
    }
    fn elements(&self) -> Vec<X::Elem> {
        (**self).elements()
    }
}

macro_rules! single {
    ($($t:ident)*) => {$(
        impl Dense for $t {
            type Out = $t;
            fn dense(self) -> $t {
                self
            }
        }
        impl Outcome for $t {
            type Elem = $t;
            fn sizes(&self) -> Vec<usize> {
                Vec::new()
            }
            fn elements(&self) -> Vec<$t> {
                vec![*self]
            }
        }
    )*};
}
single! { f32 f64 i32 i64 u8 u32 bool }

/// What `#[structured]` gives, as it would be without.
pub trait Dense {
    /// An array or a single value.
    type Out;
    /// Makes it.
    fn dense(self) -> Self::Out;
}
impl<T, D: Dimension> Dense for Array<T, D> {
    type Out = Self;
    fn dense(self) -> Self {
        self
    }
}
impl<T: Copy + Send + Sync> Dense for Steps<T>
where
    Steps<T>: Broadcast<Ix1, Elem = T>,
{
    type Out = Array<T, Ix1>;
    fn dense(self) -> Array<T, Ix1> {
        bcast!((|element| element).(self))
    }
}
impl<D: Dimension> Dense for Bits<D> {
    type Out = Array<bool, D>;
    fn dense(self) -> Array<bool, D> {
        self.to_array()
    }
}

/// What `#[structured]` gives, as it would be without.
pub fn dense<X: Dense>(of: X) -> X::Out {
    of.dense()
}

/// Asserts that what was computed is what the loops gave.
///
/// # Panics
/// If a size or an element differs.
pub fn same<X: Outcome + ?Sized, D: Dimension>(name: &str, have: &X, want: &Array<X::Elem, D>) {
    assert_eq!(have.sizes(), want.shape(), "the sizes of {name}");
    let (have, want): (_, Vec<X::Elem>) = (have.elements(), want.iter().copied().collect());
    let mut pairs = have.iter().zip(&want).enumerate();
    if let Some((position, (have, want))) = pairs.find(|(_, (have, want))| !have.same(**want)) {
        panic!("{name}, element {position}: {have:?} instead of {want:?}");
    }
}

/// The first elements along each axis, so many as these sizes say: the loops compute a value for all sizes of the call,
/// and this is what it has alone.
pub fn part<T: Clone, D: Dimension>(all: &Array<T, D>, sizes: &[usize]) -> Array<T, D> {
    let mut part = all.view();
    for (axis, &size) in sizes.iter().enumerate() {
        part.slice_axis_inplace(Axis(axis), Slice::from(..size));
    }
    part.to_owned()
}

/// Asserts the type of a result, without helping inference.
///
/// # Panics
/// If it is another one.
pub fn is<Want: 'static, Have: 'static>(_: &Have) {
    let names = (std::any::type_name::<Have>(), std::any::type_name::<Want>());
    assert_eq!(TypeId::of::<Have>(), TypeId::of::<Want>(), "{} instead of {}", names.0, names.1);
}
