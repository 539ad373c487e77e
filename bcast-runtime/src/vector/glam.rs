//! Vectors of `glam` as elements and as single values.

use super::{Vector, Vector3};
use crate::element::Element;
use crate::operand::{Leaf, Operand};
use crate::ops::Adopt;
use crate::ops::modes::by::{as_ever, unchanged};
use crate::ops::reduce::{
    Adding, Averaging, Folded, Mean, Multiplying, Prod, Reducer, Sum, lifted_to_accumulators, means, sums,
};
use crate::rank::Scalar;
use crate::target::{Goal, Target};
use std::array;

macro_rules! vectors {
    ($($t:ty: $($vector:ident $len:tt),*;)*) => {$($(
        // SAFETY: (1) `glam` has them as a struct of the components in order, with `repr(C)`, or, four `f32`s, as such
        // a register of the processor; `Vec3A` is larger than its components.
        unsafe impl Vector for glam::$vector {
            type Component = $t;
            const LEN: usize = $len;
            #[inline]
            fn from_fn(component: impl FnMut(usize) -> $t) -> Self {
                glam::$vector::from_array(array::from_fn(component))
            }
            #[inline]
            fn component(self, at: usize) -> $t {
                self[at]
            }
        }

        impl Element for glam::$vector {}
        as_ever! { glam::$vector }
        #[diagnostic::do_not_recommend]
        impl Operand for glam::$vector {
            type Elem = Self;
            type Rank = Scalar;
            type Leaf<'a> = Leaf<'a, Self, Scalar>;
            #[inline]
            fn leaf(&self) -> Leaf<'_, Self, Scalar> {
                Leaf::value(self)
            }
        }
        #[diagnostic::do_not_recommend]
        impl Target for glam::$vector {
            type Elem = Self;
            type Rank = Scalar;
            #[inline]
            fn target(&mut self) -> Goal<'_, Self, Scalar> {
                Goal::value(self)
            }
        }

        /// The literal as each component.
        #[diagnostic::do_not_recommend]
        impl<const N: i128> Adopt<N> for glam::$vector {
            const MISFIT: Option<&'static str> = <$t as Adopt<N>>::MISFIT;
            #[inline]
            fn adopt() -> Self {
                glam::$vector::splat(<$t as Adopt<N>>::adopt())
            }
        }

        #[cfg(feature = "gpu")]
        const _: () = {
            use super::gpu::GpuVector;
            use crate::gpu::device::element::{GpuElement, GpuHasOperators, GpuHasSums, TypedParts};
            use crate::gpu::device::types::Type;
            use crate::gpu::device::value::{GpuValue, Of, Parts};

            #[diagnostic::do_not_recommend]
            impl GpuValue for glam::$vector {
                type Told = Of<Self>;
                const TYPE: Type = <[$t; $len] as GpuValue>::TYPE;
                fn parts(value: &Self) -> Parts {
                    GpuValue::parts(&value.to_array())
                }
                fn put(value: &Self, bytes: &mut [u8]) {
                    GpuValue::put(&value.to_array(), bytes);
                }
                fn take(bytes: &[u8]) -> Self {
                    glam::$vector::from_array(GpuValue::take(bytes))
                }
            }
            #[diagnostic::do_not_recommend]
            impl GpuElement for glam::$vector {
                type Typed = TypedParts<Self>;
                type Own = Self;
            }
            #[diagnostic::do_not_recommend]
            impl GpuHasOperators for glam::$vector {}
            #[diagnostic::do_not_recommend]
            impl GpuHasSums for glam::$vector {}
            impl GpuVector for glam::$vector {}
            vectors! { @makers $len $vector }
        };
    )*)*};
    (@makers 2 $vector:ident) => { impl super::gpu::methods::Make2 for glam::$vector {} };
    (@makers 3 $vector:ident) => { impl super::gpu::methods::Make3 for glam::$vector {} };
    (@makers 4 $vector:ident) => { impl super::gpu::methods::Make4 for glam::$vector {} };
}
vectors! {
    f32: Vec2 2, Vec3 3, Vec3A 3, Vec4 4;
    f64: DVec2 2, DVec3 3, DVec4 4;
    i32: IVec2 2, IVec3 3, IVec4 4;
    u32: UVec2 2, UVec3 3, UVec4 4;
    i64: I64Vec2 2, I64Vec3 3, I64Vec4 4;
    u64: U64Vec2 2, U64Vec3 3, U64Vec4 4;
}

macro_rules! sums_of {
    ($($vector:ident, $neutral:expr;)*) => {
        sums! { $(glam::$vector, glam::$vector::splat($neutral), glam::$vector::ZERO, glam::$vector::ONE;)* }
    };
}
sums_of! {
    Vec2, -0.0; Vec3, -0.0; Vec3A, -0.0; Vec4, -0.0; DVec2, -0.0; DVec3, -0.0; DVec4, -0.0;
    IVec2, 0; IVec3, 0; IVec4, 0; UVec2, 0; UVec3, 0; UVec4, 0;
    I64Vec2, 0; I64Vec3, 0; I64Vec4, 0; U64Vec2, 0; U64Vec3, 0; U64Vec4, 0;
}
macro_rules! means_of {
    ($($vector:ident $t:ident;)*) => { means! { $(glam::$vector, glam::$vector::splat(-0.0), n => n as $t;)* } };
}
means_of! { Vec2 f32; Vec3 f32; Vec3A f32; Vec4 f32; DVec2 f64; DVec3 f64; DVec4 f64; }

macro_rules! three {
    ($($vector:ident)*) => {$(
        impl Vector3 for glam::$vector {}
    )*};
}
three! { Vec3 Vec3A DVec3 IVec3 UVec3 I64Vec3 U64Vec3 }
