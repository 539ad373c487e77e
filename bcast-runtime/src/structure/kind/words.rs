//! The kinds of truth values, 64 to a word.

use super::rule::{Dense, Finish, Plain, Rule, Structured, Whole, op, rules};
use crate::structure::Bits;
use ndarray::{Array, Dimension};

/// Truth values that follow from the words of [`Bits`] by and, or, exclusive or and not: computed word by word, all
/// steps at once.
#[derive(Clone, Copy, Debug)]
pub struct Logic<W>(W);

impl<W: Words> Logic<W> {
    /// Bits of these sizes, which are those of all that it reads.
    pub(super) fn bits<D: Dimension>(&self, sizes: &[usize]) -> Bits<D> {
        let mut shape = D::zeros(sizes.len());
        shape.slice_mut().copy_from_slice(sizes);
        Bits::of_words(shape, |count| self.words(count))
    }

    /// Its words, one after the other.
    #[inline]
    fn words(&self, count: usize) -> Vec<u64> {
        // After one look the loop needs none at each word.
        assert!(self.0.has_words(count), "bits of the same sizes have as many words");
        let mut words = Box::new_uninit_slice(count);
        for (at, word) in words.iter_mut().enumerate() {
            word.write(self.0.word(at));
        }
        // SAFETY: each has been written.
        unsafe { words.assume_init() }.into_vec()
    }

    /// Whether all bits have these sizes.
    pub(super) fn has_sizes(&self, sizes: &[usize]) -> bool {
        self.0.has_sizes(sizes)
    }
}

/// Truth values of a comparison, beside which others may stand: computed as `bool`s, then packed into [`Bits`].
#[derive(Clone, Copy, Debug)]
pub struct Packed;

/// Words that are computed.
pub trait Words {
    /// One of them; what belongs to no element is anything.
    fn word(&self, at: usize) -> u64;
    /// Whether there are bits of these sizes and none of others.
    fn has_sizes(&self, sizes: &[usize]) -> bool;
    /// Whether all bits have so many words.
    fn has_words(&self, count: usize) -> bool;
    /// The sizes of the first bits.
    fn sizes(&self) -> Option<&[usize]>;
}

/// The words of [`Bits`], and their sizes.
#[derive(Clone, Copy, Debug)]
pub struct OfBits<'a>(&'a [u64], &'a [usize]);
impl Words for OfBits<'_> {
    #[inline(always)]
    fn word(&self, at: usize) -> u64 {
        self.0[at]
    }
    fn has_sizes(&self, sizes: &[usize]) -> bool {
        self.1 == sizes
    }
    #[inline(always)]
    fn has_words(&self, count: usize) -> bool {
        self.0.len() == count
    }
    fn sizes(&self) -> Option<&[usize]> {
        Some(self.1)
    }
}

/// One value for all.
#[derive(Clone, Copy, Debug)]
pub struct Same(bool);
impl Words for Same {
    #[inline(always)]
    fn word(&self, _: usize) -> u64 {
        if self.0 { u64::MAX } else { 0 }
    }
    fn has_sizes(&self, _: &[usize]) -> bool {
        true
    }
    #[inline(always)]
    fn has_words(&self, _: usize) -> bool {
        true
    }
    fn sizes(&self) -> Option<&[usize]> {
        None
    }
}

/// Two, joined bit by bit.
#[derive(Clone, Copy, Debug)]
pub struct Both<A, B, Op>(A, B, Op);
/// All bits the other way round.
#[derive(Clone, Copy, Debug)]
pub struct Inverse<A>(A);
impl<A: Words> Words for Inverse<A> {
    #[inline(always)]
    fn word(&self, at: usize) -> u64 {
        !self.0.word(at)
    }
    fn has_sizes(&self, sizes: &[usize]) -> bool {
        self.0.has_sizes(sizes)
    }
    #[inline(always)]
    fn has_words(&self, count: usize) -> bool {
        self.0.has_words(count)
    }
    fn sizes(&self) -> Option<&[usize]> {
        self.0.sizes()
    }
}

