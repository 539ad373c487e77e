//! Ranks that join: one chain for the whole and one for each mapped part.

use crate::syntax::Axes;
use crate::tokens::Range;

/// Values whose ranks join.
#[derive(Default)]
pub(crate) struct Chain {
    items: Vec<Item>,
}

/// One value in a chain.
pub(crate) enum Item {
    Leaf(usize),
    /// The sizes of `#[shape(e)]`.
    Shape(usize),
    Target(usize),
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
            _ => false,
        };
        if !known {
            self.items.push(item);
        }
    }

    /// Axes below the highest mapped one that no map reaches, and where the first map stands.
    pub(crate) fn gaps(&self) -> Option<(Vec<usize>, Range)> {
        let maps: Vec<&Axes> = self.items.iter().filter_map(Item::axes).collect();
        let first = maps.first()?.range;
        let highest = maps.iter().map(|axes| axes.reach()).max()?;
        let is_reached = |axis: &usize| maps.iter().any(|axes| axes.entries.contains(axis));
        Some(((0..highest).filter(|axis| !is_reached(axis)).collect(), first))
    }
}

impl Item {
    fn axes(&self) -> Option<&Axes> {
        match self {
            Item::Mapped(_, axes) => Some(axes),
            _ => None,
        }
    }
}
