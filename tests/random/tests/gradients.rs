//! Random formulas: their gradients against differences.

use std::panic::{UnwindSafe, catch_unwind, resume_unwind};

#[macro_use]
#[path = "../../gradients/differences.rs"]
mod differences;

/// Runs a case. A reduction that is stretched has no gradient, which is said.
fn unless_stretched(case: impl FnOnce() + UnwindSafe) {
    if let Err(error) = catch_unwind(case) {
        let said = error.downcast_ref::<String>().is_some_and(|text| text.contains("and is stretched to"));
        if !said {
            resume_unwind(error);
        }
    }
}

mod formulas {
    use super::unless_stretched;
    #[allow(unused_imports)] // there may be few
    use bcast::ndarray::{Array3, array};

    include!(concat!(env!("OUT_DIR"), "/gradients.rs"));
}
