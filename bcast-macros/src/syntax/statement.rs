//! `let`s, assignments and the final value, cut at semicolons.

use std::rc::Rc;

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};

use super::operator::{self, SignKind};
use super::{Assignment, Body, Context, Expr, ExprKind, Let, LetName, Parser, Place, Sign, Statement, Values, pattern};
use crate::messages;
use crate::tokens::{Cursor, Range};

/// One piece between semicolons.
struct Piece {
    tokens: TokenStream,
    semicolon: Option<Span>,
}

/// Everything after the attributes.
pub(crate) fn body(stream: TokenStream, end: Span, context: &mut Context) -> Body {
    let mut body = Body { statements: Vec::new(), values: Values::Nothing };
    if stream.is_empty() {
        context.error(Range::at(end), messages::empty());
    }
    for piece in pieces(stream) {
        read(piece, end, context, &mut body);
    }
    body
}

fn pieces(stream: TokenStream) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut tokens: Vec<TokenTree> = Vec::new();
    for token in stream {
        match &token {
            TokenTree::Punct(punct) if punct.as_char() == ';' => {
                let tokens = std::mem::take(&mut tokens).into_iter().collect();
                pieces.push(Piece { tokens, semicolon: Some(punct.span()) });
            }
            _ => tokens.push(token),
        }
    }
    if !tokens.is_empty() {
        pieces.push(Piece { tokens: tokens.into_iter().collect(), semicolon: None });
    }
    pieces
}

fn read(piece: Piece, end: Span, context: &mut Context, body: &mut Body) {
    let mut parser = Parser::new(piece.tokens, piece.semicolon.unwrap_or(end), context);
    parser.attributes_inside();
    if parser.cursor.is_at_end() {
        return;
    }
    if parser.cursor.is_word(0, "let") {
        let whole = Range::at(parser.cursor.here().first);
        let definitions = parser.definitions();
        let is_written = definitions.iter().all(|definition| !matches!(definition.value.kind, ExprKind::Missing));
        if piece.semicolon.is_none() && is_written {
            parser.context.error(whole, messages::let_last());
        }
        body.statements.extend(definitions.into_iter().map(|definition| Statement::Let(Rc::new(definition))));
        return;
    }
    if let (Some(group), true) = (parser.tuple(), piece.semicolon.is_none()) {
        body.values = Values::Tuple(parser.arguments(&group));
        return;
    }
    let value = parser.expression();
    match operator::peek(&parser.cursor) {
        Some(sign) if matches!(sign.kind, SignKind::Assign(_)) => {
            body.statements.push(Statement::Assignment(Box::new(parser.assignment(value, &sign))));
            return parser.finish(true);
        }
        _ => final_value(value, piece.semicolon, parser.context, body),
    }
    parser.finish(false);
}

/// `let`s and a value in the braces of a branch.
pub(crate) fn block(group: &Group, context: &mut Context) -> Expr {
    let (mut lets, mut last) = (Vec::new(), None);
    let outer = context.visible.len();
    for piece in pieces(group.stream()) {
        let mut parser = Parser::new(piece.tokens, piece.semicolon.unwrap_or(group.span()), context);
        parser.attributes_inside();
        if parser.cursor.is_word(0, "let") {
            lets.extend(parser.definitions().into_iter().map(Rc::new));
            continue;
        }
        let value = parser.expression();
        parser.finish(false);
        last = Some(value);
        if let Some(semicolon) = piece.semicolon {
            context.error(Range::at(semicolon), messages::statement_in_branch());
        }
    }
    context.visible.truncate(outer);
    let range = Range::at(group.span());
    match last {
        Some(value) => Expr::new(range, ExprKind::Block(lets, Box::new(value))),
        None => {
            context.error(range, messages::statement_in_branch());
            Expr::missing(range)
        }
    }
}

fn final_value(value: Expr, semicolon: Option<Span>, context: &mut Context, body: &mut Body) {
    if semicolon.is_some() {
        context.error(value.range, messages::dropped_value());
    }
    body.values = Values::One(value);
}

