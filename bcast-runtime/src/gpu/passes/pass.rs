//! A pass without its types.

use super::nest::{Nest, Places};
use super::operand::{Erased, Origin};
use crate::gpu::device::batch::Site;
use crate::gpu::device::types::Type;
use crate::gpu::text::elemental::Instance;
use crate::gpu::text::fold::Folding;
use crate::gpu::text::formula::{Formula, Value, Yielded};
use crate::gpu::text::spec::{Kind, Read, Spec};
use crate::loop_plan::LoopPlan;
use crate::operand::OperandAxes;

/// A pass without its types.
pub struct Pass<'a> {
    pub(crate) site: Site,
    pub(crate) formula: &'static Formula,
    /// What of it is yielded.
    pub(crate) yielded: Yielded,
    /// The joined rank, where the types say it.
    pub(crate) rank: Option<usize>,
    /// Types of the steps.
    pub(crate) types: Vec<Type>,
    /// Functions of the user's that steps call.
    pub(crate) functions: Vec<Instance>,
    /// Targets first.
    pub(crate) operands: Vec<Erased<'a>>,
    pub(crate) targets: usize,
    /// Element types of results.
    pub(crate) fresh: Vec<Type>,
}

impl Pass<'_> {
    /// The type of a value.
    pub(crate) fn type_of(&self, value: Value) -> Type {
        match value {
            Value::Leaf(leaf) => self.operands[self.targets + leaf].element,
            Value::Old(target) => self.operands[target].element,
            Value::Step(step) => self.types[step],
            // Rust's own default.
            Value::Integer(_) => Type::I32,
        }
    }

    /// What its kernel does, with targets of these types and so many axes.
    pub(crate) fn spec<'s>(&'s self, targets: &'s [Type], axes: usize) -> Spec<'s> {
        let (reads, fresh) = (self.reads(), &self.fresh);
        Spec {
            formula: self.formula,
            yielded: &self.yielded,
            types: &self.types,
            functions: &self.functions,
            reads,
            targets,
            fresh,
            axes,
            wide: false,
            vectors: 1,
            across: None,
        }
    }

    pub(crate) fn reads(&self) -> Vec<Read> {
        let kind = |operand: &Erased| match operand.origin {
            Origin::Device(_) | Origin::Stage(_) | Origin::Host(_) => Kind::Array,
            Origin::Number(_) => Kind::Number,
            Origin::Range(_) => Kind::Range,
            Origin::Table(table) => Kind::Table(table.rank()),
            Origin::Shape | Origin::Position | Origin::Function | Origin::Failed => Kind::Shape,
        };
        let read =
            |operand: &Erased| Read { kind: kind(operand), element: operand.element, splat: false, turned: false };
        self.operands[self.targets..].iter().map(read).collect()
    }

    /// The reductions of a pass, with their types.
    pub(crate) fn foldings(&self) -> Vec<Folding> {
        let folds = self.yielded.folds.iter();
        folds.map(|fold| Folding::of(fold.name, self.type_of(fold.value))).collect()
    }

    /// The loops of a plan.
    pub(super) fn nest(&self, plan: &LoopPlan) -> Nest {
        let operand = |at: usize, stream: usize| {
            let operand = &self.operands[at];
            let element = (!matches!(operand.origin, Origin::Range(_))).then_some(operand.element);
            Places::of(plan, stream, operand.start(), element, at < self.targets)
        };
        let reads = self.reads();
        let walking = (self.targets..self.operands.len()).filter(|&at| reads[at - self.targets].walks());
        // In the plan targets are read first, and come again behind what is read.
        let targets = (0..self.targets).map(|at| operand(at, plan.reads() + at));
        let results = plan.reads() + self.targets;
        let fresh = self.fresh.iter().enumerate();
        let fresh = fresh.map(|(at, element)| Places::of(plan, results + at, 0, Some(*element), true));
        Nest::new(plan.sizes(), walking.map(|at| operand(at, at)).chain(targets).chain(fresh).collect())
    }
}

/// The axes of an operand as it lies on the device, strides in elements.
pub(super) fn on_device<'a>(operand: &Erased<'a>, dense: &'a [isize]) -> OperandAxes<'a> {
    match operand.origin {
        Origin::Host(_) => operand.axes.with_strides(dense),
        _ => operand.axes,
    }
}
