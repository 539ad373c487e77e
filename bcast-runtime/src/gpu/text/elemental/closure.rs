//! A closure in a call: a function whose types are those of its arguments.

use super::described::{CallMark, Description, Elemental, Told};
use crate::gpu::device::value::{Constant, GpuValue, Types};
use std::marker::PhantomData;

/// What a closure does, which its tokens tell.
pub trait ClosureLines: 'static {
    /// The lines of its body.
    const TEXT: &'static str;
    /// Values of the host's.
    fn constants() -> Vec<Constant>;
}

/// A closure as a function: its lines, the types of its arguments, what its marks tell, its result.
pub struct Closure<L, P, T, R>(PhantomData<(L, P, T, R)>);

impl<L, P, T, R> Elemental for Closure<L, P, T, R>
where
    L: ClosureLines,
    P: Types + 'static,
    T: Told + 'static,
    R: GpuValue,
{
    const NAME: &'static str = "closure";
    const LINES: &'static str = L::TEXT;
    fn tell(to: &mut Description) {
        P::each(&mut |of| to.parameters.push(of));
        to.result = R::TYPE;
        T::tell(to);
    }
    fn constants() -> Vec<Constant> {
        L::constants()
    }
}

/// The type of an argument. Never called, as all below.
pub fn type_of<T: GpuValue>(_: &T) -> T::Told {
    unreachable!("only its type is asked for")
}

/// Tells the mark of a call which function it is.
pub fn told<L, P, T, R>(_: &CallMark<Closure<L, P, T, R>>, _: L, _: P, _: T, _: &R) {}

/// The result of a closure; arguments come first, so that their types are known when it is checked.
macro_rules! apply {
    ($($name:ident($($argument:ident),+);)*) => {$(
        #[allow(missing_docs, clippy::too_many_arguments)]
        pub fn $name<$($argument,)+ R>($(_: $argument,)+ _: impl FnOnce($($argument),+) -> R) -> R {
            unreachable!("only its type is asked for")
        }
    )*};
}
apply! {
    apply1(A);
    apply2(A, B);
    apply3(A, B, C);
    apply4(A, B, C, D);
    apply5(A, B, C, D, E);
    apply6(A, B, C, D, E, F);
    apply7(A, B, C, D, E, F, G);
    apply8(A, B, C, D, E, F, G, H);
}
