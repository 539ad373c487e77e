//! `#[numpy]`, `#[serial]`, `#[structured]`, `#[wrapping]`, `#[saturating]`, `#[checked]`, `#[shape(e)]`,
//! `#[axes(i, j)]`, `#[grad(x, w)]`, `#[gpu(e)]`, `#[on(e)]` at the front.

use proc_macro2::{Delimiter, Group, TokenStream};

use super::{Axes, Context, Leaf, Parser, Place};
use crate::messages;
use crate::ops::Mode;
use crate::tokens::{Cursor, Range, solid, text};

/// What the attributes say.
#[derive(Default)]
pub(crate) struct Attributes {
    /// Ranks align at the right, and where that is written.
    pub(crate) numpy: Option<Range>,
    /// One thread.
    pub(crate) serial: Option<Range>,
    /// The result has the structure that types prove, and where that is written.
    pub(crate) structured: Option<Range>,
    /// What integers do where a result does not fit, and where that is written.
    pub(crate) mode: Option<(Mode, Range)>,
    /// The output's shape.
    pub(crate) shape: Option<(Leaf, Range)>,
    /// The names of the result's axes, in their order.
    pub(crate) axes: Option<Axes>,
    /// The operands with respect to which there are gradients.
    pub(crate) gradient: Option<Wanted>,
    /// The device to run on.
    pub(crate) gpu: Option<(Leaf, Range)>,
    /// The place to run on, whose arrays are cut into pieces.
    pub(crate) on: Option<(Leaf, Range)>,
}

/// Operands with respect to which there are gradients, and where that is written.
pub(crate) struct Wanted {
    pub(crate) operands: Vec<(Place, Range)>,
    pub(crate) range: Range,
}

/// Reads all attributes at the cursor.
pub(crate) fn attributes(cursor: &mut Cursor, context: &mut Context) -> Attributes {
    let mut attributes = Attributes::default();
    while cursor.punct(0) == Some('#') {
        let Some(group) = cursor.delimited(1, Delimiter::Bracket).cloned() else {
            break;
        };
        let range = Range::of(cursor.ahead(2), group.span());
        cursor.skip(2);
        one(&mut attributes, &group, range, context);
    }
    attributes
}

fn one(attributes: &mut Attributes, group: &Group, range: Range, context: &mut Context) {
    let inside = Cursor::new(group.stream(), group.span());
    let name = inside.word(0).unwrap_or_default();
    let argument = inside.delimited(1, Delimiter::Parenthesis).map(Group::stream);
    let repeated = match name.as_str() {
        "numpy" | "serial" | "structured" | "wrapping" | "saturating" | "checked" => {
            if inside.peek(1).is_some() {
                context.error(range, messages::attribute_without_argument(&name));
            }
            flag(attributes, &name, range, context)
        }
        "shape" => {
            context.dotted = true;
            let leaf = with_argument(&name, argument, range, context).map(|leaf| (leaf, range));
            std::mem::replace(&mut attributes.shape, leaf).is_some()
        }
        "axes" => {
            let axes = inside.delimited(1, Delimiter::Parenthesis).and_then(|group| names(group, context));
            if axes.is_none() {
                context.error(range, messages::attribute_names(&name));
            }
            std::mem::replace(&mut attributes.axes, axes).is_some()
        }
        "grad" => {
            let wanted = wanted(argument, range, context);
            std::mem::replace(&mut attributes.gradient, wanted).is_some()
        }
        "gpu" | "on" => {
            context.gpu |= name == "gpu";
            let leaf = with_argument(&name, argument, range, context).map(|leaf| (leaf, range));
            std::mem::replace(if name == "gpu" { &mut attributes.gpu } else { &mut attributes.on }, leaf).is_some()
        }
        _ => return context.error(range, messages::unknown_attribute(&text(group.stream()))),
    };
    if repeated {
        context.error(range, messages::repeated_attribute(&name));
    }
}

/// Notes an attribute without an argument; whether it has been there before.
fn flag(attributes: &mut Attributes, name: &str, range: Range, context: &mut Context) -> bool {
    let place = match name {
        "numpy" => &mut attributes.numpy,
        "serial" => &mut attributes.serial,
        "structured" => &mut attributes.structured,
        _ => return mode(attributes, name, range, context),
    };
    place.replace(range).is_some()
}

/// The same of what integers do.
fn mode(attributes: &mut Attributes, name: &str, range: Range, context: &mut Context) -> bool {
    let Some(mode) = Mode::named(name) else { return false };
    match attributes.mode.replace((mode, range)) {
        Some((other, _)) if other != mode => {
            context.error(range, messages::two_modes(other.name(), name));
            false
        }
        before => before.is_some(),
    }
}

/// Names, and fields of them, between commas.
fn wanted(argument: Option<TokenStream>, range: Range, context: &mut Context) -> Option<Wanted> {
    let mut operands = Vec::new();
    let mut cursor = Cursor::new(solid(argument.unwrap_or_default()), range.last);
    while !cursor.is_at_end() {
        let start = cursor.position();
        cursor.skip_to(&[',']);
        let (tokens, at) = (cursor.stream_since(start), Range::of(cursor.since(start), range.last));
        match context.place(&tokens) {
            Some(place) => operands.push((place, at)),
            None => context.error(at, messages::gradient_of_no_operand(&text(tokens))),
        }
        cursor.skip(1);
    }
    if operands.is_empty() && context.report.is_empty() {
        context.error(range, messages::gradient_of_nobody());
    }
    Some(Wanted { operands, range })
}

/// One name at least.
fn names(group: &Group, context: &mut Context) -> Option<Axes> {
    let cursor = Cursor::new(group.stream(), group.span());
    let axes = Parser::new(TokenStream::new(), group.span(), context).entries(cursor, group);
    (axes.is_named() && axes.entries.is_empty()).then_some(axes)
}

fn with_argument(name: &str, argument: Option<TokenStream>, range: Range, context: &mut Context) -> Option<Leaf> {
    let Some(argument) = argument.filter(|stream| !stream.is_empty()) else {
        context.error(range, messages::attribute_argument(name));
        return None;
    };
    let tokens = solid(argument.clone());
    let id = context.leaf(tokens.clone());
    let text = format!("#[{name}({})]", text(argument));
    Some(Leaf { id, tokens, text, place: None, axes: None, slices: Vec::new() })
}