impl Parser<'_> {
    /// The group, when the whole piece is a tuple.
    pub(super) fn tuple(&self) -> Option<Group> {
        let group = self.cursor.delimited(0, Delimiter::Parenthesis).filter(|_| self.cursor.peek(1).is_none())?;
        let mut inside = Cursor::new(group.stream(), group.span());
        inside.skip_to(&[',']);
        (!inside.is_at_end()).then(|| group.clone())
    }

    /// A `let`: several ones where it has a pattern.
    fn definitions(&mut self) -> Vec<Let> {
        self.cursor.skip(1);
        self.let_mut();
        let range = self.cursor.here();
        if let Some(group) = self.cursor.delimited(0, Delimiter::Parenthesis).cloned() {
            return self.pattern(&group);
        }
        let Some(name) = self.let_name() else {
            self.context.error(range, messages::let_pattern());
            return self.rest_of_let();
        };
        let id = self.context.define(&name);
        self.let_head(&name.to_string());
        let value = self.expression();
        self.finish(true);
        vec![Let { id, name: LetName { place: Place::named(&name), range }, value, beside: 0 }]
    }

    pub(super) fn let_mut(&mut self) {
        if self.cursor.is_word(0, "mut") {
            self.context.error(self.cursor.here(), messages::let_mut());
            self.cursor.skip(1);
        }
    }

    /// Reads the rest of a `let` whose names could not be read: they are no names outside the macro, either.
    pub(super) fn rest_of_let(&mut self) -> Vec<Let> {
        let start = self.cursor.position();
        self.cursor.skip_to(&['=']);
        pattern::names_in(self.cursor.stream_since(start), &mut self.context.lets);
        self.cursor.skip(1);
        self.expression();
        Vec::new()
    }

    fn let_name(&mut self) -> Option<proc_macro2::Ident> {
        let name = match self.cursor.peek(0) {
            Some(TokenTree::Ident(name)) if name != "_" && name != "ref" => name.clone(),
            _ => return None,
        };
        let is_pattern = self.cursor.group(1).is_some() || self.cursor.is_path_separator(1);
        self.cursor.skip(usize::from(!is_pattern));
        (!is_pattern).then_some(name)
    }

    /// What stands between names and value.
    pub(super) fn let_head(&mut self, names: &str) {
        self.let_type(names);
        self.let_equals(names);
    }

    fn let_type(&mut self, name: &str) {
        if self.cursor.punct(0) == Some(':') {
            let start = self.cursor.position();
            self.cursor.skip_to(&['=']);
            self.context.error(self.cursor.range_since(start), messages::let_type(name));
        }
    }

    fn let_equals(&mut self, name: &str) {
        let sign = operator::peek(&self.cursor).filter(|sign| matches!(sign.kind, SignKind::Assign(None)));
        self.after = "=".to_owned();
        match sign {
            Some(sign) if !sign.dotted => self.cursor.skip(sign.length),
            Some(sign) => {
                self.context.error(sign.range, messages::let_equals(name));
                self.cursor.skip(sign.length);
            }
            None => self.context.error(self.cursor.here(), messages::let_equals(name)),
        }
    }

    fn assignment(&mut self, target: Expr, sign: &operator::Sign) -> Assignment {
        if !sign.dotted && !self.context.all_dotted {
            let left = self.left_text();
            self.context.error(sign.range, messages::undotted_assignment(&sign.text, &left));
        }
        self.cursor.skip(sign.length);
        self.context.dotted = true;
        self.after = sign.written();
        let value = self.expression();
        let operator = match sign.kind {
            SignKind::Assign(operator) => operator.map(|infix| Sign { infix, range: sign.range }),
            _ => None,
        };
        Assignment { target, operator, value }
    }

    /// Nothing may follow the end of a statement, or of a value.
    pub(super) fn finish(&mut self, is_statement: bool) {
        self.no_assignment();
        if !self.cursor.is_at_end() {
            self.context.error(self.cursor.here(), messages::stray_comma(is_statement));
        }
    }
}
