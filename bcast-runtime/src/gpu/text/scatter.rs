//! Kernels that add what arrives at elements that were looked up.
//!
//! Parameters: elements, -, those of the table, of a chunk; chunks, 0, where a round begins in each of them, -; then
//! for each axis its size and the strides of the indices, then the sizes of the table.

use super::pieces::line;
use crate::gpu::device::kernel::Text;
use crate::gpu::device::types::Type;
use crate::gpu::tuning::{ROUND, SUMMING, THREADS};

/// The words before those of axes.
pub(crate) const HEAD: usize = 8;

/// One of the kernels.
#[derive(Clone, Copy)]
pub(crate) enum Scatter {
    /// The place in the table of each element; the largest number where there is none.
    Places,
    /// The sums of a chunk of elements for each element of the table, each with what is lost of it.
    Sums,
    /// The sums of these.
    Joined,
}

impl Scatter {
    /// The text for so many axes and indices.
    pub(crate) fn text(self, element: Type, axes: usize, indices: usize) -> Text {
        let words = (HEAD + axes * (1 + indices) + indices).next_multiple_of(4);
        let (of, sum) = match element {
            Type::F64 => ("f64", "f64"),
            _ => ("f32", "vec2<f32>"),
        };
        let (arrays, main) = match self {
            Scatter::Places => {
                let read = (0..indices).map(|index| (format!("in{index}"), "u32", false));
                (read.chain([("places".to_owned(), "u32", true)]).collect(), places(axes, indices))
            }
            Scatter::Sums => {
                let arrays = [("places", "u32", false), ("gs", of, false), ("sums", sum, true)];
                (arrays.map(|(name, of, written)| (name.to_owned(), of, written)).to_vec(), sums(of))
            }
            Scatter::Joined => {
                let arrays = [("sums", sum, false), ("result", of, true)];
                (arrays.map(|(name, of, written)| (name.to_owned(), of, written)).to_vec(), joined(of))
            }
        };
        let mut text = format!("@group(0) @binding(0) var<uniform> p: array<vec4<u32>, {}>;\n", words / 4);
        let arrays: Vec<(String, &str, bool)> = arrays;
        for (at, (name, of, written)) in arrays.iter().enumerate() {
            let access = if *written { "read_write" } else { "read" };
            let at = at + 1;
            line(&mut text, format!("@group(0) @binding({at}) var<storage, {access}> {name}: array<{of}>;"));
        }
        bcast_shaders::needed(&main).for_each(|helper| text += &helper.text);
        Text { wgsl: text + &main, writes: arrays.iter().map(|(.., written)| *written).collect(), raises: false }
    }
}

fn word(at: usize) -> String {
    format!("p[{}].{}", at / 4, ["x", "y", "z", "w"][at % 4])
}

fn head(threads: u32) -> String {
    let head = "fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {\n";
    format!("@compute @workgroup_size({threads})\n{head}    let own = group.y * p[0].y + group.x;\n")
}

fn places(axes: usize, indices: usize) -> String {
    let mut text = head(THREADS);
    let mut add = |written: String| line(&mut text, format!("    {written}"));
    add(format!("let at = own * {THREADS}u + lane;"));
    add("if (at >= p[0].x) { return; }".to_owned());
    add("var rest = at;".to_owned());
    (0..indices).for_each(|index| add(format!("var i{index} = 0u;")));
    for axis in (0..axes).rev() {
        let own = HEAD + axis * (1 + indices);
        add(format!("let x{axis} = rest % {};", word(own)));
        add(format!("rest = rest / {};", word(own)));
        (0..indices).for_each(|index| add(format!("i{index} += x{axis} * {};", word(own + 1 + index))));
    }
    add("var place = 0u;".to_owned());
    add("var is_there = true;".to_owned());
    for index in 0..indices {
        let size = word(HEAD + axes * (1 + indices) + index);
        add(format!("is_there = is_there && in{index}[i{index}] < {size};"));
        add(format!("place = place * {size} + in{index}[i{index}];"));
    }
    add("places[at] = select(0xffffffffu, place, is_there);".to_owned());
    text + "}\n"
}

/// A sum with one more, and what is lost of it. Sums of `f32` are taken with twice the digits.
fn more(of: &str, sum: &str, more: &str) -> String {
    match of {
        "f64" => format!("{sum} + {more}"),
        _ => format!("compensated({sum}, {more})"),
    }
}

const COMPENSATED: &str = "fn compensated(sum: vec2<f32>, more: f32) -> vec2<f32> {
    let next = two_sum(sum.x, more);
    return vec2<f32>(next.x, sum.y + next.y);
}
";

fn sums(of: &str) -> String {
    let functions = if of == "f64" { "" } else { COMPENSATED };
    let (head, more) = (head(SUMMING), more(of, "sums[base + place]", "near_gs[k]"));
    format!(
        "var<workgroup> near_places: array<u32, {SUMMING}>;
var<workgroup> near_gs: array<{of}, {SUMMING}>;
{functions}{head}    if (own >= p[1].x) {{ return; }}
    let base = own * p[0].z;
    let start = own * p[0].w + p[1].z;
    let end = min(min(start + {ROUND}u, (own + 1u) * p[0].w), p[0].x);
    for (var first = start; first < end; first += {SUMMING}u) {{
        let at = min(first + lane, end - 1u);
        near_places[lane] = places[at];
        near_gs[lane] = gs[at];
        workgroupBarrier();
        let count = min({SUMMING}u, end - first);
        for (var k = 0u; k < count; k++) {{
            let place = near_places[k];
            if (place % {SUMMING}u == lane && place < p[0].z) {{ sums[base + place] = {more}; }}
        }}
        workgroupBarrier();
    }}
}}
"
    )
}

fn joined(of: &str) -> String {
    let head = head(THREADS);
    let (functions, zero, add, value) = match of {
        "f64" => ("", "f64(0)", "sum = sum + one;".to_owned(), "sum"),
        // Of an infinite sum nothing is lost.
        _ => (
            COMPENSATED,
            "vec2<f32>()",
            format!("sum = {}; sum.y += one.y;", more(of, "sum", "one.x")),
            "select(sum.x + sum.y, sum.x, is_nan_f32(sum.y))",
        ),
    };
    format!(
        "{functions}{head}    let at = own * {THREADS}u + lane;
    if (at >= p[0].z) {{ return; }}
    var sum = {zero};
    for (var chunk = 0u; chunk < p[1].x; chunk++) {{
        let one = sums[chunk * p[0].z + at];
        {add}
    }}
    result[at] = {value};
}}
"
    )
}
