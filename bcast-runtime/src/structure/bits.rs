//! Truth values, 64 to a word.

use crate::operand::{Computed, Leaf, Operand, OperandAxes, Positions, Unfilled, places};
use crate::rank::Full;
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

    /// With words that a function gives; of the last one, bits that belong to no element are left out.
    pub(super) fn of_words(shape: D, word: impl Fn(usize) -> u64) -> Self {
        let mut bits = Bits::new(shape);
        bits.refill(word);
        bits
    }

    /// The same for bits that are there.
    pub(super) fn refill(&mut self, word: impl Fn(usize) -> u64) {
        self.words.iter_mut().zip(0..).for_each(|(to, at)| *to = word(at));
        if let (Some(last), rest @ 1..) = (self.words.last_mut(), self.places.len() % WORD) {
            *last &= (1 << rest) - 1;
        }
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

/// So many truth values as one word.
#[inline]
fn packed(elements: &[bool]) -> u64 {
    let (eights, rest) = elements.as_chunks::<8>();
    // The product moves the lowest bit of each byte to the highest byte, where they stand side by side.
    let byte = |eight: &[bool; 8]| u64::from_le_bytes(eight.map(u8::from)).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let whole = eights.iter().zip((0..).step_by(8)).fold(0, |word, (eight, at)| word | byte(eight) << at);
    let first = eights.len() * 8;
    rest.iter().zip(first..).fold(whole, |word, (&is_true, at)| word | u64::from(is_true) << at)
}

impl<S: Data<Elem = bool>, D: Dimension> From<&ArrayBase<S, D>> for Bits<D> {
    fn from(array: &ArrayBase<S, D>) -> Self {
        if let Some(elements) = array.as_slice() {
            return Bits::of_words(array.raw_dim(), |at| {
                packed(&elements[at * WORD..elements.len().min((at + 1) * WORD)])
            });
        }
        let mut bits = Bits::new(array.raw_dim());
        for (at, _) in array.iter().enumerate().filter(|(_, is_true)| **is_true) {
            bits.words[at / WORD] |= 1 << (at % WORD);
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
