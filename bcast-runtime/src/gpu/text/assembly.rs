//! The text of a kernel from its parts: its parameters, its arrays, the functions that it calls.

use super::function::Function;
use super::pieces::{Parameters, indented, line};
use super::spec::{Kind, Spec};
use super::storage::Storage;
use super::structs::declarations;
use crate::gpu::device::kernel::Text;
use crate::gpu::device::types::Type;
use crate::gpu::tuning::THREADS;

/// The declarations of a kernel's arrays.
#[derive(Default)]
pub(super) struct Arrays {
    text: String,
    writes: Vec<bool>,
    /// Types that have to be declared.
    types: Vec<Type>,
    /// Arrays that are looked up in come behind all others.
    tables: Vec<(String, Type)>,
}

impl Arrays {
    /// The next array, of vectors of four or of single elements.
    pub(super) fn declare(&mut self, name: &str, element: Type, wide: bool, written: bool) {
        let of = Storage::new(name, written).items(element, wide);
        self.types.push(element);
        self.declare_as(name, &of, written);
    }

    fn declare_as(&mut self, name: &str, of: &str, written: bool) {
        self.writes.push(written);
        let access = if written { "read_write" } else { "read" };
        let binding = self.writes.len();
        line(&mut self.text, format!("@group(0) @binding({binding}) var<storage, {access}> {name}: array<{of}>;"));
    }

    /// Declares what a function needs.
    pub(super) fn of(&mut self, function: &Function) {
        self.types.extend(&function.types);
    }

    /// The arrays that operands lie in.
    pub(crate) fn operands(&mut self, spec: &Spec) {
        for (index, read) in spec.reads.iter().enumerate().filter(|(_, read)| read.kind == Kind::Array) {
            self.declare(&format!("in{index}"), read.element, spec.wide && !read.splat, false);
        }
        self.tables.extend(spec.tables().map(|(index, read)| (format!("in{index}"), read.element)));
    }

    /// Arrays that are written.
    pub(crate) fn written(&mut self, name: &str, elements: &[Type], wide: bool) {
        for (index, &element) in elements.iter().enumerate() {
            self.declare(&format!("{name}{index}"), element, wide, true);
        }
    }

    /// A kernel from its parts; functions that they call are added.
    pub(crate) fn text(mut self, comment: &str, parameters: &Parameters, functions: &str, main: &str) -> Text {
        for (name, element) in std::mem::take(&mut self.tables) {
            self.declare(&name, element, false, false);
        }
        let called = bcast_shaders::needed(&format!("{functions}{main}"));
        let helpers: String = called.map(|helper| helper.text.as_str()).collect();
        let raises = helpers.contains("raise(");
        if raises {
            self.declare_as("raised", "atomic<u32>", true);
        }
        let vectors = parameters.words() / 4;
        let structs = declarations(&self.types);
        let all = format!("{structs}{}\n{helpers}{functions}\n{main}", self.text);
        let enable = if all.contains("f16") { "enable f16;\n" } else { "" };
        let mut wgsl =
            format!("// p: {comment}\n{enable}@group(0) @binding(0) var<uniform> p: array<vec4<u32>, {vectors}>;\n");
        wgsl.push_str(&all);
        Text { wgsl, writes: self.writes, raises }
    }
}

/// The head of a kernel's main function.
pub(super) fn main_of(lines: &str) -> String {
    format!(
        "@compute @workgroup_size({THREADS})\n\
         fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {{\n\
         {}}}\n",
        indented(lines, 1)
    )
}
