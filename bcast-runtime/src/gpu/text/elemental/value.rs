//! Values that kernels compute with: numbers, truth values, arrays, tuples and structs of them.

use crate::gpu::device::element::Type;
use std::marker::PhantomData;

/// A type of values in kernels.
#[derive(Clone, Debug, PartialEq)]
pub enum Ty {
    /// A number or a truth value.
    Scalar(Type),
    /// `[T; N]`
    Array(Box<Ty>, usize),
    /// A struct, or a tuple, whose fields are [numbered](FIELDS).
    Struct(Vec<(&'static str, Ty)>),
    /// Not known yet.
    Unknown,
}

/// The fields of tuples.
pub(crate) const FIELDS: [&str; 12] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"];

impl Ty {
    /// The type of a field.
    pub(crate) fn field(&self, name: &str) -> Ty {
        let Ty::Struct(fields) = self else { return Ty::Unknown };
        fields.iter().find(|(own, _)| *own == name).map_or(Ty::Unknown, |(_, of)| of.clone())
    }

    /// The type of an element.
    pub(crate) fn element(&self) -> Ty {
        if let Ty::Array(of, _) = self { (**of).clone() } else { Ty::Unknown }
    }

    pub(crate) fn is_known(&self) -> bool {
        match self {
            Ty::Scalar(_) => true,
            Ty::Array(of, _) => of.is_known(),
            Ty::Struct(fields) => fields.iter().all(|(_, of)| of.is_known()),
            Ty::Unknown => false,
        }
    }

    pub(crate) fn scalar(&self) -> Option<Type> {
        if let Ty::Scalar(own) = self { Some(*own) } else { None }
    }
}

/// What the functions of a kernel compute with.
#[diagnostic::on_unimplemented(
    message = "bcast: a GPU has no values of type `{Self}`",
    label = "this is `{Self}`",
    note = "kernels know f32, i32, u32 and bool, where the adapter has them f16, f64, i64, u64, isize and usize, and \
            arrays, tuples and structs of these: derive `GpuElement` for a struct"
)]
pub trait GpuValue: Copy + 'static {
    /// Unknown where this is no such type, so that it is said once.
    type Told;
    /// The type.
    fn ty() -> Ty;
    /// The value itself, for the text.
    fn parts(value: &Self) -> Parts;
    /// The value, whose type the mark takes. Never called.
    fn marked<M>(value: Self, _: &Mark<M>) -> Self
    where
        Self: GpuValue<Told = M>,
    {
        value
    }
    /// A value of the host's.
    fn constant(value: Self) -> Constant {
        Constant { ty: Self::ty(), parts: Self::parts(&value) }
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
    pub(crate) ty: Ty,
    pub(crate) parts: Parts,
}

/// Stands for a type in a tree of them.
pub struct Of<T>(PhantomData<T>);

macro_rules! scalars {
    ($($t:ty: $type:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl GpuValue for $t {
            type Told = Of<$t>;
            fn ty() -> Ty {
                Ty::Scalar(Type::$type)
            }
            fn parts(value: &Self) -> Parts {
                Parts::Number(format!("{value:?}"))
            }
        }
    )*};
}
scalars! {
    half::f16: F16; f32: F32; f64: F64; i32: I32; u32: U32; i64: I64; u64: U64; isize: I64; usize: U64; bool: Bool;
}

#[diagnostic::do_not_recommend]
impl<T: GpuValue, const N: usize> GpuValue for [T; N] {
    type Told = Of<[T; N]>;
    fn ty() -> Ty {
        Ty::Array(Box::new(T::ty()), N)
    }
    fn parts(value: &Self) -> Parts {
        Parts::All(value.iter().map(GpuValue::parts).collect())
    }
}

macro_rules! tuples {
    ($($($t:ident $at:tt),+;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($t: GpuValue),+> GpuValue for ($($t,)+) {
            type Told = Of<($($t,)+)>;
            fn ty() -> Ty {
                Ty::Struct(vec![$((FIELDS[$at], $t::ty())),+])
            }
            fn parts(value: &Self) -> Parts {
                Parts::All(vec![$(GpuValue::parts(&value.$at)),+])
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
