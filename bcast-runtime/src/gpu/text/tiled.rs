//! The text of a kernel that reduces tiles: rows and columns of results, where most operands lie along one of the two.
//!
//! Each thread has some rows and some columns of results, so that an element that it loads serves a whole row or column
//! of them: with 8 of both, a product of matrices takes 16 loads for 64 products. The [`SIDE`] threads that read
//! together have the same rows, whose elements are loaded once for all, and neighbouring columns. The others of a
//! workgroup have the rows below, and find the columns in the cache.
//!
//! A result is accumulated in order by one thread, in chunks where there are few results. How many rows and columns a
//! thread has changes none of it.

use super::assembly::{Arrays, main_of};
use super::function::{Argument, Function};
use super::pieces::{Parameters, indented, line, loaded, word};
use super::reduce::{HEAD, PARAMETERS, Reducing, started};
use super::spec::{Kind, Spec};
use super::storage::Storage;
use super::tile::Tile;
use super::walk::Stream;
use crate::gpu::device::kernel::Text;
use crate::gpu::tuning::SIDE;
use std::fmt::Write;

impl Reducing {
    /// Writes the kernel.
    pub(super) fn text_of_tiles(&self, spec: &Spec, tile: &Tile) -> Text {
        let parameters = self.parameters(spec);
        let mut arrays = Arrays::default();
        arrays.operands(spec);
        arrays.written("folded", &self.outputs(), false);
        let function = Function::of("element".to_owned(), spec, &spec.values(), |number| parameters.number(number));
        arrays.of(&function);
        let main = self.main_of_tiles(spec, &parameters, tile, &function);
        arrays.text(PARAMETERS, &parameters, &function.text, &main_of(&main))
    }

    fn main_of_tiles(&self, spec: &Spec, parameters: &Parameters, tile: &Tile, function: &Function) -> String {
        let streams = spec.streams(parameters);
        let accumulators = |(row, column): (usize, usize)| self.named(|at| format!("acc{at}_{row}_{column}"));
        let mut text = self.digits_of_tiles(parameters, tile);
        text.push_str(&self.places_of_tiles(spec, parameters, tile, &streams));
        tile.all().for_each(|at| text.push_str(&started(&self.foldings, &accumulators(at))));
        let mut inner = self.loads_of_tiles(spec, tile, &streams);
        for at @ (row, column) in tile.all() {
            let value = format!("e_{row}_{column}");
            let call = function.call(|argument| argument_of_tiles(spec, tile, &streams, argument, at));
            line(&mut inner, format!("let {value} = {call};"));
            for (index, (folding, own)) in self.foldings.iter().zip(accumulators(at)).enumerate() {
                line(&mut inner, folding.join(&own, &folding.lifted(&function.value(&value, index), "0u")));
            }
        }
        line(&mut text, format!("for (var k = first; k < end; k += 1u) {{\n{}}}", indented(&inner, 1)));
        for at @ (row, column) in tile.all() {
            let stores = indented(&self.stores(&accumulators(at)), 1);
            let exists = format!("first_row + {row}u < {} && own_c{column} < {}", self.rows(tile), self.columns(tile));
            let task = format!("    let task = chunk * {} + {};\n", word(4), self.result(parameters, tile, at));
            let _ = write!(text, "if (is_there && {exists}) {{\n{task}{stores}}}\n");
        }
        text
    }

    /// The parameters that are the sizes of its axes.
    fn rows(&self, tile: &Tile) -> String {
        word(HEAD + tile.rows)
    }

    fn columns(&self, tile: &Tile) -> String {
        word(HEAD + tile.columns)
    }

    /// Which tile a workgroup has, which chunk, and which rows and columns a thread.
    fn digits_of_tiles(&self, parameters: &Parameters, tile: &Tile) -> String {
        let (rows, columns) = tile.sizes();
        let size = |axis: usize| word(parameters.sizes() + axis);
        let mut text = format!("var rest = group.y * {} + group.x;\n", word(1));
        let mut digit = |name: &str, count: String| {
            line(&mut text, format!("let n_{name} = {count};\nlet {name} = rest % n_{name};\nrest = rest / n_{name};"));
        };
        digit("column", format!("({} + {}u) / {columns}u", self.columns(tile), columns - 1));
        digit("row", format!("({} + {}u) / {rows}u", self.rows(tile), rows - 1));
        let others = (0..self.kept).filter(|&axis| axis != tile.rows && axis != tile.columns);
        others.rev().for_each(|axis| digit(&format!("x{axis}"), size(axis)));
        let _ = write!(
            text,
            "let chunk = rest;\n\
             let is_there = chunk < {chunks};\n\
             let first = chunk * {chunk};\n\
             let first_row = row * {rows}u + (lane / {SIDE}u) * {each}u;\n\
             let end = select(0u, min(first + {chunk}, {elements}), is_there && first_row < {all});\n",
            chunks = word(6),
            chunk = word(7),
            elements = word(8),
            each = tile.each.0,
            all = self.rows(tile),
        );
        for row in 0..tile.each.0 {
            line(&mut text, format!("let own_r{row} = min(first_row + {row}u, {} - 1u);", self.rows(tile)));
        }
        for column in 0..tile.each.1 {
            let first = format!("column * {columns}u + {}u", column * SIDE as usize);
            line(&mut text, format!("let own_c{column} = {first} + lane % {SIDE}u;"));
            line(&mut text, format!("let cut_c{column} = min(own_c{column}, {} - 1u);", self.columns(tile)));
        }
        text
    }

