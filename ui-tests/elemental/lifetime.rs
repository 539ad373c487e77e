//! Lifetimes and references in a signature.

use bcast::elemental;

#[elemental]
pub fn case<'a>(x: f32, y: &'a f32) -> &'a f32 {
//~         ^^ bcast: elementals take and compute values: a GPU has no references
//~ help: write it without `&` and `*`
//~                        ^^^^^^^ bcast: elementals take and compute values: a GPU has no references
//~ help: write it without `&` and `*`
//~                                    ^^^^^^^ bcast: elementals take and compute values: a GPU has no references
//~ help: write it without `&` and `*`
    if x > 1.0 { y } else { &2.0 }
}

fn main() {}
