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
use super::storage::Storage;
use super::walk::{Four, Source, Stream, Walk};
use crate::gpu::device::kernel::Text;
use crate::gpu::tuning::{EACH, SQUARE as SIDE, THREADS};

/// Rows of a square that a workgroup has at a time: four times so many are all.
const ROWS: u32 = THREADS / SIDE;
const _: () = assert!(SIDE * SIDE == THREADS * EACH);

/// The column of a thread in a square.
fn column() -> String {
    format!("lane % {SIDE}u")
}

/// Its row in one of four parts of the square.
fn row(k: u32) -> String {
    format!("lane / {SIDE}u + {}u", k * ROWS)
}

/// The axes of a square, and where their sizes are.
struct Square {
    across: usize,
    inner: usize,
    sizes: usize,
}

impl Square {
    fn size(&self, axis: usize) -> String {
        word(self.sizes + axis)
    }

    /// The places of a thread's elements, with these indices along both axes, cut to the last there are.
    fn places(&self, across: &str, inner: &str, walk: &Walk, suffix: &str) -> String {
        let cut =
            |axis: usize, index: &str| format!("x{axis} = min(first{axis} + {index}, {} - 1u);\n", self.size(axis));
        cut(self.across, across) + &cut(self.inner, inner) + &walk.places(suffix)
    }

    /// Whether the element of a thread exists.
    fn exists(&self, k: u32) -> String {
        let Square { across, inner, .. } = *self;
        let inside = format!("is_there && first{inner} + {} < {}", column(), self.size(inner));
        format!("{inside} && first{across} + {} < {}", row(k), self.size(across))
    }
}

impl Spec<'_> {
    /// Writes the kernel.
    pub(super) fn text_of_squares(&self, across: usize) -> Text {
        let parameters = self.mapping();
        let function = Function::of("element".to_owned(), self, &self.values(), |number| parameters.number(number));
        let mut arrays = Arrays::default();
        arrays.of(&function);
        arrays.operands(self);
        arrays.written("target", self.targets, false);
        arrays.written("out", self.fresh, false);
        let (loaded, direct): (Vec<Stream>, Vec<Stream>) =
            self.streams(&parameters).into_iter().partition(|stream| self.is_turned(&stream.place));
        let (sizes, steps) = (parameters.sizes(), parameters.steps());
        let walk = |streams| Walk { digit: 'x', axes: self.axes, sizes, steps, streams };
        let square = Square { across, inner: self.axes - 1, sizes };
        let mut main = self.digits_of_squares(&square);
        main.push_str(&self.loads_of_squares(&square, &walk(loaded)));
        let direct = walk(direct);
        for k in 0..EACH {
            main.push_str(&square.places(&row(k), &column(), &direct, &format!("_{k}")));
        }
        let source = |argument| match argument {
            Argument::Leaf(leaf) if self.reads[leaf].turned => {
                Source::Array(Storage::of_workgroup(format!("square{leaf}")), "own".to_owned())
            }
            _ => self.source(argument),
        };
        let four = Four { spec: self, function: &function, walk: &direct, source: &source, on: false };
        let is_turned = |argument: &Argument| matches!(*argument, Argument::Leaf(leaf) if self.reads[leaf].turned);
        main.push_str(&four.loads(|argument| !is_turned(argument)));
        main.push_str(&self.turn());
        main.push_str(&four.loads(is_turned));
        main.push_str(&four.stores(|k| square.exists(k), |lanes| self.stored(&four, lanes)));
        arrays.text(PARAMETERS, &parameters, &(self.memory_of_squares() + &function.text), &main_of(&main))
    }

    /// Whether it is the place in an array that lies across.
    fn is_turned(&self, place: &str) -> bool {
        self.turned().any(|(leaf, _)| place == format!("i{leaf}"))
    }

    /// Workgroup memory for squares.
    fn memory_of_squares(&self) -> String {
        let room = SIDE * (SIDE + 1);
        let memory = |(leaf, read): (usize, &Read)| {
            let items = Storage::of_workgroup("").items(read.element, false);
            format!("var<workgroup> square{leaf}: array<{items}, {room}>;\n")
        };
        self.turned().map(memory).collect()
    }

    /// The loads of what lies across, along memory.
    fn loads_of_squares(&self, square: &Square, walk: &Walk) -> String {
        let places = (0..EACH).map(|k| square.places(&column(), &row(k), walk, &format!("_t{k}")));
        let mut text: String = places.collect();
        for k in 0..EACH {
            for (leaf, read) in self.turned() {
                let load = Storage::read(format!("in{leaf}")).load(&format!("i{leaf}_t{k}"), read.element, false);
                line(&mut text, format!("let c{leaf}_{k} = {load};"));
            }
        }
        text
    }

    /// Stores what was loaded so, and where a thread reads it turned.
    fn turn(&self) -> String {
        let mut text = String::new();
        for k in 0..EACH {
            for (leaf, _) in self.turned() {
                line(&mut text, format!("square{leaf}[({}) * {}u + {}] = c{leaf}_{k};", column(), SIDE + 1, row(k)));
            }
        }
        line(&mut text, "workgroupBarrier();");
        for k in 0..EACH {
            line(&mut text, format!("let own_{k} = ({}) * {}u + {};", row(k), SIDE + 1, column()));
        }
        text
    }

    fn turned(&self) -> impl Iterator<Item = (usize, &Read)> {
        self.reads.iter().enumerate().filter(|(_, read)| read.turned)
    }

    /// The digits of a square: indices, and where it begins along its own axes.
    fn digits_of_squares(&self, square: &Square) -> String {
        let size = |axis| square.size(axis);
        let mut text = String::new();
        let mut rest = format!("group.y * {} + group.x", word(1));
        for axis in (0..self.axes).rev() {
            let is_cut = axis == square.across || axis == square.inner;
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
