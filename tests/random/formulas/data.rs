//! The sizes that a program runs with, and the elements of its operands.

use super::random::Random;
use super::spec::Array;
use super::tree::{Operand, Program};

/// Labels that there are.
pub(crate) const LABELS: usize = 6;
/// A program runs so many times, each with other sizes.
pub(crate) const RUNS: usize = 4;
/// The first of them are small: with these a program is tried when it is drawn.
pub(crate) const SMALL_RUNS: usize = 2;

/// The size of each label.
pub(crate) fn sizes(program: &Program, run: usize) -> Vec<usize> {
    if program.square {
        let large = [300, 300, 70, 19, 9, 5, 4];
        let rank = ranks(program).min(6);
        return vec![[2, 3, 1 + 3 * (rank % 2), large[rank]][run]; LABELS];
    }
    // A run of lanes and two more, or nothing else.
    let long = [2, 3, [66, 64, 128][program.operands.len() % 3], 4, 2, 3];
    match run {
        0 => (2..2 + LABELS).collect(),
        1 => vec![4, 2, 3, 2, 3, 5],
        2 => vec![3, 1, 2, 4, 1, 3],
        _ => long.to_vec(),
    }
}

/// Axes of the largest operand or target.
fn ranks(program: &Program) -> usize {
    program.operands.iter().chain(&program.targets).map(|operand| operand.labels.len()).max().unwrap_or(0)
}

/// The sizes of an operand.
pub(crate) fn sizes_of(operand: &Operand, sizes: &[usize]) -> Vec<usize> {
    operand.labels.iter().map(|label| label.map_or(1, |label| sizes[label])).collect()
}

/// The elements of all operands, and what the targets hold before.
pub(crate) fn elements(program: &Program, sizes: &[usize]) -> (Vec<Array>, Vec<Array>) {
    let fill = |all: &[Operand], seed: u64| -> Vec<Array> {
        let each = all.iter().zip(seed..);
        let filled = |(operand, seed): (&Operand, u64)| {
            let sizes = sizes_of(operand, sizes);
            if operand.is_steps() {
                steps(sizes[0], operand.signed, seed)
            } else {
                filled(&sizes, operand.signed, seed)
            }
        };
        each.map(filled).collect()
    };
    (fill(&program.operands, 1), fill(&program.targets, 100))
}

/// Multiples of 1/4096, exact as `f32`: from 0.25 to 2.25, or from -1.5 to 1.5.
fn filled(sizes: &[usize], signed: bool, seed: u64) -> Array {
    let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9));
    let (least, steps) = if signed { (-1.5, 12_288) } else { (0.25, 8192) };
    Array::of(sizes, |_| least + random.below(steps) as f64 / 4096.0)
}

/// Such numbers at equal distances, upwards or downwards.
fn steps(len: usize, signed: bool, seed: u64) -> Array {
    let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9));
    let (least, most) = if signed { (-1.5, 1.5) } else { (0.25, 2.25) };
    let step = (1 + random.below(24)) as f64 / 4096.0;
    let (first, step) = if random.chance(50) { (least, step) } else { (most, -step) };
    let mut at = 0.0;
    Array::of(&[len], |_| {
        at += 1.0;
        first + step * (at - 1.0)
    })
}
