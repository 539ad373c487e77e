//! Values that kernels compute with: numbers, truth values, arrays, tuples and structs of them.

use super::types::{FIELDS, Type};
use std::marker::PhantomData;

/// What the functions of a kernel compute with.
#[diagnostic::on_unimplemented(
    message = "bcast: a GPU has no values of type `{Self}`",
    label = "this is `{Self}`",
    note = "kernels know f32, i8 to i32, u8 to u32 and bool, where the adapter has them f16, f64, i64, u64, isize and \
            usize, and arrays, tuples and structs of these: derive `GpuElement` for a struct"
)]
pub trait GpuValue: Copy + Send + Sync + 'static {
    /// Unknown where this is no such type, so that it is said once.
    type Told;
    /// The type.
    const TYPE: Type;
    /// The value itself, for the text.
    fn parts(value: &Self) -> Parts;
    /// Writes it as it lies on the device as a part of others, into so many bytes.
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
#[derive(Clone, Debug)]
pub struct Constant {
    pub(crate) of: Type,
    pub(crate) parts: Parts,
}

/// A tree of types.
pub trait Types {
    #[doc(hidden)]
    fn each(push: &mut impl FnMut(Type));
}
impl Types for () {
    fn each(_: &mut impl FnMut(Type)) {}
}
impl<A: Types, B: Types> Types for (A, B) {
    fn each(push: &mut impl FnMut(Type)) {
        A::each(push);
        B::each(push);
    }
}

/// Stands for a type in a tree of them.
pub struct Of<T>(PhantomData<T>);
impl<T: GpuValue> Types for Of<T> {
    fn each(push: &mut impl FnMut(Type)) {
        push(T::TYPE);
    }
}

/// Numbers that lie on the device as they do here.
macro_rules! numbers {
    ($($t:ty: $type:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl GpuValue for $t {
            type Told = Of<$t>;
            const TYPE: Type = Type::$type;
            fn parts(value: &Self) -> Parts {
                Parts::Number(format!("{value:?}"))
            }
            #[inline]
            fn put(value: &Self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&value.to_ne_bytes());
            }
            #[inline]
            fn take(bytes: &[u8]) -> Self {
                Self::from_ne_bytes(bytes.try_into().expect("the bytes of a number"))
            }
        }
    )*};
}
numbers! {
    half::f16: F16;
    f32: F32;
    i32: I32;
    u32: U32;
    f64: F64;
    i64: I64;
    u64: U64;
}

/// What lies on the device as something else.
macro_rules! others {
    ($($t:ty: $type:ident as $other:ty, $x:ident => $there:expr, $y:ident => $here:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl GpuValue for $t {
            type Told = Of<$t>;
            const TYPE: Type = Type::$type;
            fn parts(value: &Self) -> Parts {
                Parts::Number(format!("{value:?}"))
            }
            #[inline]
            fn put(value: &Self, bytes: &mut [u8]) {
                let $x = *value;
                let there: $other = $there;
                <$other>::put(&there, bytes);
            }
            #[inline]
            fn take(bytes: &[u8]) -> Self {
                let $y = <$other>::take(bytes);
                $here
            }
        }
    )*};
}
others! {
    bool: Bool as u32, x => x.into(), y => y != 0;
    i8: I8 as i32, x => x.into(), y => y as i8;
    u8: U8 as u32, x => x.into(), y => y as u8;
    i16: I16 as i32, x => x.into(), y => y as i16;
    u16: U16 as u32, x => x.into(), y => y as u16;
    isize: I64 as i64, x => x as i64, y => y as isize;
    usize: U64 as u64, x => x as u64, y => y as usize;
}

#[diagnostic::do_not_recommend]
impl<T: GpuValue, const N: usize> GpuValue for [T; N] {
    type Told = Of<[T; N]>;
    const TYPE: Type = Type::Array(&(T::TYPE, N));
    fn parts(value: &Self) -> Parts {
        Parts::All(value.iter().map(GpuValue::parts).collect())
    }
    fn put(value: &Self, bytes: &mut [u8]) {
        bytes.chunks_exact_mut(T::TYPE.part_bytes()).zip(value).for_each(|(bytes, element)| T::put(element, bytes));
    }
    fn take(bytes: &[u8]) -> Self {
        let size = T::TYPE.part_bytes();
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
    A 0, B 1, C 2, D 3, E 4, F 5, G 6;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11;
}
