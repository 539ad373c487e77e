//! Random formulas: their gradients against differences.

#[macro_use]
#[path = "../../gradients/differences.rs"]
mod differences;

mod formulas {
    #[allow(unused_imports)] // there may be few
    use bcast::ndarray::{Array3, array};
    use bcast_random::unless_stretched;

    include!(concat!(env!("OUT_DIR"), "/gradients.rs"));
}
