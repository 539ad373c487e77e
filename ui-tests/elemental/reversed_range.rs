//! A range whose order is changed, and one with steps.

use bcast::elemental;

#[elemental]
pub fn case(x: f32, n: i32) -> f32 {
    let mut sum = 0.0;
    for i in (0..n).rev() {
    //~      ^^^^^^^^^^^^ bcast: a GPU counts, it knows no iterators
    //~ help: write a range, `for i in 0..n`, and inside `a[i]`, `n - 1 - i` or `2 * i`
        sum = sum * x + i as f32;
    }
    for i in (0..n).step_by(2) {
    //~      ^^^^^^^^^^^^^^^^^ bcast: a GPU counts, it knows no iterators
    //~ help: write a range, `for i in 0..n`, and inside `a[i]`, `n - 1 - i` or `2 * i`
        sum += i as f32;
    }
    sum
}

fn main() {}
