//! How a thread goes through elements: four at a time, all loaded before the first is stored.
//!
//! What bounds a kernel that computes little is how many loads are under way, so a thread has those of four elements.
//! In a *wide* kernel they are neighbours, one vector of each array. Else they lie some threads apart, so that
//! neighbouring threads read neighbouring elements whatever the strides are.
//!
//! A position is one digit for each axis. A thread divides once, for the digits of its first element; the digits of a
//! step are parameters, so it reaches the others by additions with carry. The outermost digit of an element beyond the
//! end is cut to the last there is, so that all places exist; what is computed there is not stored.

use super::function::{Argument, Function};
use super::pieces::{Parameters, indented, line, loaded, stored, word};
use super::spec::{Kind, Spec};
use super::storage::Storage;
use crate::gpu::device::types::Type;
use std::fmt::Write;

/// Axes that threads go through.
pub(super) struct Walk {
    /// The letter of its digits.
    pub(super) digit: char,
    pub(crate) axes: usize,
    /// The word of the outermost size; the others follow.
    pub(crate) sizes: usize,
    /// The same of the digits of a step.
    pub(crate) steps: usize,
    pub(crate) streams: Vec<Stream>,
}

/// The places of an array's elements.
#[derive(Clone)]
pub(crate) struct Stream {
    /// The name of a place.
    pub(crate) place: String,
    /// The first place.
    pub(crate) start: String,
    /// The word of the outermost stride; the others follow.
    pub(crate) strides: usize,
    /// So many of its elements count as one of the innermost axis: in wide kernels a vector of what is counted.
    pub(crate) each: u32,
}

impl Stream {
    /// The stream whose parameters begin at a word.
    pub(crate) fn at(place: String, word_of_start: usize, each: u32) -> Self {
        Stream { place, start: word(word_of_start), strides: word_of_start + 1, each }
    }
}

/// The places at which the elements of a result begin, where `kept` axes come before those that are reduced; the
/// streams go on from there, along the others.
pub(super) fn kept_first(result: &str, kept: usize, parameters: &Parameters, streams: &mut [Stream]) -> String {
    if kept == 0 {
        return String::new();
    }
    // Outer axes count elements.
    let outer = streams.iter().map(|stream| Stream { each: 1, ..stream.clone() }).collect();
    let (sizes, steps) = (parameters.sizes(), parameters.steps());
    let walk = Walk { digit: 'x', axes: kept, sizes, steps, streams: outer };
    for Stream { place, start, strides, .. } in streams {
        *start = format!("{place}_s");
        *strides += kept;
    }
    walk.digits(result) + &walk.places("_s")
}

impl Walk {
    /// The digits of a position.
    pub(super) fn digits(&self, at: &str) -> String {
        let (mut text, x) = (String::new(), self.digit);
        line(&mut text, format!("var {x}0 = {at};"));
        for axis in (1..self.axes).rev() {
            let size = word(self.sizes + axis);
            line(&mut text, format!("let q{x}{axis} = {x}0 / {size};"));
            line(&mut text, format!("var {x}{axis} = {x}0 - q{x}{axis} * {size};\n{x}0 = q{x}{axis};"));
        }
        text
    }

    /// The places of an element; its names end with `suffix`.
    pub(crate) fn places(&self, suffix: &str) -> String {
        let (mut text, x) = (String::new(), self.digit);
        if self.streams.is_empty() {
            return text;
        }
        line(&mut text, format!("let {x}{suffix} = min({x}0, {} - 1u);", word(self.sizes)));
        for Stream { place, start, strides, each } in &self.streams {
            let mut sum = start.clone();
            for axis in 0..self.axes {
                let digit = if axis == 0 { suffix.to_owned() } else { axis.to_string() };
                let vector = if *each > 1 && axis + 1 == self.axes { format!("{each}u * ") } else { String::new() };
                let _ = write!(sum, " + {x}{digit} * {vector}{}", word(strides + axis));
            }
            line(&mut text, format!("let {place}{suffix} = {sum};"));
        }
        text
    }

    /// The place of an element, or of a part of a vector, in a stream that is counted.
    pub(crate) fn place(&self, place: &str, k: u32, part: u32) -> String {
        match self.streams.iter().find(|stream| stream.place == place) {
            Some(stream) if part > 0 => {
                format!("{place}_{k} + {part}u * {}", word(stream.strides + self.axes - 1))
            }
            _ => format!("{place}_{k}"),
        }
    }

    /// Goes on to the next element.
    pub(crate) fn step(&self) -> String {
        let (mut text, x) = (String::new(), self.digit);
        for axis in (0..self.axes).rev() {
            let step = word(self.steps + axis);
            let carry = if axis + 1 < self.axes { format!(" + c{}", axis + 1) } else { String::new() };
            line(&mut text, format!("{x}{axis} += {step}{carry};"));
            if axis > 0 {
                let size = word(self.sizes + axis);
                line(&mut text, format!("let c{axis} = u32({x}{axis} >= {size});\n{x}{axis} -= c{axis} * {size};"));
            }
        }
        if self.axes > 1 { format!("{{\n{}}}\n", indented(&text, 1)) } else { text }
    }
}

/// The digits of a step.
pub(crate) fn digits_of(step: usize, sizes: &[usize]) -> Vec<u32> {
    let mut rest = step;
    let mut digits: Vec<u32> = Vec::with_capacity(sizes.len());
    for &size in sizes.iter().skip(1).rev() {
        digits.push((rest % size.max(1)) as u32);
        rest /= size.max(1);
    }
    digits.push(rest as u32);
    digits.reverse();
    digits
}

