//! Ranks that join: one chain for the whole and one for each mapped part.

use crate::sorted::Set;
use crate::syntax::{Axes, GIVEN};
use crate::tokens::Range;

/// Values whose ranks join.
#[derive(Clone, Default)]
pub(crate) struct Chain {
    items: Vec<Item>,
}

/// One value in a chain.
#[derive(Clone)]
pub(crate) enum Item {
    Leaf(usize),
    /// The sizes of `#[shape(e)]`.
    Shape(usize),
    Target(usize),
    /// What the reductions of a stage over these axes left.
    Reduced {
        stage: usize,
        axes: Vec<usize>,
        range: Range,
    },
    /// The same with the reduced axes kept.
    Whole {
        stage: usize,
        range: Range,
    },
    /// A part with a map of its own.
    Mapped(Chain, Axes),
    /// One of several assignments and values, which joins by itself; all of them have the same rank.
    End(Chain),
}

/// An axis that may be missing.
pub(crate) struct Gap {
    pub(crate) axis: usize,
    /// The reductions that keep it, if they are arrays: by stage and axes.
    pub(crate) kept: Vec<usize>,
}

impl Chain {
    pub(crate) fn items(&self) -> &[Item] {
        &self.items
    }

    pub(super) fn into_items(self) -> Vec<Item> {
        self.items
    }

    pub(crate) fn push(&mut self, item: Item) {
        if !self.items.iter().any(|known| known.is_same(&item)) {
            self.items.push(item);
        }
    }

    /// The chain without these operands, but for mapped ones.
    pub(super) fn without(&self, leaves: &[usize]) -> Chain {
        let stays = |item: &&Item| !matches!(item, Item::Leaf(leaf) if leaves.contains(leaf));
        Chain { items: self.items.iter().filter(stays).cloned().collect() }
    }

    /// The chain with other values in the place of these operands.
    pub(super) fn with(self, leaves: &Set<usize>, others: &Chain) -> Chain {
        let mut changed = Chain::default();
        for item in self.items {
            match item {
                Item::Leaf(leaf) if leaves.contains(&leaf) => {
                    others.items.iter().for_each(|other| changed.push(other.clone()));
                }
                Item::Mapped(part, axes) => changed.push(Item::Mapped(part.with(leaves, others), axes)),
                Item::End(end) => changed.push(Item::End(end.with(leaves, others))),
                item => changed.push(item),
            }
        }
        changed
    }

    /// Those of its items.
    pub(super) fn only(&self, is_wanted: impl Fn(&Item) -> bool) -> Chain {
        Chain { items: self.items.iter().filter(|item| is_wanted(item)).cloned().collect() }
    }

    /// Whether a value joins here.
    pub(super) fn has(&self, wanted: &Item) -> bool {
        self.items.iter().any(|item| item.is_same(wanted))
    }

    /// The stages whose reductions stand side by side, grouped by the axes that they reduce.
    pub(crate) fn reductions(&self) -> Vec<(&[usize], Vec<usize>)> {
        let mut groups: Vec<(&[usize], Vec<usize>)> = Vec::new();
        for item in &self.items {
            let Item::Reduced { stage, axes, .. } = item else {
                continue;
            };
            match groups.iter_mut().find(|(known, _)| known == axes) {
                Some((_, stages)) => stages.push(*stage),
                None => groups.push((axes, vec![*stage])),
            }
        }
        groups
    }

    /// The axes that no map reaches, below the highest one that a map or a reduction names, and where the first map
    /// stands.
    pub(crate) fn gaps(&self) -> Option<(Vec<Gap>, Range)> {
        let groups = self.reductions();
        let maps = || self.items.iter().filter_map(Item::axes);
        let first = maps().next()?.range;
        let reduced =
            groups.iter().filter_map(|(axes, _)| axes.last().filter(|&&last| last < GIVEN).map(|last| last + 1));
        let highest = maps().map(Axes::reach).chain(reduced).max()?;
        let reached: Set<usize> = self.items.iter().flat_map(Item::reached).collect();
        let kept = |axis: usize| {
            let keep = groups.iter().filter(|(axes, _)| !axes.contains(&axis));
            keep.flat_map(|(_, stages)| stages.iter().copied()).collect()
        };
        let gaps = (0..highest).filter(|axis| !reached.contains(axis)).map(|axis| Gap { axis, kept: kept(axis) });
        Some((gaps.collect(), first))
    }

