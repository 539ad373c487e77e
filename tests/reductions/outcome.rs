//! What a reduction gives, as sizes and numbers, and the same by index arithmetic.

use bcast::ndarray::{Array, Dimension};

/// Sizes and elements in logical order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outcome<T> {
    pub(crate) shape: Vec<usize>,
    pub(crate) values: Vec<T>,
}

/// A result of any rank.
pub(crate) trait Gives<T> {
    fn outcome(self) -> Outcome<T>;
}

impl<T: Clone, D: Dimension> Gives<T> for Array<T, D> {
    fn outcome(self) -> Outcome<T> {
        Outcome { shape: self.shape().to_vec(), values: self.iter().cloned().collect() }
    }
}

macro_rules! single {
    ($($t:ty)*) => {$(
        impl Gives<$t> for $t {
            fn outcome(self) -> Outcome<$t> {
                Outcome { shape: Vec::new(), values: vec![self] }
            }
        }
    )*};
}
single! { i8 i16 i32 i64 u8 u16 u32 u64 usize f32 f64 bool }

/// The elements along the reduced axes, in logical order, for each output in logical order.
pub(crate) fn groups<T: Copy>(shape: &[usize], values: &[T], axes: &[usize]) -> Outcome<Vec<T>> {
    let kept: Vec<usize> = (0..shape.len()).filter(|axis| !axes.contains(axis)).collect();
    let sizes: Vec<usize> = kept.iter().map(|&axis| shape[axis]).collect();
    let mut groups = vec![Vec::new(); sizes.iter().product()];
    for (position, &value) in values.iter().enumerate() {
        let (mut rest, mut index) = (position, vec![0; shape.len()]);
        for axis in (0..shape.len()).rev() {
            index[axis] = rest % shape[axis];
            rest /= shape[axis];
        }
        let output = kept.iter().fold(0, |output, &axis| output * shape[axis] + index[axis]);
        groups[output].push(value);
    }
    Outcome { shape: sizes, values: groups }
}

impl<T> Outcome<Vec<T>> {
    pub(crate) fn each<R>(&self, f: impl FnMut(&Vec<T>) -> R) -> Outcome<R> {
        Outcome { shape: self.shape.clone(), values: self.values.iter().map(f).collect() }
    }

    /// As [`Outcome::each`], unless there is an output over nothing.
    pub(crate) fn some<R>(&self, f: impl FnMut(&Vec<T>) -> R) -> Option<Outcome<R>> {
        self.values.iter().all(|group| !group.is_empty()).then(|| self.each(f))
    }
}

/// The first place of what no other element beats; a NaN loses.
pub(crate) fn place<T: PartialOrd + Copy>(group: &[T], beats: fn(T, T) -> bool) -> usize {
    let mut best = 0;
    for (at, &value) in group.iter().enumerate() {
        let is_nan = |value: T| value.partial_cmp(&value).is_none();
        if beats(value, group[best]) || is_nan(group[best]) && !is_nan(value) {
            best = at;
        }
    }
    best
}

/// The element that no other one beats; a NaN loses.
pub(crate) fn best<T: PartialOrd + Copy>(group: &[T], beats: fn(T, T) -> bool) -> T {
    group[place(group, beats)]
}
