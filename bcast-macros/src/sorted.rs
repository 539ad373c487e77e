//! Sets and maps in sorted order.
//!
//! The macro is compiled before anything that uses it, unoptimised, and what it collects is small: a tree or a table of
//! hashes is compiled anew for all types of keys, and these were a quarter of its code.

use std::borrow::Borrow;
use std::ops::{BitOr, Deref, Index};

/// Each value once. It is seen as a slice.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Set<T>(Vec<T>);

/// One value for each key. Keys lie apart, so that they are searched the same way whatever their values are.
#[derive(Clone)]
pub(crate) struct Map<K, V> {
    keys: Set<K>,
    values: Vec<V>,
}

impl<T: Ord> Set<T> {
    pub(crate) fn new() -> Self {
        Set(Vec::new())
    }

    /// Where a value is, or where it belongs.
    fn place<Q: Ord + ?Sized>(&self, value: &Q) -> Result<usize, usize>
    where
        T: Borrow<Q>,
    {
        self.0.binary_search_by(|known| known.borrow().cmp(value))
    }

    pub(crate) fn contains(&self, value: &T) -> bool {
        self.place(value).is_ok()
    }

    /// Whether it was not there.
    pub(crate) fn insert(&mut self, value: T) -> bool {
        let place = self.place(&value);
        if let Err(place) = place {
            self.0.insert(place, value);
        }
        place.is_err()
    }

    pub(crate) fn is_subset(&self, other: &Self) -> bool {
        self.0.iter().all(|value| other.contains(value))
    }

    pub(crate) fn retain(&mut self, keep: impl FnMut(&T) -> bool) {
        self.0.retain(keep);
    }
}

impl<K: Ord, V> Map<K, V> {
    pub(crate) fn new() -> Self {
        Map { keys: Set::new(), values: Vec::new() }
    }

    pub(crate) fn keys(&self) -> &Set<K> {
        &self.keys
    }

    /// In the order of their keys.
    pub(crate) fn values(&self) -> &[V] {
        &self.values
    }

    pub(crate) fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.keys.place(key).ok().map(|place| &self.values[place])
    }

    /// The value of a key, after making it if there was none.
    pub(crate) fn get_or(&mut self, key: K, value: V) -> &mut V {
        let place = self.keys.place(&key).unwrap_or_else(|place| {
            self.keys.0.insert(place, key);
            self.values.insert(place, value);
            place
        });
        &mut self.values[place]
    }

    /// Replaces the value that was there.
    pub(crate) fn insert(&mut self, key: K, value: V) {
        match self.keys.place(&key) {
            Ok(place) => self.values[place] = value,
            Err(place) => {
                self.keys.0.insert(place, key);
                self.values.insert(place, value);
            }
        }
    }
}

impl<T> Deref for Set<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<K: Ord, V> Index<&K> for Map<K, V> {
    type Output = V;

    fn index(&self, key: &K) -> &V {
        self.get(key).expect("only keys that are there are asked for")
    }
}

impl<T: Ord> Default for Set<T> {
    fn default() -> Self {
        Set::new()
    }
}

impl<K: Ord, V> Default for Map<K, V> {
    fn default() -> Self {
        Map::new()
    }
}

impl<T: Ord> Extend<T> for Set<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, values: I) {
        for value in values {
            self.insert(value);
        }
    }
}

impl<K: Ord, V> Extend<(K, V)> for Map<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, pairs: I) {
        for (key, value) in pairs {
            self.insert(key, value);
        }
    }
}

impl<T: Ord> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        let mut set = Set::new();
        set.extend(values);
        set
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for Map<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        let mut map = Map::new();
        map.extend(pairs);
        map
    }
}

impl<T> IntoIterator for Set<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<K, V> IntoIterator for Map<K, V> {
    type Item = (K, V);
    type IntoIter = std::iter::Zip<std::vec::IntoIter<K>, std::vec::IntoIter<V>>;

    fn into_iter(self) -> Self::IntoIter {
        self.keys.into_iter().zip(self.values)
    }
}

impl<'a, T> IntoIterator for &'a Set<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<T: Ord + Clone> BitOr for &Set<T> {
    type Output = Set<T>;

    fn bitor(self, other: Self) -> Set<T> {
        let mut union = self.clone();
        union.extend(other.iter().cloned());
        union
    }
}