    /// Whether the same values join, in any order.
    pub(super) fn has_same(&self, other: &Chain) -> bool {
        self.items.len() == other.items.len() && other.items.iter().all(|item| self.has(item))
    }

    fn is_same(&self, other: &Chain) -> bool {
        self.items.len() == other.items.len() && self.items.iter().zip(&other.items).all(|(a, b)| a.is_same(b))
    }

    /// Whether a value joins here, or in a chain inside of this one.
    pub(super) fn holds(&self, wanted: &Item) -> bool {
        self.items.iter().any(|item| {
            let inside = match item {
                Item::Mapped(inner, _) | Item::End(inner) => inner.holds(wanted),
                _ => false,
            };
            inside || item.is_same(wanted)
        })
    }

    /// The stages with whose results something joins, here or in a chain inside of this one.
    pub(super) fn stages(&self) -> Vec<usize> {
        let of_item = |item: &Item| match item {
            Item::Reduced { stage, .. } | Item::Whole { stage, .. } => vec![*stage],
            Item::Mapped(inner, _) | Item::End(inner) => inner.stages(),
            Item::Leaf(_) | Item::Shape(_) | Item::Target(_) => Vec::new(),
        };
        self.items.iter().flat_map(of_item).collect()
    }

    /// Whether something of unknown rank takes part, which may have every axis; or a single value with a map, which is
    /// refused by itself.
    fn is_open(&self) -> bool {
        self.items.is_empty() || self.items.iter().any(|item| item.axes().is_none())
    }
}

impl Item {
    /// Whether it is one of these operands, or a part made of them.
    pub(super) fn is_of(&self, wanted: &impl Fn(usize) -> bool) -> bool {
        match self {
            Item::Leaf(leaf) => wanted(*leaf),
            Item::Mapped(part, _) => !part.items.is_empty() && part.items.iter().all(|item| item.is_of(wanted)),
            _ => false,
        }
    }

    /// Whether it is such a value, or a part made of these.
    pub(super) fn is_made_of(&self, wanted: &impl Fn(&Item) -> bool) -> bool {
        let is_inside = |part: &Chain| !part.items.is_empty() && part.items.iter().all(|item| item.is_made_of(wanted));
        wanted(self) || matches!(self, Item::Mapped(part, _) if is_inside(part))
    }

    /// Whether it is what the reductions of a stage left, maybe with a map.
    pub(super) fn is_left_by(&self, wanted: usize) -> bool {
        match self {
            Item::Reduced { stage, .. } | Item::Whole { stage, .. } => *stage == wanted,
            Item::Mapped(part, _) => !part.items.is_empty() && part.items.iter().all(|item| item.is_left_by(wanted)),
            _ => false,
        }
    }

    fn is_same(&self, other: &Item) -> bool {
        match (self, other) {
            (Item::Leaf(a), Item::Leaf(b)) | (Item::Shape(a), Item::Shape(b)) | (Item::Target(a), Item::Target(b)) => {
                a == b
            }
            (Item::Reduced { stage: a, axes, .. }, Item::Reduced { stage: b, axes: other, .. }) => {
                a == b && axes == other
            }
            (Item::Whole { stage: a, .. }, Item::Whole { stage: b, .. }) => a == b,
            (Item::Mapped(a, axes), Item::Mapped(b, other)) => axes.entries == other.entries && a.is_same(b),
            _ => false,
        }
    }

    fn axes(&self) -> Option<&Axes> {
        match self {
            Item::Mapped(_, axes) => Some(axes),
            _ => None,
        }
    }

    /// The axes that a mapped part lies along: in `(v @ (1)) @ (0, 2)` only axis 2.
    fn reached(&self) -> Vec<usize> {
        match self {
            Item::Mapped(part, axes) if part.is_open() => axes.entries.clone(),
            Item::Mapped(part, axes) => {
                let inner = part.items.iter().flat_map(Item::reached);
                inner.filter_map(|axis| axes.entries.get(axis).copied()).collect()
            }
            _ => Vec::new(),
        }
    }
}
