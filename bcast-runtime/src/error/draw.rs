//! How shapes and axes are drawn in an error.

use super::OperandShape;
use std::fmt;

/// What to write behind an operand that may lie along the last axes.
pub(super) fn map_to_write(last: &[usize]) -> String {
    let list: Vec<String> = last.iter().map(usize::to_string).collect();
    let axes = if last.len() == 1 { "axis" } else { "axes" };
    format!("\nwrite `@ ({})` behind it to lie along the last {axes}", list.join(", "))
}

pub(super) fn draw_uncovered(
    f: &mut fmt::Formatter<'_>,
    call: &str,
    axis: usize,
    again: bool,
    shapes: &[OperandShape],
) -> fmt::Result {
    write!(f, "{call}: no operand lies along output axis {axis}")?;
    draw(f, shapes, "", None, "")?;
    let hint = "\nif several of these reduce the same axis, write it in the same way in each";
    f.write_str(if again { hint } else { "" })
}

pub(super) fn misfit_of_axes(call: &str, operand: Option<&str>, own: usize, given: &[isize], rank: usize) -> String {
    let what = operand.map_or("a reduction".to_owned(), |operand| format!("`{operand}`"));
    let is_there = |axis: &isize| (-(rank as isize)..rank as isize).contains(axis);
    let places: Vec<isize> = given.iter().map(|axis| axis.rem_euclid(rank.max(1) as isize)).collect();
    let increases = places.windows(2).all(|pair| pair[0] < pair[1]);
    if own != given.len() {
        return format!("{call}: {what} has {}, but {} given: {given:?}", axes(own), given.len());
    }
    match given.iter().find(|axis| !is_there(axis)) {
        Some(axis) => {
            let verb = if rank == 1 { "is" } else { "are" };
            format!("{call}: {what} names axis {axis}, but there {verb} {}", axes(rank))
        }
        None if increases => {
            format!("{call}: {what} names the axes {given:?}, but from the end of what is not known yet")
        }
        None => format!("{call}: {what} names the axes {given:?} of {}, which must increase", axes(rank)),
    }
}

pub(super) fn output_axis(axis: usize, name: Option<&str>) -> String {
    name.map_or_else(|| format!("output axis {axis}"), |name| format!("axis `{name}`"))
}

pub(super) fn axes(n: usize) -> String {
    if n == 1 { "1 axis".into() } else { format!("{n} axes") }
}

/// One line an operand, sizes in columns; under the culprit a caret at `axis` and the reason.
pub(super) fn draw(
    f: &mut fmt::Formatter<'_>,
    shapes: &[OperandShape],
    culprit: &str,
    axis: Option<usize>,
    why: &str,
) -> fmt::Result {
    let name_width = shapes.iter().map(|s| s.operand.chars().count()).max().unwrap_or(0);
    let rank = shapes.iter().map(|s| s.sizes.len()).max().unwrap_or(0);
    let text = |size: &Option<usize>| size.map_or(".".to_string(), |size| size.to_string());
    let widths: Vec<usize> = (0..rank)
        .map(|a| shapes.iter().filter_map(|s| s.sizes.get(a)).map(|s| text(s).len()).max().unwrap_or(1))
        .collect();
    // The culprit is the last of its name: with targets, one may stand twice.
    let marked = shapes.iter().rposition(|s| s.operand == culprit);
    for (line, shape) in shapes.iter().enumerate() {
        write!(f, "\n  {:name_width$}   ", shape.operand)?;
        for (size, &width) in shape.sizes.iter().zip(&widths) {
            write!(f, " {:>width$}", text(size))?;
        }
        if let (Some(axis), true) = (axis, marked == Some(line)) {
            let before: usize = widths[..=axis].iter().map(|w| w + 1).sum();
            write!(f, "\n  {:name_width$}   {:>before$} {why}", "", "^")?;
        }
    }
    Ok(())
}
