//! What stands in a gradient for a function without a derivative.
//!
//! A gradient imports the type of its function's name inside a block that has all names of a module here. They are
//! looked at where the import finds no type, or where the type has no `slope` of its own.

#![allow(non_camel_case_types, missing_docs)]

/// The machine on which a derivative is known.
pub struct Processor;
/// The same of a GPU.
pub struct Kernel;

/// A function whose derivative is known: references to the types of such functions are it. The bound depends on their
/// lifetime, so that it is asked for where a function is called.
#[diagnostic::on_unimplemented(
    message = "bcast!: no derivative of this function",
    label = "a function whose derivative nothing tells",
    note = "write `#[bcast::elemental]` above it if it has no loops, `#[bcast::elemental(derivative = df)]` if it has, \
            or what it computes as a part of the formula"
)]
pub trait KnowsDerivative<On = Processor> {}

/// Any function that has no type.
pub struct FunctionWithoutDerivative;

/// Of a function with one argument.
pub mod of1 {
    pub use super::FunctionWithoutDerivative as callee;
    use super::KnowsDerivative;

    pub trait WithoutDerivative1 {
        fn slope<'a, A>(a: A) -> A
        where
            &'a Self: KnowsDerivative,
            Self: 'a,
        {
            a
        }
    }
    impl<F> WithoutDerivative1 for F {}
}

/// Of a function with two arguments.
pub mod of2 {
    pub use super::FunctionWithoutDerivative as callee;
    use super::KnowsDerivative;

    pub trait WithoutDerivative2 {
        fn slope<'a, A: Copy, B>(a: A, _: B) -> (A, A)
        where
            &'a Self: KnowsDerivative,
            Self: 'a,
        {
            (a, a)
        }
    }
    impl<F> WithoutDerivative2 for F {}
}

/// Of a function with three arguments.
pub mod of3 {
    pub use super::FunctionWithoutDerivative as callee;
    use super::KnowsDerivative;

    pub trait WithoutDerivative3 {
        fn slope<'a, A: Copy, B, C>(a: A, _: B, _: C) -> (A, A, A)
        where
            &'a Self: KnowsDerivative,
            Self: 'a,
        {
            (a, a, a)
        }
    }
    impl<F> WithoutDerivative3 for F {}
}

/// Of a function with four arguments.
pub mod of4 {
    pub use super::FunctionWithoutDerivative as callee;
    use super::KnowsDerivative;

    pub trait WithoutDerivative4 {
        fn slope<'a, A: Copy, B, C, D>(a: A, _: B, _: C, _: D) -> (A, A, A, A)
        where
            &'a Self: KnowsDerivative,
            Self: 'a,
        {
            (a, a, a, a)
        }
    }
    impl<F> WithoutDerivative4 for F {}
}

/// The same for functions that another one calls, by their numbers.
pub mod several {
    pub use super::FunctionWithoutDerivative as callee0;
    pub use super::FunctionWithoutDerivative as callee1;
    pub use super::FunctionWithoutDerivative as callee2;
    pub use super::FunctionWithoutDerivative as callee3;
    pub use super::FunctionWithoutDerivative as callee4;
    pub use super::FunctionWithoutDerivative as callee5;
    pub use super::FunctionWithoutDerivative as callee6;
    pub use super::FunctionWithoutDerivative as callee7;
}
