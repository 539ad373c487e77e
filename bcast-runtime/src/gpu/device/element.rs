//! Which types of Rust are elements on a GPU, and how their values come into buffers.

use super::types::Type;
use super::value::{GpuValue, Types};

/// A type of elements that kernels compute with: `f32`, `i8`, `u8`, `i16`, `u16`, `i32`, `u32` and `bool` everywhere;
/// `half::f16`, `f64`, `i64`, `u64`, `isize` and `usize` where the adapter has 16-bit floats, 64-bit floats and
/// integers, else the call fails with [`GpuError::Unsupported`](crate::GpuError); arrays `[T; N]` and tuples of these,
/// and structs that derive it. Numbers lie on the device as they do here; in arrays `[T; N]`, tuples and structs,
/// integers of 8 and 16 bits and truth values are words.
#[diagnostic::on_unimplemented(
    message = "bcast!: `{Self}` is no element type of a GPU",
    label = "kernels cannot compute with `{Self}`",
    note = "kernels compute with f32, i8 to i32, u8 to u32 and bool, and where the adapter has them f16, f64, i64, \
            u64, isize and usize; with arrays `[T; N]` of these, and structs with `#[derive(GpuElement)]`",
    note = "convert it: `f32.(x)`, `i32.(x)`, or compute this part on the CPU"
)]
pub trait GpuElement: GpuValue {
    /// Stands for the type where rustc has found it; unknown where this is no element type, so that it is said once.
    #[doc(hidden)]
    type Typed: Types;
    /// The type itself, or unknown in the same way.
    #[doc(hidden)]
    type Own: GpuElement;
    /// The same as [`typed`], said without the name of a bound.
    #[doc(hidden)]
    fn typed(_: &Self) -> Self::Typed {
        unreachable!("only its type is asked for")
    }
    /// The same of a step that computes: an operator, a built-in function, a reduction.
    #[doc(hidden)]
    fn typed_number(_: &Self) -> Self::Typed
    where
        Self::Own: GpuHasOperators,
    {
        unreachable!("only its type is asked for")
    }
    /// The same of what is added up or multiplied.
    #[doc(hidden)]
    fn typed_sum(_: &Self) -> Self::Typed
    where
        Self::Own: GpuHasSums,
    {
        unreachable!("only its type is asked for")
    }
    /// Appends elements as they lie on the device.
    #[doc(hidden)]
    fn append(elements: &[Self], bytes: &mut Vec<u8>) {
        let (size, start) = (Self::TYPE.bytes(), bytes.len());
        bytes.resize(start + size * elements.len(), 0);
        bytes[start..].chunks_exact_mut(size).zip(elements).for_each(|(bytes, element)| Self::put(element, bytes));
    }
    /// Elements from how they lie on the device.
    #[doc(hidden)]
    fn parse(bytes: &[u8]) -> Vec<Self> {
        bytes.chunks_exact(Self::TYPE.bytes()).map(Self::take).collect()
    }
    /// It as a parameter, if it can be one.
    #[doc(hidden)]
    fn words(_: Self) -> Option<[u32; 2]> {
        None
    }
}

/// The type of a step.
pub struct Typed<T>(std::marker::PhantomData<T>);

/// The type of a step's result.
pub fn typed<T: GpuElement>(_: &T) -> T::Typed {
    unreachable!("only its type is asked for")
}

/// What operators, built-in functions and reductions compute with: numbers and truth values.
#[diagnostic::on_unimplemented(
    message = "bcast!: a GPU has no operators and no reductions of `{Self}`",
    label = "this is `{Self}`",
    note = "compute numbers of it by a function with `#[elemental]`, and go on with these"
)]
pub trait GpuHasOperators {}

/// Numbers of which vectors lie as their components do: elements that are no words lie otherwise in vectors.
pub trait GpuComponent: GpuElement {}
macro_rules! components {
    ($($t:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl GpuComponent for $t {}
    )*};
}
components! { half::f16 f32 f64 i32 u32 i64 u64 isize usize }

/// What `sum`, `prod` and `mean` compute with: numbers, and vectors of them.
#[diagnostic::on_unimplemented(
    message = "bcast!: a GPU has no sums of `{Self}`",
    label = "elements of type `{Self}`",
    note = "it adds up numbers, arrays `[T; N]` of them, and vectors of `glam` with that feature: compute one of these \
            by a function with `#[elemental]`, and reduce it"
)]
pub trait GpuHasSums {}
#[diagnostic::do_not_recommend]
impl<T: GpuHasSums, const N: usize> GpuHasSums for [T; N] {}