/// Where an argument of an element function comes from.
pub(crate) enum Source {
    /// An array, and the name of the place in it.
    Array(Storage, String),
    /// A place itself.
    Place(String),
    /// A value that is the same for all.
    Value(String),
}

impl Spec<'_> {
    /// The streams of this kernel.
    pub(crate) fn streams(&self, parameters: &Parameters) -> Vec<Stream> {
        let kinds = self.reads.iter().filter(|read| read.walks()).map(|read| read.kind);
        let kinds = kinds.chain(std::iter::repeat(Kind::Array));
        let streams = self.places().into_iter().zip(kinds).enumerate();
        streams.map(|(at, (place, kind))| Stream::at(place, parameters.stream(at), self.each(kind))).collect()
    }

    /// The arrays of operands and of targets in a kernel with bindings of its own for each.
    pub(super) fn source(&self, argument: Argument) -> Source {
        match argument {
            Argument::Leaf(leaf) if self.reads[leaf].kind == Kind::Range => Source::Place(format!("i{leaf}")),
            Argument::Leaf(leaf) => Source::Array(Storage::read(format!("in{leaf}")), format!("i{leaf}")),
            Argument::Old(target) => Source::Array(Storage::written(format!("target{target}")), format!("t{target}")),
        }
    }
}

/// Four elements of a thread.
pub(super) struct Four<'a> {
    pub(crate) spec: &'a Spec<'a>,
    pub(crate) function: &'a Function,
    pub(crate) walk: &'a Walk,
    pub(crate) source: &'a dyn Fn(Argument) -> Source,
    /// Whether the thread has more elements after these.
    pub(crate) on: bool,
}

/// Elements that are there together: one, or a vector of four.
pub(super) struct Lanes {
    /// Which of the four, or the first of them.
    pub(crate) number: u32,
    /// What the element function returned.
    pub(super) returned: Vec<String>,
}

impl Four<'_> {
    /// Places, loads, and what becomes of the elements that exist.
    pub(crate) fn text(&self, exists: impl Fn(u32) -> String, then: impl Fn(&Lanes) -> String) -> String {
        let steps = self.spec.steps();
        let mut text = String::new();
        for k in 0..steps {
            text.push_str(&self.walk.places(&format!("_{k}")));
            if self.on || k + 1 < steps {
                text.push_str(&self.walk.step());
            }
        }
        text + &self.loads(|_| true) + &self.stores(exists, then)
    }

    /// The loads of some arguments.
    pub(super) fn loads(&self, of: impl Fn(&Argument) -> bool) -> String {
        let mut text = String::new();
        for k in 0..self.spec.steps() {
            for &argument in self.function.arguments.iter().filter(|argument| of(argument)) {
                if let Source::Array(array, place) = (self.source)(argument) {
                    let (element, splat) = self.element(argument);
                    let load = array.load(&format!("{place}_{k}"), element, self.spec.wide && !splat);
                    line(&mut text, format!("let {}_{k} = {load};", name(argument)));
                }
            }
        }
        text
    }

    /// What becomes of the elements that exist, when all is loaded.
    pub(super) fn stores(&self, exists: impl Fn(u32) -> String, then: impl Fn(&Lanes) -> String) -> String {
        let mut text = String::new();
        for k in 0..self.spec.steps() {
            let parts = if self.spec.wide { 4 } else { 1 };
            let (mut inner, mut returned) = (String::new(), Vec::new());
            for part in 0..parts {
                let value = format!("e_{}", k as usize + part);
                let call = self.function.call(|argument| self.argument(argument, k, part));
                line(&mut inner, format!("let {value} = {call};"));
                returned.push(value);
            }
            inner.push_str(&then(&Lanes { number: k, returned }));
            let _ = write!(text, "if ({}) {{\n{}}}\n", exists(k), indented(&inner, 1));
        }
        text
    }

    /// The type of an argument, and whether one is the same for all four neighbours.
    fn element(&self, argument: Argument) -> (Type, bool) {
        match argument {
            Argument::Leaf(leaf) => (self.spec.reads[leaf].element, self.spec.reads[leaf].splat),
            Argument::Old(target) => (self.spec.targets[target], false),
        }
    }

    fn argument(&self, argument: Argument, k: u32, part: usize) -> String {
        let (element, splat) = self.element(argument);
        match (self.source)(argument) {
            Source::Place(place) => self.walk.place(&place, k, part as u32),
            Source::Value(value) => value,
            Source::Array(array, _) if self.spec.wide && !splat => {
                array.part(&format!("{}_{k}", name(argument)), part, element)
            }
            Source::Array(..) => loaded(&format!("{}_{k}", name(argument)), element),
        }
    }

    /// Stores what the function returned in some place of `array`.
    pub(super) fn store(&self, array: &Storage, place: &str, value: usize, lanes: &Lanes) -> String {
        let element = self.spec.values()[value].1;
        let values: Vec<String> =
            lanes.returned.iter().map(|of| stored(&self.function.value(of, value), element)).collect();
        array.store(&format!("{place}_{}", lanes.number), &values, element)
    }
}

fn name(argument: Argument) -> String {
    match argument {
        Argument::Leaf(leaf) => format!("a{leaf}"),
        Argument::Old(target) => format!("b{target}"),
    }
}
