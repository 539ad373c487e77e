//! Sorted vectors do what the trees of `std` do.

use std::collections::{BTreeMap, BTreeSet};

use crate::sorted::{Map, Set};

/// Numbers below 20 in no particular order.
fn numbers(seed: usize) -> impl Iterator<Item = usize> {
    (0..25).scan(seed, |state, _| {
        *state = (*state * 1_103 + 12_345) % 65_536;
        Some(*state / 7 % 20)
    })
}

#[test]
fn sets() {
    for seed in 0..20 {
        let (mut set, mut tree) = (Set::new(), BTreeSet::new());
        for number in numbers(seed) {
            assert_eq!(set.insert(number), tree.insert(number));
        }
        (0..20).for_each(|number| assert_eq!(set.contains(&number), tree.contains(&number)));
        let (other, other_tree): (Set<_>, BTreeSet<_>) =
            (numbers(seed + 1).take(9).collect(), numbers(seed + 1).take(9).collect());
        assert_eq!(other.is_subset(&set), other_tree.is_subset(&tree));
        assert!((&set | &other).iter().eq(&(&tree | &other_tree)));
        set.retain(|number| number % 3 > 0);
        tree.retain(|number| number % 3 > 0);
        assert!(set.iter().eq(&tree));
    }
}

#[test]
fn maps() {
    for seed in 0..20 {
        let (mut map, mut tree) = (Map::new(), BTreeMap::new());
        for (value, key) in numbers(seed).enumerate() {
            if value % 2 == 0 {
                map.insert(key, value);
                tree.insert(key, value);
            } else {
                assert_eq!(map.get_or(key, value), tree.entry(key).or_insert(value));
            }
        }
        (0..20).for_each(|key| assert_eq!(map.get(&key), tree.get(&key)));
        assert!(map.keys().iter().eq(tree.keys()) && map.values().iter().eq(tree.values()));
        assert!(map.into_iter().eq(tree));
    }
}
