//! The state while a case is made.

use super::counts::Counts;
use super::types::{Known, Number, Size, Struct, Type};
use crate::generate::Random;

/// An expression, and what is known of its value.
#[derive(Clone)]
pub(crate) struct Expr {
    pub(crate) text: String,
    pub(crate) known: Known,
    /// Whether it says its type; else it has that of what is around it.
    pub(crate) typed: bool,
}

impl Expr {
    pub(crate) fn new(text: impl Into<String>, known: Known, typed: bool) -> Expr {
        Expr { text: text.into(), known, typed }
    }

    /// What is no number, or one that may have any size.
    pub(crate) fn any(text: impl Into<String>, typed: bool) -> Expr {
        Expr::new(text, Known::ANY, typed)
    }
}

#[derive(Clone)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) is_mutable: bool,
    /// Whether rustc knows its type from its first value.
    pub(crate) typed: bool,
    /// It is less than this one.
    pub(crate) below: Option<usize>,
}

/// What a jump can go to.
#[derive(Clone)]
pub(crate) struct Target {
    pub(crate) label: String,
    pub(crate) kind: Kind,
    /// What it yields.
    pub(crate) value: Option<Type>,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    Loop,
    Block,
    /// The condition of a loop, where jumps need labels.
    Condition,
}

/// A function of the case that others can call.
#[derive(Clone)]
pub(crate) struct Function {
    pub(crate) name: String,
    /// The struct that it is a method of; it may take no `self`.
    pub(crate) method: Option<usize>,
    pub(crate) takes_self: bool,
    pub(crate) parameters: Vec<Type>,
    pub(crate) result: Type,
    pub(crate) is_generic: bool,
    /// About how many steps a call takes.
    pub(crate) cost: usize,
}

pub(crate) struct Maker<'a> {
    pub(crate) random: &'a mut Random,
    pub(crate) counts: &'a mut Counts,
    pub(crate) structs: Vec<Struct>,
    pub(crate) functions: Vec<Function>,
    pub(crate) scopes: Vec<Vec<Variable>>,
    pub(crate) targets: Vec<Target>,
    pub(crate) result: Type,
    /// Variables that must not change where this is.
    pub(crate) locked: Vec<String>,
    /// How many more steps there may be.
    pub(crate) budget: usize,
    /// How often a step is taken, and all of them.
    pub(crate) often: usize,
    pub(crate) cost: usize,
    /// For new names.
    pub(crate) next: usize,
    pub(crate) is_generic: bool,
}

/// Names that shadow each other, and those that copies and kernels have of their own.
const NAMES: [&str; 12] = ["a", "b", "c", "x", "y", "n", "k", "type0", "call0", "p", "v1", "this"];
/// Steps of a call.
const MOST: usize = 2000;

impl Maker<'_> {
    pub(crate) fn count(&mut self, name: &'static str) {
        self.counts.add(name);
    }

    /// Whether something more can be drawn here.
    pub(crate) fn spend(&mut self, steps: usize) -> bool {
        let has = self.budget >= steps && self.cost < MOST;
        self.budget = self.budget.saturating_sub(steps);
        self.cost += self.often * steps;
        has
    }

    pub(crate) fn affords(&self, cost: usize) -> bool {
        self.cost + self.often * cost < MOST
    }

    pub(crate) fn fresh(&mut self, prefix: &str) -> String {
        self.next += 1;
        format!("{prefix}{}", self.next)
    }

    pub(crate) fn name(&mut self) -> String {
        self.random.pick(&NAMES).to_owned()
    }

    pub(crate) fn declare(&mut self, name: &str, ty: &Type, is_mutable: bool, typed: bool) {
        let variable = Variable { name: name.to_owned(), ty: ty.clone(), is_mutable, typed, below: None };
        self.scopes.last_mut().expect("a function has one").push(variable);
    }

    /// Variables that are not shadowed.
    pub(crate) fn visible(&self) -> Vec<Variable> {
        let mut seen: Vec<Variable> = Vec::new();
        for variable in self.scopes.iter().rev().flat_map(|scope| scope.iter().rev()) {
            if seen.iter().all(|known| known.name != variable.name) {
                seen.push(variable.clone());
            }
        }
        seen
    }

    pub(crate) fn scoped<R>(&mut self, inside: impl FnOnce(&mut Self) -> R) -> R {
        self.scopes.push(Vec::new());
        let made = inside(self);
        self.scopes.pop();
        made
    }

    /// With variables that must not change.
    pub(crate) fn without_changes<R>(&mut self, of: &[String], inside: impl FnOnce(&mut Self) -> R) -> R {
        let locked = self.locked.len();
        self.locked.extend_from_slice(of);
        let made = inside(self);
        self.locked.truncate(locked);
        made
    }

    /// Mostly one that some variable has.
    pub(crate) fn some_number(&mut self) -> Number {
        let places = self.places(false, |ty| matches!(ty, Type::Number(..)));
        if !places.is_empty()
            && self.random.chance(75)
            && let Type::Number(number, _) = places[self.random.below(places.len())].ty
        {
            return number;
        }
        self.random.pick(&Number::ALL)
    }

    /// The same without a parameter.
    pub(crate) fn some_known_number(&mut self) -> Number {
        let number = self.some_number();
        if number == Number::Param { self.random.pick(&Number::ALL) } else { number }
    }

    pub(crate) fn some_scalar(&mut self) -> Type {
        if self.random.chance(15) {
            return Type::Bool;
        }
        let size = if self.random.chance(60) { Size::Small } else { Size::Any };
        Type::Number(self.some_number(), size)
    }

    pub(crate) fn some_type(&mut self) -> Type {
        match self.random.weighted(&[70, 10, 12, 8]) {
            0 => self.some_scalar(),
            1 => {
                let parts = self.random.between(2, 3);
                let part = |maker: &mut Self| match maker.random.chance(80) {
                    true => maker.some_scalar(),
                    false => maker.some_type(),
                };
                Type::Tuple((0..parts).map(|_| part(self)).collect())
            }
            2 => {
                let element = if self.random.chance(75) { self.some_scalar() } else { self.some_type() };
                Type::Array(Box::new(element), self.random.between(2, 4) as usize)
            }
            _ if self.structs.is_empty() => self.some_scalar(),
            _ => Type::Struct(self.random.below(self.structs.len())),
        }
    }

    /// A type as Rust writes it.
    pub(crate) fn rust(&self, ty: &Type) -> String {
        match ty {
            Type::Bool => "bool".to_owned(),
            Type::Number(number, _) => number.name().to_owned(),
            Type::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.rust(part)).collect();
                format!("({})", parts.join(", "))
            }
            Type::Array(element, len) => format!("[{}; {len}]", self.rust(element)),
            Type::Struct(at) => match self.structs[*at].of {
                Some(of) => format!("{}<{}>", self.structs[*at].name, of.name()),
                None => self.structs[*at].name.to_owned(),
            },
        }
    }
}
