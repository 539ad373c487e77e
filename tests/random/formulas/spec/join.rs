//! The rule of ranks: which rank the parts of one formula have together, and along which axes each lies.

use super::array::Array;

/// Why a formula has no value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Wrong {
    /// The rule of ranks refuses it.
    Refused,
    /// The rule does not say clearly what it means: such formulas are not drawn.
    Unclear,
    /// Sizes do not fit.
    Sizes,
}

/// How a part joins.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// An array: all axes. A number is one with none.
    Full,
    Map(Vec<usize>),
    /// A reduction of a value with so many axes, and those that it has left.
    Reduced(usize, Vec<usize>),
}

/// A part whose elements are known.
pub(crate) struct Item {
    pub(crate) array: Array,
    pub(crate) place: Place,
}

/// What all parts of a formula have together.
pub(crate) struct Joined {
    pub(crate) sizes: Vec<usize>,
    /// For each item, the output axis of each of its axes.
    pub(crate) axes: Vec<Vec<usize>>,
}

/// The rank that arrays give, and how far maps reach.
struct Fixed {
    rank: Option<usize>,
    reach: usize,
}

/// Joins parts, and the sizes of a target or of `#[shape(..)]` where there are some.
pub(crate) fn join(items: &[Item], exact: Option<&[usize]>) -> Result<Joined, Wrong> {
    let fixed = Fixed::of(items, exact)?;
    let (rank, lined) = with_reductions(items, &fixed)?;
    let axes: Vec<Vec<usize>> = items.iter().map(|item| axes(item, &lined)).collect();
    let covered = |axis: &usize| axes.iter().flatten().any(|along| along == axis);
    if fixed.rank.is_none() && !(0..rank).all(|axis| covered(&axis)) {
        // Two reductions may leave an axis to neither; the design and the tests of today differ there.
        return Err(if lined.len() > 1 { Wrong::Unclear } else { Wrong::Refused });
    }
    let sizes = sizes(items, &axes, rank, exact)?;
    Ok(Joined { sizes, axes })
}

impl Fixed {
    fn of(items: &[Item], exact: Option<&[usize]>) -> Result<Self, Wrong> {
        let full = items.iter().filter(|item| matches!(item.place, Place::Full)).map(|item| item.array.rank());
        let mut ranks: Vec<usize> = full.filter(|rank| *rank > 0).chain(exact.map(<[usize]>::len)).collect();
        ranks.dedup();
        let reach = items.iter().map(|item| match &item.place {
            Place::Map(axes) => axes.last().map_or(0, |last| last + 1),
            _ => 0,
        });
        let (rank, reach) = (ranks.first().copied(), reach.max().unwrap_or(0));
        let fits = ranks.iter().all(|other| Some(*other) == rank) && rank.is_none_or(|rank| reach <= rank);
        if fits { Ok(Fixed { rank, reach }) } else { Err(Wrong::Refused) }
    }
}

/// Ranks that were reduced whose reductions lie along the axes they have left.
type Lined = Vec<usize>;

/// The whole rank.
fn with_reductions(items: &[Item], fixed: &Fixed) -> Result<(usize, Lined), Wrong> {
    let reduced = items.iter().filter_map(|item| match &item.place {
        Place::Reduced(from, kept) => Some((*from, kept)),
        _ => None,
    });
    let mut reduced: Vec<(usize, &Vec<usize>)> = reduced.collect();
    reduced.sort();
    reduced.dedup();
    match fixed.rank {
        Some(rank) => beside_arrays(&reduced, rank),
        None => beside_maps(&reduced, fixed.reach),
    }
}

/// Arrays have this rank: reductions of it line up, those that have it left are arrays like any other.
fn beside_arrays(reduced: &[(usize, &Vec<usize>)], rank: usize) -> Result<(usize, Lined), Wrong> {
    let ordinary: Vec<_> = reduced.iter().filter(|(from, _)| *from != rank).collect();
    if ordinary.iter().any(|(_, kept)| kept.len() != rank) {
        return Err(Wrong::Refused);
    }
    let others = |one: &(usize, &Vec<usize>)| ordinary.iter().any(|other| other.0 == one.0 && other.1 != one.1);
    if ordinary.iter().any(|one| others(one)) {
        return Err(Wrong::Unclear);
    }
    let lined = reduced.iter().any(|(from, _)| *from == rank);
    Ok((rank, if lined { vec![rank; reduced.len() - ordinary.len()] } else { Vec::new() }))
}

/// No arrays, maps that reach so far.
fn beside_maps(reduced: &[(usize, &Vec<usize>)], reach: usize) -> Result<(usize, Lined), Wrong> {
    let Some(&(from, first)) = reduced.first() else { return Ok((reach, Vec::new())) };
    let left = first.len();
    let differ = |one: &(usize, &Vec<usize>)| reduced.iter().any(|other| other.0 == one.0 && other.1 != one.1);
    let lines_up = |one: &(usize, &Vec<usize>)| reach > one.1.len() || differ(one);
    if reduced.iter().all(|(other, _)| *other == from) {
        return match reduced.iter().any(lines_up) {
            true if reach > from => Err(Wrong::Refused),
            true => Ok((from, vec![from; reduced.len()])),
            false => Ok((left, Vec::new())),
        };
    }
    let alike = reduced.iter().all(|one| one.1.len() == left && !lines_up(one));
    if alike { Ok((left, Vec::new())) } else { Err(Wrong::Unclear) }
}

fn axes(item: &Item, lined: &Lined) -> Vec<usize> {
    match &item.place {
        Place::Map(axes) => axes.clone(),
        Place::Reduced(from, kept) if lined.contains(from) => kept.clone(),
        Place::Full | Place::Reduced(..) => (0..item.array.rank()).collect(),
    }
}

/// Two sizes fit if they are equal or one of them is 1; those of a target are what they are.
fn sizes(items: &[Item], axes: &[Vec<usize>], rank: usize, exact: Option<&[usize]>) -> Result<Vec<usize>, Wrong> {
    let mut sizes = exact.map_or_else(|| vec![1; rank], <[usize]>::to_vec);
    for (item, axes) in items.iter().zip(axes) {
        for (&size, &axis) in item.array.sizes.iter().zip(axes) {
            match sizes[axis] {
                known if known == size || size == 1 => {}
                1 if exact.is_none() => sizes[axis] = size,
                _ => return Err(Wrong::Sizes),
            }
        }
    }
    Ok(sizes)
}
