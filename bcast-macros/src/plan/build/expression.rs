//! From expressions to steps and their values.

use crate::check::Meaning;
use crate::ops::Level;
use crate::plan::facts::Key;
use crate::syntax::{Expr, ExprKind, If, Leaf, Link, Literal, LiteralKind};
use crate::tokens::Range;

use super::PassBuilder;
use super::keep::Known;
use super::leaf::Place;
use super::literal::Near;
use crate::plan::step::{Block, Local, Node, Token, Value};

impl PassBuilder<'_, '_> {
    /// Lowers an expression; `near` gives literals their type when nothing inside does.
    pub(super) fn value(&mut self, expr: &Expr, near: Near) -> Value {
        let Some(key) = self.facts.shared_key(expr, self.composed().as_deref()) else {
            return self.computed(expr, near);
        };
        if let Some(value) = self.known(expr, key) {
            return value;
        }
        let (cost, leaves) = (self.cost, std::mem::take(&mut self.leaves));
        let value = self.hoisted(expr, key).unwrap_or_else(|| self.computed(expr, near));
        self.name(&value, key);
        let own = std::mem::take(&mut self.leaves);
        self.leaves = leaves;
        for &leaf in &own {
            self.reads(leaf);
        }
        let known = Known { value: value.clone(), cost: self.cost.saturating_sub(cost), leaves: own };
        self.known.insert(key, known);
        value
    }

    /// A value by itself. What is shared has one type, but equal results may be asked for in different ones.
    pub(super) fn result(&mut self, place: usize, expr: &Expr) -> Value {
        let Some(key) = self.facts.shared_key(expr, self.composed().as_deref()) else {
            return self.computed(expr, Near::Nothing);
        };
        self.kept(expr, key).or_else(|| self.hoisted(expr, key)).unwrap_or_else(|| {
            let value = self.computed(expr, Near::Nothing);
            self.name(&value, self.facts.result_key(key, place));
            value
        })
    }

    /// Notes what a step computes.
    fn name(&mut self, value: &Value, key: Key) {
        if let Value::Local(Local::Step(step), _) = value {
            self.keys.get_or(*step, key);
        }
    }

    fn computed(&mut self, expr: &Expr, near: Near) -> Value {
        let range = expr.range;
        match &expr.kind {
            ExprKind::Leaf(leaf) => self.named(leaf, range, near),
            ExprKind::Literal(literal) => self.number(literal, range, near),
            ExprKind::Row(first, links) => self.row(first, links, near),
            ExprKind::Chain(first, links) => self.comparisons(first, links, range),
            ExprKind::Lazy(first, links) => self.lazy(first, links),
            ExprKind::Prefix(prefix, operand) => {
                let operand = self.value(operand, near);
                let node = Node::Apply { item: &prefix.item, arguments: vec![operand], token: Token::None };
                self.step(node, range, prefix.cost)
            }
            ExprKind::Power(base, exponent) => self.power(base, exponent, range, near),
            ExprKind::Call(call) => self.call(call, range, near),
            ExprKind::If(parts) => self.condition(parts, range, near),
            ExprKind::Block(lets, value) => {
                lets.iter().for_each(|definition| self.define(definition));
                self.value(value, near)
            }
            ExprKind::Map(operand, axes) => self.map(operand, axes, near),
            ExprKind::Reduction(reduction) => {
                let place = self.left_if.clone().map_or(Place::Part, Place::BesideNumbers);
                self.reduction(reduction, range, place)
            }
            // The checks do not let it through.
            ExprKind::Missing => Value::Plain(quote::quote!(())),
        }
    }

    fn named(&mut self, leaf: &Leaf, range: Range, near: Near) -> Value {
        match self.facts.scope().meaning(leaf) {
            Meaning::Operand => self.operand(leaf, range, Place::Part),
            Meaning::Target(target) => {
                let version = self.facts.order().version(leaf.id);
                match self.current.get(&(target, version)) {
                    Some(&local) => Value::Local(local, range),
                    None => self.target_read((target, version), leaf, range),
                }
            }
            Meaning::Let(id) => match self.lets.get(&id) {
                Some(Value::Local(local, _)) if self.maps.is_empty() => Value::Local(*local, range),
                Some(value) if self.maps.is_empty() => value.clone(),
                _ => self.value(&self.facts.scope().definition(id).value, near),
            },
        }
    }

    fn number(&mut self, literal: &Literal, range: Range, near: Near) -> Value {
        match (literal.kind, near) {
            (LiteralKind::Integer(number), Near::Local(local)) => Value::Like(number, local, range.first),
            (LiteralKind::Integer(number), Near::Unify) => Value::Unified(number, range.first),
            _ => Value::Plain(literal.tokens.clone()),
        }
    }

