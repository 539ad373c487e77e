//! Truth values, 64 to a word.

use crate::operand::{Computed, Leaf, Operand, OperandAxes, Positions, Unfilled, places};
use crate::rank::Full;
use crate::simd;
use ndarray::{Array, ArrayBase, ArrayView, Data, Dimension, ShapeBuilder};

/// Truth values of an array of axes `D`, 64 to a word in logical order: an eighth of the memory of `bool`s.
///
/// ```
/// use bcast_runtime::{Operand, ndarray::array, structure::Bits};
/// let bits = Bits::from(&array![[true, false], [true, true]]);
/// assert_eq!((bits.words(), bits.count()), (&[0b1101][..], 3));
/// let _ = bits.leaf(); // its elements are `bool`
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits<D: Dimension> {
    words: Vec<u64>,
    /// As many elements without bytes, whose sizes and strides are those of the bits.
    places: ArrayView<'static, (), D>,
}

const WORD: usize = u64::BITS as usize;

impl<D: Dimension> Bits<D> {
    /// All of them false.
    ///
    /// # Panics
    /// If the shape has more elements than any array.
    #[track_caller]
    pub fn new(shape: impl ShapeBuilder<Dim = D>) -> Self {
        let places = places(shape).expect("bcast: the shape has more elements than any array");
        Bits { words: vec![0; places.len().div_ceil(WORD)], places }
    }

    /// With so many words as there have to be; of the last one, bits that belong to no element are left out.
    pub(super) fn of_words(shape: D, words: impl FnOnce(usize) -> Vec<u64>) -> Self {
        let places = places(shape).expect("as large as others that exist");
        let mut words = words(places.len().div_ceil(WORD));
        if let (Some(last), rest @ 1..) = (words.last_mut(), places.len() % WORD) {
            *last &= (1 << rest) - 1;
        }
        Bits { words, places }
    }

    /// The sizes of the axes.
    pub fn shape(&self) -> &[usize] {
        self.places.shape()
    }

    /// The words; in the last one, bits that belong to no element are zero.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// How many are true.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether one is true.
    pub fn any(&self) -> bool {
        self.words.iter().any(|&word| word != 0)
    }

    /// Whether all are true.
    pub fn all(&self) -> bool {
        self.count() == self.places.len()
    }

    /// The same as an array.
    pub fn to_array(&self) -> Array<bool, D> {
        let elements = (0..self.places.len()).map(|at| self.bit(at)).collect();
        Array::from_shape_vec(self.places.raw_dim(), elements).expect("as many elements as the sizes say")
    }

    #[inline(always)]
    fn bit(&self, at: usize) -> bool {
        self.words[at / WORD] >> (at % WORD) & 1 == 1
    }
}

/// Truth values as words.
fn pack(elements: &[bool], words: &mut [u64]) {
    let (whole, rest) = elements.as_chunks::<WORD>();
    // SAFETY: the machine is of this level.
    unsafe { PACKERS[simd::level()](whole, words) };
    if let Some(last) = words.last_mut().filter(|_| !rest.is_empty()) {
        let mut elements = [false; WORD];
        elements[..rest.len()].copy_from_slice(rest);
        *last = packed(&elements);
    }
}

/// Packs words, one per SIMD level.
///
/// # Safety
/// The machine is of the level.
type Pack = unsafe fn(&[[bool; WORD]], &mut [u64]);

#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
const PACKERS: [Pack; simd::LEVELS] = simd::of_levels([pack_each, pack_v3, pack_v3]);
#[cfg(not(all(target_arch = "x86_64", not(debug_assertions))))]
const PACKERS: [Pack; simd::LEVELS] = simd::of_levels([pack_each]);

fn pack_each(elements: &[[bool; WORD]], words: &mut [u64]) {
    words.iter_mut().zip(elements).for_each(|(word, elements)| *word = packed(elements));
}

