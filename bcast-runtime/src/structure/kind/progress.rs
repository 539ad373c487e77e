//! The kind of arithmetic progressions: their two numbers. No element is computed.

use super::{Finish, Literal, Plain, Rule, Structured, Whole, op, rules};
use crate::operand::{Linear, LinearFloat, Steps};
use crate::ops::Adopt;
use std::ops::{Add, Div, Mul, Neg, Range, Sub};

/// An arithmetic progression: its first element, the step from each to the next, and how many there are, if those of
/// several fit. The result is [`Steps`].
///
/// Numbers are computed as Rust does. Of floats the elements may differ from those of the dense formula, as one
/// multiplication and one addition give them, and not every step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress<T> {
    first: T,
    step: T,
    len: Option<usize>,
}

impl<T: Linear> Structured for Steps<T> {
    type Kind<'a>
        = Progress<T>
    where
        T: 'a;
    fn kind(&self) -> Progress<T> {
        let (first, step, len) = self.parts();
        Progress { first, step, len: Some(len) }
    }
}
impl<T: Linear + Adopt<1> + Sub<Output = T> + PartialOrd + TryInto<usize>> Structured for Range<T> {
    type Kind<'a>
        = Progress<T>
    where
        T: 'a;
    fn kind(&self) -> Progress<T> {
        let len = if self.start < self.end { (self.end - self.start).try_into().unwrap_or(usize::MAX) } else { 0 };
        Progress { first: self.start, step: T::literal(), len: Some(len) }
    }
}

impl<T> Whole for Progress<T> {}
impl<T: Linear, R> Finish<R> for Progress<T> {
    type Out = Steps<T>;
    fn finish<E>(self, mut piece: impl FnMut(&Self, usize) -> Result<R, E>) -> Result<Steps<T>, E> {
        let Some(len) = self.len else {
            // The dense formula says what does not fit.
            piece(&self, 0)?;
            unreachable!("lengths that differ do not fit")
        };
        Ok(Steps::of(self.first, self.step, len))
    }
}

/// A single one is stretched.
fn joined(a: Option<usize>, b: Option<usize>) -> Option<usize> {
    match (a?, b?) {
        (1, len) | (len, 1) => Some(len),
        (a, b) => (a == b).then_some(a),
    }
}

impl<T> Progress<T> {
    /// The same number of elements.
    fn with(self, first: T, step: T) -> Self {
        Progress { first, step, ..self }
    }

    /// The step that it takes beside `len` elements: a single element is stretched.
    fn step_beside(&self, len: Option<usize>) -> T
    where
        T: Copy + Sub<Output = T>,
    {
        if self.len == Some(1) && len != Some(1) { self.step - self.step } else { self.step }
    }
}

rules! {
    [T: Neg<Output = T>] op::Negate: Progress<T>, () => Progress<T> { |a, _| Progress { first: -a.first, step: -a.step, len: a.len } }
    [T: Copy + Add<Output = T> + Sub<Output = T>] op::Plus: Progress<T>, Progress<T> => Progress<T> { |a, b| {
        let step = a.step_beside(b.len) + b.step_beside(a.len);
        Progress { first: a.first + b.first, step, len: joined(a.len, b.len) }
    } }
    [T: Copy + Sub<Output = T>] op::Minus: Progress<T>, Progress<T> => Progress<T> { |a, b| {
        let step = a.step_beside(b.len) - b.step_beside(a.len);
        Progress { first: a.first - b.first, step, len: joined(a.len, b.len) }
    } }
    [T: Copy + Add<Output = T>] op::Plus: Progress<T>, Plain<'_, T> => Progress<T> { |a, b| a.with(a.first + *b.0, a.step) }
    [T: Copy + Add<Output = T>] op::Plus: Plain<'_, T>, Progress<T> => Progress<T> { |a, b| b.with(*a.0 + b.first, b.step) }
    [T: Copy + Sub<Output = T>] op::Minus: Progress<T>, Plain<'_, T> => Progress<T> { |a, b| a.with(a.first - *b.0, a.step) }
    [T: Copy + Sub<Output = T>] op::Minus: Plain<'_, T>, Progress<T> => Progress<T> { |a, b| b.with(*a.0 - b.first, b.step - b.step - b.step) }
    [T: Copy + Mul<Output = T>] op::Times: Progress<T>, Plain<'_, T> => Progress<T> { |a, b| a.with(a.first * *b.0, a.step * *b.0) }
    [T: Copy + Mul<Output = T>] op::Times: Plain<'_, T>, Progress<T> => Progress<T> { |a, b| b.with(*a.0 * b.first, *a.0 * b.step) }
    [T: LinearFloat + Div<Output = T>] op::Divide: Progress<T>, Plain<'_, T> => Progress<T> { |a, b| a.with(a.first / *b.0, a.step / *b.0) }
    [T: Copy + Add<Output = T> + Adopt<N>, const N: i128] op::Plus: Progress<T>, Literal<N> => Progress<T> { |a, _| a.with(a.first + T::literal(), a.step) }
    [T: Copy + Add<Output = T> + Adopt<N>, const N: i128] op::Plus: Literal<N>, Progress<T> => Progress<T> { |_, b| b.with(T::literal() + b.first, b.step) }
    [T: Copy + Sub<Output = T> + Adopt<N>, const N: i128] op::Minus: Progress<T>, Literal<N> => Progress<T> { |a, _| a.with(a.first - T::literal(), a.step) }
    [T: Copy + Sub<Output = T> + Adopt<N>, const N: i128] op::Minus: Literal<N>, Progress<T> => Progress<T> { |_, b| b.with(T::literal() - b.first, b.step - b.step - b.step) }
    [T: Copy + Mul<Output = T> + Adopt<N>, const N: i128] op::Times: Progress<T>, Literal<N> => Progress<T> { |a, _| a.with(a.first * T::literal(), a.step * T::literal()) }
    [T: Copy + Mul<Output = T> + Adopt<N>, const N: i128] op::Times: Literal<N>, Progress<T> => Progress<T> { |_, b| b.with(T::literal() * b.first, T::literal() * b.step) }
    [T: LinearFloat + Div<Output = T> + Adopt<N>, const N: i128] op::Divide: Progress<T>, Literal<N> => Progress<T> { |a, _| a.with(a.first / T::literal(), a.step / T::literal()) }
}
