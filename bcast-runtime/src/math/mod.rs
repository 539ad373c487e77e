//! Elementary functions that LLVM turns into vector code: scalar, without branches or calls. The only tables
//! are those of 2/pi.
//!
//! Each is written once for `f32` and `f64` over [`Real`], which holds what differs: constants, coefficients, the
//! layout of the bits. A value that one float cannot hold is a pair of them, `high + low` ([`words`]); every function
//! carries its leading terms that way, so results stay well below one unit in the last place, with a fused multiply-add
//! ([`SimdToken::fma`]) and without. What is special (infinities, NaN, zeros, arguments too small for the formula) is
//! chosen at the end, by selects ([`select`]). Where a way for all arguments would take long, ordinary ones have a
//! short one, and lanes are computed again where an argument was none (`SimdToken::later`). Conversions between floats
//! and integers go by the bits of a sum with a large number: `as` is not vectorised on x86-64.
//!
//! The polynomials are minimax fits of our own, made by `tests/math/scripts/minimax.py`. The largest errors that were
//! measured are in the table of `README.md` beside this file.

mod erf;
mod exp;
mod gamma;
mod hyperbolic;
mod inverse_hyperbolic;
mod inverse_trigonometric;
mod ln;
mod power;
mod real;
mod roots;
mod select;
mod trigonometric;
mod trigonometric_double;
mod two_over_pi;
mod words;

pub(crate) use erf::{erf, erfc};
pub(crate) use exp::{exp, exp_m1, exp2, sigmoid};
pub(crate) use gamma::ln_gamma;
pub(crate) use hyperbolic::{cosh, sinh, tanh};
pub(crate) use inverse_hyperbolic::{acosh, asinh, atanh};
pub(crate) use inverse_trigonometric::{acos, asin, atan, atan2};
pub(crate) use ln::{ln, ln_1p, log2, log10};
pub(crate) use power::powf;
pub(crate) use roots::{cbrt, hypot};
pub(crate) use trigonometric::{cos, sin, tan};
