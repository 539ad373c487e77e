//! Reductions, against plain loops and numbers computed by hand.

mod basics;
