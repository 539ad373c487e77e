//! Calls per element: built-in functions, conversions, functions of the user.

use proc_macro2::{Ident, TokenStream};

use crate::ops::{self, Arity, Function as Builtin};
use crate::syntax::{self, Call, Callee, Expr, ExprKind, Leaf, Literal, LiteralKind};
use crate::tokens::Range;

use super::PassBuilder;
use super::literal::Near;
use crate::plan::step::{Block, Function, Joining, Node, Token, Value};
use crate::plan::{LeafUse, Source, View};

impl PassBuilder<'_, '_> {
    pub(super) fn call(&mut self, call: &Call, range: Range, near: Near) -> Value {
        match &call.callee {
            Callee::Builtin(function) => self.builtin(function, call, range, near),
            Callee::Convert(kind) => match half(kind, &call.arguments[0]) {
                Some(literal) => Value::Plain(literal),
                None => {
                    let value = self.value(&call.arguments[0], Near::Nothing);
                    self.step(Node::Convert { kind: kind.clone(), value }, range, 1)
                }
            },
            Callee::Path(path) => self.user(Function::Path(path.clone()), call, range),
            Callee::Slope(path) => self.user(Function::Slope(path.clone()), call, range),
            Callee::Closure(closure) => self.user(Function::Closure(closure.clone()), call, range),
            Callee::Value(leaf) => self.user(Function::Slot(self.facts.slot_of(leaf)), call, range),
            Callee::Lifting(joining) => {
                let joining = match joining {
                    syntax::Joining::Path(tokens) | syntax::Joining::Closure(tokens) => {
                        Joining::Written(tokens.clone())
                    }
                    syntax::Joining::Value(leaf) => Joining::Slot(self.facts.slot_of(leaf)),
                };
                self.user(Function::Lifting(joining), call, range)
            }
            Callee::Field(field) => {
                let tuple = self.value(&call.arguments[0], Near::Nothing);
                self.step(Node::Field { tuple, field: *field }, range, 0)
            }
            Callee::LookUp(table, at) => self.look_up(table, *at, call, range),
            Callee::Method(name, generics) => self.user(Function::Method(name.clone(), generics.clone()), call, range),
            Callee::Unknown(name) => self.user(Function::Path(quote::quote!(#name)), call, range),
        }
    }

    /// Arguments of a user's function are lowered alone: a number among them is plain Rust.
    fn user(&mut self, function: Function, call: &Call, range: Range) -> Value {
        self.call.calls = true;
        let arguments = call.arguments.iter().map(|argument| self.value(argument, Near::Nothing)).collect();
        self.step(Node::Call { function, arguments }, range, ops::USER_COST)
    }

    fn look_up(&mut self, table: &Leaf, at: Range, call: &Call, range: Range) -> Value {
        let source = Source::Slot(self.facts.slot_of(table));
        let view = View::Table(call.arguments.len());
        let table = self.read(LeafUse { source, view, text: table.text.clone(), range: at, axes: None });
        let indices = call.arguments.iter().map(|index| self.value(index, Near::Nothing)).collect();
        self.step(Node::LookUp { table, indices }, range, ops::LOOK_UP_COST)
    }

    fn builtin(&mut self, function: &'static Builtin, call: &Call, range: Range, near: Near) -> Value {
        match (function.name, call.arguments.as_slice()) {
            ("select", [condition, then, otherwise]) => self.select(condition, [then, otherwise], range, near),
            // What comes out of it is of another type than what it begins with.
            ("fold", [init, folded]) => {
                let near = if matches!(init.kind, ExprKind::Literal(_)) { Near::Unify } else { Near::Nothing };
                let values = [self.value(init, near), self.value(folded, Near::Nothing)];
                self.apply_function(function, values.into(), range)
            }
            // What it lies beside is not computed, but read: it says the shape.
            ("beside", [value, frame, onto @ ..]) => {
                let value = self.value(value, near);
                self.touch(frame, onto.first());
                value
            }
            ("exact", [value, Expr { kind: ExprKind::Reduction(left), range }]) => {
                let value = self.value(value, near);
                self.exact(left, *range);
                value
            }
            ("powi", [base, exponent]) => {
                let base = self.value(base, near);
                let exponent = self.value(exponent, Near::Nothing);
                self.apply_function(function, vec![base, exponent], range)
            }
            (_, arguments) => {
                let operands: Vec<&Expr> = arguments.iter().collect();
                let values = match operands.as_slice() {
                    [single] if function.keeps_type => vec![self.value(single, near)],
                    [single] => vec![self.value(single, Near::Nothing)],
                    _ => self.neighbours(&operands, near),
                };
                self.folded(function, values, range)
            }
        }
    }

    fn folded(&mut self, function: &'static Builtin, values: Vec<Value>, range: Range) -> Value {
        if function.arity != Arity::TwoOrMore {
            return self.apply_function(function, values, range);
        }
        let mut values = values.into_iter();
        let first = values.next().unwrap_or_else(|| Value::Plain(quote::quote!(())));
        values.fold(first, |left, right| self.apply_function(function, vec![left, right], range))
    }

    fn apply_function(&mut self, function: &'static Builtin, arguments: Vec<Value>, range: Range) -> Value {
        let token = match function.takes_token {
            true if function.is_elementary() => Token::ShortWay,
            true => Token::Level,
            false => Token::None,
        };
        let node = Node::Apply { item: &function.item, arguments, token };
        self.step(node, range, function.cost)
    }

    fn select(&mut self, condition: &Expr, choices: [&Expr; 2], range: Range, near: Near) -> Value {
        let condition = self.value(condition, Near::Nothing);
        let near = match choices.iter().all(|choice| self.facts.is_literal(choice)) {
            true => near,
            false => Near::Nothing,
        };
        let mut values = self.neighbours(&choices, near).into_iter();
        let mut block = || {
            let value = values.next().unwrap_or_else(|| Value::Plain(quote::quote!(())));
            Block { steps: Vec::new(), value }
        };
        let (then, otherwise) = (block(), block());
        self.step(Node::If { condition, then, otherwise }, range, 1)
    }
}

/// `f16.(2.5)` as a literal: so that no `f64` is computed with, which few GPUs have.
fn half(kind: &Ident, argument: &Expr) -> Option<TokenStream> {
    match &argument.kind {
        ExprKind::Literal(Literal { kind: LiteralKind::Integer(_) | LiteralKind::Float, tokens }) if kind == "f16" => {
            format!("{tokens}f16").parse().ok()
        }
        _ => None,
    }
}