/// Stands for a type of elements with parts.
pub struct TypedParts<T>(std::marker::PhantomData<T>);
impl<T: GpuElement> Types for TypedParts<T> {
    fn each(push: &mut impl FnMut(Type)) {
        push(T::TYPE);
    }
}

impl<T: GpuElement> Types for Typed<T> {
    fn each(push: &mut impl FnMut(Type)) {
        push(T::TYPE);
    }
}

/// Numbers that lie on the device as they do here.
macro_rules! numbers {
    ($($t:ty, $x:ident => $words:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl GpuHasOperators for $t {}
        #[diagnostic::do_not_recommend]
        impl GpuHasSums for $t {}
        #[diagnostic::do_not_recommend]
        impl GpuElement for $t {
            type Typed = Typed<$t>;
            type Own = $t;
            fn append(elements: &[Self], bytes: &mut Vec<u8>) {
                // SAFETY: numbers have no padding, and live as long as the slice.
                let all = unsafe { std::slice::from_raw_parts(elements.as_ptr().cast::<u8>(), size_of_val(elements)) };
                bytes.extend_from_slice(all);
            }
            fn parse(bytes: &[u8]) -> Vec<Self> {
                let count = bytes.len() / size_of::<Self>();
                let mut elements = Vec::<Self>::with_capacity(count);
                let to = elements.as_mut_ptr().cast::<u8>();
                // SAFETY: there is room for `count` numbers, of which any bits are values.
                unsafe {
                    std::ptr::copy_nonoverlapping(bytes.as_ptr(), to, count * size_of::<Self>());
                    elements.set_len(count);
                }
                elements
            }
            #[inline]
            fn words($x: Self) -> Option<[u32; 2]> {
                Some($words)
            }
        }
    )*};
}
numbers! {
    half::f16, x => [f32::from(x).to_bits(), 0];
    f32, x => [x.to_bits(), 0];
    i8, x => [i32::from(x).cast_unsigned(), 0];
    u8, x => [x.into(), 0];
    i16, x => [i32::from(x).cast_unsigned(), 0];
    u16, x => [x.into(), 0];
    i32, x => [x.cast_unsigned(), 0];
    u32, x => [x, 0];
    f64, x => halves(x.to_bits());
    i64, x => halves(x.cast_unsigned());
    u64, x => halves(x);
}

/// What lies on the device as something else.
macro_rules! others {
    ($($t:ty as $other:ty, $x:ident => $there:expr, $y:ident => $here:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl GpuHasOperators for $t {}
        #[diagnostic::do_not_recommend]
        impl GpuHasSums for $t {}
        #[diagnostic::do_not_recommend]
        impl GpuElement for $t {
            type Typed = Typed<$t>;
            type Own = $t;
            fn append(elements: &[Self], bytes: &mut Vec<u8>) {
                bytes.extend(elements.iter().flat_map(|&$x| <$other>::to_ne_bytes($there)));
            }
            fn parse(bytes: &[u8]) -> Vec<Self> {
                <$other>::parse(bytes).into_iter().map(|$y| $here).collect()
            }
            #[inline]
            fn words($x: Self) -> Option<[u32; 2]> {
                <$other>::words($there)
            }
        }
    )*};
}
others! {
    bool as u8, x => x.into(), y => y != 0;
    isize as i64, x => x as i64, y => y as isize;
    usize as u64, x => x as u64, y => y as usize;
}

#[diagnostic::do_not_recommend]
impl<T: GpuElement, const N: usize> GpuElement for [T; N] {
    type Typed = TypedParts<[T; N]>;
    type Own = [T; N];
}

macro_rules! tuples {
    ($first:ident $($others:ident)*) => {
        #[diagnostic::do_not_recommend]
        impl<$first: GpuElement $(, $others: GpuElement)*> GpuElement for ($first, $($others),*) {
            type Typed = TypedParts<Self>;
            type Own = Self;
        }
        tuples! { $($others)* }
    };
    () => {};
}
tuples! { A B C D E F G H I J K L }

fn halves(bits: u64) -> [u32; 2] {
    [bits as u32, (bits >> 32) as u32]
}
