//! Methods of numbers that kernels lack.

use bcast::elemental;

#[elemental]
pub fn case(x: f32, n: u32) -> u32 {
    x.to_bits() + n.count_ones() + u32::leading_zeros(n) + x.next_up() as u32
  //~ ^^^^^^^ bcast: a GPU has no `to_bits`
  //~ help: write it with operators and the methods that formulas have: `x.sqrt()`
    //~             ^^^^^^^^^^ bcast: a GPU has no `count_ones`
    //~ help: write it with operators and the methods that formulas have: `x.sqrt()`
    //~                            ^^^^^^^^^^^^^^^^^^ bcast: a GPU has no `leading_zeros`
    //~ help: write it with operators and the methods that formulas have: `x.sqrt()`
    //~                                                      ^^^^^^^ bcast: a GPU has no `next_up`
    //~ help: write it with operators and the methods that formulas have: `x.sqrt()`
}

fn main() {}
