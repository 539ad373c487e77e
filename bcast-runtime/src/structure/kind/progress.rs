//! The kind of arithmetic progressions: their two numbers. No element is computed.

use super::rule::{Finish, Literal, Plain, Rule, Structured, Whole, op, rules};
use crate::operand::{Count, Linear, LinearFloat, Steps};
use crate::ops::Adopt;
use std::ops::{Add, Div, Mul, Neg, Range, Sub};

/// An arithmetic progression: its first element, the step from each to the next, and how many there are, if those of
/// several fit. The result is [`Steps`].
///
/// Numbers are computed as Rust does, steps wrap. Of floats the elements may differ in the last place from those of the
/// dense formula: one multiplication and one addition give them, and not every operation.
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
impl<T: Count> Structured for Range<T> {
    type Kind<'a>
        = Progress<T>
    where
        T: 'a;
    fn kind(&self) -> Progress<T> {
        let len = self.start.steps_to(self.end).unwrap_or(0);
        Progress { first: self.start, step: T::ONE, len: Some(len) }
    }
}

impl<T> Whole for Progress<T> {
    fn bytes_uncomputed(&self) -> Option<usize> {
        self.len.map(|_| 0)
    }
}
impl<T: Linear, R> Finish<R> for Progress<T> {
    type Out = Steps<T>;
    fn finish<E>(self, mut portion: impl FnMut(&Self, usize) -> Result<R, E>) -> Result<Steps<T>, E> {
        let Some(len) = self.len else {
            // The dense formula says what does not fit.
            portion(&self, 0)?;
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
        T: Linear,
    {
        if self.len == Some(1) && len != Some(1) { self.step.moved(self.step, -1) } else { self.step }
    }
}

rules! {
    [T: Copy + Neg<Output = T>] op::DotNegate: Progress<T>, () => Progress<T> { |a, _| a.with(-a.first, -a.step) }
    [T: Linear + Add<Output = T>] op::DotPlus: Progress<T>, Progress<T> => Progress<T> { |a, b| {
        let step = a.step_beside(b.len).moved(b.step_beside(a.len), 1);
        Progress { first: a.first + b.first, step, len: joined(a.len, b.len) }
    } }
    [T: Linear + Sub<Output = T>] op::DotMinus: Progress<T>, Progress<T> => Progress<T> { |a, b| {
        let step = a.step_beside(b.len).moved(b.step_beside(a.len), -1);
        Progress { first: a.first - b.first, step, len: joined(a.len, b.len) }
    } }
}

/// The same beside a single value.
macro_rules! beside {
    ($([$($generics:tt)*] $single:ty: $value:path, T: $bound:path;)*) => {$(
        rules! {
            [T: Copy + $bound + Add<Output = T>, $($generics)*] op::DotPlus: Progress<T>, $single => Progress<T> {
                |a, b| a.with(a.first + $value(b), a.step)
            }
            [T: Copy + $bound + Add<Output = T>, $($generics)*] op::DotPlus: $single, Progress<T> => Progress<T> {
                |a, b| {
                    let a: T = $value(a);
                    b.with(a + b.first, b.step)
                }
            }
            [T: Linear + $bound + Sub<Output = T>, $($generics)*] op::DotMinus: Progress<T>, $single => Progress<T> {
                |a, b| a.with(a.first - $value(b), a.step)
            }
            [T: Linear + $bound + Sub<Output = T>, $($generics)*] op::DotMinus: $single, Progress<T> => Progress<T> {
                |a, b| {
                    let a: T = $value(a);
                    b.with(a - b.first, b.step.moved(b.step, -2))
                }
            }
            [T: Copy + $bound + Mul<Output = T>, $($generics)*]
            op::DotTimes: Progress<T>, $single => Progress<T> { |a, b| {
                let by: T = $value(b);
                a.with(a.first * by, a.step * by)
            } }
            [T: Copy + $bound + Mul<Output = T>, $($generics)*]
            op::DotTimes: $single, Progress<T> => Progress<T> { |a, b| {
                let by: T = $value(a);
                b.with(by * b.first, by * b.step)
            } }
            [T: LinearFloat + $bound + Div<Output = T>, $($generics)*]
            op::DotDivide: Progress<T>, $single => Progress<T> { |a, b| {
                let by: T = $value(b);
                a.with(a.first / by, a.step / by)
            } }
        }
    )*};
}
beside! {
    [] Plain<'_, T>: plain, T: Copy;
    [const N: i128] Literal<N>: literal, T: Adopt<N>;
}

fn plain<T: Copy>(of: Plain<'_, T>) -> T {
    *of.0
}
fn literal<T: Adopt<N>, const N: i128>(_: Literal<N>) -> T {
    T::literal()
}
