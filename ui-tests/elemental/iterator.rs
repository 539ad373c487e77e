//! Loops over what is no range.

use bcast::elemental;

#[elemental]
pub fn case(a: [f32; 3]) -> f32 {
    let mut sum = 0.0;
    for v in a {
        sum += v;
    }
    for v in a.iter() {
        sum += v;
    }
    sum + a.iter().sum::<f32>() + a.map(|v| 2.0 * v)[0]
}

fn main() {}
