//! An element function as data, as the macro writes it, and the types that rustc found for its steps.

use super::elemental::{CallMark, Elemental, Instance};
use crate::gpu::device::element::{Typed, TypedParts};
use crate::gpu::device::value::Types;
use std::marker::PhantomData;

/// What happens to one element.
#[derive(Debug)]
pub struct Formula {
    /// In order.
    pub steps: &'static [Step],
    /// The new element of each target.
    pub stored: &'static [Value],
    /// What is reduced.
    pub folds: &'static [Fold],
    /// The elements of results, or what a stage keeps.
    pub values: &'static [Value],
}

impl Formula {
    /// All that it yields.
    pub(crate) fn yields(&self) -> Yielded {
        self.yields_where(&vec![true; self.folds.len() + self.values.len()])
    }

    /// What it yields where types say of each reduction, then of each value, whether it is there: a gradient is summed
    /// or kept, as its operand is a number or an array.
    pub(crate) fn yields_where(&self, is_there: &[bool]) -> Yielded {
        let (folds, values) = is_there.split_at(self.folds.len().min(is_there.len()));
        Yielded { folds: chosen(self.folds, folds), values: chosen(self.values, values), is_there: is_there.to_vec() }
    }

    /// Whether the old element of a target is read.
    pub(crate) fn reads_old(&self, target: usize) -> bool {
        let is_it = |value: &Value| matches!(value, Value::Old(old) if *old == target);
        let ends = self.stored.iter().chain(self.values).chain(self.folds.iter().map(|fold| &fold.value));
        ends.clone().any(is_it) || any_argument(self.steps, &is_it)
    }
}

fn chosen<T: Copy>(all: &[T], is_there: &[bool]) -> Vec<T> {
    all.iter().zip(is_there).filter(|(_, is_there)| **is_there).map(|(own, _)| *own).collect()
}

/// What a pass yields of a formula.
#[derive(Debug)]
pub(crate) struct Yielded {
    pub(crate) folds: Vec<Fold>,
    pub(crate) values: Vec<Value>,
    /// Of all in the formula.
    pub(crate) is_there: Vec<bool>,
}

/// Whether an argument of some steps is such.
fn any_argument(steps: &[Step], is_it: &impl Fn(&Value) -> bool) -> bool {
    let of_block = |block: &Block| is_it(&block.value) || any_argument(block.steps, is_it);
    steps.iter().any(|step| match &step.node {
        Node::Apply(_, all) | Node::LookUp(_, all) | Node::All(all) | Node::Call(_, all) => all.iter().any(is_it),
        Node::LiteralPower(value, _) | Node::LiteralPowerBy(_, value, _) => is_it(value),
        Node::Convert(value) | Node::Store(value) | Node::Field(value, _) => is_it(value),
        Node::If(value, then, other) => is_it(value) || of_block(then) || of_block(other),
        Node::Lazy(_, value, block) => is_it(value) || of_block(block),
        Node::Literal(_) => false,
    })
}

/// A reduction by its name.
#[derive(Clone, Copy, Debug)]
pub struct Fold {
    /// `"sum"`
    pub name: &'static str,
    /// What is reduced.
    pub value: Value,
}

/// A step, and its place in the list of types.
#[derive(Debug)]
pub struct Step {
    /// The place.
    pub at: usize,
    /// What it computes.
    pub node: Node,
}

/// What a step computes.
#[derive(Debug)]
pub enum Node {
    /// An operator or a built-in function, by the name of its method.
    Apply(&'static str, &'static [Value]),
    /// The element of the operand at a place, which is a table, by its indices.
    LookUp(usize, &'static [Value]),
    /// `x .^ -2`
    LiteralPower(Value, i128),
    /// The same by a product under an attribute: `"saturating_times"`.
    LiteralPowerBy(&'static str, Value, i128),
    /// `f32.(x)`; to which type, the list of types says.
    Convert(Value),
    /// A field of a tuple.
    Field(Value, usize),
    /// A new element for a target.
    Store(Value),
    /// An `if`.
    If(Value, Block, Block),
    /// `.&&` (true) or `.||`: the right side may not be needed.
    Lazy(bool, Value, Block),
    /// All of a chain of comparisons.
    All(&'static [Value]),
    /// A function of the user's, by its number among those of the formula.
    Call(usize, &'static [Value]),
    /// A literal as written.
    Literal(&'static str),
}

/// Steps that run only where their value is needed.
#[derive(Debug)]
pub struct Block {
    /// In order.
    pub steps: &'static [Step],
    /// Their value.
    pub value: Value,
}

/// An argument.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// The element of an operand, by its place in the tree.
    Leaf(usize),
    /// The old element of a target.
    Old(usize),
    /// The result of a step.
    Step(usize),
    /// An integer that adopts the type beside it.
    Integer(i128),
}

/// What the closure beside a [`Formula`] returns: the types of its steps, and what it yields.
pub struct Found<S, W>(PhantomData<(S, W)>);

/// Makes what such a closure returns. It is never called.
pub fn formula<S, W>(_: S, _: W) -> Found<S, W> {
    Found(PhantomData)
}

/// The types of steps, and the functions of the user's among them, as a tree.
#[diagnostic::on_unimplemented(
    message = "bcast!: elements on a GPU whose type may be none of a GPU's",
    label = "a call with elements of a type parameter",
    note = "in generic code write `T: bcast::GpuNumber`"
)]
pub trait Steps: Types {
    #[doc(hidden)]
    fn instances(push: &mut impl FnMut(Instance));
}
impl Steps for () {
    fn instances(_: &mut impl FnMut(Instance)) {}
}
impl<A: Steps, B: Steps> Steps for (A, B) {
    fn instances(push: &mut impl FnMut(Instance)) {
        A::instances(push);
        B::instances(push);
    }
}
impl<T> Steps for Typed<T>
where
    Typed<T>: Types,
{
    fn instances(_: &mut impl FnMut(Instance)) {}
}

impl<T> Steps for TypedParts<T>
where
    TypedParts<T>: Types,
{
    fn instances(_: &mut impl FnMut(Instance)) {}
}

/// The type of a step that calls a function, and the function.
pub struct TypedCall<S, I>(PhantomData<(S, I)>);
impl<S: Types, I> Types for TypedCall<S, I> {
    fn each(push: &mut impl FnMut(crate::gpu::device::types::Type)) {
        S::each(push);
    }
}
impl<S: Types, I: Elemental> Steps for TypedCall<S, I> {
    fn instances(push: &mut impl FnMut(Instance)) {
        push(I::instance());
    }
}

/// The type of such a step's result. It is never called.
pub fn typed_call<S, I>(_: S, _: &CallMark<I>) -> TypedCall<S, I> {
    TypedCall(PhantomData)
}
