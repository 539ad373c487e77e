//! Arithmetic progressions: vectors without memory whose elements lie one step apart.

use super::lanes::{Computed, Positions, Unfilled};
use super::{Leaf, Operand, OperandAxes};
use crate::rank::Full;
use ndarray::Ix1;
use std::any::type_name;
use std::ops::{Range, RangeInclusive};

/// A number of which there are arithmetic progressions.
#[diagnostic::on_unimplemented(
    message = "bcast!: there are no steps of `{Self}`",
    label = "not an integer, `f32` or `f64`",
    note = "take steps of another type, and convert them: `f16.(steps(0_f32, 0.5, n))`"
)]
pub trait Linear: Copy + Send + Sync {
    /// So many steps on; integers wrap.
    #[doc(hidden)]
    fn moved(self, step: Self, count: isize) -> Self;
    /// Pushes so many steps on at each of some positions.
    #[doc(hidden)]
    fn push(self, step: Self, at: Positions, out: &mut Unfilled<Self>);
    /// Whether the type has the number that lies so many steps on.
    #[doc(hidden)]
    fn reaches(self, step: Self, count: usize) -> bool;
}

/// A float, which can be divided into steps.
#[diagnostic::on_unimplemented(
    message = "bcast!: `linspace` has no elements of type `{Self}`",
    label = "neither `f32` nor `f64`",
    note = "write the ends as floats, `0.0..=1.0`, and convert the elements: `f16.(linspace(0.0..=1.0, n))`"
)]
pub trait LinearFloat: Linear {
    /// One of so many equal parts of the way to `end`.
    #[doc(hidden)]
    fn part_of_way(self, end: Self, parts: usize) -> Self;
}

macro_rules! integers {
    ($($t:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Linear for $t {
            #[inline(always)]
            fn moved(self, step: $t, count: isize) -> $t {
                self.wrapping_add(step.wrapping_mul(count as $t))
            }
            #[inline(always)]
            fn push(self, step: $t, at: Positions, out: &mut Unfilled<$t>) {
                // What wraps can as well be counted from the first lane on.
                let (first, step) = (self.moved(step, at.first), step.wrapping_mul(at.step as $t));
                out.push(at.len, |lane| first.wrapping_add(step.wrapping_mul(lane as $t)));
            }
            fn reaches(self, step: $t, count: usize) -> bool {
                let (zero, least, most) = (<$t>::default(), <$t>::MIN, <$t>::MAX);
                let room = if step < zero { self.abs_diff(least) } else { self.abs_diff(most) };
                room.checked_div(step.abs_diff(zero)).is_none_or(|steps| count as u128 <= steps as u128)
            }
        }
    )*};
}
integers! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

macro_rules! floats {
    ($($t:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Linear for $t {
            #[inline(always)]
            fn moved(self, step: $t, count: isize) -> $t {
                self + step * count as $t
            }
            #[inline(always)]
            fn push(self, step: $t, at: Positions, out: &mut Unfilled<$t>) {
                let last = at.first + at.step * (at.len as isize - 1);
                match (i32::try_from(at.first), i32::try_from(at.step), i32::try_from(last), i32::try_from(at.len)) {
                    // Vectors convert integers of 32 bits to floats, of 64 bits only some. Nothing wraps: all positions
                    // lie between the first and the last one.
                    (Ok(first), Ok(by), Ok(_), Ok(_)) => out.push(at.len, |lane| {
                        self + step * first.wrapping_add(by.wrapping_mul(lane as i32)) as $t
                    }),
                    _ => out.push(at.len, |lane| self.moved(step, at.first + at.step * lane as isize)),
                }
            }
            fn reaches(self, _: $t, _: usize) -> bool {
                true
            }
        }
        #[diagnostic::do_not_recommend]
        impl LinearFloat for $t {
            fn part_of_way(self, end: $t, parts: usize) -> $t {
                if parts == 0 { 0.0 } else { (end - self) / parts as $t }
            }
        }
    )*};
}
floats! { f32 f64 }

/// What [`steps`] returns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Steps<T> {
    first: T,
    step: T,
    len: usize,
}

/// A vector without memory, for dotted expressions: `n` numbers from `first` on, one `step` apart.
///
/// Element `i` is `first + step * i`, of integers exactly, of floats with `i` converted to their type and each
/// operation rounded. Nothing adds up from one element to the next. The numbers are integers of any type, `f32` or
/// `f64`.
///
/// On a GPU its elements are copied to the device for the call.
///
/// ```
/// use bcast_runtime::{Operand, steps};
/// # use bcast_runtime::Broadcast;
/// # fn is_vector(_: &impl Broadcast<bcast_runtime::ndarray::Ix1>) {}
/// let _odd = steps(1, 2, 5).leaf();        // 1, 3, 5, 7, 9
/// let _down = steps(1.0, -0.25, 3).leaf(); // 1, 0.75, 0.5
/// # is_vector(&steps(1, 2, 5));
/// ```
///
/// # Panics
///
/// If the last integer is beyond its type, as in `steps(250_u8, 2, 4)`, or `n` beyond `isize::MAX`.
#[track_caller]
pub fn steps<T: Linear>(first: T, step: T, n: usize) -> Steps<T> {
    assert!(isize::try_from(n).is_ok(), "bcast!: `steps` of {n} elements are longer than any array");
    let fits = n == 0 || first.reaches(step, n - 1);
    assert!(fits, "bcast!: the last of {n} `steps` is beyond `{}`", type_name::<T>());
    Steps { first, step, len: n }
}

