//! Truth values, 64 to a word.

use crate::operand::{Computed, Leaf, Operand, OperandAxes, Positions, RawOperand, Unfilled};
use crate::rank::Full;
use ndarray::{Array, ArrayBase, Data, Dimension, ShapeBuilder};

/// Truth values of an array of axes `D`, 64 to a word in logical order: an eighth of the memory of `bool`s.
///
/// ```
/// use bcast_runtime::{Operand, ndarray::array, structure::Bits};
/// let bits = Bits::from(&array![[true, false], [true, true]]);
/// assert_eq!((bits.words(), bits.count()), (&[0b1101][..], 3));
/// let _ = bits.leaf(); // its elements are `bool`
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits<D> {
    words: Vec<u64>,
    /// Sizes and row-major strides.
    sizes: D,
    strides: Vec<isize>,
    len: usize,
}

const WORD: usize = u64::BITS as usize;

impl<D: Dimension> Bits<D> {
    /// All of them false.
    ///
    /// # Panics
    /// If the shape has more elements than any array.
    #[track_caller]
    pub fn new(shape: impl ShapeBuilder<Dim = D>) -> Self {
        let sizes = shape.into_shape_with_order().raw_dim().clone();
        let len = sizes.size_checked().filter(|&len| isize::try_from(len).is_ok());
        let len = len.expect("bcast: the shape has more elements than any array");
        let mut strides = vec![1; sizes.ndim()];
        for axis in (1..sizes.ndim()).rev() {
            strides[axis - 1] = strides[axis] * sizes[axis].max(1) as isize;
        }
        Bits { words: vec![0; len.div_ceil(WORD)], sizes, strides, len }
    }

    /// The sizes of the axes.
    pub fn shape(&self) -> &[usize] {
        self.sizes.slice()
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
        self.count() == self.len
    }

    /// The same as an array.
    pub fn to_array(&self) -> Array<bool, D> {
        let elements = (0..self.len).map(|at| self.bit(at)).collect();
        Array::from_shape_vec(self.sizes.clone(), elements).expect("as many elements as the sizes say")
    }

    #[inline(always)]
    fn bit(&self, at: usize) -> bool {
        self.words[at / WORD] >> (at % WORD) & 1 == 1
    }
}

impl<S: Data<Elem = bool>, D: Dimension> From<&ArrayBase<S, D>> for Bits<D> {
    fn from(array: &ArrayBase<S, D>) -> Self {
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
        let axes = OperandAxes::array(self.sizes.slice(), &self.strides);
        // SAFETY: it computes an element for the position of any index, a `bool`; its axes are those of a `D`.
        unsafe { Leaf::new(RawOperand::computed(self, size_of::<bool>(), axes)) }
    }
}
