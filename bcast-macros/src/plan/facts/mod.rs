//! What spelling tells of a call, found before anything is built. No pass and no rewrite changes it.
//!
//! * [`Slot`]: what is evaluated, in the order of the source (`slot`)
//! * [`Unit`]: which assignments and values one last pass computes (`ends`)
//! * [`Lies`]: along which axes a part lies (`lies`)
//! * what a part costs (`cost`), and what it computes, as text (`key`)
//! * which parts are numbers that take their type from others (`number`)
//! * which parts several passes need (`shared`)

mod cost;
mod ends;
mod key;
mod lies;
mod memo;
mod number;
mod shared;
mod slot;

pub(super) use ends::Unit;
pub(super) use key::Key;
pub(super) use lies::{Along, Lies};
pub(crate) use slot::{Slot, SlotKind, Slots};

use self::ends::Reached;
use self::key::Keys;
use crate::check::{self, Checked, Meaning, Order, Scope, Version};
use crate::memo::Memo;
use crate::ops::Mode;
use crate::plan::{GivenAxes, Gradient, Role};
use crate::sorted::Set;
use crate::syntax::{Attributes, Body, Expr, ExprKind, Given, Leaf, Statement};
use crate::tokens::Range;

/// All that is known of a call before its passes are built.
pub(super) struct Facts<'a> {
    checked: &'a Checked,
    role: Role,
    slots: Slots,
    /// The `let`s that are used outside every map and reduction.
    needed: Set<usize>,
    /// The operands that are arrays, whatever their types are: some of their axes are reduced.
    arrays: Set<usize>,
    units: Vec<Unit>,
    /// The keys of what several last passes need and is worth computing once.
    shared: Set<Key>,
    keys: Keys,
    lies: Memo<Lies>,
    costs: Memo<u32>,
    longest_maps: Memo<usize>,
    reductions: Memo<bool>,
    numbers: Memo<bool>,
    reached: Memo<Option<Reached>>,
    versions: Memo<Set<Version>>,
}

impl<'a> Facts<'a> {
    pub(super) fn of(checked: &'a Checked, role: Role) -> Self {
        let mut facts = Facts {
            checked,
            role,
            slots: Slots::of(checked.source(), checked.scope()),
            needed: Set::new(),
            arrays: Set::new(),
            units: Vec::new(),
            shared: Set::new(),
            keys: Keys::new(),
            lies: Memo::new(),
            costs: Memo::new(),
            longest_maps: Memo::new(),
            reductions: Memo::new(),
            numbers: Memo::new(),
            reached: Memo::new(),
            versions: Memo::new(),
        };
        // Each of these follows from those before.
        facts.needed = facts.find_needed();
        facts.arrays = facts.find_arrays();
        // Where something lies follows from which operands are arrays.
        facts.lies = Memo::new();
        facts.units = facts.find_units();
        facts.shared = facts.find_shared();
        facts
    }

