//! Places of an operand at which the same arrives, with axes exchanged.
//!
//! ```text
//! sum((x @ (0) .- x @ (1)).^2)    at x @ (0): 2 .* (x @ (0) .- x @ (1)), at x @ (1) the negative of that
//! ```
//! With axes 0 and 1 exchanged both are one expression, and so are their sums over the other axis: what two points do
//! to each other is summed once, and doubled. Factors and summands that change places keep their bits.

use super::known::{Known, fingerprint};
use super::within::row;
use crate::sorted::Map;
use crate::syntax::{Axes, Call, Callee, Expr, ExprKind, Frame, Leaf, Link, LiteralKind, Reduction};
use std::cell::RefCell;

/// Axes of a frame that are exchanged.
pub(super) struct Exchanged<'a, 'k> {
    known: &'a Known<'k>,
    /// The names of its axes, if they have some.
    frame: &'a Frame,
    pairs: Vec<[usize; 2]>,
    /// What is known of the values that two names stand for.
    names: RefCell<Map<[usize; 2], Likeness>>,
}

/// Whether an expression with exchanged axes is another one, or its negative; 0 is both.
#[derive(Clone, Copy)]
struct Likeness {
    same: bool,
    opposite: bool,
}

const UNLIKE: Likeness = Likeness { same: false, opposite: false };
const SAME: Likeness = Likeness { same: true, opposite: false };

impl Likeness {
    fn is_any(self) -> bool {
        self.same || self.opposite
    }

    fn negated(self) -> Self {
        Likeness { same: self.opposite, opposite: self.same }
    }

    fn or(self, other: impl FnOnce() -> Self) -> Self {
        if self.is_any() { self } else { other() }
    }

    /// Of a sum.
    fn and(self, other: Self) -> Self {
        Likeness { same: self.same && other.same, opposite: self.opposite && other.opposite }
    }

    /// Of a product.
    fn times(self, other: Self) -> Self {
        let opposite = self.same && other.opposite || self.opposite && other.same;
        Likeness { same: self.same && other.same || self.opposite && other.opposite, opposite }
    }

    /// Of what does not depend on the sign as a sum does.
    fn only_same(self) -> Self {
        if self.same { SAME } else { UNLIKE }
    }
}

impl<'a, 'k> Exchanged<'a, 'k> {
    /// The axes of a frame that two maps exchange, if exchanging them leads from one to the other and back.
    pub(super) fn between(known: &'a Known<'k>, frame: &'a Frame, one: &Axes, other: &Axes) -> Option<Self> {
        let moved = one.entries.iter().zip(&other.entries).filter(|(from, to)| from != to);
        let mut pairs: Vec<[usize; 2]> = moved.map(|(&from, &to)| [from.min(to), from.max(to)]).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let exchanged = Exchanged { known, frame, pairs, names: RefCell::new(Map::new()) };
        let once = |axis: usize| exchanged.pairs.iter().flatten().filter(|&&other| other == axis).count() <= 1;
        let is_exchange = exchanged.pairs.iter().flatten().all(|&axis| once(axis));
        let is_known = one.given.is_none() && other.given.is_none();
        (is_known && is_exchange && exchanged.leads(one, other)).then_some(exchanged)
    }

    /// Whether some expressions are others with these axes exchanged, in any order.
    pub(super) fn are(&self, some: &[Expr], others: &[Expr]) -> bool {
        let mut left: Vec<&Expr> = others.iter().collect();
        let finds = |one: &Expr| {
            let at = left.iter().position(|other| self.likeness(one, other).same);
            at.map(|at| left.swap_remove(at)).is_some()
        };
        some.len() == others.len() && some.iter().all(finds)
    }

    /// Whether the shape of a frame does not change with them.
    pub(super) fn keeps(&self, root: &Expr) -> bool {
        self.likeness(root, root).is_any()
    }

    fn leads(&self, one: &Axes, other: &Axes) -> bool {
        let to = |axis: usize| {
            let pair = self.pairs.iter().find(|pair| pair.contains(&axis));
            pair.map_or(axis, |&[first, second]| if axis == first { second } else { first })
        };
        one.entries.len() == other.entries.len()
            && one.entries.iter().zip(&other.entries).all(|(&from, &other)| to(from) == other)
    }

    fn likeness(&self, one: &Expr, other: &Expr) -> Likeness {
        match (&one.kind, &other.kind) {
            (ExprKind::Leaf(one), ExprKind::Leaf(other)) => self.names(one, other),
            (ExprKind::Leaf(name), _) => self.known.value_of(name).map_or(UNLIKE, |value| self.likeness(&value, other)),
            (_, ExprKind::Leaf(name)) => self.known.value_of(name).map_or(UNLIKE, |value| self.likeness(one, &value)),
            (ExprKind::Block(_, value), _) => self.likeness(value, other),
            (_, ExprKind::Block(_, value)) => self.likeness(one, value),
            (ExprKind::Prefix(prefix, value), _) if prefix.sign == "-" => self.likeness(value, other).negated(),
            (_, ExprKind::Prefix(prefix, value)) if prefix.sign == "-" => self.likeness(one, value).negated(),
            (ExprKind::Literal(_), ExprKind::Literal(literal)) if self.are_one(one, other) => {
                Likeness { same: true, opposite: matches!(literal.kind, LiteralKind::Integer(0)) }
            }
            (ExprKind::Map(one, axes), ExprKind::Map(other, others)) => {
                let is_known = axes.given.is_none() && others.given.is_none();
                if is_known && self.leads(axes, others) && self.are_one(one, other) { SAME } else { UNLIKE }
            }
            (ExprKind::Row(first, links), ExprKind::Row(other, others)) => self.rows((first, links), (other, others)),
            (ExprKind::Power(base, exponent), ExprKind::Power(other, others)) => {
                self.powers((base, &exponent.operand), (other, &others.operand))
            }
            (ExprKind::Reduction(one_of), ExprKind::Reduction(_)) => self.reductions((one, one_of), other),
            (ExprKind::If(parts), ExprKind::If(others)) if self.likeness(&parts.condition, &others.condition).same => {
                self.likeness(&parts.then, &others.then).and(self.likeness(&parts.otherwise, &others.otherwise))
            }
            (ExprKind::Call(call), ExprKind::Call(_)) if only_shapes(call) => self.by_the_first(one, other),
            (ExprKind::Call(_) | ExprKind::Chain(..) | ExprKind::Lazy(..) | ExprKind::Prefix(..), _) => {
                self.by_all(one, other)
            }
            _ => UNLIKE,
        }
    }

