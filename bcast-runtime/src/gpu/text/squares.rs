//! Kernels that map and read arrays which lie across: along another axis than the one along which results are written.
//!
//! A workgroup goes through a square of these two axes. It loads such an array along its own axis, neighbours by
//! neighbours, into workgroup memory, and reads it there along the other. So the device reads whole cache lines of all
//! arrays, each once; reading elements one by one, each of a line of its own, would take many times as long.
//!
//! Rows of the square in workgroup memory are one element longer than its side, so that neither way two threads meet in
//! a bank.

use super::assembly::{Arrays, main_of};
use super::function::{Argument, Function};
use super::mapping::PARAMETERS;
use super::pieces::{line, word};
use super::spec::{Read, Spec};
use super::walk::{Four, Source, Stream, Walk};
use crate::gpu::device::kernel::Text;
use crate::gpu::tuning::{EACH, SQUARE as SIDE, THREADS};

/// Rows of a square that a workgroup has at a time: four times so many are all.
const ROWS: u32 = THREADS / SIDE;
const _: () = assert!(SIDE * SIDE == THREADS * EACH);

impl Spec<'_> {
    /// Writes the kernel.
    pub(super) fn text_of_squares(&self, across: usize) -> Text {
        let (parameters, inner) = (self.mapping(), self.axes - 1);
        let function = Function::of("element".to_owned(), self, &self.values(), |number| parameters.number(number));
        let turned =
            |place: &str| (0..self.reads.len()).any(|leaf| self.reads[leaf].turned && place == format!("i{leaf}"));
        let mut arrays = Arrays::default();
        arrays.operands(self);
        arrays.written("target", self.targets, false);
        arrays.written("out", self.fresh, false);
        let mut memory = String::new();
        for (leaf, read) in self.turned() {
            let room = SIDE * (SIDE + 1);
            line(&mut memory, format!("var<workgroup> square{leaf}: array<{}, {room}>;", read.element.stored()));
        }
        let (loaded, direct): (Vec<Stream>, Vec<Stream>) =
            self.streams(&parameters).into_iter().partition(|stream| turned(&stream.place));
        let (sizes, steps) = (parameters.sizes(), parameters.steps());
        let walk = |streams| Walk { digit: 'x', axes: self.axes, sizes, steps, streams };
        let (loaded, direct) = (walk(loaded), walk(direct));
        let size = |axis: usize| word(sizes + axis);

        let mut main = self.digits_of_squares(across, &size);
        // An index along one of the axes of the square, cut to the last there is.
        let cut = |axis: usize, index: &str| format!("x{axis} = min(first{axis} + {index}, {} - 1u);\n", size(axis));
        let (column, row) = (format!("lane % {SIDE}u"), |k: u32| format!("lane / {SIDE}u + {}u", k * ROWS));
        for k in 0..EACH {
            main.push_str(&(cut(across, &column) + &cut(inner, &row(k)) + &loaded.places(&format!("_t{k}"))));
        }
        for k in 0..EACH {
            for (leaf, _) in self.turned() {
                line(&mut main, format!("let c{leaf}_{k} = in{leaf}[i{leaf}_t{k}];"));
            }
        }
        for k in 0..EACH {
            main.push_str(&(cut(across, &row(k)) + &cut(inner, &column) + &direct.places(&format!("_{k}"))));
        }
        let is_turned = |argument: &Argument| matches!(*argument, Argument::Leaf(leaf) if self.reads[leaf].turned);
        let source = |argument| match argument {
            Argument::Leaf(leaf) if self.reads[leaf].turned => Source::Array(format!("square{leaf}"), "own".to_owned()),
            _ => self.source(argument),
        };
        let four = Four { spec: self, function: &function, walk: &direct, source: &source, on: false };
        main.push_str(&four.loads(|argument| !is_turned(argument)));
        for k in 0..EACH {
            for (leaf, _) in self.turned() {
                line(&mut main, format!("square{leaf}[({column}) * {}u + {}] = c{leaf}_{k};", SIDE + 1, row(k)));
            }
        }
        line(&mut main, "workgroupBarrier();");
        for k in 0..EACH {
            line(&mut main, format!("let own_{k} = ({}) * {}u + {column};", row(k), SIDE + 1));
        }
        main.push_str(&four.loads(is_turned));
        let inside = format!("is_there && first{inner} + {column} < {}", size(inner));
        let exists = |k: u32| format!("{inside} && first{across} + {} < {}", row(k), size(across));
        main.push_str(&four.stores(exists, |lanes| self.stored(&four, lanes)));
        arrays.text(PARAMETERS, &parameters, &(memory + &function.text), &main_of(&main))
    }

    fn turned(&self) -> impl Iterator<Item = (usize, &Read)> {
        self.reads.iter().enumerate().filter(|(_, read)| read.turned)
    }

    /// The digits of a square: indices, and where it begins along its own axes.
    fn digits_of_squares(&self, across: usize, size: &dyn Fn(usize) -> String) -> String {
        let mut text = String::new();
        let mut rest = format!("group.y * {} + group.x", word(1));
        for axis in (0..self.axes).rev() {
            let is_cut = axis == across || axis + 1 == self.axes;
            let count = if is_cut { format!("({} + {}u) / {SIDE}u", size(axis), SIDE - 1) } else { size(axis) };
            line(&mut text, format!("let n{axis} = {count};\nlet q{axis} = {rest};"));
            if axis > 0 {
                line(&mut text, format!("var x{axis} = q{axis} % n{axis};"));
                rest = format!("q{axis} / n{axis}");
            } else {
                line(&mut text, "let is_there = q0 < n0;\nvar x0 = min(q0, n0 - 1u);");
            }
            if is_cut {
                line(&mut text, format!("let first{axis} = x{axis} * {SIDE}u;"));
            }
        }
        text
    }
}
