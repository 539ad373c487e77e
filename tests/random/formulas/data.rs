//! The sizes that a program runs with, and the elements of its operands.

use super::random::Random;
use super::spec::Array;
use super::tree::{Operand, Program};

/// Labels that there are.
pub(crate) const LABELS: usize = 6;
/// A program runs so many times, each with other sizes.
pub(crate) const RUNS: usize = 12;
/// The first of them are small: with these a program is tried when it is drawn.
pub(crate) const SMALL_RUNS: usize = 2;
/// From this one on, sizes are drawn, and how arrays lie in memory.
pub(crate) const DRAWN: usize = 4;
/// Sizes that are drawn: around a register, a run of lanes, and several, most often such runs without a rest.
const SIZES: [usize; 28] =
    [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 24, 31, 33, 63, 64, 64, 64, 64, 65, 66, 100, 127, 128, 128, 130, 192, 257];
/// Elements of a place with the four longest axes that are drawn, at most.
const MOST: usize = 12_000;

/// The size of each label.
pub(crate) fn sizes(program: &Program, run: usize) -> Vec<usize> {
    if run >= DRAWN {
        return drawn(program, &mut random(program, run));
    }
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

/// Random numbers of a run; simpler programs have the same ones.
pub(crate) fn random(program: &Program, run: usize) -> Random {
    Random::new(program.seed ^ (run as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

fn drawn(program: &Program, random: &mut Random) -> Vec<usize> {
    let largest = |sizes: &[usize]| {
        let mut sizes = sizes.to_vec();
        sizes.sort_unstable();
        let rank = if program.square { ranks(program) } else { 4 };
        sizes.iter().rev().take(rank).product::<usize>()
    };
    loop {
        let sizes: Vec<usize> = match program.square {
            true => vec![random.pick(&SIZES); LABELS],
            // Most are short; any may be long.
            false => {
                let mut size = |_| {
                    let short = random.chance(60);
                    random.pick(if short { &SIZES[..5] } else { &SIZES })
                };
                (0..LABELS).map(&mut size).collect()
            }
        };
        if largest(&sizes) <= MOST {
            return sizes;
        }
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