    /// What does not lie along axes of the frame is the same expression.
    fn are_one(&self, one: &Expr, other: &Expr) -> bool {
        fingerprint(one, self.known.scope) == fingerprint(other, self.known.scope)
    }

    fn names(&self, one: &Leaf, other: &Leaf) -> Likeness {
        // An operand without a map lies along all axes, or it is a number: that is not known here.
        let (Some((id, value)), Some((by, other))) = (self.known.let_of(one), self.known.let_of(other)) else {
            return UNLIKE;
        };
        if let Some(&likeness) = self.names.borrow().get(&[id, by]) {
            return likeness;
        }
        let likeness = self.likeness(&value, &other);
        self.names.borrow_mut().insert([id, by], likeness);
        likeness
    }

    /// Rows of operators, from the left: the last one, and what is before it.
    fn rows(&self, (one, links): (&Expr, &[Link]), (other, others): (&Expr, &[Link])) -> Likeness {
        let (Some((last, before)), Some((by, before_by))) = (links.split_last(), others.split_last()) else {
            return self.likeness(one, other);
        };
        let rest = |first: &Expr, links: &[Link]| row(first.clone(), links.to_vec());
        let (a, b, c, d) = (rest(one, before), &last.operand, rest(other, before_by), &by.operand);
        let straight = || [self.likeness(&a, &c), self.likeness(b, d)];
        let crossed = || [self.likeness(&a, d), self.likeness(b, &c)];
        let sum = |[left, right]: [Likeness; 2]| left.and(right);
        let product = |[left, right]: [Likeness; 2]| left.times(right);
        match (last.operator.sign, by.operator.sign) {
            ("+", "+") => sum(straight()).or(|| sum(crossed())),
            ("-", "-") => sum(straight()).or(|| sum(crossed()).negated()),
            ("*", "*") => product(straight()).or(|| product(crossed())),
            ("/", "/") => product(straight()),
            (sign, same) if sign == same => sum(straight()).only_same(),
            _ => UNLIKE,
        }
    }

    fn powers(&self, (base, exponent): (&Expr, &Expr), (other, by): (&Expr, &Expr)) -> Likeness {
        let (bases, exponents) = (self.likeness(base, other), self.likeness(exponent, by));
        match &exponent.kind {
            _ if !exponents.same => UNLIKE,
            ExprKind::Literal(literal) => match literal.kind {
                LiteralKind::Integer(even) if even % 2 == 0 && bases.is_any() => SAME,
                LiteralKind::Integer(_) => bases,
                _ => bases.only_same(),
            },
            _ => bases.only_same(),
        }
    }

    /// Reductions over none of these axes, or over all.
    fn reductions(&self, (one, reduction): (&Expr, &Reduction), other: &Expr) -> Likeness {
        let Some(axes) = &reduction.axes else {
            return if !reduction.keep && self.are_one(one, other) { SAME } else { UNLIKE };
        };
        // Axes before a reduced one have the same numbers in what is reduced, and in what is left.
        let last = self.pairs.iter().flatten().max().copied().unwrap_or(0);
        let has_names = !reduction.frame.is_empty() && reduction.frame.get(..=last) != self.frame.get(..=last);
        if has_names || axes.given.is_some() || axes.entries.iter().any(|&axis| axis <= last) {
            return UNLIKE;
        }
        match reduction.reducer.name {
            "sum" | "mean" | "cumsum" | "gradient" => self.by_the_first(one, other),
            _ => self.by_all(one, other),
        }
    }

    /// What is linear in its first part, and reads none but the shapes of others.
    fn by_the_first(&self, one: &Expr, other: &Expr) -> Likeness {
        let parts = self.parts(one, other);
        let is_like = parts.iter().all(|part| part.is_any());
        parts.first().copied().filter(|_| is_like).unwrap_or(UNLIKE)
    }

    fn by_all(&self, one: &Expr, other: &Expr) -> Likeness {
        let parts = self.parts(one, other);
        if !parts.is_empty() && parts.iter().all(|part| part.same) { SAME } else { UNLIKE }
    }

    /// The parts of expressions that do the same with them.
    fn parts(&self, one: &Expr, other: &Expr) -> Vec<Likeness> {
        let (parts, others) = (one.parts(), other.parts());
        let scope = self.known.scope;
        if parts.len() != others.len() || one.operation(scope) != other.operation(scope) {
            return Vec::new();
        }
        parts.into_iter().zip(others).map(|(one, other)| self.likeness(one, other)).collect()
    }
}

/// Whether a function gives its first argument, of whose others it takes shapes or types.
fn only_shapes(call: &Call) -> bool {
    matches!(&call.callee, Callee::Builtin(function) if matches!(function.name, "beside" | "like" | "exact" | "back"))
}
