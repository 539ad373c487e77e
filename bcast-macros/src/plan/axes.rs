//! Ranks that join: one chain for the whole and one for each mapped part.

use crate::syntax::Axes;
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
    /// What a reduction left: it joins after the others.
    Reduced(usize),
    /// A part with a map of its own.
    Mapped(Chain, Axes),
}

impl Chain {
    pub(crate) fn items(&self) -> &[Item] {
        &self.items
    }

    pub(crate) fn push(&mut self, item: Item) {
        let known = match &item {
            Item::Leaf(leaf) => self.items.iter().any(|item| matches!(item, Item::Leaf(other) if other == leaf)),
            Item::Reduced(leaf) => self.items.iter().any(|item| matches!(item, Item::Reduced(other) if other == leaf)),
            _ => false,
        };
        if !known {
            self.items.push(item);
        }
    }

    /// The chain without these operands, but for mapped ones.
    pub(super) fn without(&self, leaves: &[usize]) -> Chain {
        let stays = |item: &&Item| !matches!(item, Item::Leaf(leaf) if leaves.contains(leaf));
        Chain { items: self.items.iter().filter(stays).cloned().collect() }
    }

    pub(crate) fn into_items(self) -> Vec<Item> {
        self.items
    }

    pub(crate) fn items_mut(&mut self) -> &mut [Item] {
        &mut self.items
    }

    /// Axes below the highest mapped one that no map reaches, and where the first map stands.
    pub(crate) fn gaps(&self) -> Option<(Vec<usize>, Range)> {
        let mut maps = self.items.iter().filter_map(Item::axes);
        let first = maps.clone().next()?.range;
        let highest = maps.by_ref().map(Axes::reach).max()?;
        let reached: Vec<usize> = self.items.iter().flat_map(Item::reached).collect();
        Some(((0..highest).filter(|axis| !reached.contains(axis)).collect(), first))
    }

    /// Whether something of unknown rank takes part, which may have every axis.
    fn is_open(&self) -> bool {
        self.items.iter().any(|item| item.axes().is_none())
    }
}

impl Item {
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