    pub(super) fn body(&self) -> &'a Body {
        &self.checked.source().body
    }

    pub(super) fn attributes(&self) -> &'a Attributes {
        &self.checked.source().attributes
    }

    pub(super) fn scope(&self) -> &'a Scope {
        self.checked.scope()
    }

    pub(super) fn order(&self) -> &'a Order {
        self.checked.order()
    }

    /// What the plan is for.
    pub(super) fn role(&self) -> Role {
        self.role
    }

    /// What integers do where a result does not fit. When targets are written, it has been checked that all fits.
    pub(super) fn mode(&self) -> Option<Mode> {
        let (mode, _) = self.attributes().mode?;
        let is_done = self.role == Role::Run && !self.scope().targets().is_empty();
        Some(if mode == Mode::Checked && is_done { Mode::Wrapping } else { mode })
    }

    pub(super) fn is_gpu(&self) -> bool {
        self.checked.is_gpu()
    }

    /// Whether the last pass is computed by whoever reads it.
    pub(super) fn is_lazy(&self) -> bool {
        self.checked.is_lazy()
    }

    /// Whether axes have names.
    pub(super) fn is_named(&self) -> bool {
        self.checked.is_named()
    }

    /// The axes that are known when the call runs, by the entries that stand for them.
    pub(super) fn given(&self) -> Vec<GivenAxes> {
        let of = |given: &Given| match given {
            Given::Counted(axes) => GivenAxes::Counted(axes.clone()),
            Given::Rest(axes) => GivenAxes::Rest(axes.clone()),
            Given::RestOf(axes) => GivenAxes::RestOf(*axes),
            Given::Value(leaf) => {
                let tokens: Vec<_> = leaf.tokens.clone().into_iter().collect();
                GivenAxes::Slot(self.slot_of(leaf), Range::of(&tokens, proc_macro2::Span::call_site()))
            }
        };
        self.checked.given().iter().map(|given| of(given)).collect()
    }

    /// Whether there are some, of a call on the processor.
    pub(super) fn has_gradients(&self) -> bool {
        !self.is_gpu() && !self.checked.gradients().is_empty()
    }

    /// The operands with respect to which there are gradients, by their slots, and what each is the sum of.
    pub(super) fn gradients(&self) -> Vec<Gradient> {
        let gradients = self.checked.gradients().iter();
        let of = |found: &check::Gradient| Gradient { slot: self.slot_of(&found.operand), parts: found.parts.clone() };
        gradients.map(of).collect()
    }

    /// The slots of operands that are arrays, whatever their types are.
    pub(super) fn arrays(&self) -> Set<usize> {
        self.arrays.clone()
    }

    /// The slot that an operand, a device or a function of the user is evaluated into.
    pub(super) fn slot_of(&self, leaf: &Leaf) -> usize {
        self.slots.of_leaf[&leaf.id]
    }

    /// The slot of each target.
    pub(super) fn target_slots(&self) -> &[usize] {
        &self.slots.of_target
    }

    pub(super) fn into_slots(self) -> Vec<Slot> {
        self.slots.list
    }

    /// Whether a `let` is used outside every map and reduction.
    pub(super) fn is_needed(&self, definition: usize) -> bool {
        self.needed.contains(&definition)
    }

    /// The last passes.
    pub(super) fn units(&self) -> &[Unit] {
        &self.units
    }

    /// What is assigned, then the values.
    pub(super) fn ends(&self) -> Vec<&'a Expr> {
        let body = self.body();
        let assigned = body.statements.iter().filter(|statement| matches!(statement, Statement::Assignment(_)));
        assigned.map(Statement::value).chain(body.values.iter()).collect()
    }

    /// The parts of an expression; of a name, the value of its `let`.
    pub(super) fn inside<'e>(&self, expr: &'e Expr) -> Vec<&'e Expr>
    where
        'a: 'e,
    {
        match &expr.kind {
            ExprKind::Leaf(leaf) => match self.scope().meaning(leaf) {
                Meaning::Let(id) => vec![&self.scope().definition(id).value],
                _ => Vec::new(),
            },
            _ => expr.parts(),
        }
    }

    /// The same without parts that may not be computed, or only along other axes.
    pub(super) fn computed_always<'e>(&self, expr: &'e Expr) -> Vec<&'e Expr>
    where
        'a: 'e,
    {
        let mut inside = self.inside(expr);
        match &expr.kind {
            ExprKind::If(_) | ExprKind::Lazy(..) => inside.truncate(1),
            ExprKind::Map(..) | ExprKind::Reduction(_) => inside.clear(),
            _ => {}
        }
        inside
    }

    /// Whether a reduction takes part.
    pub(super) fn reduces(&self, expr: &Expr) -> bool {
        self.once(&self.reductions, expr, |facts, expr| {
            matches!(expr.kind, ExprKind::Reduction(_)) || expr.parts().into_iter().any(|part| facts.reduces(part))
        })
    }

    /// The versions of targets that an expression reads by itself: what reductions read is not among them.
    pub(super) fn versions(&self, expr: &Expr) -> Set<Version> {
        self.once(&self.versions, expr, |facts, expr| match &expr.kind {
            ExprKind::Leaf(leaf) => match facts.scope().meaning(leaf) {
                Meaning::Let(_) => facts.versions(expr),
                Meaning::Target(target) => Set::from_iter([(target, facts.order().version(leaf.id))]),
                Meaning::Operand => Set::new(),
            },
            ExprKind::Reduction(_) => Set::new(),
            _ => expr.parts().into_iter().flat_map(|part| facts.versions(part)).collect(),
        })
    }

    fn find_needed(&self) -> Set<usize> {
        let mut needed = Set::new();
        self.ends().into_iter().for_each(|end| self.need(end, &mut needed));
        needed
    }

    fn need(&self, expr: &Expr, needed: &mut Set<usize>) {
        match &expr.kind {
            ExprKind::Leaf(leaf) => {
                if let Meaning::Let(id) = self.scope().meaning(leaf)
                    && needed.insert(id)
                {
                    self.need(&self.scope().definition(id).value, needed);
                }
            }
            ExprKind::Map(..) | ExprKind::Reduction(_) => {}
            ExprKind::Block(_, value) => self.need(value, needed),
            _ => expr.parts().into_iter().for_each(|part| self.need(part, needed)),
        }
    }
}
