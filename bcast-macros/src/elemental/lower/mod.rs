//! A body becomes [`Lines`], and a copy of it tells what only rustc knows.
//!
//! All that is syntax is decided here: scopes and shadowing, the order of evaluation, branches and loops as
//! expressions, jumps. Types follow from each other by rule when a kernel is written. Where none follows, the copy has
//! a *mark*, whose type rustc finds: around a literal by itself, a cast to a type that is no word, a struct, a call.
//! The copy is never run.

mod call;
mod choice;
mod expression;
mod jump;
mod literal;
mod pattern;
mod place;

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Block, Error, Expr, Item, Local, Pat, Stmt};

use super::conditions;
use super::lines::Lines;
use super::lowered::{Callee, Lowered, call_mark, type_mark};
use super::signature::Signature;
use super::type_names::{TypeName, type_name};
use super::types::Annotated;
use crate::messages::elemental as messages;
use jump::Target;

/// What an expression yields: a numbered value, nothing, or it never ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Yielded {
    Value(usize),
    Nothing,
    Never,
}

/// An expression that never ends leaves nothing to do.
struct Never;

/// The type that a literal takes from what is around it, as lines write it.
type Expected = Option<String>;

/// What a name stands for.
#[derive(Clone, Copy)]
enum Named {
    /// A value that stays as it is.
    Value(usize),
    /// A variable.
    Variable(usize),
}

pub(super) struct Lower<'a> {
    lines: Lines,
    /// The paths of the runtime's names.
    private: &'a TokenStream,
    own: Option<&'a Ident>,
    names: Vec<Vec<(String, Named)>>,
    /// Variables that a closure takes from where it stands. A function takes none.
    captured: Option<Vec<Ident>>,
    /// Variables that get their first value later: it tells their type.
    late: Vec<usize>,
    targets: Vec<Target>,
    annotated: Annotated,
    marks: usize,
    calls: usize,
    /// Whether rustc is asked something without a mark.
    asks: bool,
    constants: Vec<TokenStream>,
    callees: Vec<Callee>,
    /// The items of the blocks around, from the outermost on: constants and callees may name them.
    items: Vec<TokenStream>,
    errors: Vec<Error>,
}

/// Lowers the body of a function, which may call itself by a name of its own.
pub(super) fn function(
    signature: &Signature,
    body: &Block,
    own: Option<&Ident>,
    private: &TokenStream,
) -> Result<Lowered, Vec<Error>> {
    let mut lower = Lower::new(own, private);
    signature.parameters.iter().for_each(|parameter| lower.parameter(&parameter.name, parameter.is_mutable));
    for of in signature.types().chain([&signature.result]) {
        if let TypeName::Lacking(name) = type_name(of) {
            lower.wrong(of, messages::no_values_of(&name));
        }
    }
    conditions::find(body.to_token_stream(), &mut lower.errors);
    let mut copy = body.clone();
    match lower.block(&mut copy, &Some("result".to_owned())) {
        Yielded::Value(value) => lower.lines.line(format_args!("return {value}")),
        Yielded::Nothing => lower.error(&body.brace_token.span.close(), messages::no_value()),
        Yielded::Never => lower.lines.line("never"),
    }
    if !lower.errors.is_empty() {
        return Err(lower.errors);
    }
    let mut lowered = lower.finish(&copy);
    lowered.find_types(signature);
    Ok(lowered)
}

/// Lowers the body of a closure with parameters of these names.
pub(super) fn closure<'n>(
    parameters: impl Iterator<Item = (&'n Ident, bool)>,
    body: &Expr,
    private: &TokenStream,
) -> Result<Lowered, Vec<Error>> {
    let mut lower = Lower::new(None, private);
    lower.captured = Some(Vec::new());
    parameters.for_each(|(name, is_mutable)| lower.parameter(name, is_mutable));
    conditions::find(body.to_token_stream(), &mut lower.errors);
    let mut copy = body.clone();
    match lower.expression(&mut copy, &None) {
        Yielded::Value(value) => lower.lines.line(format_args!("return {value}")),
        Yielded::Nothing => lower.error(&body, messages::nothing_here()),
        Yielded::Never => lower.lines.line("never"),
    }
    if lower.errors.is_empty() { Ok(lower.finish(&copy)) } else { Err(lower.errors) }
}

