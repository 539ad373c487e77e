//! Vectors on a GPU: the last axis of an array there as components; and what stands for functions and methods in
//! kernels, which is, as for any function with `#[elemental]`, a type of its name, and lines.

#![allow(non_camel_case_types)]

use super::{Components, ComponentsMut, Number, Root, Vector, Vector3};
use crate::gpu::device::array::{GpuArray, GpuView, GpuViewMut};
use crate::gpu::device::element::{GpuComponent, GpuElement};
use crate::gpu::device::memory::GpuMemory;
use crate::gpu::device::types::Type;
use crate::gpu::device::value::GpuValue;
use crate::gpu::passes::run::{by_rows, from_rows};
use crate::gpu::text::elemental::{Called, Description, Elemental, GpuKnowsNoRecursion};
use ndarray::{Dimension, RemoveAxis};
use std::borrow::{Borrow, BorrowMut};
use std::marker::PhantomData;

/// Vectors that kernels compute with: `[T; N]`, and those of `glam`.
#[diagnostic::on_unimplemented(
    message = "bcast: a GPU has no functions of vectors of `{Self}`",
    label = "this is `{Self}`",
    note = "they take arrays `[T; N]`, and with the feature `glam` the vectors of that crate"
)]
pub trait GpuVector: Vector<Component: GpuValue> + GpuValue {}
impl<T: GpuValue, const N: usize> GpuVector for [T; N] {}

#[diagnostic::do_not_recommend]
impl<T, D, M, V> Components<V> for GpuArray<T, D, M>
where
    T: GpuComponent,
    D: RemoveAxis,
    M: Borrow<GpuMemory>,
    V: GpuElement + GpuVector<Component = T>,
{
    type Vectors<'a>
        = GpuArray<V, D::Smaller, Lent<'a>>
    where
        Self: 'a;
    #[track_caller]
    fn vectors(&self) -> Self::Vectors<'_> {
        self.view().into_vectors(Lent::Own).unwrap_or_else(|apart| of_copy(copied(&apart), Lent::Copied))
    }
}

#[diagnostic::do_not_recommend]
impl<T, D, M, V> ComponentsMut<V> for GpuArray<T, D, M>
where
    T: GpuComponent,
    D: RemoveAxis,
    M: BorrowMut<GpuMemory>,
    V: GpuElement + GpuVector<Component = T>,
{
    type Vectors<'a>
        = GpuArray<V, D::Smaller, LentMut<'a, T, D>>
    where
        Self: 'a;
    #[track_caller]
    fn vectors_mut(&mut self) -> Self::Vectors<'_> {
        self.view_mut().into_vectors(LentMut::Own).unwrap_or_else(|apart| {
            let copy = copied(&apart.view());
            of_copy(copy, |copy| LentMut::Copied(copy, apart))
        })
    }
}

/// Components that lie apart, row by row in memory of their own.
#[track_caller]
fn copied<T: GpuElement, D: Dimension>(apart: &GpuView<'_, T, D>) -> GpuArray<T, D> {
    by_rows(apart).unwrap_or_else(|error| panic!("bcast: vectors whose components lie apart: {error}"))
}

/// The vectors of such a copy.
fn of_copy<T: GpuElement, D: RemoveAxis, V: GpuElement, N>(
    copy: GpuArray<T, D>,
    memory: impl FnOnce(GpuMemory) -> N,
) -> GpuArray<V, D::Smaller, N> {
    copy.into_vectors(memory).unwrap_or_else(|_| unreachable!("a copy has its elements row by row"))
}

/// The memory of vectors that are read: that of their components, or of a copy.
pub enum Lent<'a> {
    #[doc(hidden)]
    Own(&'a GpuMemory),
    #[doc(hidden)]
    Copied(GpuMemory),
}
impl Borrow<GpuMemory> for Lent<'_> {
    fn borrow(&self) -> &GpuMemory {
        match self {
            Lent::Own(memory) => memory,
            Lent::Copied(copy) => copy,
        }
    }
}

/// The memory of vectors that are written: that of their components, or of a copy, which is written back when it is
/// dropped.
pub enum LentMut<'a, T: GpuElement, D: Dimension> {
    #[doc(hidden)]
    Own(&'a mut GpuMemory),
    #[doc(hidden)]
    Copied(GpuMemory, GpuViewMut<'a, T, D>),
}
impl<T: GpuElement, D: Dimension> Borrow<GpuMemory> for LentMut<'_, T, D> {
    fn borrow(&self) -> &GpuMemory {
        match self {
            LentMut::Own(memory) => memory,
            LentMut::Copied(copy, _) => copy,
        }
    }
}
impl<T: GpuElement, D: Dimension> BorrowMut<GpuMemory> for LentMut<'_, T, D> {
    fn borrow_mut(&mut self) -> &mut GpuMemory {
        match self {
            LentMut::Own(memory) => memory,
            LentMut::Copied(copy, _) => copy,
        }
    }
}
impl<T: GpuElement, D: Dimension> Drop for LentMut<'_, T, D> {
    fn drop(&mut self) {
        let LentMut::Copied(copy, to) = self else { return };
        let written = from_rows(copy, to);
        if !std::thread::panicking() {
            written.unwrap_or_else(|error| panic!("bcast: vectors are written back: {error}"));
        }
    }
}

/// A function of vectors.
pub trait Function: 'static {
    /// Its name.
    const NAME: &'static str;
    /// What it does.
    const LINES: &'static str;
    /// Whether each parameter, and at the end the result, is a vector; else it is a component.
    const VECTORS: &'static [bool];
}

