//! The table of functions: a row for each, by the files in which they are.
//!
//! `$T` in a file and in its rows stands for each of the types that the file is for.

mod conversions;
mod elementary;
mod floats;
mod integers;
mod overflow;

use crate::{Accuracy, Helper};

/// A file.
struct Topic {
    /// Its place under `wgsl/`.
    path: &'static str,
    text: &'static str,
    /// What `$T` stands for.
    types: &'static [&'static str],
    rows: &'static [Row],
}

/// A function of a file.
struct Row {
    name: &'static str,
    accuracy: Accuracy,
    needs: &'static [&'static str],
}

const fn row(name: &'static str, accuracy: Accuracy, needs: &'static [&'static str]) -> Row {
    Row { name, accuracy, needs }
}

/// Nothing stands for another type.
const ONE: &[&str] = &[""];
const FLOATS: &[&str] = &["f32", "f64"];
const INTEGERS: &[&str] = &["u32", "i32", "u64", "i64"];
const SIGNED: &[&str] = &["i32", "i64"];
const UNSIGNED: &[&str] = &["u32", "u64"];
const NARROW_SIGNED: &[&str] = &["i8", "i16"];
const NARROW_UNSIGNED: &[&str] = &["u8", "u16"];
const OF_32_BITS: &[&str] = &["u32", "i32"];
const OF_64_BITS: &[&str] = &["u64", "i64"];

fn topics() -> impl Iterator<Item = &'static Topic> {
    [floats::TOPICS, integers::TOPICS, overflow::TOPICS, conversions::TOPICS, elementary::TOPICS].into_iter().flatten()
}

/// The files under `wgsl/`, and what they hold.
pub(crate) fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    topics().map(|topic| (topic.path, topic.text))
}

/// The functions of all rows.
pub(crate) fn helpers() -> impl Iterator<Item = Helper> {
    topics().flat_map(|topic| topic.rows.iter().flat_map(|row| topic.helpers(row)))
}

impl Topic {
    /// The functions of a row: one for each type, if it stands for several.
    fn helpers(&self, row: &Row) -> impl Iterator<Item = Helper> {
        let types = if row.name.contains("$T") { self.types } else { ONE };
        types.iter().map(|own| {
            let named = |text: &str| text.replace("$T", own);
            let needs = row.needs.iter().map(|name| named(name)).collect();
            Helper { name: named(row.name), text: named(self.function(row.name)), needs, accuracy: row.accuracy }
        })
    }

    /// The text of a function of the file; tests see to it that there is one.
    fn function(&self, name: &str) -> &'static str {
        let head = format!("\nfn {name}(");
        let function = self.text.find(&head).map_or("", |at| &self.text[at + 1..]);
        function.find("\n}\n").map_or("", |end| &function[..end + 3])
    }
}
