//! Which type a number without suffix takes: that of the value beside it.
//!
//! In a part that is made of numbers alone, each number adopts a type by itself, so the value beside it is computed
//! first.

use crate::ops::Level;
use crate::syntax::{Expr, ExprKind, Link, Literal, LiteralKind, Sign};
use crate::tokens::Range;

use super::PassBuilder;
use crate::plan::step::{Local, Node, Token, Value};

/// Where numbers take their type from.
#[derive(Clone, Copy)]
pub(super) enum Near {
    /// Rust's defaults.
    Nothing,
    /// This value.
    Local(Local),
    /// The other branch of an `if`, which rustc unifies.
    Unify,
}

impl PassBuilder<'_, '_> {
    /// Lowers an expression to something with a name.
    pub(super) fn local(&mut self, expr: &Expr, near: Near) -> Local {
        match self.value(expr, near) {
            Value::Local(local, _) => local,
            Value::Plain(tokens) => self.push(Node::Literal(tokens), expr.range, 0),
            Value::Like(_, local, _) => local,
            Value::Unified(number, _) => {
                let number = proc_macro2::Literal::i128_unsuffixed(number);
                self.push(Node::Literal(quote::quote!(#number)), expr.range, 0)
            }
        }
    }

    /// Lowers values that take their type from each other.
    pub(super) fn neighbours(&mut self, operands: &[&Expr], near: Near) -> Vec<Value> {
        let typed = operands.iter().position(|operand| !self.facts.is_literal(operand));
        let Some(typed) = typed else {
            let near = self.near_float(operands, near);
            return operands.iter().map(|operand| self.value(operand, near)).collect();
        };
        let local = self.local(operands[typed], Near::Nothing);
        let lower = |(index, operand): (usize, &&Expr)| match index == typed {
            true => Value::Local(local, operand.range),
            false => self.value(operand, Near::Local(local)),
        };
        operands.iter().enumerate().map(lower).collect()
    }

    /// Among numbers alone, an integer beside a float is a float.
    fn near_float(&mut self, operands: &[&Expr], near: Near) -> Near {
        let Near::Nothing = near else {
            return near;
        };
        let float = operands.iter().find(|o| matches!(&o.kind, ExprKind::Literal(l) if l.kind == LiteralKind::Float));
        match float {
            Some(float) if operands.len() > 1 => Near::Local(self.local(float, Near::Nothing)),
            _ => near,
        }
    }

    /// Operators of one precedence from the left.
    pub(super) fn row(&mut self, first: &Expr, links: &[Link], near: Near) -> Value {
        if links.iter().any(|link| link.operator.level == Level::Shift) {
            let left = self.value(first, near);
            return self.links(left, first.range, links);
        }
        // Leading numbers take their type from the first value that has one.
        let numbers = match self.facts.is_literal(first) {
            true => 1 + links.iter().take_while(|link| self.facts.is_literal_link(link)).count(),
            false => 0,
        };
        let (leading, rest) = links.split_at(numbers.min(links.len()));
        let operands: Vec<&Expr> = std::iter::once(first).chain(leading.iter().map(|link| &link.operand)).collect();
        let values = self.neighbours(&operands, near);
        let mut values = values.into_iter();
        let Some(mut left) = values.next() else {
            return self.value(first, near);
        };
        let mut closed = self.facts.is_literal(first);
        for (link, right) in leading.iter().zip(values) {
            let range = first.range.to(link.operand.range);
            closed &= self.facts.is_literal_link(link);
            left = match closed {
                true => self.closed(left, link.sign(), right, range),
                false => self.apply(left, link.sign(), right, range),
            };
        }
        self.links(left, first.range, rest)
    }

    fn links(&mut self, mut left: Value, start: Range, links: &[Link]) -> Value {
        for link in links {
            left = self.linked(left, link.sign(), &link.operand, start.to(link.operand.range));
        }
        left
    }

    /// One operator after a value that is known.
    pub(super) fn linked(&mut self, left: Value, operator: Sign, right: &Expr, range: Range) -> Value {
        let near = match left {
            Value::Local(local, _) if operator.infix.level != Level::Shift => Near::Local(local),
            _ => Near::Nothing,
        };
        let right = match right.kind {
            // Rust's own default, said at once: the result's type is known before the rest is.
            ExprKind::Literal(Literal { kind: LiteralKind::Integer(amount), .. })
                if operator.infix.level == Level::Shift =>
            {
                let amount = i32::try_from(amount)
                    .map_or_else(|_| proc_macro2::Literal::i128_unsuffixed(amount), proc_macro2::Literal::i32_suffixed);
                Value::Plain(quote::quote!(#amount))
            }
            _ => self.value(right, near),
        };
        self.apply(left, operator, right, range)
    }

    fn closed(&mut self, left: Value, operator: Sign, right: Value, range: Range) -> Value {
        let node = Node::Closed { item: &operator.infix.item, arguments: vec![left, right] };
        self.step(node, range, operator.infix.cost)
    }

    fn apply(&mut self, left: Value, operator: Sign, right: Value, range: Range) -> Value {
        let arguments = vec![left.blamed(operator.range), right];
        let node = Node::Apply { item: &operator.infix.item, arguments, token: Token::None };
        self.step(node, range, operator.infix.cost)
    }
}
