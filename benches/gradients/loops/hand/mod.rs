//! Loops by hand for a value and its gradient together.

pub(crate) mod fits;
pub(crate) mod pairs;
