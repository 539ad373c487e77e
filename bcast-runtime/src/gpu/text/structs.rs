//! Structs in kernels: as they are computed with, as they lie in buffers if that is otherwise, and functions between.

use super::pieces::{loaded, stored};
use crate::gpu::device::types::Type;
use std::fmt::Write;

/// The declarations that these types need, each once, those that others are made of before them.
pub(super) fn declarations(types: &[Type]) -> String {
    let mut done = Vec::new();
    types.iter().for_each(|&of| collect(of, &mut done));
    done.iter().map(|&of| declaration(of)).collect()
}

/// Arrays and structs in a type.
fn collect(of: Type, found: &mut Vec<Type>) {
    match of {
        _ if of.is_scalar() || found.contains(&of) => return,
        Type::Array(&(element, _)) => collect(element, found),
        Type::Struct(fields) => fields.iter().for_each(|(_, of)| collect(*of, found)),
        _ => {}
    }
    found.push(of);
}

fn declaration(of: Type) -> String {
    let mut text = String::new();
    if let Type::Struct(fields) = of {
        let all = |name: &dyn Fn(Type) -> String| -> String {
            let fields: Vec<String> = fields.iter().map(|(field, of)| format!("f_{field}: {}", name(*of))).collect();
            fields.join(", ")
        };
        let _ = writeln!(text, "struct {} {{ {} }}", of.name(), all(&|of| of.name().into_owned()));
        if !of.is_stored_so() {
            let _ = writeln!(text, "struct {} {{ {} }}", of.stored(), all(&|of| of.stored().into_owned()));
        }
    }
    if !of.is_stored_so() {
        let (here, there, word) = (of.name(), of.stored(), of.word());
        let parts: Vec<(String, Type)> = match of {
            Type::Array(&(element, len)) => (0..len).map(|at| (format!("all[{at}]"), element)).collect(),
            Type::Struct(fields) => fields.iter().map(|(field, of)| (format!("all.f_{field}"), *of)).collect(),
            _ => Vec::new(),
        };
        let with = |part: &dyn Fn(&str, Type) -> String| {
            parts.iter().map(|(place, of)| part(place, *of)).collect::<Vec<_>>().join(", ")
        };
        let (load, store) = (with(&loaded), with(&stored));
        let _ = write!(text, "fn load_{word}(all: {there}) -> {here} {{\n    return {here}({load});\n}}\n");
        let _ = write!(text, "fn store_{word}(all: {here}) -> {there} {{\n    return {there}({store});\n}}\n");
    }
    text
}
