//! The body of a function as a tree, as far as it can be differentiated: `let`s, arithmetic, methods, calls, `if` and
//! `match`. What is not read in detail is plain Rust, which must not change with an argument.

use proc_macro2::{Ident, TokenStream};

/// An expression as it is written.
#[derive(Clone)]
pub(super) struct Expr {
    pub(super) tokens: TokenStream,
    pub(super) kind: Kind,
}

#[derive(Clone)]
pub(super) enum Kind {
    Name(Ident),
    Parenthesis(Box<Expr>),
    Negative(Box<Expr>),
    /// `a * b`
    Infix(String, Box<Expr>, Box<Expr>),
    /// Truth values and whole numbers, which do not change by little.
    Step,
    /// `x.sin()`, `f64::sin(x)`
    Method(Ident, Vec<Expr>),
    /// `f(x, y)`
    Call(TokenStream, Vec<Expr>),
    /// `x as f32`
    Cast(Box<Expr>, Ident),
    Block(Box<Block>),
    /// `if c { a } else { b }` and `match n { 0 => a, _ => b }`: what stands before each branch.
    Choice(Vec<(TokenStream, Block)>, Wrap),
    /// Rust that is not read.
    Other,
}

/// How branches are written.
#[derive(Clone)]
pub(super) enum Wrap {
    If,
    /// `match n`
    Match(TokenStream),
}

#[derive(Clone)]
pub(super) struct Block {
    pub(super) statements: Vec<Statement>,
    pub(super) value: Expr,
}

#[derive(Clone)]
pub(super) enum Statement {
    /// `let y: f64 = e;`
    Let(Ident, TokenStream, Expr),
    /// `let (a, b) = e;`: what stands before `=`, and the value.
    Pattern(TokenStream, Expr),
    /// `y = e;`, `y += e;`
    Assign(Ident, String, Expr),
    /// `const N: i32 = 3;`
    Constant(TokenStream),
}
