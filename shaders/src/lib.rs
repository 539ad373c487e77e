//! The WGSL functions that kernels of `bcast` call: those that WGSL lacks, or that mean something else there.
//!
//! The functions are in files under `wgsl/`, one topic a file. A table says of each function which others it needs and
//! by how much its result may be off; tests check both, so a function without a row, or without a test, is found.
//!
//! ```
//! let helper = bcast_shaders::helper("sinh_f32").unwrap();
//! assert!(helper.text.starts_with("fn sinh_f32(x: f32) -> f32 {"));
//! assert_eq!(helper.needs, ["copysign_f32", "half_sum", "is_nan_f32"]);
//! ```
//!
//! Two more tables say how the operations of the language are written ([`spelling`]), and how reductions join two
//! elements ([`Reduction`]).
//!
//! This package knows no arrays, no devices and no kernels. A kernel that calls its functions declares two globals:
//! `p`, an array of `vec4<u32>` of which `p[0].x` is the number of the call and `p[1].y` is zero; and `raised`, an
//! array of `atomic<u32>`, if it calls `raise`.

#![forbid(unsafe_code)]

mod operations;
mod reductions;
mod table;

pub use operations::{Spelling, operations, spelling, spellings, without_attribute};
pub use reductions::{Join, Reduction};

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// A function in WGSL.
#[derive(Debug)]
pub struct Helper {
    /// Its name, which ends with the type of its arguments where there are several such functions.
    pub name: String,
    /// The whole function.
    pub text: String,
    /// The functions that it calls, and the globals of the kernel that it reads or writes, in the order of the
    /// alphabet.
    pub needs: Vec<String>,
    /// By how much its result may be off.
    pub accuracy: Accuracy,
}

/// By how much the result of a function may be off. A device may make zero of subnormal numbers, and any NaN is a NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Accuracy {
    /// It has the bits that the processor has.
    Exact,
    /// It lies at most so many floats from the rounded exact result, so half a one more from the exact result.
    Ulps(u32),
    /// It is off by at most this part of the exact result, or of 1 where that is larger: next to zeros of the function.
    Within(f32),
    /// It is no function of the language: it is judged by those that need it.
    Part,
}

/// The globals of a kernel that functions may need.
pub const GLOBALS: [&str; 2] = ["p", "raised"];

static HELPERS: LazyLock<BTreeMap<String, Helper>> =
    LazyLock::new(|| table::helpers().map(|helper| (helper.name.clone(), helper)).collect());

/// The files under `wgsl/` and what they hold, in which `$T` stands for each of several types.
pub fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    table::files()
}

/// All functions, by name.
pub fn helpers() -> impl Iterator<Item = &'static Helper> {
    HELPERS.values()
}

/// The function of this name.
pub fn helper(name: &str) -> Option<&'static Helper> {
    HELPERS.get(name)
}

/// The functions that a text calls, and those that they need, by name.
pub fn needed(text: &str) -> impl Iterator<Item = &'static Helper> + use<> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let mut open: Vec<&Helper> = words.filter_map(helper).collect();
    let mut found = BTreeSet::new();
    while let Some(own) = open.pop() {
        if found.insert(own.name.as_str()) {
            open.extend(own.needs.iter().filter_map(|name| helper(name)));
        }
    }
    found.into_iter().filter_map(helper)
}
