//! `derivative` where there is none.

pub mod yours {
    use bcast::elemental;

    #[elemental(derivative = slope)]
    pub fn of_any<T>(x: T) -> T {
//~     ^^ bcast: `derivative` of a generic function
//~ help: write a function of `f32` or `f64`
        x
    }

    #[elemental(derivative = slope)]
    pub fn of_nothing() -> f64 {
//~     ^^ bcast: `derivative` of a function with no argument
//~ help: write one of 1 to 4 arguments
        1.0
    }

    #[elemental(derivative = slope)]
    pub struct Point(pub f64);
//~ ^^^^^^^^^^^^^^^^^^^^^^^^^^ bcast: `derivative` beside something else than a function of values
//~ help: write it above a function
}

fn main() {}