impl<'a> Lower<'a> {
    fn new(own: Option<&'a Ident>, private: &'a TokenStream) -> Self {
        Lower {
            lines: Lines::default(),
            private,
            own,
            names: vec![Vec::new()],
            captured: None,
            late: Vec::new(),
            targets: Vec::new(),
            annotated: Annotated::default(),
            marks: 0,
            calls: 0,
            asks: false,
            constants: Vec::new(),
            callees: Vec::new(),
            items: Vec::new(),
            errors: Vec::new(),
        }
    }

    fn finish(self, copy: &impl ToTokens) -> Lowered {
        let is_told = self.marks + self.calls > 0 || self.asks;
        Lowered {
            lines: self.lines.text().to_owned(),
            copy: is_told.then(|| copy.to_token_stream()),
            marks: self.marks,
            calls: self.calls,
            found: None,
            annotated: self.annotated,
            constants: self.constants,
            captured: self.captured.unwrap_or_default(),
            callees: self.callees,
        }
    }

    /// A mistake; the rest is looked at as well.
    fn error(&mut self, at: &impl Spanned, message: String) {
        self.errors.push(Error::new(at.span(), message));
    }

    /// A mistake in an expression, which goes on as if it had a value.
    fn wrong(&mut self, at: &impl ToTokens, message: String) -> Yielded {
        self.errors.push(Error::new_spanned(at, message));
        Yielded::Value(0)
    }

    fn parameter(&mut self, name: &Ident, is_mutable: bool) {
        let value = self.lines.fresh();
        self.lines.line(format_args!("param {value}"));
        self.declare(name, value, is_mutable);
    }

    /// A variable from outside, as rustc's lint for names has it: not in capitals.
    fn capture(&mut self, name: &Ident) -> Option<Named> {
        let captured = self.captured.as_mut().filter(|_| !choice::is_constant(&name.to_string()))?;
        captured.push(name.clone());
        let value = Named::Value(self.lines.fresh());
        self.names[0].push((name.to_string(), value));
        Some(value)
    }

    /// Gives a value a name; what changes is a variable.
    fn declare(&mut self, name: &Ident, value: usize, is_mutable: bool) {
        let named = if is_mutable { Named::Variable(self.lines.variable(value)) } else { Named::Value(value) };
        self.call_it(name, named);
    }

    fn call_it(&mut self, name: &Ident, named: Named) {
        if let Some(scope) = self.names.last_mut() {
            scope.push((name.to_string(), named));
        }
    }

    /// What this name stands for.
    fn named(&self, name: &Ident) -> Option<Named> {
        let all = self.names.iter().rev().flat_map(|scope| scope.iter().rev());
        all.into_iter().find(|(known, _)| name == known).map(|(_, named)| *named)
    }

    /// Goes into a scope of names.
    fn scoped<R>(&mut self, inside: impl FnOnce(&mut Self) -> R) -> R {
        self.names.push(Vec::new());
        let result = inside(self);
        self.names.pop();
        result
    }

    fn block(&mut self, block: &mut Block, expected: &Expected) -> Yielded {
        // They are known in all of their block.
        let items = block.stmts.iter().filter(|statement| matches!(statement, Stmt::Item(_)));
        let items = items.map(ToTokens::to_token_stream).collect();
        self.items.push(items);
        let yielded = self.scoped(|lower| lower.statements(&mut block.stmts, expected));
        self.items.pop();
        yielded
    }

