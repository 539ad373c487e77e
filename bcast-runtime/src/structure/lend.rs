//! What containers with structure are made of: lines and squares of elements.

use ndarray::{ArrayBase, ArrayView1, ArrayView2, ArrayViewMut1, ArrayViewMut2, Data, DataMut, Ix1, Ix2};

/// Adjacent elements that a container is made of: an array of one axis, a `Vec`, a slice, or a reference to one.
pub trait Line {
    /// An element.
    type Elem;
    /// Lends them.
    fn line(&self) -> ArrayView1<'_, Self::Elem>;
}
impl<S: Data> Line for ArrayBase<S, Ix1> {
    type Elem = S::Elem;
    #[inline]
    fn line(&self) -> ArrayView1<'_, S::Elem> {
        self.view()
    }
}
macro_rules! lines {
    ($([$($generics:tt)*] $line:ty,)*) => {$(
        impl<A, $($generics)*> Line for $line {
            type Elem = A;
            #[inline]
            fn line(&self) -> ArrayView1<'_, A> {
                ArrayView1::from(self as &[A])
            }
        }
        impl<A, $($generics)*> LineMut for $line {
            #[inline]
            fn line_mut(&mut self) -> ArrayViewMut1<'_, A> {
                ArrayViewMut1::from(self as &mut [A])
            }
        }
    )*};
}
lines! { [] [A], [const LEN: usize] [A; LEN], [] Vec<A>, }
macro_rules! lent_lines {
    ($($pointer:ty;)*) => {$(
        impl<X: Line + ?Sized> Line for $pointer {
            type Elem = X::Elem;
            #[inline]
            fn line(&self) -> ArrayView1<'_, X::Elem> {
                (**self).line()
            }
        }
    )*};
}
lent_lines! { &X; &mut X; }

/// The same to be written.
pub trait LineMut: Line {
    /// Lends them.
    fn line_mut(&mut self) -> ArrayViewMut1<'_, Self::Elem>;
}
impl<S: DataMut> LineMut for ArrayBase<S, Ix1> {
    #[inline]
    fn line_mut(&mut self) -> ArrayViewMut1<'_, S::Elem> {
        self.view_mut()
    }
}
impl<X: LineMut + ?Sized> LineMut for &mut X {
    #[inline]
    fn line_mut(&mut self) -> ArrayViewMut1<'_, X::Elem> {
        (**self).line_mut()
    }
}

/// Rows and columns of which a container shows a part: an array of two axes, or a reference to one.
pub trait Square {
    /// An element.
    type Elem;
    /// Lends them.
    fn square(&self) -> ArrayView2<'_, Self::Elem>;
}
impl<S: Data> Square for ArrayBase<S, Ix2> {
    type Elem = S::Elem;
    #[inline]
    fn square(&self) -> ArrayView2<'_, S::Elem> {
        self.view()
    }
}
macro_rules! lent_squares {
    ($($pointer:ty;)*) => {$(
        impl<X: Square + ?Sized> Square for $pointer {
            type Elem = X::Elem;
            #[inline]
            fn square(&self) -> ArrayView2<'_, X::Elem> {
                (**self).square()
            }
        }
    )*};
}
lent_squares! { &X; &mut X; }

/// The same to be written.
pub trait SquareMut: Square {
    /// Lends them.
    fn square_mut(&mut self) -> ArrayViewMut2<'_, Self::Elem>;
}
impl<S: DataMut> SquareMut for ArrayBase<S, Ix2> {
    #[inline]
    fn square_mut(&mut self) -> ArrayViewMut2<'_, S::Elem> {
        self.view_mut()
    }
}
impl<X: SquareMut + ?Sized> SquareMut for &mut X {
    #[inline]
    fn square_mut(&mut self) -> ArrayViewMut2<'_, X::Elem> {
        (**self).square_mut()
    }
}
