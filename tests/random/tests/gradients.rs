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

/// Every number is written with all its digits. What is a product of matrices in memory is summed by the tree if its
/// summed axis is cut: other last digits, and the same on any number of pieces.
macro_rules! same {
    ([$($of:ident),+] $($body:tt)+) => {{
        let whole = Some(bcast!(#[grad($($of),+)] $($body)+));
        let multiplies = explain!(#[grad($($of),+)] $($body)+).routes().contains(&Route::Contraction);
        let (mut want, about) = (format!("{whole:?}"), rounded(&whole));
        for place in Pieces::all(2) {
            let have = cut(try_bcast!(#[on(&place)] #[grad($($of),+)] $($body)+));
            if have.is_none() {
                continue;
            }
            if multiplies && place.count == 1 {
                assert_eq!(rounded(&have), about, "{} on {place:?}", stringify!($($body)+));
                want = format!("{have:?}");
            }
            assert_eq!(format!("{have:?}"), want, "{} on {place:?}", stringify!($($body)+));
        }
    }};
}

#[allow(unused_imports, clippy::all)] // there may be few
mod in_pieces {
    use super::pieces::Pieces;
    use bcast::explain::Route;
    use bcast::ndarray::{Array3, array};
    use bcast::{bcast, explain, try_bcast};
    use bcast_random::{cut, unless_stretched};

    /// With as many decimals as the order of sums leaves alone.
    fn rounded(all: &impl std::fmt::Debug) -> String {
        format!("{all:.6?}").replace("-0.000000", "0.000000")
    }

    include!(concat!(env!("OUT_DIR"), "/gradients_in_pieces.rs"));
}
