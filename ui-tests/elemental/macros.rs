//! Macros as statements and as values.

use bcast::elemental;

#[elemental]
pub fn case(x: f32) -> f32 {
    assert!(x > 0.0);
//~ ^^^^^^ bcast: a GPU knows no macros
//~ help: write out what it would write, or compute it on the CPU
    let a = vec![x, x];
    //~     ^^^^^^^^^^ bcast: a GPU knows no macros
    //~ help: write out what it would write, or compute it on the CPU
    vec![1.0, x];
//~ ^^^ bcast: a GPU knows no macros
//~ help: write out what it would write, or compute it on the CPU
    println!("{x}");
//~ ^^^^^^^ bcast: a GPU knows no macros
//~ help: write out what it would write, or compute it on the CPU
    a[0] + if x > 1.0 { x } else { panic!("small") }
    //~                            ^^^^^^^^^^^^^^^ bcast: a GPU knows no macros
    //~ help: write out what it would write, or compute it on the CPU
}

fn main() {}
