//! Vectors as elements: the last axis of an array as their components, and functions of them on both machines.

#[cfg(feature = "glam")]
mod glam;
#[cfg(feature = "gpu")]
mod gpu;
mod view;

#[cfg(all(feature = "gpu", feature = "glam"))]
#[doc(hidden)]
pub use gpu::methods;
#[cfg(feature = "gpu")]
pub use gpu::{cross, distance, dot, length, normalize};
pub use view::{Components, ComponentsMut, VectorsMut, vectors, vectors_mut};

use std::array;
use std::ops::{Add, Div, Mul, Sub};

/// A vector: so many components of one type. `[T; N]` is one, and with the feature `glam` are those of that crate.
///
/// # Safety
/// 1. If it has the size of `[Component; LEN]`, it lies in memory as that does: component by component, and any
///    components make a value.
pub unsafe trait Vector: Copy + Send + Sync + 'static {
    /// The type of its components.
    type Component: Copy + Send + Sync;
    /// How many there are.
    const LEN: usize;
    /// The vector of these components.
    fn from_fn(component: impl FnMut(usize) -> Self::Component) -> Self;
    /// One of them.
    fn component(self, at: usize) -> Self::Component;
}

// SAFETY: (1) it is the array itself.
unsafe impl<T: Copy + Send + Sync + 'static, const N: usize> Vector for [T; N] {
    type Component = T;
    const LEN: usize = N;
    #[inline]
    fn from_fn(component: impl FnMut(usize) -> T) -> Self {
        array::from_fn(component)
    }
    #[inline]
    fn component(self, at: usize) -> T {
        self[at]
    }
}

/// A vector of three components, which has a cross product.
#[diagnostic::on_unimplemented(
    message = "bcast: there is no cross product of `{Self}`",
    label = "not a vector of three components"
)]
pub trait Vector3: Vector {}
impl<T: Copy + Send + Sync + 'static> Vector3 for [T; 3] {}

/// Numbers that are added and multiplied.
pub trait Number: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {}
impl<T: Copy + Add<Output = T> + Sub<Output = T> + Mul<Output = T>> Number for T {}

/// Numbers that have square roots: `f32`, `f64`, and `f16` with the feature `half`.
#[diagnostic::on_unimplemented(
    message = "bcast: a vector of `{Self}` has no length",
    label = "its components are `{Self}`",
    note = "f32, f64 and f16 have square roots: convert the components first"
)]
pub trait Root: Number + Div<Output = Self> {
    #[doc(hidden)]
    const ONE: Self;
    #[doc(hidden)]
    fn root(self) -> Self;
}
macro_rules! roots {
    ($($t:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Root for $t {
            const ONE: Self = 1.0;
            #[inline]
            fn root(self) -> Self {
                self.sqrt()
            }
        }
    )*};
}
roots! { f32 f64 }
#[cfg(feature = "half")]
#[diagnostic::do_not_recommend]
impl Root for half::f16 {
    const ONE: Self = half::f16::ONE;
    #[inline]
    fn root(self) -> Self {
        half::f16::from_f32(self.to_f32().sqrt())
    }
}

/// The sum of the products of components, from the first to the last.
///
/// ```
/// use bcast_runtime::vector::dot;
/// assert_eq!(dot([1, 2, 3], [4, 5, 6]), 32);
/// ```
#[inline]
pub fn dot<V: Vector<Component: Number>>(a: V, b: V) -> V::Component {
    (1..V::LEN).fold(a.component(0) * b.component(0), |sum, at| sum + a.component(at) * b.component(at))
}

/// The vector at right angles to both, of the area between them.
///
/// ```
/// use bcast_runtime::vector::cross;
/// assert_eq!(cross([1, 0, 0], [0, 1, 0]), [0, 0, 1]);
/// ```
#[inline]
pub fn cross<V: Vector3<Component: Number>>(a: V, b: V) -> V {
    V::from_fn(|at| {
        let (next, last) = ((at + 1) % 3, (at + 2) % 3);
        a.component(next) * b.component(last) - a.component(last) * b.component(next)
    })
}

/// The square root of [`dot`] with itself: infinite where the squares are, and 0 where they vanish.
///
/// ```
/// use bcast_runtime::vector::length;
/// assert_eq!(length([2., 3., 6.]), 7.);
/// ```
#[inline]
pub fn length<V: Vector<Component: Root>>(a: V) -> V::Component {
    dot(a, a).root()
}

/// The length of the difference.
///
/// ```
/// use bcast_runtime::vector::distance;
/// assert_eq!(distance([1., 1.], [4., 5.]), 5.);
/// ```
#[inline]
pub fn distance<V: Vector<Component: Root>>(a: V, b: V) -> V::Component {
    length(V::from_fn(|at| a.component(at) - b.component(at)))
}

/// The vector times one over its length; of the zero vector NaN.
///
/// ```
/// use bcast_runtime::vector::normalize;
/// assert_eq!(normalize([0., 4.]), [0., 1.]);
/// ```
#[inline]
pub fn normalize<V: Vector<Component: Root>>(a: V) -> V {
    let over = V::Component::ONE / length(a);
    V::from_fn(|at| a.component(at) * over)
}
