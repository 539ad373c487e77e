//! Values that kernels compute with: numbers, truth values, arrays, tuples and structs of them.

use crate::gpu::device::element::{GpuElement, Types};
use crate::gpu::device::types::{FIELDS, Type};
use std::marker::PhantomData;

/// What the functions of a kernel compute with.
#[diagnostic::on_unimplemented(
    message = "bcast: a GPU has no values of type `{Self}`",
    label = "this is `{Self}`",
    note = "kernels know f32, i32, u32 and bool, where the adapter has them f16, f64, i64, u64, isize and usize, and \
            arrays, tuples and structs of these: derive `GpuElement` for a struct"
)]
pub trait GpuValue: Copy + Send + Sync + 'static {
    /// Unknown where this is no such type, so that it is said once.
    type Told;
    /// The type.
    const TYPE: Type;
    /// The value itself, for the text.
    fn parts(value: &Self) -> Parts;
    /// Writes it as it lies on the device, into so many bytes.
    fn put(value: &Self, bytes: &mut [u8]);
    /// Reads it from there.
    fn take(bytes: &[u8]) -> Self;
    /// The value, whose type the mark takes. Never called.
    fn marked<M>(value: Self, _: &Mark<M>) -> Self
    where
        Self: GpuValue<Told = M>,
    {
        value
    }
    /// A value of the host's.
    fn constant(value: Self) -> Constant {
        Constant { of: Self::TYPE, parts: Self::parts(&value) }
    }
}

/// Stands for a type that rustc finds.
pub struct Mark<T>(PhantomData<fn() -> T>);
impl<T> Mark<T> {
    /// Of a type that is not known yet.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Mark(PhantomData)
    }
}

/// A value of the host's as text.
#[derive(Clone, Debug)]
pub enum Parts {
    /// As Rust would write it.
    Number(String),
    /// Of an array, a struct or a tuple.
    All(Vec<Parts>),
}

/// A value that the host knows when a kernel is written.
#[derive(Debug)]
pub struct Constant {
    pub(crate) of: Type,
    pub(crate) parts: Parts,
}

/// Stands for a type in a tree of them.
pub struct Of<T>(PhantomData<T>);
impl<T: GpuValue> Types for Of<T> {
    fn each(push: &mut impl FnMut(Type)) {
        push(T::TYPE);
    }
}

macro_rules! scalars {
    ($($t:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl GpuValue for $t {
            type Told = Of<$t>;
            const TYPE: Type = <$t as GpuElement>::TYPE;
            fn parts(value: &Self) -> Parts {
                Parts::Number(format!("{value:?}"))
            }
            fn put(value: &Self, bytes: &mut [u8]) {
                GpuElement::put(value, bytes);
            }
            fn take(bytes: &[u8]) -> Self {
                GpuElement::take(bytes)
            }
        }
    )*};
}
scalars! { half::f16 f32 f64 i32 u32 i64 u64 isize usize bool }

#[diagnostic::do_not_recommend]
impl<T: GpuValue, const N: usize> GpuValue for [T; N] {
    type Told = Of<[T; N]>;
    const TYPE: Type = Type::Array(&(T::TYPE, N));
    fn parts(value: &Self) -> Parts {
        Parts::All(value.iter().map(GpuValue::parts).collect())
    }
    fn put(value: &Self, bytes: &mut [u8]) {
        bytes.chunks_exact_mut(T::TYPE.bytes()).zip(value).for_each(|(bytes, element)| T::put(element, bytes));
    }
    fn take(bytes: &[u8]) -> Self {
        let size = T::TYPE.bytes();
        std::array::from_fn(|at| T::take(&bytes[at * size..(at + 1) * size]))
    }
}

macro_rules! tuples {
    ($($($t:ident $at:tt),+;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($t: GpuValue),+> GpuValue for ($($t,)+) {
            type Told = Of<($($t,)+)>;
            const TYPE: Type = Type::Struct(&[$((FIELDS[$at], $t::TYPE)),+]);
            fn parts(value: &Self) -> Parts {
                Parts::All(vec![$(GpuValue::parts(&value.$at)),+])
            }
            fn put(value: &Self, bytes: &mut [u8]) {
                $(GpuValue::put(&value.$at, &mut bytes[Self::TYPE.field_bytes($at)]);)+
            }
            fn take(bytes: &[u8]) -> Self {
                ($($t::take(&bytes[Self::TYPE.field_bytes($at)]),)+)
            }
        }
    )*};
}
tuples! {
    A 0;
    A 0, B 1;
    A 0, B 1, C 2;
    A 0, B 1, C 2, D 3;
    A 0, B 1, C 2, D 3, E 4;
    A 0, B 1, C 2, D 3, E 4, F 5;
}
