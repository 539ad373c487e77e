//! Single values: numbers, and what is passed whole to every element.

use super::{Leaf, Operand};
use crate::element::each_element;
use crate::rank::Scalar;

/// Makes any `Copy` value one operand without axes: an array, a tuple or a struct that every element gets whole.
///
/// ```
/// use bcast_runtime::{One, Operand};
/// let weights = [0.25, 0.5, 0.25];
/// let _whole = One(weights).leaf();         // one value of type [f64; 3]
/// let table = vec![1, 2, 3];
/// let _borrowed = One(&table).leaf();       // one value of type &Vec<i32>
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct One<T>(pub T);

#[diagnostic::do_not_recommend]
impl<T: Copy + Sync> Operand for One<T> {
    type Elem = T;
    type Rank = Scalar;
    type Leaf<'a>
        = Leaf<'a, T, Scalar>
    where
        Self: 'a;
    #[inline]
    fn leaf(&self) -> Leaf<'_, T, Scalar> {
        Leaf::single(&self.0)
    }
}

macro_rules! numbers {
    ($($t:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Operand for $t {
            type Elem = $t;
            type Rank = Scalar;
            type Leaf<'a>
                = Leaf<'a, $t, Scalar>
            where
                Self: 'a;
            #[inline(always)]
            fn leaf(&self) -> Leaf<'_, $t, Scalar> {
                Leaf::value(self)
            }
        }
    )*};
}
each_element! { numbers }
