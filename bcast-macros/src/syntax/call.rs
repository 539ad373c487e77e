//! Calls per element.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::quote;

use super::{Call, Callee, Expr, ExprKind, Leaf, Parser};
use crate::messages;
use crate::ops;
use crate::tokens::{Range, solid, text};

impl Parser<'_> {
    /// `f.(x, y)` with a path that began at `path_start`.
    pub(crate) fn call_of_path(&mut self, start: usize, path_start: usize) -> Expr {
        let path = solid(self.cursor.stream_since(path_start));
        let range = self.cursor.range_since(path_start);
        self.call(start, path_callee(path), range)
    }

    /// A dotted call after fields, methods or a literal: no callee of ours.
    pub(crate) fn call_of_field(&mut self, start: usize, range: Range) -> Expr {
        let written = self.cursor.text_since(start);
        let last = self.cursor.since(start).last().cloned();
        let message = match last {
            Some(TokenTree::Ident(_)) if let Some(right) = self.of_numpy(&written) => {
                messages::of_numpy(&format!("{written}.(..)"), &right)
            }
            Some(TokenTree::Ident(name)) => messages::field_call(&written, &name.to_string()),
            _ => messages::callee(&written),
        };
        let callee = Callee::Path(self.cursor.stream_since(start));
        let call = self.call(start, callee, range);
        self.context.error(call.range, message);
        Expr::missing(call.range)
    }

    /// The arguments of `callee`, with or without a dot before them.
    pub(crate) fn call(&mut self, start: usize, callee: Callee, range: Range) -> Expr {
        let named = self.cursor.position();
        self.cursor.skip(usize::from(self.cursor.punct(0) == Some('.')));
        self.context.dotted = true;
        let Some(group) = self.cursor.parenthesis(0).cloned() else {
            return Expr::missing(range);
        };
        self.cursor.skip(1);
        let called = |parser: &Self| text(parser.cursor.since(start)[..named - start].iter().cloned().collect());
        let group = self.without_names(group, called);
        let mut arguments = self.arguments(&group);
        let whole = self.cursor.range_since(start);
        let callee = self.in_kernel(callee, &mut arguments, range);
        let value = match once(&callee) {
            _ if is_look_up(&callee) => self.look_up(arguments, range, whole),
            Some(function) if arguments.is_empty() => self.called_once(function, whole),
            _ => Expr::new(whole, ExprKind::Call(Call { callee, range, arguments })),
        };
        self.after_fused(value, start)
    }

    /// In a kernel, what a closure takes from outside is an operand of the call.
    #[cfg(feature = "gpu")]
    fn in_kernel(&mut self, callee: Callee, arguments: &mut Vec<Expr>, range: Range) -> Callee {
        use crate::elemental::{captured, with_parameters};
        use quote::ToTokens;

        let Callee::Closure(closure) = callee else { return callee };
        if !self.context.gpu {
            return Callee::Closure(closure);
        }
        let outside = captured(&closure);
        for name in &outside {
            let tokens = name.to_token_stream();
            let (id, text, place) = (self.context.leaf(tokens.clone()), name.to_string(), self.context.place(&tokens));
            let leaf = Leaf { id, text, tokens, place, axes: None, slices: Vec::new() };
            arguments.push(Expr::new(range, ExprKind::Leaf(leaf)));
        }
        Callee::Closure(with_parameters(closure, &outside))
    }

    #[cfg(not(feature = "gpu"))]
    fn in_kernel(&mut self, callee: Callee, _: &mut [Expr], _: Range) -> Callee {
        callee
    }

    /// `f.()` is the operand `f()`.
    fn called_once(&mut self, function: TokenStream, range: Range) -> Expr {
        let tokens = quote!(#function());
        let id = self.context.leaf(tokens.clone());
        let text = text(tokens.clone());
        Expr::new(range, ExprKind::Leaf(Leaf { id, text, tokens, place: None, axes: None, slices: Vec::new() }))
    }

    /// `y.sin()` of the all-dotted form.
    pub(crate) fn method(&mut self, receiver: Expr, start: usize) -> Expr {
        self.cursor.skip(1);
        let name_range = self.cursor.here();
        let Some(TokenTree::Ident(name)) = self.cursor.next() else {
            return receiver;
        };
        let generic_start = self.cursor.position();
        self.turbofish();
        let generics = self.cursor.stream_since(generic_start);
        let arguments = match self.cursor.parenthesis(0).cloned() {
            Some(group) => {
                self.cursor.skip(1);
                self.arguments(&group)
            }
            None => Vec::new(),
        };
        let arguments = std::iter::once(receiver).chain(arguments).collect();
        let range = self.cursor.range_since(start);
        let callee = match ops::function(&name.to_string()) {
            Some(function) if generics.is_empty() => Callee::Builtin(function),
            None if generics.is_empty() && name == LOOK_UP => return self.look_up(arguments, name_range, range),
            _ => Callee::Method(name, generics),
        };
        let call = Call { callee, range: name_range, arguments };
        Expr::new(range, ExprKind::Call(call))
    }

    /// `at.(table, i, j)`: the table is an operand that no loop goes over.
    fn look_up(&mut self, arguments: Vec<Expr>, name: Range, whole: Range) -> Expr {
        let mut arguments = arguments.into_iter();
        let table = arguments.next();
        let indices: Vec<Expr> = arguments.collect();
        match table {
            Some(Expr { kind: ExprKind::Leaf(Leaf { axes: Some(_), .. }), range }) => {
                self.context.error(range, messages::table_has_names());
            }
            Some(Expr { kind: ExprKind::Leaf(leaf), range }) if !indices.is_empty() => {
                let callee = Callee::LookUp(Box::new(leaf), range);
                return Expr::new(whole, ExprKind::Call(Call { callee, range: name, arguments: indices }));
            }
            Some(Expr { kind: ExprKind::Missing, .. }) => {}
            Some(Expr { kind: ExprKind::Leaf(_), .. }) | None => {
                self.context.error(whole, messages::look_up_without_index());
            }
            Some(fused) => self.context.error(fused.range, messages::table_is_fused()),
        }
        Expr::missing(whole)
    }

    /// Steps over the comma after an argument; anything else there is a mistake.
    fn comma(&mut self) {
        if !self.cursor.is_at_end() && self.cursor.punct(0) != Some(',') {
            let here = self.cursor.here();
            self.context.error(here, messages::unexpected(&self.cursor.ahead_text()));
            self.cursor.skip_to(&[',']);
        }
        self.cursor.skip(usize::from(!self.cursor.is_at_end()));
        self.after = ",".to_owned();
    }

    /// Expressions between commas.
    pub(crate) fn arguments(&mut self, group: &Group) -> Vec<Expr> {
        let mut arguments = Vec::new();
        if !self.context.enter(group.span()) {
            self.context.leave();
            return arguments;
        }
        let mut inside = Parser::new(group.stream(), group.span(), self.context);
        inside.after = "(".to_owned();
        arguments.extend(std::iter::from_fn(|| inside.argument()));
        self.context.leave();
        arguments
    }

    /// The next expression between commas.
    pub(crate) fn argument(&mut self) -> Option<Expr> {
        if self.cursor.is_at_end() {
            return None;
        }
        let argument = self.expression();
        self.no_assignment();
        self.comma();
        Some(argument)
    }
}

