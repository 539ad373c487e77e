//! The attribute on what is neither a function nor an `impl` block.

pub mod inner {
    use bcast::elemental;

    #[elemental]
    pub struct Meters(f32);
//~ ^^^^^^^^^^^^^^^^^^^^^^^ bcast: `#[elemental]` stands before a function or an `impl` block
//~ help: write it before `fn` or `impl`

    #[elemental]
    pub mod deep {}
//~ ^^^^^^^^^^^^^^^ bcast: `#[elemental]` stands before a function or an `impl` block
//~ help: write it before `fn` or `impl`

    #[elemental]
    pub trait Length {}
//~ ^^^^^^^^^^^^^^^^^^^ bcast: `#[elemental]` stands before a function or an `impl` block
//~ help: write it before `fn` or `impl`
}

fn main() {}
