//! What the expansion of `#[elemental]` says of a function, and what rustc finds for it.

use crate::gpu::device::types::Type;
use crate::gpu::device::value::{Constant, Mark, Types};
use std::borrow::Cow;
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
    /// The function that gives its slopes, where another one does.
    fn slopes() -> Option<Instance> {
        None
    }
    /// The function, for those that call it.
    fn instance() -> Instance
    where
        Self: Sized,
    {
        Instance { describe: Description::new::<Self>, is_slopes: false }
    }
}

/// All that is known of a function when a kernel is written.
pub struct Description {
    pub(crate) name: Cow<'static, str>,
    pub(crate) parameters: Vec<Type>,
    pub(crate) result: Type,
    pub(crate) lines: Cow<'static, str>,
    /// The types of marks.
    pub(crate) types: Vec<Type>,
    /// Functions that are called.
    pub(crate) calls: Vec<Instance>,
    pub(crate) constants: Vec<Constant>,
    /// What gives its slopes, where another function does.
    pub(crate) slopes: Option<Instance>,
}

/// A function, or the slopes of one: one for each argument.
#[derive(Clone, Copy)]
pub struct Instance {
    describe: fn() -> Description,
    is_slopes: bool,
}

impl Instance {
    /// The slopes of this function.
    pub(crate) fn slopes(self) -> Instance {
        Instance { is_slopes: true, ..self }
    }

    /// What is known of the function, or of that whose slopes they are.
    pub(crate) fn described(self) -> Description {
        (self.describe)()
    }

    pub(crate) fn is_slopes(self) -> bool {
        self.is_slopes
    }

    /// What tells it apart. Where two have one address, the compiler found that they describe the same.
    pub(crate) fn key(self) -> [usize; 2] {
        [self.describe as usize, usize::from(self.is_slopes)]
    }
}

impl Description {
    fn new<I: Elemental>() -> Self {
        let (parameters, types, calls) = (Vec::new(), Vec::new(), Vec::new());
        let (name, lines) = (I::NAME.into(), I::LINES.into());
        // What `tell` replaces.
        let result = Type::Bool;
        let (constants, slopes) = (I::constants(), I::slopes());
        let mut own = Description { name, parameters, result, lines, types, calls, constants, slopes };
        I::tell(&mut own);
        own
    }

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
        to.calls.push(I::instance());
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

/// A function in double precision whose operations kernels have: references to the types of functions would be it.
#[diagnostic::on_unimplemented(
    message = "bcast: a GPU has not all that this function of `f64` computes",
    label = "a function for the processor",
    note = "of `f64` there are arithmetic, comparisons, roots, rounding and integer powers: SPIR-V has no others; \
            write it for `f32`"
)]
pub trait GpuKnowsDoubles {}
macro_rules! elementary {
    ($($t:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl GpuElementary for $t {}
    )*};
}
elementary!(f32, half::f16, i8, u8, i16, u16, i32, u32, i64, u64, isize, usize, bool);

/// A function: it calls only what is a function in the same way. rustc prints this name where two call each other.
pub trait GpuKnowsNoRecursion {}