    fn statements(&mut self, statements: &mut [Stmt], expected: &Expected) -> Yielded {
        let mut yielded = Yielded::Nothing;
        for statement in statements {
            yielded = match statement {
                Stmt::Local(local) => self.binding(local),
                Stmt::Expr(expr, None) => self.expression(expr, expected),
                Stmt::Expr(expr, Some(_)) => match self.expression(expr, &None) {
                    Yielded::Never => Yielded::Never,
                    _ => Yielded::Nothing,
                },
                Stmt::Item(Item::Const(_) | Item::Use(_)) => Yielded::Nothing,
                Stmt::Item(item) => self.wrong(item, messages::item_inside()),
                Stmt::Macro(call) => self.wrong(&call.mac.path, messages::no_macros()),
            };
            if yielded == Yielded::Never {
                break;
            }
        }
        yielded
    }

    fn binding(&mut self, local: &mut Local) -> Yielded {
        let mut value = None;
        if let Some(init) = &mut local.init {
            if let Some((token, _)) = &init.diverge {
                return self.wrong(token, messages::no_let_else());
            }
            value = match self.expression(&mut init.expr, &pattern::annotated(&local.pat)) {
                Yielded::Never => return Yielded::Never,
                Yielded::Nothing if !matches!(local.pat, Pat::Wild(_)) => {
                    return self.wrong(&init.expr, messages::nothing_here());
                }
                value => Some(value),
            };
        }
        self.bind(&local.pat, value);
        Yielded::Nothing
    }

    /// An expression that has a value.
    fn value(&mut self, expr: &mut Expr, expected: &Expected) -> Result<usize, Never> {
        match self.expression(expr, expected) {
            Yielded::Value(value) => Ok(value),
            Yielded::Never => Err(Never),
            Yielded::Nothing => {
                self.wrong(expr, messages::nothing_here());
                Ok(0)
            }
        }
    }

    fn values<'e>(
        &mut self,
        exprs: impl IntoIterator<Item = &'e mut Expr>,
        expected: &Expected,
    ) -> Result<Vec<usize>, Never> {
        exprs.into_iter().map(|expr| self.value(expr, expected)).collect()
    }

    /// The items of the blocks around.
    fn blocks(&self) -> impl DoubleEndedIterator<Item = &TokenStream> {
        self.items.iter().filter(|items| !items.is_empty())
    }

    /// A function that is called here.
    fn callee(&mut self, path: TokenStream) {
        let blocks = self.blocks().cloned().collect();
        self.callees.push(Callee { path, blocks });
    }

    /// A value that the host knows when the kernel is written.
    fn constant(&mut self, tokens: TokenStream) -> usize {
        let constant = self.blocks().rev().fold(tokens, |inner, items| quote!({ #items #inner }));
        self.constants.push(constant);
        self.constants.len() - 1
    }

    /// Wraps an expression of the copy, so that it tells its type.
    fn mark(&mut self, expr: &mut Expr) -> usize {
        let mark = type_mark(self.marks);
        self.wrap(expr, quote!(GpuValue::marked), |inner| quote!(#inner, &#mark));
        self.marks += 1;
        self.marks - 1
    }

    /// Makes an expression of the copy an argument of a function of the runtime.
    ///
    /// The call is where the expression was: rustc says a mistake around it as it says it of the function itself, and
    /// what is said in the same words is said once.
    fn wrap(&self, expr: &mut Expr, function: TokenStream, arguments: impl FnOnce(TokenStream) -> TokenStream) {
        let (private, inner) = (self.private, expr.to_token_stream());
        let mut spans = inner.clone().into_iter().map(|token| token.span());
        let first = spans.next().unwrap_or_else(Span::mixed_site);
        let mut arguments = Group::new(Delimiter::Parenthesis, arguments(inner));
        arguments.set_span(spans.last().unwrap_or(first));
        let function = moved(quote!(#private::#function), first);
        *expr = Expr::Verbatim(quote!(#(#function)* #arguments));
    }
}

/// The same tokens, all at one place. (What `$crate` means is told by its span.)
pub(super) fn moved(tokens: TokenStream, to: Span) -> impl Iterator<Item = TokenTree> {
    tokens.into_iter().map(move |mut token| {
        if token.to_string() != "$crate" {
            token.set_span(to);
        }
        token
    })
}
