//! Every text that the macro says, in one place.
//!
//! The first line says what is wrong in the user's words, the second one what to write.

mod axes;
mod call;
pub(crate) mod derivative;
mod derive;
#[cfg(feature = "gpu")]
pub(crate) mod elemental;
mod elsewhere;
mod functions;
mod gradient;
mod lazy;
mod names;
mod operands;
mod operators;
mod statements;

pub(crate) use axes::*;
pub(crate) use call::*;
pub(crate) use derive::*;
pub(crate) use elsewhere::*;
pub(crate) use functions::*;
pub(crate) use gradient::*;
pub(crate) use lazy::*;
pub(crate) use names::*;
pub(crate) use operands::*;
pub(crate) use operators::*;
pub(crate) use statements::*;

fn say(what: impl AsRef<str>, help: impl AsRef<str>) -> String {
    format!("bcast!: {}\nhelp: {}", what.as_ref(), help.as_ref())
}

pub(crate) fn counted(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}
