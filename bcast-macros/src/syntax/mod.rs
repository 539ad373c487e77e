//! The grammar: tokens in, a tree out, with mistakes reported and read over.
//!
//! The parser knows spelling only. Whether a call has enough arguments or a name is a `let` is for
//! the checks. It recovers at operators, commas and semicolons, so several mistakes show at once.

mod attribute;
mod axes;
mod call;
mod changes;
mod composed;
mod condition;
mod context;
mod cost;
mod elsewhere;
mod entries;
mod expression;
mod fold;
mod literal;
mod name;
mod operand;
mod operation;
mod operator;
mod parenthesis;
mod path;
mod pattern;
mod postfix;
mod slice;
mod statement;
mod tree;

pub(crate) use attribute::{Attributes, Wanted};
pub(crate) use axes::are_numbers;
pub(crate) use context::Context;
pub(crate) use expression::Parser;
pub(crate) use literal::{Literal, LiteralKind};
pub(crate) use name::{Name, Place};
pub(crate) use operation::LeafNames;
pub(crate) use slice::{Bounds, Entry, Slice, is_slice};
pub(crate) use tree::{
    Assignment, Axes, Body, Call, Callee, Expr, ExprKind, Field, Frame, GIVEN, Given, If, Joining, Leaf, Let, LetName,
    Link, Reduction, Sign, Statement, Values,
};

use proc_macro2::{Span, TokenStream};

use crate::tokens::Cursor;

/// Everything written inside the macro.
pub(crate) struct Source {
    pub(crate) attributes: Attributes,
    pub(crate) body: Body,
}

/// Reads the user's tokens.
pub(crate) fn parse(stream: TokenStream, context: &mut Context) -> Source {
    context.begin(&stream);
    let mut cursor = Cursor::new(stream, Span::call_site());
    let attributes = attribute::attributes(&mut cursor, context);
    let at = cursor.punct(0) == Some('@') && cursor.punct(1) == Some('.');
    if at {
        context.all_dotted = true;
        context.dotted = true;
        cursor.skip(2);
    }
    let here = cursor.here().first;
    Source { attributes, body: statement::body(cursor.rest(), here, context) }
}
