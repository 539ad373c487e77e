//! Helpers of the integration tests. Each test binary uses a part of them.
#![allow(dead_code)]

pub(crate) mod counting;
pub(crate) mod drawn;
pub(crate) mod floats;
#[cfg(feature = "half")]
pub(crate) mod halves;
pub(crate) mod layouts;
pub(crate) mod naive;
pub(crate) mod pieces;
pub(crate) mod samples;
