//! Random formulas: their values and gradients against dual numbers through plain loops.

#[allow(dead_code)] // what models alone need
#[macro_use]
#[path = "../../models/dual.rs"]
mod dual;
#[path = "../gradients/loops.rs"]
mod loops;

// There may be few, and functions are written by a program.
#[allow(unused_imports, unused_parens, unused_variables, unused_assignments, clippy::all)]
mod formulas {
    use crate::dual::Dual;
    use crate::loops::*;
    use bcast::ndarray::{Array3, array};
    use bcast_random::unless_stretched;

    include!(concat!(env!("OUT_DIR"), "/gradients.rs"));
}
