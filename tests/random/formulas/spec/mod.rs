//! The specification: what a program means, by index arithmetic over its own tree.
//!
//! A formula up to its reductions and maps is one *join*: its parts are arrays whose elements are known, the rule of
//! ranks (`join`) says along which axes each lies, and then every step is computed for all elements. What is reduced or
//! mapped is a formula of its own. A `let` is its formula wherever its name stands; a target that it reads is that of
//! its own place. Nothing is shared, kept, or computed once.

pub(crate) mod array;
pub(crate) mod join;
mod noise;
mod reduce;

pub(crate) use array::Array;
pub(crate) use join::Wrong;
pub(crate) use noise::Noise;

use super::ops::Op;
use super::tree::{Expr, Program, Reduction, Statement};
use join::{Item, Place, join};

/// What a program gives: targets as they are afterwards, and values.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outcome {
    pub(crate) targets: Vec<Array>,
    pub(crate) values: Vec<Array>,
}

/// A formula whose parts are items.
enum Step {
    Item(usize),
    Literal(f64),
    Call(&'static Op, Vec<Step>),
    /// In an operand.
    LookUp(usize, Vec<Step>),
}

/// Evaluates one program.
pub(crate) struct Spec<'a> {
    program: &'a Program,
    operands: &'a [Array],
    /// Each with all that it has held.
    targets: Vec<Vec<Array>>,
    noise: Noise,
    /// Elements that may still be computed: a program that needs more is not drawn.
    budget: usize,
    /// Something was no number, or too large: what becomes of it is for other tests.
    invalid: bool,
}

/// More elements than this are refused as unclear.
const BUDGET: usize = 3_000_000;

/// What a program gives for these operands and targets.
pub(crate) fn outcome(
    program: &Program,
    operands: &[Array],
    targets: &[Array],
    shape: Option<&[usize]>,
    noise: Noise,
) -> Result<Outcome, Wrong> {
    let targets = targets.iter().map(|target| vec![target.clone()]).collect();
    let mut spec = Spec { program, operands, targets, noise, budget: BUDGET, invalid: false };
    for statement in &program.statements {
        spec.statement(statement)?;
    }
    let values: Result<Vec<Array>, Wrong> = program.values.iter().map(|value| spec.value(value, shape)).collect();
    let last = |held: &Vec<Array>| held.last().cloned().expect("what it held before");
    Ok(Outcome { targets: spec.targets.iter().map(last).collect(), values: values? })
}

