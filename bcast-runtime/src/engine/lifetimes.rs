//! Where items lie in the memory that the stages of a call share: what no later pass reads makes room for others.
//!
//! Memory that is still in a cache, or that the system has found already, is there sooner: distances of Mahalanobis
//! with their gradients, 50,000 points of 20 `f64`, need half of it, and take 0.4 of the time on a Zen 4.

use super::lend::{Home, Lent};
use super::passes::Shaped;
use super::segment::Segment;
use crate::operand::Form;

/// The first and the last pass that need something; those that run together need it all the while.
#[derive(Clone, Copy)]
struct Lifetime {
    first: usize,
    last: usize,
}

/// The lifetimes of the items of each stage.
struct Lifetimes(Vec<Vec<Lifetime>>);

impl Lifetimes {
    fn of(shaped: &[Shaped], segments: &[Segment], lent: &Lent) -> Self {
        let of_passes: Vec<Lifetime> = segments
            .iter()
            .flat_map(|Segment { passes, .. }| {
                passes.clone().map(|_| Lifetime { first: passes.start, last: passes.end - 1 })
            })
            .collect();
        let own = shaped.iter().zip(&of_passes).map(|(pass, own)| vec![*own; pass.work.yields().len()]);
        let mut all = Lifetimes(own.collect());
        for (stage, items) in all.0.iter_mut().enumerate() {
            let known = items.iter_mut().enumerate().filter(|&(item, _)| shaped[stage].knows(item));
            known.for_each(|(_, own)| own.first = 0);
        }
        for (pass, own) in shaped.iter().zip(&of_passes) {
            let items = pass.yielded.iter().filter(|(at, from)| {
                // Nobody looks at what only says its sizes.
                from.form != Form::Position && !pass.operands[*at].is_bare()
            });
            items.for_each(|(_, from)| all.join(from.stage, from.item, *own));
        }
        for &(stage, item, home) in lent.iter() {
            let mut home = home;
            while let Home::Item(later, other) = home {
                all.join(later, other, all.0[stage][item]);
                home = lent.home(later, other).unwrap_or(Home::Result(std::ptr::null_mut()));
            }
        }
        all
    }

    fn join(&mut self, stage: usize, item: usize, other: Lifetime) {
        let own = &mut self.0[stage][item];
        *own = Lifetime { first: own.first.min(other.first), last: own.last.max(other.last) };
    }
}

/// Where items of so many bytes begin, one behind the other.
pub(super) fn side_by_side(sizes: &[usize]) -> Vec<usize> {
    let begins = |start: &mut usize, size: &usize| Some(std::mem::replace(start, start.saturating_add(*size)));
    sizes.iter().scan(0, begins).collect()
}

/// Where items of so many bytes begin, and how many bytes all of them need. The sizes stand in the order of stages and
/// items.
pub(super) fn share(sizes: &[usize], shaped: &[Shaped], segments: &[Segment], lent: &Lent) -> (Vec<usize>, usize) {
    let lifetimes: Vec<Lifetime> = Lifetimes::of(shaped, segments, lent).0.into_iter().flatten().collect();
    let mut order: Vec<usize> = (0..sizes.len()).filter(|&item| sizes[item] > 0).collect();
    order.sort_by_key(|&item| lifetimes[item].first);
    let (mut starts, mut all) = (vec![0; sizes.len()], 0_usize);
    // What lives, from the first byte on.
    let mut living: Vec<usize> = Vec::new();
    for item in order {
        living.retain(|&other| lifetimes[other].last >= lifetimes[item].first);
        let mut start = 0_usize;
        let mut place = living.len();
        for (at, &other) in living.iter().enumerate() {
            if starts[other] >= start.saturating_add(sizes[item]) {
                place = at;
                break;
            }
            start = starts[other].saturating_add(sizes[other]);
        }
        living.insert(place, item);
        starts[item] = start;
        all = all.max(start.saturating_add(sizes[item]));
    }
    (starts, all)
}
