//! An argument that the attribute lacks, and one without its value.

pub mod inner {
    use bcast::elemental;

    #[elemental(fast)]
    //~         ^^^^ bcast: unknown argument of `#[elemental]`
    //~ help: write `#[elemental]`, or `#[elemental(crate = path::to::bcast)]`
    pub fn case(x: f32) -> f32 {
        x + 1.0
    }

    #[elemental(crate)]
//~ ^^^^^^^^^^^^^^^^^^^ bcast: unknown argument of `#[elemental]`
//~ help: write `#[elemental]`, or `#[elemental(crate = path::to::bcast)]`
    pub fn other(x: f32) -> f32 {
        x + 1.0
    }
}

fn main() {}