impl Spec<'_> {
    fn statement(&mut self, statement: &Statement) -> Result<(), Wrong> {
        match statement {
            // It must mean something by itself, too: its parts are looked at where it stands.
            Statement::Let(_) => Ok(()),
            Statement::Assign(target, sign, expr) => {
                let old = self.targets[*target].last().cloned().expect("what it held before");
                let mut new = self.value(expr, Some(&old.sizes))?;
                if let Some(sign) = sign {
                    let pairs = old.elements.iter().zip(&new.elements);
                    let elements = pairs.map(|(old, new)| (sign.value)(&[*old, *new])).collect();
                    new = Array { elements, ..new };
                }
                self.targets[*target].push(new);
                Ok(())
            }
        }
    }

    /// A formula by itself, or joined with a target or the sizes of `#[shape(..)]`.
    fn value(&mut self, expr: &Expr, exact: Option<&[usize]>) -> Result<Array, Wrong> {
        let mut items = Vec::new();
        let step = self.step(expr, &mut items)?;
        let joined = join(&items, exact)?;
        self.spend(joined.sizes.iter().product::<usize>() * expr.size())?;
        let stretched: Vec<Vec<f64>> =
            items.iter().zip(&joined.axes).map(|(item, axes)| item.array.stretched(&joined.sizes, axes)).collect();
        let elements = self.computed(&step, &stretched, joined.sizes.iter().product());
        if self.invalid {
            return Err(Wrong::Unclear);
        }
        Ok(Array { sizes: joined.sizes, elements })
    }

    fn has_map(&self, part: &Expr) -> bool {
        let mut found = false;
        part.each(&mut |part| {
            found |= match part {
                Expr::Map(..) => true,
                Expr::Let(index) => self.has_map(&self.program.lets[*index]),
                _ => false,
            }
        });
        found
    }

    fn spend(&mut self, elements: usize) -> Result<(), Wrong> {
        self.budget = self.budget.checked_sub(elements).ok_or(Wrong::Unclear)?;
        Ok(())
    }

    /// Finds the items of a join.
    fn step(&mut self, expr: &Expr, items: &mut Vec<Item>) -> Result<Step, Wrong> {
        let (array, place) = match expr {
            Expr::Written(_) => return Err(Wrong::Unclear),
            Expr::Literal(value) => return Ok(Step::Literal(*value)),
            Expr::Let(index) => return self.step(&self.program.lets[*index], items),
            Expr::Call(op, arguments) => {
                let steps: Result<_, _> = arguments.iter().map(|argument| self.step(argument, items)).collect();
                return Ok(Step::Call(op, steps?));
            }
            Expr::LookUp(table, indices) => {
                let steps: Result<_, _> = indices.iter().map(|index| self.step(index, items)).collect();
                return Ok(Step::LookUp(*table, steps?));
            }
            Expr::Operand(index) => (self.operands[*index].clone(), Place::Full),
            Expr::Slice(index, entries) => (self.operands[*index].sliced(entries), Place::Full),
            Expr::Target(index, assigned) => (self.targets[*index][*assigned].clone(), Place::Full),
            // An axis that a map inside skips may be there outside: such parts alone do not say.
            Expr::Map(part, axes) => match self.value(part, None) {
                Err(Wrong::Refused) if self.has_map(part) => return Err(Wrong::Unclear),
                array => (array?, Place::Map(axes.clone())),
            },
            Expr::Reduce(reduction, part) => self.reduced(reduction, part)?,
        };
        if let Place::Map(axes) = &place
            && axes.len() != array.rank()
        {
            return Err(Wrong::Refused);
        }
        items.push(Item { array, place });
        Ok(Step::Item(items.len() - 1))
    }

    /// A reduction, and how it joins.
    fn reduced(&mut self, reduction: &Reduction, part: &Expr) -> Result<(Array, Place), Wrong> {
        let mut part = self.value(part, None)?;
        let axes = reduction.axes.iter().flatten();
        if part.rank() == 0 && reduction.axes.is_none() {
            return Err(Wrong::Unclear);
        }
        if axes.into_iter().any(|&axis| axis >= part.rank()) {
            return Err(Wrong::Refused);
        }
        // What is added up is rounded on the way, too.
        let adds = matches!(
            reduction.gives(),
            "sum" | "prod" | "mean" | "var" | "std" | "norm" | "logsumexp" | "cumsum" | "cumprod"
        );
        if adds {
            self.noise.touch(&mut part.elements);
        }
        // A machine multiplies in an order of its own: first those above 1, at worst.
        if matches!(reduction.name, "prod" | "cumprod") {
            let above: Vec<f64> = part.elements.iter().map(|element| element.abs().max(1.0)).collect();
            let above = Array { sizes: part.sizes.clone(), elements: above };
            self.look_at(&reduce::reduce(reduction, &above).0.elements);
        }
        let (mut result, kept) = reduce::reduce(reduction, &part);
        self.look_at(&result.elements);
        if adds || matches!(reduction.gives(), "min" | "max" | "minimum" | "maximum" | "ptp") {
            self.noise.touch(&mut result.elements);
        }
        let whole = reduction.keep || reduction.scans() || kept.is_empty();
        Ok((result, if whole { Place::Full } else { Place::Reduced(part.rank(), kept) }))
    }

    /// Remembers whether something is no number, or more or less than `f32` holds.
    fn look_at(&mut self, elements: &[f64]) {
        let is_held = |size: f64| size == 0.0 || (1e-30..1e30).contains(&size);
        self.invalid |= !elements.iter().all(|element| is_held(element.abs()));
    }

    fn computed(&mut self, step: &Step, items: &[Vec<f64>], count: usize) -> Vec<f64> {
        match step {
            Step::Item(index) => items[*index].clone(),
            Step::Literal(value) => vec![*value; count],
            Step::LookUp(table, indices) => {
                let parts: Vec<Vec<f64>> = indices.iter().map(|part| self.computed(part, items, count)).collect();
                let table = &self.operands[*table];
                let index = |(size, part): (&usize, &Vec<f64>), at: usize| (part[at].abs() * 2.0) as usize % size;
                let position =
                    |at: usize| table.sizes.iter().zip(&parts).fold(0, |place, axis| place * axis.0 + index(axis, at));
                (0..count).map(|at| table.elements[position(at)]).collect()
            }
            Step::Call(op, arguments) => {
                let mut parts: Vec<Vec<f64>> = arguments.iter().map(|part| self.computed(part, items, count)).collect();
                if op.rounds_inside() {
                    parts.iter_mut().for_each(|part| self.noise.touch(part));
                }
                let (mut row, mut no_angle) = ([0.0; 3], false);
                let mut element = |at: usize| {
                    parts.iter().zip(&mut row).for_each(|(part, value)| *value = part[at]);
                    // A device may lose the sign of a zero.
                    no_angle |= op.text == "atan2" && row[..2] == [0.0, 0.0];
                    (op.value)(&row)
                };
                let mut elements: Vec<f64> = (0..count).map(&mut element).collect();
                self.invalid |= no_angle;
                self.look_at(&elements);
                if !op.truth {
                    self.noise.touch(&mut elements);
                }
                elements
            }
        }
    }
}