    /// Where the elements of each stream begin that are reduced. What lies along rows and columns is one for all of
    /// them, and loaded at once.
    fn places_of_tiles(&self, spec: &Spec, parameters: &Parameters, tile: &Tile, streams: &[Stream]) -> String {
        let mut text = String::new();
        for (index, stream) in streams.iter().enumerate() {
            let Stream { place, start, strides, .. } = stream;
            let mut first = start.clone();
            for axis in (0..self.kept).filter(|&axis| axis != tile.rows && axis != tile.columns) {
                let _ = write!(first, " + x{axis} * {}", word(strides + axis));
            }
            debug_assert_eq!(parameters.axes, self.kept + 1, "one axis is reduced");
            line(&mut text, format!("let {place}_first = {first};"));
            for at @ (row, column) in tile.own(index) {
                let (along_rows, along_columns) = tile.lies[index];
                let mut sum = format!("{place}_first");
                if along_rows {
                    let _ = write!(sum, " + own_r{row} * {}", word(strides + tile.rows));
                }
                if along_columns {
                    let _ = write!(sum, " + cut_c{column} * {}", word(strides + tile.columns));
                }
                let suffix = tile.suffix(index, at);
                match along_rows && along_columns {
                    true => text.push_str(&loads(spec, stream, &suffix, &sum)),
                    false => line(&mut text, format!("let {place}_s{suffix} = {sum};")),
                }
            }
        }
        text
    }

    /// The places and the loads of one element of each result.
    fn loads_of_tiles(&self, spec: &Spec, tile: &Tile, streams: &[Stream]) -> String {
        let mut text = String::new();
        for (index, stream) in streams.iter().enumerate().filter(|(index, _)| tile.lies[*index] != (true, true)) {
            let Stream { place, strides, .. } = stream;
            line(&mut text, format!("let {place}_k = k * {};", word(strides + self.kept)));
            for at in tile.own(index) {
                let suffix = tile.suffix(index, at);
                text.push_str(&loads(spec, stream, &suffix, &format!("{place}_s{suffix} + {place}_k")));
            }
        }
        text
    }

    /// Which result is that of a row and column.
    fn result(&self, parameters: &Parameters, tile: &Tile, (row, column): (usize, usize)) -> String {
        let digit = |axis: usize| match axis {
            _ if axis == tile.rows => format!("own_r{row}"),
            _ if axis == tile.columns => format!("own_c{column}"),
            _ => format!("x{axis}"),
        };
        let step =
            |sum: String, axis: usize| format!("({sum}) * {} + {}", word(parameters.sizes() + axis), digit(axis));
        (1..self.kept).fold(digit(0), step)
    }
}

/// A place, and what is loaded from there.
fn loads(spec: &Spec, stream: &Stream, suffix: &str, place: &str) -> String {
    let mut text = format!("let {}{suffix} = {place};\n", stream.place);
    let leaf = leaf(stream);
    if spec.reads[leaf].kind == Kind::Array {
        let (place, element) = (format!("{}{suffix}", stream.place), spec.reads[leaf].element);
        let load = Storage::read(format!("in{leaf}")).load(&place, element, false);
        line(&mut text, format!("let a{leaf}{suffix} = {load};"));
    }
    text
}

/// The operand that has such places.
fn leaf(stream: &Stream) -> usize {
    stream.place[1..].parse().expect("a stage reads operands, and writes results")
}

/// What the element function is called with for a row and column.
fn argument_of_tiles(spec: &Spec, tile: &Tile, streams: &[Stream], argument: Argument, at: (usize, usize)) -> String {
    let Argument::Leaf(leaf) = argument else { unreachable!("a stage has no targets") };
    let index = streams.iter().position(|stream| self::leaf(stream) == leaf).expect("it is gone along");
    let suffix = tile.suffix(index, at);
    match spec.reads[leaf].kind {
        Kind::Range => format!("i{leaf}{suffix}"),
        _ => loaded(&format!("a{leaf}{suffix}"), spec.reads[leaf].element),
    }
}