/// The function that looks elements up.
pub(super) const LOOK_UP: &str = "at";

fn is_look_up(callee: &Callee) -> bool {
    matches!(callee, Callee::Path(path) if single_name(path).is_some_and(|name| name == LOOK_UP))
}

/// What a path before `.(..)` names.
pub(crate) fn path_callee(path: TokenStream) -> Callee {
    let Some(name) = single_name(&path) else {
        return Callee::Path(path);
    };
    let word = name.to_string();
    if let Some(function) = ops::function(&word) {
        Callee::Builtin(function)
    } else if ops::CONVERSIONS.contains(&word.as_str()) {
        Callee::Convert(name)
    } else if ops::near_miss(&word).is_some() || ops::several(&word).is_some() {
        Callee::Unknown(name)
    } else {
        Callee::Path(path)
    }
}

fn single_name(path: &TokenStream) -> Option<proc_macro2::Ident> {
    let mut tokens = path.clone().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Ident(name)), None) => Some(name),
        _ => None,
    }
}

/// The function to call where there is nothing to call it with per element.
fn once(callee: &Callee) -> Option<TokenStream> {
    match callee {
        Callee::Path(path) => Some(path.clone()),
        Callee::Closure(closure) => Some(quote!((#closure))),
        Callee::Value(leaf) => Some(leaf.tokens.clone()),
        _ => None,
    }
}
