//! Vectors of whole numbers, and what they are compared by: their numbers, one behind the other.

use crate::{Fill, Sample, stored};
use bcast::glam;
use bcast::ndarray::{Array, ArrayBase, Data, Dimension};
use std::array;

/// An element: a number, a truth value or a vector.
pub trait Whole: Sample {
    /// The one whose numbers are these.
    fn whole(number: &mut dyn FnMut() -> i64) -> Self;
    /// Adds its numbers.
    fn put(self, numbers: &mut Vec<f64>);
}

macro_rules! numbers {
    ($($t:ident)*) => {$(
        impl Whole for $t {
            fn whole(number: &mut dyn FnMut() -> i64) -> Self {
                number() as $t
            }
            fn put(self, numbers: &mut Vec<f64>) {
                numbers.push(self as f64);
            }
        }
    )*};
}
numbers! { f32 f64 i32 i64 u32 }

impl Whole for bool {
    fn whole(number: &mut dyn FnMut() -> i64) -> Self {
        number() > 0
    }
    fn put(self, numbers: &mut Vec<f64>) {
        numbers.push(self.into());
    }
}

impl<T: Sample, const N: usize> Sample for [T; N] {
    const GAP: Self = [T::GAP; N];
    fn between(low: f64, high: f64, which: u64) -> Self {
        [T::between(low, high, which); N]
    }
    fn special(which: usize) -> Self {
        [T::special(which); N]
    }
    fn same(self, other: Self) -> bool {
        self.into_iter().zip(other).all(|(one, other)| one.same(other))
    }
}
impl<T: Whole, const N: usize> Whole for [T; N] {
    fn whole(number: &mut dyn FnMut() -> i64) -> Self {
        array::from_fn(|_| T::whole(number))
    }
    fn put(self, numbers: &mut Vec<f64>) {
        self.into_iter().for_each(|part| part.put(numbers));
    }
}

macro_rules! vectors {
    ($($t:ident: $($vector:ident)*;)*) => {$($(
        impl Sample for glam::$vector {
            const GAP: Self = glam::$vector::splat(<$t as Sample>::GAP);
            fn between(low: f64, high: f64, which: u64) -> Self {
                glam::$vector::splat(<$t as Sample>::between(low, high, which))
            }
            fn special(which: usize) -> Self {
                glam::$vector::splat(<$t as Sample>::special(which))
            }
            fn same(self, other: Self) -> bool {
                self.to_array().same(other.to_array())
            }
        }
        impl Whole for glam::$vector {
            fn whole(number: &mut dyn FnMut() -> i64) -> Self {
                glam::$vector::from_array(Whole::whole(number))
            }
            fn put(self, numbers: &mut Vec<f64>) {
                self.to_array().put(numbers);
            }
        }
    )*)*};
}
vectors! {
    f32: Vec2 Vec3 Vec3A Vec4;
    f64: DVec2 DVec3 DVec4;
    i32: IVec2 IVec3 IVec4;
    u32: UVec2 UVec3 UVec4;
    i64: I64Vec2 I64Vec3 I64Vec4;
}

/// Whole numbers between two others, from a seed on.
fn numbers([seed, low, high]: [i64; 3]) -> impl FnMut() -> i64 {
    let mut state = seed as u64;
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let bits = (state ^ state >> 31).wrapping_mul(0x94d0_49bb_1331_11eb);
        low + ((bits >> 33) as i64) % (high - low + 1)
    }
}

/// An array as [`stored`] makes it, with whole numbers; `from` is a seed, the least and the greatest.
pub fn whole<T: Whole, D: Dimension>(sizes: &[usize], order: &[usize], steps: &[isize], from: [i64; 3]) -> Array<T, D> {
    let fill = Fill { seed: 0, low: 0.0, high: 0.0, specials: false };
    let (mut array, mut number) = (stored(sizes, order, steps, fill), numbers(from));
    array.iter_mut().for_each(|element| *element = T::whole(&mut number));
    array
}

/// A single one.
pub fn single_of<T: Whole>(from: [i64; 3]) -> T {
    T::whole(&mut numbers(from))
}

/// All components of a plain vector.
pub fn each<const N: usize>(component: impl FnMut(usize) -> f64) -> [f64; N] {
    array::from_fn(component)
}

/// The sum of the products of components.
pub fn products<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    let mut sum = 0.0;
    for k in 0..N {
        sum += a[k] * b[k];
    }
    sum
}

/// Adds the numbers of an element.
pub fn put<T: Whole>(numbers: &mut Vec<f64>, element: T) {
    element.put(numbers);
}

/// What a call gives or writes.
pub trait Found {
    /// All numbers in logical order, and the sizes.
    fn found(&self) -> (Vec<f64>, Vec<usize>);
}
impl<T: Whole> Found for T {
    fn found(&self) -> (Vec<f64>, Vec<usize>) {
        let mut numbers = Vec::new();
        self.put(&mut numbers);
        (numbers, Vec::new())
    }
}
impl<S: Data<Elem: Whole>, D: Dimension> Found for ArrayBase<S, D> {
    fn found(&self) -> (Vec<f64>, Vec<usize>) {
        let mut numbers = Vec::new();
        self.iter().for_each(|element| element.put(&mut numbers));
        (numbers, self.shape().to_vec())
    }
}

/// Asserts that what was computed is what the loops gave, and no further off than this.
///
/// # Panics
/// If a size or a number differs.
pub fn alike(name: &str, have: &impl Found, (want, sizes): &(Vec<f64>, Vec<usize>), off: f64) {
    let (have, have_sizes) = have.found();
    assert_eq!(&have_sizes, sizes, "the sizes of {name}");
    assert_eq!(have.len(), want.len(), "the count of the numbers of {name}");
    let far = |(have, want): (&f64, &f64)| (have - want).abs() > off || have.is_nan();
    if let Some(at) = have.iter().zip(want).position(far) {
        panic!("{name}, number {at}: {} instead of {}, not off by {off:e}", have[at], want[at]);
    }
}