/// A function of vectors `V`.
pub struct Of<F, V>(PhantomData<fn() -> (F, V)>);
impl<F: Function, V: GpuVector> Elemental for Of<F, V> {
    const NAME: &'static str = F::NAME;
    const LINES: &'static str = F::LINES;
    fn tell(to: &mut Description) {
        let of = |is_vector: &bool| if *is_vector { V::TYPE } else { <V::Component as GpuValue>::TYPE };
        let all: Vec<Type> = F::VECTORS.iter().map(of).collect();
        if let Some((result, parameters)) = all.split_last() {
            to.signature(parameters, *result);
        }
    }
}

macro_rules! functions {
    ($($name:ident($($is_vector:literal),*) -> $result:literal: $lines:literal;)*) => {$(
        #[doc(hidden)]
        pub struct $name {}
        impl GpuKnowsNoRecursion for $name {}
        impl Function for $name {
            const NAME: &'static str = stringify!($name);
            const LINES: &'static str = $lines;
            const VECTORS: &'static [bool] = &[$($is_vector,)* $result];
        }
    )*};
}
functions! {
    dot(true, true) -> false: "param 0\nparam 1\nop 2 dot 0 1\nreturn 2";
    cross(true, true) -> true: "param 0\nparam 1\nop 2 cross 0 1\nreturn 2";
    length(true) -> false: "param 0\nop 1 dot 0 0\nop 2 sqrt 1\nreturn 2";
    distance(true, true) -> false: "param 0\nparam 1\nop 2 minus 0 1\nop 3 dot 2 2\nop 4 sqrt 3\nreturn 4";
    normalize(true) -> true: "param 0\nop 1 dot 0 0\nop 2 sqrt 1\nop 3 recip 2\nop 4 times 0 3\nreturn 4";
}

macro_rules! typed {
    ($($name:ident: $bound:ident<$component:ident>, $($argument:ident)* -> $result:ty;)*) => {$(
        impl $name {
            #[doc(hidden)]
            pub fn typed<V>($($argument: V),*) -> Called<Of<$name, V>, $result>
            where
                V: GpuVector + $bound<Component: $component>,
            {
                let _ = ($($argument,)*);
                unreachable!("only its type is asked for")
            }
        }
    )*};
}
typed! {
    dot: Vector<Number>, a b -> V::Component;
    cross: Vector3<Number>, a b -> V;
    length: Vector<Root>, a -> V::Component;
    distance: Vector<Root>, a b -> V::Component;
    normalize: Vector<Root>, a -> V;
}

/// Methods of `glam`'s vectors, beside them as those of blocks with `#[elemental]` are.
#[cfg(feature = "glam")]
pub mod methods {
    use super::*;

    functions! {
        length_squared(true) -> false: "param 0\nop 1 dot 0 0\nreturn 1";
        distance_squared(true, true) -> false: "param 0\nparam 1\nop 2 minus 0 1\nop 3 dot 2 2\nreturn 3";
        new2(false, false) -> true: "param 0\nparam 1\narray 2 0 1\nreturn 2";
        new3(false, false, false) -> true: "param 0\nparam 1\nparam 2\narray 3 0 1 2\nreturn 3";
        new4(false, false, false, false) -> true: "param 0\nparam 1\nparam 2\nparam 3\narray 4 0 1 2 3\nreturn 4";
        splat2(false) -> true: "param 0\narray 1 0 0\nreturn 1";
        splat3(false) -> true: "param 0\narray 1 0 0 0\nreturn 1";
        splat4(false) -> true: "param 0\narray 1 0 0 0 0\nreturn 1";
    }

    macro_rules! methods {
        ($($method:ident($($argument:ident),*) is $function:ident -> $result:ty $(where $of:ty: $bound:ident)?;)*) => {
            /// Of vectors of any length.
            pub trait VectorMethods: GpuVector {$(
                /// Never called.
                fn $method(self $(, $argument: Self)*) -> Called<Of<$function, Self>, $result>
                $(where $of: $bound)?
                {
                    let _ = ($($argument,)*);
                    unreachable!("only its type is asked for")
                }
            )*}
            impl<V: GpuVector> VectorMethods for V {}
        };
    }
    methods! {
        dot_with_elemental_before_its_impl(b) is dot -> Self::Component;
        cross_with_elemental_before_its_impl(b) is cross -> Self where Self: Vector3;
        length_with_elemental_before_its_impl() is length -> Self::Component;
        length_squared_with_elemental_before_its_impl() is length_squared -> Self::Component;
        distance_with_elemental_before_its_impl(b) is distance -> Self::Component;
        distance_squared_with_elemental_before_its_impl(b) is distance_squared -> Self::Component;
        normalize_with_elemental_before_its_impl() is normalize -> Self;
    }

    macro_rules! makers {
        ($($maker:ident $new:ident($($component:ident)*) $splat:ident;)*) => {$(
            /// Of vectors of so many components.
            pub trait $maker: GpuVector {
                /// Never called.
                fn new_with_elemental_before_its_impl(
                    $($component: Self::Component),*
                ) -> Called<Of<$new, Self>, Self> {
                    let _ = ($($component,)*);
                    unreachable!("only its type is asked for")
                }
                /// Never called.
                fn splat_with_elemental_before_its_impl(_: Self::Component) -> Called<Of<$splat, Self>, Self> {
                    unreachable!("only its type is asked for")
                }
            }
        )*};
    }
    makers! { Make2 new2(x y) splat2; Make3 new3(x y z) splat3; Make4 new4(x y z w) splat4; }
}