#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
#[target_feature(enable = "avx2")]
fn pack_v3(elements: &[[bool; WORD]], words: &mut [u64]) {
    use std::arch::x86_64::{_mm256_loadu_si256, _mm256_movemask_epi8, _mm256_slli_epi16};
    for (word, elements) in words.iter_mut().zip(elements) {
        let half = |at: usize| {
            // SAFETY: 32 of the 64 bytes, at any alignment.
            let bytes = unsafe { _mm256_loadu_si256(elements[at..at + 32].as_ptr().cast()) };
            // As in `packed`.
            u64::from(_mm256_movemask_epi8(_mm256_slli_epi16::<7>(bytes)) as u32)
        };
        *word = half(32) << 32 | half(0);
    }
}

/// So many truth values as one word.
#[cfg(target_arch = "x86_64")]
#[inline]
fn packed(elements: &[bool; WORD]) -> u64 {
    use std::arch::x86_64::{_mm_loadu_si128, _mm_movemask_epi8, _mm_slli_epi16};
    let (sixteens, _) = elements.as_chunks::<16>();
    let mask = |sixteen: &[bool; 16]| {
        // The lowest bit of each byte becomes its sign, of which the mask is made.
        // SAFETY: every processor of this architecture has SSE2; there are 16 bytes, at any alignment.
        let mask = unsafe { _mm_movemask_epi8(_mm_slli_epi16::<7>(_mm_loadu_si128(sixteen.as_ptr().cast()))) };
        u64::from(mask as u16)
    };
    sixteens.iter().rev().fold(0, |word, sixteen| word << 16 | mask(sixteen))
}
#[cfg(not(target_arch = "x86_64"))]
#[inline]
fn packed(elements: &[bool; WORD]) -> u64 {
    elements.iter().rev().fold(0, |word, &is_true| word << 1 | u64::from(is_true))
}

impl<S: Data<Elem = bool>, D: Dimension> From<&ArrayBase<S, D>> for Bits<D> {
    fn from(array: &ArrayBase<S, D>) -> Self {
        let mut bits = Bits::new(array.raw_dim());
        match array.as_slice() {
            Some(elements) => pack(elements, &mut bits.words),
            None => {
                for (at, _) in array.iter().enumerate().filter(|(_, is_true)| **is_true) {
                    bits.words[at / WORD] |= 1 << (at % WORD);
                }
            }
        }
        bits
    }
}

impl<D: Dimension> Computed for Bits<D> {
    type Elem = bool;
    #[inline(always)]
    fn element(&self, position: isize) -> bool {
        self.bit(position as usize)
    }

    #[inline(always)]
    fn elements(&self, Positions { first, step, len }: Positions, out: &mut Unfilled<bool>) {
        if step != 1 {
            return out.push(len, |lane| self.element(first + step * lane as isize));
        }
        let mut at = first as usize;
        while !out.is_empty() {
            let (word, begin) = (self.words[at / WORD], at % WORD);
            out.push(WORD - begin, |lane| word >> ((begin + lane) % WORD) & 1 == 1);
            at += WORD - begin;
        }
    }
}

#[diagnostic::do_not_recommend]
impl<D: Dimension> Operand for Bits<D> {
    type Elem = bool;
    type Rank = Full<D>;
    type Leaf<'a>
        = Leaf<'a, bool, Full<D>>
    where
        Self: 'a;
    #[inline]
    fn leaf(&self) -> Leaf<'_, bool, Full<D>> {
        Leaf::computed(self, OperandAxes::array(self.places.shape(), self.places.strides()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::Array1;

    #[test]
    fn a_bit_for_each_element() {
        for len in (0..200).chain([1000]) {
            let elements = Array1::from_shape_fn(len, |at| at * at % 7 < 3);
            let bits = Bits::from(&elements);
            assert_eq!(bits.words().len(), len.div_ceil(64));
            let is_true = |at: usize| bits.words()[at / 64] & 1 << (at % 64) != 0;
            assert!(elements.iter().enumerate().all(|(at, &element)| is_true(at) == element), "{len}");
            assert!((len..bits.words().len() * 64).all(|at| !is_true(at)), "{len}");
        }
    }
}
