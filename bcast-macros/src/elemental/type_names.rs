//! The types of values that kernels compute with, and of those that they lack, by name.

use syn::Type;

/// Types of values that kernels compute with, as Rust names them.
const NUMBERS: [&str; 13] =
    ["f32", "f64", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "isize", "usize", "bool"];

/// Number types of Rust that kernels lack.
const OTHERS: [&str; 3] = ["u128", "i128", "char"];

/// What a type is, as far as its name tells.
pub(super) enum TypeName {
    /// One of [`NUMBERS`].
    Known(String),
    /// No GPU has it.
    Lacking(String),
    /// A type of the user's, an alias, a parameter.
    Other,
}

pub(super) fn type_name(of: &Type) -> TypeName {
    let name = match of {
        Type::Path(path) if path.qself.is_none() => path.path.get_ident().map(ToString::to_string),
        _ => None,
    };
    match name {
        Some(name) if known_type(&name).is_some() => TypeName::Known(name),
        Some(name) if lacks(&name) => TypeName::Lacking(name),
        _ => TypeName::Other,
    }
}

/// The type of this name, if kernels compute with it.
pub(super) fn known_type(name: &str) -> Option<&'static str> {
    NUMBERS.into_iter().find(|known| *known == name)
}

/// The same of a type as it is written.
pub(super) fn written_type(of: &Type) -> Option<&'static str> {
    if let TypeName::Known(name) = type_name(of) { known_type(&name) } else { None }
}

/// Whether no GPU has the type of this name.
pub(super) fn lacks(name: &str) -> bool {
    OTHERS.contains(&name)
}

/// The type behind the digits.
pub(super) fn suffix(digits: &str) -> Option<&'static str> {
    let is_hex = digits.trim_start_matches('-').starts_with("0x");
    let all = NUMBERS.into_iter().chain(OTHERS);
    all.into_iter().find(|name| digits.ends_with(name) && !(is_hex && name.starts_with('f')))
}
