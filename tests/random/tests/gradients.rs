//! Random formulas: their values and gradients against dual numbers through plain loops, and on places against the call
//! without one.

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

#[path = "../../common/pieces.rs"]
mod pieces;

/// Every number is written with all its digits.
macro_rules! same {
    ([$($of:ident),+] $($body:tt)+) => {{
        let want = format!("{:?}", bcast!(#[grad($($of),+)] $($body)+));
        for place in Pieces::all(2) {
            if let Some(have) = cut(try_bcast!(#[on(&place)] #[grad($($of),+)] $($body)+)) {
                assert_eq!(format!("{have:?}"), want, "{} on {place:?}", stringify!($($body)+));
            }
        }
    }};
}

#[allow(unused_imports, clippy::all)] // there may be few
mod in_pieces {
    use super::pieces::Pieces;
    use bcast::ndarray::{Array3, array};
    use bcast::{bcast, try_bcast};
    use bcast_random::{cut, unless_stretched};

    include!(concat!(env!("OUT_DIR"), "/gradients_in_pieces.rs"));
}
