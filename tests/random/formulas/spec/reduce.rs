//! Reductions, one group of elements after the other, and scans.

use super::array::{Array, each_index};
use crate::formulas::tree::Reduction;

/// The result, and the axes that it has left; `keep` leaves all, and so do scans.
pub(crate) fn reduce(reduction: &Reduction, of: &Array) -> (Array, Vec<usize>) {
    if reduction.scans() {
        return (scan(reduction, of), (0..of.rank()).collect());
    }
    let kept: Vec<usize> = (0..of.rank()).filter(|&axis| !reduction.has(axis)).collect();
    let sizes: Vec<usize> = kept.iter().map(|&axis| of.sizes[axis]).collect();
    let mut groups = vec![Vec::new(); sizes.iter().product()];
    let mut positions = (0..).zip(&of.elements);
    each_index(&of.sizes, &mut |index| {
        let group = kept.iter().fold(0, |group, &axis| group * of.sizes[axis] + index[axis]);
        let (_, element) = positions.next().expect("an element for each index");
        groups[group].push(*element);
    });
    let elements = groups.iter().map(|group| of_group(reduction.gives(), group)).collect();
    if !reduction.keep {
        return (Array { sizes, elements }, kept);
    }
    let ones = (0..of.rank()).map(|axis| if reduction.has(axis) { 1 } else { of.sizes[axis] });
    (Array { sizes: ones.collect(), elements }, (0..of.rank()).collect())
}

/// Each element joined with the one before it along the axis, which has been joined already.
fn scan(scan: &Reduction, of: &Array) -> Array {
    let axis = (0..of.rank()).find(|&axis| scan.has(axis)).expect("an axis");
    let step: usize = of.sizes[axis + 1..].iter().product();
    let mut elements = of.elements.clone();
    for at in 0..elements.len() {
        if !(at / step).is_multiple_of(of.sizes[axis]) {
            let (before, own) = (elements[at - step], elements[at]);
            elements[at] = match scan.name {
                "cumsum" => before + own,
                "cumprod" => before * own,
                "cummax" => before.max(own),
                _ => before.min(own),
            };
        }
    }
    Array { sizes: of.sizes.clone(), elements }
}

fn of_group(name: &str, group: &[f64]) -> f64 {
    match name {
        "sum" | "count" => group.iter().sum(),
        "prod" => group.iter().product(),
        "mean" => group.iter().sum::<f64>() / group.len() as f64,
        "var" => variance(group),
        "std" => variance(group).sqrt(),
        "norm" => group.iter().map(|element| element * element).sum::<f64>().sqrt(),
        "ptp" => of_group("max", group) - of_group("min", group),
        "logsumexp" => {
            let largest = of_group("max", group);
            group.iter().map(|element| (element - largest).exp()).sum::<f64>().ln() + largest
        }
        "min" | "minimum" | "all" => group.iter().copied().fold(f64::INFINITY, f64::min),
        "max" | "maximum" | "any" => group.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        "argmin" => first(group, |a, b| a < b),
        "argmax" => first(group, |a, b| a > b),
        _ => unreachable!("no reduction"),
    }
}

/// The mean of squared differences from the mean.
fn variance(group: &[f64]) -> f64 {
    let mean = of_group("mean", group);
    group.iter().map(|element| (element - mean).powi(2)).sum::<f64>() / group.len() as f64
}

/// The position of the first element that none is better than.
fn first(group: &[f64], better: fn(f64, f64) -> bool) -> f64 {
    let mut best = 0;
    for (position, &element) in group.iter().enumerate() {
        if better(element, group[best]) {
            best = position;
        }
    }
    best as f64
}
