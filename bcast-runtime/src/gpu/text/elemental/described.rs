//! What the expansion of `#[elemental]` says of a function, and what rustc finds for it.

use super::value::{Constant, Of, Value};
use crate::gpu::device::types::Type;
use crate::ops::gpu::OnGpu;
use std::marker::PhantomData;

/// A function with its generic parameters.
pub trait Elemental: 'static {
    /// Its name.
    const NAME: &'static str;
    /// The lines of its body.
    const LINES: &'static str;
    /// The types of its parameters and of its result, and what rustc finds: types of marks, and functions that are
    /// called.
    fn tell(to: &mut Description);
    /// Values that the host knows.
    fn constants() -> Vec<Constant> {
        Vec::new()
    }
}

/// All that is known of a function when a kernel is written.
pub struct Description {
    pub(crate) name: &'static str,
    pub(crate) parameters: Vec<Type>,
    pub(crate) result: Type,
    pub(crate) lines: &'static str,
    /// The types of marks.
    pub(crate) types: Vec<Type>,
    /// Functions that are called.
    pub(crate) calls: Vec<Instance>,
    pub(crate) constants: Vec<Constant>,
}

/// A function, by what describes it. Where two have one address, the compiler found that they describe the same.
pub(crate) type Instance = fn() -> Description;

/// Describes a function.
pub(crate) fn described<I: Elemental>() -> Description {
    let (parameters, types, calls) = (Vec::new(), Vec::new(), Vec::new());
    // What `tell` replaces.
    let (result, constants) = (Type::Bool, I::constants());
    let mut own = Description { name: I::NAME, parameters, result, lines: I::LINES, types, calls, constants };
    I::tell(&mut own);
    own
}

/// Adds the types of parameters, as a tree, and of the result.
pub fn signature<P: Types, R: Value>(to: &mut Description) {
    P::each(&mut to.parameters);
    to.result = R::TYPE;
}

/// Adds what a closure would return, whose type says it: it is not called.
pub fn tell<T: Told>(to: &mut Description, _: impl Fn() -> T) {
    T::tell(to);
}

/// A tree of types.
pub trait Types {
    /// Adds them.
    fn each(to: &mut Vec<Type>);
}
impl Types for () {
    fn each(_: &mut Vec<Type>) {}
}
impl<T: Value> Types for Of<T> {
    fn each(to: &mut Vec<Type>) {
        to.push(T::TYPE);
    }
}
impl<A: Types, B: Types> Types for (A, B) {
    fn each(to: &mut Vec<Type>) {
        A::each(to);
        B::each(to);
    }
}

/// A value of the host's.
pub fn constant<T: Value>(value: T) -> Constant {
    Constant { of: T::TYPE, parts: value.parts() }
}

/// A tree of marks.
pub trait Told {
    /// Adds what they tell.
    fn tell(to: &mut Description);
}
impl Told for () {
    fn tell(_: &mut Description) {}
}
impl<A: Told, B: Told> Told for (A, B) {
    fn tell(to: &mut Description) {
        A::tell(to);
        B::tell(to);
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
impl<T: Types> Told for Mark<T> {
    fn tell(to: &mut Description) {
        T::each(&mut to.types);
    }
}

/// The value, whose type the mark takes. Never called.
pub fn mark<T: Value<Told = M>, M>(_: &Mark<M>, value: T) -> T {
    value
}

/// Stands for the function that a call means.
pub struct CallMark<I>(PhantomData<fn() -> I>);
impl<I> CallMark<I> {
    /// Of a function that is not known yet.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        CallMark(PhantomData)
    }
}
impl<I: Elemental> Told for CallMark<I> {
    fn tell(to: &mut Description) {
        to.calls.push(described::<I>);
    }
}

/// What stands for a call of the function `I`, which returns an `R`.
pub struct Called<I, R>(PhantomData<fn() -> (I, R)>);

/// The result of a call, whose function the mark takes. Never called.
pub fn call<I: Elemental, R>(_: &CallMark<I>, _: Called<I, R>) -> R {
    unreachable!("only its type is asked for")
}

/// The argument of an elementary function, of a type that kernels have it for. Never called.
pub fn elementary<T: OnGpu>(value: T) -> T {
    value
}
