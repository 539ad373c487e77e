//! What the expansion of `#[elemental]` says of a function, and what rustc finds for it.

use crate::gpu::device::types::Type;
use crate::gpu::device::value::{Constant, Mark, Types};
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

impl Description {
    /// The types of a function's parameters and of its result.
    pub fn signature(&mut self, parameters: &[Type], result: Type) {
        (self.parameters, self.result) = (parameters.to_vec(), result);
    }
}

/// Adds what a closure would return, whose type says it: it is not called.
pub fn tell<T: Told>(to: &mut Description, _: impl Fn() -> T) {
    T::tell(to);
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

impl<T: Types> Told for Mark<T> {
    fn tell(to: &mut Description) {
        T::each(&mut |of| to.types.push(of));
    }
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

/// Stands for a function with a mistake, which the macro has told.
pub enum Mistaken {}
impl Elemental for Mistaken {
    const NAME: &'static str = "";
    const LINES: &'static str = "";
    fn tell(_: &mut Description) {}
}

/// What stands for a call of the function `I`, which returns an `R`.
pub struct Called<I, R>(PhantomData<fn() -> (I, R)>);

/// A [`Called`].
///
/// What is expected of the result says nothing of what was called: a mistake is told as one of the result.
pub trait Calling {
    /// What was called.
    type Function;
    /// What it returns.
    type Result;
}
impl<I, R> Calling for Called<I, R> {
    type Function = I;
    type Result = R;
}

/// The result of a call, whose function the mark takes. Never called.
pub fn call<C: Calling>(_: &CallMark<C::Function>, _: C) -> C::Result {
    unreachable!("only its type is asked for")
}

/// The argument of an elementary function. (Of integers rustc says that there is none.)
#[diagnostic::on_unimplemented(
    message = "bcast: a GPU has no such function of `{Self}`",
    label = "this is `{Self}`",
    note = "of `f64` there are arithmetic, comparisons, roots, rounding and integer powers: SPIR-V has no others; \
            convert: `x as f32`"
)]
pub trait GpuElementary: Sized {
    /// The argument itself. Never called.
    fn elementary(value: Self) -> Self {
        value
    }
}
macro_rules! elementary {
    ($($t:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl GpuElementary for $t {}
    )*};
}
elementary!(f32, half::f16, i8, u8, i16, u16, i32, u32, i64, u64, isize, usize, bool);

/// A function: it calls only what is a function in the same way. rustc prints this name where two call each other.
pub trait GpuKnowsNoRecursion {}
