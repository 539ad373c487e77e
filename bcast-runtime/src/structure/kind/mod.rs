//! What `#[structured]` computes beside a formula, step by step: the kind of container that the result can be.
//!
//! ```text
//! operand ─Structured─▶ kind ─Rule for each step─▶ kind ─Finish─▶ container, made of portions
//!                                      └ no rule ─▶ Dense ───▶ array, made of one portion: all of it
//! ```
//! A kind is a value of a type that tells the structure: of matrices it has their size, of [`Steps`](crate::Steps) it
//! is the numbers themselves. Whether a step has a rule follows from types alone, by looking for a method: [`Step`] has
//! one where there is a rule, and [`StepElse`] another one for all others.

mod assign;
mod diagonals;
mod explained;
mod portions;
mod progress;
mod rule;
mod step;
mod words;

pub use assign::{Assign, FitsInto, Refilled, old_kind};
pub use diagonals::{Diagonals, LowerTriangle, Symmetric, UpperTriangle};
pub use explained::{Portioned, explain_finish, try_explain_finish};
pub use portions::{Misfit, Portions};
pub use progress::Progress;
pub use rule::{Dense, Finish, Literal, Plain, Rule, Structured, Whole, op};
pub use step::{Ask, AskElse, StepElse, finish, step, try_finish};
pub use words::{Logic, Packed};