macro_rules! joins {
    ($($op:ident $sign:tt;)*) => {$(
        impl<A: Words, B: Words> Words for Both<A, B, op::$op> {
            #[inline(always)]
            fn word(&self, at: usize) -> u64 {
                self.0.word(at) $sign self.1.word(at)
            }
            fn has_sizes(&self, sizes: &[usize]) -> bool {
                self.0.has_sizes(sizes) && self.1.has_sizes(sizes)
            }
            #[inline(always)]
            fn has_words(&self, count: usize) -> bool {
                self.0.has_words(count) && self.1.has_words(count)
            }
            fn sizes(&self) -> Option<&[usize]> {
                self.0.sizes().or(self.1.sizes())
            }
        }
        rules! {
            [A, B] op::$op: Logic<A>, Logic<B> => Logic<Both<A, B, op::$op>> { |a, b| Logic(Both(a.0, b.0, op::$op)) }
            [A] op::$op: Logic<A>, Plain<'_, bool> => Logic<Both<A, Same, op::$op>> {
                |a, b| Logic(Both(a.0, Same(*b.0), op::$op))
            }
            [B] op::$op: Plain<'_, bool>, Logic<B> => Logic<Both<Same, B, op::$op>> {
                |a, b| Logic(Both(Same(*a.0), b.0, op::$op))
            }
            [A] op::$op: Logic<A>, Packed => Packed { |_, b| b }
            [B] op::$op: Packed, Logic<B> => Packed { |a, _| a }
            [] op::$op: Packed, Packed => Packed { |a, _| a }
            [X: ?Sized] op::$op: Packed, Plain<'_, X> => Packed { |a, _| a }
            [X: ?Sized] op::$op: Plain<'_, X>, Packed => Packed { |_, b| b }
            [By] op::$op: Packed, Dense<By> => Packed { |a, _| a }
            [By] op::$op: Dense<By>, Packed => Packed { |_, b| b }
        }
    )*};
}
joins! { DotAnd &; DotOr |; DotXor ^; }
rules! {
    [A] op::DotNot: Logic<A>, () => Logic<Inverse<A>> { |a, _| Logic(Inverse(a.0)) }
    [] op::DotNot: Packed, () => Packed { |a, _| a }
}

impl<D: Dimension> Structured for Bits<D> {
    type Kind<'a>
        = Logic<OfBits<'a>>
    where
        D: 'a;
    fn kind(&self) -> Logic<OfBits<'_>> {
        Logic(OfBits(self.words(), self.shape()))
    }
}

impl Whole for Packed {
    fn bytes_beside(&self, elements: usize) -> usize {
        bytes_of(elements)
    }
}
impl<W: Words> Whole for Logic<W> {
    fn bytes_uncomputed(&self) -> Option<usize> {
        let sizes = self.0.sizes().unwrap_or_default();
        self.0.has_sizes(sizes).then(|| bytes_of(sizes.iter().product()))
    }
    fn bytes_beside(&self, elements: usize) -> usize {
        bytes_of(elements)
    }
}

/// Bytes of so many truth values in words.
pub(super) fn bytes_of(elements: usize) -> usize {
    elements.div_ceil(64) * size_of::<u64>()
}
impl<D: Dimension> Finish<Array<bool, D>> for Packed {
    type Out = Bits<D>;
    fn finish<E>(self, mut portion: impl FnMut(&Self, usize) -> Result<Array<bool, D>, E>) -> Result<Bits<D>, E> {
        Ok(Bits::from(&portion(&self, 0)?))
    }
}
/// A comparison of single values.
impl Finish<bool> for Packed {
    type Out = bool;
    fn finish<E>(self, mut portion: impl FnMut(&Self, usize) -> Result<bool, E>) -> Result<bool, E> {
        portion(&self, 0)
    }
}
impl<W: Words, D: Dimension> Finish<Array<bool, D>> for Logic<W> {
    type Out = Bits<D>;
    fn finish<E>(self, mut portion: impl FnMut(&Self, usize) -> Result<Array<bool, D>, E>) -> Result<Bits<D>, E> {
        let sizes = self.0.sizes().unwrap_or_default();
        if !self.0.has_sizes(sizes) {
            // The dense formula stretches, or says what does not fit.
            return Ok(Bits::from(&portion(&self, 0)?));
        }
        Ok(self.bits(sizes))
    }
}