impl<T: Copy> Steps<T> {
    /// These, without a look at the last one.
    pub(crate) fn of(first: T, step: T, len: usize) -> Self {
        Steps { first, step, len }
    }

    /// The first one, the step and the length.
    pub(crate) fn parts(&self) -> (T, T, usize) {
        (self.first, self.step, self.len)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Linear> Operand for Steps<T> {
    type Elem = T;
    type Rank = Full<Ix1>;
    type Leaf<'a>
        = Leaf<'a, T, Full<Ix1>>
    where
        Self: 'a;
    #[inline]
    fn leaf(&self) -> Leaf<'_, T, Full<Ix1>> {
        line(self, self.len)
    }
}

impl<T: Linear> Computed for Steps<T> {
    type Elem = T;
    #[inline(always)]
    fn element(&self, position: isize) -> T {
        self.first.moved(self.step, position)
    }
    #[inline(always)]
    fn elements(&self, positions: Positions, out: &mut Unfilled<T>) {
        self.first.push(self.step, positions, out);
    }
}

/// What [`linspace`] returns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Linspace<T> {
    first: T,
    step: T,
    /// The last element, if it is an end that was given.
    last: Option<T>,
    len: usize,
}

/// From where to where [`linspace`] goes: `a..=b`, or `a..b` without its end.
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` is no range that `linspace` can go through",
    label = "neither `a..=b` nor `a..b`"
)]
pub trait Ends<T> {
    /// The first number, the end, and whether the end is an element.
    #[doc(hidden)]
    fn ends(self) -> (T, T, bool);
}

#[diagnostic::do_not_recommend]
impl<T> Ends<T> for Range<T> {
    fn ends(self) -> (T, T, bool) {
        (self.start, self.end, false)
    }
}

#[diagnostic::do_not_recommend]
impl<T> Ends<T> for RangeInclusive<T> {
    fn ends(self) -> (T, T, bool) {
        let (start, end) = self.into_inner();
        (start, end, true)
    }
}

/// A vector without memory, for dotted expressions: `n` numbers in equal steps from one to another, as in NumPy.
///
/// Element `i` is `a + step * i`, with `i` converted to the type of the numbers, which is `f32` or `f64`, and each
/// operation rounded.
/// * `linspace(a..=b, n)` ends with `b`: `step` is `(b - a) / (n - 1)`, and the last element is `b` itself, whatever
///   the formula gives. One element alone is `a`.
/// * `linspace(a..b, n)` stops one step before `b`: `step` is `(b - a) / n`.
///
/// If `b` is below `a`, the steps go down. On a GPU the elements are copied to the device for the call.
///
/// ```
/// use bcast_runtime::{Operand, linspace};
/// # use bcast_runtime::Broadcast;
/// # fn is_vector(_: &impl Broadcast<bcast_runtime::ndarray::Ix1>) {}
/// let _closed = linspace(0.0..=1.0, 5).leaf(); // 0, 0.25, 0.5, 0.75, 1
/// let _open = linspace(0.0..1.0, 4).leaf();    // 0, 0.25, 0.5, 0.75
/// # is_vector(&linspace(0.0..1.0, 4));
/// ```
///
/// # Panics
///
/// If `n` is beyond `isize::MAX`.
#[track_caller]
pub fn linspace<T: LinearFloat>(range: impl Ends<T>, n: usize) -> Linspace<T> {
    assert!(isize::try_from(n).is_ok(), "bcast!: a `linspace` of {n} elements is longer than any array");
    let (first, end, is_closed) = range.ends();
    let parts = if is_closed { n.saturating_sub(1) } else { n };
    let last = (is_closed && n > 1).then_some(end);
    Linspace { first, step: first.part_of_way(end, parts), last, len: n }
}

#[diagnostic::do_not_recommend]
impl<T: LinearFloat> Operand for Linspace<T> {
    type Elem = T;
    type Rank = Full<Ix1>;
    type Leaf<'a>
        = Leaf<'a, T, Full<Ix1>>
    where
        Self: 'a;
    #[inline]
    fn leaf(&self) -> Leaf<'_, T, Full<Ix1>> {
        line(self, self.len)
    }
}

impl<T: LinearFloat> Computed for Linspace<T> {
    type Elem = T;
    #[inline(always)]
    fn element(&self, position: isize) -> T {
        match self.last {
            Some(last) if position == self.len as isize - 1 => last,
            _ => self.first.moved(self.step, position),
        }
    }
    #[inline(always)]
    fn elements(&self, positions: Positions, out: &mut Unfilled<T>) {
        let Positions { first, step, len } = positions;
        if step == 0 {
            let element = self.element(first);
            return out.push(len, |_| element);
        }
        // A choice in each lane would keep the compiler from vectors: the last element comes between the others.
        let end = self.len as isize - 1 - first;
        let lanes = if step == 1 || end % step == 0 { usize::try_from(end / step).ok() } else { None };
        let Some((before, last)) = lanes.filter(|&before| before < len).zip(self.last) else {
            return self.first.push(self.step, positions, out);
        };
        self.first.push(self.step, Positions { len: before, ..positions }, out);
        out.push(1, |_| last);
        let first = first + step * (before as isize + 1);
        self.first.push(self.step, Positions { first, step, len: len - before - 1 }, out);
    }
}

/// The leaf of a vector whose positions are its indices.
#[inline]
pub(super) fn line<C: Computed<Elem: Sync>>(vector: &C, len: usize) -> Leaf<'_, C::Elem, Full<Ix1>> {
    Leaf::computed(vector, OperandAxes::line(len))
}
