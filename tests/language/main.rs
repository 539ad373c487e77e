//! The forms of the language, each decided example of its design among them.

#[path = "../common/mod.rs"]
mod common;

mod all_dotted;
mod attributes;
mod blocks;
mod combined;
#[cfg(feature = "complex")]
mod complex;
mod conditions;
mod given;
#[cfg(feature = "half")]
mod half;
mod many;
mod many_operands;
mod maps;
mod names;
mod overflow;
mod patterns;
mod spelling;
