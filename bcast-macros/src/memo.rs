//! Facts of `let`s, each found once: a name is read many times, and what it stands for may name others.

use crate::sorted::Map;
use std::cell::RefCell;

/// One fact about the value of each `let`, by its number, as far as somebody has asked.
pub(crate) struct Memo<T>(RefCell<Map<usize, T>>);

impl<T: Clone> Memo<T> {
    pub(crate) fn new() -> Self {
        Memo(RefCell::new(Map::new()))
    }

    /// The fact about a `let`. Finding it may ask for those of others.
    pub(crate) fn of(&self, definition: usize, find: impl FnOnce() -> T) -> T {
        let known = self.0.borrow().get(&definition).cloned();
        known.unwrap_or_else(|| {
            let fact = find();
            self.0.borrow_mut().insert(definition, fact.clone());
            fact
        })
    }
}
