//! What can be sliced: it lends a view of all of it.

use ndarray::{ArrayBase, ArrayRef, ArrayView, ArrayViewMut, Data, DataMut, Dimension, Ix1};

/// Something that `x[.., 0]` takes a view of.
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` cannot be sliced or looked up in",
    label = "neither an array nor a slice",
    note = "`x[1..3, 0]`, `x[1..3]` and `at.(x, i, j)` read an `ndarray` array, a `Vec` or a slice; an index of Rust's \
            with a range stands in braces: `{{ &x[1..3] }}`",
    note = "what a pointer or a guard of another type points to is read as `(*guard)[1..3]`",
    note = "what is computed has no elements to slice: write the bounds that are meant, `(2..5)` or `linspace(..)`, or \
            make an array of it before: `let x = bcast!(x .+ 0);`"
)]
pub trait Slice {
    /// A view of all of it.
    type Whole<'a>
    where
        Self: 'a;
    /// Lends it.
    fn whole(&self) -> Self::Whole<'_>;
}

/// The same to be written.
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` cannot be sliced to be written",
    label = "neither an array nor a slice that can be written",
    note = "a target is an array, `&mut` array, `ArrayViewMut`, mutable slice or `Vec`, or a slice of one",
    note = "what a pointer or a guard of another type points to is written as `(*guard)[1..3]`"
)]
pub trait SliceMut {
    /// A view of all of it.
    type Whole<'a>
    where
        Self: 'a;
    /// Lends it.
    fn whole_mut(&mut self) -> Self::Whole<'_>;
}

#[diagnostic::do_not_recommend]
impl<A, D: Dimension> Slice for ArrayRef<A, D> {
    type Whole<'a>
        = ArrayView<'a, A, D>
    where
        Self: 'a;
    #[inline]
    fn whole(&self) -> Self::Whole<'_> {
        self.view()
    }
}

#[diagnostic::do_not_recommend]
impl<A, D: Dimension> SliceMut for ArrayRef<A, D> {
    type Whole<'a>
        = ArrayViewMut<'a, A, D>
    where
        Self: 'a;
    #[inline]
    fn whole_mut(&mut self) -> Self::Whole<'_> {
        self.view_mut()
    }
}

#[diagnostic::do_not_recommend]
impl<S: Data, D: Dimension> Slice for ArrayBase<S, D> {
    type Whole<'a>
        = ArrayView<'a, S::Elem, D>
    where
        Self: 'a;
    #[inline]
    fn whole(&self) -> Self::Whole<'_> {
        self.view()
    }
}

#[diagnostic::do_not_recommend]
impl<S: DataMut, D: Dimension> SliceMut for ArrayBase<S, D> {
    type Whole<'a>
        = ArrayViewMut<'a, S::Elem, D>
    where
        Self: 'a;
    #[inline]
    fn whole_mut(&mut self) -> Self::Whole<'_> {
        self.view_mut()
    }
}

macro_rules! lines {
    ($([$($generics:tt)*] $line:ty,)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<A, $($generics)*> Slice for $line {
            type Whole<'a>
                = ArrayView<'a, A, Ix1>
            where
                Self: 'a;
            #[inline]
            fn whole(&self) -> Self::Whole<'_> {
                ArrayView::from(self as &[A])
            }
        }
        #[diagnostic::do_not_recommend]
        impl<A, $($generics)*> SliceMut for $line {
            type Whole<'a>
                = ArrayViewMut<'a, A, Ix1>
            where
                Self: 'a;
            #[inline]
            fn whole_mut(&mut self) -> Self::Whole<'_> {
                ArrayViewMut::from(self as &mut [A])
            }
        }
    )*};
}
lines! { [] [A], [const LEN: usize] [A; LEN], [] Vec<A>, }

macro_rules! through {
    ($($trait:ident $method:ident [$($mutable:tt)?] $pointer:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<X: $trait + ?Sized> $trait for $pointer {
            type Whole<'a>
                = X::Whole<'a>
            where
                Self: 'a;
            #[inline]
            fn $method(&$($mutable)? self) -> Self::Whole<'_> {
                (**self).$method()
            }
        }
    )*};
}
through! {
    Slice whole [] &X;
    Slice whole [] &mut X;
    Slice whole [] Box<X>;
    Slice whole [] std::rc::Rc<X>;
    Slice whole [] std::sync::Arc<X>;
    Slice whole [] std::cell::Ref<'_, X>;
    Slice whole [] std::cell::RefMut<'_, X>;
    Slice whole [] std::sync::MutexGuard<'_, X>;
    Slice whole [] std::sync::RwLockReadGuard<'_, X>;
    Slice whole [] std::sync::RwLockWriteGuard<'_, X>;
    SliceMut whole_mut [mut] &mut X;
    SliceMut whole_mut [mut] Box<X>;
    SliceMut whole_mut [mut] std::cell::RefMut<'_, X>;
    SliceMut whole_mut [mut] std::sync::MutexGuard<'_, X>;
    SliceMut whole_mut [mut] std::sync::RwLockWriteGuard<'_, X>;
}
