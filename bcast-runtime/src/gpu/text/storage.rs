//! Arrays in kernels: how their elements are declared, loaded and stored.
//!
//! Elements of 8 and 16 bits lie packed, several in a word. Neighbours that a thread has together are whole words. One
//! by itself is cut out of its word; it is stored by two atomic operations, of which each changes its bits alone, as
//! other threads may store its neighbours at the same time.

use super::pieces::{indented, loaded};
use crate::gpu::device::types::Type;

/// An array of a kernel.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Storage {
    pub(super) name: String,
    kind: Kind,
}

/// Where it is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Read,
    Written,
    /// In the memory of a workgroup, where nothing is packed.
    Workgroup,
}

const PARTS: [&str; 4] = ["x", "y", "z", "w"];

impl Storage {
    pub(super) fn new(name: impl Into<String>, is_written: bool) -> Self {
        let kind = if is_written { Kind::Written } else { Kind::Read };
        Storage { name: name.into(), kind }
    }

    /// An array that kernels only read.
    pub(super) fn read(name: impl Into<String>) -> Self {
        Storage::new(name, false)
    }

    /// One that they write.
    pub(super) fn written(name: impl Into<String>) -> Self {
        Storage::new(name, true)
    }

    /// One in the memory of a workgroup.
    pub(super) fn of_workgroup(name: impl Into<String>) -> Self {
        Storage { name: name.into(), kind: Kind::Workgroup }
    }

    fn packed(&self, element: Type) -> Option<u32> {
        element.packed().filter(|_| self.kind != Kind::Workgroup)
    }

    /// What it is an array of: vectors of four neighbours, or single elements.
    pub(super) fn items(&self, element: Type, wide: bool) -> String {
        match (self.packed(element), wide) {
            (Some(8), true) => "u32".to_owned(),
            (Some(_), true) => "vec2<u32>".to_owned(),
            (Some(_), false) if self.kind == Kind::Written => "atomic<u32>".to_owned(),
            (Some(_), false) => "u32".to_owned(),
            (None, true) => format!("vec4<{}>", element.stored()),
            (None, false) => element.stored().into_owned(),
        }
    }

    /// What lies at a place: an element, or four.
    pub(super) fn load(&self, place: &str, element: Type, wide: bool) -> String {
        let name = &self.name;
        match self.packed(element).filter(|_| !wide) {
            None => format!("{name}[{place}]"),
            Some(bits) => {
                let at = word(place, bits);
                let word = match self.kind {
                    Kind::Written => format!("atomicLoad(&{name}[{at}])"),
                    _ => format!("{name}[{at}]"),
                };
                format!("({word} >> {})", shift(place, bits))
            }
        }
    }

    /// One of four elements that were loaded together, as it is computed with.
    pub(super) fn part(&self, of: &str, part: usize, element: Type) -> String {
        let at = |bits: usize| if bits == 0 { of.to_owned() } else { format!("({of} >> {bits}u)") };
        let raw = match self.packed(element) {
            Some(8) => at(8 * part),
            Some(_) if part.is_multiple_of(2) => format!("{of}.{}", PARTS[part / 2]),
            Some(_) => format!("({of}.{} >> 16u)", PARTS[part / 2]),
            None => format!("{of}.{}", PARTS[part]),
        };
        loaded(&raw, element)
    }

    /// Stores an element, or four, as they lie in memory.
    pub(super) fn store(&self, place: &str, values: &[String], element: Type) -> String {
        let name = &self.name;
        match (self.packed(element), values) {
            (None, [value]) => format!("{name}[{place}] = {value};\n"),
            (None, _) => format!("{name}[{place}] = vec4<{}>({});\n", element.stored(), values.join(", ")),
            (Some(bits), [value]) => {
                let mask = if bits == 8 { "0xffu" } else { "0xffffu" };
                let lines = format!(
                    "let word = {};\n\
                     let bits = {};\n\
                     atomicAnd(&{name}[word], ~({mask} << bits));\n\
                     atomicOr(&{name}[word], ({value} & {mask}) << bits);\n",
                    word(place, bits),
                    shift(place, bits)
                );
                format!("{{\n{}}}\n", indented(&lines, 1))
            }
            (Some(8), _) => format!("{name}[{place}] = {};\n", together(values, 8)),
            (Some(_), _) => {
                let (low, high) = values.split_at(2);
                format!("{name}[{place}] = vec2({}, {});\n", together(low, 16), together(high, 16))
            }
        }
    }
}

/// Elements in one word, the first in its lowest bits.
fn together(values: &[String], bits: usize) -> String {
    let mut word = "0u".to_owned();
    for (at, value) in values.iter().enumerate() {
        word = format!("insertBits({word}, {value}, {}u, {bits}u)", at * bits);
    }
    word
}

/// The word that an element lies in.
fn word(place: &str, bits: u32) -> String {
    format!("({place}) >> {}u", if bits == 8 { 2 } else { 1 })
}

/// Its first bit there.
fn shift(place: &str, bits: u32) -> String {
    let (mask, by) = if bits == 8 { (3, 3) } else { (1, 4) };
    format!("((({place}) & {mask}u) << {by}u)")
}