    fn power(&mut self, base: &Expr, exponent: &Link, range: Range, near: Near) -> Value {
        let adopts = self.facts.is_literal(base) && !self.facts.is_literal(&exponent.operand);
        let near = match adopts {
            true => Near::Local(self.local(&exponent.operand, Near::Nothing)),
            false => near,
        };
        let base = self.value(base, near);
        // The exponent of a literal base is lowered already.
        match near {
            Near::Local(local) if adopts => {
                let exponent = Value::Local(local, exponent.operand.range);
                self.apply_power(base, exponent, range)
            }
            _ => self.raised(base, &exponent.operand, range),
        }
    }

    /// `base` to the power of an expression.
    pub(super) fn raised(&mut self, base: Value, exponent: &Expr, range: Range) -> Value {
        if let ExprKind::Literal(Literal { kind: LiteralKind::Integer(number), .. }) = exponent.kind
            && number.unsigned_abs() <= u128::from(u32::MAX)
        {
            let cost = number.unsigned_abs().max(2).ilog2() + if number < 0 { 4 } else { 0 };
            return self.step(Node::LiteralPower { base, exponent: number }, range, cost);
        }
        let near = match base {
            Value::Local(local, _) => Near::Local(local),
            _ => Near::Nothing,
        };
        let exponent = self.value(exponent, near);
        self.apply_power(base, exponent, range)
    }

    fn apply_power(&mut self, base: Value, exponent: Value, range: Range) -> Value {
        let Some(power) = crate::ops::infix("^") else {
            return base;
        };
        let node = Node::Apply { item: &power.item, arguments: vec![base, exponent], token: Token::ShortWay };
        self.step(node, range, power.cost)
    }

    fn comparisons(&mut self, first: &Expr, links: &[Link], range: Range) -> Value {
        let operands: Vec<&Expr> = std::iter::once(first).chain(links.iter().map(|link| &link.operand)).collect();
        let values = self.neighbours(&operands, Near::Nothing);
        let pairs = links.iter().zip(values.windows(2));
        let tests: Vec<Value> = pairs
            .map(|(link, pair)| {
                let node = Node::Apply {
                    item: &link.operator.item,
                    arguments: vec![pair[0].clone().blamed(link.range), pair[1].clone()],
                    token: Token::None,
                };
                self.step(node, link.range, link.operator.cost)
            })
            .collect();
        match <[Value; 1]>::try_from(tests) {
            Ok([single]) => single,
            Err(tests) => self.step(Node::All(tests), range, 1),
        }
    }

    fn lazy(&mut self, first: &Expr, links: &[Link]) -> Value {
        let mut left = self.value(first, Near::Nothing);
        for link in links {
            let right = self.block(&link.operand, Near::Nothing);
            let and = link.operator.level == Level::And;
            left = self.step(Node::Lazy { and, left, right }, first.range.to(link.operand.range), link.operator.cost);
        }
        left
    }

    fn condition(&mut self, parts: &If, range: Range, near: Near) -> Value {
        let condition = self.value(&parts.condition, Near::Nothing);
        let (then, otherwise) = match (self.facts.is_literal(&parts.then), self.facts.is_literal(&parts.otherwise)) {
            (true, false) => {
                let otherwise = self.block(&parts.otherwise, Near::Unify);
                (self.block(&parts.then, unified(&parts.then, &otherwise)), otherwise)
            }
            (false, true) => {
                let then = self.block(&parts.then, Near::Unify);
                let near = unified(&parts.otherwise, &then);
                (then, self.block(&parts.otherwise, near))
            }
            (both, _) => {
                let near = if both { near } else { Near::Unify };
                (self.block(&parts.then, near), self.block(&parts.otherwise, near))
            }
        };
        self.step(Node::If { condition, then, otherwise }, range, 1)
    }

    pub(super) fn block(&mut self, expr: &Expr, near: Near) -> Block {
        let outer = std::mem::take(&mut self.steps);
        let (known, lets) = (self.known.clone(), self.lets.clone());
        self.depth += 1;
        let value = self.value(expr, near);
        self.depth -= 1;
        self.known = known;
        self.lets = lets;
        Block { steps: std::mem::replace(&mut self.steps, outer), value }
    }
}

/// Where the numbers of one branch take their type from.
fn unified(numbers: &Expr, other: &Block) -> Near {
    match (&numbers.kind, &other.value) {
        // Rustc unifies a single number with the other branch. Several beside each other give it no hold.
        (ExprKind::Literal(_), _) => Near::Unify,
        (_, Value::Local(local @ (Local::Leaf(_) | Local::Old(_)), _)) => Near::Local(*local),
        _ => Near::Unify,
    }
}
