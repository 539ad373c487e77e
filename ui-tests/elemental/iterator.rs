//! Loops over what is no range.

use bcast::elemental;

#[elemental]
pub fn case(a: [f32; 3]) -> f32 {
    let mut sum = 0.0;
    for v in a {
    //~      ^ bcast: a GPU counts, it knows no iterators
    //~ help: write a range, `for i in 0..n`, and inside `a[i]`, `n - 1 - i` or `2 * i`
        sum += v;
    }
    for v in a.iter() {
    //~      ^^^^^^^^ bcast: a GPU counts, it knows no iterators
    //~ help: write a range, `for i in 0..n`, and inside `a[i]`, `n - 1 - i` or `2 * i`
        sum += v;
    }
    sum + a.iter().sum::<f32>() + a.map(|v| 2.0 * v)[0]
    //~     ^^^^ bcast: a GPU has no `iter`
    //~ help: write it with operators and the methods that formulas have: `x.sqrt()`
    //~                                 ^^^^^^^^^^^ bcast: a GPU knows no closures here
    //~ help: write a function with `#[elemental]`
}

fn main() {}
